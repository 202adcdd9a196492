//! The example `mummy-maze` against a second simulation of its rules, which shares no code with it.

#![expect(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "boards have few rows and columns")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;
use std::process::Command;

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/mummy_mazes");

/// A cell: its row and its column.
type Spot = (i32, i32);

/// A monster: its letter, and where it is while it lives.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Beast {
    letter: char,
    spot: Option<Spot>,
}

/// A level and everything that changes in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    explorer: Spot,
    beasts: Vec<Beast>,
    /// Whether each gate, named by its two cells, is open.
    gates: BTreeMap<(Spot, Spot), bool>,
}

/// What does not change.
struct Map {
    rows: i32,
    columns: i32,
    walls: BTreeSet<(Spot, Spot)>,
    keys: BTreeSet<Spot>,
    traps: BTreeSet<Spot>,
    /// The cell before the exit and the cell outside.
    exit: (Spot, Spot),
}

#[derive(PartialEq)]
enum Fate {
    Goes,
    Dies,
    Leaves,
}

impl Map {
    fn is_open(&self, world: &World, from: Spot, to: Spot) -> bool {
        let pair = (from.min(to), from.max(to));
        (0..self.rows).contains(&to.0)
            && (0..self.columns).contains(&to.1)
            && !self.walls.contains(&pair)
            && world.gates.get(&pair) != Some(&false)
    }

    fn enter(&self, world: &mut World, spot: Spot) {
        if self.keys.contains(&spot) {
            world.gates.values_mut().for_each(|is_open| *is_open = !*is_open);
        }
    }

    /// A turn in which the explorer steps by this much, or waits.
    fn turn(&self, world: &mut World, (down, right): (i32, i32)) -> Fate {
        let from = world.explorer;
        let to = (from.0 + down, from.1 + right);
        if (from, to) == self.exit {
            return Fate::Leaves;
        }
        if to != from && self.is_open(world, from, to) {
            world.explorer = to;
            self.enter(world, to);
            if self.traps.contains(&to) || world.beasts.iter().any(|beast| beast.spot == Some(to)) {
                return Fate::Dies;
            }
        }
        let aim = world.explorer;
        for at in 0..world.beasts.len() {
            let letter = world.beasts[at].letter;
            let mut steps = if letter.is_uppercase() { 2 } else { 1 };
            while steps > 0 {
                steps -= 1;
                let Some(here) = world.beasts[at].spot else { break };
                let sideways = (here.0, here.1 + (aim.1 - here.1).signum());
                let lengthways = (here.0 + (aim.0 - here.0).signum(), here.1);
                let order =
                    if letter.eq_ignore_ascii_case(&'w') { [sideways, lengthways] } else { [lengthways, sideways] };
                let Some(&to) = order.iter().find(|&&to| to != here && self.is_open(world, here, to)) else { continue };
                self.enter(world, to);
                let other = world.beasts.iter().position(|beast| beast.spot == Some(to));
                world.beasts[at].spot = Some(to);
                match other {
                    Some(mummy) if letter.is_lowercase() && world.beasts[mummy].letter.is_uppercase() => {
                        world.beasts[at].spot = None;
                    }
                    Some(other) => world.beasts[other].spot = None,
                    None => {}
                }
                if world.beasts[at].spot == Some(aim) {
                    return Fate::Dies;
                }
            }
        }
        Fate::Goes
    }

