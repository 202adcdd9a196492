// The tab of the line: its plies with remarks, and the curve of the distances.

class LinePanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.about = element("p", { class: "faint" });
    this.list = element("ol", { id: "line", class: "line", tabindex: "0", "aria-label": "The line" });
    this.ending = element("p", { id: "ending" });
    this.graph = element("div", { id: "curve" });
    this.graph.addEventListener("click", (event) => {
      const moment = event.target instanceof Element ? event.target.closest("[data-ply]") : null;
      if (moment !== null) view.toPly(Number(moment.getAttribute("data-ply")));
    });
    const back = button("line-main", "Back to the explained line", () => view.toMain());
    this.again = element("p", { class: "bar" }, back);
    /** The line that is listed. @type {Moment[] | null} */
    this.track = null;
    this.root = element("div", {}, this.graph, this.about, this.again, this.list, this.ending);
  }

  show() {
    this.track = null;
  }

  refresh() {
    const { play, game } = this.view;
    if (this.track !== play.track) this.write(game, play);
    for (const [ply, made] of (this.buttons ?? []).entries()) {
      if (ply + 1 === play.at) made.setAttribute("aria-current", "step");
      else made.removeAttribute("aria-current");
    }
    const current = this.buttons?.[play.at - 1]?.parentElement;
    if (current) {
      const [top, bottom] = [
        current.offsetTop - this.list.offsetTop,
        current.offsetTop - this.list.offsetTop + current.offsetHeight,
      ];
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      else if (bottom > this.list.scrollTop + this.list.clientHeight)
        this.list.scrollTop = bottom - this.list.clientHeight;
    }
    for (const kind of [".moment", ".spot"])
      for (const [ply, part] of this.graph.querySelectorAll(kind).entries())
        part.classList.toggle("now", ply === play.at);
  }

  /**
   * @param {Game} game
   * @param {Play} play
   */
  write(game, play) {
    this.track = play.track;
    const { data } = game;
    const isMain = play.track === play.main;
    const shared = play.shared;
    this.about.textContent =
      play.track.length === 1
        ? "There is no move to play."
        : isMain
          ? game.worth(play.track[0] ?? play.now)?.by === "play"
            ? "Both play perfectly: the winner hurries, the loser delays."
            : "Both play perfectly: neither can force more."
          : shared < 0
            ? "From another position, and then best play."
            : `Another way from ply ${shared + 1} on, and then best play.`;
    this.again.hidden = isMain;
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    const items = play.track.slice(1).map((now, index) => {
      const before = play.track[index] ?? now;
      const [from, step] = [before.id, game.between(before, now)];
      const made = element(
        "button",
        { type: "button", class: "ply", "data-ply": String(index + 1) },
        game.step(from, step),
      );
      made.dataset["lights"] = game.pieceMoves(from, step).flat().join(" ");
      made.addEventListener("click", () => this.view.toPly(index + 1));
      this.buttons?.push(made);
      const remark = element("span", { class: "remark" }, " ");
      if (index < shared) sentence(remark, data.line[index]?.remark ?? "", game);
      else remark.append(this.remark(game, before, now));
      return element("li", { "data-turn": game.tokens(from).turn }, made, remark);
    });
    this.list.replaceChildren(...items);
    this.ending.replaceChildren();
    if (isMain) sentence(this.ending, data.ending, game);
    else {
      const last = play.track.at(-1) ?? play.now;
      const end = game.over(last);
      this.ending.textContent = end === null ? verdict(game, game.worth(last)) : ended(end);
    }
    this.graph.replaceChildren(...(play.track.length > 1 ? [curve(game, play.track)] : []));
  }

  /**
   * What a move is, by the values alone.
   * @param {Game} game
   * @param {Moment} before
   * @param {Moment} now
   */
  remark(game, before, now) {
    const from = before.id;
    const moves = game.moves(before) ?? [];
    const made = moves.find((move) => isSame(now, after(before, move)));
    const [better] = moves;
    if (!made?.worth || !better?.worth) return "";
    const { turn } = game.tokens(from);
    if (made.best || (made.worth.outcome === better.worth.outcome && !isMistimed(game, made, better, turn))) {
      const equal = moves.filter((move) => move.worth?.outcome === made.worth?.outcome).length;
      return equal === 1 && moves.length > 1 && made.worth.outcome !== (turn === "mouse" ? "cat" : "mouse")
        ? "the only move that keeps it"
        : "";
    }
    const instead = `${game.step(from, better)}: ${spoken(game, better.worth, game.distanceBefore(better))}`;
    const isWorse = grade(made.worth.outcome, turn) < grade(better.worth.outcome, turn);
    const isLost = made.worth.outcome === (turn === "mouse" ? "cat" : "mouse");
    return isWorse ? `throws it away; ${instead}` : `${isLost ? "loses sooner" : "slower"} than ${instead}`;
  }
}
