"""Loops and sweeps on the server: which phases are not needed any more, and what is recorded of that."""

import json

import pytest

from storagelab_runner.errors import Refusal
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.rounds import Rounds, read_skipped
from storagelab_runner.spec import FORMAT, parse_spec

WRITE = "[phase]\nioengine=psync\nfilename=@TARGET@\nrw=write\nthread=1\n"


def loop_of(**changes):
    loop = {"name": "IOPS", "max_rounds": 4, "window": 2, "range_limit": 0.2, "slope_limit": 0.1, "at_limit": "go_on"}
    tracked = [{"phase": "4K", "metric": "iops"}, {"phase": "64K", "metric": "latency"}]
    return {**loop, "tracked": tracked, **changes}


def phase(ordinal, **more):
    base = {"ordinal": ordinal, "name": f"phase {ordinal}", "job_file": WRITE, "writes": True}
    return {**base, "status_interval_seconds": 1, "stop": {"kind": "time", "seconds": 1}, "ramp_seconds": 0, **more}


def rounds_of(count, first=2, *, tracked=((0,), (1,), ())):
    """Return rounds of three cells, of which the first two are tracked."""
    return [
        phase(first + 3 * (number - 1) + cell, loop="IOPS", round=number, tracked=list(series))
        for number in range(1, count + 1)
        for cell, series in enumerate(tracked)
    ]


def spec_of(phases, *loops):
    target = {"kind": "file", "path": None, "size_bytes": 1 << 20}
    spec = {"format": FORMAT, "deadline_seconds": 60, "engine": "fio", "target": target, "phases": phases}
    return {**spec, **({"loops": list(loops)} if loops else {})}


def figures(iops, latency_ns=1000.0):
    return MeasuredInterval(iops, 0.0, iops, 4096 * iops, latency_ns)


def play(spec, measure, record):
    """Return the ordinals that are played, given the measurement of each phase, and the sentences on the way."""
    course = Rounds(spec, record)
    played, sentences = [], []
    for phase in spec.phases:
        if course.is_skipped(phase):
            continue
        played.append(phase.ordinal)
        if course.follows(phase):
            sentences.append(course.ended(phase, measure(phase)))
    return played, [sentence for sentence in sentences if sentence]


def whole_spec(**changes):
    return parse_spec(spec_of([phase(1), *rounds_of(4), phase(14)], loop_of(**changes)))


def test_loop_ends_when_series_share_a_steady_window(tmp_path):
    # The first series is steady from round 2 on, the second one from round 3.
    latencies = {1: 1000.0, 2: 5000.0, 3: 5100.0, 4: 5000.0}
    spec = whole_spec()

    def measure(phase):
        return figures(100, latencies[phase.in_loop.round])

    played, sentences = play(spec, measure, tmp_path / "rounds.json")
    assert played == [*range(1, 11), 14]
    assert sentences == ["IOPS was steady at round 3"]
    record = json.loads((tmp_path / "rounds.json").read_text())
    assert record["loops"] == [
        {
            "name": "IOPS",
            "steady_round": 3,
            "series": [
                {"metric": "iops", "values": [100, 100, 100]},
                {"metric": "latency", "values": [1000, 5000, 5100]},
            ],
        }
    ]
    assert read_skipped(tmp_path / "rounds.json") == dict.fromkeys((11, 12, 13), "Not run: IOPS was steady at round 3.")


def test_series_steady_in_different_windows_prevent_loop_end(tmp_path):
    first = {1: 100, 2: 100, 3: 300, 4: 500}
    second = {1: 100.0, 2: 900.0, 3: 900.0, 4: 100.0}

    def measure(phase):
        return figures(first[phase.in_loop.round], second[phase.in_loop.round])

    played, sentences = play(whole_spec(), measure, tmp_path / "rounds.json")
    assert played == list(range(1, 15))
    assert sentences == []


def test_missing_round_prevents_steady_state(tmp_path):
    def measure(phase):
        return None if phase.in_loop.round in (2, 4) and phase.in_loop.tracked == (0,) else figures(100)

    played, _ = play(whole_spec(), measure, tmp_path / "rounds.json")
    assert played == list(range(1, 15))
    (loop,) = json.loads((tmp_path / "rounds.json").read_text())["loops"]
    assert loop["series"][0]["values"] == [100, None, 100, None]
    assert loop["steady_round"] is None


def test_unsteady_loop_with_stop_limit_ends_the_profile(tmp_path):
    played, sentences = play(
        whole_spec(at_limit="stop"), lambda phase: figures(10**phase.in_loop.round), tmp_path / "rounds.json"
    )
    assert played == list(range(1, 14))
    assert sentences == ["IOPS was not steady after 4 rounds, and the profile ends there then"]
    assert list(read_skipped(tmp_path / "rounds.json")) == [14]


