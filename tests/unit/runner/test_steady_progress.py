"""Steady progress of a run, as its status reports it."""

import json
import math

import pytest

from storagelab_runner.attempts import describe_status
from storagelab_runner.identity import boot_id, process_identity
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.phase_run import SteadyWatch, Stop
from storagelab_runner.records import write_record
from storagelab_runner.spec import SteadyRule
from storagelab_runner.steady_progress import RoundProgress, RoundSeries, SteadyMeter, build_progress_view, read_meter
from storagelab_runner.stop_rule import Count


class Counted:
    """An engine's counts that a test lets grow."""

    def __init__(self):
        self.counts = []

    def add(self, seconds, ios):
        self.counts.append(Count(1000 * seconds, ios))

    def read_on(self):
        return True


def make_progress(*series, window=5):
    return RoundProgress("loop", "IOPS", 25, window, 0.2, 0.1, [RoundSeries("4K", "iops", values) for values in series])


def test_shown_progress_is_readable_until_cleared(tmp_path):
    path = tmp_path / "meter.json"
    assert read_meter(path) is None
    meter = SteadyMeter(path)
    meter.shows(make_progress([100.0, None, 102.0]))
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


def test_unchanged_progress_is_not_rewritten(tmp_path):
    meter = SteadyMeter(tmp_path / "meter.json")
    meter.shows(make_progress([100.0]))
    before = (tmp_path / "meter.json").stat().st_ino
    meter.shows(make_progress([100.0]))
    assert (tmp_path / "meter.json").stat().st_ino == before


@pytest.mark.parametrize("half", [b"", b'{"stan', b"{}", b"[]", b'{"standing": 5}', b"\xff"])
def test_half_a_record_is_ignored(tmp_path, half):
    (tmp_path / "meter.json").write_bytes(half)
    assert read_meter(tmp_path / "meter.json") is None


def test_a_full_disk_costs_the_meter_only(tmp_path):
    # Nothing can be made in a folder that is not there.
    SteadyMeter(tmp_path / "gone" / "meter.json").shows(make_progress([1.0]))
    assert not (tmp_path / "gone").exists()


def test_progress_in_a_status_is_bounded():
    view = build_progress_view(make_progress([float(value) for value in range(40)]))
    assert (view["round"], view["tracked"][0]["values"]) == (40, [float(value) for value in range(15, 40)])
    # The whole window is reported, as a part of it would allow no judgement.
    long = build_progress_view(make_progress([1.0] * 80, window=60))
    assert len(long["tracked"][0]["values"]) == 60
    assert build_progress_view(make_progress(*[[1.0]] * 51, window=100)) is None


def test_non_finite_value_is_missing():
    view = build_progress_view(make_progress([math.inf, math.nan, 3.0]))
    assert view["tracked"][0]["values"] == [None, None, 3.0]


def test_steady_phase_shows_each_completed_round():
    shown, counted = [], Counted()
    rule = SteadyRule(round_seconds=1, window=2, max_rounds=4, range_limit=0.2, slope_limit=0.1)
    watch = SteadyWatch("Fill", rule, counted, shown.append)
    assert (shown[-1].series[0].values, shown[-1].name) == ([], "Fill")
    counted.add(1, 100)
    assert watch.verdict() is None
    assert shown[-1].series[0].values == [100]
    counted.add(2, 205)
    assert watch.verdict() is Stop.STEADY
    assert shown[-1].series[0].values == [100, 105]
    assert (shown[-1].kind, shown[-1].window, shown[-1].max_rounds) == ("phase", 2, 4)


def test_status_has_progress_while_attempt_runs(tmp_path):
    attempt = AttemptFolder(tmp_path)
    attempt.spec.write_text(json.dumps({"phases": []}))
    SteadyMeter(attempt.meter).shows(make_progress([100.0]))
    assert describe_status(attempt)["steady"] is None
    ours = process_identity(1 if process_identity(1) else 2)
    write_record(
        attempt.started, {"boot_id": boot_id(), "boottime_ns": 1, "realtime_ns": 1, "supervisor": ours._asdict()}
    )
    assert describe_status(attempt)["steady"]["round"] == 1
    write_record(attempt.exit, {"operations": [], "phases": []})
    assert describe_status(attempt)["steady"] is None
