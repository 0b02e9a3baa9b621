"""Data folders for real embedded services, reachable by the account they run under."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storagelab.config import Settings
from storagelab.launcher.folders import DataFolder, open_data_folder
from storagelab.launcher.services import Services, start_services

Start = Callable[[Settings, DataFolder], Services]


@pytest.fixture
def open_place() -> Iterator[Path]:
    """Provide a short-named folder that every account may enter; pytest's own are closed to all but its user."""
    place = Path(tempfile.mkdtemp(prefix="sl-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.fixture
def settings(open_place: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Provide the settings of an embedded installation in a new data folder."""
    monkeypatch.delenv("STORAGELAB_DATABASE_URL", raising=False)
    monkeypatch.delenv("STORAGELAB_BROKER_URL", raising=False)
    return Settings(data_dir=open_place / "data")


@pytest.fixture
def folder(settings: Settings) -> DataFolder:
    return open_data_folder(settings.data_dir)


@pytest.fixture
def start(open_place: Path) -> Iterator[Start]:
    """Provide `start_services`, whose services are stopped when the test ends, before their folder is removed."""
    assert open_place.is_dir()
    started: list[Services] = []

    def begin(settings: Settings, folder: DataFolder) -> Services:
        started.append(start_services(settings, folder))
        return started[-1]

    yield begin
    for services in reversed(started):
        services.stop()


@pytest.fixture
def services(start: Start, settings: Settings, folder: DataFolder) -> Services:
    """Provide both services, running."""
    return start(settings, folder)
