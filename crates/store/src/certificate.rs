//! Certificates as text: JSON lines, written and read.
//!
//! ```text
//! {"catmouse_certificate":2,"board":"1b2c…","start":{…},"outcome":"cat","distance_plies":8,"strategies":1}
//! {"strategy":"win","player":"cat","entries":12}
//! {"mouse":1,"cats":[2],"turn":"mouse","to":null,"rank":8}
//! {"mouse":3,"cats":[2],"turn":"cat","to":[4],"rank":7}
//! …
//! {"end":true,"lines":14,"checksum":"90ab…"}
//! ```
//!
//! The first line is the claim: the outcome, and the number of plies within which it is forced, or
//! null. If moves have costs, `distance_cost` gives the cost instead, and `distance_plies` is null.
//! The strategies that prove the claim follow: `win`, or `hold` if no win is forced; for a draw one
//! strategy of each player, the Mouse's first. Each strategy has a line of its own, which gives the
//! number of entries that follow. [`catmouse_arena::CertificateStrategy`] explains their meaning. A
//! vertex is a number, or `[row,column]` on a grid; `to` is the target of the mouse, or a list of
//! the targets of the cats, even for a single cat.
//!
//! A file that proves a cop number begins with one more line, and several certificates or the
//! vertices of a dismantling order or of an embedding follow:
//!
//! ```text
//! {"catmouse_cop_number":2,"cop_number":3,"lower":{"by":"trial","parts":1},"upper":{"by":"trial","parts":2}}
//! {"catmouse_certificate":2,…}
//! …
//! ```
//!
//! There the hold of the mouse may be a set of positions instead of entries: a line
//! `{"hold":"mouse","rows":6}`, and lines `{"bits":"1c…"}`, whose digits follow each other. The set has
//! positions with the cats to move. Every placement of the cats has a row, and the placements are
//! ascending lists in their order. A digit stands for four vertices of the mouse, its lowest bit for
//! the least. The mouse answers with the first move into the set.
//!
//! If the mouse is not always seen, a position has the places where it may be and the number of its moves, as far as that
//! matters, and `to` is a position:
//!
//! ```text
//! {"at":{"places":[1,2],"cats":[0],"moves":0,"turn":"cat"},"to":{"places":[2],"cats":[1],"moves":0,"turn":"mouse"},"rank":3}
//! ```
//!
//! `board` is [`Fingerprint::of_game`]. The last line gives the number of the lines before it and
//! their checksum: the 64-bit XXH3 of the bytes of these lines, including newlines, written as 16
//! hexadecimal digits. The checksum detects accidental changes that would not make the proof wrong,
//! such as a move replaced by another good move.

use std::collections::HashSet;
use std::io::{self, BufRead, Read, Write};
use std::ops::Range;
use std::path::Path;

use catmouse_arena::{
    Aim, Arena, Certificate, CertificateClaim, CertificateStrategy, Entry, InOrder, Player, PositionId, hold_into,
    set_bits,
};
use catmouse_model::{DefectKind, Game, Outcome, Position, PositionJson, Side, UnseenState, Vertex, VertexJson};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use xxhash_rust::xxh3::Xxh3Default;

use crate::Fingerprint;
use crate::writing::write_file;

/// The version of the text format.
const VERSION: u32 = 2;

/// The greatest length in bytes of a line that is read; written lines are much shorter.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// The part of the first line that all versions share.
#[derive(Deserialize)]
struct VersionLine {
    catmouse_certificate: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head<S> {
    catmouse_certificate: u32,
    board: String,
    start: S,
    outcome: Outcome,
    #[serde(deserialize_with = "Option::deserialize")] // null, but not missing
    distance_plies: Option<u64>,
    /// Replaces the plies if moves have costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    distance_cost: Option<u64>,
    strategies: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyLine {
    strategy: AimWord,
    player: Side,
    entries: usize,
}

/// Begins a hold that is a set of positions.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetLine {
    hold: Side,
    rows: usize,
}

/// Hexadecimal digits of a set.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BitsLine {
    bits: String,
}

/// The greatest number of digits in a line.
const DIGITS_A_LINE: usize = 60_000;

/// The least number of digits for which a set is written. With fewer, entries are short too, and the
/// proved checker reads no certificate of less than 300 bytes.
const FEWEST_DIGITS: usize = 128;

/// The bytes of an ordinary entry.
const BYTES_AN_ENTRY: usize = 56;

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AimWord {
    Win,
    Hold,
}

/// An entry about a position of all pieces.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryLine {
    mouse: VertexJson,
    cats: Vec<VertexJson>,
    turn: Side,
    /// A vertex of the mouse, or a list of vertices of the cats. The turn decides, because two
    /// vertices of a graph look like one cell of a grid.
    #[serde(deserialize_with = "Option::deserialize")]
    to: Option<Value>,
    rank: u64,
}

