//! The answer to `compare`: the results of two boards, the positions whose outcomes differ, and the
//! ply at which the principal variations diverge.

use std::collections::HashMap;

use catmouse_arena::{Arena, ByPlayer, Distance, Move, Player, PositionId, Preference, Tokens, Value, Values, Words};
use catmouse_explain::{Policy, RatedMove, prose, rated_moves_with};
use catmouse_model::{Board, Game, GameState, Keyword, Outcome, PlayedMove, PositionJson, Side, Vertex, VertexJson};
use serde::Serialize;

use crate::answer::{DistanceAnswer, SCHEMA};
use crate::error::Error;
use crate::policy::policy_along;
use crate::solve::SolveAnswer;
use crate::solved::Solved;
use crate::survey::{NARROWEST_AMONG, SurveyScope, SurveySummary};

/// A comparison of two boards, called A and B.
///
/// ```
/// use catmouse::{Question, compare};
///
/// let board = Question::grid(["M...F", ".##..", "...C."]);
/// let mut faster = catmouse::model::RuleChoices::default();
/// faster.mouse_jump = Some(2);
/// let answer = compare(&board.solve()?, &board.clone().rules(faster).solve()?, 3)?;
/// assert_eq!(answer.a.solve.outcome.to_string(), "cat");
/// assert_eq!(answer.b.solve.outcome.to_string(), "mouse");
/// assert!(answer.differing.iter().any(|kind| kind.a != kind.b && kind.positions > 0));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Compare"))]
#[non_exhaustive]
pub struct CompareAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The first board.
    pub a: ComparedSide,
    /// The second board.
    pub b: ComparedSide,
    /// The correspondence between the vertices and positions of the two boards.
    pub matched: Matched,
    /// The number of corresponding positions for each pair of outcomes on the two boards. Pairs of
    /// different outcomes come first, then pairs of equal outcomes, each by descending frequency.
    pub differing: Vec<DifferingAnswer>,
    /// The number of corresponding positions that have the same outcome on both boards but
    /// different distances.
    pub other_distance: u64,
    /// The ply at which the principal variations from the two starts diverge; null if they do not
    /// diverge, or if no positions correspond.
    pub parting: Option<PartingAnswer>,
}

/// One of the two boards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComparedSide {
    /// The answer to `solve` about the board.
    pub solve: SolveAnswer<'static>,
    /// The number of the board's starts with each outcome, and the hardest starts.
    pub survey: SurveySummary,
}

/// The correspondence between the vertices and positions of two boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Matched {
    /// The property by which vertices correspond: `cells` for two grids; `names` if all vertices of
    /// both boards have names; otherwise `numbers`. Null for a grid and a board that is not a grid.
    pub by: Option<MatchedBy>,
    /// The number of vertices that correspond.
    pub vertices: u32,
    /// The vertices of the first board that have no counterpart.
    pub only_a: Vec<VertexJson>,
    /// The vertices of the second board that have no counterpart.
    pub only_b: Vec<VertexJson>,
    /// The number of positions that correspond: 0 if the boards have different numbers of cats.
    pub positions: u64,
    /// The number of positions of the first board without a counterpart.
    pub only_a_positions: u64,
    /// The number of positions of the second board without a counterpart.
    pub only_b_positions: u64,
}

/// The property by which vertices of two boards correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MatchedBy {
    /// The row and the column in the two grids.
    Cells,
    /// The names of the vertices.
    Names,
    /// The numbers of the vertices.
    Numbers,
}

/// The positions with a certain outcome on the first board and a certain outcome on the second; the
/// two outcomes may be equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DifferingAnswer {
    /// The outcome on the first board.
    pub a: Outcome,
    /// The outcome on the second board.
    pub b: Outcome,
    /// The number of these positions.
    pub positions: u64,
    /// Some of these positions: those with the greatest sum of both distances. Empty if the
    /// outcomes are equal.
    pub examples: Vec<DifferingPosition>,
}

/// A position that has different outcomes on the two boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct DifferingPosition {
    /// The position, with the vertices of the first board.
    pub position: PositionJson,
    /// The position in the format of the flag `--from`.
    pub from: String,
    /// The distance on the first board.
    pub a: DistanceAnswer,
    /// The distance on the second board.
    pub b: DistanceAnswer,
}

