//! A game in progress with a mouse that is not always seen.
//!
//! The user is the Mouse, and the Cat knows only what the rules show; or the user is the Cat, and the Mouse decides
//! where it was only when it is seen. Both follow the values of the positions, as far as they are known.

use catmouse_arena::{Arena, Move, Player, PositionId, StateRules, StateWords, Status, Tokens, Value, Words, set_bits};
use catmouse_explain::prose;
use catmouse_model::{
    Game, MoveError, Outcome, Side, Unseen, UnseenState, UnseenWords, Vertex, counted, listed, read_move, read_places,
};

use crate::error::Error;
use crate::fields::result;
use crate::session::{GameEnd, REPETITIONS, limit_has_run_out, stands_again, unfinished};
use crate::unseen::SolvedUnseen;

/// A game in progress with a mouse that is not always seen.
///
/// ```
/// use catmouse::{Question, model::{Preset, RuleChoices, Side, Sight}, play::UnseenSession};
///
/// let rules = RuleChoices { mouse_seen: Some(Sight::Never), ..RuleChoices::default() };
/// let path = Question::text("[[1],[0,2],[1,3],[2]]").preset(Preset::CopsAndRobbers).rules(rules);
/// let mut session = UnseenSession::new(path.solve_unseen()?, Side::Cat);
/// for line in ["0", "1", "2", "3"] {
///     session.play(line)?;
/// }
/// assert_eq!(session.end().unwrap().text, "No place is left for the Mouse, so the Cat has caught it.");
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Debug)]
pub struct UnseenSession {
    solved: SolvedUnseen,
    side: Side,
    /// The start and the position after each ply; empty until the pieces of the user are placed.
    moments: Vec<Moment>,
    /// The number of moments before each action of the user.
    acted: Vec<usize>,
}

/// The knowledge of the Cat, and the vertex of the mouse if the user moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moment {
    state: UnseenState,
    mouse: Option<u32>,
}

/// A ply or a sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnseenEvent {
    /// The number of the ply; `None` for a sight and for a placement.
    pub ply: Option<usize>,
    /// The move in the notation of the game, or a sentence.
    pub text: String,
}

impl UnseenSession {
    /// The state of the pieces before the game begins, as a clause.
    pub const STANDING: &str = "the Mouse is not always seen";

    /// A new game in which the user plays this side.
    pub fn new(solved: SolvedUnseen, side: Side) -> Self {
        Self { solved, side, moments: Vec::new(), acted: Vec::new() }
    }

    /// The solved game.
    pub fn solved(&self) -> &SolvedUnseen {
        &self.solved
    }

    /// The plies of the solution before the user acts for the first time.
    pub fn begin(&mut self) -> Vec<UnseenEvent> {
        let (start, mut events) = (self.game().start().clone(), Vec::new());
        if self.side == Side::Mouse && start.cats.is_none() {
            events.push(self.placed());
        }
        match (self.side, start.mouse, start.cats) {
            (Side::Mouse, Some(mouse), _) => self.start(self.solved.start().cats, Some(mouse.number()), &mut events),
            (Side::Cat, _, Some(_)) => self.start(self.solved.start().cats, None, &mut events),
            _ => {}
        }
        events
    }

    /// Takes the next action of the user, a placement or a move, and what follows until the user acts again.
    ///
    /// # Errors
    ///
    /// [`Error::Move`]; then the game does not change.
    pub fn play(&mut self, text: &str) -> Result<Vec<UnseenEvent>, Error> {
        let (before, mut events) = (self.moments.len(), Vec::new());
        if self.end().is_some() {
            let position = self.last().and_then(|moment| self.seen(moment)).unwrap_or(PositionId::new(0));
            return Err(MoveError::over(self.game(), position, 0..text.len()).into());
        }
        match self.last() {
            None => {
                let places = read_places(self.game(), self.side, text)?;
                match self.side {
                    Side::Cat => {
                        let cats = self.game().node(Side::Cat, &places).unwrap_or(0);
                        self.start(cats, None, &mut events);
                    }
                    Side::Mouse => self.start(self.solved.start().cats, Some(places[0].number()), &mut events),
                }
            }
            Some(moment) => {
                let Some(position) = self.seen(moment) else { return Ok(events) };
                let step = read_move(self.game(), position, text).map_err(|error| self.hiding(moment, error))?;
                let to = self.game().arena().tokens(step.to);
                let after = self.after(moment, to);
                events.push(self.ply(self.game().step(position, step)));
                self.moments.push(after);
                self.reply(&mut events);
            }
        }
        self.acted.push(before);
        Ok(events)
    }

