// Tests of the puzzles in a real browser: what a person sees first, plays, wins, loses and passes on.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launch, open } from "./browser.js";
import { catmouse, program, root } from "./catmouse.js";
import {
  drag,
  drawer,
  outcome,
  press,
  ready,
  SITE,
  settled,
  skip,
  square,
  status,
  tab,
  visit,
  write,
} from "./playground.js";
import { serve } from "./server.js";

/** @typedef {{ name: string, title: string, play: "mouse" | "cat", lesson: string, text: string }} Puzzle */

/** @returns {Puzzle[]} */
function puzzles() {
  return JSON.parse(readFileSync(join(SITE, "examples.json"), "utf8")).puzzles;
}

/**
 * The answer of the command about a board on its standard input.
 * @param {string} text
 * @param {...string} words
 */
function asked(text, ...words) {
  return JSON.parse(execFileSync(program, [...words, "-", "--format", "json"], { input: text, encoding: "utf8" }));
}

test("each puzzle can be won or held, all but two-on-patrol can go wrong at once, and each has its lesson in its story", {
  skip,
}, () => {
  const claims = [...readFileSync(join(root, "site/puzzles.toml"), "utf8").matchAll(/^claim = "(\w+)"$/gm)];
  const all = puzzles();
  assert.equal(all.length, 12);
  assert.equal(claims.length, 12);
  for (const [index, { name, title, play, text }] of all.entries()) {
    const { outcome, story, start } = asked(text, "explain");
    assert.ok(outcome === play || outcome === "draw", `${name}: ${outcome}`);
    const kinds = story.map((/** @type {{ kind: string }} */ claim) => claim.kind);
    assert.ok(kinds.includes(claims[index]?.[1]), `${name}: ${kinds}`);
    assert.ok(title.length <= 24 && !/win|lose|draw|escape|\d/i.test(title), title);
    if (start.turn !== play) continue;
    const outcomes = asked(text, "moves").moves.map((/** @type {{ outcome: string }} */ move) => move.outcome);
    assert.ok(outcomes.includes(outcome), name);
    assert.ok(name === "two-on-patrol" || new Set(outcomes).size > 1, `${name}: ${outcomes}`);
  }
});

test("the page opens on a puzzle with hidden values, before the library has come", { skip }, async () => {
  const browser = await launch();
  const site = await serve(SITE);
  const { page, complaints } = await open(browser, { viewport: { width: 1280, height: 800 } });
  // The library never comes.
  await page.route("**/catmouse.wasm", () => {});
  await page.goto(site.address);
  assert.equal(await page.textContent("#prompt"), "You are the Mouse. Can you escape?");
  assert.match((await page.textContent("#brief")) ?? "", /the Mouse wins at the hole, closed to the Cat/);
  assert.equal(await page.locator("#loading").count(), 1);
  const shown = await page.evaluate(() => ({
    worths: [...document.querySelectorAll(".worth")].map((worth) => worth.textContent).join(""),
    colours: document.querySelectorAll(".face.mouse, .face.cat, .face.draw").length,
    arrows: document.querySelectorAll(".arrows *").length,
    bar: document.querySelector("#bar")?.textContent,
    tabs: /** @type {HTMLElement} */ (document.querySelector(".tabs")).offsetHeight,
    hidden: [...document.querySelectorAll(".panel")].filter(
      (panel) => /wins/.test(panel.textContent ?? "") && /** @type {HTMLElement} */ (panel).offsetHeight > 0,
    ).length,
  }));
  assert.deepEqual(shown, { worths: "", colours: 0, arrows: 0, bar: "?", tabs: 0, hidden: 0 });
  // It can be played: the first mistake is answered, and then explained.
  await press(page, "[data-vertex='6']");
  await page.waitForSelector("#debrief:visible");
  assert.equal(await page.textContent("#debrief h2"), "You lose: the Cat has caught the Mouse.");
  // What needs the library waits for it.
  assert.equal(await page.locator(".menu[inert]").count(), 1);
  assert.deepEqual(complaints, []);
  await browser.close();
  site.close();
});

