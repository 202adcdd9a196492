//! The same for questions about a mouse that is not always seen, as a program of its own, because few
//! readers ask them.

use std::io;

fn main() -> io::Result<()> {
    catmouse_web::serve(catmouse_web::answer_unseen)
}
