// A game with hidden values against perfect play, and what it shows at its end.

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
    /** What the reader may do at its end besides trying again. @type {(() => HTMLElement[]) | null} */
    this.onEnd = null;
    /** Whether the reader has kept what the start promised. */
    this.isSolved = false;
    /** The move that the end is about. @type {ReturnType<typeof slip>} */
    this.slip = null;
    this.root = element("section", { id: "debrief", "aria-live": "polite", hidden: "" });
  }

  /**
   * Begins at the shown position.
   * @param {Side} side
   */
  begin(side) {
    const { view } = this;
    this.from = view.play.here;
    this.side = side;
    this.hints = 0;
    this.hintedAt = -1;
    this.slip = null;
    this.root.hidden = true;
    view.play.stand({ track: [this.from], at: 0 });
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

  /** The question that the reader answers by playing. */
  get prompt() {
    const { game } = this.view;
    if (this.side === "cat")
      return game.cats.count > 1 ? "You are the cats. Can you stop it?" : "You are the Cat. Can you stop it?";
    return "You are the Mouse. Can you escape?";
  }

  /** Counts a move that is hinted at, once. */
  hint() {
    const { at } = this.view.play;
    if (this.side !== null && this.hintedAt !== at) this.hints++;
    this.hintedAt = at;
  }

  /** Shows the end if the game is over. */
  watch() {
    if (this.side !== null && this.view.play.isOver) this.reveal();
  }

  /** Gives up hiding: shows the values, the reasons, and the move that threw the game away. */
  reveal() {
    const { view } = this;
    const { game, play } = view;
    const side = this.side;
    if (side === null) return;
    const moments = play.moments.slice(play.begun, play.at + 1);
    const played = moments.map(({ id }) => id);
    const end = play.ended();
    const isOver = end !== null;
    const start = game.worth(moments[0] ?? play.now);
    const result = end?.outcome ?? null;
    this.side = null;
    play.oppose(null);
    this.isSolved = isOver && start !== null && result !== null && grade(result, side) >= grade(start.outcome, side);
    this.slip = slip(game, moments, side);
    const title = isOver
      ? this.title(side, end)
      : `With best play ${start === null ? "the end is unknown" : says(start.outcome)}.`;
    const text = element("p", { id: "why" });
    this.tell(text, side, played.length - 1, isOver, result, start);
    const reasons = game.data.story
      .slice(0, 2)
      .map((reason) => sentence(element("p", { class: "story", tabindex: "0" }), reason, game));
    // The whole line is there to be stepped through.
    const line = isOver ? played : play.continued(played);
    play.stand({ track: line, at: this.slip === null ? (isOver ? played.length - 1 : 0) : this.slip.ply - 1 });
    if (played.length === 1) play.stand({ track: this.from === play.main[0] ? play.main : line, at: 0 });
    const begin = button("try-again", "Try again", () => this.again(side));
    this.root.replaceChildren(
      element("h2", {}, title),
      text,
      ...reasons,
      element("p", { class: "bar" }, begin, ...(this.onEnd?.() ?? [])),
    );
    this.root.hidden = false;
    view.frame.opened = null;
    view.arrive();
  }

  /**
   * @param {Side} side
   * @param {GameOver} end
   */
  title(side, { outcome, text }) {
    return `${outcome === "draw" ? "A draw" : outcome === side ? "You win" : "You lose"}: ${text}.`;
  }

  /** How many hints there were, for the end of a sentence. */
  get hinted() {
    return this.hints === 0 ? "" : this.hints === 1 ? ", with 1 hint" : `, with ${this.hints} hints`;
  }

  /**
   * Says in one sentence or two how well the reader played.
   * @param {HTMLElement} into
   * @param {Side} side
   * @param {number} count
   * @param {boolean} isOver
   * @param {Outcome | null} result
   * @param {Worth | null} start
   */
  tell(into, side, count, isOver, result, start) {
    const { game } = this.view;
    const slipped = this.slip;
    const length = start?.distance ?? null;
    if (slipped !== null) {
      const better = `${game.step(slipped.from, slipped.better)}: ${spoken(game, slipped.better.worth, game.distanceBefore(slipped.better))}`;
      const made = game.step(slipped.from, slipped.made);
      const lights = [...game.pieceMoves(slipped.from, slipped.made), ...game.pieceMoves(slipped.from, slipped.better)];
      into.dataset["lights"] = [...new Set(lights.flat())].join(" ");
      into.append(
        slipped.isLost
          ? `At ply ${slipped.ply} you threw it away with ${made}. Better was ${better}.`
          : `At ply ${slipped.ply} ${made} took longer than ${better}.`,
      );
    } else if (isOver && start !== null && grade(start.outcome, side) === 0) {
      into.append(
        `You were lost from the start. You held out for ${plies(count)}${length === null ? "" : `; ${amount(game, length)} were possible`}.`,
      );
    } else if (isOver && result === side) {
      into.append(`In ${plies(count)}, without a mistake${this.hinted}.`);
    } else if (isOver) {
      into.append(`You made no mistake${this.hinted}.`);
    } else {
      into.append(`${length === null ? "" : `It takes ${amount(game, length)}. `}Step through the line to see how.`);
    }
  }
}

/** @param {Outcome} outcome */
function says(outcome) {
  return { mouse: "the Mouse escapes", cat: "the Cat wins", draw: "neither side wins" }[outcome];
}