test("a mistake is punished before the eyes, and then the board goes back to the fork", { skip }, async () => {
  await visit(async (page) => {
    /** The vertex that a piece is drawn on. */
    const stands = (/** @type {string} */ side) =>
      page.evaluate((side) => {
        const middle = (/** @type {Element | null} */ found) => {
          const { x, y, width, height } = /** @type {Element} */ (found).getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        };
        const [x = 0, y = 0] = middle(document.querySelector(`.piece[data-side=${side}]`));
        return [...document.querySelectorAll("[data-vertex]")]
          .find((vertex) => {
            const [left = 0, top = 0] = middle(vertex.querySelector(".face"));
            return Math.hypot(left - x, top - y) < 30;
          })
          ?.getAttribute("data-vertex");
      }, side);
    await press(page, "[data-vertex='6']");
    await page.waitForFunction(() => document.querySelector("#prompt")?.textContent?.startsWith("You lose"));
    // The cat is seen to come, and stays for a beat, while nothing is told but the end.
    await page.waitForTimeout(700);
    assert.deepEqual([await stands("cat"), await stands("mouse")], ["6", "6"]);
    assert.equal(await page.locator(".light-ring").count(), 1);
    assert.equal(await page.locator("#debrief:visible").count(), 0);
    await page.waitForSelector("#debrief:visible");
    assert.equal(
      await page.textContent("#why"),
      "You went to 6, and the Cat wins with the next move. After 4 the Mouse wins in 2 moves.",
    );
    // Nothing contradicts the end.
    assert.equal(await page.textContent("#status"), "Here it was still open: the Mouse wins in 3 moves.");
    // The reasons are told when asked for.
    assert.equal(await page.locator("#reasons[open]").count(), 0);
    await page.click("#reasons summary");
    const told = await page.locator("#reasons .story").allTextContents();
    assert.deepEqual(
      told.map((text) => text.split(":")[0]),
      ["Idea", "Hinge", "Rule"],
    );
    // The board stands where the mistake was made, with both moves.
    assert.equal(await page.inputValue("#at-mouse-0"), "1");
    assert.equal(await page.locator(".arrows path.chosen").count(), 2);
    assert.deepEqual(await status(page), outcome("[[5,6],[4,6],[5,6],[5],[1,5,6],[0,2,3,4],[0,1,2,4]]"));
    await page.hover("#why", { position: { x: 6, y: 8 } });
    assert.ok((await page.locator(".light-ring").count()) >= 3);
    await page.hover("#debrief .ref >> nth=0");
    assert.equal(await page.locator(".light-ring").count(), 1);
    await page.click("#try-again");
    assert.equal(await page.textContent("#prompt"), "You are the Mouse. Can you escape?");
    assert.equal(await page.locator("#debrief:visible").count(), 0);
  });
});

