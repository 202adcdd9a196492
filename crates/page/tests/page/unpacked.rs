//! Unpacks the numbers of a page, independently of the code that packs them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

/// The numbers in a packed text.
pub(crate) fn numbers(packed: &Json) -> Vec<u64> {
    let bytes = STANDARD.decode(packed.as_str().expect("a text")).expect("base64");
    let mut numbers = Vec::new();
    let (mut number, mut shift) = (0, 0);
    for byte in bytes {
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            assert!(byte > 0 || shift == 0, "a number takes as few bytes as it can");
            numbers.push(number);
            (number, shift) = (0, 0);
        } else {
            shift += 7;
        }
    }
    assert_eq!(shift, 0, "the last number ends");
    numbers
}

/// The moves of each node, as the node after it and the cost.
pub(crate) fn moves(packed: &Json, costs: bool) -> Vec<(u64, Vec<(u64, u64)>)> {
    let mut numbers = numbers(packed).into_iter();
    let mut moves = Vec::new();
    let mut next_node = 0;
    while let Some(gap) = numbers.next() {
        let node = next_node + gap;
        next_node = node + 1;
        let mut next = || numbers.next().expect("a number");
        let count = next();
        let mut to = 0;
        let list = (0..count)
            .map(|_| {
                to += next();
                (to, if costs { next() } else { 1 })
            })
            .collect();
        moves.push((node, list));
    }
    moves
}
