//! Texts whose parts know what they are.
//!
//! Sentences are made by the crates below as strings. Where a sentence names a place or a move, the
//! string contains marks, characters for private use ([`Marked`](catmouse_model::Marked)). [`Text::of`]
//! takes the marks apart.

use std::fmt;

use catmouse_arena::marks;
use catmouse_model::Outcome;
use serde::Serialize;

/// A text of one or several sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text {
    /// The parts, in order.
    pub spans: Vec<Span>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Span {
    /// Text without a role.
    Plain {
        /// The text.
        text: String,
    },
    /// A name, or another part that stands out.
    Strong {
        /// The text.
        text: String,
    },
    /// A vertex of the board.
    Place {
        /// The number of the vertex.
        vertex: u32,
        /// Its label.
        text: String,
    },
    /// A move.
    Move {
        /// For each piece that is named, where it was and where it goes.
        pieces: Vec<(u32, u32)>,
        /// The move as it is written.
        text: String,
    },
    /// An outcome.
    Outcome {
        /// The outcome.
        outcome: Outcome,
        /// The text.
        text: String,
    },
    /// A number of plies.
    Plies {
        /// The text.
        text: String,
    },
    /// A text for a program, as it is.
    Code {
        /// The text.
        text: String,
    },
    /// A reference to another answer.
    See {
        /// The answer.
        see: See,
    },
}

/// Another answer, or a part of this one that is left out. A front end names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum See {
    /// The line with every ply.
    Full,
    /// The strategies.
    Strategies,
    /// The moves at any position.
    Moves,
    /// The picture of the board.
    Picture,
    /// The answer as data.
    Data,
    /// The answer as rows of data.
    Rows,
    /// The same answer without anything left out.
    All,
    /// The same answer with longer lists.
    More,
    /// The number of items to list.
    Top,
    /// The changed board of a rank.
    Take,
    /// Settings in general.
    Settings,
    /// A setting with its value.
    Setting {
        /// The key.
        key: &'static str,
        /// The value as a text.
        value: String,
    },
    /// A question about a start, in the notation of positions.
    From(String),
}

impl See {
    /// The references that a sentence may contain.
    const IN_SENTENCES: [Self; 11] = [
        Self::Full,
        Self::Strategies,
        Self::Moves,
        Self::Picture,
        Self::Data,
        Self::Rows,
        Self::All,
        Self::More,
        Self::Top,
        Self::Take,
        Self::Settings,
    ];
}

/// A reference as a part of a string that [`Text::of`] reads.
impl fmt::LowerHex for See {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = Self::IN_SENTENCES.iter().position(|see| see == self).unwrap_or_default();
        write!(f, "{}{number}{}", marks::SEE, marks::END)
    }
}

/// The name of the method of the library.
impl fmt::Display for See {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Setting { key, value } => return write!(f, "{key}={value}"),
            Self::Full => "the explanation",
            Self::Strategies => "`strategies`",
            Self::Moves => "`moves`",
            Self::Picture => "`picture`",
            Self::Data => "the answer",
            Self::Rows => "the rows of the answer",
            Self::All => "the whole survey",
            Self::More => "a longer survey",
            Self::Top => "`top`",
            Self::Take => "`setup`",
            Self::Settings => "settings",
            Self::From(notation) => notation,
        })
    }
}

impl Text {
    /// A text without roles.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { spans: vec![Span::Plain { text: text.into() }] }
    }

    /// A text that stands out.
    pub fn strong(text: impl Into<String>) -> Self {
        Self { spans: vec![Span::Strong { text: text.into() }] }
    }

    /// A text that states an outcome.
    pub fn outcome(outcome: impl Into<Outcome>, text: impl Into<String>) -> Self {
        Self { spans: vec![Span::Outcome { outcome: outcome.into(), text: text.into() }] }
    }

    /// A reference to another answer.
    pub fn see(see: See) -> Self {
        Self { spans: vec![Span::See { see }] }
    }

    /// A string with marks as spans.
    pub fn of(marked: &str) -> Self {
        let mut text = Self::default();
        let mut rest = marked;
        while let Some(at) = rest.find(marks::BEGIN) {
            text.push_sentence(&rest[..at]);
            let mark = rest[at..].chars().next().unwrap_or_default();
            let inside = &rest[at + mark.len_utf8()..];
            let end = if mark == marks::MOVE { marks::MOVE_END } else { marks::END };
            let (inside, after) = inside.split_once(end).unwrap_or((inside, ""));
            text.spans.push(span(mark, inside));
            rest = after;
        }
        text.push_sentence(rest);
        text
    }

    /// Adds a part.
    pub fn push(&mut self, span: Span) {
        self.spans.push(span);
    }

    /// Adds another text.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.spans.extend(other.spans);
        self
    }

    /// Adds a sentence without marks. Numbers of plies are found by their unit.
    fn push_sentence(&mut self, sentence: &str) {
        let mut plain = String::new();
        let mut rest = sentence;
        while let Some((before, number, after)) = number_of_plies(rest) {
            plain += before;
            if !plain.is_empty() {
                self.push(Span::Plain { text: std::mem::take(&mut plain) });
            }
            self.push(Span::Plies { text: number.to_owned() });
            rest = after;
        }
        plain += rest;
        if !plain.is_empty() {
            self.push(Span::Plain { text: plain });
        }
    }

    /// The text without roles.
    pub fn to_plain(&self, see: impl Fn(&See) -> String) -> String {
        self.spans.iter().fold(String::new(), |text, span| text + &span.text(&see))
    }
}

impl Span {
    /// The text of the span.
    pub fn text(&self, see: impl Fn(&See) -> String) -> String {
        match self {
            Self::Plain { text }
            | Self::Strong { text }
            | Self::Place { text, .. }
            | Self::Move { text, .. }
            | Self::Outcome { text, .. }
            | Self::Plies { text }
            | Self::Code { text } => text.clone(),
            Self::See { see: what } => see(what),
        }
    }
}

/// The first number of plies in a sentence, with the text before and after it.
fn number_of_plies(sentence: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let start = from + sentence[from..].find(|letter: char| letter.is_ascii_digit())?;
        let digits = sentence[start..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(sentence.len() - start);
        let after = &sentence[start + digits..];
        let unit = [" plies", " ply"].into_iter().find(|unit| after.starts_with(unit));
        match unit {
            Some(unit) => {
                let end = start + digits + unit.len();
                return Some((&sentence[..start], &sentence[start..end], &sentence[end..]));
            }
            None => from = start + digits,
        }
    }
}

/// The span of a mark and what is inside it.
fn span(mark: char, inside: &str) -> Span {
    let number = |inside: &str| inside.split(marks::NAME).next()?.parse().ok();
    match mark {
        marks::PLACE => {
            Span::Place { vertex: number(inside).unwrap_or_default(), text: marks::name(inside).to_owned() }
        }
        marks::SEE => {
            let number = number(inside).unwrap_or_default() as usize;
            Span::See { see: See::IN_SENTENCES[number % See::IN_SENTENCES.len()].clone() }
        }
        _ => {
            let pieces = inside.split(", ").filter_map(|piece| {
                let mut places = piece.split(marks::PLACE).skip(1).filter_map(number);
                let from = places.next()?;
                Some((from, places.next().unwrap_or(from)))
            });
            Span::Move { pieces: pieces.collect(), text: Text::of(inside).to_plain(ToString::to_string) }
        }
    }
}
