//! [`Setup::plan`], the only way from setups to games: every defect with its place, message and
//! requirement; odd setups that are valid; and notations that are written and read back.

use catmouse_arena::Arena;
use catmouse_model::{
    BoardChoice, CatFollows, CatInHole, CatsMove, Cell, CopsChoices, Defect, Game, Keyword, LimitChoice, MAX_COST,
    MAX_VERTICES, Outcome, Position, PositionChoice, Preset, RuleChoices, Setup, Side, Sight, Stalemate, Vertex,
    VertexChoice, with_remedies,
};
use serde::de::DeserializeOwned;

/// A board of lists of neighbours, as JSON.
fn lists(text: &str) -> Setup {
    Setup::new(BoardChoice::Adjacency(serde_json::from_str(text).expect("lists of numbers")))
}

/// A list of edges.
fn edges(vertices: i64, edges: &[(i64, i64)]) -> Setup {
    Setup::new(BoardChoice::Edges { vertices, edges: edges.to_vec() })
}

/// A board of lists of neighbours with costs, as JSON.
fn lists_with_costs(text: &str) -> Setup {
    Setup::new(BoardChoice::AdjacencyWithCosts(serde_json::from_str(text).expect("lists of pairs")))
}

/// A list of edges with costs.
fn edges_with_costs(vertices: i64, edges: &[(i64, i64, i64)]) -> Setup {
    Setup::new(BoardChoice::EdgesWithCosts { vertices, edges: edges.to_vec() })
}

/// A grid of rows.
fn grid(rows: &[&str]) -> Setup {
    Setup::new(BoardChoice::Grid(rows.iter().map(ToString::to_string).collect()))
}

/// A path of three vertices with the usual starts.
fn path() -> Setup {
    lists("[[1],[0,2],[1]]")
}

/// The setup, modified by a closure.
fn with(mut setup: Setup, change: impl FnOnce(&mut Setup)) -> Setup {
    change(&mut setup);
    setup
}

/// A path whose vertices have these names.
fn named(names: &[&str]) -> Setup {
    with(path(), |setup| setup.names = names.iter().map(ToString::to_string).collect())
}

fn vertex(text: &str) -> VertexChoice {
    text.parse().expect("a vertex")
}

fn vertices(texts: &[&str]) -> Vec<VertexChoice> {
    texts.iter().map(|text| vertex(text)).collect()
}

/// The defects of the setup, one line each: place, message, requirement.
fn check_refused(setup: &Setup, expect: &[&str]) {
    let defects = setup.plan().expect_err("it must be refused");
    let line = |Defect { place, kind }: &Defect| {
        let advice = with_remedies(&kind.wanted(), &kind.remedies(), |remedy| Some(remedy.to_string()));
        format!("{place:?}: {kind}; {advice}")
    };
    let found: Vec<_> = defects.found.iter().map(line).collect();
    assert_eq!(found, expect);
}

/// The game of a setup that must be valid.
fn passed(setup: &Setup) -> Game {
    setup.plan().unwrap_or_else(|defects| panic!("{defects}")).game()
}

/// The start of the game of a setup that must be valid, in notation.
fn check_passed(setup: &Setup, expect: &str) {
    let game = passed(setup);
    let start = game.start().position().expect("the start of every piece is given");
    assert_eq!(game.notation(&start), expect);
    assert_eq!(game.position(game.start_id().expect("the start of every piece is given")), start);
}

#[test]
fn no_vertices() {
    let expect = |place| format!("{place}: the board has no vertices; a board needs at least one vertex");
    check_refused(&lists("[]"), &[&expect("Board")]);
    check_refused(&edges(0, &[]), &[&expect("VertexCount")]);
    for rows in [&[][..], &[""], &["##", "##"]] {
        check_refused(&grid(rows), &[&expect("Board")]);
    }
}

#[test]
fn vertex_count() {
    for count in [-1, i64::from(MAX_VERTICES) + 1, i64::MIN, i64::MAX] {
        check_refused(
            &edges(count, &[]),
            &[&format!("VertexCount: {count} vertices are out of range; a board has 1 to 1048576 vertices")],
        );
    }
    check_refused(
        &grid(&vec![".".repeat(1 << 15).as_str(); 1 << 10]),
        &["Board: 33554432 vertices are out of range; a board has 1 to 1048576 vertices"],
    );
}

#[test]
fn no_such_vertex() {
    check_refused(
        &lists("[[1],[0,3],[-1]]"),
        &[
            "Neighbour { vertex: 1, entry: 1 }: vertex 3 does not exist; vertices are 0 to 2",
            "Neighbour { vertex: 2, entry: 0 }: vertex -1 does not exist; vertices are 0 to 2",
        ],
    );
    check_refused(
        &edges(3, &[(0, 1), (1, 3), (-5, 2)]),
        &[
            "Edge { index: 1 }: vertex 3 does not exist; vertices are 0 to 2",
            "Edge { index: 2 }: vertex -5 does not exist; vertices are 0 to 2",
        ],
    );
    check_refused(
        &with(path(), |setup| setup.mouse = Some(VertexChoice::Number(9))),
        &["Setting(Mouse): vertex 9 does not exist; vertices are 0 to 2"],
    );
    check_refused(
        &with(path(), |setup| setup.cats = Some(vertices(&["-1"]))),
        &["Item(Cat, 0): vertex -1 does not exist; vertices are 0 to 2"],
    );
    check_refused(
        &with(path(), |setup| setup.rules.holes = Some(vertices(&["0", "4294967296"]))),
        &["Item(Hole, 1): vertex 4294967296 does not exist; vertices are 0 to 2"],
    );
    check_refused(
        &lists("[[1]]"),
        &["Neighbour { vertex: 0, entry: 0 }: vertex 1 does not exist; the only vertex is 0"],
    );
}

#[test]
fn a_board_alone_may_have_no_vertices() {
    for setup in [lists("[]"), edges(0, &[]), edges_with_costs(0, &[])] {
        assert_eq!(setup.plan_board().expect("it is a board").vertices(), 0);
        assert_eq!(
            setup.plan().unwrap_err().to_string(),
            "the board has no vertices: a board needs at least one vertex"
        );
    }
    check_refused(&edges(0, &[(0, 1)]), &["Edge { index: 0 }: vertex 0 does not exist; there are none"]);
    let two_wrong = with(lists("[[1,7],[0,8]]"), |setup| setup.mouse = Some(vertex("9")));
    assert_eq!(two_wrong.plan_board().unwrap_err().found.len(), 2, "the start is no part of the board");
}

