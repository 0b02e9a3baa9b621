"""Benchmark of imports: speed, memory and disk use, compared with the usual tools.

The other side of a ratio is measured in turn with ours. Each side is the best of as many tries, because other work on
the machine only ever adds time.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2

from storagelab.bench.generated_documents import write_document
from storagelab.bench.generated_logs import LogSet, write_log_set
from storagelab.bench.hostile_inputs import HOSTILE, Files
from storagelab.bench.lab import POLL_SECONDS, Lab
from storagelab.bench.report import BenchmarkFigure
from storagelab.engines.fio.output import parse_last_documents
from storagelab.engines.fio.parts import WarningList
from storagelab.errors import InvalidInput
from storagelab.formats.nearest import read_unrecognised
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.sources import open_files

_HOSTILE_SIZE = 1_000
#: Shorter reading times show too little about growth.
_SHORTEST_SECONDS = 0.01

_JOBS = 16
#: The reader in Python is timed on one of this many files.
_READER_STRIDE = 16
_FIELDS = ("timestamp", "value", "rwt", "blocksize", "offset")
_MEGABYTE = 1e6
_TRIES = 3


@dataclass(frozen=True, slots=True)
class ImportBenchSize:
    """Size of the benchmarks of imports, and their goals."""

    hours: int
    reader_goal: float
    bytes_goal: float
    #: Goals that are set for a long run alone.
    memory_goal: float | None
    text_goal: float | None
    gzip_goal: float | None
    summary_groups: int
    many_jobs: int
    files: int


FULL = ImportBenchSize(
    hours=12, reader_goal=8.0, bytes_goal=3.0, memory_goal=150, text_goal=0.12, gzip_goal=0.55,
    summary_groups=30, many_jobs=1000, files=2000,
)  # fmt: skip
QUICK = ImportBenchSize(
    hours=1, reader_goal=6.0, bytes_goal=3.3, memory_goal=None, text_goal=None, gzip_goal=None,
    summary_groups=6, many_jobs=100, files=200,
)  # fmt: skip


def import_figures(lab: Lab, folder: Path, size: ImportBenchSize) -> list[BenchmarkFigure]:
    """Measure every figure of imports; `folder` is for the imported files, and the lab runs."""
    return [
        *_measure_log_set(lab, folder, size),
        *_measure_documents(folder, size),
        *_measure_many_files(folder, size),
        _measure_hostile_growth(folder / "hostile"),
    ]


def _measure_log_set(lab: Lab, folder: Path, size: ImportBenchSize) -> list[BenchmarkFigure]:
    """Measure the import of the logs of a long run: by the product's own code, then through REST."""
    made = write_log_set(folder / "log-set", seconds=size.hours * 3600, jobs=_JOBS)
    logs = sorted(made.folder.glob("*.log"))
    text = b"".join(path.read_bytes() for path in logs)
    packed = gzip.compress(text, 6)
    del text
    tries = []
    reader = unpacking = float("inf")
    for _ in range(_TRIES):
        tries.append(_run_child("store", made.folder))
        reader = min(reader, _time_work(lambda: _read_like_scripts(logs[::_READER_STRIDE])) * _READER_STRIDE)
        unpacking = min(unpacking, _time_work(lambda: gzip.decompress(packed)))
    stored = _find_best_attempt(tries)
    over_http, same = _measure_http_import(lab, made)
    name = f"fio_log_set_{size.hours}h_{_JOBS}_jobs"
    note = f"{made.files} logs, {made.rows} rows, {made.text_bytes / _MEGABYTE:.0f} MB"
    per_row = stored["stored_bytes"] / made.rows
    return [
        BenchmarkFigure(f"{name}_ingest", stored["seconds"], "s", "lower", None,
            f"read to committed, one process; {note}"),
        BenchmarkFigure(
            f"{name}_than_dict_reader", reader / stored["seconds"], "times faster", "higher", size.reader_goal,
            "beside reading alone, line by line with csv.DictReader into integers (fio-plot's way, our code), "
            f"from every {_READER_STRIDE}th file",
        ),
        BenchmarkFigure(f"{name}_of_gunzip", stored["seconds"] / unpacking, "ratio", "lower", 3.5,
            "the same text at level 6"),
        BenchmarkFigure(f"{name}_peak_memory", stored["peak_memory_bytes"] / _MEGABYTE, "MB", "lower",
            size.memory_goal, ""),
        BenchmarkFigure(f"{name}_bytes_per_sample", per_row, "bytes", "lower", size.bytes_goal,
            "series with indexes and TOAST"),
        BenchmarkFigure(f"{name}_of_text", stored["stored_bytes"] / made.text_bytes, "ratio", "lower", size.text_goal,
            ""),
        BenchmarkFigure(f"{name}_of_gzip", stored["stored_bytes"] / len(packed), "ratio", "lower", size.gzip_goal,
            "level 6"),
        BenchmarkFigure(f"{name}_over_http", over_http, "s", "lower", None, "upload to stored, by the lab's worker"),
        BenchmarkFigure(f"{name}_logs_given_back", same, "ratio", "higher", 1.0,
            "downloads with the bytes that were uploaded"),
    ]  # fmt: skip


