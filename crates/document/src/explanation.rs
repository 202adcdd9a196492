//! An explanation: the headline, the story, the line, whole or folded, and how a draw is held.

use std::collections::BTreeSet;

use catmouse::{Error, Solved, SolvedStart, answers::WhyAnswer};
use catmouse_arena::{Aim, Measure, Player, PositionId, Value, Values, Words};
use catmouse_explain::prose::{Coverage, FoldedRow, Lesson, Replies, Row, run_plies, table, table_size};
use catmouse_explain::story::Claim;
use catmouse_explain::strategy::Strategy;
use catmouse_explain::{Context, Explanation, Law, LineEnd, Ply, WinningTable, prose, winning_table};
use catmouse_model::{Game, Marked, Vertex, listed};

use crate::header::{header_visiting, headline, symmetry, words};
use crate::legend::{heading, legend_of_table, step_note};
use crate::moves::move_text;
use crate::text::{See, Text};
use crate::{Column, Content, Diagram, Document, Header, Play, Round, header, placement};

/// The level of detail of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A short text with everything that a player needs to follow it.
    Folded,
    /// Every ply with every alternative.
    Full,
}

/// The most conditions of a law below the line. A longer one is told by `--law`.
const LAW_CONDITIONS: usize = 2;

/// The fewest plies of a line that is folded. A shorter line shows every ply if there is room,
/// because each remark teaches something and the line is read quickly.
const FOLDED_FROM: usize = 13;

/// A line of at least this many plies is shown in columns, without answers to the loser's other
/// moves.
const COLUMNS_FROM: usize = 36;

/// The most rows of a folded line. If there are more, the rows in the middle are left out.
const LINE_ROWS: usize = 24;

/// The most lines of a table of answers. A larger table keeps the answers that are needed soonest.
const TABLE_LINES: usize = 14;

/// The approximate number of pictures for a folded line, and for a whole line.
const FOLDED_PICTURES: usize = 6;
const PICTURES: usize = 12;

/// A folded line on a board of more rows has a third as many pictures.
const TALL: usize = 10;

/// The most answers of a holding that are listed. There may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// The number of plies that are shown of endless play.
const REPEATING_PLIES: usize = 10;

/// The most rules of each strategy that a page shows.
const RULES_SHOWN: usize = 10;

/// The explanation of a judged position.
///
/// # Errors
///
/// [`Error::Table`], [`Error::NoDistances`].
pub fn explanation(solved: &Solved, start: &SolvedStart, detail: Detail, beginning: Header) -> Result<Document, Error> {
    solved.values().ensure_whole()?;
    let explanation = solved.explanation(start);
    let claims = solved.story(&explanation);
    let page = Page {
        solved,
        game: solved.game(),
        start,
        words: words(solved.game()),
        explanation: &explanation,
        claims: &claims,
    };
    let document = page.document(detail, beginning);
    solved.values().ensure_intact()?;
    Ok(document)
}

/// The strategies that prove the outcome of a judged position.
///
/// # Errors
///
/// Those of [`Solved::strategies`].
pub fn strategies(solved: &Solved, start: &SolvedStart, beginning: Header) -> Result<Document, Error> {
    let game = solved.game();
    let explanation = solved.explanation(start);
    let found = solved.strategies_of(&explanation)?;
    let title = title(solved, start, &explanation);
    let mut document = header(game, title, &start.opening.position, beginning);
    document.extend(placement(game, &start.opening, start.capture_time()).into_iter().chain(symmetry(game, start)));
    document.add_apart(headline(game, &explanation.summary));
    for strategy in found.iter().filter(|strategy| !strategy.answers.is_empty()) {
        let (claim, rules) = claim_and_rules(game, strategy);
        document.add_apart(Content::Paragraph(claim));
        document.add(Content::List(rules));
    }
    Ok(document)
}

/// The laws of the board, those of the player to move first.
pub fn laws(solved: &Solved, start: &SolvedStart) -> Document {
    let (game, opening) = (solved.game(), &start.opening);
    let laws = prose::laws(solved.laws(), &words(game), opening.id, opening.position.turn.into());
    let note = step_note(game, &laws.concat());
    let mut document = Document::default();
    document.extend(laws.iter().chain(&note).map(|law| Content::Paragraph(Text::of(law))));
    document
}

