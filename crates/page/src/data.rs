//! The data for the script of a page: the board, the moves of the pieces, the values, the line and
//! the story.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{
    Arena, InOrder, Measure, Movers, Player, PositionId, Tokens, Value, Values, WinOrDraw, Words, marks,
};
use catmouse_explain::{Context, Explanation, Holding, LineEnd, MainMoves, prose};
use catmouse_model::{
    CatFollows, CatsMove, Game, Keyword, Marked, Movement, Outcome, Rules, Side, Sight, Stalemate, Vertex,
};
use catmouse_picture::{Stage, legible};
use serde::Serialize;

use crate::leetcode::leetcode;
use crate::packed::Packed;
use crate::phrases::Phrases;
use crate::{Ends, GameOver, Level, MOST_POSITIONS, Page};

pub(crate) mod unseen;

/// The greatest number of bytes for the moves of a side, before they are encoded as text.
const MAX_BYTES_OF_MOVES: usize = 1_500_000;

/// In a page without all values: the number of positions of the line, from its start, whose
/// surroundings have values.
const LINE_POSITIONS: usize = 200;

/// In a page without all values: the greatest number of positions with values, and of positions
/// with answers of a holding.
const MAX_PARTIAL_POSITIONS: usize = 100_000;

/// The greatest number of vertex names in a page.
const MAX_NAMES: u32 = 200_000;

/// The greatest number of characters of a title, of a name, and of a sentence, which may contain
/// many names.
const TITLE_LENGTH: usize = 200;
const NAME_LENGTH: usize = 120;
const SENTENCE_LENGTH: usize = 1200;

/// The greatest number of sentences about a holding, and of positions of a holding whose answers
/// are listed. Readers would not read more.
const HOLDING_SENTENCES: usize = 60;
const HOLDING_POSITIONS: usize = 1000;

/// The data that the script of a page reads. Its keys are private to the page. Sentences about the
/// play mark their vertices.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Data {
    name: String,
    headline: String,
    rules: Vec<Rule>,
    /// The rules in one sentence.
    brief: String,
    /// The return value that LeetCode expects, if the game is one of its problems.
    leetcode: Option<&'static str>,
    /// The idea, the hinges and the rule, and then the claims that are left.
    story: Vec<StoryPart>,
    /// What the page says while somebody plays.
    says: Phrases,
    line: Vec<Ply>,
    ending: String,
    holdings: Vec<HoldingText>,
    stage: StageData,
    /// The label of each vertex.
    labels: Vec<String>,
    grid: bool,
    holes: Vec<u32>,
    goal: &'static str,
    /// The unit of distances.
    measure: &'static str,
    agreed: AdjudicationData,
    ends: Ends,
    /// The number of the initial position of the page.
    start: u64,
    /// The part of the limit that was used before the initial position.
    spent: u64,
    mouse: Pieces,
    cats: Pieces,
    values: ValuesData,
    levels: Vec<Level>,
    left_out: Vec<String>,
}

impl Data {
    /// The title of the page.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A sentence with the winner and the distance.
    pub(crate) fn headline(&self) -> &str {
        &self.headline
    }

    /// Sentences about the parts of the game that are not in the page.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

/// A paragraph of the story.
#[derive(Clone, Debug, Serialize)]
struct StoryPart {
    /// `Idea`, `Hinge` or `Rule`; empty for a claim that the lesson leaves.
    label: &'static str,
    text: String,
}

/// One ply of the line.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Ply {
    /// The position after the ply.
    to: u64,
    cost: u32,
    remark: String,
    /// Whether every other move has a worse outcome.
    only: bool,
}

/// A holding of an endless game, in words.
#[derive(Clone, Debug, Serialize)]
struct HoldingText {
    claim: String,
    answers: Vec<String>,
}

/// The drawing of the board.
#[derive(Clone, Debug, Serialize)]
struct StageData {
    svg: String,
    /// For each drawn vertex: its number, the centre of its box, and half the box's width and
    /// height.
    places: Vec<(u32, [f64; 2], [f64; 2])>,
    /// For each edge that is drawn bent: its ends, and the control point of the curve between the
    /// centres of their boxes.
    bends: Vec<(u32, u32, [f64; 2])>,
    sketch: bool,
}

/// The outcome of endless play and of the limit.
#[derive(Clone, Debug, Serialize)]
struct AdjudicationData {
    endless: Outcome,
    limit: Option<(u64, Outcome)>,
}

