//! Cats that follow scripts, against a second solver that is written from the rules alone and shares no code with the
//! first; and against published numbers of moves.

use std::collections::BTreeSet;

use catmouse::Question;
use catmouse::arena::{Arena, Solution, Value, Values, check, verify};
use catmouse::model::{
    BoardChoice, CatFollows, CatInHole, Cell, Outcome, RuleChoices, Setup, Side, ThinWall, VertexChoice,
};
use catmouse::solver::{Control, Engine, Request};

/// A place of the maze: its row and its column.
type Place = (i64, i64);

const STEPS: [Place; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// A maze, as the rules describe it.
#[derive(Clone, Debug)]
struct Maze {
    rows: i64,
    columns: i64,
    blocked: BTreeSet<Place>,
    thin_walls: BTreeSet<[Place; 2]>,
    holes: BTreeSet<Place>,
    traps: BTreeSet<Place>,
    cat_in_hole: CatInHole,
    mouse_stays: bool,
    cat_stays: bool,
    /// The script and the speed of each cat.
    cats: Vec<(CatFollows, usize)>,
    endless: Outcome,
    start: (Place, Vec<Place>, Side),
}

/// Where the mouse and the cats are, by the numbers of their places, and whose turn it is.
type State = (usize, Vec<usize>, Side);

impl Maze {
    fn places(&self) -> Vec<Place> {
        let all = (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        all.filter(|place| !self.blocked.contains(place)).collect()
    }

    /// The place one step away, unless a wall is between.
    fn step(&self, (row, column): Place, (down, right): Place) -> Option<Place> {
        let to = (row + down, column + right);
        let inside = (0..self.rows).contains(&to.0) && (0..self.columns).contains(&to.1);
        let wall = [to.min((row, column)), to.max((row, column))];
        (inside && !self.blocked.contains(&to) && !self.thin_walls.contains(&wall)).then_some(to)
    }

    fn is_closed(&self, place: Place) -> bool {
        self.cat_in_hole == CatInHole::Forbidden && self.holes.contains(&place)
    }

    fn cat_step(&self, from: Place, by: Place) -> Option<Place> {
        self.step(from, by).filter(|&to| !self.is_closed(to))
    }

    /// The number of steps of a cat to the mouse.
    fn far(&self, from: Place, mouse: Place) -> usize {
        let (mut reached, mut steps) = (BTreeSet::from([from]), 0);
        while !reached.contains(&mouse) {
            let mut next = reached.clone();
            for &place in &reached {
                next.extend(STEPS.iter().filter_map(|&by| self.cat_step(place, by)));
            }
            if next == reached {
                return usize::MAX;
            }
            (reached, steps) = (next, steps + 1);
        }
        steps
    }

    /// One step of a script; `None` if it stays.
    fn follow(&self, script: CatFollows, cat: Place, mouse: Place) -> Option<Place> {
        let along_row = (0, (mouse.1 - cat.1).signum());
        let along_column = ((mouse.0 - cat.0).signum(), 0);
        let first =
            |wishes: [Place; 2]| wishes.into_iter().filter(|&by| by != (0, 0)).find_map(|by| self.cat_step(cat, by));
        match script {
            CatFollows::Free => None,
            CatFollows::Rows => first([along_row, along_column]),
            CatFollows::Columns => first([along_column, along_row]),
            CatFollows::Nearest => {
                let here = self.far(cat, mouse);
                // The steps are in the order of the places to which they lead.
                let mut steps = STEPS.iter().filter_map(|&by| self.cat_step(cat, by));
                steps.find(|&to| here != usize::MAX && self.far(to, mouse) < here)
            }
        }
    }

    /// Where a cat can be after its ply.
    fn cat_moves(&self, (script, speed): (CatFollows, usize), cat: Place, mouse: Place) -> BTreeSet<Place> {
        if script == CatFollows::Free {
            let (mut found, mut open) = (BTreeSet::new(), BTreeSet::from([cat]));
            for _ in 0..speed {
                let next: BTreeSet<Place> =
                    open.iter().flat_map(|&at| STEPS.iter().filter_map(move |&by| self.cat_step(at, by))).collect();
                found.extend(&next);
                open = next.into_iter().filter(|place| !self.holes.contains(place)).collect();
            }
            if self.cat_stays {
                found.insert(cat);
            }
            return found;
        }
        let mut at = cat;
        for _ in 0..speed {
            let Some(to) = (if at == mouse { None } else { self.follow(script, at, mouse) }) else { break };
            at = to;
            // A run ends at a hole.
            if self.holes.contains(&at) {
                break;
            }
        }
        BTreeSet::from([at])
    }

    fn winner(&self, mouse: Place, cats: &[Place]) -> Option<Side> {
        let caught = cats.contains(&mouse).then_some(Side::Cat);
        let home = self.holes.contains(&mouse).then_some(Side::Mouse);
        let trapped = self.traps.contains(&mouse).then_some(Side::Cat);
        let cat_home = cats.iter().any(|cat| self.holes.contains(cat)).then_some(Side::Cat);
        match self.cat_in_hole {
            CatInHole::Forbidden | CatInHole::Allowed => home.or(trapped).or(caught),
            CatInHole::Guards => caught.or(home).or(trapped),
            CatInHole::Wins => caught.or(cat_home).or(home).or(trapped),
        }
    }

    /// The value of every state: who wins, in how many plies. Each round goes through all states.
    fn values(&self) -> Vec<(State, Option<(Side, u64)>)> {
        let places = self.places();
        let number = |place: Place| places.iter().position(|&other| other == place).expect("it is a place");
        let open: Vec<usize> = (0..places.len()).filter(|&at| !self.is_closed(places[at])).collect();
        let mut cats_at: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in &self.cats {
            cats_at = cats_at.iter().flat_map(|cats| open.iter().map(move |&at| [&cats[..], &[at]].concat())).collect();
        }
        let index = |mouse: usize, cats: &[usize], turn: Side| {
            let cats = cats.iter().fold(0, |index, cat| index * places.len() + cat);
            (cats * places.len() + mouse) * 2 + usize::from(turn == Side::Cat)
        };
        let size = 2 * places.len().pow(self.cats.len() as u32 + 1);
        let mut states: Vec<State> = Vec::new();
        let mut moves: Vec<Vec<usize>> = Vec::new();
        let mut known: Vec<Option<(Side, u64)>> = vec![None; size];
        for cats in &cats_at {
            for mouse in 0..places.len() {
                let (mouse_at, stand) = (places[mouse], cats.iter().map(|&cat| places[cat]).collect::<Vec<_>>());
                for turn in [Side::Mouse, Side::Cat] {
                    states.push((mouse, cats.clone(), turn));
                    let mut list = Vec::new();
                    if let Some(winner) = self.winner(mouse_at, &stand) {
                        known[index(mouse, cats, turn)] = Some((winner, 0));
                    } else if turn == Side::Mouse {
                        let stays = self.mouse_stays.then_some(mouse_at);
                        let steps = STEPS.iter().filter_map(|&by| self.step(mouse_at, by));
                        list.extend(steps.chain(stays).map(|to| index(number(to), cats, Side::Cat)));
                    } else {
                        let mut after: Vec<Vec<usize>> = vec![Vec::new()];
                        for (&way, &cat) in self.cats.iter().zip(&stand) {
                            let targets = self.cat_moves(way, cat, mouse_at);
                            let with = |cats: &Vec<usize>| {
                                targets.iter().map(|&to| [&cats[..], &[number(to)]].concat()).collect::<Vec<_>>()
                            };
                            after = after.iter().flat_map(with).collect();
                        }
                        list.extend(after.iter().map(|cats| index(mouse, cats, Side::Mouse)));
                    }
                    moves.push(list);
                }
            }
        }
        for plies in 1.. {
            let mut found = Vec::new();
            for ((mouse, cats, turn), list) in states.iter().zip(&moves) {
                let here = index(*mouse, cats, *turn);
                if known[here].is_some() || list.is_empty() {
                    continue;
                }
                let other = if *turn == Side::Mouse { Side::Cat } else { Side::Mouse };
                if list.iter().any(|&to| known[to] == Some((*turn, plies - 1))) {
                    found.push((here, (*turn, plies)));
                } else if list.iter().all(|&to| known[to].is_some_and(|(winner, _)| winner == other)) {
                    found.push((here, (other, plies)));
                }
            }
            if found.is_empty() {
                break;
            }
            for (here, value) in found {
                known[here] = Some(value);
            }
        }
        let value = |(mouse, cats, turn): &State| known[index(*mouse, cats, *turn)];
        states.iter().map(|state| (state.clone(), value(state))).collect()
    }

    fn setup(&self) -> Setup {
        let row = |row| {
            let cell = |column| if self.blocked.contains(&(row, column)) { '#' } else { '.' };
            (0..self.columns).map(cell).collect()
        };
        let small = |number: i64| u32::try_from(number).expect("it is small");
        let cell = |(row, column): Place| Cell { row: small(row), column: small(column) };
        let choice = |&(row, column): &Place| VertexChoice::Cell(row, column);
        let mut setup = Setup::new(BoardChoice::Grid((0..self.rows).map(row).collect()));
        setup.thin_walls = self.thin_walls.iter().map(|wall| wall.map(cell)).collect::<Vec<ThinWall>>();
        setup.rules = RuleChoices {
            holes: Some(self.holes.iter().map(choice).collect()),
            traps: Some(self.traps.iter().map(choice).collect()),
            cat_in_hole: Some(self.cat_in_hole),
            mouse_may_stay: Some(self.mouse_stays),
            cat_may_stay: Some(self.cat_stays),
            cat_follows: Some(self.cats.iter().map(|&(follows, _)| follows).collect()),
            cat_speed: Some(self.cats.iter().map(|&(_, speed)| i64::try_from(speed).expect("it is small")).collect()),
            endless: Some(self.endless),
            limit: Some(catmouse::model::LimitChoice::None),
            ..RuleChoices::default()
        };
        let (mouse, cats, first) = &self.start;
        setup.mouse = Some(choice(mouse));
        setup.cats = Some(cats.iter().map(choice).collect());
        setup.first = Some(*first);
        setup
    }

    /// Compares all values by every engine that applies, and certificates of the start.
    fn compare(&self) {
        let solved = Question::setup(self.setup()).solve().unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let (game, arena) = (solved.game(), solved.game().arena());
        let truth: Vec<_> = self
            .values()
            .into_iter()
            .map(|((mouse, cats, turn), value)| {
                let vertex = |at: usize| catmouse::model::Vertex::new(at as u32);
                let cats = game.in_order(Side::Cat, cats.into_iter().map(vertex).collect());
                let position = catmouse::model::Position { mouse: vertex(mouse), cats, turn };
                let value =
                    value.map_or(Value::Endless, |(side, distance)| Value::Win { player: side.into(), distance });
                (game.id(&position).unwrap_or_else(|| panic!("{position:?} of {self:?}")), value)
            })
            .collect();
        let mut engines = 0;
        for engine in Engine::applicable(arena) {
            let answer = engine.run(arena, Request::Table, Solution::default(), &Control::default());
            let solution = answer.unwrap_or_else(|error| panic!("{engine} on {self:?}: {error}")).into_table();
            assert_eq!(check(arena, &solution), Ok(()), "{engine} on {self:?}");
            for &(id, value) in &truth {
                assert_eq!(solution.value(id), value, "{engine} at {} of {self:?}", game.notation(&game.position(id)));
            }
            engines += 1;
        }
        assert!(engines > 0, "an engine applies to {self:?}");
        let distinct: BTreeSet<_> = truth.iter().map(|&(id, _)| id).collect();
        assert_eq!(distinct.len(), arena.positions(), "every position is compared: {self:?}");
        assert!(solved.check().is_ok_and(|answer| answer.ok), "{self:?}");
        let proof = solved.certificate().unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let start = game.start_id().expect("all pieces have starts");
        assert_eq!(verify(arena, &game.adjudication(), start, &proof), Ok(()), "{self:?}");
        // Every move of a cat that has no choice is the only one.
        if self.cats.iter().all(|&(follows, _)| follows != CatFollows::Free) {
            for &(id, _) in &truth {
                let moves = if game.position(id).turn == Side::Cat { arena.successors(id).count() } else { 1 };
                assert!(moves >= 1, "{self:?}");
                assert!(game.position(id).turn == Side::Mouse || moves == 1, "{self:?}");
            }
        }
    }
}

/// Pseudo-random numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn maze(&mut self, most: i64, cats: usize) -> Maze {
        loop {
            let (rows, columns) = (self.one(&[1, 2, 3, 4, 5]), self.one(&[2, 3, 4, 5]));
            if !(4..=most).contains(&(rows * columns)) {
                continue;
            }
            let all: Vec<Place> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
            let some = |dice: &mut Self, parts: usize| -> BTreeSet<Place> {
                all.iter().copied().filter(|_| dice.below(parts) == 0).collect()
            };
            let (blocked, holes, traps) = (some(self, 8), some(self, 9), some(self, 9));
            let mut thin_walls = BTreeSet::new();
            for &(row, column) in &all {
                for to in [(row + 1, column), (row, column + 1)] {
                    if to.0 < rows && to.1 < columns && self.below(4) == 0 {
                        thin_walls.insert([(row, column), to]);
                    }
                }
            }
            let free: Vec<Place> = all.iter().copied().filter(|place| !blocked.contains(place)).collect();
            let closed = |place: &Place| blocked.contains(place) || holes.contains(place);
            let cat_free: Vec<Place> = all.iter().copied().filter(|place| !closed(place)).collect();
            if cat_free.is_empty() || free.len() < 3 {
                continue;
            }
            let alike = self.below(3) == 0;
            let scripts = [CatFollows::Rows, CatFollows::Columns, CatFollows::Nearest, CatFollows::Free];
            let way = |dice: &mut Self| (dice.one(&scripts), 1 + dice.below(3));
            let first = way(self);
            let ways: Vec<_> = (0..cats).map(|cat| if cat == 0 || alike { first } else { way(self) }).collect();
            let keep = |place: &Place| !blocked.contains(place);
            return Maze {
                rows,
                columns,
                holes: holes.iter().copied().filter(keep).collect(),
                traps: traps.iter().copied().filter(keep).collect(),
                blocked: blocked.clone(),
                thin_walls,
                cat_in_hole: self.one(&[
                    CatInHole::Forbidden,
                    CatInHole::Forbidden,
                    CatInHole::Allowed,
                    CatInHole::Guards,
                    CatInHole::Wins,
                ]),
                mouse_stays: self.below(4) > 0,
                cat_stays: self.below(2) == 0,
                endless: self.one(&[Outcome::Draw, Outcome::Cat, Outcome::Mouse]),
                start: (
                    self.one(&free),
                    (0..cats).map(|_| self.one(&cat_free)).collect(),
                    self.one(&[Side::Mouse, Side::Cat]),
                ),
                cats: ways,
            };
        }
    }
}

