// Tests of the studio in a real browser: boards drawn by hand, links that keep everything, a hand on
// a phone, and the puzzle of a day.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { launch, open } from "./browser.js";
import {
  drag,
  drawer,
  outcome,
  press,
  ready,
  rule,
  SITE,
  settled,
  skip,
  status,
  tab,
  visit,
  write,
} from "./playground.js";
import { serve } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const CYCLE = "[[1,5],[0,2],[1,3],[2,4],[3,5],[0,4]]";

/** Phones, upright and lying. */
const PHONES = [
  { width: 360, height: 640 },
  { width: 430, height: 932 },
  { width: 932, height: 430 },
];

/**
 * The middle of an element on the screen.
 * @param {Page} page
 * @param {string} selector
 */
async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box !== null, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The vertices of the cats. @param {Page} page */
function cats(page) {
  return page
    .locator("[id^=at-cat]")
    .evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLSelectElement} */ (input).value));
}

/** The flags of the command that put the cats where they are. @param {Page} page */
async function flags(page) {
  const names = await page
    .locator("[id^=at-cat]")
    .evaluateAll((inputs) =>
      inputs.map((input) => /** @type {HTMLSelectElement} */ (input).selectedOptions[0]?.text ?? ""),
    );
  return names.flatMap((name) => ["--cat", name.replace(/[()]/g, "")]);
}

/** Loads the address of a page in a new page. @param {Page} page @param {string} address */
async function other(page, address = page.url()) {
  const found = await page.context().newPage();
  await found.goto(address);
  await ready(found);
  await settled(found);
  return found;
}

test("as many cats as are clicked on the board, on lists, grids and graphs with names", { skip }, async () => {
  await visit(async (page) => {
    for (const [board, vertex] of [
      [CYCLE, 4],
      ["cube", 7],
      ["M...F\n.....\nC....\n", 9],
    ]) {
      await write(page, String(board));
      const [first = ""] = await cats(page);
      await page.check("input[name=tool][value=cat]");
      await press(page, `[data-vertex='${vertex}']`);
      await settled(page);
      assert.equal(await page.locator("#problems li").count(), 0);
      assert.deepEqual((await cats(page)).sort(), [first, String(vertex)].sort());
      assert.deepEqual(await status(page), outcome(String(board), ...(await flags(page))));
      // A click on a cat takes it away, but not the last.
      await press(page, `[data-vertex='${first}']`);
      await settled(page);
      assert.deepEqual(await cats(page), [String(vertex)]);
      await press(page, `[data-vertex='${vertex}']`);
      assert.match((await page.textContent("#hint")) ?? "", /only cat/);
    }
  });
});

test("a number of cats in the rules gives each of them a start", { skip }, async () => {
  await visit(async (page) => {
    for (const board of [CYCLE, "petersen", "M...F\n.....\nC....\n"]) {
      await write(page, board);
      const [first = ""] = await cats(page);
      await drawer(page, "rules");
      for (const count of [2, 3]) {
        await page.click("#more-cats");
        await page.waitForFunction((count) => document.querySelectorAll("[id^=at-cat]").length === count, count);
        await settled(page);
        assert.equal(await page.locator("#problems li").count(), 0);
      }
      const all = await cats(page);
      assert.equal(all.length, 3);
      assert.equal(new Set(all).size, 3);
      assert.ok(all.includes(first));
      assert.deepEqual(await status(page), outcome(board, ...(await flags(page))));
      await page.click("#fewer-cats");
      await page.waitForFunction(() => document.querySelectorAll("[id^=at-cat]").length === 2);
    }
  });
});

