//! A picture as a whole: a heading, drawings one below the other, and a legend.

use catmouse_model::{Outcome, Side};

use crate::palette::{Classes, SHEET, classes, classes_of};
use crate::svg::{Svg, decimal, fitted, shortened, width, wrapped};

/// The margin around everything, in pixels.
const MARGIN: f64 = 20.0;

/// The least width of a picture, in pixels, to leave room for sentences.
const MIN_WIDTH: f64 = 520.0;

/// The font size of the sentences, in pixels.
const TEXT_SIZE: f64 = 12.0;

/// A drawing and its size, in pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) svg: Svg,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A sign that the legend explains.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Mouse,
    Cat,
    Hole,
    Trap,
    Wall,
    Area(Outcome),
    Move(Side),
    Bar(Side),
    Marked,
    Critical,
}

/// A picture under construction.
pub(crate) struct Page {
    title: String,
    description: String,
    /// What the style sheet has beside the rules of all pictures.
    sheet: String,
    blocks: Vec<Block>,
}

enum Block {
    Heading(String),
    Sentence(String),
    Drawing(Drawing),
    Signs(Vec<(Sign, String)>),
}

impl Page {
    /// A page with a title and a description, both for screen readers; the title is also the
    /// heading.
    pub(crate) fn new(title: &str, description: String) -> Self {
        let blocks = vec![Block::Heading(title.to_owned())];
        Self { title: title.to_owned(), description, sheet: String::new(), blocks }
    }

    /// A page without a heading, which is as wide as its drawings.
    pub(crate) fn without_heading(title: &str, description: String) -> Self {
        Self { blocks: Vec::new(), ..Self::new(title, description) }
    }

    /// Adds rules to the style sheet. They come from this program.
    pub(crate) fn rules(&mut self, sheet: &str) {
        self.sheet.push_str(sheet);
    }

    pub(crate) fn sentence(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Sentence(text.into()));
    }

    pub(crate) fn drawing(&mut self, drawing: Drawing) {
        self.blocks.push(Block::Drawing(drawing));
    }

    /// Adds the legend of these signs, in rows.
    pub(crate) fn signs(&mut self, signs: Vec<(Sign, String)>) {
        if !signs.is_empty() {
            self.blocks.push(Block::Signs(signs));
        }
    }

    /// The picture as an SVG document.
    pub(crate) fn finish(self) -> String {
        let widest =
            self.blocks.iter().map(|block| if let Block::Drawing(drawing) = block { drawing.width } else { 0.0 });
        let has_text = self.blocks.iter().any(|block| !matches!(block, Block::Drawing(_)));
        let room = widest.fold(if has_text { MIN_WIDTH } else { 0.0 }, f64::max);
        let mut body = Svg::default();
        let mut y = MARGIN;
        for block in &self.blocks {
            match block {
                Block::Heading(text) => y = lines(&mut body, (text, "say", "bold", 15.0), room, y, 2),
                Block::Sentence(text) => y = lines(&mut body, (text, "faint", "normal", TEXT_SIZE), room, y, 12),
                Block::Drawing(drawing) => {
                    let left = MARGIN + (room - drawing.width) / 2.0;
                    let place = format!("translate({} {})", decimal(left), decimal(y));
                    body.open("g", &[("transform", place.as_str().into())]);
                    body.append(&drawing.svg);
                    body.close("g");
                    y += drawing.height + 8.0;
                }
                Block::Signs(signs) => y = legend(&mut body, signs, room, y),
            }
        }
        let (full_width, full_height) = (room + 2.0 * MARGIN, y + MARGIN);
        let view = format!("0 0 {} {}", decimal(full_width), decimal(full_height));
        let mut page = Svg::default();
        page.open(
            "svg",
            &[
                ("xmlns", "http://www.w3.org/2000/svg".into()),
                ("width", full_width.into()),
                ("height", full_height.into()),
                ("viewBox", view.as_str().into()),
                ("role", "img".into()),
            ],
        );
        page.text("title", &[], &shortened(&self.title, 200));
        page.text("desc", &[], &shortened(&self.description, 2000));
        page.style(&format!("{SHEET}{}", self.sheet));
        page.leaf("rect", &[("class", "paper".into()), ("width", full_width.into()), ("height", full_height.into())]);
        page.append(&body);
        page.close("svg");
        page.finish()
    }
}

/// Writes a text in at most `most` lines and returns the y coordinate of the next block.
fn lines(
    body: &mut Svg,
    (text, class, weight, size): (&str, &str, &str, f64),
    room: f64,
    mut y: f64,
    most: usize,
) -> f64 {
    let mut lines = wrapped(text, size, room);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = fitted(&format!("{last} …"), size, room);
        }
    }
    for line in lines {
        y += size;
        body.text(
            "text",
            &[
                ("class", class.into()),
                ("x", MARGIN.into()),
                ("y", y.into()),
                ("font-size", size.into()),
                ("font-weight", weight.into()),
            ],
            &line,
        );
        y += size * 0.35;
    }
    y + 5.0
}