/// Why a move is right or wrong at a judged position.
pub fn why(solved: &Solved, start: &SolvedStart, answer: &WhyAnswer, beginning: Header) -> Document {
    let mut document = header(solved.game(), solved.title_at(start), &start.opening.position, beginning);
    document.add_apart(Content::Paragraph(Text::plain(&answer.text)));
    document
}

/// The title, unless it only repeats the headline.
fn title<'a>(solved: &'a Solved, start: &SolvedStart, explanation: &Explanation) -> Option<&'a str> {
    let headline = prose::headline(&explanation.summary, solved.game());
    solved.title_at(start).filter(|title| title.trim_end_matches('.') != headline.trim_end_matches('.'))
}

/// What a document is made of.
struct Page<'a> {
    solved: &'a Solved,
    game: &'a Game,
    start: &'a SolvedStart,
    words: Marked<'a>,
    explanation: &'a Explanation,
    claims: &'a [Claim],
}

impl Page<'_> {
    fn document(&self, detail: Detail, beginning: Header) -> Document {
        let Self { solved, game, start, explanation, claims, .. } = *self;
        let found = winning_table(game.arena(), game, solved.values(), explanation);
        let visited = visited(game, explanation, found.as_ref());
        let title = title(solved, start, explanation);
        let mut document = header_visiting(game, title, &start.opening.position, &visited, beginning);
        document.extend(placement(game, &start.opening, start.capture_time()).into_iter().chain(symmetry(game, start)));
        document.add_apart(headline(game, &explanation.summary));
        let taught = prose::lesson(claims, game.arena(), &self.words, solved.values(), explanation);
        let (lesson, strategies) = (taught.lesson, taught.strategies);
        let told = strategies.as_deref().unwrap_or_default();
        Self::lesson(&mut document, &lesson);
        let mut story = match detail {
            Detail::Full => prose::story_with_strategies(claims, told, explanation, &self.words),
            Detail::Folded => lesson.rest,
        };
        story.extend(step_note(game, &story.concat()));
        if !story.is_empty() {
            document.add_apart(Content::sentences(&story.join(" ")));
        }
        match detail {
            Detail::Full => {
                if !explanation.plies.is_empty() {
                    self.full(&mut document, Detail::Full);
                }
                self.pictures(&mut document, usize::MAX);
                self.holdings(&mut document);
            }
            Detail::Folded => {
                self.rules_section(&mut document, strategies.as_deref().ok());
                // With rules for all positions that can arise, no table of answers is needed.
                let sides = if explanation.summary.judgement.outcome.winner().is_some() { 1 } else { 2 };
                let has_way = claims.iter().any(|claim| matches!(claim, Claim::Way(way) if way.walk.is_some()));
                let moves = |player: Player| explanation.plies.iter().any(|ply| ply.player == player);
                let covers =
                    |claim: &&Claim| matches!(claim, Claim::Rule(rule) if moves(rule.player) && rule.covers_line);
                let has_rules = has_way
                    || claims.iter().filter(covers).count() == sides
                    || !lesson.told.is_empty()
                    || !told.is_empty();
                self.folded(&mut document, found.as_ref().filter(|_| !has_rules), has_rules);
                if !lesson.has_law {
                    self.law(&mut document);
                }
                let is_tall = game.picture(&start.opening.position).is_some_and(|rows| rows.len() > TALL);
                self.pictures(
                    &mut document,
                    match (self.is_short() && !self.repeats(), is_tall) {
                        (true, _) => PICTURES,
                        (false, true) => FOLDED_PICTURES / 3,
                        (false, false) => FOLDED_PICTURES,
                    },
                );
            }
        }
        document
    }

    /// The idea, the hinges and the rule.
    fn lesson(document: &mut Document, lesson: &Lesson) {
        for (index, (label, text)) in lesson.parts().into_iter().enumerate() {
            let content = Content::Note(label, Text::of(&text));
            if index == 0 { document.add_apart(content) } else { document.add(content) }
        }
    }

    /// The law for the player to move at the start, if it is exact and short.
    fn law(&self, document: &mut Document) {
        let Self { explanation, start, .. } = *self;
        let turn: Player = start.opening.position.turn.into();
        let is_short = |law: &Law| (1..=LAW_CONDITIONS).contains(&law.conditions.len()) && law.exceptions == 0;
        let laws = prose::law(&explanation.laws, &self.words, &explanation.summary, turn);
        if !explanation.plies.is_empty()
            && explanation.laws.all().iter().filter(|law| law.turn == turn).all(is_short)
            && !laws.is_empty()
        {
            document.add_apart(Content::Note("Law", Text::of(&laws.join(" "))));
        }
    }

    fn is_short(&self) -> bool {
        self.explanation.plies.len() < FOLDED_FROM
    }

    /// Whether the play is endless and too long to show.
    fn repeats(&self) -> bool {
        self.explanation.summary.judgement.distance.is_none() && self.explanation.plies.len() > REPEATING_PLIES
    }

    /// The folded line, with a table of the answers that it lacks.
    fn folded(&self, document: &mut Document, found: Option<&WinningTable>, has_rules: bool) {
        let count = self.explanation.plies.len();
        if count == 0 {
            return;
        }
        if self.repeats() {
            return self.beginning(document, REPEATING_PLIES);
        }
        let shown = if self.is_short() {
            Shown::Whole
        } else if has_rules || count >= COLUMNS_FROM {
            Shown::Alone
        } else {
            Shown::WithReplies
        };
        let answers = Answers::new(self, found, shown);
        let replies = match shown {
            Shown::Whole => {
                self.full(document, Detail::Folded);
                return answers.add_to(document, self);
            }
            Shown::WithReplies => Replies::Noted,
            Shown::Alone => Replies::LeftOut,
        };
        let rounds = prose::folded(&self.words, self.explanation, self.claims, replies);
        let rounds: Vec<Round> = rounds.iter().map(round).collect();
        document.add_apart(Content::Note("", Text::plain(self.reading(&rounds, shown, &answers))));
        let is_dense = shown == Shown::Alone;
        document.add_apart(Content::Line(Play { rounds, is_dense, most_rows: LINE_ROWS }));
        document.add_apart(Content::sentences(&prose::ending(self.explanation, &self.words)));
        answers.add_to(document, self);
    }

    /// An explanation of the folded line: the meaning of its signs, and where to find the answers
    /// to other moves.
    fn reading(&self, rounds: &[Round], shown: Shown, answers: &Answers) -> String {
        let Self { game, explanation, .. } = *self;
        let texts = rounds.iter().flat_map(|round| round.moves.iter().chain(&round.notes));
        let line: String = texts.map(|text| text.to_plain(ToString::to_string) + " ").collect();
        let judgement = explanation.summary.judgement;
        let winner = judgement.outcome.winner().filter(|_| judgement.distance.is_some());
        let (win, wins) = if winner.is_some() { ("win", "wins") } else { ("hold", "holds") };
        let signs = [
            ("\u{a0}only", format!("\"only\" means that no other move {wins}")),
            ("(not ", format!("\"not 8\" that 8 does not {win} (what loses at once or to the next move is left out)")),
            ("(or ", format!("\"or 8\" that 8 {wins} too and the others do not")),
            (" fail)", format!("\"5 others fail\" that five moves do not {win}")),
        ];
        let meanings: Vec<String> =
            signs.into_iter().filter(|(sign, _)| line.contains(sign)).map(|(_, meaning)| meaning).collect();
        let mut text = "M moves the Mouse, C the Cat".to_owned();
        for (index, meaning) in meanings.iter().enumerate() {
            let phrase = if index == 0 && !meaning.contains("means") {
                meaning.replacen(" that", " means that", 1)
            } else {
                meaning.clone()
            };
            text += if index == 0 { "; " } else { ", " };
            text += &phrase;
        }
        text.push('.');
        let Some(winner) = winner else { return text };
        let (winner, loser) = (game.player(winner), game.player(winner.opponent()));
        let has_replies = shown == Shown::WithReplies && line.contains("if ");
        if has_replies {
            text +=
                &format!(" To the right is how {winner} answers other moves, and the ply at which the line goes on");
            text += match answers {
                Answers::Listed { covered: Coverage::Within(_), .. } => {
                    "; the table below has some of the answers that are not named."
                }
                Answers::Listed { .. } => "; where none is named, go on by the table below.",
                Answers::Needless => ", unless a move wins at once.",
                Answers::LeftOut => ".",
            };
        } else if let Answers::Listed { covered, .. } = answers {
            let when = format!(" When {loser} leaves the line,");
            text += &match covered {
                Coverage::Everything => format!("{when} go on by the table below."),
                Coverage::OffLine => {
                    format!(
                        "{when} go on by the table below, or by the line from where the same position stands in it."
                    )
                }
                Coverage::Within(_) => format!("{when} the table below has the answers to some of its moves."),
            };
        }
        text
    }

    /// The first rules of each strategy, and how many more there are.
    fn rules_section(&self, document: &mut Document, strategies: Option<&[Strategy]>) {
        let Self { solved, game, explanation, .. } = *self;
        let Some(strategies) = strategies else {
            let is_endless = solved.values().value(explanation.summary.start) == Value::Endless;
            if explanation.holdings.is_empty() && is_endless && explanation.summary.end != LineEnd::Stuck {
                let why = "How the game is held is left out, because more than 65,536 positions can arise meanwhile, \
                           or two million moves.";
                document.add_apart(Content::sentences(why));
            } else if !explanation.holdings.is_empty() {
                document.add_apart(Content::sentences(&format!(
                    "{:x} tells what to do against everything.",
                    See::Strategies
                )));
            }
            return;
        };
        let mut left_out = 0;
        for strategy in strategies {
            let context = Context::new(game.arena(), &self.words, solved.values(), explanation.summary.adjudication);
            let mistakes = prose::strategy_mistakes(strategy, &context).filter(|_| strategy.aim == Aim::Hold);
            let mistakes = mistakes.map(|(mistakes, is_whole)| {
                let how = if is_whole { String::new() } else { format!(" ({:x} says how)", See::Strategies) };
                format!("{mistakes}{how}.")
            });
            let (claim, mut rules) = claim_and_rules(game, strategy);
            let more = rules.len().saturating_sub(RULES_SHOWN);
            left_out += more;
            rules.truncate(RULES_SHOWN);
            document.add_apart(Content::Paragraph(claim));
            document.add(Content::List(rules));
            if more > 0 {
                let what = if more == 1 { "rule" } else { "rules" };
                document.add(item(&format!("… and {more} more {what}, which {:x} tells", See::Strategies)));
            }
            document.extend(mistakes.map(|mistakes| item(&mistakes)));
        }
        let strays = |strategy: &Strategy| {
            let own = explanation.plies.iter().filter(|ply| ply.player == strategy.player);
            let mut moves = own.flat_map(|ply| strategy.answers.iter().map(move |answer| (ply, answer)));
            moves.any(|(ply, answer)| answer.position == ply.from && !answer.moves.contains(&ply.played.to))
        };
        let strays = strategies.iter().any(|strategy| strategy.aim == Aim::Hold && strays(strategy));
        if strays && left_out == 0 && explanation.summary.end == LineEnd::Stuck {
            document.add(Content::sentences("The line below is another way: these rules are for play from the start."));
        }
    }

    /// The first plies of endless play or of a draw.
    fn beginning(&self, document: &mut Document, count: usize) {
        let all = self.explanation.plies.len();
        let rest =
            format!("The first {count} of {all} plies; the others are more of the same ({:x} shows them). ", See::Full);
        self.with_legend(document, &self.explanation.plies[..count], Detail::Folded);
        document.add_apart(Content::sentences(&(rest + &prose::ending(self.explanation, &self.words))));
    }

    /// The whole line, ply by ply.
    fn full(&self, document: &mut Document, detail: Detail) {
        self.with_legend(document, &self.explanation.plies, detail);
        // The last row says how the game ends.
        if detail == Detail::Full || self.explanation.summary.end != LineEnd::Over {
            document.add_apart(Content::sentences(&prose::ending(self.explanation, &self.words)));
        }
    }

    /// These plies of the line below a legend of their notation.
    fn with_legend(&self, document: &mut Document, plies: &[Ply], detail: Detail) {
        let Self { game, explanation, .. } = *self;
        let judgements = plies.iter().flat_map(|ply| {
            std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
        });
        let mut legend = legend_of_table(judgements, game.measure());
        let remark = |ply: &Ply| match detail {
            Detail::Full => prose::remark(explanation, ply, &self.words),
            Detail::Folded => prose::remark_briefly(explanation, ply, &self.words),
        };
        let mut has_numbers = false;
        let row = |ply: &Ply| {
            let mark = prose::mark(&ply.played, game.measure());
            has_numbers |= mark.parse::<u64>().is_ok();
            let mark = Text::outcome(ply.played.judgement.outcome, mark);
            vec![
                Text::plain(ply.number.to_string()),
                move_text(game, ply.from, ply.played.step()),
                mark,
                Text::of(&remark(ply)),
            ]
        };
        let rows: Vec<Vec<Text>> = plies.iter().map(row).collect();
        let joint =
            plies.iter().map(|ply| Words::target(game, ply.from, ply.played.step())).find(|to| to.contains('+'));
        let mut remarks = rows.iter().flatten();
        if let Some(joint) = joint.filter(|_| remarks.any(|text| text.to_plain(ToString::to_string).contains('+'))) {
            let on: Vec<&str> = joint.split('+').collect();
            legend += &format!(" {joint} is the move after which the cats are on {}.", listed(&on, "and"));
        }
        if detail == Detail::Folded && plies.iter().any(|ply| prose::remark_leaves_out(ply, &self.words)) {
            legend += " Slower wins and quick losses are left out.";
        }
        document.add_apart(Content::Note("", Text::plain(legend)));
        let heading = if has_numbers { heading(game.measure()).to_owned() } else { String::new() };
        let columns = vec![
            Column { gap: 1, is_right: true, ..Column::default() },
            Column { gap: 2, is_strong: true, ..Column::default() },
            Column { gap: 2, is_right: true, heading, ..Column::default() },
            Column { gap: 3, ..Column::default() },
        ];
        document.add_apart(Content::rows(columns, rows));
    }

    /// About `count` positions of the line as grids, evenly spread. None if the board is no grid.
    fn pictures(&self, document: &mut Document, count: usize) {
        let Self { game, explanation, .. } = *self;
        let every = explanation.plies.len().div_ceil(count).max(1);
        let shown =
            explanation.plies.iter().filter(|ply| ply.number % every == 0 || ply.number == explanation.plies.len());
        let start = (explanation.summary.start, "start".to_owned());
        let later = shown.map(|ply| (ply.played.to, format!("ply {}", ply.number)));
        let picture =
            |(id, caption): (PositionId, String)| Some(Diagram { caption, rows: game.picture(&game.position(id))? });
        let pictures: Vec<Diagram> = std::iter::once(start).chain(later).filter_map(picture).collect();
        if !pictures.is_empty() {
            document.add_apart(Content::Boards(pictures));
        }
    }

    /// The answers with which each side keeps the game endless.
    fn holdings(&self, document: &mut Document) {
        for holding in &self.explanation.holdings {
            document.add_apart(Content::sentences(&prose::holding_claim(self.explanation, holding, &self.words)));
            let answers = prose::holding_answers(holding, &self.words);
            let shown = &answers[..answers.len().min(ANSWERS_SHOWN)];
            document.add(Content::Columns(shown.iter().map(|answer| Text::of(answer)).collect()));
            if answers.len() > ANSWERS_SHOWN {
                let more = answers.len() - ANSWERS_SHOWN;
                let (data, moves) = (See::Data, See::Moves);
                let said = format!("… and {more} more: {data:x} lists them, {moves:x} shows the moves anywhere");
                document.add(item(&said));
            }
        }
    }
}

