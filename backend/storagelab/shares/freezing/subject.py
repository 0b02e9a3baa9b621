"""Subject of a share with its runs and available charts."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.errors import Conflict
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.http.references import format_number, format_row_number
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.document.answers import FrozenView
from storagelab.shares.document.share import FrozenReport
from storagelab.shares.freezing.finding_results import SubjectFindings
from storagelab.shares.options import Layout

Kind = Literal["run", "comparison", "ranking", "campaign"]
#: Fields that point at rows of the living lab. A document names things by their numbers.
_LIVING = frozenset({"id", "run_id"})


@dataclass(frozen=True, slots=True)
class OmittedRun:
    """A run or panel of a dashboard that a share of it does not have, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Subject:
    """Subject of a share: every run behind a number, the view and the available charts.

    `view` is None for a run; else it holds `settings` and the unchanged `answer` of the lab. `reports` are
    those of SNIA PTS tests, for the layout that prints them. `left_out` lists the parts of a dashboard that its share
    does not have. `findings` keeps what was computed for charts, options and the document.
    """

    kind: Kind
    runs: tuple[Run, ...]
    charts: tuple[OfferedChart, ...]
    view: FrozenView | None = None
    layout: Layout = "plain"
    reports: tuple[FrozenReport, ...] = ()
    left_out: tuple[OmittedRun, ...] = ()
    findings: SubjectFindings = field(default_factory=SubjectFindings, compare=False, repr=False)

    def compute_findings(self, session: Session) -> Mapping[str, ComputedFinding]:
        """Return the computed findings by their keys, the lead first. Results are read at the first call alone."""
        return self.findings.compute(session, self.runs, self.view)


def require_shareable(run: Run) -> None:
    """Raise Conflict for a run that is still going on or in the trash."""
    if RunState(run.state) not in RUN_TERMINAL:
        raise Conflict(f"{format_number(Run, run.number)} is still {run.state}: share it when it has ended.")
    if run.trashed_at is not None:
        raise Conflict(f"{format_number(Run, run.number)} is in the trash: restore it before you share it.")


def list_run_numbers(runs: Sequence[Run]) -> tuple[str, ...]:
    """Return the short numbers of runs."""
    return tuple(format_row_number(run) for run in runs)


def remove_ids(value: Any) -> Any:
    """Return a JSON value without the ids of database rows."""
    if isinstance(value, Mapping):
        return {key: remove_ids(item) for key, item in value.items() if key not in _LIVING}
    if isinstance(value, list | tuple):
        return [remove_ids(item) for item in value]
    return str(value) if isinstance(value, uuid.UUID) else value