/// The ply at which two principal variations diverge: the first ply of the first board's line that
/// is not one of the best moves on the second board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartingAnswer {
    /// The number of the ply, counted from 1; 0 if the starts differ.
    pub ply: u32,
    /// The player to move at that ply.
    pub player: Side,
    /// The moves with which both lines begin, as they are printed.
    pub shared: Vec<String>,
    /// The move on the first board; null if the game is over there.
    pub a: Option<PartingMove>,
    /// The move on the second board; null if the game is over there.
    pub b: Option<PartingMove>,
    /// The reason why the lines diverge, in sentences.
    pub text: String,
}

/// A move at which the lines diverge, and its result on the other board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PartingMove {
    /// The move, as it is printed.
    pub notation: String,
    /// The reason for the move, as a remark.
    pub reason: String,
    /// Whether the move is legal on the other board.
    pub legal_elsewhere: bool,
    /// The outcome after the move on the other board; null if the move is not legal there.
    pub outcome_elsewhere: Option<Outcome>,
    /// The distance after the move on the other board; null if the move is not legal there.
    pub distance_elsewhere: Option<DistanceAnswer>,
    /// The result of the move on the other board, in a sentence.
    pub text: String,
}

/// Compares two solved boards, with up to `hardest` of the hardest starts of each kind. Time:
/// linear in the positions of both.
///
/// # Errors
///
/// [`Error::NoDistances`] if only outcomes are known; [`Error::Table`].
pub fn compare(a: &Solved, b: &Solved, hardest: usize) -> Result<CompareAnswer, Error> {
    if !(a.values().has_distances() && b.values().has_distances()) {
        return Err(Error::NoDistances);
    }
    let side = |solved: &Solved| -> Result<ComparedSide, Error> {
        let are_many = solved.values().positions() / 2 > NARROWEST_AMONG;
        let among = if are_many { NARROWEST_AMONG_MANY } else { NARROWEST_AMONG };
        let survey = solved.survey(hardest, SurveyScope::NarrowestAmong(among))?.summary()?;
        Ok(ComparedSide { solve: solved.answer()?.into_owned(), survey })
    };
    let matching = VertexMatching::new(a.game(), b.game());
    let DifferenceTally { kinds, other_distance, both } = tally(a, b, &matching);
    let alone = |game: &Game, vertices: &[Option<Vertex>]| -> Vec<VertexJson> {
        (0..)
            .map(Vertex::new)
            .zip(vertices)
            .filter(|(_, of)| of.is_none())
            .map(|(it, _)| VertexJson::new(game, it))
            .collect()
    };
    let answer = CompareAnswer {
        schema: SCHEMA,
        a: side(a)?,
        b: side(b)?,
        matched: Matched {
            by: matching.by,
            vertices: matching.in_b.iter().flatten().count() as u32,
            only_a: alone(a.game(), &matching.in_b),
            only_b: alone(b.game(), &matching.in_a),
            positions: both,
            only_a_positions: a.values().positions() as u64 - both,
            only_b_positions: b.values().positions() as u64 - both,
        },
        differing: kinds,
        other_distance,
        parting: parting(a, b, &matching),
    };
    [a, b].iter().try_for_each(|solved| solved.values().ensure_intact())?;
    Ok(answer)
}

/// The correspondence between the vertices of two boards.
struct VertexMatching {
    by: Option<MatchedBy>,
    /// For each vertex of the first board its counterpart on the second.
    in_b: Vec<Option<Vertex>>,
    /// For each vertex of the second board its counterpart on the first.
    in_a: Vec<Option<Vertex>>,
    /// For each player and each node of it in the first game, the corresponding node of the second.
    nodes: ByPlayer<Vec<Option<u32>>>,
}

impl VertexMatching {
    /// Time: linear in the placements of both games.
    fn new(a: &Game, b: &Game) -> Self {
        let (one, other) = (a.board(), b.board());
        let all_named = |board: &Board| vertices(board).all(|vertex| board.word(vertex).is_some());
        let by = match (one.grid(), other.grid()) {
            (Some(_), Some(_)) => Some(MatchedBy::Cells),
            (None, None) if all_named(one) && all_named(other) => Some(MatchedBy::Names),
            (None, None) => Some(MatchedBy::Numbers),
            _ => None,
        };
        let in_b = counterparts(by, one, other);
        let in_a = counterparts(by, other, one);
        let nodes = ByPlayer::from_fn(|player| nodes(player, a, b, &in_b));
        Self { by, in_b, in_a, nodes }
    }

