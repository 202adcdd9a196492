//! The answer to `check --certificate`: whether a certificate proves its claim. Only the rules are
//! used for this, neither a solver nor a solution.

use std::collections::BTreeSet;
use std::io::BufRead;

use catmouse_arena::{
    Adjudication, Aim, Arena, ByState, Certificate, CertificateClaim, CertificateRefutation, CertificateStrategy,
    Entry, FlawKind, Measure, Player, PositionId, Words, verify_from,
};
use catmouse_model::{Game, Outcome, PositionJson, Sight, UnseenState, UnseenWords, counted};
use catmouse_store::{CertificateError, CertificatePosition, ReadCertificate, read_certificate};
use serde::Serialize;

use crate::answer::{DistanceAnswer, SCHEMA};
use crate::error::Error;
use crate::solved::{only_strategy, proved_starts};
use crate::unseen_certificate::laid_out;

/// Whether a certificate proves its claim.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let certificate = solved.certificate()?;
/// let mut text = Vec::new();
/// catmouse::store::write_certificate(solved.game(), &certificate, &mut text).expect("memory can be written");
/// assert!(catmouse::check_certificate(solved.game(), text.as_slice())?.ok);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CheckCertificate"))]
#[non_exhaustive]
pub struct CertificateAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether the certificate proves its claim.
    pub ok: bool,
    /// The start of the certificate; null if the players place pieces and nothing is proved of any
    /// placement, and if the mouse is not always seen.
    pub start: Option<PositionJson>,
    /// The outcome that is proved; null if none is proved.
    pub outcome: Option<Outcome>,
    /// The distance within which the winner is proved to force the end; null if no win is proved.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// Whether the players place the pieces, and the claim is proved of the placement: against every place
    /// of the mouse if the Cat succeeds, against every placement of the cats if the Mouse does.
    pub proves_placement: bool,
    /// The number of entries of all strategies together, one for each position that can arise; null
    /// if nothing is proved.
    pub entries: Option<usize>,
    /// Why nothing is proved; null if the claim is proved.
    pub refutation: Option<CertificateRefutationAnswer>,
    /// The claim that is proved and the manner of the proof, or the reason why nothing is proved,
    /// in sentences.
    #[serde(skip)]
    pub text: String,
}

/// The reason why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CertificateRefutation"))]
#[non_exhaustive]
pub struct CertificateRefutationAnswer {
    /// The position of the mistake; null if the certificate as a whole is wrong, and if the mouse is not
    /// always seen.
    pub position: Option<PositionJson>,
    /// The mistake, as a clause.
    pub text: String,
}

/// The reason why a certificate proves nothing, as a clause, and the position of the mistake if
/// there is one.
struct Refuted {
    position: Option<PositionId>,
    text: String,
}

/// Checks a certificate against the rules. Time: linear in its entries and their moves.
///
/// # Errors
///
/// [`Error::Certificate`] if the text is not a certificate. A certificate that proves nothing, or
/// is of another board, is not an error; the answer has its refutation.
pub fn check_certificate(game: &Game, text: impl BufRead) -> Result<CertificateAnswer, Error> {
    let adjudication = game.adjudication();
    if game.rules().seen != Sight::Always {
        let rules = game.unseen();
        let words = UnseenWords { game, rules: &rules };
        return Ok(match read::<UnseenState>(game, text)? {
            Ok(ReadCertificate { certificate, is_intact }) => {
                let is_start = rules.placements().contains(&certificate.start.cats)
                    && rules.openings(certificate.start.cats).contains(&certificate.start);
                let (arena, certificate) = laid_out(game, &rules, &certificate);
                let words = ByState::new(&arena, &words);
                let start = if is_start { Ok(certificate.start) } else { Err(other_start(&certificate)) };
                let verified = start
                    .and_then(|start| verified((&arena, &words, adjudication), (start, &[]), certificate, is_intact));
                answered(&words, &adjudication, verified, &|_| None)
            }
            Err(refuted) => answered(game, &adjudication, Err(refuted), &|_| None),
        });
    }
    let position = |position| Some(PositionJson::new(game, &game.position(position)));
    let verified = read(game, text)?.and_then(|ReadCertificate { certificate, is_intact }| {
        let start = start_of(game, &certificate)?;
        let others = other_starts(game, &certificate);
        verified((game.arena(), game, adjudication), (start, &others), certificate, is_intact)
    });
    let start = game.start().position().map(|start| PositionJson::new(game, &start));
    let placement = verified.as_ref().ok().and_then(|certificate| proved_placement(game, certificate));
    let answer = answered(game, &adjudication, verified, &position);
    Ok(CertificateAnswer {
        start: answer.start.or(start),
        proves_placement: placement.is_some(),
        text: answer.text + placement.unwrap_or_default(),
        ..answer
    })
}

