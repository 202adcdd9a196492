//! The proof of a cop number as one file: that k cats win, and that k − 1 do not.
//!
//! Each half is proved by the rules alone, or by a theorem. By the rules: the file has certificates,
//! in the format of every other game, of games that begin when all pieces are placed.
//!
//! * *Lower half:* for every placement of k − 1 cats, a certificate has a position with these cats
//!   and a mouse that is never caught. An additional cat never does harm, because it may imitate
//!   another one. So fewer cats do not win either.
//! * *Upper half:* for one placement of k cats and every vertex of the mouse, a certificate has this
//!   position, and the Cat wins it. One certificate serves for all of them: its strategy begins at
//!   every vertex of the mouse.
//!
//! A theorem is used where the game is large. The check computes again what the theorem needs; a
//! dismantling order or an embedding in the plane is in the file. The word for a half that is proved by the rules is `trial`.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use catmouse_arena::{
    Arena, Certificate, CertificateClaim, Player, PositionId, Tokens, Value, Values, WinOrDraw, verify_from,
};
use catmouse_formats::Record;
use catmouse_model::{
    CopsChoices, Game, GameState, Position, Preset, RuleChoices, Setup, Side, Vertex, VertexJson, counted,
};
use catmouse_solver::Control;
use catmouse_store::{
    CertificateError, CopProofHalf, CopProofHead, CopProofReader, LineKind, ReadCertificate, write_part,
};
use serde::{Deserialize, Serialize};

use crate::answer::SCHEMA;
use crate::cops::{
    BoundProof, CopsGraph, CopsQuestion, CopsStop, CopsWorkspace, Corner, CornerAnswer, ProofHalf, RemainingLists,
    StopReason, THEOREMS, Theorem, Witness, cop_number_and_capture_time, embedding, is_dismantling, is_embedding,
};
use crate::error::Error;
use crate::memory::Work;
use crate::question::{PreparedGame, Question, directed_as_chosen};
use crate::solved::Solved;

/// The proof of the cop number of a graph.
///
/// ```
/// use catmouse::{CopCertificate, check_cop_certificate, cops::{CopsQuestion, CopsWorkspace}, streams::Graphs};
/// use catmouse::formats::ReadOptions;
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let question = CopsQuestion::default();
/// let proof = CopCertificate::new(&record, None, &question, &mut CopsWorkspace::default())?;
/// let mut text = Vec::new();
/// proof.write(&mut text).map_err(catmouse::Error::Source)?;
/// let checked = check_cop_certificate(&record, None, &question, text.as_slice())?;
/// assert_eq!((checked.ok, checked.cop_number), (true, Some(2)));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
pub struct CopCertificate {
    cop_number: u32,
    lower: Half,
    upper: Half,
}

/// The proof of one half.
#[derive(Debug)]
enum Half {
    /// By the rules alone: a game, and certificates of some of its positions.
    Rules(Box<Game>, Vec<Certificate>),
    /// By a theorem, with the lines that its check needs.
    Theorem(BoundProof, Vec<WitnessLine>),
}

/// A line of what the certificate of a theorem lists.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WitnessLine {
    Corner(CornerAnswer),
    Embedded(Embedded),
}

/// The neighbours of a vertex in their order around it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Embedded {
    vertex: VertexJson,
    around: Vec<VertexJson>,
}

/// If a theorem proves a half, a game of more positions is not laid out.
const POSITIONS_AT_MOST: u64 = 1 << 22;

impl CopCertificate {
    /// Finds the cop number of a graph of a stream, and proves it. `directed` is as for
    /// [`CopsGraph::read`]. Time and memory: those of solving the games of k and of k − 1 cats with
    /// all distances, unless a theorem proves a half of a large graph.
    ///
    /// # Errors
    ///
    /// Those of [`CopsGraph::read`] and [`CopsGraph::answer`]; [`Error::TrialMissing`] if the cop number
    /// is not found, or a half has no proof in the time of the question; [`Error::TooLarge`] or
    /// [`Error::CertificateTooLarge`] if a half has no proof that fits into memory.
    pub fn new(
        record: &Record,
        directed: Option<bool>,
        question: &CopsQuestion,
        workspace: &mut CopsWorkspace,
    ) -> Result<Self, Error> {
        let graph = CopsGraph::read_with_board(record, directed)?;
        let asked = CopsQuestion { cats: None, most: None, placements: false, ..*question };
        let until = question.time.and_then(|time| Instant::now().checked_add(time));
        let found = cop_number_and_capture_time(record, directed, &asked, workspace)?;
        let Some(cop_number) = found.known(found.cop_number, question.memory)? else {
            unreachable!("without a limit, trials end only when cats win");
        };
        let games = Games { record, directed, question, graph: &graph };
        let control = workspace.control_until(until).on_threads(question.threads);
        let lower = games.lower_half(cop_number, &control)?;
        Ok(Self { cop_number, lower, upper: games.upper_half(cop_number, &control)? })
    }

