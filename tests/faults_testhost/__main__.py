"""Command `python -m tests.faults_testhost`: play the faults of real machines on a virtual server.

It prints the figure.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from tests.faults_testhost.faults import FAILURES, FAULTS, Fault
from tests.faults_testhost.rig import Rig, new_rig
from tests.faults_testhost.trial import Counts, Trial

DRIVES = 5


def main() -> int:
    """Play the faults, report, and return 1 when a fault was not survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults_testhost", description=__doc__)
    parser.add_argument("--trials", type=int, default=1, help="trials of each fault")
    parser.add_argument("--only", default="", help="play the faults whose name contains this")
    parser.add_argument("--seed", type=int, default=None, help="orders the faults")
    parser.add_argument("--full", action="store_true", help="the cable stays out for ten minutes, and so on")
    parser.add_argument("--history", type=Path, default=None, help="folder to keep what was seen in")
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
    folder = chosen.history or Path(tempfile.mkdtemp(prefix="faults-testhost-", dir="/var/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    faults = [fault for fault in FAULTS if chosen.only in fault.title]
    played = [(fault, trial) for trial in range(chosen.trials) for fault in _ordered(faults, seed + trial)]
    print(f"seed {seed}, {chosen.trials} trial(s) of {len(faults)} faults, history {folder}", flush=True)
    with new_rig(drives=DRIVES) as rig:
        enrolled = sorted({drive for fault in faults for drive in fault.targets})
        rig.enrol(*enrolled)
        print(f"{rig.machine.name} stands with {len(enrolled)} of {DRIVES} drives enrolled", flush=True)
        return _play(rig, played, folder, seed, full=chosen.full)


def _ordered(faults: list[Fault], seed: int) -> list[Fault]:
    return random.Random(seed).sample(faults, len(faults))


def _play(rig: Rig, played: list[tuple[Fault, int]], folder: Path, seed: int, *, full: bool) -> int:
    total, failed = Counts(), set()
    for number, (fault, trial) in enumerate(played, start=1):
        began = time.monotonic()
        counts, problems = _play_one(rig, fault, folder / f"{number:03d}.json", full=full)
        total.add(counts)
        outcome = "survived" if not problems else f"FAILED (seed {seed}, trial {trial + 1}): {'; '.join(problems)}"
        print(f"{number:3}/{len(played)} {fault.title}: {outcome} ({time.monotonic() - began:.0f} s)", flush=True)
        if problems:
            failed.add(fault.title)
    titles = {fault.title for fault, _ in played}
    print(_figure(len(titles) - len(failed), len(titles), len(played), seed, total))
    return 1 if failed else 0


def _play_one(rig: Rig, fault: Fault, history: Path, *, full: bool) -> tuple[Counts, list[str]]:
    """Return the counts of a trial, and a sentence for everything that went wrong in it."""
    problems: list[str] = []
    trial = Trial(rig, full, fault.targets)
    for act in (lambda: fault.provoke(trial), lambda: problems.extend(trial.judge())):
        try:
            act()
        except FAILURES as problem:
            problems.append(str(problem).strip() or traceback.format_exc())
    history.write_text(json.dumps(_seen(trial, fault, problems), indent=1))
    return trial.counts, problems


def _seen(trial: Trial, fault: Fault, problems: list[str]) -> dict[str, Any]:
    runs = []
    for job, stream in trial.jobs:
        run = trial.rig.lab.http.get(f"/runs/{job['runs'][0]['id']}")
        runs.append({"answer": run.json(), "messages": stream.messages})
    return {"fault": fault.title, "counts": vars(trial.counts), "problems": problems, "runs": runs}


def _figure(survived: int, faults: int, trials: int, seed: int, counts: Counts) -> str:
    ordered = sorted(counts.to_truth_s) or [0.0]
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    equal = "=" if counts.requested == counts.executed else "but"
    return " | ".join(
        (
            f"faults survived {survived}/{faults} ({trials:,} trials; seed {seed})",
            f"I/O starts requested {counts.requested:,} {equal} executed {counts.executed:,}",
            f"overlaps {counts.overlaps}",
            f"orphans {counts.orphans}",
            f"samples acknowledged {counts.acknowledged:,}, lost {counts.lost}, duplicated {counts.duplicated}",
            f"wrong API answers {counts.wrong_answers}",
            f"decoy disks changed {counts.decoys_changed}",
            f"time to truth p95 {p95:.0f} s, max {ordered[-1]:.0f} s",
        )
    )


if __name__ == "__main__":
    sys.exit(main())
