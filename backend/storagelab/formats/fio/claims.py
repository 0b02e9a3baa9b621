"""Members of a folder that are results of fio, and those that belong together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storagelab.formats.base import Claim, SourceFile
from storagelab.formats.fio.log_names import parse_log_name
from storagelab.formats.text import decode_text

Kind = Literal["document", "terse", "normal", "message", "log", "companion"]

VERSION_KEY = b'"fio version"'
_TERSE = re.compile(r"^[345];fio-[^;\n]*;", re.MULTILINE)
_NORMAL = re.compile(r"^.+: \((?:g=\d+\): rw=|groupid=\d+, jobs=\d+\): err=)", re.MULTILINE)
#: Lines that only fio prints: the remains of a run that ended without a result, or lines before a late one.
_MESSAGE = re.compile(
    r"^(?:fio: |Bad option <|Jobs: \d+ \(f=\d+\)|hostname=.*, fio=fio-)|^fio-\d+\.\d+[\w.-]*$", re.MULTILINE
)
_ROW = re.compile(rb"\s*\d+\s*,\s*-?\d+\s*,")
_COMPANION = re.compile(r"(?:exit_code|(?:stdout|stderr)[\w.-]*|[^/]*\.fio)", re.IGNORECASE)
_DIGITS = tuple("0123456789")
_OF_CLIENT = re.compile(r"(?P<above>(?:.*/)?)clients/(?P<host>[^/]+)")


@dataclass(slots=True)
class _Folder:
    results: list[SourceFile] = field(default_factory=list)
    messages: list[SourceFile] = field(default_factory=list)
    logs: list[SourceFile] = field(default_factory=list)
    others: list[SourceFile] = field(default_factory=list)


def find_claims(members: Sequence[SourceFile]) -> list[Claim]:
    """Return one claim for each folder with results, logs or the messages of a failed run.

    Logs in `clients/<host>` belong to the results two folders above. Other stored files of a run (its job file, its
    exit code, its printed output) are included.
    """
    folders: dict[str, _Folder] = {}
    for member in members:
        folder = folders.setdefault(get_member_folder(member.name), _Folder())
        kind = classify_member(member)
        if kind in ("document", "terse", "normal"):
            folder.results.append(member)
        elif kind == "message":
            folder.messages.append(member)
        elif kind == "log":
            folder.logs.append(member)
        elif kind == "companion":
            folder.others.append(member)
    for path, folder in folders.items():
        above = _OF_CLIENT.fullmatch(path)
        target = folders.get(above["above"].rstrip("/")) if above else None
        if target is not None and target.results and not folder.results:
            target.logs += folder.logs
            folder.logs = []
    return [_claim_of(path, folder) for path, folder in folders.items() if _is_result(folder)]


def classify_member(member: SourceFile) -> Kind | None:
    """Return the kind of a member, by its name and head; None when it has nothing to do with fio."""
    named = parse_log_name(member.name)
    head = member.head()
    if named is not None and (named.packed or named.job is not None or not head.strip() or _ROW.match(head)):
        return "log"
    if VERSION_KEY in head:
        return "document"
    text = decode_text(head)[0]
    if VERSION_KEY.decode() in text:
        return "document"
    if _TERSE.search(text):
        return "terse"
    if _NORMAL.search(text):
        return "normal"
    base = member.name.rpartition("/")[2]
    if _MESSAGE.search(text) and not base.endswith(".fio"):
        return "message"
    return "companion" if _COMPANION.fullmatch(base) or member.size_bytes == 0 else None


def parse_log_host(name: str) -> str | None:
    """Return the host that the folder of a log is named after; None for a log in any other folder."""
    match = _OF_CLIENT.fullmatch(get_member_folder(name))
    return match["host"] if match else None


def get_member_folder(name: str) -> str:
    """Return the folder of a member, empty at the top."""
    return name.rpartition("/")[0]


def build_natural_key(name: str) -> list[tuple[int, str]]:
    """Return a key that sorts `x.2` before `x.10`."""
    words = re.split(r"([0-9]+)", name)
    return [(int(word), "") if word[:1] in _DIGITS and len(word) < 18 else (-1, word) for word in words]


def _is_result(folder: _Folder) -> bool:
    return bool(folder.results or folder.logs or folder.messages)


def _claim_of(path: str, folder: _Folder) -> Claim:
    members = [*folder.results, *folder.messages, *folder.logs, *folder.others]
    first = (folder.results or folder.logs or folder.messages)[0].name.rpartition("/")[2]
    # A name that ends in a slash has no last part, and neither has its folder.
    title = path.rpartition("/")[2] or first or path.strip("/") or "fio output"
    return Claim(title=title, members=tuple(sorted(members, key=lambda member: build_natural_key(member.name))))
