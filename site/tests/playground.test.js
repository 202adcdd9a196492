// Tests of the playground in a real browser: boards in every format, rules, edits, the places of
// errors, and its size.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import axe from "axe-core";
import { folder } from "./browser.js";
import { catmouse, program, root } from "./catmouse.js";
import { dice, limited, playOut } from "./games.js";
import {
  choose,
  drag,
  drawer,
  outcome,
  press,
  ready,
  rule,
  SITE,
  settled,
  skip,
  square,
  status,
  tab,
  visit,
  write,
} from "./playground.js";

/** @param {import("playwright-core").Page} page */
function headline(page) {
  return page.textContent("#headline");
}

/**
 * The message of the command about a text that is no board.
 * @param {string} text
 */
function complaint(text) {
  const { status, stderr } = spawnSync(program, ["moves", "-"], { input: text, encoding: "utf8" });
  assert.equal(status, 2, text);
  return stderr;
}

const BOARDS = [
  "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]",
  '["M.C...F"]',
  "M..#F\n.#...\n...#C\n",
  "IheA@GUAo",
  "graph { 0 -- 1; 1 -- 2; 2 -- 0; 2 -- 3 }",
  "Wrong Answer\nInput\ngraph =\n[[1,3],[0],[3],[0,2]]\nOutput\n0\nExpected\n1\n",
];

test("boards in several formats have the results of the command", { skip }, async () => {
  await visit(async (page) => {
    for (const board of BOARDS) {
      await write(page, board);
      assert.deepEqual(await status(page), outcome(board), board);
    }
  });
});

test("a rule is changed and the verdict with it", { skip }, async () => {
  await visit(async (page) => {
    const board = '["M.C...F"]';
    await write(page, board);
    await rule(page, "mouse-jump", "4");
    await settled(page);
    assert.deepEqual(await status(page), outcome(board, "--mouse-jump", "4"));
    await rule(page, "first", "cat");
    await settled(page);
    assert.deepEqual(await status(page), outcome(board, "--mouse-jump", "4", "--first", "cat"));
    await rule(page, "endless", "draw");
    await rule(page, "limit", "none");
    await settled(page);
    assert.deepEqual(
      await status(page),
      outcome(board, "--mouse-jump", "4", "--first", "cat", "--set", "endless=draw", "--limit", "none"),
    );
    await page.click("#reset");
    await settled(page);
    assert.deepEqual(await status(page), outcome(board));
  });
});

test("walls, edges and vertices are added and removed", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "M..F\n..C.\n");
    await page.check("input[name=tool][value=wall]");
    await press(page, "[data-row='0'][data-column='1']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M#.F\n..C.\n");
    assert.deepEqual(await status(page), outcome("M#.F\n..C.\n"));
    await press(page, ".blocked[data-row='0'][data-column='1']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M..F\n..C.\n");
    await write(page, "[[1,3],[0],[3],[0,2]]");
    await page.check("input[name=tool][value=edge]");
    await press(page, "[data-vertex='1']");
    await press(page, "[data-vertex='2']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[1,3],[0,2],[1,3],[0,2]]\n");
    assert.deepEqual(await status(page), outcome("[[1,3],[0,2],[1,3],[0,2]]"));
    await page.click("#add-vertex");
    await settled(page);
    await page.check("input[name=tool][value=remove]");
    await press(page, "[data-vertex='4']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[1,3],[0,2],[1,3],[0,2]]\n");
  });
});

/** A reproducible sequence of random numbers. @param {number} seed */
function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
}

for (const [size, clicks] of [
  [5, 100],
  [30, 60],
]) {
  test(`of ${clicks} fast clicks on a grid of ${size}×${size} each one counts`, { skip }, async () => {
    await visit(
      async (page) => {
        await write(page, square(size ?? 0));
        await page.check("input[name=tool][value=wall]");
        await page.evaluate(() => document.querySelector(".board svg")?.scrollIntoView());
        /** The centre of a cell on the screen. */
        const middle = async (/** @type {number} */ row, /** @type {number} */ column) => {
          const box = await page.locator(`[data-row='${row}'][data-column='${column}']`).boundingBox();
          assert.ok(box !== null);
          return [box.x + box.width / 2, box.y + box.height / 2];
        };
        const [[left = 0, top = 0], [right = 0, bottom = 0]] = [await middle(0, 0), await middle(1, 1)];
        // A click on a free cell adds a wall. A click on a wall removes it. Other clicks have no
        // effect.
        const cells = square(size ?? 0)
          .trim()
          .split("\n")
          .map((row) => [...row]);
        const below = random(size ?? 0);
        for (let click = 0; click < (clicks ?? 0); click++) {
          // There are only twenty cells, so most are clicked several times.
          const [row, column] = [below(4), below(5)];
          const cell = cells[row]?.[column];
          const line = /** @type {string[]} */ (cells[row]);
          line[column] = cell === "." ? "#" : cell === "#" ? "." : (cell ?? "");
          await page.mouse.click(left + column * (right - left), top + row * (bottom - top));
        }
        const expect = `${cells.map((row) => row.join("")).join("\n")}\n`;
        // The click itself changes the text, before the board is solved.
        assert.equal(await page.inputValue("#text"), expect);
        await settled(page);
        assert.equal(await page.inputValue("#text"), expect);
        assert.equal(await page.locator(".board .blocked").count(), expect.split("#").length - 1);
        assert.deepEqual(await status(page), outcome(expect));
      },
      { viewport: { width: 1400, height: 1100 } },
    );
  });
}

