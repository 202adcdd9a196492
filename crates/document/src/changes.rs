//! The effects of changes of a board: maps of a grid, and a list of the changes with the greatest
//! effects.

use catmouse::{
    answers::DecidedBy,
    whatif::{Change, Chosen, Difference, Effect, Piece, RankedChange, WhatIf, WhatIfAnswer},
};
use catmouse_arena::{Measure, Words};
use catmouse_model::{Cell, Grid, Outcome, Position, Vertex, VertexJson, counted};

use crate::header::headline;
use crate::layout::joined;
use crate::text::{See, Text};
use crate::{Column, Content, Diagram, Document, Group, Header, Listing, header, placement};

/// The changes of a board with their effects.
#[derive(Clone, Copy)]
pub struct RankedChanges<'a> {
    /// The original board.
    pub whatif: &'a WhatIf,
    /// The single changes.
    pub alone: &'a [RankedChange],
    /// The ranked changes: single changes, or pairs of changes.
    pub ranked: &'a [RankedChange],
    /// The ranks, counted from 1, of the changes to list.
    pub shown: &'a [usize],
    /// The most changes that are listed.
    pub top: usize,
    /// Whether the changes to list were selected.
    pub is_sifted: bool,
}

/// The most columns of a grid that is drawn as a map.
const WIDEST: u32 = 60;

/// The effects of single changes. If changes were selected, the document has no maps.
pub fn changes(ranked: &RankedChanges<'_>) -> Document {
    let mut document = ranked.before();
    let maps = if ranked.is_sifted { Vec::new() } else { ranked.maps() };
    if !maps.is_empty() {
        document.add_apart(Content::Note("", Text::plain(ranked.legend())));
        document.add_apart(Content::Boards(maps));
    }
    document.add_apart(Content::Paragraph(Text::plain(ranked.tally())));
    ranked.list(&mut document);
    document
}

/// The pairs of changes that make another outcome together.
pub fn pairs_of_changes(ranked: &RankedChanges<'_>) -> Document {
    let pairs = match ranked.ranked.len() {
        0 => "no pair makes".to_owned(),
        pairs => counted(pairs, "pair makes", "pairs make"),
    };
    let changes = counted(ranked.alone.len(), "change", "changes");
    let text = format!("Of {changes}, {pairs} another outcome where neither change does alone.");
    let mut document = ranked.before();
    document.add_apart(Content::Paragraph(Text::plain(text)));
    ranked.list(&mut document);
    document
}