#[test]
fn missing_arc() {
    check_refused(
        &lists("[[1,2],[0],[1,0]]"),
        &["Neighbour { vertex: 2, entry: 0 }: the move 2→1 is listed, but not the move back; \
             list 2 among the neighbours of 1; `directed = true` lets moves lead one way"],
    );
    let explicitly = with(lists("[[1],[2],[0]]"), |setup| setup.rules.directed = Some(false));
    assert_eq!(explicitly.plan().unwrap_err().found.len(), 3);
    check_passed(&with(explicitly, |setup| setup.rules.directed = Some(true)), "M1 C2 mouse");
}

#[test]
fn costs_out_of_range() {
    const WANTED: &str = "a cost is a whole number, 1 to 1000000000";
    check_refused(
        &lists_with_costs("[[[1,0]],[[0,-3],[2,1]],[[1,1000000001]]]"),
        &[
            &format!("Neighbour {{ vertex: 0, entry: 0 }}: a cost of 0 is out of range; {WANTED}"),
            &format!("Neighbour {{ vertex: 1, entry: 0 }}: a cost of -3 is out of range; {WANTED}"),
            &format!("Neighbour {{ vertex: 2, entry: 0 }}: a cost of 1000000001 is out of range; {WANTED}"),
        ],
    );
    check_refused(
        &edges_with_costs(3, &[(0, 1, 1), (1, 2, i64::MIN)]),
        &[&format!("Edge {{ index: 1 }}: a cost of -9223372036854775808 is out of range; {WANTED}")],
    );
}

#[test]
fn unequal_costs() {
    check_refused(
        &lists_with_costs("[[[1,5],[2,1]],[[0,4]],[[0,1]]]"),
        &["Neighbour { vertex: 0, entry: 0 }: the move 0→1 costs 5, but the move back has another cost; \
             give the move 1→0 the same cost; `directed = true` lets moves lead one way"],
    );
    // The way back exists, and a second one at another cost.
    check_refused(
        &lists_with_costs("[[[1,5]],[[0,5],[0,4]],[]]"),
        &["Neighbour { vertex: 1, entry: 1 }: the move 1→0 costs 4, but the move back has another cost; \
             give the move 0→1 the same cost; `directed = true` lets moves lead one way"],
    );
    check_refused(
        &lists_with_costs("[[[1,5]],[],[]]"),
        &["Neighbour { vertex: 0, entry: 0 }: the move 0→1 is listed, but not the move back; \
             list 0 among the neighbours of 1; `directed = true` lets moves lead one way"],
    );
    let differing = with(lists_with_costs("[[[1,5]],[[0,4]],[]]"), |setup| setup.rules.directed = Some(true));
    check_passed(&differing, "M1 C2 mouse");
}

#[test]
fn a_board_has_costs_if_they_are_given() {
    let arcs = |setup: &Setup| -> Vec<(u32, u32, u32)> {
        let game = passed(setup);
        game.board().arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect()
    };
    let unit = lists_with_costs("[[[1,1]],[[0,1],[2,1]],[[1,1]]]");
    assert!(passed(&unit).board().has_costs(), "costs of 1 are costs");
    assert!(!passed(&path()).board().has_costs());
    assert_eq!(arcs(&unit), arcs(&path()));
    // A board without moves has no costs, because no format can express that it had.
    assert!(!passed(&edges_with_costs(3, &[])).board().has_costs());
    // An edge is two moves of equal cost. Two edges of different costs are two moves each way, in
    // pairs of equal cost.
    let parallel = edges_with_costs(3, &[(0, 1, 7), (1, 0, 2), (0, 1, 7), (2, 2, 3)]);
    assert!(passed(&parallel).board().has_costs());
    assert_eq!(arcs(&parallel), [(0, 1, 2), (0, 1, 7), (1, 0, 2), (1, 0, 7), (2, 2, 3)]);
    let one_way = with(parallel, |setup| setup.rules.directed = Some(true));
    assert_eq!(arcs(&one_way), [(0, 1, 7), (1, 0, 2), (2, 2, 3)]);
    assert_eq!(arcs(&edges_with_costs(3, &[(0, 1, MAX_COST.into())])), [(0, 1, MAX_COST), (1, 0, MAX_COST)]);
}

#[test]
fn ragged_row() {
    check_refused(
        &grid(&["MC.F", "..", "....."]),
        &[
            "GridRow { row: 1 }: row 1 has width 2, but row 0 has width 4; give all rows the same width; `#` is a wall",
            "GridRow { row: 2 }: row 2 has width 5, but row 0 has width 4; give all rows the same width; `#` is a wall",
        ],
    );
}

#[test]
fn thin_walls_stand_between_neighbours() {
    let cell = |row, column| Cell { row, column };
    let walled = |wall: [Cell; 2], setup: Setup| with(setup, |setup| setup.thin_walls = vec![wall]);
    let refused = |between: &str| {
        format!(
            "Board: there is no thin wall between {between}; \
             a thin wall needs two cells of a grid that are side by side"
        )
    };
    let rows = || grid(&["M.", ".C", "F."]);
    for (wall, between) in [
        ([cell(0, 0), cell(0, 0)], "(0,0) and (0,0)"),
        ([cell(1, 1), cell(0, 0)], "(0,0) and (1,1)"),
        ([cell(0, 0), cell(2, 0)], "(0,0) and (2,0)"),
        ([cell(0, 1), cell(0, 2)], "(0,1) and (0,2)"),
        ([cell(3, 0), cell(2, 0)], "(2,0) and (3,0)"),
        ([cell(u32::MAX, 0), cell(u32::MAX - 1, 0)], "(4294967294,0) and (4294967295,0)"),
    ] {
        check_refused(&walled(wall, rows()), &[&refused(between)]);
    }
    check_refused(&walled([cell(0, 0), cell(0, 1)], path()), &[&refused("(0,0) and (0,1)")]);
    let game = passed(&walled([cell(1, 0), cell(0, 0)], rows()));
    assert_eq!(game.board().grid().unwrap().thin_walls(), [[cell(0, 0), cell(1, 0)]]);
    let drawn = ["+--+--+", "|M    |", "+--+  +", "|   C |", "+  +  +", "|F    |", "+--+--+"];
    assert_eq!(game.picture(&game.start().position().unwrap()).unwrap(), drawn);
}

