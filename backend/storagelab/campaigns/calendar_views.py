"""The calendar of a campaign: when its cells ran and will run, on each of its servers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from storagelab.campaigns.matrix_views import describe_server, format_cell_title
from storagelab.campaigns.plan_schemas import CalendarEntry, CampaignCalendar
from storagelab.campaigns.reading import (
    JobOfCell,
    add_seconds,
    compute_pace,
    estimate_remaining_seconds,
    read_cells,
    read_jobs,
    read_shares,
)
from storagelab.campaigns.table import parse_layout
from storagelab.db.clock import read_clock
from storagelab.db.models import Campaign, CampaignCell
from storagelab.domain.campaigns import CAMPAIGN_TERMINAL, CELL_ENDED, CELL_UNDER_WAY, CellState


def describe_calendar(session: Session, campaign: Campaign) -> CampaignCalendar:
    """Return the calendar of a campaign: its cells that have begun and those expected.

    Expected times follow the durations of the cells so far.
    """
    now = read_clock(session)
    shares = read_shares(session, campaign)
    cells = read_cells(session, [part for _, part in shares])
    jobs = read_jobs(session, [cell.id for part_cells in cells.values() for cell in part_cells])
    items: list[CalendarEntry] = []
    for first, part in shares:
        lane = _Lane(part, first, cells[part.id], jobs, now)
        items += sorted(lane.seen(), key=lambda slot: slot.starts_at)
        if part.state not in CAMPAIGN_TERMINAL:
            items += lane.iterate_pending_cells()
    return CampaignCalendar(items=items)


class _Lane:
    """The slots of one server."""

    def __init__(
        self,
        campaign: Campaign,
        first: int,
        cells: Sequence[CampaignCell],
        jobs: Mapping[Any, JobOfCell],
        now: dt.datetime,
    ) -> None:
        self._campaign, self._first, self._cells, self._jobs, self._now = campaign, first, cells, jobs, now
        self._server = describe_server(campaign.server)
        self._pace = compute_pace(cells)

    def seen(self) -> Iterator[CalendarEntry]:
        """Yield the cells that have begun."""
        for cell in self._cells:
            if cell.started_at is None or cell.state not in {*CELL_ENDED, *CELL_UNDER_WAY, CellState.NOT_MEASURED}:
                continue
            ends = cell.finished_at or add_seconds(self._now, self._left(cell))
            yield self._build_entry(cell, cell.started_at, ends, "known" if cell.finished_at else "likely")

    def iterate_pending_cells(self) -> Iterator[CalendarEntry]:
        """Yield the cells that have not begun, one after the other."""
        begins = add_seconds(self._now, sum(self._left(cell) for cell in self._cells if cell.state in CELL_UNDER_WAY))
        planned = [cell for cell in self._cells if cell.state == CellState.PLANNED and cell.column is not None]
        at = self._now
        for cell in self._cells:
            if cell.state == CellState.WAITING and cell.started_at is None:
                ends = add_seconds(at, self._left(cell))
                yield self._build_entry(cell, at, ends, "likely")
                at = ends
        at = max(at, begins)
        for index, cell in enumerate(sorted(planned, key=lambda cell: (cell.position or 0, cell.generation))):
            ends = add_seconds(at, self._left(cell))
            yield self._build_entry(cell, at, ends, "likely" if index == 0 else "rough")
            at = ends

    def _left(self, cell: CampaignCell) -> float:
        return estimate_remaining_seconds(cell, self._now, self._pace)

    def _build_entry(self, cell: CampaignCell, starts: dt.datetime, ends: dt.datetime, certainty: Any) -> CalendarEntry:
        title, row = cell.title or "A step between cells", None
        if cell.column is not None and cell.row is not None:
            title = format_cell_title(parse_layout(self._campaign.rows[cell.row]), self._campaign.columns[cell.column])
            row = self._first + cell.row
        job_number, run_number = self._jobs.get(cell.id, (None, None))
        return CalendarEntry(
            server=self._server,
            row=row,
            column=cell.column,
            generation=cell.generation,
            title=title,
            job_number=job_number,
            run_number=run_number,
            starts_at=starts,
            ends_at=max(ends, starts),
            certainty=certainty,
        )
