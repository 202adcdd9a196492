//! Formats that are recognised but not read. A Mermaid chart, for example, is refused by its
//! name instead of with a syntax error.
//!
//! Each format is recognised by the beginning of a text or by the shape of its lines. The rest is
//! not parsed.

use catmouse_model::{Keyword, Remedy, listed};

use crate::format::Format;

/// A format that is recognised but not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// A file compressed by this program.
    Packed(Packer),
    /// A text in UTF-16.
    Utf16,
    /// Binary edge code.
    EdgeCode,
    /// A document in PDF.
    Pdf,
    /// A web page.
    Html,
    /// Any other XML.
    Xml,
    /// A Mermaid flow chart.
    Mermaid,
    /// Any other JSON object, or a list of them.
    Json,
    /// A dictionary or tuples as Python writes them.
    Python,
    /// A map of Tiled, in XML or JSON.
    Tiled,
    /// Lines `# hall` with a vertex, each before its neighbours, as LGL reads them.
    Lgl,
    /// Nested lists in braces, as Mathematica writes them.
    Braces,
    /// A square matrix of numbers other than 0 and 1.
    Matrix,
    /// Lines of numbers that are neither edges nor vertices with their neighbours.
    AdjacencyList,
}

/// A program that compresses files.
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
    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Packed(packer) => packer.name_and_remedy().0,
            Self::Utf16 => "a text in UTF-16",
            Self::EdgeCode => "edge code",
            Self::Pdf => "PDF",
            Self::Html => "HTML",
            Self::Xml => "XML",
            Self::Mermaid => "Mermaid",
            Self::Json => "a JSON object",
            Self::Tiled => "a map of Tiled",
            Self::Lgl => "LGL",
            Self::Python => "Python's notation of a dictionary or of tuples",
            Self::Braces => "a list in braces",
            Self::Matrix => "an adjacency matrix of more than 0 and 1",
            Self::AdjacencyList => "an adjacency list of another kind",
        }
    }

    /// Whether the format is binary, so that a message must not quote the text.
    pub(crate) fn is_binary(self) -> bool {
        matches!(self, Self::Packed(_) | Self::Utf16 | Self::EdgeCode | Self::Pdf)
    }

    pub(crate) fn message(self) -> String {
        match self {
            Self::Packed(Packer::Gzip) => "this is packed twice with gzip".to_owned(),
            Self::Packed(_) => {
                format!("this is packed by {}, but only gzip is unpacked", self.name())
            }
            _ => format!("this is {}, which is not read", self.name()),
        }
    }

    pub(crate) fn wanted(self) -> String {
        let words: Vec<&str> =
            Format::ALL.iter().filter(|format| format.is_read()).map(|format| format.word()).collect();
        let read = format!("{} are read", listed(&words, "and"));
        match self {
            Self::Packed(Packer::Gzip) => "unpack it once: gunzip -c FILE | catmouse …".to_owned(),
            Self::Packed(packer) => format!("unpack it first: {} | catmouse …", packer.name_and_remedy().1),
            Self::Utf16 => "save it as UTF-8".to_owned(),
            Self::EdgeCode => {
                format!("{read}; nauty's `copyg` and plantri's `-g` write graph6")
            }
            Self::Tiled => "its tiles do not say which of them are walls: draw rows of `#` and `.`".to_owned(),
            Self::Lgl => format!("{read}; igraph's `write_ncol` writes edges"),
            Self::Matrix => format!("{read}; edge lists, CSV and Matrix Market have costs"),
            Self::AdjacencyList => read,
            _ => format!("{read}; networkx's `write_graph6` writes graph6"),
        }
    }

    /// The formats in which the text can be read all the same.
    pub(crate) fn remedies(self) -> Vec<Remedy> {
        let insist = |format: Format, effect| vec![Remedy::new("input", &[format.word()], effect)];
        match self {
            Self::AdjacencyList => insist(Format::Adjlist, "reads the first number of each line as the vertex"),
            _ => Vec::new(),
        }
    }

    /// The binary format of a file that begins with these bytes; `None` for other bytes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
        const MARKS: [(&[u8], Foreign); 9] = [
            (b"\xff\xfe", Foreign::Utf16),
            (b"\xfe\xff", Foreign::Utf16),
            (b"\x1f\x8b", Foreign::Packed(Packer::Gzip)),
            (b"BZh", Foreign::Packed(Packer::Bzip2)),
            (b"\xfd7zXZ\0", Foreign::Packed(Packer::Xz)),
            (b"\x28\xb5\x2f\xfd", Foreign::Packed(Packer::Zstd)),
            (b"PK\x03\x04", Foreign::Packed(Packer::Zip)),
            (b">>edge_code", Foreign::EdgeCode),
            (b"%PDF-", Foreign::Pdf),
        ];
        let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
        marked.map(|&(_, foreign)| foreign)
    }

    /// The format that the beginning of a text certainly shows; `None` if it shows none of these.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let lower: String = text.chars().take(1 << 12).flat_map(char::to_lowercase).collect();
        if lower.starts_with('<') {
            return Some(if lower.contains("<html") || lower.starts_with("<!doctype html") {
                Self::Html
            } else if lower.contains("<map") && lower.contains("tilewidth=") {
                Self::Tiled
            } else {
                Self::Xml
            });
        }
        if let Some(inner) = lower.strip_prefix('{').map(str::trim_start) {
            return Some(if inner.starts_with('{') {
                Self::Braces
            } else if inner.starts_with(|c: char| c.is_ascii_digit()) || inner.starts_with(['(', '\'']) {
                Self::Python
            } else if lower.contains("\"tilewidth\"") || lower.contains("\"tiledversion\"") {
                Self::Tiled
            } else {
                Self::Json
            });
        }
        if ["((", "([", "('", "(\""].iter().any(|opening| lower.starts_with(opening)) {
            return Some(Self::Python);
        }
        if let Some(list) = lower.strip_prefix('[') {
            let list = list.trim_start();
            if list.starts_with('{') {
                return Some(Self::Json);
            }
            if list.starts_with('(') {
                return Some(Self::Python);
            }
            return None;
        }
        let mut words = lower.split_whitespace();
        let is_mermaid = match (words.next(), words.next()) {
            (Some("flowchart"), _) => true,
            (Some("graph"), kind) => matches!(kind, Some("td" | "tb" | "bt" | "lr" | "rl" | "td;" | "lr;")),
            _ => false,
        };
        is_mermaid.then_some(Self::Mermaid)
    }
}