test("clicks before the board is drawn anew are about the vertices in the picture", { skip }, async () => {
  await visit(async (page) => {
    // A cycle of ten vertices with the hole at 0, the mouse on 1 and the cat on 2. Without 4, 5 and
    // 8 it has two components.
    const cycle = Array.from({ length: 10 }, (_, v) => [(v + 9) % 10, (v + 1) % 10].sort((a, b) => a - b));
    await write(page, JSON.stringify(cycle));
    await page.check("input[name=tool][value=remove]");
    await page.evaluate(() => {
      for (const vertex of [4, 8, 5, 4, 1])
        document
          .querySelector(`.board [data-vertex='${vertex}']`)
          ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    // The vertices 0 1 2 3 6 7 9 are left, and have the numbers 0 to 6 now.
    const left = "[[1,6],[0,2],[1,3],[2],[5],[4],[0]]\n";
    assert.equal(await page.inputValue("#text"), left);
    assert.match(
      (await page.textContent("#hint")) ?? "",
      /^This vertex is removed already\. Vertex 1 stays: a piece stands there\./,
    );
    await settled(page);
    assert.equal(await page.inputValue("#text"), left);
    assert.equal(await page.locator(".board [data-vertex]").count(), 7);
    await page.check("input[name=tool][value=edge]");
    await press(page, "[data-vertex='3']");
    await press(page, "[data-vertex='5']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[1,6],[0,2],[1,3],[2,5],[5],[3,4],[0]]\n");
  });
});

test("a wall on a piece, and the removal of the hole, are refused in words, and the picture goes on", {
  skip,
}, async () => {
  await visit(async (page) => {
    await write(page, "M..F\n..C.\n");
    await page.check("input[name=tool][value=wall]");
    await press(page, "[data-row='1'][data-column='2']");
    assert.equal(await page.textContent("#hint"), "(1,2) is not free: a piece stands there.");
    assert.equal(await page.inputValue("#text"), "M..F\n..C.\n");
    await press(page, "[data-row='1'][data-column='0']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M..F\n#.C.\n");
    assert.equal(await page.locator(".board .blocked").count(), 1);
    assert.equal(await page.textContent("#hint"), "");
    await page.check("input[name=tool][value=goal]");
    await press(page, "[data-row='0'][data-column='3']");
    assert.match((await page.textContent("#hint")) ?? "", /^The grid has no F/);
    assert.equal(await page.inputValue("#text"), "M..F\n#.C.\n");
    await write(page, "[[1,3],[0],[3],[0,2]]");
    await page.check("input[name=tool][value=remove]");
    await press(page, "[data-vertex='0']");
    assert.equal(await page.textContent("#hint"), "Vertex 0 stays: it is the only hole.");
    assert.equal(await page.inputValue("#text"), "[[1,3],[0],[3],[0,2]]");
  });
});

test("pieces and hole stay where they are seen when a vertex is removed", { skip }, async () => {
  await visit(async (page) => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const board = (/** @type {number[]} */ left, /** @type {[number, number, number]} */ [hole, mouse, cat]) =>
      `catmouse = 1\n\n[board]\nadjacency = [${left
        .map((v) => `[${left.flatMap((w, index) => ([1, 5].includes(Math.abs(v - w)) ? [index] : [])).join(", ")}]`)
        .join(", ")}]\n\n[rules]\nhole = [${hole}]\n\n[start]\nmouse = ${mouse}\ncat = ${cat}\n`;
    const hexagon = [...names.keys()];
    await write(page, board(hexagon, [5, 4, 2]));
    await page.check("input[name=tool][value=remove]");
    await press(page, "[data-vertex='3']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), board([0, 1, 2, 4, 5], [4, 3, 2]));
    assert.deepEqual([await page.inputValue("#at-mouse-0"), await page.inputValue("#at-cat-0")], ["3", "2"]);
    // The hole stays too, although the form contains its number.
    await write(page, "[[1,3],[0,2],[1,3],[0,2,4],[3,5],[4]]");
    await rule(page, "hole", "5");
    await settled(page);
    await press(page, "[data-vertex='4']");
    await settled(page);
    assert.equal(await page.inputValue("#rule-hole"), "4");
    assert.equal(await page.inputValue("#text"), "[[1,3],[0,2],[1,3],[0,2],[]]\n");
    assert.equal(await page.locator("#problems li").count(), 0);
  });
});

test("pieces that were moved stay where they are when the board is changed", { skip }, async () => {
  await visit(async (page) => {
    const at = async () => [await page.inputValue("#at-mouse-0"), await page.inputValue("#at-cat-0")];
    const tool = (/** @type {string} */ value) => page.check(`input[name=tool][value=${value}]`);
    await write(page, "M..F\n....\n..C.\n");
    await press(page, "[data-row='1'][data-column='0']");
    assert.deepEqual(await at(), ["4", "10"]);
    await tool("wall");
    await press(page, "[data-row='1'][data-column='0']");
    assert.equal(await page.textContent("#hint"), "(1,0) is not free: a piece stands there.");
    // The mouse is not on its start now, but it stands there when the game begins.
    await press(page, "[data-row='0'][data-column='0']");
    assert.equal(await page.textContent("#hint"), "(0,0) is not free for the wall: the mouse starts there.");
    await press(page, "[data-row='0'][data-column='1']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M#.F\n....\n..C.\n");
    // A vertex with a smaller number was removed, so both numbers decreased by one.
    assert.deepEqual(await at(), ["3", "9"]);
    // The position with the cat elsewhere is the new start.
    await tool("cat");
    await drag(page, ".piece[data-side=cat]", "[data-row='2'][data-column='3']");
    await settled(page);
    assert.deepEqual(await at(), ["3", "10"]);
    assert.equal(await page.inputValue("#turn"), "cat");

    await write(page, "[[1,5],[0,2],[1,3],[2,4],[3,5],[0,4]]");
    await choose(page, "map", "#at-mouse-0", "5");
    await choose(page, "map", "#at-cat-0", "4");
    await tool("remove");
    await press(page, "[data-vertex='4']");
    assert.equal(await page.textContent("#hint"), "Vertex 4 stays: a piece stands there.");
    await press(page, "[data-vertex='3']");
    await settled(page);
    assert.deepEqual(await at(), ["4", "3"]);
  });
});

test("Escape gives up half an edge, and an edge joins two vertices", { skip }, async () => {
  await visit(async (page) => {
    const board = "[[1,3],[0],[3],[0,2]]";
    await write(page, board);
    await page.check("input[name=tool][value=edge]");
    // The mouse stands on 1, and no piece on 3.
    for (const vertex of [1, 3]) {
      await press(page, `[data-vertex='${vertex}']`);
      assert.match((await page.textContent("#hint")) ?? "", new RegExp(`^An edge from ${vertex}`));
      await page.keyboard.press("Escape");
      assert.equal(await page.textContent("#hint"), "");
      assert.equal(await page.locator(".board .from").count(), 0);
    }
    await press(page, "[data-vertex='2']");
    await press(page, "[data-vertex='2']");
    assert.match((await page.textContent("#hint")) ?? "", /^An edge joins two vertices/);
    assert.equal(await page.inputValue("#text"), board);
    // The first vertex is forgotten, and the next edge begins with a new one.
    await press(page, "[data-vertex='1']");
    await press(page, "[data-vertex='2']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[1,3],[0,2],[1,3],[0,2]]\n");
  });
});

test("a drag plays, or with a tool it puts a piece on its start, and each step can be taken back", {
  skip,
}, async () => {
  await visit(async (page) => {
    await write(page, "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]");
    const before = await page.textContent("#status");
    await drag(page, ".piece[data-side=mouse]", "[data-vertex='3']");
    assert.equal(await page.inputValue("#at-mouse-0"), "3");
    assert.equal(await page.inputValue("#turn"), "cat");
    await page.click("#undo");
    assert.equal(await page.textContent("#status"), before);
    for (const tool of ["mouse", "remove"]) {
      await page.check(`input[name=tool][value=${tool}]`);
      await drag(page, ".piece[data-side=mouse]", "[data-vertex='3']");
      await settled(page);
      // The mouse starts there now: it is still its turn, and the line begins there.
      assert.equal(await page.inputValue("#at-mouse-0"), "3", tool);
      assert.equal(await page.inputValue("#turn"), "mouse");
      assert.deepEqual(await status(page), outcome("[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]", "--mouse", "3"));
      assert.match((await page.textContent(".ply[data-ply='1']")) ?? "", /^M 3→/);
      await page.click("#undo");
      await settled(page);
      assert.equal(await page.textContent("#status"), before);
      assert.equal(await page.inputValue("#at-mouse-0"), "1");
    }
    // The hole is dragged too.
    await drag(page, ".goal", "[data-vertex='5']");
    await settled(page);
    assert.equal(await page.inputValue("#rule-hole"), "5");
    assert.deepEqual(await status(page), outcome("[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]", "--hole", "5"));
    await page.click("#undo");
    await settled(page);
    assert.equal(await page.textContent("#status"), before);
    await page.click("#redo");
    await settled(page);
    assert.equal(await page.inputValue("#rule-hole"), "5");
    await page.click("#undo");
    await settled(page);
    // An edge is drawn by a drag from vertex to vertex, and undone by Ctrl+Z.
    await page.check("input[name=tool][value=edge]");
    await drag(page, "[data-vertex='1'] .face", "[data-vertex='5'] .face");
    await settled(page);
    assert.match(await page.inputValue("#text"), /^\[\[4\],\[3,4,5\]/);
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.match(await page.inputValue("#text"), /^\[\[4\],\[3,4\],/);
  });
});

test("on a grid walls are painted by a drag, and food and pieces are dragged", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "M....\n.....\nC...F\n");
    await page.check("input[name=tool][value=wall]");
    await drag(page, "[data-row='1'][data-column='0']", "[data-row='1'][data-column='3']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M....\n####.\nC...F\n");
    await drag(page, ".goal", "[data-row='0'][data-column='4']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M...F\n####.\nC....\n");
    await drag(page, ".piece[data-side=cat]", "[data-row='2'][data-column='2']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M...F\n####.\n..C..\n");
    assert.deepEqual(await status(page), outcome("M...F\n####.\n..C..\n"));
    for (let steps = 0; steps < 3; steps++) {
      await page.click("#undo");
      await settled(page);
    }
    assert.equal(await page.inputValue("#text"), "M....\n###..\nC...F\n");
  });
});

