//! Filters on the answers of a stream: comparisons of their top-level keys.

use std::fmt;

use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::answer::DecidedBy;
use crate::cops::BoundProof;

/// The kind of value that a key of an answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// A whole number, or null.
    Number,
    /// Any text, or null.
    Text,
    /// One of these words; a switch has the words `true` and `false`.
    Word(&'static [&'static str]),
    /// A list or an object, or a value that all answers share. It can only be compared with null.
    Nested,
}

/// A key of an answer, and the kind of its value.
pub type Key = (&'static str, KeyKind);

/// The keys of a [`CopsAnswer`](crate::cops::CopsAnswer).
pub const COPS_KEYS: &[Key] = &[
    ("schema", KeyKind::Number),
    ("source", KeyKind::Text),
    ("graph", KeyKind::Number),
    ("input", KeyKind::Text),
    ("name", KeyKind::Text),
    ("vertices", KeyKind::Number),
    ("edges", KeyKind::Number),
    ("cop_number", KeyKind::Number),
    ("capture_time", KeyKind::Number),
    ("placement", KeyKind::Nested),
    ("cats_tried", KeyKind::Number),
    ("placements", KeyKind::Nested),
    ("dismantling", KeyKind::Nested),
    ("lower_bound", KeyKind::Nested),
    ("at_least", KeyKind::Number),
    ("at_least_by", KeyKind::Word(BoundProof::WORDS)),
    ("at_most", KeyKind::Number),
    ("at_most_by", KeyKind::Word(BoundProof::WORDS)),
    ("stop", KeyKind::Nested),
];

/// The keys of a [`SolveAnswer`](crate::answers::SolveAnswer).
pub const SOLVE_KEYS: &[Key] = &[
    ("schema", KeyKind::Number),
    ("source", KeyKind::Text),
    ("graph", KeyKind::Number),
    ("input", KeyKind::Text),
    ("name", KeyKind::Text),
    ("outcome", KeyKind::Word(catmouse_model::Outcome::WORDS)),
    ("decided_by", KeyKind::Word(DecidedBy::WORDS)),
    ("distance_plies", KeyKind::Number),
    ("distance_cost", KeyKind::Number),
    ("par_moves", KeyKind::Number),
    ("distances", KeyKind::Nested),
    ("start", KeyKind::Nested),
    ("placement", KeyKind::Nested),
    ("positions", KeyKind::Nested),
    ("longest_plies", KeyKind::Nested),
    ("longest_cost", KeyKind::Nested),
];

/// Comparisons, all of which must hold: `cop_number=3, capture_time>=2`.
///
/// ```
/// use catmouse::streams::{COPS_KEYS, Filter};
/// use serde_json::json;
///
/// let filter = Filter::parse("cop_number=3, capture_time>=2", COPS_KEYS)?;
/// assert!(filter.holds(&json!({ "cop_number": 3, "capture_time": 2 })));
/// assert!(!filter.holds(&json!({ "cop_number": 3, "capture_time": null })));
/// # Ok::<(), catmouse::streams::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter(Vec<Comparison>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparison {
    key: &'static str,
    relation: Relation,
    operand: Operand,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Operand {
    Null,
    Number(i128),
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Relation {
    /// Every sign with its relation. Signs of two characters come first, because some signs of one
    /// character are their beginnings.
    const ALL: [(&'static str, Self); 7] = [
        ("!=", Self::Unequal),
        ("==", Self::Equal),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::Unequal)
    }
}

/// The reason why a text is not a list of comparisons.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FilterError {
    /// A part between commas is not a comparison.
    #[error("`{piece}` is not a comparison: expected a key, one of = != < <= > >=, and a value, as in `{example}`")]
    Incomplete {
        /// The part.
        piece: String,
        /// An example of a comparison.
        example: String,
    },
    /// The answers have no such key.
    #[error("there is no key `{key}`: the keys are {keys}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The keys that can be compared.
        keys: String,
    },
    /// The key can only be compared with null: its other values are lists or objects, or the same for
    /// all answers.
    #[error("`{key}` can only be compared with null: use one of {keys}")]
    Nested {
        /// The key.
        key: &'static str,
        /// The keys that can be compared.
        keys: String,
    },
    /// The key cannot have this value.
    #[error("`{value}` is not a value of `{key}`, which is {wanted}")]
    Value {
        /// The value.
        value: String,
        /// The key.
        key: &'static str,
        /// A description of the possible values.
        wanted: String,
    },
    /// Words and null have no order, so they cannot be compared by `<` or `>`.
    #[error("`{value}` is not a number: use = or != with `{key}`")]
    NoOrder {
        /// The value.
        value: String,
        /// The key.
        key: &'static str,
    },
}

