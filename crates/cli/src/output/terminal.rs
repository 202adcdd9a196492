//! Documents on a terminal: their colours, and the flags to which they refer.

use anstyle::{AnsiColor, Style};
use catmouse_document::{Document, FrontEnd, PAGE_WIDTH, See, Tone};
use catmouse_model::Outcome;

use crate::setting_flags::flag_with;

/// The command line as a front end of documents.
pub(crate) struct Terminal;

impl FrontEnd for Terminal {
    fn see(&self, see: &See) -> String {
        match see {
            See::Full => "`--full`".to_owned(),
            See::Strategies => "`--strategy`".to_owned(),
            See::Moves => "`catmouse moves`".to_owned(),
            See::Picture => "`catmouse draw`".to_owned(),
            See::Data => "`--format json`".to_owned(),
            See::Rows => "`--format csv` or `json`".to_owned(),
            See::All => "`--all`".to_owned(),
            See::More => "`--top`".to_owned(),
            See::Top => "--top NUMBER".to_owned(),
            See::Take => "`--take NUMBER`".to_owned(),
            See::Settings => "flags".to_owned(),
            See::Setting { key, value } => {
                let is_word = value.chars().all(|sign| sign.is_alphanumeric() || "_-.,".contains(sign));
                let value = if is_word { value.clone() } else { format!("'{value}'") };
                flag_with(key, &value)
            }
            See::From(notation) => format!("--from '{notation}'"),
            see => see.to_string(),
        }
    }

    fn paint(&self, tone: Tone, text: &str) -> String {
        let style = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Strong => Style::new().bold(),
            Tone::Dim => Style::new().dimmed(),
            Tone::Outcome(outcome) => colour(outcome),
        };
        if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
    }
}

/// The colour of an outcome: green for the Mouse, red for the Cat, yellow for a draw.
pub(crate) fn colour(outcome: Outcome) -> Style {
    let colour = match outcome {
        Outcome::Mouse => AnsiColor::Green,
        Outcome::Cat => AnsiColor::Red,
        Outcome::Draw => AnsiColor::Yellow,
    };
    colour.on_default()
}

/// A document as the lines of a terminal, with colour.
pub(crate) fn laid_out(document: &Document) -> String {
    document.text(&Terminal, PAGE_WIDTH)
}
