"""Converts the objects that a program may give as a board, and converts vertices back to the program's nodes."""

from __future__ import annotations

import ast
import contextlib
import difflib
import gzip
import operator
import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from itertools import chain
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from catmouse import _catmouse
from catmouse._errors import ArgumentError, BoardError, Problem
from catmouse._rules import Format

Walls: TypeAlias = Iterable[tuple[tuple[int, int], tuple[int, int]]] | None
"""Thin walls of a grid, each given by the two cells between which it stands."""

Weight: TypeAlias = str | Callable[[Any], Any] | None
"""The attribute of an edge that is the cost of a move, or a function from an edge's data to its cost."""


class Prepared:
    """A board of the library, and the caller's nodes for its vertices."""

    board: _catmouse.Board
    nodes: list[Any] | None
    """The nodes by the numbers of their vertices; None if the board has labels of its own."""
    edges: list[tuple[int, int]]
    is_grid: bool | None
    """Whether the vertices are cells; None if a text has not been read yet."""
    walls: list[tuple[tuple[int, int], tuple[int, int]]] | None = None
    """The thin walls that the caller gave apart from the board."""
    contents: Any = None
    """What an open file or an iterator held, which cannot be read again; None for other boards."""

    def __init__(
        self,
        board: _catmouse.Board,
        nodes: list[Any] | None = None,
        edges: list[tuple[int, int]] | None = None,
        *,
        is_grid: bool | None = None,
    ) -> None:
        self.board = board
        self.is_grid = is_grid
        self.nodes = nodes
        self.edges = edges or []
        self._numbers: dict[Hashable, int] | None = None

    def number(self, node: Any) -> int | None:
        """The number of a node of a graph; None if there is no such node."""
        if self.nodes is None:
            return None
        if self._numbers is None:
            self._numbers = {node: number for number, node in enumerate(self.nodes)}
        try:
            return self._numbers.get(node)
        except TypeError:
            return None

    def vertex(self, node: Any, what: str) -> Any:
        """Converts a node to a vertex for the extension module. `what` names its keyword in messages."""
        if self.nodes is None:
            return node
        number = self.number(node)
        if number is None:
            raise BoardError("", problems=[Problem(f"{node!r} is no node of the graph", some(self.nodes), setting=what)])
        return number

    def is_place(self, node: Any) -> bool:
        """Whether an object is a single node."""
        if self.nodes is not None:
            return self.number(node) is not None
        return not isinstance(node, (list, tuple, set, frozenset)) or (self.is_grid is True and len(node) == 2 and all(_is_whole(part) for part in node))

    def vertices(self, nodes: Any, what: str) -> Any:
        """Converts a node, or a list, a set or a tuple of nodes. If the board may be a grid, a tuple of two numbers is a cell."""
        nodes = as_list(nodes)
        if self.nodes is None and isinstance(nodes, tuple):
            is_cell = self.is_grid is not False and len(nodes) == 2 and all(_is_whole(part) for part in nodes)
            return nodes if is_cell else [self.vertex(node, what) for node in nodes]
        if self.number(nodes) is not None:
            return self.vertex(nodes, what)
        if isinstance(nodes, (set, frozenset)):
            return [self.vertex(node, what) for node in sorted(nodes, key=lambda node: self.number(node) or 0)]
        # A tuple that is no node itself contains several nodes. On a grid it is a cell.
        are_nodes = isinstance(nodes, tuple) and all(self.number(node) is not None for node in nodes)
        if isinstance(nodes, list) or (are_nodes and nodes):
            return [self.vertex(node, what) for node in nodes]
        return self.vertex(nodes, what)

    def in_nodes(self, error: BoardError) -> BoardError:
        """The same error with nodes instead of numbers."""
        nodes = self.nodes
        if nodes is None:
            return error
        return error.in_nodes([(nodes[one], nodes[other]) for one, other in self.edges])


UNWRITTEN = "?"
"""The text about nodes for which there is no text."""


def in_words(nodes: list[Any]) -> str:
    """The nodes as a text from which `out_of_words` makes equal nodes; `UNWRITTEN` if there is no such text."""
    text = repr(nodes)
    try:
        again = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return UNWRITTEN
    same = all(type(node) is type(other) and node == other for node, other in zip(nodes, again, strict=True))
    return text if same else UNWRITTEN


def out_of_words(text: str) -> list[Any]:
    """The nodes of a text that `in_words` has made."""
    return cast("list[Any]", ast.literal_eval(text))


