"""Solving a board, and reading tables and certificates."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, Unpack, cast

from catmouse import _catmouse
from catmouse._boards import UNWRITTEN, Prepared, out_of_words, prepare
from catmouse._cops import checked_cop_number
from catmouse._errors import ArgumentError, BoardError, CertificateError, TableError, warn
from catmouse._options import READING_ONE, BoardOptions, GameOptions, is_path, part, rules_of, showing_options
from catmouse._reading import Nodes, Outcome
from catmouse._solved import Certificate, Solved
from catmouse.answers import Unseen

_T = TypeVar("_T")
_VERTICES = {key for key, _, kind, _, _ in _catmouse.settings() if kind == "vertices"}


@dataclass(frozen=True)
class Certified:
    """The result of checking a certificate."""

    ok: bool
    outcome: Outcome | None
    """The outcome that is proved; None if the certificate proves nothing."""
    text: str
    """What is proved and how, or why nothing is proved."""
    cop_number: int | None = None
    """The cop number that is proved; None if the certificate is about a position or proves nothing."""
    proves_placement: bool = False
    """Whether the players place the pieces, and the outcome is proved of the placement."""

    def __bool__(self) -> bool:
        return self.ok


def _chosen(prepared: Prepared, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Converts the vertices in settings for the extension module."""
    if isinstance(rules.get("cats"), (list, tuple, set, frozenset)):
        raise ArgumentError("cats is the number of cats, not where they start: cat=[...] has their starts")
    return {
        key: prepared.vertices(value, key)
        if key in _VERTICES and value is not None and not (value == "none" and prepared.number(value) is None)
        else value
        for key, value in rules.items()
    }


def asked_of(prepared: Prepared, options: GameOptions | BoardOptions, declared: type[GameOptions]) -> dict[str, Any]:
    """Converts the choices for a board for the extension module. `declared` lists the possible options."""
    mouse, cat = options.get("mouse"), options.get("cat")
    return {
        "preset": options.get("preset"),
        "mouse": None if mouse is None else prepared.vertex(mouse, "mouse"),
        "cat": None if cat is None else prepared.vertices(cat, "cat"),
        "first": options.get("first"),
        "rules": _chosen(prepared, rules_of(cast("Mapping[str, Any]", options), declared)),
        "max_memory": options.get("max_memory"),
    }


def _prepare(board: Any, options: BoardOptions) -> tuple[Prepared, dict[str, Any]]:
    """Converts a board, and the choices for it."""
    prepared = prepare(board, **part(cast("Mapping[str, Any]", options), READING_ONE))
    return prepared, asked_of(prepared, options, BoardOptions)


def _ask(board: Any, options: BoardOptions, ask: Callable[[_catmouse.Board, dict[str, Any]], _T]) -> tuple[Prepared, _T]:
    """Asks the extension module about a board. What is wrong with the board is said in the caller's nodes."""
    prepared, asked = _prepare(board, options)
    try:
        return prepared, ask(prepared.board, asked)
    except BoardError as error:
        raise prepared.in_nodes(error) from None


