"""The demo data over HTTP: whether they are there, out with them, and back again."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from sqlalchemy.orm import Session

from storagelab.auth.audit import record_event
from storagelab.auth.dependencies import CurrentUser
from storagelab.demo import load
from storagelab.http.references import format_row_number
from storagelab.http.schemas import Strict
from storagelab.http.session import SessionDep

router = APIRouter()


class DemoMeasurement(Strict):
    """Runs that Storage Lab measured on virtual servers, by their numbers, and the share they came with.

    `share` is null when that was removed.
    """

    name: Literal["precondition", "campaign", "sweep", "regression", "rebuild"]
    share: str | None
    runs: list[str]


class DemoData(Strict):
    """The results that a new lab shows. `run_count` is 0 when they were removed.

    Runs that are not in `measured` were published by others. `servers` are the numbers of virtual servers with the
    history of their hardware.
    """

    run_count: int
    measured: list[DemoMeasurement]
    servers: list[str]


class DemoDataRemoval(Strict):
    """Result of a removal. `preserved_runs` are the numbers of runs that a live permalink leads to: they stay."""

    removed_count: int
    preserved_runs: list[str]


@router.get("/demo-data")
def get_demo_data(session: SessionDep) -> DemoData:
    """Show how many runs of demo data there are, which Storage Lab measured, and the servers."""
    return _describe_demo_data(session)


@router.delete("/demo-data")
def remove_demo_data(session: SessionDep, user: CurrentUser) -> DemoDataRemoval:
    """Remove the demo data until they are restored. Runs with a live permalink stay."""
    removal = load.remove_demo_data(session)
    record_event(
        session, user_id=user.user_id, action="demo_data_removed", subject="demo-data", removed=removal.removed
    )
    return DemoDataRemoval(
        removed_count=removal.removed, preserved_runs=[format_row_number(run) for run in removal.preserved]
    )


@router.post("/demo-data")
def restore_demo_data(session: SessionDep, user: CurrentUser) -> DemoData:
    """Restore the demo data. Runs that are still in the lab are not filed again."""
    filed = load.restore_demo_data(session)
    record_event(session, user_id=user.user_id, action="demo_data_restored", subject="demo-data", filed=filed)
    return _describe_demo_data(session)


def _describe_demo_data(session: Session) -> DemoData:
    measured = [
        DemoMeasurement.model_validate(
            {
                "name": measured_set.name,
                "share": format_row_number(measured_set.share) if measured_set.share else None,
                "runs": [format_row_number(run) for run in measured_set.runs],
            }
        )
        for measured_set in load.list_measured_sets(session)
    ]
    return DemoData(
        run_count=load.count_demo_runs(session),
        measured=measured,
        servers=[format_row_number(server) for server in load.list_demo_servers(session)],
    )
