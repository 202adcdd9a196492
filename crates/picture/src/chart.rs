//! Curves over axes: the elements of the curve of a game, and charts of measurements.
//!
//! Both axes of a [`Chart`] are logarithmic, so a straight line is a power law, and equal lengths
//! are equal factors. Each curve has its own colour, the same in every panel, and its name at its
//! end, so no meaning rests on the colour alone.

use std::ops::RangeInclusive;

use crate::page::{Drawing, Page};
use crate::svg::{Svg, decimal, fitted, width};

/// Colours of curves (Okabe and Ito) for light and dark surroundings, with dashes that distinguish
/// them in print.
const SHEET: &str = "\
.series{fill:none;stroke-width:2.2;stroke-linejoin:round}.series.lead{stroke-width:1;stroke-dasharray:2 2}\
.grid{stroke:#8c8c8c;stroke-width:.5;stroke-opacity:.45}\
.s0{stroke:#0072b2}.s1{stroke:#d55e00}.s2{stroke:#009e73}.s3{stroke:#cc79a7}\
.s4{stroke:#1b1b1b;stroke-dasharray:7 3}.s5{stroke:#56b4e9;stroke-dasharray:7 3}\
.s6{stroke:#e69f00;stroke-dasharray:7 3}\
.s7{stroke:#7a7a7a;stroke-dasharray:2 2}\
@media (prefers-color-scheme:dark){.s0{stroke:#56b4e9}.s1{stroke:#e69f00}.s2{stroke:#2fc79a}.s3{stroke:#e3a6c8}\
.s4{stroke:#ececec}.s5{stroke:#8fd0f5}.s6{stroke:#f2c14e}.s7{stroke:#9a9a9a}}";

/// The number of colours.
const COLOURS: usize = 8;

/// The size of the texts on axes, in pixels.
const AXIS_TEXT_SIZE: f64 = 10.0;

/// The room for names at the ends of curves, and the least distance between names, in pixels.
const NAMES_WIDTH: f64 = 124.0;
const NAME_HEIGHT: f64 = 12.0;

/// The margins of each panel, and its size, in pixels.
const LEFT: f64 = 52.0;
const TOP: f64 = 26.0;
const BOTTOM: f64 = 44.0;
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 190.0;

/// Measurements as curves, in panels with common axes.
///
/// ```
/// use catmouse_picture::{Chart, Panel, Series};
///
/// let series = Series { label: "queue".to_owned(), points: vec![(100.0, 0.001), (10_000.0, 0.2)] };
/// let panel = Panel { title: "grids".to_owned(), series: vec![series] };
/// let (title, across) = ("Time to solve a board".to_owned(), "positions".to_owned());
/// let chart = Chart { title, across, panels: vec![panel], columns: 1 };
/// assert!(chart.svg(&|power| format!("{} s", 10f64.powi(power))).starts_with("<svg"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The name of the quantity on the horizontal axis.
    pub across: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// The number of panels in a row.
    pub columns: usize,
}

/// One pair of axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// The name.
    pub title: String,
    /// The curves.
    pub series: Vec<Series>,
}

/// A curve of measurements.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name.
    pub label: String,
    /// The points `(across, upwards)`. Points with a coordinate that is not positive and finite are
    /// left out, because the axes are logarithmic.
    pub points: Vec<(f64, f64)>,
}

impl Series {
    fn shown(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let is_shown = |number: f64| number.is_finite() && number > 0.0;
        self.points.iter().copied().filter(move |&(x, y)| is_shown(x) && is_shown(y))
    }
}

impl Chart {
    /// The picture as an SVG document. `unit` makes the label of a power of ten on the vertical
    /// axis, given its exponent.
    ///
    /// Time: linear in the points.
    pub fn svg(&self, unit: &dyn Fn(i32) -> String) -> String {
        let mut page = Page::new(&self.title, format!("{} Curves by {}.", self.title, self.across));
        let all = || self.panels.iter().flat_map(|panel| &panel.series).flat_map(Series::shown);
        if all().next().is_none() {
            page.sentence("There is nothing to show.");
            return page.finish();
        }
        let (across, upwards) =
            (Powers::around(all().map(|point| point.0)), Powers::around(all().map(|point| point.1)));
        let mut names: Vec<&str> = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if !names.contains(&&*series.label) {
                names.push(&series.label);
            }
        }
        let columns = self.columns.clamp(1, self.panels.len());
        let mut svg = Svg::default();
        svg.style(SHEET);
        let (pitch, line) = (LEFT + WIDTH + NAMES_WIDTH, TOP + HEIGHT + BOTTOM);
        for (number, panel) in self.panels.iter().enumerate() {
            let corner = ((number % columns) as f64 * pitch, (number / columns) as f64 * line);
            let axes = Axes {
                left: corner.0 + LEFT,
                top: corner.1 + TOP,
                right: corner.0 + LEFT + WIDTH,
                bottom: corner.1 + TOP + HEIGHT,
            };
            axes.draw(&mut svg, (&across, &upwards), unit, &self.across);
            axes.heading(&mut svg, &panel.title);
            let mut ends = Vec::new();
            for series in &panel.series {
                let colour = names.iter().position(|name| *name == series.label).unwrap_or(0) % COLOURS;
                let place = |(x, y): (f64, f64)| (axes.x(across.share(x)), axes.y(upwards.share(y)));
                let mut points: Vec<(f64, f64)> = series.shown().map(place).collect();
                points.sort_by(|one, other| one.0.total_cmp(&other.0));
                polyline(&mut svg, &format!("series s{colour}"), &points);
                ends.extend(points.last().map(|&end| (end, colour, &*series.label)));
            }
            axes.name(&mut svg, ends);
        }
        let rows = self.panels.len().div_ceil(columns);
        page.drawing(Drawing { svg, width: pitch * columns as f64, height: line * rows as f64 });
        page.sentence("Both axes count by powers of ten: a straight line is a power of the size.");
        page.finish()
    }
}

