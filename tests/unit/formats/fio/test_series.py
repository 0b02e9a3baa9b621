"""Curves of logs of every generation of fio."""

from __future__ import annotations

import json

import pytest
from tests.unit.formats.fio.folders import members, result, results

from storagelab.domain.results import ObservedSeries
from storagelab.engines.base import ParseFailed


def document(version: str = "fio-3.33", **options: str) -> bytes:
    """Return a result of one job with these options."""
    read = {"io_bytes": 4096, "io_kbytes": 4, "iops": 1.0, "runtime": 1000, "total_ios": 1}
    job = {"jobname": "j", "groupid": 0, "read": read, "job options": options}
    return json.dumps({"fio version": version, "jobs": [job]}).encode()


def series_of(log: bytes, name: str = "x_lat.1.log", **beside: bytes) -> list[ObservedSeries]:
    return list(result({name: log, **beside}).series)


def rows_of(one: ObservedSeries) -> list[tuple[int, int]]:
    return list(zip(one.t_ms.tolist(), one.values.tolist(), strict=True))


@pytest.mark.parametrize(
    ("version", "log"),
    [
        ("fio-2.1.10", b"1000, 5, 0, 0\n2000, 6, 1, 0\n"),
        ("fio-3.17", b"1000, 5, 0, 0, 0\n2000, 6, 1, 0, 0\n"),
        ("fio-3.18", b"1000, 5, 0, 0, 1\n2000, 6, 1, 0, 1\n"),
        ("fio-3.27", b"1000, 5, 0, 0, 0, 1\n2000, 6, 1, 0, 0, 1\n"),
        ("fio-3.28", b"1000, 5, 0, 0, 0x4001\n2000, 6, 1, 0, 0x4001\n"),
        ("fio-3.38", b"1000, 5, 0, 0, 0, 0, 0\n2000, 6, 1, 0, 0, 0, 0\n"),
    ],
)
def test_columns_behind_the_direction_differ_by_version(version: str, log: bytes) -> None:
    read, write = series_of(log, **{"j.json": document(version, write_lat_log="x", log_avg_msec="1000")})
    assert (rows_of(read), rows_of(write)) == ([(1000, 5)], [(2000, 6)])
    assert (read.metric, read.direction, write.direction, read.job, read.phase) == ("lat", "read", "write", 1, 0)
    assert (read.window_ms, read.window_value) == (1000, "mean")
    assert read.factor == (1000.0 if version.startswith("fio-2") else 1.0)


@pytest.mark.parametrize(
    ("name", "metric", "factor", "unit"),
    [
        ("x_bw.1.log", "bandwidth", 1024.0, "bytes/s"),
        ("x_iops.1.log", "iops", 1.0, "1/s"),
        ("x_clat.1.log", "clat", 1.0, "ns"),
        ("x_slat.1.log", "slat", 1.0, "ns"),
    ],
)
def test_log_name_decides_metric_factor_and_unit(name: str, metric: str, factor: float, unit: str) -> None:
    (one,) = series_of(b"1000, 5, 2, 0\n2000, 5, 2, 0\n", name, **{"j.json": document()})
    assert (one.metric, one.direction, one.factor, one.unit) == (metric, "trim", factor, unit)


def test_unknown_version_reads_latencies_as_nanoseconds() -> None:
    parsed = result({"x_lat.1.log": b"1000, 5, 0, 0\n", "x_iops.1.log": b"1000, 7, 0, 0\n"})
    assert parsed.measurements == ()
    assert parsed.version is None
    assert [one.factor for one in parsed.series] == [1.0, 1.0]
    (warning,) = parsed.warnings
    assert warning.startswith("the version of fio is not known")
    assert warning.endswith("(x_lat.1.log)")


def test_means_and_maxima_become_two_series() -> None:
    log = b"1000, 224, 2126, 0, 0, 0\n2000, 259, 1680, 0, 0, 0\n"
    mean, highest = series_of(log, **{"j.json": document("fio-3.42")})
    assert (mean.metric, mean.window_value, rows_of(mean)) == ("lat", "mean", [(1000, 224), (2000, 259)])
    assert (highest.metric, highest.window_value, rows_of(highest)) == ("lat_max", "max", [(1000, 2126), (2000, 1680)])
    (bandwidth,) = series_of(log, "x_bw.1.log")
    assert rows_of(bandwidth) == [(1000, 224), (2000, 259)]


@pytest.mark.parametrize("option", [{"log_max_value": "1"}, {"log_max_value": ""}, {"log_window_value": "max"}])
def test_options_identify_a_log_of_maxima(option: dict[str, str]) -> None:
    (one,) = series_of(b"1000, 5, 0, 0\n", **{"j.json": document(write_lat_log="x", **option)})
    assert (one.metric, one.window_value) == ("lat", "max")


def test_log_of_single_ios_has_no_window() -> None:
    log = b"27, 338195, 0, 4096, 4046848, 0\n27, 196769, 0, 4096, 49676288, 0\n31, 1, 0, 4096, 0, 0\n"
    (one,) = series_of(log, **{"j.json": document(write_lat_log="x")})
    assert (one.window_ms, one.window_value) == (None, "sample")


