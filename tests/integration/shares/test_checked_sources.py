"""Tests that change the sources of the numbers of a share one by one and expect place and both values."""

from __future__ import annotations

import datetime as dt
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.integration.shares.checked import add_readings, add_slices, check, make_measured_run
from tests.integration.shares.packed import Change, Frozen, frozen_of
from tests.integration.shares.sharing import freeze
from tests.integration.shares.subjects import Place, make_subject, other_configuration
from tests.integration.shares.test_measured_charts import make_sweep, of_sizes
from tests.report_runs import add_curve, add_phase, add_rounds, falling, make_report_run
from tests.result_factories import make_artifact

from storagelab.config import CHECKOUT
from storagelab.db.models import Run
from storagelab.demo.published import find_engine, read_set
from storagelab.demo.sets import SETS
from storagelab.domain.configuration import encode_canonical_json
from storagelab.formats.registry import find_claims, read_claim
from storagelab.imports.filing import file_result
from storagelab.imports.sources import open_members
from storagelab.results.queries import list_phases
from storagelab.shares.archive.reading import open_zip

pytestmark = pytest.mark.usefixtures("settings")

#: The place of a difference, what is frozen there and what is computed.
Difference = tuple[str, Any, Any]


def outcome(frozen: Frozen, *, draws: bool = False) -> Any:
    """Return the outcome of verifying the whole zip. Charts are drawn only on request."""
    return check(open_zip(io.BytesIO(frozen.zipped())), draws=draws)


def differences(frozen: Frozen, change: Change, *, draws: bool = False) -> list[Difference]:
    """Return the differences after a change to one number with all hashes corrected."""
    verified = outcome(frozen.changed(change), draws=draws)
    return [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ]


def in_part(name: str, change: Callable[[Any], None]) -> Change:
    """Return a change of the JSON of a part."""

    def apply(_: dict[str, Any], parts: dict[str, bytes]) -> None:
        value = json.loads(parts[name])
        change(value)
        parts[name] = encode_canonical_json(value)

    return apply


def count_unverified(verified: Any, place: str) -> int:
    """Return the count of unverified numbers at and below a place, except the tables of charts: nothing draws here."""
    lines = [line for line in verified["lineage"] if not line["place"].endswith("/table")]
    return sum(line["without_source"] for line in lines if line["place"].startswith(place))


STATUS = CHECKOUT / "tests" / "data" / "fio" / "status-mixed-3.33.json"


@pytest.fixture
def measured(make: Factory) -> Run:
    """Provide a run of ours with the readings of its server and histograms over time."""
    run = make_measured_run(make)
    add_readings(make, run)
    add_slices(make, run, STATUS.read_bytes())
    return run


@pytest.mark.in_turn
def test_verify_computes_telemetry_and_latency_histograms(
    operator: TestClient, anonymous: TestClient, measured: Run
) -> None:
    body = [{"chart": "telemetry"}, {"chart": "response-times-1"}]
    whole = frozen_of(anonymous, freeze(operator, measured, raw_files=True, body=body))
    number = f"r-{measured.number}"
    verified = outcome(whole)
    assert verified["differences"] == []
    assert {line["formula"] for line in verified["lineage"]} >= {"readings", "over-time", "buckets"}
    assert (
        count_unverified(verified, f"runs/{number}/series")
        == count_unverified(verified, "charts/response-times-1/cells")
        == 0
    )

    def busier(part: Any) -> None:
        part["integers"][2] += 5

    name = f"runs/{number}/series/1/telemetry/utilisation/total"
    was = json.loads(whole.parts[name])["integers"][2]
    place = f"runs/{number}/series/1/telemetry/utilisation/total/integers/2"
    assert (place, was + 5, was) in differences(whole, in_part(name, busier))

    def faster(document: dict[str, Any], _: dict[str, bytes]) -> None:
        row = next(candidate for candidate in document["runs"][0]["series"] if candidate["metric"] == "temperature")
        row["factor"] *= 2

    place = f"runs/{number}/series/1/telemetry/temperature/total/factor"
    assert (place, 0.002, 0.001) in differences(whole, faster)

    def drawn(data: Any) -> None:
        data["series"][0]["mean"][1] += 1

    differing = differences(whole, in_part("charts/telemetry", drawn))
    assert [(place, was - now) for place, was, now in differing] == [("charts/telemetry/series/0/mean/1", 1)]

    def slower(data: Any) -> None:
        data["cells"]["ios"][0] += 1

    differing = differences(whole, in_part("charts/response-times-1", slower))
    assert [(place, was - now) for place, was, now in differing] == [("charts/response-times-1/cells/ios/0", 1)]

    without = outcome(frozen_of(anonymous, freeze(operator, measured, body=body)))
    assert without["differences"] == []
    assert count_unverified(without, f"runs/{number}/series/1/telemetry") > 10
    assert count_unverified(without, "charts/response-times-1") > 10


