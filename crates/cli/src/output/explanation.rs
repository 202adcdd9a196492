//! An explanation as a page of text: the headline, the story, the line, whole or folded, and how a
//! draw is held.

use catmouse::SymmetryAnswer;
use catmouse_arena::{Aim, Measure, Player, PositionId, Value, Values, Words, listed};
use catmouse_explain::prose::{Coverage, FoldedRow, Replies, Row, run_plies, table, table_size};
use catmouse_explain::story::Claim;
use catmouse_explain::strategy::{NoStrategy, Strategy, strategies_within};
use catmouse_explain::{Context, Explanation, LineEnd, Ply, WinningTable, prose, winning_table};
use catmouse_model::{Game, Opening, Vertex};

use super::text::{
    BOLD, DIM, PAGE_WIDTH, colour, columns, convention_of_table, gallery, header, header_visiting, heading, paint,
    placement, step_note, unbroken, wrapped,
};
use crate::args::Header;

/// The level of detail of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// A short text with everything that a player needs to follow it.
    Folded,
    /// Every ply with every alternative.
    Full,
}

/// The fewest plies of a line that is folded. A shorter line shows every ply if there is room,
/// because each remark teaches something and the line is read quickly.
const FOLDED_FROM: usize = 13;

/// A win of at most this many plies is explained without rules.
const SHORT_WIN: usize = 5;

/// A line of at least this many plies is shown in columns, without answers to the loser's other
/// moves.
const COLUMNS_FROM: usize = 36;

/// The most rows of a folded line. If there are more, the rows in the middle are left out.
const LINE_ROWS: usize = 24;

/// The most lines of a table of answers. A larger table keeps the answers that are needed soonest.
const TABLE_LINES: usize = 14;

/// The most characters by which rows without notes may widen a column of moves. Each of them
/// shortens the room for notes.
const ROOM_FOR_COLUMNS: usize = 6;

/// The approximate number of pictures for a folded line, and for a whole line.
const FOLDED_PICTURES: usize = 6;
const PICTURES: usize = 12;

/// The most answers of a holding that are listed. There may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// The most positions from which a page learns rules. If more can arise, the page refers to
/// `--strategy`.
const MOST_POSITIONS_FOR_RULES: usize = 1 << 14;

/// The most rules of a winning strategy on a page, and the most lines of their text. A longer
/// strategy is left out.
const SHORT_STRATEGY_RULES: usize = 6;
const SHORT_STRATEGY_LINES: usize = 9;

/// The number of plies that are shown of endless play.
const REPEATING_PLIES: usize = 10;

/// The most rules of each strategy that a page shows.
const RULES_SHOWN: usize = 10;

/// The contents of a page.
pub(crate) struct Page<'a> {
    pub(crate) game: &'a Game,
    pub(crate) title: Option<&'a str>,
    pub(crate) opening: &'a Opening,
    /// The capture time in rounds; `None` if the game has none.
    pub(crate) rounds: Option<u64>,
    /// The number of placements that are equal up to symmetry; `None` if no pieces are placed.
    pub(crate) symmetry: Option<SymmetryAnswer>,
    pub(crate) explanation: &'a Explanation,
    /// Whether to leave out the rules and the moves of the board.
    pub(crate) header: &'a Header,
}