test("a puzzle is solved by the moves of the command, and remembered as solved", { skip }, async () => {
  const { line } = asked("[[5,6],[4,6],[5,6],[5],[1,5,6],[0,2,3,4],[0,1,2,4]]", "explain");
  await visit(async (page) => {
    for (let turn = 0; turn < line.length && (await page.locator("#debrief:visible").count()) === 0; turn++) {
      await page.waitForFunction(
        () =>
          document.querySelector("#status")?.textContent?.includes("Your move") ||
          document.querySelector("#debrief:not([hidden])"),
      );
      if ((await page.locator("#debrief:visible").count()) > 0) break;
      // The hints say the idea, then the rule, and then the best move.
      await page.click("#hint-move");
      if (turn === 0) {
        assert.match((await page.textContent("#hint")) ?? "", /^A fork: two exits/);
        await page.click("#hint-move");
        assert.match((await page.textContent("#hint")) ?? "", /^Win at once wherever possible/);
        await page.click("#hint-move");
      }
      const hint = (await page.textContent("#hint")) ?? "";
      const to = /^M \d+→(\d+) is best\.$/.exec(hint)?.[1];
      assert.equal(await page.locator(`[data-vertex='${to}'] .face.target`).count(), 1, hint);
      await press(page, `[data-vertex='${to}']`);
      await page.waitForTimeout(60);
    }
    await page.waitForSelector("#debrief:visible");
    assert.equal(await page.textContent("#debrief h2"), "You win: the Mouse has reached the hole.");
    assert.match(
      (await page.textContent("#why")) ?? "",
      new RegExp(`^In ${(line.length + 1) / 2} moves, without a mistake, with \\d+ hints?\\.$`),
    );
    // A win is celebrated for a second.
    assert.equal(await page.locator(".burst").count(), 1);
    await page.waitForSelector(".burst", { state: "detached" });
    assert.match((await page.textContent(".lesson")) ?? "", /^A fork/);
    await page.click("#more-puzzles");
    assert.match((await page.textContent("#puzzle-1")) ?? "", /solved/);
    await page.click("#close-puzzles");
    await page.click("#next-puzzle");
    await page.waitForFunction(() => document.querySelector("#title")?.textContent === "The back room");
    assert.equal(await page.locator("#debrief:visible").count(), 0);
    assert.equal(await page.locator(".face.mouse, .face.cat, .face.draw").count(), 0);
    await page.waitForURL(/#puzzle=the-back-room$/);
  });
});

test("every puzzle opens by its card and by its address, and shows its end when asked", { skip }, async () => {
  await visit(async (page) => {
    for (const [index, { name, title, play, text }] of puzzles().entries()) {
      if (index % 2 === 0) {
        await drawer(page, "puzzles");
        await page.click(`#puzzle-${index + 1}`);
      } else {
        await page.evaluate((name) => {
          location.hash = `puzzle=${name}`;
        }, name);
      }
      await page.waitForFunction((title) => document.querySelector("#title")?.textContent === title, title);
      await settled(page);
      assert.match(
        (await page.textContent("#prompt")) ?? "",
        play === "mouse" ? /^You are the Mouse/ : /^You are the (Cat|cats)/,
      );
      assert.equal(await page.locator(".face.mouse, .face.cat, .face.draw").count(), 0, name);
      await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("Your move"));
      await page.click("#show-me");
      const { outcome } = asked(text, "solve");
      const says = { mouse: "the Mouse escapes", cat: "the Cat wins", draw: "neither side wins" }[String(outcome)];
      assert.equal(await page.textContent("#debrief h2"), `With best play ${says}.`, name);
      assert.ok((await page.locator(".ply").count()) > 0, name);
    }
  });
});

test("the puzzle of a day is the same for everybody, another on another day, and is won by the reader", {
  skip,
}, async () => {
  /** @type {string[]} */
  const boards = [];
  for (const day of ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-27"]) {
    await visit(async (page) => {
      // The playground writes the address of the board anew after a while, perhaps before the browser tells it of the
      // day in the address.
      await page.evaluate((day) => {
        location.hash = `day=${day}`;
        history.replaceState(null, "", "#puzzle=the-back-room");
      }, day);
      await page.waitForFunction(
        (day) => document.querySelector("#title")?.textContent === `The puzzle of ${day}`,
        day,
        { timeout: 60_000 },
      );
      await settled(page);
      const board = await page.inputValue("#text");
      boards.push(board);
      const { outcome, distance_plies: distance } = asked(board, "solve");
      const prompt = (await page.textContent("#prompt")) ?? "";
      assert.match(prompt, outcome === "mouse" ? /^You are the Mouse/ : /^You are the Cat/);
      assert.ok(distance >= 5 && distance <= 15, `${distance}`);
      assert.equal(await page.locator(".face.mouse, .face.cat, .face.draw").count(), 0);
    });
  }
  assert.equal(boards[0], boards[3]);
  assert.equal(new Set(boards).size, 3);
});

