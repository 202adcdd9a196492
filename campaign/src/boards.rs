//! All small boards and all combinations of the rules, in the order of the campaign.

use crate::case::Case;
use crate::confrontation::limits;
use crate::oracle::{
    CatInHole, CatsMove, Clock, Ground, Movement, Place, Placing, Pursuit, Stalemate, Terms, VERDICTS, Who,
};

/// A board with its holes, and the settings that are tried on it in addition to the
/// [`combinations`].
#[derive(Clone, Debug)]
pub struct Board {
    /// The graph or grid.
    pub ground: Ground,
    /// The vertices with a hole.
    pub holes: Vec<usize>,
    /// The numbers of cats that are tried, each with the cats that move in one ply.
    pub cats: &'static [(usize, CatsMove)],
    /// The jumps that are tried, for the mouse and for the cat.
    pub jumps: Vec<[usize; 2]>,
    /// The capture distances that are tried.
    pub reaches: &'static [usize],
    /// The speeds that are tried, for the mouse and for the cat.
    pub speeds: &'static [[usize; 2]],
}

const ONE_CAT: &[(usize, CatsMove)] = &[(1, CatsMove::All)];
const TWO_CATS: &[(usize, CatsMove)] = &[(2, CatsMove::All), (2, CatsMove::One)];
const THREE_CATS: &[(usize, CatsMove)] = &[(3, CatsMove::All), (3, CatsMove::One)];
const UP_TO_TWO_CATS: &[(usize, CatsMove)] = &[(1, CatsMove::All), (2, CatsMove::All), (2, CatsMove::One)];

/// The costs of arcs that are tried.
const COSTS: [u64; 3] = [1, 2, 5];

/// A part of the exhaustive campaign.
pub struct Part {
    /// A description of the boards.
    pub name: &'static str,
    /// The boards.
    pub boards: fn() -> Box<dyn Iterator<Item = Board>>,
}

