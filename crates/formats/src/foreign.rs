//! Formats that are known by name and not read, so that nobody is told that a GML file lacks an equals sign.
//!
//! Each is recognised by what its texts begin with, or by the shape of their lines; no more of it is looked at.

/// A format that is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// Packed by this program.
    Packed(Packer),
    /// A text in UTF-16.
    Utf16,
    /// Binary multicode: for each vertex its greater neighbours.
    Multicode,
    /// Binary planar code.
    PlanarCode,
    /// Binary edge code.
    EdgeCode,
    /// Matrix Market.
    MatrixMarket,
    /// Graph Modelling Language.
    Gml,
    /// GraphML, in XML.
    GraphMl,
    /// GEXF, in XML.
    Gexf,
    /// A web page.
    Html,
    /// Any other XML.
    Xml,
    /// Pajek.
    Pajek,
    /// UCINET's data language.
    Ucinet,
    /// LEDA's native format.
    Leda,
    /// A Mermaid flow chart.
    Mermaid,
    /// JSON with nodes and links, as networkx writes it.
    NodeLink,
    /// Any other JSON object, or a list of them.
    Json,
    /// A dictionary or a list of pairs as Python writes them.
    Python,
    /// Nested lists in braces, as Mathematica writes them.
    Braces,
    /// A matrix as numpy prints it.
    Numpy,
    /// Rows of 0 and 1.
    Matrix,
    /// A line for each vertex: its number, and those of its neighbours.
    AdjacencyList,
    /// A line for each vertex: its number, a colon, and those of its neighbours.
    Colons,
    /// What nauty's `showg` prints.
    Showg,
    /// Edges with a dictionary of data behind them, as networkx writes them.
    EdgesWithData,
    /// Edges between vertices that have names.
    NamedEdges,
    /// The trivial graph format: vertices, a line with `#`, edges.
    TrivialGraph,
    /// Values between commas, semicolons or tabs.
    Csv,
}

/// A program that packs files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packer {
    /// gzip
    Gzip,
    /// bzip2
    Bzip2,
    /// xz
    Xz,
    /// zstd
    Zstd,
    /// zip
    Zip,
}

impl Packer {
    fn name_and_remedy(self) -> (&'static str, &'static str) {
        match self {
            Self::Gzip => ("gzip", "gunzip -c FILE"),
            Self::Bzip2 => ("bzip2", "bunzip2 -c FILE"),
            Self::Xz => ("xz", "xz -dc FILE"),
            Self::Zstd => ("zstd", "zstd -dc FILE"),
            Self::Zip => ("zip", "unzip -p FILE"),
        }
    }
}

