//! Charts of measurements: straight lines are powers, names do not cover each other, and points off
//! the axes are left out.

use catmouse_picture::{Chart, Panel, Series};
use roxmltree::Document;

fn chart(series: &[(&str, &[(f64, f64)])]) -> String {
    let series = series.iter().map(|&(label, points)| Series { label: label.to_owned(), points: points.to_vec() });
    let panel = Panel { title: "grids".to_owned(), series: series.collect() };
    let (title, across) = ("Time".to_owned(), "positions".to_owned());
    Chart { title, across, panels: vec![panel], columns: 3 }.svg(&|power| format!("1e{power}"))
}

/// The texts of a picture, each with the point where it begins.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    let document = Document::parse(svg).expect("XML");
    let number = |node: &roxmltree::Node<'_, '_>, key: &str| node.attribute(key).and_then(|text| text.parse().ok());
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let read = |node: roxmltree::Node<'_, '_>| {
        Some((node.text().unwrap_or_default().to_owned(), number(&node, "x")?, number(&node, "y")?))
    };
    texts.filter_map(read).collect()
}

/// A power of the size is a straight line: the middle of its ends is on it.
#[test]
fn a_power_is_a_straight_line() {
    let svg = chart(&[("square", &[(10.0, 1e-4), (1000.0, 1.0), (100.0, 1e-2)])]);
    let document = Document::parse(&svg).expect("XML");
    let curve = document.descendants().find(|node| node.has_tag_name("polyline")).expect("a curve");
    let points: Vec<Vec<f64>> = curve
        .attribute("points")
        .expect("its points")
        .split(' ')
        .map(|point| point.split(',').map(|number| number.parse().expect("a number")).collect())
        .collect();
    assert!(points[0][0] < points[1][0] && points[1][0] < points[2][0], "from left to right: {points:?}");
    assert!(points[0][1] > points[2][1], "upwards: {points:?}");
    for axis in 0..2 {
        assert!((points[0][axis] + points[2][axis] - 2.0 * points[1][axis]).abs() < 0.2, "{points:?}");
    }
}

/// The axes range from the power of ten below all numbers to the power above them.
#[test]
fn axes_are_marked_by_powers_of_ten() {
    let svg = chart(&[("one", &[(20.0, 0.002), (3000.0, 0.5)])]);
    let texts = texts(&svg);
    let has = |text: &str| texts.iter().any(|(known, ..)| known == text);
    for text in ["10¹", "10²", "10³", "10⁴", "1e-3", "1e-2", "1e-1", "1e0", "positions", "grids"] {
        assert!(has(text), "{text}: {texts:?}");
    }
    for text in ["10⁰", "10⁵", "1e-4", "1e1"] {
        assert!(!has(text), "{text}: {texts:?}");
    }
}

#[test]
fn names_at_the_ends_of_curves_do_not_cover_each_other() {
    let names: Vec<String> = (0..15).map(|number| format!("curve {number}")).collect();
    let points = [(1.0, 1.0), (10.0, 2.0)];
    let curves: Vec<(&str, &[(f64, f64)])> = names.iter().map(|name| (name.as_str(), &points[..])).collect();
    let texts = texts(&chart(&curves));
    let heights: Vec<f64> = names
        .iter()
        .map(|name| texts.iter().find(|(text, ..)| text == name).map(|&(_, _, y)| y).expect("its name"))
        .collect();
    for (index, height) in heights.iter().enumerate() {
        assert!(heights[..index].iter().all(|other| (height - other).abs() >= 11.9), "{heights:?}");
    }
}

#[test]
fn points_off_the_axes_are_left_out_and_names_are_text() {
    let svg = chart(&[("<b>&", &[(0.0, 1.0), (10.0, f64::NAN), (10.0, 1.0), (-1.0, 1.0), (f64::INFINITY, 1.0)])]);
    assert!(texts(&svg).iter().any(|(text, ..)| text == "<b>&"), "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    assert!(chart(&[("none", &[(0.0, 0.0)])]).contains("nothing to show"));
    assert!(chart(&[]).contains("nothing to show"));
}
