"""The long runs that pages are measured with are read as what they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.speed.long_results import write_long_result

from storagelab.domain.results import ParsedResult
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.conditions import load_columns
from storagelab.imports.sources import open_members

SECONDS = 120


def read(folder: Path) -> ParsedResult:
    with open_members(folder) as members:
        claims, left = find_claims(members)
        assert left == []
        [result] = [result for name, claim in claims for result in read_claim(name, claim)]
    return result


def test_four_metrics_have_a_sample_a_second(tmp_path: Path) -> None:
    result = read(write_long_result(tmp_path / "night", seconds=SECONDS, seed=1))
    assert (result.format, result.warnings) == ("vdbench", ())
    curves = {series.metric: series for series in result.series if series.direction == "total"}
    assert set(curves) == {"iops", "bandwidth", "lat", "lat_max", "lat_stddev"}
    for curve in curves.values():
        assert curve.t_ms.tolist() == [second * 1000 for second in range(1, SECONDS + 1)]
        assert len(np.unique(curve.values)) > SECONDS / 2, "noise, as a drive has it"
    [measured] = result.measurements
    assert load_columns([measured])["outstanding_ios"] == 32, "else no two of them would share a chart"
    assert measured.total.iops == pytest.approx(np.mean(curves["iops"].values[1:]) * curves["iops"].factor, rel=1e-4)
    assert measured.total.latency.max == curves["lat_max"].values[1:].max()


def test_runs_differ_by_their_seed_alone(tmp_path: Path) -> None:
    for place in ("one", "two", "other"):
        (tmp_path / place).mkdir()
    folders = [
        write_long_result(tmp_path / place / "night", seconds=SECONDS, seed=seed)
        for place, seed in (("one", 1), ("two", 1), ("other", 2))
    ]
    one, two, other = ((folder / "flatfile.html").read_bytes() for folder in folders)
    assert one == two
    assert one != other
