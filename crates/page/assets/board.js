// The drawn board: outcomes and distances at its vertices, arrows, pieces to click and drag.

/** A piece: its side, and its number within the side. @typedef {{ side: Side, index: number }} Piece */

/**
 * The display at a vertex: an outcome, a few characters, whether a move leads there, and the same
 * in words.
 * @typedef {{ outcome: Outcome | null, text: string, target: boolean, spoken: string }} Display
 */

/**
 * Callbacks of the board: a vertex was chosen by a click or a key, or a piece was dropped on one.
 * `drags` tells whether pieces follow the pointer.
 * @typedef {object} Callbacks
 * @property {() => boolean} drags
 * @property {(vertex: number) => void} choose
 * @property {(piece: Piece, vertex: number) => void} drop
 * @property {() => void} cancel
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The least width at which a picture's numbers are readable; on a narrower screen it is scrolled. */
const MIN_PICTURE_WIDTH = "42rem";

/**
 * Parses a picture of the library. A narrow screen scrolls it and does not shrink its text.
 * @param {string} text
 */
function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(parsed)));
  svg.style.minWidth = `min(${svg.getAttribute("width")}px, ${MIN_PICTURE_WIDTH})`;
  return svg;
}

/** Within this many pixels of the screen a pointer movement is a click, beyond a drag. */
const CLICK_RADIUS = 6;

