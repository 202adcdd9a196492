// Tests of the page in a real browser: its values are those of `catmouse moves`, its line can be
// followed, pieces can be moved, and it loads nothing from outside.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { folder, launch, open, press } from "./browser.js";
import { catmouse, moves, root } from "./catmouse.js";
import { agrees, dice, limited, playOut } from "./games.js";

const FOLDER = folder();

/** Boards of every kind: graphs, grids, several cats, costs, limits, names, stalemates, directed edges. */
const BOARDS = [
  "fixtures/classic/triangle.toml",
  "fixtures/classic/official-example-1-draw.toml",
  "fixtures/classic/cat-wins-in-8-on-6-vertices.toml",
  "fixtures/classic/mouse-wins-in-17-on-8-vertices.toml",
  "fixtures/classic/cube-parity.toml",
  "fixtures/classic/path-on-50-vertices.toml",
  "fixtures/classic/only-move-onto-the-cat.toml",
  "fixtures/cops/petersen-three-cats.toml",
  "fixtures/cops/dodecahedron-two-cats.toml",
  "fixtures/cops/cycle-of-5-two-cats.toml",
  "fixtures/cops/complete-bipartite-3-3-lazy.toml",
  "fixtures/cops/grid-3-4.toml",
  "fixtures/costs/two-cats.toml",
  "fixtures/costs/two-cats-one-moves.toml",
  "fixtures/costs/budget-of-9.toml",
  "fixtures/costs/parallel-arcs.toml",
  "fixtures/costs/endless.toml",
  "fixtures/grid/official-example-3.toml",
  "fixtures/grid/jump-over-the-cat.toml",
  "fixtures/grid/everybody-walled-in.toml",
  "fixtures/grid/two-foods-the-mouse-picks-one.toml",
  "fixtures/rules/names-and-numbers.toml",
  "fixtures/rules/limit-one-below-the-distance.toml",
  "fixtures/rules/limit-and-endless-differ.toml",
  "fixtures/rules/limit-for-the-cat-one-below.toml",
  "fixtures/rules/stalemate-loss-mouse.toml",
  "fixtures/rules/stalemate-pass-cat.toml",
  "fixtures/rules/one-way-street.toml",
  "fixtures/rules/both-start-in-the-hole-wins.toml",
  "fixtures/rules/self-loop.toml",
  "fixtures/rules/cat-in-hole-guards.toml",
];

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

/**
 * Makes the page of a board, and returns its address.
 * @param {string} board
 * @param {...string} flags
 */
function made(board, ...flags) {
  const path = join(FOLDER, `${board.replaceAll(/[^a-z0-9]/g, "-").slice(-60)}${flags.length}.html`);
  catmouse("explain", board, "--format", "html", "--output", path, ...flags);
  return path;
}

/**
 * Opens the page of a board, calls `act`, and asserts that there were no complaints and no
 * requests.
 * @param {string} path
 * @param {(page: import("playwright-core").Page) => Promise<void>} act
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function visit(path, act, options) {
  const { context, page, complaints, requests } = await open(browser, options);
  const address = pathToFileURL(path).href;
  await page.goto(address);
  await act(page);
  assert.deepEqual(complaints, []);
  for (const request of requests) assert.ok(request.startsWith(address), `the page asked for ${request}`);
  await context.close();
}

/**
 * Opens a tab, acts, and goes back to the moves.
 * @param {import("playwright-core").Page} page
 * @param {string} tab
 * @param {() => Promise<unknown>} act
 */
async function within(page, tab, act) {
  await page.click(`#tab-${tab}`);
  await act();
  await page.click("#tab-moves");
}

/**
 * Chooses a value on the tab of the map.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {string | { index: number }} value
 */
function choose(page, selector, value) {
  return within(page, "map", () => page.selectOption(selector, value));
}

/**
 * The position of the page in the notation of the command.
 * @param {import("playwright-core").Page} page
 */
