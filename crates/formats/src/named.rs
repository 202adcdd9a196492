//! Graphs with names: `petersen`, `grid:10x10`, `gp:7,2`, `random:50,0.1,seed=3`.
//!
//! [`FAMILIES`] lists them. A name denotes the same graph with the same numbering on every machine,
//! including random graphs.

use std::fmt::Write as _;

use catmouse_model::{BoardChoice, MAX_VERTICES, Setup};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::format::Format;
use crate::graph::MAX_EDGES;

/// A named graph, or a family of graphs with parameters.
#[derive(Clone, Copy)]
pub struct Family {
    /// The name: the part of a member's name before the colon.
    pub name: &'static str,
    /// The parameters after the colon, such as `N,K`; empty for a single graph.
    pub arguments: &'static str,
    /// The name of a member, as an example.
    pub example: &'static str,
    /// A description without a full stop.
    pub help: &'static str,
    make: fn(&Arguments<'_>) -> Result<Edges, String>,
}

/// A graph made from its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The name.
    pub name: String,
    /// The number of vertices.
    pub vertices: u32,
    /// The undirected edges, sorted. Each is listed once, with the lesser vertex first.
    pub edges: Vec<(u32, u32)>,
}

/// The [`made_from`](crate::ReadOptions::made_from) of the text of a [`NamedGraph`].
pub const NAMED_GRAPH: &str = "a named graph";

/// The error for a name whose family exists but does not take these parameters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is not a graph: {wrong}")]
pub struct NoSuchGraph {
    /// The name.
    pub name: String,
    /// The error, and the expected parameters.
    pub wrong: String,
}

/// The graph with this name; `None` if no family has the name. Time and memory: linear in the
/// vertices and edges; for random graphs, time quadratic in the vertices.
///
/// # Errors
///
/// [`NoSuchGraph`] if the family does not take these parameters, or the graph would be too large.
///
/// ```
/// use catmouse_formats::named_graph;
///
/// let petersen = named_graph("petersen").unwrap()?;
/// assert_eq!((petersen.vertices, petersen.edges.len()), (10, 15));
/// assert_eq!(named_graph("gp:5,2").unwrap()?.edges.len(), 15);
/// assert!(named_graph("gp:5").unwrap().is_err());
/// assert!(named_graph("board.toml").is_none());
/// # Ok::<(), catmouse_formats::NoSuchGraph>(())
/// ```
pub fn named_graph(name: &str) -> Option<Result<NamedGraph, NoSuchGraph>> {
    let (head, rest) = match name.split_once(':') {
        Some((head, rest)) => (head, Some(rest)),
        None => (name, None),
    };
    let family = FAMILIES.iter().find(|family| family.name == head)?;
    let arguments = Arguments { items: rest.map_or_else(Vec::new, |rest| rest.split(',').map(str::trim).collect()) };
    let takes = || match family.arguments {
        "" => format!("`{head}` takes no numbers"),
        arguments => format!("`{head}` takes {arguments}, as in `{}`", family.example),
    };
    let made = match (family.arguments, rest) {
        ("", None) => (family.make)(&arguments),
        ("", Some(_)) | (_, None) => Err(takes()),
        (_, Some(_)) => (family.make)(&arguments).map_err(|wrong| format!("{wrong}; {}", takes())),
    };
    let graph = |Edges { vertices, list: edges }| NamedGraph { name: name.to_owned(), vertices, edges };
    Some(made.map(graph).map_err(|wrong| NoSuchGraph { name: name.to_owned(), wrong }))
}

impl NamedGraph {
    /// The graph as a setup without any rules.
    pub fn setup(&self) -> Setup {
        let edges = self.edges.iter().map(|&(a, b)| (a.into(), b.into())).collect();
        Setup::new(BoardChoice::Edges { vertices: self.vertices.into(), edges })
    }

