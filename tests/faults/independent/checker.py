"""Judge of a history: starts, overlaps, orphans and samples.

It trusts the witness and the observer for what happened on the servers, and compares every answer of the API with them.
Times are seconds of CLOCK_MONOTONIC, which all parts of a rig share.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.faults.independent import history

TERMINAL = frozenset({"succeeded", "failed", "cancelled", "lost", "refused"})
_RANK = {"queued": 0, "leased": 1, "prepared": 2, "starting": 3, "running": 4, "collecting": 5}
_BEGUN = frozenset({"running", "finished", "failed", "cancelled", "lost"})
#: A phase in one of these states may have ended before its engine came to write its first line.
_MAY_HAVE_NO_START = frozenset({"failed", "cancelled", "lost"})
#: The observer looks every 50 ms, later on a busy machine; the end of what was killed is known no better.
_OBSERVED_WITHIN_SECONDS = 0.4
#: An engine writes its first line this long after the lab's time of its start, on a busy machine.
_STARTED_WITHIN_SECONDS = 60.0
FIRST_IOS = 1000


@dataclass(frozen=True)
class Problem:
    """One forbidden event; `trial` is None where it belongs to no trial."""

    trial: str | None
    text: str


@dataclass
class Verdict:
    """The counts of the figure, and every reason why one of them is not what it should be."""

    requested: int = 0
    executed: int = 0
    overlaps: int = 0
    orphans: int = 0
    acknowledged: int = 0
    lost: int = 0
    duplicated: int = 0
    wrong_answers: int = 0
    decoys: int = 0
    decoys_changed: int = 0
    to_truth_s: list[float] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, trial: str | None, text: str) -> None:
        """Note a problem."""
        self.problems.append(Problem(trial, text))

    def join(self, other: Verdict) -> None:
        """Add the verdict on another history."""
        for attribute in fields(self):
            setattr(self, attribute.name, getattr(self, attribute.name) + getattr(other, attribute.name))


@dataclass
class Engine:
    """One process of the witness, from its first line to the moment of its end."""

    host: str
    attempt: str
    phase: str
    pid: int
    targets: tuple[str, ...]
    began: float
    ended: float
    is_main: bool

    @property
    def start(self) -> tuple[str, str]:
        """Return the attempt and phase of the start it belongs to."""
        return self.attempt, self.phase


@dataclass
class SubmittedRun:
    """A submitted run, and the reports of the API about it."""

    run: str
    trial: str
    host: str
    expected: frozenset[str]
    exempt: set[str] = field(default_factory=set)
    attempts: set[str] = field(default_factory=set)
    terminal_at: float | None = None
    final: dict[str, Any] | None = None
    #: The lab can know nothing of it any more, because its database was restored from before it.
    forgotten: bool = False


def check(folder: Path) -> Verdict:
    """Return the verdict on one history."""
    lab = list(history.read(folder / history.LAB))
    engines, double = _engines(
        list(history.read(folder / history.WITNESS)), list(history.read(folder / history.OBSERVER))
    )
    verdict = Verdict()
    runs = _submitted_runs(lab, verdict)
    trial_of = {attempt: run.trial for run in runs.values() for attempt in run.attempts}
    for (attempt, phase), count in double.items():
        verdict.add(trial_of.get(attempt), f"phase {phase} of attempt {attempt} was started {count} times")
    _check_starts(verdict, runs, engines, lab)
    _check_overlaps(verdict, engines, trial_of)
    _check_orphans(verdict, runs, engines, _setting(lab, "orphan_grace_s", 3.0))
    _check_samples(verdict, runs, lab)
    _check_times(verdict, runs, engines)
    _check_silences(verdict, lab, runs)
    _check_decoys(verdict, lab)
    _measure_truth(verdict, runs, engines, lab)
    return verdict


def percentile(values: Iterable[float], percent: float) -> float:
    """Return the smallest value that `percent` of all values do not exceed; 0 for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0


def _setting(lab: list[dict[str, Any]], name: str, otherwise: float) -> float:
    return float(next((fact[name] for fact in lab if fact["event"] == "settings" and name in fact), otherwise))


def _seconds(fact: dict[str, Any]) -> float:
    return int(fact["monotonic_ns"]) / 1e9


# What ran.


