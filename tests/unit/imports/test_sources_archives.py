"""Archives: what is in them, and everything that is refused."""

from __future__ import annotations

import gzip
import io
import random
import stat
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import zstandard

from storagelab.engines.base import ParseFailed
from storagelab.errors import InvalidInput
from storagelab.imports.sources import open_files, open_members
from storagelab.imports.unpacking_limits import UnpackingLimits

FILES = {"run/read-1.json": b"{}", "run/read-10.json": b"{ }", "run/logs/x_bw.1.log": b"1000, 5, 0, 4096\n" * 5000}


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def tar_of(files: Mapping[str, bytes], *, mode: str = "w", kind: bytes = tarfile.REGTYPE) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.type, entry.size = kind, len(data) if kind == tarfile.REGTYPE else 0
            entry.linkname = "/etc/passwd" if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
            archive.addfile(entry, io.BytesIO(data))
    return content.getvalue()


ARCHIVES = {
    "a.zip": zip_of(FILES),
    "a.tar": tar_of(FILES),
    "a.tar.gz": tar_of(FILES, mode="w:gz"),
    "a.tgz": tar_of(FILES, mode="w:gz"),
    "a.tar.xz": tar_of(FILES, mode="w:xz"),
    "a.tar.bz2": tar_of(FILES, mode="w:bz2"),
    "a.tar.zst": zstandard.compress(tar_of(FILES)),
    "without_an_ending": zip_of(FILES),
    "tar_without_an_ending": tar_of(FILES),
}


def contents_of(path: Path, limits: UnpackingLimits | None = None) -> tuple[dict[str, bytes], list[str]]:
    with open_members(path, limits=limits or UnpackingLimits()) as members:
        return {member.name: member.read() for member in members}, members.notes


@pytest.mark.parametrize("name", ARCHIVES)
def test_archive_is_the_files_in_it(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(ARCHIVES[name])
    contents, notes = contents_of(tmp_path / name)
    assert contents == FILES
    assert list(contents) == ["run/logs/x_bw.1.log", "run/read-1.json", "run/read-10.json"]
    assert notes == []


def test_archive_in_a_folder_becomes_a_folder(tmp_path: Path) -> None:
    (tmp_path / "first.zip").write_bytes(zip_of({"a.json": b"1", "deep.tar.gz": tar_of({"b.json": b"2"}, mode="w:gz")}))
    (tmp_path / "c.log.gz").write_bytes(gzip.compress(b"3"))
    with open_members(tmp_path) as members:
        assert {member.name: (member.source, member.read()) for member in members} == {
            "c.log": ("c.log.gz", b"3"),
            "first/a.json": ("first.zip", b"1"),
            "first/deep/b.json": ("first.zip", b"2"),
        }


def test_scratch_folder_is_chosen_and_emptied(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (tmp_path / "a.zip").write_bytes(ARCHIVES["a.zip"])
    with open_members(tmp_path / "a.zip", scratch=scratch) as members:
        assert all(scratch in member.path.parents for member in members)
    assert list(scratch.iterdir()) == []


def test_office_documents_stay_closed(tmp_path: Path) -> None:
    (tmp_path / "report.xlsx").write_bytes(ARCHIVES["a.zip"])
    with open_members(tmp_path / "report.xlsx") as (member,):
        assert member.name == "report.xlsx"


@pytest.mark.parametrize(
    "name",
    ["/etc/cron.d/x", "../x.json", "a/../../x.json", "..", "C:\\x.json", "C:/x.json", "\\x.json", "a\\..\\..\\x"],
)
@pytest.mark.parametrize("make", [zip_of, tar_of])
def test_entry_names_outside_the_archive_are_refused(name: str, make: object, tmp_path: Path) -> None:
    path = tmp_path / ("a.zip" if make is zip_of else "a.tar")
    path.write_bytes(make({"good.json": b"{}", name: b"bad"}))  # type: ignore[operator]
    with pytest.raises(ParseFailed) as refused:
        contents_of(path)
    assert refused.value.message == f"{path.name}, entry {name}: expected a relative name that stays within the archive"


def test_nul_in_a_name_is_refused(tmp_path: Path) -> None:
    data = zip_of({"a.json_b.png": b"{}"}).replace(b"a.json_b.png", b"a.json\0b.png")
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(ParseFailed, match=r"entry a\.json\ufffdb\.png: expected a relative name"):
        contents_of(tmp_path / "a.zip")


@pytest.mark.parametrize("second", ["run/a.json", "run//a.json", "./run/./a.json", "run\\a.json"])
@pytest.mark.parametrize("make", [zip_of, tar_of])
def test_names_that_are_the_same_are_refused(second: str, make: object, tmp_path: Path) -> None:
    path = tmp_path / ("a.zip" if make is zip_of else "a.tar")
    if second == "run/a.json":
        content = make({"run/a.json": b"1", "run/b.json": b"2"}).replace(b"run/b.json", b"run/a.json")  # type: ignore[operator]
        # The check sum of a header of tar covers the name.
        content = content if make is zip_of else twice("run/a.json")
    else:
        content = make({"run/a.json": b"1", second: b"2"})  # type: ignore[operator]
    path.write_bytes(content)
    with pytest.raises(ParseFailed, match="expected every name once"):
        contents_of(path)


def twice(name: str) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        archive.addfile(tarfile.TarInfo(name))
        archive.addfile(tarfile.TarInfo(name))
    return content.getvalue()


def test_very_long_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar_of({"a/" * 600 + "x": b"1"}))
    with pytest.raises(ParseFailed, match="a name of at most 1024 characters"):
        contents_of(tmp_path / "a.tar")


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, b"9"],
)
def test_links_and_devices_in_tar_are_refused(kind: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar_of({"x": b""}, kind=kind))
    with pytest.raises(ParseFailed, match=r"a\.tar, entry x: expected a regular file"):
        contents_of(tmp_path / "a.tar")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO])