    /// The graph as a text, and the format of the text: a setup with the name as its title, or a
    /// list of edges if the graph is large.
    pub fn text(&self) -> (String, Format) {
        /// The greatest number of edges for a setup. A list of edges is read faster.
        const EDGES_OF_A_SETUP: usize = 50_000;
        let (vertices, edges) = (self.vertices, &self.edges);
        let mut text = String::new();
        // Writing to a `String` cannot fail.
        if edges.len() <= EDGES_OF_A_SETUP {
            let _ =
                write!(text, "catmouse = 1\ntitle = \"{}\"\n\n[board]\nvertices = {vertices}\nedges = [", self.name);
            for (index, (a, b)) in edges.iter().enumerate() {
                let space = if index % 12 == 0 { "\n    " } else { " " };
                let _ = write!(text, "{space}[{a}, {b}],");
            }
            text += if edges.is_empty() { "]\n" } else { "\n]\n" };
            return (text, Format::Setup);
        }
        let _ = writeln!(text, "{vertices} vertices");
        for (a, b) in edges {
            let _ = writeln!(text, "{a} {b}");
        }
        (text, Format::Edges)
    }
}

/// All families, in the order in which help lists them.
pub static FAMILIES: &[Family] = &[
    Family::numbered("path", "N", "path:7", "a path on N vertices", |it| {
        let [n] = it.numbers(1)?;
        edges(n, n - 1, (1..n).map(|v| (v - 1, v)))
    }),
    Family::numbered("cycle", "N", "cycle:9", "a cycle on N vertices", |it| {
        let [n] = it.numbers(3)?;
        edges(n, n, (0..n).map(|v| (v, (v + 1) % n)))
    }),
    Family::numbered("complete", "N", "complete:5", "every two of N vertices joined", |it| {
        let [n] = it.numbers(1)?;
        edges(n, pairs_of(n), pairs(n))
    }),
    Family::numbered("star", "N", "star:6", "a centre, vertex 0, and N leaves", |it| {
        let [n] = it.numbers(0)?;
        edges(n + 1, n, (1..=n).map(|v| (0, v)))
    }),
    Family::numbered("wheel", "N", "wheel:7", "a hub, vertex 0, and a cycle around it: N vertices in all", |it| {
        let [n] = it.numbers(4)?;
        let rim = (1..n).map(|v| (v, if v + 1 < n { v + 1 } else { 1 }));
        edges(n, 2 * n, (1..n).map(|v| (0, v)).chain(rim))
    }),
    Family::numbered("bipartite", "A,B", "bipartite:3,4", "the complete bipartite graph on A and B vertices", |it| {
        let [a, b] = it.numbers(1)?;
        edges(a + b, a.saturating_mul(b), (0..a).flat_map(move |u| (a..a + b).map(move |v| (u, v))))
    }),
    Family::numbered(
        "multipartite",
        "A,B,…",
        "multipartite:2,2,2",
        "a complete multipartite graph, its parts so large",
        |it| {
            let parts = it.all_numbers(1)?;
            let n: u64 = parts.iter().sum();
            let part_of: Vec<usize> = if n > MAX_VERTICES.into() {
                Vec::new()
            } else {
                parts.iter().enumerate().flat_map(|(part, &size)| (0..size).map(move |_| part)).collect()
            };
            edges(n, pairs_of(n), pairs(n).filter(|&(a, b)| part_of[a as usize] != part_of[b as usize]))
        },
    ),
    Family::numbered(
        "hypercube",
        "D",
        "hypercube:4",
        "the hypercube of D dimensions; neighbours differ in one bit",
        |it| {
            let [d] = it.numbers(0)?;
            let n = 1u64.checked_shl(u32::try_from(d).unwrap_or(64)).unwrap_or(u64::MAX);
            let flipped = (0..n).flat_map(move |v| (0..d).map(move |bit| (v, v ^ 1 << bit)));
            edges(n, n.saturating_mul(d), flipped.filter(|(a, b)| a < b))
        },
    ),
    Family::numbered(
        "grid",
        "RxC",
        "grid:10x10",
        "a grid of R rows and C columns, row by row; also of more dimensions",
        |it| product(&it.sides(1)?, Joined::Path),
    ),
    Family::numbered(
        "torus",
        "RxC",
        "torus:4x5",
        "a grid whose rows and columns close to cycles; also of more dimensions",
        |it| product(&it.sides(3)?, Joined::Cycle),
    ),
    Family::numbered(
        "rook",
        "RxC",
        "rook:3x3",
        "the moves of a rook on R rows and C columns; also of more dimensions",
        |it| product(&it.sides(1)?, Joined::All),
    ),
    Family::numbered("queen", "RxC", "queen:5x5", "the moves of a queen on R rows and C columns", |it| {
        let [rows, columns] = it.board()?;
        let cells = rows.saturating_mul(columns);
        let sides = (1..columns).map(|by| (0, by.cast_signed())).chain((1..rows).map(|by| (by, 0)));
        let diagonals = (1..rows.min(columns)).flat_map(|by| [(by, by.cast_signed()), (by, -by.cast_signed())]);
        let steps: Vec<(u64, i64)> = sides.chain(diagonals).collect();
        edges(cells, cells.saturating_mul(rows + columns) / 2, leaps(rows, columns, &steps))
    }),
    Family::numbered("king", "RxC", "king:8x8", "the moves of a king on R rows and C columns", |it| {
        let [rows, columns] = it.board()?;
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        edges(rows.saturating_mul(columns), rows.saturating_mul(columns) * 4, leaps(rows, columns, &steps))
    }),
    Family::numbered("knight", "RxC", "knight:5x5", "the moves of a knight on R rows and C columns", |it| {
        let [rows, columns] = it.board()?;
        let steps = [(1, 2), (1, -2), (2, 1), (2, -1)];
        edges(rows.saturating_mul(columns), rows.saturating_mul(columns) * 4, leaps(rows, columns, &steps))
    }),
    Family::numbered("ladder", "N", "ladder:5", "two paths on N vertices side by side", |it| {
        let [n] = it.numbers(1)?;
        product(&[2, n], Joined::Path)
    }),
    Family::numbered("prism", "N", "prism:5", "two cycles on N vertices side by side", |it| {
        let [n] = it.numbers(3)?;
        generalized_petersen(n, 1)
    }),
    Family::numbered("antiprism", "N", "antiprism:4", "two cycles on N vertices, and a zigzag between them", |it| {
        let [n] = it.numbers(3)?;
        circulant(2 * n, &[1, 2])
    }),
    Family::numbered(
        "moebius-ladder",
        "N",
        "moebius-ladder:6",
        "a cycle on N vertices, an even number, with its diameters",
        |it| {
            let [n] = it.numbers(4)?;
            if n % 2 == 1 {
                return Err("N is even".to_owned());
            }
            circulant(n, &[1, n / 2])
        },
    ),
    Family::numbered(
        "tree",
        "B,H",
        "tree:2,3",
        "a tree of height H in which every inner vertex has B children",
        |it| {
            let [b, h] = it.numbers(0)?;
            let mut n = 1u64;
            let mut level = 1u64;
            for _ in 0..h.min(64) {
                level = level.saturating_mul(b);
                n = n.saturating_add(level);
            }
            if b == 1 {
                n = h + 1;
            }
            edges(n, n - 1, (1..n).map(move |v| ((v - 1) / b.max(1), v)))
        },
    ),
    Family::numbered(
        "circulant",
        "N,A,B,…",
        "circulant:8,1,3",
        "vertices 0 to N − 1, joined where they differ by A, B, … modulo N",
        |it| {
            let numbers = it.all_numbers(1)?;
            match &numbers[..] {
                [n, steps @ ..] if !steps.is_empty() => circulant(*n, steps),
                _ => Err("there is no step".to_owned()),
            }
        },
    ),
    Family::numbered(
        "gp",
        "N,K",
        "gp:7,2",
        "the generalized Petersen graph: a cycle on N vertices, spokes, and inside steps of K",
        |it| {
            let [n, k] = it.numbers(1)?;
            if n < 3 || 2 * k >= n {
                return Err("K is below N / 2".to_owned());
            }
            generalized_petersen(n, k)
        },
    ),
    Family::numbered(
        "kneser",
        "N,K",
        "kneser:5,2",
        "the sets of K of N things, joined where they have nothing in common",
        |it| subsets(it, |a, b, _| a & b == 0),
    ),
    Family::numbered(
        "johnson",
        "N,K",
        "johnson:5,2",
        "the sets of K of N things, joined where they differ in one",
        |it| subsets(it, |a, b, k| (a & b).count_ones() + 1 == k),
    ),
    Family::numbered(
        "paley",
        "Q",
        "paley:13",
        "the numbers modulo a prime Q = 4m + 1, joined where they differ by a square",
        |it| {
            let [q] = it.numbers(5)?;
            if q > MAX_VERTICES.into() || !is_prime(q) || q % 4 != 1 {
                return Err("Q is a prime that leaves 1 when it is divided by 4".to_owned());
            }
            let mut squares: Vec<u64> = (1..q).map(|v| v * v % q).collect();
            squares.sort_unstable();
            squares.dedup();
            circulant(q, &squares)
        },
    ),
    Family::numbered(
        "projective",
        "Q",
        "projective:3",
        "points and lines of the projective plane of prime order Q, joined where they meet",
        |it| {
            let [q] = it.numbers(2)?;
            if q > 500 || !is_prime(q) {
                return Err("Q is a prime up to 500".to_owned());
            }
            projective(q)
        },
    ),
    Family::numbered(
        "mycielski",
        "K",
        "mycielski:4",
        "the graph of Mycielski that needs K colours and has no triangle",
        |it| {
            let [k] = it.numbers(2)?;
            let (mut n, mut list) = (2u64, vec![(0u64, 1u64)]);
            for _ in 2..k {
                if n > MAX_VERTICES.into() || list.len() > MAX_EDGES {
                    break;
                }
                let copies: Vec<_> = list.iter().flat_map(|&(a, b)| [(a, n + b), (b, n + a)]).collect();
                list.extend(copies);
                list.extend((0..n).map(|v| (n + v, 2 * n)));
                n = 2 * n + 1;
            }
            edges(n, list.len() as u64, list.into_iter())
        },
    ),
    Family::numbered(
        "random",
        "N,P,seed=S",
        "random:50,0.1,seed=3",
        "every two of N vertices joined with probability P; without a seed it is 0",
        |it| {
            let (numbers, seed) = it.with_seed()?;
            let [n, p] = numbers[..] else { return Err("N and P are needed".to_owned()) };
            let (n, p) = (whole(n, 1)?, p.parse::<f64>().ok().filter(|p| (0.0..=1.0).contains(p)));
            let p = p.ok_or("P is a number from 0 to 1")?;
            if n > 1 << 14 {
                return Err("N is at most 16384".to_owned());
            }
            let mut dice = SplitMix64::seed_from_u64(seed);
            // An edge exists if a random number below 2⁵³ is less than this bound. Scaling by a
            // power of two is exact.
            let bound = p * (1u64 << 53) as f64;
            edges(n, 0, pairs(n).filter(move |_| ((dice.next_u64() >> 11) as f64) < bound))
        },
    ),
    Family::numbered(
        "random-tree",
        "N,seed=S",
        "random-tree:20,seed=3",
        "vertex 0, and every other joined to one of those before it",
        |it| {
            let (numbers, seed) = it.with_seed()?;
            let [n] = numbers[..] else { return Err("only N is needed".to_owned()) };
            let n = whole(n, 1)?;
            let mut dice = SplitMix64::seed_from_u64(seed);
            edges(n, n - 1, (1..n).map(move |v| (dice.next_u64() % v, v)))
        },
    ),
    Family::single("tetrahedron", "the complete graph on 4 vertices", |_| edges(4, 6, pairs(4))),
    Family::single("cube", "the graph of the cube, which is the hypercube of 3 dimensions", |_| {
        product(&[2, 2, 2], Joined::Path)
    }),
    Family::single("octahedron", "the graph of the octahedron; v and 5 − v are opposite", |_| {
        edges(6, 12, pairs(6).filter(|&(a, b)| a + b != 5))
    }),
    Family::single("dodecahedron", "the graph of the dodecahedron", |_| generalized_petersen(10, 2)),
    Family::single("icosahedron", "the graph of the icosahedron", |_| {
        // The graph is an antiprism between two caps.
        let zigzag = (0..10).flat_map(|v| [(v, (v + 1) % 10), (v, (v + 2) % 10)]);
        edges(12, 30, zigzag.chain((0..10).map(|v| (10 + v % 2, v))))
    }),
    Family::single("petersen", "the Petersen graph", |_| generalized_petersen(5, 2)),
    Family::single("heawood", "the Heawood graph: 14 vertices of degree 3, girth 6", |_| lcf(14, &[5, -5])),
    Family::single("pappus", "the Pappus graph: 18 vertices of degree 3, girth 6", |_| lcf(18, &[5, 7, -7, 7, -7, -5])),
    Family::single("desargues", "the Desargues graph: 20 vertices of degree 3, girth 6", |_| {
        generalized_petersen(10, 3)
    }),
    Family::single("moebius-kantor", "the Möbius–Kantor graph: 16 vertices of degree 3, girth 6", |_| {
        generalized_petersen(8, 3)
    }),
    Family::single("nauru", "the Nauru graph: 24 vertices of degree 3, girth 6", |_| generalized_petersen(12, 5)),
    Family::single("franklin", "the Franklin graph: 12 vertices of degree 3, girth 4", |_| lcf(12, &[5, -5])),
    Family::single("frucht", "the Frucht graph: 12 vertices of degree 3 without a symmetry", |_| {
        lcf(12, &[-5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2])
    }),
    Family::single("mcgee", "the McGee graph: 24 vertices of degree 3, girth 7", |_| lcf(24, &[12, 7, -7])),
    Family::single("tutte-coxeter", "the Tutte–Coxeter graph: 30 vertices of degree 3, girth 8", |_| {
        lcf(30, &[-13, -9, 7, -7, 9, 13])
    }),
    Family::single("dyck", "the Dyck graph: 32 vertices of degree 3, girth 6", |_| lcf(32, &[5, -5, 13, -13])),
    Family::single("coxeter", "the Coxeter graph: 28 vertices of degree 3, girth 7", |_| {
        // Three heptagons with steps of 1, 2 and 3, and seven vertices, each joined to one corner
        // of each heptagon.
        let rings = (0..3).flat_map(|ring| (0..7).map(move |v| (7 * ring + v, 7 * ring + (v + ring + 1) % 7)));
        edges(28, 42, rings.chain((0..3).flat_map(|ring| (0..7).map(move |v| (21 + v, 7 * ring + v)))))
    }),
    Family::single("robertson", "the Robertson graph: 19 vertices of degree 4, girth 5", |_| {
        const CHORDS: [(u64, u64); 19] = [
            (0, 4),
            (0, 7),
            (1, 9),
            (1, 12),
            (2, 6),
            (2, 14),
            (3, 8),
            (3, 11),
            (4, 15),
            (5, 13),
            (5, 17),
            (6, 10),
            (7, 16),
            (8, 13),
            (9, 17),
            (10, 15),
            (11, 18),
            (12, 16),
            (14, 18),
        ];
        edges(19, 38, (0..19).map(|v| (v, (v + 1) % 19)).chain(CHORDS))
    }),
    Family::single("hoffman-singleton", "the Hoffman–Singleton graph: 50 vertices of degree 7, girth 5", |_| {
        // Pentagon h is at 5h, pentagram i at 25 + 5i. Vertex j of the pentagon is joined to vertex
        // hi + j of the pentagram.
        let rings = (0..5).flat_map(|ring| {
            (0..5).flat_map(move |v| {
                [(v, (v + 1) % 5, 0), (v, (v + 2) % 5, 25)].map(|(a, b, at)| (at + 5 * ring + a, at + 5 * ring + b))
            })
        });
        let between = (0..125)
            .map(|index| (index / 25, index / 5 % 5, index % 5))
            .map(|(h, i, j)| (5 * h + j, 25 + 5 * i + (h * i + j) % 5));
        edges(50, 175, rings.chain(between))
    }),
    Family::single("clebsch", "the Clebsch graph: 16 vertices of degree 5 without a triangle", |_| {
        let flips = [1u64, 2, 4, 8, 15];
        edges(16, 40, (0..16).flat_map(move |v| flips.map(|bits| (v, v ^ bits))).filter(|(a, b)| a < b))
    }),
    Family::single("shrikhande", "the Shrikhande graph: 16 vertices of degree 6", |_| {
        let steps = [(0, 1), (1, 0), (1, 1)];
        edges(
            16,
            48,
            (0..16u64).flat_map(move |v| steps.map(|(down, right)| (v, (v / 4 + down) % 4 * 4 + (v + right) % 4))),
        )
    }),
    Family::single("groetzsch", "the Grötzsch graph: 11 vertices, four colours, no triangle", |_| {
        let ring = (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, 5 + (v + 1) % 5), (v, 5 + (v + 4) % 5), (5 + v, 10)]);
        edges(11, 20, ring)
    }),
    Family::single("bull", "a triangle with two horns", |_| {
        edges(5, 5, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)].into_iter())
    }),
    Family::single("diamond", "the complete graph on 4 vertices without an edge", |_| {
        edges(4, 5, pairs(4).filter(|&pair| pair != (0, 3)))
    }),
    Family::single("house", "a square with a roof", |_| {
        edges(5, 6, [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 4)].into_iter())
    }),
];

