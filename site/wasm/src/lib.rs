//! What the playground asks, and what it is answered: JSON both ways.
//!
//! Nothing is decided here: a question goes to the library `catmouse`, and what comes of it to the crate `catmouse-page`.

mod edit;

use std::ops::Range;

use catmouse::formats::{Format, FormatChoice, ReadOptions, recognise};
use catmouse::model::{Keyword, Kind, Preset, RuleChoices, RuleSetting, SETTINGS, Section, Side, VertexChoice};
use catmouse::{Choices, Error, Question};
use catmouse_page::{Data, Page};
use serde::{Deserialize, Serialize};

pub use edit::Edit;

/// Bytes that a game may take in a page.
pub const MEMORY: u64 = 512 << 20;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Which settings there are.
    Settings,
    /// A board, solved and explained.
    Show {
        /// The board.
        board: Board,
        /// Where its vertices are drawn, in pixels, if they are to stay there.
        #[serde(default)]
        places: Vec<[f64; 2]>,
    },
    /// A board with one thing changed, as text.
    Edit {
        /// The board.
        board: Board,
        /// The change.
        edit: Edit,
    },
}

/// A board, and what is chosen for it over what it says itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    /// The text, in any format that the library reads.
    pub text: String,
    /// The format, where it is not to be recognised.
    pub input: Option<String>,
    /// The game whose rules hold where nothing else is said.
    pub preset: Option<Preset>,
    /// Settings of the rules.
    pub rules: RuleChoices,
    /// Where the mouse starts.
    pub mouse: Option<VertexChoice>,
    /// Where the cats start.
    pub cats: Option<Vec<VertexChoice>>,
    /// Who moves first.
    pub first: Option<Side>,
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
enum Answer {
    Settings { settings: Vec<SettingAnswer>, presets: Vec<PresetAnswer> },
    Show { data: Box<Data>, format: Option<&'static str> },
    Edit { text: String },
    Refused { problems: Vec<ProblemAnswer> },
}

/// A setting of the rules, for a form.
#[derive(Debug, Serialize)]
struct SettingAnswer {
    key: &'static str,
    help: &'static str,
    board: bool,
    kind: &'static str,
    words: &'static [&'static str],
    unit: &'static str,
    defaults: Vec<String>,
}

/// A game with a name.
#[derive(Debug, Serialize)]
struct PresetAnswer {
    word: &'static str,
    title: &'static str,
}

/// One thing that is wrong.
#[derive(Debug, Serialize)]
struct ProblemAnswer {
    message: String,
    wanted: String,
    /// Where in the text, counted as JavaScript counts: in units of UTF-16.
    span: Option<Range<usize>>,
}

/// Answers a question. What cannot be answered is said so in the answer.
pub fn answer(question: &str) -> String {
    let answer = match serde_json::from_str(question) {
        Ok(Request::Settings) => settings(),
        Ok(Request::Show { board, places }) => show(&board, &places),
        Ok(Request::Edit { board, edit }) => match edit::edited(&board.text, &edit) {
            Ok(text) => Answer::Edit { text },
            Err(message) => refused(message, String::new(), None),
        },
        Err(error) => refused(format!("the question is none: {error}"), String::new(), None),
    };
    serde_json::to_string(&answer).expect("an answer is JSON")
}

fn refused(message: String, wanted: String, span: Option<Range<usize>>) -> Answer {
    Answer::Refused { problems: vec![ProblemAnswer { message, wanted, span }] }
}

fn settings() -> Answer {
    let setting = |setting: &RuleSetting| {
        let (kind, words) = match setting.kind {
            Kind::Switch => ("switch", &[] as &[&str]),
            Kind::Word(words) => ("word", words),
            Kind::Number => ("number", &[] as &[&str]),
            Kind::Limit => ("limit", &[] as &[&str]),
            Kind::Vertices => ("vertices", &[] as &[&str]),
        };
        SettingAnswer {
            key: setting.key,
            help: setting.help,
            board: setting.section == Section::Board,
            kind,
            words,
            unit: setting.unit,
            defaults: Preset::ALL.iter().map(|&preset| setting.default(preset)).collect(),
        }
    };
    Answer::Settings {
        settings: SETTINGS.iter().map(setting).collect(),
        presets: Preset::ALL
            .iter()
            .map(|&preset| PresetAnswer { word: preset.word(), title: preset.title() })
            .collect(),
    }
}

fn show(board: &Board, places: &[[f64; 2]]) -> Answer {
    let insisted = match board.input.as_deref().map(Format::from_word) {
        Some(None) => return refused("there is no such format".to_owned(), String::new(), None),
        Some(Some(format)) => Some(format),
        None => None,
    };
    let format = insisted.map_or(FormatChoice::Recognise, FormatChoice::Insisted);
    let mut choices = Choices::default();
    choices.preset = board.preset;
    choices.rules = board.rules.clone();
    choices.mouse.clone_from(&board.mouse);
    choices.cats.clone_from(&board.cats);
    choices.first = board.first;
    let question = Question::text(&*board.text)
        .read_as(ReadOptions { format, ..ReadOptions::default() })
        .with(choices)
        .allowing(MEMORY);
    match question.solve() {
        Ok(solved) => {
            let start = solved.start();
            let explanation = solved.explanation(&start);
            let claims = solved.story(&explanation);
            let page = Page {
                game: solved.game(),
                values: solved.values(),
                explanation: &explanation,
                claims: &claims,
                title: solved.title(),
                places,
            };
            let format = insisted.or_else(|| recognise(&board.text).ok()).map(Keyword::word);
            Answer::Show { data: Box::new(page.data()), format }
        }
        Err(error) => problems(&board.text, error),
    }
}