@showing_options
def solve(
    board: Any,
    *,
    outcomes_only: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[BoardOptions],
) -> Solved:
    """Solves a board: finds who wins from every position, and in how many plies.

    The board is

    * a graph of networkx or rustworkx, directed or not; results contain its own nodes (for rustworkx, node indices);
    * networkx's view of the edges of a graph, whose ends are then all nodes, or of its adjacency;
    * a square matrix of numpy or scipy: 0 is no edge, and 1, True or a cost above 0 is an edge; other entries are refused;
    * a mapping of nodes to their neighbours, or LeetCode's list of the neighbours of each vertex;
    * a list of the rows of a grid: `#` wall, `.` free, `M` mouse, `C` cat, `F` food; its vertices are `(row, column)`;
    * a path, a text in any format that the library reads, or the name of a graph such as `"petersen"` or `"grid:4x4"`.

    Other Python threads run meanwhile, and Ctrl-C stops the work. The rules of the game are keyword
    arguments, which are listed below.

    Parameters
    ----------
    `board`
        The board.
    `preset`
        The game: `cat-and-mouse` (the default), `cat-and-mouse-ii` (the default for a grid), or
        `cops` (Cops and Robbers).
    `mouse`, `cat`
        The starts, by nodes; `cat` is a list of nodes for several cats.
    `first`
        Who moves first, `"mouse"` or `"cat"`.
    `weight`
        The attribute of an edge that is the cost of moving along it; None for no costs; or a
        function from an edge's data to the cost.
    `input`, `base`, `graph`, `parallel_edges`
        How to read a text: its format; the number of its first vertex, 0 or 1; the number of the
        graph to take, counted from 1; and whether two edges between the same vertices with
        different costs are two moves.
    `walls`
        The thin walls of a grid that is given as its rows: pairs of cells between which no step and no
        jump leads, such as `[((0, 0), (0, 1))]`.
    `outcomes_only`
        If true, find who wins but no distances, which takes a tenth of the memory. Asking for a distance
        then raises `NoDistancesError`.
    `max_memory`
        The greatest number of bytes of memory for the game and its values, at least 2²⁴. A larger game is
        refused before it is solved. Python itself and the board as it is read are not counted.
    `threads`
        The number of threads; by default one for each core.
    `progress`
        A function that is called from time to time with the distance being decided and the number
        of decided positions.

    Returns
    -------
    The solved board.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or has no effect.
    BoardError
        If the board or its rules make no game.
    TooLargeError
        If the game needs more memory than is available or allowed.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> rooms = nx.Graph([("hole", "hall"), ("hall", "attic"), ("attic", "cellar"), ("cellar", "hole")])
    >>> solved = catmouse.solve(rooms, mouse="hall", cat="cellar", hole="hole", stalemate="loss")
    >>> solved.outcome, solved.distance, solved.best_moves()
    ('mouse', 1, ['hole'])
    >>> catmouse.solve(["M..F", ".#..", "C..."], cat_jump=2)
    <catmouse.Solved: the Cat wins in 4 plies; M(0,0) C(2,0) mouse, 242 positions>
    """
    if options.get("mouse_seen", "always") != "always":
        raise ArgumentError("solve() needs a mouse that is always seen: solve_unseen(board, ...) takes the same arguments")
    solved = partial(_catmouse.solve, outcomes_only=outcomes_only, threads=threads, progress=progress)
    prepared, native = _ask(board, options, solved)
    warn(native.notes)
    return Solved._of(native, prepared, board, options)


@showing_options
def solve_unseen(board: Any, **options: Unpack[BoardOptions]) -> Unseen:
    """Solves a board on which the mouse is not always seen, as the rule `mouse_seen` says.

    `print` tells the plan of the Cat as the set of places that shrinks.

    Parameters
    ----------
    `board`
        The board, as for `solve`.

    The other keyword arguments are those of `solve`.

    Returns
    -------
    The outcome, the moves from the start and, if the Cat wins, its plan.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or has no effect.
    BoardError
        If the board or its rules make no game.
    TooLargeError
        If the game needs more memory than is available or allowed.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> found = catmouse.solve_unseen(nx.path_graph("abcd"), preset="cops", mouse_seen="never")
    >>> found.outcome, found.distance_plies, [step.places for step in found.line]
    ('cat', 5, [('c', 'd'), ('c', 'd'), ('d',), ('d',), ()])
    """
    prepared, (answer, told, labels, notes) = _ask(board, options, _catmouse.solve_unseen)
    warn(notes)
    nodes = labels if prepared.nodes is None else prepared.nodes
    is_grid = any(isinstance(node, tuple) for node in nodes) if prepared.nodes is None else False
    return Unseen._of(json.loads(answer), Nodes(nodes, is_grid))._told_by(lambda: told)


@showing_options
def unseen_certificate(board: Any, **options: Unpack[BoardOptions]) -> Certificate:
    """Proves the outcome of a board on which the mouse is not always seen.

    The proof is a plan of the Cat; or a family of sets of places for the Mouse, which no move of the Cat empties.

    Parameters
    ----------
    `board`
        The board, as for `solve`.

    The other keyword arguments are those of `solve_unseen`.

    Returns
    -------
    The proof, which `check_certificate` and the command line check by the rules alone.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or has no effect.
    BoardError
        If the board or its rules make no game.
    TooLargeError
        If the game needs more memory than is available or allowed.

    Examples
    --------
    >>> import catmouse, networkx as nx
    >>> proof = catmouse.unseen_certificate(nx.complete_graph(5), preset="cops", cats=2, mouse_seen="never")
    >>> proof.verify().outcome
    'mouse'
    """
    _, (text, notes) = _ask(board, options, _catmouse.unseen_certificate)
    warn(notes)
    return Certificate(text, (board, dict(options)))