test("on an empty canvas vertices are clicked, joined and moved, and the link keeps their places", {
  skip,
}, async () => {
  await visit(async (page) => {
    await drawer(page, "new");
    await page.click("#empty-canvas");
    await settled(page);
    assert.equal(await page.locator(".board [data-vertex]").count(), 3);
    assert.equal(await page.locator(".board .edge").count(), 0);
    const [mouse, cat] = [await middle(page, "[data-vertex='1'] .face"), await middle(page, "[data-vertex='2'] .face")];
    const between = { x: (mouse.x + cat.x) / 2, y: mouse.y - 60 };
    await page.mouse.click(between.x, between.y);
    await settled(page);
    assert.equal(await page.locator(".board [data-vertex]").count(), 4);
    const made = await middle(page, "[data-vertex='3'] .face");
    assert.ok(Math.hypot(made.x - between.x, made.y - between.y) < 12, JSON.stringify([made, between]));
    // A line from a vertex joins it, and one into the empty part makes a vertex there.
    await drag(page, "[data-vertex='1'] .face", "[data-vertex='3'] .face");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[],[3],[],[1]]\n");
    await page.mouse.move(made.x, made.y);
    await page.mouse.down();
    await page.mouse.move(made.x + 10, made.y - 90, { steps: 8 });
    await page.mouse.up();
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[],[3],[],[1,4],[3]]\n");
    // A vertex is moved, and the text stays.
    await page.check("input[name=tool][value=shift]");
    const was = await middle(page, "[data-vertex='4'] .face");
    await page.mouse.move(was.x, was.y);
    await page.mouse.down();
    await page.mouse.move(was.x + 70, was.y + 30, { steps: 8 });
    await page.mouse.up();
    await settled(page);
    const now = await middle(page, "[data-vertex='4'] .face");
    assert.ok(Math.hypot(now.x - was.x - 70, now.y - was.y - 30) < 12, JSON.stringify([was, now]));
    assert.equal(await page.inputValue("#text"), "[[],[3],[],[1,4],[3]]\n");
    const places = (/** @type {Page} */ of) =>
      of.evaluate(() =>
        [...document.querySelectorAll(".board [data-vertex] .face")].map((face) =>
          ["x", "y"].map((axis) => Math.round(Number(face.getAttribute(axis)))),
        ),
      );
    await page.waitForURL(/[#&]at=[\d._]+/);
    await page.waitForTimeout(200);
    const linked = await other(page);
    assert.deepEqual(await places(linked), await places(page));
    // One step back is where the vertex was before.
    await page.click("#undo");
    await settled(page);
    const back = await middle(page, "[data-vertex='4'] .face");
    assert.ok(Math.hypot(back.x - was.x, back.y - was.y) < 3);
  });
});

