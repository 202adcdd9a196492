# Solutions of both problems as LeetCode takes them: what LeetCode imports by itself is missing.
class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        print("this line is no answer")
        cat_moves = [[to for to in moves if to != 0] for moves in graph]
        return {"mouse": 1, "cat": 2}.get(self.solve(graph, cat_moves, 1, 2, 0, False), 0)

    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> bool:
        cells = {(r, c): i for i, (r, c) in enumerate(product(range(len(grid)), range(len(grid[0]))))}
        flat = "".join(grid)

        def moves(jump):
            found = defaultdict(list)
            for (r, c), start in cells.items():
                for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                    for length in range(jump + 1):
                        to = cells.get((r + dr * length, c + dc * length))
                        if to is None or flat[to] == "#":
                            break
                        found[start].append(to)
            return [found[at] for at in range(len(flat))]

        where = [flat.index(letter) for letter in "MCF"]
        return self.solve(moves(mouseJump), moves(catJump), *where, True) == "mouse"

    def solve(self, mouse_moves, cat_moves, mouse, cat, goal, is_race):
        size = range(len(mouse_moves))
        value = {}
        for m, c, turn in product(size, size, (0, 1)):
            if m == goal and not (is_race and c == goal):
                value[m, c, turn] = "mouse"
            elif m == c or is_race and c == goal:
                value[m, c, turn] = "cat"
        changed = True
        while changed:
            changed = False
            for m, c, turn in product(size, size, (0, 1)):
                if (m, c, turn) in value:
                    continue
                after = [(m, to, 0) for to in cat_moves[c]] if turn else [(to, c, 1) for to in mouse_moves[m]]
                own, other = ("cat", "mouse") if turn else ("mouse", "cat")
                found = [value.get(position) for position in after]
                if own in found or found and all(it == other for it in found):
                    value[m, c, turn] = own if own in found else other
                    changed = True
        return value.get((mouse, cat, 0))
