"""`storagelab doctor`: the parts of this installation, their places, and the missing ones."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import httpx2
import typer

from storagelab.cli.output import DataOption, JsonOption, PortOption, load_settings, print_json, print_table
from storagelab.config import Settings
from storagelab.errors import StorageLabError
from storagelab.launcher.accounts import find_service_account
from storagelab.launcher.address import build_local_url, require_free_port
from storagelab.launcher.binaries import find_binaries
from storagelab.launcher.running import find_running_supervisor


@dataclass(frozen=True)
class DoctorLine:
    """One line of the report. `ok` is None where something useful but not needed is missing."""

    part: str
    ok: bool | None
    detail: str


def doctor(data: DataOption = None, port: PortOption = None, as_json: JsonOption = False) -> None:
    """Report the parts of this installation. Ends with 1 when a required part is missing."""
    findings = examine(load_settings(data, port))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        marks = {True: "ok", False: "MISSING", None: "note"}
        print_table(("", "Part", "Found"), [(marks[item.ok], item.part, item.detail) for item in findings])
    if any(finding.ok is False for finding in findings):
        raise typer.Exit(1)


def examine(settings: Settings) -> list[DoctorLine]:
    """Check every part that an installation needs, without changing anything; return a line for each."""
    return [
        DoctorLine("Python", True, f"{sys.version.split()[0]}, {sys.executable}"),
        *_check_servers(settings),
        _check_fio(),
        *_check_folders(settings),
        *_check_address(settings),
        _check_front_end(settings),
    ]


def _check_servers(settings: Settings) -> list[DoctorLine]:
    given = [
        DoctorLine(title, True, f"set in STORAGELAB_{name.upper()}, not started by Storage Lab")
        for title, name in (("PostgreSQL", "database_url"), ("Valkey", "broker_url"))
        if name in settings.model_fields_set
    ]
    if len(given) == 2:
        return given
    try:
        binaries = find_binaries()
        programs = {
            "PostgreSQL": (binaries.postgres_bin / "postgres", binaries.postgres_version),
            "Valkey": (binaries.broker, binaries.broker_version),
        }
    except StorageLabError as error:
        return [*given, DoctorLine("servers", False, error.message)]
    named = {finding.part for finding in given}
    return given + [
        DoctorLine(title, True, f"{version}, {path}, SHA-256 {_compute_sha256(path)}")
        for title, (path, version) in programs.items()
        if title not in named
    ]


def _check_fio() -> DoctorLine:
    path = shutil.which("fio")
    if path is None:
        return DoctorLine("fio", None, "not installed: `apt-get install fio` lets this machine run jobs itself")
    stated = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10, check=False)
    return DoctorLine("fio", stated.returncode == 0, f"{stated.stdout.strip()}, {path}")


def _check_folders(settings: Settings) -> list[DoctorLine]:
    # Where both services are external, processes may have different folders, as containers do.
    shared = {"database_url", "broker_url"} <= settings.model_fields_set
    named = [("imports", settings.import_dir), ("cache", settings.cache_dir)]
    if settings.artifact_url.startswith("file:"):
        named.insert(0, ("raw files", Path(url2pathname(urlsplit(settings.artifact_url).path))))
    elsewhere = [(part, path) for part, path in named if not path.is_relative_to(settings.data_dir)]
    return [
        _check_data_folder(settings.data_dir, shared=shared),
        *(_check_folder(part, path, needed=not shared) for part, path in elsewhere),
    ]


def _check_data_folder(path: Path, *, shared: bool) -> DoctorLine:
    if shared:
        return _check_folder("data folder", path, needed=False)
    try:
        account = find_service_account(path)
    except StorageLabError as error:
        return DoctorLine("data folder", False, error.message)
    return _check_folder("data folder", path, needed=True, more=f", services run as {account.name}" if account else "")


def _check_folder(part: str, path: Path, *, needed: bool, more: str = "") -> DoctorLine:
    """Check that files can be created in a folder, or in its nearest existing parent.

    Return the line of the report for `part`. A failure is a fault only where the folder is `needed`.
    """
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    state = "" if existing == path else ", not created yet"
    try:
        free = shutil.disk_usage(existing).free / 1e9
        with tempfile.TemporaryFile(dir=existing):
            return DoctorLine(part, True, f"{path}{state}, {free:.0f} GB free{more}")
    except OSError as error:
        fault = f"{path}{state}: no file can be created in {existing} ({error.strerror})"
        return DoctorLine(
            part, False if needed else None, fault if needed else f"{fault}, which only some processes need"
        )


def _check_address(settings: Settings) -> list[DoctorLine]:
    running = find_running_supervisor(settings.data_dir)
    if running is not None:
        return [
            DoctorLine("running", True, f"{running.url}, process {running.mark.pid}, ready: {running.ready}".lower())
        ]
    try:
        require_free_port(settings)
    except StorageLabError as error:
        if _is_lab(url := build_local_url(settings)):
            return [DoctorLine("running", True, f"a lab answers at {url}")]
        return [DoctorLine("port", False, error.message)]
    return [
        DoctorLine("port", True, f"{settings.host} port {settings.port} is free"),
        DoctorLine("running", None, "no"),
    ]


def _is_lab(url: str) -> bool:
    """Return whether an API of this program answers at an address."""
    try:
        return bool(httpx2.get(f"{url}/healthz", timeout=2).json() == {"status": "ok"})
    except (httpx2.HTTPError, ValueError):
        return False


def _check_front_end(settings: Settings) -> DoctorLine:
    page = settings.frontend_dir / "index.html" if settings.frontend_dir else None
    if page is None or not page.exists():
        return DoctorLine("front end", False, f"not built in {settings.frontend_dir}: `make up` builds it")
    return DoctorLine("front end", True, str(settings.frontend_dir))


def _compute_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
