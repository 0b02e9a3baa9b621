"""Stores what a discovery found: the server's facts, its hardware and what changed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy.orm import Session

from storagelab.collectors.base import CollectedFacts
from storagelab.collectors.mounts import parse_mounts
from storagelab.collectors.registry import collect
from storagelab.db.models import Server
from storagelab.inventory.engines import get_engine_version
from storagelab.inventory.search_text import search_text_of
from storagelab_workers.enrolments import read_entries, store_enrolments
from storagelab_workers.hardware.changes import InventoryChangeRow, find_changes, write_changes
from storagelab_workers.hardware.cleaning import clean_facts, clean_json, clean_text
from storagelab_workers.hardware.merge import merge
from storagelab_workers.hardware.store import store_hardware
from storagelab_workers.quarantine import HELD, is_held
from storagelab_workers.transports.answers import EngineReport, RunnerHello

#: A clock that is further off is shown; the runner's durations do not depend on it.
NOTABLE_CLOCK_OFFSET_MS = 2000.0
_MAX_MOUNTS = 1000
_MAX_WARNING = 500

_SERVER_COLUMNS = (
    "os_name",
    "kernel",
    "architecture",
    "product_name",
    "cpu_model",
    "cpu_sockets",
    "cpu_cores",
    "cpu_threads",
    "memory_bytes",
    "board_name",
    "bios_version",
)
#: Columns whose changes are recorded; of `tools` and the settings each entry is one.
_VERSIONED = (*_SERVER_COLUMNS, "machine_id", "runner_version", "fio_version")


def store_facts(
    session: Session,
    *,
    server: Server,
    hello: RunnerHello,
    outputs: list[Mapping[str, Any]],
    clock_offset_ms: float,
    begun: dt.datetime,
    now: dt.datetime,
) -> None:
    """Update a server's row and hardware from the runner's report, and store every change.

    `begun` is when the server was visited: later changes need not be in the report.
    """
    texts = {str(output["name"]): _get_output_text(output) for output in outputs}
    facts = collect(texts)
    before = _collect_versioned_facts(server)
    if facts.server is not None:
        cleaned = clean_facts(facts.server)
        for column in _SERVER_COLUMNS:
            setattr(server, column, getattr(cleaned, column))
    server.machine_id = hello["machine_id"]
    server.boot_id = hello["boot_id"]
    server.runner_version = hello["runner_version"]
    engines = _complete_engine_versions(server, hello["engines"])
    fio = engines.get("fio", {})
    server.fio_version = fio.get("version")
    server.clock_offset_ms = clock_offset_ms
    held = {HELD: server.facts[HELD]} if is_held(server) else {}
    server.facts = {
        "server": clean_json(asdict(facts.server)) if facts.server is not None else None,
        "runner": {
            "python": hello["python"],
            "user": hello["user"],
            "uid": hello["uid"],
            "state_dir": hello["state_dir"],
            "free_bytes": hello["free_bytes"],
            "init": hello["init"],
        },
        "mounts": [asdict(mount) for mount in parse_mounts(texts.get("mountinfo"))[:_MAX_MOUNTS]],
        "settings": clean_json(facts.settings),
        "engines": clean_json(engines),
        # Loop devices stand for drives there; `launch` is the way a supervisor is started, as the runner reports it.
        "sandbox": hello.get("sandbox"),
        "launch": hello.get("launch"),
        **held,
    }
    server.tools = {
        tool.name: clean_json({"state": tool.state, "version": tool.version, "message": tool.message})
        for tool in facts.tools
    }
    server.discovered_at, server.last_seen_at = begun, now
    hardware = merge(facts)
    elsewhere = store_hardware(session, server=server, hardware=hardware, now=now)
    server.warnings = [*_build_warnings(server, facts, fio), *hardware.warnings, *elsewhere]
    server.search_text = search_text_of(server)
    _store_changes(session, server, before, now)
    entries = read_entries(texts.get("enrolled"))
    if entries is not None:
        store_enrolments(session, server=server, entries=entries, now=now)


def _complete_engine_versions(server: Server, reported: Mapping[str, EngineReport]) -> dict[str, EngineReport]:
    """Return the load generators that the runner reported, by name.

    The runner does not query versions while an attempt runs; then the version that the lab has stored is used.
    """
    engines = {name: facts.copy() for name, facts in reported.items() if isinstance(facts, dict)}
    for name, facts in engines.items():
        if facts.get("version") is None and "error" not in facts:
            facts["version"] = get_engine_version(server, name)
    return engines


def _collect_versioned_facts(server: Server) -> dict[str, object]:
    """Return the facts of a server whose difference counts as a change."""
    return {
        **{column: getattr(server, column) for column in _VERSIONED},
        "settings": (server.facts or {}).get("settings", {}),
        "tools": {name: {key: tool.get(key) for key in ("state", "version")} for name, tool in server.tools.items()},
    }


def _store_changes(session: Session, server: Server, before: Mapping[str, Any], now: dt.datetime) -> None:
    """Store the differences of a server's facts from those of the last discovery, `before`.

    The first discovery has nothing to compare with.
    """
    if before["machine_id"] is not None:
        after = _collect_versioned_facts(server)
        # A server that was read by an older release had neither.
        unchanged = {name: before[name] or after[name] for name in ("settings", "tools")}
        differences = find_changes({**before, **unchanged}, after)
        changes = [InventoryChangeRow("server", server.id, "changed", None, *difference) for difference in differences]
        write_changes(session, changes, server_id=server.id, now=now)


def _get_output_text(output: Mapping[str, Any]) -> str | None:
    """Return the output text of an inventory command, also of a failed one.

    None when the command could not be run or its file not be read.
    """
    return None if output["exit_code"] is None else str(output["stdout"])


def _build_warnings(server: Server, facts: CollectedFacts, fio: Mapping[str, Any]) -> list[str]:
    warnings = [clean_text(warning, _MAX_WARNING) for warning in facts.warnings]
    if fio.get("error"):
        warnings.append(f"Nothing can be run here yet: {fio['error']}")
    offset = server.clock_offset_ms or 0.0
    if abs(offset) > NOTABLE_CLOCK_OFFSET_MS:
        warnings.append(f"The clock is {offset / 1000:+.1f} s off.")
    return warnings
