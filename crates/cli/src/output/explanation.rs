//! An explanation as a page of text: the headline, the story, the line in full or folded, and how a draw is held.

use catmouse::SymmetryAnswer;
use catmouse_arena::{Aim, Distance, Player, Values, Words, listed};
use catmouse_explain::prose::{Covered, Folded, Indexed};
use catmouse_explain::story::Claim;
use catmouse_explain::strategy::{NoStrategy, Strategy, strategies_within};
use catmouse_explain::{Explanation, LineEnd, Ply, prose};
use catmouse_model::{Game, Opening};

use super::text::{
    BOLD, DIM, colour, columns, convention, gallery, header, paint, placement, step_text, unbroken, wrapped,
};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// What a reader needs who plays with the text in hand.
    Folded,
    /// Every ply with every alternative.
    Full,
}

/// Shorter lines are told in full if there is room: there every remark teaches something, and it is soon read.
const FOLDED_FROM: usize = 13;

/// So many lines are read.
const PAGE_LINES: usize = 45;

/// About so many pictures are drawn where the line is folded.
const PICTURES: usize = 12;

/// Answers that are listed of a holding; there may be thousands.
const ANSWERS_SHOWN: usize = 24;

/// Rules are learned for a page where up to so many positions can arise; what more of them come to `--strategy` tells.
const RULES_FROM: usize = 1 << 14;

/// How to win is told by rules if there are so few of them, in so few lines; else a rule of thumb has to do.
const RULES_TOLD: usize = 6;
const RULES_HEIGHT: usize = 9;

/// So many plies are shown of play that repeats.
const REPEATING: usize = 10;
/// Or, where the rules need the room, so many.
const REPEATING_BRIEFLY: usize = 4;

/// So many rules of each strategy are shown where there is no room for all of them, or half as many.
const RULES_SHOWN: usize = 10;

/// What is told on a page.
pub(crate) struct Page<'a> {
    pub(crate) game: &'a Game,
    pub(crate) title: Option<&'a str>,
    pub(crate) opening: &'a Opening,
    /// The capture time, where there is one.
    pub(crate) rounds: Option<u64>,
    /// How many placements are alike, where pieces are placed.
    pub(crate) symmetry: Option<SymmetryAnswer>,
    pub(crate) explanation: &'a Explanation,
}

impl Page<'_> {
    /// The page.
    pub(crate) fn text<V: Values>(&self, values: &V, claims: &[Claim], detail: Detail) -> String {
        let Self { game, explanation, .. } = *self;
        let mut text = header(game, self.title, &self.opening.position);
        text += &placement(game, self.opening, self.rounds);
        text += &self.alike();
        let headline = wrapped(&prose::headline(&explanation.summary, game), 0);
        text += &format!("\n{}\n", paint(&headline, colour(explanation.summary.judgement)));
        let strategies =
            if detail == Detail::Full { Ok(Vec::new()) } else { few_rules(game, values, explanation, claims) };
        // What hangs on a start that the players choose themselves is told by how many places are as good.
        let is_placed = self.opening.cats.is_some() || self.opening.mouse.is_some();
        let of_story = |claim: &&Claim| !(is_placed && matches!(claim, Claim::Starts(_)));
        let told: Vec<Claim> = claims.iter().filter(of_story).cloned().collect();
        let story = prose::story_beside(&told, strategies.as_deref().unwrap_or_default(), explanation, game);
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
                let room = PAGE_LINES.saturating_sub(height(&text));
                text + &fitted(game, values, explanation, claims, strategies.as_deref().ok(), room)
            }
        }
    }
}

fn height(text: &str) -> usize {
    text.lines().count()
}