    /// The corresponding position of the second game; `None` if there is none.
    fn counterpart(&self, a: &Game, b: &Game, id: PositionId) -> Option<PositionId> {
        let Tokens { one, two, turn } = a.arena().tokens(id);
        let [one, two] = [self.nodes.one[one as usize]?, self.nodes.two[two as usize]?];
        Some(b.arena().position(Tokens { one, two, turn }))
    }
}

/// For each node of a player in the first game, the node of the second game at which the player's
/// pieces stand on the corresponding vertices.
fn nodes(player: Player, a: &Game, b: &Game, in_b: &[Option<Vertex>]) -> Vec<Option<u32>> {
    let at = |node: u32| {
        let mut tokens = Tokens { one: 0, two: 0, turn: player };
        *(if player == Player::One { &mut tokens.one } else { &mut tokens.two }) = node;
        tokens
    };
    let count = a.arena().pieces(player).nodes();
    // Positions correspond only between games with equally many cats, listed in the same order.
    let alike = [a, b].map(|game| game.rules().cats_are_alike());
    if a.rules().cats != b.rules().cats || alike[0] != alike[1] || b.arena().positions() == 0 {
        return vec![None; count as usize];
    }
    // The other player's pieces stay where they are in the first position.
    let mut there = b.position(b.arena().position(Tokens { one: 0, two: 0, turn: player }));
    let mut counterpart = |node: u32| {
        let here = a.position(a.arena().position(at(node)));
        let vertex = |vertex: Vertex| in_b[vertex.number() as usize];
        if player == Player::from(Side::Mouse) {
            there.mouse = vertex(here.mouse)?;
        } else {
            there.cats = here.cats.into_iter().map(vertex).collect::<Option<Vec<_>>>()?;
            there.cats = b.in_order(Side::Cat, there.cats.clone());
        }
        Some(b.arena().tokens(b.id(&there)?).of(player))
    };
    (0..count).map(&mut counterpart).collect()
}

fn vertices(board: &Board) -> impl Iterator<Item = Vertex> + use<> {
    (0..board.vertices()).map(Vertex::new)
}

fn counterparts(by: Option<MatchedBy>, one: &Board, other: &Board) -> Vec<Option<Vertex>> {
    let named: HashMap<&str, Vertex> = match by {
        Some(MatchedBy::Names) => vertices(other).filter_map(|vertex| Some((other.word(vertex)?, vertex))).collect(),
        _ => HashMap::new(),
    };
    let find = |vertex: Vertex| match by? {
        MatchedBy::Cells => other.grid()?.vertex(one.grid()?.cell(vertex)),
        MatchedBy::Names => named.get(one.word(vertex)?).copied(),
        MatchedBy::Numbers => Some(vertex).filter(|vertex| vertex.number() < other.vertices()),
    };
    vertices(one).map(find).collect()
}

/// The number of starts of a large board among which the narrowest are sought. A survey looks at more,
/// but has only one board.
const NARROWEST_AMONG_MANY: usize = 2_000;

/// The number of examples that the answer gives for each pair of outcomes.
const EXAMPLES: usize = 3;

/// The corresponding positions, counted by their pairs of outcomes.
struct DifferenceTally {
    kinds: Vec<DifferingAnswer>,
    other_distance: u64,
    both: u64,
}

/// The positions with one pair of outcomes: their number, and the positions with the greatest sum
/// of distances, the greatest first.
#[derive(Clone, Copy, Default)]
struct OutcomePair {
    positions: u64,
    farthest: [Option<(Distance, PositionId, PositionId)>; EXAMPLES],
}

impl OutcomePair {
    /// Offers a position as an example. Equal ones stay in the order in which they are offered.
    fn offer(&mut self, far: Distance, id: PositionId, there: PositionId) {
        let is_nearer = |kept: &Option<(Distance, _, _)>| kept.is_none_or(|(known, ..)| known < far);
        if self.farthest.last().is_some_and(is_nearer) {
            let place = self.farthest.partition_point(|kept| !is_nearer(kept));
            self.farthest[place..].rotate_right(1);
            self.farthest[place] = Some((far, id, there));
        }
    }
}