def are_numbers(nodes: Sequence[Any]) -> bool:
    """Whether each node is the number of its vertex."""
    return all(type(node) is int for node in nodes) and nodes == list(range(len(nodes)))


def as_list(items: Any) -> Any:
    """A range, an array or an iterator as a list, and a number of numpy as Python's own; other objects as they are."""
    if isinstance(items, np.generic):
        return items.item()
    if isinstance(items, np.ndarray):
        return items.tolist()
    return list(items) if isinstance(items, (range, Iterator, KeysView, ValuesView)) else items


def some(nodes: Sequence[Any]) -> str:
    shown = ", ".join(repr(node) for node in nodes[:3])
    return f"its nodes are {shown}" + (f" and {len(nodes) - 3} more" if len(nodes) > 3 else "")


def prepare(
    board: Any,
    *,
    weight: Weight = "weight",
    input: Format | None = None,
    base: int | None = None,
    graph: int | None = None,
    parallel_edges: bool = False,
    directed: bool | None = None,
    walls: Walls = None,
    bare: bool = False,
) -> Prepared:
    """Converts an object to a board.

    The options are those of `solve`. If `bare` is true, the costs of edges are ignored.
    """
    weight = None if bare else weight
    if not (weight is None or isinstance(weight, str) or callable(weight)):
        raise ArgumentError(f"weight is the name of an edge's attribute, a function of an edge's data, or None, not {weight!r}")
    said = {"input": input, "base": base, "graph": graph, "parallel_edges": parallel_edges or None}
    if walls is not None:
        items = as_list(board)
        prepared = _maze(items, walls, said, weight)
        prepared.contents = None if items is board else items
        return prepared
    # Lists and mappings of Python are boards that take microseconds, as the other tests here do.
    if type(board) is dict:
        _refuse_reading(said)
        return _mapping(board, weight, directed)
    if type(board) is list or type(board) is tuple:
        _refuse_reading(said)
        _refuse_weight(weight)
        return _sequence(board, directed)
    if isinstance(board, type):
        raise ArgumentError(f"{board.__name__} is a class and no board: {board.__name__}(...) makes an object of it")
    parallel = "kept" if parallel_edges else "one-way" if directed else None
    if isinstance(board, (str, bytes, bytearray, os.PathLike)) and weight != "weight" and not bare:
        raise ArgumentError("weight has no effect on a text, which says itself what its edges cost: leave weight out")
    # Python decodes a file name that is not UTF-8 with lone surrogates. No other text has any.
    if isinstance(board, os.PathLike) or (isinstance(board, str) and not is_unicode(board)):
        return Prepared(_catmouse.Board.file(os.fsdecode(board), input, base, graph, parallel))
    if isinstance(board, (bytes, bytearray)):
        return Prepared(_catmouse.Board.text(bytes(board), "<board>", input, base, graph, parallel))
    if isinstance(board, str):
        try:
            return Prepared(_catmouse.Board.named(board, input, base, graph, parallel))
        except FileNotFoundError as error:
            raise _no_board(error, board) from None
    if hasattr(board, "read") and not isinstance(board, (Mapping, Sequence)):
        contents = _contents(board)
        prepared = prepare(contents, input=input, base=base, graph=graph, parallel_edges=parallel_edges, directed=directed, bare=bare)
        prepared.contents = contents
        return prepared
    _refuse_reading(said)
    if is_networkx(board):
        return _networkx(board, weight)
    if is_rustworkx(board):
        return _rustworkx(board, weight)
    if is_igraph(board):
        return _igraph(board, weight)
    if view := _view_of_networkx(board):
        return _view(board, view, weight, directed)
    if hasattr(board, "tocoo"):
        return _matrix(board, weight, directed, bare)
    if hasattr(board, "iloc") and hasattr(board, "columns"):
        raise ArgumentError(
            "a frame of pandas may be a matrix or a list of edges: networkx.from_pandas_adjacency(frame) and networkx.from_pandas_edgelist(frame) "
            "say which, and keep its labels"
        )
    if (hasattr(board, "__arrow_c_stream__") or hasattr(board, "__dataframe__")) and hasattr(board, "columns"):
        raise ArgumentError(
            "a frame may be a matrix or a list of edges: networkx.from_pandas_edgelist(frame.to_pandas(), source, target), with the names of two "
            "columns, and frame.to_pandas().to_numpy() say which"
        )
    if hasattr(board, "__array__") or hasattr(board, "__array_interface__"):
        array = _unmasked(board)
        if _are_rows(array):
            return _sequence(array.tolist(), directed)
        _refuse_pairs(array, directed)
        return _matrix(array, weight, directed, bare)
    if isinstance(board, Mapping):
        return _mapping(board, weight, directed)
    items = as_list(board)
    if isinstance(items, Sequence):
        _refuse_weight(weight)
        prepared = _sequence(items, directed)
        prepared.contents = None if items is board else items
        return prepared
    raise ArgumentError(
        f"an object of the type {type(board).__name__} is no board: a board is a graph of networkx, rustworkx or igraph, a square matrix, a mapping or a list "
        "of neighbours, a list of the rows of a grid, a path, or a text"
    )


