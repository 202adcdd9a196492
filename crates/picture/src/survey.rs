//! A picture of all starts: a heat map of every pair of places, or maps of the board if there are
//! too many pairs.

use catmouse_arena::{Judgement, Player, Tokens, Values};
use catmouse_explain::tally;
use catmouse_model::{Outcome, Side};

use crate::Scene;
use crate::board::{Layout, judgement_at, worth_of_places};
use crate::graph::centred_text;
use crate::page::{Drawing, Page, Sign};
use crate::palette::shade;
use crate::snapshot::{Detail, Snapshot, label, mark};
use crate::svg::shortened;
use crate::svg::{Svg, fitted, width};

/// The greatest number of rows, and of columns, of a heat map.
const MAX_ROWS: u32 = 60;

/// The greatest number of rows, and of columns, with numbers in the cells.
const MAX_NUMBERED_ROWS: u32 = 30;

impl<V: Values> Scene<'_, V> {
    /// The outcome of every pair of starts, as a heat map with a row for each place of the mouse
    /// and a column for each place of the cats. Each cell has the colour of the outcome, stronger
    /// for sooner ends.
    ///
    /// For a grid, and for more than 60 rows or columns, the picture consists of maps of the board
    /// instead. One map shows every start of the mouse with the cats in place. If there is a single
    /// cat, another map shows every start of the cat.
    ///
    /// Time: that of [`catmouse_explain::tally`], and of the maps.
    pub fn survey(&self) -> String {
        let Self { game, values, start, .. } = *self;
        let (arena, adjudication) = (game.arena(), game.adjudication());
        let first = Player::from(game.start().first);
        let tally = tally(arena, values, &adjudication, first);
        let shares = format!(
            "{} moves first. Of {} starts {} are over at once; the Mouse wins {}, the Cat wins {}, {} are drawn.",
            sentence_case(game.start().first.noun()),
            tally.over + tally.open(),
            tally.over,
            tally.wins.one,
            tally.wins.two,
            tally.draws,
        );
        let mut page = Page::new(&self.named("All starts"), shares.clone());
        page.sentence(shares);
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        if game.board().grid().is_none() && rows <= MAX_ROWS && columns <= MAX_ROWS {
            page.drawing(self.heat_map(rows, columns, first));
            page.sentence(
                "Down: where the mouse starts. Across: where the cats do. M the Mouse wins, C the Cat wins, = \
                 a draw, and behind the colon the plies (or the cost) to the forced end; – where none is forced. The sooner the \
                 end, the stronger the colour. Framed: the start that is given.",
            );
        } else {
            let mut position = game.position(start);
            position.turn = game.start().first;
            let sides = if position.cats.len() == 1 { &[Side::Mouse, Side::Cat][..] } else { &[Side::Mouse] };
            let with_worth = |worth| Snapshot {
                board: game.board(),
                holes: &game.rules().holes,
                traps: &game.rules().traps,
                mouse: Some(position.mouse),
                cats: position.cats.clone(),
                worth,
                drawn_moves: Vec::new(),
                marked: Vec::new(),
                detail: Detail::Full,
            };
            for &side in sides {
                let worth = worth_of_places(game, values, &position, side);
                if values.has_failed() {
                    break; // drawing takes longer than reading
                }
                let snapshot = with_worth(worth);
                let layout = Layout::new(&snapshot);
                page.sentence(match side {
                    Side::Mouse => "Where the mouse may start, the Cat standing where it does:",
                    Side::Cat => "Where the cat may start, the Mouse standing where it does:",
                });
                page.drawing(layout.draw(&snapshot));
                if let Some(caveat) = layout.caveat() {
                    page.sentence(caveat);
                }
            }
            page.sentence(
                "M the Mouse wins, C the Cat wins, = a draw, and behind the colon the plies (or the cost) to the forced end \
                 from there; – where none is forced.",
            );
        }
        page.signs(vec![
            (Sign::Area(Outcome::Mouse), "the Mouse wins".to_owned()),
            (Sign::Area(Outcome::Cat), "the Cat wins".to_owned()),
            (Sign::Area(Outcome::Draw), "a draw".to_owned()),
        ]);
        page.finish()
    }

    fn heat_map(&self, rows: u32, columns: u32, first: Player) -> Drawing {
        const SIZE: f64 = 10.0;
        let (game, arena, adjudication) = (self.game, self.game.arena(), self.game.adjudication());
        let worth = |one: u32, two: u32| {
            judgement_at(self.values, &adjudication, arena.position(Tokens { one, two, turn: first }))
        };
        let all: Vec<Vec<Judgement>> = (0..rows).map(|one| (0..columns).map(|two| worth(one, two)).collect()).collect();
        let most = all.iter().flatten().filter_map(|judgement| judgement.distance).max().unwrap_or(0);
        let numbered = rows <= MAX_NUMBERED_ROWS && columns <= MAX_NUMBERED_ROWS;
        let side = if numbered { 30.0 } else { 14.0 };
        let position = |one: u32, two: u32| game.position(arena.position(Tokens { one, two, turn: first }));
        let down: Vec<String> =
            (0..rows).map(|one| short(&label(game.board(), position(one, 0).mouse), SIZE)).collect();
        let across: Vec<String> = (0..columns)
            .map(|two| {
                let labels: Vec<String> =
                    position(0, two).cats.iter().map(|&cat| shortened(&label(game.board(), cat), 20)).collect();
                short(&labels.join("+"), SIZE)
            })
            .collect();
        let room = |labels: &[String]| labels.iter().map(|label| width(label, SIZE)).fold(20.0, f64::max) + 8.0;
        let (left, top) = (room(&down), room(&across));
        let mut svg = Svg::default();
        for (one, row) in down.iter().zip(&all).enumerate() {
            let y = top + one as f64 * side;
            let (name, row) = row;
            svg.text(
                "text",
                &[
                    ("class", "say".into()),
                    ("x", (left - 5.0).into()),
                    ("y", (y + side / 2.0 + 3.5).into()),
                    ("font-size", SIZE.into()),
                    ("text-anchor", "end".into()),
                ],
                name,
            );
            for (two, judgement) in row.iter().enumerate() {
                let x = left + two as f64 * side;
                let colour = shade(judgement, most);
                svg.open("g", &[("class", "start".into())]);
                svg.text("title", &[], &format!("M {name}, C {}: {}", across[two], mark(judgement)));
                svg.leaf(
                    "rect",
                    &[
                        ("fill", colour.as_str().into()),
                        ("x", x.into()),
                        ("y", y.into()),
                        ("width", (side - 1.0).into()),
                        ("height", (side - 1.0).into()),
                    ],
                );
                if numbered {
                    let text = mark(judgement);
                    let size = if text.chars().count() > 3 { 8.5 } else { 11.0 };
                    centred_text(&mut svg, &text, size, "normal", (x + side / 2.0 - 0.5, y + side / 2.0 + 3.5));
                }
                svg.close("g");
            }
        }
        for (two, name) in across.iter().enumerate() {
            let place = format!(
                "translate({} {}) rotate(-90)",
                crate::svg::decimal(left + two as f64 * side + side / 2.0 + 3.0),
                crate::svg::decimal(top - 5.0)
            );
            svg.text(
                "text",
                &[("class", "say".into()), ("transform", place.as_str().into()), ("font-size", SIZE.into())],
                name,
            );
        }
        let start = game.position(self.start);
        self.mark_start(&mut svg, &start, (left, top, side), (rows, columns));
        Drawing { svg, width: left + f64::from(columns) * side, height: top + f64::from(rows) * side + 4.0 }
    }

    /// Draws a frame round the start that the setup gives.
    fn mark_start(
        &self,
        svg: &mut Svg,
        start: &catmouse_model::Position,
        (left, top, side): (f64, f64, f64),
        (rows, columns): (u32, u32),
    ) {
        let (game, arena) = (self.game, self.game.arena());
        let first = Player::from(game.start().first);
        let found = (0..rows).find_map(|one| {
            (0..columns).map(|two| (one, two)).find(|&(one, two)| {
                let here = game.position(arena.position(Tokens { one, two, turn: first }));
                here.mouse == start.mouse && here.cats == start.cats
            })
        });
        if let Some((one, two)) = found {
            svg.leaf(
                "rect",
                &[
                    ("class", "critical".into()),
                    ("x", (left + f64::from(two) * side - 0.5).into()),
                    ("y", (top + f64::from(one) * side - 0.5).into()),
                    ("width", side.into()),
                    ("height", side.into()),
                ],
            );
        }
    }
}

fn short(label: &str, size: f64) -> String {
    fitted(label, size, 90.0)
}

fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