/// The pieces of a side: the vertices open to the side, and the moves. A node is a place of a
/// single piece, or a configuration of several pieces.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own in the data of the page")]
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Pieces {
    count: u32,
    nodes: u32,
    /// The vertex of each place that is open to a piece.
    places: String,
    /// For each node with an entry: the gap before the node's number, the number of its moves, and
    /// the moves. The gap is the excess over the previous entry's number plus one. A move is the
    /// excess of its target over the target of the previous move, followed by the cost if moves
    /// have costs.
    moves: String,
    /// For several pieces, for each configuration with an entry: the gap before its number, as in
    /// `moves`, and the number of each member's place, as the excess over the previous member.
    configurations: Option<String>,
    /// For several pieces, or if the moves depend on the opponent, the moves of a single piece,
    /// encoded as `moves`.
    single: Option<String>,
    costs: bool,
    /// Whether one of several pieces moves in a ply, and the others stand still.
    one_moves: bool,
    /// Whether the moves depend on where the opponent stands. Then the number of an entry of `moves`
    /// is `other · nodes + node`, with the node of the opponent.
    depends: bool,
    /// Whether the pieces differ. Then `configurations` has the places of the pieces in their order,
    /// each as its own number.
    in_order: bool,
}

/// The values of positions.
#[derive(Clone, Debug, Default, Serialize)]
struct ValuesData {
    /// The kinds of values that occur. The kind of a position where the game is over includes its
    /// end.
    kinds: Vec<ValueKind>,
    /// The gap before each entry's number, as in `Pieces::moves`; `None` if all positions have an
    /// entry.
    ids: Option<String>,
    /// For each entry the number of its kind.
    data: String,
    /// For each entry whose main move is not its first best move: the gap before the entry, and the
    /// number of best moves before the main move. In an endless game, the answers of the holdings
    /// are main moves.
    main: String,
    /// The number of entries.
    count: usize,
}

/// A value, with the end of the game if it is over.
#[derive(Clone, Debug, Serialize)]
struct ValueKind {
    /// The player who wins by force; `None` if the position is endless.
    winner: Option<&'static str>,
    distance: u64,
    /// The end of the game, if it is over.
    end: Option<GameOver>,
}

/// Collects the data of a page.
pub(crate) fn collect<V: Values>(page: &Page<'_, V>) -> Data {
    let &Page { game, ref explanation, ref claims, title, ref levels, ref places, .. } = page;
    let arena = game.arena();
    let start = explanation.summary.start;
    let here = game.position(start);
    let near: Vec<Vertex> = std::iter::once(here.mouse).chain(here.cats.iter().copied()).collect();
    let everything = arena.positions() <= MOST_POSITIONS;
    let around = if everything { BTreeSet::new() } else { around_the_line(game, explanation) };
    let mut left_out = Vec::new();
    if !everything {
        left_out.push(format!(
            "This game has {} positions. Values are in this page for {} of them: \
             those of the line, what their moves lead to, and \
             where else the Mouse might stand there. Elsewhere moves can be made, but their worth is not known here.",
            arena.positions(),
            around.len()
        ));
    }
    let mut side = |player: Player, whose: &str| {
        let (pieces, whole) = self::pieces(game, player, (!everything).then_some(&around));
        if !whole {
            left_out.push(format!("Not all moves of {whose} are in this page: there are too many."));
        }
        pieces
    };
    let pieces = [side(Player::One, "the Mouse"), side(Player::Two, "the Cat")];
    let words = Marked { game, moves: false };
    let mut data = of_game(game, title, page.ends.clone(), (&near, places), pieces);
    left_out.append(&mut data.left_out);
    Data {
        headline: sentence(&prose::headline(&explanation.summary, game)),
        leetcode: leetcode(game, explanation.summary.judgement.outcome.into()),
        story: story(&prose::lesson(claims, arena, &words, page.values, explanation).lesson),
        line: explanation
            .plies
            .iter()
            .map(|ply| Ply {
                to: ply.played.to.index() as u64,
                cost: ply.played.cost,
                remark: sentence(&prose::remark(explanation, ply, &words)),
                only: ply.reason.only,
            })
            .collect(),
        ending: sentence(&prose::ending(explanation, &words)),
        holdings: holdings(explanation, &words),
        start: start.index() as u64,
        spent: explanation.summary.adjudication.limit.map_or(0, |limit| limit.spent),
        values: values(page, everything, &around),
        levels: levels.clone(),
        left_out,
        ..data
    }
}

