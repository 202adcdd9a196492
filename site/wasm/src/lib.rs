//! The questions of the playground and their answers, both as JSON.
//!
//! No rule of a game stands here: questions go to the library `catmouse`, which also makes the data of the page.

mod drawing;
mod edit;

use std::ops::Range;

use catmouse::arena::{Arena, PositionId};
use catmouse::explain::prose::headline;
use catmouse::formats::{Format, FormatChoice, ReadOptions};
use catmouse::model::{Keyword, Kind, Preset, RuleChoices, RuleSetting, SETTINGS, Section, Side, VertexChoice};
use catmouse::page::Data;
use catmouse::{Choices, Error, Event, Question, Session, Skill, Solved};
use serde::{Deserialize, Serialize};

pub use drawing::Drawing;
pub use edit::Edit;

/// The most bytes that a game may take in a browser.
pub const MEMORY: u64 = 512 << 20;

/// A question.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Asks for the list of settings.
    Settings,
    /// Asks for a board to be solved and explained.
    Show {
        /// The board.
        board: Board,
        /// The change to make before, if any.
        #[serde(default)]
        edit: Option<Edit>,
        /// The board that is drawn now; vertices stay where it has them.
        #[serde(default)]
        drawing: Option<Drawing>,
    },
    /// Asks for the move that the computer makes at a level after some moves.
    Reply {
        /// The board.
        board: Board,
        /// The number of the position at which the game began.
        from: u64,
        /// The number of the position after each move.
        moves: Vec<u64>,
        /// The level, by its name.
        level: String,
        /// The seed that decides at which turns the level makes its errors.
        seed: u64,
    },
}

/// A board, and choices that take precedence over what it says itself.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    /// The text, in any format that the library reads.
    pub text: String,
    /// The format; `None` if it is to be recognised.
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
    Settings {
        settings: Vec<SettingAnswer>,
        presets: Vec<PresetAnswer>,
    },
    /// The text of a board after a change.
    Edit {
        text: String,
    },
    /// Who wins and how soon; sent before the rest is known.
    Verdict {
        headline: String,
    },
    Show {
        data: Box<Data>,
    },
    /// The number of the position after the computer's move, if there is one to make; how the game ended, if it has.
    Reply {
        to: Option<u64>,
        end: Option<String>,
    },
    Refused {
        problems: Vec<ProblemAnswer>,
    },
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

