//! A mouse that is not always seen, against a second solver that is written from the rules alone and shares no code with
//! the first, and against published values.

use std::collections::{BTreeSet, HashMap};

use catmouse::cops::{CopsGraph, CopsQuestion, CopsWorkspace};
use catmouse::formats::{ReadOptions, named_graph};
use catmouse::model::{
    BoardChoice, CatInHole, CatsMove, CopsChoices, LimitChoice, Outcome, Preset, RuleChoices, Setup, Side, Sight,
    Stalemate, UnseenState, VertexChoice,
};
use catmouse::play::UnseenSession;
use catmouse::store::{read_certificate, write_certificate};
use catmouse::streams::Graphs;
use catmouse::unseen::SolvedUnseen;
use catmouse::{Error, Question, check_certificate};

/// A game, as the rules describe it.
#[derive(Clone, Debug)]
struct Game {
    /// For each vertex the ends of its arcs.
    arcs: Vec<Vec<usize>>,
    holes: Vec<usize>,
    cat_in_hole: CatInHole,
    mouse_stays: bool,
    cat_stays: bool,
    cats_move: CatsMove,
    mouse_speed: usize,
    cat_speed: usize,
    limit: Option<u64>,
    capture_distance: usize,
    stalemate: Stalemate,
    endless: Outcome,
    sight: Sight,
    first: Side,
    /// `None` if the mouse is placed.
    mouse: Option<usize>,
    /// The starts, or the number of cats to be placed.
    cats: Result<Vec<usize>, usize>,
}

/// The cats, where the mouse may be, how many moves it has made, and whose turn it is.
type State = (Vec<usize>, BTreeSet<usize>, u32, Side);

/// Who has won at a state or a place.
type Winner = Option<Side>;

/// The mouse may stand where it has no move, which the rules refuse.
struct Refused;

impl Game {
    fn distance(&self, from: usize, to: usize) -> usize {
        let (mut reached, mut steps) = (BTreeSet::from([from]), 0);
        while !reached.contains(&to) {
            let next: BTreeSet<usize> =
                reached.iter().flat_map(|&at| self.arcs[at].iter().copied().chain([at])).collect();
            if next == reached {
                return usize::MAX;
            }
            (reached, steps) = (next, steps + 1);
        }
        steps
    }

    /// The winner if the mouse is on this place.
    fn winner(&self, cats: &[usize], mouse: usize) -> Winner {
        let is_caught = cats.iter().any(|&cat| self.distance(cat, mouse) <= self.capture_distance);
        let is_home = self.holes.contains(&mouse);
        let cat_is_home = cats.iter().any(|cat| self.holes.contains(cat));
        let caught = is_caught.then_some(Side::Cat);
        let home = is_home.then_some(Side::Mouse);
        match self.cat_in_hole {
            CatInHole::Forbidden | CatInHole::Allowed => home.or(caught),
            CatInHole::Guards => caught.or(home),
            CatInHole::Wins => caught.or(cat_is_home.then_some(Side::Cat)).or(home),
        }
    }

    fn over(&self, (cats, places, ..): &State) -> Winner {
        if places.is_empty() {
            return Some(Side::Cat);
        }
        let home = places.iter().any(|&place| self.winner(cats, place) == Some(Side::Mouse));
        home.then_some(Side::Mouse)
    }

    /// The ends of the runs along up to this many edges. A run does not go on from a hole.
    fn runs(&self, from: usize, speed: usize, steps: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
        let (mut ends, mut at) = (BTreeSet::new(), BTreeSet::from([from]));
        for edge in 0..speed {
            let goes_on = |at: &&usize| edge == 0 || !self.holes.contains(at);
            at = at.iter().filter(goes_on).flat_map(|&at| steps(at)).collect();
            ends.extend(at.iter().copied());
        }
        ends.into_iter().collect()
    }

    fn cat_steps(&self, from: usize) -> Vec<usize> {
        let closed = |to: &usize| self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(to);
        self.runs(from, self.cat_speed, |from| {
            let mut to: Vec<usize> = self.arcs[from].iter().copied().filter(|to| !closed(to)).collect();
            to.extend(self.cat_stays.then_some(from));
            to
        })
    }

