"""Schemas of the life of a drive. Unknown is null."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from storagelab.http.schemas import NumberedName, Strict
from storagelab.inventory.history_schemas import EnduranceForecast


class WearPoint(Strict):
    """The share of the rated endurance that was used at one time."""

    at: dt.datetime
    used_percent: float


class DriveNeighbours(Strict):
    """Other drives of the same model: those of the same server, else those of the lab.

    `wear` is the median over them of the last reading of each week. `used_percent` and `temperature_c` are medians of
    what they reported last.
    """

    scope: Literal["server", "lab"]
    drive_count: int
    wear: list[WearPoint]
    used_percent: float | None
    temperature_c: float | None


class TemperatureDay(Strict):
    """The readings of one UTC day."""

    day: dt.date
    low_c: float
    mean_c: float
    high_c: float


class WrittenWeek(Strict):
    """Bytes written to a drive in the week from Monday `start` on, 00:00 UTC, by what wrote them.

    A run with health readings at its begin and its end wrote what the drive counted between them. Of that,
    `preparation_bytes` is what its preparation and its preconditioning phases are known to have written. Any other run
    wrote what the lab counted. `other_bytes` is everything else that the drive counted. Bytes between two readings are
    spread evenly over the time between them. Null where the counter was not read or fell, or where what a run wrote is
    unknown.
    """

    start: dt.date
    run_bytes: int | None
    preparation_bytes: int | None
    other_bytes: int | None


class DrivePlace(Strict):
    """A place that the drive was seen in."""

    server: NumberedName
    drive_number: str
    place: str
    slot: str | None
    present: bool
    first_seen_at: dt.datetime
    last_seen_at: dt.datetime


class DriveLife(Strict):
    """The history of a drive over a period: wear, temperature, bytes written, and its places, newest first.

    `wear` is the last reading of each day, by the basis of the forecast. The forecast and the places are of all time.
    `since` is null for all readings there are.
    """

    since: dt.datetime | None
    forecast: EnduranceForecast
    wear: list[WearPoint]
    neighbours: DriveNeighbours | None
    temperature: list[TemperatureDay]
    weeks: list[WrittenWeek]
    places: list[DrivePlace]
