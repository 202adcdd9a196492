//! Cases: games in the oracle's terms, and their translation into setups for catmouse.

use catmouse_model::{self as model, BoardChoice, Cell, LimitChoice, RuleChoices, Setup, Side, VertexChoice};

use crate::oracle::{
    CatInHole, CatsMove, Clock, Ground, Place, Placing, Pursuit, Script, Stalemate, Terms, Verdict, Who, free_cells,
};

/// One game with its start and its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board and the rules.
    pub pursuit: Pursuit,
    /// The place where the game starts. The pieces of a player who places them are ignored.
    pub start: Place,
    /// Which players place their pieces.
    pub placing: Placing,
    /// The outcome of endless play, and the limit.
    pub terms: Terms,
}

impl Case {
    /// The game from its first place; endless play is a draw, and there is no limit. `None` if no
    /// vertex is open to the cats, or if a board with costs has no arcs, which no text can express.
    pub fn new(pursuit: Pursuit) -> Option<Self> {
        if matches!(&pursuit.ground, Ground::Priced(lists) if lists.iter().all(Vec::is_empty)) {
            return None;
        }
        let cat = (0..pursuit.vertices()).find(|&cat| pursuit.may_stand(Who::Cat, cat))?;
        let start = Place { mouse: 0, cats: vec![cat; pursuit.cats], turn: Who::Mouse };
        Some(Self { pursuit, start, placing: Placing::Neither, terms: Terms { endless: Verdict::Draw, clock: None } })
    }

    /// The same game from another place, with all starts given.
    #[must_use]
    pub fn starting_from(&self, place: &Place) -> Self {
        Self { start: place.clone(), placing: Placing::Neither, ..self.clone() }
    }

    /// The setup of the game, with every rule given.
    pub fn setup(&self) -> Setup {
        let pursuit = &self.pursuit;
        let board = match &pursuit.ground {
            Ground::Graph(neighbours) => {
                let list = |list: &Vec<usize>| list.iter().map(|&to| wide(to)).collect();
                BoardChoice::Adjacency(neighbours.iter().map(list).collect())
            }
            Ground::Priced(neighbours) => {
                let arc = |&(to, cost): &(usize, u64)| (wide(to), wide(cost as usize));
                let list = |list: &Vec<(usize, u64)>| list.iter().map(arc).collect();
                BoardChoice::AdjacencyWithCosts(neighbours.iter().map(list).collect())
            }
            Ground::Grid(rows) => BoardChoice::Grid(rows.clone()),
        };
        let cell = |(row, column): (usize, usize)| Cell { row: row as u32, column: column as u32 };
        Setup {
            thin_walls: pursuit.thin_walls.iter().map(|wall| wall.map(cell)).collect(),
            rules: RuleChoices {
                directed: Some(self.is_directed()),
                holes: Some(pursuit.holes.iter().map(|&hole| self.vertex(hole)).collect()),
                cat_in_hole: Some(match pursuit.cat_in_hole {
                    CatInHole::Forbidden => model::CatInHole::Forbidden,
                    CatInHole::Allowed => model::CatInHole::Allowed,
                    CatInHole::Guards => model::CatInHole::Guards,
                    CatInHole::Wins => model::CatInHole::Wins,
                }),
                mouse_may_stay: Some(pursuit.mouse.may_stay),
                cat_may_stay: Some(pursuit.cat.may_stay),
                cats: Some(wide(pursuit.cats)),
                cats_move: Some(match pursuit.cats_move {
                    CatsMove::All => model::CatsMove::All,
                    CatsMove::One => model::CatsMove::One,
                }),
                placement: Some(self.placing != Placing::Neither),
                mouse_jump: Some(wide(pursuit.mouse.jump)),
                cat_jump: Some(wide(pursuit.cat.jump)),
                mouse_uses: None,
                cat_uses: None,
                mouse_speed: Some(wide(pursuit.mouse.speed)),
                cat_speed: Some(per_cat(pursuit, |cat| wide(pursuit.script(cat).1))),
                cat_follows: Some(per_cat(pursuit, |cat| match pursuit.script(cat).0 {
                    Script::Free => model::CatFollows::Free,
                    Script::Rows => model::CatFollows::Rows,
                    Script::Columns => model::CatFollows::Columns,
                    Script::Nearest => model::CatFollows::Nearest,
                })),
                traps: Some(pursuit.traps.iter().map(|&trap| self.vertex(trap)).collect()),
                capture_distance: Some(wide(pursuit.capture_distance)),
                // The oracle sees the mouse. The tests of `catmouse` have a second solver that does not.
                mouse_seen: None,
                endless: Some(outcome(self.terms.endless)),
                limit: Some(self.terms.clock.map_or(LimitChoice::None, |clock| LimitChoice::Plies(wide(clock.budget)))),
                limit_winner: self.terms.clock.map(|Clock { owner, .. }| outcome(owner)),
                stalemate: Some(match pursuit.stalemate {
                    Stalemate::Draw => model::Stalemate::Draw,
                    Stalemate::Pass => model::Stalemate::Pass,
                    Stalemate::Loss => model::Stalemate::Loss,
                }),
            },
            mouse: (!self.placing.chooses(Who::Mouse)).then(|| self.vertex(self.start.mouse)),
            cats: (!self.placing.chooses(Who::Cat))
                .then(|| self.start.cats.iter().map(|&cat| self.vertex(cat)).collect()),
            first: Some(side(self.start.turn)),
            ..Setup::new(board)
        }
    }

    /// A vertex in the form of setups: a number on a graph, a cell on a grid.
    pub(crate) fn vertex(&self, number: usize) -> VertexChoice {
        match &self.pursuit.ground {
            Ground::Graph(_) | Ground::Priced(_) => VertexChoice::Number(wide(number)),
            Ground::Grid(rows) => {
                let (row, column) = free_cells(rows)[number];
                VertexChoice::Cell(wide(row), wide(column))
            }
        }
    }

    /// Whether some arc of the graph has no reverse arc of the same cost.
    pub(crate) fn is_directed(&self) -> bool {
        match &self.pursuit.ground {
            Ground::Graph(lists) => {
                lists.iter().enumerate().any(|(from, list)| list.iter().any(|&to| !lists[to].contains(&from)))
            }
            Ground::Priced(lists) => lists
                .iter()
                .enumerate()
                .any(|(from, list)| list.iter().any(|&(to, cost)| !lists[to].contains(&(from, cost)))),
            Ground::Grid(_) => false,
        }
    }
}

/// A value for each cat, or one for all if they are alike.
fn per_cat<T>(pursuit: &Pursuit, of: impl Fn(usize) -> T) -> Vec<T> {
    (0..if pursuit.scripts.is_empty() { 1 } else { pursuit.cats }).map(of).collect()
}

/// Converts a small number to the type of setups.
pub fn wide(number: usize) -> i64 {
    i64::try_from(number).expect("boards and limits are small")
}

/// Converts a player to a side of the model.
pub(crate) fn side(who: Who) -> Side {
    match who {
        Who::Mouse => Side::Mouse,
        Who::Cat => Side::Cat,
    }
}

/// Converts a verdict to an outcome of the model.
pub(crate) fn outcome(verdict: Verdict) -> model::Outcome {
    match verdict {
        Verdict::MouseWins => model::Outcome::Mouse,
        Verdict::CatWins => model::Outcome::Cat,
        Verdict::Draw => model::Outcome::Draw,
    }
}
