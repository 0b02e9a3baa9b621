"""Targets of the fuzzer: bytes in; valid results out, or one sentence with place and expectation."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.fuzz.folders import BytesFile, pack_folder, unpack_folder
from tests.fuzz.invariants import check_refusal, check_results

from storagelab.errors import InvalidInput
from storagelab.formats.base import Claim, SourceFile
from storagelab.formats.nearest import read_unrecognised
from storagelab.formats.registry import FORMATS, find_claims, read_claim
from storagelab.imports.sources import open_members
from storagelab.imports.unpacking_limits import UnpackingLimits

DATA = Path(__file__).resolve().parents[1] / "data"
CORPUS = Path(__file__).parent / "corpus"
READERS_OF_ONE_FILE = ("crystaldiskmark", "iometer", "table")
SMALL_LIMITS = UnpackingLimits(total_bytes=32 << 20, entries=100, ratio_from_bytes=1 << 20)

Target = Callable[[bytes], None]


def _read(format_name: str, members: Sequence[SourceFile]) -> None:
    """Read all results of one format in the members; give readers of single files also what they do not claim."""
    claims = FORMATS[format_name].claim(members)
    if not claims and format_name in READERS_OF_ONE_FILE:
        claims = [Claim(members[0].name, tuple(members))]
    for claim in claims:
        try:
            check_results(list(read_claim(format_name, claim)))
        except InvalidInput as refusal:
            check_refusal(refusal)


def _one_file(format_name: str, name: str) -> Target:
    return lambda data: _read(format_name, [BytesFile(name, data)])


def _folder(format_name: str) -> Target:
    return lambda data: _read(format_name, unpack_folder(data))


def _sources(data: bytes) -> None:
    """Read a file on disk whose name is the first line of the data."""
    name, _, content = data.partition(b"\n")
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        place = Path(folder)
        # The name of a file is checked where uploads arrive; here it only has to be one.
        path = place / (name.decode("latin-1").replace("/", "_").replace("\0", "_")[:80].strip(".") or "x")
        path.write_bytes(content)
        before = set(place.iterdir())
        try:
            with open_members(path, scratch=place, limits=SMALL_LIMITS) as members:
                for member in members:
                    assert len(member.head()) <= len(member.read())
                    assert member.size_bytes == len(member.read())
        except InvalidInput as refusal:
            check_refusal(refusal)
        assert set(place.iterdir()) == before


def _recognition(data: bytes) -> None:
    """Run everything that the command does with a folder."""
    members = unpack_folder(data)
    try:
        claims, left = find_claims(members)
        assert len(left) + sum(len(claim.members) for _, claim in claims) == len(members)
        if not claims:
            check_results(read_unrecognised(members))
        for format_name, claim in claims:
            check_results(list(read_claim(format_name, claim)))
    except InvalidInput as refusal:
        check_refusal(refusal)


TARGETS: dict[str, Target] = {
    "fio_documents": _one_file("fio", "result.json"),
    "fio_text": _one_file("fio", "result.txt"),
    "fio_logs": _folder("fio"),
    "vdbench": _folder("vdbench"),
    "iometer": _one_file("iometer", "result.csv"),
    "crystaldiskmark": _one_file("crystaldiskmark", "result.txt"),
    "table": _one_file("table", "figures.csv"),
    "sources": _sources,
    "recognition": _recognition,
}

#: Captured files of tests/data that a target begins with, in addition to its stored corpus.
_CAPTURED = {
    "fio_documents": "fio/*.json",
    "fio_text": "fio/*.txt",
    "iometer": "iometer/*.csv",
    "crystaldiskmark": "crystaldiskmark/*.txt",
    "table": "table/*.csv",
}


def seed_inputs(name: str) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every input a target begins with."""
    for path in sorted((CORPUS / name).glob("*")):
        yield path.name, path.read_bytes()
    for path in sorted(DATA.glob(_CAPTURED[name])) if name in _CAPTURED else ():
        yield path.name, path.read_bytes()
    if name == "vdbench":
        for folder in sorted(path for path in (DATA / "vdbench").iterdir() if path.is_dir()):
            # The histogram of a curve alone is longer than the fuzzer's inputs.
            files = [(path.name, path.read_bytes()) for path in sorted(folder.glob("*.html"))]
            yield folder.name, pack_folder((name, content) for name, content in files if len(content) < 10_000)
