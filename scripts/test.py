"""`make test`: two lanes of tests at a time, compute beside waiting, all within one limit.

Each lane ends in one line of counts. Its output is stored in `.test-reports`, and shown when a test of it failed. A
failed test of a lane with processes or browsers runs once more when all lanes have ended, alone. One that passes then
is reported as flaky in the last lines and in a file that is stored; more than a few of them fail the run.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHON = str(ROOT / ".venv" / "bin" / "python")
REPORTS = ROOT / ".test-reports"
#: How long all lanes of the gate together may take.
LIMIT_SECONDS = 4200.0
#: A lane with more failed tests than that is broken, and no test of it runs again.
MAX_REPEATED = 5
#: A run with more flaky tests than that has failed.
MAX_FLAKY = 3
#: The most lines of a failed lane that are shown.
SHOWN_LINES = 400
SERVICES_VARIABLE = "STORAGELAB_TEST_SERVICES"


@dataclass(frozen=True)
class Lane:
    """One runner over one kind of tests."""

    name: str
    folder: str | None = None
    """Folder of pytest; None is the front end's own runner, or `program`."""
    computes: bool = False
    """Whether its tests keep a processor busy; the others wait for processes most of the time."""
    gate: tuple[str, ...] | None = ()
    """What its runner is told in the gate; None keeps it out of the gate."""
    full: tuple[str, ...] = ()
    """What its runner is told when all evidence is asked for."""
    program: str | None = None
    """Module that is run in place of pytest; it writes the same kind of report, and its last line is told."""
    test_limit_seconds: int = 300
    """How long one test of pytest may take with its fixtures; one that hangs prints all stacks."""
    may_repeat: bool = False
    """Whether a failed test runs once more, because processes and machines outside the tests take part."""


#: In the order in which they begin: in each of the two kinds the longest first.
LANES = [
    Lane(
        "integration",
        "tests/integration",
        gate=("-n3", "--dist=loadfile", "--no-loadscope-reorder", "--one-part", "-m", "not testhost and not evidence"),
        full=("-n3", "--dist=loadfile", "--no-loadscope-reorder", "-m", "not testhost"),
        may_repeat=True,
    ),
    Lane("front end", computes=True),
    Lane("unit", "tests/unit", computes=True, gate=("--one-part",), test_limit_seconds=240),
    Lane(
        "browser",
        "tests/e2e",
        gate=("-n2", "--dist=loadfile", "--one-part", "-m", "not evidence"),
        full=("-n2", "--dist=loadfile"),
        may_repeat=True,
    ),
    # With the longer option one test takes ten minutes of processor time.
    Lane(
        "fuzz",
        "tests/fuzz",
        computes=True,
        gate=("--fuzz-seconds=5",),
        full=("-n2", "--fuzz-seconds=600"),
        test_limit_seconds=3600,
    ),
    Lane("faults", gate=("--quarter",), full=("--lane=full",), program="tests.faults", may_repeat=True),
    Lane("containers", gate=None, program="tests.containers"),
    Lane("planted breaks", gate=None, program="tests.planted"),
    Lane(
        "virtual servers",
        "tests/integration/testhost",
        gate=None,
        full=("--layouts=300",),
        test_limit_seconds=1200,
        may_repeat=True,
    ),
]