/// The parts of the exhaustive campaign, quick parts first. Each board is tried under every
/// combination of the rules ([`cases`]).
///
/// Graphs are labelled, so every board occurs in every numbering. Digraphs of four and five
/// vertices occur once up to isomorphism, but with every set of holes, because the holes determine
/// the numbering of the cat's vertices.
pub const PARTS: &[Part] = &[
    Part {
        name: "connected graphs of up to five vertices",
        boards: || {
            let connected = (1..=5).flat_map(graphs).filter(|graph| is_connected(graph));
            Box::new(connected.flat_map(with_every_set_of_holes))
        },
    },
    Part {
        name: "digraphs of up to three vertices, self-loops included, connected or not",
        boards: || Box::new((1..=3).flat_map(digraphs).flat_map(with_every_set_of_holes)),
    },
    Part {
        name: "graphs of up to four vertices that are not connected",
        boards: || {
            let apart = (1..=4).flat_map(graphs).filter(|graph| !is_connected(graph));
            Box::new(apart.flat_map(with_every_set_of_holes))
        },
    },
    Part {
        name: "grids of up to six cells with jumps up to three",
        boards: || {
            let shapes = (1..=6).flat_map(|rows| (1..=6 / rows).map(move |columns| (rows, columns)));
            Box::new(shapes.flat_map(|(rows, columns)| grids(rows, columns)).map(|rows| with_every_jump(&rows)))
        },
    },
    Part {
        name: "up to two cats that catch at a distance on graphs of up to four vertices, connected or not",
        boards: || {
            let boards = (1..=4).flat_map(graphs).flat_map(with_every_set_of_holes);
            Box::new(boards.map(|board| board.with(UP_TO_TWO_CATS).catching()))
        },
    },
    Part {
        name: "a cat that catches at a distance on digraphs of up to three vertices, self-loops included",
        boards: || Box::new((1..=3).flat_map(digraphs).flat_map(with_every_set_of_holes).map(Board::catching)),
    },
    Part {
        name: "fast pieces on graphs of up to four vertices, connected or not",
        boards: || Box::new((1..=4).flat_map(graphs).flat_map(with_every_set_of_holes).map(Board::fast)),
    },
    Part {
        name: "fast pieces on digraphs of up to three vertices, self-loops included, connected or not",
        boards: || Box::new((1..=3).flat_map(digraphs).flat_map(with_every_set_of_holes).map(Board::fast)),
    },
    Part {
        name: "up to two fast cats and a fast mouse on digraphs of three vertices and up to \
               three arcs that cost 1, 2 or 5, some of them parallel",
        boards: || {
            let priced = priced_digraphs(3, 3, |from, to| from != to);
            Box::new(priced.flat_map(with_some_holes).map(|board| board.with(UP_TO_TWO_CATS).fast()))
        },
    },
    Part {
        name: "a fast cat and a fast mouse on grids of up to four cells",
        boards: || {
            let shapes = (1..=4).flat_map(|rows| (1..=4 / rows).map(move |columns| (rows, columns)));
            let grids = shapes.flat_map(|(rows, columns)| grids(rows, columns));
            Box::new(grids.map(|rows| Board { jumps: vec![[1, 1], [2, 1]], ..with_every_jump(&rows) }.fast()))
        },
    },
    Part {
        name: "two cats on graphs of up to four vertices, connected or not",
        boards: || {
            Box::new((1..=4).flat_map(graphs).flat_map(with_every_set_of_holes).map(|board| board.with(TWO_CATS)))
        },
    },
    Part {
        name: "three cats on graphs of up to three vertices, connected or not",
        boards: || {
            Box::new((1..=3).flat_map(graphs).flat_map(with_every_set_of_holes).map(|board| board.with(THREE_CATS)))
        },
    },
    Part {
        name: "up to two cats on connected graphs of up to four edges that cost 1, 2 or 5",
        boards: || {
            let priced = (2..=4).flat_map(graphs).filter(|graph| is_connected(graph)).flat_map(with_every_cost);
            Box::new(priced.flat_map(with_some_holes).map(|board| board.with(UP_TO_TWO_CATS)))
        },
    },
    Part {
        name: "up to two cats on digraphs of two vertices and up to four arcs that cost 1, 2 \
               or 5, some of them parallel",
        boards: || {
            let priced = priced_digraphs(2, 4, |_, _| true);
            Box::new(priced.flat_map(with_some_holes).map(|board| board.with(UP_TO_TWO_CATS)))
        },
    },
    Part {
        name: "up to two cats on digraphs of three vertices and up to three arcs that cost 1, \
               2 or 5, some of them parallel",
        boards: || {
            let priced = priced_digraphs(3, 3, |from, to| from != to);
            Box::new(priced.flat_map(with_some_holes).map(|board| board.with(UP_TO_TWO_CATS)))
        },
    },
    Part {
        name: "two cats on grids of up to four cells with jumps up to three",
        boards: || {
            let shapes = (1..=4).flat_map(|rows| (1..=4 / rows).map(move |columns| (rows, columns)));
            let grids = shapes.flat_map(|(rows, columns)| grids(rows, columns));
            Box::new(grids.map(|rows| with_every_jump(&rows).with(TWO_CATS)))
        },
    },
    Part {
        name: "two cats on digraphs of up to three vertices, self-loops included, connected or not",
        boards: || {
            Box::new((1..=3).flat_map(digraphs).flat_map(with_every_set_of_holes).map(|board| board.with(TWO_CATS)))
        },
    },
    Part {
        name: "two cats on connected digraphs of four vertices",
        boards: || {
            Box::new(connected_digraphs_once(4).flat_map(with_every_set_of_holes).map(|board| board.with(TWO_CATS)))
        },
    },
    Part {
        name: "connected digraphs of four vertices",
        boards: || Box::new(connected_digraphs_once(4).flat_map(with_every_set_of_holes)),
    },
    Part {
        name: "connected digraphs of five vertices",
        boards: || Box::new(connected_digraphs_once(5).flat_map(with_every_set_of_holes)),
    },
];