/// The vertices with a piece on them: first on the line, then in the table of answers, then in the
/// traps of the holdings.
fn visited(game: &Game, explanation: &Explanation, found: Option<&WinningTable>) -> Vec<Vertex> {
    let on_line = explanation.plies.iter().flat_map(|ply| [ply.from, ply.played.to]);
    let off_line = found.into_iter().flat_map(|found| &found.entries).flat_map(|entry| [entry.position, entry.to]);
    let held = explanation.holdings.iter().flat_map(|holding| holding.trap.iter().copied());
    let mut known = BTreeSet::new();
    let mut visited = Vec::new();
    for position in on_line.chain(off_line).chain(held) {
        let position = game.position(position);
        let places = position.cats.iter().chain([&position.mouse]).copied();
        visited.extend(places.filter(|&place| known.insert(place)));
    }
    visited
}

/// The form in which the line is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    /// Every ply on a row with its remark.
    Whole,
    /// A round on each row, with the answers to the loser's other moves.
    WithReplies,
    /// Rounds in columns, without anything else.
    Alone,
}

/// The answers to moves off the line.
enum Answers {
    /// The line contains all answers.
    Needless,
    /// Even the smallest table would be too long.
    LeftOut,
    /// The rows, which positions they cover, how many these are, and how many there are in all, if
    /// this is known.
    Listed { rows: Content, covered: Coverage, count: usize, all: Option<usize> },
}

