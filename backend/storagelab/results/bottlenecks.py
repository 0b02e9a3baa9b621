"""Badges for measurements that the host or the load generator limited instead of the storage (decision 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from storagelab.analysis.bottleneck import find_bottleneck


def bottleneck_badges(cpu: Iterable[Mapping[str, float]], *, little_ratio: float | None) -> list[dict[str, Any]]:
    """What the CPU figures of all jobs of a phase say (`thread_percent`, `host_percent`); nothing where none is known.

    The busiest one counts: a single thread that cannot keep up holds its share of the load back.
    """
    known = list(cpu)
    found = find_bottleneck(
        host_cpu_percent=max((each["host_percent"] for each in known if "host_percent" in each), default=None),
        thread_cpu_percent=max((each["thread_percent"] for each in known if "thread_percent" in each), default=None),
        little_ratio=little_ratio,
    )
    badges = []
    for code, label, is_limit in (
        ("cpu_bound", "CPU-bound", found.cpu_bound),
        ("generator_bound", "Generator-bound", found.generator_bound),
    ):
        if is_limit:
            badges.append({"code": code, "label": label, "level": "warn", "detail": " ".join(found.reasons)})
    return badges