test("a title does not survive a change, and a link with hidden values keeps them hidden", { skip }, async () => {
  await visit(async (page) => {
    const address = `${page.url().split("#")[0]}#${new URLSearchParams({ board: CYCLE, play: "cat" })}`;
    const linked = await other(page, address);
    await linked.waitForTimeout(200);
    assert.match(linked.url(), /[#&]play=cat/);
    await linked.reload();
    await ready(linked);
    await linked.waitForFunction(() => document.querySelector("#prompt")?.textContent?.startsWith("You are the Cat"));
    assert.equal(await linked.locator(".face.mouse, .face.cat").count(), 0);
    await linked.close();
    // In the middle of a puzzle, a new board and a step back hide the values again.
    assert.equal(await page.textContent("#title"), "Two ways home");
    await press(page, "[data-vertex='4']");
    await page.waitForFunction(() => /Your move/.test(document.querySelector("#status")?.textContent ?? ""));
    await drawer(page, "new");
    await page.click("#grid-4");
    await settled(page);
    assert.notEqual(await page.textContent("#title"), "Two ways home");
    await page.click("#undo");
    await settled(page);
    assert.equal(await page.textContent("#title"), "Two ways home");
    assert.match((await page.textContent("#prompt")) ?? "", /^You are the Mouse/);
    assert.equal(await page.locator(".face.mouse, .face.cat, .face.draw").count(), 0);
    // A title and an end speak of the board as it was written.
    await page.click("#show-me");
    assert.equal(await page.locator("#debrief:not([hidden])").count(), 1);
    await rule(page, "mouse-may-stay", "true");
    await settled(page);
    assert.equal(await page.locator("#debrief:not([hidden])").count(), 0);
    assert.equal(await page.textContent("#title"), "A game of cat and mouse");
  });
});

test("a linked board is seen before the library has come, and no button throws", { skip }, async () => {
  const browser = await launch();
  const site = await serve(SITE);
  for (const [words, cells] of /** @type {[Record<string, string>, number][]} */ ([
    [{ board: "M..F\n.#C.\n" }, 7],
    [{ board: CYCLE, at: "40.40_140.40_240.40_240.140_140.140_40.140" }, 6],
    [{ puzzle: "the-larder" }, 24],
  ])) {
    const { context, page, complaints } = await open(browser);
    await page.route("**/catmouse.wasm", () => {});
    await page.goto(`${site.address}#${new URLSearchParams(words)}`);
    await page.waitForSelector(".board .thumbnail");
    const shapes = (await page.getAttribute(".board .thumbnail .dots", "d")) ?? "";
    assert.equal(shapes.split("M").length - 1, cells);
    assert.ok(await page.locator(".board .mouse-piece").isVisible());
    assert.equal(await page.locator(".menu[inert]").count(), 1);
    await page.evaluate(() => {
      const all = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main button"));
      for (const found of all) if (found.checkVisibility({ visibilityProperty: true })) found.click();
    });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    assert.deepEqual(complaints, []);
    await context.close();
  }
  await browser.close();
  site.close();
});

test("nonsense gets one sentence and one suggestion", { skip }, async () => {
  await visit(async (page) => {
    for (const [text, suggestion] of [
      ["petersn", "there is a graph petersen"],
      ["cycl:9", "there is a graph cycle:9"],
      ["what is this?", "a board looks like [[1,3],[0],[3],[0,2]], for example"],
    ]) {
      await write(page, String(text));
      assert.deepEqual(await page.locator("#problems li").allTextContents(), [
        `this is neither a board nor the name of a graph: ${suggestion}`,
      ]);
    }
  });
});

test("a screen reader hears where the other side went, and where moves lead", { skip }, async () => {
  await visit(async (page) => {
    assert.match((await page.getAttribute("[data-vertex='4']", "aria-label")) ?? "", /, moves lead to 1, 5, 6$/);
    await press(page, "[data-vertex='4']");
    await page.waitForFunction(() => /Your move/.test(document.querySelector("#status")?.textContent ?? ""));
    // From 2 the Cat can go to 5 or to 6.
    assert.match((await page.textContent("#status")) ?? "", /^The Cat went from 2 to [56]\. Your move\.$/);
    assert.equal(await page.getAttribute("#status", "role"), "status");
  });
});

test("a repetition is announced before it ends the game", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[1,3],[0,2],[1,3],[0,2]]");
    await rule(page, "preset", "cops");
    await settled(page);
    await tab(page, "moves");
    await page.click("#play-cat");
    const at = await page.inputValue("#at-cat-0");
    for (const warned of [false, true]) {
      await page.waitForFunction(() => /Your move/.test(document.querySelector("#status")?.textContent ?? ""));
      assert.equal(/second time/.test((await page.textContent("#hint")) ?? ""), warned);
      await press(page, `[data-vertex='${at}']`);
      await page.waitForTimeout(500);
    }
    await page.waitForSelector("#debrief:visible");
    assert.match((await page.textContent("#debrief h2")) ?? "", /for the third time/);
  });
});