/// What the board and the rules say, without values and without a line. `near` and `places` are those of
/// [`Stage::new`].
fn of_game(
    game: &Game,
    title: Option<&str>,
    ends: Ends,
    (near, places): (&[Vertex], &[[f64; 2]]),
    [mouse, cats]: [Pieces; 2],
) -> Data {
    let stage = Stage::new(game, near, places);
    let names = game.board().vertices().min(MAX_NAMES);
    Data {
        name: title.map_or_else(|| "A game of cat and mouse".to_owned(), |title| legible(title, TITLE_LENGTH)),
        headline: String::new(),
        rules: rules(game),
        brief: sentence(&prose::capitalised(&game.rules_sentence())),
        leetcode: None,
        story: Vec::new(),
        says: Phrases,
        line: Vec::new(),
        ending: String::new(),
        holdings: Vec::new(),
        stage: StageData {
            places: stage.places.iter().map(|place| (place.vertex.number(), place.centre, place.half)).collect(),
            bends: stage
                .bends
                .iter()
                .map(|bend| (bend.ends[0].number(), bend.ends[1].number(), bend.control))
                .collect(),
            sketch: stage.sketch,
            svg: stage.svg,
        },
        labels: (0..names)
            .map(|vertex| legible(&game.board().label(Vertex::new(vertex)).to_string(), NAME_LENGTH))
            .collect(),
        grid: game.board().grid().is_some(),
        holes: game.rules().holes.iter().map(|hole| hole.number()).collect(),
        goal: game.goal_noun(),
        measure: match game.measure() {
            Measure::Plies => "plies",
            Measure::Cost => "cost",
        },
        agreed: AdjudicationData {
            endless: game.adjudication().endless.into(),
            limit: game.adjudication().limit.map(|limit| (limit.distance, limit.outcome.into())),
        },
        ends,
        start: 0,
        spent: 0,
        mouse,
        cats,
        values: ValuesData::default(),
        levels: Vec::new(),
        left_out: stage.caveat.into_iter().collect(),
    }
}

fn sentence(text: &str) -> String {
    legible(&marks::without_names(text), SENTENCE_LENGTH)
}

/// The paragraphs of the story.
fn story(lesson: &prose::Lesson) -> Vec<StoryPart> {
    let parts = lesson.parts().into_iter().chain(lesson.rest.iter().map(|text| ("", text.clone())));
    parts.map(|(label, text)| StoryPart { label, text: sentence(&text) }).collect()
}

/// The sentences about each holding.
fn holdings(explanation: &Explanation, words: &dyn Words) -> Vec<HoldingText> {
    let text = |holding: &Holding| HoldingText {
        claim: sentence(&prose::holding_claim(explanation, holding, words)),
        answers: if holding.answers.len() <= HOLDING_POSITIONS {
            let answers = prose::holding_answers(holding, words);
            answers.iter().take(HOLDING_SENTENCES).map(|text| sentence(text)).collect()
        } else {
            vec![format!("{} answers are too many to be listed.", holding.answers.len())]
        },
    };
    explanation.holdings.iter().map(text).collect()
}

/// See [`ValuesData::main`]; `ids` are the positions of the entries.
fn main_moves<V: Values>(page: &Page<'_, V>, ids: &[u64]) -> String {
    let &Page { game, values, ref explanation, .. } = page;
    let context = Context::new(game.arena(), game, values, game.adjudication());
    // If the line ends in a stalemate, the holdings are not followed.
    let holdings = explanation.holdings.iter().filter(|_| explanation.summary.end != LineEnd::Stuck);
    // Collecting them would sort first, by a function for these pairs alone.
    let mut answers = BTreeMap::new();
    for answer in holdings.flat_map(|holding| &holding.answers) {
        answers.insert(answer.position, answer.to);
    }
    // Where few of the positions have entries, nothing is kept for the others.
    let positions = game.arena().positions();
    let mut main_moves = MainMoves::new(if ids.len() == positions { positions } else { 0 });
    let (mut packed, mut next) = (Packed::default(), 0);
    for (entry, &id) in (0..).zip(ids) {
        let id = PositionId::new(id as usize);
        let best = values.best_moves(game.arena(), id);
        if best.len() < 2 {
            continue;
        }
        let answer = || answers.get(&id).and_then(|&to| best.iter().position(|step| step.to == to));
        let main = answer().or_else(|| {
            let main = main_moves.among(&context, id, &best)?;
            best.iter().position(|step| *step == main)
        });
        if let Some(before) = main.filter(|&before| before > 0) {
            packed.push(entry - next);
            packed.push(before as u64);
            next = entry + 1;
        }
    }
    packed.text()
}

