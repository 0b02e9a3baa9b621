"""The drives that root of this server gave up for destruction, and what must still be true of each."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Callable, NamedTuple, Sequence, Tuple

from storagelab_runner import fields
from storagelab_runner.block_tree import BlockNode, Tree
from storagelab_runner.errors import Refusal
from storagelab_runner.records import locked, sync_folder

FORMAT = 1
_LOCK_SECONDS = 10.0
_MAX_BYTES = 4 << 20
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


class AllowedDrive(NamedTuple):
    """One drive that may be destroyed, with everything that voids this when it changes.

    `members`, `level` and `strip_bytes` are those of an array that a RAID controller shows as one drive.
    """

    stable_id: str
    serial: str
    wwid: str | None
    model: str | None
    size_bytes: int
    logical_block_bytes: int
    transport: str | None
    members: tuple[str, ...] | None
    level: str | None
    strip_bytes: int | None
    enrolled_realtime_ns: int
    expires_realtime_ns: int
    enrolled_by: str

    def to_json(self) -> dict[str, Any]:
        """Return the entry in the form of the allow-list."""
        value = self._asdict()
        value["members"] = None if self.members is None else list(self.members)
        return value


class AllowList(NamedTuple):
    """Entries that are valid; `doubt` states in words why none of them is."""

    entries: tuple[AllowedDrive, ...]
    doubt: str | None

    def entry(self, stable_id: str) -> AllowedDrive | None:
        """Return the entry of a drive, None when it is not enrolled."""
        return next((entry for entry in self.entries if entry.stable_id == stable_id), None)


Edit = Callable[[Tuple[AllowedDrive, ...]], Sequence[AllowedDrive]]


class Sandbox(NamedTuple):
    """That loop devices count as drives here: those on files below `folders`, or all where none is named."""

    folders: tuple[str, ...]

    def covers(self, node: BlockNode) -> bool:
        """Return whether the sandbox covers a loop device.

        A loop device is covered when its file is below a folder of the sandbox; a sandbox without folders covers every
        loop device.
        """
        place = node.backing_file
        if not node.is_loop or place is None:
            return False
        return not self.folders or any(place.startswith(f"{folder.rstrip('/')}/") for folder in self.folders)


def read_allow_list(config: Path) -> AllowList:
    """Read the allow-list; it has no entries where others than root could have written it."""
    path = _file(config)
    doubt = find_ownership_fault(config)
    if doubt is not None or not path.exists():
        return AllowList((), doubt)
    try:
        return AllowList(_parse(path), None)
    except (OSError, ValueError, RecursionError, Refusal) as problem:
        reason = problem.message if isinstance(problem, Refusal) else str(problem)
        return AllowList((), f"{path} was not understood, so no drive is enrolled: {reason}")


def find_ownership_fault(config: Path) -> str | None:
    """Return why the folder or the list in it cannot be trusted; None when only root may write there."""
    doubt = find_untrusted_path(config, _file(config))
    return None if doubt is None else f"{doubt}, so no drive counts as enrolled."


def find_untrusted_path(*paths: Path) -> str | None:
    """Return the first of `paths` that cannot be read or that others than root may change, else None.

    The answer is a clause that names the path.
    """
    for path in paths:
        try:
            facts = path.lstat()
        except FileNotFoundError:
            continue
        except OSError as problem:
            return f"{path} cannot be read ({problem.strerror})"
        if stat.S_ISLNK(facts.st_mode) or facts.st_uid != 0 or facts.st_mode & _OTHERS_MAY_WRITE:
            return f"{path} may be changed by others than root"
    return None


def read_sandbox(config: Path) -> Sandbox | None:
    """Read the sandbox mark of root: a file with the folders of the disk images, one per line.

    The file may be empty. Return None where root has not marked this server as a sandbox.
    """
    path = config / "sandbox"
    if find_ownership_fault(config) is not None:
        return None
    try:
        facts = path.lstat()
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != 0 or facts.st_mode & _OTHERS_MAY_WRITE:
            return None
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    return Sandbox(tuple(line.strip() for line in lines if line.strip()))


def find_void_reason(entry: AllowedDrive, node: BlockNode, now_ns: int) -> str | None:
    """Return in words why an enrolment is void, None when it is valid at `now_ns` (wall clock).

    An enrolment is void when it has expired, or when `node` differs from the drive that was enrolled.
    """
    if now_ns >= entry.expires_realtime_ns:
        return f"the enrolment of {entry.stable_id} has expired"
    pins: tuple[tuple[str, object, object], ...] = (
        ("WWN", entry.wwid, node.wwid),
        ("model", entry.model, node.model),
        ("capacity in bytes", entry.size_bytes, node.size_bytes),
        ("logical block size", entry.logical_block_bytes, node.logical_block_bytes),
        ("transport", entry.transport, node.transport),
    )
    if entry.serial not in node.serials:
        return f"its serial was {entry.serial} when it was enrolled and is {node.serial or 'unknown'} now"
    for title, then, now in pins:
        if then != now:
            return f"its {title} was {then or 'unknown'} when it was enrolled and is {now or 'unknown'} now"
    return None


def describe_allow_list(config: Path, tree: Tree, names: Mapping[str, Collection[str]], now_ns: int) -> dict[str, Any]:
    """Return the allow-list in the form of the inventory, with the validity of every entry.

    `names` maps stable ids to kernel names.
    """
    allowed = read_allow_list(config)
    entries = []
    for entry in allowed.entries:
        matches = names.get(entry.stable_id, ())
        node = tree.get(next(iter(matches))) if len(matches) == 1 else None
        void = "its name leads to no drive of this server" if node is None else find_void_reason(entry, node, now_ns)
        entries.append({**entry.to_json(), "valid": void is None, "void_reason": void})
    return {
        "config": str(config),
        "sandbox": read_sandbox(config) is not None,
        "entries": entries,
        "doubt": allowed.doubt,
    }


def change(config: Path, edit: Edit) -> None:
    """Replace the allow-list by the entries that `edit` returns for the present ones.

    The file is replaced whole or not at all. Raises Refusal.
    """
    if not config.exists():
        config.mkdir(parents=True)
        # Every account may read the enrolments, whatever the umask of root is.
        config.chmod(0o755)
    with locked(config / ".lock", _LOCK_SECONDS) as mine:
        if not mine:
            raise Refusal("host_busy", f"Another process is changing {_file(config)}.")
        current = read_allow_list(config)
        if current.doubt is not None:
            raise Refusal("refused", current.doubt, "infrastructure")
        entries = [entry.to_json() for entry in edit(current.entries)]
        write_list(_file(config), {"format": FORMAT, "entries": entries})


def _file(config: Path) -> Path:
    return config / "enrolled.json"


def _parse(path: Path) -> tuple[AllowedDrive, ...]:
    with path.open("rb") as file:
        document = fields.require_object("enrolled", json.loads(file.read(_MAX_BYTES)))
    fields.parse_integer("enrolled", document, "format", FORMAT, FORMAT)
    raw = document.get("entries")
    if not isinstance(raw, list):
        raise fields.refuse("enrolled.entries", "must be a list")
    entries = tuple(_parse_entry(f"enrolled.entries.{index}", value) for index, value in enumerate(raw))
    names = [entry.stable_id for entry in entries]
    if len(set(names)) < len(names):
        raise fields.refuse("enrolled.entries", "lists a drive twice")
    return entries


def _parse_entry(path: str, document: Any) -> AllowedDrive:
    value = fields.require_object(path, document)
    fields.refuse_unknown_fields(path, value, frozenset(AllowedDrive._fields))
    members = value.get("members")
    if members is not None and not (isinstance(members, list) and all(isinstance(item, str) for item in members)):
        raise fields.refuse(f"{path}.members", "must be a list of serials or null")
    return AllowedDrive(
        stable_id=fields.parse_text(path, value, "stable_id", 256),
        serial=fields.parse_text(path, value, "serial", 256),
        wwid=_read_optional_text(path, value, "wwid"),
        model=_read_optional_text(path, value, "model"),
        size_bytes=fields.parse_integer(path, value, "size_bytes", 1),
        logical_block_bytes=fields.parse_integer(path, value, "logical_block_bytes", 1),
        transport=_read_optional_text(path, value, "transport"),
        members=None if members is None else tuple(members),
        level=_read_optional_text(path, value, "level"),
        strip_bytes=None if value.get("strip_bytes") is None else fields.parse_integer(path, value, "strip_bytes", 1),
        enrolled_realtime_ns=fields.parse_integer(path, value, "enrolled_realtime_ns", 0),
        expires_realtime_ns=fields.parse_integer(path, value, "expires_realtime_ns", 0),
        enrolled_by=fields.parse_text(path, value, "enrolled_by", 256),
    )


def _read_optional_text(path: str, value: Mapping[str, Any], key: str) -> str | None:
    return None if value.get(key) is None else fields.parse_text(path, value, key)


def write_list(path: Path, document: Mapping[str, Any]) -> None:
    """Replace a list of root. Unlike the runner's own records it is readable for everybody: it holds no secret."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(document, indent=1, sort_keys=True).encode("ascii") + b"\n")
            os.fchmod(file.fileno(), 0o644)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)
