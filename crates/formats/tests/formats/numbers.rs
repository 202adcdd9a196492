//! Tests that a graph written as numbers is read as the very graph, or refused, if nobody says in
//! which format it is. The texts are written here, as other programs write them.

use std::collections::BTreeMap;
use std::fmt::Write;

use catmouse_formats::{Format, Records, encoded, read};
use catmouse_model::Board;
use proptest::prelude::*;
use proptest::sample::{SizeRange, subsequence};

/// An undirected graph without loops: its number of vertices, and its edges with their costs.
#[derive(Clone, Debug)]
struct Graph {
    vertices: usize,
    edges: Vec<(usize, usize, u32)>,
    /// For each vertex, numbers that a format may write before its neighbours.
    weights: Vec<u32>,
}

impl Graph {
    fn neighbours(&self, vertex: usize) -> Vec<(usize, u32)> {
        let of = |&(from, to, cost): &(usize, usize, u32)| match vertex {
            _ if vertex == from => Some((to, cost)),
            _ if vertex == to => Some((from, cost)),
            _ => None,
        };
        let mut found: Vec<_> = self.edges.iter().filter_map(of).collect();
        found.sort_unstable();
        found
    }

    fn has_lone(&self) -> bool {
        (0..self.vertices).any(|vertex| self.neighbours(vertex).is_empty())
    }

    fn arcs(&self, has_costs: bool) -> Vec<(usize, usize, u32)> {
        let cost = |cost| if has_costs { cost } else { 1 };
        let of = |&(from, to, paid): &(usize, usize, u32)| [(from, to, cost(paid)), (to, from, cost(paid))];
        let mut arcs: Vec<_> = self.edges.iter().flat_map(of).collect();
        arcs.sort_unstable();
        arcs
    }

    /// One line for each vertex.
    fn lines(&self, line: impl Fn(usize) -> Vec<usize>, between: &str) -> String {
        let of = |vertex| {
            let words: Vec<String> = line(vertex).iter().map(ToString::to_string).collect();
            words.join(between) + "\n"
        };
        (0..self.vertices).map(of).collect()
    }

    /// The neighbours of a vertex without their costs, with vertices counted from `base`.
    fn list(&self, vertex: usize, base: usize) -> Vec<usize> {
        self.neighbours(vertex).iter().map(|(to, _)| to + base).collect()
    }

    fn row(&self, vertex: usize) -> Vec<usize> {
        let list = self.list(vertex, 0);
        (0..self.vertices).map(|to| usize::from(list.contains(&to))).collect()
    }

    fn pairs(&self, base: usize, has_costs: bool, between: &str) -> String {
        let line = |&(from, to, cost): &(usize, usize, u32)| {
            let cost = if has_costs { format!("{between}{cost}") } else { String::new() };
            format!("{}{between}{}{cost}\n", from + base, to + base)
        };
        self.edges.iter().map(line).collect()
    }

    /// The lines of METIS, the header first. `kind` is the third number of the header, and `weights`
    /// the number of weights of a vertex that the header announces, if it does.
    fn metis(&self, kind: &str, weights: Option<usize>) -> Vec<String> {
        let says = |place: usize| kind.len() > place && kind.as_bytes()[kind.len() - 1 - place] == b'1';
        let mut header = format!("{} {}", self.vertices, self.edges.len());
        if !kind.is_empty() {
            let _ = write!(header, " {kind}");
        }
        if let Some(weights) = weights {
            let _ = write!(header, " {weights}");
        }
        let before = usize::from(says(2)) + if says(1) { weights.unwrap_or(1) } else { 0 };
        let line = |vertex: usize| {
            let mut words: Vec<String> = (0..before).map(|at| self.weights[(vertex + at) % 8].to_string()).collect();
            for (to, cost) in self.neighbours(vertex) {
                words.push((to + 1).to_string());
                words.extend(says(0).then(|| cost.to_string()));
            }
            words.join(" ")
        };
        std::iter::once(header).chain((0..self.vertices).map(line)).collect()
    }