    /// Where the cats can be after a ply.
    fn cat_plies(&self, cats: &[usize]) -> BTreeSet<Vec<usize>> {
        let mut all = BTreeSet::new();
        match self.cats_move {
            CatsMove::One => {
                for at in 0..cats.len() {
                    for to in self.cat_steps(cats[at]) {
                        let mut after = cats.to_vec();
                        after[at] = to;
                        after.sort_unstable();
                        all.insert(after);
                    }
                }
            }
            CatsMove::All => {
                let mut partial = vec![Vec::new()];
                for &cat in cats {
                    let steps = self.cat_steps(cat);
                    partial = partial
                        .into_iter()
                        .flat_map(|before: Vec<usize>| {
                            steps.iter().map(move |&to| before.iter().copied().chain([to]).collect())
                        })
                        .collect();
                }
                for mut after in partial {
                    after.sort_unstable();
                    all.insert(after);
                }
            }
        }
        if all.is_empty() && self.stalemate == Stalemate::Pass {
            all.insert(cats.to_vec());
        }
        all
    }

    /// The places after a step of the mouse.
    fn mouse_steps(&self, from: usize) -> Result<Vec<usize>, Refused> {
        let to = self.runs(from, self.mouse_speed, |from| {
            let mut to = self.arcs[from].clone();
            to.extend(self.mouse_stays.then_some(from));
            to
        });
        match (to.is_empty(), self.stalemate) {
            (false, _) => Ok(to),
            (true, Stalemate::Pass) => Ok(vec![from]),
            (true, _) => Err(Refused),
        }
    }

    /// The states between which the Mouse chooses after a ply of `by`, or after the placement.
    fn chosen(&self, state: State, by: Option<Side>) -> Vec<State> {
        if self.over(&state).is_some() {
            return vec![state];
        }
        let (cats, places, moves, turn) = state;
        let is_seen = |place: usize| match self.sight {
            Sight::Always => true,
            Sight::Never => false,
            Sight::Every(period) => by == Some(Side::Mouse) && moves % period == 0,
            Sight::After(_) => by == Some(Side::Mouse) && self.listed().contains(&moves),
            Sight::Within(edges) => cats.iter().any(|&cat| self.distance(cat, place) <= edges as usize),
        };
        let (seen, unseen): (BTreeSet<usize>, BTreeSet<usize>) = places.iter().partition(|&&place| is_seen(place));
        let sets =
            seen.into_iter().map(|place| BTreeSet::from([place])).chain(Some(unseen).filter(|set| !set.is_empty()));
        sets.map(|places| (cats.clone(), places, moves, turn)).collect()
    }

    fn listed(&self) -> Vec<u32> {
        self.sight.to_string().split(',').filter_map(|number| number.parse().ok()).collect()
    }

    /// After each move of the player to move, the states between which the Mouse chooses.
    fn plies(&self, (cats, places, moves, turn): &State) -> Result<Vec<Vec<State>>, Refused> {
        let lost = |cats: &[usize], place: usize| self.winner(cats, place) == Some(Side::Cat);
        if *turn == Side::Cat {
            let after = |after: Vec<usize>| {
                let places = places.iter().copied().filter(|&place| !lost(&after, place)).collect();
                self.chosen((after, places, *moves, Side::Mouse), Some(Side::Cat))
            };
            return Ok(self.cat_plies(cats).into_iter().map(after).collect());
        }
        let mut reached = BTreeSet::new();
        for &place in places {
            reached.extend(self.mouse_steps(place)?.into_iter().filter(|&place| !lost(cats, place)));
        }
        let made = match self.sight {
            Sight::Every(period) if *moves == period => 1,
            Sight::After(_) => (moves + 1).min(self.listed().into_iter().max().unwrap_or(0) + 1),
            Sight::Every(_) => moves + 1,
            _ => 0,
        };
        Ok(vec![self.chosen((cats.clone(), reached, made, Side::Cat), Some(Side::Mouse))])
    }

    /// For each placement of the cats, the states between which the Mouse chooses.
    fn starts(&self) -> Vec<Vec<State>> {
        let all = match &self.cats {
            Ok(cats) => vec![cats.clone()],
            Err(count) => {
                let mut all = vec![Vec::new()];
                for _ in 0..*count {
                    all = all
                        .into_iter()
                        .flat_map(|cats: Vec<usize>| {
                            let from = cats.last().copied().unwrap_or(0);
                            (from..self.arcs.len()).map(move |cat| cats.iter().copied().chain([cat]).collect())
                        })
                        .collect();
                }
                let closed = |cat: &usize| self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(cat);
                all.into_iter().filter(|cats| !cats.iter().any(closed)).collect()
            }
        };
        let start = |mut cats: Vec<usize>| {
            cats.sort_unstable();
            let places = self.mouse.map_or_else(|| (0..self.arcs.len()).collect(), |mouse| BTreeSet::from([mouse]));
            let places = places.into_iter().filter(|&place| self.winner(&cats, place) != Some(Side::Cat)).collect();
            self.chosen((cats, places, 0, self.first), None)
        };
        all.into_iter().map(start).collect()
    }

