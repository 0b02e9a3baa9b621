"""`make test`: every lane of tests, each with a time limit, each ending in one line of counts.

A failed test of a lane with processes, browsers or virtual servers runs once more, alone. One that passes then is
reported as flaky in the last lines and in a file that is kept; more than a few of them fail the run.
"""

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
#: A lane with more failed tests than that is broken, and no test of it runs again.
MAX_REPEATED = 5
#: A run with more flaky tests than that has failed.
MAX_FLAKY = 3
FLAKY_FILE = ROOT / ".test-reports" / "flaky.txt"


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
    test_limit_s: int = 300
    """How long one test of pytest may take with its fixtures; one that hangs prints all stacks."""
    may_repeat: bool = False
    """Whether a failed test runs once more, because processes and machines outside the tests take part."""


LANES = [
    Lane("unit", "tests/unit", 300, options=("-n2",), test_limit_s=240),
    Lane("front end", None, 600),
    Lane(
        "integration",
        "tests/integration",
        2700,
        marked="not testhost",
        # Most of them wait for processes of their own most of the time.
        options=("-n3", "--dist=loadfile", "--no-loadscope-reorder"),
        may_repeat=True,
    ),
    Lane(
        "virtual servers",
        "tests/integration/testhost",
        2100,
        unlimited_options=("--layouts=300",),
        test_limit_s=1200,
        may_repeat=True,
    ),
    Lane("browser", "tests/e2e", 1500, options=("-n2", "--dist=loadfile"), may_repeat=True),
    # With its long option one test takes ten minutes of processor time.
    Lane("fuzz", "tests/fuzz", 420, options=("-n2",), unlimited_options=("--fuzz-seconds=600",), test_limit_s=3600),
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


@dataclass(frozen=True)
class Outcome:
    """The end of a lane: whether it passed, and the names of its tests that passed at the second try only."""

    passed: bool
    flaky: tuple[str, ...] = ()


def run_lane(lane: Lane, *, limited: bool) -> Outcome:
    """Run one lane, print its counts, and return its outcome."""
    print(f"== {lane.name}", flush=True)
    begun = time.monotonic()
    flaky: tuple[str, ...] = ()
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        status = run_command(command_of(lane, Path(scratch), limited=limited), lane, limited=limited)
        if status is None:
            return Outcome(False)
        if not report.exists():
            print(f"{lane.name}: the runner ended with status {status} and left no report")
            return Outcome(False)
        counts, failed = read_counts(report), failed_tests(report)
        if lane.may_repeat and 0 < len(failed) <= MAX_REPEATED:
            print(f"{lane.name}: {len(failed)} failed, once more and alone", flush=True)
            report.unlink()
            status = run_command(command_of(lane, Path(scratch), limited=limited, repeat=True), lane, limited=limited)
            again = failed_tests(report) if report.exists() else failed
            flaky = tuple(name for name in failed if name not in again)
            counts = Counts(counts.passed + len(flaky), len(failed) - len(flaky), counts.skipped)
    print(f"{lane.name} ({time.monotonic() - begun:.0f} s)\n{counts}", flush=True)
    if counts.skipped and nothing_may_be_missing():
        print(f"{lane.name}: nothing is missing on this machine, so a test that was skipped counts as failed")
        return Outcome(False, flaky)
    return Outcome(status == 0 and counts.failed == 0, flaky)


def command_of(lane: Lane, scratch: Path, *, limited: bool, repeat: bool = False) -> list[str]:
    """Return the command of a lane that leaves its report in `scratch`; with `repeat` that of its failed tests."""
    report = scratch / "report.xml"
    options = [*([] if repeat else lane.options), *([] if limited else lane.unlimited_options)]
    if lane.program is not None:
        return [PYTHON, "-m", lane.program, f"--junitxml={report}", *options]
    if lane.folder is None:
        command = ["npm", "--prefix", "frontend", "test", "--silent", "--"]
        return [*command, "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    command = [PYTHON, "-m", "pytest", lane.folder, "-q", "-rs", "--no-header", f"--junitxml={report}"]
    command += [f"--timeout={lane.test_limit_s}", "-o", f"cache_dir={scratch / 'cache'}"]
    command += ["-m", lane.marked] if lane.marked else []
    command += ["--last-failed", "--last-failed-no-failures=none"] if repeat else []
    return [*command, *options]


def run_command(command: list[str], lane: Lane, *, limited: bool) -> int | None:
    """Return the exit status of a lane's command, None after its limit."""
    try:
        return subprocess.run(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, timeout=lane.limit_s if limited else None
        ).returncode
    except subprocess.TimeoutExpired:
        print(f"{lane.name}: stopped after its limit of {lane.limit_s} s")
        return None


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


def failed_tests(report: Path) -> list[str]:
    """Return the names of the tests of a JUnit report that failed, each once and in order."""
    # The report is our own runner's.
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314
    failed = (case for case in cases if case.find("failure") is not None or case.find("error") is not None)
    return list(dict.fromkeys(f"{case.get('classname')}::{case.get('name')}" for case in failed))


def report_flaky(names: list[str]) -> bool:
    """Print the flaky tests and keep their names; return whether they are few enough."""
    FLAKY_FILE.parent.mkdir(exist_ok=True)
    FLAKY_FILE.write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    for name in names:
        print(f"flaky: {name}")
    if len(names) > MAX_FLAKY:
        print(f"{len(names)} flaky tests in one run, more than {MAX_FLAKY}: the run has failed")
    return len(names) <= MAX_FLAKY


def main() -> int:
    """Run the chosen lanes; return 1 when a test failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lane", choices=[lane.name for lane in LANES], action="append")
    parser.add_argument("--without-limits", action="store_true")
    chosen = parser.parse_args()
    lanes = [lane for lane in LANES if chosen.lane is None or lane.name in chosen.lane]
    outcomes = [run_lane(lane, limited=not chosen.without_limits) for lane in lanes]
    few_flaky = report_flaky([name for outcome in outcomes for name in outcome.flaky])
    return 0 if few_flaky and all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
