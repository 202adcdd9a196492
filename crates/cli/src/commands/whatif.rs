//! `catmouse whatif`: ranks the single changes of a board by their effects.

use std::ops::ControlFlow;
use std::time::Duration;

use catmouse::{
    Error,
    memory::Work,
    streams::Filter,
    whatif::{ChangeKind, Effects, RankedChange, WHATIF_COLUMNS, WHATIF_KEYS, WhatIf, WhatIfAnswer},
};
use catmouse_document::{self as document, RankedChanges};
use catmouse_model::counted;
use indicatif::ProgressBar;

use crate::args::{self, Format, WhatIfArgs};
use crate::board;
use crate::messages::MessageContext;
use crate::output::{Failure, Report, csv_rows, json_line, progress};
use crate::sieve;
use crate::stream::joined;

/// A note on requested kinds of change that are impossible on the board.
fn impossible(whatif: &WhatIf, kinds: &[ChangeKind]) -> Option<String> {
    match whatif.neighbourhood().board().grid() {
        Some(_) if kinds.contains(&ChangeKind::Edge) => {
            Some("a grid has no edges to change: change its walls".to_owned())
        }
        None if kinds.iter().any(|kind| matches!(kind, ChangeKind::Wall | ChangeKind::ThinWall)) => {
            Some("a graph has no walls to change: change its edges".to_owned())
        }
        _ => None,
    }
}

/// The default number of changes that the text lists.
const LISTED: usize = 20;

/// Makes every change of the board, and ranks the changes by their effects.
pub(crate) fn run(args: &'static args::Game, format: Format, asked: &WhatIfArgs) -> Result<Report, Failure> {
    let only = asked.only.as_ref().map(|text| sieve::comparisons(text, WHATIF_KEYS)).transpose()?;
    let (prepared, context, note) = board::prepare(args, Work::SOLVE)?;
    let whatif = WhatIf::new(prepared, board::allowed(args), board::threads(args.shared.threads));
    let whatif = whatif.map_err(|error| context.failure(error))?;
    let time = asked.time_budget.or_else(|| whatif.usual_time());
    let whatif = whatif.within(time);
    let kinds = if asked.kind.is_empty() { &ChangeKind::ALL } else { &asked.kind[..] };
    let changes = whatif.changes(kinds).map_err(|error| context.failure(error))?;
    let effects = watched(&context, |watch| whatif.effects(&changes, watch))?;
    let note = joined(joined(note, impossible(&whatif, &asked.kind)), refused(&whatif, &effects));
    let (ranked, untried) = if asked.pairs {
        let pairs = watched(&context, |watch| whatif.pairs(&effects, watch))?;
        (pairs.ranked, pairs.untried)
    } else {
        (effects.ranked.clone(), effects.untried)
    };
    let note = joined(note, time.and_then(|time| late(&effects, asked.pairs.then_some(untried), time)));
    if let Some(rank) = asked.take {
        return Ok(taken(&whatif, &ranked, rank.get())?.with_note(note));
    }
    let mut shown = shown(&whatif, &ranked, only.as_ref());
    if format != Format::Text {
        shown.truncate(asked.top.unwrap_or(usize::MAX));
    }
    let report = match format {
        Format::Text => {
            let (alone, top, is_sifted) = (&effects.ranked[..], asked.top.unwrap_or(LISTED), only.is_some());
            let found = RankedChanges { whatif: &whatif, alone, ranked: &ranked, shown: &shown, top, is_sifted };
            Report::document(&if asked.pairs { document::pairs_of_changes(&found) } else { document::changes(&found) })
        }
        Format::Json => Report::streamed(move |out| {
            let mut line = Vec::new();
            for answer in answers(&whatif, untried, &ranked, &shown) {
                line.clear();
                json_line(&mut line, &answer);
                out.write_all(&line)?;
            }
            Ok(())
        }),
        Format::Csv => Report::streamed(move |out| {
            let rows = answers(&whatif, untried, &ranked, &shown).map(|answer| Ok(answer.fields()));
            csv_rows(out, WHATIF_COLUMNS, rows)
        }),
    };
    Ok(report.with_note(note))
}

/// The answers about the original board and about the changes with these ranks.
fn answers<'a>(
    whatif: &'a WhatIf,
    untried: usize,
    ranked: &'a [RankedChange],
    shown: &'a [usize],
) -> impl Iterator<Item = WhatIfAnswer> + 'a {
    let changed = shown.iter().map(|&rank| whatif.answer(rank, &ranked[rank - 1]));
    std::iter::once_with(move || whatif.answer_before(untried)).chain(changed)
}

/// The ranks of the changes that the flags select.
fn shown(whatif: &WhatIf, ranked: &[RankedChange], only: Option<&Filter>) -> Vec<usize> {
    let is_wanted = |&rank: &usize| only.is_none_or(|filter| filter.accepts(&whatif.answer(rank, &ranked[rank - 1])));
    (1..=ranked.len()).filter(is_wanted).collect()
}

/// The setup of the board after the change with this rank.
fn taken(whatif: &WhatIf, ranked: &[RankedChange], rank: usize) -> Result<Report, Failure> {
    let Some(found) = ranked.get(rank - 1) else {
        let changes = counted(ranked.len(), "change", "changes");
        return Err(Failure::plain(format!("there is no change with rank {rank}"), format!("there are {changes}")));
    };
    let WhatIfAnswer { setup, .. } = whatif.answer(rank, found);
    Ok(Report::streamed(move |out| out.write_all(setup.as_bytes())))
}

/// Calls `work`, and shows its progress on a terminal.
fn watched<T>(
    context: &MessageContext,
    work: impl FnOnce(catmouse::whatif::ReportProgress<'_>) -> Result<T, Error>,
) -> Result<T, Failure> {
    let bar = progress::bar(ProgressBar::new(0), "{pos} of {len} boards, {elapsed}, {eta} to go");
    let found = work(&|done, of| {
        if let Some(bar) = &bar {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        }
        ControlFlow::Continue(())
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    found.map_err(|error| context.failure(error))
}

/// A note on the changes, and on the pairs if there were any to try, for which there was no time.
fn late(alone: &Effects, pairs: Option<usize>, time: Duration) -> Option<String> {
    let changes = (alone.untried > 0).then(|| counted(alone.untried, "change", "changes"));
    let pairs = pairs.filter(|&pairs| pairs > 0).map(|pairs| counted(pairs, "pair", "pairs"));
    let untried: Vec<String> = changes.into_iter().chain(pairs).collect();
    let untried = (!untried.is_empty()).then(|| untried.join(" and "))?;
    Some(format!(
        "the time was up after {} s, before {untried} could be tried: `--time-budget` sets another time",
        time.as_secs_f64()
    ))
}

/// A note on the changes that are left out, with the reason for the first.
fn refused(whatif: &WhatIf, effects: &Effects) -> Option<String> {
    let (change, error) = effects.refused.first()?;
    let count = counted(effects.refused.len(), "change is left out", "changes are left out");
    Some(format!("{count}: {}: {error}", change.words(whatif.solved().game().board())))
}
