"""Commands that change what the lab may do, against a real API: enrol a drive, pause the lab."""

from __future__ import annotations

import itertools
import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import select, update
from tests import command_line
from tests.command_line import STARTS_WITHIN_SECONDS
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.auth.service import create_token
from storagelab.config import Settings, get_settings
from storagelab.db.models import Server
from storagelab.db.session import session_scope
from storagelab.results.search_filing import file_due
from storagelab_workers.process import process_servers
from storagelab_workers.server_step import discover

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def storagelab(
    services: Settings, own_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Command]:
    """Provide the command against an API with one server, `lab1`, and one drive, `nvme-x`."""
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    monkeypatch.setenv("STORAGELAB_BROKER_URL", services.broker_url)
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path))
    get_settings.cache_clear()
    with session_scope() as session:
        monkeypatch.setenv("STORAGELAB_TOKEN", create_token(session, name="cli", role="admin"))
        make = Factory(session)
        server = make.server(name="lab1", transport="ssh", address="lab1.example.org")
        make.drive(server, stable_id="nvme-x", serial="S6XYNA0R123456")
    with command_line.serving(monkeypatch):
        yield command_line.storagelab


@pytest.mark.in_turn
def test_runs_are_listed_by_a_query(storagelab: Command) -> None:
    with session_scope() as session:
        make = Factory(session, numbers=itertools.count(100))
        make.run(make.job(), title="A finished run", state="finished")
        make.run(make.job(), title="A failed run", state="failed")

    listed = storagelab("runs", "state:finished")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert [line.split("  ")[0] for line in listed.stdout.splitlines()] == ["Number", "r-1"]
    assert "A finished run" in listed.stdout
    assert len(json.loads(storagelab("runs", "--json").stdout)) == 2

    wrong = storagelab("runs", "fio iop>500k")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.splitlines()[-2:] == ["  fio iop>500k", "      ^^^"]


def test_runs_are_printed_with_columns_groups_and_formats(storagelab: Command) -> None:
    with session_scope() as session:
        make = Factory(session, numbers=itertools.count(100))
        for number in (1, 2):
            run = make.run(make.job(), title=f"Run {number}", state="finished", labels={"release": f"24.{number}"})
            phase = make.phase(run, name="4K read", state="finished")
            make_measurement(make, phase, read_percent=100.0, iops=1e5 * number, latency_p99_ns=2e6 / number)
        file_due(session)
    columns = ("--columns", 'iops,p99@"4k read",label.release', "--sort", "iops")

    table = storagelab("runs", *columns)
    assert (table.returncode, table.stderr) == (0, "")
    assert [re.split(r"  +", line)[1:] for line in table.stdout.splitlines()] == [
        ["Title", "IOPS", "p99 latency, 4k read", "release"],
        ["Run 1", "100,000", "2 ms", "24.1"],
        ["Run 2", "200,000", "1 ms", "24.2"],
    ]
    page = json.loads(storagelab("runs", *columns, "--json").stdout)
    assert [item["values"] for item in page["items"]] == [[100000, 2000000, "24.1"], [200000, 1000000, "24.2"]]
    groups = storagelab("runs", "--group", "state", "--columns", "iops").stdout.splitlines()
    assert re.split(r"  +", groups[1]) == ["finished", "2", "100,000", "150,000", "200,000"]
    file = storagelab("runs", "label:release=24.2", *columns, "--format", "csv").stdout
    assert [line.split(",")[1:] for line in file.splitlines()] == [
        ["title", "iops", '"latency_p99_ns@""4k read"""', "label.release"], ["Run 2", "200000", "1000000", "24.2"]
    ]  # fmt: skip

    wrong = storagelab("runs", "fio", "--sort=-iop")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert wrong.stderr.splitlines()[-2:] == ["  -iop", "   ^^^"]
    unknown = storagelab("runs", "--format", "xml")
    assert (unknown.returncode, "Available: table, json, csv, arrow, parquet" in unknown.stderr) == (1, True)