#[test]
fn unknown_cell() {
    let wanted = "a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap";
    check_refused(
        &grid(&["MCF ", "m.\t.", " mm "]),
        &[
            &format!("GridCell {{ row: 0, column: 3 }}: ` ` is not a cell of a grid; {wanted}"),
            &format!("GridCell {{ row: 1, column: 0 }}: `m` is not a cell of a grid; {wanted}"),
            &format!("GridCell {{ row: 1, column: 2 }}: `\\t` is not a cell of a grid; {wanted}"),
        ],
    );
}

#[test]
fn second_piece() {
    check_refused(
        &grid(&["M.C", "FMC"]),
        &["GridCell { row: 1, column: 1 }: a second mouse; the first is at (0,0); a grid has one mouse"],
    );
}

#[test]
fn no_piece() {
    check_refused(
        &grid(&["..."]),
        &[
            "Board: the grid has no F, so the food has no place; \
             mark a cell with F; `hole = …` sets it",
            "Board: the grid has no M, so the mouse has no place; \
             mark a cell with M; `mouse = …` sets it",
            "Board: the grid has no C, so the cat has no place; \
             mark a cell with C; `cat = …` sets it",
        ],
    );
}

#[test]
fn name_count() {
    check_refused(
        &named(&["den", "hall"]),
        &["Setting(Names): there are 2 names for 3 vertices; name all vertices, or none"],
    );
    check_refused(
        &named(&["den", "hall", "loft", "yard"]),
        &["Setting(Names): there are 4 names for 3 vertices; name all vertices, or none"],
    );
}

#[test]
fn bad_name() {
    for name in [
        "",
        "7",
        "-",
        "2,0",
        "two words",
        "a,b",
        "a:b",
        "a(b",
        "a]b",
        "a;b",
        "a\"b",
        "a'b",
        "a#b",
        "a=b",
        "tab\tbed",
        "e\u{1b}sc",
        "c\u{9b}si",
        "over\u{202e}ride",
        "line\u{2028}end",
    ] {
        let expect = format!(
            "Name {{ vertex: 1 }}: `{}` cannot name a vertex; \
             a name begins with a letter and has no spaces, brackets, commas, colons or quotes",
            name.escape_debug()
        );
        check_refused(&named(&["den", name, "loft"]), &[&expect]);
    }
}

#[test]
fn captions_are_lines() {
    let captions = ["a\nb", "\u{1b}[2J", "\u{202e}c"].map(str::to_owned).to_vec();
    let game = passed(&with(path(), |setup| setup.captions = captions));
    let labels: Vec<String> = (0..3).map(|vertex| game.board().label(Vertex::new(vertex)).to_string()).collect();
    assert_eq!(labels, ["a\\nb", "\\u{1b}[2J", "\\u{202e}c"]);
}

#[test]
fn name_twice() {
    check_refused(
        &named(&["den", "hall", "den"]),
        &["Name { vertex: 2 }: vertex 0 already has the name `den`; give each vertex its own name"],
    );
}

#[test]
fn no_such_name() {
    check_refused(
        &with(named(&["den", "hall", "loft"]), |setup| setup.mouse = Some(vertex("attic"))),
        &["Setting(Mouse): there is no vertex `attic`; use one of the board's names, or a number"],
    );
    check_refused(
        &with(path(), |setup| setup.cats = Some(vertices(&["attic"]))),
        &["Item(Cat, 0): there is no vertex `attic`; \
           the vertices have no names: use a number, or row,column on a grid"],
    );
}

#[test]
fn no_grid() {
    check_refused(
        &with(path(), |setup| setup.mouse = Some(vertex("0,1"))),
        &["Setting(Mouse): (0,1) is a cell, but the board is not a grid; use the number of a vertex"],
    );
}

#[test]
fn wall() {
    check_refused(
        &with(grid(&["M#C", "..F"]), |setup| setup.mouse = Some(vertex("0,1"))),
        &["Setting(Mouse): the cell (0,1) is a wall; pieces and holes need a free cell"],
    );
}

#[test]
fn outside_grid() {
    for cell in ["2,0", "0,3", "-1,0", "0,-1"] {
        check_refused(
            &with(grid(&["M#C", "..F"]), |setup| setup.rules.holes = Some(vertices(&["1,0", cell]))),
            &[&format!("Item(Hole, 1): the cell ({cell}) is outside the grid; rows are 0 to 1, columns 0 to 2")],
        );
    }
}

/// On a graph *Cat and Mouse II* has neither holes nor starts.
#[test]
fn no_start() {
    check_refused(
        &with(path(), |setup| setup.preset = Some(Preset::CatAndMouseII)),
        &[
            "Setting(Hole): the hole is missing; `hole = …` sets it; `hole = none` plays without one",
            "Setting(Mouse): the mouse has no start; `mouse = …` sets it; `placement = true` lets the players place \
             their pieces",
            "Setting(Cat): the cat has no start; `cat = …` sets it; `placement = true` lets the players place their \
             pieces",
        ],
    );
}

#[test]
fn start_beyond() {
    check_refused(
        &lists("[[1],[0]]"),
        &["Board: the cat starts at vertex 2, which does not exist; vertices are 0 to 1"],
    );
    check_refused(
        &with(lists("[[]]"), |setup| setup.rules.cat_in_hole = Some(CatInHole::Allowed)),
        &[
            "Board: the mouse starts at vertex 1, which does not exist; the only vertex is 0",
            "Board: the cat starts at vertex 2, which does not exist; the only vertex is 0",
        ],
    );
}

#[test]
fn cat_count() {
    check_refused(
        &with(path(), |setup| setup.cats = Some(vec![])),
        &["Setting(Cat): 0 cats are out of range; a game has 1 to 64 cats"],
    );
    check_refused(
        &with(path(), |setup| {
            setup.cats = Some(vertices(&["1", "2", "2"]));
            setup.rules.cats = Some(2);
        }),
        &["Setting(Cats): the number of cats is 2, but the number of their starts is 3; \
             give each cat a start, and leave out the number of cats"],
    );
}

