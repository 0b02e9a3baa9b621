"""The checker of the fault campaign finds what is planted in a history, and nothing in a sound one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.faults.independent.checker import Verdict, check, documents, percentile
from tests.faults.independent.history import LAB, OBSERVER, WITNESS

Facts = dict[str, list[dict[str, Any]]]
RUN, ATTEMPT, HOST = "run-1", "attempt-1", "server-1"


def _at(second: float, event: str, **facts: Any) -> dict[str, Any]:
    return {"event": event, "monotonic_ns": int(second * 1e9), **facts}


def _engine(second: float, event: str, *, pid: int = 10, phase: str = "01", attempt: str = ATTEMPT) -> dict[str, Any]:
    names = {"host": HOST, "attempt": attempt, "phase": phase, "pid": pid}
    return _at(second, event, target="/t.dat", targets=["/t.dat"], **names)


def _answer(second: float, state: str, *, connectivity: str = "ok", evidence: bool = True) -> dict[str, Any]:
    attempt = {"id": ATTEMPT, "state": state, "connectivity": connectivity, "evidence": evidence}
    return _at(second, "answer", trial="1.1", run=RUN, attempts=[attempt])


@pytest.fixture
def facts() -> Facts:
    """Provide a run of one phase with three intervals that ended well."""
    phase = {"ordinal": 1, "state": "finished", "ios": 3006, "points": 3, "values": [1001.0, 1002.0, 1003.0]}
    return {
        LAB: [
            _at(0, "settings", interval_s=1.0, orphan_grace_s=3.0, stale_after_s=5.0),
            _at(1, "submitted", trial="1.1", run=RUN, host=HOST, expected=["succeeded"]),
            _answer(2, "running"),
            _answer(9, "succeeded"),
            _at(10, "target", trial="1.1", run=RUN, ordinal=1, ios=[1001, 2003, 3006, 3006]),
            _at(10, "final", trial="1.1", run=RUN, state="succeeded", phases=[phase]),
        ],
        WITNESS: [_engine(3, "start"), _engine(7, "stop")],
        OBSERVER: [_engine(3.1, "appear"), _engine(7.1, "vanish")],
    }


@pytest.fixture
def judge(tmp_path: Path) -> Callable[[Facts], Verdict]:
    """Check a history."""

    def write_and_check(facts: Facts) -> Verdict:
        for name, lines in facts.items():
            (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
        return check(tmp_path)

    return write_and_check


def test_a_sound_history_has_no_problems(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    verdict = judge(facts)
    assert verdict.problems == []
    assert (verdict.requested, verdict.executed, verdict.acknowledged) == (1, 1, 3)
    assert verdict.to_truth_s == [2.0]


def test_a_double_start_is_found(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[WITNESS] += [_engine(4, "start", pid=11), _engine(6, "stop", pid=11)]
    verdict = judge(facts)
    assert (verdict.requested, verdict.executed, verdict.overlaps) == (1, 2, 1)
    assert any("started 2 times" in problem.text for problem in verdict.problems)


def test_an_orphan_is_found(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[WITNESS] += [_engine(4, "child", pid=12)]
    facts[OBSERVER] += [_engine(4.1, "appear", pid=12), _engine(30, "vanish", pid=12)]
    verdict = judge(facts)
    assert verdict.orphans == 1
    assert [problem.trial for problem in verdict.problems] == ["1.1"]


def test_concurrent_attempts_on_one_server_are_an_overlap(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[WITNESS] += [_engine(5, "start", pid=20, attempt="attempt-2"), _engine(8, "stop", pid=20)]
    facts[OBSERVER] += [_engine(8, "vanish", pid=20, attempt="attempt-2")]
    verdict = judge(facts)
    assert verdict.overlaps == 1
    assert any("nobody asked for it" in problem.text for problem in verdict.problems)


def test_killed_engine_ends_when_the_observer_loses_it(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[WITNESS] = [_engine(3, "start")]
    assert judge(facts).to_truth_s == [pytest.approx(1.9)]


@pytest.mark.parametrize(
    ("points", "values", "lost", "duplicated"),
    [
        (2, [1001.0, 1003.0], 1, 0),
        (4, [1001.0, 1002.0, 1003.0], 0, 1),
        (3, [1001.0, 1003.0], 1, 1),
        (2, [1001.0, 2005.0], 2, 1),
        (0, [], 3, 0),
    ],
)
def test_lost_and_doubled_samples_are_counted(
    facts: Facts,
    judge: Callable[[Facts], Verdict],
    points: int,
    values: list[float],
    lost: int,
    duplicated: int,
) -> None:
    facts[LAB][-1]["phases"][0] |= {"points": points, "values": values}
    verdict = judge(facts)
    assert (verdict.lost, verdict.duplicated) == (lost, duplicated)
    assert verdict.problems


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([_answer(2, "running"), _answer(3, "prepared"), _answer(9, "succeeded")], "back to prepared"),
        ([_answer(2, "failed"), _answer(9, "succeeded")], "back to succeeded"),
        ([_answer(2, "running"), _answer(9, "succeeded", evidence=False)], "without an event"),
    ],
)
def test_wrong_answers_are_found(
    facts: Facts, judge: Callable[[Facts], Verdict], answers: list[dict[str, Any]], words: str
) -> None:
    facts[LAB][2:4] = answers
    verdict = judge(facts)
    assert verdict.wrong_answers == 1
    assert words in verdict.problems[0].text


def test_a_reservation_may_be_given_back(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[LAB][2:3] = [_answer(2, "leased"), _answer(3, "queued"), _answer(4, "running")]
    assert judge(facts).problems == []


def test_an_unexpected_end_is_a_wrong_answer(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[LAB][1]["expected"] = ["lost"]
    assert judge(facts).wrong_answers == 1


@pytest.mark.parametrize(("connectivity", "wrong"), [("ok", 1), ("unreachable", 0)])
def test_silent_server_must_be_shown_as_unreachable(
    facts: Facts, judge: Callable[[Facts], Verdict], connectivity: str, wrong: int
) -> None:
    facts[LAB].insert(3, _answer(4, "running", connectivity=connectivity))
    facts[LAB].append(_at(8.5, "silence", trial="1.1", host=HOST, seconds=6))
    assert judge(facts).wrong_answers == wrong


def test_a_changed_decoy_is_found(facts: Facts, judge: Callable[[Facts], Verdict]) -> None:
    facts[LAB] += [_at(1, "decoy", trial="40.1", path="/d", sha256=digest) for digest in ("a", "b")]
    verdict = judge(facts)
    assert (verdict.decoys, verdict.decoys_changed) == (1, 1)


def test_complete_documents_before_a_torn_one_are_counted() -> None:
    whole = json.dumps({"jobs": [{"read": {"total_ios": 5}, "write": {"total_ios": 2}}]})
    assert documents(f"note: {whole}\n{whole}\n{whole[:20]}") == [7, 7]


def test_percentiles_are_values_that_were_seen() -> None:
    assert (percentile([3.0, 1.0, 2.0], 95), percentile([], 95)) == (3.0, 0.0)


def _wall(second: float) -> str:
    return f"2026-11-24T10:{int(second) // 60:02d}:{second % 60:06.3f}+00:00"


@pytest.mark.parametrize(
    ("run_s", "phases_s", "problems"),
    [
        (60.0, [60.0, 64.0], []),
        (60.0, [61.5, 65.3], []),
        (60.0, [61.0, 50.0], ["run-1: phase 2 began 11.000 s before phase 1"]),
        (62.0, [61.0, 65.0], ["run-1: phase 1 began 1.000 s before its run"]),
        (60.0, [61.0, 1265.0], ["run-1: phase 2 began +1200 s from where its engine did"]),
    ],
)
def test_wrong_starts_of_phases_are_found(
    facts: Facts, judge: Callable[[Facts], Verdict], run_s: float, phases_s: list[float], problems: list[str]
) -> None:
    facts[WITNESS] += [_engine(7.2, "start", pid=11, phase="02"), _engine(8, "stop", pid=11, phase="02")]
    final = facts[LAB][-1]
    first = final["phases"][0]
    second = {**first, "ordinal": 2, "ios": None, "points": 0, "values": []}
    final["started_at"] = _wall(run_s)
    final["phases"] = [{**phase, "started_at": _wall(at)} for phase, at in zip((first, second), phases_s, strict=True)]
    verdict = judge(facts)
    assert [problem.text for problem in verdict.problems] == problems
    assert verdict.wrong_answers == len(problems)
