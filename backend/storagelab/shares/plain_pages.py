"""HTML page of an address that shows no result."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from storagelab.shares import figures
from storagelab.shares.style import style_sheet

_NOT_AVAILABLE = {
    "revoked": ("This result was withdrawn", "Its author withdrew the permalink. Ask the author for the result."),
    "address_revoked": (
        "This address was withdrawn",
        "Its author withdrew this address of the permalink. Ask the author for another one.",
    ),
    "no_raw_files": (
        "Not available at this address",
        "The author does not let readers of this address download raw output. The page, its tables and its prints are "
        "available.",
    ),
    "expired": (
        "This permalink has expired",
        "Its end date has passed. Ask the author for a new permalink.",
    ),
    "closed": (
        "This result is under embargo",
        "It opens at this address on {until}.",
    ),
    "too_many": (
        "Too many wrong addresses",
        "Wait a minute, then open the address you received.",
    ),
    "unknown": (
        "Permalink not found",
        "Check the address: it is wrong or incomplete.",
    ),
}
#: What happened at the time that a page names.
_ENDED = {"revoked": "Withdrawn", "address_revoked": "Withdrawn", "expired": "Ended"}


@lru_cache(maxsize=1)
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("storagelab.shares", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("gone.html.j2")


def render_not_available(
    reason: str,
    *,
    withdrawal: str | None = None,
    until: dt.datetime | None = None,
    ended_at: dt.datetime | None = None,
) -> str:
    """Return the HTML for an address that shows no result; `reason` is a key of `_NOT_AVAILABLE`.

    `withdrawal` is the reason that the author gave for a withdrawn result or address, `until` the time when a closed
    one opens, `ended_at` when one was withdrawn or ended.
    """
    title, sentence = _NOT_AVAILABLE[reason]
    if withdrawal is not None:
        sentence = f"Its author withdrew it. Reason: {withdrawal}"
    if until is not None:
        sentence = sentence.format(until=figures.format_time(until.isoformat()))
    ended = f"{_ENDED[reason]} on {_format_day(ended_at)}." if ended_at is not None else None
    return _template().render(style=style_sheet(), title=title, sentence=sentence, ended=ended)


def _format_day(moment: dt.datetime) -> str:
    """Format a time as day and minute: `24 Nov 2026, 14:02 UTC`."""
    utc = moment.astimezone(dt.UTC)
    return f"{utc.day} {utc:%b %Y, %H:%M UTC}"
