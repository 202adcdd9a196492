//! Random cases that are too large to enumerate: graphs of up to twelve vertices, with or without
//! costs, grids of up to four by five cells, up to three cats.
//!
//! A case depends only on a seed and a number, so campaigns with the same seed have the same games.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::case::Case;
use crate::oracle::{
    CatInHole, CatsMove, Clock, Ground, Movement, Place, Placing, Pursuit, Script, Stalemate, Terms, VERDICTS, Who,
};

/// The case with this number for the seed.
pub fn case(seed: u64, number: u64) -> Case {
    let mut dice = Dice::new(seed ^ Dice::new(number).throw());
    loop {
        if let Some(case) = Case::new(pursuit(&mut dice)) {
            return with_random_terms(case, &mut dice);
        }
    }
}

fn pursuit(dice: &mut Dice) -> Pursuit {
    let ground = match dice.below(4) {
        0 => Ground::Grid(rows(dice)),
        1 => Ground::Graph(tree_with_more_edges(dice)),
        2 => Ground::Graph(any_digraph(dice)),
        _ => Ground::Graph(any_graph(dice)),
    };
    let ground = match ground {
        Ground::Graph(neighbours) if dice.one_in(3) => Ground::Priced(with_costs(&neighbours, dice)),
        ground => ground,
    };
    let longest = if matches!(ground, Ground::Grid(_)) { 5 } else { 1 };
    // Games in which a piece cannot move are dull, so jumps of 0 are rare.
    let mut movement = || {
        let jump = if dice.one_in(12) { 0 } else { 1 + dice.below(longest) };
        Movement { may_stay: dice.one_in(3), jump, speed: dice.choose(&[1, 1, 1, 1, 1, 1, 2, 2, 3, 20]) }
    };
    let (mouse, cat) = (movement(), movement());
    // Every field is listed, so a new rule does not compile until the campaign tries its values.
    let mut pursuit = Pursuit {
        thin_walls: Vec::new(),
        ground,
        holes: Vec::new(),
        cat_in_hole: dice.choose(&[CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins]),
        mouse,
        cat,
        scripts: Vec::new(),
        traps: Vec::new(),
        cats: dice.choose(&[1, 1, 1, 2, 2, 3]),
        cats_move: dice.choose(&[CatsMove::All, CatsMove::All, CatsMove::One]),
        capture_distance: dice.choose(&[0, 0, 0, 0, 1, 1, 2, 5]),
        stalemate: dice.choose(&[Stalemate::Draw, Stalemate::Pass, Stalemate::Loss]),
    };
    if let Ground::Grid(rows) = &pursuit.ground
        && dice.one_in(2)
    {
        pursuit.thin_walls = thin_walls(rows, dice);
    }
    let vertices = pursuit.vertices();
    let holes = dice.choose(&[0, 1, 1, 1, 1, 2, 3]);
    pursuit.holes = (0..holes).map(|_| dice.below(vertices)).collect();
    pursuit.holes.sort_unstable();
    pursuit.holes.dedup();
    if dice.one_in(6) {
        pursuit.traps = (0..=dice.below(3)).map(|_| dice.below(vertices)).collect();
        pursuit.traps.sort_unstable();
        pursuit.traps.dedup();
    }
    if dice.one_in(4) && !pursuit.has_costs() {
        follow_scripts(&mut pursuit, dice);
    }
    // The oracle is slow, and many small games find more than a few large ones.
    while pursuit.cats > 1 && vertices * pursuit.placements().len() > MAX_PLACES {
        pursuit.cats -= 1;
        pursuit.scripts.truncate(pursuit.cats);
    }
    pursuit
}

/// Cats with a script or a speed of their own. All of them move, and none jumps.
fn follow_scripts(pursuit: &mut Pursuit, dice: &mut Dice) {
    let known: &[Script] = match pursuit.ground {
        Ground::Grid(_) => &[Script::Rows, Script::Columns, Script::Nearest, Script::Free],
        _ => &[Script::Nearest, Script::Nearest, Script::Free],
    };
    (pursuit.cat.jump, pursuit.cats_move) = (1, CatsMove::All);
    let of_one = |dice: &mut Dice| (dice.choose(known), dice.choose(&[1, 1, 1, 2, 2, 3]));
    let first = of_one(dice);
    let are_alike = dice.one_in(3);
    let of_cat = |cat: usize| if cat == 0 || are_alike { first } else { of_one(dice) };
    pursuit.scripts = (0..pursuit.cats).map(of_cat).collect();
}

/// The greatest number of placements of a mouse and several cats.
const MAX_PLACES: usize = 500;

/// The same game from a random place under random terms.
fn with_random_terms(case: Case, dice: &mut Dice) -> Case {
    let vertices = case.pursuit.vertices();
    let mut placements = case.pursuit.placements();
    let cats = placements.swap_remove(dice.below(placements.len()));
    let start = Place { mouse: dice.below(vertices), cats, turn: dice.choose(&[Who::Mouse, Who::Cat]) };
    let placing = dice.choose(&[Placing::Neither, Placing::Neither, Placing::Mouse, Placing::Cats, Placing::Both]);
    let budget = if dice.one_in(50) { 1000 } else { dice.below(40) };
    let clock = Clock { budget, owner: dice.choose(&VERDICTS) };
    let terms = Terms { endless: dice.choose(&VERDICTS), clock: (!dice.one_in(3)).then_some(clock) };
    Case { start, placing, terms, ..case }
}

