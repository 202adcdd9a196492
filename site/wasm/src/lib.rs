//! The questions of the playground and their answers, both as JSON.
//!
//! This crate contains no rules of a game. It passes questions on to the library `catmouse`, which
//! also makes the data of the page.

mod drawing;
mod edit;
mod question;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::ops::Range;

use catmouse::explain::prose::headline;
use catmouse::formats::{
    BoardText, FAMILIES, Family, Format, NoSuchGraph, Problem, ReadOptions, named_graph, recognise, write,
};
use catmouse::model::{
    Keyword, Kind, LimitChoice, NoSight, Preset, RuleChoices, RuleSetting, SETTINGS, SettingValue, SetupPlace, Side,
    VertexChoice, python_literal, shell_print,
};
use catmouse::page::Data;
use catmouse::{Choices, Error, Question, Solved, memory::Work};
use catmouse_reader::ProblemAnswer;
use serde::Serialize;
use serde_json::json;

use crate::edit::Refusal;

pub use catmouse_reader::Reading;
pub use drawing::Drawing;
pub use edit::Edit;

/// The most bytes that a game may take in a browser.
pub const MEMORY: u64 = 512 << 20;

/// The message about a text that is no board.
const NONSENSE: &str = "this is neither a board nor the name of a graph";

/// A question.
#[derive(Debug)]
pub enum Request {
    /// Asks for the lists of settings and of graphs with names.
    Settings,
    /// Asks for a change of a board. The answer is immediate.
    Edit {
        /// The board.
        board: Board,
        /// The change.
        edit: Edit,
        /// The places of the vertices in the picture, if there is one.
        drawing: Option<Drawing>,
    },
    /// Asks for a board to be solved and explained.
    Show {
        /// The board.
        board: Board,
        /// The board in the picture. Its vertices keep their places.
        drawing: Option<Drawing>,
    },
    /// Asks for a board with its choices as a text in a format. The answer is immediate.
    Write {
        /// The board.
        board: Board,
        /// The format: `setup`, `leetcode` or `grid`; or `command` or `python`, which solve the
        /// board.
        format: String,
    },
}

