"""Tools of this server, their versions and whether they answered: the output `tool_versions`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from storagelab_runner.interlocks.tool_answers import RAID_PROGRAMS
from storagelab_runner.inventory_raid import find_raid_program
from storagelab_runner.tool_pool import AnsweredQuestion, Lane, ToolQuestion
from storagelab_runner.tools import ToolAnswer, is_tool_installed

#: Outputs with this prefix are for the report alone.
VERSION_PREFIX = "version/"
_VERSIONS = {
    "lsblk": ToolQuestion("version/lsblk", ("lsblk", "--version")),
    "fio": ToolQuestion("fio_version", ("fio", "--version")),
    "lspci": ToolQuestion("version/lspci", ("lspci", "--version")),
    "nvme": ToolQuestion("version/nvme", ("nvme", "version")),
    "smartctl": ToolQuestion("version/smartctl", ("smartctl", "--version")),
    "mdadm": ToolQuestion("version/mdadm", ("mdadm", "--version")),
    "lvm": ToolQuestion("version/lvm", ("lvm", "version")),
    "zpool": ToolQuestion("version/zpool", ("zpool", "version")),
    "multipath": ToolQuestion("version/multipath", ("multipath", "-h")),
    "arcconf": ToolQuestion("version/arcconf", ("arcconf",)),
    "ssacli": ToolQuestion("version/ssacli", ("ssacli", "version")),
    "dmidecode": ToolQuestion("version/dmidecode", ("dmidecode", "--version")),
    "lscpu": ToolQuestion("version/lscpu", ("lscpu", "--version")),
    "sensors": ToolQuestion("version/sensors", ("sensors", "--version")),
    "ethtool": ToolQuestion("version/ethtool", ("ethtool", "--version")),
    "java": ToolQuestion("java_version", ("java", "-version"), on_stderr=True),
    # vdbench accepts a job only with -f, so this prints its version and its options.
    "vdbench": ToolQuestion("vdbench_version", ("vdbench", "-?")),
}
#: Programs that report their version with every answer.
_TELLING = ("sas3ircu", *RAID_PROGRAMS)
#: Load generators and their runtimes: queried even where missing, never started while an attempt runs.
ENGINE_TOOLS = ("fio", "java", "vdbench")
NOT_QUERIED = "not run for its version: an attempt runs on this server"
_LVM_PROGRAMS = frozenset(("pvs", "vgs", "lvs"))
_VERSION = re.compile(r"\d+(?:\.\d+)+(?:[-+_.]\w+)*")
_OWN_VERSIONS = {
    "java": re.compile(r'version "([^"]+)"'),
    "vdbench": re.compile(r"Vdbench distribution: *vdbench(\w+)", re.IGNORECASE),
    **dict.fromkeys(RAID_PROGRAMS, re.compile(r'"CLI Version" *: *"([^" ]+)')),
}
_DENIED = re.compile(
    r"permission denied|operation not permitted|super-?user|non-root|not root|as root|be root|requires? root"
    r"|root privileges|root permission|not authori[sz]ed|administrator (?:rights|privileges)",
    re.IGNORECASE,
)
#: A line of JSON in which a program describes a failure in words.
_QUOTED = re.compile(r'"(?:string|Description|ErrMsg)" *: *"(.+)",?')
#: smartctl(8): bit 0 wrong use, bit 1 the device could not be opened; the others speak about the health of the drive.
_SMART_UNUSABLE = 0b11


def iterate_version_questions(skipped: Iterable[str] = ()) -> Iterator[Lane]:
    """Yield one query for each program that is installed or always queried, without those in `skipped`."""
    for tool, question in _VERSIONS.items():
        if tool not in skipped and (tool in ENGINE_TOOLS or is_tool_installed(tool)):
            yield (question,)


def list_engine_questions() -> list[ToolQuestion]:
    """Return the question for the version of each engine, and of what it runs on."""
    return [_VERSIONS[tool] for tool in ENGINE_TOOLS]


def build_tool_reports(answered: Iterable[AnsweredQuestion]) -> dict[str, dict[str, Any]]:
    """Return `{state, version, message}` of every program that could have been queried, by its name.

    A program that is denied anything is not_permitted, else one with a usable answer is ok, else it failed. `message`
    is the program's own last words on why an answer is missing, even when other answers are there.
    """
    answers: dict[str, list[ToolAnswer]] = {}
    versions: dict[str, ToolAnswer] = {}
    for question, answer in answered:
        tool = "lvm" if question.argv[0] in _LVM_PROGRAMS else question.argv[0]
        if _VERSIONS.get(tool) == question:
            versions[tool] = answer
        else:
            answers.setdefault(tool, []).append(answer)
    tools = [*_VERSIONS, "sas3ircu", find_raid_program() or "storcli"]
    return {tool: _build_report(tool, answers.get(tool, []), versions.get(tool)) for tool in tools}


def _build_report(tool: str, answers: list[ToolAnswer], version_answer: ToolAnswer | None) -> dict[str, Any]:
    if not is_tool_installed(tool):
        return {"state": "missing", "version": None, "message": f"{tool} was not found on PATH"}
    version = _find_version(
        tool, [version_answer] if version_answer is not None else answers if tool in _TELLING else []
    )
    bad = [answer for answer in answers if not _is_useful(tool, answer)]
    denied = next((words for answer in bad for words in (_find_denial(answer),) if words is not None), None)
    if denied is not None:
        return {"state": "not_permitted", "version": version, "message": denied}
    if answers:
        state = "ok" if len(bad) < len(answers) else "failed"
        return {"state": state, "version": version, "message": _extract_last_words(bad[0]) if bad else None}
    if version is not None or version_answer is None:
        return {"state": "ok", "version": version, "message": None}
    if version_answer.problem == NOT_QUERIED:
        return {"state": "ok", "version": None, "message": NOT_QUERIED}
    return {"state": "failed", "version": None, "message": _extract_last_words(version_answer)}


def _find_version(tool: str, answers: Iterable[ToolAnswer]) -> str | None:
    pattern = _OWN_VERSIONS.get(tool, _VERSION)
    for answer in answers:
        match = pattern.search(f"{answer.stdout}\n{answer.stderr}")
        if match is not None:
            return match[1] if pattern.groups else match[0]
    return None


def _is_useful(tool: str, answer: ToolAnswer) -> bool:
    if answer.exit_code is None:
        return False
    if tool == "smartctl":
        return answer.exit_code & _SMART_UNUSABLE == 0
    # These report by status and words that a controller lacks a battery, which is a valid answer.
    return answer.exit_code == 0 or (
        tool in RAID_PROGRAMS and '"CLI Version"' in answer.stdout and not _find_denial(answer)
    )


def _find_denial(answer: ToolAnswer) -> str | None:
    """Return the line in which a program reports that it lacks rights."""
    line = next((line for line in f"{answer.stderr}\n{answer.stdout}".splitlines() if _DENIED.search(line)), None)
    return None if line is None else _strip_quotes(line)


def _extract_last_words(answer: ToolAnswer) -> str:
    quoted = None if answer.exit_code is None else _QUOTED.search(answer.stdout)
    return answer.last_words if quoted is None else quoted[1]


def _strip_quotes(line: str) -> str:
    quoted = _QUOTED.search(line)
    return line.strip() if quoted is None else quoted[1]
