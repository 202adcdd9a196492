#!/usr/bin/env python3
"""Cop numbers and capture times of more graphs than one machine can solve in a night.

This is a job of Ray Data.

    python cops_on_ray.py OUT --geng 10 --shards 512
    python cops_on_ray.py OUT --folder graphs/

The work is divided into shards: `geng -c n res/mod` for every res, or runs of lines of the graph6
files of a folder. One task passes a shard through `catmouse.cops` and writes the answers to one
Parquet file. The file has a temporary name until it is complete, so an existing file is finished
work. A job that is started again does the shards without files. If a worker dies, Ray gives its
shard to another, and only the time for this shard is lost. No graph is lost or answered twice.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow
import pyarrow.parquet
import ray

import catmouse

LINES_AT_A_TIME = 50_000
"""The number of graphs in memory at a time; they form a row group of the file."""

GENG = ("geng", "nauty-geng")
"""The names of the generator: the authors' and Debian's."""


@dataclass(frozen=True)
class Shard:
    """A part of the work: its number, and the source of its graphs."""

    number: int
    source: str
    """`geng` or the path of a file."""
    res: int
    """The index of geng's part, or the offset in bytes at which the shard begins in the file."""
    mod: int
    """The number of geng's parts, or the offset in bytes at which the shard ends in the file.

    It is -1 for a whole packed file.
    """


@dataclass(frozen=True)
class Job:
    """The question about every graph, and the folder for the answers."""

    out: str
    vertices: int | None
    lazy: bool
    max_cats: int | None

    def path(self, number: int) -> pathlib.Path:
        """The file of a shard."""
        return pathlib.Path(self.out) / "parts" / f"part-{number:06}.parquet"


class Lost(RuntimeError):
    """Answers are missing: a shard has no file, or its answers do not match its graphs."""


def shards_of_geng(count: int) -> list[Shard]:
    """All parts that geng makes."""
    return [Shard(number, "geng", number, count) for number in range(count)]


def shards_of_folder(folder: pathlib.Path, size: int) -> list[Shard]:
    """The graph6 files of a folder in runs of `size` bytes; a packed file is one shard."""
    shards: list[Shard] = []
    for path in sorted(folder.iterdir()):
        if path.name.endswith((".g6.gz", ".s6.gz", ".d6.gz")):
            shards.append(Shard(len(shards), str(path.resolve()), 0, -1))
        elif path.name.endswith((".g6", ".s6", ".d6")):
            for start in range(0, max(path.stat().st_size, 1), size):
                shards.append(Shard(len(shards), str(path.resolve()), start, start + size))
    return shards


def lines_of(shard: Shard, vertices: int | None) -> Iterator[str]:
    """The graphs of a shard, one a line. Fails if the source fails or is incomplete."""
    if shard.source != "geng":
        yield from lines_of_file(shard)
        return
    program = next((name for name in GENG if shutil.which(name)), None)
    if program is None:
        raise FileNotFoundError("there is no geng on this machine: it is in the package nauty")
    command = [program, "-c", str(vertices), f"{shard.res}/{shard.mod}"]
    count = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stderr is not None
        for line in child.stdout:
            yield line.strip()
            count += 1
        messages = child.stderr.read()
    made = re.search(r">Z (\d+) graphs generated", messages)
    if child.returncode != 0 or made is None or int(made[1]) != count:
        raise Lost(f"{' '.join(command)} ended with {child.returncode} after {count} graphs: {messages.strip()}")


def lines_of_file(shard: Shard) -> Iterator[str]:
    """The lines of a file that begin within the bytes of the shard."""
    if shard.mod < 0:
        with gzip.open(shard.source, "rt") as packed:
            yield from (line.strip() for line in packed if line.strip())
        return
    with open(shard.source, "rb") as file:
        if shard.res > 0:
            # A line that begins before this byte belongs to the previous shard.
            file.seek(shard.res - 1)
            file.readline()
        while file.tell() < shard.mod:
            line = file.readline()
            if not line:
                return
            if line.strip():
                yield line.decode("ascii").strip()


