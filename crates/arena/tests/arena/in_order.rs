//! The heap sort of the playground puts lists in order.

use catmouse_arena::{InOrder, heap_sort};

#[test]
fn every_short_list_is_put_in_order() {
    for length in 0..=6_u32 {
        for code in 0..4_u32.pow(length) {
            let list: Vec<u32> = (0..length).map(|at| code / 4_u32.pow(at) % 4).collect();
            let mut by_heap = list.clone();
            heap_sort(&mut by_heap);
            assert!(by_heap.is_sorted(), "{list:?}: {by_heap:?}");
            for number in 0..4 {
                let count = |of: &[u32]| of.iter().filter(|&&other| other == number).count();
                assert_eq!(count(&by_heap), count(&list), "{list:?}");
            }
            let mut by_trait = list;
            by_trait.put_in_order();
            assert_eq!(by_trait, by_heap);
        }
    }
}

#[test]
fn a_long_list_is_put_in_order() {
    let mut list: Vec<u32> = (0..10_000_u32).map(|number| number.wrapping_mul(2_654_435_761) % 5_003).collect();
    heap_sort(&mut list);
    assert!(list.is_sorted());
}
