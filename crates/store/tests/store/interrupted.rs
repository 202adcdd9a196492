//! Whatever happens while a table is being saved, the old one stays.

use std::cell::Cell;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use catmouse_arena::{Player, PositionId, Solution, Value, Values};
use catmouse_store::{Contents, TableError, save};

use crate::{Place, mixed};

const POSITIONS: usize = 1_000_000;
/// Where the child process saves its table; without it there is no child.
const PATH: &str = "CATMOUSE_TEST_SAVES_FOREVER";

/// Values of which one is never ready.
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

/// Nothing by itself: what the process does that the next test starts and kills.
#[test]
fn the_child_saves_forever() {
    if let Some(path) = env::var_os(PATH) {
        save(path.as_ref(), &NeverReady, crate::fingerprint(3), Contents::Outcomes).expect("killed before");
    }
}

#[test]
fn a_killed_save_leaves_the_old_table() {
    let place = Place::new();
    let values = mixed(6, 100);
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, Contents::Distances)
        .expect("saved");
    let before = fs::read(&place.path).expect("the table");

    let mut child = Command::new(env::current_exe().expect("this program"))
        .args(["--exact", "interrupted::the_child_saves_forever"])
        .env(PATH, &place.path)
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    let patience = Instant::now();
    let begun = || {
        let halves = place.names().into_iter().filter(|name| name.starts_with(".catmouse-"));
        halves
            .map(|name| fs::metadata(place.folder.path().join(name)))
            .any(|file| file.is_ok_and(|file| file.len() > 0))
    };
    while !begun() {
        assert!(patience.elapsed() < Duration::from_mins(1), "the child writes nothing");
        assert!(child.try_wait().expect("a child").is_none(), "the child has ended");
        thread::sleep(Duration::from_millis(5));
    }
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

#[cfg(unix)]
#[test]
fn a_table_has_the_permissions_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let any = place.folder.path().join("any");
    fs::write(&any, "").expect("written");
    save(&place.path, &Solution::from_values(mixed(6, 100)), place.fingerprint, Contents::Distances).expect("saved");
    let mode = |path| fs::metadata(path).expect("a file").permissions().mode();
    assert_eq!(mode(&place.path), mode(&any));
}