/// The strategies that a page tells: those that hold what nobody wins, and one that wins if it is short. None could be learned where too
/// much can arise.
fn few_rules<V: Values>(
    game: &Game,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
) -> Result<Vec<Strategy>, NoStrategy> {
    let mut found = strategies_within(game.arena(), game, values, explanation, RULES_FROM)?;
    let is_short = |strategy: &Strategy| {
        strategy.aim == Aim::Hold || strategy.rules() <= RULES_TOLD && height(&rules(game, strategy)) <= RULES_HEIGHT
    };
    // A goal that nobody can get to is not kept from anybody.
    let is_shut_out = |claim: &Claim| matches!(claim, Claim::Race(race) if race.to_goal[Player::One.index()].is_none());
    let out_of_reach = claims.iter().any(is_shut_out);
    let is_idle = |strategy: &Strategy| {
        let holding = explanation.holdings.iter().find(|holding| holding.player == strategy.player);
        let cannot_lose = holding.is_some_and(|holding| holding.answers.iter().all(|answer| answer.losing.is_empty()));
        out_of_reach && cannot_lose && strategy.player == Player::Two
    };
    // A side that cannot move has nothing to be told.
    found.retain(|strategy| !strategy.answers.is_empty() && is_short(strategy) && !is_idle(strategy));
    Ok(found)
}

/// The line, pictures of it, and how what is not won is held: as much of all that as there is room for.
///
/// Each part is there in several versions, the best first, with what it costs the reader to have it so. Of the
/// combinations that fit, the one that costs least is shown.
fn fitted<V: Values>(
    game: &Game,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
    strategies: Option<&[Strategy]>,
    room: usize,
) -> String {
    let pieces = prose::folded(game.arena(), game, values, explanation, claims);
    let index = |covered, setting| {
        let entries = prose::index(game, values, explanation, &pieces, covered);
        match explanation.summary.judgement.outcome.winner() {
            Some(winner) if !entries.is_empty() => indexed(&entries, &game.player(winner), setting),
            _ => String::new(),
        }
    };
    let repeats = explanation.summary.judgement.distance.is_none() && explanation.plies.len() > REPEATING;
    let is_short = explanation.plies.len() < FOLDED_FROM;
    let lines: Vec<(usize, String)> = if explanation.plies.is_empty() {
        vec![(0, String::new())]
    } else if repeats {
        vec![
            (0, format!("\n{}", beginning(game, explanation, REPEATING))),
            (3, format!("\n{}", beginning(game, explanation, REPEATING_BRIEFLY))),
        ]
    } else {
        let whole = is_short.then(|| (0, format!("\n{}", full(game, explanation, Detail::Folded))));
        let in_rows = (2, format!("\n{}", folded(game, explanation, &pieces, Setting::Rows)));
        let in_text = (6, format!("\n{}", folded(game, explanation, &pieces, Setting::Text)));
        whole.into_iter().chain([in_rows, in_text]).collect()
    };
    // Rules for all that can arise leave nothing to be looked up.
    let has_rules = strategies.is_some_and(|strategies| !strategies.is_empty());
    let indices = [
        (0, if has_rules { String::new() } else { index(Covered::Everything, Setting::Rows) }),
        (1, if has_rules { String::new() } else { index(Covered::Everything, Setting::Text) }),
        (2, if has_rules { String::new() } else { index(Covered::Line, Setting::Text) }),
        (5, String::new()),
    ];
    let pictured = if is_short && !repeats { usize::MAX } else { PICTURES };
    let galleries = [
        (0, pictures(game, explanation, pictured)),
        (1, pictures(game, explanation, PICTURES / 2)),
        (3, String::new()),
    ];
    let told = [
        (0, told_rules(game, explanation, strategies, usize::MAX)),
        (2, told_rules(game, explanation, strategies, RULES_SHOWN)),
        (3, told_rules(game, explanation, strategies, RULES_SHOWN / 2)),
        (6, told_rules(game, explanation, strategies, 0)),
    ];
    let mut best: Option<(usize, String)> = None;
    for (line_cost, line) in &lines {
        let is_whole = is_short && *line_cost == 0;
        for (index_cost, index) in &indices {
            // The whole line needs no index.
            let (index_cost, index) = if is_whole { (0, "") } else { (*index_cost, index.as_str()) };
            for (gallery_cost, gallery) in &galleries {
                for (rules_cost, rules) in &told {
                    let cost = line_cost + index_cost + gallery_cost + rules_cost;
                    let lines = [rules, line, index, gallery].map(height).iter().sum::<usize>();
                    if lines <= room && best.as_ref().is_none_or(|(least, _)| cost < *least) {
                        best = Some((cost, [rules, line, index, gallery].concat()));
                    }
                }
            }
        }
    }
    let least = || {
        let rules = &told[told.len() - 1].1;
        rules.clone() + &shortened(game, explanation, &pieces, room.saturating_sub(height(rules)))
    };
    best.map_or_else(least, |(_, text)| text)
}

