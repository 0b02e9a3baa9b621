"""One rig's part of a campaign, as a process of its own.

`python -m tests.faults.shard FOLDER LANE SEED TRIALS 1,2,...`; it ends with the process that started it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.faults.campaign import Campaign
from tests.faults.catalogue.registry import FAULTS
from tests.faults.fault import Fault
from tests.faults.planted import PLANTED
from tests.faults.rig import Rig

SCALE = {"short": 0.05, "full": 0.2}
#: The witness plays its phases this much faster than requested.
SPEED = {"short": 0.1, "full": 0.2}
#: Two rigs keep two processors busy; a third made the lane longer and not shorter.
RIGS = 2


def share_out(faults: Sequence[Fault], rigs: int = RIGS) -> list[list[Fault]]:
    """Divide the faults among the rigs, so that all take about as long; each retains the order of the list."""
    loads = [0.0] * rigs
    place: dict[int, int] = {}
    for fault in sorted(faults, key=lambda fault: (fault.alone, -fault.seconds)):
        lightest = loads.index(min(loads)) if fault.alone else 0
        place[fault.number] = lightest
        # Faults of single servers are played side by side on three of them.
        loads[lightest] += fault.seconds if fault.alone else fault.seconds / 3
    shares = [[fault for fault in faults if place[fault.number] == rig] for rig in range(rigs)]
    return [share for share in shares if share]


def play(folder: Path, faults: Iterable[Fault], *, lane: str, seed: int, trials: int) -> None:
    """Play faults on one rig; the history contains their outcome."""
    speed = SPEED[lane]
    rig = Rig(folder, scale=SCALE[lane], speed=speed)
    try:
        rig.start()
        limits = {"orphan_grace_s": max(30 * rig.scale, 2.0), "stale_after_s": _stale_after(rig.scale)}
        rig.history.write("settings", scale=rig.scale, interval_s=speed, **limits)
        Campaign(rig, seed=seed, trials=trials, full=lane == "full").play(list(faults))
    finally:
        rig.close()


def _stale_after(scale: float) -> float:
    """Return the time by which a silent server is found out: a call and a new connection have timed out by then."""
    return 60 * scale + 45


def _end_with(parent: int) -> None:
    """End this process as soon as its parent has ended; the rig's guardian then clears up."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    numbers = {int(number) for number in sys.argv[5].split(",")}
    chosen = [fault for fault in (*FAULTS, *PLANTED.values()) if fault.number in numbers]
    play(Path(sys.argv[1]), chosen, lane=sys.argv[2], seed=int(sys.argv[3]), trials=int(sys.argv[4]))