test("five walls clicked within 0.6 s all arrive on a grid of 30×30", { skip }, async () => {
  await visit(async (page) => {
    await write(page, square(30));
    await page.check("input[name=tool][value=wall]");
    for (const column of [5, 9, 13, 17, 21]) {
      await page.evaluate(
        (column) =>
          document
            .querySelector(`.board [data-row='14'][data-column='${column}']`)
            ?.dispatchEvent(new MouseEvent("click", { bubbles: true })),
        column,
      );
      await page.waitForTimeout(100);
    }
    await settled(page);
    assert.equal(await page.locator(".board .blocked").count(), 5);
    assert.equal((await page.inputValue("#text")).split("#").length - 1, 5);
  });
});

test("an invalid number, and a click on the picture of another board, are refused with a message", {
  skip,
}, async () => {
  await visit(async (page) => {
    await write(page, "M..F\n..C.\n");
    for (const [key, text, wanted] of [
      ["mouse-jump", "abc", /“abc” is no value for “How many cells the mouse may jump.*a whole number, such as 2/],
      ["mouse-jump", "5.5", /“5\.5” is no value .*a whole number, such as 2/],
      ["mouse-jump", "1e9", /“1e9” is no value/],
      ["mouse-jump", "99999999999999999999", /“9{20}” is no value/],
      ["cats", "0", /cat/],
      ["limit", "soon", /“soon” is no value .*a whole number, such as 2, or none/],
    ]) {
      const field = page.locator(`#rule-${key}`);
      await rule(page, String(key), String(text));
      await settled(page);
      assert.match((await page.textContent("#problems")) ?? "", /** @type {RegExp} */ (wanted));
      assert.equal(await field.getAttribute("aria-invalid"), "true");
      assert.equal(await page.textContent("#work"), "The picture is of the board as it was before.");
      await page.check("input[name=tool][value=wall]");
      await press(page, "[data-row='0'][data-column='1']");
      assert.match((await page.textContent("#hint")) ?? "", /^The picture is of the board before/);
      assert.equal(await page.inputValue("#text"), "M..F\n..C.\n");
      await field.fill("");
      await settled(page);
      assert.equal(await page.locator("#problems li").count(), 0);
      assert.equal(await field.getAttribute("aria-invalid"), null);
    }
    await drawer(page, "text");
    await page.fill("#text", "M..F\n..X.\n");
    await press(page, "[data-row='0'][data-column='1']");
    assert.match((await page.textContent("#hint")) ?? "", /^The picture is of the board before/);
    assert.equal(await page.inputValue("#text"), "M..F\n..X.\n");
  });
});

test("while a board is being solved the page says so", { skip }, async () => {
  await visit(async (page) => {
    await write(page, square(5));
    assert.match((await page.textContent("#work")) ?? "", /^Solved and explained in \d+ ms\.$/);
    // The answer cannot arrive before this script ends.
    const meanwhile = await page.evaluate((board) => {
      const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
      text.value = board;
      text.dispatchEvent(new Event("input"));
      return document.querySelector("#work")?.textContent;
    }, square(45));
    assert.equal(meanwhile, "Solving the board …");
    await settled(page);
    assert.match((await page.textContent("#work")) ?? "", /^Solved and explained in \d+ ms\.$/);
  });
});

