"""How many cats graphs need: of one graph, and of streams of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, is_networkx, is_rustworkx, prepare
from catmouse._errors import ArgumentError, BoardError, CatmouseError, warn
from catmouse._options import ASKING_COPS, READING_GRAPHS, CopsOptions, checked, part, rules_of, showing_options
from catmouse._tables import Table

class CopsTable(Table):
    """What is known of each graph of a stream: a table of Arrow's, which pandas, polars, duckdb and pyarrow take as it is.

    | column | what it is |
    |---|---|
    | `graph` | which graph of the stream it is, counted from 1 |
    | `input`, `name` | the graph's own line, in graph6 say, and what it is called; null where there is none |
    | `vertices`, `edges` | how many there are; arcs where moves lead one way |
    | `cop_number` | how few cats win; null where it was not asked for or not found |
    | `capture_time` | in how many rounds they win; null where they do not |
    | `placement` | where they start, by the numbers of the vertices |
    | `cats_tried` | the greatest number of cats that were tried |
    | `error` | why nothing is known of the graph; null where something is |

    >>> import catmouse
    >>> table = catmouse.cops(["DUW", "DQc"])
    >>> table
    <catmouse.CopsTable of 2 graphs>
    >>> table["cop_number"], table["placement"]
    ([2, 1], [[0, 1], [4]])
    """

    _rows_are = ("graph", "graphs")

    def summary(self) -> dict[tuple[int | None, int | None, int | None], int]:
        """How many graphs there are of each number of vertices, cop number and capture time.

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
    errors: str = "raise",
    progress: Callable[[int], object] | None = None,
    **options: Unpack[CopsOptions],
) -> CopsTable:
    """How few cats (cops) catch the mouse (the robber) on each of many graphs, how long they take, and where they start.

    `graphs` is a path to a file of graphs in any format that the library reads, a text of them, or an iterable: of lines in graph6,
    digraph6 or sparse6, of graphs of networkx or rustworkx, of matrices, and whatever else `solve` takes. It is worked on with all
    cores; an iterable is taken in as they go. `cats` asks whether exactly so many win; `max_cats` gives up beyond so many; `lazy` lets
    one cat move in a ply; `first` says who moves first. Rules that make a difference on a bare graph are keywords. `input`, `base` and
    `parallel_edges` say how a text is read, as `solve` has it. `max_memory` and `threads` are bounds, as there.

    A graph that is wrong raises `BoardError` with its place; with `errors="keep"` its row says so instead. `progress` is called now and
    then with how many graphs are done. Other Python threads run meanwhile, and Ctrl-C stops it.

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
    source = source_of(graphs, "cops takes", keeps_errors=keeps_errors, **part(chosen, READING_GRAPHS))
    native, notes = _catmouse.cops(
        source,
        cats=cats,
        max_cats=max_cats,
        keep_errors=keeps_errors,
        progress=progress,
        rules=rules_of(chosen, CopsOptions),
        **part(chosen, ASKING_COPS),
    )
    warn(notes)
    return CopsTable(native)


def source_of(
    graphs: Any,
    who: str,
    *,
    input: str | None = None,
    base: int | None = None,
    parallel_edges: bool = False,
    directed: bool | None = None,
    keeps_errors: bool = False,
) -> _catmouse.Board | Iterator[str]:
    """Many graphs: those of a file or a text, or the lines of an iterable."""
    if is_networkx(graphs) or is_rustworkx(graphs):
        raise ArgumentError(f"{who} many graphs: put this one into a list; cop_number and solve are about one")
    if isinstance(graphs, Mapping):
        raise ArgumentError(f"{who} many graphs: of a mapping of names to graphs take its values(); one mapping of neighbours goes into a list")
    if isinstance(graphs, (str, bytes, bytearray, os.PathLike)):
        return prepare(graphs, input=input, base=base, parallel_edges=parallel_edges, directed=directed, bare=True).board
    for name, value in (("input", input), ("base", base), ("parallel_edges", parallel_edges or None)):
        if value is not None:
            raise ArgumentError(f"{name} says how a text is read, and the graphs are no text")
    if isinstance(graphs, (list, tuple)) and all(isinstance(graph, str) for graph in graphs):
        return _catmouse.Board.lines(list(graphs))
    try:
        return _lines(iter(graphs), directed, keeps_errors)
    except TypeError:
        raise ArgumentError(f"{who} many graphs: a file, a text or an iterable of them, not {graphs!r}") from None


def _lines(graphs: Iterator[Any], directed: bool | None, keeps_errors: bool) -> Iterator[str]:
    """Each graph as a line of graph6, digraph6 or sparse6; with `keeps_errors`, of what is none, why."""
    for index, graph in enumerate(graphs):
        if isinstance(graph, str):
            yield graph
            continue
        try:
            prepared = prepare(graph, directed=directed, bare=True)
            yield prepared.board.line()
        except CatmouseError as error:
            if keeps_errors:
                yield _catmouse.REFUSED + "; ".join(str(error).splitlines())
                continue
            error.add_note(f"That is item {index} of the graphs.")
            raise


def _refuse_contradictions(chosen: Mapping[str, Any], cats: int | None, max_cats: int | None = None) -> None:
    """Refuses numbers of cats that no game has, and options of which one would overrule another."""
    if cats is not None and max_cats is not None:
        raise ArgumentError("cats asks whether exactly so many win, and max_cats how few do: one of them is said")
    for name, count in (("cats", cats), ("max_cats", max_cats)):
        if count is not None and not 1 <= count <= _catmouse.MAX_CATS:
            raise ArgumentError(f"{name} is {count}, and a game has 1 to {_catmouse.MAX_CATS} cats")
    if chosen.get("lazy") is not None and chosen.get("cats_move") is not None:
        raise ArgumentError("lazy is the same as cats_move='one': one of them is said")


def _answer(graph: Any, cats: int | None, options: CopsOptions) -> tuple[Prepared, dict[str, Any]]:
    chosen = cast("Mapping[str, Any]", options)
    _refuse_contradictions(chosen, cats)
    prepared = prepare(graph, bare=True, **part(chosen, READING_GRAPHS))
    try:
        answer, names, notes = _catmouse.cops_answer(
            prepared.board, cats=cats, rules=rules_of(chosen, CopsOptions), **part(chosen, ASKING_COPS)
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    warn(notes, inside=2)
    if prepared.nodes is None and names:
        prepared.nodes = list(names)
    return prepared, json.loads(answer)


@showing_options
def cop_number(
    graph: Any, **options: Unpack[CopsOptions]
) -> int:
    """How few cats catch the mouse on a graph, both playing perfectly; what they take is the `capture_time`.

    The graph is whatever `solve` takes as a board; the costs of its edges make no difference. `input`, `base` and `parallel_edges` say
    how a text is read, as `solve` has it; `directed` says that its edges lead one way.

    >>> import catmouse, networkx as nx
    >>> catmouse.cop_number(nx.petersen_graph()), catmouse.cop_number("petersen"), catmouse.cop_number("gp:7,2")
    (3, 3, 3)
    """
    _, answer = _answer(graph, None, options)
    return int(answer["cop_number"])


@showing_options
def capture_time(
    graph: Any,
    cats: int | None = None,
    **options: Unpack[CopsOptions],
) -> int | None:
    """In how many rounds, a ply of each side, the cats win: as many of them as the cop number, or exactly `cats`. None where so many
    do not win.

    >>> import catmouse, networkx as nx
    >>> catmouse.capture_time(nx.path_graph(7)), catmouse.capture_time(nx.path_graph(7), 2), catmouse.capture_time(nx.cycle_graph(4), 1)
    (3, 2, None)
    """
    _, answer = _answer(graph, cats, options)
    return cast("int | None", answer["capture_time"])


@showing_options
def placement(
    graph: Any,
    cats: int | None = None,
    **options: Unpack[CopsOptions],
) -> list[Any] | None:
    """Where the cats start that win soonest, by the nodes of the graph: as many as the cop number, or exactly `cats`. None where so
    many do not win. Of several such placements it is the first.

    >>> import catmouse, networkx as nx
    >>> catmouse.placement(nx.Graph([("attic", "hall"), ("hall", "cellar")]))
    ['hall']
    """
    prepared, answer = _answer(graph, cats, options)
    found = answer["placement"]
    return None if found is None else [_node(prepared, vertex) for vertex in found]


@checked
def dismantling(
    graph: Any,
    *,
    max_memory: int | None = None,
    input: str | None = None,
    base: int | None = None,
    parallel_edges: bool = False,
    directed: bool | None = None,
) -> list[tuple[Any, Any]] | None:
    """Why one cat wins: all nodes but one, in an order in which each is dominated by one that is left behind it, with that one. None
    where one cat does not win, and where moves lead one way. The graph is said as to `cop_number`.

    >>> import catmouse, networkx as nx
    >>> catmouse.dismantling(nx.Graph([("a", "b"), ("b", "c")]))
    [('a', 'b'), ('b', 'c')]
    """
    said: CopsOptions = {"max_memory": max_memory, "input": input, "base": base, "parallel_edges": parallel_edges, "directed": directed}
    prepared, answer = _answer(graph, 1, said)
    found = answer["dismantling"]
    if found is None:
        return None
    return [(_node(prepared, corner["vertex"]), _node(prepared, corner["dominated_by"])) for corner in found]


def _node(prepared: Prepared, vertex: Any) -> Any:
    if isinstance(vertex, list):
        return (vertex[0], vertex[1])
    return vertex if prepared.nodes is None else prepared.nodes[vertex]
