"""Tests of the registry of charts, and of the check of a chart by its kind."""

from __future__ import annotations

from typing import Any

import orjson

from storagelab.shares.charts.registry import CHARTS, find_chart
from storagelab.shares.verification.charts import check_charts
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.reports import Reports
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport

RUN: dict[str, Any] = {
    "number": "r-1", "title": "Sweep", "origin": "measured", "state": "finished", "scale": "full", "engine": "fio",
    "engine_version": None, "profile": None, "source": None, "configuration": None, "invalid": None, "phases": [],
    "series": [], "verdict": {"sentence": "Steady.", "average": 5.0, "rounds": [{"round": 1, "value": 5.0}]},
}  # fmt: skip


def verified(kind: str, data: Any, *, settings: dict[str, Any] | None = None) -> VerificationReport:
    content = orjson.dumps(data)
    document = {
        "charts": {"one": {"kind": kind, "data": "charts/one", "settings": settings or {}, "runs": ["r-1"]}},
        "parts": {"charts/one": {"sha256": "a", "size_bytes": len(content)}},
        "share": {"kind": "run"}, "view": None, "configurations": [], "runs": [RUN],
    }  # fmt: skip
    share, report = FrozenShare(document, {"a": content}.__getitem__), VerificationReport()
    check_charts(share, Results({}), Reports(share), None, report)
    return report


def test_each_kind_of_chart_is_registered_once() -> None:
    kinds = [chart.kind for chart in CHARTS]
    assert len(set(kinds)) == len(kinds)
    assert [find_chart(kind) for kind in kinds] == list(CHARTS)


def test_data_are_drawn_again_and_compared() -> None:
    assert verified("rounds", RUN["verdict"]).total() == {"equal": 4, "different": 0, "without_source": 0}
    (difference,) = verified("rounds", {**RUN["verdict"], "average": 6.0}).differences
    assert (difference.place, difference.frozen, difference.computed) == ("charts/one/average", 6.0, 5.0)


def test_missing_material_is_the_reason() -> None:
    (line,) = verified("block-size", {"points": [1.0, 2.0]}, settings={"metric": "iops"}).lines
    assert (line.without_source, line.reason) == (2, "the code of the charts cannot run here")
    (line,) = verified("report-lines", {"id": "rounds", "lines": [3]}, settings={"test": "wsat"}).lines
    assert (line.without_source, line.reason) == (1, "its document does not hold the stop rules of its loops")


def test_fields_without_a_formula_have_no_source() -> None:
    (line,) = verified("preconditioning", {"series": [], "limit": 7}).lines
    assert (line.without_source, line.reason) == (
        1,
        "it is a setting of the drawing, or no formula is known for it here",
    )
    assert verified("of a later release", {"limit": 7}).total()["without_source"] == 1


def test_malformed_chart_is_different() -> None:
    assert verified("preconditioning", {"series": [{}]}).total()["different"] == 1
    assert verified("rounds", ["no fields"]).total()["different"] == 2
