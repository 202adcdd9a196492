// What the tests of the playground do over and over: open it, write a board, open a drawer, drag.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { launch, open } from "./browser.js";

export { press } from "./browser.js";

import { catmouse, root } from "./catmouse.js";
import { serve } from "./server.js";

export const SITE = join(root, "target/site");
export const skip = existsSync(join(SITE, "catmouse.wasm")) ? false : "left out: `cargo xtask site` has not been run";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {{ address: string, close: () => void }} */
let site;
before(async () => {
  if (skip) return;
  browser = await launch();
  site = await serve(SITE);
});
after(async () => {
  await browser?.close();
  site?.close();
});

/**
 * Opens the playground, calls `act`, and asserts that there were no complaints and no requests to
 * other hosts.
 * @param {(page: import("playwright-core").Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function visit(act, options) {
  const { context, page, complaints, requests } = await open(browser, options);
  await page.goto(site.address);
  await ready(page);
  await act(page);
  assert.deepEqual(complaints, []);
  for (const request of requests) assert.ok(request.startsWith(site.address) || /^(data|blob):/.test(request), request);
  await context.close();
}

/**
 * Waits until the library has come.
 * @param {import("playwright-core").Page} page
 */
export async function ready(page) {
  await page.waitForSelector("#puzzle-1", { state: "attached" });
}

/**
 * Opens a drawer.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function drawer(page, name) {
  if (await page.locator(`#panel-${name}`).isHidden()) await page.click(`#open-${name}`);
}

/**
 * Opens a tab.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function tab(page, name) {
  for (const open of await page.locator(".drawer:visible").all()) await open.locator("[id^=close-]").click();
  await page.click(`#tab-${name}`);
}

/**
 * Chooses a value on a tab.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} selector
 * @param {string} value
 */
export async function choose(page, name, selector, value) {
  await tab(page, name);
  await page.selectOption(selector, value);
}

/**
 * Chooses a rule.
 * @param {import("playwright-core").Page} page
 * @param {string} key
 * @param {string} value
 */
export async function rule(page, key, value) {
  await drawer(page, "rules");
  const field = page.locator(`#rule-${key}`);
  if (await field.isHidden()) await page.click("#all-rules");
  if ((await field.evaluate((found) => found.tagName)) === "SELECT") await field.selectOption(value);
  else await field.fill(value);
}

/**
 * Writes a board into the text field, and waits for the result.
 * @param {import("playwright-core").Page} page
 * @param {string} text
 */
export async function write(page, text) {
  await drawer(page, "text");
  await page.fill("#text", text);
  await settled(page);
}

/**
 * Waits for the result of a change. The page reports that it is busy before the event of the change
 * ends.
 * @param {import("playwright-core").Page} page
 */
export async function settled(page) {
  await page.waitForSelector("#view[aria-busy=false]");
}

/**
 * The answer of the command about a board.
 * @param {...string} words
 */
export function outcome(...words) {
  const { outcome, distance_plies } = JSON.parse(catmouse("solve", ...words, "--format", "json"));
  return { outcome, distance: String(distance_plies ?? "") };
}

/** @param {import("playwright-core").Page} page */
export function status(page) {
  return page.evaluate(() => {
    const { outcome, distance } = /** @type {HTMLElement} */ (document.querySelector("#status")).dataset;
    return { outcome, distance };
  });
}

/**
 * Drags from the middle of one element to that of another, or from another point of the first.
 * @param {import("playwright-core").Page} page
 * @param {string} from
 * @param {string} to
 * @param {{ x: number, y: number }} at
 */
export async function drag(page, from, to, at = { x: 0.5, y: 0.5 }) {
  const [one, other] = [await page.locator(from).first().boundingBox(), await page.locator(to).first().boundingBox()];
  assert.ok(one !== null && other !== null);
  await page.mouse.move(one.x + one.width * at.x, one.y + one.height * at.y);
  await page.mouse.down();
  await page.mouse.move(other.x + other.width / 2, other.y + other.height / 2, { steps: 12 });
  await page.mouse.up();
}

/**
 * A square grid with mouse, cat and food in the first row.
 * @param {number} size
 */
export function square(size) {
  return `MCF${".".repeat(size - 3)}\n${`${".".repeat(size)}\n`.repeat(size - 1)}`;
}
