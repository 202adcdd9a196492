//! Charts of time and of ratio against size, for `--plot`.

use catmouse_picture::{Chart, Panel, Series};

use crate::report::{Report, Row};

/// A chart of time against positions, with a panel for each sweep and a curve for each contestant.
/// A sweep is a title with its rows.
pub(crate) fn times(sweeps: &[(String, Vec<&Row>)]) -> String {
    let panel = |(title, rows): &(String, Vec<&Row>)| {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            let baseline = row.baseline.map(|seconds| ("C++", seconds));
            let engines = row.results.iter().map(|result| (&*result.contestant, result.seconds));
            for (label, seconds) in engines.chain(baseline) {
                let point = (row.positions_per_board(), seconds / row.boards as f64);
                match series.iter_mut().find(|known| known.label == label) {
                    Some(known) => known.points.push(point),
                    None => series.push(Series { label: label.to_owned(), points: vec![point] }),
                }
            }
        }
        Panel { title: title.clone(), series }
    };
    let chart = Chart {
        title: "Time to solve a board, against its positions".to_owned(),
        across: "positions".to_owned(),
        panels: sweeps.iter().map(panel).collect(),
        columns: 3,
    };
    chart.svg(&|power| match power {
        0.. => format!("{} s", 10f64.powi(power)),
        -3.. => format!("{} ms", 10f64.powi(power + 3)),
        _ => format!("{} µs", 10f64.powi(power + 6)),
    })
}

/// A chart of the queue engine's time divided by the contestant's, against positions, with a curve
/// for each sweep.
pub(crate) fn ratios(sweeps: &[(String, Vec<&Row>)], contestant: &str) -> String {
    let series = sweeps.iter().map(|(title, rows)| {
        let point = |row: &&Row| {
            let result = row.results.iter().find(|result| result.contestant == contestant)?;
            Some((row.positions_per_board(), result.ratio))
        };
        Series { label: title.clone(), points: rows.iter().filter_map(point).collect() }
    });
    let panel = Panel { title: String::new(), series: series.collect() };
    let chart = Chart {
        title: format!("{contestant}: times as fast as the queue engine, against positions"),
        across: "positions".to_owned(),
        panels: vec![panel],
        columns: 1,
    };
    chart.svg(&|power| 10f64.powi(power).to_string())
}

/// The rows of a report by sweep.
pub(crate) fn sorted<'a>(report: &'a Report, sweeps: &[(String, Vec<String>)]) -> Vec<(String, Vec<&'a Row>)> {
    let rows = |names: &[String]| names.iter().filter_map(|name| report.row(name)).collect();
    sweeps.iter().map(|(title, names)| (title.clone(), rows(names))).collect()
}