def _measure_documents(folder: Path, size: ImportBenchSize) -> list[BenchmarkFigure]:
    """Measure the reading of fio results: the time of a large one, the memory with many jobs.

    The time is compared with `json.loads`.
    """
    path = folder / "summary.json"
    size_bytes = write_document(path, jobs=_JOBS, seconds=60, bins=500, groups=size.summary_groups)
    parsed = _find_best_attempt([_run_child("parse", path) for _ in range(_TRIES)])
    data = path.read_bytes()
    decoding = min(_time_work(lambda: parse_last_documents(data, WarningList())) for _ in range(_TRIES))
    rival = min(_time_work(lambda: json.loads(data)) for _ in range(_TRIES))
    path.unlink()
    many = folder / "many.json"
    many_bytes = write_document(many, jobs=size.many_jobs, seconds=60, bins=1680, groups=1)
    large = _run_child("parse", many)
    many.unlink()
    return [
        BenchmarkFigure(
            "json_plus_decoding_than_json_loads", rival / decoding, "times faster", "higher", 8.0,
            f"{size_bytes / _MEGABYTE:.0f} MB, {parsed['measurements']} jobs",
        ),
        BenchmarkFigure(
            "json_plus_of_json_loads", parsed["seconds"] / rival, "ratio", "lower", None,
            "the same file to merged measurements with percentiles, beside json.loads alone",
        ),
        BenchmarkFigure(
            "json_plus_many_jobs", large["seconds"], "s", "lower", None,
            f"{many_bytes / _MEGABYTE:.0f} MB, {large['measurements']} jobs",
        ),
        BenchmarkFigure(
            "json_plus_many_jobs_peak_memory", large["peak_memory_bytes"] / _MEGABYTE, "MB", "lower", 2000, "",
        ),
    ]  # fmt: skip


def _measure_many_files(folder: Path, size: ImportBenchSize) -> list[BenchmarkFigure]:
    """Measure the import of a folder of small results, one for each step of a sweep, as one run."""
    sweep = folder / "sweep"
    sweep.mkdir()
    for number in range(size.files):
        write_document(sweep / f"step-{number}.json", jobs=1, seconds=30, bins=20, groups=1)
    stored = _run_child("store", sweep)
    if stored["measurements"] != size.files:
        raise RuntimeError(f"{stored['measurements']:.0f} of {size.files} results were read.")
    name = f"folder_of_{size.files}_results"
    return [
        BenchmarkFigure(f"{name}_ingest", stored["seconds"], "s", "lower", None, "read to committed, one process"),
        BenchmarkFigure(
            f"{name}_peak_memory", stored["peak_memory_bytes"] / _MEGABYTE, "MB", "lower", 400, "of that process"
        ),
    ]


