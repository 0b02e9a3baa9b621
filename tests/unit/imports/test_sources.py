"""Members of files, folders and compressed files."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from pathlib import Path

import pytest
import zstandard

from storagelab.engines.base import ParseFailed
from storagelab.errors import InvalidInput
from storagelab.formats.base import HEAD_BYTES
from storagelab.imports.decompression import Truncated, iterate_unpacked_blocks, remove_packing_suffix
from storagelab.imports.sources import build_natural_key, open_files, open_members
from storagelab.imports.unpacking_limits import UnpackingLimits

PACKERS = {"gz": gzip.compress, "xz": lzma.compress, "zst": zstandard.compress, "bz2": bz2.compress}
TEXT = b"".join(b"%d, %d, 0, 4096\n" % (line * 1000, line * line) for line in range(20_000))


@pytest.fixture(params=sorted(PACKERS))
def packing(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def names_of(path: Path, **options: UnpackingLimits) -> list[str]:
    with open_members(path, **options) as members:
        return [member.name for member in members]


def test_plain_file_is_its_only_member(tmp_path: Path) -> None:
    (tmp_path / "result.json").write_bytes(TEXT)
    with open_members(tmp_path / "result.json") as (member,):
        assert (member.name, member.size_bytes) == ("result.json", len(TEXT))
        assert member.head() == TEXT[:HEAD_BYTES]
        assert member.read() == TEXT


def test_folder_is_read_in_natural_order(tmp_path: Path) -> None:
    names = [
        "rand-1-16.json",
        "rand-2-1.json",
        "rand-10-1.json",
        "logs/x_bw.1.log",
        "logs/x_bw.9.log",
        "logs/x_bw.10.log",
    ]
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert names_of(tmp_path) == [*names[3:], *names[:3]]


def test_natural_order_takes_numbers_of_any_length() -> None:
    names = ["a", "a1", "a01", "a2", "a10", "a" + "9" * 5000, "a1" + "0" * 5000, "b"]
    assert sorted(set(names), key=build_natural_key) == ["a", "a01", "a1", *names[3:]]


def test_links_are_reported_and_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "a.json").write_text("{}")
    (folder / "b.json").symlink_to(tmp_path / "secret")
    (folder / "all").symlink_to(tmp_path)
    with open_members(folder) as members:
        assert [member.name for member in members] == ["a.json"]
        (note,) = members.notes
    assert note.startswith("symbolic links are not followed: ")
    assert {"all", "b.json"} == set(note.rpartition(": ")[2].split(", "))


def test_special_files_are_skipped_or_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "a.json").write_text("{}")
    assert names_of(tmp_path) == ["a.json"]
    with pytest.raises(InvalidInput, match="neither a file nor a folder"):
        names_of(tmp_path / "pipe")


def test_names_become_text_without_control_characters(tmp_path: Path) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/a\xff\x1b[31m.json")).write_text("{}")
    assert names_of(tmp_path) == ["a\ufffd\ufffd[31m.json"]


@pytest.mark.parametrize("make", ["nothing", "empty"])
def test_missing_or_empty_source_is_refused(tmp_path: Path, make: str) -> None:
    folder = tmp_path / make
    if make == "empty":
        folder.mkdir()
    with pytest.raises(InvalidInput, match="cannot be read: No such file" if make == "nothing" else "no files"):
        names_of(folder)


def test_compressed_file_loses_its_ending(tmp_path: Path, packing: str) -> None:
    (tmp_path / f"x_bw.1.log.{packing}").write_bytes(PACKERS[packing](TEXT))
    with open_members(tmp_path) as (member,):
        assert (member.name, member.source) == ("x_bw.1.log", f"x_bw.1.log.{packing}")
        assert (member.head(), member.read(), member.size_bytes) == (TEXT[:HEAD_BYTES], TEXT, len(TEXT))


def test_concatenated_compressed_parts_are_one_file(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.log.{packing}"
    path.write_bytes(PACKERS[packing](TEXT) + PACKERS[packing](b"the end"))
    with open_members(path) as (member,):
        assert member.read() == TEXT + b"the end"


def test_highly_compressed_file_is_unpacked_in_small_blocks(packing: str, tmp_path: Path) -> None:
    """Check that a block is at most as long as one chunk of Zstandard, however much it expands to."""
    path = tmp_path / "zeros"
    path.write_bytes(PACKERS[packing](bytes(80 << 20)))
    sizes = []
    with path.open("rb") as file:
        sizes = [len(block) for block in iterate_unpacked_blocks(file, packing, name="zeros")]  # type: ignore[arg-type]
    assert sum(sizes) == 80 << 20
    assert max(sizes) <= 64 << 20


@pytest.mark.parametrize("cut", [0.999, 0.5, 0.1])
def test_truncated_compressed_file_gives_beginning_with_note(packing: str, tmp_path: Path, cut: float) -> None:
    packed = PACKERS[packing](os.urandom(3000) + TEXT)
    path = tmp_path / f"x.log.{packing}"
    path.write_bytes(packed[: int(len(packed) * cut)])
    with open_members(path) as members:
        content = members[0].read()
        members[0].read()
        assert members.notes == [f"truncated: x.log ends before its {packing} data does"]
    assert len(content) < 3000 + len(TEXT)
    assert TEXT.startswith(content[3000:])


def test_every_cut_is_seen(packing: str, tmp_path: Path) -> None:
    packed = PACKERS[packing](b"1000, 5, 0, 4096\n" * 20)
    path = tmp_path / "x"
    for length in range(1, len(packed)):
        path.write_bytes(packed[:length])
        with path.open("rb") as file, pytest.raises(Truncated):
            list(iterate_unpacked_blocks(file, packing, name="x"))  # type: ignore[arg-type]


def test_damaged_compressed_file_is_refused(packing: str, tmp_path: Path) -> None:
    packed = bytearray(zstandard.ZstdCompressor(write_checksum=True).compress(TEXT))
    if packing != "zst":
        packed = bytearray(PACKERS[packing](TEXT))
    packed[len(packed) // 2] ^= 0xFF
    path = tmp_path / f"x.log.{packing}"
    path.write_bytes(packed)
    with open_members(path) as (member,):
        member.head()
        with pytest.raises(ParseFailed, match=rf"x\.log, near byte \d+: expected sound {packing} data"):
            member.read()


def test_data_after_compressed_data_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(b"text") + b"and something else")
    with open_members(path) as (member,), pytest.raises(ParseFailed, match="expected the end of the gz data"):
        member.read()
    path.write_bytes(gzip.compress(b"text") + bytes(512))
    with open_members(path) as (member,):
        assert member.read() == b"text"


def test_same_name_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "x.log").write_bytes(b"plain")
    (tmp_path / "x.log.gz").write_bytes(gzip.compress(b"packed"))
    with open_members(tmp_path) as members:
        assert [member.read() for member in members] == [b"plain"]
        assert members.notes == ["x.log.gz was left out: there is another x.log"]


def test_single_file_bomb_is_refused_during_unpacking(tmp_path: Path, packing: str) -> None:
    path = tmp_path / f"x.log.{packing}"
    path.write_bytes(PACKERS[packing](bytes(80 << 20)))
    with (
        open_members(path) as (member,),
        pytest.raises(ParseFailed, match="200 unpacked bytes for each packed"),
    ):
        member.read()


def test_total_size_limit_counts_a_file_once(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.gz").write_bytes(gzip.compress(bytes(1000)))
    with open_members(tmp_path, limits=UnpackingLimits(total_bytes=2000)) as members:
        assert [len(member.read()) for member in members[:2] for _ in range(2)] == [1000] * 4
        with pytest.raises(ParseFailed, match=r"2\.gz: expected at most 0 MiB unpacked in all"):
            members[2].read()


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / str(number)).touch()
    assert len(names_of(tmp_path, limits=UnpackingLimits(entries=4))) == 4
    with pytest.raises(ParseFailed, match="expected at most 3 files"):
        names_of(tmp_path, limits=UnpackingLimits(entries=3))


def test_opened_files_have_their_given_names(tmp_path: Path) -> None:
    (tmp_path / "000001").write_bytes(gzip.compress(b"text"))
    with open_files([("run/x.log.gz", tmp_path / "000001")]) as (member,):
        assert (member.name, member.source, member.read()) == ("run/x.log", "run/x.log.gz", b"text")


@pytest.mark.parametrize(
    ("name", "plain"),
    [("a.json", "a.json"), ("a.json.GZ", "a.json"), ("a.tgz", "a.tar"), ("a.tar.zst", "a.tar"), (".gz", ".gz")],
)
def test_packing_suffix_is_removed_from_names(name: str, plain: str) -> None:
    assert remove_packing_suffix(name) == plain
