"""Stores what a discovery found: the server's facts and its drives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.collectors.base import DriveFacts, Facts
from storagelab.collectors.mounts import parse_mounts
from storagelab.collectors.registry import collect
from storagelab.db.base import uuid7
from storagelab.db.models import Drive, Server
from storagelab_workers.enrolments import read_entries, store_enrolments
from storagelab_workers.quarantine import HELD, is_held

#: A clock that is further off is shown; the runner's durations do not depend on it.
NOTABLE_CLOCK_OFFSET_MS = 2000.0
_MOST_MOUNTS = 1000

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
)


def store_facts(
    session: Session,
    *,
    server: Server,
    hello: Mapping[str, Any],
    outputs: list[Mapping[str, Any]],
    clock_offset_ms: float,
    now: dt.datetime,
) -> None:
    """Bring the server's row and its drives to what the runner has just told."""
    texts = {str(output["name"]): _text(output) for output in outputs}
    facts = collect(texts)
    if facts.server is not None:
        for column in _SERVER_COLUMNS:
            setattr(server, column, getattr(facts.server, column))
    server.machine_id = hello["machine_id"]
    server.boot_id = hello["boot_id"]
    server.runner_version = hello["runner_version"]
    fio = hello["engines"].get("fio", {})
    server.fio_version = fio.get("version")
    server.clock_offset_ms = clock_offset_ms
    held = {HELD: server.facts[HELD]} if is_held(server) else {}
    server.facts = {
        "server": asdict(facts.server) if facts.server is not None else None,
        "runner": {key: hello[key] for key in ("python", "user", "uid", "state_dir", "free_bytes", "init")},
        "mounts": [asdict(mount) for mount in parse_mounts(texts.get("mountinfo"))[:_MOST_MOUNTS]],
        # Loop devices stand for drives there, and how a supervisor is started: as the runner says itself.
        "sandbox": hello.get("sandbox"),
        "launch": hello.get("launch"),
        **held,
    }
    server.warnings = _warnings(server, facts, fio)
    server.discovered_at = server.last_seen_at = now
    _store_drives(session, server, facts.drives, now)
    entries = read_entries(texts.get("enrolled"))
    if entries is not None:
        store_enrolments(session, server=server, entries=entries, now=now)


def _text(output: Mapping[str, Any]) -> str | None:
    """What a command printed, also when it complained; None when it could not be run or read."""
    return None if output["exit_code"] is None else str(output["stdout"])


def _warnings(server: Server, facts: Facts, fio: Mapping[str, Any]) -> list[str]:
    warnings = list(facts.warnings)
    if fio.get("error"):
        warnings.append(f"Nothing can be run here yet: {fio['error']}")
    offset = server.clock_offset_ms or 0.0
    if abs(offset) > NOTABLE_CLOCK_OFFSET_MS:
        warnings.append(f"The clock is {offset / 1000:+.1f} s off.")
    return warnings


def _store_drives(session: Session, server: Server, found: tuple[DriveFacts, ...], now: dt.datetime) -> None:
    """A drive is known by its stable id, else by its kernel name; those not seen are kept and marked absent."""
    known = session.scalars(select(Drive).where(Drive.server_id == server.id)).all()
    by_identity = {_identity(drive.stable_id, drive.kernel_name): drive for drive in known}
    seen = set()
    for facts in found:
        identity = _identity(facts.stable_id, facts.kernel_name)
        drive = by_identity.get(identity)
        if drive is None:
            drive = Drive(id=uuid7(), server_id=server.id, first_seen_at=now)
            session.add(drive)
        for field, value in asdict(facts).items():
            setattr(drive, field, list(value) if isinstance(value, tuple) else value)
        drive.present = True
        drive.last_seen_at = now
        seen.add(identity)
    for identity, drive in by_identity.items():
        if identity not in seen:
            drive.present = False


def _identity(stable_id: str | None, kernel_name: str) -> tuple[str, str]:
    return ("stable_id", stable_id) if stable_id is not None else ("kernel_name", kernel_name)
