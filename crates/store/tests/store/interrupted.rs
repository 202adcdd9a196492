//! An interruption while a table is being saved leaves the old table.

use std::cell::Cell;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use catmouse_arena::{Player, PositionId, Solution, Value, Values};
use catmouse_store::{Contents, TableError, abandon_unfinished, save};

use crate::{Place, mixed, names};

const POSITIONS: usize = 1_000_000;
/// The variable with the path at which the child process saves its table. The tests set it only for
/// the child.
const PATH: &str = "CATMOUSE_TEST_SAVES_FOREVER";
/// The same variable for the child process that abandons its table.
const ABANDONED: &str = "CATMOUSE_TEST_ABANDONS";

/// Values whose last value takes for ever.
struct NeverReady;

impl Values for NeverReady {
    fn positions(&self) -> usize {
        POSITIONS
    }

    fn value(&self, position: PositionId) -> Value {
        if position.index() == POSITIONS - 1 {
            thread::sleep(Duration::from_mins(10));
        }
        Value::Endless
    }
}

/// No test by itself, but the work of the child process of the tests below.
#[test]
fn the_child_saves_forever() {
    if let Some(path) = env::var_os(PATH) {
        save(path.as_ref(), &NeverReady, crate::fingerprint(3), Contents::Outcomes).expect("killed before");
    }
}

/// No test by itself, but the work of a child process that abandons a table while another of its
/// threads writes it, and exits.
#[test]
fn the_child_abandons_its_table() {
    if let Some(path) = env::var_os(ABANDONED) {
        let path: &Path = path.as_ref();
        let writing = path.to_owned();
        thread::spawn(move || save(&writing, &NeverReady, crate::fingerprint(3), Contents::Outcomes));
        let folder = path.parent().expect("the path is absolute");
        wait_until(|| names(folder).iter().any(|name| name.starts_with(".catmouse-")));
        abandon_unfinished();
        let late = save(path, &Solution::from_values([]), crate::fingerprint(3), Contents::Outcomes);
        assert_eq!(late.expect_err("no new files after abandoning").to_string(), "the program is about to end");
        std::process::exit(130);
    }
}

#[test]
fn an_abandoned_save_leaves_the_old_table_and_nothing_else() {
    let place = Place::new();
    save(&place.path, &Solution::from_values(mixed(6, 100)), place.fingerprint, Contents::Distances).expect("saved");
    let before = fs::read(&place.path).expect("the table");
    let mut child = child("interrupted::the_child_abandons_its_table", ABANDONED, &place.path);
    assert_eq!(child.wait().expect("ended").code(), Some(130));
    assert!(fs::read(&place.path).expect("the table") == before);
    assert_eq!(place.names(), ["some.table"]);
}

/// Starts one test of this program with a variable set to a path.
fn child(test: &str, variable: &str, path: &Path) -> Child {
    let mut command = Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", test]).env(variable, path).stdout(Stdio::null());
    command.spawn().expect("started")
}

fn wait_until(mut happens: impl FnMut() -> bool) {
    let patience = Instant::now();
    while !happens() {
        assert!(patience.elapsed() < Duration::from_mins(1), "timed out after a minute");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_save_leaves_the_old_table() {
    let place = Place::new();
    let values = mixed(6, 100);
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, Contents::Distances)
        .expect("saved");
    let before = fs::read(&place.path).expect("the table");

    let mut child = child("interrupted::the_child_saves_forever", PATH, &place.path);
    wait_until(|| {
        assert!(child.try_wait().expect("a child").is_none(), "the child has ended");
        let halves = place.names().into_iter().filter(|name| name.starts_with(".catmouse-"));
        halves
            .map(|name| fs::metadata(place.folder.path().join(name)))
            .any(|file| file.is_ok_and(|file| file.len() > 0))
    });
    child.kill().expect("killed"); // SIGKILL
    child.wait().expect("ended");

    assert!(fs::read(&place.path).expect("the table") == before);
    assert!(place.open(6).expect("opened").values().map(|(_, value)| value).eq(values));
    save(&place.path, &Solution::from_values([]), place.fingerprint, Contents::Outcomes).expect("saved over it");
}

/// Values that grow between the first reading and the second.
struct Growing(Cell<u64>);

impl Values for Growing {
    fn positions(&self) -> usize {
        1
    }

    fn value(&self, _: PositionId) -> Value {
        self.0.set(self.0.get() * 1000);
        Value::Win { player: Player::One, distance: self.0.get() }
    }
}

#[test]
fn a_refused_save_leaves_the_old_table_and_nothing_else() {
    let place = Place::new();
    save(&place.path, &Solution::from_values(mixed(6, 100)), place.fingerprint, Contents::Distances).expect("saved");
    let before = fs::read(&place.path).expect("the table");
    let refused = save(&place.path, &Growing(Cell::new(1)), place.fingerprint, Contents::Distances);
    assert!(matches!(refused, Err(TableError::TooDeep { distance: 1_000_000, limit: 1022, .. })), "{refused:?}");
    assert!(fs::read(&place.path).expect("the table") == before);
    assert_eq!(place.names(), ["some.table"]);
}