def test_links_and_devices_in_zip_are_refused(kind: int, tmp_path: Path) -> None:
    entry = zipfile.ZipInfo("x")
    entry.external_attr = (kind | 0o644) << 16
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    with pytest.raises(ParseFailed, match=r"a\.zip, entry x: expected a regular file"):
        contents_of(tmp_path / "a.zip")


def test_password_and_other_methods_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zip_of({"x": b"1" * 100}, zipfile.ZIP_LZMA))
    with pytest.raises(ParseFailed, match="entry x: expected a file that is stored or deflated"):
        contents_of(path)
    locked = bytearray(zip_of({"x": b"1"}))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(locked)
    with pytest.raises(ParseFailed, match="entry x: expected a file without a password"):
        contents_of(path)


def nested_bomb(levels: int) -> bytes:
    """Return archives of archives, each of which unpacks to sixteen others, as in 42.zip."""
    content = zip_of({"zeros": bytes(1 << 20)})
    for _ in range(levels):
        content = zip_of({f"{number}.zip": content for number in range(16)})
    return content


def test_archives_are_opened_one_deep_only(tmp_path: Path) -> None:
    (tmp_path / "42.zip").write_bytes(nested_bomb(2))
    with pytest.raises(
        InvalidInput, match=r"was left out: 0/0\.zip: expected at most 2 archives within one another, but there are 3"
    ):
        contents_of(tmp_path / "42.zip")
    (tmp_path / "16.zip").write_bytes(nested_bomb(1))
    assert len(contents_of(tmp_path / "16.zip")[0]) == 16


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.tar.gz", "bomb.tar.zst"])
def test_bomb_is_refused_before_it_fills_the_disk(name: str, tmp_path: Path) -> None:
    zeros = {"x.log": bytes(64 << 20)}
    makers = {"bomb.zip": zip_of, "bomb.tar.gz": lambda files: tar_of(files, mode="w:gz")}
    maker = makers.get(name, lambda files: zstandard.compress(tar_of(files)))
    (tmp_path / name).write_bytes(maker(zeros))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with pytest.raises(ParseFailed, match="at most 200 unpacked bytes for each packed one"):
        contents_of(tmp_path / name)


