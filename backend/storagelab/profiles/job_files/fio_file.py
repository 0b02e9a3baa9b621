"""fio job file as sections of checked settings: its form, without its meaning as a whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from storagelab.profiles.job_files.findings import Findings, format_quotation
from storagelab.profiles.job_files.fio_options import OPTIONS, Option
from storagelab.profiles.job_files.fio_refused import explain_refused_option
from storagelab.profiles.job_files.lines import find_hostile_character, list_numbered_lines

_SECTION_NAME = re.compile(r"[A-Za-z0-9._ +%-]{1,64}")
#: A path in a name leads somewhere else with it: fio makes file names of names of sections.
_UP = ".."


@dataclass(frozen=True, slots=True)
class Setting:
    """One option as it was given; `kb_base` is that of its section, by which fio reads its sizes."""

    option: Option
    line: int
    value: str
    kb_base: int = 1024


@dataclass(slots=True)
class JobSection:
    """One section in brackets with its settings by slot: of those that set the same, the last counts."""

    name: str
    line: int
    settings: dict[str, Setting] = field(default_factory=dict)


def read_sections(text: str, findings: Findings) -> list[JobSection]:
    """Return the jobs of a file in their order, each with the options inherited from the `[global]` sections before it.

    Problems are added to `findings`; the sections are only meant to be used when nothing was refused.
    """
    inherited: dict[str, Setting] = {}
    jobs: list[JobSection] = []
    current: JobSection | None = None
    for line, raw in list_numbered_lines(text, findings):
        body = _strip_comment(raw).strip(" \t")
        if not body:
            continue
        if body.startswith("["):
            _close(current, inherited, jobs)
            current = _parse_section(line, body, findings)
        elif current is None:
            findings.refuse(line, "an option before the first section in brackets")
        else:
            setting = _parse_setting(line, body, findings)
            if setting is not None:
                _set(current, setting, findings)
    _close(current, inherited, jobs)
    return jobs


def _strip_comment(line: str) -> str:
    """Return a line of a fio job file up to its comment, which begins at any `;` or `#`."""
    return re.split("[;#]", line, maxsplit=1)[0]


def _parse_section(line: int, body: str, findings: Findings) -> JobSection:
    name = body[1:-1]
    if not body.endswith("]") or not _SECTION_NAME.fullmatch(name) or _UP in name:
        findings.refuse(
            line, f"{format_quotation(body)} is not a section: letters, digits, blanks and . _ + % - in brackets"
        )
    elif name != "global" and name.lower().startswith("global"):
        # fio takes every name that begins so for a global section.
        findings.refuse(line, f"write [global] for {format_quotation(body)}, or another name for a job")
    return JobSection(name=name, line=line)


def _parse_setting(line: int, body: str, findings: Findings) -> Setting | None:
    if body.startswith("include"):
        findings.refuse(line, f"include: {explain_refused_option('include')}")
        return None
    key, equals, value = (part.strip(" \t") for part in body.partition("="))
    option = OPTIONS.get(key)
    if option is None:
        findings.refuse(line, f"{format_quotation(key)}: {explain_refused_option(key)}")
        return None
    if not equals:
        if option.bare is None:
            findings.refuse(line, f"{key} needs a value: {option.expects}")
            return None
        return Setting(option, line, option.bare)
    hostile = find_hostile_character(value)
    if hostile is not None:
        findings.refuse(line, f"the value of {key} holds {hostile}")
        return None
    if not value or not option.check(value):
        findings.refuse(line, f"{format_quotation(value) or 'nothing'} is not allowed for {key}: {option.expects}")
        return None
    return Setting(option, line, value)


def _set(section: JobSection, setting: Setting, findings: Findings) -> None:
    previous = section.settings.get(setting.option.slot)
    if previous is not None:
        findings.drop(
            previous.line,
            f"{previous.option.name} has no effect: {setting.option.name} in line {setting.line} sets the "
            f"same, and the "
            "last one counts",
        )
    section.settings[setting.option.slot] = setting
    if setting.option.dropped:
        findings.drop(setting.line, f"{setting.option.name}: decided by the lab")


def _close(section: JobSection | None, inherited: dict[str, Setting], jobs: list[JobSection]) -> None:
    """Add the options of a finished section: of `[global]` to `inherited`, of a job to `jobs`.

    A job inherits every option that it does not set itself.
    """
    if section is None:
        return
    kb_base = _get_kb_base({**inherited, **section.settings})
    own = {
        slot: Setting(setting.option, setting.line, setting.value, kb_base)
        for slot, setting in section.settings.items()
    }
    if section.name == "global":
        inherited.update(own)
        return
    section.settings = {**inherited, **own}
    jobs.append(section)


def _get_kb_base(settings: Mapping[str, Setting]) -> int:
    setting = settings.get("kb_base")
    return int(setting.value) if setting is not None else 1024