/// A position of a game with a mouse that is not always seen.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacesLine {
    places: Vec<VertexJson>,
    cats: Vec<VertexJson>,
    moves: u32,
    turn: Side,
}

/// An entry about such a position.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacesEntryLine {
    at: PlacesLine,
    #[serde(deserialize_with = "Option::deserialize")]
    to: Option<PlacesLine>,
    rank: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: bool,
    lines: u64,
    checksum: String,
}

/// An error of reading a certificate of a game.
#[derive(Debug, Error)]
pub enum CertificateError {
    /// The certificate is of another board, or of this board under other rules. The rest has not
    /// been read.
    #[error(
        "it is a certificate for another board or other rules: \
         its fingerprint is {found} and must be {expected}"
    )]
    OtherBoard {
        /// The fingerprint of the game.
        expected: Fingerprint,
        /// The fingerprint in the text.
        found: String,
    },
    /// A line is wrong.
    #[error("line {line}: {flaw}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The range of wrong bytes in the line, counted from 0; `None` for the whole line.
        span: Option<Range<usize>>,
        /// The flaw of the line.
        flaw: LineFlaw,
    },
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A flaw in a line of a certificate. The message says what is wrong, and [`wanted`](Self::wanted)
/// what was expected.
#[derive(Debug, Error)]
pub enum LineFlaw {
    /// The text ends before this line.
    #[error("the file ends here")]
    Ends {
        /// The required kind of line.
        expected: LineKind,
    },
    /// The line has no newline, or is longer than any line of a certificate.
    #[error("the line is incomplete")]
    CutOff,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8")]
    NoText {
        /// The required kind of line.
        expected: LineKind,
    },
    /// The line is not JSON, or not an object of the required form.
    #[error("{message}, at column {column}")]
    NoSuchObject {
        /// The message of the JSON parser.
        message: String,
        /// The column in bytes, counted from 1.
        column: usize,
        /// The required kind of line.
        expected: LineKind,
    },
    /// The certificate was made by another version of this program.
    #[error("this is a certificate of version {version}")]
    OtherVersion {
        /// The version of the text.
        version: u32,
    },
    /// The distance is in plies although moves have costs, or the other way round.
    #[error("the distance is in another unit than this game's")]
    OtherMeasure,
    /// A draw is claimed with a distance.
    #[error("a draw has no distance")]
    DrawAtDistance,
    /// The number of strategies is neither 1 nor 2.
    #[error("{count} strategies")]
    StrategyCount {
        /// The number in the text.
        count: usize,
    },
    /// The set is of another number of placements, has other digits, or has a vertex that the board does
    /// not have or a position that never arises.
    #[error("the set does not fit this game")]
    OtherSet {
        /// The number of placements of the game.
        rows: usize,
        /// The number of digits of all of them.
        digits: usize,
    },
    /// The number of entries exceeds the number of positions.
    #[error("{count} entries")]
    EntryCount {
        /// The number of entries in the text.
        count: usize,
        /// The number of positions of the game.
        positions: usize,
    },
    /// The board has no such vertex.
    #[error(transparent)]
    Vertex(DefectKind),
    /// The game has no such position.
    #[error("the pieces may not stand at {position}")]
    NoPosition {
        /// The position in the game's notation.
        position: String,
    },
    /// `to` is not a vertex with the mouse to move, or not a list of vertices with the cats to
    /// move.
    #[error("`to` is not a {}", match .turn { Side::Mouse => "vertex", Side::Cat => "list of vertices" })]
    NoTarget {
        /// The side to move.
        turn: Side,
    },
    /// The last line does not match the lines before it.
    #[error("this is not the end")]
    NotTheEnd {
        /// The number of lines before the last.
        lines: u64,
    },
    /// Something follows the last line.
    #[error("there is more after the last line")]
    More,
}

/// The kinds of lines of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The claim.
    Head,
    /// The beginning of a strategy.
    Strategy,
    /// An entry of a strategy.
    Entry,
    /// An entry of a strategy, with a mouse that is not always seen.
    PlacesEntry,
    /// The beginning of a proof of a cop number.
    CopNumber,
    /// Digits of a set of positions.
    Bits,
    /// A vertex of a dismantling order.
    Corner,
    /// A vertex of an embedding.
    Embedded,
    /// The end.
    End {
        /// The number of lines before the last.
        lines: u64,
    },
}

