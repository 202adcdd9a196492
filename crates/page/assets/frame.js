// The frame of the page, made once: the board with its controls, and beside it the tabs and the
// drawers.

/** The drawings of the buttons. */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h9a6.5 6.5 0 0 1 0 13H9",
  redo: "m15 14 5-5-5-5M20 9h-9a6.5 6.5 0 0 0 0 13h4",
  first: "M6 5v14M19 5 9 12l10 7Z",
  back: "m15 5-7 7 7 7",
  play: "m8 5 11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  forward: "m9 5 7 7-7 7",
  last: "M18 5v14M5 5l10 7-10 7Z",
  nearer: "M12 5v14M5 12h14",
  farther: "M5 12h14",
  whole: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  screen: "M3 5h18v11H3ZM12 16v4M8 20h8",
  close: "m6 6 12 12M18 6 6 18",
};

class Frame {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    const root = view.root;
    this.title = element("h1", { id: "title" });
    this.menu = element("nav", { class: "menu", "aria-label": "Menu" });
    const screen = iconButton("projector", "Large, for a projector", ICONS.screen, () => view.project());
    this.header = element("header", { class: "top" }, this.title, this.menu, screen);
    this.prompt = element("h2", { id: "prompt" });
    this.status = element("p", { id: "status", role: "status" });
    this.brief = element("p", { id: "brief" });
    this.give = element("span", { class: "give" });
    this.give.append(
      button("show-me", "Show me", () => view.challenge.reveal()),
      button("hint-move", "Hint", () => view.hintAt()),
    );
    this.bar = element("div", { id: "bar", role: "img" }, element("span", {}), element("b", {}));
    this.holder = element("div", { class: "board" });
    this.zoomers = element(
      "div",
      { class: "zoomers" },
      iconButton("zoom-in", "Nearer", ICONS.nearer, () => view.board?.zoom(0.7)),
      iconButton("zoom-out", "Farther", ICONS.farther, () => view.board?.zoom(1 / 0.7)),
      iconButton("zoom-all", "The whole board", ICONS.whole, () => view.board?.zoom(100)),
    );
    this.hint = element("p", { id: "hint", role: "status" });
    this.steps = {
      first: iconButton("line-start", "Start", ICONS.first, () => view.toPly(0)),
      back: iconButton("line-back", "Back", ICONS.back, () => view.toPly(view.play.at - 1)),
      play: iconButton("line-play", "Play the line", ICONS.play, () => view.autoplay()),
      forward: iconButton("line-forward", "Forward", ICONS.forward, () => view.toPly(view.play.at + 1)),
      end: iconButton("line-end", "End", ICONS.last, () => view.toPly(view.play.track.length - 1)),
    };
    this.undoButton = iconButton("undo", "Undo", ICONS.undo, () => view.back());
    this.redoButton = iconButton("redo", "Redo", ICONS.redo, () => view.again());
    this.placeButton = button("place", "Place", () => {
      view.placing = !view.placing;
      view.cancel();
    });
    this.placeButton.title = "Place pieces anywhere";
    this.transport = element(
      "div",
      { class: "transport", role: "group", "aria-label": "Steps" },
      this.undoButton,
      this.redoButton,
      this.give,
      element("span", { class: "steps" }, ...Object.values(this.steps)),
      this.placeButton,
    );
    this.tools = element("div", { class: "tools" });
    this.notices = element("div", { class: "notices" });
    const stage = element(
      "section",
      { class: "stage", "aria-label": "Board" },
      element("div", { class: "say" }, this.prompt, this.status, this.brief),
      element("div", { class: "table" }, this.bar, this.holder),
      element("div", { class: "under" }, this.hint, this.zoomers),
      this.notices,
      element("div", { class: "controls" }, this.transport, this.tools),
    );
    this.headline = element("p", { id: "headline" });
    /** The panels by name. @type {Map<string, HTMLElement>} */
    this.panels = new Map();
    /** The buttons that open panels. @type {Map<string, HTMLElement>} */
    this.openers = new Map();
    this.tabs = element("div", { class: "tabs", role: "tablist", "aria-label": "About the game" });
    this.side = element("aside", { class: "side", "aria-label": "Analysis" }, view.challenge.root, this.tabs);
    this.main = element("main", {}, stage, this.side);
    root.classList.add("app");
    root.replaceChildren(this.header, this.main);
    this.tab("moves", "Moves", view.movesPanel.root);
    this.tab("line", "Line", view.linePanel.root);
    this.tab("story", "Story", element("div", {}, this.headline, view.storyPanel.root));
    this.tab("map", "Map", view.mapPanel.root);
    /** The tab that is shown. */
    this.shownTab = "moves";
    /** The panel that covers the tabs, if there is one. @type {string | null} */
    this.opened = null;
    /** The panel beside a board with hidden values, where there is room. @type {string | null} */
    this.home = null;
    /** Called when a panel has been opened over the tabs, and when the reader has closed it. @type {(() => void) | null} */
    this.onOpen = null;
    /** @type {(() => void) | null} */
    this.onLeave = null;
    this.narrow = matchMedia("(max-width: 52rem) and (min-height: 30rem), (max-width: 36rem)");
    this.narrow.addEventListener("change", () => this.arrange());
    this.arrange();
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {HTMLElement} content
   */
  tab(name, title, content) {
    const opener = button(`tab-${name}`, title, () => {
      this.shownTab = name;
      this.open(null);
    });
    for (const [key, value] of Object.entries({ role: "tab", "aria-controls": `panel-${name}` }))
      opener.setAttribute(key, value);
    opener.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const all = [...this.tabs.children];
      const next = all[(all.indexOf(opener) + step + all.length) % all.length];
      if (next instanceof HTMLElement) {
        next.click();
        next.focus();
      }
      event.preventDefault();
      event.stopPropagation();
    });
    this.tabs.append(opener);
    this.openers.set(name, opener);
    const panel = element(
      "div",
      { class: "panel", id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, tabindex: "0" },
      content,
    );
    this.panels.set(name, panel);
    this.side.append(panel);
  }

  /**
   * Adds a panel that a button of the menu opens instead of the tabs.
   * @param {string} name
   * @param {string} title
   * @param {HTMLElement} content
   */
  drawer(name, title, content) {
    const opener = button(`open-${name}`, title, () => {
      if (this.opened === name) this.left();
      else this.open(name);
    });
    this.menu.append(opener);
    this.openers.set(name, opener);
    const close = iconButton(`close-${name}`, "Close", ICONS.close, () => this.left());
    const panel = element(
      "section",
      { class: "panel drawer", id: `panel-${name}`, "aria-labelledby": `open-${name}`, tabindex: "0" },
      element("div", { class: "drawer-top" }, element("h2", {}, title), close),
      content,
    );
    this.panels.set(name, panel);
    this.side.append(panel);
    this.arrange();
  }

  /**
   * Opens a panel; null for the tabs.
   * @param {string | null} name
   */
  open(name) {
    const isNew = name !== null && name !== this.opened;
    this.opened = name;
    this.arrange();
    if (this.view.game !== undefined) this.view.refresh();
    if (!isNew) return;
    this.side.scrollTop = 0;
    const panel = this.panels.get(name);
    if (panel !== undefined) panel.scrollTop = 0;
    this.onOpen?.();
  }

  close() {
    this.open(null);
  }

  /** The reader closes the panel. */
  left() {
    this.close();
    this.onLeave?.();
  }

  /** Shows the chosen panel, and hides the others. */
  arrange() {
    this.view.root.classList.toggle("veiled", this.view.veiled);
    this.view.root.classList.toggle("drawn-out", this.opened !== null);
    this.view.root.classList.toggle("debriefed", !this.view.challenge.root.hidden);
    const home = this.narrow.matches ? null : this.view.mapPanel.film === null ? this.home : "map";
    const shown = this.opened ?? (this.view.veiled ? home : this.shownTab);
    for (const [name, panel] of this.panels) {
      panel.hidden = name !== shown;
      const opener = this.openers.get(name);
      if (opener?.getAttribute("role") === "tab") {
        opener.setAttribute("aria-selected", String(name === this.shownTab && this.opened === null));
        opener.setAttribute("tabindex", name === this.shownTab ? "0" : "-1");
      } else opener?.setAttribute("aria-expanded", String(name === shown));
    }
    this.tabs.hidden = this.view.veiled || this.opened !== null;
    this.view.challenge.root.classList.toggle("covered", this.opened !== null);
  }
}
