"""The fixed list of read-only commands and files that describe this server, exactly as they answer."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

from storagelab_runner.engine import environment

PYTHON = platform.python_version()
_MAX_OUTPUT_BYTES = 2 << 20
_COMMAND_SECONDS = 10
_COMMANDS = {"lsblk": ["lsblk", "-J", "-b", "-O"], "fio_version": ["fio", "--version"]}
_FILES = {
    "os_release": "/etc/os-release",
    "cpuinfo": "/proc/cpuinfo",
    "meminfo": "/proc/meminfo",
    "mountinfo": "/proc/self/mountinfo",
    "swaps": "/proc/swaps",
    "machine_id": "/etc/machine-id",
}
_DMI = Path("/sys/class/dmi/id")
_DMI_FIELDS = ("board_vendor", "board_name", "product_name", "sys_vendor", "bios_version")
_BY_ID = Path("/dev/disk/by-id")
_BLOCK = Path("/sys/block")


def collect_inventory() -> list[dict[str, Any]]:
    """Outputs as the protocol has them; what is missing or fails is an output with an `error`."""
    outputs = [_run(name, argv) for name, argv in _COMMANDS.items()]
    outputs += [_read(name, Path(path)) for name, path in _FILES.items()]
    facts = {"uname": _uname(), "dmi": _dmi(), "by_id": _by_id(), "firmware": _firmware()}
    return [*outputs, *(_output(name, [], 0, json.dumps(value)) for name, value in facts.items())]


def _run(name: str, argv: list[str]) -> dict[str, Any]:
    began = time.monotonic()
    try:
        done = subprocess.run(
            argv,
            capture_output=True,
            check=False,
            env=environment(),
            stdin=subprocess.DEVNULL,
            timeout=_COMMAND_SECONDS,
        )
    except FileNotFoundError:
        return _output(name, argv, None, error=f"{argv[0]} was not found on PATH", began=began)
    except (OSError, subprocess.SubprocessError) as problem:
        return _output(name, argv, None, error=f"{argv[0]} could not be run: {problem}", began=began)
    return _output(name, argv, done.returncode, _text(done.stdout), _text(done.stderr), began=began)


def _read(name: str, path: Path) -> dict[str, Any]:
    began = time.monotonic()
    try:
        with path.open("rb") as file:
            return _output(name, [], 0, _text(file.read(_MAX_OUTPUT_BYTES)), began=began)
    except OSError as problem:
        return _output(name, [], None, error=f"{path} cannot be read: {problem.strerror}", began=began)


def _output(
    name: str,
    argv: list[str],
    exit_code: int | None,
    stdout: str = "",
    stderr: str = "",
    error: str | None = None,
    began: float | None = None,
) -> dict[str, Any]:
    return {
        "name": name,
        "argv": argv,
        "exit_code": exit_code,
        "stdout": stdout,
        "stderr": stderr,
        "error": error,
        "duration_ms": 0 if began is None else round((time.monotonic() - began) * 1000),
    }


def _text(data: bytes) -> str:
    return data[:_MAX_OUTPUT_BYTES].decode("utf-8", "replace")


def _uname() -> dict[str, str]:
    facts = os.uname()
    names = ("sysname", "nodename", "release", "version", "machine")
    return {name: str(getattr(facts, name)) for name in names}


def _dmi() -> dict[str, str | None]:
    return {field: _line_of(_DMI / field) for field in _DMI_FIELDS}


def _line_of(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "replace").strip() or None
    except OSError:
        return None


def _by_id() -> dict[str, str]:
    if not _BY_ID.is_dir():
        return {}
    return {link.name: str(link.resolve()) for link in sorted(_BY_ID.iterdir())}


def _firmware() -> dict[str, str]:
    """Firmware revisions by kernel name; lsblk does not know those of NVMe drives."""
    if not _BLOCK.is_dir():
        return {}
    found = ((folder.name, _line_of(folder / "device" / "firmware_rev")) for folder in sorted(_BLOCK.iterdir()))
    return {name: revision for name, revision in found if revision is not None}
