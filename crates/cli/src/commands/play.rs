//! `catmouse play`: a game against the solution, on the terminal, through a pipe, or from a script.

use std::io;

use catmouse::{
    Error,
    memory::Work,
    play::{Event, Phase, Session, Skill},
};
use catmouse_arena::Words;
use catmouse_document::game_played;
use catmouse_explain::prose;
use catmouse_model::{Outcome, Side, TRANSCRIPT, legible_line};

use crate::args::{self, PlayArgs, Saved, Seats};
use crate::board::{self, Loaded, Opened};
use crate::commands::{play_unseen, unseen};
use crate::dialogue::{Asked, Then, Trouble, ask, complain, known_words, wrong};
use crate::lines::Lines;
use crate::messages::MessageContext;
use crate::output::play::{self as layout, HELP, Standing};
use crate::output::terminal::laid_out;
use crate::output::text::{BOLD, header, header_of, paint, proper, unbroken, wrapped};
use crate::output::{Failure, Printer, Report};
use crate::several;
use crate::stream::joined;

/// Plays a game from the start, or from the position of `--from`; or the boards of a folder, one after
/// the other.
pub(crate) fn run(
    args: &'static args::Game,
    saved: &'static Saved,
    play: &'static PlayArgs,
) -> Result<Report, Failure> {
    let is_watched = play.seats == Some(Seats::None);
    let reads_input = play.script.is_none() && !is_watched;
    if reads_input && args.source.takes_input() {
        let message = "standard input gives the moves, so it cannot give the board".to_owned();
        let wanted = "name the board, as in `catmouse play ambush`, or give the moves with `--script FILE`".to_owned();
        return Err(Failure::plain(message, wanted));
    }
    let lines = match &play.script {
        Some(path) => Some(Lines::from_script(path)?),
        None => (!is_watched).then(Lines::from_input),
    };
    let flags: Vec<&str> = [("--table", saved.path().is_some()), ("--after", play.after.is_some())]
        .into_iter()
        .filter_map(|(flag, is_given)| is_given.then_some(flag))
        .collect();
    let (boards, is_folder) = match several::boards_of_folder(args, &flags)? {
        Some(boards) => (boards, true),
        None => {
            let opened = board::open(args)?;
            if unseen::is_asked(args, &opened) {
                return play_unseen::run(args, saved, play, opened, lines);
            }
            (vec![opened], false)
        }
    };
    let count = boards.len();
    // What is wrong with a later board is reported before the first is played.
    for Opened { record, context, .. } in boards.iter().skip(1) {
        let prepared = board::choices(&args.rules).prepare(record, Work::SOLVE, board::allowed(args));
        prepared.map_err(|error| board::too_large(args, record, error, context))?;
    }
    let mut boards = boards.into_iter();
    let mut begin =
        move |lines| boards.next().map(|opened| Playing::begin(args, saved, play, opened, lines)).transpose();
    let Some((first, note)) = begin(lines)? else { unreachable!("a folder without boards is refused") };
    let body = move |printer: &mut Printer<'_>| {
        let mut playing = first;
        for number in 1.. {
            playing.level = is_folder.then_some((number, count));
            if let Leave::Ends = playing.run(printer)? {
                break;
            }
            playing = match begin(playing.lines) {
                Ok(Some((next, _))) => next,
                Ok(None) => break,
                Err(failure) => {
                    let _ = printer.complain_of("boards", &failure);
                    break;
                }
            };
        }
        Ok(())
    };
    Ok(Report::of_stream(body).coloured().answered().with_note(note))
}

/// A note on given flags that do not affect how the solution plays.
fn idle_flags(play: &PlayArgs, seats: Seats, skill: Skill) -> Option<String> {
    let is_perfect = skill == Skill::PERFECT;
    match seats {
        Seats::Both if !is_perfect => {
            Some("the level of the solution has no effect, because you play both sides".to_owned())
        }
        _ if is_perfect && play.seed != 1 => Some("`--seed` has no effect: the solution makes no errors".to_owned()),
        _ => None,
    }
}

/// A game in progress, and the source of its moves, which is `None` if the solution plays both
/// sides.
struct Playing {
    session: Session,
    context: MessageContext,
    lines: Option<Lines>,
    /// Whether the board has been printed with all pieces on it.
    is_board_shown: bool,
    /// The moves before the position about which clues were given last, and how many.
    clues_given: Option<(String, usize)>,
    /// The number of the board among those of a folder, and how many there are.
    level: Option<(usize, usize)>,
}

/// What comes after a game.
enum Leave {
    /// The next board of the folder, if there is one.
    Next,
    /// The end of the program.
    Ends,
}

