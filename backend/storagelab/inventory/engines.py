"""Engines of a server, as its runner reported them at the last discovery."""

from __future__ import annotations

from storagelab.db.models import Server
from storagelab.domain.json_values import JsonObject


def get_engine_version(server: Server, engine: str) -> str | None:
    """Return the version of an engine on a server; None where it is missing, or was never requested."""
    if engine == "fio":
        # It has a column of its own, which servers that an older release discovered have as well.
        return server.fio_version
    version = read_engine_facts(server, engine).get("version")
    return str(version) if version is not None else None


def read_engine_error(server: Server, engine: str) -> str | None:
    """Return the runner's error about an engine that cannot be started; None when there is none."""
    problem = read_engine_facts(server, engine).get("error")
    return None if problem is None else str(problem)


def read_engine_facts(server: Server, engine: str) -> JsonObject:
    """Return the facts of the runner about an engine; empty when it was never queried."""
    engines = (server.facts or {}).get("engines")
    facts = engines.get(engine) if isinstance(engines, dict) else None
    return facts if isinstance(facts, dict) else {}
