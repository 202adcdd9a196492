"""The examples in docstrings, on pages and in the notebook are executed, and generated files are compared."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import pkgutil
import re
import subprocess
import sys
import types

import nbclient
import nbformat
import pytest

import catmouse
import catmouse.pettingzoo
from catmouse import _rules, _write_answers, _write_rules, answers

ROOT = pathlib.Path(__file__).parents[2]
MODULES = [module.name for module in pkgutil.iter_modules(catmouse.__path__) if module.name != "_catmouse"]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_docstrings(name: str) -> None:
    module = importlib.import_module(f"catmouse.{name}".rstrip("."))
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert results.failed == 0


@pytest.mark.parametrize("name", [name for name in catmouse.__all__ if inspect.isfunction(getattr(catmouse, name))])
def test_every_public_function_is_documented(name: str) -> None:
    told = getattr(catmouse, name).__doc__ or ""
    for section in ("Parameters", "Returns", "Raises", "Examples"):
        assert f"    {section}\n    {'-' * len(section)}\n" in told, section
    assert ">>>" in told


@pytest.mark.parametrize("module", [catmouse, answers, catmouse.pettingzoo])
def test_every_public_class_is_documented(module: types.ModuleType) -> None:
    """So is each of its methods and properties. The reference is made of these texts."""
    assert module.__doc__
    for name in module.__all__:
        thing = getattr(module, name)
        if not isinstance(thing, type):
            continue
        assert thing.__doc__ and not thing.__doc__.startswith(f"{name}("), name
        for member, value in vars(thing).items():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, (property, classmethod))):
                assert inspect.getdoc(value), f"{name}.{member}"


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "python/README.md"])
def test_pages(page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    names: dict[str, object] = {}
    for index, block in enumerate(blocks):
        assert ">>>" in block, block
        test = doctest.DocTestParser().get_doctest(block, names, f"{page}, block {index + 1}", page, 0)
        runner.run(test, clear_globs=False)
        names.update(test.globs)
    assert runner.summarize().failed == 0


NOTEBOOKS = ["tutorial.ipynb", "research.ipynb"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks(name: str, tmp_path: pathlib.Path) -> None:
    """Every cell of a notebook runs, with the output that the notebook shows."""
    notebook = nbformat.read(ROOT / "python" / name, as_version=4)
    shown = [[output for output in cell.get("outputs", [])] for cell in notebook.cells]
    # The output of a cell may arrive in several pieces.
    resources = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(notebook, timeout=300, coalesce_streams=True, resources=resources)
    client.execute()
    for cell, before in zip(notebook.cells, shown, strict=True):
        texts = [output.get("data", {}).get("text/plain", output.get("text")) for output in cell.get("outputs", [])]
        assert texts == [output.get("data", {}).get("text/plain", output.get("text")) for output in before], cell.source


def test_notebooks_are_typed(tmp_path: pathlib.Path) -> None:
    """mypy accepts the cells of a notebook as a strict program."""
    for name in NOTEBOOKS:
        notebook = nbformat.read(ROOT / "python" / name, as_version=4)
        cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        (tmp_path / name).with_suffix(".py").write_text("\n\n".join(cells), encoding="utf-8")
    config = ["--config-file", str(ROOT / "python" / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache")]
    programs = sorted(str(path) for path in tmp_path.glob("*.py"))
    checked = subprocess.run([sys.executable, "-m", "mypy", *config, *programs], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_answers_are_those_of_the_schema() -> None:
    """`python -m catmouse._write_answers python/package/catmouse/answers.py` writes the file."""
    assert pathlib.Path(answers.__file__).read_text(encoding="utf-8") == _write_answers.source()


def test_the_rules_are_those_of_the_library() -> None:
    assert pathlib.Path(_rules.__file__).read_text(encoding="utf-8") == _write_rules.source()