test("at 1280×800 and on a phone the board is whole without scrolling, with its controls", { skip }, async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 400, height: 800 },
  ]) {
    await visit(
      async (page) => {
        const whole = async (/** @type {string} */ what, /** @type {string[]} */ ...controls) => {
          const seen = await page.evaluate((controls) => {
            const inside = (/** @type {Element | null} */ found) => {
              const box = found?.getBoundingClientRect();
              return (
                box !== undefined &&
                box.width > 0 &&
                box.left >= 0 &&
                box.top >= 0 &&
                box.right <= innerWidth &&
                box.bottom <= innerHeight
              );
            };
            const root = document.documentElement;
            return {
              vertices: [...document.querySelectorAll(".board [data-vertex] .face")].every(inside),
              pieces: [...document.querySelectorAll(".piece")].every(inside),
              controls: controls.filter((control) => !inside(document.querySelector(control))),
              scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
              small: [...document.querySelectorAll(".board text:not(.small)")].filter((text) => {
                const svg = /** @type {SVGSVGElement} */ (text.closest("svg"));
                const scale = svg.getScreenCTM()?.a ?? 1;
                return text.textContent !== "" && Number(text.getAttribute("font-size")) * scale < 8.99;
              }).length,
            };
          }, controls);
          assert.deepEqual(
            seen,
            { vertices: true, pieces: true, controls: [], scrolls: false, small: 0 },
            `${what} ${viewport.width}`,
          );
        };
        await whole("the puzzle", "#prompt", "#show-me", "#undo");
        await page.click("#show-me");
        await whole("the end", "#status", "#line-forward", "#try-again", "#next-puzzle", "#bar");
        for (const board of [
          "[[1,3],[0],[3],[0,2]]",
          "M...........\n............\n............\n.....C.....F\n",
          "petersen",
          "cycle:60",
          square(30),
        ]) {
          await write(page, board);
          await tab(page, "line");
          await whole(board.slice(0, 20), "#status", "#line-forward", "#tools", "#tab-story");
        }
      },
      { viewport },
    );
  }
});

test("graphs are called by their names, typed or chosen by their drawings", { skip }, async () => {
  await visit(async (page) => {
    await drawer(page, "new");
    await page.fill("#graph-name", "grid:3x4");
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await page.locator(".board [data-vertex]").count(), 12);
    /** It opens on a start that is worth a look. */
    const isWorth = async (/** @type {string} */ name) => {
      const [mouse, cat] = [await page.inputValue("#at-mouse-0"), await page.inputValue("#at-cat-0")];
      assert.deepEqual(await status(page), outcome(name, "--mouse", mouse, "--cat", cat));
      assert.ok(Number((await status(page)).distance) >= 5, name);
    };
    await isWorth("grid:3x4");
    await page.click("#graph-petersen");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "petersen");
    await isWorth("petersen");
    await page.check("input[name=tool][value=edge]");
    await drag(page, "[data-vertex='2'] .face", "[data-vertex='5'] .face");
    await settled(page);
    assert.match(await page.inputValue("#text"), /\[2, 5\]/);
    await page.click("#undo");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "petersen");
    await page.click("#grid-4");
    await settled(page);
    assert.equal(await page.locator(".board [data-vertex]").count(), 20);
    // A name denotes the graph that it denotes for the command, with the same numbers.
    for (const name of ["path:6", "cycle:7", "complete:5", "grid:4x3", "heawood", "wheel:8"]) {
      await write(page, name);
      assert.deepEqual(await status(page), outcome(name), name);
      await drawer(page, "share");
      await page.click("#copy-leetcode");
      const lists = JSON.parse(await page.inputValue("#copied"));
      const expect = JSON.parse(catmouse("convert", name, "--to", "leetcode"));
      assert.deepEqual(lists, expect, name);
    }
  });
});

