//! Whether the program was started without a standard output, as `catmouse … >&-` does.
//!
//! Before `main`, the standard library opens `/dev/null` in the place of a missing standard output, and
//! results would be lost without an error. So this module looks before `main`, on Linux only.

/// Whether there is no standard output.
pub(crate) fn is_closed() -> bool {
    #[cfg(not(target_os = "linux"))]
    return false;
    #[cfg(target_os = "linux")]
    linux::IS_CLOSED.load(std::sync::atomic::Ordering::Relaxed)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::symlink_metadata;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub(super) static IS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Runs before `main`.
    #[expect(unsafe_code, reason = "the place of a function in the program; the function itself is safe")]
    #[unsafe(link_section = ".init_array")]
    #[used]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        let is_there = |file: &str| symlink_metadata(file).is_ok();
        IS_CLOSED.store(!is_there("/proc/self/fd/1") && is_there("/proc/self/fd"), Ordering::Relaxed);
    }
}
