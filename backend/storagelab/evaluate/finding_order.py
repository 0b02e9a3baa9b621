"""Order of findings: a win leads, the largest loss follows, then workloads not yet named."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

#: A loss leads where it is more than this many times as large as the largest win, by logarithms of the ratios.
_DOMINANT = 2.0
#: A finding about an entry, a workload or a metric that is named already counts for less.
_REPEATED_FAMILY, _REPEATED_ENTRY, _REPEATED_METRIC = 0.5, 0.7, 0.8


@dataclass(frozen=True, slots=True)
class FindingOrderKey:
    """Facts of a finding that decide its place. `gain` is the ratio in the better direction.

    `is_main` is true for a rate of a workload of known direction that no source marks as odd, `is_exact` for a
    difference of exact figures, `is_alike` where the arrays of both sides are whole, or those of neither.
    """

    gain: float
    is_main: bool
    is_exact: bool
    entry: int
    family: Hashable
    metric: str
    is_alike: bool = True

    @property
    def size(self) -> float:
        """The size of the difference, equal for a ratio and its inverse."""
        return abs(math.log(self.gain)) if self.gain > 0 else math.inf


Item = TypeVar("Item")


def order_findings(items: Sequence[tuple[FindingOrderKey, Item]]) -> list[Item]:
    """Return findings in the order of a page.

    The first two are the largest win and the largest loss among main workloads of alike arrays, where both exist: a
    reader of the lead is not misled, and a rebuilding array is not set against a whole one. Further ones follow by
    size, those about other workloads and entries first.
    """
    rest = [*items]
    ordered: list[tuple[FindingOrderKey, Item]] = []
    for key in _choose_leads([key for key, _ in items]):
        place = next(index for index, (own, _) in enumerate(rest) if own is key)
        ordered.append(rest.pop(place))
    entries = Counter(key.entry for key, _ in ordered)
    families = Counter((key.entry, key.family) for key, _ in ordered)
    named = Counter(key.family for key, _ in ordered)
    metrics = Counter(key.metric for key, _ in ordered)
    while rest:
        scores = [
            key.size
            * (1.0 if key.is_main else 0.5)
            * (1.0 if key.is_exact else 0.5)
            * (1.0 if key.is_alike else 0.5)
            * _REPEATED_ENTRY ** entries[key.entry]
            * _REPEATED_FAMILY ** (named[key.family] + families[key.entry, key.family])
            * _REPEATED_METRIC ** metrics[key.metric]
            for key, _ in rest
        ]
        key, item = rest.pop(scores.index(max(scores)))
        ordered.append((key, item))
        entries[key.entry] += 1
        families[key.entry, key.family] += 1
        named[key.family] += 1
        metrics[key.metric] += 1
    return [item for _, item in ordered]


def _choose_leads(keys: Sequence[FindingOrderKey]) -> list[FindingOrderKey]:
    alike = [key for key in keys if key.is_alike] or list(keys)
    main = [key for key in alike if key.is_main] or alike
    win = max((key for key in main if key.gain > 1), key=lambda key: key.size, default=None)
    loss = max((key for key in main if key.gain < 1), key=lambda key: key.size, default=None)
    if win is None or loss is None:
        return [key for key in (win, loss) if key is not None]
    return [loss, win] if loss.size > _DOMINANT * win.size else [win, loss]