def _engines(
    witness: list[dict[str, Any]], observer: list[dict[str, Any]]
) -> tuple[list[Engine], dict[tuple[str, str], int]]:
    """Return every process of the witness, and the starts that happened more than once."""
    last_look = max([_seconds(fact) for fact in (*witness, *observer)], default=0.0)
    vanished: dict[int, list[float]] = defaultdict(list)
    opened: dict[int, set[str]] = defaultdict(set)
    for fact in observer:
        if fact["event"] == "vanish":
            vanished[fact["pid"]].append(_seconds(fact))
        opened[fact["pid"]] |= set(fact["targets"])
    engines: list[Engine] = []
    starts: dict[tuple[str, str], int] = defaultdict(int)
    for fact in witness:
        key = fact["attempt"], fact["phase"]
        if fact["event"] in ("start", "child"):
            is_main = fact["event"] == "start"
            starts[key] += is_main
            began = _seconds(fact)
            ended = min((moment for moment in vanished[fact["pid"]] if moment >= began), default=last_look)
            targets = tuple(sorted({fact["target"], *opened[fact["pid"]]}))
            engines.append(Engine(fact["host"], *key, fact["pid"], targets, began, ended, is_main))
        elif fact["event"] == "stop":
            for engine in engines:
                if engine.pid == fact["pid"] and engine.start == key and engine.is_main:
                    engine.ended = min(engine.ended, _seconds(fact))
    return engines, {key: count for key, count in starts.items() if count > 1}


def _check_direct_starts(verdict: Verdict, lab: list[dict[str, Any]], started: dict[str, set[str]]) -> set[str]:
    """Compare the starts that runners report for direct attempts with the witness; return these attempts."""
    direct = {fact["attempt"]: fact for fact in lab if fact["event"] == "direct"}
    for attempt, fact in direct.items():
        reported, seen = fact["starts"], len(started[attempt])
        if fact["stopped"] and not seen:
            reported = 0
        verdict.requested += reported
        if reported != seen:
            verdict.add(fact["trial"], f"the runner tells of {reported} starts, seen were {seen}")
    return set(direct)


def _check_starts(
    verdict: Verdict, runs: dict[str, SubmittedRun], engines: list[Engine], lab: list[dict[str, Any]]
) -> None:
    started: dict[str, set[str]] = defaultdict(set)
    for engine in engines:
        if engine.is_main:
            verdict.executed += 1
            started[engine.attempt].add(engine.phase)
    attempts = {attempt for run in runs.values() for attempt in run.attempts}
    attempts |= _check_direct_starts(verdict, lab, started)
    for attempt in started.keys() - attempts:
        verdict.add(None, f"attempt {attempt} was started and nobody asked for it")
    for run in runs.values():
        began = {phase for attempt in run.attempts for phase in started[attempt]}
        reported: set[str] = set(began) if run.forgotten else set()
        for phase in (run.final or {}).get("phases", []):
            name = f"{phase['ordinal']:02d}"
            if phase["state"] in _BEGUN and (name in began or phase["state"] not in _MAY_HAVE_NO_START):
                reported.add(name)
        verdict.requested += len(reported)
        if run.final is not None and reported != began:
            verdict.add(
                run.trial, f"{run.run}: the API tells of phases {sorted(reported)}, started were {sorted(began)}"
            )


def _check_overlaps(verdict: Verdict, engines: list[Engine], trial_of: dict[str, str]) -> None:
    ordered = sorted(engines, key=lambda engine: engine.began)
    for place, one in enumerate(ordered):
        for other in ordered[place + 1 :]:
            if other.began >= one.ended - _OBSERVED_WITHIN_SECONDS:
                continue
            same_place = one.host == other.host or set(one.targets) & set(other.targets)
            same_start = one.start == other.start and not (one.is_main and other.is_main)
            if same_place and not same_start:
                verdict.overlaps += 1
                seconds = min(one.ended, other.ended) - other.began
                verdict.add(
                    trial_of.get(other.attempt),
                    f"{one.start} and {other.start} ran at once on {one.host} for {seconds:.2f} s",
                )


def _check_orphans(
    verdict: Verdict, runs: dict[str, SubmittedRun], engines: list[Engine], grace_seconds: float
) -> None:
    run_of = {attempt: run for run in runs.values() for attempt in run.attempts}
    for engine in engines:
        run = run_of.get(engine.attempt)
        if run is None or run.terminal_at is None or "orphans" in run.exempt:
            continue
        if engine.ended > run.terminal_at + grace_seconds:
            verdict.orphans += 1
            late_seconds = engine.ended - run.terminal_at
            verdict.add(
                run.trial, f"process {engine.pid} of {run.run} lived {late_seconds:.1f} s after its end was told"
            )


