//! Sorting, in little code where a page loads it.
//!
//! The standard library's sorting functions are fast and large: one for each type of element, they
//! took an eighth of the playground's program. There, a heap sort of a few lines takes their place,
//! which is about half as fast. Elsewhere nothing changes.

/// Lists that are put in order.
pub trait InOrder {
    /// Sorts the list as [`slice::sort_unstable`] does. Time O(n log n), no memory.
    ///
    /// Equal elements must be indistinguishable, so that every machine gives the same list.
    ///
    /// ```
    /// use catmouse_arena::InOrder;
    ///
    /// let mut list = vec![3, 1, 2];
    /// list.put_in_order();
    /// assert_eq!(list, [1, 2, 3]);
    /// ```
    fn put_in_order(&mut self);
}

impl<T: Ord> InOrder for [T] {
    #[inline]
    fn put_in_order(&mut self) {
        if cfg!(target_family = "wasm") {
            heap_sort(self);
        } else {
            self.sort_unstable();
        }
    }
}

/// Sorts a list by a heap: Williams (1964), Algorithm 232. Time O(n log n), no memory.
pub fn heap_sort<T: Ord>(list: &mut [T]) {
    for root in (0..list.len() / 2).rev() {
        sift(list, root);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift(&mut list[..end], 0);
    }
}

/// Lets an element sink until no child exceeds it.
fn sift<T: Ord>(heap: &mut [T], mut root: usize) {
    while let Some(left) = heap.get(2 * root + 1) {
        let goes_right = heap.get(2 * root + 2).is_some_and(|right| right > left);
        let child = 2 * root + 1 + usize::from(goes_right);
        if heap[root] >= heap[child] {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}
