from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Literal, final

__all__ = [
    "FORMATS",
    "LEAST_MEMORY",
    "MAX_CATS",
    "REFUSED",
    "Board",
    "Solved",
    "Table",
    "Told",
    "__version__",
    "certified",
    "check_cop_certificate",
    "compare",
    "cop_certificate",
    "cops",
    "cops_answer",
    "cops_numbers",
    "cops_settings",
    "graph_names",
    "hunt",
    "load",
    "noted",
    "presets",
    "schema",
    "settings",
    "solve",
    "solve_unseen",
    "test",
    "unseen_certificate",
    "whatif",
]

FORMATS: list[str]
LEAST_MEMORY: int
MAX_CATS: int
REFUSED: str
__version__: str

_Setting = tuple[str, str, str, list[str], list[str]]
_Note = tuple[str, str]

def settings() -> list[_Setting]: ...
def cops_settings() -> list[_Setting]: ...
def presets() -> list[str]: ...
def graph_names() -> list[str]: ...
def schema() -> str: ...
@final
class Told:
    def text(self, width: int) -> str: ...
    def html(self) -> str: ...
    def markdown(self) -> str: ...

@final
class Board:
    @property
    def origin(self) -> str: ...
    @staticmethod
    def text(
        text: bytes, origin: str, input: str | None = None, base: int | None = None, graph: int | None = None, parallel: str | None = None
    ) -> Board: ...
    @staticmethod
    def file(path: str, input: str | None = None, base: int | None = None, graph: int | None = None, parallel: str | None = None) -> Board: ...
    @staticmethod
    def named(text: str, input: str | None = None, base: int | None = None, graph: int | None = None, parallel: str | None = None) -> Board: ...
    @staticmethod
    def lines(list: list[str]) -> Board: ...
    @staticmethod
    def adjacency(lists: list[list[int]], directed: bool | None = None) -> Board: ...
    @staticmethod
    def grid(rows: list[str], walls: list[tuple[int, int, int, int]] = ...) -> Board: ...
    @staticmethod
    def edges(
        vertices: int,
        edges: list[tuple[int, int]],
        costs: list[int] | None = None,
        directed: bool = False,
        labels: list[str] | None = None,
    ) -> Board: ...
    def line(self) -> tuple[str, list[tuple[int, int]] | None]: ...

@final
class Solved:
    @property
    def notes(self) -> list[_Note]: ...
    @property
    def shape(self) -> tuple[int, int, int]: ...
    @property
    def title(self) -> str | None: ...
    @property
    def has_costs(self) -> bool: ...
    @property
    def has_distances(self) -> bool: ...
    @property
    def rules(self) -> dict[str, Any]: ...
    @property
    def preset(self) -> str: ...
    def answer(self) -> str: ...
    def evaluate(self, side: str, policy: Callable[[int, list[int], list[tuple[list[int], int]]], int | None]) -> tuple[str, Told]: ...
    def explain(self, mouse: Any = None, cat: Any = None, turn: str | None = None) -> str: ...
    def legal(self, mouse: Any = None, cat: Any = None, turn: str | None = None) -> tuple[int, list[int], list[tuple[list[int], int]]]: ...
    def moves(self, mouse: Any = None, cat: Any = None, turn: str | None = None) -> str: ...
    def value(
        self, mouse: Any = None, cat: Any = None, turn: str | None = None
    ) -> tuple[Literal["mouse", "cat", "draw"], int | None, int | None]: ...
    def told(self, what: str, mouse: Any = None, cat: Any = None, turn: str | None = None, hardest: int = 0) -> Told: ...
    def strategies(self, progress: Callable[[int], object] | None = None) -> str: ...
    def survey(self, hardest: int, narrowest_among: int = ..., progress: Callable[[int], object] | None = None) -> str: ...
    def table(self, vertices: list[int] | list[str]) -> Table: ...
    def starts(self, progress: Callable[[int], object] | None = None) -> str: ...
    def laws(self, progress: Callable[[int], object] | None = None) -> str: ...
    def why(self, after: str, asked: str) -> str: ...
    def annotate(self, moves: str) -> tuple[str, Told]: ...
    def check(self, progress: Callable[[int], object] | None = None) -> str: ...
    def certificate(self, progress: Callable[[int], object] | None = None) -> str: ...
    def save(
        self, path: str, outcomes_only: bool, nodes: str | None, progress: Callable[[int], object] | None = None
    ) -> None: ...
    def placements(self) -> bytearray: ...
    def values(self) -> tuple[bytearray, bytearray]: ...
    def labels(self) -> list[Any]: ...
    def svg(self, what: str) -> str: ...
    def page(self) -> str: ...

