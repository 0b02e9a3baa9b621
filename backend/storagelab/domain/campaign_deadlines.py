"""How long a campaign takes, and by which measures, one after the other, it can be made to end in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

Measure = Literal["shorter_points", "until_steady", "shared_conditioning", "cells_dropped"]
#: The order in which they are tried: what costs the least of the result set comes first.
MEASURES: tuple[Measure, ...] = ("shorter_points", "until_steady", "shared_conditioning", "cells_dropped")
TITLES: dict[Measure, str] = {
    "shorter_points": "Shorter points",
    "until_steady": "Until steady instead of a fixed time",
    "shared_conditioning": "Shared conditioning",
    "cells_dropped": "Cells dropped",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a cell takes in seconds, in the order in which cells run.

    `short_seconds` and `short_conditioning_seconds` are those with shorter points. `conditioning` says what its drives
    are made of first, None for nothing; cells of one `array` that follow one another may share it.
    """

    preparation_seconds: float
    seconds: float
    short_seconds: float
    conditioning_seconds: float
    short_conditioning_seconds: float
    conditioning: str | None
    array: int
    dropped: bool = False

    def takes(self, *, short: bool, shared: bool) -> float:
        """Preparation and phases together."""
        phases = self.short_seconds if short else self.seconds
        if shared:
            phases -= self.short_conditioning_seconds if short else self.conditioning_seconds
        return self.preparation_seconds + max(phases, 0.0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """One measure: what it saves after those before it, and whether the whole then ends in time."""

    measure: Measure
    available: bool
    accepted: bool
    saves_seconds: float | None
    fits: bool | None
    reason: str
    drops: tuple[int, ...] = ()


def durations(costs: Sequence[Cost], *, short: bool, shared: bool) -> list[float]:
    """What each cell takes; 0 for one that is dropped, whose preparation falls to the next one of its array."""
    return _walk(costs, short=short, shared=shared)[0]


def solve(
    costs: Sequence[Cost],
    *,
    available_seconds: float | None,
    accepted: Sequence[str],
    shared: bool,
    can_share: bool = True,
) -> tuple[list[float], list[Proposal]]:
    """What each cell takes with the accepted measures, and every measure in its order.

    `available_seconds` is the time until the deadline, None without one. `shared` says that conditioning is shared
    anyway. A measure that was not accepted counts in what the following ones are told to save, not in the durations.
    """
    proposals: list[Proposal] = []
    wanted, tried = list(costs), list(costs)
    short = {"wanted": False, "tried": False}
    share = {"wanted": shared, "tried": shared}

    def total(cells: Sequence[Cost], which: str) -> float:
        return sum(durations(cells, short=short[which], shared=share[which]))

    def fits(seconds: float) -> bool | None:
        return None if available_seconds is None else seconds <= available_seconds

    now = total(tried, "tried")
    for measure in MEASURES:
        before, reason = now, ""
        drops: tuple[int, ...] = ()
        is_accepted = measure in accepted
        if measure == "shorter_points":
            short["tried"], short["wanted"] = True, is_accepted
            reason = "Points of more than a minute last a minute."
        elif measure == "shared_conditioning":
            share["tried"] = share["tried"] or can_share
            share["wanted"] = share["wanted"] or (is_accepted and can_share)
            reason = "At most so much: when a cell starts, the ledger of its drives decides."
        elif measure == "cells_dropped" and available_seconds is not None:
            drops = _walk(tried, short=short["tried"], shared=share["tried"], available_seconds=available_seconds)[1]
            tried = [replace(cost, dropped=cost.dropped or index in drops) for index, cost in enumerate(tried)]
            reason = (
                f"{len(drops)} of {len(costs)} cells no longer fit and are left out." if drops else "It fits without."
            )
            if is_accepted:
                mine = _walk(
                    wanted, short=short["wanted"], shared=share["wanted"], available_seconds=available_seconds
                )[1]
                wanted = [replace(cost, dropped=index in mine) for index, cost in enumerate(wanted)]
                drops = mine
        elif measure == "cells_dropped":
            reason = "There is no deadline to meet."
        else:
            reason = "None of these profiles can end its preconditioning at steady state where it now has a fixed time."
        now = total(tried, "tried")
        saves = before - now
        proposals.append(
            Proposal(
                measure,
                available=saves > 0,
                accepted=is_accepted,
                saves_seconds=None if measure == "until_steady" else saves,
                fits=fits(now),
                reason=reason,
                drops=drops,
            )
        )
    return durations(wanted, short=short["wanted"], shared=share["wanted"]), proposals


def _walk(
    costs: Sequence[Cost], *, short: bool, shared: bool, available_seconds: float | None = None
) -> tuple[list[float], tuple[int, ...]]:
    """What each cell takes in order, and which are left out because they no longer fit into the time there is."""
    takes: list[float] = []
    dropped: list[int] = []
    array, last, carried, total = -1, None, 0.0, 0.0
    for index, cost in enumerate(costs):
        if cost.array != array:
            array, last, carried = cost.array, None, 0.0
        mine = carried + cost.takes(short=short, shared=shared and last is not None and last == cost.conditioning)
        if cost.dropped or (available_seconds is not None and total + mine > available_seconds):
            # Somebody has to make the array all the same.
            carried += cost.preparation_seconds
            takes.append(0.0)
            dropped.append(index)
            continue
        takes.append(mine)
        total += mine
        last, carried = cost.conditioning, 0.0
    return takes, tuple(dropped)