#[test]
fn cat_starts_in_hole() {
    let wanted =
        "which it may not enter; choose another start; `cat-in-hole = allowed | guards | wins` lets the cat enter";
    check_refused(
        &with(path(), |setup| setup.cats = Some(vertices(&["0"]))),
        &[&format!("Item(Cat, 0): the cat starts in the hole 0, {wanted}")],
    );
    // The setup moves the hole to the preset's start of the cat.
    check_refused(
        &with(named(&["den", "hall", "loft"]), |setup| setup.rules.holes = Some(vertices(&["2"]))),
        &[&format!("Item(Hole, 0): the cat starts in the hole loft, {wanted}")],
    );
}

#[test]
fn jump_without_grid() {
    check_refused(
        &with(path(), |setup| (setup.rules.mouse_jump, setup.rules.cat_jump) = (Some(2), Some(3))),
        &[
            "Setting(MouseJump): a jump of 2 cells needs a grid; jumps follow straight lines of cells, so elsewhere \
             they are 0 or 1",
            "Setting(CatJump): a jump of 3 cells needs a grid; jumps follow straight lines of cells, so elsewhere \
             they are 0 or 1",
        ],
    );
}

#[test]
fn jump() {
    check_refused(
        &with(grid(&["MCF"]), |setup| {
            (setup.rules.mouse_jump, setup.rules.cat_jump) = (Some(-1), Some(4_294_967_296));
        }),
        &[
            "Setting(MouseJump): a jump of -1 cells is out of range; a jump is 0 to 4294967295 cells",
            "Setting(CatJump): a jump of 4294967296 cells is out of range; a jump is 0 to 4294967295 cells",
        ],
    );
}

#[test]
fn number() {
    check_refused(
        &with(path(), |setup| {
            (setup.rules.mouse_speed, setup.rules.cat_speed) = (Some(0), Some(vec![4_294_967_296]));
            setup.rules.capture_distance = Some(-1);
        }),
        &[
            "Setting(Rule(\"mouse-speed\")): a mouse speed of 0 edges is out of range; it is 1 to 4294967295 edges",
            "Setting(Rule(\"cat-speed\")): a cat speed of 4294967296 edges is out of range; it is 1 to 4294967295 \
             edges",
            "Setting(Rule(\"capture-distance\")): a capture distance of -1 edges is out of range; it is 0 to \
             4294967295 edges",
        ],
    );
}

#[test]
fn per_cat() {
    let two =
        |follows: &[CatFollows]| with(grid(&["M.F", "C.C"]), |setup| setup.rules.cat_follows = Some(follows.to_vec()));
    let [rows, free] = [CatFollows::Rows, CatFollows::Free];
    check_refused(
        &two(&[rows, free, rows]),
        &["Setting(CatFollows): `cat-follows` has 3 values, but there are 2 cats; give one value for all cats, or \
           one for each"],
    );
    check_refused(
        &with(path(), |setup| setup.rules.cat_speed = Some(vec![])),
        &["Setting(Rule(\"cat-speed\")): `cat-speed` has 0 values, but there is 1 cat; give one value for all cats, \
           or one for each"],
    );
    // Cats that are alike are listed in any order, and cats that differ in their own.
    let ways = |setup: &Setup| setup.plan().expect("it is a game").game().rules().cat_ways.len();
    assert_eq!([ways(&two(&[rows, rows])), ways(&two(&[rows])), ways(&two(&[rows, free]))], [1, 1, 2]);
}

#[test]
fn cast() {
    let follows = |setup: Setup| with(setup, |setup| setup.rules.cat_follows = Some(vec![CatFollows::Rows]));
    check_refused(
        &follows(path()),
        &["Setting(CatFollows): a cat follows a script, but the board has no rows and columns; \
           `cat-follows = nearest` needs no grid"],
    );
    check_refused(
        &with(follows(grid(&["MCF"])), |setup| setup.rules.cat_jump = Some(2)),
        &["Setting(CatFollows): a cat follows a script, but the cat jumps; `cat-jump = 1` lets it step"],
    );
    check_refused(
        &with(follows(grid(&["MCF"])), |setup| setup.rules.mouse_seen = Some(Sight::Never)),
        &[
            "Setting(CatFollows): a cat follows a script, but the mouse is not always seen; `mouse-seen = always` \
             shows it",
            "Setting(MouseSeen): the mouse is never seen; this question needs a mouse that is always seen; \
             `mouse-seen = always` shows it",
        ],
    );
    let two = |setup: &mut Setup| {
        (setup.rules.cat_speed, setup.rules.cats_move) = (Some(vec![1, 2]), Some(CatsMove::One));
    };
    check_refused(
        &with(grid(&["M.F", "C.C"]), two),
        &["Setting(Rule(\"cat-speed\")): the cats have different speeds, but only one cat moves in a ply; \
           `cats-move = all` lets every cat move"],
    );
    let costs = Setup::new(BoardChoice::EdgesWithCosts { vertices: 3, edges: vec![(0, 1, 4), (1, 2, 1)] });
    check_refused(
        &with(costs, |setup| setup.rules.cat_follows = Some(vec![CatFollows::Nearest])),
        &["Setting(CatFollows): a cat follows a script, but the moves of the board have costs; use a board without \
           costs"],
    );
    // Cop numbers are about cats that choose.
    let rules = RuleChoices { cat_follows: Some(vec![CatFollows::Nearest]), ..RuleChoices::default() };
    let refused = CopsChoices::new(&rules, None).expect_err("a script");
    assert_eq!(
        refused.found[0].kind.to_string(),
        "a cat follows a script, but this question is about cats that choose their moves"
    );
}

/// The cost of a move has 32 bits, which a run along many expensive edges could exceed.
#[test]
fn run_cost() {
    let edges = vec![(0, 1, 400_000_000), (1, 2, 1)];
    let dear = Setup::new(BoardChoice::EdgesWithCosts { vertices: 3, edges });
    let with_speed = |speed| with(dear.clone(), |setup| setup.rules.mouse_speed = Some(speed));
    check_refused(
        &with_speed(9),
        &["Board: a run of 9 edges could cost 1200000000 on this board; one move may cost at most 1000000000; \
           use lower costs or a lower speed"],
    );
    assert!(with_speed(2).plan().is_ok());
}