/// The games of a board: every combination of the rules with every setting that is tried on it.
/// Each game has only one start, one choice of who places pieces, and one set of terms, and these
/// rotate from game to game. One of each suffices, because a confrontation compares all positions
/// under all terms anyway. The rotation begins with number `turn`.
pub fn cases(board: &Board, turn: usize) -> impl Iterator<Item = Case> + '_ {
    let settings = board.jumps.iter().flat_map(|&jumps| board.cats.iter().map(move |&cats| (jumps, cats)));
    let settings = settings.flat_map(|(jumps, cats)| board.reaches.iter().map(move |&reach| (jumps, cats, reach)));
    let settings =
        settings.flat_map(|(jumps, cats, reach)| board.speeds.iter().map(move |&speeds| (jumps, speeds, cats, reach)));
    let games =
        settings.flat_map(move |([mouse, cat], [mouse_speed, cat_speed], (cats, cats_move), capture_distance)| {
            let walk = |jump, speed| Movement { may_stay: false, jump, speed };
            combinations().into_iter().map(move |combination| {
                combination.apply(Pursuit {
                    holes: board.holes.clone(),
                    mouse: walk(mouse, mouse_speed),
                    cat: walk(cat, cat_speed),
                    cats,
                    cats_move,
                    capture_distance,
                    ..Pursuit::on(board.ground.clone())
                })
            })
        });
    games.filter_map(Case::new).enumerate().map(move |(number, case)| in_rotation(case, turn + number))
}

/// The game with the start, the placing sides and the terms that have the number `turn` in the
/// rotation.
pub fn in_rotation(mut case: Case, turn: usize) -> Case {
    let vertices = case.pursuit.vertices();
    let mut placements = case.pursuit.placements();
    let placement = turn / vertices % placements.len();
    case.start = Place {
        mouse: turn % vertices,
        cats: placements.swap_remove(placement),
        turn: if (turn / 7).is_multiple_of(2) { Who::Mouse } else { Who::Cat },
    };
    case.placing = match turn / 11 % 7 {
        0 => Placing::Mouse,
        1 => Placing::Cats,
        2 => Placing::Both,
        _ => Placing::Neither,
    };
    let clock = Clock { budget: turn % (limits(&case.pursuit) + 1), owner: VERDICTS[turn / 2 % 3] };
    case.terms = Terms { endless: VERDICTS[turn / 5 % 3], clock: (!turn.is_multiple_of(4)).then_some(clock) };
    case
}

/// A value for each rule that has only a few values.
#[derive(Clone, Copy, Debug)]
pub struct Combination {
    /// Its index among [`combinations`].
    pub number: usize,
    /// The effect of a hole on a cat.
    pub cat_in_hole: CatInHole,
    /// Whether the mouse may stay on its vertex.
    pub mouse_may_stay: bool,
    /// Whether a cat may stay on its vertex.
    pub cat_may_stay: bool,
    /// The consequence for a player who cannot move.
    pub stalemate: Stalemate,
}

/// The number of combinations.
pub const COMBINATIONS: usize = 48;

/// Every combination of the rules.
pub fn combinations() -> Vec<Combination> {
    let mut all = Vec::with_capacity(COMBINATIONS);
    for cat_in_hole in [CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins] {
        for [mouse_may_stay, cat_may_stay] in [[false, false], [false, true], [true, false], [true, true]] {
            for stalemate in [Stalemate::Draw, Stalemate::Pass, Stalemate::Loss] {
                all.push(Combination { number: all.len(), cat_in_hole, mouse_may_stay, cat_may_stay, stalemate });
            }
        }
    }
    all
}

impl Combination {
    /// The pursuit under these rules, with everything else unchanged.
    pub fn apply(self, pursuit: Pursuit) -> Pursuit {
        Pursuit {
            cat_in_hole: self.cat_in_hole,
            mouse: Movement { may_stay: self.mouse_may_stay, ..pursuit.mouse },
            cat: Movement { may_stay: self.cat_may_stay, ..pursuit.cat },
            stalemate: self.stalemate,
            ..pursuit
        }
    }
}

