// The drawn board: outcomes and distances at its vertices, arrows, pieces to click and drag, and the
// part of it that is seen.

/** A piece: its side, and its number within the side. @typedef {{ side: Side, index: number }} Piece */

/**
 * The display at a vertex: an outcome, a few characters, whether a move leads there, and the same
 * in words.
 * @typedef {{ outcome: Outcome | null, text: string, target: boolean, spoken: string }} Display
 */

/** @typedef {{ from: number, to: number, outcome: Outcome | null, chosen: boolean }} Arrow */

/**
 * What a drag that begins on the board does: it carries a piece or a goal, draws a line from a
 * vertex, touches one cell after the other, or moves a vertex.
 * @typedef {"carry" | "link" | "paint" | "shift" | null} Gesture
 */

/**
 * Callbacks of the board: a vertex was chosen by a click or a key, a piece or a goal was dropped on
 * one, two vertices were joined by a line, a cell was touched, the empty part of the picture was
 * chosen, perhaps by a line from a vertex, or a vertex was moved.
 * @typedef {object} Callbacks
 * @property {(held: Piece | "goal" | null) => Gesture} begins
 * @property {(vertex: number) => void} choose
 * @property {(piece: Piece, vertex: number) => void} drop
 * @property {(from: number, to: number) => void} move
 * @property {(from: number, to: number) => void} link
 * @property {(cell: SVGElement) => void} paint
 * @property {(at: DOMPoint, from: number | null) => void} empty
 * @property {(vertex: number, at: DOMPoint) => void} shift
 * @property {() => void} cancel
 */

/** @typedef {{ centre: [number, number], half: [number, number] }} Box */

/** Within this many pixels of the screen a pointer movement is a click, beyond a drag. */
const CLICK_RADIUS = 6;

/** The least size of a text on the screen, in pixels; smaller ones are left out until one zooms in. */
const MIN_TEXT = 9;

/** From this many vertices on a board can be enlarged. */
const ZOOM_FROM = 40;

/** The milliseconds within which every glide has ended. */
const GLIDE = 700;

/** The greatest number of moves from a vertex that its label lists. */
const MAX_LEADS = 12;

/** The number of sparks around a win. */
const SPARKS = 14;

/** The least width and height of the part of the picture that is seen, so that small boards stay small. */
const MIN_SPAN = 250;

