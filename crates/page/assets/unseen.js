// A game with a mouse that is not always seen: a position is where the cats are and where the mouse
// may be. The places are shaded on the board, and the tab of the film shows how they shrink.

/**
 * The positions in the data: `stands` has for each four times the node of the cats, plus 2 if the Cat
 * has just seen the mouse, plus 1 if the Mouse is to move; `places` has the bits of its places, the
 * lower 32 and the higher ones; `says` has the phrases that differ.
 * @typedef {{ stands: string, places: string, moves: string, says: Record<string, string>, starts: number[] }} Positions
 */

/** The vertex of a mouse that is not drawn. */
const NOWHERE = -1;

/** The most places that are named above the board, which shades them all. */
const MAX_NAMED = 6;

/** The most boards of a film. */
const MAX_SHOTS = 60;

class Unseen extends Game {
  /**
   * @param {Data} data
   * @param {Positions} unseen
   */
  constructor(data, unseen) {
    super({ ...data, says: { ...data.says, ...unseen.says } });
    /** @type {number[]} */
    this.stands = [];
    for (const packed = new Packed(unseen.stands); !packed.ended; ) this.stands.push(packed.next());
    /** The bits of the places, two numbers for each position. @type {number[]} */
    this.bits = [];
    for (const packed = new Packed(unseen.places); !packed.ended; ) this.bits.push(packed.next());
    this.nexts = unpackMoves(unseen.moves, false);
    this.starts = unseen.starts;
  }

  /**
   * @param {number} id
   * @override
   */
  tokens(id) {
    const stand = this.stands[id] ?? 0;
    /** @type {Side} */
    const turn = stand & 1 ? "mouse" : "cat";
    return { one: 0, two: stand >>> 2, turn };
  }

  /**
   * The start with these cats: the pieces are put there before the game.
   * @param {Position} position
   * @override
   */
  id({ cats }) {
    const node = this.cats.node(cats);
    return this.starts.find((start) => this.tokens(start).two === node) ?? null;
  }

  /**
   * @param {number} id
   * @returns {Position}
   * @override
   */
  position(id) {
    const { two, turn } = this.tokens(id);
    return { mouse: NOWHERE, cats: this.cats.standing(two) ?? [], turn };
  }

  /**
   * Whether the mouse may be on a vertex.
   * @param {number} id
   * @param {number} vertex
   */
  may(id, vertex) {
    return (((this.bits[2 * id + (vertex >> 5)] ?? 0) >>> (vertex & 31)) & 1) === 1;
  }

  /** The vertices where the mouse may be. @param {number} id */
  places(id) {
    return this.mouse.vertices.filter((vertex) => this.may(id, vertex));
  }

  /** The same in words. @param {number} id */
  placed(id) {
    const labels = this.places(id).map((vertex) => this.label(vertex));
    const last = labels.pop() ?? "no place";
    return labels.length === 0 ? last : `${labels.join(", ")} or ${last}`;
  }

  /**
   * @param {number} id
   * @override
   */
  steps(id) {
    if (this.value(id)?.end) return [];
    const list = this.nexts.get(id);
    if (list === undefined) return null;
    return list.filter((_, at) => at % 2 === 0).map((to) => ({ to, cost: 1, value: this.value(to) }));
  }

  /**
   * Of equally good moves, the Cat likes few places, and the Mouse many.
   * @param {number} id
   * @param {Move[]} moves
   * @override
   */
  main(id, moves) {
    const sign = this.tokens(id).turn === "cat" ? 1 : -1;
    const rank = (/** @type {Move} */ { to }) => sign * this.places(to).length;
    return moves.filter(({ best }) => best).sort((one, other) => rank(one) - rank(other))[0];
  }

  /**
   * @param {number} from
   * @param {Step} step
   * @returns {[number, number][]}
   * @override
   */
  pieceMoves(from, step) {
    return this.tokens(from).turn === "mouse" ? [] : super.pieceMoves(from, step);
  }

  /**
   * @param {number} from
   * @param {Step} step
   * @override
   */
  step(from, step) {
    if (this.tokens(from).turn === "cat") return super.step(from, step);
    const isSeen = ((this.stands[step.to] ?? 0) & 2) !== 0;
    return `M ${isSeen ? "seen " : ""}on ${this.placed(step.to)}`;
  }

  /**
   * @param {number} id
   * @override
   */
  mouseAt(id) {
    const { length } = this.places(id);
    return length > MAX_NAMED ? `one of ${length} places` : this.placed(id);
  }

