"""`storagelab parse`: what it prints, and one sentence for what it does not understand."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.command_line import storagelab

DATA = Path(__file__).resolve().parents[2] / "data"
KEYS = ("format", "version", "warnings", "measurements", "series")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Provide a command that runs without an installation and a database."""
    monkeypatch.setenv("STORAGELAB_DATA_DIR", str(tmp_path / "nothing"))
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")

    return lambda *arguments: storagelab("parse", *map(str, arguments))


@pytest.fixture
def parsed(run: Run) -> Callable[..., dict[str, Any]]:
    def document(*arguments: object) -> dict[str, Any]:
        result = run(*arguments, "--json")
        assert (result.returncode, result.stderr) == (0, "")
        return json.loads(result.stdout, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))

    return document


def refused(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence of a refusal."""
    assert (result.returncode, result.stdout) == (1, "")
    (sentence,) = result.stderr.splitlines()
    return sentence


def test_document_has_the_promised_fields(parsed: Callable[..., dict[str, Any]]) -> None:
    document = parsed(DATA / "fio" / "fio-3.28.json")
    assert tuple(document) == KEYS
    assert (document["format"], document["version"]) == ("fio", "fio-3.28")
    measurement = document["measurements"][0]
    assert list(measurement) == [
        *("name", "host", "group", "workload", "runtime_s", "error", "read", "write", "trim", "total"),
    ]
    assert list(measurement["workload"]) == [
        *("block_sizes", "read_percent", "random_percent", "queue_depth", "threads", "offered_iops"),
    ]
    assert list(measurement["total"]) == [
        *("ios", "bytes", "iops", "bandwidth_bytes_per_s", "latency_ns"),
        *("percentiles_ns", "percentiles_of", "percentiles_estimated", "bins"),
    ]
    assert list(measurement["total"]["latency_ns"]) == ["n", "mean", "stddev", "min", "max"]
    assert measurement["trim"] == {}


def test_folder_gives_measurements_and_series(parsed: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    shutil.copy(DATA / "fio" / "fio-3.28.json", tmp_path / "ramp.json")
    shutil.copy(DATA / "fio" / "ramp_lat.1.log", tmp_path)
    (tmp_path / "ramp_lat.2.log.gz").write_bytes(gzip.compress((DATA / "fio" / "ramp_lat.2.log").read_bytes()))
    document = parsed(tmp_path)
    jobs = json.loads((DATA / "fio" / "fio-3.28.json").read_text())["jobs"]
    assert [measurement["name"] for measurement in document["measurements"]] == [job["jobname"] for job in jobs]
    rows = [line.split(", ") for line in (DATA / "fio" / "ramp_lat.1.log").read_text().splitlines()]
    series = [curve for curve in document["series"] if curve["job"] == 1]
    assert sum(curve["points"] for curve in series) == len(rows)
    assert {curve["metric"] for curve in document["series"]} == {"lat"}
    assert {curve["job"] for curve in document["series"]} == {1, 2}
    for curve in series:
        assert list(curve) == ["metric", "direction", "job", "host", "unit", "points", "first_ms", "last_ms"]
        own = [int(row[0]) for row in rows if row[2] == {"read": "0", "write": "1", "trim": "2"}[curve["direction"]]]
        assert (curve["points"], curve["first_ms"], curve["last_ms"]) == (len(own), own[0], own[-1])


def test_packed_results_parse_like_the_plain_file(parsed: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    plain = parsed(DATA / "fio" / "fio-3.28.json")
    packed = tmp_path / "fio-3.28.json.gz"
    packed.write_bytes(gzip.compress((DATA / "fio" / "fio-3.28.json").read_bytes()))
    with zipfile.ZipFile(tmp_path / "fio-3.28.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(DATA / "fio" / "fio-3.28.json", "run/fio-3.28.json")
    assert parsed(packed) == parsed(tmp_path / "fio-3.28.zip") == plain


def test_other_formats(parsed: Callable[..., dict[str, Any]]) -> None:
    for path, name in [
        (DATA / "vdbench" / "curve", "vdbench"),
        (DATA / "iometer" / "made-1.1.0.csv", "iometer"),
        (DATA / "crystaldiskmark" / "made-5.txt", "crystaldiskmark"),
    ]:
        document = parsed(path)
        assert document["format"] == name
        assert document["measurements"]
        assert document == parsed("--format", name, path)


def test_several_formats_are_named(run: Run, tmp_path: Path) -> None:
    shutil.copy(DATA / "fio" / "fio-3.28.json", tmp_path)
    shutil.copy(DATA / "crystaldiskmark" / "made-5.txt", tmp_path)
    sentence = refused(run(tmp_path, "--json"))
    assert sentence == "The results have several formats. Choose one with --format: fio, crystaldiskmark."
    chosen = run("--format", "crystaldiskmark", tmp_path, "--json")
    assert chosen.returncode == 0
    assert json.loads(chosen.stdout)["warnings"][-1] == "not recognised and left out: fio-3.28.json"


def test_versions_that_differ_are_unknown_and_named(parsed: Callable[..., dict[str, Any]], tmp_path: Path) -> None:
    for name in ("fio-3.28.json", "fio-2.21.json"):
        shutil.copy(DATA / "fio" / name, tmp_path)
    document = parsed(tmp_path)
    assert document["version"] is None
    assert any("fio-3.28" in warning and "fio-2.21" in warning for warning in document["warnings"])


def test_unrecognised_file_beside_a_result_gives_a_warning(
    parsed: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    shutil.copy(DATA / "iometer" / "made-1.1.0.csv", tmp_path)
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF")
    assert "not recognised and left out: photo.jpg" in parsed(tmp_path)["warnings"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.json", b"", ["empty.json, byte 0", "expected a result of fio, Vdbench", "not an empty file"]),
        ("other.json", b'{"jobs": []}', ["other.json", "line 1", "expected", "fio version"]),
        ("cut.json", b'{"fio vers', ["cut.json", "line 1", "expected a document of fio"]),
        ("x.log", b"1000, 5, 0, 4096\n", ["x.log", "line 1", "expected a log of fio with a name such as"]),
        ("page.html", b"<html>Vdbench</html>", ["page.html", "line 1", "expected an output folder of Vdbench"]),
        ("cdm.txt", b"CrystalDiskMark 8.0.4\n", ["cdm.txt", "line 1", "expected result lines such as"]),
        ("photo.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF", ["photo.jpg, byte 0", "expected a result of fio, Vdbench"]),
        ("sales.csv", b"month,sales\nMay,3\n", ["sales.csv", "line 1", "expected"]),
        ("x.zip", b"PK\x03\x04 but not a zip", ["x.zip", "expected a whole and sound zip archive"]),
    ],
)
def test_unreadable_file_is_refused_in_one_sentence(
    run: Run, tmp_path: Path, name: str, content: bytes, words: list[str]
) -> None:
    (tmp_path / name).write_bytes(content)
    sentence = refused(run(tmp_path / name, "--json"))
    for word in words:
        assert word in sentence


def test_place_that_is_not_there(run: Run, tmp_path: Path) -> None:
    assert refused(run(tmp_path / "x")) == f"{tmp_path / 'x'} cannot be read: No such file or directory."
    assert "unknown format 'fio2'" in refused(run("--format", "fio2", DATA / "fio" / "fio-3.28.json"))


def test_table_for_people(run: Run) -> None:
    result = run(DATA / "fio" / "fio-3.28.json")
    assert result.returncode == 0
    first, headings, row, *_ = result.stdout.splitlines()
    assert first == "Format fio, version fio-3.28"
    assert headings.split()[:3] == ["Name", "Host", "Block"]
    name = json.loads((DATA / "fio" / "fio-3.28.json").read_text())["jobs"][0]["jobname"]
    assert row.startswith(name)


def test_parse_loads_neither_database_nor_web_server() -> None:
    """Check that reading loads neither: a program that reads results all day pays for every module of this command."""
    program = f"""
import sys
sys.argv = ["storagelab", "parse", {str(DATA / "iometer" / "made-1.1.0.csv")!r}, "--json"]
from storagelab.cli.main import app
app(standalone_mode=False)
print([name for name in ("sqlalchemy", "fastapi", "celery", "scipy") if name in sys.modules], file=sys.stderr)
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "[]\n")