impl Answers {
    /// The table with the most answers among those that are short enough.
    fn new(page: &Page<'_>, found: Option<&WinningTable>, shown: Shown) -> Self {
        let Some(found) = found else { return Self::Needless };
        let has_replies = match shown {
            Shown::Whole => prose::remarks_answer_all(page.explanation, page.game),
            Shown::WithReplies => true,
            Shown::Alone => false,
        };
        if table_size(found, Coverage::OffLine, &[]) == 0 || has_replies && !found.needs_table {
            return Self::Needless;
        }
        let whole = [Coverage::Everything, Coverage::OffLine].into_iter().filter(|_| found.is_complete);
        let most = found.entries.iter().map(|entry| entry.deviations).max().unwrap_or(0);
        let partly = (1..most + usize::from(!found.is_complete)).rev().map(Coverage::Within);
        whole.chain(partly).find_map(|covered| Self::of(page, found, covered)).unwrap_or(Self::LeftOut)
    }

    /// The table of these answers; `None` if it is too long.
    fn of(page: &Page<'_>, found: &WinningTable, covered: Coverage) -> Option<Self> {
        let runs = run_plies(page.claims);
        let rows = table(&page.words, found, covered, &runs);
        let rows = Content::Flow(rows.iter().map(|of| Text::of(&row(of))).collect());
        let all = found.is_complete.then_some(table_size(found, Coverage::Everything, &runs));
        let count = table_size(found, covered, &runs);
        (rows.height() <= TABLE_LINES).then_some(Self::Listed { rows, covered, count, all })
    }

