"""What ids and addresses look like that nobody has listed."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass

_HEX = r"[0-9A-Fa-f]"
#: Names of files and ids end here.
_ID = r"[^\s\"'<>|,;()\[\]{}]+"
_VERSION_WORDS = re.compile(r"firmware|driver|version|bios|kernel|release", re.IGNORECASE)
_VERSION_BEFORE = re.compile(r"(version|firmware|driver|release|bios|\bfw|\bv)[\s:=]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression, and the word that is numbered in its place. A group `kept` in front of it stays."""

    word: str
    expression: re.Pattern[str]
    accepts: Callable[[re.Match[str]], bool] = lambda _: True
    is_like_a_version: bool = False


def is_version_label(label: str) -> bool:
    """Whether what is called so is a version: some of these look like addresses."""
    return _VERSION_WORDS.search(label) is not None


def _is_ipv6(found: re.Match[str]) -> bool:
    try:
        ipaddress.IPv6Address(found[0].partition("%")[0])
    except ValueError:
        return False
    return any(character.isalnum() for character in found[0])


def _is_ipv4(found: re.Match[str]) -> bool:
    try:
        ipaddress.IPv4Address(found[0])
    except ValueError:
        return False
    return _VERSION_BEFORE.search(found.string[: found.start()]) is None


def _has_letter(found: re.Match[str]) -> bool:
    return any(character.isalpha() for character in found[0])


#: Ids of pieces: qualified names, paths by id, world wide names.
SERIAL_PATTERNS = (
    Pattern("id", re.compile(rf"\b(?:nqn|iqn)\.\d{{4}}-\d{{2}}\.{_ID}", re.IGNORECASE)),
    Pattern("id", re.compile(rf"(?P<kept>/dev/disk/by-[a-z]+/)(?!(?:drive|controller|array|server|id) \d){_ID}")),
    Pattern("id", re.compile(rf"\bnvme\.{_HEX}{{4}}-{_HEX}+-{_HEX}+-{_HEX}{{8}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(rf"\b(?:wwn-|naa\.|eui\.|scsi-3)(?:0x)?{_HEX}{{12,32}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(rf"\b0x5{_HEX}{{15}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(rf"(?<![0-9A-Za-z])5{_HEX}{{15}}(?![0-9A-Za-z])", re.IGNORECASE), _has_letter),
)
#: Addresses of machines and names of people.
NAME_PATTERNS = (
    Pattern("address", re.compile(r"\b[\w.+-]+@[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*")),
    Pattern("address", re.compile(rf"(?<![0-9A-Za-z:]){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{5}}(?![0-9A-Za-z:])")),
    Pattern(
        "address", re.compile(rf"(?<![0-9A-Za-z:])(?:{_HEX}{{0,4}}:){{2,7}}{_HEX}{{0,4}}(?![0-9A-Za-z:])"), _is_ipv6
    ),
    Pattern(
        "address",
        re.compile(r"(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.]|\.\d)"),
        _is_ipv4,
        is_like_a_version=True,
    ),
    Pattern(
        "name",
        re.compile(
            r"\b(?:[A-Za-z0-9-]+\.)+(?:local|lan|internal|intranet|corp|localdomain|home\.arpa)\b", re.IGNORECASE
        ),
    ),
    Pattern("user", re.compile(r"(?P<kept>/(?:home|Users)/)(?!user \d)[^/\s\"':,;]+")),
)