impl Family {
    const fn numbered(
        name: &'static str,
        arguments: &'static str,
        example: &'static str,
        help: &'static str,
        make: fn(&Arguments<'_>) -> Result<Edges, String>,
    ) -> Self {
        Self { name, arguments, example, help, make }
    }

    const fn single(name: &'static str, help: &'static str, make: fn(&Arguments<'_>) -> Result<Edges, String>) -> Self {
        Self { name, arguments: "", example: name, help, make }
    }
}

/// The parameters after the colon of a name.
struct Arguments<'a> {
    items: Vec<&'a str>,
}

impl Arguments<'_> {
    /// Exactly `N` numbers, each at least `least`.
    fn numbers<const N: usize>(&self, least: u64) -> Result<[u64; N], String> {
        let numbers = self.all_numbers(least)?;
        <[u64; N]>::try_from(numbers).map_err(|numbers| format!("{} are given", numbers.len()))
    }

    fn all_numbers(&self, least: u64) -> Result<Vec<u64>, String> {
        self.items.iter().map(|item| whole(item, least)).collect()
    }

    /// The sides of a grid: `10x10`, `3x3x3`.
    fn sides(&self, least: u64) -> Result<Vec<u64>, String> {
        self.items.iter().flat_map(|item| item.split('x')).map(|item| whole(item, least)).collect()
    }

