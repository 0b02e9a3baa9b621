"""The one line that the campaign ends in, and the same as a JUnit report."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from tests.faults.campaign import Played
from tests.faults.fault import Fault
from tests.faults.independent import history
from tests.faults.independent.checker import Verdict, percentile
from tests.faults.rig import NOT_WITHIN

#: The kind of a failure by mere timeout. Every other kind is a broken promise.
LATE = "late"


def read_played(folders: Sequence[Path], faults: Sequence[Fault]) -> list[Played]:
    """Return the outcome of each trial from the histories of the rigs; trials that never ended are left out."""
    by_number = {fault.number: fault for fault in faults}
    return [
        Played(fact["trial"], by_number[fact["fault"]], fact["outcome"], fact["message"], fact["seconds"])
        for folder in folders
        for fact in history.read(folder / history.LAB)
        if fact["event"] == "fault_ends"
    ]


def survivors(played: Sequence[Played], verdict: Verdict) -> set[int]:
    """Return the numbers of the faults that were survived in all trials, by their own report and the checker's."""
    condemned = {problem.trial for problem in verdict.problems}
    run = {one.fault.number for one in played if one.outcome != "skipped"}
    return run - {one.fault.number for one in played if one.outcome == "failed" or one.trial in condemned}


def figure(played: Sequence[Played], verdict: Verdict, seed: int) -> str:
    """Return the line `faults survived N/M (...) | ...`."""
    run = [one for one in played if one.outcome != "skipped"]
    equal = "=" if verdict.requested == verdict.executed else "but"
    parts = [
        f"faults survived {len(survivors(played, verdict))}/{len({one.fault.number for one in run})} "
        f"({len(run):,} trials; seed {seed})",
        f"I/O starts requested {verdict.requested:,} {equal} executed {verdict.executed:,}",
        f"overlaps {verdict.overlaps}",
        f"orphans {verdict.orphans}",
        f"samples acknowledged {verdict.acknowledged:,}, lost {verdict.lost}, duplicated {verdict.duplicated}",
        f"wrong API answers {verdict.wrong_answers}",
        f"decoy disks changed {verdict.decoys_changed}",
        f"time to truth p95 {percentile(verdict.to_truth_s, 95):.0f} s, max {max(verdict.to_truth_s, default=0):.0f} s",
    ]
    return " | ".join(parts)


def write_junit(path: Path, played: Sequence[Played], verdict: Verdict) -> None:
    """Write one case for each trial, and one for problems that belong to none."""
    suite = ElementTree.Element("testsuite", name="faults")
    for one in played:
        case = ElementTree.SubElement(
            suite, "testcase", classname="faults", name=f"{one.trial} {one.fault.title}", time=f"{one.seconds:.1f}"
        )
        problems = [problem.text for problem in verdict.problems if problem.trial == one.trial]
        if one.outcome == "skipped":
            ElementTree.SubElement(case, "skipped", message=one.message)
        elif one.outcome == "failed" or problems:
            kind = LATE if one.message.startswith(NOT_WITHIN) and not problems else "broken"
            ElementTree.SubElement(case, "failure", type=kind, message="; ".join([one.message, *problems]).strip("; "))
    rest = [problem.text for problem in verdict.problems if problem.trial not in {one.trial for one in played}]
    case = ElementTree.SubElement(suite, "testcase", classname="faults", name="the whole history")
    if rest:
        ElementTree.SubElement(case, "failure", type="broken", message="; ".join(rest))
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)


def late_only(report: Path) -> set[int]:
    """Return the numbers of the faults that failed in a JUnit report; empty when one of them broke a promise."""
    # The report is our own.
    cases = [case for case in ElementTree.parse(report).iter("testcase") if case.find("failure") is not None]
    kinds = [failure.get("type") for case in cases for failure in case.findall("failure")]
    if any(kind != LATE for kind in kinds):
        return set()
    return {int(str(case.get("name")).split(".", 1)[0]) for case in cases}
