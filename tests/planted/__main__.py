"""Command `python -m tests.planted [WORD...]`: break one rule of each kind in a clone.

The test of the rule must fail. Each command runs on the clone as it is first, where it must pass, so that none is red
for another reason. The last line is the figure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from pathlib import Path

from tests.planted.breaks import BREAKS, Break

from storagelab.config import CHECKOUT

#: Folders below which the product's packages lie.
_PACKAGES = ("backend", "workers", "workers/runner")
_DETECTED = "found"


def main() -> int:
    """Play all, or those whose titles hold one of the words given; 1 when a break was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="of the titles; all breaks without")
    parser.add_argument("--junitxml", type=Path)
    options = parser.parse_args()
    chosen = [one for one in BREAKS if not options.words or any(word in one.title for word in options.words)]
    results: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="planted-", dir="/var/tmp") as folder:
        clone = Path(folder) / "clone"
        _clone(clone)
        for one in chosen:
            begun = time.monotonic()
            results[one.title] = _play(one, clone)
            print(f"{one.title}: {results[one.title]} ({time.monotonic() - begun:.0f} s)", flush=True)
    if options.junitxml:
        _write_junit(options.junitxml, results)
    detected = list(results.values()).count(_DETECTED)
    print(f"planted {len(chosen)}, found {detected}")
    return 0 if detected == len(chosen) else 1


def _write_junit(path: Path, results: Mapping[str, str]) -> None:
    suite = ElementTree.Element("testsuite", name="planted")
    for title, words in results.items():
        case = ElementTree.SubElement(suite, "testcase", classname="planted", name=title)
        if words != _DETECTED:
            ElementTree.SubElement(case, "failure", message=words)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def _play(one: Break, clone: Path) -> str:
    if not one.path:
        return _judge(one, *_end(one, clone))
    if _end(one, clone)[0] != 0:
        return "UNDECIDED: the command fails without it"
    file = clone / one.path
    whole = file.read_text(encoding="utf-8")
    if whole.count(one.old) != 1:
        return f"UNDECIDED: {one.path} does not hold the line once"
    file.write_text(whole.replace(one.old, one.new), encoding="utf-8")
    try:
        return _judge(one, *_end(one, clone))
    finally:
        file.write_text(whole, encoding="utf-8")


def _judge(one: Break, status: int, printed: str) -> str:
    if status == 0:
        return "NOT FOUND: the command passes"
    return (
        _DETECTED if one.expected_output in printed else f"UNDECIDED: it failed and did not say {one.expected_output!r}"
    )


def _end(one: Break, clone: Path) -> tuple[int, str]:
    """Return how a command ended on the clone, and what it printed."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(clone / name) for name in _PACKAGES)}
    if one.builds_pages:
        build = ["npm", "--prefix", "frontend", "run", "--silent", "build"]
        subprocess.run(build, cwd=clone, env=environment, check=True, capture_output=True)
    argv = [sys.executable, *one.command]
    done = subprocess.run(argv, cwd=clone, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _clone(clone: Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(CHECKOUT), str(clone)], check=True)
    (clone / ".venv").symlink_to(CHECKOUT / ".venv")
    shutil.copytree(CHECKOUT / "frontend" / "dist", clone / "frontend" / "dist")
    (clone / "frontend" / "node_modules").symlink_to(CHECKOUT / "frontend" / "node_modules")


if __name__ == "__main__":
    sys.exit(main())
