"""Points of a curve, as Vdbench sets them and as plans of the lab request them."""

from __future__ import annotations

from dataclasses import replace

from tests.unit.engines.vdbench.recorded import CURVE

from storagelab.domain.plan import PhasePlan, StopRule
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.base import RATE
from storagelab.engines.vdbench import list_unsupported_settings, render
from storagelab.engines.vdbench.flatfile import read_flatfile
from storagelab_runner import late_rates

MAXIMUM = Workload((BlockSize(4096),), read_percent=70, random_percent=100, threads=64)


def test_computed_rates_match_vdbench_requests() -> None:
    first, *points = read_flatfile((CURVE / "flatfile.html").read_text()).runs
    assert first.average is not None
    requested = [point.average["reqrate"] for point in points if point.average is not None]
    assert requested == [
        late_rates.compute_requested_iops(first.average["rate"], percent) for percent in range(10, 101, 10)
    ]


def test_load_percent_renders_a_rate_placeholder() -> None:
    point = replace(MAXIMUM, load_percent=80, arrival="poisson")
    assert list_unsupported_settings(point) == []
    plan = PhasePlan(3, "80 %", "measure", point, StopRule("time", 60), load_of=2)
    text = render(plan, target_bytes=1 << 30)
    assert f"iorate={RATE},distribution=exponential," in text
    assert text.count(RATE) == 1
