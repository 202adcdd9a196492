// A game with hidden values against perfect play, and what it shows at its end.

/** The milliseconds for which the last move is seen before the end is told. */
const BEAT = 1300;

class Challenge {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The side that the reader plays; null if the values are shown. @type {Side | null} */
    this.side = null;
    /** The position at which it began. */
    this.from = 0;
    /** How many of the moves were hinted at. */
    this.hints = 0;
    /** The ply at which the last hint was given. */
    this.hintedAt = -1;
    /** What the next hints say before they tell a move. @type {string[]} */
    this.thoughts = [];
    /** The idea in the words of the puzzle, if it has some. */
    this.idea = "";
    /** What the reader may do at its end besides trying again. @type {(() => HTMLElement[]) | null} */
    this.onEnd = null;
    /** Whether the reader has kept what the start promised. */
    this.isSolved = false;
    /** How many moves the reader made. */
    this.moves = 0;
    /** The move that the end is about. @type {ReturnType<typeof slip>} */
    this.slip = null;
    /** Tells the end after a beat. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.root = element("section", { id: "debrief", "aria-live": "polite", hidden: "" });
  }

  get says() {
    return this.view.game.data.says;
  }

  /**
   * Begins at the shown position.
   * @param {Side} side
   */
  begin(side) {
    const { view } = this;
    const { data } = view.game;
    clearTimeout(this.timer);
    this.from = view.play.here;
    this.side = side;
    this.hints = 0;
    this.hintedAt = -1;
    this.slip = null;
    this.root.hidden = true;
    const part = (/** @type {string} */ name) => data.story.find(({ label }) => label === name)?.text ?? "";
    // The story is about the start.
    const told = this.from === data.start ? [this.idea || part("Idea"), part("Rule")] : [];
    this.thoughts = told.filter((text) => text !== "");
    view.play.stand({ track: [view.game.first(this.from)], at: 0 });
    view.play.oppose(side === "mouse" ? "cat" : "mouse");
    view.past = [];
    view.future = [];
    view.message = "";
    view.frame.opened = null;
    view.arrive();
  }

  /** Begins where it began before. @param {Side} side */
  again(side) {
    this.view.play.put(this.from);
    this.begin(side);
  }

  /** The question that the reader answers by playing, or how the game has ended. */
  get prompt() {
    const end = this.view.play.ended();
    if (end !== null && this.side !== null) return this.title(this.side, end);
    const isTeam = this.view.game.cats.count > 1;
    return this.says[this.side === "mouse" ? "askMouse" : isTeam ? "askCats" : "askCat"] ?? "";
  }

  /** The mistake, if the position before it is shown. */
  get atFork() {
    const { slip, view } = this;
    return slip !== null && !this.root.hidden && slip.from === view.play.here && slip.ply - 1 === view.play.at
      ? slip
      : null;
  }

  /**
   * The verdict on the position before the mistake, which does not contradict the end; null
   * elsewhere.
   * @param {Worth | null} worth
   */
  fork(worth) {
    if (this.atFork === null || !this.atFork.isLost) return null;
    const { game, play } = this.view;
    return fill(this.says["fork"], soon(game, worth, game.tokens(play.here).turn, worth?.distance ?? null));
  }

  /**
   * Counts a move that is hinted at, once, and returns what the hint says; null for the move
   * itself.
   */
  hint() {
    const { at } = this.view.play;
    if (this.side !== null && this.hintedAt !== at) this.hints++;
    this.hintedAt = at;
    return this.thoughts.shift() ?? null;
  }

  /** Shows the end if the game is over, once the last move has been seen. */
  watch() {
    const { view } = this;
    if (this.side === null || !view.play.isOver) return;
    const { mouse, cats } = view.game.position(view.play.here);
    view.board?.light(cats.includes(mouse) ? [mouse] : []);
    this.timer = setTimeout(() => this.reveal(), view.play.at === 0 ? 0 : BEAT);
  }