for (const viewport of PHONES) {
  test(`a hand holds the phone of ${viewport.width}×${viewport.height}`, { skip }, async () => {
    await visit(
      async (page) => {
        /** The elements of these that cannot be reached by a thumb. */
        const small = () =>
          page.evaluate(() =>
            [...document.querySelectorAll("button, select, input:not([type=radio]), .tool, summary")].flatMap(
              (found) => {
                const { width, height } = found.getBoundingClientRect();
                return width > 0 && (width < 43.9 || height < 43.9)
                  ? [`${found.id || found.className} ${width}×${height}`]
                  : [];
              },
            ),
          );
        const isWhole = (/** @type {string} */ selector) =>
          page.evaluate((selector) => {
            const found = /** @type {HTMLElement} */ (document.querySelector(selector));
            const { left, top, right, bottom } = found.getBoundingClientRect();
            const isCut = found.scrollWidth > found.clientWidth + 1 || found.scrollHeight > found.clientHeight + 1;
            return !isCut && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          }, selector);
        assert.ok(await isWhole("#prompt"), "the headline");
        assert.deepEqual(await small(), []);
        // A finger drags the mouse to 4.
        const [from, to] = [
          await middle(page, ".piece[data-side=mouse]"),
          await middle(page, "[data-vertex='4'] .face"),
        ];
        const session = await page.context().newCDPSession(page);
        const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ ...touchPoints) =>
          session.send("Input.dispatchTouchEvent", { type: /** @type {"touchStart"} */ (type), touchPoints });
        await touch("touchStart", from);
        for (let step = 1; step <= 8; step++)
          await touch("touchMove", {
            x: from.x + ((to.x - from.x) * step) / 8,
            y: from.y + ((to.y - from.y) * step) / 8,
          });
        await touch("touchEnd");
        await page.waitForFunction(() => /The Cat went/.test(document.querySelector("#status")?.textContent ?? ""));
        await page.click("#show-me");
        await page.waitForSelector("#debrief:visible");
        // The next step is at the thumb, without scrolling.
        assert.ok(await isWhole("#next-puzzle"));
        assert.deepEqual(await small(), []);
        await page.click("#next-puzzle");
        await page.waitForFunction(() => document.querySelector("#title")?.textContent === "The back room");
        await page.waitForURL(/#puzzle=the-back-room$/);
        // A drawer opens at its top, and Back closes it.
        const isWide = viewport.width > 832;
        // Where there is room, the puzzles stay beside a puzzle.
        for (const name of isWide ? ["rules", "new"] : ["puzzles", "rules", "new"]) {
          await page.click(`#open-${name}`);
          assert.ok(await isWhole(`#close-${name}`), name);
          assert.deepEqual(await small(), [], name);
          await page.evaluate(() => document.querySelector(".side")?.scrollTo(0, 500));
          if (isWide) await page.click(`#close-${name}`);
          else await page.goBack();
          await page.waitForSelector(`#panel-${name}`, { state: "hidden" }).catch(() => assert.fail(name));
        }
        assert.equal(await page.textContent("#title"), "The back room");
        // Back leads to the puzzle before, not out of the page.
        await page.goBack();
        await page.waitForFunction(() => document.querySelector("#title")?.textContent === "Two ways home");
        await settled(page);
        assert.match((await page.textContent("#prompt")) ?? "", /^You are the Mouse/);
      },
      { viewport, hasTouch: true, isMobile: true },
    );
  });
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
]) {
  test(`a finger joins vertices one after the other at ${viewport.width}×${viewport.height}`, { skip }, async () => {
    await visit(
      async (page) => {
        await drawer(page, "new");
        await page.click("#empty-canvas");
        await settled(page);
        // All tools are on the screen.
        const cut = await page.evaluate(
          () =>
            [...document.querySelectorAll("#tools label, #add-vertex")].filter((tool) => {
              const { left, right } = tool.getBoundingClientRect();
              return (
                document.elementFromPoint(left + 2, tool.getBoundingClientRect().top + 20)?.closest("label, button") !==
                  tool || right > innerWidth
              );
            }).length,
        );
        assert.equal(cut, 0);
        for (const vertex of [1, 0, 1, 2]) {
          const { x, y } = await middle(page, `[data-vertex='${vertex}'] .face`);
          await page.touchscreen.tap(x, y);
          await page.waitForTimeout(100);
          await settled(page);
        }
        assert.equal((await page.inputValue("#text")).trim(), "[[1],[0,2],[1]]");
        assert.equal(await page.locator(".from").count(), 0);
      },
      { viewport, hasTouch: true, isMobile: true },
    );
  });
}

test("puzzles are chosen by theme and by difficulty", { skip }, async () => {
  await visit(async (page) => {
    await drawer(page, "puzzles");
    const shown = () => page.locator(".cards .card[id^=puzzle-]:visible span").allTextContents();
    assert.equal((await shown()).length, 12);
    for (const level of ["Easy", "Medium", "Hard"]) {
      await page.selectOption("#puzzle-level", level);
      const found = await shown();
      assert.ok(found.length >= 3 && found.every((words) => words.includes(level)), `${level}: ${found}`);
    }
    await page.selectOption("#puzzle-level", "");
    const themes = await page.locator("#puzzle-theme option").allTextContents();
    assert.deepEqual(themes, ["Every theme", "Ways out", "Counting steps", "Timing", "Two cats"]);
    let sum = 0;
    for (const theme of themes.slice(1)) {
      await page.selectOption("#puzzle-theme", theme);
      sum += (await shown()).length;
    }
    assert.equal(sum, 12);
  });
});