  /**
   * @param {number} id
   * @param {number} vertex
   * @param {Display} shown
   * @returns {Display}
   * @override
   */
  display(id, vertex, shown) {
    if (!this.may(id, vertex)) return { ...shown, outcome: null };
    const spoken = ["the mouse may be here", shown.spoken].filter((text) => text !== "").join("; ");
    return { ...shown, outcome: "mouse", spoken };
  }

  /**
   * @param {View} view
   * @override
   */
  film(view) {
    return new Film(view, this);
  }
}

/** The line as small boards: the start, and the board after each ply of the Cat. */
class Film {
  /**
   * @param {View} view
   * @param {Unseen} game
   */
  constructor(view, game) {
    this.view = view;
    this.game = game;
    this.list = element("ol", { id: "film", class: "film" });
    const swatch = element("span", { class: "swatch mouse", "aria-hidden": "true" });
    const about = element("p", { class: "faint" }, swatch, "where the Mouse may be after each ply of the Cat");
    this.hunt = button("hunt", "Hunt it yourself, values hidden", () => view.challenge.begin("cat"));
    const leftOut = game.data.leftOut.map((text) => element("p", { class: "left-out" }, text));
    this.root = element("div", {}, ...leftOut, element("p", { class: "bar" }, this.hunt), about, this.list);
    /** The line that is shown. @type {Moment[] | null} */
    this.track = null;
    /** The ply of each board, and its button. @type {[number, HTMLElement][]} */
    this.shots = [];
  }

  refresh() {
    const { play, veiled } = this.view;
    this.hunt.hidden = veiled || this.game.starts.length === 0;
    if (this.track !== play.track) this.write(play.track);
    const now = this.shots.filter(([ply]) => ply <= play.at).at(-1)?.[1];
    for (const [, shot] of this.shots) {
      if (shot === now) shot.setAttribute("aria-current", "step");
      else shot.removeAttribute("aria-current");
    }
    if (now !== undefined && this.root.offsetParent !== null) now.scrollIntoView({ block: "nearest" });
  }

  /** @param {Moment[]} track */
  write(track) {
    this.track = track;
    const { game, view } = this;
    const isShown = (/** @type {number} */ ply) => ply === 0 || game.tokens(track[ply - 1]?.id ?? 0).turn === "cat";
    const plies = [...track.keys()].filter(isShown);
    const every = Math.ceil(plies.length / MAX_SHOTS);
    const shown = plies.filter((_, round) => round % every === 0 || round === plies.length - 1);
    this.shots = shown.map((ply) => {
      const [before, now] = [track[ply - 1], track[ply] ?? view.play.now];
      const { id } = now;
      const count = game.places(id).length;
      const left = count === 0 ? "no place" : count === 1 ? "1 place" : `${count} places`;
      const moved = before === undefined ? "Start" : game.step(before.id, game.between(before, now));
      const made = button("", "", () => view.toPly(ply));
      made.className = "shot";
      made.removeAttribute("id");
      made.append(element("b", {}, left), this.shot(id), element("span", {}, moved));
      return [ply, made];
    });
    this.list.replaceChildren(...this.shots.map(([, shot]) => element("li", {}, shot)));
  }

  /** A position as a small picture. @param {number} id */
  shot(id) {
    const { stage } = this.game.data;
    const svg = new DOMParser().parseFromString(stage.svg, "image/svg+xml").documentElement;
    const [width, height] = ["width", "height"].map((name) => svg.getAttribute(name));
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const name of ["width", "height", "role", "aria-label"]) svg.removeAttribute(name);
    svg.setAttribute("aria-hidden", "true");
    for (const text of svg.querySelectorAll("text, title")) text.remove();
    const { cats } = this.game.position(id);
    for (const [vertex, [x, y], half] of stage.places) {
      const group = svg.querySelector(`[data-vertex="${vertex}"]`);
      const face = group?.querySelector(".face");
      if (this.game.may(id, vertex)) face?.setAttribute("class", `${face.getAttribute("class")} mouse`);
      const radius = Math.min(...half) * 0.9;
      const here = cats.filter((cat) => cat === vertex).length;
      for (let index = 0; index < here; index++) {
        const at = x + (index - (here - 1) / 2) * 0.9 * radius;
        const transform = `translate(${at} ${y}) scale(${radius / 10})`;
        svg.append(shape("g", { class: "drawn cat-piece", transform }, ...DRAWN.cat()));
      }
      group?.removeAttribute("data-vertex");
    }
    return document.adoptNode(svg);
  }
}