class Board {
  /**
   * @param {Game} game
   * @param {Callbacks} callbacks
   */
  constructor(game, callbacks) {
    this.game = game;
    this.callbacks = callbacks;
    const { svg, places, sketch } = game.data.stage;
    this.sketch = sketch;
    this.svg = picture(svg);
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", "The board");
    this.places = new Map(places.map(([vertex, centre, half]) => [vertex, { centre, half }]));
    /** @type {Map<number, { group: SVGElement, face: Element | null, worth: Element | null, title: Element | null }>} */
    this.vertices = new Map();
    for (const element of this.svg.querySelectorAll("[data-vertex]")) {
      const group = /** @type {SVGElement} */ (element);
      const vertex = Number(group.dataset["vertex"]);
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      this.vertices.set(vertex, {
        group,
        face: group.querySelector(".face"),
        worth: group.querySelector(".worth"),
        title: group.querySelector("title"),
      });
    }
    /** The elements that the keyboard reaches, with their centres. @type {Map<SVGElement, [number, number]>} */
    this.stops = new Map();
    for (const [vertex, { group }] of this.vertices) {
      const place = this.places.get(vertex);
      if (place !== undefined) this.stops.set(group, place.centre);
    }
    this.arrows = shape("g", { class: "arrows", "aria-hidden": "true" });
    this.pieces = shape("g", { class: "pieces", "aria-hidden": "true" });
    this.svg.append(this.arrows, this.pieces);
    /** The element that the Tab key reaches. @type {SVGElement | undefined} */
    this.current = undefined;
    /** @type {{ piece: Piece, group: SVGElement, from: DOMPoint, moved: boolean } | null} */
    this.drag = null;
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
    this.svg.addEventListener("pointerdown", (event) => this.grabbed(event));
    this.svg.addEventListener("pointermove", (event) => this.dragged(event));
    this.svg.addEventListener("pointerup", (event) => this.released(event));
    this.svg.addEventListener("pointercancel", () => this.forget());
    this.focusable(places[0]?.[0] ?? 0);
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

  /**
   * Shows a position.
   * @param {Position} position
   * @param {(vertex: number) => Display} sight
   * @param {{ from: number, to: number, outcome: Outcome | null, chosen: boolean }[]} arrows
   * @param {Piece | null} selected
   */
  show(position, sight, arrows, selected) {
    for (const [vertex, { group, face, worth, title }] of this.vertices) {
      const { outcome, text, target, spoken } = sight(vertex);
      face?.setAttribute(
        "class",
        `face frame${this.game.data.grid ? " on-cell" : ""} ${outcome ?? "plain"}${target ? " target" : ""}`,
      );
      if (worth !== null) worth.textContent = text;
      const visible = text === "" ? "" : ` ${text}`;
      const label = `${this.game.label(vertex)}${visible}${this.standing(position, vertex)}${spoken === "" ? "" : `: ${spoken}`}`;
      if (title !== null) title.textContent = label;
      group.setAttribute("aria-label", label);
    }
    this.arrows.replaceChildren(...arrows.flatMap((arrow) => this.arrow(arrow)));
    this.pieces.replaceChildren(...this.drawn(position, selected));
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

  /**
   * The pieces; those of one vertex side by side.
   * @param {Position} position
   * @param {Piece | null} selected
   */
  drawn(position, selected) {
    /** @type {{ piece: Piece, vertex: number }[]} */
    const all = [{ piece: { side: "mouse", index: 0 }, vertex: position.mouse }];
    for (const [index, vertex] of position.cats.entries()) all.push({ piece: { side: "cat", index }, vertex });
    return all.flatMap(({ piece, vertex }, order) => {
      const place = this.places.get(vertex);
      if (place === undefined) return [];
      const here = all.filter((other) => other.vertex === vertex);
      const rank = all.slice(0, order).filter((other) => other.vertex === vertex).length;
      // Two pieces stand side by side; more overlap.
      const room = Math.min(19, (2 * place.half[0] - 20) / Math.max(1, here.length - 1));
      const x = place.centre[0] + (rank - (here.length - 1) / 2) * Math.max(room, 5);
      const y = this.sketch ? place.centre[1] : place.centre[1] - place.half[1] + 12;
      const isSelected = selected?.side === piece.side && selected.index === piece.index;
      const group = shape("g", {
        class: `piece${isSelected ? " selected" : ""}`,
        "data-side": piece.side,
        "data-index": piece.index,
        transform: `translate(${x} ${y})`,
      });
      group.append(
        piece.side === "mouse"
          ? shape("circle", { class: "mouse-piece", r: 9 })
          : shape("rect", { class: "cat-piece", x: -8.5, y: -8.5, width: 17, height: 17, rx: 3 }),
        shape(
          "text",
          { class: "light", y: 4.3, "font-size": 12, "font-weight": "bold", "text-anchor": "middle" },
          piece.side === "mouse" ? "M" : "C",
        ),
      );
      return [group];
    });
  }

  /** @param {{ from: number, to: number, outcome: Outcome | null, chosen: boolean }} arrow */
  arrow({ from, to, outcome, chosen }) {
    const [start, end] = [this.places.get(from), this.places.get(to)];
    if (start === undefined || end === undefined) return [];
    const line = outcome === null ? "edge" : `to-${outcome}`;
    const tip = outcome === null ? "tip" : `tip-${outcome}`;
    const extra = `${this.game.data.grid ? " on-cell" : ""}${chosen ? " chosen" : ""}`;
    if (from === to) {
      const [x, y] = [start.centre[0] - start.half[0] - 4, start.centre[1] - start.half[1] - 4];
      const [width, height] = [2 * start.half[0] + 8, 2 * start.half[1] + 8];
      return [shape("rect", { class: `${line}${extra}`, x, y, width, height, rx: 6 })];
    }
    const [a, b] = [this.border(start, end), this.border(end, start)];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const head = 10;
    const corner = (/** @type {number} */ side) =>
      `${b[0] - ux * head - uy * side * head * 0.5},${b[1] - uy * head + ux * side * head * 0.5}`;
    return [
      shape("line", {
        class: `${line}${extra}`,
        x1: a[0],
        y1: a[1],
        x2: b[0] - ux * head * 0.8,
        y2: b[1] - uy * head * 0.8,
      }),
      shape("polygon", { class: `${tip}${extra}`, points: `${b[0]},${b[1]} ${corner(1)} ${corner(-1)}` }),
    ];
  }

  /**
   * The point where the line between the centres of two boxes leaves the first.
   * @param {{ centre: [number, number], half: [number, number] }} box
   * @param {{ centre: [number, number] }} other
   * @returns {[number, number]}
   */
  border(box, other) {
    const [dx, dy] = [other.centre[0] - box.centre[0], other.centre[1] - box.centre[1]];
    const reach = (/** @type {number} */ span, /** @type {number} */ half) =>
      span === 0 ? Infinity : (half + 2) / Math.abs(span);
    const share = Math.min(reach(dx, box.half[0]), reach(dy, box.half[1]), 0.5);
    return [box.centre[0] + dx * share, box.centre[1] + dy * share];
  }

  /** @param {EventTarget | null} target */
  vertexAt(target) {
    const group = target instanceof Element ? target.closest("[data-vertex]") : null;
    return group === null ? null : Number(group.getAttribute("data-vertex"));
  }

  /** @param {EventTarget | null} target */
  pieceAt(target) {
    const group = target instanceof Element ? target.closest(".piece") : null;
    if (!(group instanceof SVGElement)) return null;
    /** @type {Piece} */
    const piece = { side: group.dataset["side"] === "mouse" ? "mouse" : "cat", index: Number(group.dataset["index"]) };
    return { piece, group };
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const vertex = this.vertexAt(event.target);
    if (vertex !== null) this.callbacks.choose(vertex);
  }

  /** @param {PointerEvent} event */
  grabbed(event) {
    const found = this.pieceAt(event.target);
    if (found === null || event.button !== 0) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.drag = { ...found, from: new DOMPoint(event.clientX, event.clientY), moved: false };
  }

  /** @param {PointerEvent} event */
  dragged(event) {
    const matrix = this.svg.getScreenCTM();
    if (this.drag === null || matrix === null) return;
    const { from, group } = this.drag;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_RADIUS) this.drag.moved = true;
    if (!this.drag.moved || !this.callbacks.drags()) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    group.setAttribute("transform", `translate(${at.x} ${at.y})`);
    group.classList.add("held");
  }

  /** @param {PointerEvent} event */
  released(event) {
    const drag = this.drag;
    this.forget();
    if (drag === null) return;
    const at = this.vertexUnder(event.clientX, event.clientY);
    if (at === null) {
      this.callbacks.cancel();
    } else if (drag.moved) {
      this.callbacks.drop(drag.piece, at);
    } else {
      this.callbacks.choose(at);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  vertexUnder(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const vertex = this.vertexAt(element);
      if (vertex !== null) return vertex;
    }
    return null;
  }

  forget() {
    this.drag = null;
  }

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
    stop.focus();
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

  /**
   * Scrolls a vertex to the middle, if the board is wider than the screen.
   * @param {number} vertex
   */
  reveal(vertex) {
    const [frame, group] = [this.svg.parentElement, this.vertices.get(vertex)?.group];
    if (frame === null || group === undefined) return;
    const [around, box] = [frame.getBoundingClientRect(), group.getBoundingClientRect()];
    frame.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
  }
}