/// The numbers of the positions with values in a page without all values: the positions of the
/// line, those after their moves, and those with the mouse at another place.
fn around_the_line(game: &Game, explanation: &Explanation) -> BTreeSet<u64> {
    let arena = game.arena();
    let line = std::iter::once(explanation.summary.start).chain(explanation.plies.iter().map(|ply| ply.played.to));
    let line: Vec<PositionId> = line.take(LINE_POSITIONS).collect();
    let mut known = BTreeSet::new();
    known.extend(line.iter().map(|id| id.index() as u64));
    let of_moves = line.iter().flat_map(|&id| arena.successors(id).map(|step| step.to));
    let elsewhere = line.iter().flat_map(|&id| game.elsewhere(id, Player::One));
    for id in of_moves.chain(elsewhere) {
        if known.len() >= MAX_PARTIAL_POSITIONS {
            break;
        }
        known.insert(id.index() as u64);
    }
    known
}

/// The pieces of a side, and whether all their moves are included. `around` restricts the moves to
/// those of the nodes in some positions.
fn pieces(game: &Game, player: Player, around: Option<&BTreeSet<u64>>) -> (Pieces, bool) {
    let arena = game.arena();
    let pieces = arena.pieces(player);
    let (nodes, depends) = (pieces.nodes(), pieces.cast().is_some());
    let others = if depends { arena.pieces(player.opponent()).nodes() } else { 1 };
    let of_positions = |number: &dyn Fn(Tokens) -> u32| -> Option<BTreeSet<u32>> {
        around.map(|around| around.iter().map(|&id| number(arena.tokens(PositionId::new(id as usize)))).collect())
    };
    let some = of_positions(&|tokens| tokens.of(player));
    let entries = of_positions(&|tokens| {
        let other = if depends { tokens.of(player.opponent()) } else { 0 };
        other * nodes + tokens.of(player)
    });
    let single = pieces.steps();
    let costs = !(pieces.unit_costs() && single.unit_costs());
    let mut places = Packed::default();
    for node in 0..single.nodes() {
        places.push(game.vertex_of(player.into(), node).number().into());
    }
    let mut whole = true;
    let mut list = |nodes: &mut dyn Iterator<Item = u32>, moves: &dyn Fn(u32) -> Vec<(u32, u32)>| {
        let (text, is_whole) = packed_moves(nodes, moves, costs);
        whole &= is_whole;
        text
    };
    let of_single = |node: u32| single.successors(node).iter().map(|hop| (hop.node, hop.cost)).collect();
    let of_all = |entry: u32| pieces.moves(entry / nodes, entry % nodes).map(|hop| (hop.node, hop.cost)).collect();
    let moves = match &entries {
        None => list(&mut (0..others * nodes), &of_all),
        Some(entries) => list(&mut entries.iter().copied(), &of_all),
    };
    let in_order = pieces.cast().is_some_and(|cast| !cast.are_alike());
    let single_moves = (depends || pieces.team().is_some()).then(|| list(&mut (0..single.nodes()), &of_single));
    let configurations = (pieces.team().is_some() || pieces.size() > 1).then(|| {
        let (mut packed, mut next) = (Packed::default(), 0);
        let mut add = |node: u32| {
            packed.push((node - next).into());
            next = node + 1;
            let mut before = 0;
            for member in pieces.configuration(node) {
                packed.push((member - before).into());
                before = if in_order { 0 } else { member };
            }
        };
        match &some {
            None => (0..pieces.nodes()).for_each(&mut add),
            Some(nodes) => nodes.iter().copied().for_each(&mut add),
        }
        packed.text()
    });
    let data = Pieces {
        count: pieces.size(),
        nodes: pieces.nodes(),
        places: places.text(),
        moves,
        configurations,
        single: single_moves,
        costs,
        depends,
        in_order,
        one_moves: pieces.team().is_some_and(|team| team.movers() == Movers::One),
    };
    (data, whole)
}

