//! Documents as lines of text: the layout for terminals and for `print`.

use crate::text::{See, Span, Text};
use crate::{Column, Content, Diagram, Document, FrontEnd, Listing, PAGE_WIDTH, Plain, Play, Round, Tone};

/// A word: pieces of text without a blank between them, each in its tone.
type Word = Vec<(Tone, String)>;

/// The most rounds on a row. On longer rows a reader loses the place.
const MOST_ROUNDS: usize = 4;

/// The most characters by which rows without notes may widen a column of moves. Each of them
/// shortens the room for notes.
const ROOM_FOR_COLUMNS: usize = 6;

/// Of a line that is cut, the rows at its end that are kept.
const LAST_ROWS: usize = 4;

/// The most characters by which a table may exceed the page before its rows are broken.
const OVERHANG: usize = 16;

impl Document {
    /// The document as lines of at most `width` characters, unless a word is longer.
    pub fn text(&self, front_end: &dyn FrontEnd, width: usize) -> String {
        let layout = Layout { front_end, width };
        let mut text = String::new();
        for block in &self.blocks {
            if block.is_apart {
                text.push('\n');
            }
            text += &layout.content(&block.content);
        }
        text
    }
}

impl Content {
    /// The number of lines on a page.
    pub(crate) fn height(&self) -> usize {
        Layout { front_end: &Plain, width: PAGE_WIDTH }.content(self).lines().count()
    }
}

struct Layout<'a> {
    front_end: &'a dyn FrontEnd,
    width: usize,
}