    /// The winner from the start and the plies to the end; `None` if play is endless.
    fn value(&self) -> Result<Option<(Side, u64)>, Refused> {
        let starts = self.starts();
        let values = self.values(&starts)?;
        // The better for the Mouse, the greater.
        let worth = |value: Option<(Side, u64)>| match value {
            Some((Side::Cat, plies)) => (0, i128::from(plies)),
            None => (1, 0),
            Some((Side::Mouse, plies)) => (2, -i128::from(plies)),
        };
        let best = starts.iter().filter_map(|choice| {
            choice.iter().map(|state| values.get(state).copied()).max_by_key(|&value| worth(value))
        });
        Ok(best.min_by_key(|&value| worth(value)).expect("there is a placement"))
    }

    /// The winner and the plies to the end for each state that arises and is not endless.
    fn values(&self, starts: &[Vec<State>]) -> Result<HashMap<State, (Side, u64)>, Refused> {
        let mut plies: HashMap<State, Vec<Vec<State>>> = HashMap::new();
        let mut open: Vec<State> = starts.iter().flatten().cloned().collect();
        while let Some(state) = open.pop() {
            if plies.contains_key(&state) {
                continue;
            }
            let after = if self.over(&state).is_some() { Vec::new() } else { self.plies(&state)? };
            open.extend(after.iter().flatten().cloned());
            plies.insert(state, after);
        }
        let mut values: HashMap<&State, (Side, u64)> = HashMap::new();
        for (state, after) in &plies {
            match self.over(state) {
                Some(winner) => drop(values.insert(state, (winner, 0))),
                None if after.is_empty() && self.stalemate == Stalemate::Loss => {
                    let winner = if state.3 == Side::Cat { Side::Mouse } else { Side::Cat };
                    values.insert(state, (winner, 0));
                }
                None => {}
            }
        }
        for ply in 1.. {
            let mut found = Vec::new();
            for (state, after) in plies.iter().filter(|(state, after)| !values.contains_key(state) && !after.is_empty())
            {
                let won = |state: &State, side| values.get(state).is_some_and(|&(winner, _)| winner == side);
                let to_cat = |choice: &Vec<State>| choice.iter().all(|state| won(state, Side::Cat));
                let to_mouse = |choice: &Vec<State>| choice.iter().any(|state| won(state, Side::Mouse));
                if after.iter().any(to_cat) {
                    found.push((state, (Side::Cat, ply)));
                } else if after.iter().all(to_mouse) {
                    found.push((state, (Side::Mouse, ply)));
                }
            }
            if found.is_empty() {
                break;
            }
            values.extend(found);
        }
        Ok(values.into_iter().map(|(state, value)| (state.clone(), value)).collect())
    }

    /// Whatever the Cat does at a position of the family, the Mouse can come to one with all places of another.
    fn compare_family(&self, solved: &SolvedUnseen, value: Option<(Side, u64)>) {
        let state = |state: &UnseenState| -> State {
            let cats = solved.game().unseen_cats(state).iter().map(|cat| cat.number() as usize).collect();
            let places = (0..self.arcs.len()).filter(|place| state.places >> place & 1 == 1).collect();
            (cats, places, state.moves, Side::Cat)
        };
        let family: Vec<State> = solved.family().iter().map(state).collect();
        assert!(value.is_none() || self.limit.is_some() || family.is_empty(), "{self:?}");
        let plies = |state: &State| self.plies(state).unwrap_or_default();
        let holds = |after: &State| {
            let is_less = |less: &State| less.0 == after.0 && less.1.is_subset(&after.1) && less.2 == after.2;
            let is_stuck = after.3 == Side::Cat && plies(after).is_empty();
            self.over(after) == Some(Side::Mouse) || is_stuck || family.iter().any(is_less)
        };
        // Here both count the moves of the mouse alike.
        for state in family.iter().filter(|_| matches!(self.sight, Sight::Never | Sight::Within(_))) {
            for choice in plies(state) {
                let answers = |after: &State| plies(after).iter().any(|choice| choice.iter().any(holds));
                let holds_out = |after: &State| self.over(after) == Some(Side::Mouse) || answers(after);
                assert!(choice.iter().any(holds_out), "{self:?}: {state:?}");
            }
        }
    }

    fn within_limit(&self, value: Option<(Side, u64)>) -> Option<(Side, u64)> {
        value.filter(|(_, plies)| self.limit.is_none_or(|limit| *plies <= limit))
    }

