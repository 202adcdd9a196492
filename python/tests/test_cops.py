"""Streams of graphs: tables, many threads, interrupts."""

from __future__ import annotations

import gzip
import math
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any, cast

import duckdb
import networkx as nx
import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

import catmouse

LINES = ["DUW", "DQc", ":DaY_~", "&BP_", "?", "@", "IheA@GUAo"]


def test_the_columns() -> None:
    table = catmouse.cops(LINES)
    assert len(table) == 7 and table.columns[0] == "graph"
    assert table["input"] == LINES
    assert table["vertices"] == [5, 5, 5, 3, 0, 1, 10]
    assert table["cop_number"][:2] == [2, 1] and table["cop_number"][-1] == 3
    assert table["error"] == [None] * 7
    assert list(table)[0]["placement"] == table["placement"][0]
    with pytest.raises(KeyError, match="capture_time"):
        table["capture"]


def test_other_packages_accept_the_table(tmp_path: pathlib.Path) -> None:
    lines = [nx.to_graph6_bytes(graph, header=False).decode().strip() for graph in nx.graph_atlas_g()]
    table = catmouse.cops(lines)
    arrow = pyarrow.table(table)
    assert arrow.num_rows == 1253 and arrow.column_names == list(table.columns)
    arrow.validate(full=True)
    assert arrow["cop_number"].to_pylist() == table["cop_number"]
    assert arrow["placement"].to_pylist() == table["placement"]
    assert pyarrow.schema(table) == arrow.schema
    frame = polars.DataFrame(table)
    assert frame.shape == (1253, 12) and frame["capture_time"].to_list() == table["capture_time"]
    found = table
    counted = duckdb.sql("select cop_number, count(*) from found group by 1 order by 1").fetchall()
    assert counted == duckdb.sql("select cop_number, count(*) from frame group by 1 order by 1").fetchall()
    # pandas, with pyarrow and without.
    for data in (pandas.DataFrame.from_arrow(table), table.to_pandas()):
        assert data.shape == (1253, 12)
        assert data["cop_number"].tolist() == table["cop_number"]
    assert table.to_pandas()["capture_time"].dtype == "Int64"
    assert sum(table.summary().values()) == 1253
    pyarrow.parquet.write_table(arrow, tmp_path / "cops.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "cops.parquet") == arrow
    # A stream can be made more than once, and lives longer than the table.
    again = pyarrow.table(table)
    del table
    assert again == arrow
    assert pyarrow.table(catmouse.cops([])).num_rows == 0


def test_placements_are_in_the_nodes_of_each_graph() -> None:
    """The middle of a path wins soonest, and on a cycle of four any two vertices: the first are those with the least numbers."""
    import igraph
    import rustworkx as rx

    numbered = rx.generators.path_graph(5)
    numbered.remove_node(0)
    numbered.remove_node(4)
    graphs: list[Any] = [
        nx.path_graph("abc"),
        nx.cycle_graph(4),
        nx.path_graph([(0, 1), "x", frozenset()]),
        {"one": ["two"], "two": ["one", "three"], "three": ["two"]},
        ["...", "###"],
        [["#", "#"], [".", "#"]],
        numbered,
        igraph.Graph.Ring(3, circular=False),
        "Bw",
        np.array([[0, 1], [1, 0]]),
        nx.relabel_nodes(nx.path_graph(3), {0: 10, 1: 20, 2: 30}),
    ]
    wanted: list[Any] = [["b"], [0, 1], ["x"], ["two"], [(0, 1)], [(1, 0)], [2], [1], [0], [0], [20]]
    table = catmouse.cops(iter(graphs))
    assert table["placement"] == wanted and [row["placement"] for row in table] == wanted
    assert list(table.to_pandas()["placement"]) == wanted and "(0, 1)" in table._repr_html_()
    for graph, placement in zip(graphs, wanted, strict=True):
        if not isinstance(graph, str):
            assert catmouse.cops([graph])["placement"] == [placement] == [catmouse.placement(graph)]
    # A column of Arrow has one type.
    arrow = pyarrow.table(table)
    arrow.validate(full=True)
    assert arrow["placement"].to_pylist() == [[str(node) for node in placement] for placement in wanted]
    assert polars.DataFrame(table)["placement"].to_list() == arrow["placement"].to_pylist()
    again = pickle.loads(pickle.dumps(table))
    assert again["placement"] == wanted and pyarrow.table(again) == arrow
    of_numbers = catmouse.cops([graphs[6], graphs[10], graphs[1]])
    assert pyarrow.table(of_numbers)["placement"].to_pylist() == of_numbers["placement"] == [[2], [20], [0, 1]]
    kept = catmouse.cops([nx.path_graph("abc"), 3, {0: [9]}], errors="keep")
    assert kept["placement"] == [["b"], None, None]
    text = "graph { hall -- attic; hall -- cellar }"
    assert catmouse.cops(text)["placement"] == [["hall"]] and catmouse.cops("...")["placement"] == [[(0, 1)]]


def test_placements_of_many_batches() -> None:
    table = catmouse.cops(nx.path_graph("abc") if index % 2 else nx.path_graph(3) for index in range(70_000))
    assert table["placement"] == [["b"] if index % 2 else [1] for index in range(70_000)]
    arrow = pyarrow.table(table)["placement"]
    assert arrow.num_chunks == 2 and arrow.to_pylist() == [["b"] if index % 2 else ["1"] for index in range(70_000)]


def test_many_batches() -> None:
    """The table has more rows than a batch, in order."""
    table = catmouse.cops(("Bw" if index % 3 else "DUW" for index in range(150_000)))
    assert table["graph"] == list(range(1, 150_001))
    arrow = pyarrow.table(table)
    assert arrow.num_rows == 150_000 and arrow["vertices"].num_chunks == 3
    assert np.array_equal(arrow["vertices"].to_numpy(), np.where(np.arange(150_000) % 3, 3, 5))


def test_sources(tmp_path: pathlib.Path) -> None:
    lines = ["DUW", "DQc", "Bw"]
    expected = [2, 1, 1]
    text = "\n".join(lines) + "\n"
    path = tmp_path / "graphs.g6"
    path.write_text(text)
    packed = tmp_path / "graphs.g6.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    graphs = [nx.from_graph6_bytes(line.encode()) for line in lines]
    for source in (
        lines,
        tuple(lines),
        iter(lines),
        text,
        text.encode(),
        path,
        str(path),
        packed,
        graphs,
        iter(graphs),
        (graph for graph in graphs),
        [nx.to_numpy_array(graph) for graph in graphs],
        [lines[0], graphs[1], {0: [1, 2], 1: [0, 2], 2: [0, 1]}],
    ):
        assert catmouse.cops(source)["cop_number"] == expected
    with path.open() as file:
        assert catmouse.cops(file)["cop_number"] == expected
    assert catmouse.cops(nx.relabel_nodes(graph, str) for graph in graphs)["cop_number"] == expected
    directed = [nx.DiGraph([(0, 1), (1, 2), (2, 0)]), nx.DiGraph([(0, 0), (0, 1)])]
    assert catmouse.cops(directed)["edges"] == [3, 2]
    looped = nx.cycle_graph(5)
    looped.add_edge(2, 2)
    assert catmouse.cops([looped])["edges"] == [6]
    large = nx.random_labeled_tree(700, seed=1)
    assert catmouse.cops([large])["cop_number"] == [1] and catmouse.cops([large])["input"][0].startswith(":")
    with pytest.raises(TypeError, match="put this one into a list"):
        catmouse.cops(nx.path_graph(3))
    with pytest.raises(FileNotFoundError):
        catmouse.cops("none.g6")
    with pytest.raises(TypeError):
        catmouse.cops(3)
    with pytest.raises(TypeError, match="an object of the type int is no board") as caught:
        catmouse.cops(["DUW", 17])
    assert "item 1" in caught.value.__notes__[0]
    for noise in ("", "# remark", ">>graph6<<Bw", "Bw\nBw"):
        with pytest.raises(catmouse.BoardError, match="item 1"):
            catmouse.cops(["DUW", noise])
    assert catmouse.cop_number("DUW\nDQc", graph=1) == 2 and catmouse.cop_number("DUW\nDQc", graph=2) == 1
    with pytest.raises(catmouse.BoardError, match="`graph=N` picks one of them"):
        catmouse.cop_number("DUW\nDQc")
    with pytest.raises(ValueError, match="keep"):
        catmouse.cops(LINES, errors=cast(Any, "ignore"))


def test_questions() -> None:
    assert catmouse.cops(["IheA@GUAo"], cats=2)["capture_time"] == [None]
    assert catmouse.cops(["IheA@GUAo"], cats=3)["capture_time"] == [1]
    assert catmouse.cops(["IheA@GUAo"], max_cats=2)["cop_number"] == [None]
    assert catmouse.cops(["IheA@GUAo"], cats=4)["cop_number"] == [None]
    cube = nx.hypercube_graph(3)
    assert catmouse.cop_number(cube, lazy=True) == catmouse.cop_number(cube, cats_move="one") == 2
    # On a cycle, a cat that runs two edges in a move comes nearer in each round.
    assert catmouse.cop_number(nx.cycle_graph(16)) == 2 and catmouse.cop_number(nx.cycle_graph(16), cat_speed=2) == 1
    assert catmouse.cop_number(nx.cycle_graph(5), capture_distance=1) == 1
    assert catmouse.cop_number(nx.petersen_graph(), mouse_seen="never") == 3
    assert catmouse.cop_number(cube, mouse_seen="within:1") == catmouse.cop_number(cube, mouse_seen=[1, 2]) == 2
    assert catmouse.placement("graph { hall -- attic; hall -- cellar }") == ["hall"]
    assert catmouse.placement(["..."]) == [(0, 1)]
    with pytest.warns(catmouse.NumberingWarning, match="from 1"):
        assert catmouse.placement("p edge 3 2\ne 1 2\ne 2 3\n") == [1]
    # A multigraph with costs, and a directed graph.
    parallel = "0 1 5\n1 0 7\n1 2 1\n"
    with pytest.raises(catmouse.BoardError, match="parallel_edges"):
        catmouse.cop_number(parallel)
    assert catmouse.cop_number(parallel, parallel_edges=True) == 1
    assert catmouse.capture_time(parallel, parallel_edges=True) == 1
    assert catmouse.placement(parallel, parallel_edges=True) == [1]
    assert catmouse.cops(parallel, parallel_edges=True)["cop_number"] == [1]
    assert catmouse.cop_number("0 1\n1 2\n2 0\n0 3\n", input="edges", directed=True) == 2
    # Lists, mappings and matrices contain the directions of arcs.
    circle = [[1], [2], [0]]
    alike = [circle, {"a": ["b"], "b": ["c"], "c": ["a"]}, np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])]
    assert [catmouse.cop_number(board, directed=True) for board in alike] == [2, 2, 2]
    assert catmouse.cop_number([[1, 2], [0, 2], [0, 1]], directed=True) == 1
    assert catmouse.cop_number({0: [1, 2], 1: [0, 2], 2: [0, 1]}, directed=True) == 1
    assert catmouse.cops([circle, circle], directed=True)["cop_number"] == [2, 2]
    with pytest.raises(TypeError, match="parallel_edges"):
        catmouse.cops(["DUW"], parallel_edges=True)
    with pytest.raises(TypeError, match="cat_speed"):
        catmouse.cop_number(cube, hole=0)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="cat_speed|cat-speed|1"):
        catmouse.cops(LINES, cat_speed=0)