impl Filter {
    /// Reads comparisons of these keys. A comma means *and*. Blanks around keys and values are
    /// ignored. A value in double quotes may contain commas.
    ///
    /// # Errors
    ///
    /// [`FilterError`] for the first comparison that is wrong.
    pub fn parse(text: &str, keys: &'static [Key]) -> Result<Self, FilterError> {
        pieces(text).into_iter().map(|piece| Comparison::parse(piece, keys)).collect::<Result<_, _>>().map(Self)
    }

    /// Whether all comparisons hold for an answer, given as JSON. Null is equal only to null, and
    /// unequal to everything else.
    pub fn holds(&self, answer: &Value) -> bool {
        self.0.iter().all(|comparison| comparison.holds(&answer[comparison.key]))
    }

    /// Whether all comparisons hold for an answer that has not been converted to JSON.
    pub fn accepts(&self, answer: &impl Serialize) -> bool {
        serde_json::to_value(answer).is_ok_and(|answer| self.holds(&answer))
    }
}

impl Comparison {
    fn parse(piece: &str, keys: &'static [Key]) -> Result<Self, FilterError> {
        let comparable = || Keys(keys).to_string();
        let incomplete = || {
            let number = keys.iter().rev().find(|(_, kind)| *kind == KeyKind::Number).map_or("graph", |(key, _)| key);
            FilterError::Incomplete { piece: piece.trim().to_owned(), example: format!("{number}>=2") }
        };
        let at = piece.find(['=', '!', '<', '>']).ok_or_else(incomplete)?;
        let (name, rest) = (piece[..at].trim(), &piece[at..]);
        let &(sign, relation) = Relation::ALL.iter().find(|(sign, _)| rest.starts_with(sign)).ok_or_else(incomplete)?;
        let value = rest[sign.len()..].trim();
        let is_quoted = value.len() >= 2 && value.starts_with('"') && value.ends_with('"');
        if name.is_empty() || value.is_empty() {
            return Err(incomplete());
        }
        let Some(&(key, kind)) = keys.iter().find(|(key, _)| *key == name) else {
            return Err(FilterError::UnknownKey { key: name.to_owned(), keys: comparable() });
        };
        let wrong = |wanted: String| FilterError::Value { value: value.to_owned(), key, wanted };
        let text = if is_quoted { &value[1..value.len() - 1] } else { value };
        let operand = match kind {
            KeyKind::Number | KeyKind::Text | KeyKind::Nested if !is_quoted && value == "null" => Operand::Null,
            KeyKind::Nested => return Err(FilterError::Nested { key, keys: comparable() }),
            KeyKind::Word(words) if !words.contains(&text) => return Err(wrong(words.join(", "))),
            KeyKind::Number => Operand::Number(value.parse().map_err(|_| wrong("a whole number, or null".to_owned()))?),
            KeyKind::Text | KeyKind::Word(_) => Operand::Text(text.to_owned()),
        };
        if !relation.is_equality() && !matches!(operand, Operand::Number(_)) {
            return Err(FilterError::NoOrder { value: value.to_owned(), key });
        }
        Ok(Self { key, relation, operand })
    }

    fn holds(&self, value: &Value) -> bool {
        let number = value.as_u64().map(i128::from).or_else(|| value.as_i64().map(i128::from));
        match (&self.operand, self.relation) {
            (Operand::Null, relation) => value.is_null() == (relation == Relation::Equal),
            (Operand::Text(text), relation) => {
                let switch = value.as_bool().map(|switch| if switch { "true" } else { "false" });
                (value.as_str().or(switch) == Some(text.as_str())) == (relation == Relation::Equal)
            }
            (Operand::Number(operand), Relation::Equal) => number == Some(*operand),
            (Operand::Number(operand), Relation::Unequal) => number != Some(*operand),
            (Operand::Number(operand), Relation::Less) => number.is_some_and(|number| number < *operand),
            (Operand::Number(operand), Relation::AtMost) => number.is_some_and(|number| number <= *operand),
            (Operand::Number(operand), Relation::Greater) => number.is_some_and(|number| number > *operand),
            (Operand::Number(operand), Relation::AtLeast) => number.is_some_and(|number| number >= *operand),
        }
    }
}

/// The keys that can be compared, for messages.
struct Keys(&'static [Key]);

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> =
            self.0.iter().filter(|(_, kind)| *kind != KeyKind::Nested).map(|&(name, _)| name).collect();
        f.write_str(&names.join(", "))
    }
}

/// The parts between commas. Commas within double quotes do not separate parts.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces
}
