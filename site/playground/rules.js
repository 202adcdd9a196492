// The drawer of the rules: a chip for every setting that the library has.

/** A help text without backticks. @param {string} text */
const plain = (text) => text.replaceAll("`", "");

class Rules {
  /** @param {() => void} changed called after a choice */
  constructor(changed) {
    this.changed = changed;
    /**
     * For each setting a function that reads the chosen value: undefined if there is none, null
     * if it is wrong.
     * @type {Map<string, () => unknown>}
     */
    this.settings = new Map();
    /** The help for each field, by its id. @type {Map<string, string>} */
    this.helps = new Map();
    this.form = element("div", { id: "settings", class: "chips" });
    const reset = button("reset", "As the board says", () => {
      this.reset();
      changed();
    });
    this.sum = element("p", {});
    this.now = element("ul", { id: "rules-now", class: "chips" });
    const about = element("p", { class: "faint" }, "An empty rule is as the board says.");
    this.root = element(
      "div",
      {},
      this.sum,
      this.now,
      element("h3", {}, "Change them"),
      about,
      this.form,
      element("p", {}, reset),
    );
  }

  /**
   * @param {string} id
   * @param {string} name
   * @param {string} help
   * @param {HTMLElement[]} controls
   */
  chip(id, name, help, ...controls) {
    this.helps.set(id, help);
    this.form.append(element("div", { class: "chip", title: help }, element("label", { for: id }, name), ...controls));
  }

  /**
   * Makes the chips as the library lists the settings.
   * @param {Setting[]} settings
   * @param {Preset[]} presets
   */
  fill(settings, presets) {
    const choice = (
      /** @type {string} */ id,
      /** @type {string} */ name,
      /** @type {string} */ help,
      /** @type {string[][]} */ options,
    ) => {
      const select = element("select", { id }, element("option", { value: "" }, "–"));
      for (const [value = "", shown = value] of options) select.append(element("option", { value }, shown));
      select.addEventListener("change", () => this.changed());
      this.chip(id, name, help, select);
      return select;
    };
    const titles = presets.map(({ word, title }) => [word, title]);
    const preset = choice("rule-preset", "the game", "The game whose rules apply where nothing else says", titles);
    this.preset = () => (preset.value === "" ? null : preset.value);
    const sides = [
      ["mouse", "the Mouse"],
      ["cat", "the Cat"],
    ];
    const first = choice("rule-first", "first to move", "Who moves first", sides);
    this.first = () => (first.value === "" ? null : first.value);
    for (const { key, help, kind, words, unit } of settings) {
      const [id, name] = [`rule-${key}`, key.replaceAll("-", " ")];
      if (kind === "switch" || kind === "word") {
        const options =
          kind === "word"
            ? words.map((word) => [word, word])
            : [
                ["true", "yes"],
                ["false", "no"],
              ];
        const select = choice(id, name, plain(help), options);
        const read = kind === "word" ? () => select.value : () => select.value === "true";
        this.settings.set(key, () => (select.value === "" ? undefined : read()));
      } else {
        const placeholder = kind === "vertices" ? "3, a name, none" : kind === "limit" ? "plies, none" : unit;
        const input = element("input", {
          id,
          type: "text",
          placeholder,
          autocomplete: "off",
          "data-kind": kind,
          size: "9",
        });
        input.addEventListener("input", () => this.changed());
        this.settings.set(key, () => this.read(kind, input.value.trim()));
        this.chip(
          id,
          name,
          unit === "" ? plain(help) : `${plain(help)} (${unit})`,
          input,
          ...(key === "cats" ? this.stepper(input) : []),
        );
      }
    }
  }

  /**
   * Two buttons that change a number.
   * @param {HTMLInputElement} input
   */
  stepper(input) {
    const step = (/** @type {number} */ by) => () => {
      input.value = String(Math.max(1, (Number(input.value) || this.count) + by));
      this.changed();
    };
    const [fewer, more] = [button("fewer-cats", "−", step(-1)), button("more-cats", "+", step(1))];
    fewer.setAttribute("aria-label", "One cat fewer");
    more.setAttribute("aria-label", "One cat more");
    return [fewer, more];
  }

  /** The number of cats on the board that is shown. */
  count = 1;

  /** @param {Data} data */
  show(data) {
    this.count = data.cats.count;
    this.sum.textContent = data.brief;
    this.now.replaceChildren(
      ...data.rules.map(([what, how]) => element("li", { class: "chip" }, `${what}: `, element("b", {}, how))),
    );
  }

  /**
   * The value of a field, in the form that the library reads: undefined if the field is empty,
   * null if it is wrong.
   * @param {"number" | "limit" | "vertices" | "kinds"} kind
   * @param {string} text
   */
  read(kind, text) {
    if (text === "") return undefined;
    const whole = (/** @type {string} */ word) => {
      const number = /^[+-]?\d+$/.test(word) ? Number(word) : null;
      return Number.isSafeInteger(number) ? number : null;
    };
    if (kind === "number") return whole(text);
    if (kind === "limit") {
      const plies = whole(text);
      return text === "none" ? "none" : plies === null ? null : { plies };
    }
    if (text === "none") return [];
    if (kind === "kinds") return text.split(/[\s,]+/);
    const cell = /^\(?(\d{1,9})\s*,\s*(\d{1,9})\)?$/.exec(text);
    if (cell !== null) return [{ cell: [Number(cell[1]), Number(cell[2])] }];
    return text.split(/[\s,]+/).map((word) => {
      const number = whole(word);
      return number === null ? { name: word } : { number };
    });
  }

  /**
   * The problems in the fields, which are marked.
   * @returns {Problem[]}
   */
  wrong() {
    /** @type {Problem[]} */
    const problems = [];
    for (const field of this.fields()) {
      const read = this.settings.get(field.id.slice("rule-".length));
      if (read?.() !== null) {
        field.removeAttribute("aria-invalid");
        continue;
      }
      field.setAttribute("aria-invalid", "true");
      const number =
        field.dataset["kind"] === "limit" ? "a whole number such as 2, or none" : "a whole number such as 2";
      const wanted = `${number}; an empty field means what the board says`;
      const message = `“${field.value.trim()}” is no value for “${this.helps.get(field.id) ?? field.id}”`;
      problems.push({ message, wanted, span: null });
    }
    return problems;
  }

  /** The fields of the form. @returns {(HTMLSelectElement | HTMLInputElement)[]} */
  fields() {
    return [...this.form.querySelectorAll("select, input")].filter(
      (field) => field instanceof HTMLSelectElement || field instanceof HTMLInputElement,
    );
  }

  /** The chosen values, by the ids of the fields. @returns {Record<string, string>} */
  get chosen() {
    return Object.fromEntries(this.fields().flatMap(({ id, value }) => (value === "" ? [] : [[id, value]])));
  }

  set chosen(values) {
    for (const field of this.fields()) field.value = values[field.id] ?? "";
  }

  reset() {
    this.chosen = {};
  }

  /** The chosen rules, as the library reads them. */
  get rules() {
    /** @type {Record<string, unknown>} */
    const rules = {};
    for (const [key, read] of this.settings) {
      const value = read();
      if (value !== undefined) rules[key === "hole" ? "holes" : key] = value;
    }
    return rules;
  }
}
