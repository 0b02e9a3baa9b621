"""Results that the findings of a share are computed from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.plan import PhaseKind
from storagelab.domain.result import RESULT_KINDS, RunResult
from storagelab.results.load import load_results


def load_finding_results(session: Session, runs: Sequence[Run]) -> list[RunResult]:
    """Return the results of runs that findings are computed from, with the phases that prepare."""
    kinds = tuple(dict.fromkeys((*get_args(PhaseKind), *RESULT_KINDS)))
    return load_results(session, [run.id for run in runs], kinds=kinds)
