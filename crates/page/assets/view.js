// The page: the board with its controls, and beside it the tabs.

/** A step back: where the reader was, and which board the page around the view had. @typedef {{ standing: Standing, board: unknown }} Memory */

/** The delay of the computer's move, in milliseconds. */
const REPLY_DELAY = 350;

/** The milliseconds that each ply is shown when the line plays by itself. */
const PLAY_DELAY = 900;

/** The page that shows a game. */
class View {
  /**
   * @param {HTMLElement} root
   * @param {boolean} addressed whether the position is in the address of the page
   */
  constructor(root, addressed = true) {
    this.root = root;
    this.addressed = addressed;
    this.placing = false;
    /** @type {Memory[]} */
    this.past = [];
    /** @type {Memory[]} */
    this.future = [];
    this.message = "";
    /** @type {Piece | null} */
    this.selected = null;
    /** The targets of cats in an incomplete joint move, by cat. @type {Map<number, number>} */
    this.going = new Map();
    /** Handles a chosen vertex instead of playing there. @type {((vertex: number) => void) | null} */
    this.onChoose = null;
    /** Called when the board is redrawn. @type {((board: Board) => void) | null} */
    this.onBoard = null;
    /** Called after each change of the position. @type {(() => void) | null} */
    this.onArrive = null;
    /** The board of the page around the view, for going back to it. @type {() => unknown} */
    this.boardNow = () => null;
    /** Goes back to a board of the page around the view. @type {((board: unknown, standing: Standing) => void) | null} */
    this.onBack = null;
    /** What a drag does that begins at a piece, a goal or elsewhere. @type {((held: Piece | "goal" | null) => Gesture) | null} */
    this.onGrab = null;
    /** A piece or a goal was dropped while the board is changed. @type {((piece: Piece | "goal", from: number, to: number) => void) | null} */
    this.onPut = null;
    /** @type {((from: number, to: number) => void) | null} */
    this.onLink = null;
    /** @type {((cell: SVGElement) => void) | null} */
    this.onPaint = null;
    /** @type {((at: DOMPoint, from: number | null) => void) | null} */
    this.onEmpty = null;
    /** @type {((vertex: number, at: DOMPoint) => void) | null} */
    this.onShift = null;
    this.challenge = new Challenge(this);
    this.movesPanel = new MovesPanel(this);
    this.linePanel = new LinePanel(this);
    this.storyPanel = new StoryPanel(this);
    this.mapPanel = new MapPanel(this);
    this.frame = new Frame(this);
    window.addEventListener("hashchange", () => {
      if (!this.addressed) return;
      const id = this.fromAddress();
      if (id !== null && id !== this.play.here) this.go(id);
    });
    document.addEventListener("keydown", (event) => this.keyed(event));
    this.attend();
  }

  /** Whether the values are hidden. */
  get veiled() {
    return this.challenge.side !== null;
  }

  /** The large view for a projector, and back. */
  project() {
    const isLarge = document.documentElement.classList.toggle("projector");
    if (isLarge) document.documentElement.requestFullscreen?.().catch(() => null);
    else if (document.fullscreenElement !== null) document.exitFullscreen?.().catch(() => null);
    this.board?.resized();
  }

  /** Lights up what the pointer or the focus is on. */
  attend() {
    const lit = (/** @type {EventTarget | null} */ target) => {
      const found = target instanceof Element ? target.closest("[data-lights]") : null;
      const vertices = found?.getAttribute("data-lights")?.split(" ").map(Number) ?? [];
      this.board?.light(this.veiled ? [] : vertices);
    };
    this.frame.side.addEventListener("pointerover", (event) => lit(event.target));
    this.frame.side.addEventListener("pointerleave", () => lit(null));
    this.frame.side.addEventListener("focusin", (event) => lit(event.target));
    this.frame.side.addEventListener("click", (event) => lit(event.target));
  }

  // ---- Showing a game.