def test_steady_loop_with_stop_limit_continues_the_profile(tmp_path):
    played, _ = play(whole_spec(at_limit="stop"), lambda _: figures(100), tmp_path / "rounds.json")
    assert played == [*range(1, 8), 14]


def points(**rule):
    early = {"sweep": "phases.1", **rule}
    other = {"sweep": "phases.2", **rule}
    return parse_spec(
        spec_of(
            [
                phase(1),
                *(phase(n, ends_early=early) for n in range(2, 6)),
                *(phase(n, ends_early=other) for n in (6, 7)),
            ]
        )
    )


@pytest.mark.parametrize(
    ("rule", "measured", "played", "reason"),
    [
        (
            {"latency_above_ms": 2},
            {2: figures(10, 1e6), 3: figures(10, 2e6), 4: figures(10, 2.5e6)},
            [1, 2, 3, 4, 6, 7],
            "the average response time of phase 4 was 2.5 ms, above 2 ms",
        ),
        (
            {"gain_below_percent": 5},
            {2: figures(100), 3: figures(105), 4: figures(107)},
            [1, 2, 3, 4, 6, 7],
            "phase 4 reached 1.9 % more IOPS than phase 3, less than 5 %",
        ),
        ({"gain_below_percent": 5}, {2: figures(100), 3: None, 4: figures(1)}, [*range(1, 8)], None),
    ],
)
def test_sweep_ends_early_without_affecting_other_sweeps(tmp_path, rule, measured, played, reason):
    grows = {ordinal: figures(1000 * 2**ordinal, 1.0) for ordinal in range(1, 8)}
    course, sentences = play(points(**rule), lambda phase: {**grows, **measured}[phase.ordinal], tmp_path / "r.json")
    assert course == played
    assert sentences == ([reason] if reason else [])
    assert read_skipped(tmp_path / "r.json") == ({5: f"Not run: {reason}."} if reason else {})


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        (spec_of(rounds_of(3, 1), loop_of()), "spec.loops.0.max_rounds"),
        (spec_of(rounds_of(4, 1)[3:], loop_of()), "spec.phases.0.round"),
        (spec_of(rounds_of(4, 1, tracked=((0,), (), ())), loop_of()), "spec.loops.0.tracked"),
        (spec_of(rounds_of(4, 1, tracked=((0,), (1,), (1,))), loop_of()), "spec.loops.0.tracked"),
        (spec_of(rounds_of(4, 1)), "spec.phases.0.loop"),
        (spec_of([phase(1)], loop_of()), "spec.loops.0.max_rounds"),
        (spec_of([*rounds_of(2, 1), phase(7), *rounds_of(4, 8)[6:]], loop_of()), "spec.phases.7.loop"),
        (spec_of(rounds_of(4, 1), loop_of(), loop_of()), "spec.loops.1.name"),
        (spec_of(rounds_of(4, 1), loop_of(window=5)), "spec.loops.0.max_rounds"),
        (spec_of(rounds_of(4, 1), loop_of(window=1)), "spec.loops.0.window"),
        (spec_of(rounds_of(4, 1), loop_of(at_limit="ask")), "spec.loops.0.at_limit"),
        (spec_of(rounds_of(4, 1), loop_of(tracked=[{"phase": "a", "metric": "x"}])), "spec.loops.0.tracked.0.metric"),
        (spec_of([phase(1, round=1)]), "spec.phases.0.round"),
        (spec_of([phase(1, loop="a", round=1, tracked=["0"])]), "spec.phases.0.tracked"),
        (spec_of([phase(1, ends_early={"sweep": "a"})]), "spec.phases.0.ends_early"),
        (spec_of([phase(1, ends_early={"sweep": "a", "latency_above_ms": -1})]), "spec.phases.0.ends_early"),
    ],
)
def test_inconsistent_loop_spec_is_refused(spec, field):
    with pytest.raises(Refusal) as refused:
        parse_spec(spec)
    assert field in refused.value.message


def test_steady_progress_covers_whole_rounds_only(tmp_path):
    spec = whole_spec(range_limit=0, slope_limit=0)
    course = Rounds(spec, tmp_path / "rounds.json")
    progress = {}
    for phase in spec.phases:
        progress[phase.ordinal] = course.find_loop_progress(phase)
        if course.follows(phase):
            course.ended(phase, figures(100.0 * phase.ordinal))
    assert (progress[1], progress[14]) == (None, None)
    assert [list(series.values) for series in progress[2].series] == [[], []]
    # Round 2 is half done at its third cell, and only round 1 counts.
    assert [list(series.values) for series in progress[7].series] == [[200.0], [1000.0]]
    assert (progress[7].kind, progress[7].name, progress[7].max_rounds, progress[7].window) == ("loop", "IOPS", 4, 2)
    assert [(series.name, series.metric) for series in progress[7].series] == [("4K", "iops"), ("64K", "latency")]
