"""Two boards side by side, and hunts for boards with a property."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, prepare
from catmouse._cops import source_of
from catmouse._errors import ArgumentError, BoardError, warn
from catmouse._options import READING, GameOptions, HuntOptions, checked, own_options, part, showing_options
from catmouse._solved import Solved, asked_of


@checked
def compare(a: Solved, b: Solved, *, hardest: int = 1) -> dict[str, Any]:
    """Two solved boards side by side, or one under two rules: what each comes to, which positions come to something else, and where
    the lines part; `hardest` says how many of the hardest starts of each kind are listed. The answer of `catmouse compare --format json`; in it vertices are numbers, names, or cells of a grid.

    >>> import catmouse
    >>> board = ["M...F", ".##..", "...C."]
    >>> both = catmouse.compare(catmouse.solve(board), catmouse.solve(board, mouse_jump=2))
    >>> both["a"]["solve"]["outcome"], both["b"]["solve"]["outcome"]
    ('cat', 'mouse')
    >>> print(both["parting"]["text"])
    At ply 1 the Mouse plays M (0,0)→(0,1) on A: as long as any defence; ...
    """
    if not isinstance(a, Solved) or not isinstance(b, Solved):
        raise ArgumentError("compare takes two solved boards: catmouse.compare(catmouse.solve(one), catmouse.solve(other))")
    return cast("dict[str, Any]", json.loads(_catmouse.compare(a._native, b._native, hardest)))


@showing_options
def hunt(
    graphs: Any = None,
    *,
    near: Any = None,
    threads: int | None = None,
    progress: Callable[[int, str | None], object] | None = None,
    **options: Unpack[HuntOptions],
) -> dict[str, Any]:
    """Searches for boards that have a property: the answer of `catmouse hunt --format json`. Its `found` are the boards, the best first,
    and `found[0]["setup"]` is a text that `solve` takes.

    It looks for one of these: the `longest` forced win of a side; the `narrowest` line of an outcome, on which few moves keep it; an
    `outcome`; `draws`, as many drawn starts as can be; a `lesson`, a claim of this kind in the text, such as `"tempo"`; a
    `law` of this number of conditions; in Cops and Robbers the greatest `capture_time`, or a graph of this `cop_number`.

    It looks in one of these: the `graphs` of a file, a text or an iterable, as `cops` takes them; graphs of so many `vertices`, with
    `all=True` all of them and with `all=False` such as are changed step by step; grids of `(rows, columns)` as `grid`, with so many
    `walls` that lie in a `symmetry`; boards `near` a given one, which differ in at most so many `changes`.

    Graphs are connected unless `disconnected`; they may have to be `planar`, of a `max_degree`, or `regular`. `no_early_catch` leaves out starts
    that are lost at once, `no_stalemate` boards on which a side may be stuck. `at_least` is the least worth that counts, and the first
    board of it ends the hunt; `keep` is how many boards are kept. Where not all boards are tried, `seed` says which, `tries` how many at
    most, and `time` for how many seconds. `progress` is called now and then with how many boards were tried and what the best of them is.
    The rules are those of `solve`. Ctrl-C stops it.

    >>> import catmouse
    >>> found = catmouse.hunt(longest="cat", vertices=5)
    >>> found["complete"], found["found"][0]["distance_plies"], found["found"][0]["leetcode"]
    (True, 5, '[[2],[4],[0,3],[2,4],[1,3]]')
    >>> catmouse.solve(found["found"][0]["setup"]).distance
    5
    """
    reading = part(cast("Mapping[str, Any]", options), READING)
    if near is None and "weight" in reading:
        raise ArgumentError("weight has no effect: it says what the edges of a board cost that a hunt looks near to, and near gives none")
    if near is None and graphs is None and reading.get("input") is not None:
        raise ArgumentError("input has no effect: it says how a text is read, and this hunt has neither graphs nor near")
    board = prepare(near, **reading) if near is not None else None
    hunted = own_options(options, HuntOptions, GameOptions)
    # Where there is no board to be near to, vertices are called by their numbers.
    prepared = board if board is not None else Prepared(_catmouse.Board.adjacency([]))
    asked = asked_of(prepared, options, HuntOptions)
    stream = None
    if graphs is not None:
        source = source_of(graphs, "hunt takes", input=options.get("input"), directed=options.get("directed"))
        stream = source if isinstance(source, _catmouse.Board) else _catmouse.Board.lines(list(source))
    try:
        answer, notes = _catmouse.hunt(
            hunted,
            asked,
            near=None if board is None else board.board,
            graphs=stream,
            threads=threads,
            progress=progress,
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes)
    return cast("dict[str, Any]", json.loads(answer))