/// The cost of a move of several cats is the sum of what each pays.
#[test]
fn team_cost() {
    let edges = vec![(0, 1, 1_000_000_000), (1, 2, 1)];
    let dear = Setup::new(BoardChoice::EdgesWithCosts { vertices: 3, edges });
    let with_cats = |cats| with(dear.clone(), |setup| setup.cats = Some(vertices(&vec!["2"; cats])));
    check_refused(
        &with_cats(5),
        &["Board: one move of 5 cats could cost 5000000000 on this board; together the cats may pay at most \
           4294967295 for a move; use lower costs or fewer cats"],
    );
    assert!(with_cats(4).plan().is_ok());
    let one = with(with_cats(5), |setup| setup.rules.cats_move = Some(CatsMove::One));
    assert!(one.plan().is_ok());
}

#[test]
fn limit() {
    for limit in [-1, i64::MIN] {
        check_refused(
            &with(path(), |setup| setup.rules.limit = Some(LimitChoice::Plies(limit))),
            &[&format!(
                "Setting(Limit): a limit of {limit} plies is out of range; a limit is 0 plies or more, or none"
            )],
        );
    }
}

#[test]
fn nowhere_for_cat() {
    check_refused(
        &with(path(), |setup| setup.rules.holes = Some(vertices(&["0", "1", "2", "1"]))),
        &["Setting(Hole): every vertex is a hole, which the cat may not enter; \
           leave a vertex without a hole; `cat-in-hole = allowed | guards | wins` lets the cat enter"],
    );
}

/// A straight corridor of 65,537 cells: from each cell the mouse reaches all others and may stay,
/// which makes 65,537² moves.
#[test]
fn too_many_moves() {
    let corridor = format!("MCF{}", ".".repeat(65_534));
    let far = with(grid(&[&corridor]), |setup| setup.rules.mouse_jump = Some(70_000));
    check_refused(
        &far,
        &["Board: a piece could have 4295098369 moves on this board; \
           at most 4294967295 are possible; use a smaller board, shorter jumps or a lower speed"],
    );
    let near = with(far, |setup| setup.rules.mouse_jump = Some(1));
    assert_eq!(near.plan().expect("three moves a cell").positions(), 2 * 65_537 * 65_537);
}

/// Each of these defects is in a place of its own, and all are reported together.
#[test]
fn several_defects_are_all_reported() {
    let setup = with(path(), |setup| {
        setup.mouse = Some(vertex("attic"));
        setup.cats = Some(vertices(&["7"]));
        setup.rules.holes = Some(vertices(&["1,1"]));
        setup.rules.mouse_jump = Some(-1);
        setup.rules.cat_jump = Some(2);
        setup.rules.limit = Some(LimitChoice::Plies(-3));
    });
    let defects = setup.plan().unwrap_err();
    assert_eq!(defects.found.len(), 6);
    assert_eq!(
        defects.to_string(),
        "a jump of -1 cells is out of range: a jump is 0 to 4294967295 cells; \
         a jump of 2 cells needs a grid: jumps follow straight lines of cells, so elsewhere they are 0 or 1; \
         a limit of -3 plies is out of range: a limit is 0 plies or more, or none; \
         (1,1) is a cell, but the board is not a grid: use the number of a vertex; \
         there is no vertex `attic`: the vertices have no names: use a number, or row,column on a grid; \
         vertex 7 does not exist: vertices are 0 to 2"
    );
}

#[test]
fn several_defects_of_a_board_are_all_reported() {
    let setup = with(lists("[[1,9],[2],[1]]"), |setup| setup.names = vec!["a".to_owned(), "a".to_owned()]);
    check_refused(
        &setup,
        &[
            "Neighbour { vertex: 0, entry: 1 }: vertex 9 does not exist; vertices are 0 to 2",
            "Setting(Names): there are 2 names for 3 vertices; name all vertices, or none",
            "Name { vertex: 1 }: vertex 0 already has the name `a`; give each vertex its own name",
        ],
    );
}

#[test]
fn defects_of_edges_holes_and_starts_are_reported_together() {
    let wrong = |setup: &mut Setup| {
        setup.rules.holes = Some(vertices(&["8"]));
        setup.mouse = Some(vertex("7"));
        setup.cats = Some(vertices(&["2", "6"]));
    };
    let edges = BoardChoice::Edges { vertices: 3, edges: vec![(0, 1), (1, 9)] };
    for (setup, place) in [
        (with(lists("[[1],[0,9],[]]"), wrong), "Neighbour { vertex: 1, entry: 1 }"),
        (with(Setup::new(edges), wrong), "Edge { index: 1 }"),
    ] {
        let defects = setup.plan().unwrap_err();
        let missing: Vec<String> = defects
            .found
            .iter()
            .map(|defect| format!("{:?}: {}", defect.place, defect.kind))
            .filter(|said| said.contains("does not exist"))
            .collect();
        assert_eq!(missing.len(), 4, "{defects}");
        assert!(missing[0].starts_with(&format!("{place}: vertex 9 does not exist")), "{missing:?}");
    }
}

#[test]
fn pieces_may_start_on_one_vertex() {
    check_passed(&with(path(), |setup| setup.cats = Some(vertices(&["1"]))), "M1 C1 mouse");
}

#[test]
fn the_mouse_may_start_in_the_hole() {
    check_passed(&with(path(), |setup| setup.mouse = Some(vertex("0"))), "M0 C2 mouse");
}

#[test]
fn both_may_start_in_a_hole_that_is_not_forbidden() {
    for cat_in_hole in [CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins] {
        let setup = with(path(), |setup| {
            setup.rules.cat_in_hole = Some(cat_in_hole);
            (setup.mouse, setup.cats, setup.first) = (Some(vertex("0")), Some(vertices(&["0"])), Some(Side::Cat));
        });
        check_passed(&setup, "M0 C0 cat");
        assert_eq!(passed(&setup).arena().positions(), 2 * 3 * 3);
    }
}

#[test]
fn a_single_vertex_is_a_board() {
    let setup = with(lists("[[]]"), |setup| {
        setup.rules.cat_in_hole = Some(CatInHole::Allowed);
        (setup.mouse, setup.cats) = (Some(vertex("0")), Some(vertices(&["0"])));
    });
    check_passed(&setup, "M0 C0 mouse");
}

#[test]
fn there_may_be_no_hole() {
    let setup = with(path(), |setup| setup.rules.holes = Some(vec![]));
    check_passed(&setup, "M1 C2 mouse");
    assert_eq!(passed(&setup).arena().positions(), 2 * 3 * 3);
    let no_food = with(grid(&["MC."]), |setup| setup.rules.holes = Some(vec![]));
    check_passed(&no_food, "M(0,0) C(0,1) mouse");
}

