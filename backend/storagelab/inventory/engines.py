"""Which engines a server has, as its runner said at the last discovery."""

from __future__ import annotations

from typing import Any

from storagelab.db.models import Server


def engine_version(server: Server, engine: str) -> str | None:
    """The version of an engine on a server; None where it is missing, or was never asked for."""
    if engine == "fio":
        # It has a column of its own, which servers that an older release discovered have as well.
        return server.fio_version
    version = told_of(server, engine).get("version")
    return str(version) if version is not None else None


def why_missing(server: Server, engine: str) -> str | None:
    """What the runner said of an engine that cannot be started; None when it said nothing."""
    problem = told_of(server, engine).get("error")
    return None if problem is None else str(problem)


def told_of(server: Server, engine: str) -> dict[str, Any]:
    """What the runner told of an engine; empty when it was never asked."""
    engines = (server.facts or {}).get("engines")
    told = engines.get(engine) if isinstance(engines, dict) else None
    return told if isinstance(told, dict) else {}
