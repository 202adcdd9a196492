"""The number of cats that graphs need: for a single graph, and for streams of graphs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, Walls, are_numbers, is_igraph, is_networkx, is_rustworkx, is_unicode, prepare
from catmouse._errors import ArgumentError, BoardError, CatmouseError, TooLargeError, warn
from catmouse._options import (
    ASKING_ABOUT_ONE,
    ASKING_COPS,
    CHECKING_COPS,
    READING_GRAPHS,
    READING_ONE_GRAPH,
    CopsOptions,
    OneGraphOptions,
    checked,
    part,
    rules_of,
    showing_options,
)
from catmouse._reading import Nodes
from catmouse._rules import Format
from catmouse._solved import Certificate
from catmouse._tables import Table
from catmouse.answers import CopsResult

class CopsTable(Table):
    """The results for each graph of a stream, in Arrow's layout.

    pandas, polars, duckdb and pyarrow accept the table directly.

    | column | meaning |
    |---|---|
    | `graph` | the number of the graph in the stream, counted from 1 |
    | `input`, `name` | the graph's own line, such as its graph6, and its name; null if it has none |
    | `vertices`, `edges` | the number of vertices and of edges; of arcs if the graph is directed |
    | `cop_number` | the least number of cats that win; null if it was not asked for or not found |
    | `capture_time` | the rounds in which they win; null if they do not win |
    | `placement` | where they start: the nodes of the graph, the cells of a grid, or the names in a text; otherwise the numbers of the vertices |
    | `cats_tried` | the greatest number of cats that were tried |
    | `at_least`, `at_most` | bounds on the cop number; they differ where memory did not suffice, or `max_cats` ended the trials |
    | `error` | why there is no result; null if there is one |

    In Arrow, a column has one type: if some node is no whole number, `placement` has `str(node)` for each.

    Examples
    --------
    >>> import catmouse
    >>> table = catmouse.cops(["DUW", "DQc"])
    >>> table
    <catmouse.CopsTable of 2 graphs>
    >>> table["cop_number"], table["placement"]
    ([2, 1], [[0, 1], [4]])
    >>> import networkx as nx
    >>> catmouse.cops([nx.path_graph("abc"), nx.cycle_graph(4)])["placement"]
    [['b'], [0, 1]]
    """

    _rows_are = ("graph", "graphs")

    def __init__(self, native: _catmouse.Table, places: Mapping[int, list[Any]]) -> None:
        self._placements: list[list[Any] | None] | None = None
        if places:
            rows = zip(cast("list[int]", native.column("graph")), cast("list[Any]", native.column("placement")), strict=True)
            self._placements = [places.get(graph, placement) for graph, placement in rows]
            nodes = [node for placement in self._placements for node in placement or ()]
            if all(isinstance(node, int) and -(2**63) <= node < 2**63 for node in nodes):
                native = native.with_column("placement", "numbers", self._placements)
            else:
                words = [placement and [str(node) for node in placement] for placement in self._placements]
                native = native.with_column("placement", "texts", words)
        super().__init__(native)

    def __getitem__(self, name: str) -> list[Any]:
        if name == "placement" and self._placements is not None:
            return [placement and list(placement) for placement in self._placements]
        return super().__getitem__(name)

    def summary(self) -> dict[tuple[int | None, int | None, int | None], int]:
        """Counts the graphs by number of vertices, cop number and capture time.

        Examples
        --------
        >>> import catmouse
        >>> catmouse.cops(["DUW", "DQc", "DUW"]).summary()
        {(5, 1, 2): 1, (5, 2, 1): 2}
        """
        counts: dict[tuple[int | None, int | None, int | None], int] = {}
        for key in zip(self["vertices"], self["cop_number"], self["capture_time"], strict=True):
            counts[key] = counts.get(key, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: [(part is None, part or 0) for part in item[0]]))


@showing_options
def cops(
    graphs: Any,
    *,
    cats: int | None = None,
    max_cats: int | None = None,
    errors: Literal["raise", "keep"] = "raise",
    progress: Callable[[int], object] | None = None,
    **options: Unpack[CopsOptions],
) -> CopsTable:
    """Finds the least number of cats (cops) that catch the mouse (the robber) on each of many graphs.

    Also finds how many rounds they take, and where they start. Other Python threads run meanwhile,
    and Ctrl-C stops the work. Rules that matter on a graph without a start are keyword arguments.

    Parameters
    ----------
    `graphs`
        The path of a file of graphs in any format that the library reads, a text of graphs, or an
        iterable. The items of an iterable are lines in graph6, digraph6 or sparse6, graphs of
        networkx or rustworkx, matrices, or anything else that `solve` takes. An iterable is read
        while the graphs are worked on.
    `cats`
        Ask only whether exactly this number of cats wins.
    `max_cats`
        Give up on a graph that needs more cats than this.
    `errors`
        With `"raise"`, an invalid graph raises an exception. With `"keep"`, its row in the table
        has the message.
    `progress`
        A function that is called from time to time with the number of finished graphs.
    `lazy`
        If true, only one cat moves in each ply.
    `first`
        Who moves first, `"mouse"` or `"cat"`; by default the Cat.
    `max_time`
        The seconds for each graph. When they are up, the row has what is known by then.
    `directed`, `input`, `base`, `parallel_edges`, `max_memory`, `threads`
        As for `solve`.

    Returns
    -------
    A table with a row for each graph, in order.

    Raises
    ------
    ArgumentError
        If arguments contradict each other or have the wrong type.
    BoardError
        If a graph is invalid and errors are not kept. The message has its place.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> table = catmouse.cops(nx.cycle_graph(n) for n in range(3, 7))
    >>> table["cop_number"]
    [1, 2, 2, 2]
    """
    if errors not in ("raise", "keep"):
        raise ArgumentError(f"errors is 'raise' or 'keep', not {errors!r}")
    chosen = cast("Mapping[str, Any]", options)
    _refuse_contradictions(chosen, cats, max_cats)
    keeps_errors = errors == "keep"
    names: dict[int, str] = {}
    nodes: dict[int, list[Any]] = {}
    source = source_of(graphs, "cops takes", keeps_errors=keeps_errors, names=names, nodes=nodes, **part(chosen, READING_GRAPHS))
    native, places, notes = _catmouse.cops(
        source,
        cats=cats,
        max_cats=max_cats,
        keep_errors=keeps_errors,
        progress=progress,
        names=names,
        rules=rules_of(chosen, CopsOptions),
        **part(chosen, ASKING_COPS),
    )
    warn(notes)
    if nodes:
        rows = zip(cast("list[int]", native.column("graph")), cast("list[Any]", native.column("placement")), strict=True)
        places = {graph: [nodes[graph][vertex] for vertex in placement] for graph, placement in rows if placement and graph in nodes}
    return CopsTable(native, places)


def source_of(
    graphs: Any,
    who: str,
    *,
    input: Format | None = None,
    base: int | None = None,
    parallel_edges: bool = False,
    directed: bool | None = None,
    keeps_errors: bool = False,
    names: dict[int, str] | None = None,
    nodes: dict[int, list[Any]] | None = None,
) -> _catmouse.Board | Iterator[str]:
    """The graphs of a file or a text as a board, and those of an iterable as lines.

    `who` begins the messages, such as "cops takes". `names` gets the names of the graphs of an
    iterable, by their numbers from 1, and `nodes` the nodes of each graph whose nodes are not the
    numbers of the vertices.
    """
    if is_networkx(graphs) or is_rustworkx(graphs) or is_igraph(graphs):
        raise ArgumentError(f"{who} many graphs: put this one into a list; cop_number and solve are about one")
    if isinstance(graphs, Mapping):
        raise ArgumentError(f"{who} many graphs: of a mapping of names to graphs take its values(); one mapping of neighbours goes into a list")
    if isinstance(graphs, (str, bytes, bytearray, os.PathLike)):
        return prepare(graphs, input=input, base=base, parallel_edges=parallel_edges, directed=directed, bare=True).board
    for name, value in (("input", input), ("base", base), ("parallel_edges", parallel_edges or None)):
        if value is not None:
            raise ArgumentError(f"{name} says how a text is read, and the graphs are no text: leave {name} out")
    if isinstance(graphs, (list, tuple)) and all(isinstance(graph, str) for graph in graphs):
        return _catmouse.Board.lines(list(graphs))
    try:
        return _lines(iter(graphs), directed, keeps_errors, {} if names is None else names, nodes)
    except TypeError:
        raise ArgumentError(f"{who} many graphs: a file, a text or an iterable of them, not {graphs!r}") from None


def _lines(
    graphs: Iterator[Any], directed: bool | None, keeps_errors: bool, names: dict[int, str], nodes: dict[int, list[Any]] | None
) -> Iterator[str]:
    """Yields each graph as a line of graph6, digraph6 or sparse6.

    With `keeps_errors`, yields a line with the message for an invalid graph.
    """
    # A file may end with empty lines.
    is_file = hasattr(graphs, "read")
    for index, graph in enumerate(graphs):
        if isinstance(graph, (str, bytes)):
            line = graph if isinstance(graph, str) else graph.decode("utf-8", "replace")
            if line.strip() or not is_file:
                yield line
            continue
        name = getattr(graph, "name", None)
        if isinstance(name, str) and name and is_unicode(name):
            names[index + 1] = name
        try:
            prepared = prepare(graph, directed=directed, bare=True)
            line, cells = prepared.board.line()
            own = cells if prepared.nodes is None else prepared.nodes
            if nodes is not None and own is not None and not are_numbers(own):
                nodes[index + 1] = own
            yield line
        except CatmouseError as error:
            if keeps_errors:
                yield _catmouse.REFUSED + "; ".join(str(error).splitlines())
                continue
            error.add_note(f"That is item {index} of the graphs.")
            raise


def _refuse_contradictions(chosen: Mapping[str, Any], cats: int | None, max_cats: int | None = None) -> None:
    """Refuses numbers of cats that are out of range, and options that contradict each other."""
    if cats is max_cats is None and not chosen:
        return
    if cats is not None and max_cats is not None:
        raise ArgumentError("cats and max_cats are both given: cats asks whether exactly so many win, and max_cats bounds the least number; leave one out")
    for name, count in (("cats", cats), ("max_cats", max_cats)):
        if count is not None and not 1 <= count <= _catmouse.MAX_CATS:
            raise ArgumentError(f"{name} is a whole number from 1 to {_catmouse.MAX_CATS}, not {count}")
    if chosen.get("lazy") is not None and chosen.get("cats_move") is not None:
        raise ArgumentError("lazy and cats_move are both given, and lazy=True is the same as cats_move='one': leave one out")


def _asked(
    native: Callable[..., tuple[Any, Any, list[tuple[str, str]]]], board: Any, cats: int | None, options: OneGraphOptions, **more: Any
) -> tuple[Prepared, Any, Any]:
    """Asks a function of the extension module about a graph. Returns the graph, and the two parts of the answer."""
    chosen = cast("Mapping[str, Any]", options)
    _refuse_contradictions(chosen, cats)
    prepared = prepare(board, bare=True, **part(chosen, READING_ONE_GRAPH))
    try:
        one, other, notes = native(
            prepared.board, cats=cats, rules=rules_of(chosen, OneGraphOptions), **part(chosen, ASKING_ABOUT_ONE), **more
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes, inside=3)
    return prepared, one, other


def _numbers(board: Any, cats: int | None, options: OneGraphOptions) -> tuple[int | None, int | None]:
    """The cop number and the capture time, without their proofs."""
    _, cop_number, rounds = _asked(_catmouse.cops_numbers, board, cats, options)
    return cop_number, rounds


def _answer(board: Any, cats: int | None, options: OneGraphOptions, *, placements: bool = False) -> CopsResult:
    prepared, answer, names = _asked(_catmouse.cops_answer, board, cats, options, placements=placements)
    return CopsResult._of(json.loads(answer), Nodes(names or None if prepared.nodes is None else prepared.nodes, is_grid=False))


@showing_options
def cops_on(board: Any, cats: int | None = None, *, placements: bool = False, **options: Unpack[OneGraphOptions]) -> CopsResult:
    """Finds the cop number of a graph, the capture time and the placement of the cats in one search.

    Parameters
    ----------
    `board`
        A graph, as for `cop_number`.
    `cats`
        Ask only whether exactly this number of cats wins; by default the least number is found.
    `placements`
        Whether to list all best placements up to symmetry.
    `progress`
        As for `cop_number`.

    The other keyword arguments are those of `cops`.

    Returns
    -------
    The result, in the nodes of the graph. Where memory or time does not suffice, it has bounds: `at_least`,
    `at_most`, what proves them, and `stop`, the trial that was not made.

    Raises
    ------
    BoardError
        If the graph is invalid.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> found = catmouse.cops_on(nx.cycle_graph("abcde"), placements=True)
    >>> found.cop_number, found.capture_time, found.placement
    (2, 1, ('a', 'c'))
    >>> [placement.alike for placement in found.placements]
    [5]
    """
    return _answer(board, cats, options, placements=placements)


@showing_options
def cop_number(
    board: Any, **options: Unpack[OneGraphOptions]
) -> int:
    """Finds the least number of cats that catch the mouse on a graph if both sides play perfectly.

    Parameters
    ----------
    `board`
        Anything that `solve` takes as a board. The costs of its edges do not matter.
    `directed`
        Whether the edges lead one way.
    `progress`
        A function that is called from time to time with the number of cats that is tried, and the
        number of positions that are decided so far with this number. An exception in it stops the
        work.

    The other keyword arguments are those of `cops`, `graph` picks one of several graphs of a text,
    counted from 1, and `walls` are the thin walls of a grid, as for `solve`.

    Returns
    -------
    The cop number.

    Raises
    ------
    BoardError
        If the graph is invalid.
    TooLargeError
        If the search needs more memory than is available or allowed.
    TimeoutError
        If `max_time` is up.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> catmouse.cop_number(nx.petersen_graph()), catmouse.cop_number("petersen"), catmouse.cop_number("gp:7,2")
    (3, 3, 3)
    """
    return cast("int", _numbers(board, None, options)[0])


@showing_options
def capture_time(
    board: Any,
    cats: int | None = None,
    **options: Unpack[OneGraphOptions],
) -> int | None:
    """Finds the number of rounds in which the cats win. A round is a ply of each side.

    Parameters
    ----------
    `board`
        A graph, as for `cop_number`.
    `cats`
        The number of cats; by default the cop number.
    `progress`
        As for `cop_number`.

    The other keyword arguments are those of `cops`.

    Returns
    -------
    The capture time, or None if this number of cats does not win.

    Raises
    ------
    BoardError
        If the graph is invalid.
    TooLargeError
        If the search needs more memory than is available or allowed.
    TimeoutError
        If `max_time` is up.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> catmouse.capture_time(nx.path_graph(7)), catmouse.capture_time(nx.path_graph(7), 2), catmouse.capture_time(nx.cycle_graph(4), 1)
    (3, 2, None)
    """
    number, rounds = _numbers(board, cats, options)
    if number is not None and rounds is None and options.get("max_time") is not None:
        raise TimeoutError(f"the cop number is {number}, but the time is up before the capture time is known")
    if number is not None and rounds is None:
        raise TooLargeError(f"the cop number is {number}, but the memory does not suffice to find the capture time")
    return rounds


@showing_options
def placement(
    board: Any,
    cats: int | None = None,
    **options: Unpack[OneGraphOptions],
) -> list[Any] | None:
    """Finds a placement of the cats from which they win soonest.

    Parameters
    ----------
    `board`
        A graph, as for `cop_number`.
    `cats`
        The number of cats; by default the cop number.
    `progress`
        As for `cop_number`.

    The other keyword arguments are those of `cops`.

    Returns
    -------
    The nodes of the cats, or None if this number of cats does not win. If several placements are
    best, the first.

    Raises
    ------
    BoardError
        If the graph is invalid.
    TooLargeError
        If the search needs more memory than is available or allowed.
    TimeoutError
        If `max_time` is up.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> catmouse.placement(nx.Graph([("attic", "hall"), ("hall", "cellar")]))
    ['hall']
    """
    found = _answer(board, cats, options)
    _refuse_open(found)
    return None if found.placement is None else list(found.placement)


@checked
def dismantling(
    board: Any,
    *,
    max_memory: int | None = None,
    input: Format | None = None,
    base: int | None = None,
    graph: int | None = None,
    parallel_edges: bool = False,
    directed: bool | None = None,
    walls: Walls = None,
    progress: Callable[[int, int], object] | None = None,
) -> list[tuple[Any, Any]] | None:
    """Finds a dismantling order of a graph, which proves that one cat wins.

    Parameters
    ----------
    `board`
        A graph, as for `cop_number`.
    `max_memory`, `input`, `base`, `graph`, `parallel_edges`, `directed`, `walls`
        As for `solve`.
    `progress`
        As for `cop_number`.

    Returns
    -------
    All nodes but one, each with a later node that dominates it in the rest of the graph. None if
    one cat does not win, or if the graph is directed.

    Raises
    ------
    BoardError
        If the graph is invalid.
    TooLargeError
        If the search needs more memory than is available or allowed.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> catmouse.dismantling(nx.Graph([("a", "b"), ("b", "c")]))
    [('a', 'b'), ('b', 'c')]
    """
    said: OneGraphOptions = {
        **{"max_memory": max_memory, "input": input, "base": base, "graph": graph},
        **{"parallel_edges": parallel_edges, "directed": directed, "walls": walls, "progress": progress},
    }
    found = _answer(board, 1, said)
    _refuse_open(found)
    return None if found.dismantling is None else [(corner.vertex, corner.dominated_by) for corner in found.dismantling]


@showing_options
def cop_certificate(board: Any, **options: Unpack[OneGraphOptions]) -> Certificate:
    """Proves the cop number of a graph: that so many cats win, and that fewer do not.

    Parameters
    ----------
    `board`
        A graph, as for `cop_number`.
    `progress`
        As for `cop_number`.

    The other keyword arguments are those of `cops`.

    Returns
    -------
    The proof, which `check_certificate` and the command line check by the rules alone.

    Raises
    ------
    BoardError
        If the graph is invalid.
    TooLargeError
        If the cop number is not found in the memory that is available or allowed, or has no proof in it.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> checked = catmouse.cop_certificate(nx.petersen_graph()).verify()
    >>> checked.ok, checked.cop_number
    (True, 3)
    """
    chosen = cast("Mapping[str, Any]", options)
    _refuse_contradictions(chosen, None)
    prepared = prepare(board, bare=True, **part(chosen, READING_ONE_GRAPH))
    try:
        text, notes = _catmouse.cop_certificate(
            prepared.board, rules=rules_of(chosen, OneGraphOptions), **part(chosen, ASKING_ABOUT_ONE)
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes)
    return Certificate(text, (board, {key: value for key, value in chosen.items() if key != "progress"}))


def checked_cop_number(text: str, board: Any, options: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """Checks the proof of a cop number. Returns the answer, and the same in words."""
    prepared = prepare(board, bare=True, **part(options, READING_ONE_GRAPH))
    try:
        answer, words, notes = _catmouse.check_cop_certificate(
            text, prepared.board, rules=rules_of(options, OneGraphOptions), **part(options, CHECKING_COPS)
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes, inside=3)
    return json.loads(answer), words


def _refuse_open(found: CopsResult) -> None:
    """Refuses an answer in which the placement is not known, because a trial did not fit into memory."""
    if found.placement is None and found.stop is not None and found.stop.because == "time":
        raise TimeoutError(f"the placement is not known: the time is up before {found.stop.cats} cats were tried")
    if found.placement is None and found.stop is not None:
        wanted = "" if found.stop.bytes is None else f", which take about {found.stop.bytes} bytes"
        raise TooLargeError(
            f"the placement is not known: the memory does not suffice to try {found.stop.cats} cats{wanted}",
            wanted=found.stop.bytes or 0,
        )
