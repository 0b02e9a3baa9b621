"""Steady progress of a run, as its status reports it."""

import json
import math

import pytest

from storagelab_runner.attempts import status
from storagelab_runner.identity import boot_id, process_identity
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.meter import Meter, Series, Standing, read_meter, view_of
from storagelab_runner.phase_run import SteadyWatch, Stop
from storagelab_runner.records import write_record
from storagelab_runner.spec import SteadyRule
from storagelab_runner.stop_rule import Count


class Counted:
    """An engine's counts that a test lets grow."""

    def __init__(self):
        self.counts = []

    def add(self, seconds, ios):
        self.counts.append(Count(1000 * seconds, ios))

    def read_on(self):
        return True


def standing(*series, window=5):
    return Standing("loop", "IOPS", 25, window, 0.2, 0.1, [Series("4K", "iops", values) for values in series])


def test_what_is_shown_is_read_back_until_nothing_is_judged(tmp_path):
    path = tmp_path / "meter.json"
    assert read_meter(path) is None
    meter = Meter(path)
    meter.shows(standing([100.0, None, 102.0]))
    assert read_meter(path) == {
        "kind": "loop",
        "name": "IOPS",
        "round": 3,
        "max_rounds": 25,
        "window": 5,
        "range_limit": 0.2,
        "slope_limit": 0.1,
        "tracked": [{"name": "4K", "metric": "iops", "values": [100.0, None, 102.0]}],
    }
    meter.shows(None)
    assert read_meter(path) is None


def test_what_has_not_changed_is_not_written_again(tmp_path):
    meter = Meter(tmp_path / "meter.json")
    meter.shows(standing([100.0]))
    before = (tmp_path / "meter.json").stat().st_ino
    meter.shows(standing([100.0]))
    assert (tmp_path / "meter.json").stat().st_ino == before


@pytest.mark.parametrize("half", [b"", b'{"stan', b"{}", b"[]", b'{"standing": 5}', b"\xff"])
def test_half_a_record_tells_nothing(tmp_path, half):
    (tmp_path / "meter.json").write_bytes(half)
    assert read_meter(tmp_path / "meter.json") is None


def test_a_full_disk_costs_the_meter_only(tmp_path):
    # Nothing can be made in a folder that is not there.
    Meter(tmp_path / "gone" / "meter.json").shows(standing([1.0]))
    assert not (tmp_path / "gone").exists()


def test_what_a_status_holds_is_bounded():
    told = view_of(standing([float(value) for value in range(40)]))
    assert (told["round"], told["tracked"][0]["values"]) == (40, [float(value) for value in range(15, 40)])
    # The whole window is told, or nothing could be said of it.
    long = view_of(standing([1.0] * 80, window=60))
    assert len(long["tracked"][0]["values"]) == 60
    assert view_of(standing(*[[1.0]] * 51, window=100)) is None


def test_a_value_that_json_cannot_hold_is_missing():
    told = view_of(standing([math.inf, math.nan, 3.0]))
    assert told["tracked"][0]["values"] == [None, None, 3.0]


def test_a_steady_phase_tells_its_rounds_as_they_come():
    told, counted = [], Counted()
    rule = SteadyRule(round_seconds=1, window=2, max_rounds=4, range_limit=0.2, slope_limit=0.1)
    watch = SteadyWatch("Fill", rule, counted, told.append)
    assert (told[-1].series[0].values, told[-1].name) == ([], "Fill")
    counted.add(1, 100)
    assert watch.verdict() is None
    assert told[-1].series[0].values == [100]
    counted.add(2, 205)
    assert watch.verdict() is Stop.STEADY
    assert told[-1].series[0].values == [100, 105]
    assert (told[-1].kind, told[-1].window, told[-1].max_rounds) == ("phase", 2, 4)


def test_the_status_tells_it_while_the_attempt_runs(tmp_path):
    attempt = AttemptFolder(tmp_path)
    attempt.spec.write_text(json.dumps({"phases": []}))
    Meter(attempt.meter).shows(standing([100.0]))
    assert status(attempt)["steady"] is None
    ours = process_identity(1 if process_identity(1) else 2)
    write_record(
        attempt.started, {"boot_id": boot_id(), "boottime_ns": 1, "realtime_ns": 1, "supervisor": ours._asdict()}
    )
    assert status(attempt)["steady"]["round"] == 1
    write_record(attempt.exit, {"operations": [], "phases": []})
    assert status(attempt)["steady"] is None
