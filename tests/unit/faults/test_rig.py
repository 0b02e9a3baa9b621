"""The scale of a rig of the fault campaign, on free machines and slow ones."""

from __future__ import annotations

import pytest
from tests.faults.rig import SLOW, scale_for

from storagelab.config import override_settings
from storagelab_workers import timing


def test_free_machine_plays_at_the_given_scale() -> None:
    assert scale_for(0.05, 1.0) == 0.05
    assert scale_for(0.2, SLOW - 0.01) == 0.2


@pytest.mark.parametrize("slowness", [1.5, 2.0, 4.0, 8.0])
def test_the_limits_of_the_product_grow_with_the_slowness(slowness: float) -> None:
    def limits() -> list[float]:
        return [timing.step_limit(), timing.claim_seconds()]

    override_settings(time_scale=0.05)
    usual = limits()
    override_settings(time_scale=scale_for(0.05, slowness))
    assert all(slow >= 0.95 * slowness * free for slow, free in zip(limits(), usual, strict=True))


def test_nothing_is_waited_longer_than_in_the_real_world() -> None:
    assert scale_for(0.05, 100.0) == 1.0
