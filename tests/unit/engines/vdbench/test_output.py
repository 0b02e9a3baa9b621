"""Results of recorded flat files, with the histograms beside them."""

from __future__ import annotations

import random

import pytest
from tests.unit.engines.vdbench.recorded import CURVE, DATA, ROOT, first_histogram, first_run

from storagelab.domain.samples import EngineOutput
from storagelab.engines.base import ParseFailed
from storagelab.engines.vdbench import parse

CORPUS = ROOT.parent / "shared" / "corpus" / "vdbench"


def curve() -> EngineOutput:
    return parse((CURVE / "flatfile.html").read_bytes(), histogram=(CURVE / "histogram.html").read_bytes())


def test_run_matches_its_average_row() -> None:
    job = curve().jobs[0]
    read, write = job.parts["read"], job.parts["write"]
    assert (job.name, job.cpu) == ("oltp", {"host_percent": 32.1429})
    assert (read.ios + write.ios, read.runtime_s) == (172_833, 3.0)
    assert read.iops + write.iops == pytest.approx(57_611)
    assert (read.latency.mean, read.latency.stddev, read.latency.max) == (135_900, 112_800, 8_231_000)
    assert (write.latency.mean, write.latency.stddev, write.latency.max) == (135_400, 115_400, 4_814_000)
    assert read.latency.min is None
    assert read.bytes == read.ios * 8192
    assert read.bins is None


def test_mixed_run_has_total_and_direction_figures() -> None:
    mixed = curve().jobs[0].mixed
    assert mixed is not None
    assert (mixed.ios, mixed.iops, mixed.bandwidth_bytes_per_s) == (172_833, 57_611, 57_611 * 8192)
    assert (mixed.latency.mean, mixed.latency.stddev, mixed.latency.max) == (135_800, 113_600, 8_231_000)


def test_every_run_has_its_own_group() -> None:
    jobs = curve().jobs
    assert [job.group for job in jobs] == list(range(11))
    assert [job.name for job in jobs][:3] == ["oltp", "oltp_(10%)", "oltp_(20%)"]
    assert curve().warnings == ()


def test_percentiles_are_estimates_within_their_buckets() -> None:
    for job in curve().jobs:
        for part in job.parts.values():
            values = [part.percentiles_ns[percent] for percent in sorted(part.percentiles_ns)]
            assert part.percentiles_estimated
            assert part.percentiles_of == "lat"
            assert values == sorted(values)
            assert values[-1] <= (part.latency.max or 0)
    # 94.1675 % of the reads took less than 0.2 ms, and 99.3945 % less than 0.4 ms.
    read = curve().jobs[0].parts["read"]
    assert 100_000 < read.percentiles_ns[90.0] < 200_000 < read.percentiles_ns[95.0] < 400_000


@pytest.mark.parametrize("histogram", [b"", b"nothing", first_histogram("another")])
def test_run_without_histogram_has_no_percentiles(histogram: bytes) -> None:
    (job,) = parse(first_run(), histogram=histogram).jobs
    assert sum(part.ios for part in job.parts.values()) == 172_833
    assert [part.percentiles_ns for part in job.parts.values()] == [{}, {}]
    assert [part.percentiles_of for part in job.parts.values()] == [None, None]


def test_mismatched_histogram_is_ignored() -> None:
    other = first_histogram().replace(b"128,501", b"128,507")
    (job,) = parse(first_run(), histogram=other).jobs
    assert job.parts["read"].percentiles_ns == {}
    assert sum(part.ios for part in job.parts.values()) == 172_833


def test_histogram_counts_match_share_counts() -> None:
    data = (CURVE / "flatfile.html").read_bytes()
    for counted, shared in zip(curve().jobs, parse(data).jobs, strict=True):
        assert {direction: part.ios for direction, part in counted.parts.items()} == {
            direction: part.ios for direction, part in shared.parts.items()
        }


def test_interrupted_run_is_merged_from_its_intervals() -> None:
    whole = first_run()
    cut = whole[: whole.rfind(b"19:56:06.122")]
    output = parse(cut, histogram=first_histogram())
    (job,), (finished,) = output.jobs, parse(whole).jobs
    assert output.warnings == ("truncated: line 46: phase_i1_w1 has no average row, so its intervals were merged",)
    for direction, part in job.parts.items():
        same = finished.parts[direction]
        assert (part.ios, part.bytes, part.runtime_s) == (same.ios, same.bytes, same.runtime_s)
        assert part.latency.mean == pytest.approx(same.latency.mean, rel=1e-3)
        assert part.latency.max == same.latency.max
        assert part.percentiles_ns == {}


