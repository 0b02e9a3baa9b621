"""Panels of a workbench drawn again by the code of the pages, from the measurements of a share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from storagelab.analysis.packing import TELEMETRY
from storagelab.comparisons.drawn import describe_phases
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import READINGS
from storagelab.results.queries import SampledPhase
from storagelab.shares.freezing.panels import build_panels_input
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.latency_results import compute_latencies
from storagelab.shares.verification.measured import OLD, MeasuredCharts
from storagelab.shares.verification.readings import NOTHING_DRAWS, ChartCode
from storagelab.workbench.document import WorkbenchDocument

#: Their data are an answer of the lab, and are checked by its cells.
OF_ANSWERS = frozenset({"heat_map", "rank"})


class WorkbenchPanels:
    """The panels of a share by their ids, all drawn together on first use."""

    def __init__(self, share: FrozenShare, measured: MeasuredCharts, code: ChartCode | None) -> None:
        self._share, self._measured, self._code = share, measured, code
        self._results: dict[str, list[dict[str, Any]]] = {}
        self._drawn: Mapping[str, Json] | None = None
        self._reason: str | None = None

    def has(self, chart: Json) -> bool:
        """Return whether a chart is a panel of a workbench."""
        return "workbench" in self._settings() and isinstance(chart["settings"].get("panel"), Mapping)

    def find(self, panel_id: str) -> tuple[Json | None, str | None]:
        """Return the drawing of a panel by its id and None, or None and the reason why it is missing."""
        if self._drawn is None and self._reason is None:
            try:
                self._drawn = self._draw()
            except ChartImagesUnavailable as error:
                self._reason = error.message.rstrip(".")
        return (self._drawn or {}).get(panel_id), self._reason

    def results_of(self, number: str) -> list[dict[str, Any]]:
        """Return the results of a run by its number, with their latency distributions."""
        if number not in self._results:
            self._results[number] = msgspec.to_builtins(compute_latencies(self._share, number))
        return self._results[number]

    def _settings(self) -> Json:
        view = self._share.document["view"] or {}
        settings: Json = view.get("settings") or {}
        return settings

    def _draw(self) -> dict[str, Json]:
        if self._code is None:
            raise ChartImagesUnavailable(NOTHING_DRAWS)
        settings = self._settings()
        numbers = [run["number"] for run in self._share.runs]
        source = self._measured.columns(numbers)
        if source is None:
            raise ChartImagesUnavailable(OLD)
        shown = [chart["settings"]["panel"] for chart in self._share.document["charts"].values() if self.has(chart)]
        panels = [panel for panel in shown if panel["chart"] not in OF_ANSWERS]
        with_percentiles = any(panel["chart"] == "percentiles" for panel in panels)
        source_data = build_panels_input(
            WorkbenchDocument.model_validate(settings["workbench"]),
            panels=panels,
            comparison={
                **self._share.document["view"]["answer"],
                "runs": [_describe_run(run) for run in self._share.runs],
            },
            source=source,
            latencies={number: [_remove_bins(result) for result in self.results_of(number)] for number in numbers}
            if with_percentiles
            else {},
        )
        drawn = self._code.draw_panels({**source_data, "names": settings["names"]})
        return {drawn_panel["id"]: drawn_panel for drawn_panel in drawn["panels"]}


def _remove_bins(result: Json) -> Json:
    return {**result, "distributions": [{**distribution, "cdf": None} for distribution in result["distributions"]]}


def _describe_run(run: Json) -> Json:
    """Return the facts of a run that charts need, in the form of `GET /comparison`."""
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
        "phases": [phase.model_dump() for phase in describe_phases(phases)],
        "steady_ms": verdict.get("t0_ms"),
        "readings": [name for name in READINGS if name in read],
        "link_limit": run["link_limit"],
    }