def _refuse_reading(said: Mapping[str, Any]) -> None:
    """Refuses options that say how a text is read."""
    for name, value in said.items():
        if value is not None:
            raise ArgumentError(f"{name} says how a text is read, and the board is no text: leave {name} out")


def _refuse_weight(weight: Weight) -> None:
    """Refuses a chosen weight where there are no costs."""
    if weight is not None and weight != "weight":
        raise ArgumentError("weight says what edges cost, and neither lists of neighbours nor the rows of a grid have costs: leave weight out")


def is_unicode(text: str) -> bool:
    """Whether a text has no lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _module_of(board: Any) -> set[str]:
    """The packages in which the classes of an object are defined."""
    return {kind.__module__.partition(".")[0] for kind in type(board).__mro__}


def is_networkx(board: Any) -> bool:
    """Whether an object is a graph of networkx, or has the same interface."""
    return hasattr(board, "is_multigraph") and hasattr(board, "is_directed") and hasattr(board, "adj")


def _view_of_networkx(board: Any) -> str | None:
    """The name of networkx's class for a view of a part of a graph, such as `EdgeView`; None for other objects."""
    modules = ("networkx.classes.reportviews", "networkx.classes.coreviews")
    return next((kind.__name__ for kind in type(board).__mro__ if kind.__module__ in modules), None)


def is_rustworkx(board: Any) -> bool:
    """Whether an object is a graph of rustworkx."""
    return hasattr(board, "weighted_edge_list") and "rustworkx" in _module_of(board)


def is_igraph(board: Any) -> bool:
    """Whether an object is a graph of igraph."""
    return hasattr(board, "get_edgelist") and "igraph" in _module_of(board)


def _contents(file: Any) -> bytes:
    """The contents of an open file. Those that are packed by gzip are unpacked."""
    text = file.read()
    if isinstance(text, str):
        return text.encode()
    if not isinstance(text, (bytes, bytearray)):
        raise ArgumentError(f"{file!r} is no open file: its read() gives {type(text).__name__}, and that of a file gives str or bytes")
    return gzip.decompress(text) if text[:2] == b"\x1f\x8b" else bytes(text)


_BOARDS = "a board is a file, the name of a graph such as 'petersen' or 'grid:4x4', a text in a format that catmouse reads, or a graph in memory"


def _no_board(error: OSError, text: str) -> OSError:
    """The error for a text that is neither a file nor anything else."""
    if os.sep in text or len(text) > 64:
        return error
    near = difflib.get_close_matches(text.partition(":")[0].lower(), _catmouse.graph_names(), 1, 0.7)
    guess = f"; did you mean {near[0]!r}?" if near else ""
    # The class and the attributes are those of Python's own error.
    return type(error)(error.errno, f"{error.strerror}, and no graph has this name{guess} ({_BOARDS})", error.filename)


def _networkx(graph: Any, weight: Weight) -> Prepared:
    edges = list(graph.edges(data=True)) if weight is not None else list(graph.edges())
    return _graph(list(graph), edges, graph.is_directed(), weight)


def _view(view: Any, name: str, weight: Weight, directed: bool | None) -> Prepared:
    """A board from a view of networkx: of the neighbours of all nodes, or of edges, whose ends are then all nodes.

    `name` is that of the class of the view.
    """
    if "Adjacency" in name:
        return _mapping({node: dict(others) or [] for node, others in view.items()}, weight, directed)
    if "Edge" not in name:
        raise ArgumentError(f"networkx's {name} has no edges: the graph itself, its edges and its adj are boards")
    # The edges of a multigraph have keys, unless they are shown with their data.
    has_data = "Data" not in name or getattr(view, "_data", True) is not False
    shown = view if "Data" in name else view.data()
    edges = [(edge[0], edge[1], edge[-1] if has_data else None) for edge in shown]
    nodes = list(dict.fromkeys(node for edge in edges for node in edge[:2]))
    return _graph(nodes, edges, not name.startswith(("Edge", "MultiEdge")), weight)


