"""Command `python -m tests.faults_testhost.plateau`: drives that fall from a fast start to a plateau.

One must be judged steady at that plateau, and not before it is there. The other gets too few rounds to reach it, and
must end as not steady, with its reason.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from tests.faults_testhost.long_run import STEADY_IOPS, THROTTLE
from tests.faults_testhost.rig import Rig, new_rig
from tests.integration.testhost.lab_client import Document

_PROFILE = "steady-4k-write"
_TOLERANCE = 0.02
_WINDOW = 5
_SECONDS = 1800.0


def main() -> int:
    """Run both, judge; return 1 when anything is not as it must be."""
    with new_rig(drives=2, throttle=THROTTLE) as rig:
        rig.enrol(1, 2)
        settling = _run(rig, 1, max_rounds=12)
        problems = list(_problems_of_settling(settling))
        hurried = _run(rig, 2, max_rounds=_WINDOW)
        problems += _problems_of_hurried(hurried)
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    print("every verdict was right" if not problems else "a verdict was wrong", flush=True)
    return 1 if problems else 0


def _run(rig: Rig, number: int, *, max_rounds: int) -> Document:
    job = rig.lab.post("/jobs", rig.writing_job(number, _PROFILE, max_rounds=max_rounds, measure_seconds=60))
    run = rig.lab.ended_run(job, seconds=_SECONDS)
    verdict = run["verdict"]
    rounds = ", ".join(f"{value:.0f}" for value in verdict["rounds"])
    print(f"{job['number']}: {run['state']}, {verdict['status']}, rounds {rounds}: {verdict['sentence']}", flush=True)
    return run


def _problems_of_settling(run: Document) -> Iterator[str]:
    verdict = run["verdict"]
    if (run["state"], verdict["status"]) != ("finished", "steady"):
        yield f"the drive that settles ended {run['state']} and {verdict['status']}"
        return
    measured = run["phases"][-1]["measurement"]["iops"]
    for quantity, value in (("average of the window", verdict["mean"]), ("measured rate", measured)):
        error = value / STEADY_IOPS - 1
        print(f"{quantity}: {value:.1f} IOPS, {100 * error:+.2f} % of the plateau", flush=True)
        if abs(error) > _TOLERANCE:
            yield f"the {quantity} is {value:.1f} and not {STEADY_IOPS}"
    above = [number for number, value in enumerate(verdict["rounds"], 1) if value > STEADY_IOPS * (1 + 10 * _TOLERANCE)]
    if not above:
        yield "no round was faster than the plateau: nothing was there to be told from it"
    elif verdict["window"][0] <= max(above):
        yield f"the window {verdict['window']} begins before the plateau: round {max(above)} was above it"


def _problems_of_hurried(run: Document) -> Iterator[str]:
    verdict = run["verdict"]
    if verdict["status"] != "not_steady":
        yield f"the drive that had too few rounds was called {verdict['status']}"
    if not verdict["sentence"]:
        yield "no reason was given"
    if len(verdict["rounds"]) != _WINDOW:
        yield f"{len(verdict['rounds'])} rounds were made of {_WINDOW}"


if __name__ == "__main__":
    sys.exit(main())