impl Page<'_> {
    /// The text of the page.
    pub(crate) fn text<V: Values>(&self, values: &V, claims: &[Claim], detail: Detail) -> String {
        let Self { game, explanation, .. } = *self;
        let found = winning_table(game.arena(), game, values, explanation);
        let visited = visited(game, explanation, found.as_ref());
        let mut text = self.header.trimmed(header_visiting(game, self.title(), &self.opening.position, &visited));
        text += &placement(game, self.opening, self.rounds);
        text += &self.symmetry_sentence();
        let headline = wrapped(&prose::headline(&explanation.summary, game), 0);
        text += &format!("\n{}\n", paint(&headline, colour(explanation.summary.judgement)));
        // Rules for such a short win would repeat the line.
        let is_short_win = explanation.summary.judgement.distance.is_some() && explanation.plies.len() <= SHORT_WIN;
        let strategies = match detail {
            Detail::Folded if !is_short_win => short_strategies(game, values, explanation, claims),
            _ => Ok(Vec::new()),
        };
        // If the players choose the start, the page says how many places are equally good. The
        // claim about starts would add nothing.
        let is_placed = self.opening.cats.is_some() || self.opening.mouse.is_some();
        let of_story = |claim: &&Claim| !(is_placed && matches!(claim, Claim::Starts(_)));
        let shown: Vec<Claim> = claims.iter().filter(of_story).cloned().collect();
        let mut story =
            prose::story_with_strategies(&shown, strategies.as_deref().unwrap_or_default(), explanation, game);
        story.extend(step_note(game, &story.concat()));
        if !story.is_empty() {
            text += &format!("\n{}\n", unbroken(&story.join(" "), 0));
        }
        match detail {
            Detail::Full => {
                if !explanation.plies.is_empty() {
                    text += &format!("\n{}", full(game, explanation, Detail::Full));
                }
                text + &pictures(game, explanation, usize::MAX) + &holdings(game, explanation)
            }
            Detail::Folded => {
                let strategies = strategies.as_deref().ok();
                let line = Line { game, values, explanation, claims };
                text += &rules_section(&line, strategies);
                // With rules for all positions that can arise, no table of answers is needed.
                let has_rules = strategies.is_some_and(|strategies| !strategies.is_empty());
                text += &line.folded(found.as_ref().filter(|_| !has_rules), has_rules);
                if let Some(moral) = prose::moral(claims, explanation, game) {
                    text += &format!("\n{}\n", wrapped(&moral, 0));
                }
                let is_whole = line.is_short() && !line.repeats();
                text + &pictures(game, explanation, if is_whole { PICTURES } else { FOLDED_PICTURES })
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
    let mut known = std::collections::BTreeSet::new();
    let mut visited = Vec::new();
    for position in on_line.chain(off_line).chain(held) {
        let position = game.position(position);
        let places = position.cats.iter().chain([&position.mouse]).copied();
        visited.extend(places.filter(|&place| known.insert(place)));
    }
    visited
}

fn height(text: &str) -> usize {
    text.lines().count()
}

/// The strategies that a page shows: those that hold a draw, and winning ones that are short. The
/// error means that too many positions can arise to learn strategies.
fn short_strategies<V: Values>(
    game: &Game,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
) -> Result<Vec<Strategy>, NoStrategy> {
    let mut found = strategies_within(game.arena(), game, values, explanation, MOST_POSITIONS_FOR_RULES)?;
    let is_short = |strategy: &Strategy| {
        strategy.aim == Aim::Hold
            || strategy.rules() <= SHORT_STRATEGY_RULES
                && height(&indented(&claim_and_rules(game, strategy).1)) <= SHORT_STRATEGY_LINES
    };
    // If the Mouse cannot reach the goal, the Cat need not guard it.
    let is_shut_out = |claim: &Claim| matches!(claim, Claim::Race(race) if race.to_goal[Player::One.index()].is_none());
    let out_of_reach = claims.iter().any(is_shut_out);
    let is_needless = |strategy: &Strategy| {
        let holding = explanation.holdings.iter().find(|holding| holding.player == strategy.player);
        let cannot_lose = holding.is_some_and(|holding| holding.answers.iter().all(|answer| answer.losing.is_empty()));
        out_of_reach && cannot_lose && strategy.player == Player::Two
    };
    // A side that never has a choice needs no rules.
    found.retain(|strategy| !strategy.answers.is_empty() && is_short(strategy) && !is_needless(strategy));
    Ok(found)
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

/// A table of answers, laid out.
enum Table {
    /// The line contains all answers.
    Needless,
    /// Even the smallest table would be too long.
    LeftOut,
    /// The rows, which positions they cover, how many these are, and how many there are in all, if
    /// this is known.
    Listed { text: String, covered: Coverage, count: usize, all: Option<usize> },
}

impl Table {
    /// The table with the most answers among those that are short enough.
    fn new<V: Values>(line: &Line<'_, V>, found: Option<&WinningTable>, shown: Shown) -> Self {
        let Some(found) = found else { return Self::Needless };
        let has_replies = match shown {
            Shown::Whole => prose::remarks_answer_all(line.explanation, line.game),
            Shown::WithReplies => true,
            Shown::Alone => false,
        };
        if table_size(found, Coverage::OffLine, &[]) == 0 || has_replies && !found.needs_table {
            return Self::Needless;
        }
        let whole = [Coverage::Everything, Coverage::OffLine].into_iter().filter(|_| found.is_complete);
        let most = found.entries.iter().map(|entry| entry.deviations).max().unwrap_or(0);
        let partly = (1..most + usize::from(!found.is_complete)).rev().map(Coverage::Within);
        whole.chain(partly).find_map(|covered| Self::of(line, found, covered)).unwrap_or(Self::LeftOut)
    }

    /// The table of these answers; `None` if it is too long.
    fn of<V: Values>(line: &Line<'_, V>, found: &WinningTable, covered: Coverage) -> Option<Self> {
        let runs = run_plies(line.claims);
        let rows: Vec<String> = table(line.game, found, covered, &runs).iter().map(row).collect();
        let text = packed(&rows).replace('\u{a0}', " ");
        let all = found.is_complete.then_some(table_size(found, Coverage::Everything, &runs));
        let count = table_size(found, covered, &runs);
        (height(&text) <= TABLE_LINES).then_some(Self::Listed { text, covered, count, all })
    }

    /// The table below a sentence that says what it lists.
    fn text<V: Values>(&self, line: &Line<'_, V>) -> String {
        let outcome = line.explanation.summary.judgement.outcome;
        let Some(player) = outcome.winner() else { return String::new() };
        let (winner, loser) = (line.game.player(player), line.game.player(player.opponent()));
        let (text, covered, count, all) = match self {
            Self::Needless => return String::new(),
            Self::LeftOut => {
                let lead = format!(
                    "For what {loser} may do else this text has no answer (`catmouse moves` has it), unless \
                    a move wins at once."
                );
                return format!("\n{}\n", wrapped(&lead, 0));
            }
            Self::Listed { text, covered, count, all } => (text, covered, count, all),
        };
        let at_once = match line.game.measure() {
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
                    "Where {winner} goes in {count} of {all} positions that can arise. For the others this \
                     text has no answer (`catmouse moves` has it), unless a move wins at once:"
                )
            }
        };
        let runs: Vec<String> = run_plies(line.claims).iter().map(|(from, to)| format!("{from}–{to}")).collect();
        let lead = if runs.is_empty() {
            lead
        } else {
            format!(
                "{} Plies {} stand in the line only.",
                lead.trim_end_matches(':').to_owned() + ".",
                listed(&runs, "and")
            )
        };
        format!("\n{}\n{text}", wrapped(&lead, 0))
    }
}

/// The line, and what its text is made of.
struct Line<'a, V> {
    game: &'a Game,
    values: &'a V,
    explanation: &'a Explanation,
    claims: &'a [Claim],
}