    /// The fewest turns of a way out.
    fn par(&self, start: &World) -> Option<usize> {
        let mut known = BTreeSet::from([start.clone()]);
        let mut open = VecDeque::from([(start.clone(), 0)]);
        while let Some((world, turns)) = open.pop_front() {
            for step in STEPS {
                let mut next = world.clone();
                match self.turn(&mut next, step.1) {
                    Fate::Leaves => return Some(turns + 1),
                    Fate::Goes if known.insert(next.clone()) => open.push_back((next, turns + 1)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Whether these moves lead out with the last of them.
    fn is_way_out(&self, start: &World, moves: &str) -> bool {
        let mut world = start.clone();
        let (before, last) = moves.split_at(moves.len() - 1);
        let step = |letter: char| STEPS.into_iter().find(|step| step.0 == letter).expect("a letter of a move").1;
        before.chars().all(|letter| self.turn(&mut world, step(letter)) == Fate::Goes)
            && last.chars().all(|letter| self.turn(&mut world, step(letter)) == Fate::Leaves)
    }
}

const STEPS: [(char, (i32, i32)); 5] = [('U', (-1, 0)), ('R', (0, 1)), ('D', (1, 0)), ('L', (0, -1)), ('.', (0, 0))];

/// Random numbers: a multiplicative generator, of which the high bits are used.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A random level, and its text.
fn random_level(random: &mut Random) -> (Map, World, String) {
    let (rows, columns) = (2 + random.below(5) as i32, 2 + random.below(5) as i32);
    let mut spots: Vec<Spot> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
    for at in (1..spots.len()).rev() {
        spots.swap(at, random.below(at + 1));
    }
    let pieces = 1 + random.below(spots.len().min(5));
    let explorer = spots[0];
    let mut beasts: Vec<Beast> = spots[1..pieces]
        .iter()
        .map(|&spot| Beast { letter: ['W', 'R', 'w', 'r'][random.below(4)], spot: Some(spot) })
        .collect();
    let has_digits = random.one_in(2);
    if !has_digits {
        beasts.sort_by_key(|beast| beast.spot); // the order of reading
    }
    let mut pick = |count: usize| (0..count).map(|_| spots[random.below(spots.len())]).collect::<BTreeSet<Spot>>();
    let (keys, mut traps) = (pick(2), pick(3));
    traps.retain(|spot| *spot != explorer && !keys.contains(spot));
    let (mut walls, mut gates) = (BTreeSet::new(), BTreeMap::new());
    for &(row, column) in &spots {
        for to in [(row + 1, column), (row, column + 1)] {
            if to.0 < rows && to.1 < columns {
                match random.below(10) {
                    0..3 => drop(walls.insert(((row, column), to))),
                    3 => drop(gates.insert(((row, column), to), random.one_in(2))),
                    _ => {}
                }
            }
        }
    }
    let (row, column) = (random.below(rows as usize) as i32, random.below(columns as usize) as i32);
    let exit = match random.below(4) {
        0 => ((row, 0), (row, -1)),
        1 => ((row, columns - 1), (row, columns)),
        2 => ((0, column), (-1, column)),
        _ => ((rows - 1, column), (rows, column)),
    };
    let map = Map { rows, columns, walls, keys, traps, exit };
    let world = World { explorer, beasts, gates };
    let text = written(&map, &world, has_digits);
    (map, world, text)
}

fn written(map: &Map, world: &World, has_digits: bool) -> String {
    let between = |one: Spot, other: Spot, wall: &str| {
        let is_outer = |spot: Spot| spot.0 < 0 || spot.1 < 0 || spot.0 == map.rows || spot.1 == map.columns;
        let pair = (one.min(other), one.max(other));
        let exit = (map.exit.0.min(map.exit.1), map.exit.0.max(map.exit.1));
        let is_wall = (is_outer(one) || is_outer(other)) && pair != exit || map.walls.contains(&pair);
        let sign = match (is_wall, world.gates.get(&pair)) {
            (true, _) => wall,
            (_, Some(true)) => ".",
            (_, Some(false)) => ":",
            (_, None) => " ",
        };
        sign.to_owned()
    };
    let mut lines = Vec::new();
    for row in 0..=map.rows {
        let posts: String = (0..map.columns)
            .map(|column| "+".to_owned() + &between((row - 1, column), (row, column), "-").repeat(3))
            .collect();
        lines.push(posts + "+");
        if row == map.rows {
            break;
        }
        let mut line = between((row, -1), (row, 0), "|");
        for column in 0..map.columns {
            let mut cell = String::new();
            for (number, beast) in (1..).zip(&world.beasts).filter(|(_, beast)| beast.spot == Some((row, column))) {
                cell.push(beast.letter);
                if has_digits {
                    cell += &format!("{number}");
                }
            }
            for (is_here, sign) in [
                (world.explorer == (row, column), 'P'),
                (map.keys.contains(&(row, column)), 'K'),
                (map.traps.contains(&(row, column)), 'T'),
            ] {
                if is_here {
                    cell.push(sign);
                }
            }
            line += &format!("{cell:<3}{}", between((row, column), (row, column + 1), "|"));
        }
        lines.push(line);
    }
    lines.join("\n") + "\n"
}

fn solve(folder: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_mummy-maze")).arg(folder).output().expect("the program runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("text"), output.status.code())
}

/// Every par is that of the second simulation, in which every printed way leads out.
#[test]
fn random_levels_have_the_par_of_a_second_simulation() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mummy-mazes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut random = Random(70);
    let levels: Vec<(Map, World, String)> = (0..600).map(|_| random_level(&mut random)).collect();
    for (at, (.., text)) in levels.iter().enumerate() {
        fs::write(folder.join(format!("{at:03}.txt")), text).expect("a level is written");
    }
    let (printed, code) = solve(&folder);
    assert_eq!(code, Some(0));
    assert_eq!(printed.lines().count(), levels.len());
    let mut solvable = 0;
    for ((map, world, text), line) in levels.iter().zip(printed.lines()) {
        let par = map.par(world);
        match line.split_once("par ").map(|(_, rest)| rest.split_whitespace().collect::<Vec<_>>()) {
            None => assert_eq!(par, None, "{line}\n{text}"),
            Some(words) => {
                assert_eq!(par.map(|turns| turns.to_string()).as_deref(), Some(words[0]), "{line}\n{text}");
                assert_eq!(words[1].len().to_string(), words[0], "{line}");
                assert!(map.is_way_out(world, words[1]), "{line}\n{text}");
                solvable += 1;
            }
        }
    }
    assert!((100..500).contains(&solvable), "{solvable} levels have a way out");
}

/// A par that is stated wrong is told, and the exit code is 1. A level that cannot be read leaves
/// nothing on standard output.
#[test]
fn a_wrong_par_and_a_wrong_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-mazes");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("a.txt"), "par: 3\n+---+---+\n|P      \n+---+---+\n").expect("a level is written");
    assert_eq!(solve(&folder), ("a.txt  par   2  RR  but the file says par 3\n".to_owned(), Some(1)));
    fs::write(folder.join("b.txt"), "+---+\n").expect("a level is written");
    let output = Command::new(env!("CARGO_BIN_EXE_mummy-maze")).arg(&folder).output().expect("the program runs");
    fs::remove_file(folder.join("b.txt")).expect("the file is there");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("b.txt:1:1: the drawing is cut off"));
}

/// The level that a drawing without digits shows, read sign by sign.
fn read(text: &str) -> (Map, World) {
    let lines: Vec<Vec<char>> =
        text.lines().skip_while(|line| !line.starts_with('+')).map(|it| it.chars().collect()).collect();
    let sign = |line: i32, at: i32| lines[line as usize].get(at as usize).copied().unwrap_or(' ');
    let (rows, columns) = (lines.len() as i32 / 2, lines[0].len() as i32 / 4);
    let mut map = Map {
        rows,
        columns,
        walls: BTreeSet::new(),
        keys: BTreeSet::new(),
        traps: BTreeSet::new(),
        exit: ((0, 0), (0, 0)),
    };
    let mut world = World { explorer: (0, 0), beasts: Vec::new(), gates: BTreeMap::new() };
    for spot in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (line, at) = (2 * spot.0 + 1, 4 * spot.1 + 2);
        for sign in (at - 1..=at + 1).map(|at| sign(line, at)) {
            match sign {
                'P' => world.explorer = spot,
                'K' => drop(map.keys.insert(spot)),
                'T' => drop(map.traps.insert(spot)),
                'W' | 'R' | 'w' | 'r' => world.beasts.push(Beast { letter: sign, spot: Some(spot) }),
                _ => {}
            }
        }
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let to = (spot.0 + down, spot.1 + right);
            let is_inside = (0..rows).contains(&to.0) && (0..columns).contains(&to.1);
            match (sign(line + down, at + 2 * right), (spot.min(to), spot.max(to))) {
                (' ', _) if !is_inside => map.exit = (spot, to),
                ('.', pair) => drop(world.gates.insert(pair, true)),
                (':', pair) => drop(world.gates.insert(pair, false)),
                (' ', _) => {}
                (_, pair) => drop(map.walls.insert(pair)),
            }
        }
    }
    (map, world)
}