function notation(page) {
  return page.evaluate(() => {
    const said = (/** @type {string} */ label) => (/^\d+$/.test(label) || label.startsWith("(") ? label : `:${label}`);
    const inputs = [...document.querySelectorAll("[id^=at-]")];
    const places = inputs.map((input) => {
      const select = /** @type {HTMLSelectElement} */ (input);
      return `${select.id.startsWith("at-mouse") ? "M" : "C"}${said(select.selectedOptions[0]?.textContent ?? "")}`;
    });
    return `${places.join(" ")} ${/** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value}`;
  });
}

/**
 * Compares the values on the page with those of the command: for the position by itself, or under a
 * limit after these moves from the start.
 * @param {import("playwright-core").Page} page
 * @param {string} board
 * @param {string} after
 */
async function agree(page, board, after = "") {
  const from = await notation(page);
  const isLimited = after !== "" && /limit|budget/.test(board);
  const expect = isLimited
    ? JSON.parse(catmouse("moves", board, "--after", after, "--format", "json"))
    : moves(board, from);
  await agrees(page, expect, `${board} at ${from}`, isLimited);
}

for (const board of BOARDS) {
  test(`the values on the page of ${board} are those of the command`, async () => {
    const path = made(board);
    await visit(path, async (page) => {
      await agree(page, board);
      // The whole line, ply by ply.
      const plies = await page.locator(".ply").count();
      for (let ply = 1; ply <= plies; ply++) {
        await page.click("#line-forward");
        assert.equal(await page.locator(".ply[aria-current]").getAttribute("data-ply"), String(ply));
        const played = (await page.locator(".ply").allTextContents()).slice(0, ply).join(" ");
        if (ply <= 3) await agree(page, board, played);
      }
      if (plies > 0) assert.ok(await page.locator("#line-forward").isDisabled());
      // Plays the worst move, and tests the position with the other player to move.
      if (plies > 0) await page.click("#line-start");
      const list = page.locator(".move");
      if ((await list.count()) > 0) {
        const worst = (await list.last().locator(".step").textContent()) ?? "";
        await list.last().click();
        await agree(page, board, worst);
        const turn = (await page.locator("#turn").inputValue()) === "mouse" ? "cat" : "mouse";
        await choose(page, "#turn", turn);
        await agree(page, board);
        await page.click("#undo");
        await page.click("#undo");
        assert.equal(await page.locator("#undo").isDisabled(), plies === 0);
        await agree(page, board);
      }
    });
  });
}

test("along random games under limits the page says what the command says", async () => {
  const roll = dice(3);
  let plies = 0;
  for (let game = 0; game < 12; game++) {
    const { path } = limited(roll);
    await visit(made(path), async (page) => {
      plies += await playOut(page, path, roll);
    });
  }
  assert.ok(plies > 20, String(plies));
});

test("every position of a board can be reached by hand, with the values of the command", async () => {
  const board = "fixtures/classic/cat-wins-in-8-on-6-vertices.toml";
  await visit(made(board), async (page) => {
    for (const mouse of ["0", "3", "5"]) {
      for (const cat of ["1", "3", "4"]) {
        await choose(page, "#at-mouse-0", mouse);
        await choose(page, "#at-cat-0", cat);
        await agree(page, board);
      }
    }
  });
});

