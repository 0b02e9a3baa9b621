"""Tests of servers named like a common word: nothing hidden leaks, and nothing else is changed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from storagelab.profiles.catalogue import load_catalogue
from storagelab.shares.redaction import Redactor, Secret, make_redactor
from storagelab.shares.redaction_words import FACT_KEYS, LABELS, SYSCTLS
from storagelab_runner import kernel_settings

NAMES = ("vm", "fio", "read", "kernel", "4k", "sda", "net", "run", "drives", "review", "raid5", "wsat", "iops")
#: What of a document is only ever a word of ours, with every one of these names in it.
CLOSED: dict[str, Any] = {
    "share": {"layout": "review", "kind": "run"},
    "runs": [
        {
            "number": "r-7",
            "engine": "fio",
            "engine_version": "fio-3.33",
            "profile": {"name": "quick-4k", "version": 1},
            "method": [
                {"label": "Engine", "value": "fio"},
                {"label": "Profile", "value": "read-sweep, version 2"},
                {"label": "Kernel", "value": "6.1.0-18-amd64"},
            ],
            "badges": [{"code": "run_short", "level": "warn"}],
            "job_files": [{"text": "[phase]\nioengine=libaio\nfilename=/dev/sda\nrw=read\nbs=4k\nruntime=60\n"}],
            "phases": [
                {
                    "kind": "run",
                    "state": "finished",
                    "workload": {"read_percent": 100, "range": {"run": 1}},
                    "measurement": {"parts": [{"direction": "read", "read": 1}]},
                }
            ],
            "series": [{"metric": "iops", "direction": "read", "unit": "bytes/s", "part": "runs/r-7/series/1/read"}],
        }
    ],
    "configurations": [
        {
            "rows": [
                {"label": "sysctl.vm.swappiness", "value": "60"},
                {"label": "sysctl.kernel.numa_balancing", "value": "1"},
                {"label": "cmdline.nvme_core.io_timeout", "value": "30"},
                {"label": "mitigations.mds", "value": "x"},
                {"label": "read_ahead_kb of the drives", "value": "128"},
                {"label": "Read policy", "value": "x"},
                {"label": "Drives", "value": "1"},
            ]
        }
    ],
    "counted": [{"profile": "quick-4k@1"}, {"profile": "four-corners@1"}],
    "view": {"answer": {"factors": [{"key": "server.kernel", "label": "Kernel"}], "rows": "drives.firmware"}},
    "recipe": {"engine": {"name": "fio", "version": "fio-3.33"}, "array": {"level": "raid5"}, "metrics": ["iops"]},
    "reports": [{"test": "wsat"}],
    "note": "vm.swappiness = 60 (/proc/sys/vm/swappiness), settings.sysctl.kernel.nmi_watchdog, quick-4k by fio-3.33",
}


def redactor(*names: str, profiles: bool = True) -> Redactor:
    secrets = [Secret(name, f"server {place}", "names") for place, name in enumerate(names, 1)]
    return make_redactor(secrets, serials=False, names=False, profiles=load_catalogue() if profiles else ())


@pytest.mark.parametrize("name", NAMES)
def test_words_of_the_document_are_not_changed(name: str) -> None:
    assert redactor(name).value(CLOSED) == CLOSED


def test_document_words_survive_redaction_of_all_names() -> None:
    assert redactor(*NAMES).value(CLOSED) == CLOSED


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text",
    [
        "on {0}.", "{0}", "{0}: vm.swappiness is 60", "root on {0}, not x{0}x", "/mnt/{0}/bench", "{0}-bench", "{0}_2",
        "{0}.swap", "ssh {0} vm.swappiness", "a/{0}/vm/swappiness", "({0})", "{0},vm.swappiness.{0}",
    ],
)  # fmt: skip
def test_no_name_remains_in_free_texts(name: str, text: str) -> None:
    written = text.format(name)
    document = {"title": written, "message": written, "rows": [{"label": "Server name", "value": written}]}
    redacted = redactor(name).value(document)
    for redacted_text in (redacted["title"], redacted["message"], redacted["rows"][0]["value"]):
        left = (
            redacted_text if "is 60" not in text and "ssh" not in text else redacted_text.replace("vm.swappiness", "")
        )
        assert re.search(rf"(?<![A-Za-z0-9]){name}(?![A-Za-z0-9])", left) is None, redacted_text
        assert "server 1" in redacted_text


@pytest.mark.parametrize("key", ["name", "title", "text", "operator", "description", "label", "value", "rows"])
def test_document_word_in_a_free_field_is_redacted(key: str) -> None:
    for name in ("vm", "fio", "read", "kernel", "drives", "wsat", "quick-4k", "raid5"):
        assert redactor(name).value({key: name}) == {key: "server 1"}


def test_label_is_preserved_only_with_its_key() -> None:
    value = {"entries": [{"key": "r-1", "label": "Kernel"}, {"key": "server.kernel", "label": "Kernel"}]}
    assert [entry["label"] for entry in redactor("Kernel").value(value)["entries"]] == ["server 1", "Kernel"]


def test_label_resembling_a_setting_is_redacted() -> None:
    value = {"rows": [{"label": "sysctl.vm.atlas", "value": "1"}, {"label": "Cache of vm", "value": "1"}]}
    assert [row["label"] for row in redactor("vm", "atlas").value(value)["rows"]] == [
        "sysctl.server 1.server 2",
        "Cache of server 1",
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # A name that has such a word in it is a name.
        ("vm.swappiness", "on vm.swappiness", "on server 1"),
        ("fio-3.33", "by fio-3.33", "by server 1"),
        ("quick-4k", "the profile quick-4k", "the profile server 1"),
        ("quick-4k-2", "on quick-4k-2 quick-4k", "on server 1 quick-4k"),
        # A longer text than such a word does not count as one.
        ("vm", "vm.swappiness2 and vm.swappiness.x", "server 1.swappiness2 and server 1.swappiness.x"),
        ("fio", "fio-3 and fio-3.33-host", "server 1-3 and server 1-3.33-host"),
        ("sda", "/dev/sda, /dev/sda-x, sda", "/dev/sda, /dev/server 1-x, server 1"),
    ],
)
def test_names_are_distinguished_from_document_words(name: str, text: str, expected: str) -> None:
    assert redactor(name).text(text) == expected
    assert redactor(name).narrow_to_text(text).text(text) == expected


def test_values_in_a_job_file_are_redacted() -> None:
    text = "[phase]\nfilename=/bench/read/run.file\nrw=read\ndescription=bs=4k of run\nruntime=60\n"
    redacted = redactor("read", "run", "filename").value({"job_files": [{"name": "run", "text": text}]})
    assert redacted["job_files"] == [
        {
            "name": "server 2",
            "text": "[phase]\nfilename=/bench/server 1/server 2.file\nrw=read\ndescription=bs=4k of server 2\n"
            "runtime=60\n",
        }
    ]
    # The same field of an author's words is no job file.
    assert redactor("read").value({"body": [{"text": "rw=read"}]}) == {"body": [{"text": "rw=server 1"}]}


def test_custom_profile_name_is_redacted() -> None:
    value = {"profile": {"name": "atlas", "version": 1}, "counted": [{"profile": "atlas@1"}]}
    assert redactor("atlas").value(value) == {
        "profile": {"name": "server 1", "version": 1},
        "counted": [{"profile": "server 1@1"}],
    }


def test_sysctl_list_matches_the_runner() -> None:
    assert set(SYSCTLS) == set(kernel_settings._SYSCTLS)
    assert {f"settings.sysctl.{name}" for name in SYSCTLS} <= FACT_KEYS
    assert {"Kernel", "Read policy", "Scheduler of the drives", "Throughput", "cpu.governor"} <= LABELS