    /// The texts of this graph, each with a name, and whether it has costs.
    fn texts(&self) -> Vec<(&'static str, bool, Vec<u8>)> {
        let (n, m) = (self.vertices, self.edges.len());
        let mut texts: Vec<(&'static str, bool, String)> = Vec::new();
        for base in [0, 1] {
            let is_later = |to: &usize, vertex: usize| *to >= vertex + base;
            let upper = |vertex: usize| {
                self.list(vertex, base).into_iter().filter(|to| is_later(to, vertex)).collect::<Vec<_>>()
            };
            let behind = |vertex: usize, list: Vec<usize>| [vec![vertex + base], list].concat();
            let counted = |list: Vec<usize>| [vec![list.len()], list].concat();
            let all = |vertex| self.list(vertex, base);
            let both = self.lines(|vertex| behind(vertex, all(vertex)), " ");
            let backwards: Vec<&str> = both.lines().rev().collect();
            texts.push(("adjlist, backwards", false, backwards.join("\n")));
            texts.push(("adjlist", false, both));
            texts.push(("adjlist, each edge once", false, self.lines(|vertex| behind(vertex, upper(vertex)), " ")));
            // Formats that are not read. Without edges, nothing tells them from others.
            if !self.has_lone() {
                texts.push(("neighbours", false, self.lines(all, " ")));
                texts.push(("neighbours between commas", false, self.lines(all, ",")));
                texts.push(("degrees and neighbours", false, self.lines(|vertex| counted(all(vertex)), " ")));
                let numbered = self.lines(|vertex| behind(vertex, counted(all(vertex))), " ");
                texts.push(("numbers, degrees and neighbours", false, numbered));
            }
            let lists: Vec<String> = (0..n).map(|vertex| format!("{:?}", all(vertex))).collect();
            texts.push(("lists", false, format!("[{}]", lists.join(","))));
            let colons = |vertex| {
                let list: Vec<String> = all(vertex).iter().map(ToString::to_string).collect();
                format!("{}: {}\n", vertex + base, list.join(" "))
            };
            texts.push(("colons", false, (0..n).map(colons).collect()));
            for has_costs in [false, true] {
                let pairs = self.pairs(base, has_costs, " ");
                if !self.has_lone() {
                    texts.push(("edges", has_costs, pairs.clone()));
                    texts.push(("edges between commas", has_costs, self.pairs(base, has_costs, ",")));
                    let lists: Vec<String> =
                        self.pairs(base, has_costs, ",").lines().map(|pair| format!("[{pair}]")).collect();
                    texts.push(("list of edges", has_costs, format!("[{}]", lists.join(","))));
                }
                if !self.has_lone() {
                    texts.push(("number of edges, and edges", has_costs, format!("{m}\n{pairs}")));
                }
                texts.push(("vertices and edges", has_costs, format!("{n}\n{pairs}")));
                texts.push(("sizes and edges", has_costs, format!("{n} {m}\n{pairs}")));
                texts.push(("sizes, and edges after a blank line", has_costs, format!("{n} {m}\n\n{pairs}")));
                texts.push(("coordinates without a header", has_costs, format!("{n} {n} {m}\n{pairs}")));
            }
        }
        texts.push(("matrix", false, self.lines(|vertex| self.row(vertex), " ")));
        texts.push(("matrix between commas", false, self.lines(|vertex| self.row(vertex), ",")));
        texts.push(("matrix without blanks", false, self.lines(|vertex| self.row(vertex), "")));
        texts.push(("size and matrix", false, format!("{n}\n{}", self.lines(|vertex| self.row(vertex), " "))));
        let rows: Vec<String> = (0..n).map(|vertex| format!("{:?}", self.row(vertex))).collect();
        texts.push(("rows of a matrix in lists", false, format!("[{}]", rows.join(","))));
        let pairs = |has_costs| self.pairs(1, has_costs, " ");
        let around = |before: &str, behind: &str| {
            let lines: Vec<_> = pairs(false).lines().map(|pair| format!("{before}{pair}{behind}\n")).collect();
            lines.concat()
        };
        texts.push(("DIMACS", false, format!("p edge {n} {m}\n{}", around("e ", ""))));
        texts.push(("PACE", false, format!("p tw {n} {m}\n{}", pairs(false))));
        let mtx = |what: &str, has_costs| {
            format!("%%MatrixMarket matrix coordinate {what} symmetric\n{n} {n} {m}\n{}", pairs(has_costs))
        };
        texts.push(("mtx", false, mtx("pattern", false)));
        texts.push(("mtx with costs", true, mtx("integer", true)));
        let nodes = "|{}|\n".repeat(n);
        let leda = around("", " 0 |{}|");
        texts.push(("LEDA", false, format!("LEDA.GRAPH\nvoid\nvoid\n-2\n{n}\n{nodes}{m}\n{leda}")));
        for (kind, weights) in METIS {
            let (lines, has_costs) = (self.metis(kind, weights), kind.ends_with('1'));
            let text = lines.join("\n");
            texts.push(("METIS, no last line end", has_costs, text.clone()));
            texts.push(("METIS", has_costs, format!("{text}\n")));
            texts.push(("METIS, blank lines at the end", has_costs, format!("{text}\n\n\n")));
            texts.push(("METIS, no blank lines at the end", has_costs, text.trim_end().to_owned()));
            texts.push(("METIS, commented", has_costs, format!("% one\n{}", lines.join("\n% two\n"))));
            texts.push(("METIS, Windows", has_costs, lines.join("\r\n") + "\r\n"));
        }
        let mut numbers = format!("{n}");
        for vertex in 0..n.saturating_sub(1) {
            for to in self.list(vertex, 1).into_iter().filter(|&to| to > vertex + 1) {
                let _ = write!(numbers, " {to}");
            }
            numbers += " 0";
        }
        let mut texts: Vec<_> = texts.into_iter().map(|(name, costs, text)| (name, costs, text.into_bytes())).collect();
        texts.push(("multicode", false, encoded(Format::Multicode, &numbers).into_owned()));
        texts
    }

    fn is_read(&self, board: &Board, has_costs: bool) -> bool {
        let arcs: Vec<_> =
            board.arcs().map(|(from, to, cost)| (from.number() as usize, to.number() as usize, cost)).collect();
        board.vertices() as usize == self.vertices && arcs == self.arcs(has_costs)
    }

    /// Reads every text, as a whole and as a stream. Returns the texts that are read as another graph,
    /// and counts the others that are read.
    fn wrong(&self, counts: &mut BTreeMap<&'static str, usize>) -> Vec<String> {
        let mut wrong = Vec::new();
        for (name, has_costs, bytes) in self.texts() {
            let planned = |text: &str| read(text, None).ok()?.setup.plan_board().ok();
            let whole = str::from_utf8(&bytes).ok().and_then(planned);
            let records: Vec<_> = Records::new(&bytes[..], None)
                .and_then(Iterator::collect::<std::io::Result<_>>)
                .expect("it is in memory");
            let streamed: Option<Vec<Board>> =
                records.iter().map(|record| record.read().ok()?.setup.plan_board().ok()).collect();
            for (how, boards) in [("whole", whole.map(|board| vec![board])), ("stream", streamed)] {
                let Some(boards) = boards.filter(|boards| !boards.is_empty()) else { continue };
                if matches!(&boards[..], [board] if self.is_read(board, has_costs)) {
                    *counts.entry(name).or_default() += 1;
                } else {
                    let arcs = boards.iter().map(|board| (board.vertices(), board.arcs().collect::<Vec<_>>()));
                    let text = String::from_utf8_lossy(&bytes);
                    wrong.push(format!("{name} ({how}) is read as {:?}:\n{text}", arcs.collect::<Vec<_>>()));
                }
            }
        }
        wrong
    }
}

/// The third number in the header of METIS, and the fourth.
const METIS: [(&str, Option<usize>); 13] = [
    ("", None),
    ("0", None),
    ("000", None),
    ("1", None),
    ("001", None),
    ("10", None),
    ("010", Some(1)),
    ("10", Some(2)),
    ("11", None),
    ("011", Some(3)),
    ("100", None),
    ("110", Some(2)),
    ("111", None),
];

/// Graphs of this many vertices.
fn graphs(vertices: impl Strategy<Value = usize>) -> impl Strategy<Value = Graph> {
    vertices.prop_flat_map(|vertices| {
        let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        let most = pairs.len().min(3 * vertices);
        let edges = subsequence(pairs, SizeRange::from(0..=most)).prop_flat_map(|pairs| {
            let costs = prop::collection::vec(1_u32..6, pairs.len());
            (Just(pairs), costs).prop_map(|(pairs, costs)| {
                let mut edges: Vec<_> =
                    pairs.into_iter().zip(costs).map(|((from, to), cost)| (from, to, cost)).collect();
                edges.sort_unstable();
                edges
            })
        });
        let weights = prop::collection::vec(0_u32..8, 8);
        (edges, weights).prop_map(move |(edges, weights)| Graph { vertices, edges, weights })
    })
}

proptest! {
    #[test]
    fn graphs_as_numbers_are_read_or_refused(graph in graphs(1_usize..12)) {
        let wrong = graph.wrong(&mut BTreeMap::new());
        prop_assert!(wrong.is_empty(), "{}", wrong[0]);
    }
}

/// All graphs with at most four vertices.
#[test]
fn all_small_graphs_as_numbers_are_read_or_refused() {
    let (mut counts, mut wrong) = (BTreeMap::new(), BTreeMap::new());
    for vertices in 1..=4_usize {
        let pairs: Vec<(usize, usize)> =
            (0..vertices).flat_map(|from| (from + 1..vertices).map(move |to| (from, to))).collect();
        for chosen in 0..1_u32 << pairs.len() {
            let edges = pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
            let cost = |index: usize| 1 + (chosen + index as u32) % 5;
            let edges = edges.map(|(index, &(from, to))| (from, to, cost(index))).collect();
            let weights = (0..8).map(|at| (chosen >> at) % 7).collect();
            for text in (Graph { vertices, edges, weights }).wrong(&mut counts) {
                let name = text.split(" is read").next().unwrap_or_default().to_owned();
                wrong.entry(name).or_insert(text);
            }
        }
    }
    let wrong: Vec<String> = wrong.into_values().collect();
    // Not all are refused.
    for name in ["DIMACS", "LEDA", "METIS", "PACE", "adjlist", "colons", "edges", "lists", "matrix", "mtx", "multicode"]
    {
        assert!(counts.contains_key(name), "{name} is never read");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
