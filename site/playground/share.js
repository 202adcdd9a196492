// The drawer for passing a board on: its address, a puzzle, and its text in other forms.

/**
 * The most characters of an address. Some programs truncate longer ones, so a larger board gets
 * none.
 */
const LONGEST_ADDRESS = 8000;

/** The longer side of a picture of pixels. */
const PIXELS = 1200;

class Share {
  /** @param {Playground} playground */
  constructor(playground) {
    this.playground = playground;
    this.link = element("a", { id: "link" }, "A link to this board and this position");
    this.copied = element("textarea", {
      id: "copied",
      rows: "7",
      readonly: "",
      "aria-label": "The copied text",
      hidden: "",
    });
    const copy = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => string} */ make) =>
      button(id, text, () => this.show(make()));
    const address = (/** @type {Record<string, string>} */ words) => () =>
      playground.address(words) ?? "This board is too large for an address.";
    this.root = element(
      "div",
      {},
      element("p", {}, this.link),
      element("p", { class: "bar" }, copy("copy-link", "Copy the link", address({}))),
      element("h3", {}, "As a puzzle, with hidden values"),
      element(
        "p",
        { class: "bar" },
        copy("copy-puzzle-mouse", "For the Mouse", address({ play: "mouse" })),
        copy("copy-puzzle-cat", "For the Cat", address({ play: "cat" })),
      ),
      element("h3", {}, "Copy as"),
      element(
        "p",
        { class: "bar" },
        copy("copy-leetcode", "LeetCode", () => this.written("leetcode")),
        copy("copy-toml", "TOML", () => this.written("setup")),
        copy("copy-command", "Command", () => this.written("command")),
        copy("copy-python", "Python", () => this.written("python")),
        copy("copy-svg", "SVG", () => this.picture()),
        button("save-png", "PNG", () => this.save(playground.view.board?.svg ?? null, "catmouse.png")),
      ),
      this.copied,
    );
  }

  /** @param {string} text */
  show(text) {
    this.copied.hidden = false;
    this.copied.value = text;
    this.playground.view.copy(text, this.copied);
  }

  /**
   * The board in a format of the library, or why there is none.
   * @param {string} format
   */
  written(format) {
    const { library, view } = this.playground;
    const program = view.game.data.unseen && library.unseen;
    const answer = library.answer({ write: { board: this.playground.board(), format } }, program);
    if (answer.answer === "written") return answer.text;
    return answer.answer === "refused" ? answer.problems.map(problemText).join("\n") : "";
  }

  /** The picture of the board as it is shown, with its style. */
  picture() {
    const { board } = this.playground.view;
    return board === undefined ? "" : this.alone(board.svg);
  }

  /** A picture with its style. @param {SVGElement} svg */
  alone(svg) {
    const copy = /** @type {SVGElement} */ (svg.cloneNode(true));
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText));
    const style = shape("style", {}, rules.filter((rule) => !rule.startsWith("@media print")).join("\n"));
    copy.setAttribute("xmlns", SVG);
    copy.classList.add("board");
    copy.prepend(style);
    return copy.outerHTML;
  }

  /**
   * Saves a picture as a file of pixels.
   * @param {SVGElement | null} svg
   * @param {string} name
   */
  async save(svg, name) {
    if (svg === null) return;
    const [, , width = 1, height = 1] = (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
    const scale = PIXELS / Math.max(width, height);
    const copy = this.alone(svg).replace("<svg ", `<svg width="${width * scale}" height="${height * scale}" `);
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(copy)}`;
    await image.decode();
    const canvas = element("canvas", { width: String(width * scale), height: String(height * scale) });
    const pen = canvas.getContext("2d");
    if (pen === null) return;
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--sheet");
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0);
    const file = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done));
    if (file === null) return;
    const link = element("a", { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  refresh() {
    const address = this.playground.address({});
    this.link.hidden = address === null;
    if (address !== null) this.link.href = address;
  }
}