test("the board stays where it is on the screen while it is changed by clicks", { skip }, async () => {
  for (const viewport of [
    { width: 1300, height: 900 },
    { width: 500, height: 700 },
  ]) {
    await visit(
      async (page) => {
        /** On a phone the drawer covers the tools. */
        const written = async (/** @type {string} */ board) => {
          await write(page, board);
          await page.click("#close-text");
        };
        await written(square(8));
        await page.check("input[name=tool][value=wall]");
        for (const board of [square(8), square(30)]) {
          if (board !== square(8)) await written(board);
          // If a piece is on a cell, a comma follows in the label.
          const [row, column] = await page.evaluate(() => {
            const cells = [
              .../** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".board [data-vertex]")),
            ];
            const free = cells.filter((cell) => !cell.getAttribute("aria-label")?.includes("),"));
            return [free.at(-1)?.dataset["row"], free.at(-1)?.dataset["column"]];
          });
          const free = page.locator(`[data-row='${row}'][data-column='${column}']`);
          await free.scrollIntoViewIfNeeded();
          const before = await free.boundingBox();
          await press(page, `[data-row='${row}'][data-column='${column}']`);
          await settled(page);
          const now = await page.locator(`.blocked[data-row='${row}'][data-column='${column}']`).boundingBox();
          assert.ok(before !== null && now !== null);
          const middle = (/** @type {typeof before} */ { x, y, width, height }) => [x + width / 2, y + height / 2];
          const [[x = 0, y = 0], [left = 0, top = 0]] = [middle(before), middle(now)];
          assert.ok(Math.hypot(x - left, y - top) < 3, JSON.stringify([before, now]));
        }
      },
      { viewport },
    );
  }
});

/**
 * The places of the vertices in the picture, by their numbers.
 * @param {import("playwright-core").Page} page
 */
function drawn(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll(".board [data-vertex] .face")].map((face) => [
      face.getAttribute("x"),
      face.getAttribute("y"),
    ]),
  );
}

test("an edit of an edge does not lay out anew, whether it is drawn or typed", { skip }, async () => {
  await visit(async (page) => {
    // A cycle of 40 vertices with some chords, which cannot be drawn without crossings.
    const lists = Array.from({ length: 40 }, (_, v) => [(v + 39) % 40, (v + 1) % 40]);
    for (const v of [0, 3, 7, 12]) {
      lists[v]?.push(v + 20);
      lists[v + 20]?.push(v);
    }
    await write(page, JSON.stringify(lists));
    const before = await drawn(page);
    assert.equal(before.length, 40);
    await page.check("input[name=tool][value=edge]");
    await press(page, "[data-vertex='5']");
    await press(page, "[data-vertex='26']");
    await settled(page);
    assert.ok((await page.inputValue("#text")).includes("[4,6,26]"));
    assert.deepEqual(await drawn(page), before);
    lists[1]?.push(22);
    lists[22]?.push(1);
    await write(page, JSON.stringify(lists));
    assert.deepEqual(await drawn(page), before);
    // A different graph with the same number of vertices gets a new layout.
    await write(page, JSON.stringify(lists.map((_, v) => [v - 1, v + 1].filter((w) => w >= 0 && w < 40))));
    assert.notDeepEqual(await drawn(page), before);
  });
});

test("the verdict is shown before the page of it has come", { skip }, async () => {
  await visit(async (page) => {
    const seen = await page.evaluate(async () => {
      /** @type {string[]} */
      const seen = [];
      const headline = () => document.querySelector("#headline")?.textContent ?? "";
      const status = () => document.querySelector("#status")?.textContent ?? "";
      const before = status();
      const first = headline();
      const text = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
      text.value = "[[1,3],[0],[3],[0,2]]";
      text.dispatchEvent(new Event("input"));
      const view = /** @type {Element} */ (document.querySelector("#view"));
      await new Promise((done) => {
        new MutationObserver(() => {
          const said = `${headline()} ${status() === before ? "before" : "after"}`;
          if (headline() !== first) seen.push(said);
          if (status() !== before) done(null);
        }).observe(view, { childList: true, subtree: true, characterData: true });
      });
      return seen;
    });
    assert.equal(seen[0], "The Mouse wins in 1 ply. before");
    assert.equal(seen.at(-1), "The Mouse wins in 1 ply. after");
  });
});

test("an error is underlined at its place, and the old board stays", { skip }, async () => {
  await visit(async (page) => {
    const before = await headline(page);
    await write(page, "[[1,2],[0,7],[0]]");
    assert.deepEqual(await page.locator("#underlines mark").allTextContents(), ["7"]);
    assert.ok((await page.locator("#problems li").count()) > 0);
    assert.equal(await headline(page), before);
    await write(page, "[[1,2],[0,2],[0,1]]");
    assert.equal(await page.locator("#underlines mark").count(), 0);
    assert.equal(await page.locator("#problems li").count(), 0);
  });
});

