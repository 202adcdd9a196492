// Starts a browser, and records what a page reports or loads from outside.

import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const CANDIDATES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the browser: `CHROMIUM`, or the first usual path that exists. */
export function executable() {
  const found = process.env["CHROMIUM"] ?? CANDIDATES.find((path) => existsSync(path));
  if (found === undefined) throw new Error("there is no chromium here: apt-get install chromium");
  return found;
}

/** A new temporary folder. */
export function folder() {
  return mkdtempSync(join(tmpdir(), "catmouse-page-"));
}

/** Starts the browser. */
export function launch() {
  return chromium.launch({
    executablePath: executable(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

/**
 * Opens a page, and records its complaints and requests.
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(browser, options = {}) {
  const context = await browser.newContext({ serviceWorkers: "block", ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error}`));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  return { context, page, complaints, requests };
}

/**
 * Clicks where an element is, whatever lies above it: a piece stands on its vertex.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
export async function press(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`there is no ${selector} to click on`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
