"""Entry point `python -m tests.layouts`: test random layouts on a virtual server and print the figure."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.integration.testhost.machine import MachineProblem
from tests.layouts.figure import deviations, figure, is_refused
from tests.layouts.layers import Outcome
from tests.layouts.loop_drives import play_on_loops
from tests.layouts.system import Problem
from tests.layouts.virtual_server import play_on_servers

_SECONDS = 6 * 3600.0


def main() -> int:
    """Run the layouts, print the deviations, and return 1 when there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.layouts", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="layouts")
    parser.add_argument("--seed", type=int, default=None, help="of the layouts; drawn and printed without")
    parser.add_argument("--first", type=int, default=1, help="number of the first layout, to play one again")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="begin no layout later")
    parser.add_argument("--servers", type=int, default=2, help="virtual servers that play at once")
    parser.add_argument("--on-loops", action="store_true", help="on loop devices of this machine, as root")
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}, {chosen.count} layouts from number {chosen.first}", flush=True)
    outcomes: list[Outcome] = []
    problem = None
    try:
        for value in _play(chosen, seed):
            if "capabilities" in value:
                print(f"drives of {value['size_mib']} MiB; with {', '.join(value['capabilities'])}", flush=True)
                continue
            outcomes.append(Outcome.of_json(value))
            print(line_of(outcomes[-1]), flush=True)
    except (MachineProblem, Problem) as met:
        problem = met
        print(f"PROBLEM {problem}", flush=True)
    checked = [(outcome, deviations(outcome)) for outcome in outcomes]
    deviating = [(outcome, sentences) for outcome, sentences in checked if sentences]
    for outcome, sentences in deviating:
        print(f"DEVIATES {outcome.number} (seed {seed}): {outcome.words}: {' / '.join(sentences)}")
    print(figure(outcomes, seed))
    return 1 if deviating or problem is not None or len(outcomes) < chosen.count else 0


def _play(chosen: argparse.Namespace, seed: int) -> Iterator[dict[str, Any]]:
    limits = {"seed": seed, "first": chosen.first, "count": chosen.count, "seconds": chosen.seconds}
    if not chosen.on_loops:
        yield from play_on_servers(chosen.servers, **limits)
        return
    with tempfile.TemporaryDirectory(prefix="layouts-", dir="/var/tmp") as folder:
        yield from play_on_loops(Path(folder), **limits)


def line_of(outcome: Outcome) -> str:
    """Return one layout and its judgement in a line."""
    judged = "refused" if is_refused(outcome) else f"accepted ({outcome.ended})"
    state = judged if not deviations(outcome) else f"DEVIATES ({' / '.join(deviations(outcome))})"
    return f"{outcome.number:4} {outcome.seconds:5.1f} s {state}: {outcome.words}"


if __name__ == "__main__":
    sys.exit(main())
