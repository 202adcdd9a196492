//! The roles of the winner's pieces, if it has several.

use catmouse_arena::{Place, Player, PositionId, Status, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::sorting::set;
use crate::text::walk_over;

/// The main role of a piece of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It could step onto the loser's piece.
    Threatens,
    /// It covers places to which the loser's piece could step.
    Blocks,
    /// It does neither.
    Waits,
}

impl Role {
    /// The role as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Threatens => "threatens",
            Self::Blocks => "blocks",
            Self::Waits => "waits",
        }
    }
}

/// A piece of the winner and its actions in the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRole {
    /// The place of the piece at the start and after each of the winner's moves.
    pub path: Vec<Place>,
    /// The numbers of plies after which the piece threatens the loser's piece: the loser is to
    /// move, and the piece stands on the loser's place or can step there.
    pub threatens: Vec<usize>,
    /// The numbers of plies after which the piece blocks a place, each with the place. The loser is
    /// to move and its piece can step to this place, and this is the only piece of the winner that
    /// stands there or can step there.
    pub blocks: Vec<(usize, Place)>,
    /// Whether the line ends with its step onto the loser's piece.
    pub catches: bool,
}

impl PieceRole {
    /// The main role. It is [`Role::Blocks`] if the piece blocks after more plies than it
    /// threatens.
    pub fn role(&self) -> Role {
        let blocking = self.blocks.chunk_by(|(one, _), (other, _)| one == other).count();
        match (self.threatens.len(), blocking) {
            (0, 0) => Role::Waits,
            (threatens, blocks) if blocks > threatens => Role::Blocks,
            _ => Role::Threatens,
        }
    }
}

/// In a forced win of several pieces against one, the roles of the pieces in the line. Only
/// positions with the loser to move count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles {
    /// The winner.
    pub player: Player,
    /// The pieces, in their order at the start.
    pub pieces: Vec<PieceRole>,
}

/// The roles; `None` if the game does not track each piece
/// ([`Words::piece_moves`](catmouse_arena::Words::piece_moves)).
pub(super) fn find(context: &Explained<'_>) -> Option<Roles> {
    let player = context.forced_winner()?;
    let line = context.line();
    let start = context.words.places(line[0], player);
    let loser = |position: PositionId| context.place(position, player.opponent());
    if start.len() < 2 || line.len() < 2 || loser(line[0]).is_none() {
        return None;
    }
    let role =
        |&place: &Place| PieceRole { path: vec![place], threatens: Vec::new(), blocks: Vec::new(), catches: false };
    let mut pieces: Vec<PieceRole> = start.iter().map(role).collect();
    for (ply, &position) in line.iter().enumerate() {
        if let Some(before) = ply.checked_sub(1)
            && let ply = &context.explanation.plies[before]
            && ply.player == player
        {
            let mut moved = context.words.piece_moves(ply.from, ply.played.step());
            for piece in &mut pieces {
                let here = *piece.path.last()?;
                let index = moved.iter().position(|&(from, _)| from == here)?;
                piece.path.push(moved.swap_remove(index).1);
            }
        }
        if context.arena.status(position) != Status::Turn(player.opponent()) {
            continue;
        }
        let at = loser(position)?;
        let exits = context.words.steps_from(player.opponent(), at);
        let mut covered: Vec<Vec<Place>> = Vec::new();
        for piece in &pieces {
            let place = *piece.path.last()?;
            let mut places = context.words.steps_from(player, place);
            places.push(place);
            covered.push(places);
        }
        for (index, piece) in pieces.iter_mut().enumerate() {
            if covered[index].contains(&at) {
                piece.threatens.push(ply);
            }
            let alone = |place: &&Place| {
                let by = |(other, covered): (usize, &Vec<Place>)| covered.contains(*place) == (other == index);
                **place != at && covered.iter().enumerate().all(by)
            };
            piece.blocks.extend(exits.iter().filter(alone).map(|&place| (ply, place)));
        }
    }
    let last = line.len() - 1;
    if context.explanation.plies[last - 1].player == player && context.arena.status(line[last]) == Status::Won(player) {
        let prey = loser(line[last - 1]);
        for piece in &mut pieces {
            piece.catches = piece.path.last().copied() == prey;
        }
    }
    Some(Roles { player, pieces })
}

