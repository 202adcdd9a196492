//! sparse6: a line of printable bytes that lists the edges of a graph, for graphs with few edges.
//!
//! A line begins with `:`, or `>>sparse6<<:`, and the order n as in [`graph6`](crate::graph6). Then
//! there are units, with six bits per byte. A unit is one bit b and a number x, which has as many
//! bits as the number n − 1. The current vertex v is 0 at first. In each unit, b = 1 adds one to v.
//! Then, if x is greater than v, v becomes x; otherwise x–v is an edge. The last byte is padded so
//! that it adds no edge. Loops and parallel edges are possible; parallel edges are one move.
//!
//! A line that begins with `;` gives only the difference from the previous graph (*incremental*
//! sparse6). It is refused.

use catmouse_model::InOrder;

use crate::problem::Problem;
use crate::sextets::{BitWriter, Bits, vertices};

/// Visits the edges of a line's body, as `each_edge` of graph6 does.
///
/// # Errors
///
/// The problem, with a span within the body, if the line is not a graph.
pub(crate) fn each_edge(
    body: &str,
    order: impl FnOnce(u32) -> Result<(), Problem>,
    mut edge: impl FnMut(u32, u32),
) -> Result<(), Problem> {
    if body.starts_with(';') {
        let message = "incremental sparse6 only describes differences from the graph before";
        return Err(Problem::expected(Some(0..1), message, "whole graphs, in sparse6 or graph6"));
    }
    let (n, data_start) = vertices(body, 1)?;
    order(n)?;
    let width = u32::BITS - n.saturating_sub(1).leading_zeros();
    let mut bits = Bits { data: body.as_bytes().get(data_start..).unwrap_or_default(), next: 0 };
    let total = bits.data.len() * 6;
    let mut v = 0;
    while bits.next + 1 + width as usize <= total {
        let unit_start = bits.next;
        v += bits.take(1);
        let x = bits.take(width);
        if x > v {
            v = x;
        } else if v < n {
            edge(x, v);
        }
        if v >= n {
            // Only padding, which is ones, may refer to vertices that do not exist. Some programs write more of it than the
            // last byte takes.
            bits.next = unit_start;
            let is_padding = (unit_start..total).all(|_| bits.take(1) == 1);
            if unit_start + 6 <= total && !is_padding {
                let at = data_start + unit_start / 6;
                let message = format!("vertex {v} does not exist");
                let wanted = format!("the graph has {n} vertices, counted from 0");
                return Err(Problem::new(Some(at..at + 1), message, wanted));
            }
            break;
        }
    }
    Ok(())
}

/// Writes an undirected graph. `edges` has each edge once, with its lower end first.
pub(crate) fn write(out: &mut String, n: u32, edges: &[(u32, u32, u32)]) {
    out.push(':');
    let mut bits = BitWriter::after_order(out, n);
    let width = u32::BITS - n.saturating_sub(1).leading_zeros();
    let mut edges: Vec<(u32, u32)> = edges.iter().map(|&(low, high, _)| (high, low)).collect();
    edges.put_in_order();
    let mut v = 0;
    for &(high, low) in &edges {
        if high > v + 1 {
            bits.put_number(1, 1);
            bits.put_number(high, width);
            v = high;
            bits.put_number(0, 1);
        } else {
            bits.put_number(high - v, 1);
            v = high;
        }
        bits.put_number(low, width);
    }
    // Padding with ones refers to no vertex, unless a unit of ones is the last vertex. If v is less
    // than the last vertex, a zero precedes the padding.
    let room = bits.room();
    if n == 1 << width && v + 2 == n && room > width && !edges.is_empty() {
        bits.put_number(0, 1);
    }
    while bits.room() > 0 {
        bits.put_number(1, 1);
    }
    out.push('\n');
}