/// The moves of nodes, as [`Pieces::moves`] has them, and whether all fit. The targets of a node ascend.
fn packed_moves(
    nodes: impl Iterator<Item = u32>,
    moves: impl Fn(u32) -> Vec<(u32, u32)>,
    costs: bool,
) -> (String, bool) {
    let (mut packed, mut next) = (Packed::default(), 0);
    for node in nodes {
        if packed.bytes() > MAX_BYTES_OF_MOVES {
            return (packed.text(), false);
        }
        packed.push((node - next).into());
        next = node + 1;
        let moves = moves(node);
        packed.push(moves.len() as u64);
        let mut before = 0;
        for (to, cost) in moves {
            packed.push((to - before).into());
            before = to;
            if costs {
                packed.push(cost.into());
            }
        }
    }
    (packed.text(), true)
}

fn values<V: Values>(page: &Page<'_, V>, everything: bool, around: &BTreeSet<u64>) -> ValuesData {
    let &Page { game, values, .. } = page;
    let ids: Vec<u64> =
        if everything { (0..game.arena().positions() as u64).collect() } else { around.iter().copied().collect() };
    let found = ids.iter().map(|&id| {
        let id = PositionId::new(id as usize);
        let value = values.value(id);
        let is_over =
            value.distance() == Some(0) || value.winner().is_none() && game.arena().successors(id).next().is_none();
        (value, is_over.then(|| end(game, id)))
    });
    let (kinds, data) = kinds(game, found);
    let known = (!everything).then(|| {
        let (mut packed, mut next) = (Packed::default(), 0);
        for &id in &ids {
            packed.push(id - next);
            next = id + 1;
        }
        packed.text()
    });
    ValuesData { count: ids.len(), kinds, ids: known, data, main: main_moves(page, &ids) }
}

/// The kinds of values, and for each value the number of its kind. Where the game is over, its end is given.
fn kinds(game: &Game, values: impl Iterator<Item = (Value, Option<String>)>) -> (Vec<ValueKind>, String) {
    // Most positions have one of few values, so kinds are looked up by value. Only for positions
    // where the game is over, the end is compared as well.
    let mut kinds: Vec<(ValueKind, usize)> = Vec::new();
    let mut of_value: BTreeMap<(Option<Player>, u64), usize> = BTreeMap::new();
    let mut of_end: BTreeMap<(Option<Player>, String), usize> = BTreeMap::new();
    let mut found: Vec<usize> = Vec::with_capacity(values.size_hint().0);
    for (value, end) in values {
        let next = kinds.len();
        let winner = value.winner();
        let (number, end) = if let Some(text) = end {
            let number = *of_end.entry((winner, text.clone())).or_insert(next);
            let outcome = winner.map_or_else(|| game.adjudication().unforced(), WinOrDraw::Win);
            (number, Some(GameOver { outcome: outcome.into(), text }))
        } else {
            (*of_value.entry((winner, value.distance().unwrap_or(0))).or_insert(next), None)
        };
        if number == next {
            let (winner, distance) = match value {
                Value::Endless => (None, 0),
                Value::Win { player, distance } => (Some(Side::from(player).word()), distance),
            };
            kinds.push((ValueKind { winner, distance, end }, 0));
        }
        kinds[number].1 += 1;
        found.push(number);
    }
    // The most frequent kinds get the smallest numbers.
    let mut ordered: Vec<usize> = (0..kinds.len()).collect();
    let rank = |&number: &usize| {
        let (ValueKind { winner, distance, end }, count) = &kinds[number];
        (Reverse(*count), *winner, *distance, end.as_ref().map(|end| &end.text))
    };
    ordered.put_in_order_by_key(rank);
    let mut numbers = vec![0; kinds.len()];
    for (number, &kind) in ordered.iter().enumerate() {
        numbers[kind] = number as u64;
    }
    let mut data = Packed::default();
    for kind in found {
        data.push(numbers[kind]);
    }
    (ordered.into_iter().map(|kind| kinds[kind].0.clone()).collect(), data.text())
}

/// The end of the game at a position, without the place.
fn end(game: &Game, id: PositionId) -> String {
    let sentence = game.end(id).map(|end| end.sentence).unwrap_or_default();
    let place = format!(" at {}", game.board().label(game.position(id).mouse));
    sentence.strip_suffix(&place).unwrap_or(&sentence).to_owned()
}

/// A rule of the game.
#[derive(Clone, Debug, Serialize)]
struct Rule {
    /// The key of the setting; `preset` and `first` are the game and the side to move.
    key: &'static str,
    /// The rule in words, up to its value.
    what: &'static str,
    /// The value.
    how: String,
}

