//! Grids in plain text.

use catmouse_formats::{BoardText, Format, Loss, read, recognise, write};
use catmouse_model::{BoardChoice, CatInHole, Setting, SetupPlace};

#[track_caller]
fn check(text: &str, expect: &str) {
    super::check(Format::Grid, text, expect);
}

#[test]
fn a_row_a_line() {
    check("#.##F\n#C...\nM....", r##"Grid(["#.##F", "#C...", "M...."])"##);
    check("#.##F\r\n#C...\r\nM....\r\n", r##"Grid(["#.##F", "#C...", "M...."])"##);
    check("MCF", r#"Grid(["MCF"])"#);
}

#[test]
fn blank_edges_mean_nothing() {
    check("\n \t\n\r\nM.C \t\n..F\t\r\n\n  \n", r#"Grid(["M.C", "..F"])"#);
}

#[test]
fn other_spaces_are_unknown_cells_and_reported_once() {
    check(
        "  MC\n  .F",
        "⟨ ⟩ ` ` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
    );
}

#[test]
fn an_unknown_cell_is_pointed_at() {
    check(
        "M.é.F\n..XC.",
        "⟨é⟩ `é` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap
        ⟨X⟩ `X` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
    );
}

#[test]
fn a_ragged_row_is_pointed_at() {
    check("M.F\n.C\n...", "⟨.C⟩ row 1 has width 2, but row 0 has width 3: give all rows the same width; `#` is a wall");
    check("M.F\n\n.C.", "⟨⟩ row 1 has width 0, but row 0 has width 3: give all rows the same width; `#` is a wall");
}

#[test]
fn a_second_piece_is_pointed_at() {
    let text = "M.F\nCM.";
    check(text, "⟨M⟩ a second mouse; the first is at (0,0): a grid has one mouse");
    let document = read(text, Format::Grid).unwrap();
    assert_eq!(document.span(SetupPlace::GridCell { row: 1, column: 1 }), Some(5..6));
}

#[test]
fn a_missing_piece_is_missing_from_the_whole_grid() {
    check(
        "\nM..\n..F\n",
        "⟨M..\\n..F⟩ the grid has no C, so the cat has no place: mark a cell with C; `cat = …` sets it",
    );
}

#[test]
fn the_input_is_empty() {
    check("", "the input is empty: expected a board, such as [[1,2],[0,2],[0,1]]");
    check("\r\n \t\n", "the input is empty: expected a board, such as [[1,2],[0,2],[0,1]]");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    check("\u{feff}MCF", "Grid([\"MCF\"])");
    check(
        "\u{feff}MXF",
        "⟨X⟩ `X` is not a cell of a grid: a cell is `#` wall, `.` free, `M` mouse, `C` cat, `F` food or `T` trap",
    );
}

#[test]
fn places_fall_back_to_the_enclosing_place() {
    let document = read("M.C\n..F", Format::Grid).unwrap();
    assert_eq!(document.span(SetupPlace::GridCell { row: 1, column: 2 }), Some(6..7));
    assert_eq!(document.span(SetupPlace::GridCell { row: 1, column: 3 }), Some(4..7));
    assert_eq!(document.span(SetupPlace::GridRow { row: 0 }), Some(0..3));
    assert_eq!(document.span(SetupPlace::GridCell { row: 2, column: 0 }), Some(0..7));
    assert_eq!(document.span(SetupPlace::Neighbour { vertex: 0, entry: 0 }), Some(0..7));
    assert_eq!(document.span(SetupPlace::Item(Setting::Cat, 0)), None);
    assert_eq!(document.span(SetupPlace::Name { vertex: 0 }), None);
}

#[test]
fn thin_walls() {
    let check = |text: &str, expect: &str| super::check_board(Format::Grid, text, expect);
    let maze = "+--+--+\n|M    |\n+  +--+\n|  |C |\n+--+--+\n";
    assert_eq!(recognise(maze), Ok(Format::Grid));
    let small = "Grid([\"M.\", \".C\"])\nthin walls (0,1)|(1,1) (1,0)|(1,1)";
    check(maze, small);
    check(&maze.replace("M ", " M").replace("  |C", ". |C"), small);
    // An entrance leads nowhere. Columns may differ in width, and blanks at the end of a line may
    // be missing.
    let wide = "+---+-+\n    |F|\n+---+ +\n|\n+---+-+\n";
    check(wide, "Grid([\".F\", \"..\"])\nthin walls (0,0)|(0,1) (0,0)|(1,0)");
    // A cell may be a wall too.
    check("+-+-+-+\n|M|C|#|\n+-+-+-+\n", "Grid([\"MC#\"])\nthin walls (0,0)|(0,1) (0,1)|(0,2)");
    let wall = "`-` all along a wall, or blanks all along an opening";
    check("+--+\n|  |\n+- +\n", &format!("⟨- ⟩ `- ` is neither a wall nor an opening: expected {wall}"));
    check("+--+\n|  |\n+-\n", &format!("⟨-⟩ `-` is neither a wall nor an opening: expected {wall}"));
    check("+--+\n|x |\n+--+\n", "⟨x⟩ `x` is not a cell of a maze: expected a blank cell, or one of M, C, F and T");
    check("+-+-+\n|M M|\n+-+-+\n", "⟨M⟩ a second mouse; the first is at (0,0): a grid has one mouse");
    check(
        "+--+\n|  |\n",
        "⟨|  |⟩ the maze ends in the middle of a row: expected the lower wall of the row, such as +--+--+",
    );
    check(
        "+--+\n|  |\n---+\n",
        "⟨-⟩ a corner is missing here: expected `+` at the corners of cells, as in the first line",
    );
    check(
        "+--+--+\n|  x  |\n+--+--+\n",
        "⟨x⟩ `x` is neither a wall nor an opening: expected `|`, or a blank for an opening",
    );
    check(
        "+--+\n|  |x\n+--+\n",
        "⟨x⟩ `x` is outside the maze: expected nothing outside the outer wall but `F` beside a cell",
    );
    check("++\n", "⟨++⟩ this is not an outer wall: expected a line such as +--+--+");
    check("+--+\n|é |\n+--+\n", "⟨é⟩ `é` is not a sign of a maze: expected `+`, `-`, `|`, blanks, M, C, F and T");
}

/// An `F` outside the outer wall is a cell of a further row or column, and is drawn there again.
#[test]
fn exits_on_the_border() {
    let read = |text: &str| read(text, Format::Grid).unwrap_or_else(|error| panic!("{text}: {error}")).setup;
    let exits = [
        ("+--+--+\n|M    |F\n+  +--+\n|  |C |\n+--+--+\n", &["M.F", ".C#"][..]),
        ("  +--+--+\n  |M    |\n  +  +--+\nF |  |C |\n  +--+--+\n", &["#M.", "F.C"]),
        (" F  F\n+--+--+\n|M |C |\n+--+--+\n", &["FF", "MC"]),
        ("+--+--+\n|M |C |\n+--+--+\n    F\n", &["MC", "#F"]),
        ("   F\n  +--+--+\nF |M |T |F\n  +--+--+\n      F\n", &["#F##", "FMTF", "##F#"]),
    ];
    for (text, rows) in exits {
        let two_lines: String = text.split_inclusive('\n').take(2).collect();
        assert_eq!([recognise(text), recognise(&two_lines)], [Ok(Format::Grid), Ok(Format::Grid)], "{text}");
        let setup = read(text);
        assert_eq!(setup.board, BoardChoice::Grid(rows.iter().map(|&row| row.to_owned()).collect()), "{text}");
        assert_eq!(setup.rules.cat_in_hole, Some(CatInHole::Forbidden), "{text}");
        let document = BoardText::of_setup(setup.clone());
        let mut written = String::new();
        let board = setup.plan_board().unwrap();
        write(&mut written, &document, &board, Format::Grid).unwrap();
        assert_eq!(read(&written), setup, "{text} became\n{written}");
        let outside = |drawn: &str| drawn.lines().filter(|line| line.starts_with("F ") || line.ends_with("|F")).count();
        assert_eq!(outside(&written), outside(text), "{text} became\n{written}");
    }
    // No step leads from an exit to the next one.
    let two = read(" F  F\n+--+--+\n|M |C |\n+--+--+\n");
    let arcs: Vec<_> = two.plan_board().unwrap().arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
    assert_eq!(arcs, [(0, 2), (1, 3), (2, 0), (3, 1)]);
    let check = |text: &str, expect: &str| super::check_board(Format::Grid, text, expect);
    check("F\n+--+\n|M |\n+--+\n", "⟨F⟩ this exit is beside no cell: expected `F` above or below a cell");
    check(
        "+--+\n|M |\n+--+F\n",
        "⟨F⟩ `F` is outside the maze: expected nothing outside the outer wall but `F` beside a cell",
    );
}

/// The texts in which a board is written are read as the same board.
#[test]
fn thin_walls_are_written() {
    let maze = "+--+--+--+\n|M    |F |\n+  +--+  +\n|  |C  # |\n+--+--+--+\n";
    let document = read(maze, Format::Grid).unwrap();
    let board = document.setup.plan_board().unwrap();
    for (format, losses) in [(Format::Grid, &[][..]), (Format::Setup, &[]), (Format::Leetcode, &[Loss::Grid])] {
        let mut text = String::new();
        assert_eq!(write(&mut text, &document, &board, format).unwrap(), losses, "{format}");
        let again = read(&text, format).unwrap();
        if losses.is_empty() {
            assert_eq!(again.setup, document.setup, "{format}\n{text}");
            assert_eq!(again.setup.plan_board().unwrap().grid(), board.grid(), "{format}\n{text}");
        } else {
            // The moves of one cell, as drawn: (0,0)–(0,1), (0,0)–(1,0), (0,2)–nothing, (1,1)–nothing.
            assert_eq!(text, "[[1,3],[0],[],[0],[]]\n");
        }
        if format == Format::Grid {
            assert_eq!(text, maze);
        }
    }
}