test("a choice that settles a problem is a step of its own, which an edit keeps, an undo takes back and a link has", {
  skip,
}, async () => {
  await visit(async (page) => {
    const text = "1 2\n2 3\n3 4\n";
    const remedy = (/** @type {string} */ choice) => page.locator("#problems button", { hasText: choice });
    const vertices = () => page.locator(".board [data-vertex]").count();
    const isAsked = async () => {
      assert.equal(await page.inputValue("#text"), text);
      assert.deepEqual(await page.locator("#problems button").allTextContents(), ["base: 1", "base: 0"]);
    };
    const isShown = async (/** @type {number} */ count) => {
      await settled(page);
      assert.equal(await page.locator("#problems li").count(), 0);
      assert.equal(await vertices(), count);
    };
    await write(page, text);
    await isAsked();
    await remedy("base: 1").click();
    await isShown(4);
    const path = "[[1],[0,2],[1,3],[2]]";
    assert.deepEqual(await status(page), outcome(path));
    // The link reads the text in the same way.
    await page.waitForURL(/[#&]base=1(&|$)/);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await ready(other);
    await settled(other);
    assert.deepEqual(await status(other), outcome(path));
    await other.close();
    // The changed text counts from 0, and needs no choice.
    await page.check("input[name=tool][value=edge]");
    await press(page, "[data-vertex='0']");
    await press(page, "[data-vertex='3']");
    await isShown(4);
    const cycle = "[[1,3],[0,2],[1,3],[0,2]]";
    assert.notEqual(await page.inputValue("#text"), text);
    assert.deepEqual(await status(page), outcome(cycle));
    await press(page, "[data-vertex='0']");
    await press(page, "[data-vertex='2']");
    await isShown(4);
    assert.deepEqual(await status(page), outcome("[[1,2,3],[0,2],[0,1,3],[0,2]]"));
    for (const board of [cycle, path]) {
      await page.click("#undo");
      await isShown(4);
      assert.deepEqual(await status(page), outcome(board));
    }
    assert.equal(await page.inputValue("#text"), text);
    await page.click("#undo");
    await settled(page);
    await isAsked();
    await remedy("base: 0").click();
    await isShown(5);
    assert.deepEqual(await status(page), outcome("[[],[2],[1,3],[2,4],[3]]"));
    await page.click("#undo");
    await settled(page);
    await isAsked();
  });
});

test("a cat on the hole is refused as such, with the hole in the picture", { skip }, async () => {
  await visit(async (page) => {
    const board = "catmouse = 1\n\n[board]\nadjacency = [[1, 3], [0], [3], [0, 2]]\n\n[start]\ncat = 0\n";
    await write(page, board);
    assert.match((await page.textContent("#problems")) ?? "", /cat/i);
    assert.ok((await page.locator("#problems button", { hasText: "cat-in-hole: " }).count()) > 0);
    assert.doesNotMatch((await page.textContent("#hint")) ?? "", /no hole/);
    assert.equal(await page.inputValue("#rule-hole"), "");
    await page.locator("#problems button", { hasText: "cat-in-hole: guards" }).click();
    await settled(page);
    assert.equal(await page.locator("#problems li").count(), 0);
    assert.equal(await page.inputValue("#rule-cat-in-hole"), "guards");
  });
});

test("a game of some seventy megabytes is solved", { skip }, async () => {
  await visit(async (page) => {
    const row = ".".repeat(45);
    const board = `MCF${row.slice(3)}\n${`${row}\n`.repeat(44)}`;
    await write(page, board);
    assert.deepEqual(await status(page), outcome(board));
  });
});

test("a game that is too large is refused", { skip }, async () => {
  await visit(async (page) => {
    const row = ".".repeat(300);
    await write(page, `MCF${row.slice(3)}\n${`${row}\n`.repeat(120)}`);
    await page.waitForSelector("#problems li");
    assert.match((await page.textContent("#problems")) ?? "", /memory/);
  });
});

test("an edit of a board of 60 vertices or 12×12 cells is answered, and says in what time", { skip }, async () => {
  await visit(async (page) => {
    const cycle = Array.from({ length: 60 }, (_, v) =>
      [(v + 59) % 60, (v + 1) % 60, (v + 30) % 60].sort((a, b) => a - b),
    );
    const grid = `M...........\n${"............\n".repeat(10)}C..........F\n`;
    for (const [name, board] of [
      ["60 vertices", JSON.stringify(cycle)],
      ["12×12", grid],
    ]) {
      await write(page, board ?? "");
      const taken = [];
      for (const endless of ["mouse", "cat", "draw"]) {
        await rule(page, "endless", endless);
        await settled(page);
        taken.push(Number(await page.getAttribute("#work", "data-milliseconds")));
      }
      console.log(`${name}: ${taken.join(", ")} ms`);
      // The times are printed for the reader. A test must not fail on a busy machine.
      assert.ok(
        taken.every((milliseconds) => milliseconds > 0),
        `${name}: ${taken}`,
      );
    }
  });
});

test("every example is shown with its lesson, and a sixth of the fixtures has its outcome", { skip }, async () => {
  /** @type {{ examples: { name: string, title: string, lesson: string }[] }} */
  const { examples } = JSON.parse(readFileSync(join(SITE, "examples.json"), "utf8"));
  assert.ok(examples.length >= 5);
  await visit(async (page) => {
    await drawer(page, "new");
    for (const { name, title, lesson } of examples) {
      await page.selectOption("#example", name);
      await settled(page);
      assert.equal(await page.locator("#problems li").count(), 0, name);
      assert.equal(await page.textContent("#example option:checked"), title);
      assert.equal(await page.textContent("#lesson"), lesson === "" ? `${title}.` : `${title}. ${lesson}`);
    }
    await write(page, "[[1],[0]]");
    assert.equal(await page.inputValue("#example"), "");
    assert.equal(await page.textContent("#lesson"), "");
    let fixtures = 0;
    for (const folder of ["classic", "grid", "cops", "costs", "rules"]) {
      const names = readdirSync(join(root, "fixtures", folder)).filter((name) => name.endsWith(".toml"));
      for (const name of names.filter((_, index) => index % 6 === 0)) {
        const text = readFileSync(join(root, "fixtures", folder, name), "utf8");
        await write(page, text.split("\n[expect]")[0] ?? "");
        assert.equal(await page.locator("#problems li").count(), 0, name);
        const expect = /^outcome = "(\w+)"$/m.exec(text)?.[1];
        if (expect !== undefined) assert.equal((await status(page)).outcome, expect, name);
        fixtures += 1;
      }
    }
    assert.ok(fixtures >= 25, `${fixtures} fixtures`);
  });
});

test("every setting of the library has a control, and each of its values is taken", { skip }, async () => {
  const declared = readFileSync(join(root, "crates/model/src/settings.rs"), "utf8");
  const keys = [...declared.matchAll(/ = (?:Board|Rules) "([a-z-]+)"/g)].map((match) => match[1] ?? "");
  assert.ok(keys.length >= 15, `${keys}`);
  await visit(async (page) => {
    await write(page, "M..F\n....\n..C.\n");
    await drawer(page, "rules");
    await page.click("#all-rules");
    for (const key of keys) {
      const control = page.locator(`#rule-${key}`);
      assert.equal(await control.count(), 1, key);
      const offered = await control
        .locator("option")
        .evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
      for (const value of offered.length > 0 ? offered : ["2", ""]) {
        if (offered.length > 0) await control.selectOption(value);
        else await control.fill(key === "hole" && value !== "" ? "0,3" : value);
        await settled(page);
        const problems = await page.locator("#problems li").allTextContents();
        assert.ok(!problems.some((problem) => problem.includes("question")), `${key} = ${value}: ${problems}`);
      }
      await page.click("#reset");
    }
  });
});

test("errors of every format are underlined where the command points", { skip }, async () => {
  const folder = join(root, "fixtures/invalid");
  const names = readdirSync(folder).filter((name) => !name.endsWith(".snap"));
  const formats = new Set();
  await visit(async (page) => {
    // The first of every format, and a third of the others.
    const isFirst = (/** @type {string} */ name, /** @type {number} */ index) =>
      names.findIndex((other) => other.split(".").at(-1) === name.split(".").at(-1)) === index;
    for (const name of names.filter((name, index) => index % 3 === 0 || isFirst(name, index))) {
      const bytes = readFileSync(join(folder, name));
      const text = bytes.toString("utf8");
      // A text field cannot contain invalid UTF-8, nor the line ends of other systems.
      if (!Buffer.from(text).equals(bytes) || /[\r\0]/.test(text) || text.length > 5000) continue;
      const said = complaint(text);
      const pointed = said.match(/^ *--> .*?:(\d+):(\d+)$/m);
      await write(page, text);
      assert.ok((await page.locator("#problems li").count()) > 0, name);
      if (pointed === null) continue;
      // If a graph begins in the middle of a line, the command shows only its part of the line, and
      // counts columns from there.
      const excerpt = said.match(/^ *(\d+) \| (.*)$/m);
      if (excerpt?.[2]?.trimEnd() !== text.split("\n")[Number(excerpt?.[1]) - 1]?.trimEnd()) continue;
      const [line, column] = [Number(pointed[1]), Number(pointed[2])];
      const places = await page.evaluate(() => {
        /** @type {[number, number][]} */
        const found = [];
        let before = "";
        for (const part of document.querySelector("#underlines")?.childNodes ?? []) {
          if (part instanceof HTMLElement)
            found.push([before.split("\n").length, [...(before.split("\n").at(-1) ?? "")].length + 1]);
          before += part.textContent;
        }
        return found;
      });
      assert.ok(
        places.some(([row, place]) => row === line && place === column),
        `${name}: the command says ${line}:${column}, underlined is ${JSON.stringify(places)}`,
      );
      formats.add(name.split(".").at(-1));
    }
  });
  assert.ok(formats.size >= 8, [...formats].join(" "));
});

test("rarer formats are read by a program that is loaded when one is written", { skip }, async () => {
  const texts = {
    pajek: "*Vertices 3\n*Edges\n1 2\n2 3\n",
    dl: "dl n=3 format=edgelist1\ndata:\n1 2\n2 3\n",
    leda: "LEDA.GRAPH\nvoid\nvoid\n-2\n3\n|{}|\n|{}|\n|{}|\n2\n1 2 0 |{}|\n2 3 0 |{}|\n",
    csv: "source,target\n0,1\n1,2\n",
    gml: "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ] edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]",
    mtx: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n",
    graphml:
      '<graphml><graph edgedefault="undirected"><node id="0"/><node id="1"/><node id="2"/>' +
      '<edge source="0" target="1"/><edge source="1" target="2"/></graph></graphml>',
  };
  await visit(async (page) => {
    let loads = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/reader.wasm")) loads++;
    });
    await write(page, "[[1],[0,2],[1]]");
    assert.equal(loads, 0);
    for (const [format, text] of Object.entries(texts)) {
      await write(page, text);
      assert.deepEqual(await status(page), outcome(text), format);
    }
    assert.equal(loads, 1);
    // A link contains the board in a form that is read at once.
    await page.waitForFunction(() => location.hash.includes("board=catmouse"));
    assert.equal(await page.inputValue("#text"), texts.graphml);
    await page.reload();
    await ready(page);
    await settled(page);
    assert.deepEqual(await status(page), outcome(texts.graphml));
    assert.equal(loads, 1);
  });
});