    /// Writes the proof as JSON lines.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let head = CopProofHead::new(self.cop_number, self.lower.head(), self.upper.head());
        writeln!(out, "{}", serde_json::to_string(&head)?)?;
        for half in [&self.lower, &self.upper] {
            match half {
                Half::Rules(game, certificates) => {
                    certificates.iter().try_for_each(|certificate| write_part(game, certificate, &mut out))?;
                }
                Half::Theorem(_, lines) => {
                    lines.iter().try_for_each(|line| writeln!(out, "{}", serde_json::to_string(line)?))?;
                }
            }
        }
        Ok(())
    }
}

impl Half {
    fn head(&self) -> CopProofHalf<BoundProof> {
        match self {
            Self::Rules(_, certificates) => CopProofHalf { by: BoundProof::Trial, parts: certificates.len() },
            Self::Theorem(by, lines) => CopProofHalf { by: *by, parts: lines.len() },
        }
    }
}

/// The games of a number of cats on a graph, and the theorems that apply to it.
struct Games<'a> {
    record: &'a Record,
    directed: Option<bool>,
    question: &'a CopsQuestion,
    graph: &'a CopsGraph<'a>,
}

impl Games<'_> {
    fn rules(&self) -> CopsChoices {
        self.graph.under_own_rules(self.question).choices
    }

    /// The game of this number of cats, whose pieces are placed by the players.
    fn prepare(&self, cats: u32, work: Work) -> Result<PreparedGame, Error> {
        let document = directed_as_chosen(self.record, self.directed)?;
        let CopsChoices {
            mouse_may_stay,
            cat_may_stay,
            cats_move,
            mouse_speed,
            cat_speed,
            capture_distance,
            mouse_seen,
            first,
        } = self.rules();
        let rules = RuleChoices {
            directed: self.directed.or(document.setup.rules.directed),
            cats: Some(cats.into()),
            mouse_may_stay,
            cat_may_stay,
            cats_move,
            mouse_speed: mouse_speed.map(i64::from),
            cat_speed: cat_speed.map(|speed| vec![speed.into()]),
            capture_distance: capture_distance.map(i64::from),
            mouse_seen,
            ..RuleChoices::default()
        };
        let setup =
            Setup { preset: Some(Preset::CopsAndRobbers), rules, mouse: None, cats: None, first, ..document.setup };
        let question = Question::setup(setup);
        let question = if self.question.memory < u64::MAX { question.allowing(self.question.memory) } else { question };
        question.prepare(work)
    }

    /// Whether a theorem applies, and proves the half of this cop number.
    fn proves(&self, theorem: &Theorem, cop_number: u32) -> bool {
        self.applies(theorem) && theorem.proves(&self.graph.neighbours(), cop_number)
    }

    /// Whether a theorem applies to the graph under the rules.
    fn applies(&self, theorem: &Theorem) -> bool {
        !theorem.needs_usual_graph() || self.graph.theorems_apply(&self.graph.under_own_rules(self.question))
    }

    /// The half of this cop number by the first theorem that proves it; `None` if there is none.
    fn by_theorem(&self, half: ProofHalf, cop_number: u32) -> Option<Half> {
        let theorem = THEOREMS.iter().find(|it| it.half == half && self.proves(it, cop_number))?;
        let vertex = |vertex| self.graph.vertex(vertex);
        let corner = |Corner { vertex: gone, dominated_by }| {
            WitnessLine::Corner(CornerAnswer { vertex: vertex(gone), dominated_by: vertex(dominated_by) })
        };
        let embedded = |(of, order): (u32, Vec<u32>)| {
            WitnessLine::Embedded(Embedded { vertex: vertex(of), around: order.into_iter().map(vertex).collect() })
        };
        let lines = match theorem.witness {
            Witness::Nothing => Vec::new(),
            Witness::Order => self.graph.dismantling(None)?.into_iter().map(corner).collect(),
            Witness::Embedding => (0..).zip(embedding(&self.graph.neighbours(), theorem.by)?).map(embedded).collect(),
        };
        Some(Half::Theorem(theorem.by, lines))
    }

    /// The proof that fewer cats than this do not win.
    fn lower_half(&self, cop_number: u32, control: &Control<'_>) -> Result<Half, Error> {
        if cop_number < 2 {
            return Ok(Half::Theorem(BoundProof::Trivial, Vec::new()));
        }
        let theorem = || self.by_theorem(ProofHalf::Lower, cop_number);
        self.by_rules((cop_number - 1, cop_number), control, theorem, |solved| {
            let (game, first) = (solved.game(), solved.game().start().first);
            let arena = game.arena();
            let mut covered = Covered::new(game);
            let mut certificates = Vec::new();
            for cats in 0..arena.pieces(Player::Two).nodes() {
                if covered.placements[cats as usize] {
                    continue;
                }
                let escapes = |&mouse: &u32| {
                    let at = arena.position(Tokens { one: mouse, two: cats, turn: first.into() });
                    !matches!(solved.values().value(at), Value::Win { player: Player::Two, .. })
                };
                let mouse = (0..arena.pieces(Player::One).nodes()).find(escapes);
                let Some(mouse) = mouse else { unreachable!("fewer cats than the cop number do not win") };
                let start = arena.position(Tokens { one: mouse, two: cats, turn: first.into() });
                let state = GameState { position: start, adjudication: game.adjudication() };
                let certificate = solved.certificate_from(state, &[], self.memory())?;
                covered.add(game, &certificate);
                certificates.push(certificate);
            }
            Ok(certificates)
        })
    }

    /// The proof that this number of cats wins.
    fn upper_half(&self, cop_number: u32, control: &Control<'_>) -> Result<Half, Error> {
        if cop_number == self.graph.vertices() {
            return Ok(Half::Theorem(BoundProof::Trivial, Vec::new()));
        }
        let theorem = || self.by_theorem(ProofHalf::Upper, cop_number);
        self.by_rules((cop_number, cop_number), control, theorem, |solved| {
            let game = solved.game();
            let state = solved.opening();
            let Position { cats, turn, .. } = game.position(state.position);
            Ok(vec![solved.certificate_from(state, &starts(game, &cats, turn), self.memory())?])
        })
    }

    fn memory(&self) -> Option<u64> {
        (self.question.memory < u64::MAX).then_some(self.question.memory)
    }

    /// A half by the rules of the game of this number of cats, or by a theorem if the game is large or
    /// the time is up.
    fn by_rules(
        &self,
        (cats, cop_number): (u32, u32),
        control: &Control<'_>,
        theorem: impl Fn() -> Option<Half>,
        certificates: impl FnOnce(&Solved) -> Result<Vec<Certificate>, Error>,
    ) -> Result<Half, Error> {
        let made = || -> Result<Half, Error> {
            let prepared = self.prepare(cats, Work::SOLVE)?;
            let is_large = prepared.game.arena().positions() as u64 > POSITIONS_AT_MOST;
            if is_large && let Some(half) = theorem() {
                return Ok(half);
            }
            let solved = prepared.solve_with(control)?;
            let certificates = certificates(&solved)?;
            Ok(Half::Rules(Box::new(solved.game().clone()), certificates))
        };
        match made() {
            Err(error) if error.is_about_memory() => theorem().ok_or(error),
            Err(Error::Cancelled) if self.question.time.is_some() => {
                let vertices = self.graph.vertices();
                let stop = CopsStop { because: StopReason::Time, cats, vertices, bytes: None };
                let (at_least, at_most, allowed) = (cop_number, cop_number, self.question.memory);
                theorem().ok_or(Error::TrialMissing { at_least, at_most, stop, allowed })
            }
            made => made,
        }
    }
}

