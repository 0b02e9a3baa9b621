"""Findings of a subject with the results that they are computed from, each read and computed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.plan import PhaseKind
from storagelab.domain.result import RESULT_KINDS, RunResult
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.results.load import load_results
from storagelab.shares.document.answers import ComparisonView, FrozenView
from storagelab.shares.freezing.computed_findings import compute_findings

_KINDS = tuple(dict.fromkeys((*get_args(PhaseKind), *RESULT_KINDS)))


class SubjectFindings:
    """Computed findings of the runs of a subject, with their results.

    They are computed at the first use. A view with the same answer and names has the same findings.
    """

    def __init__(self) -> None:
        self._results: tuple[tuple[str, ...], list[RunResult]] | None = None
        self._computed: tuple[FrozenView | None, Mapping[str, ComputedFinding]] | None = None

    def load_results(self, session: Session, runs: Sequence[Run]) -> list[RunResult]:
        """Return the results of runs, with the phases that prepare, as a document has them."""
        ids = tuple(str(run.id) for run in runs)
        if self._results is None or self._results[0] != ids:
            self._results = (ids, load_results(session, [run.id for run in runs], kinds=_KINDS))
            self._computed = None
        return self._results[1]

    def compute(self, session: Session, runs: Sequence[Run], view: FrozenView | None) -> Mapping[str, ComputedFinding]:
        """Return the findings by their keys, the lead first."""
        results = self.load_results(session, runs)
        if self._computed is None or not _have_same_findings(self._computed[0], view):
            self._computed = (view, compute_findings(results, view))
        return self._computed[1]


def _have_same_findings(first: FrozenView | None, second: FrozenView | None) -> bool:
    if isinstance(first, ComparisonView) and isinstance(second, ComparisonView):
        return first.answer is second.answer and first.settings.names == second.settings.names
    return first is second
