// Random games under limits, played by clicks, whose values are compared with those of the command.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folder } from "./browser.js";
import { catmouse } from "./catmouse.js";

/** Random numbers, the same in every run. @param {number} seed */
export function dice(seed) {
  let state = seed;
  return (/** @type {number} */ count) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * count);
  };
}

/** A connected board; some have costs. @param {(count: number) => number} roll */
export function board(roll) {
  const vertices = 5 + roll(3);
  const costs = roll(3) === 0;
  /** @type {Map<number, number>[]} */
  const lists = Array.from({ length: vertices }, () => new Map());
  const join = (/** @type {number} */ one, /** @type {number} */ other) => {
    const cost = costs ? 1 + roll(3) : 1;
    lists[one]?.set(other, cost);
    lists[other]?.set(one, cost);
  };
  for (let vertex = 1; vertex < vertices; vertex++) join(vertex, roll(vertex));
  for (let extra = roll(vertices); extra > 0; extra--) {
    const [one, other] = [roll(vertices), roll(vertices)];
    if (one !== other) join(one, other);
  }
  const text = JSON.stringify(lists.map((list) => [...list].map(([to, cost]) => (costs ? [to, cost] : to))));
  return { text, vertices };
}

const FOLDER = folder();

/**
 * A random board under a limit, as a setup and as a file.
 * @param {(count: number) => number} roll
 */
export function limited(roll) {
  const { text, vertices } = board(roll);
  const place = () => 1 + roll(vertices - 1);
  const winner = ["draw", "mouse", "cat"][roll(3)];
  const rules = `[rules]\nhole = 0\nlimit = ${2 + roll(8)}\nlimit-winner = "${winner}"\n`;
  const start = `[start]\nmouse = ${place()}\ncats = [${Array.from({ length: 1 + roll(2) }, place).join(", ")}]\n`;
  const setup = `catmouse = 1\n[board]\nadjacency = ${text}\n${rules}${start}`;
  const path = join(FOLDER, `limit-${roll(1 << 30)}.toml`);
  writeFileSync(path, setup);
  return { setup, path };
}

/** @param {{ distance_plies: number | null, distance_cost: number | null }} answer */
function distance(answer) {
  return answer.distance_cost ?? answer.distance_plies;
}

/**
 * The outcome and the distance that the page shows for the position, and for its moves.
 * @param {import("playwright-core").Page} page
 */
export function shown(page) {
  return page.evaluate(() => {
    const read = (/** @type {Element | null} */ element) => {
      const { outcome, distance, best } = /** @type {HTMLElement} */ (element).dataset;
      return { outcome, distance: distance === "" ? null : Number(distance), best };
    };
    const status = document.querySelector("#status");
    const note = document.querySelector("#moves-note")?.textContent ?? "";
    return { ...read(status), note, moves: [...document.querySelectorAll(".move")].map(read) };
  });
}

/**
 * Compares the values on the page with an answer of `catmouse moves`.
 * @param {import("playwright-core").Page} page
 * @param {import("./catmouse.js").Moves} expect
 * @param {string} where
 * @param {boolean} isLimited
 */
export async function agrees(page, expect, where, isLimited) {
  const seen = await shown(page);
  assert.equal(seen.outcome, expect.outcome, where);
  assert.equal(seen.distance, distance(expect), where);
  if (seen.note.startsWith("The best") || (isLimited && seen.note === "The game is over.")) return;
  assert.deepEqual(
    seen.moves,
    expect.moves.map((move) => ({ outcome: move.outcome, distance: distance(move), best: String(move.best) })),
    where,
  );
}

/**
 * Plays random moves by clicks on the list, and compares each position with the command, and the whole
 * game with `catmouse annotate`. Returns the number of plies.
 * @param {import("playwright-core").Page} page
 * @param {string} path
 * @param {(count: number) => number} roll
 */
export async function playOut(page, path, roll) {
  /** @type {string[]} */
  const played = [];
  for (;;) {
    const after = played.length > 0 ? ["--after", played.join(" ")] : [];
    const expect = JSON.parse(catmouse("moves", path, ...after, "--format", "json"));
    const where = `${path} after ${played.join(" ")}`;
    await agrees(page, expect, where, true);
    const steps = await page.locator(".move .step").allTextContents();
    const status = (await page.textContent("#status")) ?? "";
    const { mouse, cats } = expect.position;
    // Only a mouse in the hole has escaped, and only one beside a cat is caught.
    if (steps.length === 0) {
      assert.equal(/escaped|reached|is in the hole/.test(status), mouse === 0, `${where}: ${status}`);
      assert.equal(/caught/.test(status), mouse !== 0 && cats.includes(mouse), `${where}: ${status}`);
    }
    if (steps.length === 0 || played.length === 8) break;
    const chosen = roll(steps.length);
    played.push(steps[chosen] ?? "");
    await page.locator(".move").nth(chosen).click();
  }
  if (played.length === 0) return 0;
  const told = JSON.parse(catmouse("annotate", path, played.join(" "), "--format", "json")).moves.at(-1);
  assert.equal((await shown(page)).outcome, told.outcome, `${path}: ${played.join(" ")}`);
  return played.length;
}
