//! A second, slow implementation of the format, written from its documentation. It is the oracle of
//! the writer, and makes files that the writer never makes.

use catmouse_arena::{Player, Value};
use catmouse_store::Fingerprint;

pub(crate) const MAGIC: [u8; 8] = [0x89, 0x43, 0x4D, 0x54, 0x0D, 0x0A, 0x1A, 0x0A];

/// A file with these values at this number of bits each; 0 bits make a table of outcomes.
pub(crate) fn file(values: &[Value], bits: u8, fingerprint: Fingerprint) -> Vec<u8> {
    noted(values, bits, fingerprint, &[])
}

/// The same with a note.
pub(crate) fn noted(values: &[Value], bits: u8, fingerprint: Fingerprint, note: &[u8]) -> Vec<u8> {
    let mut header = [0; 4092];
    header[..8].copy_from_slice(&MAGIC);
    header[8] = 2;
    header[12] = bits;
    header[16..24].copy_from_slice(&(values.len() as u64).to_le_bytes());
    let digits = fingerprint.to_string();
    for (place, byte) in header[24..40].iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * place..][..2], 16).expect("hexadecimal digits");
    }
    header[48..52].copy_from_slice(&(note.len() as u32).to_le_bytes());
    let mut file = header.to_vec();
    let contents = if bits == 0 { outcomes(values) } else { distances(values, bits.into()) };
    for block in contents.into_iter().chain(note.chunks(4092).map(<[u8]>::to_vec)) {
        file.extend([0; 4]);
        let start = file.len();
        file.extend(block);
        file.resize(start + 4092, 0);
    }
    file.extend([0; 4]);
    seal(&mut file);
    file
}

/// The contents of the blocks: winners as digits to the base 3, five in a byte.
fn outcomes(values: &[Value]) -> Vec<Vec<u8>> {
    let digit = |value: &Value| match value.winner() {
        None => 0,
        Some(Player::One) => 1,
        Some(Player::Two) => 2,
    };
    let byte = |five: &[Value]| five.iter().rev().fold(0, |number, value| 3 * number + digit(value));
    values.chunks(20_460).map(|block| block.chunks(5).map(byte).collect()).collect()
}

/// The contents of the blocks: numbers of this many bits, beginning at the lowest bit.
fn distances(values: &[Value], bits: usize) -> Vec<Vec<u8>> {
    let number = |value: &Value| match *value {
        Value::Endless => 0,
        Value::Win { player: Player::One, distance } => 2 * distance + 1,
        Value::Win { player: Player::Two, distance } => 2 * distance + 2,
    };
    let block = |values: &[Value]| {
        let bits: Vec<u8> =
            values.iter().flat_map(|value| (0..bits).map(move |bit| u8::from(number(value) >> bit & 1 == 1))).collect();
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0, |number, bit| 2 * number + bit)).collect()
    };
    values.chunks(4092 * 8 / bits).map(block).collect()
}

/// Gives every block the checksum of its contents.
pub(crate) fn seal(file: &mut [u8]) {
    let mut header_checksum = [0; 4];
    for (number, block) in file.chunks_exact_mut(4096).enumerate() {
        let mut covered = Vec::new();
        if number > 0 {
            covered.extend(header_checksum);
            covered.extend((number as u64).to_le_bytes());
        }
        covered.extend(&block[..4092]);
        let checksum = crc(&covered).to_le_bytes();
        block[4092..].copy_from_slice(&checksum);
        if number == 0 {
            header_checksum = checksum;
        }
    }
}

/// CRC-32 bit by bit: the reflected polynomial of IEEE 802.3.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |state, &byte| {
        (0..8).fold(
            state ^ u32::from(byte),
            |state, _| if state & 1 == 1 { state >> 1 ^ 0xEDB8_8320 } else { state >> 1 },
        )
    })
}

/// The check value that all catalogues of CRCs give for CRC-32/ISO-HDLC.
#[test]
fn the_checksum_is_the_published_one() {
    assert_eq!(crc(b"123456789"), 0xCBF4_3926);
}