    fn setup(&self) -> Setup {
        let lists = self.arcs.iter().map(|list| list.iter().map(|&to| wide(to)).collect()).collect();
        let mut setup = Setup::new(BoardChoice::Adjacency(lists));
        let vertex = |&vertex: &usize| VertexChoice::Number(wide(vertex));
        setup.rules = RuleChoices {
            directed: Some(true),
            holes: Some(self.holes.iter().map(vertex).collect()),
            cat_in_hole: Some(self.cat_in_hole),
            mouse_may_stay: Some(self.mouse_stays),
            cat_may_stay: Some(self.cat_stays),
            cats: self.cats.as_ref().err().map(|&count| wide(count)),
            cats_move: Some(self.cats_move),
            placement: Some(true),
            mouse_speed: Some(wide(self.mouse_speed)),
            cat_speed: Some(vec![wide(self.cat_speed)]),
            limit: self.limit.map(|limit| LimitChoice::Plies(limit.try_into().expect("it is small"))),
            limit_winner: Some(self.endless),
            capture_distance: Some(wide(self.capture_distance)),
            mouse_seen: Some(self.sight),
            endless: Some(self.endless),
            stalemate: Some(self.stalemate),
            ..RuleChoices::default()
        };
        setup.mouse = self.mouse.as_ref().map(vertex);
        setup.cats = self.cats.as_ref().ok().map(|cats| cats.iter().map(vertex).collect());
        setup.first = Some(self.first);
        setup
    }

    /// Compares both solvers; false if the board is refused.
    fn compare(&self) -> bool {
        let value = self.value();
        let solved = match Question::setup(self.setup()).solve_unseen() {
            Ok(solved) => solved,
            Err(error) => {
                assert!(error.to_string().contains("the mouse has no move from"), "{self:?}: {error}");
                return false;
            }
        };
        let Ok(value) = value else { panic!("{self:?} has to be refused") };
        let answer = solved.answer();
        let value = self.within_limit(value);
        let outcome = match value {
            Some((Side::Mouse, _)) => Outcome::Mouse,
            Some((Side::Cat, _)) => Outcome::Cat,
            None => self.endless,
        };
        let found = (answer.outcome, answer.distance_plies);
        assert_eq!(found, (outcome, value.map(|(_, plies)| plies)), "{self:?}");
        assert!(solved.check().ok, "{self:?}");
        self.compare_family(&solved, value);
        if let Some((Side::Cat, plies)) = value {
            assert_eq!(answer.line.len() as u64, plies, "{self:?}");
            assert!(answer.line.last().is_none_or(|last| last.places.is_empty()), "{self:?}");
        }
        true
    }
}

fn wide(number: usize) -> i64 {
    i64::try_from(number).expect("it is small")
}

const SIGHTS: [Sight; 9] = [
    Sight::Never,
    Sight::Every(1),
    Sight::Every(2),
    Sight::Every(3),
    Sight::After(0b1),
    Sight::After(0b110),
    Sight::Within(0),
    Sight::Within(1),
    Sight::Within(2),
];

/// A sequence of numbers that is the same in every run (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn game(&mut self, vertices: usize, sight: Sight) -> Game {
        let density = 1 + self.below(3);
        let one_way = self.below(4) == 0;
        let mut arcs = vec![Vec::new(); vertices];
        for from in 0..vertices {
            for to in from + 1..vertices {
                if self.below(4) < density {
                    if !one_way || self.below(2) == 0 {
                        arcs[from].push(to);
                    }
                    if !one_way || self.below(2) == 0 {
                        arcs[to].push(from);
                    }
                }
            }
        }
        let holes = if self.below(2) == 0 { vec![0] } else { Vec::new() };
        let cat_in_hole = self.pick(&[CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins]);
        let open = |dice: &mut Self| if holes.is_empty() { dice.below(vertices) } else { 1 + dice.below(vertices - 1) };
        let count = 1 + self.below(2);
        let cats = if self.below(2) == 0 { Ok((0..count).map(|_| open(self)).collect()) } else { Err(count) };
        let mouse = if self.below(2) == 0 { Some(open(self)) } else { None };
        Game {
            arcs,
            cat_in_hole,
            mouse_stays: self.below(2) == 0,
            cat_stays: self.below(2) == 0,
            cats_move: self.pick(&[CatsMove::All, CatsMove::One]),
            mouse_speed: self.pick(&[1, 1, 1, 2]),
            cat_speed: self.pick(&[1, 1, 1, 2]),
            limit: self.pick(&[None, None, None, Some(3), Some(6)]),
            capture_distance: self.pick(&[0, 0, 0, 1]),
            stalemate: self.pick(&[Stalemate::Draw, Stalemate::Pass, Stalemate::Pass, Stalemate::Loss]),
            endless: self.pick(&[Outcome::Mouse, Outcome::Cat, Outcome::Draw]),
            sight,
            first: self.pick(&[Side::Mouse, Side::Cat]),
            mouse,
            cats,
            holes,
        }
    }
}