    /// Adds the table below a sentence that says what it lists.
    fn add_to(self, document: &mut Document, page: &Page<'_>) {
        let outcome = page.explanation.summary.judgement.outcome;
        let Some(player) = outcome.winner() else { return };
        let (winner, loser) = (page.game.player(player), page.game.player(player.opponent()));
        let (rows, covered, count, all) = match self {
            Self::Needless => return,
            Self::LeftOut => {
                return document.add_apart(Content::sentences(&format!(
                    "For what {loser} may do else this text has no answer ({:x} has it), unless a move wins at once.",
                    See::Moves
                )));
            }
            Self::Listed { rows, covered, count, all } => (rows, covered, count, all),
        };
        let at_once = match page.game.measure() {
            Measure::Plies => "unless a move wins at once",
            // If moves have costs, a win at once may be too dear for the limit.
            Measure::Cost => "what is not listed is won with the next move",
        };
        let lead = match covered {
            Coverage::Everything => format!("Where {winner} goes, by where both stand; {at_once}:"),
            Coverage::OffLine => {
                format!("Where {winner} goes where the line above has no answer, by where both stand; {at_once}:")
            }
            Coverage::Within(_) => {
                let all = all.map_or_else(|| "very many".to_owned(), |all| format!("the {all}"));
                format!(
                    "Where {winner} goes in {count} of {all} positions that can arise. For the others this text has no \
                     answer ({:x} has it), unless a move wins at once:",
                    See::Moves
                )
            }
        };
        let runs: Vec<String> = run_plies(page.claims).iter().map(|(from, to)| format!("{from}–{to}")).collect();
        let lead = if runs.is_empty() {
            lead
        } else {
            let lead = lead.trim_end_matches(':');
            format!("{lead}. Plies {} stand in the line only.", listed(&runs, "and"))
        };
        document.add_apart(Content::sentences(&lead));
        document.add(rows);
    }
}

