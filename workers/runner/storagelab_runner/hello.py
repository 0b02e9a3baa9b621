"""The first answer of a channel: who and what this server is."""

from __future__ import annotations

import os
import socket
from typing import Any

from storagelab_runner import PROTOCOL, VERSION
from storagelab_runner.allow_list import read_allow_list, read_sandbox
from storagelab_runner.arguments import Arguments, require_controller
from storagelab_runner.collection import clear_leftovers, collect
from storagelab_runner.engine_versions import find_engine_version
from storagelab_runner.engines import packages
from storagelab_runner.engines.base import EngineDriver
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.fences import find_highest_fence
from storagelab_runner.host_facts import compute_own_sha256, has_kill_user_processes, has_systemd, launch_way
from storagelab_runner.identity import boot_id, get_boottime_ns, get_realtime_ns, get_user_name, read_machine_id
from storagelab_runner.inventory import PYTHON
from storagelab_runner.layout import StateFolder, free_bytes
from storagelab_runner.tool_reports import NOT_QUERIED


def answer_hello(state: StateFolder, args: Arguments) -> dict[str, Any]:
    """Return the identity and properties of this server for a `hello` request.

    First clear the leftovers of lost attempts and delete attempts whose time is over.
    """
    clear_leftovers(state)
    collect(state, get_realtime_ns())
    return {
        "protocol": PROTOCOL,
        "runner_version": VERSION,
        "sha256": compute_own_sha256(),
        "python": PYTHON,
        "boot_id": boot_id(),
        "machine_id": read_machine_id(),
        "hostname": socket.gethostname(),
        "user": get_user_name(),
        "uid": os.geteuid(),
        "realtime_ns": get_realtime_ns(),
        "boottime_ns": get_boottime_ns(),
        "state_dir": str(state.root),
        "free_bytes": free_bytes(state.root),
        "init": "systemd" if has_systemd() else "other",
        "launch": launch_way(),
        "kill_user_processes": has_kill_user_processes(),
        "sandbox": read_sandbox(state.config) is not None,
        "enrolled": len(read_allow_list(state.config).entries),
        "fence": find_highest_fence(state, require_controller(args)) if "controller_id" in args else None,
        "engines": {name: _describe_engine(engine, state) for name, engine in ENGINES.items()},
    }


def _describe_engine(engine: EngineDriver, state: StateFolder) -> dict[str, Any]:
    digest = packages.digest_of(state, engine.name)
    package = {} if digest is None else {"package": digest}
    try:
        path = engine.find(state)
        version = find_engine_version(state, engine, path)
    except Refusal as refusal:
        return {"error": refusal.message, **package}
    reason = {"reason": f"{engine.title} was {NOT_QUERIED}."} if version is None else {}
    return {"path": str(path), "version": version, **reason, **package}
