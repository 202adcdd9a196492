//! Starting a program and ending it with all processes that it has started.
//!
//! * On Linux this process adopts the orphans among the program's descendants. So all of them are
//!   found among its own children, even those that have left the program's process group.
//! * On Linux the program itself also ends if this process is killed. The processes that it
//!   has started then remain, because no process is left to end them.
//! * On other Unix systems the program's process group is ended. Elsewhere the program alone is ended.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of the program's process while it runs. It is locked while a process is waited for or
/// ended, so the number of a process that ended meanwhile is never used for another.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program with pipes for its input and its outputs. Only one program may run at a time.
///
/// # Errors
///
/// The error of the system, if there is no such program, for example. On Linux it is known only when
/// the process has ended: see [`refusal`].
pub(crate) fn start(words: &[String]) -> io::Result<Child> {
    let mut command = command(words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // Python would keep its answers in a buffer.
    command.env("PYTHONUNBUFFERED", "1");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut running = running();
    let child = command.spawn()?;
    *running = Some(child.id());
    Ok(child)
}

/// Runs a program that needs no input until it ends.
///
/// # Errors
///
/// The error of the system, if there is no such program, for example.
pub(crate) fn output(words: &[String]) -> io::Result<Output> {
    let mut child = start(words)?;
    drop(child.stdin.take());
    let errors = child.stderr.take().map(|pipe| thread::spawn(|| read_all(pipe)));
    let stdout = child.stdout.take().map(read_all).unwrap_or_default();
    let stderr = errors.and_then(|thread| thread.join().ok()).unwrap_or_default();
    let status = loop {
        match ended(&mut child)? {
            Some(status) => break status,
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    *running() = None;
    match refusal(&String::from_utf8_lossy(&stderr)) {
        Some(error) => Err(error),
        None => Ok(Output { status, stdout, stderr }),
    }
}

/// What a pipe holds until it is closed or cannot be read.
fn read_all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

/// How the program ended; `None` while it runs.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn ended(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    let _running = running();
    child.try_wait()
}

/// Ends the program and all processes that it has started, and waits for their ends.
pub(crate) fn end(child: &mut Child) {
    let mut running = running();
    end_group(child.id());
    let _ = child.kill();
    let _ = child.wait();
    end_children();
    *running = None;
}

/// The folder of a compiled program.
static FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Has a folder removed if an interrupt ends this process.
pub(crate) fn remove_at_interrupt(folder: &Path) {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_owned());
}

/// Ends the running program, if there is one, and all processes that it has started, and removes the
/// folder in which it was compiled. Afterwards no program can be started, because this process is
/// about to end.
pub(crate) fn end_all() {
    if let Some(folder) = FOLDER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = std::fs::remove_dir_all(folder);
    }
    let running = running();
    if let Some(program) = *running {
        end_group(program);
        end_children();
    }
    std::mem::forget(running);
}

#[cfg(unix)]
fn end_group(program: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(program.cast_signed()) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::refusal;
#[cfg(not(target_os = "linux"))]
use elsewhere::{command, end_children};
#[cfg(target_os = "linux")]
pub(crate) use linux::{become_program, refusal};
#[cfg(target_os = "linux")]
use linux::{command, end_children};

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::io;
    use std::process::Command;

    pub(super) fn command(words: &[String]) -> Command {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command
    }

    /// Always `None`, because starting the process has reported the error.
    pub(crate) fn refusal(_: &str) -> Option<io::Error> {
        None
    }

    pub(super) fn end_children() {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::OsString;
    use std::fs;
    use std::io::{self, Write};
    use std::os::unix::process::CommandExt;
    use std::process::{Command, ExitCode};
    use std::sync::OnceLock;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_child_subreaper, set_parent_process_death_signal,
        wait,
    };

    /// The name under which this program is started to become another program. It is followed by
    /// the number of the parent's process and by the words of the program.
    const FORERUNNER: &str = "catmouse becomes another program";

    /// The path of this program, also after its file was moved or deleted.
    const OWN_PATH: &str = "/proc/self/exe";

    /// The longest time in which children are ended. A child of another user is not ended at all.
    const TIME_TO_END: Duration = Duration::from_secs(2);

    /// The command that starts this program as the forerunner of another one.
    pub(super) fn command(words: &[String]) -> Command {
        adopts_orphans();
        let mut command = Command::new(OWN_PATH);
        command.arg0(FORERUNNER).arg(getpid().to_string()).args(words);
        command
    }

    /// If this process was started as a forerunner, asks the system to end it with its parent, prepares
    /// it, and becomes the other program. If it cannot, it writes the error's number to stderr, from which
    /// [`refusal`] reads it.
    pub(crate) fn become_program(prepare: fn()) -> Option<ExitCode> {
        let mut words = std::env::args_os();
        if words.next()? != FORERUNNER {
            return None;
        }
        let parent = words.next()?;
        let words: Vec<OsString> = words.collect();
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
        // The parent may have ended before it was asked about.
        if getppid().is_some_and(|current| parent == *current.to_string()) {
            prepare();
            let error = Command::new(words.first()?).args(&words[1..]).exec();
            let _ = write!(io::stderr(), "{FORERUNNER}: {}", error.raw_os_error().unwrap_or_default());
        }
        Some(ExitCode::FAILURE)
    }

    /// The error with which the forerunner could not become the program, in what a process has
    /// written to its standard error.
    pub(crate) fn refusal(stderr: &str) -> Option<io::Error> {
        let number = stderr.strip_prefix(FORERUNNER)?.strip_prefix(": ")?;
        number.trim().parse().ok().map(io::Error::from_raw_os_error)
    }

    /// Whether this process adopts the orphans among its descendants. It does not if it has
    /// children already, because these were not started by it and must not be ended.
    fn adopts_orphans() -> bool {
        static ADOPTS: OnceLock<bool> = OnceLock::new();
        *ADOPTS.get_or_init(|| wait(WaitOptions::NOHANG).is_err() && set_child_subreaper(Some(getpid())).is_ok())
    }

    /// Ends all children of this process. When a child has ended, its own children become children
    /// of this process.
    pub(super) fn end_children() {
        let deadline = Instant::now() + TIME_TO_END;
        while adopts_orphans() && Instant::now() < deadline {
            match wait(WaitOptions::NOHANG) {
                Err(_) => return, // there are no children
                Ok(Some(_)) => {}
                Ok(None) => {
                    for child in children() {
                        let _ = kill_process(child, Signal::KILL);
                    }
                    thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    /// The children of this process. Nobody else waits for them, so their numbers stay theirs.
    fn children() -> Vec<Pid> {
        let own = getpid().to_string();
        let is_own = |number: &str| {
            // The name of the process is in parentheses and may contain anything. The state and the
            // parent's number follow.
            let status = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            status.rsplit_once(')').and_then(|(_, rest)| rest.split_whitespace().nth(1)) == Some(&own)
        };
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().into_string().ok().filter(|number| is_own(number));
        processes.filter_map(|entry| Pid::from_raw(number(entry)?.parse().ok()?)).collect()
    }
}