    /// Takes the last action of the user back, and what came after it; false if there is none.
    pub fn undo(&mut self) -> bool {
        let before = self.acted.pop();
        self.moments.truncate(before.unwrap_or(self.moments.len()));
        before.is_some()
    }

    /// The side of the user.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The two players, as a sentence.
    pub fn players(&self) -> &'static str {
        match self.side {
            Side::Mouse => "You play the Mouse; the Cat knows only what it sees of it.",
            Side::Cat => "You play the Cat; the Mouse hides.",
        }
    }

    /// The number of the plies.
    pub fn plies(&self) -> usize {
        self.moments.len().saturating_sub(1)
    }

    /// The vertices of the pieces that the user sees.
    pub fn standing(&self) -> (Option<Vertex>, Vec<Vertex>) {
        let placed = self.game().start().cats.is_some() || self.side == Side::Mouse;
        let unplaced = placed.then(|| self.game().unseen_cats(self.solved.start()));
        let cats = self.last().map(|moment| self.game().unseen_cats(&moment.state));
        (self.last().and_then(|moment| moment.mouse).map(Vertex::new), cats.or(unplaced).unwrap_or_default())
    }

    /// The moves of the user; empty while pieces are placed and after the end.
    pub fn legal(&self) -> Vec<String> {
        let position = self.last().filter(|_| self.end().is_none()).and_then(|moment| self.seen(moment));
        let moves = |position| self.game().legal_moves(position).into_iter().map(move |step| (position, step));
        position
            .map(|position| moves(position).map(|(from, step)| self.game().step(from, step)).collect())
            .unwrap_or_default()
    }

    /// The knowledge of the Cat and the moves of the user, in sentences.
    pub fn turn(&self) -> String {
        let Some(moment) = self.last() else {
            return match self.side {
                Side::Mouse => {
                    format!("Place the mouse on {}.", self.named(self.rules().start(self.solved.start().cats).places))
                }
                Side::Cat => format!("Place {}.", counted(self.game().rules().cats, "cat", "cats")),
            };
        };
        let Some(position) = self.seen(moment) else { return String::new() };
        let moves = self.game().legal_moves(position);
        let (stays, goes): (Vec<&Move>, Vec<&Move>) =
            moves.iter().partition(|step| self.game().stays(position, step.to));
        let goes: Vec<String> = goes.into_iter().map(|step| Words::target(self.game(), position, *step)).collect();
        let targets = match (stays.is_empty(), &goes[..]) {
            (_, goes) if goes.len() > 16 => format!("has {} moves; `moves` lists them", moves.len()),
            (true, goes) => format!("can go to {}", listed(goes, "or")),
            (false, []) => "can only stay".to_owned(),
            (false, goes) => format!("can stay or go to {}", listed(goes, "or")),
        };
        let known = self.known(moment);
        let (places, you) = (self.named(known.places), self.side.noun());
        let you = prose::capitalised(you);
        match (self.side, known.places.count_ones()) {
            (Side::Mouse, 1) => format!("The Cat knows that the Mouse is on {places}. {you} {targets}."),
            (Side::Mouse, _) => format!("The Cat knows only that the Mouse is on {places}. {you} {targets}."),
            (Side::Cat, 1) => format!("The Mouse is on {places}. {you} {targets}."),
            (Side::Cat, _) => format!("The Mouse can be on {places}. {you} {targets}."),
        }
    }

    /// A good next action of the user. The Mouse cannot foresee the Cat; its hint is the place where the fewest moves
    /// catch it.
    pub fn hint(&self) -> Option<String> {
        if self.end().is_some() {
            return None;
        }
        let moment = match (self.last(), self.side) {
            (Some(moment), _) => moment,
            (None, Side::Cat) => {
                return Some(self.placed().text);
            }
            (None, Side::Mouse) => Moment { state: self.rules().start(self.solved.start().cats), mouse: None },
        };
        if self.side == Side::Cat {
            let after = self.solved.reply(&moment.state)?;
            let step = UnseenWords { game: self.game(), rules: &self.rules() }.step(&moment.state, &after);
            let left = match after.places {
                0 => "no place is left".to_owned(),
                places => format!("the Mouse can only be on {}", self.named(places)),
            };
            return Some(match self.solved.value_at(&after) {
                Value::Win { player: Player::Two, distance } => {
                    format!("{step}: then {left}, and the Cat wins in {}.", counted(distance, "ply", "plies"))
                }
                _ => format!("No move forces the end. {step}: then {left}."),
            });
        }
        let (rules, cats) = (self.rules(), moment.state.cats);
        let to: Vec<(String, u32)> = match moment.mouse.and_then(|_| self.seen(moment)) {
            Some(position) => {
                let named = |step: Move| (self.game().step(position, step), self.game().arena().tokens(step.to).one);
                self.game().legal_moves(position).into_iter().map(named).collect()
            }
            None => set_bits(moment.state.places).map(|bit| (self.named(1 << bit), bit as u32)).collect(),
        };
        let after: Vec<u32> = self.game().arena().pieces(Player::Two).successors(cats).map(|arc| arc.node).collect();
        let holds = |player, cats: u32, vertex: u32| rules.won(player)[cats as usize] >> vertex & 1 == 1;
        if let Some((step, _)) = to.iter().find(|(_, vertex)| holds(Player::One, cats, *vertex)) {
            return Some(format!("{step} wins."));
        }
        let dangers = |vertex: u32| after.iter().filter(|&&cats| holds(Player::Two, cats, vertex)).count();
        let safe = to.iter().filter(|(_, vertex)| !holds(Player::Two, cats, *vertex));
        let rated = safe.map(|(step, vertex)| (dangers(*vertex), self.steps_to_goal(cats, *vertex), step));
        let Some((dangers, _, step)) = rated.min_by_key(|&(dangers, steps, _)| (dangers, steps)) else {
            return Some("The Mouse is caught wherever it goes.".to_owned());
        };
        let catch = match dangers {
            0 => "no move of the Cat catches it at once".to_owned(),
            1 => format!("1 of the {} moves of the Cat catches it at once, and no choice is safer", after.len()),
            _ => format!("{dangers} of the {} moves of the Cat catch it at once, and no choice is safer", after.len()),
        };
        Some(format!("{step}: {catch}."))
    }

    /// The end of the game; `None` while it goes on.
    pub fn end(&self) -> Option<GameEnd> {
        let (game, moment, rules) = (self.game(), self.last()?, self.rules());
        let words = UnseenWords { game, rules: &rules };
        let unfinished = Outcome::from(unfinished(&game.adjudication()).outcome);
        let ended = |kind, text: &str, winner: Option<Player>| {
            let outcome = winner.map_or(unfinished, |player| catmouse_arena::WinOrDraw::Win(player).into());
            let then = winner.map_or_else(|| format!(": {}", result(unfinished)), |_| String::new());
            Some(GameEnd { kind, outcome, text: format!("{}{then}.", prose::capitalised(text)) })
        };
        // The mouse of the user is somewhere, so its place decides.
        if let Some(position) = moment.mouse.and_then(|_| self.seen(moment))
            && let (Some(end), Status::Won(winner)) = (game.end(position), game.arena().status(position))
        {
            return ended(end.kind, &end.sentence, Some(winner));
        }
        if let Some(end) = words.end(&moment.state) {
            let winner = match rules.status(&moment.state) {
                Status::Won(winner) => Some(winner),
                Status::Turn(mover) => rules.winner_if_stuck(&moment.state, mover),
            };
            return ended(end.kind, &end.sentence, winner);
        }
        if game.adjudication().limit.is_some_and(|limit| self.plies() as u64 >= limit.distance) {
            return ended("limit", &limit_has_run_out(game), None);
        }
        let stood = self.moments.iter().filter(|known| **known == moment).count();
        let again = || format!("{}, so the game ends here", stands_again(&words.position(&moment.state)));
        if stood >= REPETITIONS { ended("repetition", &again(), None) } else { None }
    }

    /// The steps of the mouse from a vertex to a place where it wins, or to none.
    fn steps_to_goal(&self, cats: u32, vertex: u32) -> usize {
        let rules = self.rules();
        let (mut reached, mut steps) = (1 << vertex, 0);
        while reached & rules.won(Player::One)[cats as usize] == 0 && steps < rules.steps().len() {
            reached = set_bits(reached).fold(reached, |reached, bit| reached | rules.steps()[bit]);
            steps += 1;
        }
        steps
    }

    /// The places where the mouse may be, as far as the Cat knows; `None` until all pieces are placed.
    pub fn places(&self) -> Option<Vec<Vertex>> {
        let known = self.known(self.last()?);
        Some(set_bits(known.places).map(|bit| Vertex::new(bit as u32)).collect())
    }

    fn game(&self) -> &Game {
        self.solved.game()
    }

    fn rules(&self) -> Unseen<'_> {
        self.game().unseen()
    }

    fn last(&self) -> Option<Moment> {
        self.moments.last().copied()
    }

    fn named(&self, places: u64) -> String {
        self.game().unseen_places(places)
    }

    fn cats(&self, state: &UnseenState) -> String {
        let label = |vertex: &Vertex| self.game().board().label(*vertex).to_string();
        listed(&self.game().unseen_cats(state).iter().map(label).collect::<Vec<_>>(), "and")
    }

    /// The position of the game with a mouse that is seen: with the mouse of the user, or else with one on a place
    /// where it may be. `None` if no place is left.
    fn seen(&self, Moment { state, mouse }: Moment) -> Option<PositionId> {
        let one = mouse.or_else(|| set_bits(state.places).next().map(|bit| bit as u32))?;
        Some(self.game().arena().position(Tokens { one, two: state.cats, turn: state.turn }))
    }

    /// The knowledge of the Cat once it has looked.
    fn known(&self, Moment { state, mouse }: Moment) -> UnseenState {
        let holds = |state: &UnseenState| mouse.is_some_and(|mouse| state.places >> mouse & 1 == 1);
        if state.turn == Player::One { self.rules().told(state).find(holds).unwrap_or(state) } else { state }
    }

    /// The moment after a legal move of the user that leads to these tokens.
    fn after(&self, moment: Moment, to: Tokens) -> Moment {
        let rules = self.rules();
        if self.side == Side::Cat {
            let moves = rules.moves(&moment.state).into_iter().map(|(after, _)| after);
            let state = moves.into_iter().find(|after| after.cats == to.two).unwrap_or(moment.state);
            return Moment { state, mouse: None };
        }
        // If the step is lost, the mouse is on none of the places.
        let mut state = UnseenState { turn: Player::Two, ..moment.state };
        rules.each_step(&self.known(moment), &mut |after| {
            if after.places >> to.one & 1 == 1 {
                state = after;
            }
        });
        Moment { state, mouse: Some(to.one) }
    }

    /// An error about a move of the cats, which names no place of the mouse that the Cat does not know.
    fn hiding(&self, moment: Moment, mut error: MoveError) -> MoveError {
        if let Some(position) = self.seen(moment).filter(|_| moment.mouse.is_none()) {
            let words = UnseenWords { game: self.game(), rules: &self.rules() };
            error.wanted =
                error.wanted.replace(&Words::position(self.game(), position), &words.position(&moment.state));
        }
        error
    }

    fn placed(&self) -> UnseenEvent {
        UnseenEvent { ply: None, text: format!("The Cat places its cats on {}.", self.cats(self.solved.start())) }
    }

    fn ply(&self, text: String) -> UnseenEvent {
        UnseenEvent { ply: Some(self.moments.len()), text }
    }

    /// Begins with these cats, and with the mouse of the user on this vertex.
    fn start(&mut self, cats: u32, mouse: Option<u32>, events: &mut Vec<UnseenEvent>) {
        let rules = self.rules();
        let start = rules.start(cats);
        let openings = rules.openings(cats);
        let state = match mouse {
            Some(mouse) => openings.into_iter().find(|state| state.places >> mouse & 1 == 1).unwrap_or(start),
            None => self.solved.preferred(openings, Player::One).unwrap_or(start),
        };
        self.moments.push(Moment { state, mouse });
        self.reply(events);
    }

    /// Lets the solution move until it is the turn of the user, or the game is over.
    fn reply(&mut self, events: &mut Vec<UnseenEvent>) {
        while let Some(moment) = self.last().filter(|_| self.end().is_none()) {
            if Side::from(moment.state.turn) == self.side {
                return;
            }
            let rules = self.rules();
            let words = UnseenWords { game: self.game(), rules: &rules };
            let Some(state) = self.solved.reply(&moment.state) else { return };
            if moment.state.turn == Player::One {
                // The Mouse is seen, or it is not, before it moves.
                let leads = |before: &UnseenState| {
                    let mut leads = false;
                    rules.each_step(before, &mut |after| leads |= after == state);
                    leads
                };
                let told = rules.told(moment.state).find(leads).filter(|told| told.places != moment.state.places);
                events.extend(told.map(|told| UnseenEvent {
                    ply: None,
                    text: format!("The Mouse is on {}.", self.named(told.places)),
                }));
            }
            events.push(self.ply(words.step(&moment.state, &state)));
            self.moments.push(Moment { state, ..moment });
        }
    }
}