impl Layout<'_> {
    fn content(&self, content: &Content) -> String {
        match content {
            Content::Heading(text) => self.paragraph("", text, Tone::Strong),
            Content::Paragraph(text) => self.paragraph("", text, Tone::Plain),
            Content::Note(label, text) => {
                let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
                self.paragraph(&label, text, Tone::Dim)
            }
            Content::List(items) => {
                items.iter().fold(String::new(), |all, item| all + "  " + &self.wrapped(item, 4, Tone::Plain) + "\n")
            }
            Content::Columns(items) => self.columns(items),
            Content::Flow(items) => self.flow(items),
            Content::Table(table) => self.table(table),
            Content::Line(line) => self.line(line),
            Content::Boards(pictures) => self.boards(pictures),
        }
    }

    fn paragraph(&self, label: &str, text: &Text, tone: Tone) -> String {
        let indent = label.chars().count();
        format!("{}{}\n", self.front_end.paint(tone, label), self.wrapped(text, indent, tone))
    }

    fn plain(&self, text: &Text) -> String {
        text.to_plain(|see| self.front_end.see(see)).replace('\u{a0}', " ")
    }

    fn width_of(&self, text: &Text) -> usize {
        self.plain(text).chars().count()
    }

    /// The words of a text. Text without a role has the tone `base`.
    fn words(&self, text: &Text, base: Tone) -> Vec<Word> {
        let mut words: Vec<Word> = vec![Vec::new()];
        for span in &text.spans {
            let tone = match span {
                Span::Strong { .. } => Tone::Strong,
                Span::Outcome { outcome, .. } => Tone::Outcome(*outcome),
                _ => base,
            };
            let mut said = span.text(|see| self.front_end.see(see));
            if let Span::Code { .. } | Span::See { see: See::From(_) | See::Setting { .. } } = span {
                said = said.replace(' ', "\u{a0}");
            }
            for (index, piece) in said.split(' ').enumerate() {
                if index > 0 {
                    words.push(Vec::new());
                }
                if let Some(word) = words.last_mut().filter(|_| !piece.is_empty()) {
                    word.push((tone, piece.replace('\u{a0}', " ")));
                }
            }
        }
        // A piece and the target of its move stay on one line.
        let text = |word: &Word| word.iter().map(|(_, text)| text.as_str()).collect::<String>();
        let is_piece = |word: &Word| matches!(text(word).trim_start_matches('('), "M" | "C");
        let goes = |word: &Word| text(word).contains('→');
        let mut joined: Vec<Word> = Vec::new();
        for word in words {
            match joined.last_mut() {
                Some(last) if is_piece(last) && goes(&word) => {
                    if let Some((_, letter)) = last.last_mut() {
                        letter.push(' ');
                    }
                    last.extend(word);
                }
                _ => joined.push(word),
            }
        }
        joined
    }

    /// A text wrapped to the width of the page. Its first line continues a line of `indent`
    /// characters, and the other lines are indented by this number.
    fn wrapped(&self, text: &Text, indent: usize, base: Tone) -> String {
        let mut lines: Vec<Word> = vec![Vec::new()];
        let mut used = 0;
        for word in self.words(text, base) {
            let width: usize = word.iter().map(|(_, piece)| piece.chars().count()).sum();
            if used > 0 && indent + used + 1 + width > self.width {
                lines.push(Vec::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                if used > 0 {
                    let before = line.last().map_or(base, |(tone, _)| *tone);
                    let after = word.first().map_or(before, |(tone, _)| *tone);
                    line.push((if before == after { before } else { base }, " ".to_owned()));
                    used += 1;
                }
                line.extend(word);
                used += width;
            }
        }
        let lines: Vec<String> = lines.iter().map(|line| self.painted(line)).collect();
        lines.join(&format!("\n{:indent$}", ""))
    }

    /// Pieces of a line. Pieces of one tone are painted together.
    fn painted(&self, line: &[(Tone, String)]) -> String {
        let same = line.chunk_by(|(one, _), (other, _)| one == other);
        same.map(|pieces| {
            let text: String = pieces.iter().map(|(_, text)| text.as_str()).collect();
            self.front_end.paint(pieces[0].0, &text)
        })
        .collect()
    }

    /// A text on one line.
    fn one_line(&self, text: &Text, base: Tone) -> String {
        Layout { width: usize::MAX, ..*self }.wrapped(text, 0, base)
    }

    fn columns(&self, items: &[Text]) -> String {
        let widest = items.iter().map(|item| self.width_of(item)).max().unwrap_or(0) + 3;
        let per_row = ((self.width - 2) / widest).max(1);
        let mut out = String::new();
        for row in items.chunks(per_row) {
            out += "  ";
            for (index, item) in row.iter().enumerate() {
                let gap = if index + 1 == row.len() { 0 } else { widest - self.width_of(item) };
                out += &format!("{}{:gap$}", self.one_line(item, Tone::Plain), "");
            }
            out.push('\n');
        }
        out
    }

    /// Items side by side, as many as fit on each line. A wide item begins a line.
    fn flow(&self, items: &[Text]) -> String {
        const GAP: usize = 4;
        let mut lines: Vec<(usize, Vec<&Text>)> = Vec::new();
        for item in items {
            let width = self.width_of(item);
            match lines.last_mut() {
                Some((used, line)) if *used + GAP + width <= self.width - 4 => {
                    line.push(item);
                    *used += GAP + width;
                }
                _ => lines.push((width, vec![item])),
            }
        }
        let mut text = String::new();
        for (_, line) in lines {
            let (first, others) = line
                .split_first()
                .map_or((String::new(), &[][..]), |(first, others)| (self.wrapped(first, 4, Tone::Plain), others));
            let others = others.iter().map(|item| format!("{:GAP$}{}", "", self.one_line(item, Tone::Plain)));
            text += &format!("  {first}{}\n", others.collect::<String>());
        }
        text
    }

    fn table(&self, table: &Listing) -> String {
        let rows = || table.groups.iter().flat_map(|group| &group.rows);
        let widths: Vec<usize> = table
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| {
                let cells = rows().filter_map(|row| row.get(at)).map(|cell| self.width_of(cell));
                cells.max().unwrap_or(0).max(column.least)
            })
            .collect();
        let all: usize = table.columns.iter().zip(&widths).map(|(column, width)| column.gap + width).sum();
        let is_broken = all > self.width + OVERHANG;
        let may_overhang = !is_broken && table.columns.iter().any(|column| column.is_below);
        let mut text = String::new();
        if table.is_matrix {
            text += &matrix_headings(&table.columns, &widths);
        } else if table.columns.iter().any(|column| !column.heading.is_empty()) {
            // A heading may be wider than its column.
            let (mut line, mut end) = (String::new(), 0);
            for (column, width) in table.columns.iter().zip(&widths) {
                let start = end + column.gap;
                end = start + width;
                let heading = &column.heading;
                let room = if column.is_right { end } else { start + heading.chars().count() };
                if !heading.is_empty() {
                    let room = room - line.chars().count().min(room);
                    line += &format!("{heading:>room$}");
                }
            }
            text += &format!("{}\n", self.front_end.paint(Tone::Dim, &line));
        }
        for group in &table.groups {
            if let Some(heading) = &group.heading {
                text += &format!("\n{}", self.paragraph("", heading, Tone::Strong));
            }
            for row in &group.rows {
                let mut line = String::new();
                let (mut at, mut owed) = (0, 0);
                for (index, cell) in row.iter().enumerate() {
                    let (column, width) = (&table.columns[index], widths[index]);
                    let blank = width - self.width_of(cell).min(width);
                    let (before, after) = if column.is_right { (blank, 0) } else { (0, blank) };
                    if column.is_below && is_broken {
                        // The cell is indented by 4 characters more than the one above it.
                        line.push('\n');
                        at = at - widths[index - 1] + 4 - column.gap;
                        owed = at;
                    }
                    let tone = if column.is_strong { Tone::Strong } else { Tone::Plain };
                    let cell = if index + 1 == table.columns.len() && !may_overhang {
                        self.wrapped(cell, at + column.gap, tone)
                    } else {
                        self.one_line(cell, tone)
                    };
                    if cell.is_empty() {
                        owed += column.gap + width;
                    } else {
                        line += &format!("{:1$}{cell}", "", owed + column.gap + before);
                        owed = after;
                    }
                    at += column.gap + width;
                }
                text += &line;
                text.push('\n');
            }
        }
        text
    }

    fn line(&self, line: &Play) -> String {
        let text = if line.is_dense { self.dense(&line.rounds) } else { self.rounds(&line.rounds) };
        let rows: Vec<&str> = text.lines().collect();
        if rows.len() <= line.most_rows {
            return text;
        }
        let cut = format!(" … {} shows the plies between …", self.front_end.see(&See::Full));
        let after = &rows[rows.len() - LAST_ROWS..];
        let kept = [&rows[..line.most_rows - LAST_ROWS - 1], &[cut.as_str()], after].concat();
        kept.join("\n") + "\n"
    }

    /// Rounds side by side in columns, as many as fit. A run has a row of its own.
    fn dense(&self, rounds: &[Round]) -> String {
        let cells: Vec<(&str, Text)> = rounds
            .iter()
            .map(|round| {
                let joined =
                    if round.moves.is_empty() { joined(&round.notes, "; ") } else { joined(&round.moves, " ") };
                (round.label.as_str(), joined)
            })
            .collect();
        let label_width = cells.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let is_run = |index: usize| rounds[index].moves.is_empty();
        // The rows, with at most `per_row` rounds on each; a run has a row of its own.
        let laid = |per_row: usize| -> Vec<Vec<usize>> {
            let mut rows: Vec<Vec<usize>> = Vec::new();
            for index in 0..rounds.len() {
                match rows.last_mut() {
                    Some(row) if row.len() < per_row && !is_run(index) && !row.iter().any(|&at| is_run(at)) => {
                        row.push(index);
                    }
                    _ => rows.push(vec![index]),
                }
            }
            rows
        };
        let widths = |rows: &[Vec<usize>], per_row: usize| -> Vec<usize> {
            let column = |column: usize| {
                let in_column = rows.iter().filter_map(|row| row.get(column)).filter(|&&index| !is_run(index));
                in_column.map(|&index| self.width_of(&cells[index].1)).max().unwrap_or(0)
            };
            (0..per_row).map(column).collect()
        };
        let fits = |&per_row: &usize| {
            let widths = widths(&laid(per_row), per_row);
            widths.iter().map(|width| label_width + width + 5).sum::<usize>() <= self.width
        };
        let per_row = (1..=MOST_ROUNDS).rev().find(fits).unwrap_or(1);
        let rows = laid(per_row);
        let widths = widths(&rows, per_row);
        let mut text = String::new();
        for row in rows {
            let mut line = String::new();
            for (column, &index) in row.iter().enumerate() {
                let (label, content) = &cells[index];
                let room = if is_run(index) { 0 } else { widths[column] };
                let blank = room - self.width_of(content).min(room);
                let content = self.wrapped(content, label_width + 3, Tone::Plain);
                line += &format!(" {label:<label_width$}  {content}{:blank$}  ", "");
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// A row for each round, with its notes.
    fn rounds(&self, rounds: &[Round]) -> String {
        let mut text = String::new();
        let label_width = rounds.iter().map(|round| round.label.chars().count()).max().unwrap_or(0);
        // Moves with notes are padded to columns, so that their notes are aligned. Moves without notes
        // are padded too if the columns stay narrow enough for the notes.
        let columns = [0, 1].map(|index| {
            let (mut noted, mut all) = (0, 0);
            for round in rounds.iter().filter(|round| !round.notes.is_empty() || round.moves.len() <= 2) {
                let step = round.moves.get(index).map_or(0, |step| self.width_of(step));
                all = all.max(step);
                if !round.notes.is_empty() {
                    noted = noted.max(step);
                }
            }
            if all <= noted + ROOM_FOR_COLUMNS { all } else { noted }
        });
        for Round { label, moves, notes } in rounds {
            let mut line = format!(" {label:<label_width$}  ");
            let indent = label_width + 3;
            let (steps, notes) = (joined(moves, " "), joined(notes, "; "));
            if notes.spans.is_empty() && moves.len() > 2 {
                line += &self.wrapped(&steps, indent, Tone::Plain);
            } else if moves.is_empty() {
                line += &self.wrapped(&notes, indent, Tone::Plain);
            } else {
                let mut used = indent;
                for (index, &column) in columns.iter().enumerate() {
                    let width = moves.get(index).map_or(0, |step| self.width_of(step));
                    let blank = column - width.min(column) + 2;
                    let step = moves.get(index).map_or_else(String::new, |step| self.one_line(step, Tone::Plain));
                    line += &format!("{step}{:blank$}", "");
                    used += width + blank;
                }
                line += &self.wrapped(&notes, used, Tone::Plain);
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Pictures side by side in rows that fit on the page.
    fn boards(&self, pictures: &[Diagram]) -> String {
        let width = |picture: &Diagram| {
            let lines = std::iter::once(&picture.caption).chain(&picture.rows);
            lines.map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let column = pictures.iter().map(width).max().unwrap_or(0) + 3;
        let per_row = (self.width / column.max(1)).max(1);
        let mut text = String::new();
        for row in pictures.chunks(per_row) {
            let height = row.iter().map(|picture| picture.rows.len()).max().unwrap_or(0);
            let has_caption = row.iter().any(|picture| !picture.caption.is_empty());
            for line in usize::from(!has_caption)..=height {
                let cells = row.iter().map(|Diagram { caption, rows }| {
                    let cell = if line == 0 { Some(caption) } else { rows.get(line - 1) };
                    format!("{:<column$}", cell.map_or("", |cell| cell))
                });
                text += cells.collect::<String>().trim_end();
                text.push('\n');
            }
            text.push('\n');
        }
        text.pop();
        if pictures.iter().any(|picture| picture.rows.iter().any(|row| row.contains('X'))) {
            text += &format!("{}\n", self.front_end.paint(Tone::Dim, "X is the Cat on the Mouse."));
        }
        text
    }
}

/// The headings of a matrix. They are written downwards if they are wider than the columns, except
/// that of the first column.
fn matrix_headings(columns: &[Column], widths: &[usize]) -> String {
    /// The most characters of a heading that is written downwards.
    const TALLEST: usize = 12;
    let length = |column: &Column| column.heading.chars().count();
    let longest = columns[1..].iter().map(length).max().unwrap_or(0);
    let is_across = longest == 1 || columns.iter().zip(widths).skip(1).all(|(column, width)| length(column) < *width);
    let height = if is_across { 1 } else { longest.min(TALLEST) };
    let mut text = String::new();
    for line in 1..=height {
        let mut row = String::new();
        for (index, (column, &width)) in columns.iter().zip(widths).enumerate() {
            let shown = if index == 0 || is_across {
                if line == height { column.heading.clone() } else { String::new() }
            } else {
                let letters: Vec<char> = column.heading.chars().take(height).collect();
                (line + letters.len()).checked_sub(height + 1).map_or(String::new(), |at| letters[at].to_string())
            };
            row += &format!("{:1$}{shown:>width$}", "", column.gap);
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// Texts as one, with this between them.
pub(crate) fn joined(texts: &[Text], between: &str) -> Text {
    let mut all = Text::default();
    for text in texts {
        if !all.spans.is_empty() {
            all.push(Span::Plain { text: between.to_owned() });
        }
        all = all.and(text.clone());
    }
    all
}