/// The certificate of a text, unless it is of another board.
fn read<P: CertificatePosition>(
    game: &Game,
    text: impl BufRead,
) -> Result<Result<ReadCertificate<P>, Refuted>, CertificateError> {
    match read_certificate(game, text) {
        Err(CertificateError::OtherBoard { .. }) => {
            Ok(Err(refuted_as_a_whole("this is a certificate for another board or other rules")))
        }
        read => read.map(Ok),
    }
}

/// The answer about a certificate, or about what refutes it.
fn answered(
    words: &dyn Words,
    adjudication: &Adjudication,
    verified: Result<Certificate, Refuted>,
    position: &dyn Fn(PositionId) -> Option<PositionJson>,
) -> CertificateAnswer {
    let proved = verified.as_ref().ok();
    let within = proved.and_then(|certificate| certificate.claim.within());
    let has_costs = words.measure() == Measure::Cost;
    let text = match &verified {
        Ok(certificate) => proof(words, adjudication, certificate),
        Err(Refuted { position: Some(position), text }) => {
            format!("Refuted at {}: {text}.", words.position(*position))
        }
        Err(Refuted { position: None, text }) => format!("Refuted: {text}."),
    };
    CertificateAnswer {
        schema: SCHEMA,
        ok: verified.is_ok(),
        start: proved.and_then(|certificate| position(certificate.start)),
        outcome: proved.map(|certificate| certificate.claim.outcome().into()),
        distance: DistanceAnswer {
            distance_plies: within.filter(|_| !has_costs),
            distance_cost: within.filter(|_| has_costs),
        },
        proves_placement: false,
        entries: proved.map(|certificate| certificate.strategies.iter().map(|it| it.entries.len()).sum()),
        refutation: verified.err().map(|refuted| CertificateRefutationAnswer {
            position: refuted.position.and_then(position),
            text: refuted.text,
        }),
        text,
    }
}

fn refuted_as_a_whole(text: &str) -> Refuted {
    Refuted { position: None, text: text.to_owned() }
}

fn other_start(certificate: &Certificate) -> Refuted {
    Refuted { position: Some(certificate.start), text: "this is a certificate for another start".to_owned() }
}

/// The certificate, if it proves its claim and its checksum is right.
fn verified<A: Arena>(
    (arena, words, adjudication): (&A, &dyn Words, Adjudication),
    starts: (PositionId, &[PositionId]),
    certificate: Certificate,
    is_intact: bool,
) -> Result<Certificate, Refuted> {
    verify_from(arena, &adjudication, starts, &certificate).map_err(|why| described(words, why))?;
    if !is_intact {
        return Err(refuted_as_a_whole("the proof is valid, but its checksum differs, so the file was changed"));
    }
    Ok(certificate)
}

/// The start of the game: the start that the setup gives or, if players place pieces, the start of
/// the certificate. A certificate does not prove that its placement is the best one.
fn start_of(game: &Game, certificate: &Certificate) -> Result<PositionId, Refuted> {
    if let Some(start) = game.start_id() {
        return Ok(start);
    }
    if may_start(game, certificate.start) { Ok(certificate.start) } else { Err(other_start(certificate)) }
}