/// Where to look, for each place of the winner.
fn indexed(entries: &[Indexed], winner: &str, setting: Setting) -> String {
    let lead = format!("Where to look, with {winner} to move (a row is named by its first ply):");
    let of = |entry: &Indexed, told: &dyn Fn(usize, String) -> String| {
        let rows: Vec<String> = entry.rows.iter().map(|(row, others)| told(*row, listed(others, "or"))).collect();
        format!("{}: {}", entry.own, rows.join(", "))
    };
    match setting {
        Setting::Rows => {
            let told = |row, others| format!("row {row} against {others}");
            let entries = entries.iter().map(|entry| format!("  {}\n", wrapped(&of(entry, &told), 4)));
            format!("\n{}\n{}", wrapped(&lead, 0), entries.collect::<String>())
        }
        Setting::Text => {
            let told = |row, others| format!("{others} in {row}");
            let entries: Vec<String> = entries.iter().map(|entry| of(entry, &told)).collect();
            format!("\n{}\n", wrapped(&format!("{lead} {}.", entries.join("; ")), 0))
        }
    }
}

/// The line in so many lines at most: answers to the deviations that lose soonest are left out, and if that is not
/// enough the middle of the line.
fn shortened(game: &Game, explanation: &Explanation, pieces: &[Folded], room: usize) -> String {
    let mut weights: Vec<Distance> = pieces.iter().flat_map(|piece| &piece.notes).map(|note| note.weight).collect();
    weights.sort_unstable();
    weights.dedup();
    let mut text = String::new();
    for least in weights {
        let mut pieces = pieces.to_vec();
        for piece in &mut pieces {
            piece.notes.retain(|note| note.weight >= least);
        }
        text = format!("\n{}", folded(game, explanation, &pieces, Setting::Text));
        if height(&text) <= room {
            return text;
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let (before, after) = (room.saturating_sub(6).max(4), 4);
    if lines.len() <= before + after + 1 {
        return text;
    }
    let left_out = " … `--full` shows the plies between …";
    let kept = lines[..before].iter().chain([&left_out]).chain(&lines[lines.len() - after..]);
    kept.copied().collect::<Vec<_>>().join("\n") + "\n"
}

/// What is done against everything, by rules: so many of each strategy, and how many more there are.
fn told_rules(game: &Game, explanation: &Explanation, strategies: Option<&[Strategy]>, most: usize) -> String {
    let Some(strategies) = strategies else {
        if explanation.holdings.is_empty() {
            return String::new();
        }
        return format!("\n{}\n", wrapped("`--strategy` tells what to do against everything.", 0));
    };
    let mut text = String::new();
    let mut left_out = 0;
    for strategy in strategies {
        let claim = prose::strategy_claim(strategy, game);
        let rules = prose::strategy_rules(strategy, game);
        let more = rules.len().saturating_sub(most);
        left_out += more;
        if most == 0 {
            text += &format!("\n{}\n", wrapped(&format!("{claim}: `--strategy` tells them."), 0));
            continue;
        }
        text += &format!("\n{}\n{}", wrapped(&format!("{claim}:"), 0), set(&rules[..rules.len() - more]));
        if more > 0 {
            let what = if more == 1 { "rule" } else { "rules" };
            text += &format!("  … and {more} more {what}, which `--strategy` tells\n");
        }
    }
    let holds = strategies.iter().any(|strategy| strategy.aim == Aim::Hold);
    if holds && left_out == 0 && explanation.summary.end == LineEnd::Stuck {
        text += &format!("{}\n", wrapped("The line below is another way: these rules are for play from the start.", 0));
    }
    text
}

/// The first plies of play that repeats or that nobody wins.
fn beginning(game: &Game, explanation: &Explanation, count: usize) -> String {
    let plies = &explanation.plies[..count];
    let judgements = plies.iter().flat_map(|ply| {
        std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
    });
    let convention = wrapped(&convention(judgements, game.measure()), 0);
    let all = explanation.plies.len();
    let rest = format!("The first {count} of {all} plies; the others are more of the same (`--full` shows them). ");
    let ending = wrapped(&(rest + &prose::ending(explanation, game)), 0);
    format!("{}\n\n{}\n{ending}\n", paint(&convention, DIM), lines(game, explanation, plies, Detail::Folded))
}

impl Page<'_> {
    /// How many placements are the same up to symmetry.
    fn alike(&self) -> String {
        let Some(SymmetryAnswer { symmetries, alike_cats, alike_mice, .. }) = self.symmetry else {
            return String::new();
        };
        let several = |alike: Option<usize>| alike.filter(|&alike| alike > 1);
        let told = match (several(alike_cats), several(alike_mice)) {
            (None, None) => return String::new(),
            (Some(cats), None) => format!("{cats} placements of the Cat are equivalent to this one"),
            (None, Some(mice)) => format!("{mice} places of the Mouse are equivalent to this one"),
            (Some(cats), Some(mice)) => {
                format!(
                    "{cats} placements of the Cat are equivalent to this one, and for each of them {mice} places of the Mouse"
                )
            }
        };
        let text = format!("By the {symmetries} symmetries of the board, {told}.");
        wrapped(&text, 0) + "\n"
    }

    /// The page of whole strategies.
    pub(crate) fn strategies(&self, strategies: &[Strategy]) -> String {
        let Self { game, explanation, .. } = *self;
        let mut text = header(game, self.title, &self.opening.position);
        text += &placement(game, self.opening, self.rounds);
        text += &self.alike();
        let headline = wrapped(&prose::headline(&explanation.summary, game), 0);
        text += &format!("\n{}\n", paint(&headline, colour(explanation.summary.judgement)));
        for strategy in strategies.iter().filter(|strategy| !strategy.answers.is_empty()) {
            text += &format!("\n{}:\n", wrapped(&prose::strategy_claim(strategy, game), 0));
            text += &rules(game, strategy);
        }
        text
    }
}

/// The rules of a strategy, one a line.
fn rules(game: &Game, strategy: &Strategy) -> String {
    set(&prose::strategy_rules(strategy, game))
}

fn set(rules: &[String]) -> String {
    rules.iter().fold(String::new(), |text, rule| text + "  " + &wrapped(rule, 4) + "\n")
}

/// The positions of the line as grids, about so many of them.
fn pictures(game: &Game, explanation: &Explanation, count: usize) -> String {
    let every = explanation.plies.len().div_ceil(count).max(1);
    let shown = explanation.plies.iter().filter(|ply| ply.number % every == 0 || ply.number == explanation.plies.len());
    let pictures: Vec<(String, Vec<String>)> = std::iter::once((explanation.summary.start, "start".to_owned()))
        .chain(shown.map(|ply| (ply.played.to, format!("ply {}", ply.number))))
        .filter_map(|(id, caption)| Some((caption, game.picture(&game.position(id))?)))
        .collect();
    if pictures.is_empty() { String::new() } else { format!("\n{}", gallery(&pictures)) }
}

/// How each side holds an endless game.
fn holdings(game: &Game, explanation: &Explanation) -> String {
    let mut text = String::new();
    for holding in &explanation.holdings {
        text += &format!("\n{}\n", wrapped(&prose::holding_claim(explanation, holding, game), 0));
        let answers = prose::answers(holding, game);
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

/// The whole line.
fn full(game: &Game, explanation: &Explanation, detail: Detail) -> String {
    let judgements = explanation.plies.iter().flat_map(|ply| {
        std::iter::once(&ply.played.judgement).chain(ply.others.iter().map(|other| &other.rated.judgement))
    });
    let convention = wrapped(&convention(judgements, game.measure()), 0);
    let ending = wrapped(&prose::ending(explanation, game), 0);
    format!("{}\n\n{}\n{ending}\n", paint(&convention, DIM), lines(game, explanation, &explanation.plies, detail))
}

/// How a folded line is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    /// A round a row, with the answers to deviations in a column.
    Rows,
    /// As running text, the answers in brackets.
    Text,
}

/// The line folded, with the answers to deviations.
fn folded(game: &Game, explanation: &Explanation, pieces: &[Folded], setting: Setting) -> String {
    let reading = paint(&wrapped(&reading(game, explanation, pieces, setting), 0), DIM);
    let line = match setting {
        Setting::Rows => rows(pieces),
        Setting::Text => running(pieces),
    };
    let line = line.replace('\u{a0}', " ");
    format!("{reading}\n\n{line}\n{}\n", wrapped(&prose::ending(explanation, game), 0))
}

fn label(piece: &Folded) -> String {
    let Folded { from, to, .. } = piece;
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

fn notes(piece: &Folded) -> String {
    piece.notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join("; ")
}

fn running(pieces: &[Folded]) -> String {
    let mut words: Vec<String> = Vec::new();
    for piece in pieces {
        words.push(label(piece) + ".");
        words.extend(piece.moves.iter().cloned());
        match (piece.notes.is_empty(), piece.moves.is_empty()) {
            (true, _) => {}
            (_, true) => words.push(notes(piece)),
            _ => words.push(format!("({})", notes(piece))),
        }
    }
    format!(" {}\n", wrapped(&words.join(" "), 1))
}

fn rows(pieces: &[Folded]) -> String {
    let mut text = String::new();
    let width = |text: &str| text.chars().count();
    let label_width = pieces.iter().map(|piece| width(&label(piece))).max().unwrap_or(0);
    // Moves that have notes stand in columns, so that the notes do; the others run on.
    let rounds = || pieces.iter().filter(|piece| !piece.notes.is_empty());
    let column =
        |index: usize| rounds().filter_map(|piece| piece.moves.get(index)).map(|step| width(step)).max().unwrap_or(0);
    let columns = [column(0), column(1)];
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

/// How the folded line is read: what is said of the signs that stand in it.
fn reading(game: &Game, explanation: &Explanation, pieces: &[Folded], setting: Setting) -> String {
    let has = |sign: &str| pieces.iter().flat_map(|piece| &piece.moves).any(|step| step.contains(sign));
    let judgement = explanation.summary.judgement;
    let (win, wins) = match judgement.outcome.winner().filter(|_| judgement.distance.is_some()) {
        Some(_) => ("win", "wins"),
        None => ("hold", "holds"),
    };
    let mut text = "M moves the Mouse, C the Cat".to_owned();
    text += &match (has(" only"), has("(not")) {
        (true, true) => format!("; \"only\" means that no other move {wins}, \"not 8\" that 8 does not."),
        (true, false) => format!("; \"only\" means that no other move {wins}."),
        (false, true) => format!("; \"not 8\" means that 8 does not {win}."),
        (false, false) => ".".to_owned(),
    };
    if let Some(winner) = judgement.outcome.winner().filter(|_| judgement.distance.is_some()) {
        let (winner, loser) = (game.player(winner), game.player(winner.opponent()));
        if pieces.iter().any(|piece| !piece.notes.is_empty() && !piece.moves.is_empty()) {
            let place = match setting {
                Setting::Rows => "To the right",
                Setting::Text => "In brackets",
            };
            text += &format!(" {place} is how {winner} answers other moves, and the ply at which the line goes on.");
        }
        text += &format!(
            " A move of {loser} that is not listed is answered by a win at once, or else by the line's next move."
        );
    }
    text
}

/// The plies in columns: number, move, mark, remark.
fn lines(game: &Game, explanation: &Explanation, plies: &[Ply], detail: Detail) -> String {
    let steps: Vec<String> = plies.iter().map(|ply| step_text(game, ply.from, &ply.played)).collect();
    let step_width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let marks: Vec<String> = plies.iter().map(|ply| prose::mark(&ply.played, game.measure())).collect();
    let mark_width = marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(0);
    let number_width = plies.len().to_string().len();
    let indent = number_width + step_width + mark_width + 8;
    let mut text = String::new();
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