test("a piece is moved by a click, by a drag and by the keyboard", async () => {
  const board = "fixtures/classic/cat-wins-in-8-on-6-vertices.toml";
  await visit(made(board), async (page) => {
    // The mouse at 1 can go only to 3.
    await press(page, "[data-vertex='3']");
    assert.equal(await page.locator("#at-mouse-0").inputValue(), "3");
    assert.equal(await page.locator("#turn").inputValue(), "cat");
    await agree(page, board);
    // Drags the cat from 2 to 5.
    const middle = async (/** @type {string} */ selector) => {
      const box = await page.locator(selector).boundingBox();
      assert.ok(box);
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x1, y1] = await middle(".piece[data-side=cat]");
    const [x2, y2] = await middle("[data-vertex='5'] .face");
    await page.mouse.move(x1 ?? 0, y1 ?? 0);
    await page.mouse.down();
    await page.mouse.move(x2 ?? 0, y2 ?? 0, { steps: 5 });
    await page.mouse.up();
    assert.equal(await page.locator("#at-cat-0").inputValue(), "5");
    await agree(page, board);
    // An illegal move is refused with a message.
    await press(page, "[data-vertex='0']");
    assert.match((await page.textContent("#hint")) ?? "", /cannot go to 0/);
    // With the keyboard, Tab reaches the board, the arrows choose a vertex, and Enter plays.
    await page.locator("[data-vertex='3']").focus();
    const seen = new Set();
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"]) {
      await page.keyboard.press(key);
      seen.add(await page.evaluate(() => document.activeElement?.getAttribute("data-vertex")));
    }
    assert.ok(seen.size >= 3, `the arrows reach ${[...seen]}`);
    await page.locator("[data-vertex='4']").focus();
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#at-mouse-0").inputValue(), "4");
    await agree(page, board);
    // While pieces are being placed, each can go anywhere.
    await page.click("#place");
    await press(page, "[data-vertex='4']");
    await press(page, "[data-vertex='2']");
    assert.equal(await page.locator("#at-mouse-0").inputValue(), "2");
    await agree(page, board);
    // The rules close the hole to the cat.
    await press(page, "[data-vertex='5']");
    await press(page, "[data-vertex='0']");
    assert.match((await page.textContent("#hint")) ?? "", /let no cat stand on 0/);
  });
});

test("the arrow of a move lies on its edge, where the edge is bent too", async () => {
  let bent = 0;
  for (const board of ["petersen", "random:12,0.6,seed=2", "grid:4x5", "queen:4x4"]) {
    await visit(made(board), async (page) => {
      const { paths, farthest } = await page.evaluate(() => {
        const edges = [...document.querySelectorAll(".board svg > .edge")].map((found) => {
          const edge = /** @type {SVGGeometryElement} */ (found);
          const length = edge.getTotalLength();
          return Array.from({ length: 401 }, (_, step) => edge.getPointAtLength((length * step) / 400));
        });
        const arrows = [...document.querySelectorAll(".arrows path")];
        const far = arrows.map((found) => {
          const arrow = /** @type {SVGGeometryElement} */ (found);
          const points = [0, 0.25, 0.5, 0.75].map((share) => arrow.getPointAtLength(share * arrow.getTotalLength()));
          const off = edges.map((edge) =>
            Math.max(...points.map((at) => Math.min(...edge.map(({ x, y }) => Math.hypot(x - at.x, y - at.y))))),
          );
          return Math.min(...off);
        });
        const paths = document.querySelectorAll(".board svg > path.edge").length;
        return { paths, farthest: Math.max(...far) };
      });
      bent += paths;
      assert.ok(farthest < 3, `${board}: an arrow is ${farthest} pixels away from its edge`);
    });
  }
  assert.ok(bent > 0, "one of the boards has bent edges");
});

test("several cats are moved one after the other", async () => {
  const board = "fixtures/cops/cycle-of-5-two-cats.toml";
  await visit(made(board), async (page) => {
    const before = await notation(page);
    const cats = page.locator("[id^=at-cat]");
    const at = await Promise.all([0, 1].map((index) => cats.nth(index).inputValue()));
    // Each cat goes to the next vertex of the cycle.
    for (const cat of at) {
      if ((await page.locator("#turn").inputValue()) !== "cat") break;
      await press(page, `[data-vertex='${cat}']`);
      await press(page, `[data-vertex='${(Number(cat) + 1) % 5}']`);
    }
    assert.notEqual(await notation(page), before);
    assert.equal(await page.locator("#turn").inputValue(), "mouse");
    await agree(page, board);
  });
});

