// Where the reader is: the positions of a line, the way back, and the game against the computer.

/**
 * The positions of a line, and the number of the position that is shown.
 * @typedef {{ track: number[], at: number }} Standing
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
    this.main = [start, ...line.map(({ to }) => to)];
    this.track = this.main;
    this.at = 0;
    /** The side that the computer plays. @type {Side | null} */
    this.computer = null;
    /** The number of the position at which the game against the computer began. */
    this.begun = 0;
    /** A short memory of the ways that a position may end. @type {{ key: string, end: string | null } | null} */
    this.known = null;
    if (standing !== null) this.stand(standing);
  }

  /** The position that is shown. */
  get here() {
    return this.track[this.at] ?? this.game.data.start;
  }

  get standing() {
    return { track: this.track, at: this.at };
  }

  /** @param {Standing} standing */
  stand({ track, at }) {
    const isMain = track.length === this.main.length && track.every((id, ply) => id === this.main[ply]);
    this.track = isMain ? this.main : track;
    this.at = at;
    this.begun = Math.min(this.begun, at);
  }

  /**
   * The best play from a position on, without that position.
   * @param {number} from
   */
  continuation(from) {
    /** @type {number[]} */
    const line = [];
    const seen = new Set([from]);
    for (let id = from; line.length < LONGEST_LINE; ) {
      const move = this.game.main(id, this.game.moves(id) ?? []);
      if (move === undefined || move.worth === null) break;
      line.push(move.to);
      if (seen.has(move.to)) break;
      seen.add(move.to);
      id = move.to;
    }
    return line;
  }

  /**
   * Makes a move. Against the computer nothing follows yet; otherwise best play.
   * @param {number} to
   */
  move(to) {
    if (this.track[this.at + 1] !== to) {
      const rest = this.computer === null ? this.continuation(to) : [];
      this.stand({ track: [...this.track.slice(0, this.at + 1), to, ...rest], at: this.at + 1 });
    } else this.at++;
  }

  /**
   * Goes to a position that no move leads to.
   * @param {number} id
   */
  put(id) {
    const ply = this.main.indexOf(id);
    if (ply >= 0) this.stand({ track: this.main, at: ply });
    else this.stand({ track: [id, ...this.continuation(id)], at: 0 });
    this.begun = this.at;
  }

  /** The number of plies for which the line is the explained one. */
  get shared() {
    let ply = 0;
    while (ply < this.track.length && this.track[ply] === this.main[ply]) ply++;
    return ply - 1;
  }

  /** The game against the computer up to the position that is shown. */
  played() {
    return this.game.played(this.track.slice(this.begun, this.at + 1));
  }

  /** The reason why the game against the computer is over at a position that is no end; otherwise null. */
  ended() {
    if (this.computer === null) return null;
    const key = this.track.slice(this.begun, this.at + 1).join(" ");
    if (this.known?.key !== key) this.known = { key, end: this.played().end };
    return this.known.end;
  }

  /** The possible moves, best first: none if the game is over; null if unknown to the page. */
  moves() {
    return this.ended() === null ? this.game.moves(this.here) : [];
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
    else this.stand({ track: [...before, ...this.continuation(this.here)], at: this.at });
  }
}

/** Outcomes for a side, the better the greater. @param {Outcome} outcome @param {Side} side */
function grade(outcome, side) {
  return outcome === side ? 2 : outcome === "draw" ? 1 : 0;
}

/**
 * The first move of a side that made its outcome worse, or else the first that took longer than the
 * best; null if there is none.
 * @param {Game} game
 * @param {number[]} track
 * @param {Side} side
 */
function slip(game, track, side) {
  /** @type {{ ply: number, from: number, made: Move, better: Move, isLost: boolean } | null} */
  let slow = null;
  for (let ply = 1; ply < track.length; ply++) {
    const [from = 0, to = 0] = [track[ply - 1], track[ply]];
    if (game.tokens(from).turn !== side) continue;
    const moves = game.moves(from) ?? [];
    const [better] = moves;
    const made = moves.find((move) => move.to === to);
    if (!better?.worth || !made?.worth) continue;
    const fall = grade(better.worth.outcome, side) - grade(made.worth.outcome, side);
    if (fall > 0) return { ply, from, made, better, isLost: true };
    if (!made.best && slow === null && better.worth.outcome === side) slow = { ply, from, made, better, isLost: false };
  }
  return slow;
}
