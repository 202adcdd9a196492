//! Documents as HTML, for a notebook or a page.
//!
//! Places, moves and outcomes are elements with data attributes (`data-vertex`, `data-move`,
//! `data-outcome`), so that a page can light them up.

use std::fmt::Write;

use catmouse_model::Keyword;

use crate::layout::joined;
use crate::text::{Span, Text};
use crate::{Content, Diagram, Document, FrontEnd, Listing, Play};

impl Document {
    /// The document as an HTML fragment, `<div class="catmouse">…</div>`. All text is escaped.
    pub fn html(&self, front_end: &dyn FrontEnd) -> String {
        let mut html = String::from("<div class=\"catmouse\">");
        for block in &self.blocks {
            let text = |text: &Text| inline(text, front_end);
            match &block.content {
                Content::Heading(heading) => html += &format!("<h4>{}</h4>", text(heading)),
                Content::Paragraph(paragraph) => html += &format!("<p>{}</p>", text(paragraph)),
                Content::Note(label, note) => {
                    let label = if label.is_empty() { String::new() } else { format!("{label}: ") };
                    html += &format!("<p><small>{label}{}</small></p>", text(note));
                }
                Content::List(items) | Content::Columns(items) | Content::Flow(items) => {
                    let items = items.iter().map(|item| format!("<li>{}</li>", text(item)));
                    html += &format!("<ul>{}</ul>", items.collect::<String>());
                }
                Content::Table(table) => html += &rows(table, front_end),
                Content::Line(line) => html += &rounds(line, front_end),
                Content::Boards(pictures) => {
                    for Diagram { caption, rows } in pictures {
                        html += "<figure style=\"display:inline-block\">";
                        html += &format!("<figcaption>{}</figcaption>", escaped(caption));
                        html += &format!("<pre>{}</pre></figure>", escaped(&rows.join("\n")));
                    }
                }
            }
        }
        html + "</div>"
    }
}

fn rows(table: &Listing, front_end: &dyn FrontEnd) -> String {
    let mut html = String::from("<table>");
    if table.columns.iter().any(|column| !column.heading.is_empty()) {
        let cells = table.columns.iter().map(|column| format!("<th>{}</th>", escaped(&column.heading)));
        html += &format!("<thead><tr>{}</tr></thead>", cells.collect::<String>());
    }
    for group in &table.groups {
        html += "<tbody>";
        if let Some(heading) = &group.heading {
            let span = table.columns.len();
            html += &format!("<tr><th colspan=\"{span}\">{}</th></tr>", inline(heading, front_end));
        }
        for row in &group.rows {
            let cells = row.iter().zip(&table.columns).map(|(cell, column)| {
                let align = if column.is_right { "right" } else { "left" };
                let tag = if column.is_strong { "th" } else { "td" };
                format!("<{tag} style=\"text-align:{align}\">{}</{tag}>", inline(cell, front_end))
            });
            html += &format!("<tr>{}</tr>", cells.collect::<String>());
        }
        html += "</tbody>";
    }
    html + "</table>"
}

fn rounds(line: &Play, front_end: &dyn FrontEnd) -> String {
    let cell = |text: &Text| format!("<td style=\"text-align:left\">{}</td>", inline(text, front_end));
    let rows = line.rounds.iter().map(|round| {
        let (moves, notes) = (joined(&round.moves, " "), joined(&round.notes, "; "));
        format!("<tr><th>{}</th>{}{}</tr>", escaped(&round.label), cell(&moves), cell(&notes))
    });
    format!("<table><tbody>{}</tbody></table>", rows.collect::<String>())
}

/// A text with its roles.
fn inline(text: &Text, front_end: &dyn FrontEnd) -> String {
    let mut html = String::new();
    for span in &text.spans {
        let said = escaped(&span.text(|see| front_end.see(see)));
        let _ = match span {
            Span::Plain { .. } | Span::Plies { .. } => write!(html, "{said}"),
            Span::Code { .. } => write!(html, "<code>{said}</code>"),
            Span::Strong { .. } => write!(html, "<b>{said}</b>"),
            Span::Place { vertex, .. } => write!(html, "<span data-vertex=\"{vertex}\">{said}</span>"),
            Span::Move { pieces, .. } => {
                let pieces: Vec<String> = pieces.iter().map(|(from, to)| format!("{from}-{to}")).collect();
                write!(html, "<span data-move=\"{}\">{said}</span>", pieces.join(" "))
            }
            Span::Outcome { outcome, .. } => {
                write!(html, "<b data-outcome=\"{}\">{said}</b>", outcome.word())
            }
            Span::See { .. } => match said.split_once('`').and_then(|(_, rest)| rest.rsplit_once('`')) {
                Some((code, "")) => write!(html, "<code>{code}</code>"),
                _ => write!(html, "{said}"),
            },
        };
    }
    html
}

fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            letter => html.push(letter),
        }
    }
    html
}
