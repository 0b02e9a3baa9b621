"""Texts of CrystalDiskMark and KDiskMark: one measurement for each printed line."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.domain.workload import BlockSize
from storagelab.engines.base import ParseFailed
from storagelab.formats import crystaldiskmark
from storagelab.formats.base import BytesFile

ROOT = Path(__file__).resolve().parents[4]
MADE = ROOT / "tests" / "data" / "crystaldiskmark"
CORPUS = ROOT.parent / "shared" / "corpus" / "crystaldiskmark" / "public"
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of result files is not beside the checkout")


def read_bytes(data: bytes) -> list[ParsedResult]:
    (claim,) = crystaldiskmark.claim([BytesFile("disk.txt", data)])
    return list(crystaldiskmark.read(claim))


def read_one(path: Path) -> ParsedResult:
    (result,) = read_bytes(path.read_bytes())
    return result


def only_part(measurement: ObservedMeasurement) -> str:
    (direction,) = measurement.parts
    return direction


@needs_corpus
@pytest.mark.parametrize(
    ("file", "version"),
    [("cdm-3.0.1-2012.txt", "3.0.1"), ("cdm-8.0.0-uwp-2020.txt", "8.0.0"), ("cdm-8.0.4-shizuku-2024.txt", "8.0.4")],
)
def test_published_texts_by_a_second_reading(file: str, version: str) -> None:
    result = read_one(CORPUS / file)
    text = (CORPUS / file).read_text()
    printed = re.findall(r": +([0-9.]+) MB/s(?: \[ *([0-9.]+) IOPS\])?(?: < *([0-9.]+) us>)?", text)
    assert (result.version, result.warnings) == (version, ())
    assert len(printed) == len(result.measurements) == 8
    for (rate, iops, latency), one in zip(printed, result.measurements, strict=True):
        assert one.total.bandwidth_bytes_per_s == pytest.approx(float(rate) * 1e6)
        assert one.total.iops == (float(iops) if iops else None)
        assert one.total.latency.mean == (pytest.approx(float(latency) * 1e3) if latency else None)
        assert one.parts == {only_part(one): one.total}
        if one.total.iops and one.workload.block_sizes:
            size = one.workload.block_sizes[0].bytes
            assert one.total.bandwidth_bytes_per_s == pytest.approx(one.total.iops * size, rel=2e-4)


@needs_corpus
def test_version_3_lacks_some_block_sizes() -> None:
    result = read_one(CORPUS / "cdm-3.0.1-2012.txt")
    by_name = {one.name: one for one in result.measurements}
    sequential, deep = by_name["Sequential Read"], by_name["Random Write 4KB (QD=32)"]
    assert (sequential.workload.block_sizes, sequential.workload.queue_depth) == (None, None)
    assert (sequential.workload.random_percent, sequential.total.iops) == (0.0, None)
    assert deep.workload.block_sizes == (BlockSize(4096),)
    assert (deep.workload.queue_depth, deep.workload.threads) == (32, None)
    assert (deep.workload.read_percent, deep.workload.random_percent, only_part(deep)) == (0.0, 100.0, "write")
    assert by_name["Random Read 512KB"].workload.block_sizes == (BlockSize(524288),)
    assert deep.badges == ("best_of_n",)
    assert deep.note == "best of 5 runs"


@needs_corpus
def test_version_8_sections_and_conditions() -> None:
    result = read_one(CORPUS / "cdm-8.0.4-shizuku-2024.txt")
    assert [only_part(one) for one in result.measurements] == ["read"] * 4 + ["write"] * 4
    last = result.measurements[-1]
    assert last.name == "RND 4KiB (Q= 1, T= 1) write"
    assert (last.workload.queue_depth, last.workload.threads, last.runtime_s) == (1, 1, 5.0)
    # It ran once, so this is the best of nothing.
    assert (last.badges, last.note) == ((), "one run; Great Wall GW560 128GB")
    assert result.title == "CrystalDiskMark 8.0.4 Shizuku Edition x64, 2024/05/25 19:26:52"


def test_version_5_test_without_result_has_unknown_rates() -> None:
    result = read_one(MADE / "made-5.txt")
    assert len(result.measurements) == 8
    deep, shallow, missing = (result.measurements[place] for place in (2, 6, 7))
    assert (deep.workload.queue_depth, deep.workload.threads) == (32, 1)
    assert (shallow.total.iops, shallow.total.bandwidth_bytes_per_s) == (10000.0, 40.96e6)
    assert (missing.total.iops, missing.total.bandwidth_bytes_per_s) == (None, None)
    assert result.measurements[4].name == "Sequential Read (T= 1)"
    assert result.measurements[4].workload.queue_depth is None
    assert [warning.split(":")[0] for warning in result.warnings] == ["unverified format"]


def test_mix_fills_total_alone() -> None:
    result = read_one(MADE / "made-9-mix.txt")
    mixed = result.measurements[-1]
    assert (mixed.name, mixed.parts) == ("RND 4KiB (Q= 32, T=16) mix", {})
    assert (mixed.total.iops, mixed.total.latency.mean) == (150000.0, 3413250.0)
    assert (mixed.workload.read_percent, mixed.workload.threads) == (70.0, 16)
    assert result.measurements[1].workload.block_sizes == (BlockSize(131072),)
    assert mixed.note == "best of 3 runs; the lab's own drive"


def test_kdiskmark_unit_mismatch_is_a_warning() -> None:
    result = read_one(MADE / "made-kdiskmark.txt")
    assert (result.version, result.title) == ("3.9.9", "KDiskMark 3.9.9, 2024-01-02 03:04:05")
    first = result.measurements[0]
    assert (first.total.bandwidth_bytes_per_s, first.total.iops) == (512e6, 500.0)
    assert first.workload.block_sizes == (BlockSize(1048576),)
    assert any("MB/s and IOPS do not agree, the MB/s are 0.977" in warning for warning in result.warnings)
    assert sum("do not agree" in warning for warning in result.warnings) == 1


def test_several_results_in_one_file() -> None:
    data = (MADE / "made-5.txt").read_bytes() + (MADE / "made-9-mix.txt").read_bytes()
    first, second = read_bytes(data)
    assert [first.version, second.version] == ["5.9.9", "9.9.9"]
    assert second.measurements == read_one(MADE / "made-9-mix.txt").measurements


@pytest.mark.parametrize("file", ["made-5.txt", "made-9-mix.txt"])
@pytest.mark.parametrize(
    "recode",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.decode().encode("utf-16-be"),
        lambda data: data.replace(b"Windows", "Виндоус".encode("cp1251")),
        lambda data: data.replace(b"Windows", "视窗操作系统".encode("gbk")),
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b" us>", " µs>".encode()),
    ],
)
def test_recoded_text_has_the_same_measurements(file: str, recode: Callable[[bytes], bytes]) -> None:
    data = (MADE / file).read_bytes()
    (result,) = read_bytes(recode(data))
    assert result.measurements == read_one(MADE / file).measurements


@pytest.mark.parametrize("file", ["made-5.txt", "made-9-mix.txt", "made-kdiskmark.txt"])
def test_a_text_cut_at_any_byte(file: str) -> None:
    data = (MADE / file).read_bytes()
    whole = read_one(MADE / file)
    for size in range(len(data)):
        for claim in crystaldiskmark.claim([BytesFile("disk.txt", data[:size])]):
            (result,) = crystaldiskmark.read(claim)
            for one, other in zip(result.measurements, whole.measurements, strict=False):
                assert (one.name, one.workload) == (other.name, other.workload)
                assert one.total.bandwidth_bytes_per_s == other.total.bandwidth_bytes_per_s
                assert one.total.iops in (None, other.total.iops)
                assert one.total.latency.mean in (None, other.total.latency.mean)
            if len(result.measurements) < len(whole.measurements):
                assert any(warning.startswith("truncated") for warning in result.warnings)


@pytest.mark.parametrize("rate", ["1.234.567", "-5.000", "nan", "9" * 500, "1,234.5"])
def test_line_without_number_is_skipped_with_a_warning(rate: str) -> None:
    data = (MADE / "made-9-mix.txt").read_bytes().replace(b"  81.920", rate.encode())
    (result,) = read_bytes(data)
    assert len(result.measurements) == 5
    assert rate == "9" * 500 or any("line 12 was not understood" in warning for warning in result.warnings)


def test_a_header_without_lines_names_the_place() -> None:
    lines = (MADE / "made-9-mix.txt").read_bytes().replace(b"[Read]", b"").replace(b"[Write]", b"").split(b"[Mix]")[0]
    (claim,) = crystaldiskmark.claim([BytesFile("lab/disk.txt", lines)])
    with pytest.raises(ParseFailed, match=r"lab/disk\.txt, line 2: expected result lines"):
        list(crystaldiskmark.read(claim))


def test_random_bytes_raise_only_parse_failed() -> None:
    chance = random.Random(3)
    data = (MADE / "made-9-mix.txt").read_bytes()
    for _ in range(300):
        spoiled = bytearray(data)
        for _ in range(6):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        for claim in crystaldiskmark.claim([BytesFile("disk.txt", bytes(spoiled))]):
            with suppress(ParseFailed):
                list(crystaldiskmark.read(claim))


def test_other_files_are_not_claimed() -> None:
    others = [b"", b"CrystalDiskMark 8 is a benchmark that prints MB/s\n", b"copied at 120 MB/s\n"]
    assert crystaldiskmark.claim([BytesFile(f"{number}.txt", data) for number, data in enumerate(others)]) == []