impl Foreign {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Packed(packer) => packer.name_and_remedy().0,
            Self::Utf16 => "a text in UTF-16",
            Self::Multicode => "multicode",
            Self::PlanarCode => "planar code",
            Self::EdgeCode => "edge code",
            Self::MatrixMarket => "Matrix Market",
            Self::Gml => "GML",
            Self::GraphMl => "GraphML",
            Self::Gexf => "GEXF",
            Self::Html => "HTML",
            Self::Xml => "XML",
            Self::Pajek => "Pajek",
            Self::Ucinet => "UCINET DL",
            Self::Leda => "LEDA",
            Self::Mermaid => "Mermaid",
            Self::NodeLink => "node-link JSON",
            Self::Json => "a JSON object",
            Self::Python => "Python's notation of a dictionary or of pairs",
            Self::Braces => "a list in braces",
            Self::Numpy => "a matrix as numpy prints it",
            Self::Matrix => "an adjacency matrix of 0 and 1",
            Self::AdjacencyList => "an adjacency list, a line for each vertex",
            Self::Colons => "an adjacency list with colons",
            Self::Showg => "what showg prints",
            Self::EdgesWithData => "networkx's edge list with data",
            Self::NamedEdges => "an edge list with names",
            Self::TrivialGraph => "the trivial graph format",
            Self::Csv => "CSV",
        }
    }

    /// Whether it is made of bytes that show nothing to a reader.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Packed(_) | Self::Utf16 | Self::Multicode | Self::PlanarCode | Self::EdgeCode)
    }

    pub(crate) fn message(self) -> String {
        match self {
            Self::Packed(_) => format!("this is packed by {}, and packed files are not read", self.name()),
            _ => format!("this is {}, which is not read", self.name()),
        }
    }

    pub(crate) fn wanted(self) -> String {
        const READ: &str = "graph6, digraph6, sparse6, edges, dimacs, dot, leetcode, grid and setup are read";
        match self {
            Self::Packed(packer) => format!("unpack it first: {} | catmouse …", packer.name_and_remedy().1),
            Self::Utf16 => "save it as UTF-8".to_owned(),
            Self::Multicode | Self::PlanarCode | Self::EdgeCode => {
                format!("{READ}; nauty's `copyg` and plantri's `-g` write graph6")
            }
            Self::Matrix => format!("{READ}; nauty's `amtog` makes graph6 of matrices"),
            Self::AdjacencyList => {
                format!(
                    "{READ}; networkx's `write_graph6` writes graph6; `--input edges` reads lines of two or three numbers as edges"
                )
            }
            Self::TrivialGraph => {
                format!("{READ}; `--input edges` takes `#` for a comment, and every line for an edge")
            }
            Self::NamedEdges => format!("{READ}; DOT has names: graph {{ a -- b }}; so has a setup"),
            Self::Csv => format!("{READ}; an edge list has blanks between the numbers, and no header of words"),
            Self::MatrixMarket => {
                format!("{READ}; networkx makes a graph of what `scipy.io.mmread` reads, and `write_graph6` writes it")
            }
            _ => format!("{READ}; networkx's `write_graph6` writes graph6"),
        }
    }

    /// The format of a file that begins with these bytes, by the marks of binary formats.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        const MARKS: [(&[u8], Foreign); 11] = [
            (b"\xff\xfe", Foreign::Utf16),
            (b"\xfe\xff", Foreign::Utf16),
            (b"\x1f\x8b", Foreign::Packed(Packer::Gzip)),
            (b"BZh", Foreign::Packed(Packer::Bzip2)),
            (b"\xfd7zXZ\0", Foreign::Packed(Packer::Xz)),
            (b"\x28\xb5\x2f\xfd", Foreign::Packed(Packer::Zstd)),
            (b"PK\x03\x04", Foreign::Packed(Packer::Zip)),
            (b">>multi_code", Foreign::Multicode),
            (b">>multicode", Foreign::Multicode),
            (b">>planar_code", Foreign::PlanarCode),
            (b">>edge_code", Foreign::EdgeCode),
        ];
        let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
        marked.map(|&(_, foreign)| foreign).or_else(|| is_multicode(bytes).then_some(Self::Multicode))
    }

    /// The format of a text that begins with this, by what only texts of that format begin with.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let lower: String = text.chars().take(1 << 12).flat_map(char::to_lowercase).collect();
        let is_comment = |line: &str| line.trim().is_empty() || line.starts_with(['#', '%']);
        let comments: usize = lower.split_inclusive('\n').take_while(|line| is_comment(line)).map(str::len).sum();
        let lower_body = &lower[comments..];
        if lower[..comments].lines().any(|line| line.starts_with("%%matrixmarket")) {
            return Some(Self::MatrixMarket);
        }
        if lower.starts_with('<') {
            return Some(if lower.contains("<graphml") {
                Self::GraphMl
            } else if lower.contains("<gexf") {
                Self::Gexf
            } else if lower.contains("<html") || lower.starts_with("<!doctype html") {
                Self::Html
            } else {
                Self::Xml
            });
        }
        if ["*vertices", "*network", "*arcs", "*edges", "*matrix"].iter().any(|word| lower_body.starts_with(word)) {
            return Some(Self::Pajek);
        }
        if lower_body.starts_with("leda.graph") {
            return Some(Self::Leda);
        }
        if lower.starts_with("dl ") && lower.contains("n=") | lower.contains("n =") {
            return Some(Self::Ucinet);
        }
        if let Some(inner) = lower.strip_prefix('{').map(str::trim_start) {
            let has = |key: &str| lower.contains(&format!("\"{key}\""));
            return Some(if inner.starts_with('{') {
                Self::Braces
            } else if inner.starts_with(|c: char| c.is_ascii_digit()) || inner.starts_with(['(', '\'']) {
                Self::Python
            } else if has("nodes") && (has("links") || has("edges")) {
                Self::NodeLink
            } else {
                Self::Json
            });
        }
        if let Some(list) = lower.strip_prefix('[') {
            let list = list.trim_start();
            if list.starts_with('{') {
                return Some(Self::Json);
            }
            if list.starts_with('(') {
                return Some(Self::Python);
            }
            let row = list.strip_prefix('[').map(|row| row.split(']').next().unwrap_or_default());
            return row.is_some_and(is_numpy_row).then_some(Self::Numpy);
        }
        let mut words = lower.split_whitespace();
        match (words.next(), words.next()) {
            (Some("flowchart"), _) | (Some("graph"), Some("td" | "tb" | "bt" | "lr" | "rl" | "td;" | "lr;")) => {
                return Some(Self::Mermaid);
            }
            (Some("graph"), Some(number))
                if lower.contains("order") && number.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                return Some(Self::Showg);
            }
            _ => {}
        }
        is_gml(&lower).then_some(Self::Gml)
    }

    /// The format of a text by the shape of its first lines.
    pub(crate) fn of_columns(text: &str) -> Option<Self> {
        let is_said = |line: &&str| !line.is_empty() && !line.starts_with(['#', '%']) && !line.starts_with("//");
        let lines: Vec<&str> = text.lines().map(str::trim).filter(is_said).take(20).collect();
        if lines.is_empty() {
            return None;
        }
        if text.lines().skip(1).any(|line| line.trim() == "#") {
            return Some(Self::TrivialGraph);
        }
        if lines.iter().all(|line| is_colon_line(line)) {
            return Some(Self::Colons);
        }
        for separator in [',', ';', '\t'] {
            let fields = |line: &&str| line.split(separator).map(str::trim).map(str::to_owned).collect::<Vec<_>>();
            let is_field = |field: &String| {
                let is_quoted = field.len() > 1 && field.starts_with('"') && field.ends_with('"');
                is_quoted
                    || !field.contains(char::is_whitespace) && !field.contains(['[', ']', '(', ')', '{', '}', '='])
            };
            let rows: Vec<Vec<String>> = lines.iter().map(fields).collect();
            let columns = rows.first().map_or(0, Vec::len);
            if columns >= 2 && rows.iter().all(|row| row.len() == columns && row.iter().all(is_field)) {
                let are_bits = rows.iter().flatten().all(|field| field == "0" || field == "1");
                return Some(if are_bits { Self::Matrix } else { Self::Csv });
            }
        }
        let is_pair = |line: &&str| line.split_whitespace().count() == 2;
        (lines.len() > 1 && lines.iter().all(is_pair)).then_some(Self::NamedEdges)
    }
}