impl Kind for Roles {
    const WEIGHT: u32 = 160;

    /// If all pieces only wait, as before an immediate capture, their roles are not worth a
    /// sentence.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let says = |roles: &&Self| roles.pieces.iter().any(|part| part.role() != Role::Waits);
        teller.all::<Self>().filter(says).map(|roles| roles.sentence(teller)).collect()
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        /// The greatest number of pieces that are described one by one. If there are more, pieces
        /// with the same role are described together.
        const PIECES_NAMED: usize = 3;
        if self.pieces.len() > PIECES_NAMED {
            return roles_together(teller, self);
        }
        let ends = self.pieces.iter().any(|part| part.catches);
        let one = |(index, part): (usize, &PieceRole)| {
            let starts_there = |other: &&PieceRole| other.path[0] == part.path[0];
            let earlier = self.pieces[..index].iter().filter(starts_there).count();
            let which = match (earlier, self.pieces.iter().filter(starts_there).count()) {
                (_, 1) => "the",
                (0, _) => "one",
                (1, _) => "another",
                _ => "the third",
            };
            described(teller, self.player, which, part, ends)
        };
        let texts: Vec<String> = self.pieces.iter().enumerate().map(one).collect();
        texts.join("; ")
    }
}

impl Record for Roles {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("player", |roles| roles.player).field("pieces", |roles| roles.pieces.clone())
    }
}

impl Record for PieceRole {
    const NAME: &'static str = "PieceRole";
    const MEANING: &'static str = "What one of several pieces does in the line.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("role", |piece| piece.role().word())
            .means("`threatens`, `blocks` or `waits`.")
            .field("path", |piece| piece.path.clone())
            .means("Where it stands at the start and after each of the winner's moves.")
            .field("threatens", |piece| piece.threatens.clone())
            .means("After which plies it could step onto the loser's piece, which is to move.")
            .field("blocks", |piece| {
                piece.blocks.iter().map(|&(ply, place)| Blocked { ply, place }).collect::<Vec<_>>()
            })
            .means(
                "After which plies it is the only piece that takes a vertex away from the loser's piece, and which \
                 vertex.",
            )
            .field("catches", |piece| piece.catches)
            .means("Whether the line ends with its step onto the loser's piece.")
    }
}

/// A place that only this piece covers.
struct Blocked {
    ply: usize,
    place: Place,
}

impl Record for Blocked {
    const NAME: &'static str = "Blocked";
    const MEANING: &'static str = "A vertex that one piece alone takes away from the loser.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("ply", |blocked| blocked.ply).field("place", |blocked| blocked.place)
    }
}

/// The path of a piece, and its role. `which` distinguishes it from other pieces with the same
/// start. `ends` is whether any piece catches the loser with the last move.
fn described(teller: &Teller<'_>, player: Player, which: &str, part: &PieceRole, ends: bool) -> String {
    /// The longest path that is named in full. Of a longer path only the end is named.
    const STOPS_NAMED: usize = 8;
    let (piece, loser) = (teller.words.piece(player), teller.words.player(player.opponent()));
    // The last step does not matter if another piece catches the loser meanwhile.
    let path = &part.path[..part.path.len() - usize::from(ends && !part.catches)];
    let (first, last) = (path[0], path[path.len() - 1]);
    let name = |place| teller.place_name(place);
    let way = match path.len() {
        1 => None,
        _ if path.iter().all(|place| *place == first) => Some("stays there".to_owned()),
        stops if stops <= STOPS_NAMED => Some(format!("goes {}", walk_over(path, teller.words))),
        _ => Some(format!("goes to {}", name(last))),
    };
    let before = match part.role() {
        Role::Threatens => Some(threatens(teller, player, part)),
        Role::Blocks => {
            let places = blocked(teller, &[part]);
            let why = if part.catches { String::new() } else { format!(": there it would catch {loser}") };
            Some(format!("blocks {places}{why}"))
        }
        Role::Waits if part.catches => None,
        Role::Waits if path.iter().all(|place| *place == first) => Some("only waits".to_owned()),
        Role::Waits => Some("neither threatens nor blocks".to_owned()),
    };
    // If this piece threatens the loser, the sentence has already named the loser.
    let whom = if part.role() == Role::Threatens { "it" } else { &loser };
    let catches = part.catches.then(|| format!("catches {whom} at {}", name(last)));
    let does: Vec<String> = [way, before, catches].into_iter().flatten().collect();
    format!("{which} {piece} from {} {}", name(first), listed(&does, "and"))
}

