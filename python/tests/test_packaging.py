"""What the built package says about itself."""

from __future__ import annotations

import importlib.metadata
import pathlib
import tomllib

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKSPACE = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]


@pytest.mark.parametrize("name", ["LICENSE-MIT", "LICENSE-APACHE"])
def test_the_licences_are_copies(name: str) -> None:
    licence = (ROOT / name).read_bytes()
    assert (ROOT / "python" / name).read_bytes() == licence
    shipped = [file for file in importlib.metadata.files("catmouse") or [] if file.name == name]
    assert len(shipped) == 1 and pathlib.Path(str(shipped[0].locate())).read_bytes() == licence


def test_the_addresses_are_those_of_the_workspace() -> None:
    assert all(address.startswith(WORKSPACE["repository"]) for address in PROJECT["urls"].values())
    assert (PROJECT["version"], PROJECT["license"]) == (WORKSPACE["version"], WORKSPACE["license"])


def test_the_metadata() -> None:
    told = importlib.metadata.metadata("catmouse")
    assert told["License-Expression"] == "MIT OR Apache-2.0" and told["Author"] == "The catmouse developers"
    assert {"networkx", "pandas", "pettingzoo", "test"} <= set(told.get_all("Provides-Extra") or [])
    assert len(told.get_all("Project-URL") or []) == 3
    wheel = importlib.metadata.distribution("catmouse").read_text("WHEEL") or ""
    assert "cp311-abi3" in wheel
