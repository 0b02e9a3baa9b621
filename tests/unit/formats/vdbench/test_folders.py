"""Output folders of Vdbench: runs and load steps with an average row, and curves of their intervals."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest
from tests.unit.formats.vdbench.output_folders import LOCAL, ROOT, pages_of, read_pages

from storagelab.domain.results import ObservedSeries, ParsedResult
from storagelab.domain.workload import BlockSize
from storagelab.formats import vdbench
from storagelab.formats.base import BytesFile

CORPUS = ROOT.parent / "shared" / "corpus" / "vdbench" / "public"
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of result files is not beside the checkout")


def rows_of(text: str) -> list[dict[str, str]]:
    """Read a flat file a second way, by its own header alone."""
    lines = [line.split() for line in text.splitlines() if line[:1] not in ("<", "*") and line.strip()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:] if line[0] != "tod"]


def series_of(result: ParsedResult, metric: str, direction: str = "total", phase: int = 0) -> ObservedSeries:
    (series,) = [one for one in result.series if (one.metric, one.direction, one.phase) == (metric, direction, phase)]
    return series


def test_curve_has_one_measurement_per_load_step() -> None:
    result = read_pages(pages_of(LOCAL / "curve"), "lab/curve/")
    assert (result.format, result.title, result.warnings) == ("vdbench", "curve", ())
    assert [one.name for one in result.measurements] == [
        "oltp",
        *(f"oltp_({percent}%)" for percent in range(10, 101, 10)),
    ]
    assert [one.phase for one in result.measurements] == list(range(11))
    # The run that finds the maximum requests no rate; the steps request shares of the maximum.
    offered = [one.workload.offered_iops for one in result.measurements]
    assert offered == [None, 5800, 11600, 17300, 23100, 28900, 34600, 40400, 46100, 51900, 57700]
    shares = [one.workload.load_percent for one in result.measurements]
    assert shares == [None, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]


def test_every_figure_of_the_average_rows() -> None:
    pages = pages_of(LOCAL / "curve")
    result = read_pages(pages)
    averages = [row for row in rows_of(pages["flatfile.html"].decode()) if row["Interval"].startswith("avg")]
    assert len(averages) == len(result.measurements) == 11
    for row, one in zip(averages, result.measurements, strict=True):
        total = one.total
        assert total.iops == float(row["rate"])
        assert total.bandwidth_bytes_per_s == pytest.approx(float(row["MB/sec"]) * 1048576, rel=1e-12)
        assert total.latency.mean == pytest.approx(float(row["resp"]) * 1e6, rel=1e-12)
        assert total.latency.stddev == pytest.approx(float(row["resp_std"]) * 1e6, rel=1e-12)
        assert total.latency.max == pytest.approx(float(row["resp_max"]) * 1e6, rel=1e-12)
        for direction in ("read", "write"):
            part = one.parts[direction]  # type: ignore[index]
            assert part.latency.mean == pytest.approx(float(row[f"{direction}_resp"]) * 1e6, rel=1e-12)
            assert part.latency.max == pytest.approx(float(row[f"{direction}_max"]) * 1e6, rel=1e-12)
            assert part.latency.stddev == pytest.approx(float(row[f"{direction}_std"]) * 1e6, rel=1e-12)
        assert one.parts["read"].iops == pytest.approx(float(row["rate"]) * float(row["read%"]) / 100)
        assert one.parts["read"].iops + one.parts["write"].iops == pytest.approx(total.iops)  # type: ignore[operator]
        assert one.runtime_s == 3.0
        assert one.workload.block_sizes == (BlockSize(8192, 100.0),)
        assert (one.workload.read_percent, one.workload.random_percent) == (70.0, 100.0)
        assert (one.workload.threads, one.workload.queue_depth) == (8, 1)
        assert (one.host, one.group, one.error, one.note) == (None, 0, None, "threads=8")
        assert one.cpu == {"host_percent": float(row["cpu_used"])}


def test_counts_come_from_a_histogram_matching_the_average() -> None:
    first = read_pages(pages_of(LOCAL / "curve")).measurements[0]
    # swat_mon_total.txt of the same run shows 120721 reads and 52112 writes.
    assert (first.parts["read"].ios, first.parts["write"].ios, first.total.ios) == (120721, 52112, 172833)
    assert first.total.bytes == 172833 * 8192
    assert first.total.ios == pytest.approx(57611 * 3)


def test_percentiles_are_interpolated_and_marked_estimated() -> None:
    total = read_pages(pages_of(LOCAL / "curve")).measurements[0].total
    # 34,210 of 172,833 I/Os are below 0.100 ms and 128,501 between that and 0.200 ms.
    assert total.percentiles_ns[50.0] == pytest.approx((0.1 + (86416.5 - 34210) / 128501 * 0.1) * 1e6)
    assert sorted(total.percentiles_ns) == [50.0, 90.0, 95.0, 99.0, 99.9, 99.99]
    assert (total.percentiles_of, total.percentiles_estimated) == ("lat", True)
    assert max(total.percentiles_ns.values()) <= total.latency.max  # type: ignore[operator]


def test_mismatched_histogram_is_ignored() -> None:
    pages = pages_of(LOCAL / "curve")
    pages["histogram.html"] = pages["histogram.html"].replace(b"128,501", b"228,501", 1)
    first, second = read_pages(pages).measurements[:2]
    assert (first.total.percentiles_ns, first.total.ios) == ({}, None)
    assert second.total.percentiles_ns


def test_interval_series_preserve_every_printed_digit() -> None:
    pages = pages_of(LOCAL / "curve")
    result = read_pages(pages)
    rows = [row for row in rows_of(pages["flatfile.html"].decode()) if row["Run"] == "oltp_(80%)"][:4]
    rate = series_of(result, "iops", phase=8)
    assert (rate.t_ms.tolist(), rate.window_ms, rate.member) == ([1000, 2000, 3000, 4000], 1000, "flatfile.html")
    assert (rate.values * rate.factor).tolist() == [float(row["rate"]) for row in rows]
    latency = series_of(result, "lat", "write", phase=8)
    assert latency.values.tolist() == [round(float(row["write_resp"]) * 1e6) for row in rows]
    bandwidth = series_of(result, "bandwidth", phase=8)
    assert bandwidth.values.tolist() == [round(float(row["MB/sec"]) * 1e4) for row in rows]
    assert bandwidth.factor == 104.8576


@pytest.mark.parametrize(
    ("devices", "workload", "targets"),
    [
        (b"sd=sd1,lun=./v.dat", b"sd=sd1", 1),
        (b"sd=sd1,lun=./v.dat\nsd=sd2,lun=./w.dat", b"sd=sd*", 2),
        (b"sd=sd1,lun=./v.dat\nsd=sd2,lun=./w.dat", b"sd=sd2", 1),
        (b"sd=sd1,lun=./v.dat\nsd=sd2,lun=./w.dat", b"sd=(sd1,sd2)", 2),
        (b"sd=sd1,lun=./v.dat\nsd=sd2,lun=./w.dat", b"sd=(sd1-sd2)", None),
    ],
)
def test_threads_per_device_are_multiplied_by_devices(devices: bytes, workload: bytes, targets: int | None) -> None:
    """Check the threads, which the flat file prints for one SD: with two SDs twice as many I/Os are outstanding."""
    pages = pages_of(LOCAL / "curve")
    pages["parmfile.html"] = pages["parmfile.html"].replace(b"wd=wd1,sd=sd1", b"wd=wd1," + workload)
    pages["parmfile.html"] = pages["parmfile.html"].replace(b"sd=sd1,lun=./v.dat", devices)
    first = read_pages(pages).measurements[0]
    assert (first.workload.threads, first.workload.targets) == (8, targets)


def test_devices_are_unknown_without_the_parameter_file() -> None:
    pages = pages_of(LOCAL / "curve")
    del pages["parmfile.html"]
    assert read_pages(pages).measurements[0].workload.targets is None


def test_start_time_uses_the_master_time_zone() -> None:
    first = read_pages(pages_of(LOCAL / "curve")).measurements[0]
    assert first.started_at == dt.datetime(2026, 11, 20, 19, 56, 2, tzinfo=dt.UTC)


def test_aborted_execution_has_a_reason_but_no_runs() -> None:
    result = read_pages(pages_of(LOCAL / "aborted"))
    assert (result.measurements, result.series, result.version) == ((), (), "vdbench50407")
    (warning,) = result.warnings
    assert warning.startswith("truncated")
    assert "data transfer size not multiple of 512 bytes: 60.0" in warning


def test_interrupted_run_is_a_series_without_a_measurement() -> None:
    result = read_pages(pages_of(LOCAL / "old"))
    assert [(one.name, one.phase) for one in result.measurements] == [("max_write", 0), ("max_write", 1)]
    curve = series_of(result, "iops", phase=2)
    assert (curve.values * curve.factor).tolist() == [500.0, 501.0]
    assert any(warning.startswith("truncated") and "mixed" in warning for warning in result.warnings)


def test_old_layout_is_mapped_by_header_across_midnight() -> None:
    result = read_pages(pages_of(LOCAL / "old"))
    first, second = result.measurements
    # One name twice is a loop, distinguished by order.
    assert (first.total.iops, second.total.iops) == (1100.0, 1600.0)
    assert (first.runtime_s, second.runtime_s) == (120.0, 60.0)
    assert (first.workload.offered_iops, first.workload.threads, first.started_at) == (None, 8, None)
    assert set(first.parts) == {"write"}
    # There is no column for writes alone, but nothing was read.
    assert first.parts["write"].latency.max == 250.5e6
    assert series_of(result, "iops").t_ms.tolist() == [60_000, 120_000, 180_000]
    assert any(warning.startswith("unverified format") for warning in result.warnings)


def test_old_mixed_runs_have_no_latencies_per_direction() -> None:
    pages = pages_of(LOCAL / "old")
    pages["flatfile.html"] = pages["flatfile.html"].replace(b"     mixed          2", b"     mixed    avg_2-2")
    mixed = read_pages(pages).measurements[-1]
    assert mixed.workload.offered_iops == 500.0
    assert mixed.parts["read"].iops == pytest.approx(501 * 0.7025)
    assert mixed.parts["read"].latency.mean is None
    assert mixed.total.latency.mean == 1.25e6


def test_file_system_workloads_have_read_and_write_parts() -> None:
    result = read_pages(pages_of(LOCAL / "files"))
    (one,) = result.measurements
    assert (one.total.iops, one.parts["read"].iops, one.parts["write"].iops) == (1050.0, 750.0, 300.0)
    assert one.parts["write"].latency.mean == 4.2917e6
    assert one.parts["read"].bandwidth_bytes_per_s == pytest.approx(750 * 8192, rel=1e-4)
    workload = one.workload
    assert (workload.block_sizes, workload.random_percent, workload.read_percent) == ((BlockSize(8192),), 100.0, 70.0)
    assert (workload.threads, workload.offered_iops) == (None, None)
    assert one.runtime_s == 4.0
    assert any("format_for_rd1" in warning for warning in result.warnings)
    assert series_of(result, "iops", "write").values.tolist() == [3_000_000] * 3


def test_decimal_commas_of_another_locale() -> None:
    pages = pages_of(LOCAL / "curve")
    lines = pages["flatfile.html"].decode().split("\n")
    commas = [line if line.startswith(("*", "<")) else line[:12] + line[12:].replace(".", ",") for line in lines]
    as_printed = read_pages(pages)
    with_commas = read_pages({**pages, "flatfile.html": "\n".join(commas).encode()})
    assert with_commas.measurements == as_printed.measurements


def test_missing_flat_file_falls_back_to_the_summary() -> None:
    pages = pages_of(LOCAL / "curve")
    whole = read_pages(pages)
    del pages["flatfile.html"]
    result = read_pages(pages)
    assert [one.name for one in result.measurements] == [one.name for one in whole.measurements]
    for rounded, exact in zip(result.measurements, whole.measurements, strict=True):
        assert rounded.total.iops == pytest.approx(exact.total.iops, abs=0.05)
        assert rounded.workload.offered_iops == exact.workload.offered_iops
        # The parameter file states them, and the mean size agrees.
        assert rounded.workload.block_sizes == exact.workload.block_sizes
        assert rounded.total.percentiles_ns == pytest.approx(exact.total.percentiles_ns, rel=2e-3)
    assert series_of(result, "iops").t_ms.tolist() == [1000, 2000, 3000, 4000]
    assert result.warnings[0].startswith("summary.html: read because flatfile.html is missing")


def test_folder_claim_holds_only_its_vdbench_pages() -> None:
    names = ["a/flatfile.html", "a/totals.html", "a/swat_mon.txt", "a/fio.json", "b/flatfile.html", "index.html"]
    vdbench_page = b"<title>Vdbench a/flatfile.html</title><pre>\n"
    members = [BytesFile(name, b"{}" if name.endswith("json") else vdbench_page) for name in names]
    members.append(BytesFile("c/flatfile.html", b"<html>a page of somebody else</html>"))
    claims = vdbench.claim(members)
    assert [[member.name for member in claim.members] for claim in claims] == [
        ["a/flatfile.html", "a/totals.html", "a/swat_mon.txt"],
        ["b/flatfile.html"],
    ]


def test_run_errors_are_attached_to_their_measurement() -> None:
    pages = pages_of(LOCAL / "curve")
    started = b"11/20/2026-19:56:12-UTC \tStarting\trd=oltp_(20%)\tFor loops: threads=8\n"
    trouble = b"11/20/2026-19:56:13-UTC \tI/O error detected. See errorlog.html\n"
    assert started in pages["status.html"]
    pages["status.html"] = pages["status.html"].replace(started, started + trouble)
    pages["errorlog.html"] += b"19:56:13.001 x-0: 19:56:13.000 op: read   lun: ./v.dat lba: 0 xfer: 8192 errno: EIO:\n"
    result = read_pages(pages)
    assert [one.error for one in result.measurements if one.error] == ["I/O error detected. See errorlog.html"]
    assert result.measurements[2].error is not None
    assert "errorlog.html reports 1 I/O error" in result.warnings


@needs_corpus
def test_forty_hour_run_is_one_measurement() -> None:
    folder = CORPUS / "masakioui+vdb" / "sd_random_write_4K_7HOST_40hour"
    pages = pages_of(folder)
    result = read_pages(pages)
    (one,) = result.measurements
    assert (one.total.iops, one.runtime_s, set(one.parts)) == (9584.1709, 2399 * 60.0, {"write"})
    assert one.total.latency.max == 449135.46e6
    # The raw counters of the two targets: 685,420,201 and 694,125,355 writes.
    assert one.total.ios == 685420201 + 694125355
    assert one.started_at == dt.datetime(2019, 3, 8, 18, 25, 53, tzinfo=dt.timezone(dt.timedelta(hours=7)))
    sizes = one.workload.block_sizes or ()
    assert (len(sizes), sizes[0], sizes[7]) == (12, BlockSize(512, 4.0), BlockSize(4096, 67.0))
    assert one.workload.offered_iops is None
    rate = series_of(result, "iops")
    # Two midnights lie between: time is counted in intervals.
    assert np.array_equal(rate.t_ms, np.arange(1, 2401) * 60_000)
    printed = [float(row["rate"]) for row in rows_of(pages["flatfile.html"].decode()) if row["Interval"].isdigit()]
    assert np.allclose(rate.values * rate.factor, printed, rtol=1e-15)
    assert np.mean(printed[1:]) == pytest.approx(9584.1709, abs=1e-4)
    assert result.warnings == ()


@needs_corpus
def test_many_runs_in_one_execution() -> None:
    pages = pages_of(CORPUS / "masakioui+vdb_oceanstor" / "sd_all_10sec_20190411")
    result = read_pages(pages)
    averages = [row for row in rows_of(pages["flatfile.html"].decode()) if row["Interval"].startswith("avg")]
    assert [one.name for one in result.measurements] == [row["Run"] for row in averages]
    assert len(averages) == 38
    for row, one in zip(averages, result.measurements, strict=True):
        assert one.total.iops == float(row["rate"])
        assert one.total.latency.mean == pytest.approx(float(row["resp"]) * 1e6)
        assert one.workload.random_percent == (0.0 if one.name.startswith("seq") else 100.0)
        assert set(one.parts) == {"read" if "read" in one.name else "write"}
        # One histogram for each, and as many I/Os in it as rate times nine seconds.
        assert one.total.ios == pytest.approx(float(row["rate"]) * 9, abs=1)
    mixes = [one.name for one in result.measurements if len(one.workload.block_sizes or ()) > 1]
    assert mixes == ["ran_write_various", "ran_read_various"]
    assert [one.workload.block_sizes for one in result.measurements[2:4]] == [(BlockSize(4096),), (BlockSize(8192),)]


@needs_corpus
def test_other_published_folders() -> None:
    quick = read_pages(pages_of(CORPUS / "masakioui+vdb" / "output1_quick"))
    (one,) = quick.measurements
    assert (one.total.iops, one.total.ios, one.workload.offered_iops, one.runtime_s) == (107.5, 430, 100.0, 4.0)
    failed = read_pages(pages_of(CORPUS / "masakioui+vdb" / "random_read_32T_4K_8HOST"))
    assert failed.measurements == ()
    assert "errorlog.html reports 30 I/O errors" in failed.warnings
    assert any("'data_errors=50' requested" in warning for warning in failed.warnings)
