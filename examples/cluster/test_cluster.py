"""The job on a cluster of several processes on this machine.

A worker or the job itself is killed in the middle. All counts are compared with those of `geng` and
of the package without Ray.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import networkx as nx
import pyarrow.parquet
import pytest

import catmouse

# On a busy machine a process of Ray may wait for a minute without being dead. Ray and the jobs of
# this test read these variables when they start.
PATIENCE = {
    "RAY_health_check_initial_delay_ms": "60000",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_health_check_failure_threshold": "10",
    "RAY_worker_register_timeout_seconds": "300",
    "RAY_gcs_server_request_timeout_seconds": "300",
    "RAY_gcs_rpc_server_connect_timeout_s": "120",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "300",
    "RAY_USAGE_STATS_ENABLED": "0",
}
os.environ.update(PATIENCE)
# Workers inherit the environment of this process, and must be able to import the job as a module.
HERE = pathlib.Path(__file__).parent
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))

ray = pytest.importorskip("ray", reason="ray is not installed: pip install -r examples/cluster/requirements.txt")
sys.path.insert(0, str(HERE))
import cops_on_ray  # noqa: E402

SCRIPT = pathlib.Path(cops_on_ray.__file__)
GENG = next((name for name in cops_on_ray.GENG if shutil.which(name)), "")
needs_geng = pytest.mark.skipif(not GENG, reason="there is no geng: apt-get install nauty")


STARTS = 6
"""The number of attempts to start a cluster.

Ray gives a node half a minute, which may be too short on a busy machine.
"""


@pytest.fixture(scope="module")
def cluster() -> Any:
    """A head and a second node, connected by the loopback interface, each with its own workers."""
    nodes = begun()
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def begun() -> Any:
    """A running cluster."""
    from ray.cluster_utils import Cluster

    for start in range(1, STARTS + 1):
        nodes = Cluster()
        try:
            nodes.add_node(num_cpus=1, include_dashboard=False)
            nodes.add_node(num_cpus=2)
            ray.init(address=nodes.address, log_to_driver=False)
        except Exception as error:  # Ray has no specific class for this
            ray.shutdown()
            nodes.shutdown()
            if start == STARTS or not is_slow(str(error)):
                raise
        else:
            return nodes
    raise AssertionError("the last start returns or raises")


def is_slow(error: str) -> bool:
    """Whether Ray reports a timeout."""
    return any(words in error for words in ("timed out", "Timed out", "Deadline Exceeded", "GCS has become overloaded"))


def graphs_of(out: pathlib.Path) -> list[str]:
    """All graphs of all files."""
    return [
        line
        for path in sorted((out / "parts").iterdir())
        for line in pyarrow.parquet.read_table(path, columns=["input"])["input"].to_pylist()
    ]


def whole(out: pathlib.Path, lines: list[str], summary: dict[str, Any]) -> None:
    """Checks that every graph occurs once, with the answer of the package without Ray.

    The summary must count each graph.
    """
    assert sorted(graphs_of(out)) == sorted(lines)
    alone = catmouse.cops(lines).summary()
    counted = {(row["vertices"], row["cop_number"], row["capture_time"]): row["graphs"] for row in summary["rows"]}
    assert counted == alone
    assert (summary["graphs"], summary["errors"]) == (len(lines), 0)
    assert json.loads((out / "summary.json").read_text()) == summary
    assert not [path for path in (out / "parts").iterdir() if path.name.startswith(".")]


def kill_a_worker(parts: pathlib.Path, killed: list[int]) -> None:
    """Waits until three shards are finished, and kills the worker that is writing another."""
    until = time.monotonic() + 400
    while time.monotonic() < until:
        names = os.listdir(parts) if parts.exists() else []
        at_work = [name for name in names if name.startswith(".part-")]
        if sum(name.startswith("part-") for name in names) >= 3 and at_work:
            process = int(at_work[0].split("-")[-2])
            os.kill(process, signal.SIGKILL)
            killed.append(process)
            return
        time.sleep(0.002)


@needs_geng
def test_a_worker_is_killed(cluster: Any, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The 11,117 connected graphs of eight vertices: one cop wins on 3,791, two on the others."""
    out = tmp_path / "out"
    lines = subprocess.run([GENG, "-cq", "8"], capture_output=True, text=True, check=True).stdout.split()
    assert len(lines) == 11_117
    killed: list[int] = []
    killer = threading.Thread(target=kill_a_worker, args=(out / "parts", killed))
    killer.start()
    summary = cops_on_ray.run(cops_on_ray.parse([str(out), "--geng", "8", "--shards", "40"]))
    killer.join()
    assert killed, "no worker was found at work"
    with pytest.raises(ProcessLookupError):
        os.kill(killed[0], 0)
    whole(out, lines, summary)
    by_number: dict[int, int] = {}
    for row in summary["rows"]:
        by_number[row["cop_number"]] = by_number.get(row["cop_number"], 0) + row["graphs"]
    assert by_number == {1: 3_791, 2: 7_326}
    assert "shard 39:" in capsys.readouterr().out


