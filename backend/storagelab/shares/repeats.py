"""Repeats among frozen runs, counted alike for the n of a page and for its caveats. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import FrozenConfiguration


def is_valid(run: FrozenRun) -> bool:
    """Return whether a run counts as a repeat of its test.

    A run that is marked invalid does not count. A run of this lab must also be finished, complete and at full scale.
    """
    if run.invalid:
        return False
    if run.origin != "measured":
        return True
    return run.state == "finished" and run.data == "complete" and run.scale == "full"


def map_configuration_classes(configurations: Iterable[FrozenConfiguration]) -> dict[str, str]:
    """Return the class of each configuration by its key; equal systems with two names share a class."""
    return {configuration.key: configuration.class_hash or configuration.key for configuration in configurations}


def count_repeats(runs: Sequence[FrozenRun], classes: Mapping[str, str]) -> list[int]:
    """Return the number of valid runs of each test on each configuration class.

    The tests are in order of appearance. A test without a valid run has 0.
    """
    by_test: dict[tuple[Any, ...], int] = {}
    for run in runs:
        profile, key = run.profile, run.configuration
        # A run without a recorded configuration has no known repeats.
        place = classes.get(key, key) if key else run.number
        test = (place, profile.name, profile.version) if profile is not None else (place, run.number, None)
        by_test[test] = by_test.get(test, 0) + is_valid(run)
    return list(by_test.values())