/// The range of powers of ten around some numbers.
struct Powers(RangeInclusive<i32>);

impl Powers {
    /// The powers around these positive numbers, of which there must be at least one.
    fn around(numbers: impl Iterator<Item = f64>) -> Self {
        let (least, most) =
            numbers.fold((f64::MAX, f64::MIN_POSITIVE), |(a, b), number| (a.min(number), b.max(number)));
        let (from, to) = (least.log10().floor() as i32, most.log10().ceil() as i32);
        Self(from.min(to - 1)..=to)
    }

    /// The relative place of a number between the first and the last power, from 0 to 1.
    fn share(&self, number: f64) -> f64 {
        let (from, to) = (f64::from(*self.0.start()), f64::from(*self.0.end()));
        (number.log10() - from) / (to - from)
    }
}

/// The rectangle of a pair of axes, in pixels.
struct Axes {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Axes {
    fn x(&self, share: f64) -> f64 {
        self.left + share * (self.right - self.left)
    }

    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }

    fn draw(&self, svg: &mut Svg, (across, upwards): (&Powers, &Powers), unit: &dyn Fn(i32) -> String, counted: &str) {
        for power in across.0.clone() {
            let x = self.x(across.share(10f64.powi(power)));
            rule(svg, "grid", (x, self.top), (x, self.bottom));
            label(svg, &format!("10{}", superscript(power)), (x, self.bottom + 15.0), "middle");
        }
        for power in upwards.0.clone() {
            let y = self.y(upwards.share(10f64.powi(power)));
            rule(svg, "grid", (self.left, y), (self.right, y));
            label(svg, &unit(power), (self.left - 6.0, y + 3.5), "end");
        }
        rule(svg, "axis", (self.left, self.bottom), (self.right, self.bottom));
        rule(svg, "axis", (self.left, self.top), (self.left, self.bottom));
        label(svg, counted, (f64::midpoint(self.left, self.right), self.bottom + 29.0), "middle");
    }

    fn heading(&self, svg: &mut Svg, text: &str) {
        let text = fitted(text, 12.0, self.right - self.left + NAMES_WIDTH);
        svg.text(
            "text",
            &[
                ("class", "say".into()),
                ("x", self.left.into()),
                ("y", (self.top - 9.0).into()),
                ("font-size", 12.0.into()),
                ("font-weight", "bold".into()),
            ],
            &text,
        );
    }

    /// Draws the name of each curve to the right of the curve's end, and a line from the end to the
    /// name. Names are moved apart if necessary.
    fn name(&self, svg: &mut Svg, mut ends: Vec<((f64, f64), usize, &str)>) {
        ends.sort_by(|one, other| one.0.1.total_cmp(&other.0.1));
        let mut at: Vec<f64> = Vec::new();
        for &((_, y), _, _) in &ends {
            at.push(at.last().map_or(y, |last| y.max(last + NAME_HEIGHT)));
        }
        // Names that were moved below the bottom are moved up again, and push up the names above
        // them.
        let mut room = self.bottom;
        for y in at.iter_mut().rev() {
            *y = y.min(room);
            room = *y - NAME_HEIGHT;
        }
        for (&((x, y), colour, name), at) in ends.iter().zip(at) {
            let class = format!("series s{colour} lead");
            polyline(svg, &class, &[(x, y), (self.right + 2.0, at), (self.right + 12.0, at)]);
            let name = fitted(name, AXIS_TEXT_SIZE, NAMES_WIDTH - 20.0);
            label(svg, &name, (self.right + 16.0, at + 3.5), "start");
        }
    }
}

/// Draws a straight line.
pub(crate) fn rule(svg: &mut Svg, class: &str, from: (f64, f64), to: (f64, f64)) {
    svg.leaf(
        "line",
        &[
            ("class", class.into()),
            ("x1", from.0.into()),
            ("y1", from.1.into()),
            ("x2", to.0.into()),
            ("y2", to.1.into()),
        ],
    );
}

/// Draws a line through points.
pub(crate) fn polyline(svg: &mut Svg, class: &str, points: &[(f64, f64)]) {
    let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", decimal(x), decimal(y))).collect();
    svg.leaf("polyline", &[("class", class.into()), ("points", points.join(" ").as_str().into())]);
}

/// Draws a text on an axis.
pub(crate) fn label(svg: &mut Svg, text: &str, (x, y): (f64, f64), anchor: &str) {
    svg.text(
        "text",
        &[
            ("class", "faint".into()),
            ("x", x.into()),
            ("y", y.into()),
            ("font-size", AXIS_TEXT_SIZE.into()),
            ("text-anchor", anchor.into()),
        ],
        text,
    );
}

/// The width of a text on an axis, in pixels.
pub(crate) fn label_width(text: &str) -> f64 {
    width(text, AXIS_TEXT_SIZE)
}

/// A number in superscript digits.
fn superscript(number: i32) -> String {
    let digit = |letter: char| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    number.to_string().chars().map(digit).collect()
}