/// Time: linear in the positions of both boards. The values are read by rows of the table, because
/// judging each position by itself would take several times as long as solving.
fn tally(a: &Solved, b: &Solved, matching: &VertexMatching) -> DifferenceTally {
    let (bands, bands_there) = (OutcomeBands::of(a.game()), OutcomeBands::of(b.game()));
    let columns: Vec<(u32, u32)> =
        (0..).zip(&matching.nodes.two).filter_map(|(two, &there)| Some((two, there?))).collect();
    let mut pairs = [[OutcomePair::default(); Outcome::WORDS.len()]; Outcome::WORDS.len()];
    let (mut other_distance, mut both) = (0, 0);
    // The rows of both players' turns, on the first board and on the second.
    let mut rows: [[Row; 2]; 2] = Default::default();
    for (one, &there) in (0..).zip(&matching.nodes.one) {
        let Some(one_there) = there.filter(|_| !columns.is_empty()) else { continue };
        for (turn, [row, row_there]) in Player::BOTH.into_iter().zip(&mut rows) {
            row.read(a, Tokens { one, two: 0, turn });
            row_there.read(b, Tokens { one: one_there, two: 0, turn });
        }
        both += 2 * columns.len() as u64;
        for &(two, two_there) in &columns {
            for [row, row_there] in &rows {
                let (liked, liked_there) = (row.liked[two as usize], row_there.liked[two_there as usize]);
                let (band, band_there) = (bands.band(liked), bands_there.band(liked_there));
                let (outcome, then) = (bands.outcomes[band], bands_there.outcomes[band_there]);
                let pair = &mut pairs[outcome][then];
                pair.positions += 1;
                if outcome == then {
                    other_distance += u64::from(band != band_there || band != UNFORCED && liked != liked_there);
                    continue;
                }
                let far = forced_distance(band, liked) + forced_distance(band_there, liked_there);
                pair.offer(far, row.position(two), row_there.position(two_there));
            }
        }
    }
    let all = || <Outcome as Keyword>::ALL.iter().enumerate();
    let mut kinds: Vec<DifferingAnswer> = all()
        .flat_map(|one| all().map(move |other| (one, other)))
        .map(|((row, &outcome), (column, &then))| (outcome, then, pairs[row][column]))
        .filter(|(.., pair)| pair.positions > 0)
        .map(|(outcome, then, pair)| DifferingAnswer {
            a: outcome,
            b: then,
            positions: pair.positions,
            examples: pair.farthest.iter().flatten().map(|&(_, id, there)| differing(a, b, id, there)).collect(),
        })
        .collect();
    kinds.sort_by_key(|kind| (kind.a == kind.b, std::cmp::Reverse(kind.positions)));
    DifferenceTally { kinds, other_distance, both }
}

/// The outcomes of a game in three bands of values, ranked by the Mouse's preference: the Cat's wins,
/// what is not forced in time, and the Mouse's wins.
struct OutcomeBands {
    /// The greatest preference in the first band.
    last_loss: Preference,
    /// The least preference in the last band.
    first_win: Preference,
    /// The index of the outcome of each band.
    outcomes: [usize; 3],
}

/// The band of the values that are not forced in time.
const UNFORCED: usize = 1;

impl OutcomeBands {
    fn of(game: &Game) -> Self {
        let adjudication = game.adjudication();
        // Without a limit, the distance of every win is less than this one.
        let longest = adjudication.limit.map_or(Distance::MAX, |limit| limit.distance);
        let last = |player| Value::Win { player, distance: longest }.preference(Player::One);
        let unforced = Outcome::from(adjudication.unforced());
        Self {
            last_loss: last(Player::Two),
            first_win: last(Player::One),
            outcomes: [Outcome::Cat, unforced, Outcome::Mouse].map(|outcome| outcome as usize),
        }
    }

    fn band(&self, liked: Preference) -> usize {
        usize::from(liked > self.last_loss) + usize::from(liked >= self.first_win)
    }
}

/// The distance of a value in this band; 0 if it is not forced in time.
fn forced_distance(band: usize, liked: Preference) -> Distance {
    if band == UNFORCED { 0 } else { liked.value(Player::One).distance().unwrap_or(0) }
}

