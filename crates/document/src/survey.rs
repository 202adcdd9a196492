//! A survey: who wins from which start as a matrix or as maps, and the hardest starts.

use catmouse::{
    Error, Solved,
    answers::{NARROWEST_AMONG, SurveyScope, setup_line},
    values::GameValues,
};
use catmouse_arena::{
    Adjudication, JudgedBy, Judgement, Measure, Player, PositionId, Tokens, Values, WinOrDraw, Words,
};
use catmouse_explain::{FirstDecision, Hardest, RatedStart, StartTally, Survey};
use catmouse_model::{Cell, Game, Grid, Keyword, Label, Outcome, Position, Side, Vertex, counted};

use crate::header::{headline, words};
use crate::outcomes::{shares, won_by};
use crate::text::{See, Span, Text};
use crate::{Column, Content, Diagram, Document, Group, Header, Listing, PAGE_WIDTH, header, placement};

/// The most rows of a matrix that is printed.
const MOST_ROWS: usize = 60;
/// The most rows of a grid that is drawn for each of the hardest starts.
const DRAWN_ROWS: u32 = 20;
/// The most starts that are drawn in a long list.
const DRAWN_STARTS: usize = 8;
/// The most characters of a list of vertices.
const LISTED: usize = 400;

/// Who wins from every start, and up to `hardest` of the hardest starts of each kind. With a `sample`, the
/// hardest starts are taken from this number of starts, drawn at random. With `all`, everything is shown
/// however long it is, and the narrowest starts are looked for among all starts.
///
/// # Errors
///
/// Those of [`Solved::survey`].
pub fn survey(solved: &Solved, hardest: usize, all: bool, sample: Option<usize>) -> Result<Document, Error> {
    let (game, start) = (solved.game(), solved.start());
    let scope = match sample {
        Some(count) => SurveyScope::Sample(count),
        None if all => SurveyScope::All,
        None => SurveyScope::NarrowestAmong(NARROWEST_AMONG),
    };
    let survey = solved.survey(hardest, scope)?;
    let (found, is_in_part) = (survey.found(), survey.is_in_part());
    let mut page = Page {
        game,
        values: solved.values(),
        adjudication: game.adjudication(),
        level: start.opening.position.clone(),
    };
    let free = solved.lacks_start().then(|| page.stand_in(start.opening.mouse.is_some(), start.opening.cats.is_some()));
    let mut document = header(game, solved.title(), &page.level, Header::Whole);
    match free {
        Some(free) => document.add(page.without_start(free)),
        None => {
            document.extend(placement(game, &start.opening, start.capture_time()));
            document.add_apart(headline(game, &start.summary));
        }
    }
    page.add_shares(&mut document, &found.tally);
    if free.is_some_and(|free| free.mouse && free.cats) {
        page.add_share_maps(&mut document);
    }
    page.add_winners(&mut document, all);
    if let Some(count) = sample {
        let starts = counted(count, "start drawn anywhere", "starts drawn anywhere");
        document.add_apart(Content::sentences(&format!("The hardest of {starts}:")));
    }
    page.add_hardest(&mut document, &found, is_in_part.then_some(NARROWEST_AMONG));
    solved.values().ensure_intact()?;
    Ok(document)
}

/// What the document is made of.
struct Page<'a> {
    game: &'a Game,
    values: &'a GameValues,
    adjudication: Adjudication,
    /// The start of the setup or of the players' choice. If there is none, an example.
    level: Position,
}

/// The pieces without a start.
#[derive(Clone, Copy)]
struct Free {
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

impl Page<'_> {
    /// Records which pieces have no start, and chooses an example for the start of the page. This
    /// is the start with the longest forced end; otherwise the first start at which the game is not
    /// over, or the first at which no cat is on the mouse's vertex.
    fn stand_in(&mut self, mouse: bool, cats: bool) -> Free {
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
        Free { mouse, cats }
    }

    /// The text that replaces the winner if a piece has no start.
    fn without_start(&self, Free { mouse, cats }: Free) -> Content {
        let several = self.level.cats.len() > 1;
        let who = match (mouse, cats) {
            (true, false) => "the Mouse",
            (false, _) if several => "the cats",
            (false, _) => "the Cat",
            (true, true) if several => "the Mouse and the cats",
            (true, true) => "the Mouse and the Cat",
        };
        let at = words(self.game).pieces(&self.level) + " " + self.level.turn.word();
        let text = format!(
            "No start is given for {who}. Where pieces stand still below, they stand as in {at}, the start \
            with the longest forced end."
        );
        Content::sentences(&text)
    }