  /** Gives up hiding: shows the values, the reasons, and the move that threw the game away. */
  reveal() {
    const { view } = this;
    const { game, play } = view;
    const side = this.side;
    clearTimeout(this.timer);
    if (side === null) return;
    const played = play.track.slice(play.begun, play.at + 1);
    const end = play.ended();
    const isOver = end !== null;
    const start = game.worth(played[0] ?? play.now);
    const result = end?.outcome ?? null;
    const last = game.position(play.here);
    this.side = null;
    play.oppose(null);
    this.isSolved = isOver && start !== null && result !== null && grade(result, side) >= grade(start.outcome, side);
    this.slip = slip(game, played, side);
    this.moves = played.slice(0, -1).filter(({ id }) => game.tokens(id).turn === side).length;
    const title = isOver ? this.title(side, end) : fill(this.says["bestPlay"], this.outcome(start));
    const text = element("p", { id: "why" });
    this.tell(text, side, isOver, result, start);
    // The whole line is there to be stepped through.
    const line = isOver ? played : play.continued(played);
    play.stand({ track: line, at: this.slip === null ? (isOver ? played.length - 1 : 0) : this.slip.ply - 1 });
    if (played.length === 1) play.stand({ track: this.from === play.main[0]?.id ? play.main : line, at: 0 });
    const begin = button("try-again", "Try again", () => this.again(side));
    if (!this.isSolved) begin.className = "primary";
    const close = iconButton("close-debrief", "Close", ICONS.close, () => {
      this.root.hidden = true;
      view.frame.arrange();
      view.refresh();
    });
    const story = game.data.story.map((part) => paragraph(part, game));
    const reasons = element("details", { id: "reasons" }, element("summary", {}, "Why?"), ...story);
    this.root.replaceChildren(
      element("div", { class: "drawer-top" }, element("h2", {}, title), close),
      text,
      element("p", { class: "bar" }, begin, ...(this.onEnd?.() ?? [])),
      ...(story.length > 0 ? [reasons] : []),
    );
    this.root.hidden = false;
    view.frame.opened = null;
    view.frame.side.scrollTop = 0;
    view.arrive();
    if (isOver) view.board?.svg.classList.add("slowly");
    if (result === side && this.slip === null)
      view.board?.celebrate(side === "mouse" ? last.mouse : (last.cats[0] ?? 0));
  }

  /** How best play ends, as a clause. @param {Worth | null} worth */
  outcome(worth) {
    return this.says[{ mouse: "escapes", cat: "stops", draw: "nobody" }[worth?.outcome ?? "draw"]] ?? "";
  }

  /**
   * @param {Side} side
   * @param {GameOver} end
   */
  title(side, { outcome, text }) {
    return fill(this.says[outcome === "draw" ? "drawn" : outcome === side ? "won" : "lost"], text);
  }

  /** How many hints there were, for the end of a sentence. */
  get hinted() {
    return this.hints === 0
      ? ""
      : this.hints === 1
        ? (this.says["oneHint"] ?? "")
        : fill(this.says["hints"], this.hints);
  }

  /**
   * Says in one line how well the reader played.
   * @param {HTMLElement} into
   * @param {Side} side
   * @param {boolean} isOver
   * @param {Outcome | null} result
   * @param {Worth | null} start
   */
  tell(into, side, isOver, result, start) {
    const { game } = this.view;
    const { says, slip } = this;
    if (slip !== null) {
      const { from, made, better } = slip;
      const after = (/** @type {Move} */ move) =>
        soon(game, move.worth, side === "mouse" ? "cat" : "mouse", game.distanceBefore(move));
      const [one, ...others] = game.pieceMoves(from, made);
      const isSingle = one !== undefined && others.length === 0;
      const phrase = !isSingle ? "slipPlayed" : one[0] === one[1] ? "slipStayed" : "slipWent";
      const to = isSingle ? this.target(from, made) : game.step(from, made);
      sentence(into, fill(says[phrase], to, after(made), this.target(from, better), after(better)), game);
      const lights = [...game.pieceMoves(from, made), ...game.pieceMoves(from, better)];
      into.dataset["lights"] = [...new Set(lights.flat())].join(" ");
    } else if (isOver && start !== null && grade(start.outcome, side) === 0) {
      into.append(fill(says["heldOut"], movesOf(game, this.moves)));
    } else if (isOver && result === side) {
      into.append(fill(says["clean"], movesOf(game, this.moves), this.hinted));
    } else if (isOver) {
      into.append(fill(says["noMistake"], this.hinted));
    } else {
      into.append(says["stepThrough"] ?? "");
    }
  }

  /**
   * Where a move leads, with its vertex marked; a move of several pieces in notation.
   * @param {number} from
   * @param {Move} move
   */
  target(from, move) {
    const { game } = this.view;
    const [one, ...others] = game.pieceMoves(from, move);
    if (one === undefined || others.length > 0) return game.step(from, move);
    return one[0] === one[1] ? (this.says["staying"] ?? "") : `\ue000${one[1]}\ue001`;
  }
}
