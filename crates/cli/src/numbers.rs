//! Whole numbers on the command line. Where a text is none, the error says what is wanted.

use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

/// Reads a whole number in a range.
pub(crate) fn number<T: FromStr<Err = ParseIntError>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    let range = match most {
        u64::MAX => format!("expected a whole number, {least} or more"),
        _ => format!("expected a whole number from {least} to {most}"),
    };
    move |text| match text.parse() {
        Ok(number) if text.parse().is_ok_and(|number: u64| (least..=most).contains(&number)) => Ok(number),
        Err(odd) if most == u64::MAX => Err(wanted(&odd, &range)),
        _ => Err(range.clone()),
    }
}

/// Reads any whole number. Which ones a setting takes is said where the game is made.
pub(crate) fn whole_number(text: &str) -> Result<i64, String> {
    text.parse().map_err(|odd| wanted(&odd, "expected a whole number"))
}

/// What is wanted in place of a text that is no number that we can hold.
fn wanted(odd: &ParseIntError, number: &str) -> String {
    match odd.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "expected a number that is not so large".to_owned(),
        _ => number.to_owned(),
    }
}
