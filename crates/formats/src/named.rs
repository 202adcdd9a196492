//! Graphs with names: `petersen`, `grid:10x10`, `gp:7,2`, `random:50,0.1,seed=3`.
//!
//! [`FAMILIES`] lists them. A name denotes the same graph with the same numbering on every machine,
//! including random graphs.

use std::fmt::Write as _;

use catmouse_model::{BoardChoice, InOrder, MAX_VERTICES, Setup};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use crate::format::Format;
use crate::graph::MAX_EDGES;
use crate::words::decimal;

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
        /// The greatest number of edges for a setup. A list of edges is read faster, and in a tenth of the
        /// memory.
        const EDGES_OF_A_SETUP: usize = 20_000;
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
        edges(n, n - 1, |list| (1..n).for_each(|v| list.join(v - 1, v)))
    }),
    Family::numbered("cycle", "N", "cycle:9", "a cycle on N vertices", |it| {
        let [n] = it.numbers(3)?;
        edges(n, n, |list| list.cycle(0, n))
    }),
    Family::numbered("complete", "N", "complete:5", "every two of N vertices joined", |it| {
        let [n] = it.numbers(1)?;
        pairs(n, pairs_of(n), |_, _| true)
    }),
    Family::numbered("star", "N", "star:6", "a centre, vertex 0, and N leaves", |it| {
        let [n] = it.numbers(0)?;
        edges(n + 1, n, |list| (1..=n).for_each(|v| list.join(0, v)))
    }),
    Family::numbered("wheel", "N", "wheel:7", "a hub, vertex 0, and a cycle around it: N vertices in all", |it| {
        let [n] = it.numbers(4)?;
        edges(n, 2 * n, |list| {
            (1..n).for_each(|v| list.join(0, v));
            list.cycle(1, n - 1);
        })
    }),
    Family::numbered("bipartite", "A,B", "bipartite:3,4", "the complete bipartite graph on A and B vertices", |it| {
        let [a, b] = it.numbers(1)?;
        edges(a + b, a.saturating_mul(b), |list| {
            for u in 0..a {
                (a..a + b).for_each(|v| list.join(u, v));
            }
        })
    }),
    Family::numbered(
        "multipartite",
        "A,B,…",
        "multipartite:2,2,2",
        "a complete multipartite graph, its parts so large",
        |it| {
            let parts = it.all_numbers(1)?;
            let n: u64 = parts.iter().sum();
            let mut part_of = Vec::new();
            for (part, &size) in parts.iter().enumerate().filter(|_| n <= MAX_VERTICES.into()) {
                part_of.resize(part_of.len() + size as usize, part);
            }
            pairs(n, pairs_of(n), |a, b| part_of[a as usize] != part_of[b as usize])
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
            edges(n, n.saturating_mul(d), |list| {
                for v in 0..n {
                    (0..d).for_each(|bit| list.join(v, v ^ 1 << bit));
                }
            })
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
        let mut steps = Vec::new();
        for by in 1..rows.max(columns) {
            steps.extend([(0, by.cast_signed()), (by, 0), (by, by.cast_signed()), (by, -by.cast_signed())]);
        }
        leaps([rows, columns], cells.saturating_mul(rows + columns) / 2, &steps)
    }),
    Family::numbered("king", "RxC", "king:8x8", "the moves of a king on R rows and C columns", |it| {
        let [rows, columns] = it.board()?;
        leaps([rows, columns], rows.saturating_mul(columns) * 4, &[(0, 1), (1, 0), (1, 1), (1, -1)])
    }),
    Family::numbered("knight", "RxC", "knight:5x5", "the moves of a knight on R rows and C columns", |it| {
        let [rows, columns] = it.board()?;
        leaps([rows, columns], rows.saturating_mul(columns) * 4, &[(1, 2), (1, -2), (2, 1), (2, -1)])
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
            edges(n, n - 1, |list| (1..n).for_each(|v| list.join((v - 1) / b.max(1), v)))
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
            squares.put_in_order();
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
                for index in 0..list.len() {
                    let (a, b) = list[index];
                    list.extend([(a, n + b), (b, n + a)]);
                }
                list.extend((0..n).map(|v| (n + v, 2 * n)));
                n = 2 * n + 1;
            }
            edges_of(n, list.len() as u64, &list)
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
            let (n, p) = (whole(n, 1)?, decimal(p).filter(|p| (0.0..=1.0).contains(p)));
            let p = p.ok_or("P is a number from 0 to 1")?;
            if n > 1 << 14 {
                return Err("N is at most 16384".to_owned());
            }
            let mut dice = SplitMix64::seed_from_u64(seed);
            // An edge exists if a random number below 2⁵³ is less than this bound. Scaling by a
            // power of two is exact.
            let bound = p * (1u64 << 53) as f64;
            pairs(n, 0, |_, _| ((dice.next_u64() >> 11) as f64) < bound)
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
            edges(n, n - 1, |list| (1..n).for_each(|v| list.join(dice.next_u64() % v, v)))
        },
    ),
    Family::single("tetrahedron", "the complete graph on 4 vertices", |_| pairs(4, 6, |_, _| true)),
    Family::single("cube", "the graph of the cube, which is the hypercube of 3 dimensions", |_| {
        product(&[2, 2, 2], Joined::Path)
    }),
    Family::single("octahedron", "the graph of the octahedron; v and 5 − v are opposite", |_| {
        pairs(6, 12, |a, b| a + b != 5)
    }),
    Family::single("dodecahedron", "the graph of the dodecahedron", |_| generalized_petersen(10, 2)),
    Family::single("icosahedron", "the graph of the icosahedron", |_| {
        // The graph is an antiprism between two caps.
        edges(12, 30, |list| {
            for v in 0..10 {
                list.join(v, (v + 1) % 10);
                list.join(v, (v + 2) % 10);
                list.join(10 + v % 2, v);
            }
        })
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
        edges(28, 42, |list| {
            for (ring, v) in (0..21).map(|index| (index / 7, index % 7)) {
                list.join(7 * ring + v, 7 * ring + (v + ring + 1) % 7);
                list.join(21 + v, 7 * ring + v);
            }
        })
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
        edges(19, 38, |list| {
            list.cycle(0, 19);
            list.join_all(&CHORDS);
        })
    }),
    Family::single("hoffman-singleton", "the Hoffman–Singleton graph: 50 vertices of degree 7, girth 5", |_| {
        // Pentagon h is at 5h, pentagram i at 25 + 5i. Vertex j of the pentagon is joined to vertex
        // hi + j of the pentagram.
        edges(50, 175, |list| {
            for (h, j) in (0..25).map(|index| (index / 5, index % 5)) {
                list.join(5 * h + j, 5 * h + (j + 1) % 5);
                list.join(25 + 5 * h + j, 25 + 5 * h + (j + 2) % 5);
                (0..5).for_each(|i| list.join(5 * h + j, 25 + 5 * i + (h * i + j) % 5));
            }
        })
    }),
    Family::single("clebsch", "the Clebsch graph: 16 vertices of degree 5 without a triangle", |_| {
        pairs(16, 40, |a, b| matches!(a ^ b, 1 | 2 | 4 | 8 | 15))
    }),
    Family::single("shrikhande", "the Shrikhande graph: 16 vertices of degree 6", |_| {
        edges(16, 48, |list| {
            for v in 0..16 {
                for (down, right) in [(0, 1), (1, 0), (1, 1)] {
                    list.join(v, (v / 4 + down) % 4 * 4 + (v + right) % 4);
                }
            }
        })
    }),
    Family::single("groetzsch", "the Grötzsch graph: 11 vertices, four colours, no triangle", |_| {
        edges(11, 20, |list| {
            for v in 0..5 {
                list.join_all(&[(v, (v + 1) % 5), (v, 5 + (v + 1) % 5), (v, 5 + (v + 4) % 5), (5 + v, 10)]);
            }
        })
    }),
    Family::single("bull", "a triangle with two horns", |_| edges_of(5, 5, &[(0, 1), (0, 2), (1, 2), (1, 3), (2, 4)])),
    Family::single("diamond", "the complete graph on 4 vertices without an edge", |_| {
        pairs(4, 5, |a, b| (a, b) != (0, 3))
    }),
    Family::single("house", "a square with a roof", |_| {
        edges_of(5, 6, &[(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 4)])
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
        let mut sides = Vec::new();
        for item in &self.items {
            for side in item.split('x') {
                sides.push(whole(side, least)?);
            }
        }
        Ok(sides)
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

/// A list of edges that grows. They may be in any direction and repeated; loops are dropped.
struct Joins(Vec<(u32, u32)>);

impl Joins {
    /// Whether the list is too long for a graph, even if every edge is repeated.
    fn is_full(&self) -> bool {
        self.0.len() > 2 * MAX_EDGES
    }

    /// Adds an edge. A full list does not grow.
    fn join(&mut self, a: u64, b: u64) {
        if a != b && !self.is_full() {
            self.0.push((a.min(b) as u32, a.max(b) as u32));
        }
    }

    fn join_all(&mut self, edges: &[(u64, u64)]) {
        for &(a, b) in edges {
            self.join(a, b);
        }
    }

    /// Adds a cycle on the vertices from `first`.
    fn cycle(&mut self, first: u64, length: u64) {
        (0..length).for_each(|v| self.join(first + v, first + (v + 1) % length));
    }
}

/// The graph with the edges that `join` adds. `size` is the approximate number of edges, so that a
/// graph that is too large is refused before it is made.
fn edges(vertices: u64, size: u64, join: impl FnOnce(&mut Joins)) -> Result<Edges, String> {
    let vertices = u32::try_from(vertices).ok().filter(|&vertices| vertices <= MAX_VERTICES).ok_or_else(too_large)?;
    if size > 2 * MAX_EDGES as u64 {
        return Err(too_large());
    }
    let mut list = Joins(Vec::new());
    join(&mut list);
    sorted(vertices, list)
}

/// The graph with these edges, each once.
fn sorted(vertices: u32, joins: Joins) -> Result<Edges, String> {
    if joins.is_full() {
        return Err(too_large());
    }
    let Joins(mut list) = joins;
    list.put_in_order();
    list.dedup();
    if list.len() > MAX_EDGES { Err(too_large()) } else { Ok(Edges { vertices, list }) }
}

fn too_large() -> String {
    format!("a graph has at most {MAX_VERTICES} vertices and {MAX_EDGES} edges")
}

/// The graph with the edges of a list.
fn edges_of(vertices: u64, size: u64, list: &[(u64, u64)]) -> Result<Edges, String> {
    edges(vertices, size, |joins| joins.join_all(list))
}

/// The number of pairs of `n` vertices.
fn pairs_of(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// The graph in which the vertices of each pair, the smaller first, are joined if `joined` holds.
fn pairs(n: u64, size: u64, mut joined: impl FnMut(u64, u64) -> bool) -> Result<Edges, String> {
    edges(n, size, |list| {
        for a in 0..n {
            if list.is_full() {
                return;
            }
            (a + 1..n).filter(|&b| joined(a, b)).for_each(|b| list.join(a, b));
        }
    })
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
    edges(n, size, |list| {
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
                to.for_each(|to| list.join(v, v - at * stride + to * stride));
            }
        }
    })
}

/// The moves of a chess piece with the steps `(down, right)`, on a board of rows and columns.
fn leaps([rows, columns]: [u64; 2], size: u64, steps: &[(u64, i64)]) -> Result<Edges, String> {
    edges(rows.saturating_mul(columns), size, |list| {
        for v in 0..rows * columns {
            for &(down, right) in steps {
                let (row, column) = (v / columns + down, (v % columns).checked_add_signed(right));
                if let Some(column) = column.filter(|&column| row < rows && column < columns) {
                    list.join(v, row * columns + column);
                }
            }
        }
    })
}

fn circulant(n: u64, steps: &[u64]) -> Result<Edges, String> {
    edges(n, n.saturating_mul(steps.len() as u64), |list| {
        for v in 0..n {
            for step in steps {
                list.join(v, (v + step) % n);
            }
        }
    })
}

fn generalized_petersen(n: u64, k: u64) -> Result<Edges, String> {
    edges(2 * n, 3 * n, |list| {
        list.cycle(0, n);
        for v in 0..n {
            list.join(v, n + v);
            list.join(n + v, n + (v + k) % n);
        }
    })
}

/// A cycle with a chord from each vertex to the vertex that is `shift` places away on the cycle.
/// The list of shifts repeats. This is the LCF notation of Lederberg, Coxeter and Frucht.
fn lcf(n: u64, shifts: &[i64]) -> Result<Edges, String> {
    let chord = |v: u64| (v + n).wrapping_add_signed(shifts[(v % shifts.len() as u64) as usize]) % n;
    edges(n, 2 * n, |list| {
        list.cycle(0, n);
        (0..n).for_each(|v| list.join(v, chord(v)));
    })
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
    pairs(count, 0, |a, b| joined(sets[a as usize], sets[b as usize], k))
}

/// Whether a number of at least 2 is a prime.
fn is_prime(number: u64) -> bool {
    (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
}

/// The points and then the lines of the projective plane over the integers modulo a prime. Both are
/// triples whose first nonzero number is 1. A point lies on a line if their scalar product is 0.
fn projective(q: u64) -> Result<Edges, String> {
    let mut triples: Vec<[u64; 3]> = (0..q * q).map(|index| [1, index / q, index % q]).collect();
    triples.extend((0..q).map(|z| [0, 1, z]));
    triples.push([0, 0, 1]);
    let n = triples.len() as u64;
    edges(2 * n, n * (q + 1), |list| {
        for (point, p) in triples.iter().zip(0..) {
            for (line, l) in triples.iter().zip(n..) {
                if (point[0] * line[0] + point[1] * line[1] + point[2] * line[2]) % q == 0 {
                    list.join(p, l);
                }
            }
        }
    })
}
