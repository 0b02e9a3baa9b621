"""Order of imports: several run side by side; people without one go before second imports."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Import

READING, STORING = "reading", "storing"
#: Limit of imports processed side by side: the attempts of running jobs need the other threads.
MAX_CONCURRENT = 3
#: Fewer than that are of one person, so that the first upload of another one finds a place.
MAX_CONCURRENT_OF_ONE = 2


@dataclass(frozen=True, slots=True)
class Waiting:
    """An unclaimed import that waits; `person` is None for those whose account was removed."""

    id: uuid.UUID
    person: uuid.UUID | None
    state: str

    @property
    def task(self) -> str:
        """Return the name of the task that reads or stores the waiting import."""
        return "read_import" if self.state == READING else "store_import"


def find_claimable(session: Session, now: dt.datetime) -> list[Waiting]:
    """Return the waiting imports that may be claimed now, the next one first.

    Empty while all places are taken.
    """
    working = Import.state.in_((READING, STORING))
    active = session.scalars(
        select(Import.created_by).where(working, Import.tries > 0, Import.claimed_until > now)
    ).all()
    if len(active) >= MAX_CONCURRENT:
        return []
    # Uploads in order: one that was read is stored before a later one is read.
    order = Import.created_at, Import.id
    place = func.row_number().over(partition_by=Import.created_by, order_by=order)
    waiting = (
        select(Import.id, Import.created_by, Import.state, Import.created_at, place.label("place"))
        .where(working, or_(Import.tries == 0, Import.claimed_until.is_(None), Import.claimed_until <= now))
        .subquery()
    )
    rows = session.execute(
        select(waiting).where(waiting.c.place <= MAX_CONCURRENT_OF_ONE).order_by(waiting.c.created_at, waiting.c.id)
    ).all()
    return choose_next_imports(active, [Waiting(row.id, row.created_by, row.state) for row in rows])


def choose_next_imports(active: Sequence[uuid.UUID | None], waiting: Sequence[Waiting]) -> list[Waiting]:
    """Return which of the `waiting` imports take the places that the `active` imports leave free.

    `waiting` is in order of arrival; `active` are the people of the imports under way. Each place goes to one of those
    with the fewest imports under way, and among these to the one that came first.
    """
    held = Counter(active)
    line = list(waiting)
    chosen: list[Waiting] = []
    while len(active) + len(chosen) < MAX_CONCURRENT:
        allowed = [candidate for candidate in line if held[candidate.person] < MAX_CONCURRENT_OF_ONE]
        if not allowed:
            break
        chosen.append(min(allowed, key=lambda candidate: held[candidate.person]))
        line.remove(chosen[-1])
        held[chosen[-1].person] += 1
    return chosen
