//! Makes threads share one arena of glibc's allocator if addresses are limited (`ulimit -v`), so
//! that boards get the addresses.
//!
//! glibc gives each thread that allocates its own arena. For an arena it reserves 64 MiB of
//! addresses, and for a moment 128 MiB. An arena uses few of its addresses, but all count against
//! the limit. A program with several threads would refuse boards that fit. It could even accept a
//! board under a low limit, and refuse the same board under a higher limit that just allows another
//! arena.
//!
//! glibc reads the greatest number of arenas from the environment when a program starts. So the
//! program sets this number and starts itself anew.

use crate::output::Failure;
use crate::size::Bytes;

/// The environment variable with the greatest number of arenas.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: &str = "MALLOC_ARENA_MAX";

/// Starts the program anew with one arena, unless the environment sets the number of arenas
/// already. If the system refuses, the program goes on as it is.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    if env::var_os(ARENAS).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    let mut words = env::args_os();
    let mut again = Command::new(program);
    if let Some(name) = words.next() {
        again.arg0(name);
    }
    let _refusal = again.args(words).env(ARENAS, "1").exec();
}

/// Other allocators reserve no addresses for threads.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn share() {}

/// The bytes of addresses that parsing the command line and reading a board may take.
const LEAST_ADDRESSES: u64 = 6 << 20;

/// The refusal to work under a limit that leaves fewer addresses than [`LEAST_ADDRESSES`]: small
/// allocations, whose size is not estimated, would soon abort the program.
pub(crate) fn too_few_addresses() -> Option<Failure> {
    catmouse::memory::addresses_left().filter(|&left| left < LEAST_ADDRESSES).map(|left| {
        Failure::plain(
            format!("the limit on memory (`ulimit -v`) leaves only {}", Bytes(left)),
            "allow 32 MiB or more (`ulimit -v 32768`)".to_owned(),
        )
    })
}