/// A grid with some walls and at least one free cell.
fn rows(dice: &mut Dice) -> Vec<String> {
    let (mut rows, mut columns) = (1 + dice.below(4), 1 + dice.below(5));
    if dice.one_in(2) {
        (rows, columns) = (columns, rows);
    }
    let walls = dice.below(40);
    let (row, column) = (dice.below(rows), dice.below(columns));
    let mut cell = |r, c| if (r, c) != (row, column) && dice.below(100) < walls { '#' } else { '.' };
    (0..rows).map(|r| (0..columns).map(|c| cell(r, c)).collect()).collect()
}

/// Up to half of the pairs of cells that are side by side.
fn thin_walls(rows: &[String], dice: &mut Dice) -> Vec<[(usize, usize); 2]> {
    let share = dice.below(50);
    let columns = rows.first().map_or(0, String::len);
    let cells = (0..rows.len()).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let below = |(row, column): (usize, usize)| (row + 1 < rows.len()).then_some([(row, column), (row + 1, column)]);
    let right = |(row, column): (usize, usize)| (column + 1 < columns).then_some([(row, column), (row, column + 1)]);
    cells.flat_map(|cell| [below(cell), right(cell)]).flatten().filter(|_| dice.below(100) < share).collect()
}

/// A tree with up to three additional edges. Such graphs have few moves and long games.
fn tree_with_more_edges(dice: &mut Dice) -> Vec<Vec<usize>> {
    let vertices = 2 + dice.below(11);
    let mut neighbours = vec![Vec::new(); vertices];
    let mut join = |a: usize, b: usize| {
        neighbours[a].push(b);
        neighbours[b].push(a);
    };
    for vertex in 1..vertices {
        join(vertex, dice.below(vertex));
    }
    for _ in 0..dice.below(4) {
        join(dice.below(vertices), dice.below(vertices));
    }
    shuffled(&neighbours, dice)
}

fn any_graph(dice: &mut Dice) -> Vec<Vec<usize>> {
    let (vertices, density) = (1 + dice.below(12), 10 + dice.below(60));
    let mut neighbours = vec![Vec::new(); vertices];
    for a in 0..vertices {
        for b in 0..a {
            if dice.below(100) < density {
                neighbours[a].push(b);
                neighbours[b].push(a);
            }
        }
    }
    neighbours
}

/// A digraph with self-loops; some arcs are listed twice.
fn any_digraph(dice: &mut Dice) -> Vec<Vec<usize>> {
    let (vertices, density) = (1 + dice.below(12), 5 + dice.below(50));
    let mut neighbours = vec![Vec::new(); vertices];
    for list in &mut neighbours {
        for to in 0..vertices {
            if dice.below(100) < density {
                list.push(to);
                if dice.one_in(30) {
                    list.push(to);
                }
            }
        }
    }
    neighbours
}

/// The graph with a cost for each arc, equal in both directions or not, and sometimes a second arc
/// at another cost.
fn with_costs(neighbours: &[Vec<usize>], dice: &mut Dice) -> Vec<Vec<(usize, u64)>> {
    let (vertices, dearest) = (neighbours.len(), 1 + dice.below(9));
    let both_ways = !dice.one_in(3);
    let table = |dice: &mut Dice| -> Vec<Vec<u64>> {
        let row = |dice: &mut Dice| (0..vertices).map(|_| 1 + dice.below(dearest) as u64).collect();
        (0..vertices).map(|_| row(dice)).collect()
    };
    let (costs, others) = (table(dice), table(dice));
    let doubled = if dice.one_in(3) { 1 + dice.below(4) as u64 } else { 0 };
    let arcs_from = |(from, list): (usize, &Vec<usize>)| {
        let arcs = list.iter().flat_map(|&to| {
            let (a, b) = if both_ways { (from.min(to), from.max(to)) } else { (from, to) };
            let second = (others[b][a] < doubled).then_some((to, others[a][b]));
            [Some((to, costs[a][b])), second].into_iter().flatten()
        });
        arcs.collect()
    };
    neighbours.iter().enumerate().map(arcs_from).collect()
}

/// The graph with its vertices in random order.
fn shuffled(neighbours: &[Vec<usize>], dice: &mut Dice) -> Vec<Vec<usize>> {
    let mut names: Vec<usize> = (0..neighbours.len()).collect();
    for last in (1..names.len()).rev() {
        names.swap(last, dice.below(last + 1));
    }
    let mut renamed = vec![Vec::new(); neighbours.len()];
    for (vertex, list) in neighbours.iter().enumerate() {
        renamed[names[vertex]] = list.iter().map(|&to| names[to]).collect();
    }
    renamed
}

/// A generator of pseudorandom numbers: `SplitMix64` by Steele, Lea and Flood (OOPSLA 2014), whose
/// state is one number. Tests, campaign and benchmarks use only this generator, so the same seed
/// gives the same results on every machine.
#[derive(Clone, Debug)]
pub struct Dice(SplitMix64);

impl Dice {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// The next number of 64 bits.
    pub fn throw(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below the bound, which must be at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.throw() % bound as u64) as usize
    }

    /// A number below a bound of 32 bits.
    pub fn number_below(&mut self, bound: u32) -> u32 {
        self.below(bound as usize) as u32
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// A random element of the list.
    pub fn choose<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }
}
