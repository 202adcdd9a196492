"""Comparisons of two boards, and hunts for boards with a property."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, prepare
from catmouse._cops import source_of
from catmouse._errors import ArgumentError, BoardError, warn
from catmouse._options import READING, GameOptions, HuntOptions, checked, own_options, part, showing_options
from catmouse._reading import Nodes
from catmouse._solve import asked_of
from catmouse._solved import Solved
from catmouse.answers import ComparedBoard, Comparison, HuntResult


@checked
def compare(
    a: Solved, b: Solved, *, hardest: int = 1, progress: Callable[[int], object] | None = None
) -> Comparison:
    """Compares two solved boards, or a board under two rules.

    Parameters
    ----------
    `a`, `b`
        The two boards.
    `hardest`
        The number of hardest starts of each kind to list.
    `progress`
        A function that is called from time to time with the number of values of both boards that
        were read so far. An exception in it stops the work.

    Returns
    -------
    The result of each board, the positions with different outcomes, and the ply at which the lines
    diverge. Nodes are those of `a`, and in the part about `b` those of `b`.

    Raises
    ------
    ArgumentError
        If `a` or `b` is no solved board.

    Examples
    --------
    >>> import catmouse
    >>> board = ["M...F", ".##..", "...C."]
    >>> both = catmouse.compare(catmouse.solve(board), catmouse.solve(board, mouse_jump=2))
    >>> both.a.solve.outcome, both.b.solve.outcome
    ('cat', 'mouse')
    >>> print(both.parting)
    At ply 1 the Mouse plays M (0,0)→(0,1) on A: staying and (1,0) last as long...
    """
    if not isinstance(a, Solved) or not isinstance(b, Solved):
        raise ArgumentError("compare takes two solved boards: catmouse.compare(catmouse.solve(one), catmouse.solve(other))")
    text, told = _catmouse.compare(a._native, b._native, hardest, progress)
    found = json.loads(text)
    matched, of_b = found["matched"], b._to_nodes
    answer = Comparison._of({**found, "b": found["a"], "matched": {**matched, "only_b": []}}, a._to_nodes)
    only_b = tuple(of_b(vertex) for vertex in matched["only_b"])
    whole = replace(answer, b=ComparedBoard._of(found["b"], of_b), matched=replace(answer.matched, only_b=only_b))
    return whole._told_by(lambda: told)


@showing_options
def hunt(
    graphs: Any = None,
    *,
    near: Any = None,
    threads: int | None = None,
    progress: Callable[[int, str | None], object] | None = None,
    **options: Unpack[HuntOptions],
) -> HuntResult:
    """Searches for boards that have a property. Ctrl-C stops the search.

    The rules of the game are keyword arguments, as for `solve`.

    Parameters
    ----------
    `longest`, `narrowest`, `outcome`, `draws`, `lesson`, `law`, `capture_time`, `cop_number`
        The property; exactly one must be given. `longest` is the longest forced win of this side.
        `narrowest` is a line on which few moves keep this outcome. `outcome` is a board with this
        outcome. `draws=True` is the greatest number of drawn starts. `lesson` is a claim of this
        kind in the explanation, such as `"tempo"`. `law` is a law with this number of conditions.
        In Cops and Robbers, `capture_time=True` is the greatest capture time, and `cop_number` is a
        graph with this cop number.
    `graphs`
        Search these graphs: a file, a text or an iterable, as for `cops`.
    `vertices`, `all`
        Search graphs with this number of vertices: with `all=True` all graphs, with `all=False`
        graphs that are changed step by step.
    `grid`, `walls`, `symmetry`
        Search grids of this size, as `(rows, columns)`, with this number of walls, which are
        arranged in this symmetry.
    `near`, `changes`
        Search boards that differ from the board `near` in at most this number of edges, walls,
        holes or starts.
    `disconnected`, `planar`, `max_degree`, `regular`
        Conditions on graphs. Graphs are connected unless `disconnected` is true.
    `no_early_catch`, `no_stalemate`
        Exclude starts that are lost at once, and boards on which a side may have no move.
    `at_least`, `keep`
        The least value that counts; the first board with this value ends the hunt. The number of
        best boards to keep.
    `seed`, `tries`, `time`
        If not all boards are tried: which boards are tried, at most how many, and for at most how
        many seconds.
    `threads`
        The number of threads; by default one for each core.
    `progress`
        A function that is called from time to time with the number of boards that were tried and a
        description of the best.

    Returns
    -------
    The result, whose `found` lists the boards, the best first; `found[0].setup` is a text that
    `solve` takes. Near a board in memory, starts are its nodes.

    Raises
    ------
    ArgumentError
        If arguments contradict each other, or no property is given.
    BoardError
        If a board or the rules make no game.

    Examples
    --------
    >>> import catmouse
    >>> found = catmouse.hunt(longest="cat", vertices=5)
    >>> best = found.found[0]
    >>> found.complete, best.distance, best.leetcode
    (True, 5, '[[2],[4],[0,3],[2,4],[1,3]]')
    >>> catmouse.solve(best.setup).distance
    5
    """
    reading = part(cast("Mapping[str, Any]", options), READING)
    if near is None and "weight" in reading:
        raise ArgumentError("weight has no effect: it says what the edges of the board near cost, and there is none; leave weight out")
    if near is None and graphs is None and reading.get("input") is not None:
        raise ArgumentError("input has no effect: it says how a text is read, and this hunt has neither graphs nor near; leave input out")
    board = prepare(near, **reading) if near is not None else None
    hunted = own_options(options, HuntOptions, GameOptions)
    # Without a board, vertices are named by their numbers.
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
    return HuntResult._of(json.loads(answer), Nodes(prepared.nodes, is_grid=False))
