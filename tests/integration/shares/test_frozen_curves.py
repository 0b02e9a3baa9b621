"""Tests of curves in permalinks: stored samples or buckets of one phase each, all verified."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, read_zip
from tests.integration.shares.sharing import freeze
from tests.integration.shares.test_checked import with_part
from tests.result_factories import RunWithSeries, make_run_with_series

from storagelab.analysis.downsample import build_buckets
from storagelab.analysis.series_codec import OVERVIEW_POINTS, decode_series, encode_overview
from storagelab.db.models import Series
from storagelab.shares.archive.reading import ShareZip

KINDS = ("precondition", "measure")


def curves_of(opened: ShareZip) -> list[dict[str, Any]]:
    """Return the curves of the chart over time."""
    name = opened.document["charts"]["over-time"]["data"]
    data = json.loads(opened.part(opened.document["parts"][name]["sha256"]))
    curves: list[dict[str, Any]] = data["series"]
    return curves


def freeze_curves(operator: TestClient, anonymous: TestClient, made: RunWithSeries) -> ShareZip:
    return read_zip(anonymous, freeze(operator, made.run, body=[{"chart": "over-time"}]))


def rates(made: RunWithSeries, phase: int) -> list[float]:
    return [float(sample["ios"]) for sample in made.samples[phase]]


def test_short_run_is_frozen_sample_by_sample(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(65, 35), kinds=KINDS, pause_ms=444)

    opened = freeze_curves(operator, anonymous, made)

    iops = curves_of(opened)[0]
    assert (iops["resolution"], iops["mean"]) == ("stored", rates(made, 0) + rates(made, 1))
    assert iops["intervals"]["start_ms"][64:66] == [64_000, 65_444]
    assert {curve["resolution"] for curve in curves_of(opened)} == {"stored"}
    assert check(opened)["differences"] == []


@pytest.mark.in_turn
def test_frozen_bucket_holds_samples_of_one_phase(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    made = make_run_with_series(make, points=(1651, 1352), kinds=KINDS, pause_ms=444)

    opened = freeze_curves(operator, anonymous, made)

    for curve in curves_of(opened):
        assert (curve["resolution"], curve["points"]) == ("buckets", 3003)
        assert 1400 < len(curve["mean"]) <= OVERVIEW_POINTS
        ends = curve["intervals"]["end_ms"]
        first = ends.index(1_651_000) + 1
        assert curve["intervals"]["start_ms"][first] == 1_651_444
    # The two seconds on either side of the border are means of what is there, and of nothing else.
    iops = curves_of(opened)[0]
    around = [iops["mean"][first - 1], iops["mean"][first]]
    assert around == pytest.approx([sum(rates(made, 0)[-2:]) / 2, sum(rates(made, 1)[:2]) / 2], rel=1e-4)
    verified = check(opened)
    assert verified["differences"] == []
    assert {line["formula"] for line in verified["lineage"] if line["place"].startswith("charts/over-time/series")} == {
        "buckets", "copy",
    }  # fmt: skip

    def changed(curve: dict[str, Any]) -> None:
        curve["intervals"]["end_ms"][7] += 1
        curve["resolution"] = "stored"

    assert {place for place, *_ in differences(opened, changed)} == {
        "charts/over-time/series/0/intervals/end_ms/7", "charts/over-time/series/0/resolution",
    }  # fmt: skip


@pytest.mark.in_turn
def test_long_phase_is_frozen_from_samples_not_overview(
    operator: TestClient, anonymous: TestClient, make: Factory, session: Session
) -> None:
    made = make_run_with_series(make, points=(7000,))
    row = session.query(Series).filter_by(run_id=made.run.id, metric="iops", direction="total").one()
    row.overview = old_overview(row)
    session.flush()

    opened = freeze_curves(operator, anonymous, made)

    iops = curves_of(opened)[0]
    assert (iops["t0_ms"], iops["step_ms"], iops["points"], len(iops["mean"])) == (0, 4667, 7000, OVERVIEW_POINTS)
    assert check(opened)["differences"] == []


def old_overview(row: Series) -> bytes:
    """Return an overview as it was made while all rows had equal weight."""
    t_ms, integers = decode_series(row.data)
    first, last = int(t_ms[0]), int(t_ms[-1])
    return encode_overview(build_buckets(t_ms, integers, t0_ms=first, t1_ms=last, max_points=OVERVIEW_POINTS))


def differences(opened: ShareZip, change: Any) -> list[tuple[str, str, int]]:
    """Return the differences of a document with a changed first curve, with formulas and their versions."""
    document = copy.deepcopy(opened.document)
    name = document["charts"]["over-time"]["data"]
    data = json.loads(opened.part(document["parts"][name]["sha256"]))
    change(data["series"][0])
    differing = check(opened, document, with_part(document, name, data), draws=False)["differences"]
    return [(difference["place"], difference["formula"], difference["version"]) for difference in differing]


def test_curve_without_resolution_is_not_computed_again(
    operator: TestClient, anonymous: TestClient, make: Factory
) -> None:
    opened = freeze_curves(operator, anonymous, make_run_with_series(make, points=(65, 35), kinds=KINDS))
    document = copy.deepcopy(opened.document)
    name = document["charts"]["over-time"]["data"]
    data = json.loads(opened.part(document["parts"][name]["sha256"]))
    for curve in data["series"]:
        del curve["resolution"]
    verified = check(opened, document, with_part(document, name, data), draws=False)
    assert verified["differences"] == []
    reasons = {line["why"] for line in verified["lineage"] if line["place"] == "charts/over-time/series/0"}
    assert "it was frozen before curves stated their resolution" in reasons
