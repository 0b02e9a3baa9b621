"""`python -m tests.seeding`: fill an empty lab that runs with invented servers and runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.seeding.seed import SeedSize, seed_lab

from storagelab.config import override_settings
from storagelab.errors import StorageLabError


def main() -> int:
    """Fill it and print the time of each step."""
    size = SeedSize()
    parser = argparse.ArgumentParser(prog="python -m tests.seeding", description=__doc__)
    for name in ("servers", "drives", "queued", "runs", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(size, name), help="default: %(default)s")
    parser.add_argument("--data", type=Path, help="its data folder, if not that of the settings")
    chosen = vars(parser.parse_args())
    if (data := chosen.pop("data")) is not None:
        override_settings(data_dir=data.resolve())
    try:
        seed_lab(SeedSize(**chosen), lambda line: print(line, file=sys.stderr, flush=True))
    except StorageLabError as error:
        print(error.message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
