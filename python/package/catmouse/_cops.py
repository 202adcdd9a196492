"""How many cats graphs need: of one graph, and of streams of them."""

from __future__ import annotations

import html
import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import Prepared, is_networkx, is_rustworkx, prepare
from catmouse._errors import BoardError, NumberingWarning
from catmouse._rules import CopsRules, Side

if TYPE_CHECKING:
    from pandas import DataFrame as _DataFrame

COLUMNS = (
    "graph",
    "input",
    "name",
    "vertices",
    "edges",
    "cop_number",
    "capture_time",
    "placement",
    "cats_tried",
    "error",
)
"""The columns of a `CopsTable`, in their order."""


class CopsTable:
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

    def __init__(self, native: _catmouse.CopsTable) -> None:
        self._native = native

    @property
    def columns(self) -> tuple[str, ...]:
        """What the columns are called."""
        return COLUMNS

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, name: str) -> list[Any]:
        """A column as a list."""
        column = self._native.column(name)
        if column is None:
            raise KeyError(f"{name!r} is no column: the columns are {', '.join(COLUMNS)}")
        return column

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows, each as a dictionary."""
        for row in zip(*(self[name] for name in COLUMNS), strict=True):
            yield dict(zip(COLUMNS, row, strict=True))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table as an Arrow stream."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """What the columns are called and of which types they are."""
        return self._native.__arrow_c_schema__()

    def to_pandas(self) -> _DataFrame:
        """The table as a data frame; unlike `pandas.DataFrame.from_arrow` it needs no pyarrow."""
        import pandas

        numbers = {"graph", "vertices", "edges", "cop_number", "capture_time", "cats_tried"}
        return pandas.DataFrame(
            {name: pandas.array(self[name], dtype="Int64") if name in numbers else self[name] for name in COLUMNS}
        )

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

    def __repr__(self) -> str:
        return f"<catmouse.CopsTable of {len(self)} {'graph' if len(self) == 1 else 'graphs'}>"

    def _repr_html_(self) -> str:
        shown = list(zip(range(10), self, strict=False))
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        rows = ("".join(f"<td>{html.escape(str(row[name]))}</td>" for name in COLUMNS) for _, row in shown)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>{len(self)} graphs</p>" if len(self) > len(shown) else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def cops(
    graphs: Any,
    *,
    cats: int | None = None,
    max_cats: int | None = None,
    lazy: bool = False,
    first: Side | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    errors: str = "raise",
    progress: Callable[[int], object] | None = None,
    input: str | None = None,
    base: int | None = None,
    **rules: Unpack[CopsRules],
) -> CopsTable:
    """How few cats (cops) catch the mouse (the robber) on each of many graphs, how long they take, and where they start.

    `graphs` is a path to a file of graphs in any format that the library reads, a text of them, or an iterable: of lines in graph6,
    digraph6 or sparse6, of graphs of networkx or rustworkx, of matrices, and whatever else `solve` takes. It is worked on with all
    cores; an iterable is taken in as they go. `cats` asks whether exactly so many win; `max_cats` gives up beyond so many; `lazy` lets
    one cat move in a ply; `first` says who moves first. Rules that make a difference on a bare graph are keywords.

    A graph that is wrong raises `BoardError` with its place; with `errors="keep"` its row says so instead. `progress` is called now and
    then with how many graphs are done. Other Python threads run meanwhile, and Ctrl-C stops it.

    >>> import catmouse, networkx as nx
    >>> table = catmouse.cops(nx.cycle_graph(n) for n in range(3, 7))
    >>> table["cop_number"]
    [1, 2, 2, 2]
    """
    if errors not in ("raise", "keep"):
        raise ValueError(f"errors is 'raise' or 'keep', not {errors!r}")
    if is_networkx(graphs) or is_rustworkx(graphs):
        raise TypeError("cops takes many graphs: put this one into a list, or ask for its cop_number")
    source: Any
    if isinstance(graphs, (str, bytes, bytearray, os.PathLike)):
        source = prepare(graphs, input=input, base=base, directed=directed).board
    else:
        for name, value in (("input", input), ("base", base)):
            if value is not None:
                raise TypeError(f"{name} says how a text is read, and the graphs are no text")
        if isinstance(graphs, (list, tuple)) and all(isinstance(graph, str) for graph in graphs):
            source = _catmouse.Board.lines(list(graphs))
        else:
            source = _lines(graphs)
    return CopsTable(
        _catmouse.cops(
            source,
            cats=cats,
            max_cats=max_cats,
            lazy=lazy,
            first=first,
            directed=directed,
            max_memory=max_memory,
            threads=threads,
            keep_errors=errors == "keep",
            progress=progress,
            rules=dict(rules),
        )
    )


def _lines(graphs: Iterable[Any]) -> Iterator[str]:
    """Each graph as a line of graph6, digraph6 or sparse6."""
    for index, graph in enumerate(graphs):
        if isinstance(graph, str):
            yield graph
            continue
        try:
            prepared = prepare(graph, weight=None)
            yield prepared.board.line()
        except (BoardError, TypeError) as error:
            error.add_note(f"That is item {index} of the graphs.")
            raise


def _answer(
    graph: Any,
    cats: int | None,
    max_cats: int | None,
    lazy: bool,
    first: Side | None,
    max_memory: int | None,
    threads: int | None,
    placements: bool,
    rules: CopsRules,
) -> tuple[Prepared, dict[str, Any]]:
    prepared = prepare(graph, weight=None)
    try:
        answer, names, note = _catmouse.cops_answer(
            prepared.board,
            cats=cats,
            max_cats=max_cats,
            lazy=lazy,
            first=first,
            max_memory=max_memory,
            threads=threads,
            placements=placements,
            rules=dict(rules),
        )
    except BoardError as error:
        raise prepared.in_nodes(error) from None
    if note is not None:
        warnings.warn(note, NumberingWarning, stacklevel=3)
    if prepared.nodes is None and names:
        prepared.nodes = list(names)
    return prepared, json.loads(answer)


def cop_number(
    graph: Any,
    *,
    lazy: bool = False,
    first: Side | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    **rules: Unpack[CopsRules],
) -> int:
    """How few cats catch the mouse on a graph, both playing perfectly; what they take is the `capture_time`.

    The graph is whatever `solve` takes as a board; the costs of its edges make no difference.

    >>> import catmouse, networkx as nx
    >>> catmouse.cop_number(nx.petersen_graph()), catmouse.cop_number("petersen"), catmouse.cop_number("gp:7,2")
    (3, 3, 3)
    """
    _, answer = _answer(graph, None, None, lazy, first, max_memory, threads, False, rules)
    return int(answer["cop_number"])


def capture_time(
    graph: Any,
    cats: int | None = None,
    *,
    lazy: bool = False,
    first: Side | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    **rules: Unpack[CopsRules],
) -> int | None:
    """In how many rounds, a ply of each side, the cats win: as many of them as the cop number, or exactly `cats`. None where so many
    do not win.

    >>> import catmouse, networkx as nx
    >>> catmouse.capture_time(nx.path_graph(7)), catmouse.capture_time(nx.path_graph(7), 2), catmouse.capture_time(nx.cycle_graph(4), 1)
    (3, 2, None)
    """
    _, answer = _answer(graph, cats, None, lazy, first, max_memory, threads, False, rules)
    return cast("int | None", answer["capture_time"])


def placement(
    graph: Any,
    cats: int | None = None,
    *,
    lazy: bool = False,
    first: Side | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    **rules: Unpack[CopsRules],
) -> list[Any] | None:
    """Where the cats start that win soonest, by the nodes of the graph: as many as the cop number, or exactly `cats`. None where so
    many do not win. Of several such placements it is the first.

    >>> import catmouse, networkx as nx
    >>> catmouse.placement(nx.Graph([("attic", "hall"), ("hall", "cellar")]))
    ['hall']
    """
    prepared, answer = _answer(graph, cats, None, lazy, first, max_memory, threads, False, rules)
    found = answer["placement"]
    return None if found is None else [_node(prepared, vertex) for vertex in found]


def dismantling(graph: Any, *, max_memory: int | None = None) -> list[tuple[Any, Any]] | None:
    """Why one cat wins: all nodes but one, in an order in which each is dominated by one that is left behind it, with that one. None
    where one cat does not win, and where moves lead one way.

    >>> import catmouse, networkx as nx
    >>> catmouse.dismantling(nx.Graph([("a", "b"), ("b", "c")]))
    [('a', 'b'), ('b', 'c')]
    """
    prepared, answer = _answer(graph, 1, None, False, None, max_memory, None, False, {})
    found = answer["dismantling"]
    if found is None:
        return None
    return [(_node(prepared, corner["vertex"]), _node(prepared, corner["dominated_by"])) for corner in found]


def _node(prepared: Prepared, vertex: Any) -> Any:
    if isinstance(vertex, list):
        return (vertex[0], vertex[1])
    return vertex if prepared.nodes is None else prepared.nodes[vertex]
