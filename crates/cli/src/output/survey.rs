//! The survey for people: who wins from which start as a matrix or as maps, and the hardest starts
//! as flags and as lines of a setup.

use catmouse_arena::{
    Adjudication, JudgedBy, Judgement, Measure, Player, PositionId, Tokens, Values, WinOrDraw, Words,
};
use catmouse_explain::{FirstDecision, Hardest, RatedStart, StartTally, Survey};
use catmouse_model::{Cell, Game, Grid, Keyword, Label, Outcome, Position, Side, Vertex, counted};

use crate::output::text::{BOLD, DIM, PAGE_WIDTH, colour, gallery, paint, proper, wrapped};
use catmouse::setup_line;

/// The most rows of a matrix that is printed.
const MOST_ROWS: usize = 60;
/// The most characters of a name above a column.
const HEADING_HEIGHT: usize = 12;
/// The most rows of a grid that is drawn for each of the hardest starts.
const DRAWN_ROWS: u32 = 20;
/// The most starts that are drawn in a long list.
const DRAWN_STARTS: usize = 8;
/// The most characters of a list of vertices.
const LISTED: usize = 400;

/// The contents of the page.
pub(crate) struct Page<'a, V> {
    pub(crate) game: &'a Game,
    pub(crate) values: &'a V,
    pub(crate) adjudication: Adjudication,
    /// The start of the setup or of the players' choice. If there is none, an example.
    pub(crate) level: Position,
    /// The pieces without a start; `None` if all have one.
    pub(crate) free: Option<Free>,
}

/// The pieces without a start.
#[derive(Clone, Copy)]
pub(crate) struct Free {
    mouse: bool,
    cats: bool,
}

/// The most starts for which maps of shares are computed.
const MOST_SHARED: u64 = 1 << 24;

/// The detail that is printed about each start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    Outcome,
    Distance,
}

/// Starts that differ in the place of one piece only.
struct Slice {
    heading: String,
    /// The places of the other pieces.
    fixed: Vec<Vertex>,
    /// The start with the piece on each vertex; `None` if it may not start there.
    starts: Vec<Option<PositionId>>,
}

