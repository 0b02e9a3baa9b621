"""HTML pages that need no page model: shares of schema 1, and addresses that show no result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from storagelab.shares import figures
from storagelab.shares.style import style_sheet

_NOT_AVAILABLE = {
    "revoked": ("This result was withdrawn", "Its author withdrew the permalink. Ask the author for the result."),
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


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("storagelab.shares", "templates"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "iops": figures.format_iops,
        "throughput": figures.format_throughput,
        "latency": figures.format_latency,
        "size": figures.format_size,
        "of_unit": figures.format_quantity,
        "when": lambda value: dt.datetime.fromisoformat(value).strftime("%d %b %Y %H:%M UTC"),
        "day": lambda value: dt.datetime.fromisoformat(value).strftime("%Y-%m-%d"),
        # The images were drawn by our own option functions, which place text as SVG text and nothing as markup.
        "svg": Markup,
    }
    return environment


def render_share(
    document: dict[str, Any],
    *,
    sha256: str,
    path: str,
    invalid: tuple[dt.datetime, str] | None = None,
    notices: Sequence[str] = (),
) -> str:
    """Return the HTML of a frozen document; `path` is the address of the page without a query.

    `invalid` is when and why the run was marked invalid since. `notices` are the other facts that have become known
    since. Both appear beside the frozen content and not in it.
    """
    template = _environment().get_template("share.html.j2")
    return template.render(
        style=style_sheet("share.css"),
        share=document["share"],
        run=document["run"],
        caveats=document["caveats"],
        charts=document["charts"],
        percentiles_of=document["percentiles_of"],
        configuration=document["configuration"],
        method=document["method"],
        job_files=document["job_files"],
        artifacts=document["artifacts"],
        sha256=sha256,
        path=path,
        invalid={"at": invalid[0].isoformat(), "reason": invalid[1]} if invalid is not None else None,
        notices=notices,
    )


def render_not_available(reason: str, *, withdrawal: str | None = None, until: dt.datetime | None = None) -> str:
    """Return the HTML for an address that shows no result: `reason` is revoked, expired, closed, too_many or unknown.

    `withdrawal` is the reason that the author gave for a withdrawn result, `until` the time when a closed one opens.
    """
    title, sentence = _NOT_AVAILABLE[reason]
    if withdrawal is not None:
        sentence = f"Its author withdrew it. Reason: {withdrawal}"
    if until is not None:
        sentence = sentence.format(until=figures.format_time(until.isoformat()))
    return (
        _environment()
        .get_template("gone.html.j2")
        .render(style=style_sheet("share.css"), title=title, sentence=sentence)
    )