test("a mouse that hides is hunted by a program that is loaded when one is asked for", { skip }, async () => {
  const never = ["--preset", "cops", "--set", "mouse-seen=never"];
  await visit(async (page) => {
    /** @type {string[]} */
    const loaded = [];
    page.on("request", (request) => loaded.push(...(request.url().match(/unseen\.\w+$/) ?? [])));
    const shots = () => page.locator(".shot").count();
    await write(page, "[[1],[0,2],[1,3],[2]]");
    await rule(page, "preset", "cops");
    await settled(page);
    assert.deepEqual(loaded, []);
    await rule(page, "mouse-seen", "never");
    await settled(page);
    assert.deepEqual(await status(page), outcome("path:4", ...never));
    assert.equal(await page.locator("#problems li").count(), 0);
    // One board for the start, and one for each step along the path.
    assert.equal(await shots(), 4);
    // The hunt has its film beside it.
    await page.click("#close-rules");
    await page.click("#hunt");
    assert.equal(await page.locator(".shot:visible").count(), 1);
    await page.click("#show-me");
    // An edge makes it a cycle, which one cat does not clear. The cat may be put elsewhere, and the mouse hides all the same.
    await page.check("input[name=tool][value=edge]");
    await press(page, "[data-vertex='0']");
    await press(page, "[data-vertex='3']");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "[[1,3],[0,2],[1,3],[0,2]]\n");
    assert.deepEqual(await status(page), outcome("cycle:4", ...never));
    await page.check("input[name=tool][value=cat]");
    await press(page, "[data-vertex='2']");
    await settled(page);
    assert.deepEqual(await status(page), outcome("cycle:4", ...never, "--cats", "2"));
    // What is passed on has the rule. A link leads to the same.
    await drawer(page, "share");
    await page.click("#copy-toml");
    assert.match(await page.inputValue("#copied"), /mouse-seen = "never"/);
    await page.waitForFunction(() => location.hash.includes("mouse-seen=never"));
    await page.reload();
    await ready(page);
    await settled(page);
    assert.deepEqual(await status(page), outcome("cycle:4", ...never, "--cats", "2"));
    // A mouse that is always seen has its piece and its map again.
    await rule(page, "mouse-seen", "always");
    await settled(page);
    assert.equal(await shots(), 0);
    assert.equal(await page.locator(".board [data-side=mouse]").count(), 1);
    assert.equal(await page.textContent("#tab-map"), "Map");
    assert.deepEqual(loaded, ["unseen.wasm", "unseen.js", "unseen.wasm", "unseen.js"]);
  });
});