@pytest.mark.parametrize("inner_name", ["a.zip", "a.tar.gz", "a.log.gz"])
def test_ratio_counts_all_inner_archives_together(inner_name: str, tmp_path: Path) -> None:
    """Check that inner archives which obey the ratio one by one are a bomb together."""
    zeros = {"zeros.log": bytes(900 << 10)}
    makers = {"a.zip": zip_of, "a.tar.gz": lambda files: tar_of(files, mode="w:gz")}
    inner = makers.get(inner_name, lambda files: gzip.compress(files["zeros.log"]))(zeros)
    (tmp_path / "outer.zip").write_bytes(zip_of({f"{number}/{inner_name}": inner for number in range(20)}))
    limits = UnpackingLimits(ratio_from_bytes=4 << 20)

    with pytest.raises(ParseFailed, match=r"outer\.zip: expected at most 200 unpacked bytes .* 4 MiB came out"):
        contents_of(tmp_path / "outer.zip", limits)


def test_bomb_preserves_other_files_and_earlier_members(tmp_path: Path) -> None:
    bomb = zip_of({"a.json": b"{}", "b.zip": zip_of({"zeros": bytes(3 << 20)}), "c.zip": zip_of({"z": bytes(3 << 20)})})
    (tmp_path / "bomb.zip").write_bytes(bomb)
    (tmp_path / "x.json").write_bytes(b"{ }")

    with open_members(tmp_path, limits=UnpackingLimits(ratio_from_bytes=4 << 20)) as members:
        assert [member.name for member in members] == ["bomb/a.json", "bomb/b/zeros", "x.json"]
        (note,) = members.notes
    assert note.startswith("the rest of bomb.zip was left out: bomb.zip: expected at most 200 unpacked bytes")


def test_total_limits_apply_across_nested_archives(tmp_path: Path) -> None:
    inner = zip_of({str(number): bytes(100) for number in range(5)})
    (tmp_path / "a.zip").write_bytes(zip_of({"1.zip": inner, "2.zip": inner}))
    with pytest.raises(ParseFailed, match="expected at most 11 files"):
        contents_of(tmp_path / "a.zip", UnpackingLimits(entries=11))
    assert len(contents_of(tmp_path / "a.zip", UnpackingLimits(entries=13))[0]) == 10
    with pytest.raises(ParseFailed, match="unpacked in all"):
        contents_of(tmp_path / "a.zip", UnpackingLimits(total_bytes=2 * len(inner) + 900))


def test_bad_archive_among_files_is_skipped_with_note(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(b"{}")
    (tmp_path / "bad.zip").write_bytes(zip_of({"../x": b"1"}))
    contents, notes = contents_of(tmp_path)
    assert list(contents) == ["good.json"]
    (note,) = notes
    assert note.startswith("bad.zip was left out: bad.zip, entry ../x: expected a relative name")


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.xz", "a.tar.zst", "a.zip"])
def test_truncated_archive_gives_only_complete_files(name: str, tmp_path: Path) -> None:
    noise = random.Random(7)
    files = {f"{number}.log": noise.randbytes(700 * number) for number in range(1, 6)}
    makers = {"a.zip": zip_of, "a.tar": tar_of, "a.tar.zst": lambda files: zstandard.compress(tar_of(files))}
    mode = f"w:{name.rpartition('.')[2]}"
    content = makers.get(name, lambda files: tar_of(files, mode=mode))(files)
    path = tmp_path / name
    for length in range(0, len(content), 97):
        path.write_bytes(content[:length])
        try:
            contents, notes = contents_of(path)
        except InvalidInput:
            continue
        assert contents.items() <= files.items()
        # What a tar program adds behind the end mark may be missing.
        assert contents == files or notes[0].startswith("truncated")


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.zip"])
def test_damaged_archive_never_gives_other_content(name: str, tmp_path: Path) -> None:
    """Zip and gzip have check sums over the content, tar over its headers alone."""
    content = ARCHIVES[name]
    path = tmp_path / name
    noise = random.Random(11)
    for _ in range(150):
        damaged = bytearray(content)
        damaged[noise.randrange(len(damaged))] ^= 1 << noise.randrange(8)
        path.write_bytes(damaged)
        try:
            contents, _ = contents_of(path)
        except InvalidInput:
            continue
        if name != "a.tar":
            assert set(contents.values()) <= {*FILES.values(), b""}


def test_uploaded_archive_is_its_content(tmp_path: Path) -> None:
    (tmp_path / "0001").write_bytes(ARCHIVES["a.tgz"])
    with open_files([("results.tgz", tmp_path / "0001")]) as members:
        assert {member.source for member in members} == {"results.tgz"}
        assert len(members) == len(FILES)