impl<V: Values> Line<'_, V> {
    fn is_short(&self) -> bool {
        self.explanation.plies.len() < FOLDED_FROM
    }

    /// Whether the play is endless and too long to show.
    fn repeats(&self) -> bool {
        self.explanation.summary.judgement.distance.is_none() && self.explanation.plies.len() > REPEATING_PLIES
    }

    /// The folded line of a page, with a table of the answers that it lacks.
    fn folded(&self, found: Option<&WinningTable>, has_rules: bool) -> String {
        let count = self.explanation.plies.len();
        if count == 0 {
            return String::new();
        }
        if self.repeats() {
            return format!("\n{}", beginning(self.game, self.explanation, REPEATING_PLIES));
        }
        let shown = if self.is_short() {
            Shown::Whole
        } else if has_rules || count >= COLUMNS_FROM {
            Shown::Alone
        } else {
            Shown::WithReplies
        };
        self.text(shown, &Table::new(self, found, shown))
    }

    /// The line, an explanation of its notation, and a table of answers.
    fn text(&self, shown: Shown, table: &Table) -> String {
        let Self { game, explanation, claims, .. } = *self;
        let ending = wrapped(&prose::ending(explanation, game), 0);
        let line = match shown {
            Shown::Whole => return format!("\n{}{}", full(game, explanation, Detail::Folded), table.text(self)),
            Shown::WithReplies => rows(&prose::folded(game, explanation, claims, Replies::Noted)),
            Shown::Alone => rounds(&prose::folded(game, explanation, claims, Replies::LeftOut)),
        };
        let reading = paint(&wrapped(&self.reading(&line, shown, table), 0), DIM);
        let line = shortened(&line.replace('\u{a0}', " "));
        format!("\n{reading}\n\n{line}\n{ending}\n{}", table.text(self))
    }

    /// An explanation of the folded line: the meaning of its signs, and where to find the answers
    /// to other moves.
    fn reading(&self, line: &str, shown: Shown, table: &Table) -> String {
        let Self { game, explanation, .. } = *self;
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
            text += match table {
                Table::Listed { covered: Coverage::Within(_), .. } => {
                    "; the table below has some of the answers that are not named."
                }
                Table::Listed { .. } => "; where none is named, go on by the table below.",
                Table::Needless => ", unless a move wins at once.",
                Table::LeftOut => ".",
            };
        } else if let Table::Listed { covered, .. } = table {
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
}

