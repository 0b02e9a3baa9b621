"""Report that a run can be drawn as, by its profile or the catalogue profile of that name."""

from __future__ import annotations

from typing import cast, get_args

from storagelab.analysis.reports.figures import Test
from storagelab.db.models import Run
from storagelab.profiles.catalogue import load_catalogue

_TESTS: tuple[str, ...] = get_args(Test)


def find_report(run: Run) -> Test | None:
    """Return the SNIA test that a run carried out, such as `wsat`; None for any other run.

    The profile has to be loaded with the run.
    """
    if run.profile is None:
        return None
    test = run.profile.definition.get("report")
    if test is None and (entry := load_catalogue().get(run.profile.name)) is not None:
        # Rows that were stored before profiles named their report are of the catalogue, whose names never change.
        test = entry.report
    return cast(Test, test) if test in _TESTS else None