  /**
   * Shows a game. If it is the previous game on a changed board, the message stays, and so do the
   * pieces, unless their start has changed.
   * @param {Data} data
   * @param {((vertex: number) => number | null) | null} carry maps a vertex of the previous board
   * to this one
   * @param {Standing | null} standing where the reader is to be
   */
  show(data, carry = null, standing = null) {
    clearTimeout(this.timer);
    this.stop();
    const game = data.unseen ? new Unseen(data, data.unseen) : new Game(data);
    const carried = carry === null ? null : this.carried(game, carry);
    const { board: seen, play: before } = this;
    /** @type {Data} */
    this.data = data;
    /** @type {Game} */
    this.game = game;
    document.title = `${data.name} – catmouse`;
    const computer = before?.computer ?? null;
    /** @type {Play} */
    this.play = new Play(game, standing);
    const id = standing === null ? ((this.addressed ? this.fromAddress() : carried) ?? data.start) : null;
    if (id !== null && id !== data.start) this.play.put(id);
    this.selected = null;
    this.going = new Map();
    // An end is that of the board before.
    this.challenge.root.hidden = true;
    if (carry === null) {
      this.message = "";
      this.challenge.side = null;
    } else if (computer !== null) {
      this.play.oppose(computer);
      if (this.veiled) this.challenge.from = this.play.here;
    }
    this.challenge.slip = null;
    seen?.sizes.disconnect();
    this.board = new Board(game, {
      begins: (held) =>
        this.onGrab === null ? (held === "goal" || held === null ? null : "carry") : this.onGrab(held),
      choose: (vertex) => this.choose(vertex),
      drop: (piece, vertex) => this.drop(piece, vertex),
      move: (from, to) => this.onPut?.("goal", from, to),
      link: (from, to) => this.onLink?.(from, to),
      paint: (cell) => this.onPaint?.(cell),
      empty: (at, from) => this.onEmpty?.(at, from),
      shift: (vertex, at) => this.onShift?.(vertex, at),
      cancel: () => this.cancel(),
    });
    this.frame.title.textContent = data.name;
    this.frame.title.title = data.name;
    this.frame.brief.textContent = data.brief;
    this.frame.headline.textContent = data.headline;
    this.frame.zoomers.hidden = !this.board.zooms;
    this.movesPanel.show(data);
    this.linePanel.show();
    this.storyPanel.show(data, game);
    this.mapPanel.show(data, game);
    this.frame.holder.replaceChildren(this.board.svg);
    this.onBoard?.(this.board);
    const isSame =
      seen !== undefined && carry !== null && JSON.stringify(seen.whole) === JSON.stringify(this.board.whole);
    if (isSame) this.board.see(seen.seen.x, seen.seen.y, seen.seen.width, seen.seen.height);
    this.frame.arrange();
    this.writeAddress();
    this.refresh();
    if (carry !== null) this.answer();
  }

  /**
   * The current position on a changed board; null if the start has changed or the board has no such
   * position.
   * @param {Game} game
   * @param {(vertex: number) => number | null} carry
   */
  carried(game, carry) {
    const [before, start] = [this.game, this.data?.start];
    if (before === undefined || start === undefined || game.data.unseen) return null;
    const found = (/** @type {number} */ id) => {
      const { mouse, cats, turn } = before.position(id);
      const [one, ...others] = [mouse, ...cats].map(carry);
      const places = others.flatMap((cat) => (cat === null ? [] : [cat]));
      const isWhole = one !== undefined && one !== null && places.length === game.cats.count;
      return isWhole ? game.id({ mouse: one, cats: places, turn }) : null;
    };
    return found(start) === game.data.start ? found(this.play.here) : null;
  }

  // ---- Going from position to position.

  /** Remembers where the reader is, before a change. */
  remember() {
    if (this.play === undefined) return;
    this.past.push({ standing: this.play.standing, board: this.boardNow() });
    this.future = [];
  }

