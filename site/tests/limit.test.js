// A limit counts on through a game: what the scripts of a page say after each move is what the
// command says about the position by itself, with the rest of the limit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { catmouse, root } from "./catmouse.js";
import { board, dice } from "./games.js";

const SCRIPTS = ["game.js", "play.js"].map((name) => readFileSync(`${root}crates/page/assets/${name}`, "utf8"));
const { Game, Play, slip, verdict, ended } = vm.runInThisContext(
  `${SCRIPTS.join("\n")}\n({ Game, Play, slip, verdict, ended });`,
);

/** The data of a page. @param {string[]} words */
function data(...words) {
  const page = catmouse("explain", ...words, "--format", "html");
  return JSON.parse(page.split('id="data">')[1]?.split("</script>")[0] ?? "");
}

/** An answer of the command. @param {string[]} words */
function asked(...words) {
  return JSON.parse(catmouse(...words, "--format", "json"));
}

/** The distance of an answer. @param {{ distance_plies: number | null, distance_cost: number | null }} answer */
function distance({ distance_plies, distance_cost }) {
  return distance_cost ?? distance_plies;
}

test("along random games under random limits, every judgement is that of a fresh question with the rest", () => {
  const roll = dice(7);
  const counts = { plies: 0, ended: 0, lost: 0, slow: 0, flawless: 0, hidden: 0 };
  for (let number = 0; number < 80; number++) {
    const { text, vertices } = board(roll);
    const limit = 1 + roll(9);
    const winner = ["draw", "mouse", "cat"][roll(3)] ?? "draw";
    const place = () => String(1 + roll(vertices - 1));
    const cats = Array.from({ length: 1 + roll(2) }, () => ["--cat", place()]).flat();
    const rules = ["--set", `limit-winner=${winner}`];
    const words = [text, "--mouse", place(), ...cats, ...rules];
    const game = new Game(data(...words, "--limit", String(limit)));
    /** @type {string[]} */
    const printed = [];
    // Against the computer, no best play follows a move.
    const play = new Play(game, null);
    play.stand({ track: [game.first(game.data.start)], at: 0 });
    play.computer = "cat";
    let spent = 0;
    for (;;) {
      const name = `${words.join(" ")} --limit ${limit}: ${printed.join(" ")}`;
      const { now } = play;
      assert.equal(now.spent, spent, name);
      const end = game.over(now);
      const over = now.spent > limit;
      const position = game.position(now.id);
      const from = `M${position.mouse} C${position.cats.join(" C")} ${position.turn}`;
      if (!over) {
        const fresh = asked("moves", text, ...rules, "--limit", String(limit - now.spent), "--from", from);
        const { outcome, distance: found } = game.worth(now);
        assert.deepEqual([outcome, found], [fresh.outcome, distance(fresh)], name);
        if (end === null) {
          const judged = game.moves(now).map((/** @type {any} */ move) => {
            const { mouse, cats } = game.position(move.to);
            const to = position.turn === "mouse" ? mouse : cats;
            return [to, move.worth.outcome, move.worth.distance, move.best];
          });
          const told = fresh.moves.map((/** @type {any} */ move) => [move.to, move.outcome, distance(move), move.best]);
          assert.deepEqual(judged.sort(), told.sort(), name);
          // A person does not overlook that the opponent wins at once, if the limit leaves time for it.
          const opponent = position.turn === "mouse" ? "cat" : "mouse";
          const left = limit - now.spent - 1;
          /** @param {any} move */
          const isSeen = ({ to }) => {
            const { mouse, cats, turn } = game.position(to);
            const after = ["--limit", String(left), "--from", `M${mouse} C${cats.join(" C")} ${turn}`];
            const answer = asked("moves", text, ...rules, ...after);
            return answer.outcome === opponent && answer.distance_plies !== null && answer.distance_plies <= 1;
          };
          const moves = game.moves(now);
          const worse = moves.filter((/** @type {any} */ move) => !move.best);
          if (game.data.measure === "plies" && game.worth(now).distance !== 1 && worse.length > 0) {
            const mistakes = game.mistakes(now.id, moves);
            const hidden = worse.filter((/** @type {any} */ move) => !isSeen(move));
            assert.ok(mistakes.length > 0 === hidden.length > 0 && !mistakes.some(isSeen), name);
            counts.hidden += hidden.length;
          }
        } else assert.equal(outcome, end.outcome, name);
        counts.plies++;
      }
      const [move] = end === null ? game.steps(now.id).slice(roll(game.steps(now.id).length)) : [];
      if (move === undefined) {
        counts.ended++;
        assert.ok(end !== null && ended(end).endsWith(`: ${end.text}.`), name);
        break;
      }
      printed.push(game.step(now.id, move));
      play.move(move);
      spent += move.cost;
    }
    if (printed.length === 0) continue;
    const judged = asked("annotate", text, printed.join(" "), ...words.slice(1), "--limit", String(limit)).moves;
    for (const side of ["mouse", "cat"]) {
      const ply = (/** @type {string[]} */ kinds) =>
        judged.find((/** @type {any} */ move) => move.player === side && kinds.includes(move.judgement))?.ply;
      const [lost, slow] = [ply(["throws_win", "throws_draw"]), ply(["slower"])];
      const found = slip(game, play.track, side);
      assert.deepEqual(
        [found?.ply, found?.isLost],
        [lost ?? slow, lost || slow ? lost !== undefined : undefined],
        printed.join(" "),
      );
      counts[lost ? "lost" : slow ? "slow" : "flawless"]++;
    }
  }
  assert.ok(counts.plies > 100 && counts.lost > 5 && counts.flawless > 20 && counts.hidden > 5, JSON.stringify(counts));
});

