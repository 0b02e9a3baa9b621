"""Patterns of unlisted ids and addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass

_HEX = r"[0-9A-Fa-f]"
#: No letter or digit is on either side.
_ALONE, _ALONE_END = r"(?<![0-9A-Za-z])", r"(?![0-9A-Za-z])"
#: Names of files and ids end here.
_ID = r"[^\s\"'<>|,;()\[\]{}]+"
#: What follows a part of a file name, up to its ending. Ids of known drives are hidden there, too.
_REST_OF_FILE_NAME = re.compile(
    r"[\w+-]{0,64}(?:\.\w{1,16}){0,3}\.(?:bin|csv|dat|fio|gz|html?|json|log|out|pdf|png|svg|txt|xlsx?|xml|ya?ml|zip)(?![\w-])",
    re.IGNORECASE,
)
_VERSION_WORDS = re.compile(r"firmware|driver|version|bios|kernel|release", re.IGNORECASE)
_VERSION_BEFORE = re.compile(r"(version|firmware|driver|release|bios|\bfw|\bv)[\s:=]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression, and the word that is numbered in its place. A group `kept` in front of it stays.

    `quote` surrounds the word where a number is replaced in JSON.
    """

    word: str
    expression: re.Pattern[str]
    accepts: Callable[[re.Match[str]], bool] = lambda _: True
    is_like_a_version: bool = False
    quote: str = ""


def is_version_label(label: str) -> bool:
    """Return whether a label names a version; some version numbers look like IP addresses."""
    return _VERSION_WORDS.search(label) is not None


def _is_ipv6(match: re.Match[str]) -> bool:
    try:
        ipaddress.IPv6Address(match[0].partition("%")[0])
    except ValueError:
        return False
    return any(character.isalnum() for character in match[0])


def _is_ipv4(match: re.Match[str]) -> bool:
    try:
        ipaddress.IPv4Address(match[0])
    except ValueError:
        return False
    return _VERSION_BEFORE.search(match.string[: match.start()]) is None


def _is_hex_id(match: re.Match[str]) -> bool:
    """Return whether a match is a hexadecimal id of varied digits and letters.

    A mask, a filler, a number and a hash in the name of a file do not count as one.
    """
    if _REST_OF_FILE_NAME.match(match.string, match.end()):
        return False
    digits = match[0].lower().removeprefix("0x")
    return any(digit in "abcdef" for digit in digits) and any(map(str.isdigit, digits)) and len(set(digits)) > 3


def _is_serial(match: re.Match[str]) -> bool:
    """Return whether the matched text behind its label is a serial number.

    A word, a filler and the replacement of redacted text are no serial numbers.
    """
    text = match[0][len(match["kept"]) :]
    # Some makers have serial numbers of capitals alone.
    is_telling = any(map(str.isdigit, text)) or (text.isupper() and len(text) >= _CAPITALS)
    return is_telling and len(set(text.strip("0").lower())) > 1 and text not in _NO_SERIALS


#: This many capitals are a serial number, except for these.
_CAPITALS = 6
_NO_SERIALS = frozenset({"UNKNOWN", "DEFAULT", "REDACTED", "PRESENT", "ABSENT"})


def _is_server(match: re.Match[str]) -> bool:
    label = match["kept"] if "kept" in match.re.groupindex else ""
    name = match[0][len(label) :].lower()
    return any(map(str.isalpha, name)) and name not in _NO_SERVERS


#: Words in the position of a server, before a colon and a path or after "hostname", that are not one.
_NO_SERVERS = frozenset(
    {
        *(
            "file",
            "path",
            "dir",
            "directory",
            "folder",
            "target",
            "device",
            "filename",
            "mount",
            "mounted",
            "from",
            "to",
        ),
        *("at", "in", "on", "is", "log", "output", "error", "warning", "see", "and", "or", "anchor", "lun", "prefix"),
        *("localhost", "none", "unknown", "null", "true", "false", "http", "https", "ftp", "s3", "server"),
    }
)
#: Domains of the public; those that are also words of texts about storage are left out.
_DOMAINS = (
    "com|org|net|edu|gov|mil|eu|de|uk|fr|ch|nl|es|se|dk|fi|cz|jp|cn|kr|au|ca|br|ru|ie|sg|tw|il|pt|hu|ro|gr|tr|mx|za|nz|"
    "info|biz|cloud|dev|tech"
)
_LABELS = (
    r"serial[ _]?(?:number|num|no\.?)?|sn|s/n|wwn|wwid|uuid|eui64|nguid|guid|naa[ _]id|(?:service|asset)[ _]tag|"
    r"logical drive label|lu[ _]wwn[ _]device[ _]id|logical[ _]unit[ _]id"
)
_HOST_LABELS = r"host[ _]?name|node[ _]?name|computer[ _]?name"


