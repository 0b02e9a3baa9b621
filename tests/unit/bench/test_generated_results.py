"""Generated input for the benchmarks of imports: equal in every run, and read by the product."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.bench.generated_documents import write_document
from storagelab.bench.generated_logs import write_log_set
from storagelab.bench.ingest import ingest, read_peak_memory_bytes
from storagelab.domain.results import ParsedResult
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.sources import open_members


def read_alone(path: Path) -> ParsedResult:
    """Return the only result at a path."""
    with open_members(path) as members:
        claims, left = find_claims(members)
        assert left == []
        [result] = [result for name, claim in claims for result in read_claim(name, claim)]
    return result


def test_generated_log_set_is_reproducible(tmp_path: Path) -> None:
    digests = []
    for name in ("one", "two"):
        made = write_log_set(tmp_path / name, seconds=50, jobs=2)
        files = sorted(made.folder.iterdir())
        digests.append([(path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files])
    assert digests[0] == digests[1]
    assert len({digest for _, digest in digests[0]}) == 11, "no two files have the same content"


def test_log_set_looks_like_output_of_fio(tmp_path: Path) -> None:
    made = write_log_set(tmp_path / "set", seconds=100, jobs=3)
    assert (made.files, made.rows) == (15, 15 * 100 * 2)
    assert made.text_bytes == sum(path.stat().st_size for path in made.folder.glob("*.log"))
    result = read_alone(made.folder)
    assert result.warnings == ()
    assert (result.version, len(result.measurements)) == ("fio-3.33", 3)
    assert sum(len(series.t_ms) for series in result.series) == made.rows
    assert {(series.metric, series.direction) for series in result.series} == {
        (metric, direction)
        for metric in ("bandwidth", "iops", "lat", "clat", "slat")
        for direction in ("read", "write")
    }
    assert {series.window_ms for series in result.series} == {1000}
    assert {series.phase for series in result.series} == {0}


@pytest.mark.parametrize("groups", [1, 3])
def test_generated_document_has_consistent_totals(tmp_path: Path, groups: int) -> None:
    path = tmp_path / "result.json"
    size_bytes = write_document(path, jobs=2, seconds=10, bins=30, groups=groups)
    assert size_bytes == path.stat().st_size
    stated: dict[str, Any] = json.loads(path.read_bytes())["jobs"][0]["write"]
    result = read_alone(path)
    assert result.warnings == ()
    assert [entry.phase for entry in result.measurements] == sorted([*range(groups)] * 2)
    part = result.measurements[0].parts["write"]
    assert (part.ios, part.bytes) == (stated["total_ios"], stated["io_bytes"])
    assert part.bins is not None
    assert sum(part.bins.values()) == stated["total_ios"]
    assert part.latency.mean == pytest.approx(stated["lat_ns"]["mean"])


def test_reading_is_counted(tmp_path: Path) -> None:
    made = write_log_set(tmp_path / "set", seconds=20, jobs=2)
    figures = ingest(made.folder, store=False)
    assert (figures["measurements"], figures["rows"]) == (2, made.rows)
    assert figures["seconds"] > 0
    assert read_peak_memory_bytes() > 1 << 20
