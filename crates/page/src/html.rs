//! The page as one HTML document: a fixed frame that contains the style sheet, the script and the
//! data.

use catmouse_picture::escaped;
use serde::Serialize;

use crate::data::Data;

/// The frame, with a name in double braces at each place where a text is inserted.
const FRAME: &str = include_str!("../assets/page.html");

/// The script that shows a page. It declares the class `View`, and does nothing by itself.
pub const SCRIPT: &str = concat!(
    include_str!("../assets/game.js"),
    include_str!("../assets/elements.js"),
    include_str!("../assets/pieces.js"),
    include_str!("../assets/board.js"),
    include_str!("../assets/play.js"),
    include_str!("../assets/curve.js"),
    include_str!("../assets/moves.js"),
    include_str!("../assets/line.js"),
    include_str!("../assets/story.js"),
    include_str!("../assets/map.js"),
    include_str!("../assets/challenge.js"),
    include_str!("../assets/frame.js"),
    include_str!("../assets/view.js"),
);

/// The part of the script that shows a mouse that is not always seen.
const UNSEEN: &str = include_str!("../assets/unseen.js");

/// The code that starts the script in a page that contains its data.
const START: &str = include_str!("../assets/start.js");

/// The style sheets of the pictures and of the page.
pub fn style() -> String {
    format!("{}{}", catmouse_picture::STYLE, include_str!("../assets/page.css"))
}

/// The content security policy: only the script and the style sheet with these hashes are allowed.
/// A test compares the hashes.
const POLICY: &str = "default-src 'none'; \
    script-src 'sha256-xT37luez/EHVUDJq4vJi8qwedhhxK2N7a0/3l/d5uic='; \
    style-src 'sha256-5hF6x/z1K4N/WVRelvWFYQ4SjzbVJ2oUDBR1zL7VMYE='; \
    base-uri 'none'; form-action 'none'";

/// The complete script of a page that contains its data.
fn script() -> String {
    format!("\"use strict\";\n{{\n{SCRIPT}{UNSEEN}{START}}}\n")
}

/// The HTML document. `whole` is what the script reads: the data, and perhaps more.
pub(crate) fn document(data: &Data, whole: &impl Serialize) -> String {
    let json = escaped_json(&serde_json::to_string(whole).expect("the data has a JSON form"));
    filled(FRAME, |name| match name {
        "policy" => POLICY.to_owned(),
        "style" => style(),
        "script" => script(),
        "data" => json.clone(),
        "title" => escaped(data.name()),
        "headline" => escaped(data.headline()),
        _ => String::new(),
    })
}

/// Replaces each name in double braces in the frame by a text. Inserted texts are not searched for
/// names.
fn filled(frame: &str, text: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(frame.len());
    let mut rest = frame;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, further)) = after.split_once("}}") else { break };
        filled.push_str(&text(name));
        rest = further;
    }
    filled.push_str(rest);
    filled
}

/// Escapes characters that could end the element that contains the JSON. In JSON these occur only
/// inside strings, where they can be escaped.
fn escaped_json(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' => safe.push_str("\\u003c"),
            '>' => safe.push_str("\\u003e"),
            '&' => safe.push_str("\\u0026"),
            '\u{2028}' => safe.push_str("\\u2028"),
            '\u{2029}' => safe.push_str("\\u2029"),
            _ => safe.push(character),
        }
    }
    safe
}