fn legend(body: &mut Svg, signs: &[(Sign, String)], room: f64, mut y: f64) -> f64 {
    const ROW: f64 = 22.0;
    const TEXT_AT: f64 = 28.0;
    let mut x = 0.0;
    for (sign, text) in signs {
        let text = fitted(text, TEXT_SIZE, room - TEXT_AT);
        let needed = TEXT_AT + width(&text, TEXT_SIZE);
        if x > 0.0 && x + needed > room {
            x = 0.0;
            y += ROW;
        }
        draw_sign(body, *sign, MARGIN + x + 11.0, y + ROW / 2.0);
        body.text(
            "text",
            &[
                ("class", "say".into()),
                ("x", (MARGIN + x + TEXT_AT).into()),
                ("y", (y + ROW / 2.0 + 4.0).into()),
                ("font-size", TEXT_SIZE.into()),
            ],
            &text,
        );
        x += needed + 22.0;
    }
    y + ROW + 6.0
}

fn draw_sign(body: &mut Svg, sign: Sign, x: f64, y: f64) {
    let rect = |class: &'static str, half: f64| {
        [
            ("class", class.into()),
            ("x", (x - half).into()),
            ("y", (y - half).into()),
            ("width", (2.0 * half).into()),
            ("height", (2.0 * half).into()),
            ("rx", 3.0.into()),
        ]
    };
    let area = |body: &mut Svg, classes: Classes| {
        let class = format!("{} frame", classes.fill);
        let mut attributes = rect("", 8.0);
        attributes[0] = ("class", class.as_str().into());
        body.leaf("rect", &attributes);
    };
    match sign {
        Sign::Mouse => mouse(body, x, y),
        Sign::Cat => cats(body, x, y, 1),
        Sign::Hole => {
            body.leaf("rect", &rect("double", 8.5));
            body.leaf("rect", &rect("plain frame", 5.0));
        }
        Sign::Trap => trap(body, (x, y), 6.0),
        Sign::Wall => body.leaf("rect", &rect("wall", 8.0)),
        Sign::Area(outcome) => area(body, classes(outcome)),
        Sign::Move(side) => {
            let Classes { line, tip, .. } = classes_of(side);
            arrow(body, (line, tip), (x - 11.0, y), (x + 11.0, y));
        }
        Sign::Critical => {
            body.leaf("circle", &[("class", "critical".into()), ("cx", x.into()), ("cy", y.into()), ("r", 7.0.into())]);
        }
        Sign::Bar(side) => area(body, classes_of(side)),
        Sign::Marked => body.leaf("rect", &rect("marked", 8.0)),
    }
}

/// Draws the mouse: a disc with a letter.
pub(crate) fn mouse(body: &mut Svg, x: f64, y: f64) {
    body.leaf("circle", &[("class", "mouse-piece".into()), ("cx", x.into()), ("cy", y.into()), ("r", 8.5.into())]);
    letter(body, "M", x, y);
}

/// Draws one or several cats on a vertex: a square with the letter and, if there are several, their
/// number.
pub(crate) fn cats(body: &mut Svg, x: f64, y: f64, count: usize) {
    body.leaf(
        "rect",
        &[
            ("class", "cat-piece".into()),
            ("x", (x - 8.0).into()),
            ("y", (y - 8.0).into()),
            ("width", 16.0.into()),
            ("height", 16.0.into()),
            ("rx", 3.0.into()),
        ],
    );
    let text = if count > 1 { format!("{count}C") } else { "C".to_owned() };
    letter(body, &text, x, y);
}

fn letter(body: &mut Svg, text: &str, x: f64, y: f64) {
    let size = if text.len() > 1 { 9.0 } else { 12.0 };
    body.text(
        "text",
        &[
            ("class", "light".into()),
            ("x", x.into()),
            ("y", (y + size * 0.36).into()),
            ("font-size", size.into()),
            ("font-weight", "bold".into()),
            ("text-anchor", "middle".into()),
        ],
        text,
    );
}

/// Draws an arrow with these classes for its line and its head.
pub(crate) fn arrow(body: &mut Svg, (line, tip): (&str, &str), from: (f64, f64), to: (f64, f64)) {
    let neck = head(body, tip, from, to);
    segment(body, line, from, neck);
}

/// Draws a straight line.
pub(crate) fn segment(body: &mut Svg, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    body.leaf(
        "line",
        &[("class", class.into()), ("x1", x1.into()), ("y1", y1.into()), ("x2", x2.into()), ("y2", y2.into())],
    );
}

/// Draws the cross of a trap, which reaches this far from its centre.
pub(crate) fn trap(body: &mut Svg, (x, y): (f64, f64), reach: f64) {
    let class = format!("{} on-cell", classes(Outcome::Cat).line);
    segment(body, &class, (x - reach, y - reach), (x + reach, y + reach));
    segment(body, &class, (x - reach, y + reach), (x + reach, y - reach));
}

/// The length of the head of an arrow, in pixels.
pub(crate) const HEAD: f64 = 9.0;

/// Draws the head of an arrow that comes from the direction of a point. Returns the end of its line.
pub(crate) fn head(body: &mut Svg, tip: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = (dx * dx + dy * dy).sqrt().max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| (x2 - ux * HEAD - uy * side * HEAD * 0.5, y2 - uy * HEAD + ux * side * HEAD * 0.5);
    let points: Vec<String> = [(x2, y2), corner(1.0), corner(-1.0)]
        .into_iter()
        .map(|(x, y)| format!("{},{}", decimal(x), decimal(y)))
        .collect();
    body.leaf("polygon", &[("class", tip.into()), ("points", points.join(" ").as_str().into())]);
    (x2 - ux * HEAD * 0.8, y2 - uy * HEAD * 0.8)
}
