"""Badges that a reader must know before using a number that was not measured here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from storagelab.analysis.littles_law import TOLERANCE
from storagelab.domain.result import BadgeValues
from storagelab.domain.results import ObservedMeasurement

#: No tool that records its start is older; a clock that was never set shows 1970 or the like.
_EARLIEST = dt.datetime(2005, 1, 1, tzinfo=dt.UTC)
#: So far a machine's time zone may be off.
_ZONES = dt.timedelta(days=1)
#: Longer details are cut: a badge is read in passing, the raw file is one click away.
_DETAIL_CHARACTERS = 2000


def _make_badge(code: str, label: str, level: str, detail: str) -> BadgeValues:
    return {"code": code, "label": label, "level": level, "detail": detail}


IMPORTED = _make_badge(
    "imported",
    "Imported, not measured here",
    "info",
    "Read from result files. Conditions that the files do not state are unknown.",
)
PUBLISHED = _make_badge(
    "published",
    "Published, not measured here",
    "info",
    "Values as published by the source. Conditions it does not state are unknown.",
)
TRUNCATED = _make_badge(
    "truncated", "Cut off", "warn", "A file ends early. Everything that is complete in it was read."
)
ENGINE_ERROR = "engine_error"
NOT_STEADY = "rounds_not_steady"
ESTIMATED_PERCENTILES = _make_badge(
    "estimated_percentiles",
    "Percentiles estimated",
    "info",
    "The file has a coarse histogram. Percentiles are interpolated within its steps.",
)
_OF_FORMATS = {
    "truncated": TRUNCATED,
    "best_of_n": _make_badge(
        "best_of_n", "Best of several", "info", "The tool repeats the test and prints the best result, not the mean."
    ),
    "reconstructed": _make_badge(
        "reconstructed", "Reconstructed", "warn", "The source was damaged. This row was reconstructed from it."
    ),
    "as_printed": _make_badge(
        "as_printed", "As published", "warn", "The source publishes this unusual value. See its note."
    ),
    NOT_STEADY: _make_badge(NOT_STEADY, "Rounds not steady", "warn", "The rounds of the test never became steady."),
}
_OF_ORIGINS = {"imported": (IMPORTED,), "published": (PUBLISHED,)}


def build_origin_badges(origin: str) -> tuple[BadgeValues, ...]:
    """Return the badge of a run that was not measured here."""
    return _OF_ORIGINS.get(origin, ())


def build_entry_badges(entries: Iterable[ObservedMeasurement]) -> list[BadgeValues]:
    """Return the badges of one phase: errors of the engine and the marks of the format reader."""
    badges: dict[str, BadgeValues] = {}
    for entry in entries:
        for code in entry.badges:
            badges[code] = _OF_FORMATS.get(code) or {"code": code, "label": code.replace("_", " "), "level": "info"}
        if entry.error is not None:
            badges.setdefault(
                ENGINE_ERROR, _make_badge(ENGINE_ERROR, "Engine error", "error", f"The engine reports: {entry.error}")
            )
    return list(badges.values())


def run_badges(entries: Sequence[ObservedMeasurement]) -> list[BadgeValues]:
    """Return the badges of a whole run.

    The badge for rounds that never became steady names its phases if it applies to only some of them.
    """
    badges = build_entry_badges(entries)
    names = [entry.name for entry in entries if NOT_STEADY in entry.badges]
    if names and len(names) < len(entries):
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        detail = f"The rounds of {shown} never became steady."
        return [{**badge, "detail": detail} if badge["code"] == NOT_STEADY else badge for badge in badges]
    return badges


def build_figure_badges(*, little_ratio: float | None, percentiles_estimated: bool) -> list[BadgeValues]:
    """Return the badges that the figures of one phase imply."""
    badges = [ESTIMATED_PERCENTILES] if percentiles_estimated else []
    if little_ratio is not None and little_ratio > 1 + TOLERANCE:
        detail = f"IOPS times latency is {little_ratio:.2f} times the requested I/Os in flight."
        badges.append(_make_badge("littles_law", "Values contradict each other", "warn", detail))
    elif little_ratio is not None and little_ratio < 1 - TOLERANCE:
        detail = f"By Little's law only {100 * little_ratio:.0f} % of the requested I/Os were in flight."
        badges.append(_make_badge("queue_not_full", "Queue not full", "info", detail))
    return badges


def build_clock_badges(began: dt.datetime | None, *, now: dt.datetime) -> list[BadgeValues]:
    """Return the badges about the clock of a machine, from the start time of its run."""
    if began is None or _EARLIEST <= began <= now + _ZONES:
        return []
    fault = "is still to come" if began > now else "is older than the tool itself"
    detail = (
        f"The files date the run to {began:%-d %b %Y}, which {fault}: the clock of the machine was wrong. "
        "Durations are not affected."
    )
    return [_make_badge("clock_in_doubt", "Date in doubt", "warn", detail)]


def build_reading_badges(warnings: Sequence[str]) -> list[BadgeValues]:
    """Return the remarks of the reader of the files as one badge."""
    if not warnings:
        return []
    label = "1 note from reading" if len(warnings) == 1 else f"{len(warnings)} notes from reading"
    return [_make_badge("reading_notes", label, "info", "\n".join(warnings)[:_DETAIL_CHARACTERS])]
