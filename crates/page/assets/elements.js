// Elements of the page: tags, buttons, and sentences whose vertices light up on the board.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 */
function shape(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A button with a text.
 * @param {string} id
 * @param {string} text
 * @param {() => void} act
 */
function button(id, text, act) {
  const made = element("button", { type: "button", id }, text);
  made.addEventListener("click", act);
  return made;
}

/**
 * A button with a drawing instead of a text.
 * @param {string} id
 * @param {string} name what the button does
 * @param {string} path the drawing, in a square of 24 units
 * @param {() => void} act
 */
function iconButton(id, name, path, act) {
  const made = button(id, "", act);
  made.className = "icon";
  made.title = name;
  made.setAttribute("aria-label", name);
  made.append(shape("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: path })));
  return made;
}

/** A vertex in a sentence of the library: its number between two characters for private use. */
const MARK = /\ue000(\d+)\ue001/g;

/**
 * The vertices that a sentence names.
 * @param {string} text
 */
function named(text) {
  return [...text.matchAll(MARK)].map((match) => Number(match[1]));
}

/**
 * Writes a sentence into an element. Each vertex in it is marked, so that the board can light it up.
 * @template {HTMLElement} T
 * @param {T} into
 * @param {string} text
 * @param {Game} game
 */
function sentence(into, text, game) {
  let at = 0;
  for (const match of text.matchAll(MARK)) {
    const vertex = Number(match[1]);
    into.append(
      text.slice(at, match.index),
      element("span", { class: "ref", "data-lights": String(vertex) }, game.label(vertex)),
    );
    at = match.index + match[0].length;
  }
  into.append(text.slice(at).replace(/[\ue000\ue001]/g, ""));
  const all = named(text);
  if (all.length > 0) into.dataset["lights"] = all.join(" ");
  return into;
}
