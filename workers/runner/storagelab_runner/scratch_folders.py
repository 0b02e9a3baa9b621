"""Folders that root named for test files, and the check that a file may lie in one of them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable, NamedTuple, Sequence, Tuple

from storagelab_runner import fields
from storagelab_runner.allow_list import find_untrusted_path, write_list
from storagelab_runner.errors import Refusal
from storagelab_runner.file_target import format_exists_reason, is_block_device, is_normal
from storagelab_runner.findings import PASS, REFUSE, ProbeFinding
from storagelab_runner.layout import StateFolder
from storagelab_runner.mounts import MountEntry, mount_of, read_mounts
from storagelab_runner.records import locked

FORMAT = 1
COMMAND = "sudo storagelab-runner scratch add FOLDER"
_LOCK_SECONDS = 10.0
_MAX_BYTES = 1 << 20

Edit = Callable[[Tuple[str, ...]], Sequence[str]]


class ScratchFolders(NamedTuple):
    """The folders that root named; `doubt` gives in words the reason why none of them counts."""

    named: tuple[str, ...]
    doubt: str | None


def read_scratch_folders(config: Path) -> ScratchFolders:
    """Read the list of scratch folders; empty, with the reason, unless only root can write the list."""
    path = get_list_path(config)
    doubt = find_untrusted_path(config, path)
    if doubt is not None:
        return ScratchFolders((), f"{doubt}, so no folder counts as named")
    if not path.exists():
        return ScratchFolders((), None)
    try:
        return ScratchFolders(_parse(path), None)
    except (OSError, ValueError, RecursionError, Refusal) as problem:
        reason = problem.message if isinstance(problem, Refusal) else str(problem)
        return ScratchFolders((), f"{path} was not understood, so no folder counts as named: {reason}")


def change_scratch_folders(config: Path, edit: Edit) -> None:
    """Replace the list of scratch folders by the result of `edit`, whole or not at all.

    Raises Refusal when another process changes the list or the list is not trusted.
    """
    if not config.exists():
        config.mkdir(parents=True)
        # Readable for all users, whatever the umask of root is.
        config.chmod(0o755)
    with locked(config / ".lock", _LOCK_SECONDS) as mine:
        if not mine:
            raise Refusal("host_busy", f"Another process is changing {get_list_path(config)}.")
        current = read_scratch_folders(config)
        if current.doubt is not None:
            raise Refusal("refused", f"{current.doubt}.", "infrastructure")
        write_list(get_list_path(config), {"format": FORMAT, "folders": list(edit(current.named))})


def get_list_path(config: Path) -> Path:
    """Return the path of the file that lists the scratch folders."""
    return config / "scratch.json"


def check(state: StateFolder, wish: str) -> list[ProbeFinding]:
    """Check that the path a job names is in a scratch folder, with the links of its folder resolved.

    Returns no finding for a path in a forbidden form. The presence of a file at the path is reported only where test
    files may lie.
    """
    if not is_normal(wish):
        return []
    path = Path(os.path.realpath(Path(wish).parent), Path(wish).name)
    identity, title = "file_scratch", "The path is in a scratch folder of the server"
    if is_block_device(path):
        return [ProbeFinding(identity, title, REFUSE, format_exists_reason(path))]
    reason = find_scratch_obstacle(path, state, read_scratch_folders(state.config), read_mounts())
    if reason is not None:
        return [ProbeFinding(identity, title, REFUSE, reason)]
    return [ProbeFinding(identity, title, PASS, f"{path} is in a scratch folder.")]


def find_scratch_obstacle(
    path: Path, state: StateFolder, scratch: ScratchFolders, mounts: Sequence[MountEntry]
) -> str | None:
    """Return why a resolved path is no place for a test file; None where it is one.

    The place must be in a folder of `scratch` or the runner's own, without hidden parts or other mounts.
    """
    own = Path(os.path.realpath(state.scratch))
    valid = [folder for folder in map(Path, scratch.named) if os.path.realpath(folder) == str(folder)]
    above = set(path.parents)
    if own not in above and not above.isdisjoint({Path(os.path.realpath(state.root)), state.config.resolve()}):
        return f"{path} is among the runner's own files."
    homes = sorted((folder for folder in (own, *valid) if folder in above), key=lambda folder: len(folder.parts))
    if not homes:
        return _format_no_scratch(path, scratch)
    home = homes[-1]
    if any(part.startswith(".") for part in path.relative_to(home).parts):
        return f"{path} has a hidden part, and hidden files hold the settings of accounts."
    # What is mounted below a scratch folder may be any other part of the system.
    inner, outer = mount_of(path.parent, mounts), mount_of(home, mounts)
    if inner is not None and inner != outer:
        return (
            f"{path} is on the file system mounted at {inner.point}, which root has not named a scratch folder: "
            f"{home} is "
            f"one without what is mounted below it. Root can name it: {COMMAND}."
        )
    return None


def _format_no_scratch(path: Path, scratch: ScratchFolders) -> str:
    named = f" Named are {', '.join(scratch.named)}." if scratch.named else ""
    doubt = f" {scratch.doubt}." if scratch.doubt is not None else ""
    return (
        f"{path} is not in a scratch folder of this server: test files may be in the runner's own, which is taken "
        f"where a job names no path, and in those that root of the server named ({COMMAND}).{named}{doubt}"
    )


def _parse(path: Path) -> tuple[str, ...]:
    with path.open("rb") as file:
        document = fields.require_object("scratch", json.loads(file.read(_MAX_BYTES)))
    fields.refuse_unknown_fields("scratch", document, frozenset(("format", "folders")))
    fields.parse_integer("scratch", document, "format", FORMAT, FORMAT)
    raw: Any = document.get("folders")
    if not isinstance(raw, list) or not all(isinstance(name, str) and is_normal(name) for name in raw):
        raise fields.refuse("scratch.folders", "must be a list of absolute paths")
    return tuple(raw)