def _rustworkx(graph: Any, weight: Weight) -> Prepared:
    directed = any(kind.__name__ in ("PyDiGraph", "PyDAG") for kind in type(graph).__mro__)
    return _graph(list(graph.node_indices()), list(graph.weighted_edge_list()), directed, weight)


def _igraph(graph: Any, weight: Weight) -> Prepared:
    """A board from a graph of igraph, whose nodes are its vertex names if it has any, or else its vertex numbers."""
    names = graph.vs["name"] if "name" in graph.vs.attributes() else None
    nodes = list(range(graph.vcount())) if names is None or len(set(names)) < len(names) else list(names)
    edges = [(nodes[one], nodes[other], edge.attributes()) for edge in graph.es for one, other in [edge.tuple]]
    return _graph(nodes, edges, graph.is_directed(), weight)


def _mapping(neighbours: Mapping[Any, Iterable[Any]], weight: Weight, said: bool | None) -> Prepared:
    """A board from a mapping of nodes to their neighbours.

    The neighbours may be mappings to the data of the edges, as in `networkx.to_dict_of_dicts`, or of
    parallel edges by their keys.
    """
    if len(neighbours) > 1 and all(isinstance(others, Mapping) and not others for others in neighbours.values()):
        raise BoardError(
            "each node has an empty mapping, which may be that of its neighbours or the data of a node or of an edge: a list of neighbours in its place, "
            "which may be empty, and the graph itself leave no doubt"
        )
    if weight is None and said is not True and (quick := _without_costs(neighbours)) is not None:
        return quick
    none = next((node for node, others in neighbours.items() if not isinstance(others, Iterable)), None)
    if none is not None:
        raise BoardError(f"the neighbours of {none!r} are {neighbours[none]!r}, which is no list: give a list of nodes, which may be empty")
    arcs = [
        (node, other, data)
        for node, others in neighbours.items()
        for other in others
        for data in (_parallel(others[other]) if isinstance(others, Mapping) else (None,))
    ]
    missing = next(((node, other) for node, other, _ in arcs if not isinstance(other, Hashable) or other not in neighbours), None)
    if missing is not None:
        node, other = missing
        raise BoardError(f"{other!r} is a neighbour of {node!r} and no key of the mapping: add it as a key, with the list of its neighbours")
    return _of_arcs(list(neighbours), arcs, weight, said)


def _parallel(data: Any) -> Iterable[Any]:
    """The data of each of the parallel edges between two nodes, which a multigraph has by their keys; or the data of a single edge."""
    are_several = isinstance(data, Mapping) and data and all(isinstance(part, Mapping) for part in data.values())
    return data.values() if are_several else (data,)


def _without_costs(neighbours: Mapping[Any, Iterable[Any]]) -> Prepared | None:
    """A board from a mapping of nodes to lists of neighbours, without costs and directions; None if it is something else."""
    try:
        arcs = [(node, other) for node, others in neighbours.items() for other in others]
        known = {*arcs}
    except TypeError:
        return None
    if any((other, one) not in known for one, other in arcs):
        return None
    rank = {node: number for number, node in enumerate(neighbours)}
    return _graph(list(neighbours), [(one, other) for one, other in arcs if rank[one] <= rank[other]], False, None)


def _of_arcs(nodes: list[Any], arcs: list[tuple[Any, Any, Any]], weight: Weight, said: bool | None) -> Prepared:
    """A board from arcs. If `said`, the argument `directed`, is not True, every arc must have a reverse arc."""
    if said is not True:
        costs: dict[tuple[Any, Any], list[Any]] = {}
        for one, other, data in arcs:
            costs.setdefault((one, other), []).append(None if weight is None else _weight(data, weight))
        for (one, other), there in costs.items():
            if (other, one) not in costs:
                raise BoardError(
                    f"there is an edge from {one!r} to {other!r} and none back: directed=True makes them moves that lead one way"
                )
            back = costs[other, one]
            # Parallel edges may be in any order.
            if there != back and (len(there) != len(back) or any(there.count(cost) != back.count(cost) for cost in there)):
                paid, paid_back = (" and ".join(map(str, found)) for found in (there, back))
                raise BoardError(
                    f"the edge from {one!r} to {other!r} costs {paid} and the one back {paid_back}: directed=True makes them two "
                    "moves, and weight=None leaves costs out"
                )
        rank = {node: number for number, node in enumerate(nodes)}
        arcs = [(one, other, data) for one, other, data in arcs if rank[one] <= rank[other]]
    return _graph(nodes, arcs, said is True, weight)


