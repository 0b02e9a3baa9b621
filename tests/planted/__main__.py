"""`python -m tests.planted`: break one rule of each kind in a clone, and see that its test fails.

Each command runs on the clone as it is first, where it must pass, so that none is red for another reason. The last line
is the figure.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.planted.breaks import BREAKS, Break

from storagelab.config import CHECKOUT

#: Folders below which the product's packages lie.
_PACKAGES = ("backend", "workers", "workers/runner")


def main() -> int:
    """Play all, or those whose titles hold one of the words given; 1 when a break was not found."""
    chosen = [one for one in BREAKS if len(sys.argv) == 1 or any(word in one.title for word in sys.argv[1:])]
    found = 0
    with tempfile.TemporaryDirectory(prefix="planted-", dir="/var/tmp") as folder:
        clone = Path(folder) / "clone"
        _clone(clone)
        for one in chosen:
            begun = time.monotonic()
            words = _play(one, clone)
            found += words == "found"
            print(f"{one.title}: {words} ({time.monotonic() - begun:.0f} s)", flush=True)
    print(f"planted {len(chosen)}, found {found}")
    return 0 if found == len(chosen) else 1


def _play(one: Break, clone: Path) -> str:
    if not one.path:
        return "found" if _status(one, clone) else "NOT FOUND: the command passes"
    if _status(one, clone) != 0:
        return "UNDECIDED: the command fails without it"
    file = clone / one.path
    whole = file.read_text(encoding="utf-8")
    if whole.count(one.old) != 1:
        return f"UNDECIDED: {one.path} does not hold the line once"
    file.write_text(whole.replace(one.old, one.new), encoding="utf-8")
    try:
        return "found" if _status(one, clone) else "NOT FOUND: the command passes"
    finally:
        file.write_text(whole, encoding="utf-8")


def _status(one: Break, clone: Path) -> int:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(clone / name) for name in _PACKAGES)}
    if one.builds_pages:
        build = ["npm", "--prefix", "frontend", "run", "--silent", "build"]
        subprocess.run(build, cwd=clone, env=environment, check=True, capture_output=True)
    done = subprocess.run([sys.executable, *one.command], cwd=clone, env=environment, capture_output=True, check=False)
    return done.returncode


def _clone(clone: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(CHECKOUT), str(clone)], check=True)
    (clone / ".venv").symlink_to(CHECKOUT / ".venv")
    shutil.copytree(CHECKOUT / "frontend" / "dist", clone / "frontend" / "dist")
    (clone / "frontend" / "node_modules").symlink_to(CHECKOUT / "frontend" / "node_modules")


if __name__ == "__main__":
    sys.exit(main())
