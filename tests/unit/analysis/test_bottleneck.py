"""Limits of a result besides the storage."""

from __future__ import annotations

import math
from typing import Any

import pytest

from storagelab.analysis.bottleneck import Bottleneck, find_bottleneck


def test_unknown_values_give_no_bottleneck() -> None:
    assert find_bottleneck() == Bottleneck(None, None, ())
    assert find_bottleneck(little_ratio=0.3) == Bottleneck(None, None, ())
    assert find_bottleneck(host_cpu_percent=math.nan, thread_cpu_percent=math.inf) == Bottleneck(None, None, ())


@pytest.mark.parametrize(("percent", "bound"), [(89.9, False), (90.0, True), (100.0, True), (0.0, False)])
def test_processors_are_busy_from_ninety_percent_on(percent: float, bound: bool) -> None:
    assert find_bottleneck(host_cpu_percent=percent).cpu_bound is bound
    assert find_bottleneck(host_cpu_percent=percent).generator_bound is None
    assert find_bottleneck(thread_cpu_percent=percent).generator_bound is bound
    assert find_bottleneck(thread_cpu_percent=percent).cpu_bound is None


@pytest.mark.parametrize(
    ("figures", "bound"),
    [
        ({"vdbench_iops": 250_000, "vdbench_jvms": 2}, True),
        ({"vdbench_iops": 200_000, "vdbench_jvms": 2}, False),
        ({"vdbench_iops": 250_000, "vdbench_jvms": None}, None),
        ({"vdbench_iops": 250_000, "vdbench_jvms": 0}, None),
        ({"vdbench_iops": None, "vdbench_jvms": 2}, None),
        ({"vdbench_iops": 10, "vdbench_jvms": 2, "thread_cpu_percent": 99}, True),
        ({"vdbench_iops": 10, "vdbench_jvms": 2, "thread_cpu_percent": 9}, False),
        ({"vdbench_iops": None, "vdbench_jvms": 2, "thread_cpu_percent": 9}, False),
    ],
)
def test_vdbench_generator_is_bound_by_thread_or_jvms(figures: dict[str, Any], bound: bool | None) -> None:
    assert find_bottleneck(**figures).generator_bound is bound


def test_every_limit_has_its_sentence() -> None:
    got = find_bottleneck(
        host_cpu_percent=97.6, thread_cpu_percent=99, vdbench_iops=400_000, vdbench_jvms=2, little_ratio=0.8
    )
    assert got.reasons == (
        "The host's processors were 98 % busy.",
        "A thread of the load generator used 99 % of a processor.",
        "Each slave JVM of Vdbench did 200,000 I/Os per second: above 100,000 add JVMs.",
        "Only 80 % of the requested I/Os were in flight.",
    )
    assert find_bottleneck(host_cpu_percent=10, little_ratio=0.8).reasons == ()