    /// If neither piece has a start on a grid: maps that show for each cell how many of the starts
    /// with a piece there the Mouse wins.
    fn add_share_maps(&self, document: &mut Document) {
        let Some(grid) = self.game.board().grid() else { return };
        let arena = self.game.arena();
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        if u64::from(rows) * u64::from(columns) > MOST_SHARED {
            return;
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
        let pictures = vec![
            Diagram { caption: "the Mouse there".to_owned(), rows: map(mouse) },
            Diagram { caption: if several { "a cat there" } else { "the Cat there" }.to_owned(), rows: map(cats) },
        ];
        let title = "How many of the starts with a piece in a cell the Mouse wins, in percent";
        document.add_apart(Content::Heading(Text::plain(title)));
        document.add(Content::Boards(pictures));
    }

    /// The number of starts with each outcome.
    fn add_shares(&self, document: &mut Document, tally: &StartTally) {
        let (total, open) = (tally.over + tally.open(), tally.open());
        let first = proper(self.game.start().first);
        let mut text = format!("Of {} with the {first} to move, ", counted(total, "start", "starts"));
        text += &match (tally.over, open) {
            (_, 0) => "all are over at once.".to_owned(),
            (0, _) => "none is over at once:".to_owned(),
            (1, _) => format!("1 is over at once. Of the other {open}:"),
            (over, _) => format!("{over} are over at once. Of the other {open}:"),
        };
        document.add_apart(Content::sentences(&text));
        if open > 0 {
            let row = |outcome: Outcome| (tally.of(outcome.into()) as u64, won_by(outcome).to_owned());
            document.add(shares(&[Outcome::Mouse, Outcome::Cat, Outcome::Draw].map(row), open as u64));
        }
    }

    /// The winner of each start: maps for a grid, a matrix for a small graph, lists for a larger
    /// graph.
    fn add_winners(&self, document: &mut Document, all: bool) {
        let has_distances = self.values.has_distances();
        let legend = |detail| Content::Note("", Text::plain(self.legend(detail)));
        match (self.game.board().grid(), all) {
            (Some(grid), true) => {
                document.add_apart(legend(Detail::Outcome));
                self.add_all_maps(document, grid);
            }
            (Some(grid), false) => {
                document.add_apart(legend(if has_distances { Detail::Distance } else { Detail::Outcome }));
                for slice in self.slices() {
                    self.add_maps(document, grid, &slice);
                }
            }
            (None, _) => match self.matrix(all) {
                Some((detail, blocks)) => {
                    document.add_apart(legend(detail));
                    for block in blocks {
                        document.add_apart(Content::Table(block));
                    }
                }
                None => self.add_lists(document),
            },
        }
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
    fn matrix(&self, all: bool) -> Option<(Detail, Vec<Listing>)> {
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
        let block = |block: &[u32]| {
            let names = block.iter().map(|&two| headings[two as usize].clone());
            let cell = |heading: String| Column { heading, least: pitch, is_right: true, ..Column::default() };
            let corner = Column { heading: "M/C".to_owned(), least: 3, is_right: true, ..Column::default() };
            let mut columns: Vec<Column> = std::iter::once(corner).chain(names.map(cell)).collect();
            columns[1].gap = 2;
            let row = |one: u32| {
                let mark = |&two: &u32| {
                    let start = self.start(one, two);
                    Text::outcome(self.judge(start).outcome, self.mark(start, detail))
                };
                std::iter::once(Text::plain(row_label(one))).chain(block.iter().map(mark)).collect()
            };
            let groups = vec![Group { heading: None, rows: (0..rows).map(row).collect() }];
            Listing { columns, groups, is_matrix: true }
        };
        let numbers: Vec<u32> = (0..columns).collect();
        Some((detail, numbers.chunks(room / pitch).map(block).collect()))
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
                let mut cats = others.clone();
                cats.insert(index, at);
                let cats = self.game.in_order(Side::Cat, cats);
                self.game.id(&Position { cats, ..level() })
            };
            let fixed = [&others[..], &[self.level.mouse]].concat();
            slices.push(Slice { heading, fixed, starts: vertices().map(with_cat).collect() });
        }
        slices
    }

    /// A slice as a map of outcomes, and as a map of distances if they are known. The maps are side
    /// by side if the page is wide enough.
    fn add_maps(&self, document: &mut Document, grid: &Grid, slice: &Slice) {
        let marks = |detail| self.map(grid, &slice.fixed, &slice.starts, detail);
        let mut pictures =
            vec![Diagram { caption: "outcomes".to_owned(), rows: grid.drawn(&marks(Detail::Outcome), 1) }];
        if self.values.has_distances() {
            let distances = marks(Detail::Distance);
            let width = 1 + distances.iter().flatten().map(|mark| mark.chars().count()).max().unwrap_or(0);
            let what = match self.game.measure() {
                Measure::Plies => "plies",
                Measure::Cost => "costs",
            };
            pictures.push(Diagram { caption: what.to_owned(), rows: grid.drawn(&distances, width) });
        }
        document.add_apart(Content::Heading(Text::plain(&slice.heading)));
        document.add(Content::Boards(pictures));
    }

