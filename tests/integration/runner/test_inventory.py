"""Inventory of a real runner on a server with stand-in programs, and its reports of missing tools."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data"
ARCCONF = """case "$1" in
list) echo "Controllers found: 1";;
getconfig) echo "configuration of $2"; echo log > UcliEvt.log;;
*) echo "  | UCLI |  Version 2.05 (B22932)";;
esac"""


@pytest.fixture
def install(server):
    def write(name, script):
        path = server.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    return write


def _inventory(server):
    return {output["name"]: output for output in server.channel().call("inventory")["outputs"]}


def _document(outputs, name):
    return json.loads(outputs[name]["stdout"])


def test_kernel_facts_are_reported_as_json(server):
    outputs = _inventory(server)
    settings = _document(outputs, "kernel_settings")
    assert set(settings) == {
        *("block", "cpu", "mitigations", "sysctl", "cmdline", "transparent_hugepage", "numa_nodes"),
    }
    assert isinstance(settings["sysctl"]["vm.dirty_ratio"], int)
    devices = _document(outputs, "block_devices")
    for address, facts in _document(outputs, "pci").items():
        assert facts["class"].startswith("0x"), address
        assert set(facts["block_devices"]) <= set(devices)


def test_controller_is_fully_queried_and_its_tool_reported(server, install):
    install(
        "storcli64",
        f'case "$1" in /call/eall/sall) cat {DATA}/storcli/drives.json;; *) cat {DATA}/storcli/volumes.json;; esac',
    )
    outputs = _inventory(server)
    commands = {name: output["argv"][1:-1] for name, output in outputs.items() if name.startswith("storcli_")}
    assert commands == {
        "storcli_controllers": ["/call", "show", "all"],
        "storcli_drives": ["/call/eall/sall", "show", "all"],
        "storcli_volumes": ["/call/vall", "show", "all"],
        "storcli_enclosures": ["/call/eall", "show", "all"],
        "storcli_bbu": ["/call/bbu", "show", "all"],
        "storcli_cv": ["/call/cv", "show", "all"],
        "storcli_patrol": ["/call", "show", "patrolread"],
        "storcli_rebuild": ["/call/eall/sall", "show", "rebuild"],
    }
    report = _document(outputs, "tool_versions")["storcli64"]
    assert (report["state"], report["version"]) == ("ok", "007.2508.0000.0000")


def test_log_files_of_inventory_programs_are_removed(server, install):
    install("arcconf", ARCCONF)
    before = set(server.folder.rglob("*"))
    outputs = _inventory(server)
    assert outputs["arcconf/1"]["stdout"] == "configuration of 1\n"
    assert _document(outputs, "tool_versions")["arcconf"] == {"state": "ok", "version": "2.05", "message": None}
    after = {path for path in server.folder.rglob("*") if not path.is_relative_to(server.state)}
    assert after <= before
    assert not Path("UcliEvt.log").exists()


def test_denied_program_leaves_other_reports_intact(server, install):
    install("dmidecode", '[ "$1" = --version ] && echo 3.4 && exit; echo "/dev/mem: Permission denied" >&2; exit 1')
    install("sensors", '[ "$1" = -j ] && echo "{}" && exit; echo "sensors version 3.6.0"')
    outputs = _inventory(server)
    reports = _document(outputs, "tool_versions")
    assert reports["dmidecode"] == {
        "state": "not_permitted",
        "version": "3.4",
        "message": "/dev/mem: Permission denied",
    }
    assert reports["sensors"] == {"state": "ok", "version": "3.6.0", "message": None}
    assert reports["fio"]["state"] == "ok"
    assert reports["ssacli"]["state"] == "missing"
    assert outputs["sensors"]["stdout"] == "{}\n"


def test_programs_speak_the_same_language_everywhere(server, install):
    install("sensors", 'echo "$LC_ALL"')
    assert _inventory(server)["sensors"]["stdout"] == "C\n"