#[test]
fn a_hole_that_is_listed_twice_is_one_hole() {
    let game = passed(&with(path(), |setup| setup.rules.holes = Some(vertices(&["1", "0", "1"]))));
    assert_eq!(game.rules().holes, [Vertex::new(0), Vertex::new(1)]);
    assert_eq!(game.arena().positions(), 2 * 3);
}

#[test]
fn loops_and_repeated_edges_pass() {
    let game = passed(&lists("[[0,1,1],[0,0,2,2],[1]]"));
    let arcs: Vec<_> = game.board().arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
    assert_eq!(arcs, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)]);
    let same = passed(&edges(3, &[(0, 0), (1, 0), (0, 1), (1, 2)]));
    assert!(same.board().arcs().eq(game.board().arcs()));
}

/// The published numbers of positions of the two games: 2·n·(n−1), and 2·n² if the cat may go
/// anywhere.
#[test]
fn positions_are_counted_before_the_game_is_laid_out() {
    for (setup, expect) in [(path(), 2 * 3 * 2), (grid(&["M#C", "..F"]), 2 * 5 * 5)] {
        let plan = setup.plan().unwrap();
        assert_eq!(plan.positions(), expect);
        assert_eq!(plan.game().arena().positions() as u64, expect);
    }
}

/// The bytes that a game with one cat takes for the pairs of places at which the cat catches the
/// mouse from a distance: 24 for each pair. Every vertex is open to both.
fn bytes_of_catching(vertices: i64, arcs: &[(i64, i64)], distance: u32) -> u64 {
    let bytes = |distance: u32| {
        let setup = with(edges(vertices, arcs), |setup| {
            setup.rules.directed = Some(true);
            setup.rules.holes = Some(vec![]);
            setup.rules.placement = Some(true);
            setup.rules.capture_distance = Some(distance.into());
        });
        setup.plan().expect("a valid board").game_bytes()
    };
    bytes(distance) - bytes(0)
}

/// Compares with the distances of Floyd and Warshall's algorithm, on all 64 digraphs with three
/// vertices.
#[test]
fn catching_pairs_are_counted_exactly_on_a_small_board() {
    let all: [(u32, u32); 6] = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
    for chosen in 0..64_u32 {
        let arcs: Vec<_> =
            all.iter().enumerate().filter(|&(bit, _)| chosen >> bit & 1 == 1).map(|(_, &arc)| arc).collect();
        let mut apart = [[0, 10, 10], [10, 0, 10], [10, 10, 0_u32]];
        for &(from, to) in &arcs {
            apart[from as usize][to as usize] = 1;
        }
        for (via, from, to) in (0..27).map(|number| (number / 9, number / 3 % 3, number % 3)) {
            apart[from][to] = apart[from][to].min(apart[from][via] + apart[via][to]);
        }
        let arcs: Vec<(i64, i64)> = arcs.iter().map(|&(from, to)| (from.into(), to.into())).collect();
        for distance in 1..5 {
            let expected = apart.iter().flatten().filter(|&&steps| steps <= distance).count() as u64;
            assert_eq!(bytes_of_catching(3, &arcs, distance), 24 * expected, "{arcs:?}, {distance}");
        }
    }
}

/// On a large board walks are counted. On a cycle of one-way arcs each vertex has one walk of each
/// length, so the bound is exact.
#[test]
fn catching_pairs_are_counted_by_walks_on_a_large_board() {
    let vertices = 10_000;
    let arcs: Vec<_> = (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices)).collect();
    for distance in 1..4 {
        assert_eq!(bytes_of_catching(vertices, &arcs, distance), 24 * 10_000 * u64::from(distance + 1));
    }
}

#[test]
fn limits_and_jumps_may_be_zero_or_enormous() {
    let setup = with(grid(&["MC.F"]), |setup| {
        setup.rules.limit = Some(LimitChoice::Plies(0));
        (setup.rules.mouse_jump, setup.rules.cat_jump) = (Some(0), Some(4_294_967_295));
    });
    let game = passed(&setup);
    assert_eq!(game.rules().limit.unwrap().plies, 0);
    assert_eq!((game.rules().mouse.jump, game.rules().cat.jump), (0, u32::MAX));
    let longest = passed(&with(setup, |setup| setup.rules.limit = Some(LimitChoice::Plies(i64::MAX))));
    assert_eq!(longest.rules().limit.unwrap().plies, i64::MAX as u64);
}

/// A start in the setup overrides the letters of the grid, which are then optional.
#[test]
fn settings_outweigh_the_letters_of_a_grid() {
    let setup = with(grid(&["M..", "C.F"]), |setup| {
        (setup.mouse, setup.cats) = (Some(vertex("0,2")), Some(vertices(&["1,1"])));
        setup.rules.holes = Some(vertices(&["0,0"]));
    });
    check_passed(&setup, "M(0,2) C(1,1) mouse");
    assert_eq!(passed(&setup).rules().holes, [Vertex::new(0)]);
    let bare = with(grid(&["...", "..."]), |bare| {
        (bare.mouse, bare.cats, bare.rules.holes) = (setup.mouse, setup.cats, setup.rules.holes);
    });
    check_passed(&bare, "M(0,2) C(1,1) mouse");
}

/// The presets' rules, as the published statements of the games give them.
#[test]
fn presets_supply_what_is_left_open() {
    let game = passed(&path());
    let rules = game.rules();
    assert_eq!(game.preset(), Preset::CatAndMouse);
    assert_eq!((rules.cat_in_hole, rules.endless, rules.limit), (CatInHole::Forbidden, Outcome::Draw, None));
    assert_eq!((rules.mouse.may_stay, rules.cat.may_stay, rules.stalemate), (false, false, Stalemate::Draw));

    let game = passed(&grid(&["MCF"]));
    let rules = game.rules();
    assert_eq!(game.preset(), Preset::CatAndMouseII);
    assert_eq!((rules.cat_in_hole, rules.endless, rules.stalemate), (CatInHole::Wins, Outcome::Cat, Stalemate::Draw));
    assert_eq!(rules.limit.map(|limit| (limit.plies, limit.winner)), Some((1_000, Outcome::Cat)));
    assert_eq!((rules.mouse.may_stay, rules.cat.may_stay), (true, true));
}