def test_dashboard_is_written_and_read_as_a_file(storagelab: Command, tmp_path: Path) -> None:
    panel = {"id": "p1", "chart": "bars", "metric": "iops", "x": 0, "y": 0, "w": 12, "h": 10}
    file = tmp_path / "board.json"
    file.write_text(json.dumps({"version": 1, "entries": {"query": "state:finished"}, "panels": [panel]}))
    assert storagelab("dashboard", "save", str(file)).stderr == f"{file} has no name. Set one with --name.\n"
    saved = storagelab("dashboard", "save", str(file), "--name", "Newest", "--shared")
    assert (saved.stdout, saved.stderr) == ("b-1 Newest: 1 panel, newest 20 of state:finished\n", "")

    shown = storagelab("dashboard", "show", "b-1")
    assert (shown.stderr, "Newest  Result  Workload  Usual  Change  Against usual" in shown.stdout) == ("", True)

    file.write_text(storagelab("dashboard", "show", "b-1", "--json").stdout)
    changed = json.loads(file.read_text())
    changed["document"]["panels"] = []
    file.write_text(json.dumps(changed))
    assert storagelab("dashboard", "save", str(file)).stdout.startswith("b-1 Newest: 0 panels")
    overtaken = storagelab("dashboard", "save", str(file))
    assert (overtaken.returncode, "b-1 was changed after" in overtaken.stderr) == (1, True)

    changed["document"]["entries"] = {"query": "fio modle:x"}
    del changed["updated_at"]
    file.write_text(json.dumps(changed))
    wrong = storagelab("dashboard", "save", str(file))
    assert wrong.stderr.splitlines()[-2:] == ["  fio modle:x", "      ^^^^^"]

    assert storagelab("dashboard", "delete", "b-1").stdout == "b-1 Newest moved to the trash\n"
    assert storagelab("dashboard", "list").stdout.splitlines()[1:] == []
    assert storagelab("dashboard", "restore", "b-1").stdout == "b-1 Newest restored\n"
    assert storagelab("dashboard", "list").stdout.splitlines()[1].startswith("b-1     Newest")


def test_enrol_and_pause_commands_change_the_lab(storagelab: Command) -> None:
    enrolled = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x", "--serial-ending", "123456")
    assert enrolled.returncode == 0, enrolled.stderr
    assert "  sudo storagelab-runner enrol --stable-id nvme-x\n" in enrolled.stdout

    wrong = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x", "--serial-ending", "654321")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "type its last 6 characters" in wrong.stderr

    # There is no terminal to prompt on.
    incomplete = storagelab("server", "enrol", "lab1", "--stable-id", "nvme-x")
    assert (incomplete.returncode, "--serial-ending" in incomplete.stderr) == (1, True)

    paused = storagelab("lab", "pause", "--reason", "Power works", "--json")
    assert json.loads(paused.stdout)["reason"] == "Power works"
    assert storagelab("lab", "resume").stdout == "The lab is not paused.\n"
    assert storagelab("lab", "pause").returncode == 2


PROFILE = """name: my-reads
version: 1
title: My reads
description: Reads.
phases:
  - name: Read
    kind: measure
    workload: {block_size: 4k, read: 100, random: 100}
    stop: {kind: time, seconds: 2}
"""


def test_profile_is_checked_and_stored_in_versions(storagelab: Command, tmp_path: Path) -> None:
    file = tmp_path / "my-reads.yaml"
    file.write_text(PROFILE.replace("4k", "4q"))
    wrong = storagelab("profile", "check", str(file))
    assert wrong.returncode == 1
    assert f"{file}:8: phases.0.workload.block_size: '4q' is not a size" in wrong.stderr
    assert storagelab("profile", "add", str(file)).returncode == 1
    file.write_bytes(PROFILE.replace("\n", "\r\n").encode())
    good = storagelab("profile", "check", str(file), "--size", "1G")
    assert (good.returncode, good.stdout.splitlines()[-1]) == (0, "1 phase on fio, 2 s in all, max 2 s"), good.stderr
    assert storagelab("profile", "add", str(file), "--note", "First").stdout == "my-reads, version 1: My reads\n"
    again = storagelab("profile", "add", str(file))
    assert (again.returncode, "already" in again.stderr) == (1, True)
    file.write_text(PROFILE.replace("version: 1", "version: 2"))
    assert json.loads(storagelab("profile", "add", str(file), "--json").stdout)["version"] == 2
    job = tmp_path / "job.fio"
    job.write_text("[a]\nrw=randread\nbs=4k\nruntime=2\ntime_based\nfilename=/dev/x\n")
    read = storagelab("profile", "check", str(job))
    assert (read.returncode, f"{job}:6: dropped:" in read.stderr) == (0, True), read.stderr
    job.write_text("[a]\nexec_prerun=true\n")
    refused = storagelab("profile", "add", str(job))
    assert (refused.returncode, f"{job}:2: refused:" in refused.stderr) == (1, True)