test("the puzzle of the day keeps a streak, a result to share, and yesterday’s solution", { skip }, async () => {
  await visit(
    async (page) => {
      const day = (/** @type {number} */ before) =>
        new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);
      await page.evaluate((results) => localStorage.setItem("catmouse-days", JSON.stringify(results)), {
        [day(1)]: { solved: true, moves: 3, hints: 0 },
        [day(2)]: { solved: true, moves: 4, hints: 1 },
        [day(4)]: { solved: true, moves: 4, hints: 1 },
      });
      await page.reload();
      await ready(page);
      await drawer(page, "puzzles");
      assert.match((await page.textContent("#puzzle-of-day")) ?? "", / · 2 in a row$/);
      await page.click("#archive summary");
      assert.match((await page.textContent(`#day-${day(4)}`)) ?? "", /✓$/);
      assert.doesNotMatch((await page.textContent(`#day-${day(3)}`)) ?? "", /✓|✗/);
      await page.click("#puzzle-of-day");
      await page.waitForFunction(
        (day) => document.querySelector("#title")?.textContent === `The puzzle of ${day}`,
        day(0),
        {
          timeout: 60_000,
        },
      );
      // The puzzle is won by the hints.
      while ((await page.locator("#debrief:visible").count()) === 0) {
        await page.waitForFunction(
          () =>
            /Your move/.test(document.querySelector("#status")?.textContent ?? "") ||
            document.querySelector("#debrief:not([hidden])"),
        );
        if ((await page.locator("#debrief:visible").count()) > 0) break;
        await page.click("#hint-move");
        const [ring] = await page.locator(".light-ring").all();
        const box = await ring?.boundingBox();
        if (!box) continue;
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
        await page.waitForTimeout(100);
        if ((await page.textContent("#status")) === "") await page.waitForSelector("#debrief:visible");
      }
      assert.match((await page.textContent("#debrief h2")) ?? "", /^You win/);
      await page.click("#share-day");
      const text = await page.inputValue("#copied");
      assert.match(text, new RegExp(`^catmouse ${day(0)} ✅ \\d+ ♟( 💡)+ 🔥3\\n.*#day=${day(0)}$`));
      // Nothing of it names a move.
      assert.doesNotMatch(text, /→/);
      await drawer(page, "puzzles");
      assert.match((await page.textContent("#puzzle-of-day")) ?? "", /✓ · 3 in a row$/);
      const download = page.waitForEvent("download");
      await page.click("#close-puzzles");
      await page.click("#picture-day");
      assert.equal((await download).suggestedFilename(), `catmouse-${day(0)}.png`);
      await drawer(page, "puzzles");
      await page.click("#yesterday");
      await page.waitForFunction(
        (day) => document.querySelector("#title")?.textContent === `The puzzle of ${day}`,
        day(1),
        {
          timeout: 60_000,
        },
      );
      await settled(page);
      await tab(page, "line");
      assert.ok((await page.locator(".ply").count()) >= 5);
    },
    { acceptDownloads: true },
  );
});

test("a board is saved as a picture of pixels", { skip }, async () => {
  await visit(
    async (page) => {
      await write(page, CYCLE);
      await drawer(page, "share");
      const download = page.waitForEvent("download");
      await page.click("#save-png");
      const file = readFileSync(await (await download).path());
      assert.deepEqual(
        [...file.subarray(1, 4)],
        [..."PNG"].map((letter) => letter.charCodeAt(0)),
      );
      // The longer side has 1200 pixels.
      assert.equal(Math.max(file.readUInt32BE(16), file.readUInt32BE(20)), 1200);
    },
    { acceptDownloads: true },
  );
});
