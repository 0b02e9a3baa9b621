"""Reports of SNIA PTS, built again from the phases, bins and series of their runs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from storagelab.analysis.latency_slices import merge_slices
from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import ReportInput, Tail, Test
from storagelab.domain.result import PhaseResult, SeriesRef
from storagelab.errors import StorageLabError
from storagelab.evaluate.report_curves import METRICS, build_curves
from storagelab.evaluate.reports import choose_phases, collect_report_points, list_stop_rules, tail_of
from storagelab.reports.views import describe_report
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.timed import find_phase_slices
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport

#: The panel of a write saturation whose far percentiles come from histograms over time.
_TAIL_PANEL = "response-times"
OLD = "its document does not hold the stop rules of its loops"
_NO_SLICES = "its far percentiles are of histograms over time, whose raw file was not published"
#: Fields in `reports` of a panel: a plot has its numbers in its chart.
_PANEL_FIELDS = ("title", "kind", "empty", "note")
_OF_TABLE = ("columns", "rows")


@dataclass(frozen=True, slots=True)
class Built:
    """A report as the lab describes it; `without` are panels that cannot be built, by their ids, and why."""

    described: Mapping[str, Any]
    without: Mapping[str, str]

    def panel(self, name: str) -> Mapping[str, Any] | None:
        """Return a panel by its id."""
        return next((panel for panel in self.described["panels"] if panel["id"] == name), None)


class Reports:
    """The reports of the runs of a share, each built once on first use."""

    def __init__(self, share: FrozenShare) -> None:
        self._share = share
        self._built: dict[tuple[str, str], Built | None] = {}

    def of(self, number: str, test: str) -> Built | None:
        """Return the report of `test` for a run by its number.

        None where the document does not hold the stop rules of the loops of the run.
        """
        key = (number, test)
        if key not in self._built:
            run = self._share.run(number)
            self._built[key] = _build(self._share, run, cast("Test", test))
        return self._built[key]


def check_reports(share: FrozenShare, reports: Reports, verification: VerificationReport) -> None:
    """Check the reports of a share against its runs.

    The system facts in the header of a report are free text, and are not checked.
    """
    for number, report in enumerate(share.document.get("reports") or ()):
        place = f"reports/{number}"
        try:
            _check(report, reports.of(report["run"], report["test"]), place, verification)
        except (*MALFORMED, StorageLabError) as error:
            verification.add_malformed(place, error, formula=formulas.REPORT, source=f"runs/{report.get('run')}")


def _check(report: Json, built: Built | None, place: str, verification: VerificationReport) -> None:
    if built is None:
        verification.add_unverified(place, report, OLD)
        return
    source = f"runs/{report['run']}"
    computed = {name: built.described[name] for name in ("test", "title", "steady", "sentence")}
    # Of the header its last block alone is of what was measured.
    computed["header"], frozen_header = built.described["header"][-1], report["header"][-1]
    frozen = {**{name: report[name] for name in computed}, "header": frozen_header}
    verification.compare(place, frozen, computed, formula=formulas.REPORT, source=source)
    ids = [panel["id"] for panel in built.described["panels"]]
    verification.compare(
        f"{place}/panels/ids", [panel["id"] for panel in report["panels"]], ids, formula=formulas.REPORT, source=source
    )
    for panel in report["panels"]:
        _check_panel(panel, built, f"{place}/panels/{panel['id']}", source, verification)


def _check_panel(panel: Json, built: Built, place: str, source: str, verification: VerificationReport) -> None:
    computed = built.panel(panel["id"])
    if panel["id"] in built.without:
        verification.add_unverified(place, panel, built.without[panel["id"]])
        return
    names = (*_PANEL_FIELDS, *_OF_TABLE) if panel["kind"] == "table" else _PANEL_FIELDS
    verification.compare(
        place, {name: panel[name] for name in names}, {name: (computed or {}).get(name) for name in names},
        formula=formulas.REPORT, source=source,
    )  # fmt: skip


def _build(share: FrozenShare, run: Json, test: Test) -> Built | None:
    lineage, number = run.get("lineage"), run["number"]
    if lineage is None:
        return None
    chosen = choose_phases(share.result(number).phases, test)
    tails, without = _collect_tail_percentiles(share, run, chosen.with_tails)
    given = ReportInput(
        test=test,
        points=collect_report_points(
            chosen.phases,
            share.part_bins(number, chosen.with_bins),
            _compute_processor_means(share, run) if test == "dirth" else {},
        ),
        curves=build_curves(chosen.with_curves, share.stored_curves(number, _is_drawn)) if chosen.with_curves else {},
        tails=tails,
        rules=list_stop_rules(lineage["loops"], chosen.outside),
        capacity_bytes=lineage["capacity_bytes"],
    )
    # As a document holds it: no tuple is a list only by chance.
    return Built(json.loads(json.dumps(describe_report(build_report(given)))), without)


def _is_drawn(series: SeriesRef) -> bool:
    return series.metric in METRICS and series.source != TELEMETRY and series.job == 0


def _compute_processor_means(share: FrozenShare, run: Json) -> dict[int, float | None]:
    """Return the mean processor load of the server by phase ordinal, for phases with readings."""
    return {
        series["phase_ordinal"]: float((share.columns(series)[1] * series["factor"]).mean())
        for series in run["series"]
        if (series["source"], series["metric"]) == (TELEMETRY, "cpu")
    }


def _collect_tail_percentiles(
    share: FrozenShare, run: Json, phases: Sequence[PhaseResult]
) -> tuple[dict[int, Tail], dict[str, str]]:
    """Return far percentiles over time by phase ordinal, and the panels that lack theirs.

    The second value maps the id of a panel that cannot be built without them to the reason.
    """
    with_series = {series["phase_ordinal"] for series in run["series"]}
    tails = {}
    without = {}
    for phase in phases:
        if phase.ordinal not in with_series:
            continue
        timed_slices = find_phase_slices(share, run, phase.ordinal)
        if timed_slices is None:
            without[_TAIL_PANEL] = _NO_SLICES
        elif timed_slices[0]:
            tails[phase.ordinal] = tail_of(merge_slices(list(timed_slices[0].values())))
    return tails, without