/// When a piece threatens the loser's piece, in words.
fn threatens(teller: &Teller<'_>, player: Player, part: &PieceRole) -> String {
    /// The greatest number of plies that are listed. If there are more, they are counted.
    const PLIES_NAMED: usize = 3;
    let opponent = player.opponent();
    let turns = teller.explanation.plies.iter().filter(|ply| ply.player == opponent).count();
    let before: Vec<usize> = part.threatens.iter().map(|ply| ply + 1).collect();
    let when = match before.len() {
        count if count == turns && turns > 1 => "each of its moves".to_owned(),
        count if count <= PLIES_NAMED => teller.at_plies(opponent, &before),
        count => format!("{count} of its {turns} moves"),
    };
    format!("threatens {} before {when}", teller.words.player(opponent))
}

/// The places that these pieces block.
fn blocked(teller: &Teller<'_>, parts: &[&PieceRole]) -> String {
    let mut places = Vec::new();
    for part in parts {
        places.extend(part.blocks.iter().map(|&(_, place)| place));
    }
    teller.places_in_a_sentence(&set(places))
}

/// The roles of many pieces; pieces with the same role are described together.
fn roles_together(teller: &Teller<'_>, roles: &Roles) -> String {
    let piece = teller.words.piece(roles.player);
    let loser = teller.words.player(roles.player.opponent());
    let of = |role: Role| roles.pieces.iter().filter(move |part| part.role() == role);
    let from = |parts: Vec<&PieceRole>| {
        let from: Vec<String> = parts.iter().map(|part| teller.place_name(part.path[0])).collect();
        if from.len() == 1 {
            format!("the {piece} from {}", from[0])
        } else {
            format!("the {piece}s from {}", listed(&from, "and"))
        }
    };
    let verb = |parts: &[&PieceRole], one: &str, many: &str| {
        if parts.len() == 1 { one.to_owned() } else { many.to_owned() }
    };
    let mut texts = Vec::new();
    let threats: Vec<&PieceRole> = of(Role::Threatens).collect();
    if !threats.is_empty() {
        let threaten = verb(&threats, "threatens", "threaten");
        texts.push(format!("{} {threaten} {loser} where it stands", from(threats)));
    }
    let blockers: Vec<&PieceRole> = of(Role::Blocks).collect();
    if !blockers.is_empty() {
        let block = verb(&blockers, "blocks", "block");
        let places = blocked(teller, &blockers);
        texts.push(format!("{} {block} {places}, where {loser} would be caught", from(blockers)));
    }
    let waiting: Vec<&PieceRole> = of(Role::Waits).filter(|part| !part.catches).collect();
    if !waiting.is_empty() {
        let moves = waiting.iter().any(|part| part.path.iter().any(|place| *place != part.path[0]));
        let waits = if moves {
            verb(&waiting, "neither threatens nor blocks", "neither threaten nor block")
        } else {
            verb(&waiting, "only waits", "only wait")
        };
        texts.push(format!("{} {waits}", from(waiting)));
    }
    let catchers: Vec<&PieceRole> = roles.pieces.iter().filter(|part| part.catches).collect();
    if !catchers.is_empty() {
        let catches = verb(&catchers, "catches", "catch");
        texts.push(format!("{} {catches} {loser} in the end", from(catchers)));
    }
    texts.join("; ")
}