# The report of the API.


def _submitted_runs(lab: list[dict[str, Any]], verdict: Verdict) -> dict[str, SubmittedRun]:
    runs: dict[str, SubmittedRun] = {}
    seen: dict[str, str] = {}
    for fact in lab:
        match fact["event"]:
            case "submitted":
                runs[fact["run"]] = SubmittedRun(fact["run"], fact["trial"], fact["host"], frozenset(fact["expected"]))
            case "exempt":
                runs[fact["run"]].exempt.add(fact["what"])
            case "forgotten":
                runs[fact["run"]].forgotten = True
            case "database_restored":
                # Events reported before are reported again from an older state.
                seen.clear()
                for run in runs.values():
                    run.terminal_at = run.terminal_at if run.final is not None else None
            case "wrong_answer":
                verdict.wrong_answers += 1
                verdict.add(fact["trial"], f"{fact['method']} {fact['path']} answered {fact['status']}: {fact['body']}")
            case "answer" if fact["run"] in runs:
                _follow(verdict, runs[fact["run"]], fact, seen)
            case "final" if fact["run"] in runs:
                _close(verdict, runs[fact["run"]], fact)
    return runs


def _follow(verdict: Verdict, run: SubmittedRun, fact: dict[str, Any], seen: dict[str, str]) -> None:
    for attempt in fact["attempts"]:
        run.attempts.add(attempt["id"])
        before, state = seen.get(attempt["id"]), attempt["state"]
        seen[attempt["id"]] = state
        if before is not None and _is_step_back(before, state):
            verdict.wrong_answers += 1
            verdict.add(run.trial, f"{run.run} went from {before} back to {state}")
        if state in TERMINAL and not attempt["evidence"]:
            verdict.wrong_answers += 1
            verdict.add(run.trial, f"{run.run} is {state} without an event that says why")
    if all(attempt["state"] in TERMINAL for attempt in fact["attempts"]) and run.terminal_at is None:
        run.terminal_at = _seconds(fact)


def _is_step_back(before: str, state: str) -> bool:
    """Return whether a state goes backwards; only a reservation may be released before anything was started."""
    if before in TERMINAL:
        return state != before
    return state not in TERMINAL and _RANK[state] < _RANK[before] and before not in ("leased", "prepared")


def _close(verdict: Verdict, run: SubmittedRun, fact: dict[str, Any]) -> None:
    run.final = fact
    if fact["state"] not in run.expected:
        verdict.wrong_answers += 1
        verdict.add(run.trial, f"{run.run} is {fact['state']}, expected was {' or '.join(sorted(run.expected))}")


def _check_silences(verdict: Verdict, lab: list[dict[str, Any]], runs: dict[str, SubmittedRun]) -> None:
    """Check that a server that was cut off for long enough was reported as unreachable meanwhile."""
    allowed_seconds = _setting(lab, "stale_after_s", 60.0)
    for silence in (fact for fact in lab if fact["event"] == "silence"):
        if silence["seconds"] < allowed_seconds:
            continue
        until = _seconds(silence)
        was_reported = any(
            fact["event"] == "answer"
            and runs[fact["run"]].host == silence["host"]
            and until - silence["seconds"] <= _seconds(fact) <= until
            and any(attempt["connectivity"] == "unreachable" for attempt in fact["attempts"])
            for fact in lab
            if fact.get("run") in runs
        )
        if not was_reported:
            verdict.wrong_answers += 1
            verdict.add(
                silence["trial"], f"{silence['host']} was silent for {silence['seconds']:.0f} s and shown as reachable"
            )


def _check_times(verdict: Verdict, runs: dict[str, SubmittedRun], engines: list[Engine]) -> None:
    """Check that no phase begins before its run or the previous phase, and that all are spaced like their engines."""
    began = {(engine.attempt, engine.phase): engine.began for engine in engines if engine.is_main}
    for run in runs.values():
        phases = [phase for phase in (run.final or {}).get("phases", []) if phase.get("started_at") is not None]
        starts = [(phase["ordinal"], _wall(phase["started_at"])) for phase in phases]
        if run.final is not None and run.final.get("started_at") is not None:
            _check_order(verdict, run, [(0, _wall(run.final["started_at"])), *starts])
        both = [
            (ordinal, moment, max(seen))
            for ordinal, moment in starts
            if (
                seen := [
                    began[attempt, f"{ordinal:02d}"] for attempt in run.attempts if (attempt, f"{ordinal:02d}") in began
                ]
            )
        ]
        for ordinal, moment, seen_seconds in both[1:]:
            wrong_seconds = (moment - both[0][1]) - (seen_seconds - both[0][2])
            if abs(wrong_seconds) > _STARTED_WITHIN_SECONDS:
                verdict.wrong_answers += 1
                verdict.add(
                    run.trial, f"{run.run}: phase {ordinal} began {wrong_seconds:+.0f} s from where its engine did"
                )