/// Every undirected graph with up to this many vertices, as a mask of pairs.
fn graphs(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    (0..1usize << pairs.len()).map(move |mask| {
        let mut arcs = vec![Vec::new(); vertices];
        for (_, &(a, b)) in pairs.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1) {
            arcs[a].push(b);
            arcs[b].push(a);
        }
        arcs
    })
}

fn cops(arcs: Vec<Vec<usize>>, cats: usize, sight: Sight) -> Game {
    Game {
        arcs,
        holes: Vec::new(),
        cat_in_hole: CatInHole::Forbidden,
        mouse_stays: true,
        cat_stays: true,
        cats_move: CatsMove::All,
        mouse_speed: 1,
        cat_speed: 1,
        limit: None,
        capture_distance: 0,
        stalemate: Stalemate::Draw,
        endless: Outcome::Mouse,
        sight,
        first: Side::Cat,
        mouse: None,
        cats: Err(cats),
    }
}

/// Cops and Robbers on every graph of up to four vertices, and Cat and Mouse with the hole at 0.
#[test]
fn every_small_graph_in_every_mode() {
    for sight in SIGHTS {
        for arcs in (2..=4).flat_map(graphs) {
            for cats in 1..=2 {
                cops(arcs.clone(), cats, sight).compare();
            }
            for cat_in_hole in [CatInHole::Forbidden, CatInHole::Guards, CatInHole::Wins] {
                let (stalemate, cats) = (Stalemate::Pass, Ok(vec![arcs.len() - 1]));
                let game = Game {
                    holes: vec![0],
                    cat_in_hole,
                    mouse_stays: false,
                    cat_stays: false,
                    stalemate,
                    endless: Outcome::Draw,
                    first: Side::Mouse,
                    mouse: Some(1),
                    cats,
                    ..cops(arcs.clone(), 1, sight)
                };
                game.compare();
            }
        }
    }
}

#[test]
fn random_boards_under_all_rules() {
    let mut dice = Dice(69);
    let (mut compared, mut all) = (0, 0);
    for round in 0..300 {
        for sight in SIGHTS {
            compared += u32::from(dice.game(3 + round % 3, sight).compare());
            all += 1;
        }
    }
    assert!(compared * 2 > all, "most boards are compared: {compared} of {all}");
}

/// The cop number of the first graph of a text, and the capture time.
fn cop_number(text: &str, sight: Sight) -> (Option<u32>, Option<u64>) {
    let mut question = CopsQuestion::default();
    question.choices = CopsChoices { mouse_seen: Some(sight), ..CopsChoices::default() };
    let record = Graphs::of_text(text, ReadOptions::default()).expect("a text").only().expect("one graph");
    let graph = CopsGraph::read(&record, None).expect("a graph");
    let answer = graph.answer(&question, &mut CopsWorkspace::default()).expect("it is small");
    (answer.cop_number, answer.capture_time)
}

fn named(name: &str, sight: Sight) -> (u32, u64) {
    let graph = named_graph(name).expect("a name").expect("a graph");
    let (cats, rounds) = cop_number(&graph.text().0, sight);
    (cats.expect("a cop number"), rounds.expect("a capture time"))
}

/// A tree of legs of this many edges that meet in a vertex.
fn spider(legs: &[usize]) -> String {
    let mut text = String::new();
    let mut next = 1;
    for &leg in legs {
        for step in 0..leg {
            text += &format!("{} {next}\n", if step == 0 { 0 } else { next - 1 });
            next += 1;
        }
    }
    text
}

/// Dereniowski, Dyer, Tifenbach, Yang 2015: ⌈n/2⌉ cops on complete graphs, 1 on paths, 2 on cycles. The least moves were
/// found by two further programs that share no method.
#[test]
fn published_numbers_of_cops_who_never_see() {
    for n in 2..=8u32 {
        assert_eq!(named(&format!("complete:{n}"), Sight::Never).0, n.div_ceil(2), "complete graph {n}");
        assert_eq!(named(&format!("path:{n}"), Sight::Never), (1, u64::from(n) - 1), "path {n}");
    }
    for n in 3..=9 {
        assert_eq!(named(&format!("cycle:{n}"), Sight::Never).0, 2, "cycle {n}");
    }
    for leaves in 3..=6u32 {
        assert_eq!(named(&format!("star:{leaves}"), Sight::Never), (1, 2 * u64::from(leaves) - 2), "star {leaves}");
    }
    let least_moves = [
        ("petersen", (3, 5)),
        ("hypercube:3", (3, 2)),
        ("grid:3x3", (2, 6)),
        ("grid:3x4", (2, 9)),
        ("bipartite:3,3", (3, 1)),
        ("bipartite:2,4", (2, 2)),
        ("octahedron", (3, 1)),
    ];
    for (name, expect) in least_moves {
        assert_eq!(named(name, Sight::Never), expect, "{name}");
    }
    assert_eq!(cop_number(&spider(&[2, 2, 2]), Sight::Never), (Some(2), Some(4)));
}