test("a hostile title runs nothing when a board is copied as a command or as Python", { skip }, async () => {
  const hostile = [
    "plain",
    'x"""\nimport os; os.system("touch touched")\n"""',
    "x\nBOARD\ntouch touched\ncat <<'BOARD'",
    "x'; touch touched; '",
    "$(touch touched)`touch touched`",
    '\\"""+__import__("os").system("touch touched")+"""',
    "x\r\ntouch touched\u2028touch touched",
    "x \u202eBOARD\u0007\u001b]0;x\u0007",
  ];
  const away = folder();
  // Stand-ins that keep what they are given.
  const [command, python] = [join(away, "catmouse"), join(away, "catmouse.py")];
  writeFileSync(command, "#!/bin/sh\ncat > given.txt\n", { mode: 0o755 });
  writeFileSync(
    python,
    "def solve(text, *args, **kwargs):\n    open('given.txt', 'w').write(text)\n    return kwargs\n",
  );
  const run = (/** @type {string} */ program, /** @type {string} */ text) => {
    const env = { PATH: `${away}:${process.env["PATH"]}`, PYTHONPATH: away };
    const { status, stderr } = spawnSync(program, ["-"], { input: text, encoding: "utf8", cwd: away, env });
    assert.equal(status, 0, `${text}\n${stderr}`);
    assert.equal(existsSync(join(away, "touched")), false, text);
    return readFileSync(join(away, "given.txt"), "utf8");
  };
  for (const title of hostile) {
    await visit(async (page) => {
      await write(
        page,
        `catmouse = 1\ntitle = ${JSON.stringify(title)}\n[board]\nadjacency = [[1, 3], [0], [3], [0, 2]]\n`,
      );
      // A title with a control character or a change of direction is no board.
      const isRefused = (await page.locator("#problems li").count()) > 0;
      assert.equal(isRefused, /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028]/u.test(title), title);
      if (isRefused) return;
      await drawer(page, "share");
      const copied = async (/** @type {string} */ kind) => {
        await page.click(`#copy-${kind}`);
        return page.inputValue("#copied");
      };
      const toml = await copied("toml");
      assert.doesNotMatch(toml.replaceAll("\n", ""), /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028]/u);
      for (const [kind, program] of [
        ["command", "sh"],
        ["python", "python3"],
      ]) {
        assert.equal(run(program ?? "", await copied(kind ?? "")).trim(), toml.trim(), title);
      }
    });
  }
});