/// A board, and choices that override those of its text.
#[derive(Debug, Default)]
pub struct Board {
    /// The text, in any format that the library reads, or the name of a graph.
    pub text: String,
    /// How the text is read.
    pub reading: Reading,
    /// The game that gives the rules which are not set explicitly.
    pub preset: Option<Preset>,
    /// Settings of the rules: their values as a reader writes them, by their keys.
    pub rules: BTreeMap<String, String>,
    /// The start of the mouse.
    pub mouse: Option<VertexChoice>,
    /// The starts of the cats.
    pub cats: Option<Vec<VertexChoice>>,
    /// The player who moves first.
    pub first: Option<Side>,
    /// The values of the settings, after `Board::settle`.
    pub(crate) chosen: RuleChoices,
    /// Whether the text is that of a graph whose name was given. Then the reader does not see it.
    is_named: bool,
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
enum Answer {
    Settings {
        settings: Vec<SettingAnswer>,
        presets: Vec<PresetAnswer>,
        families: Vec<FamilyAnswer>,
    },
    /// A board after a change.
    Edit {
        text: String,
        /// The chosen holes as a text, if the change renumbered them.
        hole: Option<String>,
        /// The chosen starts after the change.
        mouse: Option<VertexChoice>,
        cats: Option<Vec<VertexChoice>>,
        /// The places of the vertices after the change, if the question had a drawing.
        drawing: Option<Drawing>,
    },
    /// The winner and the distance, which are sent before the rest of the answer is known.
    Verdict {
        headline: String,
    },
    Show {
        data: Box<Data>,
    },
    /// A board as a text.
    Written {
        text: String,
    },
    Refused {
        problems: Vec<ProblemAnswer>,
        /// Whether the text has a format that another program reads.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        reader: bool,
    },
}

/// A setting of the rules, for a form.
#[derive(Debug, Serialize)]
struct SettingAnswer {
    key: &'static str,
    help: &'static str,
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

/// A graph with a name, or a family of graphs with parameters.
#[derive(Debug, Serialize)]
struct FamilyAnswer {
    /// The name with its parameters, such as `grid:RxC`.
    name: String,
    example: &'static str,
    help: &'static str,
}

/// Answers a question by one or several calls of `tell`. Parts that are known early
/// are sent first. If the question cannot be answered, the answer says why.
pub fn answer(question: &str, tell: &mut dyn FnMut(String)) {
    let mut tell = |answer: Answer| tell(serde_json::to_string(&answer).expect("an answer is JSON"));
    let last = match question::read(question) {
        Some(Request::Settings) => settings(),
        Some(Request::Edit { board, edit, drawing }) => {
            board.settled().map_or_else(|refused| refused, |board| edited(board, &edit, drawing))
        }
        Some(Request::Show { board, drawing }) => {
            board.settled().and_then(|board| show(&board, drawing, &mut tell)).unwrap_or_else(|refused| refused)
        }
        Some(Request::Write { board, format }) => {
            board.settled().map_or_else(|refused| refused, |board| written(&board, &format, Work::SOLVE))
        }
        None => refused("the question is none".to_owned(), String::new(), None),
    };
    tell(last);
}

/// Shows or writes a board on which the mouse is not always seen.
pub fn answer_unseen(question: &str, tell: &mut dyn FnMut(String)) {
    let shown = match question::read(question) {
        Some(Request::Show { board, drawing }) => board.settled().and_then(|board| show_unseen(&board, drawing)),
        Some(Request::Write { board, format }) => {
            Err(board.settled().map_or_else(|refused| refused, |board| written(&board, &format, Work::UNSEEN)))
        }
        _ => Err(refused("the question is none".to_owned(), String::new(), None)),
    };
    tell(shown.unwrap_or_else(|answer| serde_json::to_string(&answer).expect("an answer is JSON")));
}

/// Reads a question from standard input, and writes its answers to standard output, one on each
/// line, as soon as each is known.
///
/// # Errors
///
/// The question cannot be read, or an answer cannot be written.
pub fn serve(answer: fn(&str, &mut dyn FnMut(String))) -> io::Result<()> {
    let mut question = String::new();
    io::stdin().read_to_string(&mut question)?;
    let mut output = io::stdout().lock();
    let mut written = Ok(());
    answer(&question, &mut |mut answer| {
        answer.push('\n');
        if written.is_ok() {
            written = output.write_all(answer.as_bytes());
        }
    });
    written
}

fn refused(message: String, wanted: String, span: Option<Range<usize>>) -> Answer {
    let problem = ProblemAnswer { message, wanted, remedies: Vec::new(), setting: None, span };
    Answer::Refused { problems: vec![problem], reader: false }
}

fn settings() -> Answer {
    let setting = |setting: &RuleSetting| {
        let (kind, words) = match setting.kind {
            Kind::Switch => ("switch", &[] as &[&str]),
            Kind::Word(words) => ("word", words),
            Kind::Number => ("number", &[] as &[&str]),
            Kind::Limit => ("limit", &[] as &[&str]),
            Kind::Vertices => ("vertices", &[] as &[&str]),
            Kind::Kinds => ("kinds", &[] as &[&str]),
            Kind::Sight => ("sight", &[] as &[&str]),
            Kind::Words(words) => ("words", words),
            Kind::Numbers => ("numbers", &[] as &[&str]),
        };
        SettingAnswer {
            key: setting.key,
            help: setting.help,
            kind,
            words,
            unit: setting.unit,
            defaults: Preset::ALL.iter().map(|&preset| setting.default(preset)).collect(),
        }
    };
    let family = |family: &Family| FamilyAnswer {
        name: match family.arguments {
            "" => family.name.to_owned(),
            arguments => format!("{}:{arguments}", family.name),
        },
        example: family.example,
        help: family.help,
    };
    Answer::Settings {
        families: FAMILIES.iter().map(family).collect(),
        settings: SETTINGS.iter().map(setting).collect(),
        presets: Preset::ALL
            .iter()
            .map(|&preset| PresetAnswer { word: preset.word(), title: preset.title() })
            .collect(),
    }
}

impl Board {
    /// The board with the text of its graph, if a name was given, and with the values of its settings.
    ///
    /// # Errors
    ///
    /// There is no graph with these parameters, or values cannot be read.
    fn settled(mut self) -> Result<Self, Answer> {
        match text_of(&self.text).map_err(|error| refused(error.to_string(), String::new(), None))? {
            Cow::Borrowed(_) => {}
            Cow::Owned(text) => (self.text, self.is_named) = (text, true),
        }
        let mut problems = Vec::new();
        for setting in SETTINGS {
            let Some(text) = self.rules.get(setting.key) else { continue };
            let value = value(setting.kind, text.trim());
            if value.and_then(|value| setting.set(&mut self.chosen, value)).is_none() {
                problems.push(ProblemAnswer {
                    message: format!("“{text}” is no value for “{}”", setting.help.replace('`', "")),
                    wanted: wanted(setting.kind),
                    remedies: Vec::new(),
                    setting: Some(setting.key),
                    span: None,
                });
            }
        }
        if problems.is_empty() { Ok(self) } else { Err(Answer::Refused { problems, reader: false }) }
    }

    /// A question about the board.
    fn question(&self) -> Question {
        Question::text(&*self.text).read_as(self.options()).with(self.choices()).allowing(MEMORY)
    }

    /// How the text is read. An unknown format is recognised.
    fn options(&self) -> ReadOptions {
        self.reading.options(self.chosen.directed == Some(true))
    }

