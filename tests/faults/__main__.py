"""`python -m tests.faults`: play the fault campaign and print its figure."""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.faults.campaign import Played
from tests.faults.catalogue.devices import RACES
from tests.faults.catalogue.registry import FAULTS
from tests.faults.fault import Fault
from tests.faults.figure import figure, late_only, read_played, write_junit
from tests.faults.independent.checker import Verdict, check
from tests.faults.planted import PLANTED
from tests.faults.quarter import quarter
from tests.faults.shard import share_out
from tests.turns import commit_number

from storagelab.config import CHECKOUT


def main() -> int:
    """Play the faults, check them and print the result; return 1 when anything did not survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--lane", choices=["short", "full"], default="short")
    parser.add_argument("--quarter", action="store_true", help="a quarter of them, another one at the next commit")
    parser.add_argument("--trials", type=int, help="trials of each fault; 1 in the short lane, 5 in the full one")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", type=lambda text: {int(number) for number in text.split(",")}, help="such as 1,2,15")
    parser.add_argument("--history", type=Path, help="folder to keep the history in; without it only that of a failure")
    parser.add_argument("--planted", choices=sorted(PLANTED), help="a fault of the lab's own that must be found")
    parser.add_argument("--again", type=Path, help="report of a campaign whose late faults are played once more")
    parser.add_argument("--junitxml", type=Path)
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
    trials = chosen.trials or (5 if chosen.lane == "full" else 1)
    faults = [fault for fault in FAULTS if chosen.only is None or fault.number in chosen.only]
    if chosen.quarter:
        faults = quarter(faults, commit_number(CHECKOUT))
    if chosen.again:
        late = late_only(chosen.again)
        if not late:
            print(f"a promise was broken in {chosen.again}, so nothing is played again")
            return 1
        faults = [fault for fault in FAULTS if fault.number in late]
    if chosen.planted:
        faults = [PLANTED[chosen.planted]]
    folder = chosen.history or Path(tempfile.mkdtemp(prefix="faults-", dir="/var/tmp"))
    races = RACES[chosen.lane == "full"] * trials
    print(f"seed {seed}, {trials} trial(s) each, {races} races, history {folder}", flush=True)
    verdict, ended_well = _play(folder, faults, chosen.lane, seed, trials)
    played = read_played(sorted(folder.glob("rig-*")), faults)
    if chosen.junitxml:
        write_junit(chosen.junitxml, played, verdict)
    survived = _print_result(played, verdict, seed, folder) and ended_well and len(played) == len(faults) * trials
    if survived and not chosen.history:
        shutil.rmtree(folder)
    return 0 if survived else 1


def _play(folder: Path, faults: Sequence[Fault], lane: str, seed: int, trials: int) -> tuple[Verdict, bool]:
    """Return the verdict on all rigs together, and whether each of them came to its end."""
    rigs = []
    for number, share in enumerate(share_out(faults), start=1):
        numbers = ",".join(str(fault.number) for fault in share)
        arguments = [str(folder / f"rig-{number}"), lane, str(seed), str(trials), numbers]
        rigs.append(subprocess.Popen([sys.executable, "-m", "tests.faults.shard", *arguments]))
    try:
        statuses = [rig.wait() for rig in rigs]
    finally:
        for rig in rigs:
            rig.kill()
    verdict = Verdict()
    for rig_folder in sorted(folder.glob("rig-*")):
        verdict.join(check(rig_folder))
    return verdict, not any(statuses)


def _print_result(played: Sequence[Played], verdict: Verdict, seed: int, folder: Path) -> bool:
    problems = [f"fault {one.fault.number}: {one.message}" for one in played if one.outcome == "failed"]
    problems += [f"trial {problem.trial}: {problem.text}" for problem in verdict.problems]
    for problem in problems:
        print(f"FAILED seed {seed} history {folder}: {problem}")
    print(figure(played, verdict, seed))
    return not problems


if __name__ == "__main__":
    sys.exit(main())
