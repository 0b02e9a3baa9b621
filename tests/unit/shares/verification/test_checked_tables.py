"""Tests of the table of a campaign: one changed interval, ideal, loss or rebuild time is detected."""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from tests.unit.shares.completed import complete

from storagelab.analysis.pivot import Observation
from storagelab.analysis.pivot_levels import CONDITION, DRIVES, LEVEL
from storagelab.analysis.pivot_snapshot import order_names
from storagelab.domain.campaigns import RebuildTimes
from storagelab.evaluate.pivot_rows import PivotRows
from storagelab.pivots.pivot import PivotRequest, build_pivot
from storagelab.shares.document.answers import FrozenResults
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.measurements import _verify_outstanding
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport
from storagelab.shares.verification.views import _check_campaign

Json = dict[str, Any]
READS = "workload.reads"
#: By run: level, drives, percent of reads, array condition, IOPS.
MEASURED: dict[str, tuple[str, int, float, str, float]] = {
    "r-1": ("JBOD", 1, 0.0, "optimal", 100.0),
    "r-2": ("JBOD", 1, 0.0, "optimal", 104.0),
    "r-3": ("JBOD", 1, 0.0, "optimal", 99.0),
    "r-4": ("JBOD", 1, 100.0, "optimal", 400.0),
    "r-5": ("RAID 5", 8, 0.0, "optimal", 250.0),
    "r-6": ("RAID 5", 8, 0.0, "optimal", 260.0),
    "r-7": ("RAID 5", 8, 0.0, "optimal", 258.0),
    "r-8": ("RAID 5", 8, 0.0, "rebuilding", 120.0),
    "r-9": ("RAID 0", 4, 0.0, "optimal", 380.0),
}
REBUILD = RebuildTimes(member_returned_s=1_700_000_010.25, phases_began_s=1_700_000_000.5, at_rest_ms=75_000.0)


def observation(run: str) -> Observation:
    level, drives, reads, condition, iops = MEASURED[run]
    factors = {LEVEL: level, DRIVES: str(drives), "workload.name": "4K", READS: f"{reads:g} %", CONDITION: condition}
    return Observation(
        run=run, source="", factors=factors, values={"iops": iops}, reads=reads, random=100.0, block_bytes=4096,
        rebuild_seconds=REBUILD.seconds if condition == "rebuilding" else None,
    )  # fmt: skip


@pytest.fixture(scope="module")
def frozen() -> tuple[Json, Results]:
    """Provide the document of a campaign as far as its table is checked, and the results of its runs."""
    read = PivotRows([observation(run) for run in MEASURED], [], order_names({}))
    pivot = build_pivot(
        read, PivotRequest(LEVEL, DRIVES, None, "iops", {READS: "0 %", CONDITION: "optimal"}, "mean"), runs=[]
    )
    figures = dict.fromkeys(("iops", "bytes_per_s", "latency_mean_ns", "latency_p99_ns"))
    line = {
        "phase": None,
        "figures": [
            {
                **figures, "state": "rebuilding", "cell_state": "measured", "repeats": [], "run_numbers": ["r-8"],
                "rebuild_seconds": REBUILD.seconds, "reason": None,
            }
        ],
        "workload": "write", "configuration": "RAID 5", "row": 0, "generation": 1, "figure": None,
    }  # fmt: skip
    results = msgspec.to_builtins(complete(FrozenResults, {"states": ["rebuilding"], "lines": [line]}))
    answer: Json = {"pivot": pivot.model_dump(mode="json"), "results": results}
    times = {
        "member_returned_s": REBUILD.member_returned_s,
        "phases_began_s": REBUILD.phases_began_s,
        "at_rest_ms": 75e3,
    }
    document = {
        "view": {"settings": {"statistic": "mean"}, "answer": answer},
        "runs": [{"number": run, "lineage": {"rebuild": times if run == "r-8" else None}} for run in MEASURED],
    }
    rows = {
        run: [{"phase_name": "4K", "phase_state": "finished", "iops": iops, "read_percent": reads,
               "random_percent": 100.0}]
        for run, (_, _, reads, _, iops) in MEASURED.items()
    }  # fmt: skip
    return document, Results(cast("Any", rows))


def check(document: Json, results: Results) -> VerificationReport:
    """Return the verification of the campaign without its verdicts."""
    verification = VerificationReport()
    share = cast(
        "FrozenShare", SimpleNamespace(document=document, runs=document["runs"], results=[], has_findings=True)
    )
    _check_campaign(share, document["view"]["answer"], results, verification)
    verification.differences = [
        difference
        for difference in verification.differences
        if "/pivot/" in difference.place or "/results/" in difference.place
    ]
    return verification


def scaled(document: Json, level: str) -> Json:
    scale_point: Json = next(
        point for point in document["view"]["answer"]["pivot"]["scale"] if point["level"] == level and point["ideal"]
    )
    return scale_point


def cell(document: Json, level: str) -> Json:
    cells = document["view"]["answer"]["pivot"]["cells"]
    matching_cell: Json = next(
        candidate for candidate in cells if candidate["row"] == level and candidate["value"] is not None
    )
    return matching_cell


