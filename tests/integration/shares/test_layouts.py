"""Tests of layouts for campaigns and SNIA PTS tests: sections, all forms, numbers of the lab."""

from __future__ import annotations

import datetime as dt
import io
import uuid
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import body, submit
from tests.integration.campaigns.machine import Machine
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.report_runs import add_rounds, make_report_run
from tests.result_factories import make_configuration
from tests.unit.domain.configuration_samples import make_array, make_snapshot

from storagelab.config import Settings
from storagelab.db.models import Configuration, Drive, Job, Measurement, Phase, Run
from storagelab.shares.document.share import convert_document
from storagelab.shares.page.build import page_of
from storagelab.shares.page.model import AuthorText, PageSection, PageTable, SharePageModel

Document = dict[str, Any]
SHOWN = {"redaction": {"names": True, "serials": True}}


@pytest.fixture(autouse=True)
def _front_end(settings: Settings) -> None:
    """Provide the built front end, which draws the charts."""


@pytest.fixture
def drives(make: Factory) -> list[Drive]:
    """Provide four drives that may be destroyed."""
    server = make.server(name="atlas-17", discovered_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    created = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", model="P5520", firmware="1.0")
        for name in "abcd"
    ]
    for drive in created:
        make.enrolment(drive)
    return created


@pytest.fixture
def campaign(
    operator: TestClient,
    session: Session,
    drives: list[Drive],
    scope: Callable[[], AbstractContextManager[Session]],
    recorded: dict[tuple[str, str], Configuration],
) -> dict[str, Any]:
    """Provide a campaign of JBOD, RAID 10 and RAID 5 under a sweep and a write, optimal and rebuilding.

    Each cell runs three times.
    """
    made = submit(operator, body(drives, repeats=3))
    machine = Machine(scope, drives[0].server_id)
    assert machine.run_to_end(uuid.UUID(made["id"])) == "finished"
    rows = session.execute(
        select(Measurement, Run.repeat_index, Job.name, Phase)
        .join(Run, Run.id == Measurement.run_id)
        .join(Phase, Phase.id == Measurement.phase_id)
        .join(Job, Job.id == Run.job_id)
    )
    for measurement, repeat, name, phase in rows:
        share = 0.3 if "rebuild" in name.lower() else 1.0
        level = 1.0 if "JBOD" in name else 0.4
        measurement.iops = (measurement.iops or 0) * share * level * (1 + repeat / 100)
        measurement.latency_mean_ns = 1e9 / measurement.iops
        measurement.outstanding_ios, measurement.queue_depth = phase.outstanding_ios, phase.queue_depth
    for run, name in session.execute(select(Run, Job.name).join(Job, Job.id == Run.job_id)):
        run.completeness = "complete"
        condition = "rebuilding" if "rebuild" in name.lower() else "optimal"
        configuration = next(
            (candidate for (label, seen), candidate in recorded.items() if label in name and seen == condition), None
        )
        run.configuration_id = configuration.id if configuration is not None else None
    session.flush()
    return made


@pytest.fixture
def recorded(make: Factory) -> dict[tuple[str, str], Configuration]:
    """Return the configurations of the runs of each layout, by the names of their jobs and the state of the array."""
    configurations = {("JBOD", "optimal"): make_configuration(make, "Four single drives", **_snapshot())}
    for label, level in (("RAID 10", "raid10"), ("RAID 5", "raid5")):
        for condition in ("optimal", "rebuilding"):
            array = make_array(level=level, condition=condition)
            name = f"{label} of 4 x PM1653, {condition}"
            configurations[label, condition] = make_configuration(make, name, **_snapshot(arrays=[array]))
    return configurations


def _snapshot(**changes: Any) -> dict[str, Any]:
    snapshot = {**make_snapshot(), "arrays": []} | changes
    del snapshot["name"]
    return snapshot


@pytest.fixture
def pts_run(make: Factory) -> Run:
    """Provide a whole IOPS test: the rounds of a real drive."""
    run = make_report_run(make, "iops")
    add_rounds(make, run, "IOPS")
    return run


def section(page: SharePageModel, anchor: str) -> PageSection:
    return next(candidate for candidate in page.sections if candidate.id == anchor)


def tables_of(page_section: PageSection, title: str = "") -> list[PageTable]:
    """Return the tables of a section whose titles begin with `title`."""
    tables = [block for block in page_section.blocks if isinstance(block, PageTable)]
    return [table for table in tables if (table.title or "").startswith(title)]


def page_of_share(anonymous: TestClient, share: dict[str, Any]) -> tuple[SharePageModel, Document]:
    document = read_document(anonymous, share)
    parts = read_parts(anonymous, share, document)
    return page_of(convert_document(document), parts.__getitem__), document


