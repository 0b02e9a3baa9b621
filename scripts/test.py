"""`make test`: every lane of tests, each with a time limit, each ending in one line of counts."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = str(ROOT / ".venv" / "bin" / "python")


@dataclass(frozen=True)
class Lane:
    """One runner over one kind of tests."""

    name: str
    folder: str | None
    """Folder of pytest; None is the front end's own runner, or `program`."""
    limit_s: int
    marked: str | None = None
    """Which marks of pytest the lane takes; None takes all."""
    options: tuple[str, ...] = ()
    """What else pytest is told."""
    unlimited_options: tuple[str, ...] = ()
    """What it is told beside that when the lane has no limit."""
    program: str | None = None
    """Module that is run in place of pytest; it writes the same kind of report."""


LANES = [
    Lane("unit", "tests/unit", 300, options=("-n2",)),
    Lane("front end", None, 600),
    Lane(
        "integration",
        "tests/integration",
        2400,
        marked="not testhost",
        # Most of them wait for processes of their own most of the time.
        options=("-n3", "--dist=loadfile", "--no-loadscope-reorder"),
    ),
    Lane("virtual servers", "tests/integration/testhost", 1500),
    Lane("browser", "tests/e2e", 1500, options=("-n2", "--dist=loadfile")),
    Lane("fuzz", "tests/fuzz", 420, options=("-n2",), unlimited_options=("--fuzz-seconds=600",)),
    Lane("faults", None, 900, program="tests.faults", unlimited_options=("--lane=full",)),
]


@dataclass(frozen=True)
class Counts:
    """How many tests of a lane ended how; errors count as failures."""

    passed: int
    failed: int
    skipped: int

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def run_lane(lane: Lane, *, limited: bool) -> bool:
    """Run one lane, print its counts, and say whether all went well."""
    print(f"== {lane.name}", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        if lane.program is not None:
            command = [PYTHON, "-m", lane.program, f"--junitxml={report}"]
            command += [*lane.options, *([] if limited else lane.unlimited_options)]
        elif lane.folder is None:
            command = ["npm", "--prefix", "frontend", "test", "--silent", "--"]
            command += ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
        else:
            command = [PYTHON, "-m", "pytest", lane.folder, "-q", "-rs", "--no-header", f"--junitxml={report}"]
            command += ["-m", lane.marked] if lane.marked else []
            command += [*lane.options, *([] if limited else lane.unlimited_options)]
        try:
            status = subprocess.run(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, timeout=lane.limit_s if limited else None
            ).returncode
        except subprocess.TimeoutExpired:
            print(f"{lane.name}: stopped after its limit of {lane.limit_s} s")
            return False
        if not report.exists():
            print(f"{lane.name}: the runner ended with status {status} and left no report")
            return False
        counts = read_counts(report)
    print(f"{lane.name} ({time.monotonic() - begun:.0f} s)\n{counts}", flush=True)
    if counts.skipped and nothing_may_be_missing():
        print(f"{lane.name}: nothing is missing on this machine, so a test that was skipped counts as failed")
        return False
    return status == 0 and counts.failed == 0


def nothing_may_be_missing() -> bool:
    """Whether this is the machine that takes changes, as root and with the reference data beside the checkout."""
    return os.environ.get("CI") == "true" and os.geteuid() == 0 and (ROOT.parent / "shared").is_dir()


def read_counts(report: Path) -> Counts:
    """Count the tests of a JUnit report."""
    passed = failed = skipped = 0
    # The report is our own runner's.
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return Counts(passed, failed, skipped)


def main() -> int:
    """Run the chosen lanes; return 1 when a test failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lane", choices=[lane.name for lane in LANES], action="append")
    parser.add_argument("--without-limits", action="store_true")
    chosen = parser.parse_args()
    lanes = [lane for lane in LANES if chosen.lane is None or lane.name in chosen.lane]
    outcomes = [run_lane(lane, limited=not chosen.without_limits) for lane in lanes]
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