/// Clarke, Cox, Duffy, Dyer, Fitzpatrick, Messinger, arXiv 1708.07179, with the looks after both plies. The numbers were
/// found by two further programs that share no method.
#[test]
fn published_numbers_of_cops_who_see_what_is_near() {
    for (name, expect) in [("petersen", (3, 1)), ("hypercube:3", (2, 1)), ("grid:3x3", (2, 2))] {
        assert_eq!(named(name, Sight::Within(1)), expect, "{name}");
    }
    assert_eq!(cop_number("GCpVuw", Sight::Within(1)).0, Some(1));
    for (legs, cats) in [([4, 4, 4], 2), ([4, 4, 3], 1)] {
        assert_eq!(cop_number(&spider(&legs), Sight::Within(1)).0, Some(cats), "{legs:?}");
    }
}

/// The connected graphs of up to six vertices by cop number. One cop who never sees wins exactly on the caterpillars,
/// which are counted by Harary, Schwenk 1973.
#[test]
fn connected_graphs_of_up_to_six_vertices() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");
    let text = std::fs::read_to_string(path).expect("it is part of the repository");
    let mut counts: HashMap<(Sight, u8, u32), u32> = HashMap::new();
    for line in text.lines() {
        for sight in [Sight::Never, Sight::Within(1)] {
            let cats = cop_number(line, sight).0.expect("a cop number");
            *counts.entry((sight, line.as_bytes()[0] - 63, cats)).or_default() += 1;
        }
    }
    let count = |sight, n| [1, 2, 3].map(|cats| counts.get(&(sight, n, cats)).copied().unwrap_or(0));
    assert_eq!([4, 5, 6].map(|n| count(Sight::Never, n)), [[2, 4, 0], [3, 17, 1], [6, 98, 8]]);
    assert_eq!([4, 5, 6].map(|n| count(Sight::Within(1), n)), [[5, 1, 0], [16, 5, 0], [68, 44, 0]]);
}

/// Seen after each move, or as far as the board is wide, the mouse is always seen.
#[test]
fn a_mouse_that_is_always_seen_in_other_words() {
    let mut dice = Dice(1985);
    for _ in 0..200 {
        let game = Game { stalemate: Stalemate::Pass, ..dice.game(5, Sight::Within(9)) };
        let is_strong = (0..5).all(|from| (0..5).all(|to| game.distance(from, to) < 9));
        let seen = || {
            let mut setup = game.setup();
            setup.rules.mouse_seen = None;
            let solved = Question::setup(setup).solve().expect("it is small");
            let answer = solved.answer().expect("it is in memory");
            (answer.outcome, answer.distance.distance_plies)
        };
        let unseen = |sight| {
            let answer =
                Question::setup(Game { sight, ..game.clone() }.setup()).solve_unseen().expect("it is small").answer();
            (answer.outcome, answer.distance_plies)
        };
        if game.mouse.is_some() {
            assert_eq!(unseen(Sight::Every(1)), seen(), "{game:?}");
        }
        if is_strong {
            assert_eq!(unseen(Sight::Within(9)), seen(), "{game:?}");
        }
    }
}

/// The fastest plan is the same whether the positions are laid out or only a plan is searched for.
#[test]
fn a_plan_without_the_memory_for_the_positions() {
    let mut dice = Dice(2015);
    let mut plans = 0;
    for _ in 0..300 {
        let game = dice.game(6, Sight::Never);
        let game = Game { endless: Outcome::Mouse, limit: None, stalemate: Stalemate::Pass, ..game };
        let question = || Question::setup(game.setup());
        let whole = question().solve_unseen().expect("it is small").answer();
        // So little memory is enough for a search, and not for the positions.
        let Ok(solved) = question().allowing(30_000).solve_unseen() else { continue };
        let answer = solved.answer();
        if answer.positions.is_none() {
            plans += u32::from(!answer.line.is_empty());
            assert_eq!(answer.outcome, whole.outcome, "{game:?}");
            assert_eq!(answer.line.is_empty(), whole.line.is_empty(), "{game:?}");
            assert_eq!(answer.line.len(), whole.line.len(), "{game:?}");
            assert!(solved.check().ok, "{game:?}");
        }
    }
    assert!(plans > 10, "there are plans: {plans}");
}