/// The levels of the book state the par that the second simulation finds.
#[test]
fn the_levels_of_the_book() {
    let (printed, code) = solve(Path::new(LEVELS));
    assert_eq!(code, Some(0), "{printed}");
    for entry in fs::read_dir(LEVELS).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("a level");
        let stated = text.lines().find_map(|line| line.strip_prefix("par: ")).expect("a par");
        let (map, world) = read(&text);
        assert_eq!(map.par(&world).map(|turns| turns.to_string()).as_deref(), Some(stated), "{text}");
    }
}

/// Levels whose pars follow by hand.
///
/// *A scorpion behind the explorer*: it steps into each cell that the explorer leaves, so the
/// corridor takes three steps and the step out. *A mummy*: two steps a turn catch the explorer.
/// *A toll*: the gate is closed until the key at the other end is stepped on: two steps to the key
/// and four from it. *A scorpion at the key* steps onto it in the first turn, so one turn of
/// waiting opens the gate before the explorer.
#[test]
fn pars_by_hand() {
    let levels = [
        ("scorpion", "+---+---+---+---+\n| w | P            \n+---+---+---+---+\n".replace("w |", "w  "), "3"),
        ("mummy", "+---+---+---+---+---+\n| W   P              \n+---+---+---+---+---+\n".to_owned(), ""),
        ("toll", "+---+---+---+---+\n| K       P :    \n+---+---+---+---+\n".to_owned(), "6"),
        (
            "waiting",
            "+---+---+---+---+\n| P :            \n+   +---+---+---+\n|         K   w |\n+---+---+---+---+\n"
                .to_owned(),
            "5",
        ),
    ];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mazes-by-hand");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text, par) in levels {
        let file = folder.join(name);
        fs::write(&file, &text).expect("a level is written");
        let (printed, _) = solve(&file);
        let told = printed.split_once("par ").and_then(|(_, rest)| rest.split_whitespace().next());
        assert_eq!(told.unwrap_or_default(), par, "{printed}{text}");
    }
}