def test_a_folder(cluster: Any, tmp_path: pathlib.Path) -> None:
    """Shards that begin in the middle of lines.

    One file is packed, one is empty, one lacks the last line end.
    """
    folder = tmp_path / "graphs"
    folder.mkdir()
    lines = [nx.to_graph6_bytes(graph, header=False).decode().strip() for graph in nx.graph_atlas_g()[1:]]
    (folder / "a.g6").write_text("\n".join(lines[:700]) + "\n")
    (folder / "b.g6").write_text("\n".join(lines[700:1_000]))
    (folder / "c.g6.gz").write_bytes(gzip.compress(("\n".join(lines[1_000:]) + "\n").encode()))
    (folder / "d.g6").write_text("")
    (folder / "notes.txt").write_text("no graphs here")
    for size in (97, 1_000):
        out = tmp_path / f"out-{size}"
        summary = cops_on_ray.run(cops_on_ray.parse([str(out), "--folder", str(folder), "--bytes", str(size)]))
        whole(out, lines, summary)
    # No shard is done again, and other work is refused.
    before = {path: path.stat().st_mtime_ns for path in (out / "parts").iterdir()}
    assert cops_on_ray.run(cops_on_ray.parse([str(out), "--folder", str(folder), "--bytes", "1000"])) == summary
    assert {path: path.stat().st_mtime_ns for path in (out / "parts").iterdir()} == before
    with pytest.raises(SystemExit, match="name another folder"):
        cops_on_ray.run(cops_on_ray.parse([str(out), "--folder", str(folder), "--bytes", "500"]))


def test_every_line_is_in_one_shard(tmp_path: pathlib.Path) -> None:
    """Every division of a file gives the same lines."""
    path = tmp_path / "some.g6"
    lines = ["Bw", "DUW", "IheA@GUAo", "@", "DQc"] * 7
    for end in ("", "\n", "\r\n"):
        text = (end or "\n").join(lines) + end
        path.write_bytes(text.encode())
        for size in range(1, len(text) + 2):
            shards = cops_on_ray.shards_of_folder(tmp_path, size)
            assert [line for shard in shards for line in cops_on_ray.lines_of_file(shard)] == lines


def started(command: list[str], parts: pathlib.Path) -> subprocess.Popen[str]:
    """The running job, after it has finished five shards."""
    for start in range(1, STARTS + 1):
        job = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)
        while job.poll() is None:
            if len(list(parts.glob("part-*")) if parts.exists() else []) >= 5:
                return job
            time.sleep(0.01)
        told = job.communicate()[1]
        if start == STARTS or not is_slow(told):
            pytest.fail(f"the job ended by itself: {told[-4000:]}")
    raise AssertionError("the last start returns or fails")


@needs_geng
def test_the_job_is_killed(tmp_path: pathlib.Path) -> None:
    """The whole job dies in the middle, including Ray.

    Started again, the job does the unfinished shards and no others.
    """
    out = tmp_path / "out"
    command = [sys.executable, str(SCRIPT), str(out), "--geng", "8", "--shards", "60", "--cpus", "2"]
    parts = out / "parts"
    job = started(command, parts)
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    time.sleep(2)  # Ray's processes notice that the job is gone
    done = {path: path.stat().st_mtime_ns for path in parts.glob("part-*")}
    assert 5 <= len(done) < 60 and not (out / "summary.json").exists()
    for start in range(1, STARTS + 1):
        ended = subprocess.run(command, capture_output=True, text=True)
        if ended.returncode == 0 or start == STARTS or not is_slow(ended.stderr):
            break
    assert ended.returncode == 0, ended.stderr[-4000:]
    assert f"60 shards, {len(done)} of them done before" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "11117 graphs, 0 of them in error"
    assert {path: path.stat().st_mtime_ns for path in done} == done
    lines = subprocess.run([GENG, "-cq", "8"], capture_output=True, text=True, check=True).stdout.split()
    whole(out, lines, json.loads((out / "summary.json").read_text()))