#[test]
fn what_is_refused() {
    let never = || RuleChoices { mouse_seen: Some(Sight::Never), ..RuleChoices::default() };
    let refused = |question: Question| match question.rules(never()).solve_unseen() {
        Err(Error::Problems { problems, .. }) => problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("it has to be refused: {other:?}"),
    };
    let check = |question: Question, expect: &str| {
        let problems = refused(question);
        assert!(matches!(&problems[..], [one] if one.contains(expect)), "{problems:?}");
    };
    check(Question::text("[[[1,5],[2,1]],[[0,5],[2,3]],[[0,1],[1,3]]]"), "without costs");
    check(Question::text("[[1],[0],[]]").mouse(2).cats([1]), "no move from vertex 2");
    let long: Vec<(i64, i64)> = (0..64).map(|vertex| (vertex, vertex + 1)).collect();
    check(Question::edges(65, long), "at most 64 vertices, and there are 65");
    assert!(
        Question::text("[[1,2],[0,2],[0,1]]")
            .rules(never())
            .solve()
            .is_err_and(|error| { error.to_string().contains("this question needs a mouse that is always seen") })
    );
}

/// Whether a certificate is accepted, with the outcome and the plies that it proves.
fn accepted(game: &catmouse::model::Game, text: &[u8]) -> Option<(Outcome, Option<u64>)> {
    let answer = check_certificate(game, text).ok()?;
    assert_eq!(answer.ok, answer.refutation.is_none(), "{}", answer.text);
    assert!(answer.text.starts_with(if answer.ok { "Proved: " } else { "Refuted" }), "{}", answer.text);
    answer.outcome.filter(|_| answer.ok).map(|outcome| (outcome, answer.distance.distance_plies))
}

/// Every outcome has a certificate, and no damaged one proves anything false.
#[test]
fn certificates_prove_what_is_true() {
    let mut dice = Dice(1985);
    let (mut accepted_damage, mut refused) = (0, 0);
    for round in 0..40 {
        for sight in SIGHTS {
            let board = dice.game(3 + round % 3, sight);
            let Ok(solved) = Question::setup(board.setup()).solve_unseen() else { continue };
            let answer = solved.answer();
            let game = solved.game();
            let certificate = solved.certificate().unwrap_or_else(|error| panic!("{board:?}: {error}"));
            let mut text = Vec::new();
            write_certificate(game, &certificate, &mut text).expect("memory can be written");
            let read = read_certificate::<UnseenState>(game, &text[..]).expect("it was written");
            assert!(read.is_intact && read.certificate == certificate, "{board:?}");
            assert_eq!(accepted(game, &text), Some((answer.outcome, answer.distance_plies)), "{board:?}");
            // Under other rules it is no certificate.
            let other = if sight == Sight::Never { Sight::Within(1) } else { Sight::Never };
            let other = Game { sight: other, ..board.clone() };
            if let Ok(other) = Question::setup(other.setup()).solve_unseen() {
                assert_eq!(accepted(other.game(), &text), None, "{board:?}");
            }
            for _ in 0..12 {
                let mut damaged = certificate.clone();
                let strategy = dice.below(damaged.strategies.len());
                let entries = &mut damaged.strategies[strategy].entries;
                let (at, other) = (dice.below(entries.len()), dice.below(entries.len()));
                let bit = 1 << dice.below(board.arcs.len());
                match dice.below(8) {
                    0 => entries[at].position.places ^= bit,
                    1 => entries[at].position.cats = entries[other].position.cats,
                    2 => entries[at].rank = entries[at].rank.wrapping_sub(1).min(9),
                    3 => entries[at].rank += 1,
                    4 => entries[at].to = entries[other].to,
                    5 => drop(entries.remove(at)),
                    6 => entries[at] = entries[other],
                    _ => match &mut entries[at].to {
                        Some(to) => to.places ^= bit,
                        None => entries.push(entries[at]),
                    },
                }
                if let catmouse_arena::CertificateClaim::Win { within, .. } = &mut damaged.claim
                    && dice.below(3) == 0
                {
                    *within = within.saturating_sub(1);
                }
                let mut text = Vec::new();
                write_certificate(game, &damaged, &mut text).expect("memory can be written");
                match accepted(game, &text) {
                    None => refused += 1,
                    Some((outcome, plies)) => {
                        accepted_damage += 1;
                        assert_eq!(outcome, answer.outcome, "{board:?}: {damaged:?}");
                        assert!(plies >= answer.distance_plies, "{board:?}: {damaged:?}");
                    }
                }
            }
        }
    }
    assert!(refused > 2_000 && accepted_damage > 0, "{refused} refused, {accepted_damage} accepted");
}