impl Playing {
    /// The game on a board, and a note for the user.
    fn begin(
        args: &'static args::Game,
        saved: &'static Saved,
        play: &'static PlayArgs,
        opened: Opened,
        lines: Option<Lines>,
    ) -> Result<(Self, Option<String>), Failure> {
        let Loaded { solved, context, note } = board::load(args, opened, saved.path())?;
        let seats = play.seats.unwrap_or_else(|| match solved.start().outcome() {
            // A script leaves nothing to play.
            Outcome::Cat if !solved.game().rules().cat_has_no_choice() => Seats::Cat,
            Outcome::Cat | Outcome::Mouse | Outcome::Draw => Seats::Mouse,
        });
        let skill = play.level;
        let mut session = Session::new(solved).seed(play.seed);
        for (side, is_played) in [
            (Side::Mouse, matches!(seats, Seats::Mouse | Seats::Both)),
            (Side::Cat, matches!(seats, Seats::Cat | Seats::Both)),
        ] {
            if !is_played {
                session = session.skill(side, skill);
            }
        }
        let after = play.after.as_deref().unwrap_or_default();
        let failed = |error| context.failure_in(error, "--after", after);
        if !after.trim().is_empty() {
            for played in session.read_moves(after).map_err(failed)? {
                session.make(played.step).map_err(failed)?;
            }
        }
        let note = joined(note, idle_flags(play, seats, skill));
        let playing = Self { session, context, lines, is_board_shown: false, clues_given: None, level: None };
        Ok((playing, note))
    }

    /// Whether another board of a folder follows.
    fn has_next(&self) -> bool {
        self.level.is_some_and(|(number, count)| number < count)
    }

    /// Plays until the game is left.
    fn run(&mut self, printer: &mut Printer<'_>) -> io::Result<Leave> {
        self.open(printer)?;
        let mut is_told = false;
        let mut is_interrupted = false;
        loop {
            while self.session.is_turn_of_skill() {
                match self.session.reply() {
                    Ok(Some(event)) => printer.out.write_all(layout::event(&self.session, &event).as_bytes())?,
                    Ok(None) => break,
                    Err(error) => return self.broken(printer, error).map(|()| Leave::Ends),
                }
            }
            let is_over = self.session.phase() == Phase::Over;
            if is_over && !is_told {
                self.print_result(printer)?;
                if self.has_next() && self.lines.is_some() {
                    writeln!(printer.out, "\n`next` goes on to the next board.")?;
                }
            }
            is_told = is_over;
            if !is_over && self.lines.is_some() {
                self.show_board_once(printer)?;
            }
            let Some(lines) = &mut self.lines else {
                return Ok(Leave::Next);
            };
            let prompt = match (self.session.phase(), self.session.to_act()) {
                (Phase::Over, _) | (_, None) => "over> ".to_owned(),
                (_, Some(side)) => format!("{}> ", proper(catmouse_model::Keyword::word(side))),
            };
            if !is_over {
                printer.out.write_all(layout::turn(&self.session).as_bytes())?;
            }
            let session = &self.session;
            let line = match ask(lines, printer, &prompt, || completions(session), &mut is_interrupted)? {
                Asked::Line(line) => line,
                Asked::Again => continue,
                ended => {
                    if !is_told {
                        self.stop(printer)?;
                    }
                    return ended.leave(printer).map(|()| Leave::Ends);
                }
            };
            match self.carry_out(printer, &line) {
                Ok(Then::Goes) => {}
                Ok(then) => {
                    if !is_told {
                        self.stop(printer)?;
                    }
                    return Ok(if matches!(then, Then::Next) { Leave::Next } else { Leave::Ends });
                }
                Err(Trouble::Writing(error)) => return Err(error),
                Err(Trouble::Broken(error)) => return self.broken(printer, error).map(|()| Leave::Ends),
            }
        }
    }

    /// Prints the players and the board.
    fn open(&self, printer: &mut Printer<'_>) -> io::Result<()> {
        let solved = self.session.solved();
        let game = solved.game();
        if let Some((number, count)) = self.level {
            let gap = if number == 1 { "" } else { "\n" };
            let name = legible_line(solved.title().unwrap_or(&self.context.origin.name));
            writeln!(printer.out, "{gap}{}\n", paint(&format!("{number} of {count}: {name}"), BOLD))?;
        }
        let head = match self.session.here() {
            Some(here) => header(game, None, &game.position(here.position)),
            None => header_of(game, None, "the pieces are not placed yet"),
        };
        let board = if game.board().grid().is_some() && self.session.here().is_some() {
            String::new() // a grid is drawn before every turn
        } else {
            layout::board(game, &Standing::of(&self.session)) + "\n"
        };
        write!(printer.out, "{head}{}\n{board}", layout::players(&self.session))
    }