/// What is wrong, at its place in the text.
fn problems(text: &str, error: Error) -> Answer {
    match error {
        Error::Problems { problems, record } => {
            // A stream's graph begins somewhere in the text; a problem counts from there.
            let skipped = record.and_then(|record| text.find(record.text())).unwrap_or(0);
            let units = |byte: usize| {
                let end = (skipped + byte).min(text.len());
                text.char_indices().take_while(|&(at, _)| at < end).map(|(_, letter)| letter.len_utf16()).sum()
            };
            let problem = |problem: catmouse::Problem| ProblemAnswer {
                span: problem.span.map(|span| units(span.start)..units(span.end)),
                message: problem.message,
                wanted: problem.wanted,
            };
            Answer::Refused { problems: problems.into_iter().map(problem).collect() }
        }
        other => refused(other.to_string(), String::new(), None),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::answer;

    fn ask(question: &Value) -> Value {
        serde_json::from_str(&answer(&question.to_string())).expect("JSON")
    }

    #[test]
    fn a_board_is_solved_and_explained() {
        let shown = ask(&json!({ "ask": "show", "board": { "text": "[[1,3],[0],[3],[0,2]]" } }));
        assert_eq!(shown["answer"], "show");
        assert_eq!(shown["data"]["headline"], "The Mouse wins in 1 ply.");
    }

    #[test]
    fn rules_are_chosen_by_their_keys() {
        let board = json!({ "text": "[[1,4],[0,2],[1,3],[2,4],[3,0]]", "preset": "cops", "rules": { "cats": 2 } });
        let shown = ask(&json!({ "ask": "show", "board": board }));
        assert_eq!(shown["data"]["cats"]["count"], 2, "{shown}");
        assert!(shown["data"]["headline"].as_str().is_some_and(|text| text.starts_with("The Cat wins")), "{shown}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place_in_the_units_of_javascript() {
        let text = "catmouse = 1\ntitle = \"𝔊\"\n[board]\nadjacency = [[1], [0, 7]]\n";
        let refused = ask(&json!({ "ask": "show", "board": { "text": text } }));
        assert_eq!(refused["answer"], "refused");
        let span = &refused["problems"][0]["span"];
        let units: Vec<u16> = text.encode_utf16().collect();
        let (start, end) = (span["start"].as_u64().unwrap() as usize, span["end"].as_u64().unwrap() as usize);
        assert_eq!(String::from_utf16_lossy(&units[start..end]), "7");
    }

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let row = ".".repeat(400);
        let text = format!("MC{}F\n{}", &row[3..], format!("{row}\n").repeat(100));
        let refused = ask(&json!({ "ask": "show", "board": { "text": text } }));
        assert_eq!(refused["answer"], "refused");
        assert!(refused["problems"][0]["message"].as_str().unwrap().contains("bytes of memory"), "{refused}");
    }

    #[test]
    fn boards_are_edited() {
        let edit = |text: &str, edit: Value| ask(&json!({ "ask": "edit", "board": { "text": text }, "edit": edit }));
        let wall = edit("M..F\n..C.\n", json!({ "cell": { "row": 0, "column": 1, "mark": "#" } }));
        assert_eq!(wall["text"], "M#.F\n..C.\n");
        let joined = edit("[[1],[0,2],[1]]", json!({ "edge": { "from": 0, "to": 2 } }));
        assert_eq!(joined["text"], "[[1,2],[0,2],[0,1]]\n");
        let parted = edit("[[1,2],[0,2],[0,1]]", json!({ "edge": { "from": 0, "to": 2 } }));
        assert_eq!(parted["text"], "[[1],[0,2],[1]]\n");
        let more = edit("[[1,2],[0,2],[0,1]]", json!("add-vertex"));
        assert_eq!(more["text"], "[[1,2],[0,2],[0,1],[]]\n");
        let fewer = edit("[[1,2],[0,2],[0,1]]", json!({ "remove-vertex": { "vertex": 1 } }));
        assert_eq!(fewer["text"], "[[1],[0]]\n");
        assert_eq!(edit("nonsense", json!("add-vertex"))["answer"], "refused");
        let setup = "catmouse = 1\n\n[board]\nadjacency = [[1], [0, 2], [1]]\nnames = [\"a\", \"b\", \"c\"]\n";
        let named = edit(setup, json!({ "edge": { "from": 0, "to": 2 } }));
        let text = named["text"].as_str().unwrap();
        assert!(text.contains("names") && text.contains("[0, 2]"), "{text}");
    }

    #[test]
    fn what_is_no_question_is_said_so() {
        for question in ["", "{}", "[1]", "{\"ask\":\"nothing\"}"] {
            let refused: Value = serde_json::from_str(&answer(question)).expect("JSON");
            assert_eq!(refused["answer"], "refused");
        }
    }

    #[test]
    fn every_setting_is_listed() {
        let listed = ask(&json!({ "ask": "settings" }));
        assert_eq!(listed["settings"].as_array().unwrap().len(), catmouse::model::SETTINGS.len());
        assert_eq!(listed["presets"].as_array().unwrap().len(), 3);
    }
}
