//! Names and titles that contain markup or control characters.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::{fixture, game, page, solved};

/// The part of the document between two texts that occur once each.
fn between<'a>(html: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = html.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap_or_else(|| panic!("no {after}")).0
}

/// A title that no setup may have, but a program may give.
const UNREADABLE: &str = "\u{202e}esrever\u{2066}\u{200f}\u{7}\u{9b}\n</title>";

#[test]
fn names_and_titles_stay_text() {
    for name in ["markup", "entities", "directions", "long", "unreadable"] {
        let document = fixture(&format!("hostile/{}", if name == "unreadable" { "directions" } else { name }));
        let game = game(&document.setup);
        let values = solved(&game);
        let title = if name == "unreadable" { Some(UNREADABLE) } else { document.title.as_deref() };
        let (_, html) = page(&game, &values, title);

        assert!(html.contains("The Mouse wins in 1 ply."), "{name}: as the board expects");
        // The page's own tags are the only tags that could be more than text.
        for (tag, count) in
            [("<script", 2), ("</script", 2), ("<style", 1), ("</style", 1), ("<title", 1), ("</title", 1)]
        {
            assert_eq!(html.matches(tag).count(), count, "{name} {tag}");
        }
        for tag in ["<img", "<image", "<iframe", "<link", "<base", "<object", "<a ", "<!--"] {
            assert!(!html.contains(tag), "{name} {tag}");
        }
        let data = between(&html, "<script type=\"application/json\" id=\"data\">", "</script>");
        assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{name}");
        serde_json::from_str::<serde_json::Value>(data).expect("JSON");
        let mark = ['\u{61c}', '\u{200e}', '\u{200f}'];
        let embedding = |character| ('\u{202a}'..='\u{202e}').contains(&character);
        let isolate = |character| ('\u{2066}'..='\u{2069}').contains(&character);
        assert!(!(html.contains(mark) || html.contains(embedding) || html.contains(isolate)), "{name}");
        assert!(html.len() < 200_000, "{name} {} bytes", html.len());
    }
}

#[test]
fn the_page_allows_nothing_from_outside() {
    let document = fixture("hostile/markup");
    let game = game(&document.setup);
    let values = solved(&game);
    let (_, html) = page(&game, &values, document.title.as_deref());
    let policy = between(&html, "<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">");
    let rules: Vec<&str> = policy.split("; ").collect();
    assert_eq!(rules[0], "default-src 'none'");
    // After a change of a script or a style sheet, its new hash must be written into the policy.
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    // The digest of the empty message, FIPS 180-4.
    assert_eq!(hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    assert_eq!(rules[1], format!("script-src {}", hash(between(&html, "<script>", "</script>"))));
    assert_eq!(rules[2], format!("style-src {}", hash(between(&html, "<style>", "</style>"))));
    assert_eq!(rules[3..], ["base-uri 'none'", "form-action 'none'"]);
    let rest = html.replace("http://www.w3.org/2000/svg", "");
    assert!(!rest.contains("http:") && !rest.contains("https:"), "the page refers to no network address");
}

/// A title like the name of a place in the page's frame stays a title.
#[test]
fn inserted_texts_are_not_searched_for_names() {
    let game = game(&fixture("classic/triangle").setup);
    let (_, html) = page(&game, &solved(&game), Some("{{script}} </title>'\"&\u{2028}"));
    let title = "{{script}} &lt;/title&gt;&#39;&quot;&amp;";
    assert!(between(&html, "<title>", "</title>").starts_with(title), "{html}");
    assert!(between(&html, "<h1>", "</h1>").starts_with(title), "{html}");
    let json = between(&html, "<script type=\"application/json\" id=\"data\">", "</script>");
    assert!(json.contains("{{script}} \\u003c/title\\u003e'\\\"\\u0026"), "{json}");
    let data: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let headline = data["headline"].as_str().expect("a text");
    assert_eq!(between(&html, "<p>", "</p>"), catmouse_picture::escaped(headline));
    assert!(between(&html, "<script>", "</script>").contains("class View"));
}