def solve(
    board: Board,
    asked: Mapping[str, Any],
    *,
    outcomes_only: bool = False,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Solved: ...
def solve_unseen(board: Board, asked: Mapping[str, Any]) -> tuple[str, Told, list[Any], list[_Note]]: ...
def unseen_certificate(board: Board, asked: Mapping[str, Any]) -> tuple[str, list[_Note]]: ...
def noted(path: str) -> tuple[Board, str | None] | None: ...
def load(path: str, board: Board, asked: Mapping[str, Any]) -> Solved: ...
def certified(text: str, board: Board, asked: Mapping[str, Any]) -> tuple[str, str, list[_Note]]: ...
def whatif(
    solved: Solved,
    kinds: list[str] | None,
    *,
    pairs: bool = False,
    only: str | None = None,
    top: int | None = None,
    time: float | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Table, list[str], list[tuple[str, str]], Told]: ...
def compare(a: Solved, b: Solved, hardest: int, progress: Callable[[int], object] | None = None) -> tuple[str, Told]: ...
def hunt(
    hunted: Mapping[str, Any],
    asked: Mapping[str, Any],
    *,
    near: Board | None = None,
    graphs: Board | None = None,
    threads: int | None = None,
    progress: Callable[[int, str | None], object] | None = None,
) -> tuple[str, list[_Note]]: ...
def test(
    function: Callable[..., Any],
    problem: int,
    traceback: Callable[[BaseException, TracebackType | None], str],
    *,
    seed: int = 1,
    tries: int | None = None,
    time: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[str, Told]: ...
def cops_answer(
    board: Board,
    *,
    cats: int | None = None,
    max_cats: int | None = None,
    lazy: bool = False,
    first: str | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    max_time: float | None = None,
    threads: int | None = None,
    placements: bool = False,
    progress: Callable[[int, int], object] | None = None,
    rules: Mapping[str, Any],
) -> tuple[str, list[str] | None, list[_Note]]: ...
def cops_numbers(
    board: Board,
    *,
    cats: int | None = None,
    max_cats: int | None = None,
    lazy: bool = False,
    first: str | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    max_time: float | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    rules: Mapping[str, Any],
) -> tuple[int | None, int | None, list[_Note]]: ...
def cop_certificate(
    board: Board,
    *,
    lazy: bool = False,
    first: str | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    max_time: float | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    rules: Mapping[str, Any],
) -> tuple[str, list[_Note]]: ...
def check_cop_certificate(
    text: str,
    board: Board,
    *,
    lazy: bool = False,
    first: str | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    rules: Mapping[str, Any],
) -> tuple[str, str, list[_Note]]: ...
def cops(
    graphs: Board | Iterator[str],
    *,
    cats: int | None = None,
    max_cats: int | None = None,
    lazy: bool = False,
    first: str | None = None,
    directed: bool | None = None,
    max_memory: int | None = None,
    max_time: float | None = None,
    threads: int | None = None,
    keep_errors: bool = False,
    progress: Callable[[int], object] | None = None,
    names: dict[int, str] | None = None,
    rules: Mapping[str, Any],
) -> tuple[Table, dict[int, list[Any]], list[_Note]]: ...
@final
class Table:
    def __new__(cls, columns: list[tuple[str, str, list[Any]]]) -> Table: ...
    @property
    def columns(self) -> list[tuple[str, str]]: ...
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def column(self, name: str) -> list[Any] | None: ...
    def with_column(self, name: str, word: str, list: list[Any]) -> Table: ...
