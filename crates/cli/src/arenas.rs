//! Where addresses are limited (`ulimit -v`), threads share one arena of the allocator, so that the limit is left to boards.
//!
//! glibc gives each thread that allocates an arena of its own and reserves 64 MiB of addresses for it, twice that for a moment. They are
//! hardly used, but count against the limit: a program with a few threads would refuse boards that fit, and, where an arena just fits,
//! others than under a lower limit. How many arenas there may be is read from the environment when a program starts, so it starts anew.

use crate::output::Failure;
use crate::size::Bytes;

/// The variable that glibc reads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: &str = "MALLOC_ARENA_MAX";

/// Starts the program anew with one arena, unless somebody has said how many arenas there may be. If the system refuses,
/// the program goes on as it is.
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

/// Addresses that reading a board and the command line may take.
const LEAST_ADDRESSES: u64 = 6 << 20;

/// The refusal to work where a limit leaves hardly any addresses: small blocks, which nobody counts, would soon end the program.
pub(crate) fn too_few_addresses() -> Option<Failure> {
    catmouse::addresses_left().filter(|&left| left < LEAST_ADDRESSES).map(|left| {
        Failure::plain(
            format!("the limit of addresses (`ulimit -v`) leaves {} beside the program itself", Bytes(left)),
            "allow 32 MiB or more (`ulimit -v 32768`)".to_owned(),
        )
    })
}
