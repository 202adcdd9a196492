//! Targets of writing: links, devices and existing files, for tables and certificates alike; and files
//! that grow over several runs.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use catmouse_arena::{Certificate, Solution};
use catmouse_model::Game;
use catmouse_store::{
    Contents, FilePrefix, GrowingError, GrowingFile, TableError, read_certificate, save, save_certificate, save_text,
};
use tempfile::TempDir;

use crate::certificates::{DRAW, certified, game};
use crate::{fingerprint, mixed, names};

/// The ways to write a file, each with a predicate that recognises its files.
struct Way {
    write: fn(&Path) -> io::Result<()>,
    is_whole: fn(&Path) -> bool,
}

fn drawn() -> (Game, Certificate) {
    let game = game(DRAW);
    let certificate = certified(&game);
    (game, certificate)
}

const WAYS: [Way; 2] = [
    Way {
        write: |path| match save(path, &Solution::from_values(mixed(6, 100)), fingerprint(3), Contents::Distances) {
            Err(TableError::Io(error)) => Err(error),
            other => {
                other.expect("saved, or refused by the system");
                Ok(())
            }
        },
        is_whole: |path| catmouse_store::Table::open(path, fingerprint(3), 6).is_ok_and(|table| table.verify().is_ok()),
    },
    Way {
        write: |path| {
            let (game, certificate) = drawn();
            save_certificate(path, &game, &certificate)
        },
        is_whole: |path| {
            let (game, certificate) = drawn();
            let text = fs::read(path).expect("the file exists");
            read_certificate(&game, &text[..]).is_ok_and(|read| read.is_intact && read.certificate == certificate)
        },
    },
];

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_file_is_made_or_replaced_and_nothing_else_is_left() {
    for Way { write, is_whole } in WAYS {
        let folder = folder();
        let path = folder.path().join("file");
        write(&path).expect("made");
        assert!(is_whole(&path));
        fs::write(&path, "something else").expect("written");
        write(&path).expect("replaced");
        assert!(is_whole(&path));
        assert_eq!(names(folder.path()), ["file"]);
    }
}

#[test]
fn a_folder_and_a_missing_folder_are_refused() {
    for Way { write, .. } in WAYS {
        let folder = folder();
        let nowhere = folder.path().join("nowhere").join("file");
        let refused =
            [write(folder.path()), write(&nowhere)].map(|written| written.expect_err("a folder, or a missing folder"));
        assert_eq!(refused.each_ref().map(io::Error::kind), [io::ErrorKind::IsADirectory, io::ErrorKind::NotFound]);
        // The error keeps the system's error number, and its text names no temporary file.
        assert!(refused.iter().all(|error| error.raw_os_error().is_some()), "{refused:?}");
        assert!(refused.iter().all(|error| !error.to_string().contains("catmouse")), "{refused:?}");
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        for Way { write, is_whole } in WAYS {
            let (folder, elsewhere) = (folder(), folder());
            let (link, file) = (folder.path().join("link"), elsewhere.path().join("file"));
            fs::write(&file, "old").expect("written");
            symlink(&file, &link).expect("linked");
            write(&link).expect("written");
            assert!(is_whole(&file));
            assert_eq!(fs::read_link(&link).expect("a link still"), file);
            assert_eq!((names(folder.path()), names(elsewhere.path())), (vec!["link".into()], vec!["file".into()]));
        }
    }

    /// By two links, the second of which is relative to its own folder.
    #[test]
    fn a_link_to_a_missing_file_stays_and_the_file_is_created() {
        for Way { write, is_whole } in WAYS {
            let (folder, elsewhere) = (folder(), folder());
            let link = folder.path().join("link");
            symlink(elsewhere.path().join("next"), &link).expect("linked");
            symlink("file", elsewhere.path().join("next")).expect("linked");
            write(&link).expect("written");
            assert!(is_whole(&elsewhere.path().join("file")));
            assert_eq!(names(elsewhere.path()), ["file", "next"]);
            assert!(fs::symlink_metadata(&link).expect("the file exists").is_symlink());
        }
    }

    #[test]
    fn a_link_to_itself_is_refused() {
        for Way { write, .. } in WAYS {
            let folder = folder();
            let link = folder.path().join("link");
            symlink(&link, &link).expect("linked");
            write(&link).expect_err("a link without a target folder");
            assert_eq!(names(folder.path()), ["link"]);
        }
    }

    #[test]
    fn a_device_is_written_to() {
        for Way { write, .. } in WAYS {
            write("/dev/null".as_ref()).expect("written");
            assert!(!fs::metadata("/dev/null").expect("the file exists").is_file());
            // This device is always full.
            if Path::new("/dev/full").exists() {
                assert_eq!(write("/dev/full".as_ref()).expect_err("full").kind(), io::ErrorKind::StorageFull);
            }
        }
    }

    #[test]
    fn permissions_are_those_of_the_replaced_file_or_of_any_new_file() {
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode();
        for Way { write, is_whole } in WAYS {
            let folder = folder();
            let (path, any) = (folder.path().join("file"), folder.path().join("any"));
            fs::write(&any, "").expect("written");
            write(&path).expect("made");
            assert_eq!(mode(&path), mode(&any));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("closed to others");
            write(&path).expect("replaced");
            assert_eq!(mode(&path) & 0o777, 0o600);
            assert!(is_whole(&path));
        }
    }
}

