// A game with hidden values against perfect play, and what it shows at its end.

class Challenge {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** The side that the reader plays; null if the values are shown. @type {Side | null} */
    this.side = null;
    /** The position at which it began. */
    this.from = 0;
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
    const played = play.track.slice(play.begun, play.at + 1);
    const ended = play.ended();
    const last = game.worth(play.here);
    const { isOver } = play;
    const start = game.worth(this.from);
    const result = ended !== null ? this.agreed() : (last?.outcome ?? null);
    this.side = null;
    play.oppose(null);
    this.isSolved = isOver && start !== null && result !== null && grade(result, side) >= grade(start.outcome, side);
    this.slip = slip(game, played, side);
    const title = isOver
      ? this.title(side, result)
      : `With best play ${start === null ? "the end is unknown" : says(start.outcome)}.`;
    const text = element("p", { id: "why" });
    this.tell(text, side, played.length - 1, isOver, result, start);
    const reasons = game.data.story
      .slice(0, 2)
      .map((reason) => sentence(element("p", { class: "story", tabindex: "0" }), reason, game));
    // The whole line is there to be stepped through.
    const line = [...played, ...(isOver ? [] : play.continuation(play.here))];
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

  /** The outcome of a game that the board does not end. */
  agreed() {
    const { agreed } = this.view.game.data;
    return agreed.limit?.[1] ?? agreed.endless;
  }

  /**
   * @param {Side} side
   * @param {Outcome | null} result
   */
  title(side, result) {
    if (result === "draw") return side === "mouse" ? "You are not caught: a draw." : "It got away: a draw.";
    if (side === "mouse") return result === "mouse" ? "You escaped!" : "You are caught.";
    return result === "cat" ? "You have it!" : "It escaped.";
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
      const lights = [
        ...game.pieceMoves(slipped.from, slipped.made),
        ...game.pieceMoves(slipped.from, slipped.better),
      ];
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
      into.append(`In ${plies(count)}, without a mistake.`);
    } else if (isOver) {
      into.append("You made no mistake.");
    } else {
      into.append(`${length === null ? "" : `It takes ${amount(game, length)}. `}Step through the line to see how.`);
    }
  }
}

/** @param {Outcome} outcome */
function says(outcome) {
  return { mouse: "the Mouse escapes", cat: "the Cat wins", draw: "neither side wins" }[outcome];
}