impl LineKind {
    fn wanted(self) -> String {
        match self {
            Self::Head => format!(
                "the first line, {{\"catmouse_certificate\":{VERSION},\"board\":…,\"start\":…,\"outcome\":…,\
                 \"distance_plies\":…,\"strategies\":…}}"
            ),
            Self::Strategy => r#"a strategy as in {"strategy":"win","player":"cat","entries":12}"#.to_owned(),
            Self::Entry => r#"an entry as in {"mouse":3,"cats":[2],"turn":"cat","to":[4],"rank":7}"#.to_owned(),
            Self::PlacesEntry => {
                r#"an entry as in {"at":{"places":[3],"cats":[2],"moves":0,"turn":"cat"},"to":…,"rank":7}"#.to_owned()
            }
            Self::CopNumber => format!(
                r#"the first line, {{"catmouse_cop_number":{VERSION},"cop_number":3,"lower":{{"by":"trial","parts":1}},"upper":…}}"#
            ),
            Self::Bits => r#"the digits of a set as in {"bits":"0f"}"#.to_owned(),
            Self::Corner => r#"a vertex of a dismantling order as in {"vertex":0,"dominated_by":1}"#.to_owned(),
            Self::Embedded => {
                r#"a vertex with the neighbours around it as in {"vertex":0,"around":[1,4,5]}"#.to_owned()
            }
            Self::End { lines } => format!(r#"the last line, {{"end":true,"lines":{lines},"checksum":…}}"#),
        }
    }
}

impl LineFlaw {
    /// The expectation that the line violates, as a phrase.
    pub fn wanted(&self) -> String {
        match self {
            Self::Ends { expected } | Self::NoText { expected } | Self::NoSuchObject { expected, .. } => {
                expected.wanted()
            }
            Self::CutOff => "a newline at its end".to_owned(),
            Self::OtherVersion { version } if *version < VERSION => {
                format!("version {VERSION}: make the certificate again")
            }
            Self::OtherVersion { .. } => {
                format!("version {VERSION}: use the version of catmouse that made the certificate")
            }
            Self::OtherMeasure => "distance_plies or distance_cost if moves have costs".to_owned(),
            Self::DrawAtDistance => "null for the distance_plies of a draw".to_owned(),
            Self::StrategyCount { .. } => "1 strategy, or 2 for a draw".to_owned(),
            Self::EntryCount { positions, .. } => {
                format!("at most {positions}, the number of positions of this board")
            }
            Self::OtherSet { rows, digits } => {
                format!("{rows} rows with {digits} hexadecimal digits altogether, for positions that can arise")
            }
            Self::Vertex(defect) => defect.wanted(),
            Self::NoPosition { .. } => "a position of this board".to_owned(),
            Self::NoTarget { .. } => "a vertex for the mouse, a list of vertices for the cats, or null".to_owned(),
            Self::NotTheEnd { lines } => LineKind::End { lines: *lines }.wanted(),
            Self::More => "nothing".to_owned(),
        }
    }
}

/// Writes a certificate to a file atomically: an error or an interruption leaves the old file. If
/// `path` is a symbolic link, its target is replaced; a device or a pipe is written to directly.
///
/// # Errors
///
/// If `path` leads to a folder, and any other error of the system.
pub fn save_certificate<P: CertificatePosition>(
    path: &Path,
    game: &Game,
    certificate: &Certificate<P>,
) -> io::Result<()> {
    write_file(path, |out| write_certificate(game, certificate, out))
}

/// Writes the text of a certificate of this game. Time: linear in its entries.
///
/// # Errors
///
/// The errors of `out`.
///
/// # Panics
///
/// If the certificate names a position that the game does not have.
pub fn write_certificate<P: CertificatePosition>(
    game: &Game,
    certificate: &Certificate<P>,
    out: impl Write,
) -> io::Result<()> {
    write(game, certificate, out, |_, _| Ok(false))
}

/// As [`write_certificate`], for a part of the proof of a cop number. A hold of the mouse is a set of
/// positions if this is shorter.
///
/// # Errors
///
/// The errors of `out`.
///
/// # Panics
///
/// As [`write_certificate`].
pub fn write_part(game: &Game, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    write(game, certificate, out, |CertificateStrategy { player, aim, entries }, lines| {
        let is_hold = (*aim, *player) == (Aim::Hold, Player::One);
        let digits = if is_hold { placements(game).len() * digits_a_row(game) } else { 0 };
        let is_set = (FEWEST_DIGITS..entries.len() * BYTES_AN_ENTRY).contains(&digits);
        if is_set {
            write_set(game, certificate.start, entries, lines)?;
        }
        Ok(is_set)
    })
}

/// Writes a certificate. `as_set` returns whether it has written a strategy as a set.
fn write<P: CertificatePosition, W: Write>(
    game: &Game,
    certificate: &Certificate<P>,
    out: W,
    as_set: impl Fn(&CertificateStrategy<P>, &mut LinesOut<W>) -> io::Result<bool>,
) -> io::Result<()> {
    let mut lines = LinesOut { out, count: 0, checksum: Xxh3Default::new() };
    let has_costs = game.board().has_costs();
    let labels: Vec<String> =
        (0..game.board().vertices()).map(|vertex| VertexJson::new(game, Vertex::new(vertex)).to_string()).collect();
    let mut text = Vec::new();
    lines.write(&Head {
        catmouse_certificate: VERSION,
        board: Fingerprint::of_game(game).to_string(),
        start: certificate.start.to_start(game),
        outcome: certificate.claim.outcome().into(),
        distance_plies: certificate.claim.within().filter(|_| !has_costs),
        distance_cost: certificate.claim.within().filter(|_| has_costs),
        strategies: certificate.strategies.len(),
    })?;
    for written in &certificate.strategies {
        if as_set(written, &mut lines)? {
            continue;
        }
        let CertificateStrategy { player, aim, entries } = written;
        let strategy = match aim {
            Aim::Win => AimWord::Win,
            Aim::Hold => AimWord::Hold,
        };
        lines.write(&StrategyLine { strategy, player: (*player).into(), entries: entries.len() })?;
        for entry in entries {
            P::write(entry, game, &labels, &mut text);
            lines.write_line(&mut text)?;
        }
    }
    lines.write(&EndLine { end: true, lines: lines.count, checksum: checksum_text(&lines.checksum) })
}

/// All placements of the cats, as ascending lists in their order.
fn placements(game: &Game) -> Vec<Vec<Vertex>> {
    let cats = game.arena().pieces(Player::Two);
    let placed = (0..cats.nodes()).map(|placement| {
        let vertices = cats.configuration(placement).into_iter().map(|node| game.vertex_of(Side::Cat, node));
        let mut vertices: Vec<Vertex> = vertices.collect();
        vertices.put_in_order();
        vertices
    });
    let mut placements: Vec<Vec<Vertex>> = placed.collect();
    placements.put_in_order();
    placements
}

fn digits_a_row(game: &Game) -> usize {
    game.board().vertices().div_ceil(4) as usize
}

/// Writes the positions after the answers of the mouse as a set.
fn write_set(game: &Game, start: PositionId, entries: &[Entry], lines: &mut LinesOut<impl Write>) -> io::Result<()> {
    let answers = |entries: &[Entry]| entries.iter().filter_map(|entry| entry.to).chain([start]).collect();
    let set: HashSet<PositionId> = answers(entries);
    // The reader answers with the first move into the set, so that fewer positions may arise.
    let set: HashSet<PositionId> = answers(&hold_into(game.arena(), start, Player::One, |to| set.contains(&to)));
    let placements = placements(game);
    lines.write(&SetLine { hold: Side::Mouse, rows: placements.len() })?;
    let mut bits = String::new();
    for cats in placements {
        let is_in_set = |mouse: u32| {
            let position = Position { mouse: Vertex::new(mouse), cats: cats.clone(), turn: Side::Cat };
            mouse < game.board().vertices() && game.id(&position).is_some_and(|id| set.contains(&id))
        };
        for first in (0..game.board().vertices()).step_by(4) {
            let digit = (0..4).map(|bit| u32::from(is_in_set(first + bit)) << bit).sum();
            bits.extend(char::from_digit(digit, 16));
        }
        while bits.len() >= DIGITS_A_LINE {
            let rest = bits.split_off(DIGITS_A_LINE);
            lines.write(&BitsLine { bits: std::mem::replace(&mut bits, rest) })?;
        }
    }
    if bits.is_empty() { Ok(()) } else { lines.write(&BitsLine { bits }) }
}

/// A position as certificates write it.
pub trait CertificatePosition: Copy {
    /// The JSON of the start.
    type Start: Serialize + DeserializeOwned;
    /// The JSON of an entry.
    type Line: DeserializeOwned;
    /// The kind of the lines of entries.
    const KIND: LineKind;