def _read_like_scripts(logs: list[Path]) -> int:
    """Read logs line by line through dictionaries into integers; return the number of rows.

    Scripts around fio read logs in this way.
    """
    rows: list[tuple[int, int, int]] = []
    for path in logs:
        with path.open(newline="", encoding="ascii") as file:
            reader = csv.DictReader(file, fieldnames=_FIELDS, skipinitialspace=True)
            rows += [(int(row["timestamp"]), int(row["value"]), int(row["rwt"])) for row in reader]
    return len(rows)


def _measure_http_import(lab: Lab, made: LogSet) -> tuple[float, float]:
    """Return the seconds from the upload to the stored run, and the share of its files that come back unchanged."""
    names = sorted(path.name for path in made.folder.iterdir())
    with lab.client() as client, ExitStack() as stack:
        client.timeout = httpx2.Timeout(600)
        files = [("files", (f"set/{name}", stack.enter_context((made.folder / name).open("rb")))) for name in names]
        begun = time.perf_counter()
        created = client.post("/imports", files=files, data={"store": "true"}).raise_for_status().json()
        run_id = _find_stored_run(client, created["id"])
        seconds = time.perf_counter() - begun
        artifacts = client.get(f"/runs/{run_id}/artifacts", params={"limit": 200}).raise_for_status().json()["items"]
        same = sum(_is_unchanged(client, artifact, made.folder) for artifact in artifacts)
    return seconds, same / len(names)


def _find_stored_run(client: httpx2.Client, import_id: str) -> str:
    """Return the run an import was stored as."""
    while True:
        document = client.get(f"/imports/{import_id}").raise_for_status().json()
        if document["state"] == "stored":
            return str(document["results"][0]["run"]["id"])
        if document["state"] == "failed":
            raise RuntimeError(f"The import failed: {document['error']}")
        time.sleep(POLL_SECONDS)


def _is_unchanged(client: httpx2.Client, artifact: Mapping[str, str], folder: Path) -> bool:
    content = client.get(f"/artifacts/{artifact['id']}/content").raise_for_status().content
    original = (folder / artifact["name"].rpartition("/")[2]).read_bytes()
    return hashlib.sha256(content).digest() == hashlib.sha256(original).digest()


def _run_child(command: str, path: Path) -> dict[str, float]:
    argv = [sys.executable, "-m", "storagelab.bench.ingest", command, str(path)]
    return dict(json.loads(subprocess.run(argv, stdout=subprocess.PIPE, check=True).stdout))


def _find_best_attempt(tries: list[dict[str, float]]) -> dict[str, float]:
    return min(tries, key=lambda attempt: attempt["seconds"])


def _time_work(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _measure_hostile_growth(folder: Path) -> BenchmarkFigure:
    """Measure the growth of processor time when a hostile input doubles; 2 is linear.

    The figure is the largest ratio over all hostile inputs.
    """
    folder.mkdir()
    ratios = {}
    for name, make in HOSTILE.items():
        once, twice = (_measure_best_time(make(factor * _HOSTILE_SIZE), folder) for factor in (1, 2))
        if once >= _SHORTEST_SECONDS:
            ratios[name] = twice / once
    worst = max(ratios, key=lambda name: ratios[name])
    return BenchmarkFigure("hostile_upload_growth", ratios[worst], "ratio", "lower", 3.0, f"twice as many {worst}")


def _measure_best_time(files: Files, folder: Path) -> float:
    given = []
    for number, (name, content) in enumerate(files.items()):
        (folder / str(number)).write_bytes(content)
        given.append((name, folder / str(number)))
    seconds = []
    for _ in range(_TRIES):
        begun = time.process_time()
        with suppress(InvalidInput), open_files(given, scratch=folder) as members:
            claims, _ = find_claims(members)
            for format_name, claim in claims:
                with suppress(InvalidInput):
                    list(read_claim(format_name, claim))
            if not claims:
                read_unrecognised(members)
        seconds.append(time.process_time() - begun)
    return min(seconds)
