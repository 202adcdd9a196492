// A solution of problem 1728 in which walls do not stop a jump.
const canMouseWin = function (grid, catJump, mouseJump) {
  const width = grid[0].length;
  const flat = grid.join("");
  const moves = (jump) =>
    Array.from(flat, (_, from) => {
      const found = [];
      for (const [down, right] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
        for (let length = 0; length <= jump; length++) {
          const row = Math.floor(from / width) + down * length;
          const column = (from % width) + right * length;
          if (row < 0 || row >= grid.length || column < 0 || column >= width) break;
          if (grid[row][column] === "#") continue;
          found.push(row * width + column);
        }
      }
      return found;
    });
  const [mouse, cat, food] = ["M", "C", "F"].map((letter) => flat.indexOf(letter));
  const steps = [moves(mouseJump), moves(catJump)];
  const wins = new Set(); // where the mouse wins
  const key = (m, c, turn) => (m * flat.length + c) * 2 + turn;
  for (let before = -1; before < wins.size; ) {
    before = wins.size;
    for (let m = 0; m < flat.length; m++) {
      for (let c = 0; c < flat.length; c++) {
        if (m === c || c === food) continue;
        if (m === food || steps[0][m].some((to) => wins.has(key(to, c, 1)))) wins.add(key(m, c, 0));
        if (m === food || steps[1][c].every((to) => wins.has(key(m, to, 0)))) wins.add(key(m, c, 1));
      }
    }
  }
  return wins.has(key(mouse, cat, 0));
};