/// The positions in which these cats face a mouse anywhere.
fn starts(game: &Game, cats: &[Vertex], turn: Side) -> Vec<PositionId> {
    let position = |mouse| game.id(&Position { mouse: Vertex::new(mouse), cats: cats.to_vec(), turn });
    (0..game.board().vertices()).filter_map(position).collect()
}

/// The positions with the first player to move that certificates have entries for.
struct Covered {
    positions: HashSet<PositionId>,
    /// For each placement of the cats, whether one of these positions has it.
    placements: Vec<bool>,
}

impl Covered {
    fn new(game: &Game) -> Self {
        Self { positions: HashSet::new(), placements: vec![false; game.arena().pieces(Player::Two).nodes() as usize] }
    }

    fn add(&mut self, game: &Game, certificate: &Certificate) {
        let first = game.start().first.into();
        for entry in certificate.strategies.iter().flat_map(|strategy| &strategy.entries) {
            let Tokens { two, turn, .. } = game.arena().tokens(entry.position);
            if turn == first {
                self.positions.insert(entry.position);
                self.placements[two as usize] = true;
            }
        }
    }
}

/// Whether a file proves a cop number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CheckCopNumber"))]
#[non_exhaustive]
pub struct CopCertificateAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether the file proves the cop number that it claims.
    pub ok: bool,
    /// The cop number that is proved; null if none is proved.
    pub cop_number: Option<u32>,
    /// What proves that fewer cats do not win: `trial` for the rules alone, or a theorem; null if
    /// nothing is proved.
    pub lower_by: Option<BoundProof>,
    /// What proves that this number of cats wins, likewise.
    pub upper_by: Option<BoundProof>,
    /// A placement from which the cats win, ascending; null if nothing is proved, or if a theorem proves
    /// that they do.
    pub placement: Option<Vec<VertexJson>>,
    /// The number of entries of all certificates; null if nothing is proved.
    pub entries: Option<usize>,
    /// Why nothing is proved, as a clause; null if the cop number is proved.
    pub refutation: Option<String>,
    /// The result in sentences.
    #[serde(skip)]
    pub text: String,
}