    /// The JSON of a start.
    fn to_start(self, game: &Game) -> Self::Start;

    /// The start that this JSON names.
    ///
    /// # Errors
    ///
    /// If the game has no such position.
    fn of_start(game: &Game, start: Self::Start) -> Result<Self, LineFlaw>;

    /// The entry of a line.
    ///
    /// # Errors
    ///
    /// If the game has no such positions.
    fn of_line(game: &Game, line: Self::Line) -> Result<Entry<Self>, LineFlaw>;

    /// Appends the line of an entry, without its newline. `labels` has the JSON of each vertex.
    fn write(entry: &Entry<Self>, game: &Game, labels: &[String], text: &mut Vec<u8>);

    /// The greatest number of entries of a strategy.
    fn most(game: &Game) -> usize;
}

impl CertificatePosition for PositionId {
    type Start = PositionJson;
    type Line = EntryLine;
    const KIND: LineKind = LineKind::Entry;

    fn to_start(self, game: &Game) -> PositionJson {
        PositionJson::new(game, &game.position(self))
    }

    fn of_start(game: &Game, start: PositionJson) -> Result<Self, LineFlaw> {
        Ok(position(game, start)?.1)
    }

    fn of_line(game: &Game, EntryLine { mouse, cats, turn, to, rank }: EntryLine) -> Result<Entry, LineFlaw> {
        let (position, id) = position(game, PositionJson { mouse, cats, turn })?;
        let to = to.map(|to| after(game, &position, to)).transpose()?;
        Ok(Entry { position: id, rank, to })
    }

