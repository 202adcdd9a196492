// Asks a solution in JavaScript or TypeScript about boards. Each line of standard input is a board. Each answer is a
// line that begins with a mark, so that nothing else that the solution prints is an answer.
(() => {
const fs = require("node:fs");
const vm = require("node:vm");
const readline = require("node:readline");
const { createRequire, stripTypeScriptTypes } = require("node:module");

const mark = "catmouse-answer:";
const [path, method] = process.argv.slice(-2);
if (path.endsWith(".ts") && stripTypeScriptTypes === undefined) {
  process.stderr.write("TypeScript needs node 22.13 or later; `npx tsc` makes JavaScript of it\n");
  process.exit(1);
}
globalThis.require = createRequire(fs.realpathSync(path));
globalThis.module = { exports: {} };
// A module's exports would be an error in a script.
const text = fs.readFileSync(path, "utf8");
const code = path.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
const source = code.replace(/^export\s+(default\s+)?/gm, "");
vm.runInThisContext(source, { filename: path });
const find = vm.runInThisContext(`() => {
  if (typeof ${method} === "function") return ${method};
  if (typeof Solution === "function") return (...board) => new Solution().${method}(...board);
  const exported = module.exports.${method} ?? module.exports;
  if (typeof exported === "function") return exported;
  throw new Error("there is no function ${method}");
}`);
const solution = find();
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const end = line.lastIndexOf("]") + 1;
  const numbers = line.slice(end).trim().split(/\s+/).filter(Boolean).map(Number);
  const answer = solution(JSON.parse(line.slice(0, end)), ...numbers);
  fs.writeSync(1, `\n${mark} ${JSON.stringify(answer)}\n`);
});
})();