/// A folded line; if it is too long, its middle is left out.
fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= LINE_ROWS {
        return text.to_owned();
    }
    let after = &lines[lines.len() - 4..];
    let kept = lines[..LINE_ROWS - 5].iter().chain([&" … `--full` shows the plies between …"]).chain(after);
    kept.copied().collect::<Vec<_>>().join("\n") + "\n"
}

/// The first rules of each strategy, and how many more there are.
fn rules_section<V: Values>(line: &Line<'_, V>, strategies: Option<&[Strategy]>) -> String {
    let Line { game, values, explanation, .. } = *line;
    let Some(strategies) = strategies else {
        let is_endless = values.value(explanation.summary.start) == Value::Endless;
        if explanation.holdings.is_empty() && is_endless && explanation.summary.end != LineEnd::Stuck {
            let why = "How the game is held is left out, because more than 65,536 positions can arise meanwhile, or \
                       two million moves.";
            return format!("\n{}\n", wrapped(why, 0));
        }
        if explanation.holdings.is_empty() {
            return String::new();
        }
        return format!("\n{}\n", wrapped("`--strategy` tells what to do against everything.", 0));
    };
    let mut text = String::new();
    let mut left_out = 0;
    for strategy in strategies {
        let (claim, rules) = claim_and_rules(game, strategy);
        let more = rules.len().saturating_sub(RULES_SHOWN);
        left_out += more;
        text += &format!("\n{}\n{}", wrapped(&format!("{claim}:"), 0), indented(&rules[..rules.len() - more]));
        if more > 0 {
            let what = if more == 1 { "rule" } else { "rules" };
            text += &format!("  … and {more} more {what}, which `--strategy` tells\n");
        }
        if strategy.aim == Aim::Hold
            && let Some(mistakes) = prose::strategy_mistakes(
                strategy,
                &Context::new(game.arena(), game, values, explanation.summary.adjudication),
            )
        {
            text += &format!("  {}\n", wrapped(&format!("{mistakes} (`--strategy` says how)."), 2));
        }
    }
    let strays = |strategy: &Strategy| {
        let own = explanation.plies.iter().filter(|ply| ply.player == strategy.player);
        let mut moves = own.flat_map(|ply| strategy.answers.iter().map(move |answer| (ply, answer)));
        moves.any(|(ply, answer)| answer.position == ply.from && !answer.moves.contains(&ply.played.to))
    };
    let strays = strategies.iter().any(|strategy| strategy.aim == Aim::Hold && strays(strategy));
    if strays && left_out == 0 && explanation.summary.end == LineEnd::Stuck {
        text += &format!("{}\n", wrapped("The line below is another way: these rules are for play from the start.", 0));
    }
    text
}