#[test]
fn the_limit_is_won_by_the_winner_of_endless_play_by_default() {
    for endless in Outcome::ALL {
        let setup = with(path(), |setup| {
            setup.rules.endless = Some(*endless);
            setup.rules.limit = Some(LimitChoice::Plies(9));
        });
        assert_eq!(passed(&setup).rules().limit.unwrap().winner, *endless);
    }
}

/// A vertex is read in several notations and written in one.
fn check_vertex(text: &str, expect: &VertexChoice, written: &str) {
    let read = vertex(text);
    assert_eq!((&read, read.to_string().as_str()), (expect, written), "{text}");
    assert_eq!(vertex(written), *expect, "the written form reads as the same vertex");
}

#[test]
fn vertices_are_numbers_cells_or_names() {
    for text in ["3", " 3 ", "+3", "03"] {
        check_vertex(text, &VertexChoice::Number(3), "3");
    }
    check_vertex("-3", &VertexChoice::Number(-3), "-3");
    for text in ["2,0", "(2,0)", "[2,0]", "[2, 0]", "( 2 ,0 )", " 2, 0 "] {
        check_vertex(text, &VertexChoice::Cell(2, 0), "(2,0)");
    }
    check_vertex("-2,99", &VertexChoice::Cell(-2, 99), "(-2,99)");
    for name in ["den", "Küche", "_", "a1", "front-door", "x.y", "M", "C", "mouse", "中"] {
        check_vertex(name, &VertexChoice::Name(name.to_owned()), name);
    }
}

#[test]
fn texts_that_are_no_vertex() {
    for text in
        ["", " ", "(", "()", "(3)", "(2,0", "2,0)", "[2,0)", "1,2,3", "2,", ",", "3rd", "two words", "a,b", "1.5"]
    {
        let error = text.parse::<VertexChoice>().expect_err(text);
        assert_eq!(error.to_string(), "expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name");
    }
    // A number that does not fit into 64 bits is not a name either.
    assert!("9223372036854775808".parse::<VertexChoice>().is_err());
}

/// The parts of a position as they were read: mouse, cats, turn.
fn check_position(text: &str, expect: &str) {
    let found = match text.parse::<PositionChoice>() {
        Ok(position) => {
            let cats: Vec<_> = position.cats.iter().map(VertexChoice::to_string).collect();
            format!("mouse {}, cats {}, {} to move", position.mouse, cats.join(" and "), position.turn)
        }
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expect, "{text}");
}

#[test]
fn positions_are_read_in_any_order() {
    for text in ["M3 C5 mouse", "C5 M3 mouse", "mouse M3 C5", "  M3\tC5\n mouse "] {
        check_position(text, "mouse 3, cats 5, mouse to move");
    }
    for text in ["M(2,0) C(1,1) cat", "M2,0 C1,1 cat", "M[2, 0] C( 1, 1 ) cat", "M:(2,0) C:1,1 cat"] {
        check_position(text, "mouse (2,0), cats (1,1), cat to move");
    }
    check_position("M:den C:mouse cat", "mouse den, cats mouse, cat to move");
    check_position("M1 C2 Cat", "mouse 1, cats 2, cat to move");
    check_position("M1 C2 MOUSE", "mouse 1, cats 2, mouse to move");
    check_position("M:M C:C mouse", "mouse M, cats C, mouse to move");
    check_position("M1 C2 C2 C3 cat", "mouse 1, cats 2 and 2 and 3, cat to move");
}

#[test]
fn texts_that_are_no_position() {
    let reads = "a position reads like M3 C5 mouse, or M(2,0) C(1,1) cat on a grid";
    for (text, what) in [
        ("", "the cat is missing"),
        ("M1 mouse", "the cat is missing"),
        ("C1 mouse", "the mouse is missing"),
        ("M1 C2", "the player to move is missing"),
        ("M1 M2 C3 cat", "`M2` is a second mouse"),
        ("M1 C2 cat mouse", "`mouse` gives the turn a second time"),
        ("M1 C2 cat cat", "`cat` gives the turn a second time"),
        ("M1 D2 cat", "`D2` is not a piece with its vertex, nor mouse or cat"),
        ("Mden C2 cat", "`Mden`: write a colon before a name, as in M:hall"),
        (
            "M(2,0 C5 mouse",
            "`M(2,0 C5 mouse`: expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name",
        ),
        ("M C2 cat", "`M`: expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name"),
        ("M1 C2,x cat", "`C2,x`: expected a vertex: a number as in 3, a cell as in 2,0 (row, column), or a name"),
    ] {
        check_position(text, &format!("{what}: {reads}"));
    }
}

/// The notation of every position of the game reads back as the same position, and as the start of
/// another game.
fn check_round_trip(setup: &Setup, some_notation: &str) {
    let game = passed(setup);
    let mut notations = Vec::new();
    for id in game.position_ids() {
        let position = game.position(id);
        let notation = game.notation(&position);
        let again =
            passed(&with(setup.clone(), |setup| setup.start_from(notation.parse().expect("a position in notation"))));
        assert_eq!((again.start().position(), again.start_id()), (Some(position), Some(id)), "{notation}");
        notations.push(notation);
    }
    assert!(notations.iter().any(|notation| notation == some_notation), "{some_notation} is not among {notations:?}");
    assert_eq!(notations.len(), game.arena().positions());
}

#[test]
fn notation_round_trips_on_a_plain_board() {
    check_round_trip(&path(), "M0 C2 cat");
}

#[test]
fn notation_round_trips_on_a_named_board() {
    check_round_trip(&named(&["den", "Küche", "front-door"]), "M:den C:front-door mouse");
    // Names that look like other parts of a position.
    check_round_trip(&named(&["mouse", "cat", "C"]), "M:cat C:C mouse");
    check_round_trip(&named(&["M", "M1", "_"]), "M:M C:_ cat");
}

#[test]
fn notation_round_trips_on_a_grid() {
    check_round_trip(&grid(&["M#C", "..F"]), "M(0,0) C(1,2) cat");
    // The names of a grid's cells take precedence over their coordinates.
    let named = with(grid(&["MCF"]), |setup| setup.names = ["a", "b", "c"].map(str::to_owned).to_vec());
    check_round_trip(&named, "M:a C:b mouse");
}