    /// Rows and columns.
    fn board(&self) -> Result<[u64; 2], String> {
        <[u64; 2]>::try_from(self.sides(1)?).map_err(|sides| format!("{} are given", sides.len()))
    }

    /// All parameters except the seed, and the seed.
    fn with_seed(&self) -> Result<(Vec<&str>, u64), String> {
        let seeds: Vec<&str> = self.items.iter().filter_map(|item| item.strip_prefix("seed=")).collect();
        let others = self.items.iter().copied().filter(|item| !item.starts_with("seed=")).collect();
        match seeds[..] {
            [] => Ok((others, 0)),
            [seed] => {
                Ok((others, seed.parse().map_err(|_| format!("`{seed}` is not a seed, a whole number below 2⁶⁴"))?))
            }
            _ => Err("only one seed is possible".to_owned()),
        }
    }
}

/// A whole number from `least` to [`MAX_VERTICES`].
fn whole(item: &str, least: u64) -> Result<u64, String> {
    let is_plain = !item.is_empty() && item.bytes().all(|byte| byte.is_ascii_digit());
    let number =
        if is_plain { item.parse().unwrap_or(u64::MAX) } else { return Err(format!("`{item}` is not a number")) };
    if (least..=MAX_VERTICES.into()).contains(&number) {
        Ok(number)
    } else {
        Err(format!("{item} is not {least} to {MAX_VERTICES}"))
    }
}