    /// The JSON of an `EntryLine`; it is put together many times as fast as by `serde_json`.
    fn write(entry: &Entry, game: &Game, labels: &[String], text: &mut Vec<u8>) {
        let position = game.position(entry.position);
        let list = |vertices: &[Vertex], text: &mut Vec<u8>| {
            for (index, vertex) in vertices.iter().enumerate() {
                text.push(if index == 0 { b'[' } else { b',' });
                text.extend_from_slice(labels[vertex.number() as usize].as_bytes());
            }
            text.push(b']');
        };
        text.extend_from_slice(b"{\"mouse\":");
        text.extend_from_slice(labels[position.mouse.number() as usize].as_bytes());
        text.extend_from_slice(b",\"cats\":");
        list(&position.cats, text);
        text.extend_from_slice(match position.turn {
            Side::Mouse => b",\"turn\":\"mouse\",\"to\":",
            Side::Cat => b",\"turn\":\"cat\",\"to\":",
        });
        match (entry.to.map(|to| game.position(to)), position.turn) {
            (None, _) => text.extend_from_slice(b"null"),
            (Some(to), Side::Mouse) => text.extend_from_slice(labels[to.mouse.number() as usize].as_bytes()),
            (Some(to), Side::Cat) => list(&to.cats, text),
        }
        text.extend_from_slice(format!(",\"rank\":{}}}", entry.rank).as_bytes());
    }

    fn most(game: &Game) -> usize {
        game.arena().positions()
    }
}

impl CertificatePosition for UnseenState {
    type Start = PlacesLine;
    type Line = PlacesEntryLine;
    const KIND: LineKind = LineKind::PlacesEntry;

    fn to_start(self, game: &Game) -> PlacesLine {
        PlacesLine {
            places: set_bits(self.places).map(|bit| VertexJson::new(game, Vertex::new(bit as u32))).collect(),
            cats: VertexJson::list(game, &game.unseen_cats(&self)),
            moves: self.moves,
            turn: self.turn.into(),
        }
    }

    fn of_start(game: &Game, PlacesLine { places, cats, moves, turn }: PlacesLine) -> Result<Self, LineFlaw> {
        let places = places.into_iter().map(|place| vertex(game, place)).collect::<Result<Vec<Vertex>, _>>()?;
        let node = game.node(Side::Cat, &vertices(game, cats)?).filter(|_| game.rules().seen.counted(moves) == moves);
        let state = |cats| UnseenState {
            cats,
            places: places.iter().fold(0, |places, place| places | 1 << place.number()),
            moves,
            turn: turn.into(),
        };
        node.map(state).ok_or_else(|| LineFlaw::NoPosition { position: "these vertices after these moves".to_owned() })
    }

    fn of_line(game: &Game, PlacesEntryLine { at, to, rank }: PlacesEntryLine) -> Result<Entry<Self>, LineFlaw> {
        let to = to.map(|to| Self::of_start(game, to)).transpose()?;
        Ok(Entry { position: Self::of_start(game, at)?, rank, to })
    }

    fn write(entry: &Entry<Self>, game: &Game, _labels: &[String], text: &mut Vec<u8>) {
        let of = |state: Self| state.to_start(game);
        let line = PlacesEntryLine { at: of(entry.position), to: entry.to.map(of), rank: entry.rank };
        text.extend(serde_json::to_vec(&line).unwrap_or_default());
    }

    fn most(_game: &Game) -> usize {
        usize::MAX
    }
}

/// The position of a line; an error if a piece is on a vertex that is closed to it.
fn position(game: &Game, line: PositionJson) -> Result<(Position, PositionId), LineFlaw> {
    known(game, Position { mouse: vertex(game, line.mouse)?, cats: vertices(game, line.cats)?, turn: line.turn })
}

/// The position after the pieces to move have gone to these vertices, legal or not.
fn after(game: &Game, position: &Position, to: Value) -> Result<PositionId, LineFlaw> {
    let turn = position.turn;
    let no_target = |_| LineFlaw::NoTarget { turn };
    let after = match turn {
        Side::Mouse => {
            let mouse = vertex(game, serde_json::from_value(to).map_err(no_target)?)?;
            Position { mouse, cats: position.cats.clone(), turn: Side::Cat }
        }
        Side::Cat => {
            let cats = vertices(game, serde_json::from_value(to).map_err(no_target)?)?;
            Position { mouse: position.mouse, cats, turn: Side::Mouse }
        }
    };
    Ok(known(game, after)?.1)
}

fn known(game: &Game, position: Position) -> Result<(Position, PositionId), LineFlaw> {
    match game.id(&position) {
        Some(id) => Ok((position, id)),
        None => Err(LineFlaw::NoPosition { position: game.notation(&position) }),
    }
}

/// The vertices of cats, as positions list them.
fn vertices(game: &Game, vertices: Vec<VertexJson>) -> Result<Vec<Vertex>, LineFlaw> {
    let vertices = vertices.into_iter().map(|name| vertex(game, name)).collect::<Result<_, _>>()?;
    Ok(game.in_order(Side::Cat, vertices))
}

fn vertex(game: &Game, vertex: VertexJson) -> Result<Vertex, LineFlaw> {
    game.board().find(&vertex.into()).map_err(LineFlaw::Vertex)
}

fn checksum_text(checksum: &Xxh3Default) -> String {
    format!("{:016x}", checksum.digest())
}

/// Writes lines while counting them and computing their checksum.
struct LinesOut<W> {
    out: W,
    count: u64,
    checksum: Xxh3Default,
}

impl<W: Write> LinesOut<W> {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        self.write_line(&mut serde_json::to_vec(line)?)
    }

