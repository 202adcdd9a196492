"""Writes the certificates of catmouse as Coq data: python3 data/write.py [CATMOUSE], in the folder `proof`.

Nothing depends on this script being right: what Coq reads is checked by the theorems.
"""

import itertools
import json
import subprocess
import sys
import tempfile

CATMOUSE = sys.argv[1] if len(sys.argv) > 1 else "catmouse"

HEADER = """(* Written by data/write.py from certificates of catmouse. {what} *)
From Coq Require Import List NArith.
From Catmouse Require Import Arena Certificate Rules Shorthand.
Import ListNotations.
"""


def certificate(arguments):
    """The lines of the certificate of a game."""
    with tempfile.NamedTemporaryFile() as file:
        command = [CATMOUSE, "solve", *arguments, "--save-certificate", file.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return [json.loads(line) for line in open(file.name, encoding="utf-8")]


def numbers(vertices, columns):
    """A list of vertices; the cells of a grid are numbered row by row."""
    return "[" + "; ".join(str(v if columns is None else v[0] * columns + v[1]) for v in vertices) + "]"


def entry(line, columns):
    """An entry in the notation of Shorthand.v."""
    to = line["to"] if line["turn"] == "cat" else None if line["to"] is None else [line["to"]]
    mouse = numbers([line["mouse"]], columns)[1:-1]
    cats, to = numbers(line["cats"], columns), numbers(to or [], columns)
    return f"{line['turn'][0]} {mouse} {cats} {line['rank']} {to}"


def entries(lines, columns=None):
    """The entries of a strategy."""
    return "[" + ";\n".join(entry(line, columns) for line in lines) + "]"


def whole(name, arguments, columns=None):
    """A certificate with everything that it says."""
    head, *lines = certificate(arguments)
    player = {"mouse": "Mouse", "cat": "Cat"}
    start, outcome = head["start"], head["outcome"]
    if head["distance_plies"] is not None:
        claim = f"WinWithin {player[outcome]} {head['distance_plies']}"
    else:
        claim = f"Unforced {'None' if outcome == 'draw' else '(Some ' + player[outcome] + ')'}"
    strategies = []
    for line in lines:
        if "strategy" in line:
            strategies.append((line, []))
        elif "rank" in line:
            strategies[-1][1].append(line)
    written = ";\n".join(
        f"Strategy {player[line['player']]} {'ToWin' if line['strategy'] == 'win' else 'ToHold'}\n"
        + entries(list_of_entries, columns)
        for line, list_of_entries in strategies
    )
    place = f"Position {numbers([start['mouse']], columns)[1:-1]} {numbers(start['cats'], columns)} {player[start['turn']]}"
    return f"(* catmouse solve {' '.join(arguments)} *)\nDefinition {name} := Certificate ({place}) ({claim}) [\n{written}].\n"


def cop_number(name, graph, cats, vertices):
    """The halves of a cop number: the strategies of these cats, and the bits of a hold of one cat less."""
    fewer = [line for line in certificate([graph, "--preset", "cops", "--cats", str(len(cats) - 1)]) if "rank" in line]
    held = {(line["mouse"], tuple(line["cats"]), line["turn"]) for line in fewer}
    placements = itertools.combinations_with_replacement(range(vertices), len(cats) - 1)
    bits = [(v, l, turn) in held for l in placements for v in range(vertices) for turn in ("cat", "mouse")]
    words = [sum(bit << i for i, bit in enumerate(bits[at : at + 64])) for at in range(0, len(bits), 64)]
    flags = [flag for cat in cats for flag in ("--cat", str(cat))]
    wins = [
        entries([line for line in certificate([graph, "--preset", "cops", *flags, "--mouse", str(v)]) if "rank" in line])
        for v in range(vertices)
        if v not in cats
    ]
    return (
        f"(* {graph}: the positions that {len(cats) - 1} cats never leave; {len(cats)} cats win from {cats} *)\n"
        f"Definition {name}_hold := [\n" + ";\n".join(f"{word:#x}" for word in words) + "]%N.\n"
        f"Definition {name}_wins := [\n" + ";\n".join(wins) + "].\n"
    )


def write(file, what, parts):
    with open(f"data/{file}.v", "w", encoding="utf-8") as out:
        out.write("\n".join([HEADER.format(what=what), *parts]))


GRID = "[[1,4],[0,2,5],[1,3,6],[2,7],[0,5,8],[1,4,6,9],[2,5,7,10],[3,6,11],[4,9],[5,8,10],[6,9,11],[7,10]]"
BIPARTITE = "[[3,4,5],[3,4,5],[3,4,5],[0,1,2],[0,1,2],[0,1,2]]"
LONG_WAY = "[[2,6,7],[3,4,5,7],[0,3,4,7],[1,2,5,7],[1,2,5,6],[1,3,4,6],[0,4,5,7],[0,1,2,3,6]]"


def jumps(rows, cat, mouse):
    return [json.dumps(rows), "--cat-jump", str(cat), "--mouse-jump", str(mouse)], len(rows[0])


write(
    "Graphs",
    "The cop numbers of five graphs.",
    [
        cop_number("petersen", "petersen", [0, 2, 6], 10),
        cop_number("dodecahedron", "dodecahedron", [0, 0, 4], 20),
        cop_number("robertson", "robertson", [0, 0, 0, 1], 19),
        cop_number("grid_3_4", GRID, [1, 10], 12),
        cop_number("bipartite_3_3", BIPARTITE, [0, 3], 6),
    ],
)
write(
    "Boards",
    "The outcomes of single boards.",
    [
        whole("first_913", ["[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"]),
        whole("second_913", ["[[1,3],[0],[3],[0,2]]"]),
        whole("first_1728", *jumps(["####F", "#C...", "M...."], 1, 2)),
        whole("second_1728", *jumps(["M.C...F"], 1, 4)),
        whole("third_1728", *jumps(["M.C...F"], 1, 3)),
        whole("fourth_1728", *jumps(["C...#", "...#F", "....#", "M...."], 2, 5)),
        whole("fifth_1728", *jumps([".M...", "..#..", "#..#.", "C#.#.", "...#F"], 3, 1)),
        whole("ambush", ["ambush"]),
        whole("ambush_in_7", ["ambush", "--limit", "7"]),
        whole("long_way", [LONG_WAY]),
        whole("long_way_in_16", [LONG_WAY, "--limit", "16"]),
    ],
)