    /// If the board is no grid, prints it once, when the last piece is placed. A grid is printed
    /// before every turn.
    fn show_board_once(&mut self, printer: &mut Printer<'_>) -> io::Result<()> {
        let game = self.session.solved().game();
        if self.session.here().is_none() || std::mem::replace(&mut self.is_board_shown, true) {
            return Ok(());
        }
        if game.board().grid().is_none() && self.session.has_placements() {
            printer.out.write_all(layout::board(game, &Standing::of(&self.session)).as_bytes())?;
        }
        Ok(())
    }

    /// Carries out a line of input.
    fn carry_out(&mut self, printer: &mut Printer<'_>, line: &str) -> Result<Then, Trouble> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let answer = match (word.to_lowercase().as_str(), rest.trim()) {
            ("", _) => return Ok(Then::Goes),
            ("quit" | "exit" | "q", "") => return Ok(Then::Stops),
            ("next", "") if self.has_next() => return Ok(Then::Next),
            ("help" | "?" | "h", "") => HELP.to_owned(),
            ("board", "") => layout::board(self.session.solved().game(), &Standing::of(&self.session)),
            ("moves", "") => layout::moves(&self.session),
            ("story", "") => self.story()?,
            ("hint", "") => match self.session.clues() {
                Ok(clues) => self.next_clue(&clues),
                Err(error) => return self.wrong(printer, line, error),
            },
            ("why", "") if self.session.plies() == 0 => {
                return self.complain(printer, line, ("`why` asks about a move", "say which, as in `why 3`"));
            }
            ("why", asked) => match self.session.why(asked) {
                Ok(answer) => unbroken(&answer.text, 0) + "\n",
                // The span of the error refers to the text of the question.
                Err(error) => return self.wrong(printer, asked, error),
            },
            ("undo" | "restart", count) if count.parse::<usize>().is_ok() || count.is_empty() => {
                match self.take_back(word, count) {
                    0 => return self.complain(printer, line, ("there is nothing to take back", "make a move first")),
                    _ => "Taken back.\n".to_owned(),
                }
            }
            ("level", level) => match self.set_level(level) {
                Ok(text) => text,
                Err(wrong) => return self.complain(printer, line, wrong),
            },
            ("draw", "") => match self.session.offer_end() {
                Ok(true) => String::new(),
                Ok(false) => {
                    let other = self.session.to_act().map_or("the other side", |side| match side {
                        Side::Mouse => "Cat",
                        Side::Cat => "Mouse",
                    });
                    format!("The {other} does not agree: it can get more.\n")
                }
                Err(error) => return self.wrong(printer, line, error),
            },
            _ => return self.play(printer, line),
        };
        printer.out.write_all(answer.as_bytes())?;
        Ok(Then::Goes)
    }

    /// Changes how well the solution plays. Returns a sentence about its play, or what is wrong and
    /// what is expected.
    fn set_level(&mut self, level: &str) -> Result<String, (&'static str, &'static str)> {
        let sides = [Side::Mouse, Side::Cat];
        let side = sides.into_iter().find(|&side| self.session.skill_of(side).is_some());
        let side = side.ok_or(("you play both sides", "without `--as both` the solution plays one of them"))?;
        let skill = level.parse().map_err(|_| {
            ("`level` needs a level", "perfect, strong, fair, weak or hopeless, or a share of its turns such as 0.2")
        })?;
        self.session.set_skill(side, skill);
        Ok(format!("{} {skill} from now on.\n", prose::capitalised(side.noun())))
    }

    /// Plays the moves of a line: one, or several if the user plays both sides.
    fn play(&mut self, printer: &mut Printer<'_>, line: &str) -> Result<Then, Trouble> {
        let error = match self.session.play(line) {
            Ok(event) => return self.show(printer, &event),
            Err(error) => error,
        };
        let is_for_one = [Side::Mouse, Side::Cat].iter().any(|&side| self.session.skill_of(side).is_some());
        let moves = match self.session.read_moves(line) {
            Ok(moves) if !is_for_one => moves,
            // Shows the wrong move instead of the whole run of moves.
            Err(Error::Move(later)) if !is_for_one && later.span.start > 0 => {
                return self.wrong(printer, line, Error::Move(later));
            }
            _ => Vec::new(),
        };
        if moves.len() < 2 {
            return self.wrong(printer, line, error);
        }
        for played in moves {
            match self.session.make(played.step) {
                Ok(event) => self.show(printer, &event)?,
                Err(error) => return self.wrong(printer, line, error),
            };
        }
        Ok(Then::Goes)
    }

    /// Takes back `count` moves of the user: one if the text is empty, all for `restart`. Returns
    /// how many events were taken back.
    fn take_back(&mut self, word: &str, count: &str) -> usize {
        let times = if word.eq_ignore_ascii_case("restart") { usize::MAX } else { count.parse().unwrap_or(1) };
        let undone = (0..times).map(|_| self.session.undo());
        undone.take_while(|&undone| undone > 0).sum()
    }

    fn show(&self, printer: &mut Printer<'_>, event: &Event) -> Result<Then, Trouble> {
        printer.out.write_all(layout::event(&self.session, event).as_bytes())?;
        Ok(Then::Goes)
    }

    /// Prints how the game ended, and its judgement.
    fn print_result(&self, printer: &mut Printer<'_>) -> io::Result<()> {
        let game = self.session.solved().game();
        if let Some(here) = self.session.here().filter(|_| game.board().grid().is_some()) {
            let position = game.position(here.position);
            let standing = Standing { mouse: Some(position.mouse), cats: position.cats };
            printer.out.write_all(layout::board(game, &standing).as_bytes())?;
        }
        if let Some(end) = self.session.end() {
            writeln!(printer.out, "\n{}\n", paint(&wrapped(&end.text, 0), BOLD))?;
        }
        match self.story() {
            Ok(story) => printer.out.write_all(story.as_bytes()),
            Err(Trouble::Writing(error)) => Err(error),
            Err(Trouble::Broken(error)) => self.broken(printer, error),
        }
    }

    /// Prints the judgement of a game that was ended early.
    fn stop(&self, printer: &mut Printer<'_>) -> io::Result<()> {
        if self.session.moves().is_empty() && !self.session.has_placements() {
            return writeln!(printer.out, "No move was made.");
        }
        writeln!(printer.out, "The game is not finished.\n")?;
        self.print_result(printer)
    }

    /// The clue after the last one that was given at this position; in the end the best move.
    fn next_clue(&mut self, clues: &[String]) -> String {
        let at = self.session.moves_text();
        let given = match &self.clues_given {
            Some((known, given)) if *known == at => *given,
            _ => 0,
        };
        let last = clues.len() - 1;
        let text = wrapped(&clues[given.min(last)], 0) + "\n";
        self.clues_given = Some((at, given + 1));
        let more = if given < last { "(Another `hint` says more.)\n" } else { "" };
        text + more
    }

    /// The judgement of the moves that were played.
    fn story(&self) -> Result<String, Trouble> {
        let Some(answer) = self.session.annotate().map_err(Trouble::Broken)? else {
            return Ok("The pieces are not placed yet.\n".to_owned());
        };
        let solved = self.session.solved();
        let moves = self.session.moves();
        let placements: String =
            self.session.placement_judgements().iter().map(layout::placement(solved.game())).collect();
        let played = game_played(solved.game(), &solved.judged_moves(&moves), &answer.summary.text);
        let mut text = placements + &laid_out(&played);
        if !moves.is_empty() {
            let moves = self.session.moves_text();
            // If the players placed the pieces, the start is written as a `--from` flag.
            let start = self.session.start().filter(|_| self.session.has_placements());
            let line = match start {
                Some(start) => format!("--from '{}' '{moves}'", Words::position(solved.game(), start.position)),
                None => moves,
            };
            text += &format!("\n{}\n", wrapped(&format!("{}{line}", TRANSCRIPT.trim_start()), 0));
        }
        Ok(text)
    }

    fn wrong(&self, printer: &mut Printer<'_>, line: &str, error: Error) -> Result<Then, Trouble> {
        wrong(self.lines.as_ref(), printer, line, error)
    }

    fn complain(&self, printer: &mut Printer<'_>, line: &str, what: (&str, &str)) -> Result<Then, Trouble> {
        complain(self.lines.as_ref(), printer, line, what)
    }

    /// Prints the failure that the values cannot be read.
    fn broken(&self, printer: &mut Printer<'_>, error: Error) -> io::Result<()> {
        printer.out.flush()?;
        let _ = printer.complain_of("answers", &self.context.failure(error));
        Ok(())
    }
}

/// Completions for the beginning of a line: commands and legal moves.
fn completions(session: &Session) -> Vec<String> {
    known_words(session.solved().game(), session.answer().legal)
}