impl RankedChanges<'_> {
    /// The original board and its result.
    fn before(&self) -> Document {
        let (solved, game) = (self.whatif.solved(), self.whatif.solved().game());
        let start = solved.start();
        let mut document = header(game, solved.title(), &start.opening.position, Header::Whole);
        document.extend(placement(game, &start.opening, start.capture_time()));
        document.add_apart(headline(game, &start.summary));
        // The right moves are counted for the side that can make a mistake, which need not be the
        // side to move.
        let first_turn = choice_text(&self.whatif.before()).map(|choice| format!("At the start, {choice}."));
        document.extend(first_turn.map(|first_turn| Content::Paragraph(Text::plain(first_turn))));
        document
    }

    /// The numbers of changes with each kind of effect, in a sentence.
    fn tally(&self) -> String {
        let count = |difference| {
            self.alone.iter().filter(|ranked| self.whatif.difference(&ranked.effect) == difference).count()
        };
        let [outcome, distance, moves, nothing] =
            [Difference::Outcome, Difference::Distance, Difference::Moves, Difference::Nothing].map(count);
        let does = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        format!(
            "Of {}, {}, {}, {}, and {}.",
            counted(self.alone.len(), "change", "changes"),
            does(outcome, "makes another outcome", "make another outcome"),
            does(distance, "makes the forced end nearer or farther", "make the forced end nearer or farther"),
            does(moves, "changes only how many moves are right", "change only how many moves are right"),
            does(nothing, "does nothing", "do nothing"),
        )
    }

    fn legend(&self) -> String {
        let what = match self.whatif.solved().game().measure() {
            Measure::Plies => "plies",
            Measure::Cost => "in cost",
        };
        format!(
            "Each cell is a change: M, C or = the Mouse wins, the Cat wins or it is a draw then; +4 the \
             outcome stays, and the forced end is 4 {what} farther, -4 nearer; – no end is forced any more, \
             ! one is forced now; ~ only other moves are right; · nothing; @ what stands there. In the map \
             of walls # is a wall whose removal changes nothing."
        )
    }

    /// The board, a map for the walls, and a map for each piece; empty if the board is no grid or
    /// too wide.
    fn maps(&self) -> Vec<Diagram> {
        let game = self.whatif.solved().game();
        let Some(grid) = game.board().grid().filter(|grid| grid.columns() <= WIDEST) else { return Vec::new() };
        let Position { mouse, cats, .. } = self.whatif.solved().start().opening.position;
        let mut maps = Vec::new();
        if self.alone.iter().any(|ranked| matches!(ranked.change, Change::Wall { .. })) {
            let rows = self.map(grid, |change| match change {
                Change::Wall { cell, .. } => Some(*cell),
                _ => None,
            });
            maps.push(Diagram { caption: "a wall more or less".to_owned(), rows });
        }
        let holes = &game.rules().holes;
        let of_cats = cats.chunk_by(|one, other| one == other).map(|alike| (Piece::Cat, alike[0]));
        let pieces = [(Piece::Mouse, mouse)].into_iter().chain(of_cats);
        for (piece, at) in pieces.chain(holes.iter().map(|&hole| (Piece::Hole, hole))) {
            let here = VertexJson::new(game, at);
            let new_cell = |change: &Change| match *change {
                Change::Start { piece: of, from, to: VertexJson::Cell(to) } => {
                    (of == piece && from == here).then_some(to)
                }
                _ => None,
            };
            if self.alone.iter().any(|ranked| new_cell(&ranked.change).is_some()) {
                let several = match piece {
                    Piece::Mouse => false,
                    Piece::Cat => cats.len() > 1,
                    Piece::Hole => holes.len() > 1,
                };
                let name = if piece == Piece::Hole { "food" } else { piece.word() };
                let which = if several { format!(" of {}", game.board().label(at)) } else { String::new() };
                let caption = format!("the {name}{which} elsewhere");
                maps.push(Diagram { caption, rows: self.map(grid, new_cell) });
            }
        }
        if !maps.is_empty() {
            let position = &self.whatif.solved().start().opening.position;
            let cells = |row: String| row.chars().map(String::from).collect();
            let rows: Vec<_> = game.rows(grid, position).into_iter().map(cells).collect();
            maps.insert(0, Diagram { caption: "as it is".to_owned(), rows: grid.drawn(&rows, 2) });
        }
        maps
    }

    /// A map with the mark of each change on the cell that `cell` gives for the change.
    fn map(&self, grid: &Grid, cell: impl Fn(&Change) -> Option<[u32; 2]>) -> Vec<String> {
        let game = self.whatif.solved().game();
        let position = self.whatif.solved().start().opening.position;
        let stands = |vertex: Vertex| {
            position.mouse == vertex || position.cats.contains(&vertex) || game.rules().holes.contains(&vertex)
        };
        let bare = |row, column| match grid.vertex(Cell { row, column }) {
            None => "#",
            Some(vertex) if stands(vertex) => "@",
            Some(_) => "·",
        };
        let mut marks: Vec<Vec<String>> = (0..grid.rows())
            .map(|row| (0..grid.columns()).map(|column| bare(row, column).to_owned()).collect())
            .collect();
        for ranked in self.alone {
            let Some([row, column]) = cell(&ranked.change) else { continue };
            let shown = &mut marks[row as usize][column as usize];
            match self.mark(&ranked.effect) {
                Some(mark) => *shown = mark,
                // A piece may go where something stands, and change nothing.
                None if shown == "@" => "·".clone_into(shown),
                None => {}
            }
        }
        let width = 1 + marks.iter().flatten().map(|mark| mark.chars().count()).max().unwrap_or(0);
        grid.drawn(&marks, width)
    }

    /// The mark of an effect on a map; `None` if the change has no effect.
    fn mark(&self, effect: &Effect) -> Option<String> {
        let forced = |effect: &Effect| effect.counted().is_some();
        Some(match self.whatif.difference(effect) {
            Difference::Nothing => return None,
            Difference::Moves => "~".to_owned(),
            Difference::Outcome => match effect.outcome {
                Outcome::Mouse => "M".to_owned(),
                Outcome::Cat => "C".to_owned(),
                Outcome::Draw => "=".to_owned(),
            },
            Difference::Distance => match self.whatif.distance_change(effect) {
                Some(change) => format!("{change:+}"),
                None if forced(effect) => "!".to_owned(),
                None => "–".to_owned(),
            },
        })
    }

    /// Adds the list of changes with their ranks.
    fn list(&self, document: &mut Document) {
        let does_nothing = |rank: usize| {
            let ranked = &self.ranked[rank - 1];
            ranked.and.is_none() && self.whatif.difference(&ranked.effect) == Difference::Nothing
        };
        // Changes without effect are counted but not listed, unless changes were selected.
        let ranks: Vec<usize> =
            self.shown.iter().copied().filter(|&rank| self.is_sifted || !does_nothing(rank)).collect();
        let listed = &ranks[..ranks.len().min(self.top)];
        if listed.is_empty() {
            if self.is_sifted && ranks.is_empty() {
                document.add_apart(Content::sentences("No change is like that."));
            }
            return;
        }
        let mut groups: Vec<(Difference, Group)> = Vec::new();
        for &rank in listed {
            let ranked = &self.ranked[rank - 1];
            let answer = self.whatif.answer(rank, ranked);
            let settings = joined(&self.settings(&answer), " ");
            let result = Text::of(&self.result(&ranked.effect));
            let row = vec![Text::plain(rank.to_string()), Text::plain(answer.text), result, settings];
            if let Some((_, group)) = groups.last_mut().filter(|(of, _)| *of == answer.difference) {
                group.rows.push(row);
                continue;
            }
            let title = match answer.difference {
                Difference::Outcome => "Another outcome",
                Difference::Distance => "Another distance",
                Difference::Moves => "Other moves are right",
                Difference::Nothing => "Nothing",
            };
            groups.push((answer.difference, Group { heading: Some(Text::plain(title)), rows: vec![row] }));
        }
        let rank = Column { least: 5, is_right: true, ..Column::default() };
        let column = || Column { gap: 2, ..Column::default() };
        let columns = vec![rank.clone(), column(), Column { is_below: true, ..column() }, column()];
        let groups = groups.into_iter().map(|(_, group)| group).collect();
        document.add(Content::Table(Listing { columns, groups, is_matrix: false }));
        let more = ranks.len() - listed.len();
        if more > 0 {
            let more = Text::of(&format!("and {more} more: {:x} lists more", See::Top));
            let rows = vec![vec![Text::plain("…"), more]];
            let columns = vec![rank, column()];
            document.add(Content::rows(columns, rows));
        }
        let how = format!(
            "The {:x} at the end of a line make the change beside the same board; {:x} prints the changed board of a \
             line as a setup.",
            See::Settings,
            See::Take
        );
        document.add_apart(Content::Note("", Text::of(&how)));
    }

    /// The settings that make a change; empty if the change is not one of settings.
    fn settings(&self, answer: &WhatIfAnswer) -> Vec<Text> {
        let board = self.whatif.solved().game().board();
        let vertex = |vertex: &VertexJson| match *vertex {
            VertexJson::Cell([row, column]) => format!("{row},{column}"),
            // As the value of a setting, `none` means no vertex. So a vertex with this name is given
            // by its number.
            VertexJson::Number(number) => match board.name(Vertex::new(number)).filter(|&name| name != "none") {
                Some(name) => name.to_owned(),
                None => number.to_string(),
            },
        };
        let settings = answer.settings.iter().flatten();
        let settings = settings.flat_map(|(&key, value)| {
            let values = match value {
                Chosen::Rule(value) => vec![value.to_string()],
                Chosen::Places(places) => places.vertices().iter().map(vertex).collect(),
            };
            values.into_iter().map(move |value| Text::see(See::Setting { key, value }))
        });
        settings.collect()
    }

    /// The result of a changed board.
    fn result(&self, effect: &Effect) -> String {
        let winner = match effect.outcome {
            Outcome::Mouse => "the Mouse wins",
            Outcome::Cat => "the Cat wins",
            Outcome::Draw => "a draw",
        };
        let mut text = winner.to_owned();
        match (effect.counted(), effect.distance.distance_cost) {
            (Some(0), _) => text += " at once",
            (Some(plies), None) => text += &format!(" in {}", counted(plies, "ply", "plies")),
            (_, Some(cost)) => text += &format!(" at cost {cost}"),
            (None, _) if effect.outcome == Outcome::Draw => {}
            (None, _) if effect.decided_by == DecidedBy::Limit => text += " by the limit",
            (None, _) if effect.decided_by == DecidedBy::Stalemate => text += " by stalemate",
            (None, _) => text += ", no end is forced",
        }
        if let Some(change) = self.whatif.distance_change(effect).filter(|&change| change != 0) {
            text += &format!(" ({change:+})");
        }
        if let Some(choice) = choice_text(effect) {
            text += &format!("; {choice}");
        }
        text
    }
}

/// The number of right moves at the first choice, as in "of the Mouse's 3 moves 1 wins".
fn choice_text(effect: &Effect) -> Option<String> {
    let choice = effect.choice?;
    let verb = match (effect.outcome, choice.right) {
        (Outcome::Draw, 1) => "holds",
        (Outcome::Draw, _) => "hold",
        (_, 1) => "wins",
        _ => "win",
    };
    let whose = choice.side.noun();
    if choice.moves == 1 {
        return Some(format!("{whose}'s only move {verb}"));
    }
    Some(format!("of {whose}'s {} moves {} {verb}", choice.moves, choice.right))
}