def _sequence(items: Sequence[Any], directed: bool | None) -> Prepared:
    if _are_whole(items) and not _may_be_matrix(items) and not _may_be_edges(items):
        with contextlib.suppress(OverflowError):
            return Prepared(_catmouse.Board.adjacency(list(items), directed), is_grid=False)
    rows = _rows(items)
    are_names = len(items) > 1 and all(isinstance(item, tuple) and len(item) == 2 for item in items) and not {*"".join(rows or [])} <= {*"#.MCFT"}
    if rows is not None and not are_names:
        return Prepared(_catmouse.Board.grid(rows), is_grid=True)
    items = [as_list(item) for item in items]
    if all(isinstance(item, (list, tuple)) for item in items):
        if len(items) > 1 and all(isinstance(item, tuple) and len(item) == 2 for item in items):
            raise BoardError(
                "these pairs may be edges, or the two neighbours of each vertex: networkx.Graph(board) has the edges, and a mapping of "
                "each vertex to its neighbours leaves no doubt"
            )
        lists = [[_whole(entry, f"neighbour of vertex {vertex}", _NUMBERS) for entry in item] for vertex, item in enumerate(items)]
        if _may_be_matrix(lists):
            raise BoardError(
                "these lists may be the neighbours of each vertex, or the rows of a matrix: numpy.array(board) is the matrix, and a "
                "mapping of each vertex to its neighbours leaves no doubt"
            )
        if _may_be_edges(lists):
            made = "networkx.Graph(board) has" if len(lists[0]) == 2 else "graph.add_weighted_edges_from(board) adds"
            raise BoardError(
                f"these lists may be the neighbours of each vertex, or edges: {made} the edges, and a mapping of each vertex to its neighbours leaves no doubt"
            )
        return Prepared(_catmouse.Board.adjacency(lists, directed), is_grid=False)
    odd = next((index for index, item in enumerate(items) if not isinstance(item, (list, tuple))), 0)
    if any(is_networkx(item) or is_rustworkx(item) or is_igraph(item) for item in items):
        raise ArgumentError("a list of graphs is no board: catmouse.cops(graphs) is about many, and solve and cop_number are about one")
    raise ArgumentError(f"board[{odd}] is {items[odd]!r}: a list is a board if each item is the list of a vertex's neighbours, or each is a row of a grid as a text")


def _are_whole(items: Sequence[Any]) -> bool:
    """Whether these are lists of whole numbers of Python."""
    return {*map(type, items)} == {list} and {*map(type, chain.from_iterable(items))} == {int}


def _may_be_matrix(lists: Sequence[Any]) -> bool:
    """Whether lists of neighbours are the rows of a matrix as well."""
    count = len(lists)
    return count > 1 and all(len(item) == count for item in lists) and {*chain.from_iterable(lists)} <= {0, 1}


def _may_be_edges(lists: Sequence[Any]) -> bool:
    """Whether lists of neighbours may be edges as well, perhaps with costs. Edges read as neighbours hardly ever lead back and have no loops."""
    size = len(lists[0]) if lists else 0
    if size not in (2, 3) or any(len(item) != size for item in lists) or min(map(min, lists)) < 0:
        return False
    exist = max(map(max, lists)) < len(lists)
    return any(to == vertex or (exist and vertex not in lists[to]) for vertex, item in enumerate(lists) for to in item)