#[test]
fn an_incomplete_end_is_cut_off() {
    let folder = tempfile::tempdir().expect("enough space");
    let path = folder.path().join("out");
    let mut file = GrowingFile::create(&path).expect("a new file");
    file.write_all(b"one\ntwo\n").expect("enough space");
    let prefix = file.sync().expect("flushed");
    assert_eq!(prefix.bytes, 8);
    file.write_all(b"thr").expect("enough space");
    drop(file);
    assert_eq!(fs::read(&path).expect("the file exists"), b"one\ntwo\nthr");

    let mut file = GrowingFile::resume(&path, &prefix).expect("the file begins with the prefix");
    assert_eq!(fs::read(&path).expect("the file exists"), b"one\ntwo\nthr");
    file.truncate().expect("truncated");
    file.write_all(b"three\n").expect("enough space");
    let whole = file.sync().expect("flushed");
    drop(file);
    assert_eq!(fs::read(&path).expect("the file exists"), b"one\ntwo\nthree\n");
    GrowingFile::resume(&path, &whole).expect("the digest continued after the prefix");
}

#[test]
fn another_file_is_refused_and_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("enough space");
    let path = folder.path().join("out");
    let mut file = GrowingFile::create(&path).expect("a new file");
    assert!(matches!(GrowingFile::resume(&path, &FilePrefix::default()), Err(GrowingError::InUse)));
    file.write_all(b"one\n").expect("enough space");
    let prefix = file.sync().expect("flushed");
    drop(file);
    let refused = |text: &[u8]| {
        fs::write(&path, text).expect("enough space");
        let error = GrowingFile::resume(&path, &prefix).err().expect("a refusal");
        assert_eq!(fs::read(&path).expect("the file exists"), text);
        error.to_string()
    };
    assert_eq!(refused(b"on"), "it has 2 bytes, but the run had written 4");
    assert_eq!(refused(b"two\nthree\n"), "its first 4 bytes were changed");
    fs::remove_file(&path).expect("the file exists");
    assert!(matches!(GrowingFile::resume(&path, &prefix), Err(GrowingError::Io(_))));
    GrowingFile::resume(&path, &FilePrefix::default()).expect("the empty prefix needs no file");
    let there = GrowingFile::create(&path).err().expect("a refusal");
    assert!(matches!(there, GrowingError::Io(error) if error.kind() == io::ErrorKind::AlreadyExists));
}

/// A killed process leaves its temporary file, which is then not locked. The next file that is
/// saved into the folder removes it, and nothing else.
#[test]
fn the_next_file_removes_what_killed_processes_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for name in [".catmouse-some.table-a1B2c3.part", ".catmouse-other-Zz9Zz9.part", ".other-a1B2c3.part", ".catmouse-x"]
    {
        std::fs::write(at(name), "left").expect("written");
    }
    let written = std::fs::File::create(at(".catmouse-live-abcdef.part")).expect("created");
    written.lock().expect("locked");
    save_text(&at("result"), "whole").expect("saved");
    assert_eq!(names(folder.path()), [".catmouse-live-abcdef.part", ".catmouse-x", ".other-a1B2c3.part", "result"]);
    drop(written);
    save_text(&at("result"), "whole").expect("saved");
    assert_eq!(names(folder.path()), [".catmouse-x", ".other-a1B2c3.part", "result"]);
}

/// Writers into one folder take the temporary files of each other for remains only after they have
/// ended.
#[test]
fn many_writers_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let path = folder.path().join(format!("result-{}", writer % 3));
            scope.spawn(move || {
                for _ in 0..40 {
                    save_text(&path, &"whole".repeat(100)).expect("saved");
                }
            });
        }
    });
    assert_eq!(names(folder.path()), ["result-0", "result-1", "result-2"]);
    for name in names(folder.path()) {
        assert_eq!(std::fs::read_to_string(folder.path().join(name)).expect("read"), "whole".repeat(100));
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_if_somebody_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    let refusal = save_text(&path, "whole").expect_err("nobody reads");
    assert_eq!(refusal.to_string(), "nobody reads the pipe");
    // More than a pipe holds, so that the writer has to wait for the reader.
    let text = "whole".repeat(100_000);
    let reader = std::thread::spawn({
        let path = path.clone();
        move || std::fs::read_to_string(path)
    });
    let began = std::time::Instant::now();
    while save_text(&path, &text).is_err() {
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "the reader is not heard");
        std::thread::yield_now();
    }
    assert!(reader.join().expect("it does not panic").expect("read") == text);
}
