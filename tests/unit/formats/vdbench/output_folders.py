"""Output folders of Vdbench for tests: pages as bytes, read as one folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from storagelab.domain.results import ParsedResult
from storagelab.formats import vdbench
from storagelab.formats.base import BytesFile

ROOT = Path(__file__).resolve().parents[4]
LOCAL = ROOT / "tests" / "data" / "vdbench"


def pages_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def read_pages(pages: Mapping[str, bytes], folder: str = "") -> ParsedResult:
    members = [BytesFile(f"{folder}{name}", data) for name, data in pages.items()]
    (claim,) = vdbench.claim(members)
    (result,) = vdbench.read(claim)
    return result