/// What a file has proved.
struct Proved {
    head: CopProofHead<BoundProof>,
    placement: Option<Vec<VertexJson>>,
    entries: usize,
}

/// Checks the proof of a cop number against the rules, without a solver and without a solution. The
/// rules are those that the question and the graph choose. Time: linear in the entries of the
/// certificates and their moves; that of the theorems; and a step for each placement of k − 1 cats.
///
/// # Errors
///
/// [`Error::Certificate`] if the text is no such proof; those of [`CopsGraph::read`];
/// [`Error::TooLarge`]. A proof that proves nothing is not an error; the answer says why.
pub fn check_cop_certificate(
    record: &Record,
    directed: Option<bool>,
    question: &CopsQuestion,
    mut text: impl BufRead,
) -> Result<CopCertificateAnswer, Error> {
    let graph = CopsGraph::read_with_board(record, directed)?;
    let games = Games { record, directed, question, graph: &graph };
    let proved = match games.proved(&mut text) {
        Ok(proved) => Ok(proved),
        Err(Refused::Refuted(why)) => Err(why),
        Err(Refused::Error(Error::Certificate(CertificateError::OtherBoard { .. }))) => {
            Err("a certificate is for another board, other rules or another number of cats".to_owned())
        }
        Err(Refused::Error(error)) => return Err(error),
    };
    let text = match &proved {
        Ok(proved) => proved.sentences(&graph),
        Err(why) => format!("Refuted: {why}."),
    };
    let found = proved.as_ref().ok();
    Ok(CopCertificateAnswer {
        schema: SCHEMA,
        ok: found.is_some(),
        cop_number: found.map(|it| it.head.cop_number),
        lower_by: found.map(|it| it.head.lower.by),
        upper_by: found.map(|it| it.head.upper.by),
        placement: found.and_then(|it| it.placement.clone()),
        entries: found.map(|it| it.entries),
        refutation: proved.err(),
        text,
    })
}

/// Why a text proves nothing.
enum Refused {
    /// It is wrong, for this reason.
    Refuted(String),
    /// It cannot be checked.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<CertificateError> for Refused {
    fn from(error: CertificateError) -> Self {
        Self::Error(error.into())
    }
}

fn refuted<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Refuted(why.into()))
}

/// What certificates have proved.
struct Certified {
    game: Game,
    covered: Covered,
    /// The start of the first certificate; `None` if there is none.
    start: Option<Position>,
}

