"""The first answer of a channel: who and what this server is."""

from __future__ import annotations

import contextlib
import os
import socket
from pathlib import Path
from typing import Any

from storagelab_runner import PROTOCOL, VERSION
from storagelab_runner.allow_list import read_allow_list, read_sandbox
from storagelab_runner.arguments import Arguments, controller_argument
from storagelab_runner.collection import clear_leftovers, collect
from storagelab_runner.engines import packages
from storagelab_runner.engines.base import Engine
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import highest_fence
from storagelab_runner.host_facts import has_systemd, kills_user_processes, launch_way, own_sha256
from storagelab_runner.identity import boot_id, boottime_ns, machine_id, realtime_ns, user_name
from storagelab_runner.inventory import PYTHON
from storagelab_runner.layout import StateFolder, free_bytes
from storagelab_runner.records import read_record, try_lock, write_record


def hello(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Who and what this server is; clears away what is due."""
    clear_leftovers(state)
    collect(state, realtime_ns())
    return {
        "protocol": PROTOCOL,
        "runner_version": VERSION,
        "sha256": own_sha256(),
        "python": PYTHON,
        "boot_id": boot_id(),
        "machine_id": machine_id(),
        "hostname": socket.gethostname(),
        "user": user_name(),
        "uid": os.geteuid(),
        "realtime_ns": realtime_ns(),
        "boottime_ns": boottime_ns(),
        "state_dir": str(state.root),
        "free_bytes": free_bytes(state.root),
        "init": "systemd" if has_systemd() else "other",
        "launch": launch_way(),
        "kill_user_processes": kills_user_processes(),
        "sandbox": read_sandbox(state.config) is not None,
        "enrolled": len(read_allow_list(state.config).entries),
        "fence": highest_fence(state, controller_argument(args)) if "controller_id" in args else None,
        "engines": {name: _engine_facts(engine, state) for name, engine in ENGINES.items()},
    }


def _engine_facts(engine: Engine, state: StateFolder) -> dict[str, str]:
    digest = packages.digest_of(state, engine.name)
    package = {} if digest is None else {"package": digest}
    try:
        path = engine.find(state)
        return {"path": str(path), "version": _version(engine, path, state), **package}
    except Refusal as refusal:
        return {"error": refusal.message, **package}


def _version(engine: Engine, path: Path, state: StateFolder) -> str:
    """What the engine says of itself. While anything runs here, what it said before is repeated where that is known.

    Asking some of them starts a whole Java machine, beside what is being measured.
    """
    record = state.root / "engine_versions.json"
    known = read_record(record) or {}
    told = known.get(engine.name)
    if told is not None and told["path"] == str(path) and _is_busy(state):
        return str(told["version"])
    asked = {"path": str(path), "version": engine.version(path)}
    if asked != told:
        with contextlib.suppress(OSError):
            write_record(record, {**known, engine.name: asked})
    return asked["version"]


def _is_busy(state: StateFolder) -> bool:
    lock = try_lock(state.host_lock)
    if lock is None:
        return True
    os.close(lock)
    return False