/// A graph on the vertices `0..vertices`, with its edges sorted.
struct Edges {
    vertices: u32,
    list: Vec<(u32, u32)>,
}

/// The graph with these edges. They may be in any direction and repeated; loops are dropped. `size`
/// is the approximate number of edges, so that a graph that is too large is refused before it is
/// made.
fn edges(vertices: u64, size: u64, mut list: impl Iterator<Item = (u64, u64)>) -> Result<Edges, String> {
    edges_of(vertices, size, &mut list)
}

/// The body of [`edges`]. Only [`edges`] is compiled for each family.
fn edges_of(vertices: u64, size: u64, list: &mut dyn Iterator<Item = (u64, u64)>) -> Result<Edges, String> {
    let too_large = || format!("a graph has at most {MAX_VERTICES} vertices and {MAX_EDGES} edges");
    let vertices = u32::try_from(vertices).ok().filter(|&vertices| vertices <= MAX_VERTICES).ok_or_else(too_large)?;
    if size > 2 * MAX_EDGES as u64 {
        return Err(too_large());
    }
    let mut found: Vec<(u32, u32)> = Vec::new();
    for (a, b) in list.filter(|(a, b)| a != b) {
        if found.len() > 2 * MAX_EDGES {
            return Err(too_large());
        }
        found.push((a.min(b) as u32, a.max(b) as u32));
    }
    found.sort_unstable();
    found.dedup();
    if found.len() > MAX_EDGES {
        return Err(too_large());
    }
    Ok(Edges { vertices, list: found })
}

