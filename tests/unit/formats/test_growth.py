"""Cost of reading: proportional to the input's length; beyond a cap, refused with a remedy."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from storagelab.bench.hostile_inputs import HOSTILE, Files
from storagelab.domain.reading_limits import compute_reading_seconds
from storagelab.errors import InvalidInput
from storagelab.formats.nearest import read_unrecognised
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.limits import run_limited
from storagelab.imports.sources import open_files
from storagelab.imports.unpacking_limits import UnpackingLimits

#: So large that what grows with the square of it is seen, and none of the caps is met.
SIZE = 60
#: What a line counter cannot see happens within single operations; with these sizes that would take minutes.
LARGE = {
    "columns of a table": 200_000,
    "words of an attribute": 3_500_000,
    "cells with far rounds": 5_000,
    "short rows under many columns": 100_000,
    "errors of one run": 250_000,
    "options shared by jobs": 20_000,
    "sections of a job file": 20_000,
    "headers of jobs": 150_000,
    "characters of a line": 500_000,
    "lines of blanks": 200_000,
    "documents in one another": 6_000_000,
    "archives in an archive": 1_000,
}
#: Above a cap: the size, and the message about it.
REFUSED = {
    "columns of a table": (1_001, "wide.csv, line 1: expected at most 1,000 columns, but there are 1,004: keep the"),
    "rows of a table": (100_001, "long.csv, line 100002: expected at most 100,000 rows, but there are more: split"),
    "cells with far rounds": (21, "at most 200,000 rounds in all cells together, but there are 210,000: split"),
    "options shared by jobs": (1_100, "at most 1,000,000 options of all jobs in one file, but there are more: split"),
    "terse lines": (50_001, "line 50001: expected at most 50,000 jobs in one file, but there are more: split"),
    "members of an archive": (50, "members.zip, entry 39.csv: expected at most 40 files, but there are more: upload"),
    "archives in an archive": (40, "and 32 MiB came out before its end: upload the files as they are"),
}


def outcome(files: Files, *, limits: UnpackingLimits | None = None) -> list[str]:
    """Read files as an upload of them is read; return the titles of results, and the sentences of refusals."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory(prefix="growth-") as folder:
        given = []
        for place, (name, content) in enumerate(files.items()):
            path = Path(folder) / str(place)
            path.write_bytes(content)
            given.append((name, path))
        try:
            with open_files(given, scratch=Path(folder), limits=limits or UnpackingLimits()) as members:
                claims, _ = find_claims(members)
                for format_name, claim in claims:
                    try:
                        lines += [result.title for result in read_claim(format_name, claim)]
                    except InvalidInput as refusal:
                        lines.append(refusal.message)
                lines += [] if claims else [result.title for result in read_unrecognised(members)]
        except InvalidInput as refusal:
            lines.append(refusal.message)
    return lines


def lines_run(work: Callable[[], Any]) -> int:
    """Return how many lines of Python the work runs: the same number on every machine."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.in_turn
@pytest.mark.parametrize("name", HOSTILE)
def test_executed_lines_grow_linearly_with_the_input(name: str) -> None:
    make = HOSTILE[name]
    once, twice, fourfold = (make(SIZE * factor) for factor in (1, 2, 4))
    outcome(once)  # Patterns are compiled and modules imported.
    first, second, third = (lines_run(lambda files=files: outcome(files)) for files in (once, twice, fourfold))

    # What does not grow at all is in each of them.
    assert third - second <= 2.2 * (second - first) + 200


@pytest.mark.in_turn
@pytest.mark.parametrize("name", LARGE)
def test_large_hostile_input_costs_little(name: str, tmp_path: Path) -> None:
    """Check processor time by a limit of the kernel, so that a slow machine causes no other failure."""
    for file_name, content in HOSTILE[name](LARGE[name]).items():
        (tmp_path / file_name).parent.mkdir(exist_ok=True)
        (tmp_path / file_name).write_bytes(content)
    argv = [sys.executable, "-m", "storagelab.cli.main", "parse", str(tmp_path), "--json"]
    ended = run_limited(argv, cpu_s=20, wall_s=300)
    assert ended.ending in ("done", "refused"), (ended.sentence, ended.errors[-2000:])
    assert "Traceback" not in ended.errors


@pytest.mark.parametrize("name", REFUSED)
def test_refusal_has_the_cap_and_the_remedy(name: str) -> None:
    size, sentence = REFUSED[name]
    limits = UnpackingLimits(entries=40) if name == "members of an archive" else None
    assert sentence in " ".join(outcome(HOSTILE[name](size), limits=limits))


def test_oversized_specification_is_unknown_with_its_figures() -> None:
    (title,) = outcome(HOSTILE["sizes of a specification"](200))
    assert title == "x"


def test_seconds_follow_the_size_of_the_upload() -> None:
    assert [compute_reading_seconds(size << 20) for size in (0, 2, 1000, 4096)] == [90, 92, 1090, 1800]
