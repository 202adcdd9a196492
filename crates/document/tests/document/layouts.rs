//! The three layouts.

use catmouse_document::{Content, Document, PAGE_WIDTH, Plain, Text};
use roxmltree::Document as Xml;

use crate::{Told, told};

/// The letters and digits of a text, which every layout keeps in this order.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The letters and digits of a document, block by block.
fn said(document: &Document) -> String {
    let mut said = String::new();
    let mut add = |text: &Text| said += &letters(&text.to_plain(ToString::to_string));
    for block in &document.blocks {
        match &block.content {
            Content::Heading(text) | Content::Paragraph(text) => add(text),
            Content::Note(label, text) => {
                add(&Text::plain(*label));
                add(text);
            }
            Content::List(items) | Content::Columns(items) | Content::Flow(items) => items.iter().for_each(&mut add),
            Content::Table(table) => {
                table.columns.iter().for_each(|column| add(&Text::plain(column.heading.as_str())));
                for group in &table.groups {
                    group.heading.iter().for_each(&mut add);
                    group.rows.iter().flatten().for_each(&mut add);
                }
            }
            Content::Line(line) => {
                for round in &line.rounds {
                    add(&Text::plain(round.label.as_str()));
                    round.moves.iter().chain(&round.notes).for_each(&mut add);
                }
            }
            Content::Boards(boards) => {
                for board in boards {
                    add(&Text::plain(board.caption.as_str()));
                    board.rows.iter().for_each(|row| add(&Text::plain(row.as_str())));
                }
            }
            content => panic!("{content:?} has no test"),
        }
    }
    said
}

/// HTML and Markdown say exactly what the blocks say. Names with markup stay text: the HTML is
/// well-formed, and its only attributes are those of places, moves, outcomes and layout.
#[test]
fn html_and_markdown_say_what_the_blocks_say() {
    const ATTRIBUTES: [&str; 6] = ["class", "style", "colspan", "data-vertex", "data-move", "data-outcome"];
    for Told { path, documents, .. } in told() {
        for (name, document) in documents {
            let html = document.html(&Plain);
            let xml = Xml::parse(&html).unwrap_or_else(|error| panic!("{path}, {name}: {error}"));
            let text: String = xml.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
            assert_eq!(letters(&text), said(document), "{path}, {name}");
            for node in xml.descendants() {
                assert!(node.attributes().all(|attribute| ATTRIBUTES.contains(&attribute.name())), "{path}, {name}");
            }
            let markdown = document.markdown(&Plain).replace("```text", "");
            assert_eq!(letters(&markdown), said(document), "{path}, {name}");
        }
    }
}

/// No layout contains a mark or a no-break space, and a line of text is too wide only if it cannot be
/// broken.
#[test]
fn text_is_as_wide_as_the_page() {
    for Told { path, documents, .. } in told() {
        for (name, document) in documents {
            for text in [document.text(&Plain, PAGE_WIDTH), document.text(&Plain, 60), document.markdown(&Plain)] {
                let is_mark = |letter| ('\u{e000}'..='\u{f8ff}').contains(&letter);
                assert!(!text.contains(is_mark), "{path}, {name}: {text}");
            }
            let text = document.text(&Plain, PAGE_WIDTH);
            assert!(
                !text.contains('\u{a0}') && !text.lines().any(|line| line.ends_with(' ')),
                "{path}, {name}: {text}"
            );
            let longest = |line: &str| line.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
            for block in &document.blocks {
                if let Content::Paragraph(_) | Content::Note(..) | Content::List(_) = block.content {
                    let text = Document { blocks: vec![block.clone()] }.text(&Plain, PAGE_WIDTH);
                    for line in text.lines() {
                        // A piece and its target are not parted.
                        let room = PAGE_WIDTH.max(longest(line) + 10);
                        assert!(line.chars().count() <= room, "{path}, {name}: {line}");
                    }
                }
            }
        }
    }
}

/// What Markdown and HTML obey is escaped, and a text for a program is not changed.
#[test]
fn nothing_is_obeyed() {
    let mut document = Document::default();
    document.add(Content::Paragraph(Text::plain("<b>*a*</b> & [x](y) `c` | #")));
    let html = document.html(&Plain);
    assert!(html.contains("&lt;b&gt;*a*&lt;/b&gt; &amp; [x](y)"), "{html}");
    let markdown = document.markdown(&Plain);
    assert!(markdown.contains(r"\<b\>\*a\*\</b\> \& \[x\](y) \`c\` \| \#"), "{markdown}");
}