test("the address leads back to the position", async () => {
  const board = "fixtures/classic/mouse-wins-in-17-on-8-vertices.toml";
  const path = made(board);
  let address = "";
  let position = "";
  await visit(path, async (page) => {
    await page.click("#tab-line");
    await page.click(".ply >> nth=4");
    address = await page.locator("#address").inputValue();
    position = await notation(page);
    assert.match(address, /#mouse=\d+&cat=\d+&turn=(mouse|cat)$/);
  });
  const { context, page, complaints } = await open(browser);
  await page.goto(address);
  assert.equal(await notation(page), position);
  await agree(page, board);
  await page.goto(`${pathToFileURL(path).href}#mouse=999&cat=0&turn=nobody`);
  await page.reload();
  assert.notEqual(await notation(page), "");
  assert.deepEqual(complaints, []);
  await context.close();
});

test("the map says where the Mouse may stand", async () => {
  const board = "fixtures/classic/cat-wins-in-8-on-6-vertices.toml";
  await visit(made(board), async (page) => {
    await within(page, "map", () => page.check("input[name=shown][value=mouse]"));
    const marks = await page.evaluate(() =>
      [...document.querySelectorAll("[data-vertex]")].map((group) => group.querySelector(".worth")?.textContent ?? ""),
    );
    for (const [vertex, mark] of marks.entries()) {
      const { outcome, distance_plies } = moves(board, `M${vertex} C2 mouse`);
      const expect = outcome === "draw" ? "=" : `${outcome === "mouse" ? "M" : "C"}${distance_plies ?? "–"}`;
      assert.equal(mark, expect, `the mouse on ${vertex}`);
    }
  });
});

test("a click on the curve goes to the position there", async () => {
  await visit(made("fixtures/classic/cat-wins-in-8-on-6-vertices.toml"), async (page) => {
    await page.click("#tab-line");
    await page.locator(".moment[data-ply='5']").click();
    assert.equal(await page.locator(".ply[aria-current]").getAttribute("data-ply"), "5");
  });
});

test("names and titles stay text", async () => {
  for (const name of ["markup", "entities", "directions", "long"]) {
    const board = `fixtures/hostile/${name}.toml`;
    const { title, names } = readHostile(board);
    await visit(made(board), async (page) => {
      const seen = await page.evaluate(() => ({
        heading: document.querySelector("h1")?.textContent ?? "",
        options: [...document.querySelectorAll("#at-mouse-0 option")].map((option) => option.textContent ?? ""),
        scripts: document.querySelectorAll("script").length,
        // The page itself never makes any of these elements.
        others: document.querySelectorAll("img, image, iframe, object, embed, link, base, a, foreignObject").length,
        turned: /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/.test(document.documentElement.outerHTML),
        touched: "touched" in window,
      }));
      assert.deepEqual([seen.scripts, seen.others, seen.turned, seen.touched], [2, 0, false, false], name);
      assert.equal(seen.options.length, names.length);
      if (name === "markup" || name === "entities") {
        assert.equal(seen.heading, title);
        assert.deepEqual(
          seen.options,
          names.map((text) => (text.length > 40 ? `${text.slice(0, 39)}…` : text)),
        );
      }
      const count = await page.locator(".ply").count();
      for (let ply = 0; ply < count; ply++) await page.click("#line-forward");
    });
  }
});

/**
 * The title and the names of a hostile board, which is written so that JSON reads its values.
 * @param {string} board
 * @returns {{ title: string, names: string[] }}
 */
function readHostile(board) {
  const text = readFileSync(join(root, board), "utf8");
  const value = (/** @type {string} */ key) =>
    JSON.parse(text.match(new RegExp(`^${key} = (.*)$`, "m"))?.[1] ?? "null");
  return { title: value("title"), names: value("names") };
}

test("the policy of the page stops scripts and requests that are not its own", async () => {
  const { context, page, complaints } = await open(browser);
  await page.goto(pathToFileURL(made("fixtures/classic/triangle.toml")).href);
  assert.equal(complaints.length, 0);
  await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.touched = true";
    document.body.append(script);
    const image = document.createElement("img");
    image.src = "http://127.0.0.1:9/image.png";
    document.body.append(image);
    await fetch("http://127.0.0.1:9/").catch(() => null);
  });
  assert.equal(await page.evaluate(() => "touched" in window), false);
  assert.ok(complaints.length >= 3, complaints.join("\n"));
  assert.ok(
    complaints.every((complaint) => complaint.includes("Content Security Policy")),
    complaints.join("\n"),
  );
  await context.close();
});

