//! A reader of the text of `explain` can win against every defence with this text alone.
//!
//! This test reads the printed text as a person does: the rows of the line, the notes on other
//! moves, and the table below. With the code that writes the text, it shares only the names of
//! moves and placements. Then the winner plays by the text against all moves of the loser. At each
//! position that can arise, the text must give a move that wins as fast as possible, or some move
//! must win at once. The text must state the number of the other positions. If two parts of the
//! text give a move for the same position, they must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use catmouse_arena::{
    Arena, Cost, Measure, Move, Player, PositionId, Solution, Status, Value, Values, WinOrDraw, Words,
};
use catmouse_explain::{Context, Explanation, explain};
use catmouse_formats::{Format, read, write};
use catmouse_model::{CatInHole, Game, GameState, MoveErrorKind, Preset, Setup, VertexChoice, read_moves};

use crate::page_length::{LONG, explained, with_dead_end};
use crate::program::stdout;
use catmouse_campaign::naive::{mover, moves, random_setup, small_games};
use catmouse_campaign::random::Dice;

/// A move of the winner, and the opponent's placements to which it is an answer; `None` for all
/// others.
type Case = (String, Option<Vec<String>>);

/// The information from a text.
struct Reader<'a> {
    game: &'a Game,
    solution: &'a Solution,
    told: Explanation,
    winner: Player,
    text: &'a str,
    /// For each position, the moves that the text gives, collected from all its parts.
    says: BTreeMap<PositionId, BTreeSet<PositionId>>,
    /// Positions after moves that a remark does not name one by one. Its answers there may belong
    /// to other moves.
    unnamed: BTreeSet<PositionId>,
    /// The rows of the table: the cases for each placement of the winner.
    table: BTreeMap<String, Vec<Case>>,
    /// The number of positions that the table covers, and the number of all positions if it is
    /// stated; `None` if the table is complete.
    partly: Option<(usize, Option<usize>)>,
}

/// The blocks of lines between blank lines.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    text.split("\n\n").map(|block| block.lines().collect()).collect()
}

/// The number before the word `word`.
fn number_before(text: &str, word: &str) -> Option<usize> {
    let before = text.split(word).next().filter(|before| before.len() < text.len())?;
    before.split_whitespace().last()?.parse().ok()
}

/// The text after its first pair of brackets, which may hold cells such as "(0,1)".
fn after_brackets(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    });
    end.map_or("", |end| &text[end + 1..])
}

/// Reads the plies of a row: "1–2" or "25".
fn label(token: &str) -> Option<(usize, usize)> {
    let (from, to) = token.split_once('–').unwrap_or((token, token));
    Some((from.parse().ok()?, to.parse().ok()?))
}

