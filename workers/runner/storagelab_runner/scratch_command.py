"""Command `storagelab-runner scratch` of root: name, remove and show folders for test files."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from storagelab_runner.enrolment import Terminal
from storagelab_runner.errors import Refusal
from storagelab_runner.file_target import FORBIDDEN_FOLDERS
from storagelab_runner.layout import CONFIG_FOLDER
from storagelab_runner.mounts import list_path_names, read_mounts
from storagelab_runner.scratch_folders import change_scratch_folders, read_scratch_folders

#: These are too broad to be a scratch folder; folders below them can be named.
_TOO_MUCH = frozenset(
    ("/", "/home", "/root", "/var", "/var/backups", "/var/cache", "/var/lib", "/var/log", "/var/mail", "/var/spool")
)
_NEVER_BELOW = (*FORBIDDEN_FOLDERS, "/var/log", "/var/mail", "/var/spool", "/var/www")
_HIDDEN_SETTINGS = ".ssh"


def carry_out(arguments: Sequence[str], terminal: Terminal) -> int | None:
    """Run the command `add FOLDER`, `remove FOLDER` or `list` and return its exit status.

    None when the arguments are wrong. Only root may add or remove.
    """
    rest = list(arguments)
    config = CONFIG_FOLDER
    if "--config" in rest[:-1]:
        place = rest.index("--config")
        config = Path(rest[place + 1]).absolute()
        del rest[place : place + 2]
    if rest == ["list"]:
        return _show(config, terminal)
    if len(rest) != 2 or rest[0] not in ("add", "remove"):
        return None
    if os.geteuid() != 0:
        return terminal.refuse("Only root of this server may name scratch folders: run the command with sudo.")
    try:
        return _add(config, rest[1], terminal) if rest[0] == "add" else _remove(config, rest[1], terminal)
    except Refusal as refusal:
        return terminal.refuse(refusal.message)


def find_folder_obstacle(folder: Path) -> str | None:
    """Return why a resolved folder cannot be a scratch folder; None if it can.

    All names of the folder through bind mounts are checked.
    """
    if not folder.is_dir():
        return f"{folder} is not a folder."
    for name in list_path_names(folder, read_mounts()):
        if str(name) in _TOO_MUCH:
            return f"{name} holds other data. Name a folder below it that is for tests alone."
        places = {name, *name.parents}
        system = next((forbidden for forbidden in _NEVER_BELOW if Path(forbidden) in places), None)
        if system is not None:
            return f"{folder} is {system} or is below it, where no test file may be."
        if _HIDDEN_SETTINGS in name.parts:
            return f"{folder} holds the keys of an account."
    return None


def _add(config: Path, wish: str, terminal: Terminal) -> int:
    folder = Path(os.path.realpath(wish))
    reason = find_folder_obstacle(folder)
    if reason is not None:
        return terminal.refuse(f"{reason} Nothing was changed.")
    change_scratch_folders(config, lambda named: sorted({*named, str(folder)}))
    terminal.print_line(f"Test files may lie in {folder} from now on.")
    return 0


def _remove(config: Path, wish: str, terminal: Terminal) -> int:
    given = {os.path.normpath(Path.cwd() / wish), os.path.realpath(wish)}
    if given.isdisjoint(read_scratch_folders(config).named):
        return terminal.refuse(f"{wish} is not a scratch folder: nothing was changed.")
    change_scratch_folders(config, lambda named: [name for name in named if name not in given])
    terminal.print_line(f"No new test file may lie in {wish} from now on.")
    return 0


def _show(config: Path, terminal: Terminal) -> int:
    scratch = read_scratch_folders(config)
    terminal.print_line(json.dumps({"folders": list(scratch.named), "doubt": scratch.doubt}, indent=1, sort_keys=True))
    return 0
