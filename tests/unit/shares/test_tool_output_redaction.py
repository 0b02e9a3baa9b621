"""Tests that the output of real tools keeps no serial number or world wide name after redaction."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storagelab.shares.redaction import make_redactor

DATA = Path(__file__).resolve().parents[2] / "data"
CORPUS = DATA.parents[2] / "shared" / "corpus"
TOOLS = (
    "smartctl",
    "storcli",
    "perccli",
    "nvme",
    "lsblk",
    "mdadm",
    "lvm",
    "multipath",
    "zfs",
    "ssacli",
    "arcconf",
    "fio",
)
#: Identifiers, found in another way than redaction finds them: by the places where tools print them.
_ID_PATTERN = re.compile(
    r"\"(?:serial_number|SerialNumber|serial|sn|SN|wwn|WWN|nguid|eui64|nqn|NQN|uuid|hostname)\"\s*:\s*\"([^\"]+)\""
    r"|(?:Serial [Nn]umber|SN|WWN|WWID|UUID|NAA Id|World-wide Name)\s*[:=]\s*(\S+)"
)
#: Values that tools print for a missing identifier, and the machine itself.
_NOTHING = re.compile(r"(?:SN: )?[0\-]*|x+|xyz+|none|not|n/?a|yes|redacted|n/a.*|unknown|127\.0\.0\.1", re.IGNORECASE)


def ids_in(text: str) -> set[str]:
    """Return the ids in the output of a tool; those without a digit are words, unless they are capitals alone."""
    candidates = {(first or second).strip() for first, second in _ID_PATTERN.findall(text)}
    return {
        candidate
        for candidate in candidates
        if not _NOTHING.fullmatch(candidate) and re.search(r"\d|^[A-Z]{6,}$", candidate) and len(candidate) > 3
    }


def texts() -> list[Path]:
    return sorted(path for tool in TOOLS for path in (DATA / tool).rglob("*") if path.suffix in (".json", ".txt"))


@pytest.mark.parametrize("path", texts(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_id_is_left(path: Path) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    redacted = make_redactor([], serials=False, names=False).text(text)
    assert [identifier for identifier in sorted(ids_in(text)) if identifier in redacted] == []


def test_there_is_something_to_be_found() -> None:
    assert sum(len(ids_in(path.read_text(encoding="utf-8", errors="replace"))) for path in texts()) > 60


@pytest.mark.skipif(not CORPUS.is_dir(), reason="shared/corpus is not here")
def test_host_names_in_external_results_are_redacted() -> None:
    redactor = make_redactor([], serials=False, names=False)
    host = re.compile(r"hostname[\"' ]*[=:][\"' ]*([A-Za-z][\w.-]+\d[\w.-]*)")
    seen = 0
    for path in sorted(CORPUS.rglob("*")):
        if not path.is_file() or path.stat().st_size > 1 << 20:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        names = set(host.findall(text))
        seen += len(names)
        redacted = redactor.text(text) if names else ""
        assert [name for name in names if name in redacted] == [], path
    assert seen > 0
