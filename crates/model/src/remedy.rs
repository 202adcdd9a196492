//! Remedies: settings that settle an error, as data. Each front end words them in its own way.

use std::fmt;

/// A setting that settles an error, with the values that do.
///
/// As text it is the choice in the notation of a setup, without its effect.
///
/// ```
/// use catmouse_model::Remedy;
///
/// let remedy = Remedy::new("cat-in-hole", &["allowed", "wins"], "lets the cat enter a hole");
/// assert_eq!(remedy.to_string(), "`cat-in-hole = allowed | wins`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remedy {
    /// The key of the setting: that of a setting of the rules, or a name for what every front end
    /// lets its user choose, such as `input` for the format of the text.
    pub setting: &'static str,
    /// The values that settle the error, in the notation of a setup. Empty if the user has to find
    /// one.
    pub values: Vec<String>,
    /// The effect of the choice, as a predicate: "lets the cat enter a hole".
    pub effect: &'static str,
}

impl Remedy {
    /// A remedy with these values.
    pub fn new(setting: &'static str, values: &[&str], effect: &'static str) -> Self {
        Self { setting, values: values.iter().map(ToString::to_string).collect(), effect }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = if self.values.is_empty() { "…".to_owned() } else { self.values.join(" | ") };
        write!(f, "`{} = {values}`", self.setting)
    }
}

/// A remark on how a text was read, with the settings that read it otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// What the user should know: lowercase, without a full stop.
    pub text: String,
    /// The settings that read the text otherwise.
    pub remedies: Vec<Remedy>,
}

impl From<String> for Remark {
    fn from(text: String) -> Self {
        Self { text, remedies: Vec::new() }
    }
}

/// Appends remedies to a text, which may be empty. `spell` gives a choice in the words of a front
/// end, and `None` for a setting that this front end does not have.
///
/// ```
/// use catmouse_model::{Remedy, with_remedies};
///
/// let remedies = [Remedy::new("base", &["1"], "counts from 1")];
/// let flag = |it: &Remedy| Some(format!("`--{} {}`", it.setting, it.values[0]));
/// let text = with_remedies("vertices are 0 to 4", &remedies, flag);
/// assert_eq!(text, "vertices are 0 to 4; `--base 1` counts from 1");
/// ```
pub fn with_remedies(text: &str, remedies: &[Remedy], spell: impl Fn(&Remedy) -> Option<String>) -> String {
    let worded = remedies.iter().filter_map(|remedy| Some(format!("{} {}", spell(remedy)?, remedy.effect)));
    let parts: Vec<String> = Some(text.to_owned()).filter(|text| !text.is_empty()).into_iter().chain(worded).collect();
    parts.join("; ")
}
