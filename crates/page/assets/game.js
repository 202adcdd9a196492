// The game in the page: positions, moves, values. Everything comes from the data; no rule is in
// here.

/** @typedef {"mouse" | "cat" | "draw"} Outcome */
/** @typedef {"mouse" | "cat"} Side */

/**
 * How a game ended: the outcome, and the end as a clause.
 * @typedef {{ outcome: Outcome, text: string }} GameOver
 */

/**
 * A value: the player who forces the end and the distance, or neither. It has an end where the game
 * is over.
 * @typedef {{ winner: Side | null, distance: number, end: GameOver | null }} ValueKind
 */

/**
 * The pieces of a side in the data; `places`, `moves`, `configurations` and `single` are packed
 * numbers.
 * @typedef {object} PiecesData
 * @property {number} count
 * @property {number} nodes
 * @property {string} places
 * @property {string} moves
 * @property {string | null} configurations
 * @property {string | null} single
 * @property {boolean} costs
 * @property {boolean} oneMoves
 * @property {boolean} depends
 * @property {boolean} inOrder
 */

/**
 * @typedef {object} Data
 * @property {string} name
 * @property {string} headline
 * @property {{ key: string, what: string, how: string }[]} rules
 * @property {string} brief
 * @property {string | null} leetcode
 * @property {StoryPart[]} story
 * @property {Record<string, string>} says the phrases of the page, with gaps
 * @property {{ to: number, cost: number, remark: string, only: boolean }[]} line
 * @property {string} ending
 * @property {{ claim: string, answers: string[] }[]} holdings
 * @property {{ svg: string, places: [number, [number, number], [number, number]][], bends: [number, number, [number, number]][], sketch: boolean }} stage
 * @property {string[]} labels
 * @property {boolean} grid
 * @property {number[]} holes
 * @property {string} goal
 * @property {"plies" | "cost"} measure
 * @property {{ endless: Outcome, limit: [number, Outcome] | null }} agreed
 * @property {{ repetitions: number, repeated: GameOver, warning: string, limit: GameOver }} ends
 * @property {number} start
 * @property {number} spent
 * @property {PiecesData} mouse
 * @property {PiecesData} cats
 * @property {{ kinds: ValueKind[], ids: string | null, data: string, count: number, main: string }} values
 * @property {Level[]} levels
 * @property {string[]} leftOut
 * @property {Positions} [unseen] the positions, if the mouse is not always seen
 */

/** A paragraph of the story: `Idea`, `Hinge`, `Rule` or nothing, and its text. @typedef {{ label: string, text: string }} StoryPart */

/**
 * A level of the computer: at this share of its turns it makes a mistake that a person would make, if
 * there is one.
 * @typedef {{ name: string, errs: number, says: string }} Level
 */

/**
 * A position in a game, and the part of the limit that the moves before it have used.
 * @typedef {{ id: number, spent: number }} Moment
 */

/**
 * The judgement of a position or a move. The distance is null if no end is forced. `left` is what
 * was left of the limit before it; null without a limit.
 * @typedef {{ outcome: Outcome, distance: number | null, by: "play" | "limit" | "endless", value: ValueKind, left: number | null }} Worth
 */

/**
 * Where a step leads, and its cost: the position after a move, or the vertex of a piece.
 * @typedef {{ to: number, cost: number }} Step
 */

/**
 * A legal move: the position after it, its cost, and its judgement; null if it is unknown to the
 * page.
 * @typedef {{ to: number, cost: number, worth: Worth | null, best: boolean }} Move
 */

/**
 * The vertices of all pieces, and the side to move.
 * @typedef {{ mouse: number, cats: number[], turn: Side }} Position
 */

/** Reads packed numbers one after the other. */
class Packed {
  /** @param {string} text */
  constructor(text) {
    const letters = atob(text);
    this.bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at++) this.bytes[at] = letters.charCodeAt(at);
    this.at = 0;
  }

  get ended() {
    return this.at >= this.bytes.length;
  }

  /** The next number. It may have more than 32 bits. */
  next() {
    let number = 0;
    let unit = 1;
    for (;;) {
      const byte = this.bytes[this.at++] ?? 0;
      number += (byte & 0x7f) * unit;
      if (byte < 0x80) return number;
      unit *= 128;
    }
  }
}

/**
 * The moves of each node, as a flat list of the nodes after them and their costs.
 * @param {string} text
 * @param {boolean} costs
 */
