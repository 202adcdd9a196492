//! A solution of problem 1728 in which the two jumps are exchanged.

use std::collections::HashSet;

impl Solution {
    pub fn can_mouse_win(grid: Vec<String>, mouse_jump: i32, cat_jump: i32) -> bool {
        let width = grid[0].len() as i32;
        let flat: Vec<u8> = grid.concat().into_bytes();
        let moves = |jump: i32| -> Vec<Vec<usize>> {
            let from = |from: i32| {
                let mut found = vec![];
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    for length in 0..=jump {
                        let (row, column) = (from / width + down * length, from % width + right * length);
                        let is_inside = row >= 0 && row < grid.len() as i32 && column >= 0 && column < width;
                        let to = (row * width + column) as usize;
                        if !is_inside || flat[to] == b'#' {
                            break;
                        }
                        found.push(to);
                    }
                }
                found
            };
            (0..flat.len() as i32).map(from).collect()
        };
        let find = |letter: u8| flat.iter().position(|it| *it == letter).unwrap();
        let (mouse, cat, food) = (find(b'M'), find(b'C'), find(b'F'));
        let (mouse_moves, cat_moves) = (moves(mouse_jump), moves(cat_jump));
        let mut wins = HashSet::new();
        loop {
            let before = wins.len();
            for m in 0..flat.len() {
                for c in (0..flat.len()).filter(|&c| c != m && c != food) {
                    if m == food || mouse_moves[m].iter().any(|&to| wins.contains(&(to, c, 1))) {
                        wins.insert((m, c, 0));
                    }
                    if m == food || cat_moves[c].iter().all(|&to| wins.contains(&(m, to, 0))) {
                        wins.insert((m, c, 1));
                    }
                }
            }
            if wins.len() == before {
                return wins.contains(&(mouse, cat, 0));
            }
        }
    }
}