/// The first plies of endless play or of a draw.
fn beginning(game: &Game, explanation: &Explanation, count: usize) -> String {
    let all = explanation.plies.len();
    let rest = format!("The first {count} of {all} plies; the others are more of the same (`--full` shows them). ");
    let ending = wrapped(&(rest + &prose::ending(explanation, game)), 0);
    format!("{}\n{ending}\n", with_legend(game, explanation, &explanation.plies[..count], Detail::Folded))
}

/// These plies of the line below a legend of their notation.
fn with_legend(game: &Game, explanation: &Explanation, plies: &[Ply], detail: Detail) -> String {
    let judgements = plies.iter().flat_map(|ply| {
        std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
    });
    let mut legend = convention_of_table(judgements, game.measure());
    let lines = lines(game, explanation, plies, detail);
    let joint = plies.iter().map(|ply| Words::target(game, ply.from, ply.played.step())).find(|to| to.contains('+'));
    if let Some(joint) = joint.filter(|_| lines.contains('+')) {
        let on: Vec<&str> = joint.split('+').collect();
        legend += &format!(" {joint} is the move after which the cats are on {}.", listed(&on, "and"));
    }
    format!("{}\n\n{lines}", paint(&wrapped(&legend, 0), DIM))
}

impl Page<'_> {
    /// The title, unless it only repeats the headline.
    fn title(&self) -> Option<&str> {
        let headline = prose::headline(&self.explanation.summary, self.game);
        self.title.filter(|title| title.trim_end_matches('.') != headline.trim_end_matches('.'))
    }

    /// The number of placements that are equal up to symmetry, in a sentence.
    fn symmetry_sentence(&self) -> String {
        let Some(SymmetryAnswer { symmetries, alike_cats, alike_mice, .. }) = self.symmetry else {
            return String::new();
        };
        let several = |alike: Option<usize>| alike.filter(|&alike| alike > 1);
        let alike = match (several(alike_cats), several(alike_mice)) {
            (None, None) => return String::new(),
            (Some(cats), None) => format!("this placement of the Cat is one of {cats} that come to the same"),
            (None, Some(mice)) => format!("this place of the Mouse is one of {mice} that come to the same"),
            (Some(cats), Some(mice)) => format!(
                "this placement of the Cat is one of {cats} that come to the same, and the Mouse's place \
                against it one of {mice}"
            ),
        };
        let symmetries = symmetries.map_or_else(|| "more than 10¹⁹".to_owned(), |number| number.to_string());
        let text = format!("The board has {symmetries} symmetries: {alike}.");
        wrapped(&text, 0) + "\n"
    }

    /// The page of `--strategy`.
    pub(crate) fn strategies(&self, strategies: &[Strategy]) -> String {
        let Self { game, explanation, .. } = *self;
        let mut text = self.header.trimmed(header(game, self.title(), &self.opening.position));
        text += &placement(game, self.opening, self.rounds);
        text += &self.symmetry_sentence();
        let headline = wrapped(&prose::headline(&explanation.summary, game), 0);
        text += &format!("\n{}\n", paint(&headline, colour(explanation.summary.judgement)));
        for strategy in strategies.iter().filter(|strategy| !strategy.answers.is_empty()) {
            let (claim, rules) = claim_and_rules(game, strategy);
            text += &format!("\n{}:\n{}", wrapped(&claim, 0), indented(&rules));
        }
        text
    }
}

/// The claim of a strategy, and its rules; if these are not clearly shorter, a table of its moves
/// instead.
fn claim_and_rules(game: &Game, strategy: &Strategy) -> (String, Vec<String>) {
    match prose::strategy_table(strategy, game.arena(), game) {
        Some((claim, rows)) => (claim, rows.iter().map(row).collect()),
        None => (prose::strategy_claim(strategy, game), prose::strategy_rules(strategy, game)),
    }
}

/// A row of a table, such as "C4: 14 if M1 or M12; otherwise 11".
fn row(row: &Row) -> String {
    format!("{}:\u{a0}{}", row.own, row.cases.join("; "))
}

