"""Command `python -m tests.catalogue_testhost`: every profile at the smoke scale on a virtual drive."""

from __future__ import annotations

import argparse
import sys

from tests.catalogue_testhost.running import DRIVE, profiles_on_drives, run_profile
from tests.faults_testhost.rig import new_rig


def main() -> int:
    """Run them one after another; return 1 when anything is not as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogue_testhost", description=__doc__)
    parser.add_argument("--profiles", nargs="+", help="only these")
    chosen = parser.parse_args().profiles
    problems = []
    with new_rig(drives=1, throttle=DRIVE) as rig:
        rig.enrol(1)
        for profile in profiles_on_drives(rig):
            if chosen is None or profile["name"] in chosen:
                problems += run_profile(rig, profile)
    for problem in problems:
        print(f"FAILED: {problem}", flush=True)
    print("every profile ran" if not problems else f"{len(problems)} problems", flush=True)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
