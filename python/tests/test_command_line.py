"""The results are identical to those of the command line."""

from __future__ import annotations

import json
import os
import pathlib
import pickle
import re
import subprocess
from typing import Any

import networkx as nx
import pytest

import catmouse
from catmouse.answers import Explanation, Result

ROOT = pathlib.Path(__file__).parents[2]
BINARY = pathlib.Path(os.environ.get("CATMOUSE", ROOT / "target" / "debug" / "catmouse"))

pytestmark = pytest.mark.skipif(not BINARY.exists(), reason=f"there is no {BINARY}: cargo build makes it")


def command(*arguments: str, text: str = "") -> list[dict[str, Any]]:
    ended = subprocess.run([BINARY, *arguments], input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ended.stdout.splitlines()]


BOARDS = sorted((ROOT / "fixtures" / "classic").glob("*.toml")) + sorted((ROOT / "fixtures" / "rules").glob("*.toml"))


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_boards(path: pathlib.Path) -> None:
    solved = catmouse.solve(path)
    [answer] = command("solve", str(path), "--format", "json")
    assert solved.answer() == Result._of(answer, solved._to_nodes)
    [explained] = command("explain", str(path), "--format", "json")
    assert solved.explain() == Explanation._of(explained, solved._to_nodes)
    assert [ply.reason.text for ply in solved.line] == [ply["reason"]["text"] for ply in explained["line"]]
    rows = command("table", str(path), "--format", "json")
    found = list(solved)
    assert len(rows) == len(found)
    for row, (position, value) in zip(rows, found, strict=True):
        assert (row["turn"], row["outcome"]) == (position.turn, value.outcome)
        if row["distance_cost"] is None:
            assert row["distance_plies"] == value.distance
        else:
            assert row["distance_cost"] == value.cost


def test_graphs() -> None:
    graphs = nx.graph_atlas_g()[1:400]
    lines = "".join(nx.to_graph6_bytes(graph, header=False).decode() for graph in graphs)
    rows = list(catmouse.cops(graphs))
    answers = command("cops", "--format", "json", text=lines)
    for row, answer in zip(rows, answers, strict=True):
        assert {key: answer[key] for key in row if key not in ("error", "name")} == {key: row[key] for key in row if key not in ("error", "name")}


def test_a_table_of_the_command_line(tmp_path: pathlib.Path) -> None:
    board = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"
    subprocess.run([BINARY, "solve", board, "--save", tmp_path / "board.table"], check=True, capture_output=True)
    assert catmouse.load(tmp_path / "board.table", board).outcome == "draw"
    catmouse.solve(board).certificate().save(tmp_path / "proof.jsonl")
    subprocess.run([BINARY, "check", board, "--certificate", tmp_path / "proof.jsonl"], check=True, capture_output=True)


def test_answers_are_told_as_the_command_tells_them(tmp_path: pathlib.Path) -> None:
    """`print` of an answer is what the command prints, but for the words for what it refers to."""
    board = tmp_path / "board.toml"
    board.write_text('catmouse = 1\nboard.grid = ["M..F", ".#..", "C..."]\nrules.cat-jump = 2\n', encoding="utf-8")
    solved = catmouse.solve(board)
    answers: dict[str, Any] = {
        "solve": solved.answer(),
        "explain": solved.explain(),
        "explain --strategy": solved.strategies(),
        "explain --law": solved.laws(),
        "survey --top 3": solved.survey(3),
        "annotate BOARD MOVES": solved.annotate(solved.line),
        "whatif": solved.whatif(),
    }
    moves = solved._notation(solved.line)
    for command, answer in answers.items():
        words = command.split()
        arguments = [words[0], str(board), *(word for word in words[1:] if word not in ("BOARD", "MOVES"))]
        if "MOVES" in words:
            arguments.append(moves)
        told = subprocess.run([BINARY, *arguments], check=True, capture_output=True, text=True).stdout
        printed = str(answer)
        refers = re.compile(r"`[^`]*`|--[a-z-]+([= ]('[^']*'|[-\w=,()]+))?|start = .*|M\S+ C\S+ (mouse|cat)|\w+=(\(\d+, \d+\)|\S+)|flags|keyword arguments|the table")
        bare = [re.sub(r"\s+", " ", refers.sub("", text)).strip() for text in (told, printed)]
        assert bare[0] == bare[1], command
    for answer in answers.values():
        if hasattr(answer, "_repr_markdown_"):
            assert "<div" in answer._repr_html_() and len(answer._repr_markdown_()) > 20
    whole = solved.explain()
    again = pickle.loads(pickle.dumps(whole))
    assert again == whole and str(again) != str(whole)
    assert whole.line[0]._repr_html_() is None