    /// Writes a line, which lacks its newline, and clears it.
    fn write_line(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        text.push(b'\n');
        self.count += 1;
        self.checksum.update(text);
        self.out.write_all(text)?;
        text.clear();
        Ok(())
    }
}

/// A certificate that was read from a text. Its proof has not been verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCertificate<P = PositionId> {
    /// The certificate, for [`catmouse_arena::verify`].
    pub certificate: Certificate<P>,
    /// Whether the checksum of the text is right.
    pub is_intact: bool,
}

/// Reads the text of a certificate of this game, without verifying its proof. Time and memory:
/// linear in the text; each strategy has at most one entry for each position of the game.
///
/// # Errors
///
/// The first error: [`OtherBoard`](CertificateError::OtherBoard), a
/// [`Line`](CertificateError::Line), or an [`Io`](CertificateError::Io) of the text.
///
/// ```
/// use catmouse_arena::{Aim, Certificate, CertificateClaim, CertificateStrategy, Entry, Player, PositionId, verify};
/// use catmouse_model::{BoardChoice, Setup};
/// use catmouse_store::{CertificateError, read_certificate, write_certificate};
///
/// // The triangle: the mouse at 1 runs into the hole at 0.
/// let game = Setup::new(BoardChoice::Adjacency(vec![vec![1, 2], vec![0, 2], vec![0, 1]])).plan()?.game();
/// let start = game.start_id().expect("both pieces have a start");
/// let hole = catmouse_arena::Arena::successors(game.arena(), start).next().expect("a move").to;
/// let certificate = Certificate {
///     start,
///     claim: CertificateClaim::Win { player: Player::One, within: 1 },
///     strategies: vec![CertificateStrategy {
///         player: Player::One,
///         aim: Aim::Win,
///         entries: vec![
///             Entry { position: start, rank: 1, to: Some(hole) },
///             Entry { position: hole, rank: 0, to: None },
///         ],
///     }],
/// };
///
/// let mut text = Vec::new();
/// write_certificate(&game, &certificate, &mut text)?;
/// let read = read_certificate(&game, &text[..])?;
/// assert!(read.is_intact);
/// assert_eq!(verify(game.arena(), &game.adjudication(), start, &read.certificate), Ok(()));
///
/// let cut = read_certificate::<PositionId>(&game, &text[..text.len() - 1]);
/// assert!(matches!(cut, Err(CertificateError::Line { line: 5, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_certificate<P: CertificatePosition>(
    game: &Game,
    mut text: impl BufRead,
) -> Result<ReadCertificate<P>, CertificateError> {
    let mut lines = LinesIn::new(&mut text);
    let read = lines.certificate(game, |_, _, _, _| Ok(None))?;
    lines.ensure_over()?;
    Ok(read)
}

/// What a proof of a cop number consists of: its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopProofHead<B> {
    catmouse_cop_number: u32,
    /// The cop number.
    pub cop_number: u32,
    /// The proof that fewer cats do not win.
    pub lower: CopProofHalf<B>,
    /// The proof that this number of cats wins.
    pub upper: CopProofHalf<B>,
}

/// How one half of a cop number is proved, and the number of certificates, or of vertices in a
/// dismantling order or an embedding, that the file has for it. `B` is the type of the words for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopProofHalf<B> {
    /// What proves this half.
    pub by: B,
    /// The number of parts that follow.
    pub parts: usize,
}

impl<B> CopProofHead<B> {
    /// The first line for a cop number with these halves.
    pub fn new(cop_number: u32, lower: CopProofHalf<B>, upper: CopProofHalf<B>) -> Self {
        Self { catmouse_cop_number: VERSION, cop_number, lower, upper }
    }
}

/// Reads a proof of a cop number piece by piece.
pub struct CopProofReader<'a>(LinesIn<'a>);