def check_prints(anonymous: TestClient, share: dict[str, Any], *, expected_text: str) -> None:
    page = anonymous.get(path_of(share))
    assert page.status_code == 200
    assert expected_text in page.text
    pdf = anonymous.get(path_of(share) + ".pdf")
    assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-"), pdf.text[:300]
    workbook = anonymous.get(path_of(share) + ".xlsx")
    with zipfile.ZipFile(io.BytesIO(workbook.content)) as book:
        assert expected_text in book.read("xl/sharedStrings.xml").decode()


@pytest.mark.in_turn
def test_review_has_the_numbers_of_its_campaign(
    operator: TestClient, anonymous: TestClient, campaign: dict[str, Any]
) -> None:
    results = operator.get(f"/api/v1/campaigns/{campaign['number']}/results").json()
    share = freeze(operator, kind="campaign", campaign=campaign["number"], layout="review", **SHOWN)
    page, document = page_of_share(anonymous, share)
    assert document["share"]["layout"] == "review"
    assert document["view"]["settings"]["statistic"] == "mean"

    assert [page_section.id for page_section in page.sections] == [
        "figures", "findings", "numbers", "tested", "method", "caveats", "data", "set-up", "runs", "phases", "jobs",
    ]  # fmt: skip
    lines = {(line["configuration"], line["workload"], line["phase"]): line for line in results["lines"]}
    tables = tables_of(section(page, "numbers"), "IOPS")
    printed = {
        (column.title, row[0].value): cell.value
        for table in tables
        for row in table.rows
        for column, cell in zip(table.columns[1:], row[1:], strict=True)
    }
    measured = {
        (f"{line['configuration']}, {figures['state']}", _name(line, lines)): figures["iops"]
        for line in lines.values()
        for figures in line["figures"]
        if line["phase"] is not None and figures["cell_state"] != "impossible"
    }
    assert printed == measured
    assert all(measured.values())
    (missing,) = tables_of(section(page, "numbers"), "Missing results")
    assert [[cell.value for cell in row[:4]] for row in missing.rows] == [
        ["JBOD of 4 drives", workload, "rebuilding", "impossible"] for workload in ("read (smoke)", "write (smoke)")
    ]
    assert all(len(table.columns) <= 7 for table in tables)

    (rebuilds,) = tables_of(section(page, "numbers"), "Rebuild time")
    before, after = rebuilds.rows[0][3].value, rebuilds.rows[0][4].value
    assert rebuilds.rows[0][5].value == pytest.approx(after / before)
    check_prints(anonymous, share, expected_text="Rebuild time, and latency meanwhile")


def _name(line: dict[str, Any], lines: dict[Any, Any]) -> str:
    phases = {phase for _, workload, phase in lines if workload == line["workload"] and phase is not None}
    return line["workload"] if len(phases) == 1 else f"{line['workload']}, {line['phase']}"


@pytest.mark.in_turn
def test_review_charts_and_verdicts_follow_its_tables(
    operator: TestClient, anonymous: TestClient, campaign: dict[str, Any]
) -> None:
    refused = freeze(operator, kind="campaign", campaign=campaign["number"], layout="snia", status=422)
    assert "no profile of these runs is a test of SNIA PTS" in refused["detail"]
    results = operator.get(f"/api/v1/campaigns/{campaign['number']}/results").json()
    share = freeze(operator, kind="campaign", campaign=campaign["number"], layout="review", **SHOWN)
    page, document = page_of_share(anonymous, share)
    charts = {chart.key: chart for chart in page.charts()}
    assert set(charts) == {"results-1", "results-2", "left-iops", "sweep-1", "sweep-2"}
    settings = document["charts"]["results-1"]["settings"]
    line_of = {
        line["configuration"]: line
        for line in results["lines"]
        if (line["workload"], line["phase"]) == (settings["workload"], settings["phase"])
    }
    drawn = {(cell["row"], cell["column"]): cell for cell in charts["results-1"].data["cells"]}
    assert len(drawn) == 6
    for configuration, line in line_of.items():
        for figures in line["figures"]:
            cell = drawn[configuration, figures["state"]]
            assert cell["value"] == figures["iops"]
            if figures["repeats"]:
                values = [repeat["iops"] for repeat in figures["repeats"]]
                assert (cell["n"], cell["least"], cell["most"]) == (3, min(values), max(values))

    answer = document["view"]["answer"]
    sentences = [verdict["sentence"] for verdict in answer["verdicts"]]
    assert any("reaches 60 % fewer IOPS than" in sentence for sentence in sentences)
    assert any("while rebuilding has 30 % of its IOPS" in sentence for sentence in sentences)
    assert answer["baseline"] in answer["rule"]
    assert document["headline"][0]["relative_percent"] == pytest.approx(-60, abs=1e-6)
    assert document["headline"][0]["baseline_label"] == answer["baseline"]


