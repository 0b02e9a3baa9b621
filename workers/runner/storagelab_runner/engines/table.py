"""The engines by name."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab_runner.engines.base import EngineDriver
from storagelab_runner.engines.files import FilesDriver
from storagelab_runner.engines.fio import FioDriver
from storagelab_runner.engines.vdbench import VdbenchDriver

ENGINES: Mapping[str, EngineDriver] = {
    driver.name: driver
    for driver in (
        FioDriver(),
        VdbenchDriver(),
        FilesDriver(),
    )
}