/// Answers a question, by one call of `tell` or several: a call for what is known before the rest. If the question cannot be answered,
/// the answer says why.
pub fn answer(question: &str, tell: &mut dyn FnMut(String)) {
    let mut tell = |answer: Answer| tell(serde_json::to_string(&answer).expect("an answer is JSON"));
    let last = match serde_json::from_str(question) {
        Ok(Request::Settings) => settings(),
        Ok(Request::Show { board, edit, drawing }) => {
            show(board, edit.as_ref(), drawing, &mut tell).unwrap_or_else(|refused| refused)
        }
        Ok(Request::Reply { board, from, moves, level, seed }) => reply(&board, from, &moves, &level, seed),
        Err(error) => refused(format!("the question is none: {error}"), String::new(), None),
    };
    tell(last);
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

/// A board solved under the chosen settings.
fn solved(board: &Board) -> Result<Solved, Answer> {
    let insisted = match board.input.as_deref().map(Format::from_word) {
        Some(None) => return Err(refused("there is no such format".to_owned(), String::new(), None)),
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
    question.solve().map_err(|error| problems(&board.text, error))
}

/// The data that the page shows of a solved board. Before that, `tell` receives the text of the board, if it was changed, and the verdict.
fn show(
    mut board: Board,
    edit: Option<&Edit>,
    mut drawing: Option<Drawing>,
    tell: &mut dyn FnMut(Answer),
) -> Result<Answer, Answer> {
    if let Some(edit) = edit {
        board.text = edit::edited(&board.text, edit).map_err(|message| refused(message, String::new(), None))?;
        drawing = drawing.map(|drawing| drawing.after(edit));
        tell(Answer::Edit { text: board.text.clone() });
    }
    let solved = solved(&board)?;
    let start = solved.start();
    tell(Answer::Verdict { headline: headline(&start.summary, solved.game()) });
    let mut page = solved.page(&start, &solved.game().adjudication()).map_err(|error| problems(&board.text, error))?;
    page.places = drawing.map_or_else(Vec::new, |drawing| drawing.places_on(solved.game().board()));
    Ok(Answer::Show { data: Box::new(page.data()) })
}

fn reply(board: &Board, from: u64, moves: &[u64], level: &str, seed: u64) -> Answer {
    let skill: Skill = match level.parse() {
        Ok(skill) => skill,
        Err(error) => return refused("there is no such level".to_owned(), format!("{error}"), None),
    };
    match solved(board) {
        Ok(solved) => answered(&solved, from, moves, skill, seed).unwrap_or_else(|error| problems(&board.text, error)),
        Err(refused) => refused,
    }
}

/// The move of the computer, which plays at a level, after these moves.
fn answered(solved: &Solved, from: u64, moves: &[u64], skill: Skill, seed: u64) -> Result<Answer, Error> {
    let from = usize::try_from(from).unwrap_or(usize::MAX);
    if from >= solved.game().arena().positions() {
        return Ok(refused("there is no such position".to_owned(), "a position of this game".to_owned(), None));
    }
    let mut session = Session::new(solved).seed(seed).beginning_at(PositionId::new(from));
    for &to in moves {
        let Some(step) = session.legal().into_iter().find(|step| step.to.index() as u64 == to) else {
            let end = session.end().map(|end| end.text);
            let wanted = end.clone().unwrap_or_else(|| "moves that are legal from the start of the board".to_owned());
            return Ok(refused("these moves cannot be made".to_owned(), wanted, None));
        };
        session.make(step)?;
    }
    let mut to = None;
    if let Some(side) = session.to_act() {
        session = session.skill(side, skill);
        to = match session.reply()? {
            Some(Event::Moved(played)) => Some(played.step.to.index() as u64),
            _ => None,
        };
    }
    Ok(Answer::Reply { to, end: session.end().map(|end| end.text) })
}

/// Problems with their places in the text of the board.
fn problems(text: &str, error: Error) -> Answer {
    match error {
        Error::Problems { problems, record } => {
            let units = |end: usize| {
                text.char_indices().take_while(|&(at, _)| at < end).map(|(_, letter)| letter.len_utf16()).sum()
            };
            // A graph of a stream begins somewhere in the text, and places in it are counted from there.
            let begins = |span: &Range<usize>| match &record {
                Some(record) => byte_at(text, record.place(Some(span))),
                None => span.start,
            };
            let problem = |problem: catmouse::Problem| ProblemAnswer {
                span: problem.span.map(|span| {
                    let start = begins(&span);
                    units(start)..units(start + span.len())
                }),
                message: problem.message,
                wanted: problem.wanted,
            };
            Answer::Refused { problems: problems.into_iter().map(problem).collect() }
        }
        other => refused(other.to_string(), String::new(), None),
    }
}

/// The byte at which a character begins, given by its line and its number in the line, both counted from 1.
fn byte_at(text: &str, (line, column): (u64, u64)) -> usize {
    let number = |counted: u64| usize::try_from(counted.saturating_sub(1)).unwrap_or(usize::MAX);
    let begin: usize = text.split_inclusive('\n').take(number(line)).map(str::len).sum();
    begin + text[begin..].chars().take(number(column)).map(char::len_utf8).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::answer;

    /// All answers to a question.
    fn answers(question: &str) -> Vec<Value> {
        let mut answers = Vec::new();
        answer(question, &mut |answer| {
            assert!(!answer.contains('\n'), "an answer is a line");
            answers.push(serde_json::from_str(&answer).expect("JSON"));
        });
        answers
    }

    /// The last of them.
    fn ask(question: &Value) -> Value {
        answers(&question.to_string()).pop().expect("an answer")
    }

    #[test]
    fn a_board_is_solved_and_explained() {
        let shown = ask(&json!({ "ask": "show", "board": { "text": "[[1,3],[0],[3],[0,2]]" } }));
        assert_eq!(shown["answer"], "show");
        assert_eq!(shown["data"]["headline"], "The Mouse wins in 1 ply.");
    }

    #[test]
    fn the_text_and_the_verdict_come_before_the_page() {
        let question = json!({ "ask": "show", "board": { "text": "[[1,3],[0],[3],[0,2]]" },
            "edit": { "edge": { "from": 1, "to": 2 } } });
        let given = answers(&question.to_string());
        let kinds: Vec<_> = given.iter().map(|answer| answer["answer"].as_str().unwrap_or_default()).collect();
        assert_eq!(kinds, ["edit", "verdict", "show"]);
        assert_eq!(given[1]["headline"], given[2]["data"]["headline"]);
    }

    /// The places at which the vertices of a graph with 40 vertices are drawn, before and after a change.
    fn drawn_again(before: &str, changed: &Value) -> [Vec<(f64, f64)>; 2] {
        let places = |shown: &Value| {
            let coordinate = |value: &Value| value.as_f64().expect("a number");
            let place = |place: &Value| (coordinate(&place[1][0]), coordinate(&place[1][1]));
            shown["data"]["stage"]["places"].as_array().expect("places").iter().map(place).collect::<Vec<_>>()
        };
        let drawn = places(&ask(&json!({ "ask": "show", "board": { "text": before } })));
        let mut question = changed.clone();
        question["drawing"] = json!({ "text": before, "places": drawn });
        let again = places(&ask(&question));
        [drawn, again]
    }

    /// A cycle of 40 vertices with every fourth joined to the one opposite.
    fn spoked() -> Vec<Vec<usize>> {
        let of = |v: usize| {
            let mut list = vec![(v + 39) % 40, (v + 1) % 40];
            list.extend(v.is_multiple_of(4).then_some((v + 20) % 40));
            list.sort_unstable();
            list
        };
        (0..40).map(of).collect()
    }

    #[test]
    fn an_edit_of_an_edge_does_not_lay_out_anew() {
        let before = json!(spoked()).to_string();
        let mut other = spoked();
        other[1].push(21);
        other[21].push(1);
        let typed = json!({ "ask": "show", "board": { "text": json!(other).to_string() } });
        let clicked =
            json!({ "ask": "show", "board": { "text": before }, "edit": { "edge": { "from": 1, "to": 21 } } });
        for changed in [typed.clone(), clicked] {
            let [drawn, again] = drawn_again(&before, &changed);
            assert_eq!(drawn, again);
        }
        // If the question does not say what is drawn now, the new edge changes the drawing.
        let [drawn, _] = drawn_again(&before, &typed);
        let [anew, _] = drawn_again(&json!(other).to_string(), &typed);
        assert_ne!(drawn, anew);
    }

    #[test]
    fn a_vertex_that_is_taken_out_leaves_the_others_where_they_were() {
        let before = json!(spoked()).to_string();
        let remove =
            json!({ "ask": "show", "board": { "text": before }, "edit": { "remove-vertex": { "vertex": 3 } } });
        let [mut drawn, again] = drawn_again(&before, &remove);
        drawn.remove(3);
        // The drawing as a whole moves to its corner.
        let shift = (again[0].0 - drawn[0].0, again[0].1 - drawn[0].1);
        for (one, other) in drawn.iter().zip(&again) {
            assert!((one.0 + shift.0 - other.0).abs() < 0.2 && (one.1 + shift.1 - other.1).abs() < 0.2);
        }
        let add = json!({ "ask": "show", "board": { "text": before }, "edit": "add-vertex" });
        let [drawn, again] = drawn_again(&before, &add);
        assert_eq!(drawn[..], again[..40]);
    }

    #[test]
    fn another_graph_is_laid_out_by_itself() {
        let path: Vec<Vec<usize>> = (0..40_usize).map(|v| (0..40).filter(|&w| v.abs_diff(w) == 1).collect()).collect();
        let path = json!({ "ask": "show", "board": { "text": json!(path).to_string() } });
        let [_, again] = drawn_again(&json!(spoked()).to_string(), &path);
        let [alone, _] = drawn_again(path["board"]["text"].as_str().unwrap_or_default(), &path);
        assert_eq!(again, alone);
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

    /// The character after a board may also occur within it: the place is that of the second brace, not of the first.
    #[test]
    fn what_is_wrong_in_a_later_graph_of_the_text_is_pointed_at_there() {
        let text = "graph { 0 -- 1 }\n}\n";
        let refused = ask(&json!({ "ask": "show", "board": { "text": text } }));
        let span = &refused["problems"][0]["span"];
        assert_eq!((span["start"].as_u64(), span["end"].as_u64()), (Some(17), Some(18)), "{refused}");
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
        let edit = |text: &str, edit: Value| {
            let question = json!({ "ask": "show", "board": { "text": text }, "edit": edit });
            answers(&question.to_string()).swap_remove(0)
        };
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
    fn the_computer_plays_at_the_levels_of_the_library() {
        let board = json!({ "text": "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]" });
        let data = ask(&json!({ "ask": "show", "board": board }))["data"].clone();
        let levels: Vec<_> = data["levels"].as_array().unwrap().iter().map(|level| &level["name"]).collect();
        assert_eq!(levels, ["perfect", "strong", "fair", "weak", "hopeless"]);
        let reply = |moves: &[&Value], level: &str, seed: u64| {
            let from = &data["start"];
            ask(&json!({ "ask": "reply", "board": board, "from": from, "moves": moves, "level": level, "seed": seed }))
        };
        // The line begins with the Mouse's best move, which the perfect level plays, whatever the seed.
        let line = data["line"].as_array().unwrap();
        for seed in 0..5 {
            assert_eq!(reply(&[], "perfect", seed)["to"], line[0]["to"]);
            assert_eq!(reply(&[&line[0]["to"]], "perfect", seed)["to"], line[1]["to"]);
        }
        // The last level plays another move wherever there is a worse one, and the same for the same seed.
        let worse = reply(&[], "hopeless", 7);
        assert_ne!(worse["to"], line[0]["to"]);
        assert_eq!(worse, reply(&[], "hopeless", 7));
        assert_eq!(reply(&[&json!(1_000_000)], "perfect", 0)["answer"], "refused");
        assert_eq!(reply(&[], "godlike", 0)["answer"], "refused");
    }

    #[test]
    fn a_position_that_stands_for_the_third_time_ends_the_game() {
        // One cop on a square never catches a robber who stays in the opposite corner.
        let board = json!({ "text": "[[1,3],[0,2],[1,3],[0,2]]", "preset": "cops" });
        let from = ask(&json!({ "ask": "show", "board": board }))["data"]["start"].clone();
        let mut moves: Vec<u64> = Vec::new();
        let mut ended = Value::Null;
        while moves.len() < 40 && ended.is_null() {
            let reply = ask(&json!({ "ask": "reply", "board": board, "from": from, "moves": moves,
                "level": "perfect", "seed": 0 }));
            ended = reply["end"].clone();
            moves.extend(reply["to"].as_u64());
        }
        assert!(ended.as_str().is_some_and(|text| text.contains("for the third time")), "{ended} {moves:?}");
    }

    #[test]
    fn what_is_no_question_is_said_so() {
        for question in ["", "{}", "[1]", "{\"ask\":\"nothing\"}"] {
            assert_eq!(answers(question)[0]["answer"], "refused");
        }
    }

    #[test]
    fn every_setting_is_listed() {
        let listed = ask(&json!({ "ask": "settings" }));
        assert_eq!(listed["settings"].as_array().unwrap().len(), catmouse::model::SETTINGS.len());
        assert_eq!(listed["presets"].as_array().unwrap().len(), 3);
    }
}
