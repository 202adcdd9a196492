//! Bad input: one clear message that points at the place, exit code 2, nothing on stdout, no panic.
//!
//! `fixtures/invalid` has a file for each error, and a snapshot of its message.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_invalid_board_gets_its_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/invalid");
    let mut files: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is part of the repository")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains(".snap"))
        .collect();
    files.sort();
    assert!(files.len() >= 40, "invalid has lost its fixtures");

    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in files {
            let output = Command::new(env!("CARGO_BIN_EXE_catmouse"))
                .current_dir(&folder)
                .args(["solve", &name])
                .output()
                .expect("the program runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{name}: {stderr}");
            assert!(output.stdout.is_empty(), "{name} prints something like an answer");
            assert!(stderr.starts_with("error: ") && !stderr.contains("panicked"), "{name}: {stderr}");
            insta::assert_snapshot!(name.as_str(), stderr);
        }
    });
}