def in_batches(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    """The lines in lists of `size`; the last list may be shorter."""
    batch: list[str] = []
    for line in lines:
        batch.append(line)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def answer(shard: Shard, job: Job) -> int:
    """Answers a shard and writes its file atomically. Returns the number of graphs."""
    path = job.path(shard.number)
    # The name identifies the worker.
    unfinished = path.with_name(f".{path.name}-{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex}")
    graphs = rows = 0
    writer: pyarrow.parquet.ParquetWriter | None = None
    try:
        for batch in in_batches(lines_of(shard, job.vertices), LINES_AT_A_TIME):
            table = pyarrow.table(catmouse.cops(batch, lazy=job.lazy, max_cats=job.max_cats, threads=1, errors="keep"))
            if table["input"].to_pylist() != batch:
                raise Lost(f"shard {shard.number} has {table.num_rows} answers to {len(batch)} graphs, or others")
            # Graphs are numbered across the batches of a shard.
            numbers = pyarrow.array(range(graphs + 1, graphs + len(batch) + 1), pyarrow.int64())
            table = table.set_column(0, "graph", numbers)
            table = table.add_column(0, "shard", pyarrow.array([shard.number] * len(batch), pyarrow.int64()))
            writer = writer or pyarrow.parquet.ParquetWriter(unfinished, table.schema, compression="zstd")
            writer.write_table(table)
            graphs += len(batch)
            rows += table.num_rows
        if writer is None:
            empty = pyarrow.table(catmouse.cops([]))
            empty = empty.add_column(0, "shard", pyarrow.array([], pyarrow.int64()))
            writer = pyarrow.parquet.ParquetWriter(unfinished, empty.schema, compression="zstd")
        writer.close()
        with open(unfinished, "rb") as file:
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    return rows


def work(rows: pyarrow.Table, job: Job) -> pyarrow.Table:
    """A task of Ray Data: from shards to their numbers of graphs."""
    numbers, graphs = [], []
    for row in rows.to_pylist():
        shard = Shard(**row)
        numbers.append(shard.number)
        graphs.append(answer(shard, job))
    return pyarrow.table({"number": numbers, "graphs": graphs})


def agree(out: pathlib.Path, request: dict[str, Any]) -> None:
    """Refuses to continue work that was begun with other arguments: its shards would differ."""
    path = out / "job.json"
    if path.exists():
        before = json.loads(path.read_text())
        if before != request:
            raise SystemExit(f"{out} has been begun with {before}, and now it is {request}: name another folder")
        return
    begun = path.with_suffix(".new")
    begun.write_text(json.dumps(request, indent=1) + "\n")
    begun.replace(path)


def summarise(job: Job, shards: list[Shard]) -> dict[str, Any]:
    """The totals of all files, counted from the files themselves."""
    counts: dict[tuple[Any, ...], int] = {}
    graphs = errors = 0
    for shard in shards:
        path = job.path(shard.number)
        columns = ["vertices", "cop_number", "capture_time", "error"]
        table = pyarrow.parquet.read_table(path, columns=columns)
        graphs += table.num_rows
        errors += table.num_rows - table["error"].null_count
        grouped = table.group_by(columns[:3]).aggregate([([], "count_all")])
        for row in grouped.to_pylist():
            key = tuple(row[name] for name in columns[:3])
            counts[key] = counts.get(key, 0) + row["count_all"]
    rows = [
        {"vertices": key[0], "cop_number": key[1], "capture_time": key[2], "graphs": count}
        for key, count in sorted(counts.items(), key=lambda item: [-1 if part is None else part for part in item[0]])
    ]
    return {"graphs": graphs, "errors": errors, "shards": len(shards), "rows": rows}


def run(arguments: argparse.Namespace) -> dict[str, Any]:
    """Does the unfinished shards, and writes the summary when all are finished."""
    out = pathlib.Path(arguments.out).resolve()
    (out / "parts").mkdir(parents=True, exist_ok=True)
    job = Job(str(out), arguments.geng, arguments.lazy, arguments.max_cats)
    if arguments.geng is not None:
        shards = shards_of_geng(arguments.shards)
    else:
        shards = shards_of_folder(pathlib.Path(arguments.folder), arguments.bytes)
    request = {"catmouse": catmouse.__version__, **asdict(job), "sources": [list(asdict(shard).values()) for shard in shards]}
    agree(out, {key: value for key, value in request.items() if key != "out"})
    to_do = [shard for shard in shards if not job.path(shard.number).exists()]
    print(f"{len(shards)} shards, {len(shards) - len(to_do)} of them done before", flush=True)
    if to_do:
        rows = ray.data.from_items([asdict(shard) for shard in to_do], override_num_blocks=len(to_do))
        # One task for each shard. If a worker dies, Ray Data starts its task again on another
        # worker, any number of times.
        done = rows.map_batches(work, fn_kwargs={"job": job}, batch_size=None, batch_format="pyarrow", num_cpus=1)
        for row in done.iter_rows():
            print(f"shard {row['number']}: {row['graphs']} graphs", flush=True)
    missing = [shard.number for shard in shards if not job.path(shard.number).exists()]
    if missing:
        raise Lost(f"shards without a file: {missing}")
    for unfinished in (out / "parts").glob(".part-*"):
        unfinished.unlink()  # left by workers that died; no worker is running now
    summary = summarise(job, shards)
    new = out / "summary.json.new"
    new.write_text(json.dumps(summary, indent=1) + "\n")
    new.replace(out / "summary.json")
    return summary


def parse(words: list[str]) -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("out", metavar="OUT", help="the folder for the files, shared by all machines")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--geng", type=int, metavar="N", help="all connected graphs of N vertices")
    source.add_argument("--folder", help="a folder of files in graph6, sparse6 or digraph6, packed or not")
    parser.add_argument("--shards", type=int, default=64, help="the number of parts into which geng divides the graphs")
    parser.add_argument("--bytes", type=int, default=4 << 20, help="the size of a shard of a file in bytes")
    parser.add_argument("--lazy", action="store_true", help="one cat moves in a ply")
    parser.add_argument("--max-cats", type=int, help="give up beyond this many cats")
    parser.add_argument("--address", help="the Ray cluster; without it one is started on this machine")
    parser.add_argument("--cpus", type=int, help="cores of the cluster that is started on this machine")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """Runs the job and prints the summary."""
    arguments = parse(words)
    if arguments.address is not None:
        ray.init(address=arguments.address, log_to_driver=False)
    else:
        # A separate cluster, independent of others on this machine.
        ray.init(address="local", num_cpus=arguments.cpus, include_dashboard=False, log_to_driver=False)
    ray.data.DataContext.get_current().enable_progress_bars = False
    summary = run(arguments)
    for row in summary["rows"]:
        print(f"{row['vertices']} vertices, {row['cop_number']} cats, {row['capture_time']} rounds: {row['graphs']}")
    print(f"{summary['graphs']} graphs, {summary['errors']} of them in error")


if __name__ == "__main__":
    main(sys.argv[1:])