    /// Whether pieces or rules were chosen outside the text.
    fn is_changed(&self) -> bool {
        let is_placed = self.mouse.is_some() || self.cats.is_some() || self.first.is_some();
        is_placed || self.preset.is_some() || !self.rules.is_empty()
    }

    /// The choices that were made outside the text.
    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        choices.preset = self.preset;
        choices.rules = self.chosen.clone();
        choices.mouse.clone_from(&self.mouse);
        choices.cats.clone_from(&self.cats);
        choices.first = self.first;
        choices
    }
}

/// The text of a board. If it is the name of a graph, the text of the graph.
fn text_of(text: &str) -> Result<Cow<'_, str>, NoSuchGraph> {
    Ok(named_graph(text.trim()).transpose()?.map_or(Cow::Borrowed(text), |graph| Cow::Owned(graph.text().0)))
}

/// The value of a setting of this kind as a reader writes it; `None` if it is wrong.
fn value(kind: Kind, text: &str) -> Option<SettingValue> {
    fn parts<'a>(text: &'a str, separators: &'a [char]) -> impl Iterator<Item = &'a str> {
        text.split(separators).filter(|part| !part.is_empty())
    }
    let vertices = |separators: &[char]| parts(text, separators).map(str::parse).collect::<Result<Vec<_>, _>>();
    Some(match kind {
        Kind::Switch => SettingValue::Switch(text.parse().ok()?),
        Kind::Word(words) => SettingValue::Word(words.iter().find(|word| **word == text)?),
        Kind::Number => SettingValue::Number(text.parse().ok()?),
        Kind::Limit if text == "none" => SettingValue::Limit(LimitChoice::None),
        Kind::Limit => SettingValue::Limit(LimitChoice::Plies(text.parse().ok()?)),
        Kind::Vertices if text == "none" => SettingValue::Vertices(Vec::new()),
        // One cell may be written `2, 0`; of several vertices, cells are `(2,0)` or without a blank.
        Kind::Vertices => SettingValue::Vertices(match text.parse() {
            Ok(only) => vec![only],
            Err(_) => vertices(&[' ']).or_else(|_| vertices(&[' ', ','])).ok()?,
        }),
        Kind::Kinds if text == "none" => SettingValue::Kinds(Vec::new()),
        Kind::Kinds => SettingValue::Kinds(parts(text, &[' ', ',']).map(str::to_owned).collect()),
        Kind::Sight => SettingValue::Sight(text.parse().ok()?),
        Kind::Words(words) => {
            let known = |part| words.iter().copied().find(|word| *word == part);
            SettingValue::Words(parts(text, &[' ', ',']).map(known).collect::<Option<_>>()?)
        }
        Kind::Numbers => {
            SettingValue::Numbers(parts(text, &[' ', ',']).map(|part| part.parse().ok()).collect::<Option<_>>()?)
        }
    })
}

/// The expected values of a setting of this kind, in words.
fn wanted(kind: Kind) -> String {
    match kind {
        Kind::Switch => "expected true or false".to_owned(),
        Kind::Word(words) => format!("expected one of {}", words.join(", ")),
        Kind::Number => "expected a whole number, such as 2".to_owned(),
        Kind::Limit => "expected a whole number, such as 2, or none".to_owned(),
        Kind::Vertices => "expected numbers, names or cells such as (0,2), or none".to_owned(),
        Kind::Kinds => "expected names of kinds, or none".to_owned(),
        Kind::Sight => NoSight.to_string(),
        Kind::Words(words) => format!("expected one of {}, or several for cats that differ", words.join(", ")),
        Kind::Numbers => "expected a whole number, such as 2, or several for cats that differ".to_owned(),
    }
}