impl Reader<'_> {
    fn says(&mut self, at: PositionId, to: PositionId) {
        self.says.entry(at).or_default().insert(to);
    }

    /// The rows of the line: the plies of each and its text.
    fn rows(block: &[&str]) -> Vec<((usize, usize), String)> {
        let mut rows: Vec<((usize, usize), String)> = Vec::new();
        for line in block {
            for token in line.split("  ").map(str::trim).filter(|token| !token.is_empty()) {
                match (label(token), rows.last_mut()) {
                    (Some(plies), _) => rows.push((plies, String::new())),
                    (None, Some((_, words))) => {
                        *words += token;
                        words.push(' ');
                    }
                    (None, None) => panic!("a row begins with its plies: {line}"),
                }
            }
        }
        rows
    }

    /// The move at the beginning of a text, and the rest of the text.
    fn begins<'t>(&self, at: PositionId, text: &'t str) -> Option<(PositionId, &'t str)> {
        let all = moves(self.game, at)
            .into_iter()
            .map(|(to, cost)| (self.game.step(at, Move { to, cost: cost as Cost }), to));
        let found = all.filter(|(step, _)| text.starts_with(step.as_str())).max_by_key(|(step, _)| step.len());
        found.map(|(step, to)| (to, text[step.len()..].trim_start()))
    }

    /// Reads the rows of a folded line.
    fn read_folded(&mut self, block: &[&str]) {
        for ((from, to), words) in Self::rows(block) {
            let plies: Vec<_> = self.told.plies[from - 1..to].iter().map(|ply| (ply.from, ply.player)).collect();
            let mut rest = words.trim();
            let mut deviates = None;
            for &(at, player) in &plies {
                let Some((to, after)) = self.begins(at, rest) else {
                    self.read_run(from, to, rest);
                    rest = "";
                    break;
                };
                rest = after;
                // Skips what follows a move: its cost, and remarks on other moves.
                while rest.starts_with('(') || rest.starts_with("only") {
                    rest = match rest.strip_prefix("only") {
                        Some(after) => after.trim_start(),
                        None => after_brackets(rest).trim_start(),
                    };
                }
                if player == self.winner {
                    self.says(at, to);
                } else {
                    deviates = Some(at);
                }
            }
            for note in rest.split("; if ").filter(|note| !note.is_empty()) {
                let at = deviates.unwrap_or_else(|| panic!("nobody deviates in {words}"));
                let (targets, answer) = note
                    .trim_start_matches("if ")
                    .split_once(": ")
                    .unwrap_or_else(|| panic!("no answer: {words}\n{}", self.text));
                let targets = targets.replace(" or ", ", ");
                for target in targets.split(", ") {
                    let to = self.target(at, target).unwrap_or_else(|| panic!("no move to {target}: {words}"));
                    let (reply, rest) = self.begins(to, answer).unwrap_or_else(|| panic!("no move: {answer}"));
                    self.says(to, reply);
                    match rest.trim_start_matches(", then go on at ply ").trim().parse::<usize>() {
                        Ok(ply) => assert_eq!(self.told.plies[ply - 1].from, reply, "{words}\n{}", self.text),
                        Err(_) => assert_eq!(rest.trim(), "", "{words}\n{}", self.text),
                    }
                }
            }
        }
    }

    /// Reads a run: how the winner follows the loser, or that both walk.
    fn read_run(&mut self, from: usize, to: usize, words: &str) {
        let own = |position| self.game.places(position, self.winner);
        let other = |position| self.game.places(position, self.winner.opponent());
        let follows = [("follows one step behind", 1)].into_iter().find(|(phrase, _)| words.contains(phrase));
        let behind = follows.map(|(_, steps)| steps).or_else(|| {
            let steps = words.split("follows ").nth(1)?.strip_suffix(" steps behind")?;
            steps.parse::<usize>().ok()
        });
        let mut found = Vec::new();
        for number in from..=to {
            let ply = &self.told.plies[number - 1];
            if ply.player != self.winner {
                continue;
            }
            let goal = if words.ends_with("waits") {
                Some(own(ply.from))
            } else {
                // The place where the opponent stood `steps` of its moves before.
                behind.map(|steps| other(self.told.plies[number - 2 * steps].from))
            };
            // Tours and walks list every move. Other tests check them.
            let to = goal.map_or(Some(ply.played.to), |goal| {
                moves(self.game, ply.from).into_iter().map(|(to, _)| to).find(|&to| own(to) == goal)
            });
            found.push((ply.from, to.unwrap_or_else(|| panic!("{words}\n{}", self.text))));
        }
        for (at, to) in found {
            self.says(at, to);
        }
    }

    /// Reads a line with a remark on every ply. The answer to another move is in the remark on the
    /// ply at which that move was possible.
    fn read_whole(&mut self, block: &[&str]) {
        let mut rows = Vec::new();
        for line in block {
            if let Some(number) = line.split_whitespace().next().and_then(|first| first.parse::<usize>().ok())
                && line.find(|letter| letter != ' ').is_some_and(|indent| indent <= 3)
                && number == rows.len() + 1
            {
                rows.push(line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "));
            } else if let Some(last) = rows.last_mut() {
                *last += " ";
                *last += line.trim();
            }
        }
        assert_eq!(rows.len(), self.told.plies.len(), "{}", self.text);
        for (index, words) in rows.iter().enumerate() {
            let ply = self.told.plies[index].clone();
            let (to, remark) = self.begins(ply.from, words).unwrap_or_else(|| panic!("{words}"));
            if ply.player == self.winner {
                self.says(ply.from, to);
                continue;
            }
            for (to, _) in moves(self.game, ply.from).into_iter().filter(|(other, _)| *other != to) {
                // If the text gives several answers that are legal here, take the one that wins
                // fastest; a remark on several moves has an answer to each. Of equally fast
                // answers, take the first one after the name of this move.
                let step = |reply: PositionId| self.game.step(to, self.game.cheapest(to, reply));
                let said = |reply: PositionId| remark.contains(&format!("({})", step(reply)));
                let named = self.named(ply.from, to, remark);
                let after = |reply: PositionId| {
                    let rest = &remark[named?..];
                    Some(rest.find(&format!("({})", step(reply))).unwrap_or(usize::MAX))
                };
                let answers = moves(self.game, to).into_iter().filter(|&(reply, _)| said(reply));
                let best = answers
                    .min_by_key(|&(reply, cost)| {
                        (self.distance(reply).map_or(u64::MAX, |distance| distance + cost), after(reply))
                    })
                    .map(|(reply, _)| reply);
                if let Some(best) = best {
                    if named.is_none() && !self.says.contains_key(&to) {
                        self.unnamed.insert(to);
                    }
                    self.says.entry(to).or_insert_with(|| BTreeSet::from([best]));
                }
            }
        }
    }

    /// The offset at which a remark names a move. The number of a distance does not count, nor does
    /// a number inside "2–5".
    fn named(&self, from: PositionId, to: PositionId, remark: &str) -> Option<usize> {
        let name = Words::target(self.game, from, self.game.cheapest(from, to));
        let by_itself = |&at: &usize| {
            let (before, after) = (&remark[..at], &remark[at + name.len()..]);
            before.ends_with(' ')
                && !before.ends_with("in ")
                && (after.is_empty() || after.starts_with([' ', ',', ';']))
        };
        remark.match_indices(&name).map(|(at, _)| at).find(by_itself)
    }

    /// Reads the table, and how much of all positions it covers.
    fn read_table(&mut self, block: &[&str]) {
        let (lead, rows): (Vec<&str>, Vec<&str>) = block.iter().partition(|line| !line.starts_with(' '));
        let lead = lead.join(" ");
        if lead.contains("this text has no answer") {
            let told = number_before(&lead, "of very many").or_else(|| number_before(&lead, "of the"));
            self.partly = Some((told.expect("a number"), number_before(&lead, "positions that can arise")));
        }
        let own: BTreeSet<String> = (0..self.game.arena().positions())
            .map(PositionId::new)
            .filter(|&position| mover(self.game, position) == Some(self.winner))
            .map(|position| self.game.placement(position, self.winner))
            .collect();
        let text = rows.iter().map(|row| row.trim()).collect::<Vec<_>>().join(" ").replace("  ", " ");
        // A row begins at a placement followed by a colon.
        let mut starts: Vec<(usize, &String)> = own
            .iter()
            .flat_map(|own| text.match_indices(&format!("{own}: ")).map(|(at, _)| (at, own)).collect::<Vec<_>>())
            .filter(|&(at, _)| at == 0 || text[..at].ends_with(' '))
            .collect();
        starts.sort_by_key(|(at, own)| (*at, std::cmp::Reverse(own.len())));
        starts.dedup_by_key(|(at, _)| *at);
        // "C(0,1) C(2,2): " is one placement, which ends with "C(2,2): ".
        let starts: Vec<(usize, &String)> = starts
            .iter()
            .copied()
            .filter(|&(at, _)| !starts.iter().any(|&(other, own)| other < at && at < other + own.len()))
            .collect();
        for (index, &(at, own)) in starts.iter().enumerate() {
            let end = starts.get(index + 1).map_or(text.len(), |&(next, _)| next);
            let words = text[at + own.len() + 1..end].trim().trim_end_matches('.').trim();
            let cases = words.split("; ").map(|case| match case.split_once(" if ") {
                Some((target, against)) => {
                    let against = against.replace(" or ", ", ");
                    (target.to_owned(), Some(against.split(", ").map(str::to_owned).collect()))
                }
                None => (case.trim_start_matches("otherwise ").to_owned(), None),
            });
            assert!(self.table.insert(own.clone(), cases.collect()).is_none(), "one row for {own}\n{}", self.text);
        }
    }

    fn target(&self, at: PositionId, target: &str) -> Option<PositionId> {
        let named =
            |&(to, cost): &(PositionId, u64)| Words::target(self.game, at, Move { to, cost: cost as Cost }) == target;
        moves(self.game, at).into_iter().find(named).map(|(to, _)| to)
    }

    fn distance(&self, position: PositionId) -> Option<u64> {
        match self.solution.value(position) {
            Value::Win { player, distance } if player == self.winner => Some(distance),
            _ => None,
        }
    }

    /// The answer of the table.
    fn looked_up(&self, at: PositionId) -> Option<PositionId> {
        let cases = self.table.get(&self.game.placement(at, self.winner))?;
        let against = self.game.placement(at, self.winner.opponent());
        let case = cases.iter().find(|(_, named)| named.as_ref().is_none_or(|named| named.contains(&against)))?;
        let to = self.target(at, &case.0);
        Some(to.unwrap_or_else(|| panic!("no move to {}\n{}", case.0, self.text)))
    }

    /// Plays by the text against every defence. Returns the number of positions with an answer in
    /// the text, and without one.
    fn plays(&self) -> (usize, usize) {
        let mut met: BTreeSet<PositionId> = BTreeSet::new();
        let mut open = vec![self.told.summary.start];
        let (mut answered, mut left_open) = (0, 0);
        while let Some(position) = open.pop() {
            if !met.insert(position) {
                continue;
            }
            match mover(self.game, position) {
                None => assert_eq!(self.game.arena().status(position), Status::Won(self.winner), "{}", self.text),
                Some(player) if player == self.winner => {
                    let here = self.distance(position).unwrap_or_else(|| panic!("it is won\n{}", self.text));
                    let all = moves(self.game, position);
                    let ends = all.iter().filter(|(to, _)| self.game.arena().status(*to) == Status::Won(player));
                    let best = ends.min_by_key(|(_, cost)| *cost);
                    let is_plies = self.game.measure() == Measure::Plies;
                    let mut said = self.says.get(&position).cloned().unwrap_or_default();
                    if best.is_none() || !is_plies {
                        let looked_up = self.looked_up(position);
                        // A remark only concerns the moves that it names. For others, use the
                        // table.
                        if looked_up.is_some() && self.unnamed.contains(&position) {
                            said.clear();
                        }
                        said.extend(looked_up);
                    }
                    // If distances are plies, a move that wins at once takes precedence.
                    if let Some(&(to, _)) = best
                        && (is_plies || said.is_empty())
                    {
                        said = BTreeSet::from([to]);
                    } else if said.is_empty() {
                        left_open += 1;
                        continue;
                    } else {
                        answered += 1;
                    }
                    assert_eq!(said.len(), 1, "two answers at {}\n{}", self.at(position), self.text);
                    for to in said {
                        let cost = all.iter().filter(|(other, _)| *other == to).map(|(_, cost)| *cost).min();
                        let after = self.distance(to).unwrap_or_else(|| {
                            panic!(
                                "{} throws the win away at {}\n{}",
                                self.game.step(position, self.game.cheapest(position, to)),
                                self.at(position),
                                self.text
                            )
                        });
                        assert_eq!(after + cost.expect("legal"), here, "{}\n{}", self.at(position), self.text);
                        open.push(to);
                    }
                }
                Some(_) => open.extend(moves(self.game, position).into_iter().map(|(to, _)| to)),
            }
        }
        // A rule that wins from there answers the rest; the sentences of lessons are tested by
        // themselves.
        let words = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wins =
            [" Wins within ", " Wins from here within ", " Wins from here against everything", ", whatever the "];
        let wins = wins.iter().any(|wins| words.contains(wins));
        let has_rule = self.told.plies.len() > 1 && words.contains("Rule: ") && wins;
        let left_open = if has_rule { 0 } else { left_open };
        let says_so = self.text.contains("this text has no answer");
        assert_eq!(left_open > 0, says_so, "{left_open} positions without an answer\n{}", self.text);
        if let Some((told, all)) = self.partly {
            assert!(all.is_none_or(|all| told < all), "{}", self.text);
            let entries: usize =
                self.table.values().flatten().map(|(_, against)| against.as_ref().map_or(0, Vec::len)).sum();
            assert_eq!(entries, told, "{}", self.text);
        }
        (answered, left_open)
    }

    fn at(&self, position: PositionId) -> String {
        self.game.notation(&self.game.position(position))
    }
}

