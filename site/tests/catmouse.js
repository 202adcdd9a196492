// Runs the command `catmouse`, with whose answers the pages are compared.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The path of the command. */
export const program = process.env["CATMOUSE"] ?? `${ROOT}target/debug/catmouse`;

/** The root of the repository. */
export const root = ROOT;

/**
 * Runs the command and returns what it prints.
 * @param {string[]} words
 */
export function catmouse(...words) {
  return execFileSync(program, words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
}

/**
 * @typedef {number | string | [number, number]} Vertex
 * @typedef {{ to: Vertex | Vertex[], cost: number, outcome: string, distance_plies: number | null, distance_cost: number | null, best: boolean, main: boolean }} Move
 * @typedef {{ outcome: string, distance_plies: number | null, distance_cost: number | null, moves: Move[] }} Moves
 */

/**
 * The answer of `catmouse moves`.
 * @param {string} board
 * @param {string} [from]
 * @returns {Moves}
 */
export function moves(board, from) {
  return JSON.parse(catmouse("moves", board, "--format", "json", ...(from === undefined ? [] : ["--from", from])));
}