test("a page that opens in the middle of a game has what is left of the limit, and its line stops there", () => {
  const words = ["[[2],[6],[0,5],[4],[3,6],[2,6],[1,4,5]]", "--mouse", "4", "--cat", "2", "--limit", "5"];
  // `catmouse annotate` says that ply 3 threw the win away, so nobody has made no mistake.
  const whole = new Game(data(...words, "--set", "limit-winner=mouse"));
  const play = new Play(whole, null);
  for (const to of [6, 1, 6]) {
    const mouse = whole.moves(play.now).find((/** @type {any} */ move) => whole.position(move.to).mouse === to);
    play.computer = "cat";
    if (mouse !== undefined) play.move(mouse);
    const answer = whole.main(play.here, whole.moves(play.now) ?? []);
    if (answer !== undefined) play.move(answer);
  }
  const printed = play.track.slice(1).map((/** @type {any} */ now, /** @type {number} */ ply) => {
    return whole.step(play.track[ply].id, whole.between(play.track[ply], now));
  });
  const [text = "", ...rest] = words;
  const judged = asked("annotate", text, printed.join(" "), ...rest, "--set", "limit-winner=mouse").moves;
  const thrown = judged.find(
    (/** @type {any} */ move) => move.player === "mouse" && /^throws/.test(move.judgement),
  )?.ply;
  assert.equal(slip(whole, play.track, "mouse")?.ply, thrown);
  // After two plies, three are left.
  const later = new Game(data(...words, "--after", "M 4→3 C 2→5"));
  assert.equal(later.data.spent, 2);
  const line = new Play(later, null);
  assert.match(verdict(later, later.worth(line.now)), /the limit of 5 plies \(3 left\)/);
  assert.ok(line.track.length - 1 <= 3);
  line.at = line.track.length - 1;
  assert.equal(ended(line.ended()), "A draw: the limit of 5 plies has run out.");
  assert.deepEqual(line.moves(), []);
  // A position by itself has the whole limit.
  line.put(line.track[1].id);
  assert.equal(line.now.spent, 0);
});