/// Whether the bytes begin with a graph in multicode: its order, and for each vertex but the last its greater neighbours in
/// order, ended by 0. A text has no such bytes.
fn is_multicode(bytes: &[u8]) -> bool {
    let Some((&order, mut rest)) = bytes.split_first() else { return false };
    if order < 2 {
        return false;
    }
    for vertex in 1..order {
        let Some(end) = rest.iter().position(|&byte| byte == 0) else { return false };
        let (list, behind) = rest.split_at(end);
        if !list.iter().all(|&neighbour| vertex < neighbour && neighbour <= order) || !list.is_sorted() {
            return false;
        }
        rest = &behind[1..];
    }
    true
}

/// Whether this stands between the brackets of a row that numpy prints: numbers with blanks between them.
fn is_numpy_row(row: &str) -> bool {
    let is_number = |word: &str| word.trim_end_matches('.').parse::<f64>().is_ok();
    row.split_whitespace().count() > 1 && !row.contains(',') && row.split_whitespace().all(is_number)
}

/// Whether a text is GML: behind comments and entries such as `Creator "…"` there stands `graph [`, and then a key. The text may
/// be no more than the first lines.
fn is_gml(lower: &str) -> bool {
    let said = lower.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_entry = |line: &&str| ["creator ", "version ", "comment "].iter().any(|key| line.starts_with(key));
    let entries = said.clone().take_while(is_entry).count();
    let rest: String = said.skip(entries).take(3).collect::<Vec<_>>().join(" ");
    let Some(rest) = rest.strip_prefix("graph").map(str::trim_start) else {
        return rest.is_empty() && lower.starts_with("creator "); // the graph comes later
    };
    let Some(inside) = rest.strip_prefix('[').map(str::trim_start) else {
        return rest.is_empty() && entries > 0;
    };
    inside.is_empty() || inside.starts_with(|c: char| c.is_ascii_alphabetic() || c == ']')
}

/// Whether a line is a vertex, a colon, and its neighbours.
fn is_colon_line(line: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    line.split_once(':').is_some_and(|(vertex, neighbours)| {
        let mut words =
            neighbours.split(|c: char| c.is_whitespace() || "[],;{}".contains(c)).filter(|word| !word.is_empty());
        is_number(vertex.trim()) && words.all(is_number)
    })
}
