"""Material of charts out of the lab, read when a chart is offered or drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, get_args

import orjson
from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import Test
from storagelab.analysis.series_codec import OVERVIEW_POINTS
from storagelab.comparisons.drawn import describe_drawn
from storagelab.db.models import Phase, Run, Series
from storagelab.db.references import format_row_number
from storagelab.domain.metrics import READINGS
from storagelab.domain.plan import PhaseKind
from storagelab.domain.result import RESULT_KINDS, RunResult
from storagelab.domain.samples import TOTAL
from storagelab.evaluate.columns import Columns, build_columns
from storagelab.evaluate.latency import ResultLatency
from storagelab.evaluate.latency_over_time import TimedDirection
from storagelab.evaluate.series import TimeWindow, is_phase_of
from storagelab.latency import over_time
from storagelab.latency.distributions import read_distributions
from storagelab.reports.input import read_report_input
from storagelab.reports.views import describe_report
from storagelab.results.load import build_phase, load_results
from storagelab.results.queries import find_run, list_phases, list_phases_with_series
from storagelab.results.reports import find_report
from storagelab.results.views import describe_link_limit
from storagelab.series import queries
from storagelab.series.views import describe_run_series, encode_series_answer
from storagelab.shares.charts.varied import build_request
from storagelab.shares.freezing.subject import remove_ids
from storagelab.shares.pictures import offer_charts

Json = Mapping[str, Any]
#: Of all phases, also those that prepare.
_KINDS = tuple(dict.fromkeys((*get_args(PhaseKind), *RESULT_KINDS)))


class LiveMaterial:
    """Material of runs of the lab, as `charts.material.LabMaterial` describes it.

    `view` is the view over them in the form of the document. Charts of one run share what is read of it.
    """

    def __init__(self, session: Session, runs: Sequence[Run], view: Json | None = None) -> None:
        self._session = session
        self._runs = {format_row_number(run): run for run in runs}
        self.numbers = tuple(self._runs)
        self.view = view
        self._columns: dict[tuple[str, ...], Columns] = {}
        self.run = cache(self._load_run)
        self.report = cache(self._build_report)
        self._list_phases = cache(self._load_phases)

    def _load_run(self, number: str) -> RunResult:
        (run,) = load_results(self._session, [self._runs[number].id], kinds=_KINDS, parts=True)
        return run

    def _build_report(self, number: str) -> Json | None:
        # The runs of a subject may have been read without what a report needs.
        run = find_run(self._session, str(self._runs[number].id))
        test = find_report(run)
        return None if test is None else describe_report(build_report(read_report_input(self._session, run, test)))

    def _load_phases(self, number: str) -> list[Phase]:
        return list_phases(self._session, run_id=self._runs[number].id)

    def link_limit(self, number: str) -> Json | None:
        limit = describe_link_limit(self._runs[number].configuration)
        return limit.model_dump(mode="json") if limit is not None else None

    def columns(self, numbers: Sequence[str]) -> Columns:
        key = tuple(numbers)
        if key not in self._columns:
            runs = load_results(self._session, [self._runs[number].id for number in numbers], measured=True)
            columns = build_columns(runs)
            columns["run_id"] = list(columns["run_number"])
            self._columns[key] = columns
        return self._columns[key]

    def has_curves(self, number: str) -> bool:
        return bool(self._list_sampled_phases(number))

    def curve_metrics(self, number: str) -> Collection[str]:
        of_run = (Series.run_id == self._runs[number].id, Series.source != TELEMETRY)
        return frozenset(self._session.scalars(select(Series.metric).where(*of_run).distinct()))

    def has_telemetry(self, number: str) -> bool:
        of_run = (Series.run_id == self._runs[number].id, Series.source == TELEMETRY)
        return bool(self._session.scalar(select(exists().where(*of_run))))

    def curve(self, number: str, metric: str, *, of: str = "all", telemetry: bool = False) -> Json:
        phases = [phase for phase in self._list_phases(number) if is_phase_of(build_phase(phase), of)]
        return self._draw_curve(number, phases, metric, of=of, telemetry=telemetry)

    def whole_curve(self, number: str, metric: str) -> Json:
        phases, sampled = self._list_phases(number), self._list_sampled_phases(number)
        chosen, of = (sampled, str(sampled[0].ordinal)) if len(sampled) == 1 else (phases, "all")
        return self._draw_curve(number, chosen, metric, of=of, telemetry=metric in READINGS)

    def _list_sampled_phases(self, number: str) -> list[Phase]:
        phases = self._list_phases(number)
        with_series = list_phases_with_series(self._session, phase_ids=[phase.id for phase in phases])
        return [phase for phase in phases if phase.id in with_series]

    def _draw_curve(self, number: str, phases: Sequence[Phase], metric: str, *, of: str, telemetry: bool) -> Json:
        """Return the drawn curve of one metric over `phases`, in the form of `GET /series`.

        Long phases are drawn from their samples too, and the share freezes the samples with the curve: a stored
        overview is as old as its phase.
        """
        drawn = queries.draw_series(
            self._session,
            phases=phases,
            metric=metric,
            direction=TOTAL,
            window=TimeWindow(),
            max_points=OVERVIEW_POINTS,
            telemetry=telemetry,
            stored=True,
            overviews=False,
        )
        run = self._runs[number]
        answer = describe_run_series(run, phases, drawn, metric=metric, direction=TOTAL, phase=of)
        read: Json = remove_ids(orjson.loads(encode_series_answer(answer)))
        return read

    def latencies(
        self, number: str, *, ordinals: Collection[int] | None = None, cdf: bool = True
    ) -> list[ResultLatency]:
        return read_distributions(self._session, run_id=self._runs[number].id, ordinals=ordinals, cdf=cdf)

    def timed_phases(self, number: str) -> list[Json]:
        return list(over_time.list_timed_phases(self._session, run_id=self._runs[number].id))

    def timed(self, number: str, ordinal: int) -> TimedDirection:
        run_id = self._runs[number].id
        return over_time.read_timed_direction(
            self._session, run_id=run_id, run_number=number, ordinal=ordinal, direction=TOTAL
        )

    def report_panel(self, number: str, test: Test, panel: str) -> Json | None:
        report = self.report(number)
        panels: Sequence[Json] = report["panels"] if report is not None and report["test"] == test else ()
        return next((candidate for candidate in panels if candidate["id"] == panel), None)

    def varied(self, numbers: Sequence[str], metric: str) -> list[Json]:
        return list(offer_charts(build_request(self, numbers, metric)))

    def drawn_runs(self, numbers: Sequence[str]) -> list[Json]:
        drawn = describe_drawn(self._session, [self._runs[number] for number in numbers])
        described: list[Json] = remove_ids([run.model_dump(mode="json") for run in drawn])
        return described
