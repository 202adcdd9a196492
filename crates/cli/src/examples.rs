//! The built-in boards. The first is used if a command is given no board.

/// A built-in board.
pub(crate) struct Example {
    /// The name of the board on the command line.
    pub(crate) name: &'static str,
    /// The setup, as a user would write it.
    pub(crate) text: &'static str,
}

macro_rules! examples {
    ($($name:literal),+ $(,)?) => {
        &[$(Example { name: $name, text: include_str!(concat!("../boards/", $name, ".toml")) }),+]
    };
}

/// All built-in boards, in the order in which they are listed.
pub(crate) const EXAMPLES: &[Example] = examples!["ambush", "standoff", "long-way-home", "race", "chase", "sentry"];

/// The example with this name.
pub(crate) fn named(name: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.name == name)
}