/// The Mouse's preferences at the positions that differ only in the node of the Cat.
#[derive(Default)]
struct Row {
    /// The index of the first position.
    first: usize,
    liked: Vec<Preference>,
}

impl Row {
    /// Reads the row of the board that begins at `first`.
    fn read(&mut self, solved: &Solved, first: Tokens) {
        let arena = solved.game().arena();
        let first = arena.position(first);
        self.first = first.index();
        self.liked.clear();
        self.liked.resize(arena.pieces(Player::Two).nodes() as usize, Preference::LEAST);
        solved.values().raise_preferences(first, Player::One, &mut self.liked);
    }

    fn position(&self, column: u32) -> PositionId {
        PositionId::new(self.first + column as usize)
    }
}

fn differing(a: &Solved, b: &Solved, id: PositionId, there: PositionId) -> DifferingPosition {
    let distance = |solved: &Solved, id| {
        let judged = solved.game().adjudication().judge(solved.values().value(id));
        DistanceAnswer::new(solved.game(), solved.values(), id, judged.distance)
    };
    let position = a.game().position(id);
    DifferingPosition {
        position: PositionJson::new(a.game(), &position),
        from: a.game().notation(&position),
        a: distance(a, id),
        b: distance(b, there),
    }
}

/// A game on one board that follows its principal variation.
struct FollowedGame<'a> {
    solved: &'a Solved,
    policy: Policy,
}

impl<'a> FollowedGame<'a> {
    fn new(solved: &'a Solved, state: GameState) -> Self {
        Self { solved, policy: policy_along(solved.game(), solved.values(), [state]) }
    }

    fn moves(&self, GameState { position, adjudication }: GameState) -> Vec<RatedMove> {
        rated_moves_with(&self.solved.context(adjudication), position, &self.policy)
    }

    fn advance_to(&mut self, after: GameState) {
        self.policy.advance_to(&self.solved.context(after.adjudication), after.position);
    }
}

/// Follows the principal variation of the first board as long as its moves are among the best on
/// the second, and returns the ply at which they diverge.
fn parting(a: &Solved, b: &Solved, matching: &VertexMatching) -> Option<PartingAnswer> {
    let (ours, theirs) = (a.game(), b.game());
    let (start, start_there) = (a.start(), b.start());
    let mut here = GameState { position: start.opening.id, adjudication: ours.adjudication() };
    let mut there = GameState { position: start_there.opening.id, adjudication: theirs.adjudication() };
    let after = |state: GameState, rated: &RatedMove| {
        PlayedMove { before: state, step: Move { to: rated.to, cost: rated.cost } }.after()
    };
    let turn = |game: &Game, id| game.position(id).turn;
    if matching.counterpart(ours, theirs, here.position) != Some(there.position) {
        matching.by.filter(|_| ours.rules().cats == theirs.rules().cats)?;
        let [one, other] =
            [(ours, here.position), (theirs, there.position)].map(|(game, id)| game.notation(&game.position(id)));
        return Some(PartingAnswer {
            ply: 0,
            player: turn(ours, here.position),
            shared: Vec::new(),
            a: None,
            b: None,
            text: format!("The starts are others: {one} on A, {other} on B."),
        });
    }
    let mut shared: Vec<String> = Vec::new();
    let (mut followed, mut followed_there) = (FollowedGame::new(a, here), FollowedGame::new(b, there));
    let plies = followed.policy.line(&a.context(here.adjudication), here.position).steps.len();
    for index in 0..=plies {
        let moves = followed.moves(here);
        let moves_there = followed_there.moves(there);
        let main = moves.iter().find(|rated| rated.main);
        let main_there = moves_there.iter().find(|rated| rated.main);
        // The line may end although there are moves: it repeats a position, or the limit is used
        // up.
        if index == plies && main.is_some() {
            return None;
        }
        let across = |rated: &RatedMove| matching.counterpart(ours, theirs, rated.to);
        let same = main.and_then(|main| {
            let to = across(main)?;
            moves_there.iter().find(|rated| rated.to == to && rated.best).map(|rated| (main, rated))
        });
        if let Some((main, rated)) = same
            && let (Some(next), Some(next_there)) = (after(here, main), after(there, rated))
        {
            shared.push(ours.step(here.position, main.step()));
            followed.advance_to(next);
            followed_there.advance_to(next_there);
            (here, there) = (next, next_there);
            continue;
        }
        // On the second board the limit may be used up already.
        let main_there = main_there.filter(|main| after(there, main).is_some());
        if main.is_none() && main_there.is_none() {
            return None;
        }
        let back = |rated: &RatedMove| moves.iter().find(|one| across(one) == Some(rated.to)).copied();
        let forward = |rated: &RatedMove| {
            let to = across(rated)?;
            moves_there.iter().find(|one| one.to == to).copied()
        };
        let one = main.map(|main| parting_move(&followed, here, main, (b, "B"), forward(main)));
        let other = main_there.map(|main| parting_move(&followed_there, there, main, (a, "A"), back(main)));
        let player = turn(ours, here.position);
        let text =
            why(player, index + 1, one.as_ref(), other.as_ref(), (ours.end(here.position), theirs.end(there.position)));
        return Some(PartingAnswer { ply: index as u32 + 1, player, shared, a: one, b: other, text });
    }
    None
}

