"""Choice of the quarter of the faults that the gate plays; four commits in a row play all."""

from __future__ import annotations

from collections.abc import Sequence

from tests.faults.fault import Fault

QUARTERS = 4


def quarter(faults: Sequence[Fault], number: int) -> list[Fault]:
    """Return a quarter of the faults, in their order; all quarters take about as long."""
    by_length = sorted(faults, key=lambda fault: (fault.alone, fault.seconds, fault.number))
    chosen = {fault.number for fault in by_length[number % QUARTERS :: QUARTERS]}
    return [fault for fault in faults if fault.number in chosen]
