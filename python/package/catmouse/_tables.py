"""Tables in Arrow's layout, which pandas, polars, duckdb and pyarrow accept directly."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

from catmouse import _catmouse
from catmouse._hints import hinting

if TYPE_CHECKING:
    from pandas import DataFrame as _DataFrame


@hinting
class Table:
    """A table in Arrow's layout. Indexing with a name gives a column, and iteration gives rows as dictionaries."""

    _rows_are = ("row", "rows")

    def __init__(self, native: _catmouse.Table) -> None:
        self._native = native
        self._kinds = dict(native.columns)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._kinds)

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, name: str) -> list[Any]:
        """A column as a list. Raises `KeyError` if there is no such column."""
        if not isinstance(name, str):
            raise TypeError(f"a table is asked for a column by its name, not by {name!r}: list(table) has the rows")
        column = self._native.column(name)
        if column is None:
            raise KeyError(f"{name!r} is no column: the columns are {', '.join(self.columns)}")
        return column

    def __contains__(self, name: object) -> bool:
        """Whether there is a column of this name."""
        return name in self._kinds

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterates over the rows as dictionaries."""
        for row in zip(*(self[name] for name in self.columns), strict=True):
            yield dict(zip(self.columns, row, strict=True))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The table as an Arrow stream."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The names and the types of the columns, as an Arrow schema."""
        return self._native.__arrow_c_schema__()

    def to_pandas(self) -> _DataFrame:
        """The table as a data frame. Unlike `pandas.DataFrame.from_arrow`, this needs no pyarrow."""
        import pandas

        return pandas.DataFrame(
            {
                name: pandas.array(self[name], dtype="Int64") if kind == "number" else self[name]
                for name, kind in self._kinds.items()
            }
        )

    def __getstate__(self) -> dict[str, Any]:
        native = [(name, kind, self._native.column(name)) for name, kind in self._kinds.items()]
        return {**self.__dict__, "_native": native}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _native=_catmouse.Table(state["_native"]))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        # A table is immutable.
        return self

    def __repr__(self) -> str:
        one, several = self._rows_are
        return f"<catmouse.{type(self).__name__} of {len(self)} {one if len(self) == 1 else several}>"

    def _repr_html_(self) -> str:
        shown = list(zip(range(10), self, strict=False))
        head = "".join(f"<th>{name}</th>" for name in self.columns)
        rows = ("".join(f"<td>{html.escape(str(row[name]))}</td>" for name in self.columns) for _, row in shown)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = f"<p>{len(self)} {self._rows_are[1]}</p>" if len(self) > len(shown) else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"
