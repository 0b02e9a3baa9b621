"""The engines by name."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab_runner.engines import files, fio, vdbench
from storagelab_runner.engines.base import EngineDriver

ENGINES: Mapping[str, EngineDriver] = {fio.name: fio, vdbench.name: vdbench, files.name: files}