/// If the Mouse holds out, the certificate needs fewer sets than arise.
#[test]
fn a_family_of_sets_is_small() {
    let petersen = named_graph("petersen").expect("a name").expect("a graph");
    let rules = RuleChoices { cats: Some(2), mouse_seen: Some(Sight::Never), ..RuleChoices::default() };
    let question = Question::text(petersen.text().0).preset(Preset::CopsAndRobbers).rules(rules);
    let solved = question.solve_unseen().expect("it is small");
    let arise = solved.answer().positions.expect("they are laid out").total;
    let certificate = solved.certificate().expect("two cats do not win");
    let entries = certificate.strategies[0].entries.len() as u64;
    assert!(entries * 3 < arise * 2, "{entries} of {arise}");
}

/// Games against the program: the sets that it names are those of the second solver, the cats win in time, and the Mouse
/// never gets caught if it need not.
#[test]
fn games_agree_with_the_rules() {
    let mut dice = Dice(2025);
    let (mut caught, mut free) = (0, 0);
    for round in 0..60 {
        for sight in SIGHTS {
            let board = dice.game(4 + round % 3, sight);
            let Ok(value) = board.value() else { continue };
            let value = board.within_limit(value);
            for side in [Side::Mouse, Side::Cat] {
                let Ok(solved) = Question::setup(board.setup()).solve_unseen() else { continue };
                let plies = board.played(&mut UnseenSession::new(solved, side), &mut dice);
                match (value, plies) {
                    (Some((Side::Cat, most)), Some((Outcome::Cat, plies))) => {
                        assert!(plies <= most, "{board:?}: {plies} plies");
                        caught += 1;
                    }
                    (Some((Side::Cat, _)), other) => panic!("{board:?} as {side}: {other:?}"),
                    (_, Some((Outcome::Cat, plies))) if side == Side::Cat && board.endless != Outcome::Cat => {
                        panic!("{board:?}: the Mouse is caught in {plies}")
                    }
                    _ => free += 1,
                }
            }
        }
    }
    assert!(caught > 100 && free > 100, "{caught} games won and {free} others");
}

impl Game {
    /// Plays a game: a mouse that moves at random, or cats that follow the hints. The outcome and the plies at the end; `None`
    /// if there is no end soon.
    fn played(&self, session: &mut UnseenSession, dice: &mut Dice) -> Option<(Outcome, u64)> {
        session.begin();
        let standing = |session: &UnseenSession| {
            let (mouse, cats) = session.standing();
            let number = |vertex: catmouse::model::Vertex| vertex.number() as usize;
            (mouse.map(number), cats.into_iter().map(number).collect::<Vec<_>>())
        };
        let side = session.side();
        if session.places().is_none() {
            let placed = match side {
                Side::Cat => {
                    let hint = session.hint().expect("a placement is good");
                    let places = hint.trim_end_matches('.').rsplit(" on ").next().expect("places");
                    places.replace(" and ", " ").replace(", ", " ")
                }
                Side::Mouse => dice.below(self.arcs.len()).to_string(),
            };
            session.play(&placed).unwrap_or_else(|error| panic!("{self:?}: {placed}: {error}"));
        }
        // What the second solver knows after the plies so far: one of these states.
        let mut states: Vec<State> = self.starts().into_iter().flatten().collect();
        if self.first != side {
            states = self.after(&states);
        }
        for _ in 0..40 {
            if let Some(end) = session.end() {
                return Some((end.outcome, session.plies() as u64));
            }
            let (mouse, cats) = standing(session);
            let places: BTreeSet<usize> =
                session.places().expect("they are placed").iter().map(|vertex| vertex.number() as usize).collect();
            assert!(mouse.is_none_or(|mouse| places.contains(&mouse)), "{self:?}");
            states.retain(|state| state.0 == cats && state.1 == places);
            assert!(!states.is_empty(), "{self:?}: {cats:?} {places:?}");
            let legal = session.legal();
            let hint = session.hint().expect("the game goes on");
            let text = match side {
                Side::Mouse => &legal[dice.below(legal.len())],
                Side::Cat => {
                    hint.trim_start_matches("No move forces the end. ").split(": then").next().expect("a move")
                }
            };
            session.play(text).unwrap_or_else(|error| panic!("{self:?}: {text}: {error}"));
            states = self.after(&self.after(&states));
        }
        None
    }

    /// The states after any ply.
    fn after(&self, states: &[State]) -> Vec<State> {
        let goes_on = states.iter().filter(|state| self.over(state).is_none());
        goes_on.flat_map(|state| self.plies(state).unwrap_or_default()).flatten().collect()
    }
}