/// Whether the players can place the pieces that have no start so that the game starts here.
fn may_start(game: &Game, position: PositionId) -> bool {
    let (position, start) = (game.position(position), game.start());
    position.turn == start.first
        && start.mouse.is_none_or(|mouse| mouse == position.mouse)
        && start.cats.as_ref().is_none_or(|cats| *cats == position.cats)
}

/// The starts besides its own at which the strategy of a certificate begins, if the players place pieces:
/// with the same cats if it is the Cat's, and otherwise with any. Nobody wins later from there than
/// from the start.
fn other_starts(game: &Game, certificate: &Certificate) -> Vec<PositionId> {
    let Some(strategy) = only_strategy(certificate).filter(|_| game.start_id().is_none()) else { return Vec::new() };
    let is_position = |entry: &&Entry| entry.position.index() < game.arena().positions();
    let first_rank = certificate.claim.within().unwrap_or(0);
    let cats = |position| game.arena().tokens(position).two;
    let begins = |entry: &&Entry| {
        entry.rank <= first_rank
            && may_start(game, entry.position)
            && (strategy.player == Player::One || cats(entry.position) == cats(certificate.start))
    };
    strategy.entries.iter().filter(is_position).filter(begins).map(|entry| entry.position).collect()
}

/// If the players place all pieces, and a verified certificate proves its claim of the placement: what it
/// says of other starts, as a sentence.
fn proved_placement(game: &Game, certificate: &Certificate) -> Option<&'static str> {
    let (start, arena) = (game.start(), game.arena());
    if start.mouse.is_some() || start.cats.is_some() {
        return None;
    }
    let winner = certificate.claim.outcome().winner()?;
    let nodes: BTreeSet<u32> = match winner {
        Player::One => proved_starts(game, certificate).map(|at| at.two).collect(),
        Player::Two => {
            let cats = arena.tokens(certificate.start).two;
            proved_starts(game, certificate).filter(|at| at.two == cats).map(|at| at.one).collect()
        }
    };
    (nodes.len() == arena.pieces(winner.opponent()).nodes() as usize).then_some(match winner {
        Player::One => " The Mouse has such an answer to every other placement of the cats.",
        Player::Two => " The same holds for every other place of the mouse.",
    })
}

/// The claim of a certificate and the manner of its proof, in sentences.
fn proof(game: &dyn Words, adjudication: &Adjudication, certificate: &Certificate) -> String {
    let start = game.position(certificate.start);
    let plies = |count: u64| counted(count, "ply", "plies");
    let size = |strategy: &CertificateStrategy| counted(strategy.entries.len() as u64, "position", "positions");
    let outcome = match certificate.claim {
        CertificateClaim::Win { player, within: 0 } => {
            return format!("Proved: at {start} the game is over and {} has won.", game.player(player));
        }
        CertificateClaim::Win { player, within } => {
            let size: String = certificate.strategies.iter().map(size).collect();
            return format!(
                "Proved: from {start} {} wins {}, whatever {} does. While it follows its strategy {size} can \
                 arise, and every move brings the end nearer.",
                game.player(player),
                match game.measure() {
                    Measure::Plies => format!("in at most {}", plies(within)),
                    Measure::Cost => format!("at a cost of at most {within}"),
                },
                game.player(player.opponent()),
            );
        }
        CertificateClaim::Unforced(outcome) => outcome,
    };
    let within = adjudication.limit.map_or_else(String::new, |limit| match game.measure() {
        Measure::Plies => format!(" within {}", plies(limit.distance)),
        Measure::Cost => format!(" within a cost of {}", limit.distance),
    });
    let claim = match outcome.winner() {
        Some(winner) => {
            let (winner, loser) = (game.player(winner), game.player(winner.opponent()));
            let owner =
                if within.is_empty() { format!("endless play is {winner}'s") } else { format!("then {winner} wins") };
            format!("{winner} wins: {loser} cannot force a win{within}, and {owner}")
        }
        None => {
            let owner = if within.is_empty() { "endless play is a draw" } else { "then it is a draw" };
            format!("it is a draw: neither side can force a win{within}, and {owner}")
        }
    };
    let holds = certificate.strategies.iter().map(|strategy| {
        let (player, opponent) = (game.player(strategy.player), game.player(strategy.player.opponent()));
        format!(
            " While {player} follows its strategy {} can arise{within}, and {opponent} has won none.",
            size(strategy)
        )
    });
    format!("Proved: from {start} {claim}.{}", holds.collect::<String>())
}

