//! The page as one HTML document: a fixed frame that contains the style sheet, the script and the data.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use catmouse_picture::escaped;
use sha2::{Digest, Sha256};

use crate::data::Data;

/// The frame, with a name `{{…}}` wherever a text is inserted.
const FRAME: &str = include_str!("../assets/page.html");

/// The script that shows a page. It declares the class `View`, and does nothing by itself.
pub const SCRIPT: &str =
    concat!(include_str!("../assets/game.js"), include_str!("../assets/board.js"), include_str!("../assets/view.js"),);

/// The code that starts the script of a page that contains its data.
const START: &str = include_str!("../assets/start.js");

/// The style sheets of the pictures and of the page.
pub fn style() -> String {
    format!("{}{}", catmouse_picture::STYLE, include_str!("../assets/page.css"))
}

/// The document.
pub(crate) fn document(data: &Data) -> String {
    let style = style();
    let script = format!("\"use strict\";\n{{\n{SCRIPT}{START}}}\n");
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style)
    );
    let json = harmless(&serde_json::to_string(data).expect("numbers, texts and lists of them are JSON"));
    filled(FRAME, |name| match name {
        "policy" => policy.clone(),
        "style" => style.clone(),
        "script" => script.clone(),
        "data" => json.clone(),
        "title" => escaped(data.name()),
        "headline" => escaped(data.headline()),
        _ => String::new(),
    })
}

/// The frame with a text inserted for each name in double braces. Inserted texts are not searched for names.
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

/// The name of a script or a style sheet in a content security policy: its hash.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}

/// JSON without the characters that could end the element that contains it. In JSON these occur only inside strings, where they can be
/// escaped.
fn harmless(json: &str) -> String {
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
    use super::{FRAME, escaped, filled, harmless, hash};

    #[test]
    fn what_is_put_in_is_not_looked_at_again() {
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
        assert_eq!(FRAME.matches("{{").count(), 7, "the title stands there twice");
    }

    #[test]
    fn nothing_ends_an_element() {
        assert_eq!(escaped("</title>'\"&"), "&lt;/title&gt;&#39;&quot;&amp;");
        assert_eq!(harmless("\"</script><!--\u{2028}&\""), "\"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\"");
    }

    #[test]
    fn the_hash_is_that_of_the_standard() {
        // The digest of the empty message, FIPS 180-4.
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