@pytest.mark.parametrize(("times", "window"), [((999, 2001, 3000), 1000), ((250, 501, 750), 250), ((1000,), None)])
def test_unstated_window_is_the_distance_of_rows(times: tuple[int, ...], window: int | None) -> None:
    (one,) = series_of(b"".join(b"%d, 5, 0, 0\n" % t for t in times))
    assert one.window_ms == window


def test_times_since_1970_are_recognised_by_size() -> None:
    (one,) = series_of(b"1795204637929, 186411, 0, 0, 0\n1795204638929, 234236, 0, 0, 0\n")
    assert one.epoch
    assert int(one.t_ms[0]) == 1795204637929


def test_log_of_several_jobs_is_marked() -> None:
    (one,) = series_of(b"999, 200, 0, 0, 0\n999, 210, 0, 0, 0\n", "shared_iops.log")
    assert (one.job, one.interleaved) == (1, True)


def test_log_name_suffix_is_the_host() -> None:
    (one,) = series_of(b"999, 200, 0, 0, 0\n", "cs_bw.2.log.10.0.0.7")
    assert (one.job, one.host, one.metric) == (2, "10.0.0.7", "bandwidth")


def test_odd_names_of_old_versions() -> None:
    (one,) = series_of(
        b"999, 200, 0, 0\n", "x_bw.log_bw.1.log", **{"j.json": document("fio-2.2.10", write_bw_log="x_bw.log")}
    )
    assert (one.metric, one.job, one.phase) == ("bandwidth", 1, 0)


def test_jobs_are_numbered_over_all_groups() -> None:
    read = {"io_bytes": 4096, "io_kbytes": 4, "iops": 1.0, "runtime": 1000, "total_ios": 1}
    jobs = [
        {"jobname": "a", "groupid": 0, "read": read, "job options": {"numjobs": "2", "group_reporting": "1"}},
        {"jobname": "b", "groupid": 1, "read": read, "job options": {}},
    ]
    text = json.dumps({"fio version": "fio-3.33", "global options": {"write_bw_log": "x"}, "jobs": jobs}).encode()
    logs = {f"x_bw.{number}.log": b"1000, 5, 0, 0\n" for number in (1, 2, 3, 4)}
    parsed = result({"j.json": text, **logs})
    assert [job.phase for job in parsed.measurements] == [0, 1]
    assert [one.phase for one in parsed.series] == [0, 0, 1, None]


def test_empty_log_is_a_member_without_series() -> None:
    parsed = result({"x_slat.1.log": b"", "x_lat.1.log": b"1000, 5, 0, 0\n"})
    assert parsed.members == ("x_lat.1.log", "x_slat.1.log")
    assert [one.metric for one in parsed.series] == ["lat"]


def test_cut_row_is_skipped_with_a_warning() -> None:
    parsed = result({"x_bw.1.log": b"1000, 5, 0, 0\n2000, 6, 0, 0\n3000, 7"})
    assert rows_of(parsed.series[0]) == [(1000, 5), (2000, 6)]
    assert parsed.warnings == ("truncated: the log ends in the middle of a row, which is left out (x_bw.1.log)",)


def test_last_row_without_newline_is_complete() -> None:
    parsed = result({"x_bw.1.log": b"1000, 5, 0, 0\n2000, 6, 0, 0"})
    assert rows_of(parsed.series[0]) == [(1000, 5), (2000, 6)]
    assert parsed.warnings == ()


@pytest.mark.parametrize(
    ("log", "place"),
    [
        (b"1000, 5, 0, 0\nfio: error\n", "x_lat.1.log, line 2"),
        (b"1000, -5, 0, 0\n", "x_lat.1.log, row 1"),
        (b"-1000, 5, 0, 0\n", "x_lat.1.log, row 1"),
        (b"1000, 5, 3, 0\n", "x_lat.1.log, row 1"),
        (b"1000, 5, 0, 0\n2000, " + b"9" * 5000 + b", 0, 0\n", "x_lat.1.log, line 2"),
        (b"1000, nan, 0, 0\n", "x_lat.1.log, line 1"),
        (b"\xff\xfe1\x000\x00,\x00", "x_lat.1.log, line 1"),
    ],
)
def test_invalid_log_is_refused_with_its_place(log: bytes, place: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        results(members({"x_lat.1.log": log + b"\n"}))
    assert failed.value.place == place


def test_damaged_log_does_not_affect_valid_logs() -> None:
    parsed = result({"x_bw.1.log": b"oops\n", "x_bw.2.log": b"1000, 5, 0, 0\n"})
    assert [one.job for one in parsed.series] == [2]
    assert parsed.warnings[0].startswith("left out: x_bw.1.log, line 1: expected a row of a fio log")


def test_compressed_log_names_the_unpacking_option() -> None:
    with pytest.raises(ParseFailed, match="--inflate-log"):
        results(members({"x_bw.1.log.fz": b"\x78\x9c"}))