/// Lays out rows side by side, as many as fit on each line. A wide row begins a line.
fn packed(rows: &[String]) -> String {
    const GAP: usize = 4;
    let mut lines: Vec<(usize, String)> = Vec::new();
    for row in rows {
        let width = row.chars().count();
        match lines.last_mut() {
            Some((used, line)) if *used + GAP + width <= PAGE_WIDTH - 4 => {
                *line += &format!("{:GAP$}{}", "", row.replace(' ', "\u{a0}"));
                *used += GAP + width;
            }
            _ => lines.push((width, row.clone())),
        }
    }
    lines.iter().fold(String::new(), |text, (_, line)| text + "  " + &wrapped(line, 4) + "\n")
}

/// Items, each on indented lines of its own.
fn indented(items: &[String]) -> String {
    items.iter().fold(String::new(), |text, item| text + "  " + &wrapped(item, 4) + "\n")
}

/// About `count` positions of the line as grids, evenly spread.
fn pictures(game: &Game, explanation: &Explanation, count: usize) -> String {
    let every = explanation.plies.len().div_ceil(count).max(1);
    let shown = explanation.plies.iter().filter(|ply| ply.number % every == 0 || ply.number == explanation.plies.len());
    let start = (explanation.summary.start, "start".to_owned());
    let later = shown.map(|ply| (ply.played.to, format!("ply {}", ply.number)));
    gallery_of(game, &std::iter::once(start).chain(later).collect::<Vec<_>>())
}

/// The positions side by side, each with its caption; empty if the board is no grid.
fn gallery_of(game: &Game, positions: &[(PositionId, String)]) -> String {
    let picture = |(id, caption): &(PositionId, String)| Some((caption.clone(), game.picture(&game.position(*id))?));
    let pictures: Vec<(String, Vec<String>)> = positions.iter().filter_map(picture).collect();
    if pictures.is_empty() { String::new() } else { format!("\n{}", gallery(&pictures)) }
}

/// The answers with which each side keeps the game endless.
fn holdings(game: &Game, explanation: &Explanation) -> String {
    let mut text = String::new();
    for holding in &explanation.holdings {
        text += &format!("\n{}\n", wrapped(&prose::holding_claim(explanation, holding, game), 0));
        let answers = prose::holding_answers(holding, game);
        text += &columns(&answers[..answers.len().min(ANSWERS_SHOWN)]);
        if answers.len() > ANSWERS_SHOWN {
            let more = answers.len() - ANSWERS_SHOWN;
            text += &format!(
                "  … and {more} more: `--format json` lists them, `catmouse moves` shows the moves anywhere\n"
            );
        }
    }
    text
}

/// The whole line, ply by ply.
fn full(game: &Game, explanation: &Explanation, detail: Detail) -> String {
    let text = with_legend(game, explanation, &explanation.plies, detail);
    // The last row says how the game ends.
    if detail == Detail::Folded && explanation.summary.end == LineEnd::Over {
        return text;
    }
    text + "\n" + &wrapped(&prose::ending(explanation, game), 0) + "\n"
}