/// The claim of a strategy, and its rules; if these are not clearly shorter, a table of its moves
/// instead.
fn claim_and_rules(game: &Game, strategy: &Strategy) -> (Text, Vec<Text>) {
    let words = words(game);
    let (claim, rules) = match prose::strategy_table(strategy, game.arena(), &words) {
        Some((claim, rows)) => (claim, rows.iter().map(row).collect()),
        None => (prose::strategy_claim(strategy, &words), prose::strategy_rules(strategy, &words)),
    };
    (Text::of(&format!("{claim}:")), rules.iter().map(|rule| Text::of(rule)).collect())
}

/// A row of a table, such as "C4: 14 if M1 or M12; otherwise 11".
fn row(row: &Row) -> String {
    format!("{}:\u{a0}{}", row.own, row.cases.join("; "))
}

/// A row of the folded line.
fn round(FoldedRow { from, to, moves, notes }: &FoldedRow) -> Round {
    let label = if from == to { from.to_string() } else { format!("{from}–{to}") };
    let texts = |marked: &[String]| marked.iter().map(|marked| Text::of(marked)).collect();
    Round { label, moves: texts(moves), notes: texts(notes) }
}

/// A list of one item.
fn item(marked: &str) -> Content {
    Content::List(vec![Text::of(marked)])
}
