"""Tests of reading the zip of a share: unchanged, and refused with a sentence after one changed byte."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from tests.unit.shares.archive import zips

from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import InvalidInput
from storagelab.shares.archive import frame, limits, reading
from storagelab.shares.archive.reading import open_zip


def _open(content: bytes) -> reading.ShareZip:
    return open_zip(io.BytesIO(content))


def test_written_zip_is_read_unchanged() -> None:
    value = zips.document()
    opened = _open(zips.zipped())
    assert opened.document == value
    assert opened.document_bytes == encode_canonical_json(value)
    assert [opened.part(part["sha256"]) for part in value["parts"].values()] == zips.PARTS
    assert opened.print("README.txt") == b"What this is.\n"
    assert opened.manifest.address == zips.ADDRESS
    assert [(file.name, file.frozen) for file in opened.manifest.files if not limits.is_part(file.name)] == [
        ("README.txt", False),
        ("document.json", True),
    ]
    with pytest.raises(KeyError):
        opened.part("0" * 64)


def test_zip_is_standard_and_reproducible() -> None:
    content = zips.zipped()
    assert content == zips.zipped()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
    assert names[:2] == ["manifest.json", "document.json"]
    assert names[-1] == "README.txt"
    assert all(limits.is_part(name) for name in names[2:-1])


def test_a_path_is_opened_and_closed(tmp_path) -> None:
    path = tmp_path / "share.zip"
    path.write_bytes(zips.zipped())
    with open_zip(path) as opened:
        assert opened.document["title"] == "A share é"
    with pytest.raises(InvalidInput, match="cannot be read"):
        open_zip(tmp_path / "none.zip")


def test_one_changed_byte_anywhere_is_refused() -> None:
    content = zips.zipped()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1 << (place % 8)
        with pytest.raises(InvalidInput) as refused:
            _open(bytes(changed))
        assert refused.value.message[0].isupper(), place
        assert refused.value.message.endswith("."), place


@pytest.mark.parametrize("bit", [1, 128])
def test_resealed_byte_change_cannot_alter_the_content(bit: int) -> None:
    """Check that a matching seal allows no second form of the same content, except in the last bits of a stream."""
    content = zips.zipped()
    true = _open(content)
    read_as_before = 0
    for place in range(len(content) - frame.SEAL_BYTES):
        changed = bytearray(content)
        changed[place] ^= bit
        try:
            opened = _open(zips.resealed(bytes(changed)))
        except InvalidInput:
            continue
        read_as_before += 1
        assert opened.document_bytes == true.document_bytes
        assert opened.manifest == true.manifest
    # Unused bits of the last byte of each deflated file.
    assert read_as_before <= len(true.manifest.files) + 1


@pytest.mark.parametrize("length", [0, 1, 21, 30, 116, 500])
def test_a_cut_zip_is_refused(length: int) -> None:
    content = zips.zipped()
    for cut in (content[:length], content[: len(content) - length - 1], content[length + 1 :]):
        with pytest.raises(InvalidInput):
            _open(cut)


def test_extra_bytes_at_any_position_are_refused() -> None:
    content = zips.zipped()
    second = content.index(b"PK\x03\x04", 1)
    for changed in (b"x" + content, content + b"x", content[:second] + b"x" + content[second:]):
        with pytest.raises(InvalidInput):
            _open(changed)
        with pytest.raises(InvalidInput):
            _open(zips.resealed(changed))


def test_zip_repacked_by_another_program_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in zips.files_of(zips.zipped()):
            archive.writestr(name, content)
    with pytest.raises(InvalidInput, match="another program repacked"):
        _open(out.getvalue())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("../evil", "a name that no file"),
        ("parts/../../x", "a name that no file"),
        ("/etc/passwd", "a name that no file"),
        ("parts/" + "A" * 64, "a name that no file"),
        ("charts/x.svg.exe", "a name that no file"),
        ("page.pdf", "is not in its manifest"),
        ("README.txt", "holds a file twice"),
    ],
)
def test_other_files_are_refused(name: str, sentence: str) -> None:
    files = zips.files_of(zips.zipped())
    with pytest.raises(InvalidInput, match=sentence):
        _open(zips.by_hand([*files, (name, b"?")]))


def test_missing_reordered_or_altered_file_is_refused() -> None:
    files = zips.files_of(zips.zipped())
    with pytest.raises(InvalidInput, match=r"README\.txt is missing"):
        _open(zips.by_hand(files[:-1]))
    with pytest.raises(InvalidInput, match=r"no document\.json"):
        _open(zips.by_hand([files[0], *files[2:]]))
    with pytest.raises(InvalidInput, match="another order"):
        _open(zips.by_hand([files[0], files[-1], *files[1:-1]]))
    with pytest.raises(InvalidInput, match="another SHA-256"):
        _open(zips.by_hand([*files[:-1], (files[-1][0], b"what this is.\n")]))


def test_entry_larger_than_its_header_is_refused() -> None:
    files = zips.files_of(zips.zipped())
    bomb = [*files[:-1], ("README.txt", b"\0" * 3_000_000)]
    with pytest.raises(InvalidInput, match="does not match its header"):
        _open(zips.by_hand(bomb, method=frame.DEFLATED, claimed_bytes={"README.txt": len(files[-1][1])}))
    with pytest.raises(InvalidInput, match="another size than in its manifest"):
        _open(zips.by_hand(bomb, method=frame.DEFLATED))
    with pytest.raises(InvalidInput, match="packed size cannot hold"):
        _open(zips.by_hand(files, claimed_bytes={"README.txt": 1 << 30}))
    with pytest.raises(InvalidInput, match="compressed in an unsupported way"):
        _open(zips.by_hand(files, method=99))


def test_zip_beyond_the_limits_is_refused(monkeypatch) -> None:
    content = zips.zipped()
    monkeypatch.setattr(limits, "MAX_ENTRIES", 3)
    with pytest.raises(InvalidInput, match="more than 3 files"):
        _open(content)
    monkeypatch.undo()
    monkeypatch.setattr(limits, "MAX_UNPACKED_BYTES", 100)
    with pytest.raises(InvalidInput, match="unpacks to more"):
        _open(content)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"schema": "storagelab.share-zip/2"}, "another schema"),
        ({"address": "javascript:alert(1)"}, "address"),
        ({"address": 7}, "address"),
        ({"document_sha256": "0" * 64}, "document has another SHA-256"),
        ({"document_sha256": None}, "document_sha256"),
        ({"product": {"name": "x\n", "version": "1"}}, "product"),
        ({"more": 1}, "more is not a known field"),
        ({"files": []}, "not in its manifest"),
        ({"files": [{"name": "../x"}]}, "files.0.size_bytes is missing"),
    ],
)
def test_invalid_manifest_is_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        _open(zips.with_manifest(zips.files_of(zips.zipped()), **changes))


def test_document_parts_must_match_the_archive() -> None:
    named = zips.document()
    files = zips.files_of(zips.zipped(named))

    def with_document(value: dict[str, object]) -> bytes:
        content = encode_canonical_json(value)
        manifest = json.loads(files[0][1])
        listed = zips.part(content)
        manifest["document_sha256"] = listed["sha256"]
        for file in manifest["files"]:
            if file["name"] == "document.json":
                file.update(sha256=listed["sha256"], size_bytes=listed["size_bytes"])
        return zips.by_hand([(files[0][0], encode_canonical_json(manifest)), (files[1][0], content), *files[2:]])

    assert _open(with_document(named)).document == named
    first = next(iter(named["parts"]))
    for change, sentence in (
        ({"sha256": "0" * 64}, "lists other parts"),
        ({"size_bytes": 1}, "another size of part"),
        ({"media_type": "text/html"}, "another type of part"),
        ({"more": 1}, "describes a part in an unknown way"),
    ):
        other = json.loads(encode_canonical_json(named))
        other["parts"][first].update(change)
        with pytest.raises(InvalidInput, match=sentence):
            _open(with_document(other))
    with pytest.raises(InvalidInput, match="newer release: its document has the schema 9"):
        _open(with_document({**named, "schema": "storagelab.share/9"}))
    with pytest.raises(InvalidInput, match="does not list its parts"):
        _open(with_document({**named, "parts": []}))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b'{"schema":"storagelab.share/2","parts":{},"x":NaN}', "NaN is not a number"),
        (b'{"parts":{},"schema":"storagelab.share/2","x":1e999}', "too large"),
        (b'{"parts":{},"schema":"storagelab.share/2","x":' + b"9" * 5000 + b"}", "not the JSON of a share"),
        (b'{"parts":{},"parts":{},"schema":"storagelab.share/2"}', "a key is listed twice"),
        (b'{"parts":{},"schema":"storagelab.share/2","x":' + b"[" * 100 + b"]" * 100 + b"}", "deeper"),
        (b"[" * 100_000 + b"]" * 100_000, "too deeply"),
        (b'{"schema":"storagelab.share/2","parts":{}}', "not canonical"),
        (b'{"parts":{},"schema":"storagelab.share/2","x":"\\ud800"}', "not canonical"),
        (b'{"parts":{},"schema":"storagelab.share/2","x":"\xff"}', "not the JSON of a share"),
        (b"7", "its schema is unknown"),
    ],
)
def test_malformed_or_noncanonical_json_is_refused(text: bytes, sentence: str) -> None:
    listed = zips.part(text)
    document = {"name": "document.json", "sha256": listed["sha256"], "size_bytes": len(text), "frozen": True}
    manifest = {
        "schema": limits.SCHEMA, "document_sha256": listed["sha256"], "address": None,
        "product": {"name": "Storage Lab", "version": "1"},
        "files": [{**document, "media_type": "application/json"}],
    }  # fmt: skip
    with pytest.raises(InvalidInput, match=sentence):
        _open(zips.by_hand([("manifest.json", encode_canonical_json(manifest)), ("document.json", text)]))
