//! A game in progress.

use catmouse::play::{Phase, Session};
use catmouse_model::Vertex;

use crate::Content;
use crate::header::words;

/// What a player is to place, if pieces are to be placed. `cats` are the vertices of the cats that
/// are placed already.
pub fn placing(session: &Session, cats: &[Vertex]) -> Option<Content> {
    let game = session.solved().game();
    let said = match (session.phase(), game.rules().cats) {
        (Phase::PlaceCats, 1) => "The Cat places the cat: name a vertex.".to_owned(),
        (Phase::PlaceCats, cats) => format!("The Cat places the cats: name {cats} vertices."),
        (Phase::PlaceMouse, _) => {
            let cats: Vec<String> = cats.iter().map(|&cat| words(game).place(cat)).collect();
            format!("The Mouse places the mouse, against the Cat on {}: name a vertex.", cats.join(" "))
        }
        _ => return None,
    };
    Some(Content::sentences(&said))
}
