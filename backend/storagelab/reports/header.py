"""Header of a report: test platform, storage platform, set-up and parameters (methodology 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storagelab.analysis.reports.figures import HeaderBlock
from storagelab.db.models import Job, Run
from storagelab.domain.access import AddressRange
from storagelab.domain.configuration_facts import Group, collect_facts
from storagelab.domain.formatting import format_decimal_size
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.operations import describe
from storagelab.domain.result import PhaseResult

_WHOLE = "100 %"
_CUT_SHORT = (PhaseState.FAILED, PhaseState.CANCELLED, PhaseState.LOST)
#: What a report names also where it is unknown; the conditions of a run list everything else that is.
_NAMED = frozenset(
    {"server.model", "server.cpu", "server.memory", "server.os", "drives", "drives.firmware", "drives.interface"}
    | {"drives.write_cache"}
)


def make_header(
    run: Run, job: Job | None, phases: Sequence[PhaseResult], capacity_bytes: int | None
) -> list[HeaderBlock]:
    """Build the header blocks of a test report, as SNIA PTS requires them.

    `phases` are the phases of the run. A fact that was not recorded is None.
    """
    snapshot = run.configuration.snapshot if run.configuration is not None else {}
    server = run.server.name if run.server is not None else None
    engine = run.engine_version or run.engine
    test = [("Server", server), *_collect_facts(snapshot, "server", "settings"), ("Load generator", engine)]
    storage = [
        ("Configuration", run.configuration.name if run.configuration is not None else None),
        *_collect_facts(snapshot, "controller", "array", "drives"),
        ("Capacity addressed", None if capacity_bytes is None else format_decimal_size(capacity_bytes)),
        ("Purge and preparation", _format_preparation(job)),
    ]
    return [
        HeaderBlock("Test platform", _drop_duplicates(test)),
        HeaderBlock("Storage platform", _drop_duplicates(storage)),
        HeaderBlock("Set-up parameters", _drop_duplicates(_set_up(phases))),
        HeaderBlock("Test parameters", _drop_duplicates([*_collect_parameters(run, job), *_cut_short(phases)])),
    ]


def _drop_duplicates(facts: Sequence[tuple[str, str | None]]) -> tuple[tuple[str, str | None], ...]:
    """Return (name, value) facts without later facts of the same name."""
    return tuple({name: (name, value) for name, value in reversed(facts)}.values())[::-1]


def _collect_facts(snapshot: dict[str, Any], *groups: Group) -> list[tuple[str, str | None]]:
    """Return the known facts of a snapshot in these groups, as (label, value).

    Unknown facts that a report has to name are included with None.
    """
    return [
        (fact.label, None if fact.value is None else str(fact.value))
        for key, fact in collect_facts(snapshot).items()
        if fact.group in groups and (fact.value is not None or key in _NAMED)
    ]


def _format_preparation(job: Job | None) -> str | None:
    if job is None:
        return None
    return "; ".join(describe(operation) for operation in job.preparation) or "none by this job"


def _set_up(phases: Sequence[PhaseResult]) -> list[tuple[str, str | None]]:
    measured = [phase for phase in phases if phase.kind == "measure"]
    first = [phase for phase in phases if phase.kind == "fill"]
    second = [phase for phase in phases if phase.kind == "precondition" and phase.round is None]
    loads = dict.fromkeys(
        f"TC {phase.load.threads}, QD {phase.load.queue_depth}"
        for phase in measured
        if phase.load.threads and phase.load.queue_depth
    )
    return [
        ("Data pattern", _join_words(_format_pattern(phase) for phase in measured)),
        ("Active range", _join_words(_format_range(phase) for phase in measured)),
        ("Preconditioning 1, whatever the workload", _join_words(_format_phase(phase) for phase in first) or "none"),
        (
            "Preconditioning 2, by the workload",
            _join_words(_format_phase(phase) for phase in second) or _format_rounds(phases),
        ),
        ("Threads (TC) and queue depth (QD)", _format_loads(list(loads))),
    ]


def _join_words(words: Any) -> str | None:
    distinct = dict.fromkeys(word for word in words if word is not None)
    return "; ".join(distinct) or None


def _format_loads(loads: Sequence[str]) -> str | None:
    return f"{len(loads)} combinations, {loads[0]} first" if len(loads) > 3 else "; ".join(loads) or None


def _format_pattern(phase: PhaseResult) -> str:
    percent = phase.workload.get("compress_percent") or 0
    return f"compressible by {percent} %" if percent else "random"


def _format_range(phase: PhaseResult) -> str:
    return AddressRange.from_json(phase.workload.get("range") or {}).describe() or _WHOLE


def _format_phase(phase: PhaseResult) -> str:
    passes = phase.stop.get("passes") if phase.stop.get("kind") == "volume" else None
    words = str(phase.workload.get("description") or phase.name)
    return f"{words}, {passes:g} x the range" if passes else words


def _cut_short(phases: Sequence[PhaseResult]) -> list[tuple[str, str | None]]:
    """Return a header fact that names the phases cut short, whose figures are left out.

    A report may still draw the curve of such a phase. The list is empty without such phases.
    """
    cut = [f"{phase.ordinal}. {phase.name} ({phase.state})" for phase in phases if phase.state in _CUT_SHORT]
    return [("Cut short, without figures", _format_phase_names(cut))] if cut else []


def _format_phase_names(names: Sequence[str]) -> str:
    return "; ".join(names) if len(names) <= 3 else f"{len(names)} phases, {names[0]} first"


def _format_rounds(phases: Sequence[PhaseResult]) -> str:
    return "the rounds of the test themselves" if any(phase.round is not None for phase in phases) else "none"


def _collect_parameters(run: Run, job: Job | None) -> list[tuple[str, str | None]]:
    facts: list[tuple[str, str | None]] = []
    if run.profile is not None:
        facts.append(("Profile", f"{run.profile.title}, version {run.profile.version}"))
        declared = {parameter["name"]: parameter for parameter in run.profile.definition.get("parameters") or []}
        for name, value in (job.parameters if job is not None else {}).items():
            about = declared.get(name, {})
            facts.append((str(about.get("title") or name), f"{value:g} {about.get('unit') or ''}".strip()))
    if run.scale != "full":
        facts.append(("Scale", "smoke: every time cut to seconds, not the timing of the specification"))
    return facts