impl Games<'_> {
    /// What the text proves.
    fn proved(&self, text: &mut dyn BufRead) -> Result<Proved, Refused> {
        let (mut parts, head) = CopProofReader::new::<BoundProof>(text)?;
        let cop_number = head.cop_number;
        let mut proved = Proved { head, placement: None, entries: 0 };
        if cop_number > self.graph.vertices() {
            return refuted(format!("the graph has only {}", counted(self.graph.vertices(), "vertex", "vertices")));
        }
        if (cop_number == 0) != (self.graph.vertices() == 0) {
            return refuted("exactly the graph without vertices has the cop number 0");
        }
        match head.lower {
            CopProofHalf { by: BoundProof::Trial, parts: count } if cop_number > 1 => {
                self.read_lower(&mut parts, count, &mut proved)?;
            }
            half => self.read_theorem(&mut parts, half, (ProofHalf::Lower, cop_number))?,
        }
        match head.upper {
            CopProofHalf { by: BoundProof::Trial, parts: count } if cop_number > 0 => {
                self.read_upper(&mut parts, count, &mut proved)?;
            }
            half => self.read_theorem(&mut parts, half, (ProofHalf::Upper, cop_number))?,
        }
        parts.ensure_over()?;
        Ok(proved)
    }

    /// Reads certificates of the game of this number of cats, all of which have this winner.
    fn read_certificates(
        &self,
        parts: &mut CopProofReader<'_>,
        (cats, count): (u32, usize),
        winner: Player,
        proved: &mut Proved,
    ) -> Result<Certified, Refused> {
        let game = self.prepare(cats, Work::PROBE)?.game;
        let (mut covered, mut start) = (Covered::new(&game), None);
        for number in 1..=count {
            let ReadCertificate { certificate, is_intact } = parts.certificate(&game)?;
            let of = format!("certificate {number} of {}", counted(cats, "cat", "cats"));
            let is_forced = matches!(certificate.claim, CertificateClaim::Win { .. });
            if certificate.claim.outcome() != WinOrDraw::Win(winner) || is_forced != (winner == Player::Two) {
                return refuted(format!("{of} is about another outcome"));
            }
            // A strategy of the Cat may begin at any vertex of the mouse.
            let others = match winner {
                Player::One => Vec::new(),
                Player::Two => {
                    let Position { cats, turn, .. } = game.position(certificate.start);
                    let entries = certificate.strategies.iter().flat_map(|strategy| &strategy.entries);
                    let proved: HashSet<PositionId> = entries.map(|entry| entry.position).collect();
                    starts(&game, &cats, turn).into_iter().filter(|start| proved.contains(start)).collect()
                }
            };
            if let Err(why) =
                verify_from(game.arena(), &game.adjudication(), (certificate.start, &others), &certificate)
            {
                let at = why.position().map(|at| format!(" at {}", game.notation(&game.position(at))));
                return refuted(format!("{of} fails{}: {why}", at.unwrap_or_default()));
            }
            if !is_intact {
                return refuted(format!("{of} is valid, but its checksum differs, so the file was changed"));
            }
            start.get_or_insert_with(|| game.position(certificate.start));
            proved.entries += certificate.strategies.iter().map(|strategy| strategy.entries.len()).sum::<usize>();
            covered.add(&game, &certificate);
        }
        Ok(Certified { game, covered, start })
    }

    fn read_lower(&self, parts: &mut CopProofReader<'_>, count: usize, proved: &mut Proved) -> Result<(), Refused> {
        let cats = proved.head.cop_number - 1;
        let Certified { game, covered, .. } = self.read_certificates(parts, (cats, count), Player::One, proved)?;
        let Some(open) = covered.placements.iter().position(|&is_covered| !is_covered) else { return Ok(()) };
        let placed = game.arena().pieces(Player::Two).configuration(open as u32);
        let placed = placed.into_iter().map(|node| game.vertex_of(Side::Cat, node));
        let labels: Vec<String> = placed.map(|vertex| game.board().label(vertex).to_string()).collect();
        refuted(format!("nothing answers the placement {}", labels.join(" ")))
    }

    fn read_upper(&self, parts: &mut CopProofReader<'_>, count: usize, proved: &mut Proved) -> Result<(), Refused> {
        let cats = proved.head.cop_number;
        let Certified { game, covered, start } = self.read_certificates(parts, (cats, count), Player::Two, proved)?;
        let Some(Position { cats, .. }) = start else { return refuted("no certificate has a win") };
        let turn = game.start().first;
        for mouse in (0..game.board().vertices()).map(Vertex::new) {
            let at = game.id(&Position { mouse, cats: cats.clone(), turn });
            if at.is_none_or(|at| !covered.positions.contains(&at)) {
                return refuted(format!("nothing wins against a mouse on {}", game.board().label(mouse)));
            }
        }
        proved.placement = Some(VertexJson::list(&game, &cats));
        Ok(())
    }

    /// Reads a half that is proved by a theorem, and does the theorem again.
    fn read_theorem(
        &self,
        parts: &mut CopProofReader<'_>,
        CopProofHalf { by, parts: count }: CopProofHalf<BoundProof>,
        (half, cop_number): (ProofHalf, u32),
    ) -> Result<(), Refused> {
        let theorem = THEOREMS.iter().find(|theorem| (theorem.half, theorem.by) == (half, by));
        let applies = || theorem.is_some_and(|theorem| self.applies(theorem));
        let cats = counted(cop_number, "cat", "cats");
        let (proves, what) = match theorem.map_or(Witness::Nothing, |theorem| theorem.witness) {
            Witness::Nothing if count > 0 => {
                let half = if half == ProofHalf::Lower { "lower" } else { "upper" };
                return refuted(format!("the {half} half has parts that do not belong to it"));
            }
            Witness::Nothing => {
                (theorem.is_some_and(|theorem| self.proves(theorem, cop_number)), format!("`{}`", by.word()))
            }
            Witness::Order => {
                let order = self.read_order(parts, count)?;
                let is_right = || is_dismantling(RemainingLists::new(&self.graph.neighbours()), &order);
                (cop_number == 1 && applies() && is_right(), "the dismantling order".to_owned())
            }
            Witness::Embedding => {
                let orders = self.read_embedding(parts, count)?;
                let suffice = if by == BoundProof::Outerplanar { 2 } else { 3 };
                let is_right = || is_embedding(&self.graph.neighbours(), &orders, by);
                (suffice <= cop_number && applies() && is_right(), "the embedding".to_owned())
            }
        };
        match half {
            _ if proves => Ok(()),
            ProofHalf::Lower => refuted(format!("{what} does not prove that fewer than {cats} do not win")),
            ProofHalf::Upper => refuted(format!("{what} does not prove that {cats} win")),
        }
    }

    fn read_order(&self, parts: &mut CopProofReader<'_>, count: usize) -> Result<Vec<Corner>, Refused> {
        if count >= self.graph.vertices() as usize {
            return refuted("the dismantling order is longer than the graph");
        }
        let mut order = Vec::new();
        for _ in 0..count {
            let CornerAnswer { vertex, dominated_by } = parts.line(LineKind::Corner)?;
            let Some((vertex, dominated_by)) = self.number(vertex).zip(self.number(dominated_by)) else {
                return refuted("the dismantling order has a vertex that the graph does not have");
            };
            order.push(Corner { vertex, dominated_by });
        }
        Ok(order)
    }

    fn read_embedding(&self, parts: &mut CopProofReader<'_>, count: usize) -> Result<Vec<Vec<u32>>, Refused> {
        let mut orders = vec![Vec::new(); self.graph.vertices() as usize];
        for _ in 0..count {
            let Embedded { vertex, around } = parts.line(LineKind::Embedded)?;
            let order = around.into_iter().map(|vertex| self.number(vertex)).collect::<Option<Vec<u32>>>();
            let Some((vertex, order)) = self.number(vertex).zip(order) else {
                return refuted("the embedding has a vertex that the graph does not have");
            };
            if !std::mem::replace(&mut orders[vertex as usize], order).is_empty() {
                return refuted("the embedding has a vertex twice");
            }
        }
        Ok(orders)
    }

    fn number(&self, vertex: VertexJson) -> Option<u32> {
        self.graph.board()?.find(&vertex.into()).ok().map(Vertex::number)
    }
}

