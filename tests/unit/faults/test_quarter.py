"""The quarter of the faults that the gate plays."""

from __future__ import annotations

from tests.faults.catalogue.registry import FAULTS
from tests.faults.quarter import QUARTERS, quarter


def test_four_consecutive_quarters_play_every_fault_once() -> None:
    chosen = [quarter(FAULTS, number) for number in range(70, 70 + QUARTERS)]
    assert all(abs(len(faults) - len(FAULTS) / QUARTERS) < 1 for faults in chosen)
    played = [fault.number for faults in chosen for fault in faults]
    assert sorted(played) == sorted(fault.number for fault in FAULTS)


def test_quarters_take_about_as_long() -> None:
    lengths = [sum(fault.seconds for fault in quarter(FAULTS, number)) for number in range(QUARTERS)]
    assert max(lengths) < 1.5 * min(lengths)