def test_recipe_binds_a_drive_by_serial_without_confirmation(storagelab: Command, tmp_path: Path) -> None:
    made = storagelab("submit", "quick-4k", "--server", "lab1", "--size", "64M", "--json")
    assert made.returncode == 0, made.stderr
    run = json.loads(made.stdout)["runs"][0]["number"]
    headers = {"Authorization": f"Bearer {os.environ['STORAGELAB_TOKEN']}"}
    answer = httpx2.get(f"{os.environ['STORAGELAB_BASE_URL']}/api/v1/runs/{run}/recipe", headers=headers)
    file = tmp_path / "recipe.json"
    file.write_text(json.dumps(answer.json()["recipe"]))
    again = ("submit", "--from", str(file), "--bind", "server=lab1,drives=S6XYNA0R123456")

    planned = storagelab(*again, "--dry-run")
    assert planned.returncode == 0, planned.stderr
    assert planned.stdout.startswith("The file has the SHA-256 ")
    assert "The source target had 64M, this one has 16G." in planned.stdout
    assert "It ran on a file, and this is drives" in planned.stdout
    assert "The job would be refused" in planned.stdout
    plan = json.loads(storagelab(*again, "--dry-run", "--json").stdout)
    assert plan["plan"]["destroys"] == [{"stable_id": "nvme-x", "model": None, "serial_ending": "123456"}]

    for confirmed in ((), ("--confirm-serial", "S6XYNA0R123456")):
        refused = storagelab(*again, *confirmed)
        assert (refused.returncode, "nvme-x is not enrolled" in refused.stderr) == (1, True), refused.stderr
    other = storagelab("submit", "--from", str(file), "--bind", "server=lab1,drives=S6XYNA0R1")
    assert (other.returncode, "lab1 has no drive S6XYNA0R1." in other.stderr) == (1, True)
    # A value of the recipe or of the binding cannot be given a second time.
    for wrong in (("--size", "1G"), ("--server", "lab1"), ("--engine", "fio"), ("--parameter", "a=1")):
        used = storagelab(*again, *wrong)
        assert (used.returncode, wrong[0] in used.stderr) == (2, True)
    assert storagelab("submit", "quick-4k", "--server", "lab1", "--bind", "server=lab1,size=4M").returncode == 2
    hostile = json.loads(file.read_text())
    hostile["profile"]["exec_prerun"] = "id"
    file.write_text(json.dumps(hostile))
    refused = storagelab(*again)
    assert refused.returncode == 1
    assert "The recipe cannot be read: profile.exec_prerun: is not a known field" in refused.stderr


def test_only_server_of_a_lab_needs_no_name(storagelab: Command, tmp_path: Path) -> None:
    submitted = storagelab("submit", "quick-4k")
    assert submitted.returncode == 0, submitted.stderr
    assert submitted.stdout.startswith("j-1 queued on lab1 with fio, about ")
    file = tmp_path / "campaign.yaml"
    file.write_text(CAMPAIGN)
    assert storagelab("campaign", "submit", str(file), "--dry-run").returncode == 0

    with session_scope() as session:
        Factory(session).server(name="old", state="retired")
    assert storagelab("submit", "quick-4k", "--dry-run").returncode == 0

    with session_scope() as session:
        Factory(session).server(name="lab2", state="unreachable")
    for command in (("submit", "quick-4k"), ("campaign", "submit", str(file))):
        refused = storagelab(*command)
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "Choose one with --server: lab2 (unreachable), lab1 (ready)." in refused.stderr
    assert storagelab("submit", "quick-4k", "--server", "lab1", "--dry-run").returncode == 0


def test_lab_without_a_server_prints_the_add_command(storagelab: Command) -> None:
    with session_scope() as session:
        session.execute(update(Server).values(state="retired"))
    refused = storagelab("submit", "quick-4k")
    assert refused.returncode == 1
    assert "storagelab server add NAME --local" in refused.stderr


def test_profile_selects_its_only_capable_engine(storagelab: Command) -> None:
    with session_scope() as session:
        session.execute(update(Server).values(facts={"engines": {"files": {"version": "files 0.2.0"}}}))
    copied = storagelab("submit", "fc-test", "--size", "8G")
    assert copied.returncode == 0, copied.stderr
    assert " with files, about " in copied.stdout
    # Vdbench can run it too, and fio is what is meant then.
    assert " with fio, about " in storagelab("submit", "perc12-vdbench", "--size", "8G").stdout
    named = storagelab("submit", "fc-test", "--size", "8G", "--engine", "fio")
    assert (named.returncode, "fio cannot run phase 1" in named.stderr) == (1, True)
    unknown = storagelab("submit", "no such/profile")
    assert (unknown.returncode, "unknown profile 'no such/profile'" in unknown.stderr) == (1, True)


def test_queued_job_is_cancelled_and_end_is_shown(storagelab: Command) -> None:
    job = storagelab("submit", "quick-4k").stdout.split()[0]
    assert storagelab("cancel", job).stdout == f"{job} cancelled\n"
    watched = storagelab("watch", job)
    assert (watched.returncode, watched.stderr) == (1, f"{job} was cancelled.\n")
    assert "None" not in watched.stdout
    address = f"{os.environ['STORAGELAB_BASE_URL']}/runs/r-1"
    assert watched.stdout.splitlines()[-1] == f"Charts     {address}"
    nothing = storagelab("cancel", "j-99")
    assert (nothing.returncode, "j-99" in nothing.stderr) == (1, True)