impl Board {
    /// The board with these numbers of cats.
    fn with(self, cats: &'static [(usize, CatsMove)]) -> Self {
        Self { cats, ..self }
    }

    /// The board with speeds above 1 for one side or both.
    fn fast(self) -> Self {
        Self { speeds: &[[1, 2], [2, 1], [3, 2]], ..self }
    }

    /// The board with capture distances above 0.
    fn catching(self) -> Self {
        Self { reaches: &[1, 2], ..self }
    }
}

fn with_every_set_of_holes(neighbours: Vec<Vec<usize>>) -> impl Iterator<Item = Board> {
    let vertices = neighbours.len();
    (0..1u32 << vertices).map(move |set| Board {
        ground: Ground::Graph(neighbours.clone()),
        holes: (0..vertices).filter(|&vertex| set >> vertex & 1 == 1).collect(),
        cats: ONE_CAT,
        jumps: vec![[1, 1]],
        reaches: &[0],
        speeds: &[[1, 1]],
    })
}

/// The board without a hole, with one hole, and with two holes if it has enough vertices. All
/// numberings of a board occur, so other sets of holes are not needed.
fn with_some_holes(neighbours: Vec<Vec<(usize, u64)>>) -> impl Iterator<Item = Board> {
    let fitting = [vec![], vec![0], vec![1, 2]].into_iter().filter({
        let vertices = neighbours.len();
        move |holes| holes.iter().all(|&hole| hole < vertices)
    });
    fitting.map(move |holes| Board {
        ground: Ground::Priced(neighbours.clone()),
        holes,
        cats: ONE_CAT,
        jumps: vec![[1, 1]],
        reaches: &[0],
        speeds: &[[1, 1]],
    })
}

/// The graph with every choice of costs for its edges; none for a graph of more than four edges.
pub fn with_every_cost(neighbours: Vec<Vec<usize>>) -> impl Iterator<Item = Vec<Vec<(usize, u64)>>> {
    let edges: Vec<_> = neighbours
        .iter()
        .enumerate()
        .flat_map(|(a, list)| list.iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
        .collect();
    let choices = if edges.len() <= 4 { COSTS.len().pow(edges.len() as u32) } else { 0 };
    (0..choices).map(move |choice| {
        let mut priced = vec![Vec::new(); neighbours.len()];
        for (index, &(a, b)) in edges.iter().enumerate() {
            let cost = COSTS[choice / COSTS.len().pow(index as u32) % COSTS.len()];
            priced[a].push((b, cost));
            priced[b].push((a, cost));
        }
        priced
    })
}

/// All labelled digraphs with costs on this many vertices with at most `most` arcs. `may_be`
/// selects the pairs of vertices that may have arcs, at most one arc of each cost.
pub fn priced_digraphs(
    vertices: usize,
    most: usize,
    may_be: impl Fn(usize, usize) -> bool,
) -> impl Iterator<Item = Vec<Vec<(usize, u64)>>> {
    let pairs = (0..vertices).flat_map(|a| (0..vertices).map(move |b| (a, b))).filter(|&(a, b)| may_be(a, b));
    let arcs: Vec<_> = pairs.flat_map(|(a, b)| COSTS.map(|cost| (a, b, cost))).collect();
    let sparse = (0..1u32 << arcs.len()).filter(move |set| set.count_ones() as usize <= most);
    sparse.map(move |set| {
        let mut priced = vec![Vec::new(); vertices];
        for (_, &(from, to, cost)) in arcs.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1) {
            priced[from].push((to, cost));
        }
        priced
    })
}

fn with_every_jump(rows: &[String]) -> Board {
    Board {
        ground: Ground::Grid(rows.to_vec()),
        holes: food(rows),
        cats: ONE_CAT,
        jumps: (0..16).map(|jumps| [jumps / 4, jumps % 4]).collect(),
        reaches: &[0],
        speeds: &[[1, 1]],
    }
}