test("what is too large is left out, and the page says so", async () => {
  const path = join(FOLDER, "large.edges");
  const edges = [];
  for (let vertex = 0; vertex + 1 < 700; vertex++) edges.push(`${vertex} ${vertex + 1}`);
  writeFileSync(path, `${edges.join("\n")}\n`);
  await visit(made(path), async (page) => {
    assert.match((await page.locator(".left-out").allTextContents()).join(" "), /978600 positions/);
    assert.match((await page.locator(".left-out").allTextContents()).join(" "), /sketch/);
    await page.click("#line-forward");
    await agree(page, path);
  });
});

/**
 * Asserts that a page is accessible and not too wide. In the dark only colours differ.
 * @param {import("playwright-core").Page} page
 * @param {"light" | "dark"} colorScheme
 * @param {string} board
 */
async function accessible(page, colorScheme, board) {
  await page.evaluate(axe.source);
  const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
  const found = await page.evaluate((rules) => /** @type {any} */ (window).axe.run(rules), rules);
  const violations = found.violations.map((/** @type {any} */ violation) => [
    violation.id,
    violation.nodes.map((/** @type {any} */ node) => node.html).slice(0, 3),
  ]);
  assert.deepEqual(violations, [], `${board} ${colorScheme}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${board}: ${overflow} pixels too wide`);
}

test("the page is accessible, in light and in dark, wide and on a phone", async () => {
  const boards = [
    "fixtures/classic/cat-wins-in-8-on-6-vertices.toml",
    "fixtures/grid/official-example-3.toml",
    "fixtures/cops/cycle-of-5-two-cats.toml",
  ];
  for (const board of boards) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      // In the dark only colours differ, which do not depend on the width.
      for (const width of colorScheme === "dark" ? [1280] : [1280, 360]) {
        await visit(made(board), (page) => accessible(page, colorScheme, board), {
          colorScheme,
          viewport: { width, height: 800 },
          bypassCSP: true,
        });
      }
    }
  }
});

/**
 * The contrast of two colours by the WCAG.
 * @param {string} one
 * @param {string} other
 */
function contrast(one, other) {
  const luminance = (/** @type {string} */ colour) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("on a grid the food, the lines between cells and the moves are seen by day and by night", async () => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await visit(
      made("fixtures/grid/official-example-3.toml"),
      async (page) => {
        const colours = await page.evaluate(() => {
          const style = (/** @type {Element | null | undefined} */ element) =>
            getComputedStyle(/** @type {Element} */ (element));
          const faces = [...document.querySelectorAll(".board .face")].map((face) => [
            style(face).stroke,
            style(face).fill,
          ]);
          const hole = document.querySelector(".board .double");
          const food = [style(hole).stroke, style(hole?.parentElement?.querySelector(".face")).fill];
          const moves = [...document.querySelectorAll(".arrows [class*=to-]")].map((line) => {
            const outcome = /to-(\w+)/.exec(line.getAttribute("class") ?? "")?.[1];
            return [style(line).stroke, style(document.querySelector(`.face.${outcome}`)).fill];
          });
          return { faces, food, moves };
        });
        assert.ok(colours.moves.length > 0);
        for (const [stroke = "", fill = ""] of [...colours.faces, colours.food, ...colours.moves]) {
          assert.ok(contrast(stroke, fill) >= 3, `${colorScheme}: ${stroke} on ${fill}`);
        }
      },
      { colorScheme },
    );
  }
});

/**
 * Lets the computer move, and returns the sorted labels of the vertices on which its pieces then
 * stand.
 * @param {import("playwright-core").Page} page
 * @param {string} side
 */