def _maze(board: Any, walls: Iterable[Any], said: Mapping[str, Any], weight: Weight) -> Prepared:
    """A grid with thin walls. `said` are options for reading texts, which have no effect on it."""
    rows = _rows(board) if isinstance(board, Sequence) and not isinstance(board, (str, bytes, bytearray)) else None
    if rows is None or _is_drawn_with_walls(rows):
        raise ArgumentError(
            "walls are those between the cells of a grid that is a list of its rows, and the board is another one: a text or a drawing has its walls "
            "in it, and of a graph walls are missing edges"
        )
    _refuse_reading(said)
    _refuse_weight(weight)
    if isinstance(walls, (str, dict)) or not isinstance(walls, Iterable):
        raise ArgumentError(f"walls is a list of pairs of cells, such as [((0, 0), (0, 1))], not {walls!r}")
    if len({len(row) for row in rows}) > 1:
        return Prepared(_catmouse.Board.grid(rows), is_grid=True)  # the library reports the row
    found, columns = [], len(rows[0])
    for index, wall in enumerate(walls):
        cells = [as_list(cell) for cell in wall] if isinstance(wall, Iterable) and not isinstance(wall, str) else []
        if len(cells) != 2 or not all(isinstance(cell, (tuple, list)) and len(cell) == 2 and all(_is_whole(part) for part in cell) for cell in cells):
            raise ArgumentError(f"walls[{index}] is {wall!r}, and a wall is a pair of cells (row, column), such as ((0, 0), (0, 1))")
        (row, column), (other_row, other_column) = sorted((int(row), int(column)) for row, column in cells)
        outside = next(((r, c) for r, c in ((row, column), (other_row, other_column)) if not (0 <= r < len(rows) and 0 <= c < columns)), None)
        wrong = None
        if outside is not None:
            wrong = (f"the grid has no cell {outside}", f"its cells are (0, 0) to {(len(rows) - 1, columns - 1)}, and the outer wall is there already")
        elif (other_row - row, abs(other_column - column)) not in ((0, 1), (1, 0)):
            wrong = (f"the cells {(row, column)} and {(other_row, other_column)} are not side by side", "a wall stands between two cells that have a side in common")
        if wrong is not None:
            raise BoardError("", problems=[Problem(*wrong, setting=f"walls[{index}]")])
        found.append((row, column, other_row, other_column))
    prepared = Prepared(_catmouse.Board.grid(rows, found), is_grid=True)
    prepared.walls = [((row, column), (other_row, other_column)) for row, column, other_row, other_column in found]
    return prepared


def _rows(items: Sequence[Any]) -> list[str] | None:
    """The rows of a grid as texts; None if a list has something else."""
    if not items:
        return None
    if all(isinstance(item, (str, bytes)) for item in items):
        return [item if isinstance(item, str) else item.decode("utf-8", "replace") for item in items]
    rows = [as_list(item) for item in items]
    if all(isinstance(row, (list, tuple)) and row and all(_is_letter(letter) for letter in row) for row in rows):
        return ["".join(letter if isinstance(letter, str) else letter.decode() for letter in row) for row in rows]
    return None


def _is_drawn_with_walls(rows: list[str]) -> bool:
    """Whether the rows draw the walls between cells, as in `+--+--+`."""
    return rows[0].startswith("+")


def _are_rows(array: npt.NDArray[Any]) -> bool:
    """Whether an array has the rows of a grid: texts, or letters that are no digits."""
    if array.dtype.kind not in "US" or array.size == 0:
        return False
    are_letters = array.ndim == 2 and array.dtype.itemsize == np.dtype(f"{array.dtype.kind}1").itemsize
    return array.ndim == 1 or (are_letters and not np.char.isdigit(array).any() and bool((np.char.str_len(array) == 1).all()))


def _is_letter(value: Any) -> bool:
    return isinstance(value, (str, bytes)) and len(value) == 1 and not value.isdigit()


def _unmasked(matrix: Any) -> npt.NDArray[Any]:
    """Converts an object to an array. Refuses masked entries."""
    array = np.asarray(matrix)
    mask = np.ma.getmaskarray(matrix) if isinstance(matrix, np.ma.MaskedArray) else np.False_
    # The mask of an array of records has records. Arrays of records are refused later in any case.
    if mask.dtype == bool and mask.any():
        index = tuple(int(number) for number in np.argwhere(mask)[0])
        raise BoardError("", problems=[Problem("the entry is masked", "filled(0) says that masked entries are no edges", index=index)])
    return array