/// A refutation in the words of the game.
fn described(game: &dyn Words, why: CertificateRefutation) -> Refuted {
    let outcome = |outcome: catmouse_arena::WinOrDraw| match outcome.winner() {
        Some(winner) => format!("a win of {}", game.player(winner)),
        None => "a draw".to_owned(),
    };
    let strategies = |list: &[(Player, Aim)]| {
        let words: Vec<String> = list
            .iter()
            .map(|(player, aim)| match aim {
                Aim::Win => format!("how {} wins", game.player(*player)),
                Aim::Hold => format!("how {} holds", game.player(*player)),
            })
            .collect();
        words.join(" and ")
    };
    let (position, text) = match why {
        CertificateRefutation::OtherStart { expected, found } => {
            (None, format!("it is for {}, but the game starts at {}", game.position(found), game.position(expected)))
        }
        CertificateRefutation::OtherOutcome { expected, found } => {
            (None, format!("without a forced end it is {}, but {} is claimed", outcome(expected), outcome(found)))
        }
        CertificateRefutation::AfterTheLimit { within, limit } => {
            (None, format!("a win within {} is claimed, but the limit is {limit}", counted(within, "ply", "plies")))
        }
        CertificateRefutation::OtherStrategies { expected, found } => (
            None,
            format!("the claim needs a proof of {}, but there is one of {}", strategies(&expected), strategies(&found)),
        ),
        CertificateRefutation::Strategy { player, flaw } => (
            Some(flaw.position),
            format!("in {}'s strategy {}", game.player(player), flaw_text(game, player, flaw.position, flaw.kind)),
        ),
    };
    Refuted { position, text }
}

/// The mistake in a player's strategy at a position, as a sentence.
fn flaw_text(game: &dyn Words, player: Player, position: PositionId, kind: FlawKind) -> String {
    let (name, opponent) = (game.player(player), game.player(player.opponent()));
    let step = |to| game.step(position, game.cheapest(position, to));
    match kind {
        FlawKind::NoSuchPosition => "there is no such position".to_owned(),
        FlawKind::SecondEntry => "it has a second entry".to_owned(),
        FlawKind::NoEntry { from: None } => "it has no entry, but the game starts there".to_owned(),
        FlawKind::NoEntry { from: Some(from) } => format!(
            "it has no entry, but {} leads there from {}",
            game.step(from, game.cheapest(from, position)),
            game.position(from)
        ),
        FlawKind::NeverArises { rank } => format!("it has an entry of rank {rank}, but cannot arise"),
        FlawKind::Lost => format!("the game is over, and {opponent} has won"),
        FlawKind::Endless => format!("{opponent} has no move, but nobody has won"),
        FlawKind::NoMove => format!("no move is given, but {name} is to move"),
        FlawKind::NotToMove { to } => format!("{} is given, but it is not {name}'s turn", step(to)),
        FlawKind::IllegalMove { to } => format!("{} is given, but it is illegal", step(to)),
        FlawKind::LateMove { to } => format!("{} is given, but the limit is reached before it", step(to)),
        FlawKind::WrongStart { expected, found } => {
            format!("the rank is {found}, but the claim requires {expected} at the start")
        }
        FlawKind::WrongRank { expected, found } => format!("the rank is {found}, but its moves make it {expected}"),
        FlawKind::ArisesSooner { expected, found } => {
            format!("the rank is {found}, but the position can arise after {expected}")
        }
        FlawKind::TooLarge { rank } => format!("the rank is {rank}, more than any game can last"),
    }
}
