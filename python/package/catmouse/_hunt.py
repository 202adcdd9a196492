"""Comparisons of two boards, hunts for boards with a property, and tests of functions that solve LeetCode's problems."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, prepare
from catmouse._cops import source_of
from catmouse._errors import ArgumentError, BoardError, warn
from catmouse._options import READING, GameOptions, HuntOptions, checked, own_options, part, showing_options
from catmouse._reading import Nodes
from catmouse._solve import asked_of
from catmouse._solved import Solved
from catmouse.answers import ComparedBoard, Comparison, HuntResult, TestResult


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
    `longest`, `narrowest`, `outcome`, `draws`, `lesson`, `law`, `capture_time`, `cop_number`, `graded`
        The property; exactly one must be given. `longest` is the longest forced win of this side.
        `narrowest` is a line on which few moves keep this outcome. `outcome` is a board with this
        outcome. `draws=True` is the greatest number of drawn starts. `lesson` is a claim of this
        kind in the explanation, such as `"tempo"`. `law` is a law with this number of conditions.
        In Cops and Robbers, `capture_time=True` is the greatest capture time, and `cop_number` is a
        graph with this cop number. `graded=True` is a set of `keep` levels among grids, which the
        Mouse wins, of rising difficulty.
    `graphs`
        Search these graphs: a file, a text or an iterable, as for `cops`.
    `vertices`, `all`
        Search graphs with this number of vertices: with `all=True` all graphs, with `all=False`
        graphs that are changed step by step.
    `grid`, `walls`, `thin_walls`, `symmetry`
        Search grids of this size, as `(rows, columns)`, with this number of walls and of thin walls
        between two free cells, which are arranged in this symmetry.
    `near`, `changes`
        Search boards that differ from the board `near` in at most this number of edges, walls,
        holes or starts.
    `disconnected`, `planar`, `max_degree`, `regular`
        Conditions on graphs. Graphs are connected unless `disconnected` is true.
    `no_early_catch`, `no_stalemate`
        Exclude starts that are lost at once, and boards on which a side may have no move.
    `at_least`, `at_most`, `keep`
        The least value that counts; the first board with this value ends the hunt, unless it is for
        graded levels. The greatest value that counts. The number of best boards to keep.
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


METHODS: dict[int, str] = {913: "catMouseGame", 1728: "canMouseWin"}
"""The functions of LeetCode's problems."""


@checked
def test(
    function: Any,
    *,
    problem: int | None = None,
    seed: int = 1,
    tries: int | None = None,
    time: float | None = 60.0,
    progress: Callable[[int, int], object] | None = None,
) -> TestResult:
    """Finds the smallest board that a function gets wrong, and the mistake that it makes.

    The function is asked about all small boards, the smallest first, and then about larger boards
    on which wrong programs fail. Ctrl-C stops the test.

    Parameters
    ----------
    `function`
        A solution of LeetCode's problem 913 or 1728: a function, or a class with the method
        `catMouseGame` or `canMouseWin`. It takes `graph`, or `grid`, `catJump` and `mouseJump`, and
        returns 0, 1 or 2, or whether the Mouse wins. Of a class, each board gets an instance of its
        own.
    `problem`
        913 or 1728. By default the name of the function or of the method tells the problem.
    `seed`, `tries`, `time`
        Which of the larger boards are asked about, about at most how many boards, and for at most
        how many seconds. The function itself is not interrupted.
    `progress`
        A function that is called with the number of boards and the greatest number.

    Returns
    -------
    The result, which is printed with the mistake and the game on the board. `broken` is None if the
    function was right about every board.

    Raises
    ------
    ArgumentError
        If `function` is no such function, or if it answers none of the first boards; then the
        function's exception is the cause.

    Examples
    --------
    >>> import catmouse
    >>> def catMouseGame(graph):
    ...     return 0
    >>> found = catmouse.test(catMouseGame)
    >>> found.broken.board, found.broken.right
    ('[[2],[2],[0,1]]', '2')
    >>> found.broken.reason.mistakes[0].words
    'answers the same about every board'
    """
    has = [number for number, name in METHODS.items() if hasattr(function, name)]
    name = getattr(function, "__name__", "")
    named = has or [number for number, method in METHODS.items() if name in (method, _snake(method))]
    if problem not in (None, *METHODS):
        raise ArgumentError(f"problem is 913 or 1728, not {problem!r}")
    if problem is None and len(named) != 1:
        wanted = "give problem=913 or problem=1728"
        raise ArgumentError(f"the name does not tell which problem the function solves, as catMouseGame and canMouseWin do; {wanted}")
    chosen = problem if problem is not None else named[0]
    method = METHODS[chosen]
    if hasattr(function, method):

        def asked(*board: Any) -> Any:
            solution = function() if isinstance(function, type) else function
            return getattr(solution, method)(*board)

    elif callable(function) and not isinstance(function, type):
        asked = function
    else:
        raise ArgumentError(f"test takes a function, or a class with the method {method}, not {function!r}")

    def plain(*board: Any) -> Any:
        answer = asked(*board)
        return answer if isinstance(answer, int) else getattr(answer, "item", lambda: answer)()  # a number of numpy

    text, told = _catmouse.test(plain, chosen, _traceback, seed=seed, tries=tries, time=time, progress=progress)
    return TestResult._of(json.loads(text), Nodes(None, is_grid=False))._told_by(lambda: told)


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _traceback(error: BaseException, frames: TracebackType | None) -> str:
    """The traceback of an exception in a function, without the frames of this package."""
    while frames and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(error), error, frames))
