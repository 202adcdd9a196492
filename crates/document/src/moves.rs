//! The legal moves at a position, grouped by outcome, best first.

use catmouse::{Error, Solved, SolvedStart};
use catmouse_arena::{JudgedBy, Player, Values, Words};
use catmouse_explain::prose;

use crate::header::headline;
use crate::legend::legend;
use crate::text::{Span, Text};
use crate::{Column, Content, Diagram, Document, Group, Header, Listing, header};

/// The line below moves that have no distances.
const OUTCOMES_ONLY: &str =
    "M moves the Mouse, C the Cat. How soon a forced end comes is not known; the best moves keep the outcome.";

/// The legal moves at a judged position.
///
/// # Errors
///
/// Those of [`Solved::rated_moves`].
pub fn moves(solved: &Solved, start: &SolvedStart, beginning: Header) -> Result<Document, Error> {
    let (game, position) = (solved.game(), &start.opening.position);
    let moves = solved.rated_moves(start)?;
    let mut document = header(game, solved.title_at(start), position, beginning);
    if let Some(rows) = game.picture(position) {
        document.add_apart(Content::Boards(vec![Diagram { caption: String::new(), rows }]));
    }
    document.add_apart(headline(game, &start.summary));
    if moves.is_empty() {
        let why = game.end(start.opening.id).map(|end| end.sentence);
        let why = why.unwrap_or_else(|| "none is left within the limit".to_owned());
        document.add(Content::Paragraph(Text::plain(format!("There is no move to list: {why}."))));
        return Ok(document);
    }
    let legend = if solved.values().has_distances() {
        legend(moves.iter().map(|rated| &rated.judgement), game.measure())
    } else {
        OUTCOMES_ONLY.to_owned()
    };
    document.add(Content::Note("", Text::plain(legend)));
    let mover = Player::from(position.turn);
    let mut groups: Vec<(&str, Group)> = Vec::new();
    for rated in &moves {
        let heading = match (rated.judgement.outcome.score(mover), rated.judgement.decided_by) {
            (1, JudgedBy::Play) => "Wins by force",
            (1, _) => "Wins without a forced end",
            (0, _) => "Draws",
            (_, JudgedBy::Play) => "Loses by force",
            _ => "Loses without a forced end",
        };
        let end = match (rated.judgement.distance, game.end(rated.to)) {
            (Some(0), Some(end)) => Some(end.sentence),
            _ => None,
        };
        let remarks: Vec<String> = rated.best.then(|| "best".to_owned()).into_iter().chain(end).collect();
        let row = vec![
            move_text(game, start.opening.id, rated.step()),
            Text::outcome(rated.judgement.outcome, prose::mark(rated, game.measure())),
            Text::of(&remarks.join("\u{a0}\u{a0}\u{a0}")),
        ];
        match groups.last_mut().filter(|(known, _)| *known == heading) {
            Some((_, group)) => group.rows.push(row),
            None => groups.push((heading, Group { heading: Some(Text::plain(heading)), rows: vec![row] })),
        }
    }
    let columns = vec![
        Column { gap: 2, ..Column::default() },
        Column { gap: 1, least: 4, is_right: true, ..Column::default() },
        Column { gap: 3, ..Column::default() },
    ];
    document.add(Content::Table(Listing {
        columns,
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        is_matrix: false,
    }));
    Ok(document)
}

/// A move with its cost in brackets, if moves have costs.
pub(crate) fn move_text(
    game: &catmouse_model::Game,
    from: catmouse_arena::PositionId,
    step: catmouse_arena::Move,
) -> Text {
    let mut said = Text::of(&Words::step(&crate::header::words(game), from, step));
    if game.measure() == catmouse_arena::Measure::Cost {
        said.push(Span::Plain { text: format!("\u{a0}({})", step.cost) });
    }
    said
}
