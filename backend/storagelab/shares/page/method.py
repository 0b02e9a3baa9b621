"""Test method: the steps of each way of testing, then profile, target, run length and repeats."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from storagelab.shares import figures
from storagelab.shares.document.run import FrozenPhase, FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import Block, FactCard, PageFact, PageSection, Sentence, Steps
from storagelab.shares.page.steadiness import format_rule
from storagelab.shares.page.words import find_common_value, format_count, format_list
from storagelab.shares.repeats import count_repeats, map_configuration_classes

#: What decides how a run was made. Runs that agree in all of it share a card.
_SHARED = ("Profile", "Scale", "Engine", "Target", "Direct I/O", "Steady-state rule", "Source", "Note")
#: Kinds of phases that condition a drive, with the names of their steps.
_CONDITIONING = {"fill": "Fill", "precondition": "Precondition"}
#: What the steps of a method already have.
_IN_STEPS = frozenset({"Engine", "Conditioning", "Measured for", "Steady-state rule", "Rounds"})
#: What the line under the title already has of published results.
_OF_SOURCE = frozenset({"Source", "Note"})
_DIRECT = re.compile(r"^\s*direct\s*=\s*1\s*$|openflags\s*=[^\n]*\b(?:o_direct|directio)\b", re.MULTILINE)
_BUFFERED = re.compile(r"^\s*direct\s*=\s*0\s*$", re.MULTILINE)


def build_method(document: ShareDocument) -> PageSection:
    """Return the section on the method: the steps of each way of testing, and its other facts."""
    blocks: list[Block] = []
    for facts, runs in group_runs(document.runs):
        title = format_list(run.number for run in runs) if len(document.runs) > len(runs) else None
        steps = _list_steps(runs, facts)
        if steps:
            blocks.append(Steps(tuple(steps), title=title))
        left_out = (_IN_STEPS if steps else frozenset()) | (_OF_SOURCE if _is_published(runs) else frozenset())
        rest = {label: value for label, value in facts.items() if label not in left_out}
        card = _build_card(rest, runs, document, title=None if steps else title)
        blocks += [card] if card.rows else []
    if not blocks and document.runs:
        blocks.append(Sentence("The sources of these results describe how they were measured."))
    return PageSection("method", "How", tuple(blocks or [Sentence("No runs included.", "warn")]))


def _is_published(runs: Sequence[FrozenRun]) -> bool:
    return all(run.origin == "published" for run in runs)


def _list_steps(runs: Sequence[FrozenRun], facts: Mapping[str, str]) -> list[PageFact]:
    """Return the steps of measured runs in order: conditioning, the verdict on it, and the measured phases."""
    steps = [PageFact(title, words) for kind, title in _CONDITIONING.items() if (words := _describe_phases(runs, kind))]
    rule = next((rule for run in runs if (rule := format_rule(run)) is not None), None)
    if rule is not None:
        counts = sorted({len(run.verdict.rounds) for run in runs if run.verdict is not None and run.verdict.rounds})
        rounds = f" in {format_range([str(count) for count in counts])} rounds" if counts else ""
        steps.append(PageFact("Judge", f"{rule}{rounds}"))
    if words := _describe_phases(runs, "measure"):
        steps.append(PageFact("Measure", ", ".join(filter(None, [words, facts.get("Engine")]))))
    return steps


def _describe_phases(runs: Sequence[FrozenRun], kind: str) -> str:
    """Return workload, duration and faults of the phases of one kind: `4K random write, 16T/16Q, 6 h 00 min`.

    Empty where there is no such phase.
    """
    phases = [[phase for phase in run.phases if phase.kind == kind] for run in runs]
    every = [phase for of_run in phases for phase in of_run]
    workloads = list(dict.fromkeys(phase.description for phase in every if phase.description))
    words = [workloads[0] if len(workloads) == 1 else format_count(len(workloads), "workload")] if workloads else []
    lengths = [[_compute_phase_seconds(phase) for phase in of_run] for of_run in phases if of_run]
    if lengths and all(length is not None for of_run in lengths for length in of_run):
        sums = sorted(sum(length for length in of_run if length is not None) for of_run in lengths)
        words.append(format_range(list(dict.fromkeys(map(figures.format_duration, sums)))))
    words += sorted({phase.state for phase in every if phase.state != "finished"})
    return ", ".join(words) or (format_count(len(every), "phase") if every else "")


def format_range(values: Sequence[str]) -> str:
    """Return `3` or `3 to 5` for sorted values."""
    return values[0] if len(values) == 1 else f"{values[0]} to {values[-1]}"


def collect_method_facts(run: FrozenRun) -> dict[str, str]:
    """Return the facts on the method of one run by label.

    These are the frozen facts, and facts from phases and jobs.
    """
    facts = {row.label: row.value for row in run.method}
    derived = {
        "Direct I/O": _format_direct_mode(run),
        "Conditioning": _format_conditioning(run.phases),
        "Measured for": _format_measured_duration(run.phases),
        "Steady-state rule": format_rule(run),
    }
    return facts | {label: value for label, value in derived.items() if value is not None and label not in facts}


def group_runs(runs: Sequence[FrozenRun]) -> list[tuple[dict[str, str], list[FrozenRun]]]:
    """Return runs in groups of the same method, each with the facts that all of its runs share."""
    ways: dict[tuple[str | None, ...], list[tuple[dict[str, str], FrozenRun]]] = {}
    for run in runs:
        facts = collect_method_facts(run)
        way = (*(facts.get(label) for label in _SHARED), *_list_conditioning(run))
        ways.setdefault(way, []).append((facts, run))
    ways_with_runs = []
    for members in ways.values():
        labels = dict.fromkeys(label for facts, _ in members for label in facts)
        shared = {label: find_common_value(facts.get(label) for facts, _ in members) for label in labels}
        ways_with_runs.append(
            ({label: value for label, value in shared.items() if value is not None}, [run for _, run in members])
        )
    return ways_with_runs


def _list_conditioning(run: FrozenRun) -> list[str]:
    """Return the conditioning of a run without its durations, and what went wrong in it."""
    phases = [phase for phase in run.phases if phase.kind in _CONDITIONING]
    return list(dict.fromkeys(f"{phase.kind} {phase.description} {phase.state}" for phase in phases))


def _build_card(
    facts: Mapping[str, str], runs: Sequence[FrozenRun], document: ShareDocument, *, title: str | None
) -> FactCard:
    rows = [PageFact(label, value) for label, value in facts.items()]
    if len(runs) > 1 and "Duration" not in facts and not _is_published(runs):
        rows.append(PageFact("Duration", _format_duration_span([run.duration_s for run in runs])))
    # Published figures are printed once, and say nothing about repeats.
    if not _is_published(runs):
        rows.append(PageFact("Repeats", _format_repeats(runs, map_configuration_classes(document.configurations))))
    return FactCard(tuple(rows), title=title)


def _format_repeats(runs: Sequence[FrozenRun], classes: Mapping[str, str]) -> str:
    n = format_repeat_count(runs, classes)
    return {"0": "no valid run", "1": "1 run, spread unknown"}.get(n, f"{n} runs")


def format_repeat_count(runs: Sequence[FrozenRun], classes: Mapping[str, str]) -> str:
    """Return the number of runs of one profile that count for a class: `3`, or `1 to 3` where it differs."""
    numbers = sorted(set(count_repeats(runs, classes))) or [0]
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _format_duration_span(seconds: Sequence[float | None]) -> str:
    recorded = [value for value in seconds if value is not None]
    if not recorded:
        return figures.UNKNOWN
    unknown = len(seconds) - len(recorded)
    rest = f", {format_count(unknown, 'run')} unknown" if unknown else ""
    return f"{figures.format_duration(min(recorded))} to {figures.format_duration(max(recorded))}{rest}"


def _format_direct_mode(run: FrozenRun) -> str | None:
    """Return in words if the jobs of a run bypass the page cache: `yes`, `in 1 of 2 jobs`, ...

    None without jobs to read.
    """
    texts = [file.text for file in run.job_files]
    if not texts:
        return None
    direct = [bool(_DIRECT.search(text)) and not _BUFFERED.search(text) for text in texts]
    if all(direct):
        return "yes"
    return f"in {sum(direct)} of {len(direct)} jobs" if any(direct) else "not requested by the jobs"


def _format_conditioning(phases: Sequence[FrozenPhase]) -> str | None:
    done = [phase for phase in phases if phase.kind in ("fill", "precondition")]
    if not any(phase.kind != "published" for phase in phases):
        return None
    if not done:
        return "none in this run"
    by_name: dict[str, list[FrozenPhase]] = {}
    for phase in done:
        by_name.setdefault(_get_plain_name(phase), []).append(phase)
    return format_list(_format_conditioning_phases(name, of_name) for name, of_name in by_name.items())


def _format_conditioning_phases(name: str, phases: Sequence[FrozenPhase]) -> str:
    lengths = [_compute_phase_seconds(phase) for phase in phases]
    details = (
        [figures.format_duration(sum(length for length in lengths if length is not None))]
        if None not in lengths
        else []
    )
    if len(phases) > 1:
        details.append(f"{len(phases)} phases")
    unfinished = [phase.state for phase in phases if phase.state != "finished"]
    if unfinished:
        details.append(format_list(sorted(set(unfinished))))
    return f"{name} ({', '.join(details)})" if details else name


def _format_measured_duration(phases: Sequence[FrozenPhase]) -> str | None:
    measured = [phase for phase in phases if phase.kind == "measure"]
    lengths = [_compute_phase_seconds(phase) for phase in measured]
    recorded = [length for length in lengths if length is not None]
    if not recorded or len(recorded) < len(lengths):
        return None
    return f"{figures.format_duration(sum(recorded))} in {format_count(len(measured), 'phase')}"


def _get_plain_name(phase: FrozenPhase) -> str:
    """Return the name of a phase without its round."""
    suffix = f", round {phase.round}"
    return phase.name.removesuffix(suffix)


def _compute_phase_seconds(phase: FrozenPhase) -> float | None:
    if phase.t0_ms is None or phase.t1_ms is None:
        return None
    return float(phase.t1_ms - phase.t0_ms) / 1000
