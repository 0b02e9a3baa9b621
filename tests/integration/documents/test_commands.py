"""The commands of README and the documents, as a reader types them: in order, against a new lab."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from tests.documents import PAGES, Block, all_blocks, blocks_of
from tests.e2e.lab import PAGES as BUILT_PAGES
from tests.e2e.lab import Lab, guarded, place_lab, running_lab

from storagelab.config import CHECKOUT

EXAMPLE_SHARE = "https://lab.example.org/s/TOKEN"
LIMIT_SECONDS = 280
#: The line in which a block of YAML names the file that it is.
_FILE_NAME = re.compile(r"# ([\w-]+\.yaml)\n")


@dataclass(frozen=True)
class Reader:
    """Reader in a checkout of their own, with a lab on this machine."""

    lab: Lab
    checkout: Path
    #: Targets of make that are only planned.
    planned: str = "demo test up"

    def type(self, page: str, replacements: Mapping[str, str]) -> list[str]:
        """Run the `sh` blocks of a page in one shell; return what they print, the first that fails ends it.

        `stands_for` are the addresses and fingerprints that a page invents, and what they are here.
        """
        blocks = blocks_of(CHECKOUT / page)
        for block in blocks:
            if (name := _FILE_NAME.match(block.text)) is not None and block.language == "yaml":
                (self.checkout / name[1]).write_text(block.text, encoding="utf-8")
        commands = "\n".join(block.text for block in blocks if block.language == "sh")
        for invented, real in replacements.items():
            assert invented in commands, f"{page} has no {invented}"
            commands = commands.replace(invented, real)
        assert "example.org" not in commands
        typed = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.checkout,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
        assert typed.returncode == 0, f"{typed.stdout}\n{typed.stderr}"
        return typed.stdout.splitlines()

    def _environment(self) -> dict[str, str]:
        # The suite cannot run within itself, and the demo has a test of its own, so make only prints what it would do.
        programs = self.checkout / ".programs"
        programs.mkdir(exist_ok=True)
        make = programs / "make"
        plan = f'case " {self.planned} " in *" $1 "*) set -- -n "$@" ;; esac'
        make.write_text(f'#!/bin/sh\n{plan}\nexec {shutil.which("make")} "$@"\n')
        make.chmod(0o755)
        environment = self.lab.environment()
        # Pages name the address of a lab, and commands find the one that runs on their data folder.
        del environment["STORAGELAB_BASE_URL"]
        return environment | {"PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"}


def checkout_in(place: Path) -> Path:
    """Return a folder that has all of the checkout and takes new files."""
    place.mkdir()
    for entry in CHECKOUT.iterdir():
        (place / entry.name).symlink_to(entry)
    return place


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    """Provide a new lab, with this machine as its server."""
    with running_lab() as lab:
        yield lab


@pytest.fixture
def reader(lab: Lab, tmp_path: Path) -> Reader:
    return Reader(lab, checkout_in(tmp_path / "storage-lab"))


@dataclass(frozen=True)
class Shared:
    """A permalink of a finished run."""

    url: str
    document_sha256: str


@pytest.fixture(scope="module")
def shared(lab: Lab) -> Shared:
    """Provide a permalink such as others publish."""
    job = lab.wait_for_end(lab.submit()["number"])
    request = {"run_id": job["runs"][0]["id"], "title": "A finished run", "author": "Somebody", "note": ""}
    made = lab.call("POST", "/shares", json=request)
    return Shared(made["url"], made["document_sha256"])


def download(shared: Shared, folder: Path) -> None:
    """Take the zip of a permalink, as a reader does on its page."""
    answer = httpx2.get(f"{shared.url}.zip", timeout=60)
    answer.raise_for_status()
    (folder / "share.zip").write_bytes(answer.content)


# The first of all: its lab is a new one.
@pytest.mark.in_turn
def test_readme_commands_create_a_run_and_permalink(reader: Reader) -> None:
    printed = reader.type("README.md", {"http://127.0.0.1:8000": reader.lab.url})
    planned = [line for line in printed if ".venv/bin/" in line]
    assert [line.partition(".venv/bin/")[2].strip() for line in planned] == [
        "storagelab demo",
        "python scripts/test.py",
        "storagelab up",
    ]
    run = re.fullmatch(rf"Charts +{reader.lab.url}/runs/(r-\d+)", next(line for line in printed if "Charts" in line))
    assert run is not None
    permalink = next(line for line in printed if line.startswith(f"{reader.lab.url}/s/"))
    assert "First run" in httpx2.get(permalink).text
    assert reader.lab.call("GET", f"/runs/{run[1]}")["state"] == "finished"


@pytest.mark.in_turn
def test_rest_page_commands_create_a_permalink(reader: Reader) -> None:
    printed = reader.type("docs/rest.md", {"http://127.0.0.1:8000": reader.lab.url})
    assert printed[-1].startswith(f"{reader.lab.url}/s/")
    assert "event: state" in printed


def test_rest_page_selects_a_server_for_jobs() -> None:
    """Check that the chosen server can run a job, as the newest one may not have been reached yet."""
    commands = "".join(block.text for block in blocks_of(CHECKOUT / "docs" / "rest.md") if block.language == "sh")
    match = re.search(r"/servers\" \|\s+jq -er '([^']+)'", commands)
    assert match is not None
    states = ["unreachable", "quarantined", "new", "busy", "ready"]
    servers = json.dumps({"items": [{"id": state, "state": state} for state in states]})
    chosen = subprocess.run(["jq", "-er", match[1]], input=servers, capture_output=True, text=True, check=True)
    assert chosen.stdout.strip() == "busy"


@pytest.mark.evidence
def test_queries_page_commands_list_runs(reader: Reader, shared: Shared) -> None:
    assert shared.url
    printed = reader.type("docs/queries.md", {})
    assert printed[0].startswith("Number")
    assert printed[1].startswith("r-")


@pytest.mark.evidence
def test_findings_page_commands_print_the_matrix(reader: Reader, shared: Shared) -> None:
    assert shared.url
    printed = reader.type("docs/findings.md", {})
    assert printed[0].startswith("test,")


@pytest.mark.evidence
def test_dashboards_page_commands_save_a_dashboard(reader: Reader, shared: Shared) -> None:
    assert shared.url
    printed = reader.type("docs/dashboards.md", {})
    assert any(line.endswith("Newest runs: 1 panel, newest 20 of state:finished") for line in printed)
    assert printed[-1].startswith("b-")


@pytest.mark.evidence
def test_operators_page_commands_print_a_sign_in_link(reader: Reader) -> None:
    printed = "\n".join(reader.type("docs/operators.md", {}))
    assert "PostgreSQL" in printed
    assert f"{reader.lab.url}/sign-in#" in printed


@pytest.mark.evidence
def test_reviewers_page_commands_verify_the_share(reader: Reader, shared: Shared) -> None:
    download(shared, reader.checkout)
    # A result of another lab: those of the demo data come from one.
    shutil.copyfile(CHECKOUT / "backend/storagelab/demo/data/sweep.zip", reader.checkout / "other.zip")
    own = next(run["number"] for run in reader.lab.call("GET", "/runs")["items"] if run["origin"] == "measured")
    printed = reader.type(
        "docs/reviewers.md", {EXAMPLE_SHARE: shared.url, "FINGERPRINT": shared.document_sha256, "r-12": own}
    )
    assert printed[-1].startswith(f"{reader.lab.url}/workbench?runs={own},r-")
    outcome = json.loads((reader.checkout / "outcome.json").read_text())
    assert outcome["document_sha256"] == shared.document_sha256


@pytest.mark.evidence
def test_share_document(reader: Reader, shared: Shared) -> None:
    download(shared, reader.checkout)
    printed = reader.type("docs/share-document.md", {EXAMPLE_SHARE: shared.url})
    assert printed[-1].startswith(f"Charts     {reader.lab.url}/runs/r-")


@pytest.mark.evidence
def test_campaigns_page_commands_finish_a_campaign(reader: Reader) -> None:
    printed = reader.type("docs/campaigns.md", {})
    assert "m-1 Two files: finished, 2 of 2 measured" in printed
    assert printed[-1].startswith(f"{reader.lab.url}/s/")


@pytest.mark.evidence
def test_readme_demo_leaves_a_lab_for_make_up(tmp_path: Path) -> None:
    """Check a machine without a lab: the demo really measures, and `make up` finds the lab that it leaves."""
    lab = place_lab()
    with guarded(lab):
        shutil.copytree(BUILT_PAGES, lab.place / "pages")
        reader = Reader(lab, checkout_in(tmp_path / "storage-lab"), planned="test")
        printed = reader.type("README.md", {"http://127.0.0.1:8000": lab.url})
        assert any(re.fullmatch(rf"Permalink +{lab.url}/s/\S+", line) for line in printed)
        assert f"Storage Lab runs already: {lab.url}" in printed


@pytest.mark.in_turn
@pytest.mark.parametrize("block", all_blocks("sh"), ids=str)
def test_page_with_commands_has_a_test(block: Block) -> None:
    tests = [name.removeprefix("test_") for name in globals() if name.startswith("test_")]
    tested = {name.partition("_commands_")[0].removesuffix("_page").replace("_", "-") for name in tests}
    assert Path(block.page).stem.lower() in tested, f"{block} is run by no test"
    assert CHECKOUT / block.page in PAGES
