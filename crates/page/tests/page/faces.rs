//! The faces on a page are those of the pictures.

use catmouse_picture::Face;

#[test]
fn pages_draw_the_faces_of_pictures() {
    let drawn = include_str!("../../assets/pieces.js");
    for face in Face::ALL {
        for (_, path) in face.paths() {
            assert!(drawn.contains(&format!("\"{path}\"")), "{face:?}: {path}");
        }
    }
    assert_eq!(drawn.matches("\"M").count(), Face::ALL.iter().map(|face| face.paths().len()).sum::<usize>());
}