/// The number of pairs of `n` vertices.
fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// All pairs of `n` vertices, sorted.
fn pairs(n: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
}

/// The edges along one side of a product.
#[derive(Clone, Copy)]
enum Joined {
    Path,
    Cycle,
    All,
}

/// The Cartesian product of paths, cycles or complete graphs; the last coordinate varies fastest.
fn product(sides: &[u64], joined: Joined) -> Result<Edges, String> {
    let n = sides.iter().fold(1u64, |n, &side| n.saturating_mul(side));
    let degree = |&side: &u64| if matches!(joined, Joined::All) { side } else { 2 };
    let size = n.saturating_mul(sides.iter().map(degree).sum());
    let mut list = Vec::new();
    if n <= MAX_VERTICES.into() && size <= 2 * MAX_EDGES as u64 {
        let mut stride = n;
        for &side in sides {
            stride /= side;
            for v in 0..n {
                let at = v / stride % side;
                let to = match joined {
                    Joined::Path => at + 1..(at + 2).min(side),
                    Joined::Cycle if at + 1 == side => 0..1,
                    Joined::Cycle => at + 1..at + 2,
                    Joined::All => at + 1..side,
                };
                list.extend(to.map(|to| (v, v - at * stride + to * stride)));
            }
        }
    }
    edges(n, size, list.into_iter())
}

