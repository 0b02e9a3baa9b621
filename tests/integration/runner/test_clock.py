"""A server's clock that is set while a run is under way."""

import json
import sys
import uuid
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest
from tests.faults import runner_python
from tests.integration.runner.conftest import Channel

HOUR_NS = 3_600 * 10**9


class SetClock:
    """The clock of a server; every process of the runner reads it from a file."""

    def __init__(self, server):
        self._facts = server.folder / "facts.json"
        self._boot = {"boot_id": str(uuid.uuid4()), "machine_id": uuid.uuid4().hex}
        self.interpreter = server.programs / "python3"
        self.interpreter.write_text(f"#!{sys.executable} -IS\n{Path(runner_python.__file__).read_text()}")
        self.interpreter.chmod(0o755)
        self.set(0)

    def set(self, offset_ns):
        """Set it that far from the true time."""
        draft = self._facts.with_suffix(".draft")
        draft.write_text(json.dumps({**self._boot, "clock_offset_ns": offset_ns}))
        draft.replace(self._facts)


@pytest.fixture
def clock(server):
    return SetClock(server)


@pytest.fixture
def channel(server, clock):
    argv = [str(clock.interpreter), str(server.runner), "serve", "--state", str(server.state)]
    server.channels.append(Channel([*argv, "--config", str(server.config)], server.path))
    return server.channels[-1]


def _wall_times(server, attempt_id, status):
    """Return all wall times of an attempt in the order of its boot times."""
    folder = server.state / "attempts" / attempt_id
    records = [json.loads(path.read_bytes()) for path in folder.rglob("*.json") if path.name != "status.json"]
    stamps = [record for record in records if isinstance(record, dict) and "boottime_ns" in record]
    end = status["exit"]
    stamps.append({"boottime_ns": end["ended_boottime_ns"], "realtime_ns": end["ended_realtime_ns"]})
    return sorted((stamp["boottime_ns"], stamp["realtime_ns"]) for stamp in stamps)


@pytest.mark.in_turn
def test_timestamps_continue_after_clock_is_set_back(server, channel, clock, make):
    phases = [make.timed(ordinal, "randread", 2) for ordinal in (2, 3)]
    attempt_id = server.start(channel, make.spec(make.fill(), *phases))
    server.phase_runs(channel, attempt_id, 2)
    clock.set(-3 * HOUR_NS)
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded", status

    times = _wall_times(server, attempt_id, status)
    # Start, end and start of each of three phases, the conditions before and after each, health, and the end.
    assert len(times) >= 12
    differences = {wall - boot for boot, wall in times}
    assert len(differences) == 1
    starts = [status["started_realtime_ns"], *(phase["started_realtime_ns"] for phase in status["phases"])]
    assert all(earlier < later for earlier, later in pairwise(starts))
    lines = server.file(channel, attempt_id, "supervisor.log").decode().splitlines()
    stamps = [datetime.fromisoformat(line.split()[0]) for line in lines]
    assert stamps == sorted(stamps)


def test_clock_jump_is_recorded_with_size_and_phase(server, channel, clock, make):
    attempt_id = server.start(channel, make.spec(make.fill(), make.timed(2, "randread", 30)))
    server.phase_runs(channel, attempt_id, 2)
    assert channel.call("status", attempt_id=attempt_id)["clock_jumps"] == []
    clock.set(-3 * HOUR_NS)
    status = server.wait(channel, attempt_id, lambda status: status["clock_jumps"])
    [jump] = status["clock_jumps"]
    assert (round(jump["size_ms"] / 1000), jump["phase"]) == (-10_800, 2)
    assert jump["at_ms"] >= status["phases"][1]["t0_ms"]
    channel.call("cancel", when="now", **server.arguments(attempt_id))
    ended = server.ended(channel, attempt_id)
    assert ended["exit"]["clock_jumps"] == ended["clock_jumps"] == [jump]


def test_clock_change_before_start_is_not_a_jump(server, channel, clock, make):
    attempt_id = server.prepare(channel, make.spec(make.fill()))
    clock.set(5 * HOUR_NS)
    channel.call("start", **server.arguments(attempt_id))
    assert server.ended(channel, attempt_id)["clock_jumps"] == []
