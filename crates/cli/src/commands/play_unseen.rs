//! `play` for a game with a mouse that is not always seen: the user is the unseen Mouse, or hunts it.

use catmouse::play::{Skill, UnseenEvent, UnseenSession};
use catmouse_model::{Keyword, Outcome, Side};

use crate::args::{self, PlayArgs, Saved, Seats};
use crate::board::Opened;
use crate::commands::unseen;
use crate::dialogue::{Asked, Then, Trouble, ask, complain, known_words, wrong};
use crate::lines::Lines;
use crate::output::play::{self as layout, Standing};
use crate::output::text::{BOLD, DIM, header_of, paint, proper, wrapped};
use crate::output::{Failure, Printer, Report};

/// Plays on one board. Without `--as`, the user is the Cat if it wins, or else the Mouse.
pub(crate) fn run(
    args: &'static args::Game,
    saved: &'static Saved,
    play: &'static PlayArgs,
    opened: Opened,
    lines: Option<Lines>,
) -> Result<Report, Failure> {
    let unknown = [
        ("--table", saved.path().is_some()),
        ("--as both", play.seats == Some(Seats::Both)),
        ("--as none", play.seats == Some(Seats::None)),
        ("--level", play.level != Skill::PERFECT),
        ("--seed", play.seed != 1),
        ("--after", play.after.is_some()),
    ];
    let context = opened.context.clone();
    let (solved, note) = unseen::solve(args, opened, &unknown)?;
    let side = match (play.seats, solved.answer().outcome) {
        (Some(Seats::Cat), _) | (None, Outcome::Cat) => Side::Cat,
        _ => Side::Mouse,
    };
    let Some(mut lines) = lines else { unreachable!("`--as none` is refused") };
    let body = move |printer: &mut Printer<'_>| {
        let mut session = UnseenSession::new(solved, side);
        match play_on(&mut session, &mut lines, printer) {
            Err(Trouble::Writing(error)) => Err(error),
            Err(Trouble::Broken(error)) => {
                let _ = printer.complain_of("answers", &context.failure(error));
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    };
    Ok(Report::of_stream(body).coloured().answered().with_note(note))
}

fn play_on(session: &mut UnseenSession, lines: &mut Lines, printer: &mut Printer<'_>) -> Result<(), Trouble> {
    let events = session.begin();
    let board = |session: &UnseenSession| layout::board(session.solved().game(), &Standing::unseen(session));
    let head = header_of(session.solved().game(), None, UnseenSession::STANDING);
    let players = paint(&format!("{} `help` lists what can be said.", session.players()), DIM);
    write!(printer.out, "{head}{players}\n\n{}{}", board(session), shown(&events))?;
    let (mut is_told, mut is_interrupted) = (false, false);
    loop {
        let end = session.end();
        let prompt = match &end {
            Some(end) if !is_told => {
                writeln!(printer.out, "\n{}\n", paint(&wrapped(&end.text, 0), BOLD))?;
                "over> ".to_owned()
            }
            Some(_) => "over> ".to_owned(),
            None => {
                let picture =
                    if session.solved().game().board().grid().is_some() { board(session) } else { String::new() };
                printer.out.write_all(format!("{picture}{}\n", wrapped(&session.turn(), 0)).as_bytes())?;
                format!("{}> ", proper(session.side().word()))
            }
        };
        is_told = end.is_some();
        let completions = || known_words(session.solved().game(), session.legal());
        let line = match ask(lines, printer, &prompt, completions, &mut is_interrupted)? {
            Asked::Line(line) => line,
            Asked::Again => continue,
            ended => return Ok(ended.leave(printer)?),
        };
        if let Then::Stops = carry_out(session, lines, printer, line.trim(), board)? {
            return Ok(());
        }
    }
}

fn carry_out(
    session: &mut UnseenSession,
    lines: &Lines,
    printer: &mut Printer<'_>,
    line: &str,
    board: impl Fn(&UnseenSession) -> String,
) -> Result<Then, Trouble> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let answer = match (word.to_lowercase().as_str(), rest.trim()) {
        ("", _) => return Ok(Then::Goes),
        ("quit" | "exit" | "q", "") => return Ok(Then::Stops),
        ("help" | "?" | "h", "") => layout::unseen_help(),
        ("board", "") => board(session),
        ("moves", "") => layout::columns(&session.legal()),
        ("hint", "") => match session.hint() {
            Some(hint) => wrapped(&hint, 0) + "\n",
            None => return complain(Some(lines), printer, line, ("the game is over", "`undo` takes back a move")),
        },
        ("undo" | "restart", count) if count.parse::<usize>().is_ok() || count.is_empty() => {
            let times = if word.eq_ignore_ascii_case("restart") { usize::MAX } else { count.parse().unwrap_or(1) };
            if (0..times).take_while(|_| session.undo()).count() == 0 {
                return complain(Some(lines), printer, line, ("there is nothing to take back", "make a move first"));
            }
            "Taken back.\n".to_owned()
        }
        _ => match session.play(line) {
            Ok(events) => shown(&events),
            Err(error) => return wrong(Some(lines), printer, line, error),
        },
    };
    printer.out.write_all(answer.as_bytes())?;
    Ok(Then::Goes)
}

fn shown(events: &[UnseenEvent]) -> String {
    events.iter().map(layout::unseen_event).collect()
}
