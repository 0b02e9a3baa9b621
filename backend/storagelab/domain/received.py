"""Badge of figures that another lab measured, and the name of that lab in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

#: The code of the badge of a run, and of a measurement, that was received from another lab.
RECEIVED = "received"
_LABEL = "From another lab: "


def format_sender_label(sender: str) -> str:
    """Return the label of the badge of figures from the lab `sender`."""
    return f"{_LABEL}{sender}"


def find_other_lab(badges: Iterable[Mapping[str, object]]) -> str | None:
    """Return the name of the lab that measured a run with these badges; None for a run of this lab."""
    for badge in badges:
        if badge.get("code") == RECEIVED:
            return str(badge.get("label", "")).removeprefix(_LABEL)
    return None