@pytest.mark.in_turn
def test_curve_axis_rule_and_duration_are_verified(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    run = make_measured_run(make, finished_at=LONG_AGO + dt.timedelta(seconds=24.5))
    number = f"r-{run.number}"
    whole = frozen_of(anonymous, freeze(operator, run, raw_files=True, body=[{"chart": "over-time"}]))
    assert outcome(whole)["differences"] == []

    def later(data: Any) -> None:
        data["series"][0]["phases"][0]["t1_ms"] += 1

    differing = differences(whole, in_part("charts/over-time", later))
    assert [(where, was - now) for where, was, now in differing] == [("charts/over-time/series/0/phases/0/t1_ms", 1)]

    def looser(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0]["verdict"]["round_seconds"] = 60
        document["runs"][0]["duration_s"] = 20

    differing = differences(whole, looser)
    assert (f"runs/{number}/verdict/round_seconds", 60, 1) in differing
    assert (f"runs/{number}/duration_s", 20, 24.5) in differing


def test_curves_and_minutes_of_an_import(
    operator: TestClient, anonymous: TestClient, session: Session, tmp_path: Path
) -> None:
    """Check logs of two threads, with a row per second for twelve minutes."""
    make = Factory(session)
    for job in (1, 2):
        rows = "".join(f"{1000 * second}, {1000 + 7 * (second % 50) + job}, 0, 4096, 0\n" for second in range(1, 721))
        (tmp_path / f"long_iops.{job}.log").write_text(rows)
    with open_members(tmp_path) as members:
        (name, claim), *_ = find_claims(list(members))[0]
        run = file_result(session, next(iter(read_claim(name, claim))), origin="imported")
        for member in claim.members:
            make_artifact(make, run, member.read(), name=member.name)
        session.flush()
    assert run.verdict is not None
    assert run.verdict["rounds"]
    number = f"r-{run.number}"
    whole = frozen_of(anonymous, freeze(operator, run, raw_files=True, body=[]))
    verified = outcome(whole)
    assert verified["differences"] == []
    assert count_unverified(verified, "runs") == 0

    def change(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0]["verdict"]["rounds"][0] += 1

    was = run.verdict["rounds"][0]
    assert (f"runs/{number}/verdict/rounds/0", was + 1, was) in differences(whole, change)
    row = next(candidate for candidate in whole.document["runs"][0]["series"] if candidate["metric"] == "iops")

    def faster(part: Any) -> None:
        part["integers"][0] += 1

    differing = differences(whole, in_part(row["part"], faster))
    place = f"runs/{number}/series/{row['phase_ordinal']}/{row['source']}/iops/{row['direction']}/integers/0"
    assert [(where, was - now) for where, was, now in differing if where == place] == [(place, 1)]

    # Its rounds follow from its curve where the files stayed in the lab.
    bare = frozen_of(anonymous, freeze(operator, run, body=[]))
    assert outcome(bare)["differences"] == []
    assert (f"runs/{number}/verdict/rounds/0", was + 1, was) in differences(bare, change)


def test_verdict_of_import_is_verified_by_its_release(
    operator: TestClient, anonymous: TestClient, session: Session, tmp_path: Path
) -> None:
    """Check logs that are level for eight minutes, then lower.

    Verdicts are checked by the rule of the release that froze them.
    """
    rows = (f"{1000 * second}, {1000 if second <= 480 else 400}, 0, 4096, 0\n" for second in range(1, 1201))
    (tmp_path / "fresh_iops.1.log").write_text("".join(rows))
    with open_members(tmp_path) as members:
        (name, claim), *_ = find_claims(list(members))[0]
        run = file_result(session, next(iter(read_claim(name, claim))), origin="imported")
        for member in claim.members:
            make_artifact(Factory(session), run, member.read(), name=member.name)
        session.flush()
    assert run.verdict is not None
    assert (run.verdict["window"], run.verdict["passing_window"]) == ([9, 13], [1, 5])
    assert run.verdict["average"] == pytest.approx(400.0)

    def by_the_earlier_rule(document: dict[str, Any], _: dict[str, bytes]) -> None:
        verdict = document["runs"][0]["verdict"]
        verdict |= {
            "window": [1, 5], "first_steady_round": 5, "average": 1000.0, "t0_ms": verdict["t0_ms"] - 480_000,
            "t1_ms": verdict["t1_ms"] - 480_000,
            "sentence": "Steady, rounds 1 to 5: range 0 % (limit 20 %), slope 0 % (limit 10 %). "
            "No longer steady at round 9.",
        }  # fmt: skip
        for part in (verdict, verdict["strict"]):
            del part["level_limit_percent"], part["passing_window"]
        del document["findings"]
        for headline in (document["headline"], document["runs"][0]["headline"]):
            headline[0]["value"] = 1000.0
        document["headline"] = [
            {key: value for key, value in headline.items() if key not in ("workload", "metric", "metric_label")}
            for headline in document["headline"]
        ]

    def of_the_wrong_window(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["runs"][0]["verdict"] |= {"window": [1, 5], "passing_window": None}

    verdict = f"runs/r-{run.number}/verdict"
    for given in (True, False):
        whole = frozen_of(anonymous, freeze(operator, run, raw_files=given, body=[]))
        assert outcome(whole)["differences"] == []
        assert differences(whole, by_the_earlier_rule) == []
        places = [place for place, _, _ in differences(whole, of_the_wrong_window)]
        assert {f"{verdict}/window/0", f"{verdict}/passing_window"} <= set(places)


@pytest.mark.in_turn
def test_published_figures(operator: TestClient, anonymous: TestClient, session: Session) -> None:
    """Check that printed figures of reviews are unverified, because reviews have no raw files.

    Figures derived from them are recomputed.
    """
    for demo_set in SETS:
        results = [result for result in read_set(demo_set) if result.measurements]
        if not results:
            # Rankings alone, which are statements of no run.
            continue
        result = min(results, key=lambda item: len(item.measurements))
        run = file_result(
            session, result, origin="published", engine=find_engine(result), source_title=demo_set.source_title
        )
        whole = frozen_of(anonymous, freeze(operator, run, body=[], confirm_new_author=True))
        assert whole.document["runs"][0]["artifacts"] == []
        verified = outcome(whole)
        assert [
            (difference["place"], difference["frozen"], difference["computed"])
            for difference in verified["differences"]
        ] == []
        whys = {line["why"] for line in verified["lineage"] if "/measurement" in line["place"] and line["why"]}
        assert whys
        assert all(reason.endswith("was not published") for reason in whys)

    # The last of them, with a chart: a figure that was changed is no longer what is drawn.
    whole = frozen_of(anonymous, freeze(operator, run, body=[{"chart": "bars"}], confirm_new_author=True))
    phase = next(phase for phase in whole.document["runs"][0]["phases"] if phase["measurement"])
    figures = ("bandwidth_bytes_per_s", "iops", "latency_mean_ns")
    column = next(name for name in figures if phase["measurement"][name] is not None)
    was = phase["measurement"][column]

    def more(document: dict[str, Any], _: dict[str, bytes]) -> None:
        measured = next(phase for phase in document["runs"][0]["phases"] if phase["measurement"])["measurement"]
        measured[column] += 1
        measured["parts"][0][column] += 1

    place = f"charts/bars/source/r-{run.number}/{phase['ordinal']}/{column}"
    assert (place, was, was + 1) in differences(whole, more)


@pytest.mark.in_turn
def test_a_report_of_pts(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    run = make_report_run(make, "iops")
    add_rounds(make, run, "IOPS")
    key = f"report-r-{run.number}-matrix"
    whole = frozen_of(anonymous, freeze(operator, run, layout="snia", body=[{"chart": key}]))
    verified = outcome(whole)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []
    assert sum(line["equal"] for line in verified["lineage"] if line["formula"] == "report") > 50
    assert count_unverified(verified, "reports") == count_unverified(verified, f"charts/{key}") == 0

    def cell(data: Any) -> None:
        data["values"][1][0] += 1

    differing = differences(whole, in_part(f"charts/{key}", cell))
    assert [(place, was - now) for place, was, now in differing] == [(f"charts/{key}/values/1/0", 1)]
    panels = whole.document["reports"][0]["panels"]
    panel, row, column = next(
        (panel, row, column)
        for panel in panels
        for row, cells in enumerate(panel["rows"])
        for column, value in enumerate(cells)
        if isinstance(value, float)
    )

    def table(document: dict[str, Any], _: dict[str, bytes]) -> None:
        changed_panel = next(
            candidate for candidate in document["reports"][0]["panels"] if candidate["id"] == panel["id"]
        )
        changed_panel["rows"][row][column] *= 2

    was = panel["rows"][row][column]
    place = f"reports/0/panels/{panel['id']}/rows/{row}/{column}"
    assert differences(whole, table) == [(place, 2 * was, was)]


def test_a_write_saturation(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    """Check a write saturation, whose plots are of curves and of the capacity that its job addressed."""
    run = make_report_run(make, "wsat")
    phase = add_phase(
        make, run, 1, "4K random write", {}, t0_ms=0, t1_ms=200 * 60_000,
        stop={"kind": "steady", "round_seconds": 60, "window": 5, "range_limit": 0.2, "slope_limit": 0.1,
              "max_rounds": 200, "spacing": 10},
    )  # fmt: skip
    add_curve(make, phase, 200, falling(9000, 3000))
    body = [{"chart": "report-time"}, {"chart": "report-fills"}]
    whole = frozen_of(anonymous, freeze(operator, run, body=body))
    verified = outcome(whole)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []
    assert count_unverified(verified, "charts") == 0

    def fill(data: Any) -> None:
        data["lines"][0]["x"][-1] *= 2

    differing = differences(whole, in_part("charts/report-fills", fill))
    assert len(differing) == 1
    place, was, now = differing[0]
    assert place.startswith("charts/report-fills/lines/0/x/")
    assert was == pytest.approx(2 * now)


@pytest.fixture
def runs(make: Factory, place: Place, whole_run: Run) -> list[Run]:
    """Provide two runs on one configuration and three on another that differs in one factor."""
    other = other_configuration(make)
    return [
        whole_run,
        make_subject(make, place, iops=1010.0),
        *(make_subject(make, place, iops=iops, configuration=other) for iops in (1300.0, 1290.0, 1310.0)),
    ]


@pytest.mark.in_turn
def test_the_factors_of_a_comparison(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    request = {"kind": "comparison", "run_ids": [str(run.id) for run in runs], "view": {"pooled": True}, "body": []}
    whole = frozen_of(anonymous, freeze(operator, **request))
    verified = outcome(whole)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []
    assert count_unverified(verified, "view") == 0

    def count(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["view"]["answer"]["factors"]["known_count"] += 1

    was = whole.document["view"]["answer"]["factors"]["known_count"]
    assert differences(whole, count) == [("view/answer/factors/known_count", was + 1, was)]
    rows = whole.document["view"]["answer"]["factors"]["rows"]
    number = next(place for place, row in enumerate(rows) if row["state"] == "differs")

    def cell(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["view"]["answer"]["factors"]["rows"][number]["cells"][1]["value"] = "Z9"

    place = f"view/answer/factors/rows/{number}/cells/1"
    assert differences(whole, cell) == [(place, "Z9", rows[number]["cells"][1]["value"])]

    def shown(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["counted"][0]["shown"] += 1

    was = whole.document["counted"][0]["shown"]
    assert differences(whole, shown) == [("counted/0/shown", was + 1, was)]


@pytest.mark.in_turn
def test_ranking_omissions_and_counts_are_verified(
    operator: TestClient, anonymous: TestClient, session: Session, runs: list[Run]
) -> None:
    for run in runs:
        run.rankable = True
        phase = list_phases(session, run_id=run.id)[2]
        phase.state = "cancelled"
    session.flush()
    request = {"kind": "ranking", "view": {"profile": "write-saturation@3"}, "body": []}
    whole = frozen_of(anonymous, freeze(operator, **request))
    answer = whole.document["view"]["answer"]
    left_out = {omission["reason"]: omission["figures"] for omission in answer["left_out"]}
    assert left_out["the phase did not end as planned"] == len(runs)
    verified = outcome(whole)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []
    assert count_unverified(verified, "view") == 0

    def fewer(document: dict[str, Any], _: dict[str, bytes]) -> None:
        document["view"]["answer"]["left_out"][0]["figures"] -= 1

    reason, figures = answer["left_out"][0]["reason"], answer["left_out"][0]["figures"]
    assert differences(whole, fewer) == [(f"view/answer/left_out/{reason}", figures - 1, figures)]

    def counts(document: dict[str, Any], _: dict[str, bytes]) -> None:
        workload = document["view"]["answer"]["workloads"][0]
        workload["counted"] = not workload["counted"]

    was = answer["workloads"][0]["counted"]
    # The finding is computed from the answer, so it differs too.
    changed = differences(whole, counts)
    assert ("view/answer/workloads/counted/0", not was, was) in changed
    assert {place for place, *_ in changed if not place.startswith("view/")} <= {
        "findings/0/basis/workload", "findings/0/sentence",
    }  # fmt: skip


def test_charts_of_varied_parameters_are_verified(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place, session: Session
) -> None:
    """Check that the points of these charts are found again in the measurements, by the code of the front end."""
    sizes = [size << 10 for size in (4, 8, 64, 128)]
    first = make_sweep(make, place, of_sizes(*sizes))
    second = make_sweep(make, place, of_sizes(*sizes, factor=1.5))
    second.configuration_id = other_configuration(make).id
    session.flush()
    session.expire(second)
    whole = frozen_of(anonymous, freeze(operator, first, body=[{"chart": "block-size"}]))
    verified = outcome(whole, draws=True)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []
    assert count_unverified(verified, "charts") == 0

    def point(data: Any) -> None:
        data["curves"][0]["points"][1]["values"]["iops"] += 1

    differing = differences(whole, in_part("charts/block-size", point), draws=True)
    places = {where: was - now for where, was, now in differing if isinstance(was, float) and isinstance(now, float)}
    assert places["charts/block-size/curves/0/points/1/values/iops"] == 1

    request = {"kind": "comparison", "run_ids": [str(first.id), str(second.id)], "body": [{"chart": "parallel-1"}]}
    both = frozen_of(anonymous, freeze(operator, **request))
    verified = outcome(both, draws=True)
    assert [
        (difference["place"], difference["frozen"], difference["computed"]) for difference in verified["differences"]
    ] == []

    def line(data: Any) -> None:
        data["lines"][1]["values"]["iops"] *= 2

    differing = differences(both, in_part("charts/parallel-1", line), draws=True)
    assert "charts/parallel-1/lines/1/values/iops" in {where for where, _, _ in differing}