@showing_options
def load(
    path: str | os.PathLike[str],
    board: Any = None,
    **options: Unpack[BoardOptions],
) -> Solved:
    """Reads the values of a board from a table that `Solved.save` or `catmouse solve --save` has written.

    Parameters
    ----------
    `path`
        The file with the table.
    `board`
        The board that the table was saved for, as for `solve`. A table that `Solved.save` has
        written has its board and rules.

    The other keyword arguments are those of `solve`. With a board, the rules must be those that the
    table was saved for.

    Returns
    -------
    The solved board, which reads values from the file when they are needed.

    Raises
    ------
    OSError
        If the file cannot be read.
    TableError
        If the file is no table, or a table of another board or other rules; or if no board is given
        and the file has none.

    Examples
    --------
    >>> import catmouse, networkx as nx, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "board.table"
    ...     catmouse.solve(nx.path_graph("abcd"), hole="a", mouse="b", cat="d").save(path)
    ...     catmouse.load(path)
    <catmouse.Solved: the Mouse wins in 1 ply; Mb Cd mouse, 24 positions>
    """
    if board is None:
        return _load_noted(path, options)
    prepared, native = _ask(board, options, partial(_catmouse.load, os.fspath(path)))
    warn(native.notes)
    return Solved._of(native, prepared, board, options)


def _load_noted(path: str | os.PathLike[str], options: BoardOptions) -> Solved:
    """Reads a table with the board that is noted in it."""
    said = ", ".join(key for key in options if key != "max_memory")
    if said:
        raise ArgumentError(f"{said} goes with a board, and none is given: load(path) takes board and rules from the file, and load(path, board, ...) from its arguments")
    found = _catmouse.noted(os.fspath(path))
    if found is None or found[1] == UNWRITTEN:
        lacks = "does not have its board: the command line has written it" if found is None else "does not have the nodes of its board, which are no literals"
        raise TableError(f"{os.fspath(path)}: the table {lacks}; load(path, board, ...) with the board and the rules reads it")
    native_board, words = found
    prepared = Prepared(native_board, None if words is None else out_of_words(words), is_grid=None if words is None else False)
    native = _catmouse.load(os.fspath(path), native_board, asked_of(Prepared(native_board), options, BoardOptions))
    return Solved._of(native, prepared, pathlib.Path(path), options)


@showing_options
def check_certificate(
    certificate: Certificate | str | os.PathLike[str],
    board: Any = None,
    **options: Unpack[BoardOptions],
) -> Certified:
    """Checks a certificate against the rules of a board, without solving it.

    Parameters
    ----------
    `certificate`
        The certificate, its text, or its file: of a position, or the proof of a cop number.
    `board`
        The board, as for `solve`. A `Certificate` of a solved board knows its board and its rules.

    The other keyword arguments are those of `solve`.

    Returns
    -------
    What is proved; it is true if the certificate is right.

    Raises
    ------
    ArgumentError
        If no board is given, and the certificate does not know its board.
    CertificateError
        If the text is no certificate.

    Examples
    --------
    >>> import catmouse
    >>> board = "[[1,3],[0],[3],[0,2]]"
    >>> proof = catmouse.solve(board).certificate()
    >>> bool(catmouse.check_certificate(proof)), bool(catmouse.check_certificate(proof.text, board))
    (True, True)
    """
    if board is None:
        if not isinstance(certificate, Certificate) or certificate._asked is None:
            raise ArgumentError("a certificate in a text or a file does not have its board: check_certificate(certificate, board, ...) takes the board and the rules")
        board, chosen = certificate._asked
        options = cast("BoardOptions", {**chosen, **options})
    if isinstance(certificate, Certificate):
        text = certificate.text
    elif isinstance(certificate, str) and "\n" in certificate:
        text = certificate
    elif not is_path(certificate):
        raise ArgumentError(f"a certificate is a catmouse.Certificate, its text or its file, not {certificate!r}")
    else:
        try:
            text = pathlib.Path(certificate).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise CertificateError(f"{certificate}: this is no certificate: byte {error.start} is not UTF-8, in which Certificate.save writes") from None
    if text.startswith('{"catmouse_cop_number"'):
        found, words = checked_cop_number(text, board, cast("Mapping[str, Any]", options))
        return Certified(found["ok"], None, words, found["cop_number"])
    _, (answer, words, notes) = _ask(board, options, partial(_catmouse.certified, text))
    warn(notes)
    found = json.loads(answer)
    return Certified(found["ok"], found["outcome"], words, proves_placement=found["proves_placement"])


def _told(settings: Sequence[tuple[str, str, str, list[str], list[str]]]) -> str:
    """The part of a docstring that lists the settings of the rules with their defaults."""
    lines = ["", f"    The rules, each with its default under the presets {'; '.join(_catmouse.presets())}:", ""]
    for key, what, kind, words, defaults in settings:
        choice = f" ({', '.join(words)})" if kind == "word" else ""
        said = defaults[0] if len(set(defaults)) == 1 else "; ".join(defaults)
        lines.append(f"    * `{key}`: {what[0].lower()}{what[1:]}{choice}; {said}")
    return "\n".join(lines) + "\n"


if solve.__doc__ is not None:
    solve.__doc__ += _told(_catmouse.settings())
