//! Programs that solve Cat and Mouse, each with a typical error, for the tests of `catmouse test`.
//!
//! `suspect [HOW] [--stream]` reads boards of LeetCode's problem 913, one on each line, and prints
//! 0, 1 or 2. Without HOW it stops its search after 2n plies on n vertices. The tests compile this
//! file by itself, so it uses only the standard library. It shares no code with the project that
//! judges it.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

const DRAW: u8 = 0;
const MOUSE: u8 = 1;
const CAT: u8 = 2;

type Graph = Vec<Vec<usize>>;

fn main() {
    let how = std::env::args().nth(1).unwrap_or_default();
    let is_stream = std::env::args().any(|it| it == "--stream");
    match how.as_str() {
        "silent" => return,
        "crash" => std::process::exit(3),
        "garbage" => return println!("the mouse, I think"),
        "endless" => loop {
            print!("1 ");
        },
        "two-answers" => return println!("0\n1"),
        "late" => std::thread::sleep(std::time::Duration::from_secs(3600)),
        "family" | "runaway" | "runaway-late" => {
            // A child process that holds the pipes open after its parent has ended. A runaway also
            // leaves the group of its parent.
            let mut child = std::process::Command::new(std::env::current_exe().expect("it runs"));
            child.arg("late");
            #[cfg(unix)]
            if how.starts_with("runaway") {
                std::os::unix::process::CommandExt::process_group(&mut child, 0);
            }
            let child = child.spawn().expect("it starts");
            if how == "runaway-late" {
                std::thread::sleep(std::time::Duration::from_secs(3600));
            }
            println!("{}", child.id());
            return;
        }
        _ => {}
    }
    for line in io::stdin().lock().lines() {
        let graph = parse(&line.expect("boards are UTF-8"));
        let answer = match how.as_str() {
            "right" => retrograde(&graph, false, 1),
            "cut-off" | "" => with_cut_off(&graph),
            "cat-in-hole" => retrograde(&graph, true, 1),
            "twice" => retrograde(&graph, false, 2),
            "late-when-large" if graph.len() > 4 => loop {
                std::thread::sleep(std::time::Duration::from_secs(3600));
            },
            _ => retrograde(&graph, false, 1),
        };
        println!("{answer}");
        io::stdout().flush().expect("somebody reads");
        if !is_stream {
            return;
        }
    }
}

/// Reads a graph such as `[[1,3],[0],[3],[0,2]]`.
fn parse(line: &str) -> Graph {
    let inner = line.trim().strip_prefix('[').and_then(|it| it.strip_suffix(']')).expect("a list of lists");
    let lists = inner.split(']').filter(|it| it.contains('['));
    lists.map(|list| list.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()).collect()
}

/// Retrograde analysis, as in most accepted solutions. `cat_enters` lets a cat enter the hole.
/// `step` is subtracted from the counter of remaining moves, and should be 1.
fn retrograde(graph: &Graph, cat_enters: bool, step: usize) -> u8 {
    let n = graph.len();
    let index = |mouse: usize, cat: usize, turn: usize| (mouse * n + cat) * 2 + turn;
    let mut colour = vec![DRAW; n * n * 2];
    let mut left = vec![0usize; n * n * 2];
    let mut open = VecDeque::new();
    for mouse in 0..n {
        for cat in 0..n {
            left[index(mouse, cat, 0)] = graph[mouse].len();
            left[index(mouse, cat, 1)] = graph[cat].iter().filter(|to| cat_enters || **to != 0).count();
        }
    }
    for place in 0..n {
        for turn in 0..2 {
            if place != 0 || cat_enters {
                colour[index(0, place, turn)] = MOUSE;
                open.push_back((0, place, turn));
            }
            if place != 0 {
                colour[index(place, place, turn)] = CAT;
                open.push_back((place, place, turn));
            }
        }
    }
    while let Some((mouse, cat, turn)) = open.pop_front() {
        let won = colour[index(mouse, cat, turn)];
        let before: Vec<(usize, usize)> = if turn == 1 {
            graph[mouse].iter().map(|&from| (from, cat)).collect()
        } else {
            graph[cat].iter().filter(|from| cat_enters || **from != 0).map(|&from| (mouse, from)).collect()
        };
        for (m, c) in before {
            let position = index(m, c, 1 - turn);
            if colour[position] != DRAW {
                continue;
            }
            let is_mine = won == if turn == 1 { MOUSE } else { CAT };
            left[position] = left[position].saturating_sub(step);
            if is_mine || left[position] == 0 {
                colour[position] = won;
                open.push_back((m, c, 1 - turn));
            }
        }
    }
    colour[index(1, 2, 0)]
}

/// Minimax that treats play of 2n plies as a draw.
fn with_cut_off(graph: &Graph) -> u8 {
    let n = graph.len();
    let mut after = vec![[DRAW; 2]; n * n];
    let ended = |mouse: usize, cat: usize| match (mouse, cat) {
        (0, _) => Some(MOUSE),
        _ if mouse == cat => Some(CAT),
        _ => None,
    };
    for _ in 0..2 * n {
        let mut next = vec![[DRAW; 2]; n * n];
        for mouse in 0..n {
            for cat in 0..n {
                for turn in 0..2 {
                    let own = [MOUSE, CAT][turn];
                    let known = |mouse: usize, cat: usize| after[mouse * n + cat][1 - turn];
                    let value = |mouse: usize, cat: usize| ended(mouse, cat).unwrap_or(known(mouse, cat));
                    let values: Vec<u8> = if turn == 0 {
                        graph[mouse].iter().map(|&to| value(to, cat)).collect()
                    } else {
                        graph[cat].iter().filter(|to| **to != 0).map(|&to| value(mouse, to)).collect()
                    };
                    next[mouse * n + cat][turn] = if values.contains(&own) {
                        own
                    } else if values.is_empty() || values.contains(&DRAW) {
                        DRAW
                    } else {
                        3 - own
                    };
                }
            }
        }
        after = next;
    }
    after[n + 2][0]
}