def test_edges_without_directions_get_none() -> None:
    """Edges without directions are not treated as arcs from the smaller to the greater vertex."""
    for board in ("cycle:9", "DhC", nx.cycle_graph(5), nx.Graph([("a", "b"), ("b", "c")])):
        with pytest.raises(catmouse.BoardError, match="have no directions") as caught:
            catmouse.cop_number(board, directed=True)
        assert "directed" in str(caught.value) and "--directed" not in str(caught.value)
        with pytest.raises(catmouse.BoardError, match="have no directions"):
            catmouse.solve(board, preset="cops", directed=True)
        many = [board] if not isinstance(board, str) or board == "DhC" else board
        with pytest.raises(catmouse.BoardError, match="have no directions"):
            catmouse.cops(many, directed=True)
    assert catmouse.cop_number("cycle:9", directed=False) == 2


def test_bad_graphs() -> None:
    lines = ["DUW", "D~~~~~~~~", "DQc"]
    with pytest.raises(catmouse.BoardError) as caught:
        catmouse.cops(lines)
    assert caught.value.line == 2 and str(caught.value).startswith("graphs: line 2")
    kept = catmouse.cops(lines, errors="keep")
    assert kept["graph"] == [1, 2, 3] and kept["cop_number"] == [2, None, 1]
    assert kept["error"][1].startswith("line 2, column") and kept["input"][1] == "D~~~~~~~~"

    def breaks() -> Any:
        yield "DUW"
        raise ZeroDivisionError("of the caller's")

    with pytest.raises(ZeroDivisionError, match="of the caller's"):
        catmouse.cops(breaks())
    with pytest.raises(catmouse.BoardError) as second:
        catmouse.cops(iter(lines))
    assert second.value.line == 2