impl Proved {
    fn sentences(&self, graph: &CopsGraph<'_>) -> String {
        let CopProofHead { cop_number, lower, upper, .. } = self.head;
        let (cats, catch) = (counted(cop_number, "cat", "cats"), if cop_number == 1 { "catches" } else { "catch" });
        let fewer = counted(cop_number.saturating_sub(1), "cat", "cats");
        let lower = match lower.by {
            BoundProof::Trial => {
                format!("By the rules alone, the mouse has an answer to every placement of {fewer} and is never caught")
            }
            BoundProof::Trivial => "Without a cat nobody is caught".to_owned(),
            by => format!("By the theorem `{}`, fewer than {cats} do not catch the mouse", by.word()),
        };
        let upper = match (&self.placement, upper.by) {
            (Some(placement), _) => {
                let labels: Vec<String> = placement.iter().map(|&cat| graph.label(cat)).collect();
                format!("by the rules alone, {cats} on {} {catch} it wherever it starts", labels.join(" "))
            }
            (None, BoundProof::Trivial) => "a cat on every vertex catches it".to_owned(),
            (None, by) => format!("by the theorem `{}`, {cats} {catch} it", by.word()),
        };
        format!("Proved: the cop number is {cop_number}. {lower}; {upper}.")
    }
}