/// The answer about a move in the line of one board; `there` is the same move on the other board.
fn parting_move(
    followed: &FollowedGame<'_>,
    here: GameState,
    main: &RatedMove,
    (other, board): (&Solved, &str),
    there: Option<RatedMove>,
) -> PartingMove {
    let (solved, from) = (followed.solved, here.position);
    let game = solved.game();
    let explanation = solved.explanation_by(here, &followed.policy);
    let reason = explanation.plies.first().map(|ply| prose::remark(&explanation, ply, game)).unwrap_or_default();
    let outcome_elsewhere = there.map(|rated| rated.judgement.outcome.into());
    let distance_elsewhere =
        there.map(|rated| DistanceAnswer::new(other.game(), other.values(), rated.to, rated.judgement.distance));
    PartingMove {
        notation: game.step(from, main.step()),
        reason,
        legal_elsewhere: there.is_some(),
        outcome_elsewhere,
        distance_elsewhere,
        text: elsewhere(board, outcome_elsewhere, distance_elsewhere),
    }
}

/// The result that a move of one board has on the other, in a sentence.
fn elsewhere(board: &str, outcome: Option<Outcome>, distance: Option<DistanceAnswer>) -> String {
    let Some(outcome) = outcome else { return format!("On {board} that is no legal move.") };
    let worth = match outcome {
        Outcome::Draw => "a draw",
        Outcome::Mouse => "a win of the Mouse",
        Outcome::Cat => "a win of the Cat",
    };
    let far = match distance.map(|it| (it.distance_cost, it.distance_plies)) {
        Some((Some(cost), _)) => format!(" at cost {cost} more"),
        Some((None, Some(0))) => " at once".to_owned(),
        Some((None, Some(1))) => " one ply later".to_owned(),
        Some((None, Some(plies))) => format!(" {plies} plies later"),
        _ => String::new(),
    };
    format!("On {board} it leads to {worth}{far}.")
}

/// The reason why the lines diverge, in sentences.
fn why(
    player: Side,
    ply: usize,
    one: Option<&PartingMove>,
    other: Option<&PartingMove>,
    ends: (Option<catmouse_arena::End>, Option<catmouse_arena::End>),
) -> String {
    let who = match player {
        Side::Mouse => "the Mouse",
        Side::Cat => "the Cat",
    };
    let over = |end: Option<catmouse_arena::End>| match end {
        Some(end) => end.sentence,
        None => "the limit has run out, or there is no move".to_owned(),
    };
    match (one, other) {
        (Some(one), Some(other)) => format!(
            "At ply {ply} {who} plays {} on A: {}. {} On B {who} plays {}: {}. {}",
            one.notation, one.reason, one.text, other.notation, other.reason, other.text
        ),
        (Some(one), None) => format!(
            "Before ply {ply} the game is over on B: {}. On A {who} plays {}: {}.",
            over(ends.1),
            one.notation,
            one.reason
        ),
        (None, Some(other)) => format!(
            "Before ply {ply} the game is over on A: {}. On B {who} plays {}: {}.",
            over(ends.0),
            other.notation,
            other.reason
        ),
        (None, None) => String::new(),
    }
}