test("names and titles of a board are text in the playground too", { skip }, async () => {
  for (const name of ["markup", "entities", "directions", "long"]) {
    await visit(async (page) => {
      const elements = () =>
        page.evaluate(
          () => document.querySelectorAll("script, img, image, iframe, object, embed, foreignObject").length,
        );
      const before = await elements();
      await write(page, readFileSync(join(root, `fixtures/hostile/${name}.toml`), "utf8"));
      assert.equal(await page.locator("#problems li").count(), 0, name);
      assert.equal(await elements(), before, name);
      assert.equal(await page.evaluate(() => "touched" in window), false, name);
      const turned = await page.evaluate(() =>
        /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/.test(document.querySelector("#view")?.outerHTML ?? ""),
      );
      assert.equal(turned, false, name);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${name}: ${overflow} pixels too wide`);
      const count = await page.locator(".ply").count();
      for (let ply = 0; ply < Math.min(count, 5); ply++) await page.click("#line-forward");
    });
  }
});

test("by the keyboard alone a wall is taken away, food is put, an edge is drawn and a line walked through", {
  skip,
}, async () => {
  await visit(async (page) => {
    const press = (/** @type {string[]} */ ...keys) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    /** Presses Tab until the focus matches the selector. */
    const reach = async (/** @type {string} */ selector) => {
      for (let steps = 0; steps < 120; steps++) {
        await press("Tab");
        if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
      }
      assert.fail(`the tabulator does not lead to ${selector}`);
    };
    const tool = async (/** @type {string} */ value) => {
      await page.focus("#open-puzzles");
      await reach("[name=tool]");
      for (let steps = 0; steps < 8; steps++) {
        if ((await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement)?.value)) === value)
          return;
        await press("ArrowDown");
      }
      assert.fail(`the arrow keys do not lead to ${value}`);
    };
    await drawer(page, "text");
    await page.focus("#text");
    await press("Control+A");
    await page.keyboard.type("M#.F\n..C.\n");
    await settled(page);
    await tool("wall");
    await reach(".board [data-row]");
    await press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "a wall at (0,1)");
    await press("Enter");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M..F\n..C.\n");
    // The focus has not moved, so the next edit begins there.
    await press("ArrowRight", "Enter");
    await settled(page);
    assert.equal(await page.inputValue("#text"), "M.#F\n..C.\n");
    await tool("goal");
    await reach(".board [data-row]");
    await press("ArrowDown", "ArrowLeft", "Enter");
    await settled(page);
    const [, below] = (await page.inputValue("#text")).split("\n");
    assert.match(below ?? "", /F/);
    await drawer(page, "text");
    await page.focus("#text");
    await press("Control+A");
    await page.keyboard.type("[[1,3],[0],[3],[0,2]]");
    await settled(page);
    await tool("edge");
    await reach(".board [data-vertex]");
    const first = await page.evaluate(() => Number(document.activeElement?.getAttribute("data-vertex")));
    await press("Enter");
    assert.match((await page.textContent("#hint")) ?? "", new RegExp(`An edge from ${first}`));
    const focused = () => page.evaluate(() => Number(document.activeElement?.getAttribute("data-vertex")));
    for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"])
      if ((await focused()) === first) await press(key);
    const second = await focused();
    assert.notEqual(second, first);
    const joined = (/** @type {string} */ text) => JSON.parse(text)[first].includes(second);
    const was = joined(await page.inputValue("#text"));
    await press("Enter");
    await settled(page);
    assert.equal(joined(await page.inputValue("#text")), !was);
    // The line is followed from its first ply to its last.
    await drawer(page, "text");
    await page.focus("#text");
    await press("Control+A");
    await page.keyboard.type("[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]");
    await settled(page);
    const last = await page.locator(".ply").count();
    assert.ok(last >= 2);
    await page.focus("#open-puzzles");
    await reach("#line-forward");
    for (let ply = 1; ply <= last; ply++) {
      await press("Enter");
      assert.equal(await page.getAttribute(".ply[aria-current]", "data-ply"), String(ply));
    }
  });
});

test("the computer plays at the library's levels, and a position that comes for the third time ends the game", {
  skip,
}, async () => {
  const named = catmouse("play", "--help").match(/perfect[^.]*hopeless/)?.[0] ?? "";
  await visit(async (page) => {
    // On a square, one cop never catches a robber who stays in the opposite corner.
    await write(page, "[[1,3],[0,2],[1,3],[0,2]]");
    await rule(page, "preset", "cops");
    await settled(page);
    const levels = await page
      .locator("#level option")
      .evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    assert.ok(levels.length >= 4 && levels.every((level) => named.includes(level)), `${levels}: ${named}`);
    await choose(page, "moves", "#computer", "mouse");
    // Neither the cop nor the robber moves.
    const at = await page.inputValue("#at-cat-0");
    for (let turn = 0; turn < 5; turn++) {
      await page.waitForFunction(
        () => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === "cat",
      );
      if (/third time/.test((await page.textContent("#status")) ?? "")) break;
      await press(page, `[data-vertex='${at}']`);
      await page.waitForTimeout(600);
    }
    await page.waitForFunction(() => /for the third time/.test(document.querySelector("#status")?.textContent ?? ""));
    // No move is offered, and none can be made.
    const over = async () => {
      assert.equal(await page.textContent("#moves-note"), "The game is over.");
      assert.equal(await page.locator(".move, .face.target").count(), 0);
    };
    await over();
    await press(page, `[data-vertex='${at}']`);
    assert.match((await page.textContent("#hint")) ?? "", /for the third time/);
    await over();
    // After a move is taken back, another can be made, and the analysis without the computer
    // continues.
    await page.click("#undo");
    assert.ok((await page.locator(".move").count()) > 0);
    await page.click("#redo");
    await page.waitForFunction(() => document.querySelector("#moves-note")?.textContent === "The game is over.");
    await over();
    await choose(page, "moves", "#computer", "");
    assert.ok((await page.locator(".move").count()) > 0);
  });
});

test("along random games under limits the playground says what the command says", { skip }, async () => {
  const roll = dice(5);
  let plies = 0;
  await visit(async (page) => {
    for (let game = 0; game < 24; game++) {
      const { setup, path } = limited(roll);
      await write(page, setup);
      await tab(page, "moves");
      plies += await playOut(page, path, roll);
    }
  });
  assert.ok(plies > 20, String(plies));
});

test("a game that the limit ends offers no move", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[1,3],[0,2],[1,3],[0,2]]");
    await rule(page, "preset", "cops");
    await rule(page, "limit", "4");
    await settled(page);
    await choose(page, "moves", "#computer", "mouse");
    // In each of two rounds, the cop goes round the square and the robber evades it.
    for (let round = 0; round < 2; round++) {
      await page.waitForFunction(
        () => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === "cat",
      );
      const at = Number(await page.inputValue("#at-cat-0"));
      await press(page, `[data-vertex='${(at + 1) % 4}']`);
    }
    await page.waitForFunction(() => document.querySelector("#moves-note")?.textContent === "The game is over.");
    assert.match((await page.textContent("#status")) ?? "", /^The Mouse wins: the limit of 4 plies has run out\./);
    assert.equal(await page.locator(".move, .face.target").count(), 0);
  });
});

test("the computer answers", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]");
    await choose(page, "moves", "#computer", "cat");
    await press(page, "[data-vertex='3']");
    await page.waitForFunction(
      () => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === "mouse",
    );
    // The best answer to 1→3 is 2→4.
    assert.equal(await page.inputValue("#at-cat-0"), "4");
    await page.click("#undo");
    assert.equal(await page.inputValue("#at-mouse-0"), "1");
    assert.equal(await page.inputValue("#at-cat-0"), "2");
  });
});

test("a board and its rules are passed on in the address", { skip }, async () => {
  await visit(async (page) => {
    await write(page, "[[1,4],[0,2],[1,3],[2,4],[3,0]]");
    await rule(page, "preset", "cops");
    await rule(page, "cats", "2");
    await settled(page);
    const headline = await page.textContent("#status");
    const address = await page.evaluate(() => /** @type {HTMLAnchorElement} */ (document.getElementById("link")).href);
    // The address of the window changes after a delay.
    await page.waitForURL(address);
    const other = await page.context().newPage();
    await other.goto(address);
    await other.waitForSelector("#status");
    await settled(other);
    assert.equal(await other.textContent("#status"), headline);
    assert.equal(await other.inputValue("#rule-cats"), "2");
    // A new address in the same window opens another board.
    await other.evaluate(() => {
      location.hash = new URLSearchParams({ board: "[[1,3],[0],[3],[0,2]]" }).toString();
    });
    await other.waitForFunction(
      () => /** @type {HTMLTextAreaElement} */ (document.querySelector("#text")).value === "[[1,3],[0],[3],[0,2]]",
    );
    await settled(other);
    assert.equal(await other.inputValue("#rule-cats"), "");
    assert.equal(await other.inputValue("#text"), "[[1,3],[0],[3],[0,2]]");
    assert.notEqual(await other.textContent("#status"), headline);
  });
});

test("the playground is accessible and small", { skip }, async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    // In the dark only colours differ, which do not depend on the width.
    for (const width of colorScheme === "dark" ? [1280] : [1280, 360]) {
      await visit(
        async (page) => {
          await page.evaluate(axe.source);
          const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
          const check = async (/** @type {string} */ what) => {
            const found = await page.evaluate((rules) => /** @type {any} */ (window).axe.run(rules), rules);
            const violations = found.violations.map((/** @type {any} */ violation) => [
              violation.id,
              violation.nodes.map((/** @type {any} */ node) => node.html).slice(0, 3),
            ]);
            assert.deepEqual(violations, [], `${what} ${colorScheme} ${width}`);
          };
          await check("puzzle");
          for (const name of ["puzzles", "new", "rules", "text", "share"]) {
            await drawer(page, name);
            await check(name);
          }
          await page.locator("#close-share").click();
          await page.click("#show-me");
          for (const name of ["line", "story", "map", "moves"]) {
            await page.click(`#tab-${name}`);
            await check(name);
          }
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${overflow} pixels too wide for ${width}`);
        },
        { colorScheme, viewport: { width, height: 800 }, bypassCSP: true },
      );
    }
  }
  // A picture for previews needs the address of the site, which this build does not know.
  assert.doesNotMatch(readFileSync(join(SITE, "index.html"), "utf8"), /\{\{|og:image/);
  // What a visitor loads: the card is for programs that show links, and what few people ask for comes later.
  const loaded = readdirSync(SITE).filter(
    (name) => !["card.png", "reader.wasm", "unseen.js", "unseen.wasm"].includes(name),
  );
  const sizes = loaded.map((name) => brotliCompressSync(readFileSync(join(SITE, name))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${total} bytes in Brotli, as servers of static files send it`);
  assert.ok(total < 527_000, `${total} bytes compressed`);
  // The book tells these sizes in kB, to about a hundredth.
  const book = readFileSync(join(root, "docs", "pictures.md"), "utf8");
  const told = [...book.matchAll(/(\d+) kB/g)].map((found) => Number(found[1]));
  const later = [["reader.wasm"], ["unseen.js", "unseen.wasm"]].map((names) =>
    names.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(SITE, name))).length, 0),
  );
  const sizesAreTold = [total, ...later].every(
    (size, index) => Math.abs((told[index] ?? NaN) - size / 1000) < size / 100_000,
  );
  assert.ok(sizesAreTold, `${told} kB in docs/pictures.md, and really ${[total, ...later]} bytes`);
});
