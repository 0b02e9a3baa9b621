"""Material of charts out of a share document: its runs, series, bins and raw files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from storagelab.analysis.latency_slices import merge_slices
from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.reports.figures import Test
from storagelab.domain.finding import Finding
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import READINGS
from storagelab.domain.result import RunResult
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.columns import Columns, build_columns
from storagelab.evaluate.latency import ResultLatency, find_timed_interval
from storagelab.evaluate.latency_over_time import TimedDirection
from storagelab.evaluate.results import list_results
from storagelab.evaluate.sampled_phases import SampledPhase, list_phase_starts
from storagelab.shares.charts.material import MaterialMissing
from storagelab.shares.charts.panels import OF_ANSWERS, build_panels_input, is_panel
from storagelab.shares.charts.varied import build_request
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.verification.chart_curves import read_axis, read_curve
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.readings import NOTHING_DRAWS, ChartCode
from storagelab.shares.verification.reports import OLD as WITHOUT_RULES
from storagelab.shares.verification.reports import Reports
from storagelab.shares.verification.timed import find_phase_slices
from storagelab.workbench.document import WorkbenchDocument

#: Reasons why charts are not checked.
_OLD = "its document does not hold all settings of its phases"
_NO_RAW = "the raw file that its histograms over time were read from was not published"


class FrozenMaterial:
    """Material of a document, as `charts.material.DocumentMaterial` describes it.

    What many charts share is computed once, on first use.
    """

    def __init__(self, share: FrozenShare, reports: Reports, code: ChartCode | None) -> None:
        self._share, self._reports, self._code = share, reports, code
        self._latencies: dict[str, list[ResultLatency]] = {}
        self._timed: dict[tuple[str, int], tuple[TimedDirection, str]] = {}
        self._varied: dict[tuple[str, ...], list[Json]] = {}
        self._panels: Mapping[str, Json] | None = None
        self._panels_missing: MaterialMissing | None = None

    @property
    def view(self) -> Json | None:
        view: Json | None = self._share.document["view"]
        return view

    @property
    def findings(self) -> Sequence[Finding]:
        return [frozen.finding for frozen in self._share.typed.findings]

    def run(self, number: str) -> RunResult:
        return self._share.result(number)

    def link_limit(self, number: str) -> Json | None:
        limit: Json | None = self._share.run(number)["link_limit"]
        return limit

    def columns(self, numbers: Sequence[str]) -> Columns:
        runs = [self.run(number) for number in numbers]
        if not all(result.measurement.has_load for run in runs for result in list_results(run)):
            raise MaterialMissing(_OLD)
        later = self._share.find_later_percentiles()
        return {name: values for name, values in build_columns(runs).items() if name not in later}

    def axis(self, number: str, of: str) -> Json:
        return read_axis(self._share, number, of)

    def curve(self, number: str, metric: str, *, of: str = "all", telemetry: bool = False) -> Json:
        return read_curve(self._share, number, metric, of=of, telemetry=telemetry)

    def latencies(
        self, number: str, *, ordinals: Collection[int] | None = None, cdf: bool = True
    ) -> list[ResultLatency]:
        if number not in self._latencies:
            self._latencies[number] = self._share.latencies(number)
        chosen = [
            latency for latency in self._latencies[number] if ordinals is None or latency.phase_ordinal in ordinals
        ]
        return chosen if cdf else [_remove_shares(latency) for latency in chosen]

    def timed(self, number: str, ordinal: int) -> TimedDirection:
        return self._read_timed(number, ordinal)[0]

    def timed_source(self, number: str, ordinal: int) -> str:
        return self._read_timed(number, ordinal)[1]

    def _read_timed(self, number: str, ordinal: int) -> tuple[TimedDirection, str]:
        if (number, ordinal) not in self._timed:
            run = self._share.run(number)
            timed_slices = find_phase_slices(self._share, run, ordinal)
            if timed_slices is None:
                raise MaterialMissing(_NO_RAW)
            slices, source = timed_slices
            result = next(candidate for candidate in self.run(number).phases if candidate.ordinal == ordinal)
            parts = result.measurement.parts if result.measurement is not None else ()
            of, result_ios = find_timed_interval(parts, TOTAL)
            merged = merge_slices(list(slices.values()))
            self._timed[number, ordinal] = TimedDirection(result, merged, of, result_ios), source
        return self._timed[number, ordinal]

    def report_panel(self, number: str, test: Test, panel: str) -> Json | None:
        built = self._reports.of(number, test)
        reason = WITHOUT_RULES if built is None else built.without.get(panel)
        if built is None or reason is not None:
            raise MaterialMissing(reason or WITHOUT_RULES)
        return built.panel(panel)

    def varied(self, numbers: Sequence[str], metric: str) -> list[Json]:
        code, key = self._require_code(), (*numbers, metric)
        if key not in self._varied:
            request = build_request(self, numbers, metric)
            try:
                self._varied[key] = list(code.offer(request))
            except ChartImagesUnavailable as error:
                raise MaterialMissing(error.message.rstrip(".")) from error
        return self._varied[key]

    def panel(self, panel_id: str) -> Json:
        if self._panels_missing is not None:
            raise self._panels_missing
        if self._panels is None:
            try:
                self._panels = self._draw_panels()
            except MaterialMissing as missing:
                self._panels_missing = missing
                raise
        return self._panels.get(panel_id, {})

    def _draw_panels(self) -> dict[str, Json]:
        code, settings = self._require_code(), (self.view or {})["settings"]
        charts = self._share.document["charts"].values()
        panels = [chart["settings"]["panel"] for chart in charts if is_panel(self.view, chart)]
        request = build_panels_input(
            self,
            [run["number"] for run in self._share.runs],
            WorkbenchDocument.model_validate(settings["workbench"]),
            [panel for panel in panels if panel["chart"] not in OF_ANSWERS],
        )
        try:
            drawn = code.draw_panels({**request, "names": settings["names"]})
        except ChartImagesUnavailable as error:
            raise MaterialMissing(error.message.rstrip(".")) from error
        return {panel["id"]: panel for panel in drawn["panels"]}

    def drawn_runs(self, numbers: Sequence[str]) -> list[Json]:
        return [_describe_run(self._share.run(number)) for number in numbers]

    def _require_code(self) -> ChartCode:
        if self._code is None:
            raise MaterialMissing(NOTHING_DRAWS)
        return self._code


def _remove_shares(latency: ResultLatency) -> ResultLatency:
    """Return the response times of a result without their cumulative shares."""
    distributions = tuple(structs.replace(distribution, cdf=None) for distribution in latency.distributions)
    return structs.replace(latency, distributions=distributions)


def _describe_run(run: Json) -> Json:
    read = {series["metric"] for series in run["series"] if series["source"] == TELEMETRY}
    sampled = {series["phase_ordinal"] for series in run["series"] if series["source"] != TELEMETRY}
    phases = [
        SampledPhase(
            phase["ordinal"], phase["kind"], parse_round_name(phase["name"], phase["round"]), phase["t0_ms"] or 0
        )
        for phase in sorted(run["phases"], key=lambda item: item["ordinal"])
        if phase["ordinal"] in sampled
    ]
    verdict = run["verdict"] or {}
    return {
        "number": run["number"],
        "state": run["state"],
        "started_at": run["started_at"],
        "verdict": verdict.get("status"),
        "series": [phase.ordinal for phase in phases],
        "phases": [structs.asdict(start) for start in list_phase_starts(phases)],
        "steady_ms": verdict.get("t0_ms"),
        "readings": [name for name in READINGS if name in read],
        "link_limit": run["link_limit"],
    }
