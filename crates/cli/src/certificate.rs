//! Certificates as text: JSON lines, written and read.
//!
//! ```text
//! {"catmouse_certificate":1,"board":"1b2c…","start":{…},"outcome":"cat","distance_plies":8,"strategies":1}
//! {"strategy":"win","player":"cat","entries":12}
//! {"mouse":1,"cats":[2],"turn":"mouse","to":null,"rank":8}
//! {"mouse":3,"cats":[2],"turn":"cat","to":4,"rank":7}
//! …
//! {"end":true,"lines":14,"checksum":"90ab…"}
//! ```
//!
//! The first line says what is claimed: the outcome, and the number of plies within which it is forced, or null. Then come the
//! strategies that prove it: `win`, or where nobody forces an end `hold`, for a draw one of each player, the Mouse's first.
//! Each has a line of its own and as many entries as that line says. What they mean is said in [`catmouse_arena::Strategy`]. A
//! vertex is its number, or `[row,column]` on a grid; `to` is where the piece goes that is to move.
//!
//! The last line counts the lines before it, and its checksum is the [`Fingerprint`] of their bytes, newlines included. It
//! guards against accidents only: a strategy in which a move has been exchanged for another good one would prove as much.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use catmouse_arena::{Aim, Arena, Certificate, Claim, Entry, PositionId, Strategy};
use catmouse_model::{Game, Outcome, Position, Side, Vertex, VertexChoice};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;
use crate::interrupt;
use crate::output::Failure;
use crate::output::json::{PlacesJson, VertexJson};

/// The version of this text.
const VERSION: u32 = 1;

