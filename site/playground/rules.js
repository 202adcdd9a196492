// The drawer of the rules: a chip for every setting that the library has. It shows the value on the
// board, and changes it.

/** A help text without backticks. @param {string} text */
const plain = (text) => text.replaceAll("`", "");

/** A chip: its field and its name, also where the page has no better one, and the value under each preset. @typedef {{ chip: HTMLElement, field: HTMLSelectElement | HTMLInputElement, name: HTMLElement, usual: string, defaults: string[] }} Chip */

class Rules {
  /** @param {() => void} changed called after a choice */
  constructor(changed) {
    this.changed = changed;
    /** The chips by the keys of the settings. @type {Map<string, Chip>} */
    this.chips = new Map();
    this.form = element("div", { id: "settings", class: "chips" });
    this.sum = element("p", {});
    this.all = button("all-rules", "", () => {
      this.form.classList.toggle("all");
      this.told();
    });
    const reset = button("reset", "As the board says", () => {
      this.reset();
      changed();
    });
    this.root = element("div", {}, this.sum, this.form, element("p", { class: "bar" }, this.all, reset));
    this.told();
  }

  /** Says what the button of the rules that have their usual values does. */
  told() {
    const isAll = this.form.classList.contains("all");
    this.all.textContent = isAll ? "Fewer rules" : "More rules";
    this.all.setAttribute("aria-expanded", String(isAll));
  }

  /**
   * Makes the chips as the library lists the settings.
   * @param {Setting[]} settings
   * @param {Preset[]} presets
   */
  fill(settings, presets) {
    this.titles = presets.map(({ title }) => title);
    const games = presets.map(({ word, title }) => [word, title]);
    const sides = [
      ["mouse", "the Mouse"],
      ["cat", "the Cat"],
    ];
    const answers = [
      ["true", "yes"],
      ["false", "no"],
    ];
    this.choice({ key: "preset", help: "The game whose rules apply where nothing else says" }, games);
    this.choice({ key: "first", help: "Who moves first" }, sides);
    for (const setting of settings) {
      const { kind, words } = setting;
      if (kind === "switch" || kind === "word" || kind === "words")
        this.choice(setting, kind === "switch" ? answers : words.map((word) => [word, word]));
      else this.input(setting);
    }
  }

  /**
   * A chip with a menu.
   * @param {{ key: string, help: string, defaults?: string[] }} setting
   * @param {string[][]} options
   */
  choice(setting, options) {
    // The first option is the value on the board, which is not offered.
    const select = element("select", {}, element("option", { value: "", hidden: "" }));
    for (const [value = "", shown = value] of options) select.append(element("option", { value }, shown));
    select.addEventListener("change", () => this.changed());
    this.chip(setting, select);
  }

  /**
   * A chip with a field for a text; numbers have a button on each side of it.
   * @param {Setting} setting
   */
  input(setting) {
    const { kind, unit, help } = setting;
    const input = element("input", { type: "text", autocomplete: "off", size: kind.startsWith("number") ? "2" : "9" });
    input.addEventListener("input", () => this.changed());
    if (kind === "number") input.setAttribute("inputmode", "numeric");
    if (kind === "sight") {
      input.setAttribute("list", "sights");
      const options = ["never", "within:1", "3", "3,8,13", "always"].map((value) => element("option", { value }));
      this.form.append(element("datalist", { id: "sights" }, ...options));
    }
    const step = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {number} */ by) => {
      const made = button(`${id}-${setting.key}`, sign, () => {
        // Before a choice, the field shows the value on the board as a placeholder.
        input.value = String((Number.parseInt(input.value || input.placeholder, 10) || 0) + by);
        this.changed();
      });
      made.setAttribute("aria-label", `${plain(help)}: ${id}`);
      return made;
    };
    const steps = kind.startsWith("number") ? [step("fewer", "−", -1), step("more", "+", 1)] : [];
    this.chip({ ...setting, help: unit === "" ? help : `${help} (${unit})` }, input, ...steps);
  }

  /**
   * @param {{ key: string, help: string, defaults?: string[] }} setting
   * @param {HTMLSelectElement | HTMLInputElement} field
   * @param {HTMLElement[]} steps
   */
  chip({ key, help, defaults = [] }, field, ...steps) {
    field.id = `rule-${key}`;
    const usual = key.charAt(0).toUpperCase() + key.slice(1).replaceAll("-", " ");
    const name = element("label", { for: field.id }, usual);
    const [fewer, ...more] = steps;
    const parts = fewer === undefined ? [field] : [fewer, field, ...more];
    const chip = element("div", { class: "chip usual", title: plain(help) }, name, ...parts);
    this.chips.set(key, { chip, field, name, usual, defaults });
    this.form.append(chip);
  }

  /**
   * Shows the rules of a board.
   * @param {Data} data
   */
  show(data) {
    this.sum.textContent = data.brief;
    const said = new Map(data.rules.map(({ key, what, how }) => [key, { what, how }]));
    const game = this.titles?.indexOf(said.get("preset")?.how ?? "") ?? 0;
    for (const [key, { chip, field, name, usual, defaults }] of this.chips) {
      const { what = usual, how = defaults[game] ?? "" } = said.get(key) ?? {};
      chip.classList.toggle("usual", !said.has(key));
      name.textContent = what;
      if (field instanceof HTMLInputElement) field.placeholder = how;
      else if (field.options[0] !== undefined) field.options[0].textContent = how;
    }
  }

  /**
   * Marks the fields whose values are problems.
   * @param {Problem[]} problems
   */
  mark(problems) {
    const wrong = new Set(problems.map(({ setting }) => setting));
    for (const [key, { field }] of this.chips) {
      if (wrong.has(key)) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }

  /** The chosen values, by the ids of the fields. @returns {Record<string, string>} */
  get chosen() {
    const fields = [...this.chips.values()].map(({ field }) => field);
    return Object.fromEntries(fields.flatMap(({ id, value }) => (value === "" ? [] : [[id, value]])));
  }

  set chosen(values) {
    for (const { field } of this.chips.values()) field.value = values[field.id] ?? "";
  }

  reset() {
    this.chosen = {};
  }

  /** The chosen rules, as the library reads them. */
  get choices() {
    const {
      preset = null,
      first = null,
      ...rules
    } = Object.fromEntries(
      [...this.chips].flatMap(([key, { field }]) => (field.value === "" ? [] : [[key, field.value]])),
    );
    return { preset, first, rules };
  }
}