  /** Makes a move. @param {Step} step */
  move(step) {
    this.stop();
    this.remember();
    this.play.move(step);
    this.arrive();
    // Nobody plays a mouse that hides.
    if (this.game.data.unseen) this.answer("mouse");
  }

  /** Goes to a position anywhere. @param {number} id */
  go(id) {
    this.stop();
    if (id !== this.play.here) {
      this.remember();
      this.play.put(id);
    }
    this.arrive();
  }

  toMain() {
    this.remember();
    this.play.stand({ track: this.play.main, at: Math.max(0, this.play.shared) });
    this.arrive();
  }

  /** Goes to the position after a ply of the line. @param {number} ply */
  toPly(ply) {
    const within = Math.max(0, Math.min(ply, this.play.track.length - 1));
    if (within === this.play.at || this.veiled) return;
    if (this.ticker === undefined) this.remember();
    this.play.at = within;
    this.play.begun = Math.min(this.play.begun, within);
    this.arrive();
  }

  autoplay() {
    if (this.ticker !== undefined) {
      this.stop();
      return;
    }
    if (this.play.at === this.play.track.length - 1) this.play.at = 0;
    const tick = () => {
      this.toPly(this.play.at + 1);
      if (this.play.at === this.play.track.length - 1) this.stop();
    };
    this.ticker = setInterval(tick, PLAY_DELAY);
    this.mark(true);
    tick();
  }

  stop() {
    if (this.ticker === undefined) return;
    clearInterval(this.ticker);
    this.ticker = undefined;
    this.mark(false);
  }

  /** Shows whether the line plays by itself. @param {boolean} plays */
  mark(plays) {
    this.frame.steps.play.setAttribute("aria-pressed", String(plays));
    this.frame.steps.play.querySelector("path")?.setAttribute("d", plays ? ICONS.pause : ICONS.play);
  }

  /** Shows the position at which the reader arrived, and lets the computer move. */
  arrive() {
    clearTimeout(this.challenge.timer);
    this.board?.light([]);
    this.board?.svg.classList.toggle("slowly", this.veiled && this.play.isOver);
    this.selected = null;
    this.going = new Map();
    this.message = "";
    this.frame.arrange();
    this.writeAddress();
    this.refresh();
    this.answer();
    this.onArrive?.();
    this.challenge.watch();
  }

  /** @param {Memory} memory */
  restore({ standing, board }) {
    if (board === this.boardNow()) {
      this.play.stand(standing);
      this.arrive();
    } else this.onBack?.(board, standing);
  }

  back() {
    this.step(this.past, this.future);
  }

  again() {
    this.step(this.future, this.past);
  }

  /**
   * Goes one step back or forth. A move of the computer is taken back together with the move that
   * it answered.
   * @param {Memory[]} from
   * @param {Memory[]} to
   */
  step(from, to) {
    this.stop();
    const now = { standing: this.play.standing, board: this.boardNow() };
    let memory = from.pop();
    if (memory === undefined) return;
    to.push(now);
    const isComputers = (/** @type {Memory} */ { standing, board }) =>
      board === this.boardNow() && this.game.tokens(standing.track[standing.at]?.id ?? 0).turn === this.play.computer;
    while (this.play.computer !== null && isComputers(memory)) {
      const next = from.at(-1);
      if (next === undefined) break;
      from.pop();
      to.push(memory);
      memory = next;
    }
    this.restore(memory);
  }

  /**
   * Goes to this position if it exists.
   * @param {Position} position
   */
  goTo(position) {
    const id = this.game.id(position);
    if (id !== null) {
      this.go(id);
      return;
    }
    this.message = this.why(position);
    this.refresh();
  }

  /**
   * The reason why the pieces cannot stand like this.
   * @param {Position} position
   */
  why(position) {
    const closed = position.cats.find((cat) => !this.game.cats.places.has(cat));
    if (closed !== undefined) return `The rules let no cat stand on ${this.game.label(closed)}.`;
    return "This position is not in this page.";
  }