class Board {
  /**
   * @param {Game} game
   * @param {Callbacks} callbacks
   */
  constructor(game, callbacks) {
    this.game = game;
    this.callbacks = callbacks;
    const { svg, places, bends, sketch } = game.data.stage;
    this.sketch = sketch;
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    this.svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(parsed)));
    const [width, height] = ["width", "height"].map((name) => Number(this.svg.getAttribute(name)));
    const span = [Math.max(width ?? 0, MIN_SPAN), Math.max(height ?? 0, MIN_SPAN)];
    const [across = 0, down = 0] = span;
    /** The part of the picture with the whole board. */
    this.whole = { x: ((width ?? 0) - across) / 2, y: ((height ?? 0) - down) / 2, width: across, height: down };
    this.seen = { ...this.whole };
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "The board");
    this.zooms = places.length >= ZOOM_FROM;
    this.svg.classList.toggle("zooms", this.zooms);
    /** @type {Map<number, Box>} */
    this.places = new Map(places.map(([vertex, centre, half]) => [vertex, { centre, half }]));
    /** The control points of the edges that are drawn bent, in both directions. @type {Map<string, [number, number]>} */
    this.bends = new Map(
      bends.flatMap(([one, other, control]) => [
        [`${one} ${other}`, control],
        [`${other} ${one}`, control],
      ]),
    );
    this.isGrid = game.data.grid;
    /** @type {Map<number, { group: SVGElement, face: Element | null, name: Element | null, worth: Element | null, title: Element | null, held: boolean, badged: boolean }>} */
    this.vertices = new Map();
    for (const found of this.svg.querySelectorAll("[data-vertex]")) {
      const group = /** @type {SVGElement} */ (found);
      const vertex = Number(group.dataset["vertex"]);
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      this.vertices.set(vertex, {
        group,
        face: group.querySelector(".face"),
        name: group.querySelector("text:not(.worth)"),
        worth: group.querySelector(".worth"),
        title: group.querySelector("title"),
        held: false,
        badged: false,
      });
    }
    /** The other texts of the picture, with their sizes. @type {[SVGElement, number][]} */
    this.texts = [...this.svg.querySelectorAll("text")].flatMap((text) =>
      text.closest("[data-vertex]") === null ? [[text, Number(text.getAttribute("font-size")) || 12]] : [],
    );
    /** The elements that the keyboard reaches, with their centres. @type {Map<SVGElement, [number, number]>} */
    this.stops = new Map();
    for (const [vertex, { group }] of this.vertices) {
      const place = this.places.get(vertex);
      if (place !== undefined) this.stops.set(group, place.centre);
    }
    this.arrows = shape("g", { class: "arrows", "aria-hidden": "true" });
    this.goals = shape("g", { class: "goals", "aria-hidden": "true" });
    this.dotted = shape("g", { class: "lights", "aria-hidden": "true" });
    this.lights = shape("g", { class: "lights", "aria-hidden": "true" });
    this.pieces = shape("g", { class: "pieces", "aria-hidden": "true" });
    // On a graph, arrows lie below the names of vertices and the costs of edges.
    const above = game.data.grid ? null : this.svg.querySelector(":scope > text, :scope > g");
    this.svg.insertBefore(this.arrows, above);
    this.svg.append(this.goals, this.dotted, this.lights, this.pieces);
    this.drawGoals();
    /** When the glide ends that may go on. */
    this.glides = 0;
    /** Where moves lead from each vertex, for those who do not see the edges. @type {Map<number, string>} */
    this.leads = new Map();
    for (const [vertex] of game.data.grid ? [] : this.vertices) {
      const targets = game.mouse.steps(vertex).flatMap(({ to }) => (to === vertex ? [] : [game.label(to)]));
      if (targets.length > 0 && targets.length <= MAX_LEADS)
        this.leads.set(vertex, `, ${fill(game.data.says["leads"], [...new Set(targets)].join(", "))}`);
    }
    /** The drawn pieces, by side and index. @type {Map<string, { group: SVGElement, vertex: number }>} */
    this.drawn = new Map();
    /** The element that the Tab key reaches. @type {SVGElement | undefined} */
    this.current = undefined;
    /**
     * The drag that goes on.
     * @type {{ gesture: Gesture, held: Piece | null, goal: number | null, group: SVGElement | null, start: SVGElement | null, from: DOMPoint, moved: boolean, last: SVGElement | null, line: SVGElement | null } | null}
     */
    this.drag = null;
    /** Whether the click that follows belongs to a drag. */
    this.isDone = false;
    /** Whether the click that follows was counted when the pointer was released. */
    this.hasChosen = false;
    /** The pointers on the board that move the seen part. @type {Map<number, DOMPoint>} */
    this.fingers = new Map();
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.svg.addEventListener("mousedown", (event) => {
      // Arrow keys belong to the line, unless the keyboard has led to a vertex.
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    this.svg.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.svg.addEventListener("pointermove", (event) => this.dragged(event));
    this.svg.addEventListener("pointerup", (event) => this.released(event));
    this.svg.addEventListener("pointercancel", (event) => {
      this.fingers.delete(event.pointerId);
      this.forget();
    });
    this.svg.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    const { mouse, cats, turn } = game.position(game.data.start);
    const first = (turn === "mouse" ? mouse : cats[0]) ?? 0;
    this.focusable(this.vertices.has(first) ? first : (places[0]?.[0] ?? 0));
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.svg);
    this.look();
  }

  /** Makes walls reachable by the keyboard, for a page that can remove them. */
  reachWalls() {
    for (const wall of this.svg.querySelectorAll(".blocked")) {
      const group = /** @type {SVGElement} */ (wall);
      const [x = 0, y = 0, width = 0, height = 0] = ["x", "y", "width", "height"].map((name) =>
        Number(group.querySelector("rect")?.getAttribute(name)),
      );
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-label", `a wall at (${group.dataset["row"]},${group.dataset["column"]})`);
      this.stops.set(group, [x + width / 2, y + height / 2]);
    }
  }

  // ---- Showing a position.

  /**
   * Shows a position.
   * @param {Position} position
   * @param {(vertex: number) => Display} sight
   * @param {Arrow[]} arrows
   * @param {Piece | null} selected
   */
  show(position, sight, arrows, selected) {
    this.position = position;
    this.selected = selected;
    this.glides = performance.now() + GLIDE;
    const standing = new Set([position.mouse, ...position.cats]);
    /** The vertices of legal moves that have no value to show. */
    const dots = [];
    for (const [vertex, drawn] of this.vertices) {
      const { outcome, text, target, spoken } = sight(vertex);
      drawn.face?.setAttribute(
        "class",
        `face frame${this.isGrid ? " on-cell" : ""} ${outcome ?? "plain"}${target ? " target" : ""}`,
      );
      if (drawn.worth !== null) drawn.worth.textContent = text;
      drawn.held = standing.has(vertex) || this.game.data.holes.includes(vertex);
      if (target && text === "") dots.push(vertex);
      const visible = text === "" ? "" : ` ${text}`;
      const label = `${this.game.label(vertex)}${visible}${this.standing(position, vertex)}${spoken === "" ? "" : `: ${spoken}`}`;
      if (drawn.title !== null) drawn.title.textContent = label;
      drawn.group.setAttribute("aria-label", `${label}${this.leads.get(vertex) ?? ""}`);
    }
    this.arrows.replaceChildren(...arrows.flatMap((arrow) => this.arrow(arrow)));
    this.dots = dots;
    this.typeset();
  }

  /**
   * @param {Position} position
   * @param {number} vertex
   */
  standing(position, vertex) {
    const cats = position.cats.filter((cat) => cat === vertex).length;
    const words = [];
    if (this.game.data.holes.includes(vertex)) words.push(this.game.data.goal);
    if (position.mouse === vertex) words.push("the mouse is here");
    if (cats > 0)
      words.push(
        position.cats.length === 1 ? "the cat is here" : cats === 1 ? "a cat is here" : `${cats} cats are here`,
      );
    return words.map((word) => `, ${word}`).join("");
  }

  /** The pixels of the screen in a unit of the picture. */
  get scale() {
    const { width, height } = this.svg.getBoundingClientRect();
    return Math.min(width / this.seen.width, height / this.seen.height) || 1;
  }

  resized() {
    // A glide that has begun goes on.
    if (this.position !== undefined) this.typeset(performance.now() < this.glides);
  }

  /**
   * Sets the sizes of texts and pieces for the seen part: no text is smaller than can be read, and
   * what has no room is left out.
   * @param {boolean} glide
   */
  typeset(glide = true) {
    const scale = this.scale;
    const least = (this.svg.closest(".projector") === null ? MIN_TEXT : 1.5 * MIN_TEXT) / scale;
    for (const [text, size] of this.texts) {
      const fit = Math.max(size, least);
      text.setAttribute("font-size", String(fit));
      text.classList.toggle("small", fit > 1.7 * size);
    }
    for (const [vertex, drawn] of this.vertices) {
      const { name, worth, held } = drawn;
      const box = this.places.get(vertex);
      if (box === undefined) continue;
      const { centre, half } = box;
      const fits = (/** @type {Element | null} */ text, /** @type {number} */ size) =>
        (text?.textContent?.length ?? 0) * 0.6 * size <= 2 * half[0] - 2 && size <= 1.4 * half[1];
      const badge = Math.max(11, least);
      const isWorthShown = worth !== null && worth.textContent !== "" && fits(worth, badge);
      worth?.classList.toggle("small", !isWorthShown);
      worth?.setAttribute("font-size", String(badge));
      worth?.setAttribute("y", String(centre[1] + half[1] - (this.isGrid ? 0.32 : 0.6) * badge));
      const size = Math.max(held ? 10 : 13, least);
      const isRoom = !isWorthShown || size + badge <= 2 * half[1] - 4;
      name?.classList.toggle("small", !(isRoom && fits(name, size)));
      name?.setAttribute("font-size", String(size));
      // The name of a dot with a piece is beside it, and that of a cell in its corner.
      const beside = held && !this.isGrid;
      name?.classList.toggle("beside", beside);
      name?.setAttribute("text-anchor", beside ? "end" : held ? "start" : "middle");
      const corner = beside ? centre[0] - 0.7 * half[0] : centre[0] - half[0] + 4;
      name?.setAttribute("x", String(held ? corner : centre[0]));
      const middle = isWorthShown ? centre[1] - (this.isGrid ? 0.15 : 0.05) * size : centre[1] + 0.36 * size;
      const top = beside ? centre[1] - 0.7 * half[1] : centre[1] - half[1] + 1.05 * size;
      name?.setAttribute("y", String(held ? top : middle));
      drawn.badged = isWorthShown;
    }
    const dots = (this.dots ?? []).map((vertex) => {
      const [cx = 0, cy = 0] = this.places.get(vertex)?.centre ?? [];
      const { held = false } = this.vertices.get(vertex) ?? {};
      const down = held || this.isGrid ? 0 : 0.55 * (this.places.get(vertex)?.half[1] ?? 0);
      const r = held ? this.radius(vertex) * 1.25 : Math.max(5, 4 / scale);
      return shape("circle", { class: held ? "dot ring" : "dot", cx, cy: cy + down, r });
    });
    this.dotted.replaceChildren(...dots);
    this.placeGoals();
    this.placePieces(glide);
  }

  /** The radius of the corners of a vertex. @param {number} vertex */
  roundness(vertex) {
    return this.isGrid ? 5 : Math.min(...(this.places.get(vertex)?.half ?? [5]));
  }

  /**
   * The radius of a piece on a vertex.
   * @param {number} vertex
   */
  radius(vertex) {
    const { half } = this.places.get(vertex) ?? { half: [8, 8] };
    const isBadged = this.vertices.get(vertex)?.badged ?? false;
    const room = Math.min(half[0] ?? 8, half[1] ?? 8);
    return Math.max(room * (this.sketch ? 0.9 : isBadged ? 0.55 : this.isGrid ? 0.8 : 0.64), 9 / this.scale);
  }

  /**
   * The middle of a piece on a vertex: above its badge.
   * @param {number} vertex
   */
  middle(vertex) {
    const { centre, half } = this.places.get(vertex) ?? { centre: [0, 0], half: [0, 0] };
    const isBadged = this.vertices.get(vertex)?.badged ?? false;
    const lift = isBadged ? -0.14 : this.isGrid || this.sketch ? 0 : 0.18;
    return [centre[0] ?? 0, (centre[1] ?? 0) + lift * (half[1] ?? 0)];
  }

  drawGoals() {
    const kind = this.isGrid ? "cheese" : "hole";
    for (const vertex of this.game.data.holes) {
      if (!this.places.has(vertex)) continue;
      this.goals.append(shape("g", { class: `goal drawn ${kind}-piece`, "data-goal": vertex }, ...DRAWN[kind]()));
    }
  }

  placeGoals() {
    for (const goal of this.goals.children) {
      const vertex = Number(goal.getAttribute("data-goal"));
      const [x, y] = this.middle(vertex);
      goal.setAttribute("transform", `translate(${x} ${y}) scale(${this.radius(vertex) / 10})`);
    }
  }

  /**
   * Puts the drawn pieces where they stand; those of one vertex side by side. A piece that has moved
   * glides there.
   * @param {boolean} glide
   */
  placePieces(glide) {
    const position = this.position;
    if (position === undefined) return;
    /** @type {{ key: string, piece: Piece, vertex: number }[]} */
    const all = [{ key: "mouse 0", piece: { side: "mouse", index: 0 }, vertex: position.mouse }];
    const before = [...this.drawn].filter(([key]) => key !== "mouse 0");
    // Cats are interchangeable: one that stays where it is keeps its drawing.
    const free = new Map(before);
    /** @type {(string | null)[]} */
    const kept = position.cats.map((cat) => {
      const same = [...free].find(([, { vertex }]) => vertex === cat);
      if (same !== undefined) free.delete(same[0]);
      return same?.[0] ?? null;
    });
    /** @type {Map<string, { group: SVGElement, vertex: number }>} */
    const drawn = new Map();
    const mouse = this.drawn.get("mouse 0");
    if (mouse !== undefined) drawn.set("mouse 0", mouse);
    for (const [index, cat] of position.cats.entries()) {
      all.push({ key: `cat ${index}`, piece: { side: "cat", index }, vertex: cat });
      const old = kept[index] ?? [...free.keys()][0];
      const found = old === undefined ? undefined : this.drawn.get(old);
      if (old !== undefined) free.delete(old);
      if (found !== undefined) drawn.set(`cat ${index}`, found);
    }
    for (const { group } of free.values()) group.remove();
    this.drawn = drawn;
    for (const [order, { key, piece, vertex }] of all.entries()) {
      const place = this.places.get(vertex);
      const old = this.drawn.get(key);
      if (place === undefined) {
        old?.group.remove();
        this.drawn.delete(key);
        continue;
      }
      const { side, index } = piece;
      const group = old?.group ?? shape("g", {}, ...DRAWN[side]());
      const isSelected = this.selected?.side === side && this.selected.index === index;
      group.setAttribute("class", `piece drawn ${side}-piece${isSelected ? " selected" : ""}`);
      group.setAttribute("data-side", side);
      group.setAttribute("data-index", String(index));
      const here = all.filter((other) => other.vertex === vertex);
      const rank = all.slice(0, order).filter((other) => other.vertex === vertex).length;
      const radius = this.radius(vertex) * (here.length > 1 ? 0.8 : 1);
      const [x = 0, y = 0] = this.middle(vertex);
      const step = here.length > 1 ? Math.min(1.7 * radius, (2.4 * place.half[0]) / here.length) : 0;
      // A transition needs a style, which only a script may set.
      /** @type {SVGElement} */ (group).style.transition = glide && old !== undefined ? "" : "none";
      /** @type {SVGElement} */ (group).style.transform =
        `translate(${x + (rank - (here.length - 1) / 2) * step}px, ${y}px) scale(${radius / 10})`;
      if (old === undefined) this.pieces.append(group);
      this.drawn.set(key, { group: /** @type {SVGElement} */ (group), vertex });
    }
  }

  /** @param {Arrow} arrow */
  arrow({ from, to, outcome, chosen }) {
    const [start, end] = [this.places.get(from), this.places.get(to)];
    if (start === undefined || end === undefined) return [];
    const line = outcome === null ? "edge" : `to-${outcome}`;
    const tip = outcome === null ? "tip" : `tip-${outcome}`;
    const extra = `${this.isGrid ? " on-cell" : ""}${chosen ? " chosen" : ""}`;
    if (from === to) {
      const [x, y] = [start.centre[0] - start.half[0] + 2, start.centre[1] - start.half[1] + 2];
      const [width, height] = [2 * start.half[0] - 4, 2 * start.half[1] - 4];
      return [shape("rect", { class: `${line}${extra}`, x, y, width, height, rx: this.roundness(from) - 2 })];
    }
    const [a, control, b] = this.way(start, end, this.bends.get(`${from} ${to}`));
    const [dx, dy] = [b[0] - control[0], b[1] - control[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const head = chosen ? 14 : 10;
    const corner = (/** @type {number} */ side) =>
      `${b[0] - ux * head - uy * side * head * 0.5},${b[1] - uy * head + ux * side * head * 0.5}`;
    const stop = `${b[0] - ux * head * 0.8} ${b[1] - uy * head * 0.8}`;
    return [
      shape("path", { class: `${line}${extra}`, d: `M${a.join(" ")}Q${control.join(" ")} ${stop}` }),
      shape("polygon", { class: `${tip}${extra}`, points: `${b[0]},${b[1]} ${corner(1)} ${corner(-1)}` }),
    ];
  }

  /**
   * The quadratic curve of a move, from the border of one box to that of another: its start, its
   * control point and its end. It is straight unless the edge is bent.
   * @param {Box} one
   * @param {Box} other
   * @param {[number, number]} [bend]
   * @returns {[[number, number], [number, number], [number, number]]}
   */
  way(one, other, bend) {
    const [a, b] = [one.centre, other.centre];
    const control = bend ?? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    // The control point of the part of the curve between two shares of its parameter; for equal
    // shares, the point there.
    /** @type {(from: number, to: number) => [number, number]} */
    const blossom = (from, to) => {
      const on = (/** @type {0 | 1} */ axis) =>
        a[axis] * (1 - from) * (1 - to) + control[axis] * (from + to - 2 * from * to) + b[axis] * from * to;
      return [on(0), on(1)];
    };
    const border = (/** @type {Box} */ { centre, half }, /** @type {number} */ end) => {
      // On a grid an arrow begins within the cell, because cells touch.
      const gap = this.isGrid ? -0.35 * half[0] : 2;
      const round = this.isGrid ? 0 : Math.min(...half);
      let [inside, outside] = [end, 0.5];
      for (let step = 0; step < 12; step++) {
        const middle = (inside + outside) / 2;
        const [x, y] = blossom(middle, middle);
        const [right, down] = [Math.abs(x - centre[0]), Math.abs(y - centre[1])];
        const isCorner = right > half[0] - round && down > half[1] - round;
        const isNear = isCorner
          ? Math.hypot(right - half[0] + round, down - half[1] + round) < round + gap
          : right < half[0] + gap && down < half[1] + gap;
        if (isNear) inside = middle;
        else outside = middle;
      }
      return outside;
    };
    const [from, to] = [border(one, 0), border(other, 1)];
    return [blossom(from, from), blossom(from, to), blossom(to, to)];
  }

  /**
   * Lights vertices up.
   * @param {number[]} vertices
   */
  light(vertices) {
    const rings = vertices.flatMap((vertex) => {
      const place = this.places.get(vertex);
      if (place === undefined) return [];
      const [x, y] = [place.centre[0] - place.half[0] - 3, place.centre[1] - place.half[1] - 3];
      const [width, height] = [2 * place.half[0] + 6, 2 * place.half[1] + 6];
      return [shape("rect", { x, y, width, height, rx: this.roundness(vertex) + 3, class: "light-ring" })];
    });
    this.lights.replaceChildren(...rings);
  }

  /**
   * Celebrates at a vertex for a second.
   * @param {number} vertex
   */
  celebrate(vertex) {
    const [x, y] = this.middle(vertex);
    const sparks = Array.from({ length: SPARKS }, (_, index) => {
      const spark = shape("circle", { r: 0.9, class: `spark spark-${index % 3}` });
      spark.style.setProperty("--turn", `${(index * 360) / SPARKS}deg`);
      return spark;
    });
    const burst = shape(
      "g",
      { class: "burst", "aria-hidden": "true", transform: `translate(${x} ${y}) scale(${this.radius(vertex) / 5})` },
      ...sparks,
    );
    this.svg.append(burst);
    setTimeout(() => burst.remove(), 1000);
  }

  // ---- The seen part.

  look() {
    const { x, y, width, height } = this.seen;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.svg.classList.toggle("closer", this.seen.width < this.whole.width - 1);
  }

  /**
   * Enlarges the board around a point of the picture.
   * @param {number} factor
   * @param {{ x: number, y: number }} [at]
   */
  zoom(factor, at = { x: this.seen.x + this.seen.width / 2, y: this.seen.y + this.seen.height / 2 }) {
    const share = Math.max(0.04, Math.min(1, (this.seen.width / this.whole.width) * factor));
    const [width, height] = [this.whole.width * share, this.whole.height * share];
    this.see(
      at.x - ((at.x - this.seen.x) * width) / this.seen.width,
      at.y - ((at.y - this.seen.y) * height) / this.seen.height,
      width,
      height,
    );
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  see(x, y, width = this.seen.width, height = this.seen.height) {
    const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ room) =>
      Math.max(from, Math.min(from + room, at));
    const isMoved = width === this.seen.width && height === this.seen.height;
    this.seen = {
      x: within(x, this.whole.x, this.whole.width - width),
      y: within(y, this.whole.y, this.whole.height - height),
      width,
      height,
    };
    this.look();
    // Sizes of texts depend on the size of the seen part, not on its place.
    if (!isMoved) this.resized();
  }

  /**
   * A point of the screen in the picture.
   * @param {{ clientX: number, clientY: number }} event
   */
  point({ clientX, clientY }) {
    const at = new DOMPoint(clientX, clientY);
    const matrix = this.svg.getScreenCTM();
    return matrix === null ? at : at.matrixTransform(matrix.inverse());
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.zooms) return;
    event.preventDefault();
    this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) * 0.002), this.point(event));
  }

  // ---- Pointers.

  /** @param {EventTarget | Element | null} target */
  vertexAt(target) {
    const group = target instanceof Element ? target.closest("[data-vertex]") : null;
    return group === null ? null : Number(group.getAttribute("data-vertex"));
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    // A key clicks zero times.
    if (this.hasChosen && event.detail > 0) return;
    const vertex = this.vertexAt(event.target);
    if (vertex !== null) this.callbacks.choose(vertex);
    else if (!this.isDone && this.stopUnder(event.clientX, event.clientY) === null)
      this.callbacks.empty(this.point(event), null);
  }

  /** @param {PointerEvent} event */
  grabbed(event) {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    this.isDone = false;
    this.hasChosen = false;
    this.fingers.set(event.pointerId, new DOMPoint(event.clientX, event.clientY));
    if (this.fingers.size > 1) {
      this.forget();
      return;
    }
    const piece = event.target.closest(".piece");
    const goal = event.target.closest(".goal");
    /** @type {Piece | null} */
    const held =
      piece instanceof SVGElement
        ? { side: piece.dataset["side"] === "mouse" ? "mouse" : "cat", index: Number(piece.dataset["index"]) }
        : null;
    const gesture = this.callbacks.begins(held ?? (goal === null ? null : "goal"));
    const start = this.stopUnder(event.clientX, event.clientY);
    const isLine = gesture === "link" || gesture === "shift";
    // A click on a piece or on a goal is one on its vertex.
    if (held !== null || goal !== null || isLine) {
      event.preventDefault();
      this.svg.setPointerCapture(event.pointerId);
    }
    this.drag = {
      gesture,
      held: isLine ? null : held,
      goal: goal === null || isLine ? null : Number(goal.getAttribute("data-goal")),
      group: /** @type {SVGElement | null} */ (piece ?? goal),
      start,
      from: new DOMPoint(event.clientX, event.clientY),
      moved: false,
      last: start,
      line: null,
    };
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    if (this.fingers.size > 1) {
      this.pinched(event);
      return;
    }
    const drag = this.drag;
    if (drag === null) return;
    const before = this.fingers.get(event.pointerId) ?? drag.from;
    if (Math.hypot(event.clientX - drag.from.x, event.clientY - drag.from.y) > CLICK_RADIUS) drag.moved = true;
    if (!drag.moved) return;
    this.fingers.set(event.pointerId, new DOMPoint(event.clientX, event.clientY));
    const at = this.point(event);
    if (drag.gesture === "carry" && drag.group !== null) {
      const radius = 12 / this.scale / 10;
      drag.group.style.transition = "none";
      drag.group.style.transform = `translate(${at.x}px, ${at.y}px) scale(${Math.max(radius, 1.2)})`;
      drag.group.classList.add("held");
      this.light(this.under(event));
    } else if (drag.gesture === "link") {
      const from = this.vertexAt(drag.start);
      const centre = from === null ? undefined : this.places.get(from)?.centre;
      if (centre === undefined) return;
      drag.line ??= this.lights.parentNode?.appendChild(shape("line", { class: "rubber" })) ?? null;
      for (const [key, value] of Object.entries({ x1: centre[0], y1: centre[1], x2: at.x, y2: at.y }))
        drag.line?.setAttribute(key, String(value));
      this.light(this.under(event));
    } else if (drag.gesture === "shift") {
      const vertex = this.vertexAt(drag.start);
      if (vertex === null) return;
      drag.line ??=
        this.lights.parentNode?.appendChild(shape("circle", { class: "rubber", r: this.roundness(vertex) })) ?? null;
      drag.line?.setAttribute("cx", String(at.x));
      drag.line?.setAttribute("cy", String(at.y));
    } else if (drag.gesture === "paint") {
      const stop = this.stopUnder(event.clientX, event.clientY);
      if (stop === null || stop === drag.last) return;
      if (drag.last !== null && drag.last === drag.start) this.callbacks.paint(drag.last);
      this.callbacks.paint(stop);
      drag.last = stop;
      drag.start = null;
    } else if (this.zooms && drag.held === null) {
      const was = this.point({ clientX: before.x, clientY: before.y });
      this.see(this.seen.x - (at.x - was.x), this.seen.y - (at.y - was.y));
    }
  }

  /** Two fingers enlarge the board. @param {PointerEvent} event */
  pinched(event) {
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const before = this.fingers.get(event.pointerId);
    if (!this.zooms || other === undefined || before === undefined) return;
    const now = new DOMPoint(event.clientX, event.clientY);
    const apart = (/** @type {DOMPoint} */ finger) => Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
    this.fingers.set(event.pointerId, now);
    this.zoom(
      apart(before) / apart(now),
      this.point({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }),
    );
  }

  /** @param {PointerEvent} event */
  released(event) {
    this.fingers.delete(event.pointerId);
    const drag = this.drag;
    this.forget();
    if (drag === null) return;
    const [at = null] = this.under(event);
    // A captured pointer sends its click to the picture.
    this.isDone = drag.moved;
    if (drag.gesture === "shift") {
      const vertex = this.vertexAt(drag.start);
      if (vertex !== null && drag.moved) this.callbacks.shift(vertex, this.point(event));
    } else if (drag.held === null && drag.goal === null) {
      const from = this.vertexAt(drag.start);
      if (drag.gesture !== "link" || from === null) return;
      this.isDone = true;
      // The pointer was captured, so that no click follows, or after a touch one that was counted here.
      this.hasChosen = true;
      if (!drag.moved || at === from) this.callbacks.choose(from);
      else if (at !== null) this.callbacks.link(from, at);
      else this.callbacks.empty(this.point(event), from);
    } else if (at === null) {
      this.callbacks.cancel();
    } else if (!drag.moved || drag.gesture !== "carry") {
      // A drag that carries nothing is reported where it ends.
      if (!drag.moved) this.callbacks.choose(at);
      else if (drag.held !== null) this.callbacks.drop(drag.held, at);
    } else if (drag.held !== null) {
      this.callbacks.drop(drag.held, at);
    } else if (drag.goal !== null) {
      this.callbacks.move(drag.goal, at);
    }
  }

  /** The vertex under a pointer, if there is one. @param {{ clientX: number, clientY: number }} event */
  under({ clientX, clientY }) {
    const vertex = this.vertexAt(this.stopUnder(clientX, clientY));
    return vertex === null ? [] : [vertex];
  }

  /**
   * The vertex or wall at a point of the screen.
   * @param {number} x
   * @param {number} y
   */
  stopUnder(x, y) {
    for (const found of document.elementsFromPoint(x, y)) {
      const stop = this.svg.contains(found) ? found.closest("[data-vertex], .blocked") : null;
      if (stop instanceof SVGElement) return stop;
    }
    return null;
  }

  forget() {
    const drag = this.drag;
    this.drag = null;
    if (drag === null) return;
    drag.line?.remove();
    if (drag.moved) this.light([]);
    if (drag.goal !== null) drag.group?.removeAttribute("style");
    if (drag.moved && drag.group !== null) this.typeset(false);
  }

  // ---- Keys.

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-vertex], .blocked") : null;
    if (!(target instanceof SVGElement) || event.ctrlKey || event.altKey || event.metaKey) return;
    const vertex = this.vertexAt(target);
    /** @type {Record<string, [number, number]>} */
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const direction = directions[event.key];
    if (direction !== undefined) {
      this.focusNear(target, direction);
    } else if (event.key === "Enter" || event.key === " ") {
      if (vertex === null) target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      else this.callbacks.choose(vertex);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * Moves the focus to the nearest vertex or wall in a direction.
   * @param {SVGElement} from
   * @param {[number, number]} direction
   */
  focusNear(from, [right, down]) {
    const here = this.stops.get(from);
    if (here === undefined) return;
    let best = null;
    let least = Infinity;
    for (const [stop, centre] of this.stops) {
      const [dx, dy] = [centre[0] - here[0], centre[1] - here[1]];
      const along = dx * right + dy * down;
      const across = Math.abs(dx * down - dy * right);
      if (along <= 1 || across > 2 * along) continue;
      const far = along + 2 * across;
      if (far < least) {
        least = far;
        best = stop;
      }
    }
    if (best !== null) this.focus(best);
  }

  /**
   * Moves the focus to a vertex or a wall.
   * @param {SVGElement} stop
   */
  focus(stop) {
    this.reach(stop);
    const [x, y] = this.stops.get(stop) ?? [0, 0];
    const { seen } = this;
    const isSeen = x > seen.x && x < seen.x + seen.width && y > seen.y && y < seen.y + seen.height;
    if (!isSeen) this.see(x - seen.width / 2, y - seen.height / 2);
    stop.focus({ preventScroll: true });
  }

  /** @param {number} vertex */
  focusable(vertex) {
    const group = this.vertices.get(vertex)?.group;
    if (group !== undefined) this.reach(group);
  }

  /**
   * Makes this the element that the Tab key reaches.
   * @param {SVGElement} stop
   */
  reach(stop) {
    this.current?.setAttribute("tabindex", "-1");
    stop.setAttribute("tabindex", "0");
    this.current = stop;
  }
}
