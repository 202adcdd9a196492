//! Settings whose values are words. Each enum is declared once, and everything that reads or prints
//! its words derives from the declaration.

use catmouse_arena::listed;

/// A setting with a fixed set of values, each written as one word.
///
/// ```
/// use catmouse_model::{Keyword, Stalemate};
///
/// assert_eq!(Stalemate::from_word("pass"), Some(Stalemate::Pass));
/// assert_eq!(Stalemate::choices(), "draw, pass or loss");
/// ```
pub trait Keyword: Copy + PartialEq + 'static {
    /// All values, in the order in which messages and help list them.
    const ALL: &'static [Self];

    /// The word for a value.
    fn word(self) -> &'static str;

    /// The value with this word; `None` if there is none.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }

    /// All words, for messages: "draw, pass or loss".
    fn choices() -> String {
        let words: Vec<_> = Self::ALL.iter().map(|value| value.word()).collect();
        listed(&words, "or")
    }
}

/// Defines an enum whose values are written as the same words in text and in serde.
macro_rules! keywords {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// The words of all values, in the order in which messages and help list them.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
        }

        impl $crate::Keyword for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::Keyword::word(*self))
            }
        }
    };
}

pub(crate) use keywords;