def test_unchanged_document_has_no_differences(frozen: tuple[Json, Results]) -> None:
    document, results = frozen
    verification = check(document, results)
    assert verification.differences == []
    formulas = {line.formula.name for line in verification.lines if line.formula is not None and line.equal}
    assert {"pivot", "ideal", "rebuild", "scaling"} <= formulas
    assert [line.reason for line in verification.lines if line.without_source] == []


def test_ideal_scales_a_single_drive_by_level(frozen: tuple[Json, Results]) -> None:
    document, _ = frozen
    assert scaled(document, "RAID 0")["ideal"] == pytest.approx(4 * 101)
    # Two reads and two writes on the drives for every write.
    assert scaled(document, "RAID 5")["ideal"] == pytest.approx(8 / (2 / 400 + 2 / 101))


def change_ideal(document: Json) -> None:
    scaled(document, "RAID 5")["ideal"] += 1


def change_single(document: Json) -> None:
    """Make a single drive faster in a document, with an ideal and an efficiency that fit."""
    point = scaled(document, "RAID 0")
    point["ideal_from"]["singles"][0]["value"] *= 2
    point["ideal"] *= 2
    point["efficiency_percent"] /= 2


def change_level(document: Json) -> None:
    scaled(document, "RAID 5")["ideal_from"]["level"] = "RAID6"


def change_load(document: Json) -> None:
    scaled(document, "RAID 5")["ideal_from"]["read_percent"] = 30.0


def change_spread(document: Json) -> None:
    scaled(document, "RAID 5")["spread"]["most"] += 1


def loss(document: Json) -> Json:
    (single_loss,) = document["view"]["answer"]["pivot"]["losses"]
    return cast("Json", single_loss)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (change_ideal, "/ideal"),
        (change_single, "/ideal_from/singles/0/value"),
        (change_level, "/ideal_from/level"),
        (change_load, "/ideal_from/read_percent"),
        (change_spread, "/spread/most"),
        (lambda document: cell(document, "RAID 5").update(ci95_low=240.0), "/ci95_low"),
        (lambda document: cell(document, "RAID 5").update(ci95_high=None), "/ci95_high"),
        (lambda document: cell(document, "RAID 5").update(cov_percent=0.1), "/cov_percent"),
        (lambda document: cell(document, "RAID 0").update(ci95_low=1.0), "/ci95_low"),
        (lambda document: loss(document).update(percent=90.0), "/losses/0/percent"),
        (lambda document: loss(document)["optimal_spread"].update(ci95_low=1.0), "/losses/0/optimal/ci95_low"),
        (lambda document: loss(document)["spread"].update(least=1.0), "/losses/0/value/least"),
        (lambda document: loss(document).update(rebuild_seconds=5.0), "/losses/0/rebuild_seconds"),
        (
            lambda document: document["view"]["answer"]["results"]["lines"][0]["figures"][0].update(
                rebuild_seconds=9.0
            ),
            "/lines/0/figures/0/rebuild_seconds",
        ),
        (
            lambda document: document["runs"][7]["lineage"]["rebuild"].update(at_rest_ms=80_000.0),
            "/lines/0/figures/0/rebuild_seconds",
        ),
        (
            lambda document: document["runs"][7]["lineage"].update(rebuild={"at_rest_ms": "x"}),
            "/lines/0/figures/0/rebuild_seconds",
        ),
    ],
)
def test_one_changed_number_is_found(frozen: tuple[Json, Results], change: Callable[[Json], Any], place: str) -> None:
    document, results = copy.deepcopy(frozen[0]), frozen[1]
    change(document)
    assert any(difference.place.endswith(place) for difference in check(document, results).differences)


def test_older_documents_without_sources_are_unverified(frozen: tuple[Json, Results]) -> None:
    document, results = copy.deepcopy(frozen[0]), frozen[1]
    for point in document["view"]["answer"]["pivot"]["scale"]:
        del point["ideal_from"], point["spread"]
    del loss(document)["spread"], loss(document)["optimal_spread"]
    for run in document["runs"]:
        del run["lineage"]["rebuild"]
    verification = check(document, results)
    assert verification.differences == []
    assert {(line.reason or "")[:26] for line in verification.lines if line.without_source} == {
        "it was frozen before docume"[:26]
    }


@pytest.mark.parametrize(
    ("origin", "workload", "frozen_value", "outcome"),
    [
        ("measured", {"threads": 4, "queue_depth": 8}, 32, (1, 0, 0)),
        ("measured", {"threads": 4, "queue_depth": 8}, 33, (0, 1, 0)),
        ("measured", {}, 32, (0, 1, 0)),
        ("imported", {"threads": 4, "queue_depth": 8, "outstanding_ios": 64}, 64, (1, 0, 0)),
        ("imported", {"threads": 4, "queue_depth": 8, "outstanding_ios": 64}, 32, (0, 1, 0)),
        ("published", {}, 32, (0, 0, 1)),
        ("published", {}, None, (0, 0, 0)),
    ],
)
def test_requests_in_flight(
    origin: str, workload: Json, frozen_value: int | None, outcome: tuple[int, int, int]
) -> None:
    verification = VerificationReport()
    phase = {"measurement": {"outstanding_ios": frozen_value}, "workload": workload}
    _verify_outstanding({"origin": origin}, phase, "here", verification)
    total = verification.total()
    assert (total["equal"], total["different"], total["without_source"]) == outcome
