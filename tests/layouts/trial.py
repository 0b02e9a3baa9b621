"""Layouts as a test of pytest: a seed is drawn, printed, and played again until it passes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.layouts.figure import deviations, figure
from tests.layouts.layers import Outcome

#: A lane runs a failed test once more: another seed would pass then, and hide the failure.
_FAILED_SEED = "layouts/failed_seed_"
_SECONDS = 6 * 3600


def assert_judged_by_layers(
    config: pytest.Config, capsys: pytest.CaptureFixture[str], count: int, play: Callable[..., Iterator[dict[str, Any]]]
) -> None:
    """Play `count` layouts and fail with those that deviate."""
    place = f"{_FAILED_SEED}{play.__name__}"
    cache = config.cache
    before = cache.get(place, None) if cache is not None else None
    seed = random.SystemRandom().randrange(10**6) if before is None else int(before)
    if cache is not None:
        cache.set(place, seed)
    values = list(play(seed=seed, first=1, count=count, seconds=_SECONDS))
    outcomes = [Outcome.of_json(value) for value in values if "capabilities" not in value]
    with capsys.disabled():
        print(f"\n{figure(outcomes, seed)}")
    deviating = [
        f"{outcome.number} (seed {seed}): {outcome.words}: {' / '.join(deviations(outcome))}"
        for outcome in outcomes
        if deviations(outcome)
    ]
    assert deviating == []
    assert len(outcomes) == count
    if cache is not None:
        cache.set(place, None)