impl<V: Values> Page<'_, V> {
    /// Records which pieces have no start, and chooses an example for the start of the page. This
    /// is the start with the longest forced end; otherwise the first start at which the game is not
    /// over, or the first at which no cat is on the mouse's vertex.
    pub(crate) fn stand_in(&mut self, mouse: bool, cats: bool) {
        self.free = Some(Free { mouse, cats });
        let arena = self.game.arena();
        let given = self.game.id(&self.level).map(|id| arena.tokens(id));
        let nodes = |is_free: bool, player, at: Option<u32>| match at.filter(|_| !is_free) {
            Some(node) => node..node + 1,
            None => 0..arena.pieces(player).nodes(),
        };
        let rows = nodes(mouse, Player::One, given.map(|tokens| tokens.one));
        let columns = nodes(cats, Player::Two, given.map(|tokens| tokens.two));
        let mut longest: Option<(u64, PositionId)> = None;
        let mut apart: Option<PositionId> = None;
        for start in
            rows.flat_map(|one| columns.clone().map(move |two| (one, two))).map(|(one, two)| self.start(one, two))
        {
            let distance = self.judge(start).distance;
            let plies = distance.unwrap_or(0);
            if apart.is_none() && longest.is_none() {
                let position = self.game.position(start);
                apart = (!position.cats.contains(&position.mouse)).then_some(start);
            }
            if distance != Some(0) && longest.is_none_or(|(most, _)| plies > most) {
                longest = Some((plies, start));
            }
        }
        if let Some(start) = longest.map(|(_, start)| start).or(apart) {
            self.level = self.game.position(start);
        }
    }

    /// The text that replaces the winner if a piece has no start.
    pub(crate) fn without_start(&self) -> Option<String> {
        let Free { mouse, cats } = self.free?;
        let several = self.level.cats.len() > 1;
        let who = match (mouse, cats) {
            (true, false) => "the Mouse",
            (false, _) if several => "the cats",
            (false, _) => "the Cat",
            (true, true) if several => "the Mouse and the cats",
            (true, true) => "the Mouse and the Cat",
        };
        let at = self.game.notation(&self.level);
        let text = format!(
            "No start is given for {who}. Where pieces stand still below, they stand as in {at}, the start \
            with the longest forced end."
        );
        Some(format!("{}\n", wrapped(&text, 0)))
    }

    /// If neither piece has a start on a grid: maps that show for each cell how many of the starts
    /// with a piece there the Mouse wins.
    pub(crate) fn share_maps(&self) -> String {
        let (Some(Free { mouse: true, cats: true }), Some(grid)) = (self.free, self.game.board().grid()) else {
            return String::new();
        };
        let arena = self.game.arena();
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        if u64::from(rows) * u64::from(columns) > MOST_SHARED {
            return String::new();
        }
        // For each cell, the number of starts that are not over at once, and how many of these the
        // Mouse wins.
        let cells = self.game.board().vertices() as usize;
        let mut shares = [vec![(0_u64, 0_u64); cells], vec![(0, 0); cells]];
        for start in
            (0..rows).flat_map(|one| (0..columns).map(move |two| (one, two))).map(|(one, two)| self.start(one, two))
        {
            let Judgement { outcome, distance, .. } = self.judge(start);
            if distance == Some(0) {
                continue;
            }
            let Position { mouse, mut cats, .. } = self.game.position(start);
            cats.dedup();
            let won = u64::from(outcome == WinOrDraw::Win(Player::One));
            for (of, cell) in [(0, mouse)].into_iter().chain(cats.into_iter().map(|cat| (1, cat))) {
                let (open, wins) = &mut shares[of][cell.number() as usize];
                (*open, *wins) = (*open + 1, *wins + won);
            }
        }
        let map = |shares: &[(u64, u64)]| -> Vec<String> {
            let cell = |row, column| match grid.vertex(Cell { row, column }) {
                None => "#".to_owned(),
                Some(vertex) => match shares[vertex.number() as usize] {
                    (0, _) if self.game.rules().holes.contains(&vertex) => "F".to_owned(),
                    (0, _) => "–".to_owned(),
                    (open, wins) => (100 * wins / open).to_string(),
                },
            };
            let cells = |row| (0..grid.columns()).map(|column| cell(row, column)).collect();
            grid.drawn(&(0..grid.rows()).map(cells).collect::<Vec<Vec<String>>>(), 4)
        };
        let several = self.level.cats.len() > 1;
        let [mouse, cats] = &shares;
        let pictures = [
            ("the Mouse there".to_owned(), map(mouse)),
            (if several { "a cat there" } else { "the Cat there" }.to_owned(), map(cats)),
        ];
        let title = "How many of the starts with a piece in a cell the Mouse wins, in percent";
        format!("\n{}\n{}", paint(title, BOLD), gallery(&pictures))
    }

    /// The number of starts with each outcome, in a sentence.
    pub(crate) fn shares(&self, tally: &StartTally) -> String {
        let (total, open) = (tally.over + tally.open(), tally.open());
        let first = proper(self.game.start().first.word());
        let mut text = format!("Of {} with the {first} to move, ", counted(total, "start", "starts"));
        text += &match (tally.over, open) {
            (_, 0) => return text + "all are over at once.\n",
            (0, _) => "none is over at once:\n".to_owned(),
            (1, _) => format!("1 is over at once. Of the other {open}:\n"),
            (over, _) => format!("{over} are over at once. Of the other {open}:\n"),
        };
        for (outcome, who) in
            [(Outcome::Mouse, "won by the Mouse"), (Outcome::Cat, "won by the Cat"), (Outcome::Draw, "drawn")]
        {
            let count = tally.of(outcome.into());
            text += &format!("  {count:>9}  {:5.1} %  {who}\n", 100.0 * count as f64 / open as f64);
        }
        text
    }

    /// The winner of each start: maps for a grid, a matrix for a small graph, lists for a larger
    /// graph.
    pub(crate) fn who_wins(&self, all: bool) -> String {
        let (detail, body) = match (self.game.board().grid(), all) {
            (Some(grid), true) => (Detail::Outcome, self.all_maps(grid)),
            (Some(grid), false) => {
                let detail = if self.values.has_distances() { Detail::Distance } else { Detail::Outcome };
                (detail, self.slices().iter().map(|slice| self.maps(grid, slice)).collect())
            }
            (None, _) => match self.matrix(all) {
                Some(matrix) => matrix,
                None => return self.lists(),
            },
        };
        format!("\n{}\n{body}", paint(&wrapped(&self.legend(detail), 0), DIM))
    }

    fn legend(&self, detail: Detail) -> String {
        let on_grid = self.game.board().grid().is_some();
        let place = if on_grid { "Each cell" } else { "Each entry" };
        let mut text = format!(
            "{place} is a start: M the Mouse wins, C the Cat wins, = a draw, m and c the same where the game is over \
             at once"
        );
        if on_grid {
            text += "; @ a piece that stands still, F food, # wall";
        }
        if detail == Detail::Distance {
            text += match self.game.measure() {
                Measure::Plies => ". A number counts the plies from the start to the forced end",
                Measure::Cost => ". A number is the cost of all moves from the start to the forced end",
            };
            if self.adjudication.limit.map_or(self.adjudication.endless, |limit| limit.outcome) != WinOrDraw::Draw {
                text += ", – says that none is forced";
            }
        }
        text + "."
    }

    fn judge(&self, start: PositionId) -> Judgement {
        self.adjudication.judge_in(self.game.arena(), self.values, start)
    }

    fn mark(&self, start: PositionId, detail: Detail) -> String {
        let Judgement { outcome, distance, .. } = self.judge(start);
        let letter = match Outcome::from(outcome) {
            Outcome::Mouse => 'M',
            Outcome::Cat => 'C',
            Outcome::Draw => '=',
        };
        match (distance, detail) {
            (Some(0), _) => letter.to_lowercase().to_string(),
            (_, Detail::Outcome) => letter.to_string(),
            (Some(distance), Detail::Distance) => format!("{letter}{distance}"),
            (None, Detail::Distance) if outcome == WinOrDraw::Draw => letter.to_string(),
            (None, Detail::Distance) => format!("{letter}–"),
        }
    }

    fn start(&self, one: u32, two: u32) -> PositionId {
        self.game.arena().position(Tokens { one, two, turn: self.game.start().first.into() })
    }

    /// The matrix, with a row for each vertex of the mouse and a column for each placement of the
    /// cats. `None` if it is too large to read, unless `all` is set; then it is divided into parts
    /// as wide as the page.
    fn matrix(&self, all: bool) -> Option<(Detail, String)> {
        let arena = self.game.arena();
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        let label = |vertices: &[Vertex]| -> String {
            let labels: Vec<String> = vertices.iter().map(|&v| self.game.board().label(v).to_string()).collect();
            labels.join("+")
        };
        let row_label = |one| label(&[self.game.position(self.start(one, 0)).mouse]);
        let margin = 2 + (0..rows).map(|one| row_label(one).chars().count()).max().unwrap_or(0).max(3);
        let room = PAGE_WIDTH.saturating_sub(margin).max(1);
        if !all && (rows as usize > MOST_ROWS || columns as usize > room) {
            return None;
        }
        let headings: Vec<String> =
            (0..columns).map(|two| label(&self.game.position(self.start(0, two)).cats)).collect();
        let heading_width = headings.iter().map(|heading| heading.chars().count()).max().unwrap_or(0);

        // Distances are shown if they fit.
        let starts = || (0..rows).flat_map(|one| (0..columns).map(move |two| (one, two)));
        let mut detail = Detail::Outcome;
        let mut pitch = if 2 * columns as usize <= room { 2 } else { 1 };
        if self.values.has_distances() && columns as usize * 4 <= room {
            let mark_width = |(one, two)| self.mark(self.start(one, two), Detail::Distance).chars().count();
            let width = 2 + starts().map(mark_width).max().unwrap_or(0).max(heading_width);
            if columns as usize * width <= room {
                (detail, pitch) = (Detail::Distance, width);
            }
        }
        let mut text = String::new();
        for block in (0..columns).collect::<Vec<_>>().chunks(room / pitch) {
            text.push('\n');
            let names: Vec<&str> = block.iter().map(|&two| headings[two as usize].as_str()).collect();
            text += &column_headings(&names, pitch, margin);
            for one in 0..rows {
                text += &format!("{:>width$}  ", row_label(one), width = margin - 2);
                for &two in block {
                    let start = self.start(one, two);
                    let mark = format!("{:>pitch$}", self.mark(start, detail));
                    text += &paint(&mark, colour(self.judge(start)));
                }
                text.push('\n');
            }
        }
        Some((detail, text))
    }

    /// The slices through the given start: first for the mouse, then for each cat.
    fn slices(&self) -> Vec<Slice> {
        let notation = self.game.notation(&self.level);
        let words: Vec<&str> = notation.split(' ').collect();
        let (mouse, cats) = (words[0], &words[1..words.len() - 1]);
        let vertices = || (0..self.game.board().vertices()).map(Vertex::new);
        let level = || self.level.clone();
        let mut slices = vec![Slice {
            heading: format!("Where the Mouse may start, against {}", cats.join(" ")),
            fixed: self.level.cats.clone(),
            starts: vertices().map(|at| self.game.id(&Position { mouse: at, ..level() })).collect(),
        }];
        for index in 0..self.level.cats.len() {
            if index > 0 && self.level.cats[index] == self.level.cats[index - 1] {
                continue; // the two cats are interchangeable
            }
            let mut others = self.level.cats.clone();
            others.remove(index);
            let standing: Vec<&str> = (0..cats.len()).filter(|&other| other != index).map(|i| cats[i]).collect();
            let heading = match standing.len() {
                0 => format!("Where the Cat may start, against {mouse}"),
                _ => format!("Where another cat may start beside {}, against {mouse}", standing.join(" ")),
            };
            let with_cat = |at: Vertex| {
                let mut cats = [&others[..], &[at]].concat();
                cats.sort_unstable();
                self.game.id(&Position { cats, ..level() })
            };
            let fixed = [&others[..], &[self.level.mouse]].concat();
            slices.push(Slice { heading, fixed, starts: vertices().map(with_cat).collect() });
        }
        slices
    }

    /// A slice as a map of outcomes, and as a map of distances if they are known. The maps are side
    /// by side if the page is wide enough.
    fn maps(&self, grid: &Grid, slice: &Slice) -> String {
        let marks = |detail| self.map(grid, &slice.fixed, &slice.starts, detail);
        let mut pictures = vec![("outcomes".to_owned(), grid.drawn(&marks(Detail::Outcome), 1))];
        if self.values.has_distances() {
            let distances = marks(Detail::Distance);
            let width = 1 + distances.iter().flatten().map(|mark| mark.chars().count()).max().unwrap_or(0);
            let what = match self.game.measure() {
                Measure::Plies => "plies",
                Measure::Cost => "costs",
            };
            pictures.push((what.to_owned(), grid.drawn(&distances, width)));
        }
        format!("\n{}\n{}", paint(&slice.heading, BOLD), gallery(&pictures))
    }

    /// A map of the mouse's starts for every placement of the cats.
    fn all_maps(&self, grid: &Grid) -> String {
        let vertices = || (0..self.game.board().vertices()).map(Vertex::new);
        let pictures: Vec<(String, Vec<String>)> = (0..self.game.arena().pieces(Player::Two).nodes())
            .map(|two| {
                let position = self.game.position(self.start(0, two));
                let notation = self.game.notation(&position);
                let caption = notation.split(' ').filter(|word| word.starts_with('C')).collect::<Vec<_>>().join(" ");
                let with_mouse = |mouse| self.game.id(&Position { mouse, ..position.clone() });
                let starts: Vec<_> = vertices().map(with_mouse).collect();
                (caption, grid.drawn(&self.map(grid, &position.cats, &starts, Detail::Outcome), 1))
            })
            .collect();
        format!("\n{}\n{}", paint("Where the Mouse may start, against each Cat", BOLD), gallery(&pictures))
    }

    fn map(&self, grid: &Grid, fixed: &[Vertex], starts: &[Option<PositionId>], detail: Detail) -> Vec<Vec<String>> {
        let over = |start| self.judge(start).distance == Some(0);
        let cell = |row, column| {
            let Some(vertex) = grid.vertex(Cell { row, column }) else {
                return "#".to_owned();
            };
            let is_food = self.game.rules().holes.contains(&vertex);
            match starts[vertex.number() as usize] {
                _ if fixed.contains(&vertex) => "@".to_owned(),
                Some(start) if !(is_food && over(start)) => self.mark(start, detail),
                _ => "F".to_owned(),
            }
        };
        (0..grid.rows()).map(|row| (0..grid.columns()).map(|column| cell(row, column)).collect()).collect()
    }

    /// The slices as lists of vertices, for boards whose matrix is too large to read.
    fn lists(&self) -> String {
        let arena = self.game.arena();
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        let left_out = format!(
            "A matrix of {rows} by {columns} starts is left out: --all prints it, --format csv and json list every \
             start. These are the starts in which one piece stands elsewhere:"
        );
        let mut text = format!("\n{}\n", wrapped(&left_out, 0));
        for slice in self.slices() {
            text += &format!("\n{}\n", paint(&slice.heading, BOLD));
            for (letter, who) in [
                ("M", "the Mouse wins"),
                ("C", "the Cat wins"),
                ("=", "a draw"),
                ("m", "over, the Mouse has won"),
                ("c", "over, the Cat has won"),
            ] {
                let vertices = (0..).map(Vertex::new).zip(&slice.starts);
                let there: Vec<Vertex> = vertices
                    .filter(|(_, start)| start.is_some_and(|start| self.mark(start, Detail::Outcome) == letter))
                    .map(|(vertex, _)| vertex)
                    .collect();
                if !there.is_empty() {
                    let vertices = counted(there.len(), "vertex", "vertices");
                    let list = format!("{who} ({vertices}): {}", self.vertex_list(&there));
                    text += &format!("  {}\n", wrapped(&list, 4));
                }
            }
        }
        text
    }

    /// The labels of vertices. Consecutive numbers are written as a range.
    fn vertex_list(&self, vertices: &[Vertex]) -> String {
        let board = self.game.board();
        let follows = |pair: &[Vertex; 2]| {
            let numbers = pair.map(|vertex| board.label(vertex));
            matches!(numbers, [Label::Number(one), Label::Number(next)] if next == one + 1)
        };
        let runs = vertices.chunk_by(|&one, &next| follows(&[one, next]));
        let mut text = String::new();
        for run in runs {
            if text.chars().count() > LISTED {
                return text + ", …";
            }
            if !text.is_empty() {
                text += ", ";
            }
            text += &match run {
                [first, .., last] => format!("{}–{}", board.label(*first), board.label(*last)),
                _ => run.iter().map(|&vertex| board.label(vertex).to_string()).collect(),
            };
        }
        text
    }

    /// The heading of the hardest starts if they are taken from a sample.
    pub(crate) fn drawn(sample: Option<usize>) -> String {
        sample.map_or_else(String::new, |count| {
            format!("\nThe hardest of {}:\n", counted(count, "start drawn anywhere", "starts drawn anywhere"))
        })
    }

    /// The hardest starts of each kind, each as a flag and as a line of a setup. Starts on a grid
    /// are drawn as well. `narrowest_among` is the number of starts among which the narrowest were
    /// looked for, if there are more.
    pub(crate) fn hardest(&self, found: &Survey, narrowest_among: Option<usize>) -> String {
        let first = Player::from(self.game.start().first);
        let mut text = String::new();
        for Hardest { outcome, longest, narrowest } in &found.hardest {
            let (long, narrow) = match outcome {
                WinOrDraw::Win(player) => {
                    let name = proper(Side::from(*player).word());
                    let turn = if *player == first { "first moves" } else { "answers to the longest defence" };
                    let narrow = format!("The {name}'s wins with the fewest winning {turn}");
                    let most = match self.game.measure() {
                        Measure::Plies => "longest",
                        Measure::Cost => "dearest",
                    };
                    (format!("The {name}'s {most} forced wins"), narrow)
                }
                WinOrDraw::Draw => (String::new(), "The draws with the fewest first moves that hold".to_owned()),
            };
            if !longest.is_empty() {
                text += &format!("\n{}\n{}", paint(&long, BOLD), self.listing(longest));
            }
            let positions = |starts: &[RatedStart]| starts.iter().map(|start| start.position).collect::<Vec<_>>();
            if !narrowest.is_empty() && positions(narrowest) == positions(longest) {
                text += &format!("\n{} are the same.\n", paint(&narrow, BOLD));
            } else if !narrowest.is_empty() {
                text += &format!("\n{}\n{}", paint(&narrow, BOLD), self.listing(narrowest));
            }
        }
        let has_narrowest = found.hardest.iter().any(|of| !of.narrowest.is_empty());
        if let Some(count) = narrowest_among.filter(|_| has_narrowest) {
            let starts = counted(count, "start drawn anywhere", "starts drawn anywhere");
            text += &format!("\nThe starts with the fewest right moves are those of {starts}; `--all` looks at all.\n");
        }
        if !text.is_empty() {
            text += "\nStarts much like one that is listed are left out where there are others; `--top` lists more.\n";
        }
        text
    }

    fn listing(&self, starts: &[RatedStart]) -> String {
        let hardness: Vec<String> = starts.iter().map(|start| self.hardness(start)).collect();
        let positions: Vec<Position> = starts.iter().map(|start| self.game.position(start.position)).collect();
        let flags: Vec<String> =
            positions.iter().map(|position| format!("--from '{}'", self.game.notation(position))).collect();
        let width = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let (first, second) = (width(&hardness), width(&flags));
        let mut text = String::new();
        for ((hardness, flag), position) in hardness.iter().zip(&flags).zip(&positions) {
            text += &format!("  {hardness:<first$}  {flag:<second$}  {}\n", setup_line(self.game, position));
        }
        if self.game.board().grid().is_some_and(|grid| grid.rows() <= DRAWN_ROWS) {
            let pictures: Vec<_> = positions
                .iter()
                .take(DRAWN_STARTS)
                .filter_map(|position| Some((self.game.notation(position), self.game.picture(position)?)))
                .collect();
            text += &format!("\n{}", gallery(&pictures));
        }
        text
    }

    /// The length of the win, and the number of right moves at the first choice.
    fn hardness(&self, start: &RatedStart) -> String {
        let Judgement { outcome, distance, .. } = start.judgement;
        let length = match (distance, self.game.measure()) {
            (Some(plies), Measure::Plies) => Some(counted(plies, "ply", "plies")),
            (Some(cost), Measure::Cost) => Some(format!("cost {cost}")),
            (None, _) if start.judgement.decided_by == JudgedBy::Play => None,
            (None, _) => (outcome != WinOrDraw::Draw).then(|| "no forced end".to_owned()),
        };
        let choice = start.choice.map(|FirstDecision { at, moves, right }| {
            let (one, many) = if at == start.position { ("move", "moves") } else { ("answer", "answers") };
            let does = if outcome == WinOrDraw::Draw { "hold" } else { "win" };
            format!("{right} of {} {does}{}", counted(moves, one, many), if right == 1 { "s" } else { "" })
        });
        length.into_iter().chain(choice).collect::<Vec<_>>().join(", ")
    }
}

/// The headings of the columns. They are written downwards if they are wider than the columns.
fn column_headings(names: &[&str], pitch: usize, margin: usize) -> String {
    let corner = format!("{:>width$}  ", "M/C", width = margin - 2);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    if width < pitch || width == 1 {
        let cells: Vec<String> = names.iter().map(|name| format!("{name:>pitch$}")).collect();
        return format!("{corner}{}\n", cells.concat());
    }
    let height = width.min(HEADING_HEIGHT);
    let letters: Vec<Vec<char>> = names.iter().map(|name| name.chars().take(height).collect()).collect();
    let mut text = String::new();
    for line in 0..height {
        let cells = letters.iter().map(|letters| {
            let letter = (line + letters.len()).checked_sub(height).map_or(' ', |index| letters[index]);
            format!("{letter:>pitch$}")
        });
        let row: String = cells.collect();
        let margin = if line + 1 == height { corner.clone() } else { " ".repeat(margin) };
        text += (margin + &row).trim_end();
        text.push('\n');
    }
    text
}