for (const [format, text] of [
  ["DOT", "graph { hall -- attic; attic -- cellar; cellar -- pit; hall -- pit; attic -- loft }"],
  ["CSV", "source,target\nhall,attic\nattic,cellar\ncellar,pit\nhall,pit\nattic,loft\n"],
  ["edges", "hall attic\nattic cellar\ncellar pit\nhall pit\nattic loft\n"],
]) {
  test(`a graph without a hole is shown, and a click makes one, in ${format}`, { skip }, async () => {
    await visit(async (page) => {
      await write(page, text ?? "");
      assert.equal(await page.textContent("#hint"), "This board has no hole: click where it is to be.");
      assert.equal(await page.locator("#problems li").count(), 0);
      const pit = await page.locator(".board [aria-label^=pit]").getAttribute("data-vertex");
      await press(page, `[data-vertex='${pit}']`);
      await settled(page);
      assert.equal(await page.locator(`.goal[data-goal='${pit}']`).count(), 1);
      assert.equal(await page.inputValue("#rule-hole"), pit);
    });
  });
}

test("numbers that change are told", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[1,5],[0,2],[1,3],[2,4],[3,5],[0,4]]");
    await page.check("input[name=tool][value=remove]");
    await press(page, "[data-vertex='3']");
    await settled(page);
    assert.equal(await page.textContent("#hint"), "Vertex 3 is gone, and 4 to 5 are 3 to 4 now.");
  });
});

test("the arrow keys and the transport step the line, and it plays by itself", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]");
    await tab(page, "line");
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    const ply = () =>
      page.evaluate(() => document.querySelector(".ply[aria-current]")?.getAttribute("data-ply") ?? "0");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await ply(), "2");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await ply(), "1");
    await page.keyboard.press("End");
    assert.equal(await ply(), String(await page.locator(".ply").count()));
    await page.keyboard.press("Home");
    assert.equal(await ply(), "0");
    await page.click("#line-play");
    await page.waitForFunction(() => document.querySelector(".ply[aria-current]")?.getAttribute("data-ply") === "2");
    await page.click("#line-play");
    assert.equal(await page.getAttribute("#line-play", "aria-pressed"), "false");
    // Off the line, best play follows, and the way back is offered.
    await page.click("#line-start");
    await tab(page, "moves");
    await page.locator(".move").last().click();
    await page.click("#tab-line");
    assert.match((await page.textContent(".ply[aria-current]")) ?? "", /^M 1→/);
    const other = await page.locator(".ply").count();
    await page.click("#explain-here");
    await settled(page);
    assert.equal(await page.locator(".ply").count(), other - 1);
    await page.click("#undo");
    await settled(page);
    assert.equal(await page.locator(".ply").count(), other);
  });
});

test("the link contains the position, and a link can ask a puzzle", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]");
    await page.click("#line-forward");
    await page.click("#line-forward");
    const at = await page.inputValue("#at-mouse-0");
    await page.waitForURL(/&mouse=/);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await ready(other);
    await settled(other);
    assert.equal(await other.inputValue("#at-mouse-0"), at);
    await drawer(page, "share");
    await page.click("#copy-puzzle-cat");
    const address = await page.inputValue("#copied");
    await other.goto("about:blank");
    await other.goto(address);
    await ready(other);
    await other.waitForFunction(() => document.querySelector("#prompt")?.textContent?.startsWith("You are the Cat"));
    assert.equal(await other.locator(".face.mouse, .face.cat").count(), 0);
  });
});

test("a board is copied as a text of four kinds, and LeetCode’s answer is told", { skip }, async () => {
  await visit(async (page) => {
    const board = "[[1,3],[0],[3],[0,2]]";
    await write(page, board);
    await tab(page, "story");
    assert.equal(await page.textContent("#leetcode code"), "1");
    await drawer(page, "share");
    const copied = async (/** @type {string} */ kind) => {
      await page.click(`#copy-${kind}`);
      return page.inputValue("#copied");
    };
    assert.equal((await copied("leetcode")).trim(), board);
    const toml = await copied("toml");
    assert.deepEqual(asked(toml, "solve").outcome, "mouse");
    assert.ok((await copied("command")).includes(toml));
    assert.match(await copied("python"), /^import catmouse\n/);
    assert.match(await copied("svg"), /^<svg .*<style>/s);
  });
});

