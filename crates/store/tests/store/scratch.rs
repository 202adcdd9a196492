//! Scratch files: words come back, and errors of the disk are errors.

use std::io::ErrorKind;

use catmouse_arena::Scratch;
use catmouse_store::ScratchFile;

#[test]
fn words_come_back_and_the_file_has_no_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = ScratchFile::new_in(folder.path()).expect("it can be written");
    assert!(file.free().expect("the system knows") > 0);
    let words: Vec<u64> = (1..=10_000).map(|number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    // The place is beyond 4 GiB, and nothing is before it.
    let first = (1 << 29) + 7;
    file.write(first, &words).expect("written");
    file.write(first + 5, &[1, 2]).expect("written");
    let mut read = vec![0; 10_000];
    file.read(first, &mut read).expect("read");
    assert_eq!((&read[..5], &read[5..7], &read[7..]), (&words[..5], &[1, 2][..], &words[7..]));
    file.read(first + 9_999, &mut read[..1]).expect("read");
    assert_eq!(read[0], words[9_999]);
    let beyond = file.read(first + 9_999, &mut [0; 2]).expect_err("the file is shorter");
    assert_eq!(beyond.kind(), ErrorKind::UnexpectedEof);
    #[cfg(unix)]
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() {
    let error = ScratchFile::new_in("/no/such/folder".as_ref()).expect_err("there is none");
    assert_eq!(error.kind(), ErrorKind::NotFound);
}