def test_run_ended_during_warm_up_has_no_parts() -> None:
    rows = first_run("phase_i1_w4")
    output = parse(rows[: rows.rfind(b"19:56:06.122")])
    assert [job.parts for job in output.jobs] == [{}]
    assert output.warnings[0].startswith("truncated: ")


def test_empty_average_yields_no_result() -> None:
    text = first_run().decode().replace("avg_2-4", "avg_2-1")
    output = parse(text.encode())
    assert [job.parts for job in output.jobs] == [{}]
    assert output.warnings == ("line 46: phase_i1_w1 has an average without any I/O, so it has no result",)
    nothing = first_run().decode().replace("57611 450.0859", "NaN NaN")
    assert [job.parts for job in parse(nothing.encode()).jobs] == [{}]


def test_preparation_run_yields_no_result() -> None:
    rows = first_run("SD_format") + first_run()[first_run().index(b"19:56:03") :]
    assert [job.name for job in parse(rows).jobs] == ["phase_i1_w1"]


def test_older_layouts_know_less() -> None:
    output = parse((DATA / "old" / "flatfile.html").read_bytes())
    first, second, interrupted = output.jobs
    assert (first.parts["write"].ios, first.parts["write"].runtime_s) == (132_000, 120.0)
    assert first.parts["write"].latency.mean == 4_272_700
    assert second.parts["write"].ios == 96_000
    assert interrupted.parts["read"].latency.mean is None
    assert {direction: part.ios for direction, part in interrupted.parts.items()} == {"read": 21_117, "write": 8943}


def test_mixed_size_bytes_are_divided_with_a_warning() -> None:
    text = first_run().decode().replace("57611 450.0859 8192", "57611 450.0859 8200")
    output = parse(text.encode())
    (job,) = output.jobs
    assert job.mixed is not None
    assert job.mixed.bytes == sum(part.bytes for part in job.parts.values()) == round(450.0859 * 1048576 * 3)
    assert output.warnings == (
        "line 46: phase_i1_w1 printed the bytes of reads and writes together, so they were divided by their I/Os",
    )


@pytest.mark.parametrize(
    "data", [b"", b"<title>Vdbench output/flatfile.html</title><pre>\n", b'{"fio version": "fio-3"}']
)
def test_file_without_a_header_is_refused(data: bytes) -> None:
    with pytest.raises(ParseFailed, match="expected the header line of a Vdbench flat file"):
        parse(data)


def test_file_cut_anywhere_has_a_warning() -> None:
    whole = first_run()
    header_ends = whole.index(b"\n", whole.index(b" tod "))
    for size in random.Random(11).sample(range(header_ends + 1, len(whole) - 1), 60):
        output = parse(whole[:size])
        assert any(warning.startswith("truncated") for warning in output.warnings), size


def test_damaged_figures_are_unknown() -> None:
    (job,) = parse(first_run().replace(b"9999977 57611 ", b"9999977 9e17 ")).jobs
    assert job.parts == {}


@pytest.mark.parametrize(
    ("folder", "runs", "ios", "runtime_s"),
    [
        ("masakioui+vdb/output1_quick", 1, 430, 4.0),
        ("masakioui+vdb/sd_random_write_4K_7HOST_40hour", 1, 1_379_545_556, 143_940.0),
        ("masakioui+vdb_oceanstor/sd_all_10sec_20190411", 38, 268_932, 9.0),
    ],
)
def test_published_folders(folder: str, runs: int, ios: int, runtime_s: float) -> None:
    path = CORPUS / "public" / folder
    if not path.is_dir():
        pytest.skip("the corpus of published results is not here")
    output = parse((path / "flatfile.html").read_bytes(), histogram=(path / "histogram.html").read_bytes())
    first = output.jobs[0]
    assert len(output.jobs) == runs
    assert sum(part.ios for part in first.parts.values()) == ios
    assert {part.runtime_s for part in first.parts.values()} == {runtime_s}
    assert all(part.percentiles_ns for part in first.parts.values())