/// The vertices at the letters `F` of a grid.
pub fn food(rows: &[String]) -> Vec<usize> {
    let free = rows.iter().flat_map(|row| row.chars()).filter(|&cell| cell != '#');
    free.enumerate().filter(|&(_, cell)| cell == 'F').map(|(vertex, _)| vertex).collect()
}

/// All labelled undirected graphs on this many vertices, as lists of neighbours.
pub fn graphs(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let pairs = vertices * (vertices - 1) / 2;
    (0..1 << pairs).map(move |mask| graph(vertices, mask))
}

/// The undirected graph on this many vertices whose edges are the bits of `mask`.
pub fn graph(vertices: usize, mask: u32) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); vertices];
    let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
    for (a, b) in pairs.enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, pair)| pair) {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// All labelled digraphs on this many vertices, self-loops included.
pub fn digraphs(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    (0..1u32 << (vertices * vertices)).map(move |mask| {
        let bit = |from: usize, to: usize| mask >> (from * vertices + to) & 1 == 1;
        (0..vertices).map(|from| (0..vertices).filter(|&to| bit(from, to)).collect()).collect()
    })
}

/// The connected digraphs on this many vertices without self-loops, each once up to isomorphism: in
/// the numbering with the least mask of arcs. Time: O(2^(n(n−1)) · n!).
pub fn connected_digraphs_once(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let pairs: Vec<_> =
        (0..vertices).flat_map(|a| (0..vertices).filter(move |&b| a != b).map(move |b| (a, b))).collect();
    let bit_of = |pair| pairs.iter().position(|&other| other == pair).expect("two vertices");
    let renumberings: Vec<Vec<usize>> = permutations(vertices)
        .iter()
        .map(|names| pairs.iter().map(|&(a, b)| bit_of((names[a], names[b]))).collect())
        .collect();
    (0..1u32 << pairs.len())
        .filter(move |&mask| renumberings.iter().all(|to| renumbered(mask, to) >= mask))
        .map(move |mask| {
            let mut neighbours = vec![Vec::new(); vertices];
            for (_, &(a, b)) in pairs.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1) {
                neighbours[a].push(b);
            }
            neighbours
        })
        .filter(|neighbours| is_connected(neighbours))
}

/// Moves each bit of the mask to the place that `to` gives it.
fn renumbered(mask: u32, to: &[usize]) -> u32 {
    let (mut rest, mut moved) = (mask, 0);
    while rest != 0 {
        moved |= 1 << to[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    moved
}

/// All permutations of `0..things`.
fn permutations(things: usize) -> Vec<Vec<usize>> {
    let Some(last) = things.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, last);
        order
    };
    permutations(last).iter().flat_map(|order| (0..things).map(|at| insert(order, at)).collect::<Vec<_>>()).collect()
}

/// Whether the graph is connected, disregarding the directions of arcs.
pub fn is_connected(neighbours: &[Vec<usize>]) -> bool {
    let joined = |a: usize, b: usize| neighbours[a].contains(&b) || neighbours[b].contains(&a);
    let mut met = vec![0];
    let mut next = 0;
    while next < met.len() {
        for to in 0..neighbours.len() {
            if joined(met[next], to) && !met.contains(&to) {
                met.push(to);
            }
        }
        next += 1;
    }
    met.len() == neighbours.len()
}

/// All grids of this shape with walls, free cells and food that have at least one cell other than a
/// wall.
pub fn grids(rows: usize, columns: usize) -> impl Iterator<Item = Vec<String>> {
    let cells = rows * columns;
    (0..3usize.pow(cells as u32)).filter_map(move |number| {
        let cell = |index: usize| ['.', '#', 'F'][number / 3usize.pow(index as u32) % 3];
        let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
        let grid: Vec<_> = (0..rows).map(row).collect();
        grid.iter().any(|row| row.contains(['.', 'F'])).then_some(grid)
    })
}