  /**
   * Puts a piece anywhere.
   * @param {Piece} piece
   * @param {number} vertex
   */
  put(piece, vertex) {
    const position = this.game.position(this.play.here);
    if (!(vertex >= 0)) {
      this.message = "There is no such vertex.";
      this.refresh();
      return;
    }
    if (piece.side === "mouse") this.goTo({ ...position, mouse: vertex });
    else this.goTo({ ...position, cats: position.cats.map((cat, index) => (index === piece.index ? vertex : cat)) });
  }

  // ---- The computer.

  /** Gives the computer a side, or none. @param {Side | null} side */
  oppose(side) {
    this.play.oppose(side);
    this.refresh();
    this.answer();
  }

  /** Lets the computer move, if it is the turn of its side. */
  answer(side = this.play.computer) {
    clearTimeout(this.timer);
    const { play, game } = this;
    const id = play.here;
    if (game.tokens(id).turn !== side) return;
    if ((play.moves() ?? []).length === 0) return;
    this.timer = setTimeout(() => {
      const level = this.veiled ? (game.data.levels[0]?.name ?? "") : this.movesPanel.level.value;
      const move = this.reply(id, level);
      if (move !== undefined) this.move(move);
    }, REPLY_DELAY);
  }

  /**
   * The move of a level: the library's move, unless the level errs.
   * @param {number} id
   * @param {string} level
   */
  reply(id, level) {
    const { game, play } = this;
    const moves = play.moves() ?? [];
    // If the judgements of moves are unknown, plays the move of the line.
    const next = play.main[play.main.findIndex((moment) => moment.id === id) + 1];
    const main = game.main(id, moves) ?? moves.find((move) => move.to === next?.id) ?? moves[0];
    const worse = game.mistakes(id, moves);
    const errs = Math.random() < (game.data.levels.find(({ name }) => name === level)?.errs ?? 0);
    return errs && worse.length > 0 ? worse[Math.floor(Math.random() * worse.length)] : main;
  }

  // ---- The address.

  /**
   * The words of the address that say where the pieces stand.
   * @param {number} id
   */
  words(id = this.play.here) {
    const { mouse, cats, turn } = this.game.position(id);
    return { mouse: String(mouse), cat: cats.join(","), turn };
  }

  writeAddress() {
    if (!this.addressed || this.data?.unseen) return;
    const { mouse, cat, turn } = this.words();
    try {
      history.replaceState(null, "", `#mouse=${mouse}&cat=${cat}&turn=${turn}`);
    } catch {
      // A page in a frame may be unable to change its address.
    }
  }

  /** The position in the address; null if it has none of this game. */
  fromAddress() {
    const game = this.game;
    const words = new URLSearchParams(location.hash.slice(1));
    const [mouse, cats, turn] = [words.get("mouse"), words.get("cat"), words.get("turn")];
    if (game === undefined || mouse === null || cats === null || (turn !== "mouse" && turn !== "cat")) return null;
    const vertices = cats.split(",").map(Number);
    if (vertices.length !== game.cats.count) return null;
    return game.id({ mouse: Number(mouse), cats: vertices, turn });
  }

  /**
   * Copies a text, or selects it where a page may not copy.
   * @param {string} text
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   */
  copy(text, field) {
    field.select();
    const selected = () => this.say("It is selected.");
    const written = navigator.clipboard?.writeText(text);
    if (written === undefined) selected();
    else written.then(() => this.say("It is copied."), selected);
  }

