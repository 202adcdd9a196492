//! Marks, by which a vocabulary says what a part of a string names.
//!
//! A place is marked as `⟨PLACE⟩17⟨NAME⟩kitchen⟨END⟩`, with its number and its name, a move as
//! `⟨MOVE⟩…⟨MOVE_END⟩` with its places marked inside, and a reference to another answer as
//! `⟨SEE⟩2⟨END⟩`. The marks are characters for private use. In a name they are replaced.

/// Begins the number of a place.
pub const PLACE: char = '\u{e000}';
/// Separates the number of a place from its name.
pub const NAME: char = '\u{e005}';
/// Ends a place or a reference.
pub const END: char = '\u{e001}';
/// Begins a move.
pub const MOVE: char = '\u{e002}';
/// Ends a move.
pub const MOVE_END: char = '\u{e003}';
/// Begins the number of a reference.
pub const SEE: char = '\u{e004}';
/// All characters that begin a mark.
pub const BEGIN: [char; 3] = [PLACE, MOVE, SEE];

/// A marked place.
///
/// ```
/// use catmouse_arena::marks;
///
/// let marked = marks::place(17, "kitchen");
/// assert_eq!(marks::name(&marked), "kitchen");
/// assert_eq!(marks::name("kitchen"), "kitchen");
/// ```
pub fn place(number: u32, name: &str) -> String {
    let name = name.replace(|letter| (PLACE..=NAME).contains(&letter), "\u{fffd}");
    format!("{PLACE}{number}{NAME}{name}{END}")
}

/// A string whose marked places have numbers only.
///
/// ```
/// use catmouse_arena::marks;
///
/// let marked = format!("in the {} alone", marks::place(17, "kitchen"));
/// assert_eq!(marks::without_names(&marked), "in the \u{e000}17\u{e001} alone");
/// ```
pub fn without_names(text: &str) -> String {
    let mut parts = text.split(NAME);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + &part[part.find(END).unwrap_or(0)..])
}

/// The name of a place, marked or not.
pub fn name(place: &str) -> &str {
    place.split_once(NAME).map_or(place, |(_, rest)| rest.strip_suffix(END).unwrap_or(rest))
}
