"""The scale of a rig of the fault campaign, on free machines and slow ones."""

from __future__ import annotations

import pytest
from tests.faults.rig import SLOW, scale_for

from storagelab.config import get_settings
from storagelab_workers import timing


def test_free_machine_plays_at_the_given_scale() -> None:
    assert scale_for(0.05, 1.0) == 0.05
    assert scale_for(0.2, SLOW - 0.01) == 0.2


def _limits(scale: float, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    with monkeypatch.context() as patch:
        patch.setenv("STORAGELAB_TIME_SCALE", str(scale))
        get_settings.cache_clear()
        limits = [timing.get_step_limit(), timing.claim_seconds()]
    get_settings.cache_clear()
    return limits


@pytest.mark.parametrize("slowness", [1.5, 2.0, 4.0, 8.0])
def test_limits_grow_with_the_slowness(slowness: float, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = _limits(0.05, monkeypatch)
    slow = _limits(scale_for(0.05, slowness), monkeypatch)
    assert all(limit >= 0.95 * slowness * free for limit, free in zip(slow, usual, strict=True))


def test_time_scale_never_exceeds_real_time() -> None:
    assert scale_for(0.05, 100.0) == 1.0