    /// A map of the mouse's starts for every placement of the cats.
    fn add_all_maps(&self, document: &mut Document, grid: &Grid) {
        let vertices = || (0..self.game.board().vertices()).map(Vertex::new);
        let map = |two: u32| {
            let position = self.game.position(self.start(0, two));
            let notation = self.game.notation(&position);
            let caption = notation.split(' ').filter(|word| word.starts_with('C')).collect::<Vec<_>>().join(" ");
            let with_mouse = |mouse| self.game.id(&Position { mouse, ..position.clone() });
            let starts: Vec<_> = vertices().map(with_mouse).collect();
            let rows = grid.drawn(&self.map(grid, &position.cats, &starts, Detail::Outcome), 1);
            Diagram { caption, rows }
        };
        let pictures = (0..self.game.arena().pieces(Player::Two).nodes()).map(map).collect();
        document.add_apart(Content::Heading(Text::plain("Where the Mouse may start, against each Cat")));
        document.add(Content::Boards(pictures));
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
    fn add_lists(&self, document: &mut Document) {
        let arena = self.game.arena();
        let (rows, columns) = (arena.pieces(Player::One).nodes(), arena.pieces(Player::Two).nodes());
        let left_out = format!(
            "A matrix of {rows} by {columns} starts is left out: {:x} shows it, and {:x} every start. These are the \
             starts in which one piece stands elsewhere:",
            See::All,
            See::Rows
        );
        document.add_apart(Content::sentences(&left_out));
        for slice in self.slices() {
            document.add_apart(Content::Heading(Text::plain(&slice.heading)));
            let mut lists = Vec::new();
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
                    lists.push(Text::plain(format!("{who} ({vertices}): {}", self.vertex_list(&there))));
                }
            }
            document.add(Content::List(lists));
        }
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

    /// The hardest starts of each kind, each as a position and as a line of a setup. Starts on a grid
    /// are drawn as well. `narrowest_among` is the number of starts among which the narrowest were
    /// looked for, if there are more.
    fn add_hardest(&self, document: &mut Document, found: &Survey, narrowest_among: Option<usize>) {
        let first = Player::from(self.game.start().first);
        let blocks = document.blocks.len();
        for Hardest { outcome, longest, narrowest } in &found.hardest {
            let (long, narrow) = match outcome {
                WinOrDraw::Win(player) => {
                    let name = proper(Side::from(*player));
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
                document.add_apart(Content::Heading(Text::plain(long)));
                self.add_starts(document, longest);
            }
            let positions = |starts: &[RatedStart]| starts.iter().map(|start| start.position).collect::<Vec<_>>();
            if !narrowest.is_empty() && positions(narrowest) == positions(longest) {
                document.add_apart(Content::Paragraph(Text::strong(narrow).and(Text::plain(" are the same."))));
            } else if !narrowest.is_empty() {
                document.add_apart(Content::Heading(Text::plain(narrow)));
                self.add_starts(document, narrowest);
            }
        }
        let has_narrowest = found.hardest.iter().any(|of| !of.narrowest.is_empty());
        if let Some(count) = narrowest_among.filter(|_| has_narrowest) {
            let starts = counted(count, "start drawn anywhere", "starts drawn anywhere");
            let said =
                format!("The starts with the fewest right moves are those of {starts}; {:x} looks at all.", See::All);
            document.add_apart(Content::sentences(&said));
        }
        if document.blocks.len() > blocks {
            let said = "Starts much like one that is listed are left out where there are others;";
            document.add_apart(Content::sentences(&format!("{said} {:x} lists more.", See::More)));
        }
    }

    /// Some starts: how hard each is, its position, and the line of a setup.
    fn add_starts(&self, document: &mut Document, starts: &[RatedStart]) {
        let positions: Vec<Position> = starts.iter().map(|start| self.game.position(start.position)).collect();
        let row = |(start, position): (&RatedStart, &Position)| {
            let from = Span::See { see: See::From(self.game.notation(position)) };
            let line = Span::Code { text: setup_line(self.game, position) };
            vec![Text::plain(self.hardness(start)), Text { spans: vec![from] }, Text { spans: vec![line] }]
        };
        let rows = starts.iter().zip(&positions).map(row).collect();
        let columns = vec![Column { gap: 2, ..Column::default() }; 3];
        document.add(Content::Table(Listing {
            columns,
            groups: vec![Group { heading: None, rows }],
            is_matrix: false,
        }));
        if self.game.board().grid().is_some_and(|grid| grid.rows() <= DRAWN_ROWS) {
            let drawn = |position: &Position| {
                Some(Diagram { caption: self.game.notation(position), rows: self.game.picture(position)? })
            };
            let pictures = positions.iter().take(DRAWN_STARTS).filter_map(drawn).collect();
            document.add_apart(Content::Boards(pictures));
        }
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

/// The name of a side.
fn proper(side: Side) -> &'static str {
    match side {
        Side::Mouse => "Mouse",
        Side::Cat => "Cat",
    }
}
