"""The last line of the fault campaign, to the letter."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

from tests.faults.campaign import Played
from tests.faults.fault import Fault
from tests.faults.figure import figure, late_only, survivors, write_junit
from tests.faults.independent.checker import Problem, Verdict


def _played(number: int, outcome: Any = "survived", trial: int = 1) -> Played:
    fault = Fault(number, f"fault {number}", lambda trial: None)
    return Played(f"{number}.{trial}", fault, outcome, "" if outcome == "survived" else "a reason", 1.0)


def test_the_figure_of_a_sound_campaign() -> None:
    verdict = Verdict(requested=2310, executed=2310, acknowledged=4100, to_truth_s=[1.2, 41.0])
    line = figure([_played(1), _played(2), _played(2, trial=2), _played(3, "skipped")], verdict, 7)
    assert line == (
        "faults survived 2/2 (3 trials; seed 7) | I/O starts requested 2,310 = executed 2,310 | overlaps 0 | orphans 0"
        " | samples acknowledged 4,100, lost 0, duplicated 0 | wrong API answers 0 | decoy disks changed 0"
        " | time to truth p95 41 s, max 41 s"
    )


def test_fault_is_survived_only_if_all_trials_pass() -> None:
    verdict = Verdict(requested=1, executed=2, problems=[Problem("3.1", "an orphan")])
    played = [_played(1), _played(1, "failed", trial=2), _played(2), _played(3)]
    assert survivors(played, verdict) == {2}
    assert "I/O starts requested 1 but executed 2" in figure(played, verdict, 1)


def test_report_has_a_case_per_trial_plus_one(tmp_path: Path) -> None:
    verdict = Verdict(problems=[Problem("1.1", "an orphan"), Problem(None, "nobody asked for it")])
    write_junit(tmp_path / "report.xml", [_played(1), _played(2), _played(3, "skipped")], verdict)
    cases = ElementTree.parse(tmp_path / "report.xml").findall("testcase")
    assert [[child.tag for child in case] for case in cases] == [["failure"], [], ["skipped"], ["failure"]]


def test_only_late_faults_may_be_replayed(tmp_path: Path) -> None:
    late = _played(4, "failed")
    late.message = "not within 300 s: the end of a run"
    write_junit(tmp_path / "report.xml", [late, _played(5)], Verdict())
    assert late_only(tmp_path / "report.xml") == {4}
    for also in (
        ([late, _played(5, "failed")], Verdict()),
        ([late, _played(5)], Verdict(problems=[Problem("4.1", "a double start")])),
        ([late, _played(5)], Verdict(problems=[Problem(None, "nobody asked for it")])),
    ):
        write_junit(tmp_path / "report.xml", *also)
        assert late_only(tmp_path / "report.xml") == set()
