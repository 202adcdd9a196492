//! Setups of small games with random rules, in which every setting takes every value.

use std::fmt::Write as _;

use super::dice::Dice;

/// The text of a setup. Some setups contradict themselves: a cat may start in a hole that is closed
/// to cats.
pub(super) fn random(dice: &mut Dice) -> String {
    let preset = dice.one(&["cat-and-mouse", "cat-and-mouse-ii", "cops"]);
    let mut rules = String::new();
    let (board, places) = if dice.once_in(3) { grid(dice) } else { graph(dice, &mut rules) };
    let place = |dice: &mut Dice| places[dice.below(places.len())].clone();
    let holes: Vec<String> = (0..dice.below(3)).map(|_| place(dice)).collect();
    let _ = writeln!(rules, "hole = [{}]", holes.join(", "));
    let is_grid = board.starts_with("grid");
    for side in ["mouse", "cat"] {
        if dice.once_in(2) {
            let _ = writeln!(rules, "{side}-may-stay = {}", dice.once_in(2));
        }
        if dice.once_in(3) {
            let _ = writeln!(rules, "{side}-speed = {}", 1 + dice.below(3));
        }
        if dice.once_in(3) {
            let _ = writeln!(rules, "{side}-jump = {}", dice.below(if is_grid { 4 } else { 2 }));
        }
    }
    for (key, values) in [
        ("cat-in-hole", &["\"forbidden\"", "\"allowed\"", "\"guards\"", "\"wins\""][..]),
        ("cats-move", &["\"all\"", "\"one\""]),
        ("stalemate", &["\"draw\"", "\"pass\"", "\"loss\""]),
        ("endless", &["\"mouse\"", "\"cat\"", "\"draw\""]),
        ("limit-winner", &["\"mouse\"", "\"cat\"", "\"draw\""]),
        ("limit", &["\"none\"", "\"none\"", "0", "1", "3", "6", "9"]),
        ("capture-distance", &["0", "0", "1", "2"]),
    ] {
        if !dice.once_in(3) {
            let _ = writeln!(rules, "{key} = {}", dice.one(values));
        }
    }
    let cats = 1 + dice.below(3);
    let start = if preset == "cops" && dice.once_in(3) {
        let _ = writeln!(rules, "cats = {cats}");
        String::new()
    } else {
        let cats: Vec<String> = (0..cats).map(|_| place(dice)).collect();
        format!("mouse = {}\ncats = [{}]\n", place(dice), cats.join(", "))
    };
    let first = dice.one(&["mouse", "cat"]);
    format!(
        "catmouse = 1\npreset = \"{preset}\"\n\n[board]\n{board}\n[rules]\n{rules}\n[start]\n{start}first = \"{first}\"\n"
    )
}

/// The lines of a graph and its vertices. Its edges may have costs or kinds.
fn graph(dice: &mut Dice, rules: &mut String) -> (String, Vec<String>) {
    let vertices = 1 + dice.below(7);
    let mode = dice.below(3);
    let mut edges = Vec::new();
    for _ in 0..dice.below(2 * vertices + 1) {
        let (from, to) = (dice.below(vertices), dice.below(vertices));
        edges.push(match mode {
            0 => format!("[{from}, {to}]"),
            1 => format!("[{from}, {to}, {}]", 1 + dice.below(6)),
            _ => format!("[{from}, {to}, \"{}\"]", dice.one(&["taxi", "bus"])),
        });
    }
    for key in ["mouse-uses", "cat-uses"] {
        let kind = dice.one(&["taxi", "bus"]);
        if edges.iter().any(|edge| edge.contains(kind)) && dice.once_in(2) {
            let _ = writeln!(rules, "{key} = [\"{kind}\"]");
        }
    }
    let directed = dice.once_in(2);
    let board = format!("vertices = {vertices}\nedges = [{}]\ndirected = {directed}\n", edges.join(", "));
    (board, (0..vertices).map(|vertex| vertex.to_string()).collect())
}

/// The lines of a grid and its free cells. It may have thin walls.
fn grid(dice: &mut Dice) -> (String, Vec<String>) {
    let (rows, columns) = (1 + dice.below(4), 1 + dice.below(5));
    let mut walls: Vec<Vec<bool>> = (0..rows).map(|_| (0..columns).map(|_| dice.once_in(5)).collect()).collect();
    walls[0][0] = false;
    let has_thin_walls = dice.once_in(2);
    let mut lines = Vec::new();
    for (row, cells) in walls.iter().enumerate() {
        if has_thin_walls {
            let mut wall = |_| if row == 0 || dice.once_in(3) { "+--" } else { "+  " };
            lines.push((0..columns).map(&mut wall).collect::<String>() + "+");
            let mut text = String::from("|");
            for (column, &is_wall) in cells.iter().enumerate() {
                text += if is_wall { "# " } else { "  " };
                text += if column + 1 == columns || dice.once_in(5) { "|" } else { " " };
            }
            lines.push(text);
        } else {
            lines.push(cells.iter().map(|&is_wall| if is_wall { '#' } else { '.' }).collect());
        }
    }
    if has_thin_walls {
        lines.push("+--".repeat(columns) + "+");
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("\"{line}\"")).collect();
    let free = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let free = free.filter(|&(row, column)| !walls[row][column]).map(|(row, column)| format!("[{row}, {column}]"));
    (format!("grid = [{}]\n", lines.join(", ")), free.collect())
}