function unpackMoves(text, costs) {
  /** @type {Map<number, number[]>} */
  const moves = new Map();
  const packed = new Packed(text);
  let node = -1;
  while (!packed.ended) {
    node += packed.next() + 1;
    const count = packed.next();
    const list = [];
    let to = 0;
    for (let index = 0; index < count; index++) {
      to += packed.next();
      list.push(to, costs ? packed.next() : 1);
    }
    moves.set(node, list);
  }
  return moves;
}

/** The pieces of one side: the vertices open to them, and their moves. */
class Pieces {
  /** @param {PiecesData} data */
  constructor(data) {
    this.count = data.count;
    this.nodes = data.nodes;
    this.depends = data.depends;
    this.inOrder = data.inOrder;
    /** @type {number[]} The vertex of each place. */
    this.vertices = [];
    for (const packed = new Packed(data.places); !packed.ended; ) this.vertices.push(packed.next());
    /** The place of each vertex that is open to a piece. */
    this.places = new Map(this.vertices.map((vertex, place) => [vertex, place]));
    this.moves = unpackMoves(data.moves, data.costs);
    this.single = data.single === null ? this.moves : unpackMoves(data.single, data.costs);
    /** @type {Map<number, number[]> | null} */
    this.members = null;
    /** @type {Map<string, number>} */
    this.byMembers = new Map();
    if (data.configurations !== null) {
      this.members = new Map();
      const packed = new Packed(data.configurations);
      let node = -1;
      while (!packed.ended) {
        node += packed.next() + 1;
        const members = [];
        let place = 0;
        for (let index = 0; index < data.count; index++) {
          place = packed.next() + (data.inOrder ? 0 : place);
          members.push(place);
        }
        this.members.set(node, members);
        this.byMembers.set(members.join(" "), node);
      }
    }
  }

  /**
   * The vertices of a node, ascending unless the pieces differ; null if unknown to the page.
   * @param {number} node
   */
  standing(node) {
    const places = this.members === null ? [node] : this.members.get(node);
    return places === undefined ? null : places.map((place) => this.vertices[place] ?? 0);
  }

  /**
   * The node of some vertices; null if one is closed to the pieces or the node is unknown to the
   * page.
   * @param {number[]} vertices
   */
  node(vertices) {
    const places = [];
    for (const vertex of vertices) {
      const place = this.places.get(vertex);
      if (place === undefined) return null;
      places.push(place);
    }
    if (this.members === null) return places[0] ?? null;
    if (!this.inOrder) places.sort((one, other) => one - other);
    return this.byMembers.get(places.join(" ")) ?? null;
  }

  /**
   * The steps of a single piece from a vertex: the vertex after each, and its cost.
   * @param {number} vertex
   * @returns {Step[]}
   */
  steps(vertex) {
    const place = this.places.get(vertex);
    const moves = place === undefined ? [] : (this.single.get(place) ?? []);
    const steps = [];
    for (let index = 0; index < moves.length; index += 2) {
      steps.push({ to: this.vertices[moves[index] ?? 0] ?? 0, cost: moves[index + 1] ?? 1 });
    }
    return steps;
  }
}

