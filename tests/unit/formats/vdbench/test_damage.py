"""Damaged folders of Vdbench: proven values are read, the rest is reported, no number is wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pytest
from tests.unit.formats.vdbench.output_folders import LOCAL, pages_of, read_pages

from storagelab.domain.results import ObservedMeasurement, ParsedResult
from storagelab.engines.base import ParseFailed
from storagelab.formats import vdbench
from storagelab.formats.base import BytesFile, SourceFile


def figures(measurement: ObservedMeasurement) -> list[object]:
    """Return the values that a cut file must not change."""
    parts = [measurement.total, *(measurement.parts[direction] for direction in sorted(measurement.parts))]
    numbers = [(part.iops, part.bandwidth_bytes_per_s, part.latency) for part in parts]
    return [measurement.name, measurement.workload, measurement.runtime_s, *numbers]


def check_beginning(cut: ParsedResult, whole: ParsedResult) -> None:
    """Check that the results of a cut folder are the beginning of those of the whole folder."""
    assert len(cut.measurements) <= len(whole.measurements)
    for one, other in zip(cut.measurements, whole.measurements, strict=False):
        assert figures(one) == figures(other)
    by_place = {(one.metric, one.direction, one.phase): one for one in whole.series}
    for one in cut.series:
        other = by_place[one.metric, one.direction, one.phase]
        count = len(one.t_ms)
        assert np.array_equal(one.t_ms, other.t_ms[:count])
        assert np.array_equal(one.values * one.factor, other.values[:count] * other.factor)


def test_a_flat_file_cut_at_any_byte() -> None:
    pages = {**pages_of(LOCAL / "curve")}
    del pages["totals.html"], pages["summary.html"]
    whole = read_pages(pages)
    data = pages["flatfile.html"]
    chosen = random.Random(7).sample(range(60, len(data) - 2), 150)
    for size in [*chosen, *range(3150, 3700, 7)]:
        result = read_pages({**pages, "flatfile.html": data[:size]})
        check_beginning(result, whole)
        if len(result.measurements) < len(whole.measurements):
            assert any(warning.startswith("truncated") for warning in result.warnings), size


@pytest.mark.parametrize("page", ["histogram.html", "parmfile.html", "status.html", "totals.html", "errorlog.html"])
def test_other_pages_cut_at_any_byte(page: str) -> None:
    pages = pages_of(LOCAL / "curve")
    whole = read_pages(pages)
    chosen = random.Random(page).sample(range(len(pages[page])), min(60, len(pages[page])))
    for size in chosen:
        result = read_pages({**pages, page: pages[page][:size]})
        assert len(result.measurements) == 11
        for one, other in zip(result.measurements, whole.measurements, strict=True):
            assert one.total.iops == other.total.iops
            assert one.workload.block_sizes in (None, other.workload.block_sizes)
            assert one.total.percentiles_ns in ({}, other.total.percentiles_ns)
            assert one.total.ios in (None, other.total.ios)


def test_a_summary_cut_at_any_byte() -> None:
    data = (LOCAL / "curve" / "summary.html").read_bytes()
    whole = read_pages({"summary.html": data})
    for size in random.Random(8).sample(range(80, len(data)), 120):
        check_beginning(read_pages({"summary.html": data[:size]}), whole)


@pytest.mark.parametrize(
    "recode",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data.decode().encode("utf-16"),
        lambda data: data.decode().encode("utf-16-be"),
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"oltp", "нагрузка".encode("cp1251")),
        lambda data: data.replace(b"oltp", "随机读写".encode("gbk")),
    ],
)
def test_recoded_pages_have_the_same_figures(recode: Callable[[bytes], bytes]) -> None:
    pages = pages_of(LOCAL / "curve")
    whole = read_pages(pages)
    result = read_pages({name: recode(data) for name, data in pages.items()})
    assert [one.total.iops for one in result.measurements] == [one.total.iops for one in whole.measurements]
    assert result.measurements[0].name in ("oltp", "нагрузка", "随机读写")
    assert result.measurements[0].total.percentiles_ns == whole.measurements[0].total.percentiles_ns


@pytest.mark.parametrize(
    ("column", "text"),
    [("57611", b"-57611"), ("57611", b"NaN"), ("57611", b"9" * 5000), ("57611", b"1e999"), ("57611", b"5\x007611")],
)
def test_impossible_figures_are_unknown(column: str, text: bytes) -> None:
    pages = pages_of(LOCAL / "curve")
    pages["flatfile.html"] = pages["flatfile.html"].replace(column.encode(), text)
    result = read_pages(pages)
    # Without a rate the average row is about nothing, and its run is left out.
    assert result.measurements[0].name == "oltp_(10%)"
    assert any("has no I/O" in warning for warning in result.warnings)


def test_headerless_rows_are_refused_with_their_line() -> None:
    lines = (LOCAL / "curve" / "flatfile.html").read_bytes().split(b"\n")
    headless = b"\n".join(line for line in lines if not line.lstrip().startswith(b"tod"))
    (claim,) = vdbench.claim([BytesFile("x/flatfile.html", headless)])
    with pytest.raises(ParseFailed) as failure:
        list(vdbench.read(claim))
    assert "x/flatfile.html, line 45: expected the header line of a Vdbench flat file" in failure.value.message


def test_random_bytes_in_pages_raise_only_parse_failed() -> None:
    chance = random.Random(9)
    pages = pages_of(LOCAL / "curve")
    for _ in range(60):
        damaged = {}
        for name, data in pages.items():
            spoiled = bytearray(data)
            for _ in range(20):
                spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
            damaged[name] = bytes(spoiled)
        members: list[SourceFile] = [BytesFile(name, data) for name, data in damaged.items()]
        for claim in vdbench.claim(members):
            with suppress(ParseFailed):
                list(vdbench.read(claim))
