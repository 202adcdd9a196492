//! A published idea for LeetCode's problem 913, as it is handed in there: minimax that takes a game of
//! 2n plies for a draw. `catmouse test examples/leetcode/solution.rs` finds a board that it gets wrong.

impl Solution {
    pub fn cat_mouse_game(graph: Vec<Vec<i32>>) -> i32 {
        let n = graph.len();
        let mut memo = vec![-1; 2 * n * n * n];
        Self::play(&graph, &mut memo, 0, 1, 2)
    }

    fn play(graph: &[Vec<i32>], memo: &mut [i32], ply: usize, mouse: usize, cat: usize) -> i32 {
        let n = graph.len();
        if mouse == 0 {
            return 1;
        }
        if mouse == cat {
            return 2;
        }
        if ply == 2 * n {
            return 0;
        }
        let key = (ply * n + mouse) * n + cat;
        if memo[key] < 0 {
            let is_mouse = ply % 2 == 0;
            let (own, other) = if is_mouse { (1, 2) } else { (2, 1) };
            let mut best = other;
            for &to in &graph[if is_mouse { mouse } else { cat }] {
                let to = to as usize;
                let value = match is_mouse {
                    true => Self::play(graph, memo, ply + 1, to, cat),
                    false if to == 0 => continue,
                    false => Self::play(graph, memo, ply + 1, mouse, to),
                };
                if value == own {
                    best = own;
                    break;
                }
                if value == 0 {
                    best = 0;
                }
            }
            memo[key] = best;
        }
        memo[key]
    }
}