fn label(piece: &FoldedRow) -> String {
    let FoldedRow { from, to, .. } = piece;
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

fn notes(piece: &FoldedRow) -> String {
    piece.notes.join("; ")
}

/// Rounds side by side in columns, as many as fit. A run has a row of its own.
fn rounds(pieces: &[FoldedRow]) -> String {
    /// The most rounds on a row. On longer rows a reader loses the place.
    const MOST: usize = 4;
    let width = |text: &str| text.chars().count();
    let cells: Vec<(String, String)> = pieces
        .iter()
        .map(|piece| (label(piece), if piece.moves.is_empty() { notes(piece) } else { piece.moves.join(" ") }))
        .collect();
    let label_width = cells.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
    let is_run = |index: usize| pieces[index].moves.is_empty();
    // The rows, with at most `per_row` rounds on each; a run has a row of its own.
    let laid = |per_row: usize| -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for index in 0..pieces.len() {
            match rows.last_mut() {
                Some(row) if row.len() < per_row && !is_run(index) && !row.iter().any(|&at| is_run(at)) => {
                    row.push(index);
                }
                _ => rows.push(vec![index]),
            }
        }
        rows
    };
    let widths = |rows: &[Vec<usize>], per_row: usize| -> Vec<usize> {
        let column = |column: usize| {
            let in_column = rows.iter().filter_map(|row| row.get(column)).filter(|&&index| !is_run(index));
            in_column.map(|&index| width(&cells[index].1)).max().unwrap_or(0)
        };
        (0..per_row).map(column).collect()
    };
    let fits = |&per_row: &usize| {
        let widths = widths(&laid(per_row), per_row);
        let used: usize = widths.iter().map(|width| label_width + width + 5).sum();
        used <= PAGE_WIDTH
    };
    let per_row = (1..=MOST).rev().find(fits).unwrap_or(1);
    let rows = laid(per_row);
    let widths = widths(&rows, per_row);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, &index) in row.iter().enumerate() {
            let (label, content) = &cells[index];
            let content = wrapped(content, label_width + 3);
            let wide = if is_run(index) { 0 } else { widths[column] };
            line += &format!(" {label:<label_width$}  {content:<wide$}  ");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn rows(pieces: &[FoldedRow]) -> String {
    let mut text = String::new();
    let width = |text: &str| text.chars().count();
    let label_width = pieces.iter().map(|piece| width(&label(piece))).max().unwrap_or(0);
    // Moves with notes are padded to columns, so that their notes are aligned. Moves without notes
    // are padded too if the columns stay narrow enough for the notes.
    let columns = [0, 1].map(|index| {
        let (mut noted, mut all) = (0, 0);
        for piece in pieces.iter().filter(|piece| !piece.notes.is_empty() || piece.moves.len() <= 2) {
            let step = piece.moves.get(index).map_or(0, |step| width(step));
            all = all.max(step);
            if !piece.notes.is_empty() {
                noted = noted.max(step);
            }
        }
        if all <= noted + ROOM_FOR_COLUMNS { all } else { noted }
    });
    for piece in pieces {
        text += &format!(" {:<label_width$}  ", label(piece));
        let indent = label_width + 3;
        if piece.notes.is_empty() && piece.moves.len() > 2 {
            text += &wrapped(&piece.moves.join(" "), indent);
        } else if piece.moves.is_empty() {
            text += &wrapped(&notes(piece), indent);
        } else {
            let mut steps = String::new();
            for (index, &column) in columns.iter().enumerate() {
                let step = piece.moves.get(index).map_or("", String::as_str);
                steps += &format!("{step:<column$}  ");
            }
            text += if piece.notes.is_empty() { steps.trim_end() } else { &steps };
            text += &wrapped(&notes(piece), indent + width(&steps));
        }
        text.push('\n');
    }
    text
}

/// The plies as rows of columns: number, move, mark, remark.
fn lines(game: &Game, explanation: &Explanation, plies: &[Ply], detail: Detail) -> String {
    let steps: Vec<String> = plies.iter().map(|ply| game.move_text(ply.from, ply.played.step())).collect();
    let step_width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let marks: Vec<String> = plies.iter().map(|ply| prose::mark(&ply.played, game.measure())).collect();
    let mark_width = marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(0);
    let number_width = plies.len().to_string().len();
    let indent = number_width + step_width + mark_width + 8;
    let mut text = String::new();
    if marks.iter().any(|mark| mark.parse::<u64>().is_ok()) {
        // The heading ends above the last digits of the numbers.
        let width = number_width + step_width + mark_width + 5;
        text += &format!("{}\n", paint(&format!("{:>width$}", heading(game.measure())), DIM));
    }
    for ((ply, step), mark) in plies.iter().zip(&steps).zip(&marks) {
        let mark = paint(&format!("{mark:>mark_width$}"), colour(ply.played.judgement));
        let step = paint(&format!("{step:<step_width$}"), BOLD);
        let remark = match detail {
            Detail::Full => prose::remark(explanation, ply, game),
            Detail::Folded => prose::remark_briefly(explanation, ply, game),
        };
        let remark = unbroken(&remark, indent);
        text += &format!(" {:>number_width$}  {step}  {mark}   {remark}\n", ply.number);
    }
    text
}