async function answered(page, side) {
  await page.selectOption("#computer", side);
  await page.waitForFunction(
    (side) => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value !== side,
    side,
  );
  await page.selectOption("#computer", "");
  return page.evaluate((side) => {
    const inputs = [...document.querySelectorAll(`[id^=at-${side}-]`)];
    return inputs.map((input) => /** @type {HTMLSelectElement} */ (input).selectedOptions[0]?.textContent).sort();
  }, side);
}

/**
 * The sorted labels of the target of the main move by the command; null if there is no move.
 * @param {import("./catmouse.js").Moves} answer
 * @param {string} side
 */
function mainMove({ moves }, side) {
  const to = moves.find((move) => move.main)?.to;
  if (to === undefined) return null;
  // The Cat may have several pieces, so its places are a list. A cell is a pair of numbers.
  const places = side === "cat" ? /** @type {import("./catmouse.js").Vertex[]} */ (to) : [to];
  return places.map((place) => (Array.isArray(place) ? `(${place})` : String(place))).sort();
}

test("of equally good moves the computer plays the one that the command marks", async () => {
  /** Positions with several equally good moves, of which the rule selects one. */
  let choices = 0;
  for (const board of [
    "fixtures/classic/mouse-wins-in-17-on-8-vertices.toml",
    "fixtures/cops/grid-3-4.toml",
    "fixtures/grid/official-example-3.toml",
    "fixtures/costs/budget-of-9.toml",
  ]) {
    await visit(made(board), async (page) => {
      const count = (/** @type {string} */ piece) => page.locator(`#at-${piece}-0 option`).count();
      const [mice, cats] = [await count("mouse"), await count("cat")];
      for (const [index, side] of ["mouse", "cat", "mouse", "cat"].entries()) {
        await choose(page, "#at-mouse-0", { index: (5 * index + 1) % mice });
        await choose(page, "#at-cat-0", { index: (3 * index + 2) % cats });
        await choose(page, "#turn", side);
        const from = await notation(page);
        const expect = moves(board, from);
        // If the game is endless from this position, the command computes a holding from here,
        // while the page uses that of its start.
        const forced = (expect.distance_plies ?? expect.distance_cost) !== null;
        const main = mainMove(expect, side);
        if (!forced || main === null) continue;
        const best = expect.moves.filter((move) => move.best);
        if (best.length > 1 && best[0]?.main === false) choices += 1;
        assert.deepEqual(await answered(page, side), main, `${board} at ${from}`);
      }
    });
  }
  assert.ok(choices >= 2, `${choices} choices`);
});

test("in a game that nobody can win the computer plays the holding that the command tells", async () => {
  for (const board of ["fixtures/classic/cube-parity.toml", "fixtures/cops/dodecahedron-two-cats.toml"]) {
    await visit(made(board), async (page) => {
      for (let ply = 0; ply < 4; ply++) {
        const side = await page.inputValue("#turn");
        const next = await page.locator(".ply").nth(ply).textContent();
        if (await page.locator("#line-start").isEnabled()) await page.click("#line-start");
        for (let done = 0; done < ply; done++) await page.click("#line-forward");
        await answered(page, side);
        const current = page.locator(".ply[aria-current]");
        assert.equal(await current.textContent(), next, `${board}, ply ${ply + 1}`);
      }
    });
  }
});

test("against the computer the third time that a position stands ends the game, and no move is offered", async () => {
  // On a square, one cop never catches a robber who stays in the opposite corner.
  await visit(made("[[1,3],[0,2],[1,3],[0,2]]", "--preset", "cops"), async (page) => {
    const at = await page.inputValue("#at-cat-0");
    const turn = (/** @type {string} */ side) =>
      page.waitForFunction(
        (side) => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === side,
        side,
      );
    // Without the computer, repetition does not end the game.
    for (let ply = 0; ply < 6; ply++) await page.click(".move[data-best=true]");
    assert.ok((await page.locator(".move").count()) > 0);
    await page.click("#line-start");
    await page.selectOption("#computer", "mouse");
    for (let round = 0; round < 2; round++) {
      await turn("cat");
      await press(page, `[data-vertex='${at}']`);
      await turn("mouse");
    }
    await page.waitForFunction(() => document.querySelector("#moves-note")?.textContent === "The game is over.");
    assert.match(
      (await page.textContent("#status")) ?? "",
      /^The Mouse wins: the position stands for the third time\./,
    );
    assert.equal(await page.locator(".move, .face.target").count(), 0);
  });
});