impl<'a> CopProofReader<'a> {
    /// Reads the first line.
    ///
    /// # Errors
    ///
    /// Those of [`read_certificate`].
    pub fn new<B: DeserializeOwned>(text: &'a mut dyn BufRead) -> Result<(Self, CopProofHead<B>), CertificateError> {
        #[derive(Deserialize)]
        struct CopVersionLine {
            catmouse_cop_number: u32,
        }
        let mut lines = LinesIn::new(text);
        let first = lines.next(LineKind::CopNumber)?;
        let CopVersionLine { catmouse_cop_number: version } = lines.parse(&first, LineKind::CopNumber)?;
        if version != VERSION {
            return Err(lines.wrong(LineFlaw::OtherVersion { version }));
        }
        let head = lines.parse(&first, LineKind::CopNumber)?;
        Ok((Self(lines), head))
    }

    /// Reads the next part as a certificate of this game.
    ///
    /// # Errors
    ///
    /// Those of [`read_certificate`].
    pub fn certificate(&mut self, game: &Game) -> Result<ReadCertificate, CertificateError> {
        self.0.before = self.0.line;
        self.0.checksum = Xxh3Default::new();
        self.0.certificate(game, LinesIn::set)
    }

    /// Reads the next part as a line of this kind.
    ///
    /// # Errors
    ///
    /// Those of [`read_certificate`].
    pub fn line<T: DeserializeOwned>(&mut self, kind: LineKind) -> Result<T, CertificateError> {
        let line = self.0.next(kind)?;
        self.0.parse(&line, kind)
    }

    /// Ensures that nothing follows.
    ///
    /// # Errors
    ///
    /// If something does.
    pub fn ensure_over(&mut self) -> Result<(), CertificateError> {
        self.0.ensure_over()
    }
}

/// Whether a text begins like a proof of a cop number.
pub fn is_cop_proof(beginning: &[u8]) -> bool {
    beginning.starts_with(b"{\"catmouse_cop_number\"")
}

/// Reads lines while counting them and computing their checksum.
struct LinesIn<'a> {
    text: &'a mut dyn BufRead,
    /// The number of the last line read, counted from 1.
    line: u64,
    /// The number of lines before this certificate.
    before: u64,
    /// The checksum of all lines read.
    checksum: Xxh3Default,
}

impl<'a> LinesIn<'a> {
    fn new(text: &'a mut dyn BufRead) -> Self {
        Self { text, line: 0, before: 0, checksum: Xxh3Default::new() }
    }

    /// The next lines as a certificate. `set` reads a strategy that is a set.
    fn certificate<P: CertificatePosition>(
        &mut self,
        game: &Game,
        set: impl Fn(&mut Self, &Game, &str, P) -> Result<Option<CertificateStrategy<P>>, CertificateError>,
    ) -> Result<ReadCertificate<P>, CertificateError> {
        let first = self.next(LineKind::Head)?;
        let VersionLine { catmouse_certificate: version } = self.parse(&first, LineKind::Head)?;
        if version != VERSION {
            return Err(self.wrong(LineFlaw::OtherVersion { version }));
        }
        let head: Head<P::Start> = self.parse(&first, LineKind::Head)?;
        let expected = Fingerprint::of_game(game);
        if head.board != expected.to_string() {
            return Err(CertificateError::OtherBoard { expected, found: head.board });
        }
        let start = P::of_start(game, head.start).map_err(|flaw| self.wrong(flaw))?;
        let (within, other) = if game.board().has_costs() {
            (head.distance_cost, head.distance_plies)
        } else {
            (head.distance_plies, head.distance_cost)
        };
        if other.is_some() {
            return Err(self.wrong(LineFlaw::OtherMeasure));
        }
        let claim = match (within, catmouse_arena::WinOrDraw::from(head.outcome)) {
            (Some(within), catmouse_arena::WinOrDraw::Win(player)) => CertificateClaim::Win { player, within },
            (None, outcome) => CertificateClaim::Unforced(outcome),
            (Some(_), catmouse_arena::WinOrDraw::Draw) => return Err(self.wrong(LineFlaw::DrawAtDistance)),
        };
        if !(1..=2).contains(&head.strategies) {
            return Err(self.wrong(LineFlaw::StrategyCount { count: head.strategies }));
        }
        let mut strategies = Vec::new();
        for _ in 0..head.strategies {
            let line = self.next(LineKind::Strategy)?;
            strategies.push(match set(self, game, &line, start)? {
                Some(strategy) => strategy,
                None => self.strategy(game, &line)?,
            });
        }
        let is_intact = self.end()?;
        Ok(ReadCertificate { certificate: Certificate { start, claim, strategies }, is_intact })
    }