def _check_order(verdict: Verdict, run: SubmittedRun, starts: list[tuple[int, float]]) -> None:
    """Check the order of the starts by ordinal; 0 is that of the run."""
    for (before, earlier), (ordinal, later) in pairwise(starts):
        if later < earlier:
            verdict.wrong_answers += 1
            than = f"phase {before}" if before else "its run"
            verdict.add(run.trial, f"{run.run}: phase {ordinal} began {earlier - later:.3f} s before {than}")


def _wall(text: str) -> float:
    """Return the seconds since 1970 of a moment in an answer of the API."""
    return dt.datetime.fromisoformat(text).timestamp()


def _check_decoys(verdict: Verdict, lab: list[dict[str, Any]]) -> None:
    first: dict[str, str] = {}
    for fact in lab:
        if fact["event"] == "decoy":
            original = first.setdefault(fact["path"], fact["sha256"])
            if original != fact["sha256"]:
                verdict.decoys_changed += 1
                verdict.add(fact["trial"], f"the decoy {fact['path']} was changed")
    verdict.decoys = len(first)


def _measure_truth(
    verdict: Verdict, runs: dict[str, SubmittedRun], engines: list[Engine], lab: list[dict[str, Any]]
) -> None:
    """Measure the time from the end of all faults and activity on the server to the API's last report."""
    healed = [(_seconds(fact), fact["host"]) for fact in lab if fact["event"] == "healed"]
    for run in runs.values():
        ended = [engine.ended for engine in engines if engine.attempt in run.attempts]
        if run.terminal_at is None or not ended:
            continue
        well = [moment for moment, host in healed if host in (None, run.host) and moment <= run.terminal_at]
        begin = max(*ended, *well) if well else max(ended)
        verdict.to_truth_s.append(max(0.0, run.terminal_at - begin))


# The samples.


def documents(text: str) -> list[int]:
    """Return the I/Os of each complete cumulative document in a status file; a torn or damaged one is left out."""
    counts = []
    decoder = json.JSONDecoder()
    position = text.find("{")
    while position >= 0:
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        counts.append(sum(job[name]["total_ios"] for job in value["jobs"] for name in ("read", "write")))
        position = text.find("{", end)
    return counts


def _check_samples(verdict: Verdict, runs: dict[str, SubmittedRun], lab: list[dict[str, Any]]) -> None:
    interval_s = _setting(lab, "interval_s", 1.0)
    on_target = {(fact["run"], fact["ordinal"]): fact["ios"] for fact in lab if fact["event"] == "target"}
    for run in runs.values():
        if run.final is None or "samples" in run.exempt:
            continue
        for phase in run.final["phases"]:
            counts = on_target.get((run.run, phase["ordinal"]), [])
            wanted = [new - old for old, new in zip([0, *counts], counts, strict=False) if new > old]
            verdict.acknowledged += len(wanted)
            stored = sorted(round(value * interval_s) for value in phase["values"])
            lost, doubled = _difference(wanted, stored, phase["points"])
            verdict.lost += lost
            verdict.duplicated += doubled
            if lost or doubled:
                where = f"{run.run} phase {phase['ordinal']}"
                verdict.add(run.trial, f"{where}: {wanted} durable, {phase['points']} points stored with {stored}")
            elif phase["ios"] is not None and counts and phase["ios"] != counts[-1]:
                verdict.wrong_answers += 1
                verdict.add(run.trial, f"{run.run} phase {phase['ordinal']}: {phase['ios']} I/Os, not {counts[-1]}")


def _difference(wanted: list[int], stored: list[int], points: int) -> tuple[int, int]:
    """Return the numbers of missing and of doubled intervals; every interval has a count of its own."""
    missing = len(set(wanted) - set(stored))
    lost = max(missing, len(wanted) - points)
    return lost, max(0, points - (len(wanted) - lost))