test("the computer plays at the levels of the command", async () => {
  const named = catmouse("play", "--help")
    .match(/plays: (perfect[^\n]*hopeless),/)?.[1]
    ?.split(/, | or /);
  await visit(made("ambush"), async (page) => {
    const levels = await page
      .locator("#level option")
      .evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    assert.deepEqual(levels, named);
    // 4 is not best, but there the Cat catches the Mouse at once: a person sees this.
    await page.selectOption("#level", "hopeless");
    await page.selectOption("#computer", "mouse");
    await page.waitForFunction(
      () => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === "cat",
    );
    assert.equal(await page.inputValue("#at-mouse-0"), "3");
  });
  // 4 is as near to the Mouse as 5, and loses later.
  const played = catmouse(
    "play",
    "standoff",
    "--as",
    "mouse",
    "--level",
    "hopeless",
    "--after",
    "M 1→3",
    "--script",
    "/dev/null",
  );
  assert.match(played, /C 2→4/);
  await visit(made("standoff"), async (page) => {
    await page.selectOption("#level", "hopeless");
    await page.selectOption("#computer", "cat");
    await press(page, "[data-vertex='3']");
    await page.waitForFunction(
      () => /** @type {HTMLSelectElement} */ (document.querySelector("#turn")).value === "mouse",
    );
    assert.equal(await page.inputValue("#at-cat-0"), "4");
  });
});

/** Boards with a mouse that is not always seen, each with its flags: with and without a hole, with a plan and without one. */
const UNSEEN = [
  ["path:5", "--preset", "cops", "--set", "mouse-seen=never"],
  ["grid:3x3", "--preset", "cops", "--cats", "2", "--set", "mouse-seen=2"],
  ["cycle:5", "--preset", "cops", "--set", "mouse-seen=within:1"],
  ["petersen", "--preset", "cops", "--cats", "4", "--set", "mouse-seen=never"],
  ["ambush", "--set", "mouse-seen=within:1"],
];

/**
 * Where the mouse may be, and where the cats are, as the page draws it: the numbers of vertices.
 * @param {import("playwright-core").Page} page
 */
function hidden(page) {
  return page.evaluate(() => {
    const vertices = [...document.querySelectorAll("[data-vertex]")];
    const told = (/** @type {RegExp} */ said) => {
      const found = vertices.filter((vertex) => said.test(vertex.getAttribute("aria-label") ?? ""));
      return found.map((vertex) => Number(vertex.getAttribute("data-vertex")));
    };
    const shaded = vertices.filter((vertex) => vertex.querySelector(".face.mouse") !== null);
    return {
      places: shaded.map((vertex) => Number(vertex.getAttribute("data-vertex"))),
      told: told(/the mouse may be here/),
      cats: told(/cats? (is|are) here/),
    };
  });
}

test("of a mouse that is not always seen, the places are those of the command at every ply", async () => {
  for (const [board = "", ...flags] of UNSEEN) {
    const answer = JSON.parse(catmouse("explain", board, ...flags, "--format", "json"));
    await visit(made(board, ...flags), async (page) => {
      for (const { places, cats } of [answer, ...answer.line]) {
        const shown = await hidden(page);
        const sorted = (/** @type {number[]} */ vertices) => [...vertices].sort((one, other) => one - other);
        assert.deepEqual(sorted(shown.places), places, board);
        assert.deepEqual(sorted(shown.told), places, board);
        assert.deepEqual(sorted(shown.cats), [...new Set(cats)], board);
        await page.keyboard.press("ArrowRight");
      }
      assert.equal(await page.isDisabled("#line-forward"), true);
      assert.equal(await page.locator(".board [data-side=mouse]").count(), 0);
    });
  }
});