/// Statistics about the texts that were read.
#[derive(Debug, Default)]
struct Read {
    texts: usize,
    tables: usize,
    answers: usize,
    left_open: usize,
    /// The texts that leave positions without an answer.
    partly: usize,
    /// The lines that are read back as they are printed, and those that are refused because rows are
    /// folded.
    pasted: usize,
    folded: usize,
}

impl Read {
    /// Pastes the rows of the line as moves. They are read as the moves of the line, or refused if a
    /// row stands for moves that it does not list.
    fn paste(&mut self, game: &Game, told: &Explanation, text: &str, flag: &str) {
        let blocks = blocks(text);
        let Some(legend) = blocks.iter().position(|block| block[0].starts_with("M moves the Mouse")) else { return };
        let is_heading = |line: &&&str| ["plies left", "cost left"].contains(&line.trim());
        let rows: Vec<&str> = blocks[legend + 1].iter().skip_while(is_heading).copied().collect();
        let is_folded = |row: &&str| row.contains("  the Mouse ") || row.contains("  the Cat ") || row.contains('…');
        let from = GameState { position: told.summary.start, adjudication: game.adjudication() };
        match read_moves(game, from, 0, &rows.join("\n")) {
            Ok(moves) => {
                let line = told.plies.iter().map(|ply| ply.played.step()).take(moves.len());
                assert!(moves.iter().map(|played| played.step).eq(line), "{text}");
                let said = text.split_once("The first ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
                assert_eq!(moves.len(), said.unwrap_or(told.plies.len()), "{text}");
                self.pasted += 1;
            }
            Err(error) => {
                assert_eq!(error.kind, MoveErrorKind::Folded, "{error}\n{text}");
                assert!(flag != "--full" && rows.iter().any(is_folded), "{error}\n{text}");
                self.folded += 1;
            }
        }
    }
}

/// Reads the explanations of the start and of the longest win of each side, and follows these
/// explanations.
fn read_and_play_all(game: &Game, board: &str, found: &mut Read) {
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    assert_eq!(catmouse_arena::check(game.arena(), &solution), Ok(()));
    let longest = Player::BOTH.into_iter().filter_map(|player| Some(solution.longest_win(player)?.0));
    let start = game.opening(&solution).id;
    let text = explained(&[board]);
    read_and_play(game, &solution, start, &text, found);
    let told = explain(&Context::new(game.arena(), game, &solution, game.adjudication()), start);
    for flag in ["--full", "--brief"] {
        found.paste(game, &told, &explained(&[board, flag]), flag);
    }
    for from in longest.filter(|&from| from != start).collect::<BTreeSet<_>>() {
        let text = explained(&[board, "--from", &game.notation(&game.position(from))]);
        read_and_play(game, &solution, from, &text, found);
    }
}

/// Reads a text and follows it, if a player wins by force and the text shows the line.
fn read_and_play(game: &Game, solution: &Solution, start: PositionId, text: &str, found: &mut Read) {
    let told = explain(&Context::new(game.arena(), game, solution, game.adjudication()), start);
    found.paste(game, &told, text, "");
    let judgement = told.summary.judgement;
    let WinOrDraw::Win(winner) = judgement.outcome else { return };
    // Other tests follow strategies and unforced wins. A line without its middle cannot be
    // followed.
    if judgement.distance.is_none_or(|distance| distance == 0)
        || text.contains("against everything")
        || text.contains("makes no mistake")
        || text.contains("shows the plies between")
    {
        return;
    }
    let (says, table) = (BTreeMap::new(), BTreeMap::new());
    let unnamed = BTreeSet::new();
    let mut reader = Reader { game, solution, told, winner, text, says, unnamed, table, partly: None };
    let blocks = blocks(text);
    let legend = blocks.iter().position(|block| block[0].starts_with("M moves the Mouse")).expect("a legend");
    if ["plies left", "cost left"].contains(&blocks[legend + 1][0].trim()) {
        reader.read_whole(&blocks[legend + 1]);
    } else {
        reader.read_folded(&blocks[legend + 1]);
    }
    if let Some(table) = blocks.iter().find(|block| block[0].starts_with("Where the ")) {
        reader.read_table(table);
        found.tables += 1;
    }
    let (answered, left_open) = reader.plays();
    found.texts += 1;
    found.answers += answered;
    found.left_open += left_open;
    found.partly += usize::from(left_open > 0);
}

#[test]
fn a_reader_wins_every_fixture_against_everything() {
    let mut found = Read::default();
    for (path, game) in small_games(20_000) {
        read_and_play_all(&game, &path, &mut found);
    }
    assert!(found.texts >= 15 && found.tables >= 4 && found.answers >= 200 && found.partly == 0, "{found:?}");
    assert!(found.pasted >= 60, "{found:?}");
}

#[test]
fn a_reader_wins_long_games_against_everything() {
    let mut found = Read::default();
    for board in LONG {
        let vertices = board.matches('[').count() - 1;
        let longer = [6, 38].map(|length| with_dead_end(board, vertices / 2, length));
        for board in [board.to_owned(), longer[0].clone(), longer[1].clone()] {
            let game = read(&board, Format::Leetcode).expect("a graph").setup.plan().expect("it is in order").game();
            let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
            assert_eq!(catmouse_arena::check(game.arena(), &solution), Ok(()));
            read_and_play(&game, &solution, game.opening(&solution).id, &explained(&[&board]), &mut found);
        }
    }
    // These boards are small enough for complete tables.
    assert!(found.texts == 24 && found.tables == 24 && found.answers >= 1500 && found.partly == 0, "{found:?}");
    assert!(found.folded >= 4, "{found:?}");
}

/// A board with many edges, sometimes with two cats or with costs. Games on such boards are long.
fn dense_setup(dice: &mut Dice) -> Setup {
    let count = 9 + dice.below(10);
    let density = 12 + dice.below(25);
    let costs = dice.below(4) == 0;
    let mut lists: Vec<Vec<serde_json::Value>> = vec![Vec::new(); count];
    for b in 1..count {
        let parent = dice.below(b);
        for a in 0..b {
            if a == parent || dice.below(100) < density {
                let cost = 1 + dice.below(4);
                let (a, b) = (count - 1 - a, count - 1 - b);
                lists[a].push(if costs { serde_json::json!([b, cost]) } else { serde_json::json!(b) });
                lists[b].push(if costs { serde_json::json!([a, cost]) } else { serde_json::json!(a) });
            }
        }
    }
    let text = serde_json::to_string(&lists).expect("numbers");
    let mut setup = read(&text, Format::Leetcode).expect("it is a graph").setup;
    if dice.below(3) == 0 {
        setup.cats = Some(vec![VertexChoice::Number(2), VertexChoice::Number(3)]);
    }
    if dice.below(4) == 0 {
        setup.rules.mouse_may_stay = Some(true);
        setup.rules.cat_in_hole = Some(CatInHole::Guards);
    }
    setup
}

#[test]
fn a_reader_wins_random_games_against_everything() {
    let path = std::env::temp_dir().join(format!("catmouse-{}-read.toml", std::process::id()));
    let mut found = Read::default();
    let mut dice = Dice::new(3);
    let mut games = 0;
    while games < 80 {
        let setup = if games % 5 == 0 { random_setup(&mut dice) } else { dense_setup(&mut dice) };
        let Ok(plan) = setup.plan() else { continue };
        games += 1;
        let mut document = read("[[1],[0]]", Format::Leetcode).expect("a graph");
        document.setup = setup;
        let board = document.setup.plan_board().expect("it is in order");
        let mut text = String::new();
        write(&mut text, &document, &board, Format::Setup).expect("a setup holds everything");
        fs::write(&path, &text).expect("it is written");
        read_and_play_all(&plan.game(), path.to_str().expect("the path is text"), &mut found);
    }
    fs::remove_file(&path).expect("it was written");
    assert!(found.texts >= 20 && found.tables >= 10 && found.answers >= 400, "{found:?}");
}

/// If there are too many answers for the table, the text says how many it lists, and that it lacks
/// the others.
#[test]
fn the_text_says_how_many_answers_are_left_out() {
    let board = "grid:11x11";
    let mut setup = read(&stdout(&["convert", board, "--to", "leetcode"]), Format::Leetcode).expect("a graph").setup;
    setup.preset = Some(Preset::CopsAndRobbers);
    setup.rules.cats = Some(2);
    let game = setup.plan().expect("it is in order").game();
    let solution = catmouse_solver::solve_table(game.arena()).expect("it counts plies");
    let mut found = Read::default();
    let text = explained(&[board, "--preset", "cops", "--cats", "2"]);
    read_and_play(&game, &solution, game.opening(&solution).id, &text, &mut found);
    assert!(found.texts == 1 && found.tables == 1 && found.answers >= 20 && found.left_open >= 10, "{found:?}");
}
