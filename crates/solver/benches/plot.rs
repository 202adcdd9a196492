//! Pictures of time and of ratio against size, as SVG, for `--plot`.
//!
//! Both axes are logarithmic: a straight line is a power of the size, and equal distances are equal factors.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::report::{Report, Row};

/// A line in a panel.
struct Curve {
    label: String,
    colour: &'static str,
    points: Vec<(f64, f64)>,
}

/// One pair of axes.
struct Panel {
    title: String,
    curves: Vec<Curve>,
}

/// Colours that people with any kind of colour vision tell apart (Okabe and Ito).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00", "#7a7a7a"];

/// Time against positions, a panel for each sweep, a curve for each contestant. Sweeps are a title and their rows each.
pub(crate) fn times(sweeps: &[(String, Vec<&Row>)]) -> String {
    let panels: Vec<Panel> = sweeps
        .iter()
        .map(|(title, rows)| {
            let mut curves: Vec<Curve> = Vec::new();
            for row in rows {
                let baseline = row.baseline.map(|seconds| ("C++", seconds));
                let engines = row.results.iter().map(|result| (&*result.contestant, result.seconds));
                for (label, seconds) in engines.chain(baseline) {
                    let point = (row.positions_per_board(), seconds / row.boards as f64);
                    match curves.iter_mut().find(|curve| curve.label == label) {
                        Some(curve) => curve.points.push(point),
                        None => {
                            let colour = if label == "C++" { "#9a9a9a" } else { COLOURS[curves.len() % COLOURS.len()] };
                            curves.push(Curve { label: label.to_owned(), colour, points: vec![point] });
                        }
                    }
                }
            }
            Panel { title: title.clone(), curves }
        })
        .collect();
    chart("Time to solve a board, against its positions", &panels, 4, (300.0, 250.0), &|power| match power {
        0.. => format!("{} s", 10f64.powi(power)),
        -3.. => format!("{} ms", 10f64.powi(power + 3)),
        _ => format!("{} µs", 10f64.powi(power + 6)),
    })
}

/// How many times as fast as the first contestant another is, against positions, a curve for each sweep.
pub(crate) fn ratios(sweeps: &[(String, Vec<&Row>)], contestant: &str) -> String {
    let curves = sweeps.iter().zip(COLOURS.iter().cycle()).map(|((title, rows), colour)| {
        let point = |row: &&Row| {
            let result = row.results.iter().find(|result| result.contestant == contestant)?;
            Some((row.positions_per_board(), result.ratio))
        };
        Curve { label: title.clone(), colour, points: rows.iter().filter_map(point).collect() }
    });
    let panel = Panel { title: String::new(), curves: curves.collect() };
    let title = format!("{contestant}: times as fast as the queue engine, against positions");
    chart(&title, &[panel], 1, (900.0, 560.0), &|power| 10f64.powi(power).to_string())
}

/// The rows of a report, sorted into sweeps.
pub(crate) fn sorted<'a>(report: &'a Report, sweeps: &[(String, Vec<String>)]) -> Vec<(String, Vec<&'a Row>)> {
    let rows = |names: &[String]| names.iter().filter_map(|name| report.row(name)).collect();
    sweeps.iter().map(|(title, names)| (title.clone(), rows(names))).collect()
}

/// Panels with the same axes, side by side. `unit` writes a power of ten on the vertical axis.
fn chart(
    title: &str,
    panels: &[Panel],
    columns: usize,
    (width, height): (f64, f64),
    unit: &dyn Fn(i32) -> String,
) -> String {
    const LEFT: f64 = 62.0;
    const TOP: f64 = 46.0;
    let points = || panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points);
    let (xs, ys) = (decades(points().map(|point| point.0)), decades(points().map(|point| point.1)));
    let lines = panels.len().div_ceil(columns);
    let (all_width, all_height) = (width * columns as f64 + 20.0, height * lines as f64 + TOP + 10.0);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {all_width} {all_height}' width='{all_width}' \
         height='{all_height}' font-family='sans-serif' font-size='12'>\n\
         <rect width='100%' height='100%' fill='#ffffff'/>\n\
         <text x='16' y='26' font-size='16' font-weight='bold'>{title}</text>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let origin = ((number % columns) as f64 * width, TOP + (number / columns) as f64 * height);
        let (left, top) = (origin.0 + LEFT, origin.1 + 18.0);
        // Room on the right for the labels of the curves.
        let (inner_width, inner_height) = (width - LEFT - 56.0 - if columns == 1 { 50.0 } else { 0.0 }, height - 62.0);
        let x = |value: f64| left + inner_width * share(&xs, value);
        let y = |value: f64| top + inner_height * (1.0 - share(&ys, value));
        let _ = writeln!(svg, "<text x='{left}' y='{:.1}' font-weight='bold'>{}</text>", top - 6.0, panel.title);
        for power in xs.clone() {
            let at = x(10f64.powi(power));
            let _ = writeln!(
                svg,
                "<path d='M{at:.1} {top:.1}v{inner_height:.1}' stroke='#dddddd' fill='none'/>\
                 <text x='{at:.1}' y='{:.1}' text-anchor='middle' fill='#555555'>10<tspan dy='-4' font-size='9'>{power}\
                 </tspan></text>",
                top + inner_height + 16.0
            );
        }
        for power in ys.clone() {
            let at = y(10f64.powi(power));
            let _ = writeln!(
                svg,
                "<path d='M{left:.1} {at:.1}h{inner_width:.1}' stroke='#dddddd' fill='none'/>\
                 <text x='{:.1}' y='{:.1}' text-anchor='end' fill='#555555'>{}</text>",
                left - 6.0,
                at + 4.0,
                unit(power)
            );
        }
        for curve in &panel.curves {
            let path: Vec<String> = curve.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b))).collect();
            let _ = writeln!(
                svg,
                "<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>",
                path.join(" "),
                curve.colour
            );
        }
        labels(&mut svg, panel, &x, &y);
    }
    svg + "</svg>\n"
}

/// The name of each curve at its right end, pushed apart where they would overlap.
fn labels(svg: &mut String, panel: &Panel, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) {
    let mut ends: Vec<(f64, f64, &Curve)> =
        panel.curves.iter().filter_map(|curve| curve.points.last().map(|&(a, b)| (y(b), x(a), curve))).collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free_from = f64::MIN;
    for (height, right, curve) in ends {
        let at = (height + 4.0).max(free_from);
        free_from = at + 13.0;
        let _ =
            writeln!(svg, "<text x='{:.1}' y='{at:.1}' fill='{}'>{}</text>", right + 6.0, curve.colour, curve.label);
    }
}

/// The powers of ten around all values.
fn decades(values: impl Iterator<Item = f64>) -> RangeInclusive<i32> {
    let (least, greatest) = values.fold((f64::MAX, f64::MIN_POSITIVE), |(a, b), value| (a.min(value), b.max(value)));
    let (from, to) = (least.log10().floor() as i32, greatest.log10().ceil() as i32);
    from.min(to - 1)..=to
}

/// Where a value lies between the first power of ten and the last, from 0 to 1.
fn share(powers: &RangeInclusive<i32>, value: f64) -> f64 {
    let (from, to) = (f64::from(*powers.start()), f64::from(*powers.end()));
    (value.log10() - from) / (to - from)
}