def test_unknown_values_are_never_printed_as_none(storagelab: Command) -> None:
    with session_scope() as session:
        Factory(session).server(name="bare", state="new", fio_version=None)
    for command in (
        ("server", "list"),
        ("submit", "quick-4k", "--server", "bare", "--dry-run"),
        ("submit", "quick-4k", "--server", "bare"),
        ("submit", "quick-4k", "--server", "lab1"),
        ("cancel", "j-1"),
        ("watch", "j-1"),
        ("campaign", "list"),
        ("lab", "pause", "--reason", "Power works"),
        ("lab", "resume"),
    ):
        done = storagelab(*command)
        assert done.stdout + done.stderr != ""
        assert "None" not in done.stdout + done.stderr, command


CAMPAIGN = """
name: two files
configurations:
  - {layout: file, size_bytes: 8388608, name: small}
  - {layout: file, size_bytes: 16777216, name: large}
workloads:
  - {label: 4K, profile: {name: steady-4k-write, scale: smoke}}
deadline: 2099-01-01T00:00:00Z
"""


def test_campaign_is_planned_submitted_shown_and_listed(storagelab: Command, tmp_path: Path) -> None:
    file = tmp_path / "campaign.yaml"
    file.write_text(CAMPAIGN)
    plan = storagelab("campaign", "submit", str(file), "--server", "lab1", "--dry-run")
    assert plan.returncode == 0, plan.stderr
    assert "small: 4K, optimal" in plan.stdout
    submitted = storagelab("campaign", "submit", str(file), "--server", "lab1", "--json")
    assert submitted.returncode == 0, submitted.stderr
    campaign = json.loads(submitted.stdout)
    assert (campaign["state"], campaign["cells_total"], campaign["fits"]) == ("planned", 2, True)
    shown = storagelab("campaign", "show", campaign["number"])
    assert "two files: planned, 0 of 2 measured" in shown.stdout
    assert "Configuration  4K, optimal" in shown.stdout
    assert campaign["number"] in storagelab("campaign", "list").stdout
    whole = json.loads(storagelab("campaign", "show", campaign["number"], "--json").stdout)
    assert len(whole["matrix"]["cells"]) == 2
    file.write_text("name: [")
    wrong = storagelab("campaign", "submit", str(file), "--server", "lab1")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "is not a campaign in YAML or JSON" in wrong.stderr


def test_a_campaign_over_several_servers_names_them(storagelab: Command, tmp_path: Path) -> None:
    with session_scope() as session:
        Factory(session).server(name="lab2", transport="ssh", address="lab2.example.org")
    file = tmp_path / "campaign.yaml"
    file.write_text(f"{CAMPAIGN}servers: [{{server_id: lab1}}, {{server_id: lab2}}]\n")
    plan = storagelab("campaign", "submit", str(file), "--dry-run")
    assert plan.returncode == 0, plan.stderr
    assert "lab2: about" in plan.stdout
    campaign = json.loads(storagelab("campaign", "submit", str(file), "--json").stdout)
    shown = storagelab("campaign", "show", campaign["number"]).stdout
    assert "two files: planned, 0 of 4 measured" in shown
    assert "lab1: small" in shown
    assert f"{campaign['parts'][1]['number']} lab2 planned 0 of 2 measured" in " ".join(shown.split())
    part = storagelab("campaign", "show", campaign["parts"][0]["number"]).stdout
    assert f"Part of {campaign['number']} two files" in part
    assert "lab1, lab2" in storagelab("campaign", "list").stdout
    both = storagelab("campaign", "submit", str(file), "--server", "lab1")
    assert (both.returncode, "--server: the file names servers of its own" in both.stderr) == (1, True)


def test_adding_an_unreachable_server_exits_with_one(storagelab: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with ThreadPoolExecutor() as pool:
        worker = pool.submit(_discover_when_requested, "silent")
        added = storagelab(
            "server", "add", "silent", "--address", "127.0.0.1", "--ssh-port", str(port), "--username", "a"
        )
        worker.result()
    assert added.returncode == 1
    assert "silent: unreachable\n" in added.stdout
    assert "does not answer over SSH" in added.stdout


def _discover_when_requested(name: str) -> None:
    """Discover a server after its registration, as a worker does."""
    deadline = time.monotonic() + STARTS_WITHIN_SECONDS
    while time.monotonic() < deadline:
        with session_scope() as session:
            server_id = session.scalars(select(Server.id).where(Server.name == name)).first()
        if server_id is not None:
            discover(server_id, servers=process_servers())
            process_servers().close()
            return
        time.sleep(0.1)
