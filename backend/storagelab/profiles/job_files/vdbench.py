"""A Vdbench parameter file read as a profile: each run definition becomes a phase, its loops a sweep."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from storagelab.domain.plan import MAX_PHASES
from storagelab.profiles.job_files.documents import Draft, profile_of
from storagelab.profiles.job_files.findings import Findings, RawProfile, format_quotation
from storagelab.profiles.job_files.vdbench_file import Kind, VdbenchDefinition, VdbenchParameter, read_definitions
from storagelab.profiles.job_files.vdbench_keywords import check_keywords
from storagelab.profiles.job_files.vdbench_phases import build_drafts, check_drives
from storagelab.profiles.job_files.vdbench_run import VdbenchRun

_RANGE = re.compile(r"([A-Za-z0-9_]*?)(\d{1,6})-([A-Za-z0-9_]*?)(\d{1,6})")
_NAME = re.compile(r"[A-Za-z0-9_]{1,32}")
_MAX_NAMES = 1000
#: Beyond these nothing could be run; they keep the work in proportion to the length of the file.
_MAX_DEFINITIONS: Mapping[Kind, int] = {"sd": 256, "wd": MAX_PHASES, "rd": MAX_PHASES}


def read_vdbench_file(text: str) -> RawProfile:
    """Convert a Vdbench parameter file to a profile, or return the refusals, line by line.

    Never raises, opens or runs anything. The drives that sd lines name are replaced by the target of the job.
    """
    findings = Findings()
    definitions = read_definitions(text, findings)
    for definition in definitions:
        check_keywords(definition, findings)
    _refuse_too_many(definitions, findings)
    if findings.refused:
        return findings.result(None)
    general = {one.name: one.parameters[one.name] for one in definitions if one.kind == "general"}
    storage, workloads = _collect_by_name(definitions, "sd", findings), _collect_by_name(definitions, "wd", findings)
    runs = [
        run
        for definition in _apply_defaults(definitions, "rd")
        if (run := _run(definition, general, storage, workloads, findings)) is not None
    ]
    _report_unused_definitions(runs, storage, workloads, findings)
    drafts: list[Draft] = []
    if runs and not findings.refused:
        check_drives(runs[0], findings)
    for run in runs if not findings.refused else ():
        drafts += build_drafts(run, findings)
    return profile_of("Vdbench", text, drafts, findings) if not findings.refused else findings.result(None)


def _refuse_too_many(definitions: Sequence[VdbenchDefinition], findings: Findings) -> None:
    for kind, limit in _MAX_DEFINITIONS.items():
        lines = [definition.line for definition in definitions if definition.kind == kind]
        if len(lines) > limit:
            findings.refuse(lines[limit], f"the file has more than {limit} lines that begin with {kind}=")


def _apply_defaults(definitions: Sequence[VdbenchDefinition], kind: Kind) -> list[VdbenchDefinition]:
    """Return the definitions of a kind with the parameters that earlier `default` definitions set."""
    defaults: Mapping[str, VdbenchParameter] = {}
    result = []
    for definition in definitions:
        if definition.kind != kind:
            continue
        merged = {**defaults, **definition.parameters}
        if definition.name == "default":
            defaults = merged
        else:
            result.append(VdbenchDefinition(kind, definition.name, definition.line, merged))
    return result


def _collect_by_name(
    definitions: Sequence[VdbenchDefinition], kind: Kind, findings: Findings
) -> dict[str, VdbenchDefinition]:
    by_name: dict[str, VdbenchDefinition] = {}
    for definition in _apply_defaults(definitions, kind):
        if definition.name in by_name:
            findings.refuse(definition.line, f"{kind}={definition.name} is defined twice")
        by_name[definition.name] = definition
    return by_name


def _run(
    definition: VdbenchDefinition,
    general: Mapping[str, VdbenchParameter],
    storage: Mapping[str, VdbenchDefinition],
    workloads: Mapping[str, VdbenchDefinition],
    findings: Findings,
) -> VdbenchRun | None:
    """Return a run definition (rd) with its one workload (wd) and the drives (sd) of that workload.

    Returns None, with a refusal in `findings`, where the selection is unclear.
    """
    chosen = _select(definition, "wd", workloads, findings)
    if len(chosen) > 1:
        findings.refuse(
            definition.parameters["wd"].line,
            f"rd={definition.name} runs {len(chosen)} workloads at the same time, and a phase has one",
        )
    if len(chosen) != 1:
        return None
    holder = definition if "sd" in definition.parameters else chosen[0]
    drives = _select(holder, "sd", storage, findings)
    return VdbenchRun(definition, chosen[0], tuple(drives), general) if drives else None


def _select(
    definition: VdbenchDefinition, key: str, defined: Mapping[str, VdbenchDefinition], findings: Findings
) -> list[VdbenchDefinition]:
    """Return the definitions that `wd=wd1`, `sd=(sd1,sd3)`, `sd=sd*` or `sd=(sd1-sd4)` selects.

    The list is empty, with a refusal, when the selection is unclear.
    """
    parameter = definition.parameters.get(key)
    if parameter is None:
        findings.refuse(definition.line, f"{definition.kind}={definition.name} has no {key}=")
        return []
    names: dict[str, None] = {}
    chosen = 0
    for item in parameter.items:
        matches = _expand_names(item, defined)
        chosen += len(matches)
        if chosen > _MAX_NAMES:
            findings.refuse(parameter.line, f"{key}= names more than {_MAX_NAMES} of them")
            return []
        if not matches:
            findings.refuse(parameter.line, f"{key}={format_quotation(item)}: there is no such {key}")
            return []
        names.update(dict.fromkeys(matches))
    return [defined[name] for name in names]


def _expand_names(item: str, defined: Mapping[str, VdbenchDefinition]) -> list[str]:
    if item.endswith("*") and (item == "*" or _NAME.fullmatch(item[:-1])):
        return [name for name in defined if name.startswith(item[:-1])]
    match = _RANGE.fullmatch(item)
    if match is None:
        return [item] if item in defined else []
    prefix, first, last = match[1], int(match[2]), int(match[4])
    if match[3] not in ("", prefix) or not first <= last < first + _MAX_NAMES:
        return []
    names = [f"{prefix}{number}" for number in range(first, last + 1)]
    return names if all(name in defined for name in names) else []


def _report_unused_definitions(
    runs: Sequence[VdbenchRun],
    storage: Mapping[str, VdbenchDefinition],
    workloads: Mapping[str, VdbenchDefinition],
    findings: Findings,
) -> None:
    """Add a remark for definitions that no run uses, and refuse runs on different drives.

    The target of a job is the same for all phases.
    """
    drives = {drive.name for run in runs for drive in run.drives}
    used = {run.workload.name for run in runs}
    for kind, defined, wanted in (("sd", storage, drives), ("wd", workloads, used)):
        for definition in defined.values():
            if definition.name not in wanted:
                findings.drop(definition.line, f"{kind}={definition.name}: no run uses it")
    for run in runs:
        if {drive.name for drive in run.drives} != drives:
            findings.refuse(
                run.definition.line,
                f"rd={run.definition.name} uses other drives than another run. A profile has one target for all phases",
            )
