"""Following a job of a real lab: on a pipe, on a terminal, and until Ctrl-C."""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import httpx2
import pytest
from tests.e2e.lab import STORAGELAB, Lab, running_lab, wait_for

PROFILE = """name: three-phases
version: 1
title: Three phases
description: A fill and two reads.
parameters:
  seconds: {title: Length of each read, unit: s, default: 3, minimum: 1, maximum: 600}
phases:
  - name: Fill
    kind: fill
    workload: {block_size: 128k, read: 0, random: 0, queue_depth: 4}
    stop: {kind: volume, passes: 1, seconds: 1m}
  - name: Read QD{queue_depth}
    kind: measure
    workload: {block_size: 4k, read: 100, random: 100}
    sweep: {queue_depth: [1, 4]}
    stop: {kind: time, seconds: $seconds}
"""
SUBMIT = ("submit", "three-phases", "--size", "16M", "--wait")
LONG = (*SUBMIT, "--parameter", "seconds=600")
ENDS_WITHIN_SECONDS = 60.0
#: A shell that starts tests in the background has them ignore interrupts, and children inherit that.
HEARS_INTERRUPTS = ("env", "--default-signal=INT")


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Provide a lab of its own with one server, this machine, and a short profile."""
    file = tmp_path_factory.mktemp("profile") / "three-phases.yaml"
    file.write_text(PROFILE)
    with running_lab() as lab:
        lab.command("profile", "add", str(file))
        yield lab


@pytest.mark.in_turn
def test_pipe_gets_phase_lines_and_final_figures(lab: Lab) -> None:
    # Continuous integration sets such variables, and its logs are no terminals all the same.
    environment = lab.environment() | {"FORCE_COLOR": "1", "TTY_COMPATIBLE": "1"}
    done = subprocess.run([*STORAGELAB, *SUBMIT], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    lines = done.stdout.splitlines()
    begins = [line for line in lines if re.match(r"  Phase \d", line)]
    assert [line.rpartition(" is ")[0] for line in begins] == [
        f"  Phase {number} ({name})" for number, name in enumerate(("Fill", "Read QD1", "Read QD4"), start=1)
    ]
    table = next(number for number, line in enumerate(lines) if line.startswith("Phase"))
    headings = ["Phase", "Name", "IOPS", "MB/s", "Mean latency", "p99 latency", "Ended"]
    assert re.split(r"  +", lines[table]) == headings
    assert [line.split()[0] for line in lines[table + 1 : table + 4]] == ["1", "2", "3"]
    # No line is repeated, and there are fewer lines than seconds.
    assert len(set(lines)) == len(lines) < 20
    assert_is_page_of_run(lines[-1], lab)


@pytest.mark.in_turn
def test_terminal_gets_a_progress_bar_and_final_figures(lab: Lab) -> None:
    status, shown = Terminal(lab, *SUBMIT).wait()
    assert status == 0
    assert "IOPS, " in shown
    assert "3/3 Read QD4" in shown
    assert "None" not in shown
    assert_is_page_of_run(shown.splitlines()[-1], lab)


@pytest.mark.in_turn
def test_interrupt_leaves_the_job_and_prints_its_commands(lab: Lab) -> None:
    argv = [*HEARS_INTERRUPTS, *STORAGELAB, *LONG, "--data", str(lab.data)]
    with subprocess.Popen(
        argv, env=lab.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        job = process.stdout.readline().split()[0]
        while "running" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, words = process.communicate(timeout=ENDS_WITHIN_SECONDS)
    assert process.returncode == 130
    assert words.startswith(f"{job} is still running.")
    assert "Traceback" not in words
    assert lab.job(job)["state"] == "running"
    watched, cancelled = (re.search(rf"{verb} it: (.*?)\.(?: Cancel|$)", words.strip()) for verb in ("Watch", "Cancel"))
    assert watched is not None
    assert cancelled is not None
    assert lab.command(*shlex.split(cancelled[1])[1:]) == f"{job} cancelling"
    with pytest.raises(RuntimeError, match=f"{job} was cancelled"):
        lab.command(*shlex.split(watched[1])[1:])


@pytest.mark.in_turn
def test_control_c_leaves_the_job_running(lab: Lab) -> None:
    terminal = Terminal(lab, *LONG)
    terminal.read_until("running")
    terminal.type(b"\x03")
    status, shown = terminal.wait()
    job = re.search(r"(j-\d+) queued", shown)
    assert job is not None
    assert status == 130
    commands = f"Watch it: storagelab watch {job[1]}. Cancel it: storagelab cancel {job[1]}."
    assert f"{job[1]} is still running. {commands}" in shown
    lab.command("cancel", job[1])
    lab.wait_for_end(job[1])


@pytest.mark.in_turn
def test_closed_pipe_leaves_the_job_running(lab: Lab) -> None:
    argv = [*STORAGELAB, *SUBMIT]
    with subprocess.Popen(
        argv, env=lab.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        job = process.stdout.readline().split()[0]
        process.stdout.close()
        words = process.stderr.read()
    assert (process.returncode, words.startswith(f"{job} is still running.")) == (1, True)
    assert lab.wait_for_end(job)["state"] == "finished"


def assert_is_page_of_run(line: str, lab: Lab) -> None:
    address = re.fullmatch(rf"Charts +({re.escape(lab.url)}/runs/r-\d+)\s*", line)
    assert address is not None, line
    assert httpx2.get(address[1]).status_code == 200


class Terminal:
    """A command at a terminal of its own, on which Ctrl-C interrupts it."""

    def __init__(self, lab: Lab, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [*HEARS_INTERRUPTS, "setsid", "--ctty", "--wait", *STORAGELAB, *arguments],
            env=lab.environment() | {"TERM": "xterm", "COLUMNS": "120"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        self._shown = ""

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._ours, keys)

    def read_until(self, words: str) -> None:
        """Read until the terminal shows some words."""
        wait_for(words, ENDS_WITHIN_SECONDS, lambda: (self._read() and words in self._shown) or None)

    def wait(self) -> tuple[int, str]:
        """Return the exit status and everything that was shown."""
        while self._read():
            continue
        os.close(self._ours)
        return self._process.wait(timeout=ENDS_WITHIN_SECONDS), self._shown

    def _read(self) -> bool:
        # Linux answers with an error when the other end is closed.
        with suppress(OSError):
            read = os.read(self._ours, 65536)
            self._shown += read.decode(errors="replace")
            return bool(read)
        return False
