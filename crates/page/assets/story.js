// The tab of the story: why the game is won, how it is held, and its rules.

class StoryPanel {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.root = element("div", {});
  }

  /**
   * @param {Data} data
   * @param {Game} game
   */
  show(data, game) {
    const told = data.story.map((part) => paragraph(part, game));
    const held = data.holdings.flatMap(({ claim, answers }) => [
      sentence(element("p", {}), claim, game),
      element("ul", { class: "answers" }, ...answers.map((answer) => sentence(element("li", {}), answer, game))),
    ]);
    const returned =
      data.leetcode === null
        ? []
        : [element("p", { id: "leetcode" }, "LeetCode’s answer: ", element("code", {}, data.leetcode))];
    const rows = data.rules.flatMap(({ what, how }) => [element("dt", {}, what), element("dd", {}, how)]);
    this.root.replaceChildren(
      ...data.leftOut.map((text) => element("p", { class: "left-out" }, text)),
      ...(told.length > 0 ? told : [element("p", { class: "faint" }, "There is nothing to tell but the line.")]),
      ...(held.length > 0
        ? [element("details", {}, element("summary", {}, "How it is held: every answer"), ...held)]
        : []),
      ...returned,
      element("h2", { class: "part" }, "The rules"),
      element("p", {}, data.brief),
      element("dl", { class: "rules" }, ...rows),
    );
    for (const text of this.root.querySelectorAll("[data-lights]:not(.ref)")) text.setAttribute("tabindex", "0");
  }
}

/**
 * A paragraph of the story.
 * @param {StoryPart} part
 * @param {Game} game
 */
function paragraph({ label, text }, game) {
  const into = element("p", { class: "story", tabindex: "0" });
  if (label !== "") into.append(element("b", {}, `${label}:`), " ");
  return sentence(into, text, game);
}