@pytest.mark.in_turn
def test_campaign_page_uses_one_statistic_throughout(
    operator: TestClient, anonymous: TestClient, campaign: dict[str, Any]
) -> None:
    share = freeze(operator, kind="campaign", campaign=campaign["number"], **SHOWN)
    page, document = page_of_share(anonymous, share)
    assert not [chart.caption for chart in page.charts() if "edian" in chart.caption]
    by_value = {
        figures["iops"]
        for line in document["view"]["answer"]["results"]["lines"]
        for figures in line["figures"]
        if figures["iops"] is not None
    }
    cells = [cell for chart in page.charts() if chart.kind == "factor-bars" for cell in chart.data["cells"]]
    drawn = {cell["value"] for cell in cells if cell["state"] == "measured"}
    assert drawn
    assert all(any(value == pytest.approx(stored, rel=1e-12) for stored in by_value) for value in drawn)
    check_prints(anonymous, share, expected_text="Results of the campaign")


@pytest.mark.in_turn
def test_a_test_of_pts_is_a_report(
    operator: TestClient, anonymous: TestClient, viewer: TestClient, pts_run: Run
) -> None:
    report = viewer.get(f"/api/v1/runs/{pts_run.id}/report").json()
    share = freeze(operator, pts_run, layout="snia", author="The lab", **SHOWN)
    page, _ = page_of_share(anonymous, share)
    assert page.kicker == "Frozen report in the layout of SNIA PTS"
    assert operator.get(f"/api/v1/shares/{share['number']}/options").json()["layout"] == "snia"
    assert [page_section.id for page_section in page.sections][:3] == ["figures", f"test-r-{pts_run.number}", "header"]

    header = {row.label: row.value for block in section(page, "header").blocks for row in getattr(block, "rows", ())}
    assert header["Reported by"] == "The lab"
    assert header["CPU"] == "not recorded"
    assert header["Rounds of the measurement window"] == report["header"][-1]["facts"][0]["value"]

    test = section(page, f"test-r-{pts_run.number}")
    # The plot of the results comes first, the others are in the order of the rule.
    (first,) = [block.title for block in section(page, "figures").blocks if hasattr(block, "title")]
    assert first == "IOPS by block size and mix"
    titles = [block.title for block in test.blocks if hasattr(block, "title")]
    assert titles == [panel["title"] for panel in report["panels"] if panel["title"] != first]
    panels = {panel["id"]: panel for panel in report["panels"]}
    (table,) = tables_of(test)
    assert [[cell.value for cell in row] for row in table.rows] == panels["determination"]["rows"]
    matrix = next(chart for chart in page.charts() if chart.kind == "report-matrix")
    assert matrix.data["values"] == panels["matrix"]["values"]
    assert matrix.table is not None
    assert [[cell.value for cell in row[1:]] for row in matrix.table.rows] == panels["matrix"]["values"]
    check_prints(anonymous, share, expected_text="Steady state determination data")


def test_omitted_plot_is_marked_as_not_included(operator: TestClient, anonymous: TestClient, pts_run: Run) -> None:
    key = f"report-r-{pts_run.number}-matrix"
    share = freeze(operator, pts_run, layout="snia", body=[{"text": "Ours."}, {"chart": key}])
    page, _ = page_of_share(anonymous, share)
    test = section(page, f"test-r-{pts_run.number}")
    texts = [block.text for block in test.blocks if hasattr(block, "text")]
    assert "Steady state convergence, 100 % writes: not included by the author." in texts
    plot, text = section(page, "figures").blocks
    assert text == AuthorText("Ours.")
    assert [chart.key for chart in page.charts()] == [key]
    assert plot == page.charts()[0]


def test_layouts_that_do_not_fit_are_refused(operator: TestClient, run: Run) -> None:
    for layout in ("review", "snia"):
        refused = freeze(operator, run, layout=layout, status=422)
        assert [error["path"] for error in refused["errors"]] == ["layout"]


def test_options_propose_the_charts_of_the_layout(operator: TestClient, pts_run: Run) -> None:
    request = {"kind": "run", "run_id": str(pts_run.id), "layout": "snia"}
    offer = operator.post("/api/v1/shares/options", json=request).json()
    proposed = [chart["kind"] for chart in offer["charts"] if chart["default"]]
    assert proposed == [
        *["report-lines"] * 4, "report-matrix", "report-lines", "report-bars",
    ]  # fmt: skip