def _refuse_pairs(array: npt.NDArray[Any], directed: bool | None) -> None:
    """Refuses an array whose rows may be the edges of a graph, perhaps with their costs, other than the graph that it is the matrix of."""
    if array.ndim != 2 or array.shape[1] not in (2, 3) or array.size == 0 or array.dtype.kind not in "iufO" or not _are_entries(array, True).all():
        return
    rows = [[int(entry) for entry in row] for row in array.tolist()]
    has_costs = array.shape[1] == 3
    edges = {tuple(row[:2] if directed is True else sorted(row[:2])): row[2] if has_costs else 1 for row in rows}
    if len(edges) < len(rows) or not all(edges.values()):
        return  # an edge twice, or of no cost
    if array.shape[0] == array.shape[1]:
        matrix = {(one, other): cost for one, row in enumerate(rows) for other, cost in enumerate(row) if cost and (directed is True or one <= other)}
        ends = {end for edge in edges for end in edge}
        # A matrix of a graph without loops is one, unless the ends of the edges are numbers from 0 or 1 on.
        may_be_edges = any(array.diagonal()) or ends in (set(range(len(ends))), set(range(1, len(ends) + 1)))
        is_matrix = directed is True or bool((array == array.T).all())
        if not is_matrix or edges == matrix or not may_be_edges:
            return
    made = "graph.add_weighted_edges_from(array.tolist())" if has_costs else "networkx.Graph(array.tolist())"
    raise BoardError(
        f"the rows of this array may be edges, and an array is the adjacency matrix of a graph: {made} makes a graph of edges, and "
        "networkx.from_numpy_array(array) one of a matrix"
    )


_ENTRIES = "an entry is 0 where there is no edge; where there is one it is 1, True, or its cost, a whole number above 0"


def _matrix(matrix: Any, weight: Weight, said: bool | None, bare: bool) -> Prepared:
    shape = matrix.shape
    if len(shape) != 2:
        raise BoardError(f"the array has {len(shape)} dimension{'' if len(shape) == 1 else 's'}: an adjacency matrix has two, and so have the letters of a grid")
    if shape[0] != shape[1]:
        raise BoardError(f"the matrix is {shape[0]} by {shape[1]}: an adjacency matrix is square, and a grid has letters instead of numbers")
    if isinstance(weight, str) and weight != "weight":
        raise ArgumentError(f"weight={weight!r} is an attribute of edges, and the entries of a matrix are the costs themselves: leave weight out")
    values, places = matrix, None
    if hasattr(matrix, "tocoo"):
        # A sparse matrix may have several entries at the same place. scipy adds these up.
        sparse = matrix.tocoo(copy=True)
        sparse.sum_duplicates()
        order = np.lexsort((sparse.col, sparse.row))
        values, places = np.asarray(sparse.data)[order], (sparse.row[order], sparse.col[order])
    # A caller who leaves costs out, or makes them with a function, may have fractions as entries.
    must_be_whole = bare or isinstance(weight, str)
    is_wrong = ~_are_entries(values, must_be_whole)
    if is_wrong.any():
        at = int(is_wrong.argmax())
        row, column = np.unravel_index(at, shape) if places is None else (axis[at] for axis in places)
        remedy = ""
        if must_be_whole and _are_entries(values, False).all():
            remedy = ": the matrix of the entries above 0 leaves costs out" if bare else _WITHOUT_COSTS
        message = f"{_entry(values.flat[at])} is no entry of an adjacency matrix"
        raise BoardError("", problems=[Problem(message, f"{_ENTRIES}{remedy}", index=(int(row), int(column)))])
    are_edges = values != 0
    rows, columns = np.nonzero(are_edges) if places is None else (axis[are_edges] for axis in places)
    arcs = zip(rows.tolist(), columns.tolist(), values[are_edges].tolist(), strict=True)
    # An entry is the data of its edge.
    cost = weight if callable(weight) or weight is None else lambda value: value
    return _of_arcs(list(range(shape[0])), list(arcs), cost, said)


def _are_entries(values: npt.NDArray[Any], must_be_whole: bool) -> npt.NDArray[np.bool_]:
    """Finds the valid entries of an adjacency matrix: real numbers that are not negative."""
    kind = values.dtype.kind
    if kind == "O":
        are_entries = (_is_entry(value, must_be_whole) for value in values.flat)
        return np.fromiter(are_entries, dtype=bool, count=values.size).reshape(values.shape)
    if kind not in "biuf":
        return np.zeros(values.shape, dtype=bool)
    # A comparison with NaN is false.
    are_numbers = (values >= 0) & (values < np.inf)
    return are_numbers & (np.floor(values) == values) if must_be_whole and kind == "f" else are_numbers


