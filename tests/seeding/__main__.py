"""`python -m tests.seeding`: fill an empty lab that runs, whose data folder the settings name."""

from __future__ import annotations

import argparse
import sys

from tests.seeding.seed import SeedSize, seed_lab

from storagelab.errors import StorageLabError


def main() -> int:
    """Fill it and print the time of each step."""
    size = SeedSize()
    parser = argparse.ArgumentParser(prog="python -m tests.seeding", description=__doc__)
    for name in ("servers", "drives", "queued", "runs", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(size, name), help="default: %(default)s")
    try:
        seed_lab(SeedSize(**vars(parser.parse_args())), lambda line: print(line, file=sys.stderr, flush=True))
    except StorageLabError as error:
        print(error.message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