  // ---- What clicks and keys mean.

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.key === "Escape") {
      this.board?.forget();
      if (this.frame.opened !== null && !this.root.querySelector(".stage")?.contains(document.activeElement))
        this.frame.close();
      this.cancel();
      return;
    }
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.altKey || (event.ctrlKey && event.key !== "z") || this.play === undefined)
      return;
    if (target?.closest("input, select, textarea, [role=tab], [data-vertex], .blocked")) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (event.shiftKey) this.again();
      else this.back();
    } else if (event.metaKey || event.ctrlKey) return;
    else if (event.key === "ArrowLeft") this.toPly(this.play.at - 1);
    else if (event.key === "ArrowRight") this.toPly(this.play.at + 1);
    else if (event.key === "Home") this.toPly(0);
    else if (event.key === "End") this.toPly(this.play.track.length - 1);
    else if (event.key === "+") this.board?.zoom(this.board.zooms ? 0.7 : 1);
    else if (event.key === "-") this.board?.zoom(1 / 0.7);
    else return;
    event.preventDefault();
  }

  cancel() {
    this.selected = null;
    this.going = new Map();
    this.message = "";
    if (this.game !== undefined) this.refresh();
  }

  /**
   * The joint moves that agree with the targets chosen so far.
   * @param {Map<number, number>} going
   * @returns {Move[]}
   */
  agreeing(going) {
    const { game } = this;
    const { cats } = game.position(this.play.here);
    return (this.play.moves() ?? []).filter((move) => {
      const targets = [...game.position(move.to).cats];
      if (game.cats.inOrder) return [...going].every(([index, target]) => targets[index] === target);
      for (const target of going.values()) {
        const at = targets.indexOf(target);
        if (at < 0) return false;
        targets.splice(at, 1);
      }
      return (
        game.matched(
          cats.filter((_, index) => !going.has(index)),
          targets,
          null,
          null,
        ) !== null
      );
    });
  }

  /**
   * Moves a piece to a vertex by a legal move; false if there is none.
   * @param {Piece} piece
   * @param {number} vertex
   */
  playAt(piece, vertex) {
    const { game } = this;
    const id = this.play.here;
    const position = game.position(id);
    if (piece.side !== position.turn || position.turn === this.play.computer) return false;
    if (game.pieces(piece.side).count === 1) {
      const move = (this.play.moves() ?? []).find((move) => game.pieceMoves(id, move)[0]?.[1] === vertex);
      if (move === undefined) return false;
      this.move(move);
      return true;
    }
    const going = new Map(this.going).set(piece.index, vertex);
    const origin = position.cats[piece.index] ?? vertex;
    if (origin !== vertex && !game.cats.steps(origin).some(({ to }) => to === vertex)) return false;
    const moves = this.agreeing(going);
    const [only] = moves;
    if (only === undefined) return false;
    // As long as a cat is free, moves to the same position may differ in cost.
    if (going.size === position.cats.length || moves.every(({ to, cost }) => to === only.to && cost === only.cost)) {
      this.move(only);
      return true;
    }
    this.going = going;
    this.selected = null;
    this.message = `${game.label(origin)}→${game.label(vertex)} is part of ${moves.length} moves: choose what the other cats do.`;
    this.refresh();
    return true;
  }

  /** @param {number} vertex */
  choose(vertex) {
    if (this.onChoose !== null) {
      this.onChoose(vertex);
      return;
    }
    const position = this.game.position(this.play.here);
    this.board?.focusable(vertex);
    /** @type {Piece[]} */
    const here = [];
    if (position.mouse === vertex) here.push({ side: "mouse", index: 0 });
    for (const [index, cat] of position.cats.entries()) if (cat === vertex) here.push({ side: "cat", index });
    const same = (/** @type {Piece} */ piece) =>
      piece.side === this.selected?.side && piece.index === this.selected.index;
    if (this.placing) {
      const next = here[here.findIndex(same) + 1];
      if (this.selected !== null && !here.some(same)) this.put(this.selected, vertex);
      else this.select(next ?? null);
      return;
    }
    if (this.play.ended() !== null) {
      this.illegal(vertex);
      return;
    }
    const mover = position.turn;
    if (mover === "mouse" && this.game.data.unseen) {
      this.answer(mover);
      return;
    }
    if (this.game.pieces(mover).count === 1) {
      if (!this.playAt({ side: mover, index: 0 }, vertex)) this.illegal(vertex);
      return;
    }
    if (this.selected !== null) {
      if (!this.playAt(this.selected, vertex)) {
        // A click on another piece of the mover selects that piece.
        const other = here.find((piece) => piece.side === mover && !same(piece) && !this.going.has(piece.index));
        if (other !== undefined) this.select(other);
        else this.illegal(vertex);
      }
      return;
    }
    const own = here.find((piece) => piece.side === mover && !this.going.has(piece.index));
    if (own !== undefined) {
      this.select(own);
      return;
    }
    const [index] = [...position.cats.keys()].filter(
      (cat) => !this.going.has(cat) && this.game.cats.steps(position.cats[cat] ?? -1).some(({ to }) => to === vertex),
    );
    if (index === undefined || !this.playAt({ side: "cat", index }, vertex)) this.illegal(vertex);
  }

  /**
   * @param {Piece} piece
   * @param {number} vertex
   */
  drop(piece, vertex) {
    const { mouse, cats } = this.game.position(this.play.here);
    const at = piece.side === "mouse" ? mouse : cats[piece.index];
    if (this.onChoose !== null) {
      // A click with a slightly moved pointer is still a click.
      if (at === vertex) this.onChoose(vertex);
      else if (this.onPut !== null && at !== undefined) this.onPut(piece, at, vertex);
      return;
    }
    if (this.placing) this.put(piece, vertex);
    else if (!this.playAt(piece, vertex)) this.illegal(vertex);
  }

  /** @param {Piece | null} piece */
  select(piece) {
    this.selected = piece;
    this.message = "";
    this.refresh();
  }

  /**
   * Shows a message below the board.
   * @param {string} message
   */
  say(message) {
    this.message = message;
    this.showHint();
  }

  /** @param {number} vertex */
  illegal(vertex) {
    const { game, play } = this;
    const { turn } = game.position(play.here);
    const mover = turn === "mouse" ? "The Mouse" : "The Cat";
    const end = play.ended();
    const over = end !== null || (play.moves() ?? []).length === 0;
    const elsewhere = this.veiled || this.frame.placeButton.hidden ? "" : " “Place” puts pieces anywhere.";
    this.message = over
      ? `${end === null ? "There is no move here." : ended(end)}${elsewhere}`
      : turn === play.computer
        ? "It is the computer’s turn."
        : `${mover} is to move and cannot go to ${game.label(vertex)}.${elsewhere}`;
    this.selected = null;
    this.refresh();
  }

  /** Says the idea, then the rule, and then lights up where the best move leads. */
  hintAt() {
    const { game, play, challenge } = this;
    const move = game.main(play.here, play.moves() ?? []);
    if (move === undefined || game.tokens(play.here).turn === play.computer) return;
    const said = challenge.hint();
    this.board?.light(said === null ? game.pieceMoves(play.here, move).map(([, to]) => to) : []);
    this.say(said ?? fill(game.data.says["best"], game.step(play.here, move)));
  }

  /** The last move of the computer, in words; nothing if there was none. */
  answered() {
    const { game, play } = this;
    const before = play.track[play.at - 1];
    if (before === undefined || play.at <= play.begun) return "";
    const { turn } = game.tokens(before.id);
    if (turn !== play.computer) return "";
    const { says } = game.data;
    const name = capitalised(says[turn] ?? "");
    const step = game.between(before, play.now);
    const [move, ...others] = game.pieceMoves(before.id, step);
    if (move === undefined || others.length > 0) return fill(says["played"], name, game.step(before.id, step));
    const [from, to] = move;
    return from === to ? fill(says["stayed"], name) : fill(says["went"], name, game.label(from), game.label(to));
  }

  // ---- Showing the position.

  refresh() {
    const { game, play } = this;
    const id = play.here;
    const position = game.position(id);
    const worth = game.worth(play.now);
    const end = play.ended();
    const moves = play.moves();
    const over = end !== null;
    const mover = position.turn === "mouse" ? "The Mouse" : "The Cat";
    const cats = position.cats.map((cat) => game.label(cat)).join(", ");
    const where = `Mouse on ${game.mouseAt(id)}, ${position.cats.length === 1 ? "cat" : "cats"} on ${cats}.`;
    this.frame.prompt.textContent = this.veiled ? this.challenge.prompt : "";
    const { says } = game.data;
    this.frame.prompt.hidden = !this.veiled;
    this.frame.give.hidden = !this.veiled;
    this.frame.brief.hidden = !this.veiled;
    if (this.veiled) {
      const isComputers = position.turn === play.computer;
      this.frame.status.textContent = over
        ? ""
        : isComputers
          ? fill(says["thinks"], mover)
          : `${this.answered()} ${says["yourMove"]}`.trim();
      delete this.frame.status.dataset["outcome"];
    } else {
      const turn = over ? "" : ` ${mover} is to move.`;
      const fork = this.challenge.fork(worth);
      const told = fork ?? (end === null ? verdict(game, worth) : ended(end));
      this.frame.status.replaceChildren(element("b", {}, told), fork === null ? ` ${where}${turn}` : "");
      this.frame.status.dataset["outcome"] = end?.outcome ?? worth?.outcome ?? "";
      this.frame.status.dataset["distance"] = String(worth?.distance ?? "");
    }
    this.showHint();
    this.showBar(worth, end);
    this.frame.placeButton.setAttribute("aria-pressed", String(this.placing));
    this.frame.undoButton.disabled = this.past.length === 0;
    this.frame.redoButton.disabled = this.future.length === 0;
    this.frame.steps.first.disabled = this.veiled || play.at === 0;
    this.frame.steps.back.disabled = this.veiled || play.at === 0;
    this.frame.steps.play.disabled = this.veiled || play.track.length === 1;
    this.frame.steps.forward.disabled = this.veiled || play.at === play.track.length - 1;
    this.frame.steps.end.disabled = this.frame.steps.forward.disabled;
    this.showBoard(game, position, moves);
    this.mapPanel.film?.refresh();
    if (this.veiled) return;
    this.movesPanel.refresh(moves, over);
    this.linePanel.refresh();
    this.mapPanel.refresh(game, position);
  }

  showHint() {
    const placing = this.placing ? "Choose a piece, then a vertex to put it on." : "";
    const { game, play } = this;
    const isWarned = play?.computer && !this.play.isOver && play.played().times === game.data.ends.repetitions - 1;
    this.frame.hint.replaceChildren();
    const text = this.message || placing || (isWarned ? game.data.ends.warning : "");
    if (game === undefined) this.frame.hint.textContent = text;
    else sentence(this.frame.hint, text, game);
  }

  /**
   * The bar beside the board: whose colour fills it wins, the fuller the sooner.
   * @param {Worth | null} worth
   * @param {GameOver | null} end
   */
  showBar(worth, end) {
    const [fill, text] = /** @type {[HTMLElement, HTMLElement]} */ ([...this.frame.bar.children]);
    const over = end === null ? null : { outcome: end.outcome, distance: worth?.distance === 0 ? 0 : null };
    const known = this.veiled ? null : (over ?? worth);
    const near = known?.distance === null || known === null ? 0.25 : 0.3 + 0.7 / (1 + known.distance / 6);
    const share =
      known === null || known.outcome === "draw" ? 0.5 : known.outcome === "mouse" ? 0.5 + near / 2 : 0.5 - near / 2;
    fill.style.setProperty("--share", String(share));
    this.frame.bar.dataset["outcome"] = known?.outcome ?? "";
    text.textContent = known === null ? "?" : mark(known.outcome, known.distance).replace(/^([MC])/, "$1\n");
    const says = end === null ? verdict(this.game, worth) : ended(end);
    this.frame.bar.setAttribute("aria-label", this.veiled ? "Who wins is hidden" : says);
  }

  /**
   * @param {Game} game
   * @param {Position} position
   * @param {Move[] | null} moves
   */
  showBoard(game, position, moves) {
    const id = this.play.here;
    const team = game.pieces(position.turn).count > 1;
    const isComputers = this.veiled && position.turn === this.play.computer;
    const listed = isComputers ? [] : team ? this.agreeing(this.going) : (moves ?? []);
    /** The best move for each step of a piece, by from and to. @type {Map<string, { from: number, to: number, move: Move }>} */
    const steps = new Map();
    for (const move of listed) {
      for (const [from, to] of game.pieceMoves(id, move)) {
        const key = `${from} ${to}`;
        if (!steps.has(key)) steps.set(key, { from, to, move });
      }
    }
    const selected = this.selected;
    const origin =
      selected === null || this.placing
        ? null
        : selected.side === "cat"
          ? position.cats[selected.index]
          : position.mouse;
    const offered = [...steps.values()].filter(
      ({ from }) => origin === null || origin === undefined || from === origin,
    );
    /** The best move that leads a piece to each vertex. @type {Map<number, Move>} */
    const targets = new Map();
    for (const { to, move } of offered) if (!targets.has(to)) targets.set(to, move);
    const going = [...this.going].map(([index, to]) => ({ from: position.cats[index] ?? to, to }));
    const slip = this.challenge.atFork;
    const told = slip === null ? null : [slip.made, slip.better].flatMap((move) => game.pieceMoves(id, move));
    const chosen = (/** @type {{ from: number, to: number }} */ step) =>
      going.some((other) => other.from === step.from && other.to === step.to) ||
      (told ?? []).some(([from, to]) => from === step.from && to === step.to);
    this.board?.arrows.classList.toggle("told", told !== null);
    const sight = this.sight(game, position, targets);
    const display = (/** @type {number} */ vertex) => game.display(id, vertex, sight(vertex));
    this.board?.show(position, display, this.shownArrows(offered, chosen), selected);
  }

  /**
   * @param {{ from: number, to: number, move: Move }[]} offered
   * @param {(step: { from: number, to: number }) => boolean} chosen
   * @returns {Arrow[]}
   */
  shownArrows(offered, chosen) {
    if (this.placing) return [];
    const arrows = offered.map((step) => ({
      from: step.from,
      to: step.to,
      outcome: this.veiled ? null : (step.move.worth?.outcome ?? null),
      chosen: chosen(step),
    }));
    return this.veiled ? arrows.filter((arrow) => arrow.chosen) : arrows;
  }

  /**
   * What is seen at each vertex.
   * @param {Game} game
   * @param {Position} position
   * @param {Map<number, Move>} targets
   * @returns {(vertex: number) => Display}
   */
  sight(game, position, targets) {
    const { shown } = this.mapPanel;
    return (vertex) => {
      const move = targets.get(vertex);
      const leads = move !== undefined && !this.placing;
      if (this.veiled) return { outcome: null, text: "", target: leads, spoken: leads ? "a move leads here" : "" };
      const there = move === undefined ? null : move.worth;
      const distance = move === undefined ? null : game.distanceBefore(move);
      const spokenMove = leads ? `a move leads here; ${spoken(game, there, distance)}` : "";
      if (shown === "moves") {
        return {
          outcome: leads ? (there?.outcome ?? null) : null,
          text: leads && there !== null ? mark(there.outcome, distance) : "",
          target: leads,
          spoken: spokenMove,
        };
      }
      const side = shown === "cat" ? "cat" : "mouse";
      const instead = game.id(side === "mouse" ? { ...position, mouse: vertex } : { ...position, cats: [vertex] });
      const worth = instead === null ? null : game.worth({ id: instead, spent: this.play.now.spent });
      const mapped =
        worth === null
          ? ""
          : `with the ${side === "mouse" ? "mouse" : "cat"} here ${spoken(game, worth, worth.distance)}`;
      return {
        outcome: worth?.outcome ?? null,
        text: worth === null ? "" : mark(worth.outcome, worth.distance),
        target: leads,
        spoken: [mapped, spokenMove].filter((text) => text !== "").join("; "),
      };
    };
  }
}