def _is_entry(value: Any, must_be_whole: bool) -> bool:
    if isinstance(value, (float, np.floating)):
        return bool(0 <= value < np.inf) and (value.is_integer() or not must_be_whole)
    try:
        return isinstance(value, np.bool_) or operator.index(value) >= 0
    except TypeError:
        return False


def _entry(value: Any) -> str:
    """Shows an entry of an array without the name of its type in numpy."""
    if isinstance(value, np.flexible):
        return repr(value.item())
    return str(value) if isinstance(value, np.generic) else repr(value)


def _graph(nodes: list[Any], edges: list[Any], directed: bool, weight: Weight) -> Prepared:
    """A board whose vertices are these nodes. If the nodes are 0 to n − 1, each is the number of its vertex."""
    count = len(nodes)
    labels = None
    if are_numbers(nodes):
        pairs = [(edge[0], edge[1]) for edge in edges]
    else:
        if all(_is_whole(node) for node in nodes) and {int(node) for node in nodes} == set(range(count)):
            nodes = sorted(nodes)
        else:
            labels = _captions(nodes)
        order = {node: number for number, node in enumerate(nodes)}
        pairs = [(order[edge[0]], order[edge[1]]) for edge in edges]
    return Prepared(_catmouse.Board.edges(count, pairs, _costs(edges, weight), directed, labels), nodes, pairs)


def _captions(nodes: list[Any]) -> list[str]:
    """A word for each node in texts: `str(node)`, or `repr(node)` if another node has the same word."""
    words = [_caption(node, number) for number, node in enumerate(nodes)]
    counts = Counter(words)
    words = [ascii(node) if counts[word] > 1 else word for node, word in zip(nodes, words, strict=True)]
    counts = Counter(words)
    return [f"{word} ({number})" if counts[word] > 1 else word for number, word in enumerate(words)]


def _caption(node: Any, number: int) -> str:
    kind: Any = type(node)
    if kind.__str__ is object.__str__ and kind.__repr__ is object.__repr__:
        return f"{kind.__name__} {number}"  # str(node) would be the address of the object
    text = str(node)
    return text if text.isprintable() and text and text == text.strip() else ascii(node)


def _costs(edges: list[tuple[Any, Any, Any]], weight: Weight) -> list[int] | None:
    """The costs of the edges; None if no edge has a cost, or all cost 1."""
    if weight is None or not edges:
        return None
    found = [_weight(data, weight) for _, _, data in edges]
    if all(cost is None for cost in found):
        if isinstance(weight, str) and weight != "weight":
            keys = sorted({str(key) for _, _, data in edges if isinstance(data, Mapping) for key in data})
            has = f"edges have {', '.join(map(repr, keys[:5]))}" if keys else "edges have none"
            raise BoardError(f"no edge has the attribute {weight!r}: {has}, and weight=None plays without costs")
        return None
    costs = [
        1 if cost is None else _whole(cost, f"cost of the edge {one!r}, {other!r}", _WITHOUT_COSTS)
        for cost, (one, other, _) in zip(found, edges, strict=True)
    ]
    return None if all(cost == 1 for cost in costs) else costs


def _weight(data: Any, weight: str | Callable[[Any], Any]) -> Any:
    if callable(weight):
        return weight(data)
    if isinstance(data, Mapping):
        return data.get(weight)
    # The data of an edge in rustworkx may be any object. A number is a cost, anything else is ignored.
    return data if isinstance(data, (int, float, np.number)) and not isinstance(data, bool) else None


def _is_whole(node: Any) -> bool:
    return isinstance(node, (int, np.integer)) and not isinstance(node, bool)


_NUMBERS = ": neighbours are the numbers of vertices, from 0; a mapping takes any nodes"

_WITHOUT_COSTS = ": weight=None leaves costs out, and a function as weight makes whole ones"


def _whole(value: Any, what: str, remedy: str = "") -> int:
    """Converts a value to a whole number of 64 bits. `what` names the value in messages."""
    if isinstance(value, np.bool_) or (isinstance(value, (float, np.floating)) and value.is_integer()):
        value = int(value)
    try:
        number = operator.index(value)
    except TypeError:
        raise BoardError(f"the {what} is {value!r}, and that is no whole number{remedy}") from None
    if not -(2**63) <= number < 2**63:
        raise BoardError(f"the {what} is {number}, and that is out of range{remedy}")
    return number