test("the film has a board for the start and for each ply of the Cat", async () => {
  const [board = "", ...flags] = UNSEEN[0] ?? [];
  await visit(made(board, ...flags), async (page) => {
    // On a path the cat walks from one end to the other.
    const shots = (await page.locator(".shot").allTextContents()).map((text) => text.replaceAll(/\n+/g, ": "));
    assert.deepEqual(shots, [
      "4 places: Start",
      "3 places: C 0→1",
      "2 places: C 1→2",
      "1 place: C 2→3",
      "no place: C 3→4",
    ]);
    await page.locator(".shot").nth(3).click();
    assert.match((await page.textContent("#status")) ?? "", /^The Cat wins in 2 plies\. Mouse on 4, cat on 3\./);
    assert.match((await page.textContent("[aria-current=step].shot")) ?? "", /C 2→3/);
    assert.deepEqual(await hidden(page), { places: [4], told: [4], cats: [3] });
    await page.click("#tab-story");
    assert.match((await page.textContent("#panel-story")) ?? "", /after round 3 the Mouse can only be on 4/);
  });
});

test("a mouse that hides can be hunted on its page, and only the Cat is played", async () => {
  const flags = ["--preset", "cops", "--set", "mouse-seen=never"];
  await visit(made("path:4", ...flags), async (page) => {
    const turn = () =>
      page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("Your move."));
    await page.click("#hunt");
    assert.match((await page.textContent("#prompt")) ?? "", /Can you leave the Mouse no place\?/);
    // The film is that of the hunt.
    assert.equal(await page.locator(".shot:visible").count(), 1);
    for (const vertex of [1, 1, 2, 3]) {
      await turn();
      await press(page, `[data-vertex='${vertex}']`);
    }
    await page.waitForSelector("#debrief:not([hidden])");
    const told = (await page.textContent("#debrief")) ?? "";
    assert.match(told, /You win: no place is left for the Mouse/);
    assert.match(told, /You stayed, and the Cat wins in 2 moves\. After 2 the Cat wins in 1 move\./);
    // The values are seen again. Wherever the cat goes, the places follow.
    await page.click("#close-debrief");
    await page.click("#line-start");
    await press(page, "[data-vertex='0']");
    await page.waitForFunction(() => document.querySelector("#status")?.textContent?.includes("The Cat is to move."));
    assert.deepEqual((await hidden(page)).places, [1, 2, 3]);
    await page.click("#place");
    await press(page, ".piece[data-side=cat]");
    await press(page, "[data-vertex='3']");
    assert.deepEqual(await hidden(page), { places: [0, 1, 2], told: [0, 1, 2], cats: [3] });
    assert.match((await page.textContent("#status")) ?? "", /^The Cat wins in 5 plies\./);
  });
});

test("of too many positions the page has those of the plan, and says so", async () => {
  const [board = "", ...flags] = UNSEEN[3] ?? [];
  await visit(made(board, ...flags), async (page) => {
    assert.match((await page.textContent("#panel-map .left-out")) ?? "", /those of the plan alone/);
    assert.equal(await page.isVisible("#hunt"), false);
    await page.click("#tab-moves");
    assert.equal(await page.textContent("#moves-note"), "The moves from here are not in this page.");
  });
});

test("the page of a mouse that hides is accessible", async () => {
  for (const [board = "", ...flags] of UNSEEN.slice(0, 2)) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const width of [1280, 360]) {
        const look = async (/** @type {import("playwright-core").Page} */ page) => {
          await accessible(page, colorScheme, board);
          await page.click("#hunt");
          await accessible(page, colorScheme, board);
        };
        await visit(made(board, ...flags), look, { colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
      }
    }
  }
});