/// The moves of a chess piece with the steps `(down, right)`, on a board of rows and columns.
fn leaps(rows: u64, columns: u64, steps: &[(u64, i64)]) -> impl Iterator<Item = (u64, u64)> {
    let cells = if rows.saturating_mul(columns) > MAX_VERTICES.into() { 0 } else { rows * columns };
    (0..cells).flat_map(move |v| {
        steps.iter().filter_map(move |&(down, right)| {
            let (row, column) = (v / columns + down, (v % columns).checked_add_signed(right)?);
            (row < rows && column < columns).then_some((v, row * columns + column))
        })
    })
}

fn circulant(n: u64, steps: &[u64]) -> Result<Edges, String> {
    edges(
        n,
        n.saturating_mul(steps.len() as u64),
        (0..n).flat_map(|v| steps.iter().map(move |step| (v, (v + step) % n))),
    )
}

fn generalized_petersen(n: u64, k: u64) -> Result<Edges, String> {
    edges(2 * n, 3 * n, (0..n).flat_map(|v| [(v, (v + 1) % n), (v, n + v), (n + v, n + (v + k) % n)]))
}

/// A cycle with a chord from each vertex to the vertex that is `shift` places away on the cycle.
/// The list of shifts repeats. This is the LCF notation of Lederberg, Coxeter and Frucht.
fn lcf(n: u64, shifts: &[i64]) -> Result<Edges, String> {
    let chord = |v: u64| (v + n).wrapping_add_signed(shifts[(v % shifts.len() as u64) as usize]) % n;
    edges(n, 2 * n, (0..n).flat_map(|v| [(v, (v + 1) % n), (v, chord(v))]))
}

/// The subsets of K out of N elements, as ascending bit sets, joined if `joined` holds for two of
/// them.
fn subsets(it: &Arguments<'_>, joined: fn(u64, u64, u32) -> bool) -> Result<Edges, String> {
    let [n, k] = it.numbers(1)?;
    if n > 24 || k > n {
        return Err("N is at most 24, and K at most N".to_owned());
    }
    let k = k as u32;
    let sets: Vec<u64> = (0..1u64 << n).filter(|set| set.count_ones() == k).collect();
    let count = sets.len() as u64;
    if count > 1 << 13 {
        return Err("there are more than 8192 such sets".to_owned());
    }
    edges(count, 0, pairs(count).filter(|&(a, b)| joined(sets[a as usize], sets[b as usize], k)))
}

/// Whether a number of at least 2 is a prime.
fn is_prime(number: u64) -> bool {
    (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}

/// The points and then the lines of the projective plane over the integers modulo a prime. Both are
/// triples whose first nonzero number is 1. A point lies on a line if their scalar product is 0.
fn projective(q: u64) -> Result<Edges, String> {
    let affine = (0..q * q).map(|index| [1, index / q, index % q]);
    let triples: Vec<[u64; 3]> = affine.chain((0..q).map(|z| [0, 1, z])).chain([[0, 0, 1]]).collect();
    let n = triples.len() as u64;
    let meet = |a: &[u64; 3], b: &[u64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<u64>() % q == 0;
    let all = triples.iter().zip(0..).flat_map(|(point, p)| {
        triples.iter().zip(n..).filter(move |(line, _)| meet(point, line)).map(move |(_, l)| (p, l))
    });
    edges(2 * n, n * (q + 1), all)
}
