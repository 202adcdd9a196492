//! Sorting, in little code where a page loads it.
//!
//! The standard library's sorting functions are fast and large: one for each type of element, they
//! took an eighth of the playground's program. There, a heap sort of a few lines takes their place,
//! which is about half as fast. Elsewhere nothing changes.

/// Lists that are put in order.
pub trait InOrder {
    /// An element of the list.
    type Element;

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
    fn put_in_order(&mut self)
    where
        Self::Element: Ord;

    /// Sorts the list as [`slice::sort_by_key`] does, for lists that are short or nearly in order:
    /// where a page loads it, the time is O(n²) at worst.
    ///
    /// ```
    /// use catmouse_arena::InOrder;
    ///
    /// let mut list = vec![(1, 'a'), (0, 'b'), (1, 'c')];
    /// list.put_in_order_by_key(|&(key, _)| key);
    /// assert_eq!(list, [(0, 'b'), (1, 'a'), (1, 'c')]);
    /// ```
    fn put_in_order_by_key<K: Ord>(&mut self, key: impl Fn(&Self::Element) -> K);
}

impl<T> InOrder for [T] {
    type Element = T;

    #[inline]
    fn put_in_order(&mut self)
    where
        T: Ord,
    {
        if cfg!(target_family = "wasm") {
            heap_sort(self);
        } else {
            self.sort_unstable();
        }
    }

    #[inline]
    fn put_in_order_by_key<K: Ord>(&mut self, key: impl Fn(&T) -> K) {
        if cfg!(target_family = "wasm") {
            insertion_sort(self, key);
        } else {
            self.sort_by_key(key);
        }
    }
}

/// Sorts a list by moving each element in front of the greater ones. Time O(n²), and O(n log n) if
/// the list is in order. Equal elements keep their order.
pub fn insertion_sort<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let this = key(&list[end]);
        let place = list[..end].partition_point(|other| key(other) <= this);
        list[place..=end].rotate_right(1);
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
