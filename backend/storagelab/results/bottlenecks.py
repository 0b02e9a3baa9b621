"""Badges for measurements limited by the host or the load generator (decision 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storagelab.analysis.bottleneck import find_bottleneck
from storagelab.domain.result import BadgeValues


def list_bottleneck_badges(cpu: Iterable[Mapping[str, float]], *, little_ratio: float | None) -> list[BadgeValues]:
    """Return the badges for a phase whose load was limited by the processor.

    `cpu` has `thread_percent` and `host_percent` of each job; without any figure the list is empty. The busiest job
    counts: a single thread that cannot keep up delays its share of the load.
    """
    figures = list(cpu)
    bottleneck = find_bottleneck(
        host_cpu_percent=max((job["host_percent"] for job in figures if "host_percent" in job), default=None),
        thread_cpu_percent=max((job["thread_percent"] for job in figures if "thread_percent" in job), default=None),
        little_ratio=little_ratio,
    )
    badges: list[BadgeValues] = []
    for code, label, is_limit in (
        ("cpu_bound", "CPU-bound", bottleneck.cpu_bound),
        ("generator_bound", "Generator-bound", bottleneck.generator_bound),
    ):
        if is_limit:
            badges.append({"code": code, "label": label, "level": "warn", "detail": " ".join(bottleneck.reasons)})
    return badges