/// The longest line that is read; none is written that comes near it.
const MAX_LINE_BYTES: u64 = 1 << 16;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    catmouse_certificate: u32,
    board: String,
    start: PositionLine,
    outcome: Outcome,
    #[serde(deserialize_with = "Option::deserialize")] // null, but not missing
    distance_plies: Option<u64>,
    /// Where moves have costs, instead of the plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    distance_cost: Option<u64>,
    strategies: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionLine {
    mouse: VertexJson,
    cats: Vec<VertexJson>,
    turn: Side,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StrategyLine {
    strategy: AimWord,
    player: Side,
    entries: usize,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AimWord {
    Win,
    Hold,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryLine {
    mouse: VertexJson,
    cats: Vec<VertexJson>,
    turn: Side,
    #[serde(deserialize_with = "Option::deserialize")]
    to: Option<PlacesJson>,
    rank: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: bool,
    lines: u64,
    checksum: String,
}

/// Writes a certificate to a file: first under another name in the same folder, so that there is all of it or nothing new.
pub(crate) fn save(game: &Game, certificate: &Certificate, path: &Path) -> Result<(), Failure> {
    interrupt::about_to_write(path);
    let written = match std::fs::metadata(path) {
        // A device or a pipe is written to, not replaced.
        Ok(there) if !there.is_file() && !there.is_dir() => {
            File::options().write(true).open(path).and_then(|file| write(game, certificate, file))
        }
        // What a link leads to is replaced, not the link.
        Ok(_) => path.canonicalize().and_then(|path| replace(game, certificate, &path)),
        Err(_) => replace(game, certificate, path),
    };
    written.map_err(|error| {
        Failure::plain(
            format!("cannot write the certificate to `{}`: {error}", path.display()),
            "name a file in a folder that can be written to".to_owned(),
        )
    })
}

fn replace(game: &Game, certificate: &Certificate, path: &Path) -> io::Result<()> {
    let Some(name) = path.file_name().filter(|_| !path.is_dir()) else {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    };
    let unfinished = path.with_file_name(format!(".{}.{}.unfinished", name.display(), std::process::id()));
    let written = File::create_new(&unfinished)
        .and_then(|file| write(game, certificate, file))
        .and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        // It is the writing that failed; what is left of it is only in the way.
        let _ = std::fs::remove_file(&unfinished);
    }
    written
}

/// Writes the text of a certificate.
fn write(game: &Game, certificate: &Certificate, out: impl Write) -> io::Result<()> {
    let mut lines = Lines { out: BufWriter::new(out), count: 0, checksum: Fingerprint::EMPTY };
    let start = game.position(certificate.start);
    lines.write(&Head {
        catmouse_certificate: VERSION,
        board: Fingerprint::of_board(game).to_string(),
        start: PositionLine {
            mouse: VertexJson::new(game, start.mouse),
            cats: VertexJson::list(game, &start.cats),
            turn: start.turn,
        },
        outcome: certificate.claim.outcome().into(),
        distance_plies: certificate.claim.within().filter(|_| !game.board().has_costs()),
        distance_cost: certificate.claim.within().filter(|_| game.board().has_costs()),
        strategies: certificate.strategies.len(),
    })?;
    for Strategy { player, aim, entries } in &certificate.strategies {
        let strategy = match aim {
            Aim::Win => AimWord::Win,
            Aim::Hold => AimWord::Hold,
        };
        lines.write(&StrategyLine { strategy, player: (*player).into(), entries: entries.len() })?;
        for entry in entries {
            let position = game.position(entry.position);
            lines.write(&EntryLine {
                mouse: VertexJson::new(game, position.mouse),
                cats: VertexJson::list(game, &position.cats),
                turn: position.turn,
                to: entry.to.map(|to| PlacesJson::after(game, entry.position, to)),
                rank: entry.rank,
            })?;
        }
    }
    lines.write(&EndLine { end: true, lines: lines.count, checksum: lines.checksum.to_string() })?;
    lines.out.flush()
}

/// Lines on their way out, counted and summed.
struct Lines<W: Write> {
    out: BufWriter<W>,
    count: u64,
    checksum: Fingerprint,
}

impl<W: Write> Lines<W> {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.count += 1;
        self.checksum.update(&text);
        self.out.write_all(&text)
    }
}

/// What a text says.
pub(crate) enum Text {
    /// It is about another board, or about this one under other rules; the rest has not been read.
    OtherBoard,
    /// It is about this board.
    Certificate {
        /// What it claims and how it proves that.
        certificate: Certificate,
        /// Whether its checksum is right.
        intact: bool,
    },
}

/// Reads a certificate of this board; nothing of it is believed.
///
/// # Errors
///
/// A [`Failure`] that names the first line that is malformed, and what was wanted there.
pub(crate) fn load(game: &Game, path: &Path) -> Result<Text, Failure> {
    let file = File::open(path).map_err(|error| {
        Failure::plain(
            format!("cannot read `{}`: {error}", path.display()),
            "a certificate is a file that `catmouse explain --certificate` has written".to_owned(),
        )
    })?;
    let source = Source { name: path.to_owned(), file: BufReader::new(file), line: 0, checksum: Fingerprint::EMPTY };
    read(game, source)
}

fn read<R: BufRead>(game: &Game, mut source: Source<R>) -> Result<Text, Failure> {
    const HEAD: &str = r#"the first line, {"catmouse_certificate":1,"board":…,"start":…,"outcome":…,"distance_plies":…,"strategies":…}"#;
    const STRATEGY: &str = r#"a strategy as in {"strategy":"win","player":"cat","entries":12}"#;
    const ENTRY: &str = r#"an entry as in {"mouse":3,"cats":[2],"turn":"cat","to":4,"rank":7}"#;

    let head: Head = source.parse(HEAD)?;
    if head.catmouse_certificate != VERSION {
        let what = format!("this is a certificate of version {}", head.catmouse_certificate);
        return Err(source.wrong(&what, &format!("version {VERSION}")));
    }
    if head.board != Fingerprint::of_board(game).to_string() {
        return Ok(Text::OtherBoard);
    }
    let start = source.position(game, head.start)?.1;
    let (within, other) = if game.board().has_costs() {
        (head.distance_cost, head.distance_plies)
    } else {
        (head.distance_plies, head.distance_cost)
    };
    if other.is_some() {
        return Err(source.wrong(
            "the distance counts something else than this game",
            "distance_plies or, where moves have costs, distance_cost",
        ));
    }
    let claim = match (within, catmouse_arena::Outcome::from(head.outcome)) {
        (Some(within), catmouse_arena::Outcome::Win(player)) => Claim::Win { player, within },
        (None, outcome) => Claim::Unforced(outcome),
        (Some(_), catmouse_arena::Outcome::Draw) => {
            return Err(source.wrong("nobody can force a draw at a distance", "null for the distance_plies of a draw"));
        }
    };
    if !(1..=2).contains(&head.strategies) {
        return Err(source.wrong(&format!("{} strategies", head.strategies), "1 strategy, or 2 for a draw"));
    }
    let mut strategies = Vec::new();
    for _ in 0..head.strategies {
        let line: StrategyLine = source.parse(STRATEGY)?;
        let positions = game.arena().positions();
        if line.entries > positions {
            return Err(source.wrong(
                &format!("{} entries", line.entries),
                &format!("at most {positions}, for so many positions has this board"),
            ));
        }
        let mut entries = Vec::new();
        for _ in 0..line.entries {
            let EntryLine { mouse, cats, turn, to, rank } = source.parse(ENTRY)?;
            let (position, id) = source.position(game, PositionLine { mouse, cats, turn })?;
            let to = to.map(|to| source.after(game, &position, to)).transpose()?;
            entries.push(Entry { position: id, rank, to });
        }
        let aim = match line.strategy {
            AimWord::Win => Aim::Win,
            AimWord::Hold => Aim::Hold,
        };
        strategies.push(Strategy { player: line.player.into(), aim, entries });
    }
    let intact = source.end()?;
    Ok(Text::Certificate { certificate: Certificate { start, claim, strategies }, intact })
}

/// Lines on their way in, numbered and summed.
struct Source<R> {
    name: PathBuf,
    file: R,
    /// The number of the line read last, from 1.
    line: u64,
    /// Of the lines before it and itself.
    checksum: Fingerprint,
}

impl<R: BufRead> Source<R> {
    /// The next line, without its newline.
    fn next(&mut self, wanted: &str) -> Result<String, Failure> {
        self.line += 1;
        let mut bytes = Vec::new();
        let read = self.file.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::plain(format!("cannot read `{}`: {error}", self.name.display()), String::new()))?;
        self.checksum.update(&bytes);
        if bytes.is_empty() {
            return Err(self.wrong("the text ends here", wanted));
        }
        if bytes.pop() != Some(b'\n') {
            return Err(self.wrong("the line is cut off", "a newline at its end"));
        }
        String::from_utf8(bytes).map_err(|_| self.wrong("the line is no UTF-8 text", wanted))
    }

    fn parse<T: DeserializeOwned>(&mut self, wanted: &str) -> Result<T, Failure> {
        let line = self.next(wanted)?;
        serde_json::from_str(&line).map_err(|error| {
            let text = error.to_string();
            let what = text.split(" at line ").next().unwrap_or(&text);
            self.wrong(&format!("{what}, at column {}", error.column()), wanted)
        })
    }

    /// The position of a line, where the rules let the pieces stand.
    fn position(&self, game: &Game, line: PositionLine) -> Result<(Position, PositionId), Failure> {
        let cats: Result<Vec<Vertex>, Failure> = line.cats.into_iter().map(|cat| self.vertex(game, cat)).collect();
        let mut cats = cats?;
        cats.sort_unstable();
        let position = Position { mouse: self.vertex(game, line.mouse)?, cats, turn: line.turn };
        self.known(game, position)
    }

    /// The position that arises where the pieces to move go to these vertices, be it by the rules or not.
    fn after(&self, game: &Game, position: &Position, to: PlacesJson) -> Result<PositionId, Failure> {
        let mut to =
            to.into_vertices().into_iter().map(|to| self.vertex(game, to)).collect::<Result<Vec<Vertex>, _>>()?;
        to.sort_unstable();
        let after = match (position.turn, &to[..]) {
            (Side::Mouse, &[mouse]) => Position { mouse, cats: position.cats.clone(), turn: Side::Cat },
            (Side::Mouse, _) => return Err(self.wrong(&format!("{} mice", to.len()), "one vertex for the mouse")),
            (Side::Cat, _) => Position { mouse: position.mouse, cats: to, turn: Side::Mouse },
        };
        Ok(self.known(game, after)?.1)
    }

    fn known(&self, game: &Game, position: Position) -> Result<(Position, PositionId), Failure> {
        match game.id(&position) {
            Some(id) => Ok((position, id)),
            None => {
                let text = game.notation(&position);
                Err(self.wrong(&format!("the rules do not let the pieces stand at {text}"), "a position of this board"))
            }
        }
    }

    fn vertex(&self, game: &Game, vertex: VertexJson) -> Result<Vertex, Failure> {
        let choice = match vertex {
            VertexJson::Number(number) => VertexChoice::Number(number.into()),
            VertexJson::Cell([row, column]) => VertexChoice::Cell(row.into(), column.into()),
        };
        game.board().find(&choice).map_err(|kind| self.wrong(&kind.to_string(), &kind.wanted()))
    }

    /// Reads the last line, after which nothing may come; says whether its checksum is right.
    fn end(&mut self) -> Result<bool, Failure> {
        let (lines, checksum) = (self.line, self.checksum.to_string());
        let wanted = format!(r#"the last line, {{"end":true,"lines":{lines},"checksum":…}}"#);
        let line = self.next(&wanted)?;
        let as_written = |checksum: String| serde_json::to_string(&EndLine { end: true, lines, checksum });
        let found: EndLine = serde_json::from_str(&line).map_err(|_| self.wrong("this is not the end", &wanted))?;
        if as_written(found.checksum.clone()).ok().as_ref() != Some(&line) {
            return Err(self.wrong("this is not the end", &wanted));
        }
        if !self.file.fill_buf().is_ok_and(<[u8]>::is_empty) {
            self.line += 1;
            return Err(self.wrong("there is more after the last line", "nothing"));
        }
        Ok(found.checksum == checksum)
    }

    fn wrong(&self, what: &str, wanted: &str) -> Failure {
        Failure::plain(format!("{}: line {}: {what}", self.name.display(), self.line), format!("expected {wanted}"))
    }
}