/** A game with its values. */
class Game {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.mouse = new Pieces(data.mouse);
    this.cats = new Pieces(data.cats);
    const { ids, count } = data.values;
    const packed = new Packed(data.values.data);
    this.kinds = new Uint32Array(count);
    for (let entry = 0; entry < count; entry++) this.kinds[entry] = packed.next();
    /** @type {Map<number, number> | null} The entry of each position; null if all have one, in order. */
    this.entries = null;
    if (ids !== null) {
      this.entries = new Map();
      const known = new Packed(ids);
      let id = -1;
      for (let entry = 0; entry < count; entry++) {
        id += known.next() + 1;
        this.entries.set(id, entry);
      }
    }
    /** @type {Map<number, number>} For some entries, the number of best moves before the main move. */
    this.mains = new Map();
    const mains = new Packed(data.values.main);
    for (let entry = -1; !mains.ended; ) {
      entry += mains.next() + 1;
      this.mains.set(entry, mains.next());
    }
  }

  /** The vertex of the mouse in words. @param {number} id */
  mouseAt(id) {
    return this.label(this.position(id).mouse);
  }

  /**
   * What is seen at a vertex besides what moves and pieces show.
   * @param {number} _id
   * @param {number} _vertex
   * @param {Display} shown
   */
  display(_id, _vertex, shown) {
    return shown;
  }

  /**
   * The film of the game instead of a map; null without one.
   * @param {View} _view
   * @returns {Film | null}
   */
  film(_view) {
    return null;
  }

  /** @param {Side} side */
  pieces(side) {
    return side === "mouse" ? this.mouse : this.cats;
  }

  /** @param {number} vertex */
  label(vertex) {
    return this.data.labels[vertex] ?? String(vertex);
  }

  /** @param {number} id */
  tokens(id) {
    const pairs = this.mouse.nodes * this.cats.nodes;
    const pair = id % pairs;
    /** @type {Side} */
    const turn = id < pairs ? "mouse" : "cat";
    return { one: Math.floor(pair / this.cats.nodes), two: pair % this.cats.nodes, turn };
  }

  /**
   * @param {number} one
   * @param {number} two
   * @param {Side} turn
   */
  number(one, two, turn) {
    return ((turn === "mouse" ? 0 : this.mouse.nodes) + one) * this.cats.nodes + two;
  }

  /**
   * The number of a position; null if a vertex is closed to its piece, or the position is unknown
   * to the page.
   * @param {Position} position
   */
  id(position) {
    const one = this.mouse.node([position.mouse]);
    const two = this.cats.node(position.cats);
    return one === null || two === null ? null : this.number(one, two, position.turn);
  }

  /**
   * @param {number} id
   * @returns {Position}
   */
  position(id) {
    const { one, two, turn } = this.tokens(id);
    return { mouse: this.mouse.vertices[one] ?? 0, cats: this.cats.standing(two) ?? [], turn };
  }

  /**
   * The entry of a position; −1 if unknown to the page.
   * @param {number} id
   */
  entry(id) {
    return (this.entries === null ? id : this.entries.get(id)) ?? -1;
  }

  /**
   * The value of a position; null if unknown to the page.
   * @param {number} id
   * @returns {ValueKind | null}
   */
  value(id) {
    const kind = this.kinds[this.entry(id)];
    return kind === undefined ? null : (this.data.values.kinds[kind] ?? null);
  }

  /**
   * The judgement of a value after moves that used this part of the limit, and then a move of this
   * cost. The distance counts from the position of the value. Nothing else judges.
   * @param {ValueKind} value
   * @param {number} spent
   * @param {number} cost
   * @returns {Worth}
   */
  judge(value, spent, cost) {
    const { endless, limit } = this.data.agreed;
    const left = limit === null ? null : limit[0] - spent;
    if (value.winner !== null && (left === null || value.distance + cost <= left)) {
      return { outcome: value.winner, distance: value.distance, by: "play", value, left };
    }
    if (limit !== null) return { outcome: limit[1], distance: null, by: "limit", value, left };
    return { outcome: endless, distance: null, by: "endless", value, left };
  }

  /**
   * The judgement of a position in a game; null if unknown to the page.
   * @param {Moment} moment
   */
  worth({ id, spent }) {
    const value = this.value(id);
    return value === null ? null : this.judge(value, spent, 0);
  }

  /**
   * A position with which a line begins. The page's own start goes on from the moves before it; any
   * other position begins a game, with the whole limit.
   * @param {number} id
   * @returns {Moment}
   */
  first(id) {
    return { id, spent: id === this.data.start ? this.data.spent : 0 };
  }

  /**
   * How the game is over at a moment; null if it goes on.
   * @param {Moment} moment
   * @returns {GameOver | null}
   */
  over({ id, spent }) {
    const { agreed, ends } = this.data;
    const left = (agreed.limit?.[0] ?? Infinity) - spent;
    const end = left < 0 ? ends.limit : (this.value(id)?.end ?? null);
    if (end !== null || left === Infinity) return end;
    const steps = this.steps(id) ?? [];
    return steps.length > 0 && steps.every(({ cost }) => cost > left) ? ends.limit : null;
  }

  /**
   * The legal moves with their costs and values, in the order of the arena; null if unknown to the
   * page.
   * @param {number} id
   */
  steps(id) {
    if (this.value(id)?.end) return [];
    const { one, two, turn } = this.tokens(id);
    const { moves, nodes, depends } = this.pieces(turn);
    const [node, other] = turn === "mouse" ? [one, two] : [two, one];
    const list = moves.get(depends ? other * nodes + node : node);
    if (list === undefined) return null;
    const steps = [];
    for (let index = 0; index < list.length; index += 2) {
      const after = list[index] ?? 0;
      const to = turn === "mouse" ? this.number(after, two, "cat") : this.number(one, after, "mouse");
      steps.push({ to, cost: list[index + 1] ?? 1, value: this.value(to) });
    }
    return steps;
  }

  /**
   * The main move of a position. Undefined if the page does not know the values.
   *
   * For a player who has left a holding, the library searches another. This page does not.
   * @param {number} id
   * @param {Move[]} moves the legal moves
   */
  main(id, moves) {
    return moves.filter((move) => move.best)[this.mains.get(this.entry(id)) ?? 0];
  }

  /**
   * The legal moves, best first; none if the game is over; null if unknown to the page.
   * @param {Moment} moment
   * @returns {Move[] | null}
   */
  moves({ id, spent }) {
    const steps = this.over({ id, spent }) === null ? this.steps(id) : [];
    if (steps === null) return null;
    const { turn } = this.tokens(id);
    const moves = steps.map(({ to, cost, value }) => {
      return { to, cost, worth: value === null ? null : this.judge(value, spent, cost), best: false };
    });
    const rank = moves.map((move) => this.preference(move, turn));
    const order = moves.map((_, index) => index).sort((a, b) => compare(rank[b] ?? [], rank[a] ?? []) || a - b);
    const complete = moves.every((move) => move.worth !== null);
    const first = rank[order[0] ?? 0] ?? [];
    for (const [index, move] of moves.entries()) {
      move.best = complete && compare(rank[index] ?? [], first) === 0;
    }
    return order.map((index) => /** @type {Move} */ (moves[index]));
  }

  /**
   * The moves that are not best and that a person might play, who looks one move ahead and otherwise goes
   * straight for the aim: those of the library's levels.
   * @param {number} id
   * @param {Move[]} moves
   */
  mistakes(id, moves) {
    const { turn } = this.tokens(id);
    /** @param {Move} move */
    const isInTime = (move) => move.worth?.by === "play";
    /** @param {Move} move */
    const wins = (move) => isInTime(move) && move.worth?.value.end?.outcome === turn;
    /** @param {{ value: ValueKind | null }} step */
    const hasLost = ({ value }) => value !== null && value.end !== null && value.winner !== turn;
    /** @param {Move} move */
    const losesAtOnce = (move) =>
      isInTime(move) && move.worth?.outcome !== turn && (move.worth?.value.end || this.steps(move.to)?.some(hasLost));
    const worse = moves.filter((move) => !move.best && move.worth !== null);
    if (moves.some(wins)) return worse.filter(wins);
    const seen = worse.filter((move) => !losesAtOnce(move));
    const aims = seen.map(({ to }) => this.aim(to, turn));
    return seen.filter((_, index) => aims[index] === Math.min(...aims));
  }

  /**
   * How near a side is to its aim; less is nearer. A mouse without a hole flees.
   * @param {number} id
   * @param {Side} side
   */
  aim(id, side) {
    const { mouse, cats } = this.position(id);
    const { holes } = this.data;
    const aims = new Set(side === "cat" ? [mouse] : holes.length > 0 ? holes : cats);
    const flees = side === "mouse" && holes.length === 0;
    let now = side === "cat" ? cats : [mouse];
    const met = new Set(now);
    const pieces = this.pieces(side);
    for (let steps = 0; now.length > 0; steps++) {
      if (now.some((vertex) => aims.has(vertex))) return flees ? -steps : steps;
      now = [...new Set(now.flatMap((vertex) => pieces.steps(vertex).map(({ to }) => to)))].filter(
        (to) => !met.has(to),
      );
      for (const vertex of now) met.add(vertex);
    }
    return flees ? -Infinity : Infinity;
  }

  /**
   * The game that led to the last of these positions, how it is over, null if it goes on, and how
   * often the last position has stood. A game begins at a position to which no move led, and after a game that is over. It also ends if a
   * position stands as often as `repetitions` says.
   * @param {Moment[]} moments
   */
  played(moments) {
    /** @type {number[]} */
    let played = [];
    /** @type {GameOver | null} */
    let end = null;
    /** @type {Map<number, number>} */
    const stood = new Map();
    const { ends } = this.data;
    for (const moment of moments) {
      const { id } = moment;
      const before = played.at(-1);
      if (before === undefined || end !== null || !this.steps(before)?.some(({ to }) => to === id)) {
        played = [];
        stood.clear();
      }
      played.push(id);
      stood.set(id, (stood.get(id) ?? 0) + 1);
      end = this.over(moment) ?? ((stood.get(id) ?? 0) >= ends.repetitions ? ends.repeated : null);
    }
    return { played, end, times: stood.get(played.at(-1) ?? 0) ?? 0 };
  }

  /**
   * A key for a player's preference: the sooner a win, and the later a loss, the greater.
   * @param {Move} move
   * @param {Side} mover
   */
  preference(move, mover) {
    if (move.worth === null) return [-2, 0];
    const { winner, distance } = move.worth.value;
    const far = distance + move.cost;
    if (winner === null) return [0, 0];
    return winner === mover ? [1, -far] : [-1, far];
  }

  /**
   * The move between two moments. Several moves with different costs may lead to the same position.
   * @param {Moment} from
   * @param {Moment} to
   * @returns {Step}
   */
  between(from, { id, spent }) {
    return { to: id, cost: spent - from.spent };
  }

  /**
   * The origin and the target of each of the mover's pieces in a move.
   * @param {number} from
   * @param {Step} step
   * @returns {[number, number][]}
   */
  pieceMoves(from, { to, cost }) {
    const before = this.position(from);
    const after = this.position(to);
    if (before.turn === "mouse") return [[before.mouse, after.mouse]];
    const left = this.data.measure === "cost" ? cost : null;
    const still = this.data.cats.oneMoves ? before.cats.length - 1 : 0;
    // If the turn passes, all cats stand still. Cats that differ are listed in one order.
    const chosen = (this.cats.inOrder ? null : this.matched(before.cats, after.cats, left, still)) ?? after.cats;
    return before.cats.map((origin, index) => [origin, chosen[index] ?? origin]);
  }

  /**
   * Assigns a target to each origin; null if impossible. Exactly `still` cats stand still, and each
   * other moves once; null leaves their number open. The costs of the steps add up to `left`; null
   * leaves their sum open.
   * @param {number[]} origins
   * @param {number[]} targets
   * @param {number | null} left
   * @param {number | null} still
   * @returns {number[] | null}
   */
  matched(origins, targets, left, still) {
    const [origin, ...others] = origins;
    if (origin === undefined) return left === null || left === 0 ? [] : null;
    const steps = still === null || still < origins.length ? this.cats.steps(origin) : [];
    for (const [index, target] of targets.entries()) {
      const ways = steps.filter(({ to }) => to === target).map(({ cost }) => ({ cost, stays: 0 }));
      if (target === origin && still !== 0) ways.push({ cost: 0, stays: 1 });
      for (const { cost, stays } of ways) {
        const rest = this.matched(
          others,
          targets.filter((_, other) => other !== index),
          left === null ? null : left - cost,
          still === null ? null : still - stays,
        );
        if (rest !== null) return [target, ...rest];
      }
    }
    return null;
  }

  /**
   * A move in notation, with its cost if moves have costs: `M 1→3`, `M 1→3 (2)`.
   * @param {number} from
   * @param {Step} step
   */
  step(from, step) {
    const letter = this.tokens(from).turn === "mouse" ? "M" : "C";
    const cost = this.data.measure === "cost" ? ` (${step.cost})` : "";
    const moves = this.pieceMoves(from, step).map(([origin, target]) =>
      origin === target
        ? `${letter} stays at ${this.label(origin)}`
        : `${letter} ${this.label(origin)}→${this.label(target)}`,
    );
    return moves.join(", ") + cost;
  }

  /**
   * The distance shown at a move; with costs, it includes the move's own.
   * @param {Move} move
   */
  distanceBefore(move) {
    const distance = move.worth?.distance ?? null;
    return distance === null ? null : this.data.measure === "cost" ? distance + move.cost : distance;
  }
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function compare(one, other) {
  for (const [index, number] of one.entries()) {
    const difference = number - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The letter of an outcome, and the distance if an end is forced: `M5`, `C0`, `=`, `M–`.
 * @param {Outcome} outcome
 * @param {number | null} distance
 */
function mark(outcome, distance) {
  if (outcome === "draw") return "=";
  return `${outcome === "mouse" ? "M" : "C"}${distance ?? "–"}`;
}

/**
 * A phrase of the library, its gaps filled.
 * @param {string | undefined} phrase
 * @param {(string | number)[]} gaps
 */
function fill(phrase, ...gaps) {
  return (phrase ?? "").replace(/\{(\d)\}/g, (_, gap) => String(gaps[gap] ?? ""));
}

/** A sentence from a clause. @param {string} clause */
const capitalised = (clause) => clause.charAt(0).toUpperCase() + clause.slice(1);

/** @param {Game} game @param {number} count */
function movesOf(game, count) {
  const { says } = game.data;
  return count === 1 ? (says["oneMove"] ?? "") : fill(says["moves"], count);
}

/**
 * A judgement as a clause that counts the winner's moves.
 * @param {Game} game
 * @param {Worth | null} worth
 * @param {Side} turn the side to move
 * @param {number | null} distance
 */
function soon(game, worth, turn, distance) {
  if (worth === null || game.data.measure === "cost") return spoken(game, worth, distance);
  const { says } = game.data;
  if (worth.outcome === "draw") return says["draw"] ?? "";
  const name = says[worth.outcome] ?? "";
  if (distance === null) return fill(says["wins"], name);
  if (distance === 0) return fill(says["winsNow"], name);
  if (distance === 1 && worth.outcome === turn) return fill(says["winsNext"], name);
  return fill(says["winsIn"], name, movesOf(game, Math.ceil(distance / 2)));
}

/** @param {number} count */
function plies(count) {
  return count === 1 ? "1 ply" : `${count} plies`;
}

/** A number of plies, or a cost, as the game measures. @param {Game} game @param {number} number */
function amount(game, number) {
  return game.data.measure === "cost" ? `cost ${number}` : plies(number);
}

/** @type {Record<Outcome, string>} */
const RESULTS = { mouse: "The Mouse wins", cat: "The Cat wins", draw: "A draw" };

/** How a game ended, as a sentence. @param {GameOver} end */
function ended({ outcome, text }) {
  return `${RESULTS[outcome]}: ${text}.`;
}

/**
 * The winner and the distance, or the reason why neither side wins, as a sentence.
 * @param {Game} game
 * @param {Worth | null} worth
 */
function verdict(game, worth) {
  if (worth === null) return "The worth of this position is not in this page.";
  const { outcome, distance, by, value, left } = worth;
  if (value.end !== null && by !== "limit") return ended(value.end);
  const result = RESULTS[outcome];
  const beaten = outcome === "mouse" ? "the Cat cannot" : "the Mouse cannot";
  const unforced = `${outcome === "draw" ? "neither side can" : beaten} force a win`;
  if (by === "play") {
    return game.data.measure === "cost" ? `${result} at cost ${distance}.` : `${result} in ${plies(distance ?? 0)}.`;
  }
  if (by === "limit") {
    const whole = game.data.agreed.limit?.[0] ?? 0;
    const limit = `the limit of ${amount(game, whole)}${left === whole ? "" : ` (${left} left)`}`;
    if (value.winner === null) return `${result}: ${unforced} before ${limit}.`;
    const forced = game.data.measure === "cost" ? `at cost ${value.distance}` : `in ${plies(value.distance)}`;
    const owner = value.winner === "mouse" ? "the Mouse" : "the Cat";
    return `${result} by ${limit}: ${owner} could force the end ${forced}, but not sooner.`;
  }
  const owner = outcome === "draw" ? "a draw" : `a win for ${outcome === "mouse" ? "the Mouse" : "the Cat"}`;
  return `${result}: ${unforced}, and endless play is ${owner}.`;
}

/**
 * A judgement in words; with costs, the distance includes that of the move.
 * @param {Game} game
 * @param {Worth | null} worth
 * @param {number | null} distance
 */
function spoken(game, worth, distance) {
  if (worth === null) return "its worth is not in this page";
  const result = { mouse: "the Mouse wins", cat: "the Cat wins", draw: "a draw" }[worth.outcome];
  if (distance === null) return worth.outcome === "draw" ? result : `${result}, no end is forced`;
  if (distance === 0) return `${result} at once`;
  return game.data.measure === "cost" ? `${result} at cost ${distance}` : `${result} in ${plies(distance)}`;
}
