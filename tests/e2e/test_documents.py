"""The commands of the documents, as a reader would type them, in order, in one shell."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.e2e.lab import Lab

from storagelab.config import CHECKOUT


def commands_of(document: Path) -> str:
    """All `sh` blocks of a document, one after the other."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", document.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks, f"{document.name} has no commands"
    return "\n".join(blocks)


def run_commands(lab: Lab, document: str) -> list[str]:
    """What the commands of a document print, line by line; the first that fails ends it."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LAB": lab.url,
        "STORAGELAB_DATA_DIR": str(lab.data),
        "STORAGELAB_PORT": str(lab.port),
    }
    typed = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands_of(CHECKOUT / "docs" / document)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert typed.returncode == 0, typed.stderr
    return typed.stdout.splitlines()


def test_every_command_for_rest_clients_works(lab: Lab) -> None:
    printed = run_commands(lab, "rest.md")
    assert printed[-1].startswith(f"{lab.url}/s/")
    assert "event: state" in printed


def test_rest_clients_are_shown_how_to_choose_a_server_that_can_run_something() -> None:
    """The newest one may be one that nobody reaches yet."""
    found = re.search(r"/servers\" \|\s+jq -er '([^']+)'", commands_of(CHECKOUT / "docs" / "rest.md"))
    assert found is not None
    states = ["unreachable", "quarantined", "new", "busy", "ready"]
    servers = json.dumps({"items": [{"id": state, "state": state} for state in states]})
    chosen = subprocess.run(["jq", "-er", found[1]], input=servers, capture_output=True, text=True, check=True)
    assert chosen.stdout.strip() == "busy"


# The commands themselves are held by the tests of the integration lane: backup, restore, doctor, server list.
@pytest.mark.evidence
def test_every_command_for_operators_works(lab: Lab) -> None:
    printed = "\n".join(run_commands(lab, "operators.md"))
    assert "PostgreSQL" in printed
    assert f"{lab.url}/sign-in#" in printed
