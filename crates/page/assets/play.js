// Where the reader is: the positions of a line, the way back, and the game against the computer.

/**
 * The positions of a line, and the number of the position that is shown.
 * @typedef {{ track: Moment[], at: number }} Standing
 */

/** The most plies of a line that the page continues by itself. */
const LONGEST_LINE = 120;

class Play {
  /**
   * @param {Game} game
   * @param {Standing | null} standing
   */
  constructor(game, standing) {
    this.game = game;
    const { start, line } = game.data;
    /** The line that is explained. */
    this.main = [game.first(start)];
    for (const step of line) this.main.push(after(this.main.at(-1) ?? game.first(start), step));
    this.track = this.main;
    this.at = 0;
    /** The side that the computer plays. @type {Side | null} */
    this.computer = null;
    /** The number of the position at which the game against the computer began. */
    this.begun = 0;
    if (standing !== null) this.stand(standing);
  }

  /** The position that is shown. */
  get here() {
    return this.now.id;
  }

  /** The position that is shown, in its game. */
  get now() {
    return this.track[this.at] ?? this.game.first(this.game.data.start);
  }

  get standing() {
    return { track: this.track, at: this.at };
  }

  /** @param {Standing} standing */
  stand({ track, at }) {
    const isMain = track.length === this.main.length && track.every((moment, ply) => isSame(moment, this.main[ply]));
    this.track = isMain ? this.main : track;
    this.at = at;
    this.begun = Math.min(this.begun, at);
  }

  /**
   * A line with the best play from its last position on.
   * @param {Moment[]} track
   */
  continued(track) {
    const whole = [...track];
    let now = track.at(-1);
    const seen = new Set(now === undefined ? [] : [now.id]);
    while (now !== undefined && whole.length - track.length < LONGEST_LINE) {
      const move = this.game.main(now.id, this.game.moves(now) ?? []);
      if (move === undefined || move.worth === null) break;
      const next = after(now, move);
      // A move beyond the limit is not made.
      if (next.spent > (this.game.data.agreed.limit?.[0] ?? Infinity)) break;
      whole.push(next);
      if (seen.has(next.id)) break;
      seen.add(next.id);
      now = next;
    }
    return whole;
  }

  /**
   * Makes a move. Against the computer nothing follows yet; otherwise best play.
   * @param {Step} step
   */
  move(step) {
    const next = after(this.now, step);
    if (!isSame(next, this.track[this.at + 1])) {
      const made = [...this.track.slice(0, this.at + 1), next];
      this.stand({ track: this.computer === null ? this.continued(made) : made, at: this.at + 1 });
    } else this.at++;
  }

  /**
   * Goes to a position that no move leads to. Under a limit, it is no position of the explained line,
   * whose moves have used some of the limit.
   * @param {number} id
   */
  put(id) {
    const isLimited = this.game.data.agreed.limit !== null;
    const ply = this.main.findIndex((moment) => moment.id === id);
    if (ply === 0 || (ply > 0 && !isLimited)) this.stand({ track: this.main, at: ply });
    else this.stand({ track: this.continued([this.game.first(id)]), at: 0 });
    this.begun = this.at;
  }

  /** The number of plies for which the line is the explained one. */
  get shared() {
    let ply = 0;
    while (isSame(this.track[ply], this.main[ply]) && ply < this.track.length) ply++;
    return ply - 1;
  }

  /** The game against the computer up to the position that is shown. */
  played() {
    return this.game.played(this.track.slice(this.begun, this.at + 1));
  }

  /** How the game is over at the position that is shown; null if it goes on. Only a game against the computer ends by repetition. */
  ended() {
    return this.computer === null ? this.game.over(this.now) : this.played().end;
  }

  /** The possible moves, best first: none if the game is over; null if unknown to the page. */
  moves() {
    return this.ended() === null ? this.game.moves(this.now) : [];
  }

  /** Whether no move follows the position that is shown, as far as the page knows. */
  get isOver() {
    return this.moves()?.length === 0;
  }

  /**
   * Gives the computer a side, or none.
   * @param {Side | null} side
   */
  oppose(side) {
    this.computer = side;
    this.begun = this.at;
    const before = this.track.slice(0, this.at + 1);
    if (side !== null) this.stand({ track: before, at: this.at });
    else if (this.shared >= this.at) this.stand({ track: this.main, at: this.at });
    else this.stand({ track: this.continued(before), at: this.at });
  }
}

/** The moment after a move. @param {Moment} now @param {Step} step @returns {Moment} */
function after({ spent }, { to, cost }) {
  return { id: to, spent: spent + cost };
}

/** @param {Moment | undefined} one @param {Moment | undefined} other */
function isSame(one, other) {
  return one?.id === other?.id && one?.spent === other?.spent;
}

/** Outcomes for a side, the better the greater. @param {Outcome} outcome @param {Side} side */
function grade(outcome, side) {
  return outcome === side ? 2 : outcome === "draw" ? 1 : 0;
}

/**
 * The first move of a side that made its outcome worse, or else the first that took longer than the
 * best, as `catmouse annotate` judges them; null if there is none.
 * @param {Game} game
 * @param {Moment[]} moments
 * @param {Side} side
 */
function slip(game, moments, side) {
  /** @type {{ ply: number, from: number, made: Move, better: Move, isLost: boolean } | null} */
  let slow = null;
  for (let ply = 1; ply < moments.length; ply++) {
    const [before, now] = [moments[ply - 1], moments[ply]];
    if (before === undefined || now === undefined || game.tokens(before.id).turn !== side) continue;
    const from = before.id;
    const moves = game.moves(before) ?? [];
    const [better] = moves;
    const made = moves.find((move) => isSame(now, after(before, move)));
    if (!better?.worth || !made?.worth) continue;
    const fall = grade(better.worth.outcome, side) - grade(made.worth.outcome, side);
    if (fall > 0) return { ply, from, made, better, isLost: true };
    const isSlow = better.worth.outcome === side && isMistimed(game, made, better, side);
    if (isSlow && slow === null) slow = { ply, from, made, better, isLost: false };
  }
  return slow;
}

/**
 * Whether a move with the same outcome as the best one makes a win later or a loss sooner.
 * @param {Game} game
 * @param {Move} move
 * @param {Move} best
 * @param {Side} mover
 */
function isMistimed(game, move, best, mover) {
  const [made, could] = [game.distanceBefore(move), game.distanceBefore(best)];
  return made !== could && (move.worth?.outcome === mover ? could : made) !== null;
}