#: Ids of components: qualified names, paths by id, world wide names, labelled serial numbers.
SERIAL_PATTERNS = (
    Pattern("id", re.compile(rf"\b(?:nqn|iqn)\.\d{{4}}-\d{{2}}\.{_ID}", re.IGNORECASE)),
    Pattern("id", re.compile(rf"(?P<kept>/dev/disk/by-[a-z]+/)(?!(?:drive|controller|array|server|id) \d){_ID}")),
    Pattern("id", re.compile(rf"\bnvme\.{_HEX}{{4}}-{_HEX}+-{_HEX}+-{_HEX}{{8}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(r"\b(?:t10|uuid)\.[^\s\"'<>|,;()\[\]{}]{8,}", re.IGNORECASE)),
    Pattern("id", re.compile(rf"\b(?:wwn-|naa\.|eui\.|scsi-[0-9S])(?:0x)?{_HEX}{{12,32}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(rf"{_ALONE}{_HEX}{{8}}(?:-{_HEX}{{4}}){{3}}-{_HEX}{{12}}{_ALONE_END}")),
    Pattern("id", re.compile(rf"{_ALONE}{_HEX}{{8}}(?::{_HEX}{{8}}){{3}}{_ALONE_END}")),
    # Of a logical volume and what it lies on.
    Pattern("id", re.compile(rf"{_ALONE}[0-9A-Za-z]{{6}}-(?:[0-9A-Za-z]{{4}}-){{5}}[0-9A-Za-z]{{6}}{_ALONE_END}")),
    # World wide names and EUIs by bytes; six bytes are an address.
    Pattern("id", re.compile(rf"(?<![0-9A-Za-z:-]){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{7,19}}(?![0-9A-Za-z:-])")),
    Pattern("id", re.compile(rf"\b0x[56]{_HEX}{{15}}\b", re.IGNORECASE)),
    Pattern("id", re.compile(rf"{_ALONE}(?:0x)?(?:{_HEX}{{32,33}}|{_HEX}{{16}}){_ALONE_END}"), _is_hex_id),
    Pattern(
        "id",
        re.compile(
            rf"(?P<kept>{_ALONE}(?:{_LABELS})[\"']?\s{{0,48}}[:=]\s{{0,48}}[\"']?\s{{0,48}})[0-9A-Za-z._/-]{{3,}}",
            re.IGNORECASE,
        ),
        _is_serial,
    ),
    Pattern(
        "id",
        re.compile(r"(?P<kept>\"(?:wwn|eui64|logical_unit_id)\"\s*:\s*\{[^{}]*?\"(?:ext_)?id\"\s*:\s*)\d+"),
        quote='"',
    ),
)
#: Addresses of machines and names of people.
NAME_PATTERNS = (
    Pattern("address", re.compile(r"\b[\w.+-]{1,64}@[A-Za-z][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*")),
    Pattern("address", re.compile(rf"(?<![0-9A-Za-z:]){_HEX}{{2}}(?:[:-]{_HEX}{{2}}){{5}}(?![0-9A-Za-z:])")),
    Pattern("address", re.compile(rf"(?<![\w.]){_HEX}{{4}}(?:\.{_HEX}{{4}}){{2}}(?![\w.])"), _is_hex_id),
    # The last four bytes of an IPv6 address may be written as one of IPv4, and its network card may follow.
    Pattern(
        "address",
        re.compile(
            rf"(?<![0-9A-Za-z:])(?:(?:{_HEX}{{0,4}}:){{2,6}}(?:\d{{1,3}}\.){{3}}\d{{1,3}}|"
            rf"(?:{_HEX}{{0,4}}:){{2,7}}{_HEX}{{0,4}})(?![0-9A-Za-z:])(?:%[0-9A-Za-z_-]+(?:\.\d+)?)?"
        ),
        _is_ipv6,
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
            r"\b(?:[A-Za-z0-9-]{1,63}\.){1,9}(?:local|lan|internal|intranet|corp|localdomain|home\.arpa)\b",
            re.IGNORECASE,
        ),
    ),
    # A server with its whole name; what follows "//" is an address that an author cites.
    Pattern(
        "name",
        re.compile(
            rf"(?<![\w@./-])(?!www\.)(?:[A-Za-z0-9](?:[A-Za-z0-9-]{{0,61}}[A-Za-z0-9])?\.){{2,9}}(?:{_DOMAINS})(?![\w-]|\.\w)",
            re.IGNORECASE,
        ),
    ),
    # Shares of files: \\server\share, //server/share and server:/path. In JSON every backslash is doubled.
    Pattern(
        "server",
        re.compile(r"(?P<kept>(?<![\w:\\])(?:\\{2}|\\{4}))[0-9A-Za-z](?:[\w.-]*\w)?(?=\\{1,2}[\w$])"),
    ),
    Pattern("server", re.compile(r"(?P<kept>(?<![\w:/\\])//)[0-9A-Za-z](?:[\w.-]*\w)?(?=/[\w$])")),
    Pattern("server", re.compile(r"(?<![\w./:@-])[0-9A-Za-z][\w.-]*\w(?=:/[\w])"), _is_server),
    Pattern(
        "server",
        re.compile(
            rf"(?P<kept>\b(?:{_HOST_LABELS})[\"']?\s{{0,48}}[:=]\s{{0,48}}[\"']?\s{{0,48}}|\blocal to host )"
            r"(?!(?:server|name|address|user) \d)[0-9A-Za-z][0-9A-Za-z._-]*",
            re.IGNORECASE,
        ),
        _is_server,
    ),
    # An array of mdadm has the name of the server that made it in its own.
    Pattern("server", re.compile(r"(?P<kept>\bName : )(?!server \d)[^\s:]+(?=:\w)")),
    Pattern("volume", re.compile(r"(?P<kept>/dev/(?:mapper|md|zvol)/)(?!volume \d|control\b)[^\s\"',;:]+")),
    Pattern("user", re.compile(r"(?P<kept>/(?:home|Users)/)(?!user \d)[^/\s\"':,;]+")),
    # On Windows names of people have spaces, and a path goes on behind them.
    Pattern(
        "user",
        re.compile(
            r"(?P<kept>\\{1,2}(?:Users|Documents and Settings)\\{1,2})(?!user \d)"
            r"(?:[^\\/\r\n\"<>|:]{1,64}(?=\\)|[^\\/\s\"':,;]+)",
            re.IGNORECASE,
        ),
    ),
    Pattern("user", re.compile(r"\bS-1-5-21(?:-\d+){3,4}\b")),
)
