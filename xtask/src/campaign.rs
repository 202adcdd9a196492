//! `cargo xtask campaign`: compares every engine with the oracle on every small game and on random
//! larger ones.
//!
//! `campaign` does the work. It is built in release mode and runs at the root, so that it
//! finds `fixtures/`.

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use crate::cargo;

/// The arguments of a campaign.
#[derive(Args)]
pub(crate) struct Campaign {
    /// Stop after this many seconds; the default is to run until interrupted (Ctrl-C)
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// The seed of the random games: the same seed gives the same games
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Skip the small games
    #[arg(long)]
    random_only: bool,
    /// Run only the parts of the small games whose names contain this text, such as "two cats"
    #[arg(long, value_name = "TEXT")]
    part: Option<String>,
}

/// Builds and runs the campaign. True if every engine agreed with the oracle.
pub(crate) fn run(root: &Path, campaign: &Campaign) -> Result<bool> {
    let mut command =
        cargo(root, &["run", "--profile", "campaign", "--locked", "--quiet", "--package", "catmouse-campaign", "--"]);
    for (flag, number) in [("--seconds", campaign.seconds), ("--seed", campaign.seed)] {
        if let Some(number) = number {
            command.args([flag, &number.to_string()]);
        }
    }
    if campaign.random_only {
        command.arg("--random-only");
    }
    if let Some(part) = &campaign.part {
        command.args(["--part", part]);
    }
    Ok(command.status().context("cargo does not start")?.success())
}
