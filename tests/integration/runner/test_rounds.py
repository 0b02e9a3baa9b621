"""Loops, sweeps that end early and steady phases with more than one end, under a real engine."""

import itertools
import json

import pytest

from storagelab_runner.status_stream import CountHistory, StatusStream
from storagelab_runner.stop_rule import Count

LIMITS = {"range_limit": 9, "slope_limit": 9}


def loop(**changes):
    tracked = [{"phase": "write", "metric": "iops"}, {"phase": "read", "metric": "latency"}]
    rule = {"name": "Loop", "max_rounds": 3, "window": 2, "at_limit": "go_on", "tracked": tracked, **LIMITS}
    return {**rule, **changes}


def rounds(make, count, first):
    """Return rounds of a write and a read of a second each."""
    return [
        {
            **make.timed(first + 2 * (number - 1) + cell, rw, 1),
            "name": f"Round {number}: {rw}",
            **{"loop": "Loop", "round": number, "tracked": [cell]},
        }
        for number in range(1, count + 1)
        for cell, rw in enumerate(("randwrite", "randread"))
    ]


@pytest.mark.in_turn
def test_steady_loop_ends_and_next_phase_runs(server, channel, make):
    spec = make.spec(make.fill(), *rounds(make, 3, 2), make.timed(8, "randread", 1), loops=[loop()])
    attempt_id = server.start(channel, spec)
    status = server.ended(channel, attempt_id)
    assert (status["exit"]["outcome"], status["exit"]["failure"]) == ("succeeded", None)
    assert [phase["state"] for phase in status["phases"]] == ["finished"] * 5 + ["skipped"] * 2 + ["finished"]
    skipped = status["phases"][5]
    assert (skipped["stop_reason"], skipped["message"]) == ("not_needed", "Not run: Loop was steady at round 2.")
    assert (skipped["t0_ms"], skipped["started_realtime_ns"], skipped["exit_code"]) == (None, None, None)
    assert server.engine_starts() == 6
    record = json.loads(server.file(channel, attempt_id, "rounds.json"))
    (loop_record,) = record["loops"]
    assert loop_record["steady_round"] == 2
    rates, latencies = (series["values"] for series in loop_record["series"])
    assert all(150 < rate < 250 for rate in rates)
    assert all(0 < latency < 1e9 for latency in latencies)
    assert "rounds.json" in {file["name"] for file in status["exit"]["files"]}


@pytest.mark.in_turn
def test_loop_that_is_never_steady_ends_the_attempt(server, channel, make):
    rule = loop(at_limit="stop", range_limit=0, slope_limit=0)
    spec = make.spec(make.fill(), *rounds(make, 2, 2), make.timed(6, "randread", 1), loops=[{**rule, "max_rounds": 2}])
    status = server.ended(channel, server.start(channel, spec))
    assert status["exit"]["outcome"] == "succeeded"
    assert [phase["state"] for phase in status["phases"]] == ["finished"] * 5 + ["skipped"]
    assert status["phases"][5]["message"] == (
        "Not run: Loop was not steady after 2 rounds, and the profile ends there then."
    )


def test_points_after_a_slow_one_are_skipped(server, channel, make):
    early = {"sweep": "phases.1", "latency_above_ms": 0}
    points = [{**make.timed(ordinal, "randread", 1), "ends_early": early} for ordinal in (2, 3, 4)]
    status = server.ended(channel, server.start(channel, make.spec(make.fill(), *points)))
    assert status["exit"]["outcome"] == "succeeded"
    assert [phase["state"] for phase in status["phases"]] == ["finished", "finished", "skipped", "skipped"]
    assert "was" in status["phases"][2]["message"]
    assert status["phases"][2]["message"].endswith("ms, above 0 ms.")


@pytest.mark.in_turn
def test_steady_phase_counts_every_second_round(server, channel, make):
    stop = {"kind": "steady", "seconds": 12, "round_seconds": 1, "window": 2, "max_rounds": 6, **LIMITS}
    text = make.job("randwrite", time_based=1, runtime=12, rate_iops=200)
    follows_latency = make.phase(2, "steady", text, stop={**stop, "spacing": 2, "metric": "latency"})
    status = server.ended(channel, server.start(channel, make.spec(make.fill(), follows_latency)))
    steady = status["phases"][1]
    assert (steady["stop_reason"], steady["steady_round"]) == ("steady", 2)
    assert steady["t1_ms"] - steady["t0_ms"] >= 3900


