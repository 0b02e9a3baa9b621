"""Command `python layouts.pyz`: on the machine under test, build layouts and try them with the runner.

It prints a JSON line for each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.layouts import system
from tests.layouts.building import Builder
from tests.layouts.drawing import draw_layout
from tests.layouts.layers import Bench, Layout, Outcome
from tests.layouts.runner_calls import Drive, Refused, Runner
from tests.layouts.tables import MIB

_PROBLEMS = (system.Problem, OSError, subprocess.SubprocessError, Refused)


class Task(NamedTuple):
    """A session, as the host sends it."""

    runner: list[str]
    """Command of the runner."""
    state: str
    config: str
    folder: str
    """Files of the session itself."""
    seed: int
    first: int
    layouts: int
    limit_seconds: float
    """No layout is begun later."""
    drives: list[list[Any]]
    """Each as path, stable id, serial, size in bytes; the last two are never asked for."""
    check_every: int
    """Ask the check for each so-many-th layout, beside the job itself."""
    run_every: int
    """Run the job of each so-many-th layout to accept; the others are cancelled once they are accepted."""
    has_modules: bool
    """The machine is ours alone: modules of its kernel may be loaded, its files in /etc changed."""


class Session:
    """The drives, the runner and the folder of one session."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._folder = Path(task.folder)
        self._drives = [Drive(Path(path), name, serial, size) for path, name, serial, size in task.drives]
        self._bench = Bench(find_capabilities(self._drives[0].path, task), self._drives[0].size_bytes // MIB)
        self._runner = Runner(task.runner, Path(task.state), Path(task.config))

    def play(self) -> Iterator[dict[str, Any]]:
        """Yield what the machine can, then the outcome of each layout."""
        yield {"capabilities": sorted(self._bench.capabilities), "size_mib": self._bench.size}
        deadline = time.monotonic() + self._task.limit_seconds
        for drive in self._drives:
            self._clear(drive)
        for drive in self._drives[:-2]:
            self._runner.enrol(drive)
        for number in range(self._task.first, self._task.first + self._task.layouts):
            if time.monotonic() > deadline:
                break
            yield vars(self._play_one(draw_layout(self._task.seed, number, self._bench)))
        self._runner.close()

    def _play_one(self, layout: Layout) -> Outcome:
        outcome = Outcome(layout.number, str(layout), layout.must_refuse)
        began = time.monotonic()
        targets = self._drives[:-2]
        target = targets[layout.number % len(targets)]
        spare = self._drives[-1].path if self._has("md") else None
        builder = Builder(self._folder, spare, f"layout {layout.number} of {self._task.seed}")
        try:
            self._build(layout, target, builder)
            outcome.built = True
            self._try_target(target, builder, outcome)
        except _PROBLEMS as problem:
            outcome.trouble.append(f"{type(problem).__name__}: {problem}")
        self._compare(builder, outcome)
        outcome.trouble += builder.take_down()
        self._clear_all(target, outcome)
        outcome.seconds = round(time.monotonic() - began, 2)
        return outcome

    def _build(self, layout: Layout, target: Drive, builder: Builder) -> None:
        for stack in layout.before:
            before = Builder(self._folder, self._drives[-1].path if self._has("md") else None, "before")
            try:
                before.build(stack, target.path)
            finally:
                trouble = before.take_down()
            if trouble:
                raise system.Problem("; ".join(trouble))
            self._clear(target)
            if "spare" in str(stack):
                self._clear(self._drives[-1])
        if layout.is_left:
            ended, message = self._runner.submit(target)
            if ended != "succeeded":
                raise system.Problem(f"the run before ended as {ended}: {message}")
        if layout.is_trimmed:
            half, quarter = target.size_bytes // 2, target.size_bytes // 4
            system.run("blkdiscard", "-f", "-z", "-o", quarter, "-l", half, target.path)
        for stack in layout.beside:
            builder.build(stack, self._drives[-2].path)
        for stack in layout.on_file:
            builder.on_file(stack)
        for stack in layout.target:
            builder.build(stack, target.path)
        self._settle()

    def _try_target(self, target: Drive, builder: Builder, outcome: Outcome) -> None:
        # Preparing judges in the same way; both questions for every layout would take twice as long when emulated.
        if outcome.number % self._task.check_every == 0:
            outcome.check_refused, outcome.reasons = self._runner.check(target)
        # What must be refused is always tried in earnest: only then a wrong acceptance destroys and is seen to.
        is_run = outcome.must_refuse or outcome.number % self._task.run_every == 0
        try:
            outcome.ended, message = self._runner.submit(target, is_run=is_run)
            outcome.submit_refused = False
            outcome.reasons += [message] if message else []
        except Refused as refused:
            outcome.submit_refused = True
            if not outcome.reasons:
                outcome.reasons.append(str(refused))

    def _compare(self, builder: Builder, outcome: Outcome) -> None:
        for survivor in builder.survivors:
            changed = survivor.changed_bytes()
            if changed:
                outcome.changed.append(f"{survivor.words}: {changed} of {len(survivor.data)} bytes")
                outcome.changed_bytes += changed

    def _clear_all(self, target: Drive, outcome: Outcome) -> None:
        for drive in (target, *self._drives[-2:]):
            try:
                self._clear(drive)
            except _PROBLEMS as problem:
                outcome.trouble.append(f"clearing: {problem}")

    def _clear(self, drive: Drive) -> None:
        """Make a drive blank from end to end, without partitions that the kernel knows."""
        system.run("blkdiscard", "-f", "-z", drive.path)
        for entry in Path("/sys/block", drive.path.name).glob(f"{drive.path.name}p*"):
            system.remove_partition(drive.path, int((entry / "partition").read_text()))
        self._settle()

    def _settle(self) -> None:
        if self._task.has_modules:
            system.run("udevadm", "settle", "--timeout=20")

    def _has(self, capability: str) -> bool:
        return capability in self._bench.capabilities


def find_capabilities(drive: Path, task: Task) -> frozenset[str]:
    """Return what can be built on this machine, trying where it is cheap."""

    def module(*names: str) -> bool:
        return task.has_modules and system.can_run("modprobe", "-a", *names)

    probes: dict[str, Callable[[], bool]] = {
        "partitions": lambda: _can_add_partition(drive),
        "dm": lambda: (not task.has_modules or module("dm-mod")) and system.can_run("dmsetup", "version"),
        "dm-crypt": lambda: module("dm-crypt") and system.can_run("dmsetup", "version"),
        "md": lambda: module("raid0", "raid1") and system.can_run("mdadm", "--version"),
        "lvm": lambda: module("dm-mod") and system.can_run("pvs"),
        "xfs": lambda: system.can_run("mkfs.xfs", "-V") and module("xfs"),
        "nvmet": lambda: module("nvmet"),
        "lio-block": lambda: module("target_core_mod", "target_core_iblock"),
        "lio-file": lambda: module("target_core_mod", "target_core_file"),
        "zram": lambda: module("zram") and Path("/sys/block/zram0/backing_dev").exists(),
        "generic": lambda: Path(str(drive).replace("nvme", "ng")).is_char_device() and "nvme" in drive.name,
        "io_uring": lambda: _has_ring(drive),
        "swap": lambda: task.has_modules,
        "etc": lambda: task.has_modules,
    }
    return frozenset(name for name, probe in probes.items() if probe())


def _can_add_partition(drive: Path) -> bool:
    try:
        system.add_partition(drive, 1, MIB, MIB)
    except OSError:
        return False
    system.eventually(lambda: Path(f"{drive}p1").exists(), f"{drive}p1 is there")
    system.remove_partition(drive, 1)
    return True


def _has_ring(drive: Path) -> bool:
    try:
        os.close(system.register_ring(drive))
    except (system.Problem, OSError):
        return False
    return True


def main() -> int:
    """Read the task from standard input; return 0 when the session came to its end."""
    task = Task(**json.loads(sys.stdin.readline()))
    for line in Session(task).play():
        print(json.dumps(line), flush=True)
    return 0