test("a chip of the rules shows its value and changes it, and the library says what is wrong", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "cycle:5");
    await drawer(page, "rules");
    const shown = (/** @type {string} */ key) =>
      page.locator(`#rule-${key}`).evaluate((found) => {
        const chip = /** @type {HTMLElement} */ (found.parentElement);
        const field = /** @type {HTMLSelectElement | HTMLInputElement} */ (found);
        const value =
          field instanceof HTMLInputElement ? field.value || field.placeholder : field.selectedOptions[0]?.textContent;
        return `${chip.querySelector("label")?.textContent}: ${value}`;
      });
    assert.equal(await shown("cats"), "Cats: 1");
    assert.equal(await shown("mouse-may-stay"), "The mouse may stay: no");
    await page.selectOption("#rule-preset", "cops");
    await settled(page);
    assert.equal((await status(page)).outcome, "mouse");
    assert.equal(await shown("mouse-may-stay"), "The mouse may stay: yes");
    assert.equal(await shown("endless"), "Endless play is: mouse");
    await page.click("#more-cats");
    await settled(page);
    assert.equal(await page.inputValue("#rule-cats"), "2");
    assert.equal((await status(page)).outcome, "cat");
    assert.match((await page.textContent("#panel-rules p")) ?? "", /each of the 2 cats moves along an edge or stays/);
    for (const cats of ["1", "0"]) {
      await page.click("#fewer-cats");
      await settled(page);
      assert.equal(await page.inputValue("#rule-cats"), cats);
    }
    // The library refuses the value.
    assert.match((await page.textContent("#problems")) ?? "", /cats/);
    assert.equal(await page.getAttribute("#rule-cats", "aria-invalid"), "true");
    await page.click("#reset");
    await settled(page);
    assert.equal(await page.locator("#problems li").count(), 0);
    assert.equal(await shown("cats"), "Cats: 1");
    // The steps of other numbers are those of the board, and a remedy is a button.
    assert.ok(await page.locator("#rule-mouse-speed").isHidden());
    await page.click("#all-rules");
    await page.click("#more-mouse-speed");
    await settled(page);
    assert.equal(await shown("mouse-speed"), "The mouse runs up to: 2");
  });
});

test("pieces glide in 200 ms, and not at all for those who want no motion", { skip }, async () => {
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    await visit(
      async (page) => {
        const duration = await page.evaluate(
          () => getComputedStyle(/** @type {Element} */ (document.querySelector(".piece"))).transition,
        );
        if (reducedMotion === "reduce") assert.match(duration, /none|^all 0s|^all$/);
        else assert.match(duration, /0\.2s|none/);
        // A celebration is not seen either.
        const display = await page.evaluate(() => {
          const burst = document.createElementNS("http://www.w3.org/2000/svg", "g");
          burst.setAttribute("class", "burst");
          document.querySelector(".board svg")?.append(burst);
          return getComputedStyle(burst).display;
        });
        assert.equal(display === "none", reducedMotion === "reduce");
      },
      { reducedMotion },
    );
  }
});

test("a large board is enlarged by a wheel and by buttons, and moved by a drag", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "cycle:60");
    const seen = () =>
      page.evaluate(() => (document.querySelector(".board svg")?.getAttribute("viewBox") ?? "").split(" ").map(Number));
    const whole = await seen();
    await page.hover(".board svg");
    await page.mouse.wheel(0, -600);
    const [, , near = 0] = await seen();
    assert.ok(near < (whole[2] ?? 0));
    const box = await page.locator(".board svg").boundingBox();
    assert.ok(box !== null);
    const [left] = await seen();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 60, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.notEqual((await seen())[0], left);
    await page.click("#zoom-all");
    assert.deepEqual(await seen(), whole);
    await page.click("#zoom-in");
    assert.ok(((await seen())[2] ?? 0) < (whole[2] ?? 0));
  });
});

test("the large view for a projector shows the board alone", { skip }, async () => {
  await visit(async (page) => {
    await page.click("#show-me");
    await page.click("#projector");
    assert.ok(await page.locator(".side").isHidden());
    assert.ok(await page.locator("#status").isVisible());
    await page.click("#projector");
    assert.ok(await page.locator(".side").isVisible());
  });
});