@pytest.mark.in_turn
def test_steady_phase_ends_after_its_volume(server, channel, make):
    stop = {"kind": "steady", "seconds": 30, "round_seconds": 1, "window": 5, "max_rounds": 30, "passes": 1}
    text = make.job("randwrite", runtime=30, rate_iops=400, io_size="3200k")
    phase = make.phase(2, "saturation", text, stop={**stop, "range_limit": 0, "slope_limit": 0})
    status = server.ended(channel, server.start(channel, make.spec(make.fill(), phase)))
    assert status["exit"]["outcome"] == "succeeded"
    assert (status["phases"][1]["stop_reason"], status["phases"][1]["steady_round"]) == ("volume", None)


@pytest.mark.in_turn
@pytest.mark.parametrize(("rate", "seconds", "reason"), [(0, 30, "completed"), (100, 2, "time_limit")])
def test_phase_of_fixed_volume_records_its_stop_reason(server, channel, make, rate, seconds, reason):
    limited = {"rate_iops": rate} if rate else {}
    text = make.job("randwrite", runtime=seconds, io_size="8m", **limited)
    phase = make.phase(2, "volume", text, stop={"kind": "volume", "seconds": seconds, "passes": 1})
    status = server.ended(channel, server.start(channel, make.spec(make.fill(), phase)))
    assert status["exit"]["outcome"] == "succeeded"
    assert [phase_status["state"] for phase_status in status["phases"]] == ["finished", "finished"]
    assert [phase_status["stop_reason"] for phase_status in status["phases"]] == ["completed", reason]


@pytest.mark.in_turn
def test_a_load_that_comes_in_bursts(server, channel, make):
    text = make.job("randwrite", time_based=1, runtime=13, ramp_time=4, thinktime="7000ms", thinktime_iotime="1000ms")
    phase = make.phase(2, "bursts", text, stop={"kind": "time", "seconds": 13}, ramp_seconds=4)
    attempt_id = server.start(channel, make.spec(make.fill(), phase))
    status = server.ended(channel, attempt_id)
    assert status["exit"]["outcome"] == "succeeded"
    stream = StatusStream(server.state / "attempts" / attempt_id / "phases" / "02" / "status.json")
    history = CountHistory(4)
    for document in stream.read_new_documents():
        history.add(document)
    done = [after.ios - before.ios for before, after in itertools.pairwise([Count(0, 0), *history.counts])]
    # A pause of seven seconds holds a whole interval without requests, also where documents come seconds late.
    assert sum(count == 0 for count in done) >= 1
    assert max(done) > 100


@pytest.mark.in_turn
def test_running_loop_reports_its_steady_progress(server, channel, make):
    rule = loop(range_limit=0, slope_limit=0)
    attempt_id = server.start(channel, make.spec(make.fill(), *rounds(make, 3, 2), loops=[rule]))
    progress = server.phase_runs(channel, attempt_id, 4)["steady"]
    assert (progress["kind"], progress["name"], progress["max_rounds"], progress["window"]) == ("loop", "Loop", 3, 2)
    assert progress["round"] in (1, 2)
    assert [(series["name"], series["metric"]) for series in progress["tracked"]] == [
        ("write", "iops"),
        ("read", "latency"),
    ]
    assert all(len(series["values"]) == progress["round"] for series in progress["tracked"])
    assert server.ended(channel, attempt_id)["steady"] is None


@pytest.mark.in_turn
def test_running_steady_phase_reports_its_progress(server, channel, make):
    stop = {"kind": "steady", "seconds": 4, "round_seconds": 1, "window": 4, "max_rounds": 4, **LIMITS}
    phase = make.phase(1, "wait", make.job("randwrite", time_based=1, runtime=4), stop=stop)
    attempt_id = server.start(channel, make.spec(phase))
    progress = server.phase_runs(channel, attempt_id, 1)["steady"]
    assert (progress["kind"], progress["name"], progress["tracked"][0]["name"]) == ("phase", "wait", "wait")
    assert len(progress["tracked"][0]["values"]) == progress["round"] <= 4
    assert server.ended(channel, attempt_id)["steady"] is None