def test_progress_and_threads() -> None:
    seen: list[int] = []
    table = catmouse.cops(["IheA@GUAo"] * 20_000, progress=seen.append)
    assert seen[-1] == len(table) == 20_000 and seen == sorted(seen)

    def refuses(done: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        catmouse.cops(["IheA@GUAo"] * 200_000, progress=refuses)
    one, all_cores = catmouse.cops(LINES * 500, threads=1), catmouse.cops(LINES * 500)
    assert pyarrow.table(one) == pyarrow.table(all_cores)


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    running = True

    def count() -> None:
        nonlocal ticks
        while running:
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    catmouse.cops(["IheA@GUAo"] * 30_000)
    during = ticks
    running = False
    thread.join()
    assert during > 5


LARGE = "large = catmouse.solve('grid:{0}x{0}', preset='cops')"
TEAM = "large = catmouse.solve('grid:{0}x{0}', preset='cops', cats=2)"
SLOW = {
    "a stream": ("", "catmouse.cops(['IheA@GUAo'] * 3_000_000)"),
    "an iterator": ("", "catmouse.cops(itertools.repeat('IheA@GUAo'))"),
    "a large graph": ("", "catmouse.cop_number(nx.hypercube_graph(8))"),
    "a board": ("", "catmouse.solve('grid:26x26', preset='cops', cats=2)"),
    "a survey": (LARGE.format(40), "[large.survey() for _ in range(1000)]"),
    "a survey of a team": (TEAM.format(11), "[large.survey() for _ in range(1000)]"),
    "a check": (LARGE.format(40), "[large.check() for _ in range(100)]"),
    "an explanation": (LARGE.format(40), "[large.explain(m, 0, 'mouse') for m in range(1, 1000)]"),
    "strategies": (TEAM.format(9), "[large.strategies() for _ in range(1000)]"),
    "a certificate": (LARGE.format(40), "[large.certificate() for _ in range(1000)]"),
    "a picture": (LARGE.format(40), "[large.svg('survey') for _ in range(1000)]"),
    "values": (LARGE.format(40), "[large.values() for _ in range(1000)]"),
    "a file": (LARGE.format(40), "[large.save('/dev/null') for _ in range(1000)]"),
    "changes": (LARGE.format(24), "large.whatif(time=600)"),
    "pairs of changes": (LARGE.format(10), "large.whatif(pairs=True)"),
    "two boards": (LARGE.format(40), "[catmouse.compare(large, large) for _ in range(1000)]"),
    "a hunt": ("", "catmouse.hunt(longest='cat', vertices=12, tries=10**12)"),
    "a hunt in all graphs": ("", "catmouse.hunt(longest='cat', vertices=10, all=True)"),
}


@pytest.mark.parametrize("work", SLOW)
def test_an_interrupt_stops_it(work: str) -> None:
    before, repeat = SLOW[work]
    program = (
        f"import catmouse, itertools, sys, time\nimport networkx as nx\n{before}\n"
        "print('begun', flush=True)\n"
        f"try:\n    {repeat}\nexcept KeyboardInterrupt:\n    print(time.process_time(), 'stopped')\n"
        "else:\n    print('0 done')\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.5)
    before_it = cpu_seconds(child.pid)
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=120)
    used, what = out.split()
    assert what == "stopped"
    # Processor time does not depend on how busy the machine is. The whole work would take many seconds more. Works with a longer
    # allowance notice an interrupt late: the teams engine checks once in each ply, and the JSON of an explanation is read, a
    # certificate is verified, a picture is drawn, and positions of two boards are matched, without a check.
    late = ("a board", "a large graph", "an explanation", "a certificate", "a picture", "two boards")
    allowed = 2.0 if work in late else 0.5
    assert float(used) - before_it < allowed, f"{float(used) - before_it} seconds of work after the interrupt"


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used; infinite if there is no `/proc`."""
    told = pathlib.Path(f"/proc/{process}/stat")
    if not told.exists():
        return math.inf
    fields = told.read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_the_rules_of_a_board_hold() -> None:
    square = "catmouse = 1\n[board]\nadjacency = [[1, 3], [0, 2], [1, 3], [0, 2]]\n[rules]\nmouse-may-stay = false\n"
    assert (catmouse.cop_number(square), catmouse.capture_time(square)) == (1, 2)
    assert catmouse.cop_number(square, mouse_may_stay=True) == 2


def test_errors_of_any_graphs_are_kept() -> None:
    graphs = [nx.path_graph(3), np.zeros((2, 3)), {0: [9]}, nx.cycle_graph(4), "!!!", 5]
    table = catmouse.cops(graphs, errors="keep")
    assert table["cop_number"] == [1, None, None, 2, None, None]
    assert table["error"][1] .startswith("the matrix is 2 by 3: an adjacency matrix is square")
    assert table["input"][1] is None and "is a neighbour" in table["error"][2] and "is no board" in table["error"][5]
    with pytest.raises(catmouse.BoardError, match="2 by 3"):
        catmouse.cops(graphs)


def test_contradictions_are_refused() -> None:
    for options in ({"cats": 2, "max_cats": 1}, {"cats": 0}, {"cats": -1}, {"max_cats": 65}, {"lazy": True, "cats_move": "all"}):
        with pytest.raises(ValueError):
            catmouse.cops(["DUW"], **cast(Any, options))
    for threads in (0, -1, 4097):
        with pytest.raises(ValueError, match="from 1 to 4096"):
            catmouse.cops(["DUW"], threads=threads)
    for count in (0, 65, 2**70):
        with pytest.raises(ValueError):
            catmouse.capture_time("DUW", count)
    with pytest.raises(catmouse.NoDistancesError):
        catmouse.solve("cycle:6", preset="cops", cats=2, outcomes_only=True).hardest("cat")


def test_a_dismantling_order_of_a_text() -> None:
    with pytest.warns(catmouse.NumberingWarning) as caught:
        assert catmouse.dismantling("1 2\n2 3", base=1) is not None
    assert caught[0].filename == __file__, "it is told where the package is called"
    assert catmouse.dismantling({0: [1], 1: []}, directed=True) is None


def test_a_cop_number_is_proved_and_checked() -> None:
    # Published: cycles of four or more vertices need two cops, Petersen's graph three, trees one.
    for graph, number in [(nx.cycle_graph("abcde"), 2), ("petersen", 3), (nx.path_graph(5), 1)]:
        proof = catmouse.cop_certificate(graph)
        checked = proof.verify()
        assert (checked.ok, checked.cop_number, checked.outcome) == (True, number, None), checked.text
        again = catmouse.check_certificate(proof.text, graph)
        assert again == checked
    lines = catmouse.cop_certificate("petersen").text.splitlines(keepends=True)
    refuted = catmouse.check_certificate("".join(lines), "cycle:10")
    assert not refuted and refuted.cop_number is None and "another board" in refuted.text
    with pytest.raises(catmouse.CertificateError):
        catmouse.check_certificate("".join(lines[:-1]), "petersen")
    with pytest.raises(catmouse.TooLargeError):
        catmouse.cop_certificate("hypercube:9", max_memory=1 << 24)


def test_bounds_are_answers_where_memory_does_not_suffice() -> None:
    # A generalised Petersen graph has girth 5 and degree 3, and bags of nine vertices at most.
    found = catmouse.cops_on("gp:201,2", max_memory=1 << 24)
    assert (found.cop_number, found.at_least, found.at_most) == (None, 3, 5)
    assert (found.at_least_by, found.at_most_by) == ("girth", "treewidth")
    assert found.stop is not None and (found.stop.because, found.stop.cats) == ("memory", 3)
    for asked in (catmouse.cop_number, catmouse.capture_time, catmouse.placement):
        with pytest.raises(catmouse.TooLargeError):
            asked("gp:201,2", max_memory=1 << 24)
    # The cop number may be known without the capture time: three cats win on a planar graph.
    assert catmouse.cop_number("gp:200,2", max_memory=1 << 24) == 3
    with pytest.raises(catmouse.TooLargeError):
        catmouse.capture_time("gp:200,2", max_memory=1 << 24)
    planar = nx.Graph([edge for at in range(200) for edge in ((at, (at + 1) % 200), (at, at + 200), (at + 200, (at + 2) % 200 + 200))])
    table = catmouse.cops([planar], max_memory=1 << 24)
    assert (table["cop_number"], table["at_least"], table["at_most"], table["error"]) == ([3], [3], [3], [None])


def test_bounds_are_answers_when_the_time_is_up() -> None:
    found = catmouse.cops_on("hypercube:10", max_time=0.1)
    assert found.cop_number is None and found.at_least < found.at_most
    assert found.stop is not None and found.stop.because == "time"
    for asked in (catmouse.cop_number, catmouse.capture_time, catmouse.placement, catmouse.cop_certificate):
        with pytest.raises(TimeoutError):
            asked("hypercube:10", max_time=0.1)
        assert asked("cycle:5", max_time=1000) is not None
    table = catmouse.cops(["C~", "DUW"], max_time=1000.0)
    assert table["cop_number"] == [1, 2]
    with pytest.raises(catmouse.ArgumentError, match="max_time is a number of seconds from 0, not -1"):
        catmouse.cop_number("petersen", max_time=-1)