#[test]
fn impossible_positions_have_no_number() {
    let game = passed(&path());
    let id = |mouse, cats: &[u32]| {
        let cats = cats.iter().copied().map(Vertex::new).collect();
        game.id(&Position { mouse: Vertex::new(mouse), cats, turn: Side::Mouse })
    };
    assert!(id(0, &[1]).is_some());
    for (mouse, cats) in [(0, &[0][..]), (3, &[1]), (0, &[3]), (0, &[]), (0, &[1, 2])] {
        assert_eq!(id(mouse, cats), None, "M{mouse} C{cats:?}");
    }
}

#[test]
fn a_picture_shows_the_pieces_on_the_grid() {
    let game = passed(&grid(&["M#C", "..F"]));
    assert_eq!(game.picture(&game.start().position().unwrap()).unwrap(), ["M#C", "..F"]);
    let both = Position { mouse: Vertex::new(4), cats: vec![Vertex::new(4)], turn: Side::Cat };
    assert_eq!(game.picture(&both).unwrap(), [".#.", "..X"]);
    let corner = Cell { row: 0, column: 2 };
    assert_eq!(game.board().grid().unwrap().vertex(corner), Some(Vertex::new(1)));
    assert_eq!(passed(&path()).picture(&both), None);
}

/// Each value of the keyword has one word, the same in messages, in input and in serde.
fn check_words<K: Keyword + serde::Serialize + DeserializeOwned + std::fmt::Debug + std::fmt::Display>(choices: &str) {
    assert_eq!(K::choices(), choices);
    for &value in K::ALL {
        let word = value.word();
        assert_eq!(value.to_string(), word);
        assert_eq!(K::from_word(word), Some(value));
        assert_eq!(serde_json::to_string(&value).unwrap(), format!("\"{word}\""));
        assert_eq!(serde_json::from_str::<K>(&format!("\"{word}\"")).unwrap(), value);
        assert!(word.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{word} is written in one way only");
    }
    for wrong in ["", "Mouse", "draw ", "unknown"] {
        assert_eq!(K::from_word(wrong), None);
    }
}

#[test]
fn keywords_are_written_alike_everywhere() {
    check_words::<Side>("mouse or cat");
    check_words::<Outcome>("mouse, cat or draw");
    check_words::<CatInHole>("forbidden, allowed, guards or wins");
    check_words::<Stalemate>("draw, pass or loss");
    check_words::<Preset>("cat-and-mouse, cat-and-mouse-ii or cops");
}

/// A setup survives a round trip through serde.
#[test]
fn a_setup_round_trips_through_serde() {
    let setup = with(grid(&["M#C", "..F"]), |setup| {
        setup.preset = Some(Preset::CatAndMouse);
        setup.rules.limit = Some(LimitChoice::Plies(7));
        setup.rules.holes = Some(vertices(&["1,0", "den", "3"]));
        setup.first = Some(Side::Cat);
    });
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
}

#[test]
fn several_bad_holes_are_all_reported() {
    check_refused(
        &with(path(), |setup| setup.rules.holes = Some(vertices(&["3", "1", "den"]))),
        &[
            "Item(Hole, 0): vertex 3 does not exist; vertices are 0 to 2",
            "Item(Hole, 2): there is no vertex `den`; \
             the vertices have no names: use a number, or row,column on a grid",
        ],
    );
}

/// On a grid a number is always a defect, as it could only be half of a cell.
#[test]
fn number_on_grid() {
    check_refused(
        &with(grid(&["MCF"]), |setup| setup.rules.holes = Some(vertices(&["0", "2"]))),
        &[
            "Item(Hole, 0): 0 is not a cell of the grid; give its row and column, as in 2,0 or [2, 0]",
            "Item(Hole, 1): 2 is not a cell of the grid; give its row and column, as in 2,0 or [2, 0]",
        ],
    );
}

#[test]
fn several_cats() {
    check_passed(&with(path(), |setup| setup.cats = Some(vertices(&["2", "1"]))), "M1 C1 C2 mouse");
    check_passed(&grid(&["M.C", "F.C"]), "M(0,0) C(0,2) C(1,2) mouse");
    check_refused(
        &with(path(), |setup| setup.rules.cats = Some(2)),
        &["Setting(Cat): the 2 cats have no starts; `cat = …` sets one; `placement = true` lets the players place \
             their pieces"],
    );
    check_refused(
        &with(path(), |setup| (setup.preset, setup.rules.cats) = (Some(Preset::CopsAndRobbers), Some(65))),
        &["Setting(Cats): 65 cats are out of range; a game has 1 to 64 cats"],
    );
}

/// Positions with two cats are numbered in order, regardless of the order in which the cats are
/// named.
#[test]
fn two_cats_are_one_team() {
    let game = passed(&with(path(), |setup| setup.cats = Some(vertices(&["1", "2"]))));
    let vertex = Vertex::new;
    let id = |cats| game.id(&Position { mouse: vertex(0), cats, turn: Side::Mouse });
    assert_eq!(id(vec![vertex(1), vertex(2)]), id(vec![vertex(2), vertex(1)]));
    assert_eq!(id(vec![vertex(1)]), None);
    assert_eq!(id(vec![vertex(0), vertex(1)]), None, "the hole is closed to every cat");
    for position in game.position_ids() {
        assert_eq!(game.id(&game.position(position)), Some(position));
    }
}

/// In Cops and Robbers the players place the pieces for which the setup gives no start.
#[test]
fn pieces_are_placed() {
    let cops = |change: fn(&mut Setup)| {
        let mut setup = with(path(), |setup| setup.preset = Some(Preset::CopsAndRobbers));
        change(&mut setup);
        passed(&setup)
    };
    let all = cops(|_| {});
    assert_eq!((all.start().mouse, all.start().cats.clone(), all.start().first), (None, None, Side::Cat));
    assert_eq!(all.start_id(), None);
    let mouse = cops(|setup| setup.cats = Some(vertices(&["1"])));
    assert_eq!((mouse.start().mouse, mouse.start().cats.clone()), (None, Some(vec![Vertex::new(1)])));
    let nobody = cops(|setup| (setup.mouse, setup.cats) = (Some(vertex("0")), Some(vertices(&["1"]))));
    assert_eq!(nobody.start().position().map(|start| nobody.notation(&start)), Some("M0 C1 cat".to_owned()));
    let placed = with(path(), |setup| setup.rules.placement = Some(true));
    assert_eq!(passed(&placed).start_id(), None, "the players of any game may place the pieces");
}
