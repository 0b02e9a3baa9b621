"""The engines there are. Adding one is a module and a line here."""

from __future__ import annotations

from storagelab.engines import files, fio, vdbench
from storagelab.engines.base import Engine
from storagelab.errors import InvalidInput

_PLUG_INS: tuple[Engine, ...] = (fio, vdbench, files)
ENGINES = {engine.name: engine for engine in _PLUG_INS}


def get_engine(name: str) -> Engine:
    """Return the engine of that name. Raises InvalidInput with the available names."""
    if name not in ENGINES:
        raise InvalidInput(f"unknown engine {name!r}. Available: {', '.join(sorted(ENGINES))}", path="engine")
    return ENGINES[name]