    /// The next line, without its newline.
    fn next(&mut self, expected: LineKind) -> Result<String, CertificateError> {
        self.line += 1;
        let mut bytes = Vec::new();
        (&mut *self.text).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
        self.checksum.update(&bytes);
        if bytes.is_empty() {
            return Err(self.wrong(LineFlaw::Ends { expected }));
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.wrong(LineFlaw::CutOff));
        }
        String::from_utf8(bytes).map_err(|_| self.wrong(LineFlaw::NoText { expected }))
    }

    fn parse<T: DeserializeOwned>(&self, text: &str, expected: LineKind) -> Result<T, CertificateError> {
        serde_json::from_str(text).map_err(|error| {
            let (said, column) = (error.to_string(), error.column());
            let message = said.split(" at line ").next().unwrap_or(&said).to_owned();
            let byte = column.saturating_sub(1).min(text.len());
            CertificateError::Line {
                line: self.line,
                span: Some(byte..(byte + 1).min(text.len())),
                flaw: LineFlaw::NoSuchObject { message, column, expected },
            }
        })
    }

    /// A hold of the mouse that is a set of positions; `None` if this line begins none.
    fn set(
        &mut self,
        game: &Game,
        line: &str,
        start: PositionId,
    ) -> Result<Option<CertificateStrategy>, CertificateError> {
        if !line.starts_with("{\"hold\"") {
            return Ok(None);
        }
        let SetLine { hold, rows } = self.parse(line, LineKind::Strategy)?;
        let placements = placements(game);
        let digits = placements.len() * digits_a_row(game);
        let other = LineFlaw::OtherSet { rows: placements.len(), digits };
        if rows != placements.len() || hold != Side::Mouse {
            return Err(self.wrong(other));
        }
        let mut bits = Vec::with_capacity(digits);
        while bits.len() < digits {
            let line = self.next(LineKind::Bits)?;
            let BitsLine { bits: more } = self.parse(&line, LineKind::Bits)?;
            let digit = |digit: char| digit.to_digit(16).filter(|_| !digit.is_ascii_uppercase());
            let more: Option<Vec<u32>> = more.chars().map(digit).collect();
            let fits = |more: &Vec<u32>| !more.is_empty() && bits.len() + more.len() <= digits;
            let Some(more) = more.filter(fits) else { return Err(self.wrong(other)) };
            bits.extend(more);
        }
        let mut set = HashSet::new();
        for (cats, row) in placements.into_iter().zip(bits.chunks(digits_a_row(game))) {
            let beyond = game.board().vertices() % 4;
            if beyond > 0 && row.last().is_some_and(|digit| digit >> beyond > 0) {
                return Err(self.wrong(other));
            }
            for mouse in (0..game.board().vertices()).filter(|&mouse| row[mouse as usize / 4] >> (mouse % 4) & 1 == 1) {
                set.extend(game.id(&Position { mouse: Vertex::new(mouse), cats: cats.clone(), turn: Side::Cat }));
            }
        }
        let entries = hold_into(game.arena(), start, Player::One, |to| set.contains(&to));
        for entry in &entries {
            set.remove(&entry.position);
        }
        if !set.is_empty() {
            return Err(self.wrong(other));
        }
        Ok(Some(CertificateStrategy { player: Player::One, aim: Aim::Hold, entries }))
    }

    /// The strategy that begins with a line, and its entries.
    fn strategy<P: CertificatePosition>(
        &mut self,
        game: &Game,
        line: &str,
    ) -> Result<CertificateStrategy<P>, CertificateError> {
        let StrategyLine { strategy, player, entries: count } = self.parse(line, LineKind::Strategy)?;
        let positions = P::most(game);
        if count > positions {
            return Err(self.wrong(LineFlaw::EntryCount { count, positions }));
        }
        let mut entries = Vec::new();
        for _ in 0..count {
            let line = self.next(P::KIND)?;
            let line = self.parse(&line, P::KIND)?;
            entries.push(P::of_line(game, line).map_err(|flaw| self.wrong(flaw))?);
        }
        let aim = match strategy {
            AimWord::Win => Aim::Win,
            AimWord::Hold => Aim::Hold,
        };
        Ok(CertificateStrategy { player: player.into(), aim, entries })
    }

    /// Reads the last line, and returns whether the checksum is right.
    fn end(&mut self) -> Result<bool, CertificateError> {
        let (lines, checksum) = (self.line - self.before, checksum_text(&self.checksum));
        let line = self.next(LineKind::End { lines })?;
        let as_written = |checksum: String| serde_json::to_string(&EndLine { end: true, lines, checksum }).ok();
        let found: EndLine = serde_json::from_str(&line).map_err(|_| self.wrong(LineFlaw::NotTheEnd { lines }))?;
        if as_written(found.checksum.clone()).as_ref() != Some(&line) {
            return Err(self.wrong(LineFlaw::NotTheEnd { lines }));
        }
        Ok(found.checksum == checksum)
    }

    fn ensure_over(&mut self) -> Result<(), CertificateError> {
        if self.text.fill_buf()?.is_empty() {
            return Ok(());
        }
        self.line += 1;
        Err(self.wrong(LineFlaw::More))
    }

    fn wrong(&self, flaw: LineFlaw) -> CertificateError {
        CertificateError::Line { line: self.line, span: None, flaw }
    }
}