#[test]
fn one_cat_with_a_script() {
    let mut dice = Dice(1982);
    for _ in 0..1500 {
        dice.maze(20, 1).compare();
    }
}

#[test]
fn two_and_three_cats_with_scripts() {
    let mut dice = Dice(1990);
    for round in 0..600 {
        if round % 6 == 0 { dice.maze(5, 3) } else { dice.maze(10, 2) }.compare();
    }
}

/// On a graph without rows and columns, a cat goes to the least vertex on a shortest way.
#[test]
fn the_nearest_way_on_a_graph() {
    // Two ways of two edges lead from 0 to 3, over 1 and over 2.
    let solved = Question::text("[[1,2,4],[0,3],[0,3],[1,2],[0]]")
        .rules(RuleChoices {
            cat_follows: Some(vec![CatFollows::Nearest]),
            holes: Some(vec![]),
            ..RuleChoices::default()
        })
        .mouse(3)
        .cats([0])
        .first(Side::Cat)
        .solve()
        .expect("it is small");
    let moves = solved.moves().expect("the values are in memory");
    assert_eq!(moves.moves.len(), 1);
    assert_eq!(serde_json::to_value(&moves.moves[0].to).expect("JSON"), serde_json::json!([1]));
}

/// The par of a maze is the number of the Mouse's moves: Abbott's first maze takes 5. Where no cat
/// follows a script, or the Cat wins, there is none.
#[test]
fn the_par_is_in_the_answers() {
    let maze = include_str!("../../../../fixtures/grid/theseus-01.toml");
    let solved = Question::text(maze).solve().expect("it is small");
    let told = solved.explain().expect("the values are in memory");
    let moves = told.line.iter().filter(|ply| ply.player == Side::Mouse).count() as u64;
    assert_eq!((told.par_moves, moves), (Some(5), 5));
    assert_eq!(solved.answer().expect("in memory").par_moves, Some(5));
    assert_eq!(solved.moves().expect("in memory").par_moves, Some(5));
    for (board, follows) in
        [("[[1,3],[0],[3],[0,2]]", None), ("[[1],[0,2],[1,3],[2]]", Some(vec![CatFollows::Nearest]))]
    {
        let rules = RuleChoices { cat_follows: follows, ..RuleChoices::default() };
        let solved = Question::text(board).rules(rules).mouse(1).cats([2]).first(Side::Cat).solve();
        assert_eq!(solved.expect("it is small").explain().expect("in memory").par_moves, None);
    }
}