@dataclass(frozen=True)
class Counts:
    """Number of tests by outcome; errors count as failures."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass
class Outcome:
    """Outcome of a lane."""

    lane: Lane
    counts: Counts = field(default_factory=Counts)
    failed: list[str] = field(default_factory=list)
    """Names of the tests that failed."""
    flaky: list[str] = field(default_factory=list)
    """Names of those that passed at the second try."""
    problem: str | None = None
    """Why its counts say less than all."""

    @property
    def passed(self) -> bool:
        """Return whether nothing of it failed."""
        return self.problem is None and not self.failed


class Run:
    """A run of some lanes, two at a time."""

    def __init__(self, *, full: bool, limit_seconds: float | None, reports: Path = REPORTS) -> None:
        self.full, self.reports = full, reports
        self._ends = None if limit_seconds is None else time.monotonic() + limit_seconds
        self._limit_seconds = limit_seconds
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()

    def play(self, lanes: Sequence[Lane]) -> list[Outcome]:
        """Run all lanes, then the failed tests of those that may be repeated; return an outcome for each."""
        waiting = list(lanes)
        outcomes: list[Outcome] = []

        def work(takes: Callable[[Lane], bool]) -> None:
            while True:
                with self._lock:
                    if not waiting:
                        return
                    lane = next((lane for lane in waiting if takes(lane)), waiting[0])
                    waiting.remove(lane)
                outcome = self._play_one(lane)
                with self._lock:
                    outcomes.append(outcome)

        slots = [threading.Thread(target=work, args=(takes,), daemon=True) for takes in (_computes, _waits)]
        try:
            for slot in slots:
                slot.start()
            for slot in slots:
                while slot.is_alive():
                    slot.join(0.5)
            for outcome in outcomes:
                self._repeat(outcome)
        finally:
            self.stop()
        return outcomes

    def stop(self) -> None:
        """Kill what runs, with everything that it started in its group."""
        for process in list(self._running):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def _play_one(self, lane: Lane) -> Outcome:
        print(f"   {lane.name} begins", flush=True)
        begun = time.monotonic()
        folder = self.reports / lane.name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        report, printed = folder / "report.xml", folder / "printed.txt"
        report.unlink(missing_ok=True)
        options = lane.full if self.full else lane.gate or ()
        outcome = self._ended(lane, command_of(lane, folder, options), printed, report)
        message = f"== {lane.name} ({time.monotonic() - begun:.0f} s)\n{outcome.counts}"
        if lane.program is not None:
            message += "\n" + "".join(printed.read_text(errors="replace").splitlines(keepends=True)[-1:]).rstrip()
        if not outcome.passed:
            message += "\n" + shown(printed.read_text(errors="replace"))
        with self._lock:
            print(message if outcome.problem is None else f"{message}\n{lane.name}: {outcome.problem}", flush=True)
        return outcome

    def _repeat(self, outcome: Outcome) -> None:
        """Run the failed tests of a lane once more, with nothing beside them."""
        lane = outcome.lane
        if not lane.may_repeat or outcome.problem or not 0 < len(outcome.failed) <= MAX_REPEATED:
            return
        print(f"{lane.name}: {len(outcome.failed)} failed, once more and alone", flush=True)
        folder = self.reports / lane.name.replace(" ", "-")
        report, printed = folder / "report-again.xml", folder / "printed-again.txt"
        report.unlink(missing_ok=True)
        if lane.program is not None:
            # The first report decides which failures may be run again; without any, no report is written.
            options = [f"--again={folder / 'report.xml'}"]
        else:
            options = [option for option in (lane.full if self.full else lane.gate or ()) if not _divides(option)]
            # A module that cannot be imported would end the run before the tests of other modules.
            options += ["--last-failed", "--last-failed-no-failures=none", "--continue-on-collection-errors"]
        again = self._ended(lane, command_of(lane, folder, options, report=report), printed, report)
        if lane.program is not None and not report.exists():
            return
        if again.problem is not None:
            outcome.problem = again.problem
            return
        outcome.flaky = [name for name in outcome.failed if name not in again.failed]
        outcome.failed = again.failed
        recovered = len(outcome.flaky)
        outcome.counts = Counts(
            outcome.counts.passed + recovered, outcome.counts.failed - recovered, outcome.counts.skipped
        )

    def _ended(self, lane: Lane, command: Sequence[str], printed: Path, report: Path) -> Outcome:
        status = self._status(command, printed)
        if status is None:
            return Outcome(lane, problem=f"stopped at the limit of {self._limit_seconds:.0f} s for all lanes")
        if not report.exists():
            return Outcome(lane, problem=f"the runner ended with status {status} and left no report")
        outcome = Outcome(lane, read_counts(report), failed_tests(report))
        if outcome.counts.skipped and nothing_may_be_missing():
            outcome.problem = "nothing is missing on this machine, so a test that was skipped counts as failed"
        elif status != 0 and not outcome.failed:
            outcome.problem = f"the runner ended with status {status}"
        return outcome

    def _status(self, command: Sequence[str], printed: Path) -> int | None:
        """Return the exit status of a command that prints into a file, None after the limit."""
        with printed.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True
            )
        self._running.add(process)
        try:
            return process.wait(None if self._ends is None else max(self._ends - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return None
        finally:
            self._running.discard(process)


def _computes(lane: Lane) -> bool:
    return lane.computes


def _waits(lane: Lane) -> bool:
    return not lane.computes


def _divides(option: str) -> bool:
    """Return whether an option is about several processes or a part of the tests: a repeat has one and plays all."""
    return option.startswith(("-n", "--dist", "--no-loadscope", "--one-part"))


def command_of(lane: Lane, folder: Path, options: Sequence[str], *, report: Path | None = None) -> list[str]:
    """Return the command of a lane that leaves its report, and what it remembers of failed tests, in a folder."""
    report = report or folder / "report.xml"
    if lane.program is not None:
        return [PYTHON, "-m", lane.program, f"--junitxml={report}", *options]
    if lane.folder is None:
        command = ["npm", "--prefix", "frontend", "test", "--silent", "--"]
        return [*command, "--reporter=default", "--reporter=junit", f"--outputFile.junit={report}", *options]
    command = [PYTHON, "-m", "pytest", lane.folder, "-q", "-rs", "--no-header", f"--junitxml={report}"]
    command += [f"--timeout={lane.test_limit_seconds}", "--durations=25", "-o", f"cache_dir={folder / 'cache'}"]
    return [*command, *options]


def shown(printed: str) -> str:
    """Return what explains a failure: what pytest prints of it, else the last lines."""
    lines = printed.splitlines()

    def first(*headings: str) -> int | None:
        numbers = (number for number, line in enumerate(lines) if any(heading in line for heading in headings))
        return next(numbers, None)

    begin, end = first("= ERRORS =", "= FAILURES ="), first("= slowest")
    return "\n".join((lines if begin is None else lines[begin:end])[-SHOWN_LINES:])


def nothing_may_be_missing() -> bool:
    """Return whether this machine takes changes: as root and with the reference data beside the checkout."""
    return os.environ.get("CI") == "true" and os.geteuid() == 0 and (ROOT.parent / "shared").is_dir()


def read_counts(report: Path) -> Counts:
    """Count the tests of a JUnit report."""
    counts = Counts()
    # The report is our own runner's.
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314
        failed = case.find("failure") is not None or case.find("error") is not None
        skipped = not failed and case.find("skipped") is not None
        counts += Counts(not (failed or skipped), failed, skipped)
    return counts


def failed_tests(report: Path) -> list[str]:
    """Return the names of the tests of a JUnit report that failed, each once and in order."""
    # The report is our own runner's.
    cases = ElementTree.parse(report).iter("testcase")  # noqa: S314
    failed = (case for case in cases if case.find("failure") is not None or case.find("error") is not None)
    return list(dict.fromkeys(f"{case.get('classname')}::{case.get('name')}" for case in failed))


def report_flaky(names: Sequence[str], reports: Path = REPORTS) -> bool:
    """Print the flaky tests and keep their names; return whether they are few enough."""
    (reports / "flaky.txt").write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    for name in names:
        print(f"flaky: {name}")
    if len(names) > MAX_FLAKY:
        print(f"{len(names)} flaky tests in one run, more than {MAX_FLAKY}: the run has failed")
    return len(names) <= MAX_FLAKY


@contextlib.contextmanager
def services() -> Iterator[None]:
    """Provide one PostgreSQL and one Valkey for all lanes, which end with this process in any case."""
    command = [PYTHON, "-m", "tests.services"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        folder = process.stdout.readline().strip() if process.stdout else ""
        if not folder:
            raise SystemExit("PostgreSQL and Valkey of the tests did not start; their own words are above.")
        os.environ[SERVICES_VARIABLE] = folder
        # It stops them when its input is closed, as it is on the way out.
        yield


def main() -> int:
    """Run the chosen lanes; return 1 when a test failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lane", choices=[lane.name for lane in LANES], action="append")
    parser.add_argument("--full", action="store_true", help="all evidence, without a limit")
    chosen = parser.parse_args()
    named = chosen.lane or [lane.name for lane in LANES if chosen.full or lane.gate is not None]
    # As after Ctrl-C: what runs is killed, and the services end with this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    begun = time.monotonic()
    REPORTS.mkdir(exist_ok=True)
    with services():
        outcomes = Run(full=chosen.full, limit_seconds=None if chosen.full else LIMIT_SECONDS).play(
            [lane for lane in LANES if lane.name in named]
        )
    for outcome in outcomes:
        for name in outcome.failed:
            print(f"failed: {name}")
        if outcome.problem is not None:
            print(f"{outcome.lane.name}: {outcome.problem}")
    few_flaky = report_flaky([name for outcome in outcomes for name in outcome.flaky])
    print(f"tests ({time.monotonic() - begun:.0f} s)")
    print(sum((outcome.counts for outcome in outcomes), Counts()), flush=True)
    return 0 if few_flaky and len(outcomes) == len(named) and all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
