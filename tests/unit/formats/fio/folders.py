"""Result files for the tests of this format: folders of the corpus and recorded files, as members."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storagelab.domain.results import ParsedResult
from storagelab.formats import fio
from storagelab.formats.base import BytesFile, SourceFile

ROOT = Path(__file__).resolve().parents[4]
CORPUS = ROOT.parent / "shared" / "corpus" / "fio"
RECORDED = ROOT / "tests" / "data" / "fio"
NO_CORPUS = "the corpus of result files is not beside the checkout"


def members(files: dict[str, bytes]) -> list[SourceFile]:
    return [BytesFile(name, data) for name, data in files.items()]


def members_in(path: Path) -> list[SourceFile]:
    """Return the files of a folder, or the one file, under the names that an import would use."""
    if path.is_file():
        return [BytesFile(path.name, path.read_bytes())]
    return [
        BytesFile(str(file.relative_to(path)), file.read_bytes()) for file in sorted(path.rglob("*")) if file.is_file()
    ]


def results(files: Sequence[SourceFile]) -> list[ParsedResult]:
    return [result for claim in fio.claim(files) for result in fio.read(claim)]


def result(files: dict[str, bytes]) -> ParsedResult:
    """Return the one result of some files."""
    (only,) = results(members(files))
    return only
