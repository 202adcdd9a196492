//! Documents as Markdown, for a notebook, an issue or a message.

use crate::layout::joined;
use crate::text::{Span, Text};
use crate::{Content, Diagram, Document, FrontEnd};

impl Document {
    /// The document as Markdown with pipe tables. Characters that Markdown would obey are escaped.
    pub fn markdown(&self, front_end: &dyn FrontEnd) -> String {
        let mut blocks: Vec<String> = Vec::new();
        let text = |text: &Text| inline(text, front_end);
        for block in &self.blocks {
            blocks.push(match &block.content {
                Content::Heading(heading) => format!("**{}**", text(heading)),
                Content::Paragraph(paragraph) => text(paragraph),
                Content::Note(label, note) => {
                    let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
                    format!("{label}{}", text(note))
                }
                Content::List(items) | Content::Columns(items) | Content::Flow(items) => {
                    items.iter().map(|item| format!("- {}", text(item))).collect::<Vec<_>>().join("\n")
                }
                Content::Table(table) => {
                    let headings = table.columns.iter().map(|column| escaped(&column.heading)).collect();
                    let mut rows = vec![headings];
                    for group in &table.groups {
                        rows.extend(group.heading.iter().map(|heading| vec![format!("**{}**", text(heading))]));
                        rows.extend(group.rows.iter().map(|row| row.iter().map(text).collect()));
                    }
                    pipes(rows)
                }
                Content::Line(line) => {
                    let rounds = line.rounds.iter().map(|round| {
                        let (moves, notes) = (joined(&round.moves, " "), joined(&round.notes, "; "));
                        vec![escaped(&round.label), text(&moves), text(&notes)]
                    });
                    pipes([vec![String::new(); 3]].into_iter().chain(rounds).collect())
                }
                Content::Boards(pictures) => {
                    let drawn = pictures.iter().map(|Diagram { caption, rows }| {
                        let caption = if caption.is_empty() { String::new() } else { escaped(caption) + "\n\n" };
                        format!("{caption}```text\n{}\n```", rows.join("\n"))
                    });
                    drawn.collect::<Vec<_>>().join("\n\n")
                }
            });
        }
        blocks.retain(|block| !block.is_empty());
        blocks.join("\n\n") + "\n"
    }
}

/// Rows as a table whose first row is the head.
fn pipes(rows: Vec<Vec<String>>) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let line = |mut row: Vec<String>| {
        row.resize(columns, String::new());
        format!("| {} |", row.join(" | "))
    };
    let mut lines: Vec<String> = rows.into_iter().map(line).collect();
    if !lines.is_empty() {
        lines.insert(1, format!("|{}", " --- |".repeat(columns)));
    }
    lines.join("\n")
}

fn inline(text: &Text, front_end: &dyn FrontEnd) -> String {
    let mut markdown = String::new();
    for span in &text.spans {
        let said = span.text(|see| front_end.see(see));
        markdown += &match span {
            Span::Strong { .. } | Span::Outcome { .. } => format!("**{}**", escaped(&said)),
            Span::Code { .. } if !said.contains('`') => format!("`{said}`"),
            // Its back quotes are those of Markdown.
            Span::See { .. } => said,
            _ => escaped(&said),
        };
    }
    markdown
}

/// Text in which Markdown obeys nothing.
fn escaped(text: &str) -> String {
    let mut markdown = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&' | '$') {
            markdown.push('\\');
        }
        markdown.push(letter);
    }
    markdown
}
