//! The answer to `explain --why`: a judgement of one move, and the play that shows the reason for
//! the judgement.

use catmouse_arena::Move;
use catmouse_explain::{Explanation, Policy, explain_with, judged_move, prose};
use catmouse_model::{Game, GameState, PlacesJson, PlayedMove, PositionJson};
use serde::Serialize;

use crate::annotation::JudgedMoveAnswer;
use crate::answer::SCHEMA;
use crate::known::Known;

/// A judgement of one move, and best play after it.
///
/// ```
/// // The mouse stays away from the hole, and the cat catches it.
/// let solved = catmouse::Question::text("[[1,2],[0,2],[0,1]]").solve()?;
/// let why = solved.why("", "2")?;
/// assert_eq!(why.asked.judgement.word(), "throws_win");
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Why"))]
#[non_exhaustive]
pub struct WhyAnswer {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The position in which the move is made.
    pub position: PositionJson,
    /// The move and its judgement.
    #[serde(rename = "move")]
    pub asked: JudgedMoveAnswer,
    /// Best play after the move: for each ply the places of the mover's pieces after it.
    pub line: Vec<PlacesJson>,
    /// The judgement and the play after the move, in sentences.
    pub text: String,
}

impl WhyAnswer {
    /// The answer about a legal move in a game that follows a policy; `None` if the game is over.
    pub(crate) fn new(known: Known<'_>, at: GameState, step: Move, mut policy: Policy) -> Option<Self> {
        let (game, values) = (known.game, known.values);
        let judged = judged_move(&known.context(at.adjudication), at.position, step, &policy)?;
        // A move beyond the limit is judged too, but no play follows it.
        let after = PlayedMove { before: at, step }.after();
        let explanation = after.map(|GameState { position, adjudication }| {
            policy.advance_to(&known.context(adjudication), position);
            explain_with(&known.context(adjudication), position, &policy)
        });
        let sentence = format!("{} {}.", game.move_text(at.position, step), prose::verdict(&judged, game));
        let (line, goes_on) = match &explanation {
            Some(explanation) => {
                let places = explanation.plies.iter().map(|ply| PlacesJson::after(game, ply.from, ply.played.to));
                (places.collect(), continued(game, explanation))
            }
            None => (Vec::new(), "The limit has run out.".to_owned()),
        };
        Some(Self {
            schema: SCHEMA,
            position: PositionJson::new(game, &game.position(at.position)),
            asked: JudgedMoveAnswer::new(game, values, 1, &judged),
            line,
            text: format!("{sentence} {goes_on}"),
        })
    }
}

/// Best play by both sides after a move, in a sentence: the whole line, or its first plies if it is
/// long. Plies count from before the move.
fn continued(game: &Game, explanation: &Explanation) -> String {
    const PLIES: usize = 24;
    let ending = prose::ending_after(1, explanation, game);
    if explanation.plies.is_empty() {
        return prose::capitalised(&ending);
    }
    let step = |ply: &catmouse_explain::Ply| game.move_text(ply.from, ply.played.step());
    let steps: Vec<String> = explanation.plies.iter().take(PLIES).map(step).collect();
    let more = if explanation.plies.len() > PLIES {
        format!("; {} more plies follow.", explanation.plies.len() - PLIES)
    } else {
        format!(". So it ends: {ending}")
    };
    format!("Best play then: {}{more}", steps.join(" "))
}
