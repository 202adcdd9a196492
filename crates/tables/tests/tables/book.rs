//! The format once more, straight from the documentation and as slowly as it pleases: the oracle of the writer, and a way to
//! write files that the writer never would.

use catmouse_arena::{Player, Value};
use catmouse_tables::Fingerprint;

pub(crate) const MAGIC: [u8; 8] = [0x89, 0x43, 0x4D, 0x54, 0x0D, 0x0A, 0x1A, 0x0A];

/// A file with these values at so many bits each.
pub(crate) fn file(values: &[Value], bits: u8, fingerprint: Fingerprint) -> Vec<u8> {
    let mut header = [0; 4092];
    header[..8].copy_from_slice(&MAGIC);
    header[8] = 1;
    header[12] = bits;
    header[16..24].copy_from_slice(&(values.len() as u64).to_le_bytes());
    let digits = fingerprint.to_string();
    for (place, byte) in header[24..40].iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * place..][..2], 16).expect("hexadecimal digits");
    }
    let mut file = header.to_vec();
    for block in values.chunks(4092 * 8 / usize::from(bits)) {
        file.extend([0; 4]);
        let start = file.len();
        file.resize(start + 4092, 0);
        for (slot, &value) in block.iter().enumerate() {
            let code = code(value, bits);
            for bit in (0..usize::from(bits)).filter(|bit| code >> bit & 1 == 1) {
                let place = slot * usize::from(bits) + bit;
                file[start + place / 8] |= 1 << (place % 8);
            }
        }
    }
    file.extend([0; 4]);
    seal(&mut file);
    file
}

fn code(value: Value, bits: u8) -> u64 {
    match value {
        Value::Endless => 0,
        Value::Win { player, distance } => {
            let winner = if player == Player::One { 1 } else { 2 };
            if bits == 2 { winner } else { distance * 4 + winner }
        }
    }
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

/// The check value that every catalogue of CRCs gives for CRC-32/ISO-HDLC.
#[test]
fn the_checksum_is_the_published_one() {
    assert_eq!(crc(b"123456789"), 0xCBF4_3926);
}
