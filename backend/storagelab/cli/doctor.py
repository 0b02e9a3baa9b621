"""`storagelab doctor`: what this installation uses, where it is, and what is missing."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import typer

from storagelab.cli.output import DataOption, JsonOption, PortOption, print_json, print_table, settings_for
from storagelab.config import Settings
from storagelab.errors import StorageLabError
from storagelab.launcher.accounts import service_account
from storagelab.launcher.address import require_free_port
from storagelab.launcher.binaries import find_binaries
from storagelab.launcher.running import running_supervisor


@dataclass(frozen=True)
class Finding:
    """One line of the report. `ok` is None where something useful but not needed is missing."""

    part: str
    ok: bool | None
    detail: str


def doctor(data: DataOption = None, port: PortOption = None, as_json: JsonOption = False) -> None:
    """Say what this installation uses and what is missing; exit status 1 when something needed is."""
    findings = examine(settings_for(data, port))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        marks = {True: "ok", False: "MISSING", None: "note"}
        print_table(("", "Part", "What was found"), [(marks[item.ok], item.part, item.detail) for item in findings])
    if any(finding.ok is False for finding in findings):
        raise typer.Exit(1)


def examine(settings: Settings) -> list[Finding]:
    """Look at every part an installation needs, changing nothing."""
    return [
        Finding("Python", True, f"{sys.version.split()[0]}, {sys.executable}"),
        *_servers(settings),
        _fio(),
        _data_folder(settings),
        *_address(settings),
        _front_end(settings),
    ]


def _servers(settings: Settings) -> list[Finding]:
    given = [
        Finding(title, True, f"named in STORAGELAB_{name.upper()}, started by someone else")
        for title, name in (("PostgreSQL", "database_url"), ("Valkey", "broker_url"))
        if name in settings.model_fields_set
    ]
    if len(given) == 2:
        return given
    try:
        found = find_binaries()
        programs = {
            "PostgreSQL": (found.postgres_bin / "postgres", found.postgres_version),
            "Valkey": (found.broker, found.broker_version),
        }
    except StorageLabError as error:
        return [*given, Finding("servers", False, error.message)]
    named = {finding.part for finding in given}
    return given + [
        Finding(title, True, f"{version}, {path}, SHA-256 {_sha256(path)}")
        for title, (path, version) in programs.items()
        if title not in named
    ]


def _fio() -> Finding:
    path = shutil.which("fio")
    if path is None:
        return Finding("fio", None, "not installed: `apt-get install fio` lets this machine run tests itself")
    stated = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    return Finding("fio", stated.returncode == 0, f"{stated.stdout.strip()}, {path}")


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        account = service_account(folder)
    except StorageLabError as error:
        return Finding("data folder", False, error.message)
    free = shutil.disk_usage(existing).free / 1e9
    state = "" if folder.exists() else ", not made yet"
    services = f", services run as {account.name}" if account else ""
    return Finding("data folder", True, f"{folder}{state}, {free:.0f} GB free{services}")


def _address(settings: Settings) -> list[Finding]:
    running = running_supervisor(settings.data_dir)
    if running is not None:
        return [Finding("running", True, f"{running.url}, process {running.mark.pid}, ready: {running.ready}".lower())]
    try:
        require_free_port(settings)
    except StorageLabError as error:
        return [Finding("port", False, error.message)]
    return [Finding("port", True, f"{settings.host} port {settings.port} is free"), Finding("running", None, "no")]


def _front_end(settings: Settings) -> Finding:
    page = settings.frontend_dir / "index.html" if settings.frontend_dir else None
    if page is None or not page.exists():
        return Finding("front end", False, f"not built in {settings.frontend_dir}: `make up` builds it")
    return Finding("front end", True, str(settings.frontend_dir))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
