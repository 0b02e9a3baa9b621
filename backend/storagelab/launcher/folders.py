"""The data folder: what lies where, made with the modes it needs and never changed afterwards."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from storagelab.config import LONGEST_SOCKET_PATH, get_socket_dir
from storagelab.errors import LabUnavailable
from storagelab.launcher.accounts import Account, find_service_account


@dataclass(frozen=True)
class DataFolder:
    """One installation's data folder and the account of its services (None: the user's own)."""

    root: Path
    account: Account | None

    @property
    def cluster(self) -> Path:
        """Return the folder of the database files."""
        return self.root / "postgres"

    @property
    def broker(self) -> Path:
        """Return the broker's working folder."""
        return self.root / "valkey"

    @property
    def sockets(self) -> Path:
        """Return the folder of the services' sockets."""
        return get_socket_dir(self.root)

    @property
    def servers(self) -> Path:
        """Return the folder for copies of the server binaries, which only root needs."""
        return self.root / "servers"

    @property
    def state(self) -> Path:
        """Return the folder of the running state: locks and process marks."""
        return self.root / "state"

    @property
    def logs(self) -> Path:
        """Return the folder of the process logs, one file each."""
        return self.root / "logs"

    @property
    def token_file(self) -> Path:
        """Return the file with the token of the local command line."""
        return self.root / "cli-token"


def open_data_folder(root: Path) -> DataFolder:
    """Create the missing folders of a data folder and return it.

    Raises LabUnavailable, with a one-sentence reason, when the folder cannot be used.
    """
    if root.exists() and not root.is_dir():
        raise LabUnavailable(f"{root} is a file: choose a folder with --data (make: DATA=).")
    account = find_service_account(root)
    folder = DataFolder(root, account)
    try:
        _make_parents(root)
        # Services under another account pass through the folder; what is private in it has a mode of its own.
        make_folder(root, 0o700 if account is None else 0o755)
        make_folder(folder.state, 0o700)
        make_folder(folder.logs, 0o700)
        make_folder(folder.broker, 0o700, account)
        make_folder(folder.sockets, 0o700, account)
    except OSError as error:
        raise LabUnavailable(
            f"The data folder {root} cannot be created: {error.strerror} ({error.filename})."
        ) from error
    _check_sockets(folder)
    return folder


def make_folder(path: Path, mode: int, account: Account | None = None) -> None:
    """Make a folder with exactly this mode and owner; one that exists is left as it is."""
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        return
    if account is not None:
        os.chown(path, account.uid, account.gid)
    path.chmod(mode)


def _make_parents(root: Path) -> None:
    for parent in reversed(root.parents):
        if not parent.exists():
            make_folder(parent, 0o755)


def _check_sockets(folder: DataFolder) -> None:
    """Raise LabUnavailable for a socket folder with too long a path, or that is not private.

    It must belong to the services' account: another owner could impersonate the database.
    """
    path = folder.sockets
    if len(os.fsencode(path / ".s.PGSQL.5432.lock")) >= LONGEST_SOCKET_PATH:
        raise LabUnavailable(
            f"The path of the socket folder {path} is too long for a unix socket: "
            "choose a shorter folder with --data (make: DATA=)."
        )
    status = path.lstat()
    owner = os.geteuid() if folder.account is None else folder.account.uid
    if not path.is_dir() or path.is_symlink() or status.st_uid != owner or status.st_mode & 0o077:
        raise LabUnavailable(
            f"The socket folder {path} is not a private folder of the services' account (user id {owner}): "
            "remove it, or choose another data folder with --data (make: DATA=)."
        )
