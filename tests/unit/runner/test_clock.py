"""Wall times of an attempt from one anchor, and detection of steps of the server's clock."""

import pytest

from storagelab_runner import clock
from storagelab_runner.clock import ClockStep, ClockWatch, WallClock, find_jump
from storagelab_runner.identity import NS_PER_MS, NS_PER_S
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.run_notes import MAX_CLOCK_JUMPS, RunnerNotes, read_notes

HOUR_NS = 3600 * NS_PER_S
ANCHOR = WallClock(boottime_ns=50 * NS_PER_S, realtime_ns=1_000_000 * NS_PER_S)


class Clocks:
    """The two clocks of a server, set by hand."""

    def __init__(self):
        self.boottime = ANCHOR.boottime_ns
        self.offset = ANCHOR.realtime_ns - ANCHOR.boottime_ns
        self.pauses = []

    def read_boottime(self):
        self.boottime += self.pauses.pop(0) if self.pauses else 0
        return self.boottime

    def read_realtime(self):
        return self.boottime + self.offset


@pytest.fixture
def clocks(monkeypatch):
    clocks = Clocks()
    monkeypatch.setattr(clock, "get_boottime_ns", clocks.read_boottime)
    monkeypatch.setattr(clock, "get_realtime_ns", clocks.read_realtime)
    return clocks


@pytest.fixture
def jumps():
    return []


@pytest.fixture
def watch(clocks, jumps):
    return ClockWatch(WallClock.now(), jumps.append)


@pytest.mark.parametrize(
    ("before_ns", "after_ns", "expected"),
    [
        (0, 0, None),
        (0, 2 * NS_PER_S, None),
        (0, 2 * NS_PER_S + 1, 2 * NS_PER_S + 1),
        (HOUR_NS, HOUR_NS + NS_PER_S // 2000, None),
        (HOUR_NS, -2 * HOUR_NS, -3 * HOUR_NS),
    ],
)
def test_jump_is_a_change_beyond_two_seconds(before_ns, after_ns, expected):
    assert find_jump(before_ns, after_ns) == expected


def test_wall_times_follow_boot_time_alone(clocks):
    anchor = WallClock.now()
    clocks.boottime += 7 * NS_PER_S
    clocks.offset -= 3 * HOUR_NS
    assert anchor.stamp() == {
        "boottime_ns": ANCHOR.boottime_ns + 7 * NS_PER_S,
        "realtime_ns": ANCHOR.realtime_ns + 7 * NS_PER_S,
    }
    assert anchor.stamp(ANCHOR.boottime_ns + 1)["realtime_ns"] == ANCHOR.realtime_ns + 1
    assert WallClock.of({**anchor._asdict(), "boot_id": "x"}) == anchor


def test_each_jump_is_reported_once_with_its_position(clocks, jumps, watch):
    watch.look(None)
    clocks.offset += HOUR_NS
    watch.look(None)
    clocks.boottime += NS_PER_S
    watch.engine_starts(clocks.boottime)
    clocks.boottime += 4 * NS_PER_S
    watch.engine_starts(clocks.boottime)
    clocks.offset -= 3 * HOUR_NS
    watch.look(3)
    watch.look(3)
    assert jumps == [(3_600_000, None, None), (-10_800_000, 4_000, 3)]


def test_slewing_adds_up_to_no_jump(clocks, jumps, watch):
    for _ in range(100):
        clocks.boottime += NS_PER_S
        clocks.offset += 100 * NS_PER_MS
        watch.look(1)
    assert jumps == []


def test_pause_between_readings_is_not_a_jump(clocks, jumps, watch):
    clocks.pauses = [0, 5 * NS_PER_S, 0, 0]
    watch.look(1)
    clocks.pauses = [5 * NS_PER_S] * 30
    watch.look(1)
    clocks.pauses = []
    watch.look(1)
    assert jumps == []


def test_jumps_are_on_record_at_once(tmp_path, clocks):
    attempt = AttemptFolder(tmp_path)
    watch = ClockWatch(WallClock.now(), RunnerNotes(attempt.notes).add_clock_jump)
    clocks.offset += HOUR_NS
    watch.look(2)
    assert read_notes(attempt)["clock_jumps"] == [{"size_ms": 3_600_000, "at_ms": None, "phase": 2}]


def test_clock_jumps_are_listed_up_to_a_limit(tmp_path):
    notes = RunnerNotes(AttemptFolder(tmp_path).notes)
    for _ in range(MAX_CLOCK_JUMPS + 2):
        notes.add_clock_jump(ClockStep(5_000, None, None))
    assert len(notes.to_json()["clock_jumps"]) == MAX_CLOCK_JUMPS
    assert len(notes.warnings) == 1
