"""The first answer of a channel: who and what this server is."""

from __future__ import annotations

import os
import socket
from typing import Any

from storagelab_runner import PROTOCOL, VERSION
from storagelab_runner.allow_list import read_allow_list, read_sandbox
from storagelab_runner.arguments import Arguments, controller_argument
from storagelab_runner.collection import clear_leftovers, collect
from storagelab_runner.engine_versions import engine_version
from storagelab_runner.engines import packages
from storagelab_runner.engines.base import EngineDriver
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import highest_fence
from storagelab_runner.host_facts import has_systemd, kills_user_processes, launch_way, own_sha256
from storagelab_runner.identity import boot_id, boottime_ns, machine_id, realtime_ns, user_name
from storagelab_runner.inventory import PYTHON
from storagelab_runner.layout import StateFolder, free_bytes
from storagelab_runner.tool_reports import NOT_QUERIED


def hello(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Return the identity and properties of this server; clear away what is due."""
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


def _engine_facts(engine: EngineDriver, state: StateFolder) -> dict[str, Any]:
    digest = packages.digest_of(state, engine.name)
    package = {} if digest is None else {"package": digest}
    try:
        path = engine.find(state)
        version = engine_version(state, engine, path)
    except Refusal as refusal:
        return {"error": refusal.message, **package}
    reason = {"reason": f"{engine.title} was {NOT_QUERIED}."} if version is None else {}
    return {"path": str(path), "version": version, **reason, **package}
