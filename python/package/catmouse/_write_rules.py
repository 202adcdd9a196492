"""Writes `_rules.py`, the keyword arguments of the rules with their types, from the table in which the library declares them.

`python -m catmouse._write_rules PATH` writes it; a test compares.
"""

from __future__ import annotations

import sys
from pathlib import Path

from catmouse import _catmouse

HEAD = '''"""The settings of the rules as keyword arguments. Written by `python -m catmouse._write_rules` from the library's own table."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

__all__ = ["CopsRules", "Preset", "Rules", "Side"]

Side: TypeAlias = Literal["mouse", "cat"]
"""One of the two players."""
'''


def kind(kind: str, words: list[str]) -> str:
    """The type of the values of a setting."""
    if kind == "word":
        return f"Literal[{', '.join(repr(word) for word in words)}]".replace("'", '"')
    return {"switch": "bool", "number": "int", "limit": "int | None", "vertices": "Any", "kinds": "str | list[str]"}[kind]


def source() -> str:
    """The text of `_rules.py`."""
    presets = ", ".join(f'"{word}"' for word in _catmouse.presets())
    parts = [HEAD, f'\nPreset: TypeAlias = Literal[{presets}]\n"""A game whose rules hold where nothing else is said."""\n']
    for name, help, settings in (
        ("Rules", "Settings of the rules of a game; what is left out is as the board or the preset says.", _catmouse.settings()),
        ("CopsRules", "Settings of the rules that make a difference on a bare graph.", _catmouse.cops_settings()),
    ):
        parts.append(f'\n\nclass {name}(TypedDict, total=False):\n    """{help}"""\n\n')
        for key, what, of_kind, words, _ in settings:
            parts.append(f'    {key}: {kind(of_kind, words)}\n    """{what}."""\n')
    return "".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(source(), encoding="utf-8")
