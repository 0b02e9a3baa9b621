"""Programs that are missing, lack rights or fail: reported as such, with their own words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.runner.kernel_folders import Programs

from storagelab_runner.tool_pool import AnsweredQuestion, ToolQuestion
from storagelab_runner.tool_reports import build_tool_reports, iterate_version_questions
from storagelab_runner.tools import ToolAnswer


def _answered(*argv: str, exit_code: int | None = 0, stdout: str = "", stderr: str = "") -> AnsweredQuestion:
    return AnsweredQuestion(ToolQuestion("any", argv), ToolAnswer(argv, exit_code, stdout, stderr))


def _report(programs: Programs, tool: str, *answered: AnsweredQuestion) -> dict[str, Any]:
    programs.install(tool, "true")
    versions = [question for (question,) in iterate_version_questions() if question.argv[0] == tool]
    version_answers = [
        AnsweredQuestion(question, ToolAnswer(question.argv, 1, VERSION_TEXTS.get(tool, ""))) for question in versions
    ]
    return build_tool_reports([*version_answers, *answered])[tool]


#: The first lines of what programs print about themselves.
VERSION_TEXTS = {
    "nvme": "nvme version 2.4 (git 2.4)\nlibnvme version 1.4 (git 1.4)\n",
    "smartctl": "smartctl 7.3 2022-02-28 r5338 [x86_64-linux-6.1.0] (local build)\n",
    "mdadm": "mdadm - v4.2 - 2021-12-30 - Debian 4.2-5\n",
    "lvm": "  LVM version:     2.03.16(2) (2022-05-18)\n  Library version: 1.02.185 (2022-05-18)\n",
    "multipath": "multipath-tools v0.9.4 (12/19, 2022)\n",
    "java": 'openjdk version "1.8.0_392"\n',
    "vdbench": "\n\nVdbench distribution: vdbench50407 Tue June 05  9:49:29 MDT 2018\n",
    "zpool": "zfs-2.1.11-1\nzfs-kmod-2.1.11-1\n",
}


@pytest.mark.parametrize(
    ("tool", "version"),
    [
        ("nvme", "2.4"),
        ("smartctl", "7.3"),
        ("mdadm", "4.2"),
        ("lvm", "2.03.16"),
        ("multipath", "0.9.4"),
        ("java", "1.8.0_392"),
        ("vdbench", "50407"),
        ("zpool", "2.1.11-1"),
    ],
)
def test_versions_are_found_in_printed_text(programs: Programs, tool: str, version: str) -> None:
    assert _report(programs, tool) == {"state": "ok", "version": version, "message": None}


def test_a_missing_program_is_missing(programs: Programs) -> None:
    reports = build_tool_reports([])
    assert reports["ssacli"] == {"state": "missing", "version": None, "message": "ssacli was not found on PATH"}
    assert reports["storcli"]["state"] == "missing"


@pytest.mark.parametrize(
    ("tool", "answer", "words"),
    [
        ("nvme", {"exit_code": 1, "stderr": "/dev/nvme0n1: Permission denied\n"}, "/dev/nvme0n1: Permission denied"),
        (
            "smartctl",
            {"exit_code": 2, "stdout": '{\n  "string": "Smartctl open device: /dev/sda failed: Permission denied",\n}'},
            "Smartctl open device: /dev/sda failed: Permission denied",
        ),
        (
            "mdadm",
            {"exit_code": 1, "stderr": "mdadm: must be super-user to perform this action\n"},
            "mdadm: must be super-user to perform this action",
        ),
        ("multipath", {"exit_code": 1, "stderr": "need to be root\n"}, "need to be root"),
    ],
)
def test_tool_without_rights_is_not_permitted(
    programs: Programs, tool: str, answer: dict[str, Any], words: str
) -> None:
    report = _report(programs, tool, _answered(tool, "fine"), _answered(tool, "denied", **answer))
    assert (report["state"], report["message"]) == ("not_permitted", words)
    assert report["version"] is not None


def test_failed_tool_reports_status_and_last_line(programs: Programs) -> None:
    report = _report(programs, "nvme", _answered("nvme", "list", exit_code=22, stderr="usage\nno such option\n"))
    assert (report["state"], report["message"]) == ("failed", "nvme ended with status 22: no such option")


def test_one_useful_answer_is_ok_with_failure_message(programs: Programs) -> None:
    answered = [_answered("nvme", "list"), _answered("nvme", "id-ctrl", exit_code=1, stderr="no such device\n")]
    report = _report(programs, "nvme", *answered)
    assert (report["state"], report["message"]) == ("ok", "nvme ended with status 1: no such device")


def test_unhealthy_drive_does_not_fail_smartctl(programs: Programs) -> None:
    report = _report(programs, "smartctl", _answered("smartctl", exit_code=0b11001000, stdout="{}"))
    assert (report["state"], report["message"]) == ("ok", None)


def test_raid_tool_version_is_read_from_any_answer(programs: Programs) -> None:
    text = '"CLI Version" : "007.2508.0000.0000 Feb 27, 2023", "Description" : "Controller 0 has no BBU"'
    report = _report(programs, "perccli64", _answered("perccli64", "/call/bbu", exit_code=46, stdout=text))
    assert report == {"state": "ok", "version": "007.2508.0000.0000", "message": None}


def test_unreadable_version_is_a_failure(programs: Programs) -> None:
    programs.install("dmidecode", "true")
    [question] = [question for (question,) in iterate_version_questions() if question.argv[0] == "dmidecode"]
    answer = ToolAnswer(question.argv, None, problem="dmidecode did not answer within 10 s")
    report = build_tool_reports([AnsweredQuestion(question, answer)])["dmidecode"]
    assert report == {"state": "failed", "version": None, "message": "dmidecode did not answer within 10 s"}
