//! The marks of the formats that are read and not written. Every build recognises them, so that a
//! build without their readers says what a text is.

/// Whether a text begins with a heading of Pajek, apart from comments.
pub(crate) fn is_pajek(text: &str) -> bool {
    let first = text.lines().find(|line| !is_pajek_comment(line) && !line.starts_with('#')).unwrap_or_default();
    let first = first.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    ["*vertices", "*network", "*arcs", "*edges", "*matrix"].contains(&&*first)
}

/// Whether a line of Pajek has no data.
pub(crate) fn is_pajek_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('%') || line.starts_with("/*")
}

/// Whether a text begins with the element of GEXF.
pub(crate) fn is_gexf(text: &str) -> bool {
    let beginning: String = text.chars().take(1 << 12).collect();
    text.starts_with('<') && beginning.to_ascii_lowercase().contains("<gexf")
}

/// Whether a text has the line between vertices and edges of the trivial graph format.
pub(crate) fn is_tgf(text: &str) -> bool {
    text.lines().skip_while(|line| line.trim().is_empty() || line.starts_with('#')).any(|line| line.trim() == "#")
}

/// Whether a text begins with the mark of UCINET's data language and the number of vertices.
pub(crate) fn is_dl(text: &str) -> bool {
    let beginning: String = text.chars().take(1 << 10).flat_map(char::to_lowercase).collect();
    let Some(rest) = beginning.strip_prefix("dl").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return false;
    };
    let key = rest.trim_start();
    let is_set = |name: &str| key.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('='));
    ["n", "nr", "nm", "format"].into_iter().any(is_set)
}

/// Whether a text begins with the mark of LEDA, apart from comments.
pub(crate) fn is_leda(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.trim().eq_ignore_ascii_case("leda.graph"))
}

/// Whether a text is drawn as a map of octiles.
pub(crate) fn is_octile(text: &str) -> bool {
    text.trim_start_matches(['\r', '\n']).starts_with("type octile")
}

/// Whether a text is drawn as a layout of Pac-Man.
pub(crate) fn is_pacman(text: &str) -> bool {
    let text = text.trim_matches(['\r', '\n']);
    let rows = || text.lines().map(str::trim_end);
    let width = rows().next().map_or(0, |row| row.chars().count());
    let is_outer = |row: Option<&str>| row.is_some_and(|row| row.bytes().all(|cell| cell == b'%'));
    let fits = |row: &str| row.len() > 1 && row.starts_with('%') && row.ends_with('%') && row.chars().count() == width;
    width > 2 && text.starts_with('%') && is_outer(rows().next()) && is_outer(rows().next_back()) && rows().all(fits)
}

/// Whether a text begins with a drawing of a level of Sokoban.
pub(crate) fn is_xsb(text: &str) -> bool {
    let drawn = || text.lines().map(str::trim_end).skip_while(|row| is_xsb_remark(row));
    let rows = || drawn().take_while(|row| !row.is_empty()).filter(|row| !is_xsb_remark(row));
    let is_row = |row: &str| {
        row.trim_start().starts_with('#') && row.ends_with('#') && row.chars().all(|c| "# -_.$*@+".contains(c))
    };
    // Most texts are ruled out by their first row.
    let is_drawn = || rows().all(is_row) && rows().count() > 2;
    let men = || rows().flat_map(|row| row.matches(['@', '+'])).count();
    is_drawn() && men() == 1
}

/// Whether a line of a Sokoban level has no cells: it is blank, a comment, a title or a property.
pub(crate) fn is_xsb_remark(line: &str) -> bool {
    !line.contains('#') || line.trim_start().starts_with(';') || line.contains(':')
}

/// Whether a text is LGL: comments of one word, which are vertices, before lines with a neighbour
/// and perhaps a weight. If neighbours have weights, two vertices must be neighbours too.
pub(crate) fn is_lgl(text: &str) -> bool {
    let mut heads = Vec::new();
    let mut neighbours = Vec::new();
    let mut have_weights = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut words = line.trim_start_matches('#').split_whitespace();
        let (Some(word), second, None) = (words.next(), words.next(), words.next()) else { return false };
        match line.strip_prefix("# ") {
            Some(_) if second.is_some() => return false,
            Some(_) => heads.push(word),
            None if heads.is_empty() || line.starts_with('#') => return false,
            None => neighbours.push(word),
        }
        have_weights |= second.is_some();
    }
    let shared = heads.iter().any(|head| neighbours.contains(head));
    heads.len() > usize::from(have_weights || neighbours.is_empty()) && (!have_weights || shared)
}
