//! The page as one HTML document: a fixed frame that contains the style sheet, the script and the
//! data.

use catmouse_picture::escaped;

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

/// The code that starts the script in a page that contains its data.
const START: &str = include_str!("../assets/start.js");

/// The style sheets of the pictures and of the page.
pub fn style() -> String {
    format!("{}{}", catmouse_picture::STYLE, include_str!("../assets/page.css"))
}

/// The content security policy: only the script and the style sheet with these hashes are allowed.
/// A test compares the hashes.
const POLICY: &str = "default-src 'none'; \
    script-src 'sha256-oVgEL5Yi5KEhI1MuBEz1on6i9let9Pg9NDWggIHTTEw='; \
    style-src 'sha256-9zrasmzdm1gE8HuH0AWgY4kh0K4CKmiCOOV83M7LrNA='; \
    base-uri 'none'; form-action 'none'";

/// The complete script of a page that contains its data.
fn script() -> String {
    format!("\"use strict\";\n{{\n{SCRIPT}{START}}}\n")
}

/// The HTML document.
pub(crate) fn document(data: &Data) -> String {
    let json = escaped_json(&serde_json::to_string(data).expect("the data has a JSON form"));
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

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::{FRAME, POLICY, escaped, escaped_json, filled, script, style};

    #[test]
    fn inserted_texts_are_not_searched_for_names() {
        assert_eq!(
            filled("<{{a}}|{{b}}>", |name| if name == "a" { "{{b}}".to_owned() } else { name.to_owned() }),
            "<{{b}}|b>"
        );
    }

    #[test]
    fn every_place_of_the_frame_is_filled_once() {
        for name in ["policy", "style", "script", "data", "title"] {
            assert!(FRAME.contains(&format!("{{{{{name}}}}}")), "{name}");
        }
        assert_eq!(FRAME.matches("{{").count(), 7, "the title occurs twice");
    }

    #[test]
    fn json_cannot_end_its_element() {
        assert_eq!(escaped("</title>'\"&"), "&lt;/title&gt;&#39;&quot;&amp;");
        assert_eq!(escaped_json("\"</script><!--\u{2028}&\""), "\"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\"");
    }

    /// After a change of a script or a style sheet, its new hash must be written into [`POLICY`].
    #[test]
    fn the_policy_names_the_script_and_the_style_by_their_hashes() {
        let hash = |text: String| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
        // The digest of the empty message, FIPS 180-4.
        assert_eq!(hash(String::new()), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
        let (script, style) = (hash(script()), hash(style()));
        assert!(POLICY.contains(&format!("script-src {script};")), "the hash of the script is {script}");
        assert!(POLICY.contains(&format!("style-src {style};")), "the hash of the style sheet is {style}");
    }
}
