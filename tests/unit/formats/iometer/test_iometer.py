"""Result CSV of Iometer: its ALL rows, one measurement per access specification and queue depth."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.domain.workload import BlockSize
from storagelab.engines.base import ParseFailed
from storagelab.formats import iometer
from storagelab.formats.base import BytesFile

ROOT = Path(__file__).resolve().parents[4]
MADE = ROOT / "tests" / "data" / "iometer" / "made-1.1.0.csv"
PUBLISHED = ROOT.parent / "shared/corpus/iometer/public/SQLServerIO+IometerParser/iometeroutput.first4specs.csv"
needs_corpus = pytest.mark.skipif(
    not PUBLISHED.is_file(), reason="the corpus of result files is not beside the checkout"
)


def read_bytes(data: bytes) -> ParsedResult:
    (claim,) = iometer.claim([BytesFile("results.csv", data)])
    (result,) = iometer.read(claim)
    return result


def figures(measurement: ObservedMeasurement) -> list[object]:
    """Return the values that a cut file must not change."""
    return [measurement.name, measurement.workload, measurement.parts, measurement.total.iops, measurement.phase]


@needs_corpus
def test_a_published_file_by_a_second_reading() -> None:
    result = read_bytes(PUBLISHED.read_bytes())
    with PUBLISHED.open(newline="") as file:
        lines = list(csv.reader(file))
    header = next(line for line in lines if line[0] == "'Target Type")
    rows = [dict(zip(header, line, strict=True)) for line in lines if line[0] == "ALL"]
    assert len(rows) == len(result.measurements) == 32
    assert (result.version, result.title, result.warnings) == ("2008.06.18", "SQL Server Non-mixed workload test", ())
    for row, one in zip(rows, result.measurements, strict=True):
        assert one.name == row["Access Specification Name"]
        assert one.workload.queue_depth == int(row["Queue Depth"])
        assert (one.workload.threads, one.workload.block_sizes) == (1, (BlockSize(8192, 100.0),))
        assert one.workload.random_percent == (100.0 if "100% Random" in one.name else 0.0)
        direction = "read" if "100% Read" in one.name else "write"
        assert set(one.parts) == {direction}
        assert one.workload.read_percent == (100.0 if direction == "read" else 0.0)
        assert one.total.iops == float(row["IOps"])
        assert one.total.ios == int(row["Read I/Os"]) + int(row["Write I/Os"])
        # Every request was of 8192 bytes, so MBps here are of 2**20 bytes.
        assert one.total.bandwidth_bytes_per_s == pytest.approx(float(row["IOps"]) * 8192, rel=1e-6)
        assert one.total.bytes == one.total.ios * 8192
        assert one.total.latency.mean == pytest.approx(float(row["Average Response Time"]) * 1e6)
        assert one.total.latency.max == pytest.approx(float(row["Maximum Response Time"]) * 1e6)
        assert one.runtime_s == pytest.approx(60, abs=0.1)
        assert one.cpu == {"host_percent": float(row["% CPU Utilization"])}
    assert [one.phase for one in result.measurements] == list(range(32))


def test_a_mixed_specification_of_1_1() -> None:
    result = read_bytes(MADE.read_bytes())
    first, second, third = result.measurements
    assert [one.workload.queue_depth for one in result.measurements] == [4, 16, None]
    assert first.workload.block_sizes == (BlockSize(8192, 75.0), BlockSize(65536, 25.0))
    # 75 % of the requests are 80 % reads and 25 % are 40 % reads.
    assert (first.workload.read_percent, first.workload.random_percent) == (70.0, 75.0)
    assert (first.parts["read"].iops, first.parts["write"].iops, first.total.iops) == (700.0, 300.0, 1000.0)
    assert first.parts["write"].latency.mean == 2.5e6
    assert first.total.latency.mean == 1.8e6
    assert first.total.bandwidth_bytes_per_s == pytest.approx(22528 * 1000)
    assert (first.error, second.error) == (None, "2 I/O errors")
    assert set(third.parts) == {"read"}
    (warning,) = result.warnings
    assert warning.startswith("unverified format")


def test_version_1_1_latency_columns_give_estimated_percentiles() -> None:
    total = read_bytes(MADE.read_bytes()).measurements[0].total
    # 6,000 of 30,000 are below 1 ms and 18,000 between that and 2 ms.
    assert total.percentiles_ns[50.0] == pytest.approx((1 + 9000 / 18000) * 1e6)
    assert total.percentiles_estimated
    assert max(total.percentiles_ns.values()) <= 50.5e6


def test_columns_are_found_by_name_in_any_order() -> None:
    lines = MADE.read_text().splitlines()
    turned = [",".join(reversed(line.split(","))) if line.startswith(("'Target", "ALL")) else line for line in lines]
    for number, line in enumerate(turned):
        if line.endswith("'Target Type"):
            turned[number] = "'Target Type," + line.removesuffix(",'Target Type")
        elif line.endswith(",ALL"):
            turned[number] = "ALL," + line.removesuffix(",ALL")
    turned_result = read_bytes("\n".join(turned).encode() + b"\n")
    assert turned_result.measurements == read_bytes(MADE.read_bytes()).measurements


def with_commas(data: bytes) -> bytes:
    """Convert a file to the form of a spreadsheet with a decimal comma; names with a semicolon are quoted."""
    lines = []
    for line in data.decode().splitlines():
        fields = [f'"{field}"' if ";" in field else field for field in line.split(",")]
        decimal = [
            field.replace(".", ",") if field.replace(".", "").isdigit() and field.count(".") == 1 else field
            for field in fields
        ]
        lines.append(";".join(decimal))
    return "\r\n".join(lines).encode() + b"\r\n"


def test_semicolons_and_decimal_commas() -> None:
    data = MADE.read_bytes()
    assert b"1000,000000" in with_commas(data)
    assert read_bytes(with_commas(data)).measurements == read_bytes(data).measurements


@pytest.mark.parametrize(
    "recode",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.decode().encode("utf-16-le"),
        lambda data: data.replace(b"Database", "База".encode("cp1251")),
        lambda data: data.replace(b"Database", "数据库测试".encode("gbk")),
        lambda data: data.replace(b"\r\n", b"\n"),
    ],
)
def test_recoded_file_has_the_same_figures(recode: Callable[[bytes], bytes]) -> None:
    result = read_bytes(recode(MADE.read_bytes()))
    assert [one.total.iops for one in result.measurements] == [1000.0, 2000.0, 20000.0]
    assert result.measurements[0].name.partition(";")[0] in ("Database", "База", "数据库测试")
    assert result.measurements[0].workload.read_percent == 70.0


def test_row_with_comma_in_name_is_skipped() -> None:
    data = MADE.read_bytes().replace(b"ALL,All,Database; 70% Read", b"ALL,All,Database, 70% Read")
    result = read_bytes(data)
    assert [one.name for one in result.measurements] == ["4 KiB; 100% Read"]
    assert any("has 81 fields for 80 columns and was left out" in warning for warning in result.warnings)


def test_a_file_cut_at_any_byte() -> None:
    data = MADE.read_bytes()
    whole = read_bytes(data)
    # The first result is whole after its ALL row; before, nothing can be proven.
    proven = data.index(b"\r\n", data.index(b"ALL,All")) + 2
    for size in random.Random(5).sample(range(proven, len(data)), 200):
        result = read_bytes(data[:size])
        assert result.measurements
        for one, other in zip(result.measurements, whole.measurements, strict=False):
            assert figures(one) == figures(other)
        if data[size - 1 : size] not in (b"\r", b"\n"):
            assert any(warning.startswith("truncated") for warning in result.warnings)
    for size in random.Random(6).sample(range(30, proven - 120), 50):
        (claim,) = iometer.claim([BytesFile("results.csv", data[:size])])
        with pytest.raises(ParseFailed, match=r"results\.csv, line [0-9]+: expected an ALL row"):
            list(iometer.read(claim))


def test_results_without_all_row_are_refused() -> None:
    data = MADE.read_bytes()
    (claim,) = iometer.claim([BytesFile("lab/results.csv", data[: data.index(b"ALL,All")])])
    with pytest.raises(ParseFailed, match=r"lab/results\.csv, line 19: expected an ALL row"):
        list(iometer.read(claim))


def test_impossible_figures_are_unknown() -> None:
    result = read_bytes(MADE.read_bytes().replace(b",1000.000000,700", b",-5.0,700", 1))
    assert result.measurements[0].total.iops is None
    assert result.measurements[0].parts["read"].iops == 700.0


def test_random_bytes_raise_only_parse_failed() -> None:
    chance = random.Random(6)
    data = MADE.read_bytes()
    for _ in range(200):
        spoiled = bytearray(data)
        for _ in range(10):
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
        for claim in iometer.claim([BytesFile("results.csv", bytes(spoiled))]):
            with suppress(ParseFailed):
                list(iometer.read(claim))


def test_other_files_are_not_claimed() -> None:
    others = [b"", b"a,b\n1,2\n", b"Version 1.1.0\n'TEST SETUP ====\n'Test Type\n\tNORMAL\n", b'{"Target Type": 1}']
    assert iometer.claim([BytesFile(f"{number}.csv", data) for number, data in enumerate(others)]) == []