/// The rules of the game, for the reader. A setting that is left out has its usual value, and most
/// games are without it.
fn rules(game: &Game) -> Vec<Rule> {
    let (board, start) = (game.board(), game.start());
    // A new rule does not compile before it has a row.
    let &Rules {
        holes: ref holes_at,
        ref traps,
        cat_in_hole,
        mouse,
        cat,
        ref cat_ways,
        cats,
        cats_move,
        capture_distance,
        seen,
        endless,
        limit,
        ref mouse_uses,
        ref cat_uses,
        stalemate,
    } = game.rules();
    // The kinds of a movement are those that its side uses.
    let Movement { may_stay: mouse_may_stay, jump: mouse_jump, kinds: _, speed: mouse_speed } = mouse;
    let Movement { may_stay: cat_may_stay, jump: cat_jump, kinds: _, speed: _ } = cat;
    let many = |count: u32, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let yes = |switch: bool| if switch { "yes" } else { "no" }.to_owned();
    let labels = |vertices: &[Vertex]| {
        let names = vertices.iter().map(|&vertex| legible(&board.label(vertex).to_string(), NAME_LENGTH));
        legible(&names.collect::<Vec<_>>().join(", "), SENTENCE_LENGTH)
    };
    let mut rows = Vec::new();
    let mut add = |key: &'static str, what: &'static str, how: String| rows.push(Rule { key, what, how });
    add("preset", "The game", game.preset().title().to_owned());
    add(
        "first",
        "First to move",
        match start.first {
            Side::Mouse => "the Mouse",
            Side::Cat => "the Cat",
        }
        .to_owned(),
    );
    if board.has_one_way_moves() {
        add("directed", "Some moves are one-way", yes(true));
    }
    add(
        "hole",
        if board.grid().is_some() { "Food" } else { "Hole" },
        if holes_at.is_empty() { "none".to_owned() } else { labels(holes_at) },
    );
    if !holes_at.is_empty() {
        add("cat-in-hole", "The hole to a cat", cat_in_hole.to_string());
    }
    if !traps.is_empty() {
        add("traps", "Traps", labels(traps));
    }
    add("mouse-may-stay", "The mouse may stay", yes(mouse_may_stay));
    add("cat-may-stay", "The cat may stay", yes(cat_may_stay));
    add("cats", "Cats", cats.to_string());
    if cats > 1 {
        add(
            "cats-move",
            "In the Cat’s ply",
            if cats_move == CatsMove::One { "one cat moves" } else { "all cats move" }.to_owned(),
        );
    }
    if start.mouse.is_none() || start.cats.is_none() {
        add("placement", "The players place the pieces", yes(true));
    }
    if board.grid().is_some() {
        add("mouse-jump", "The mouse jumps up to", many(mouse_jump, "cell"));
        add("cat-jump", "The cat jumps up to", many(cat_jump, "cell"));
    }
    if mouse_speed != 1 || cat_ways.iter().any(|way| way.speed != 1) {
        let speeds: Vec<String> = cat_ways.iter().map(|way| many(way.speed, "edge")).collect();
        add("mouse-speed", "The mouse runs up to", many(mouse_speed, "edge"));
        add("cat-speed", "The cat runs up to", speeds.join(", "));
    }
    if cat_ways.iter().any(|way| way.follows != CatFollows::Free) {
        let scripts: Vec<&str> = cat_ways.iter().map(|way| way.follows.word()).collect();
        add("cat-follows", "The cat follows", scripts.join(", "));
    }
    let uses = [("mouse-uses", "The mouse uses", mouse_uses), ("cat-uses", "The cat uses", cat_uses)];
    for (key, what, kinds) in uses {
        if let Some(kinds) = kinds {
            add(key, what, legible(&kinds.join(", "), SENTENCE_LENGTH));
        }
    }
    if capture_distance > 0 {
        add("capture-distance", "A cat catches within", many(capture_distance, "edge"));
    }
    if seen != Sight::Always {
        add("mouse-seen", "The mouse is seen", seen.to_string());
    }
    add("endless", "Endless play is", endless.to_string());
    add("limit", "Limit", limit.map_or_else(|| "none".to_owned(), |limit| format!("{} plies", limit.plies)));
    if let Some(limit) = limit {
        add("limit-winner", "At the limit", limit.winner.to_string());
    }
    if stalemate != Stalemate::Draw {
        add("stalemate", "Having no move", stalemate.to_string());
    }
    rows
}