/// The board after a change, or the reason why it is not changed.
fn edited(mut board: Board, edit: &Edit, drawing: Option<Drawing>) -> Answer {
    let holes = board.chosen.holes.clone();
    match edit::change(&mut board, edit) {
        Ok(()) => {}
        Err(Refusal::Impossible(words)) => return refused(words, String::new(), None),
        Err(Refusal::NoGame(error)) => return problems(&board, error),
    }
    let written = |holes: Vec<VertexChoice>| match &holes[..] {
        [] => "none".to_owned(),
        holes => holes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    let drawing = drawing.map(|drawing| drawing.after(edit, &board.text));
    let hole = (board.chosen.holes != holes).then(|| board.chosen.holes.map_or_else(String::new, written));
    Answer::Edit { text: board.text, hole, mouse: board.mouse, cats: board.cats, drawing }
}

/// The board with its choices as a text in this format.
fn written(board: &Board, format: &str, work: Work) -> Answer {
    let wrap: fn(&str) -> String = match format {
        "command" => |setup| format!("{} | catmouse explain -\n", shell_print(setup)),
        "python" => |setup| format!("import catmouse\n\nprint(catmouse.solve({}))\n", python_literal(setup)),
        _ => str::to_owned,
    };
    let format = match format {
        "leetcode" => Format::Leetcode,
        "grid" => Format::Grid,
        _ => Format::Setup,
    };
    let prepared = match board.question().prepare(work) {
        Ok(prepared) => prepared,
        Err(error) => return problems(board, error),
    };
    let mut document = BoardText::of_setup(prepared.setup);
    document.title = prepared.title;
    let mut text = String::new();
    match write(&mut text, &document, prepared.game.board(), format) {
        Ok(_) => Answer::Written { text: wrap(&text) },
        Err(error) => refused(error.to_string(), String::new(), None),
    }
}

/// A board solved under the chosen settings.
fn solved(board: &Board) -> Result<Solved, Answer> {
    board.question().solve().map_err(|error| problems(board, error))
}

/// The data from which the page shows a solved board. `tell` receives the verdict first.
fn show(board: &Board, drawing: Option<Drawing>, tell: &mut dyn FnMut(Answer)) -> Result<Answer, Answer> {
    let solved = solved(board)?;
    let start = solved.start();
    tell(Answer::Verdict { headline: headline(&start.summary, solved.game()) });
    let mut page = solved.page(&start).map_err(|error| problems(board, error))?;
    // A title speaks of the board as it was written.
    if board.is_changed() {
        page.title = None;
    }
    page.places = drawing.map_or_else(Vec::new, |drawing| drawing.places_on(&board.text, solved.game().board()));
    Ok(Answer::Show { data: Box::new(page.data()) })
}

/// The same for a board on which the mouse is not always seen, as JSON.
fn show_unseen(board: &Board, drawing: Option<Drawing>) -> Result<String, Answer> {
    let solved = board.question().solve_unseen().map_err(|error| problems(board, error))?;
    let mut page = solved.page();
    if board.is_changed() {
        page.title = None;
    }
    page.places = drawing.map_or_else(Vec::new, |drawing| drawing.places_on(&board.text, solved.game().board()));
    Ok(json!({ "answer": "show", "data": page.data() }).to_string())
}

/// Problems with their places in the text of the board.
fn problems(board: &Board, error: Error) -> Answer {
    let text = &*board.text;
    match error {
        Error::Problems { problems, record } => {
            // A graph of a stream begins at some place in the text, and spans are counted from this
            // place.
            let begins = |span: &Range<usize>| match &record {
                Some(record) => byte_at(text, record.place(Some(span))),
                None => span.start,
            };
            let format = board.options().format.format().or_else(|| recognise(text).ok());
            let reader = format.is_some_and(|format| !format.is_read());
            let is_nonsense = format.is_none();
            let problem = |mut problem: Problem| {
                problem.span = problem.span.filter(|_| !board.is_named).map(|span| {
                    let start = begins(&span);
                    start..start + span.len()
                });
                let setting = problem.place.and_then(setting_at);
                let answer = ProblemAnswer { setting, ..ProblemAnswer::new(text, problem) };
                if !is_nonsense {
                    return answer;
                }
                let (message, wanted) = (NONSENSE.to_owned(), suggestion(text.trim()));
                ProblemAnswer { message, wanted, remedies: Vec::new(), ..answer }
            };
            Answer::Refused { problems: problems.into_iter().map(problem).collect(), reader }
        }
        other => refused(other.to_string(), String::new(), None),
    }
}

/// What a text could be that is neither a board nor the name of a graph.
fn suggestion(text: &str) -> String {
    let head = text.split(':').next().unwrap_or(text).to_lowercase();
    let letters = |family: &&Family| strsim::levenshtein(&head, family.name);
    let nearest = FAMILIES.iter().min_by_key(letters).filter(|family| 3 * letters(family) <= family.name.len());
    let board = || "a board looks like [[1,3],[0],[3],[0,2]], for example".to_owned();
    nearest.map_or_else(board, |family| format!("there is a graph `{}`", family.example))
}

/// The setting of the rules that a place belongs to.
fn setting_at(place: SetupPlace) -> Option<&'static str> {
    let (SetupPlace::Setting(site) | SetupPlace::Item(site, _)) = place else { return None };
    SETTINGS.iter().find(|setting| setting.site == Some(site)).map(|setting| setting.key)
}

/// The byte at which a character begins. Its line, and its number in the line, are counted from 1.
fn byte_at(text: &str, (line, column): (u64, u64)) -> usize {
    let number = |counted: u64| usize::try_from(counted.saturating_sub(1)).unwrap_or(usize::MAX);
    let begin: usize = text.split_inclusive('\n').take(number(line)).map(str::len).sum();
    begin + text[begin..].chars().take(number(column)).map(char::len_utf8).sum::<usize>()
}
