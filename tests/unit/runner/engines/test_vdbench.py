"""Reading of Vdbench's files by the runner: growing rows, the final average, errors, the last words."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab_runner.engine_process import STOP_LADDER, ProcessExit
from storagelab_runner.engines.flat_file import IntervalCounts
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.layout import PhaseFolder
from storagelab_runner.stop_rule import Count, round_values

vdbench = ENGINES["vdbench"]

RECORDED = Path(__file__).parents[3] / "data" / "vdbench" / "curve"


@pytest.fixture
def folder(tmp_path: Path) -> PhaseFolder:
    """Provide a phase with the recorded first run as its output."""
    phase = PhaseFolder(tmp_path)
    phase.output.mkdir()
    lines = (RECORDED / "flatfile.html").read_text().splitlines(keepends=True)
    rows = [line.replace(" oltp ", " phase_i1_w0 ", 1) for line in lines if "oltp_(" not in line]
    phase.flat_file.write_text("".join(rows))
    (phase.output / "errorlog.html").write_text((RECORDED / "errorlog.html").read_text())
    return phase


def test_rows_are_counted_once_and_only_when_complete(folder: PhaseFolder) -> None:
    data = folder.flat_file.read_bytes()
    whole = IntervalCounts(folder.flat_file)
    assert whole.read_on()
    assert [count.elapsed_ms for count in whole.counts] == [1000, 2000, 3000, 4000]
    assert not whole.read_on()
    folder.flat_file.write_bytes(b"")
    growing = IntervalCounts(folder.flat_file)
    for end in range(0, len(data), 97):
        folder.flat_file.write_bytes(data[:end])
        growing.read_on()
    folder.flat_file.write_bytes(data)
    growing.read_on()
    assert growing.counts == whole.counts


def test_a_warm_up_does_not_count(folder: PhaseFolder) -> None:
    folder.flat_file.write_text(folder.flat_file.read_text().replace("phase_i1_w0", "phase_i1_w2"))
    counts = IntervalCounts(folder.flat_file)
    counts.read_on()
    assert [count.elapsed_ms for count in counts.counts] == [1000, 2000]


def test_throughput_and_response_time_are_followed_too(folder: PhaseFolder) -> None:
    """Check rules on them: counts of I/Os alone would never meet them, while the lab judges the same rounds steady."""
    counts = IntervalCounts(folder.flat_file)
    counts.read_on()
    lines = [line.split() for line in folder.flat_file.read_text().splitlines()]
    names = [name.lower() for name in next(line for line in lines if line[:1] == ["tod"])]
    whole = [line for line in lines if len(line) == len(names) and line[names.index("interval")].isdigit()]
    rows = [dict(zip(names, line, strict=True)) for line in whole]
    for metric, column, factor in (("bytes_per_s", "mb/sec", 1 << 20), ("latency", "resp", 1e6)):
        expected = [factor * float(row[column]) for row in rows]
        assert round_values(counts.counts, 1.0, metric) == pytest.approx(expected)


def test_foreign_rows_and_rows_without_figures_are_ignored(folder: PhaseFolder) -> None:
    text = folder.flat_file.read_text()
    folder.flat_file.write_text(text.replace("phase_i1_w0", "SD_format"))
    counts = IntervalCounts(folder.flat_file)
    counts.read_on()
    assert counts.counts == []
    assert IntervalCounts(folder.root / "nothing").read_on() is False
    assert Count(1.0, 2.0) not in counts.counts


def test_result_requires_a_complete_final_average_row(folder: PhaseFolder) -> None:
    assert vdbench.describe_missing_output(folder) is None
    text = folder.flat_file.read_text()
    for missing, words in (
        (text[:-20], "ends in the middle of a line"),
        (text[: text.rindex("\n", 0, -1) + 1], "has no average row"),
        ("", "has no average row"),
    ):
        folder.flat_file.write_text(missing)
        assert words in (vdbench.describe_missing_output(folder) or "")
        assert vdbench.read_figures(folder, 0) is None
    folder.flat_file.unlink()
    assert vdbench.describe_missing_output(folder) == "it wrote no output"
    assert vdbench.read_figures(folder, 0) is None


def test_measured_values_are_the_average_row(folder: PhaseFolder) -> None:
    measured = vdbench.read_figures(folder, 0)
    header, *_, average = [
        line.split()
        for line in folder.flat_file.read_text().splitlines()
        if "avg_" in line or "tod" in line.split()[:1]
    ]
    row = dict(zip(header, average, strict=True))
    assert measured is not None
    assert measured.iops == float(row["rate"])
    assert measured.read_iops + measured.write_iops == pytest.approx(measured.iops)
    assert measured.read_iops == pytest.approx(measured.iops * float(row["read%"]) / 100)
    assert measured.latency_ns == pytest.approx(float(row["resp"]) * 1e6)
    assert measured.bytes_per_s == pytest.approx(float(row["MB/sec"]) * 1048576)


def test_logged_error_is_reason_and_voids_result(folder: PhaseFolder) -> None:
    log = folder.output / "errorlog.html"
    log.write_text(log.read_text() + "19:56:01.000 localhost-0: op: read lun: sd1 errno: EIO\n")
    assert "op: read lun: sd1" in (vdbench.describe_missing_output(folder) or "")
    assert "op: read lun: sd1" in (vdbench.find_failure_reason(folder) or "")


def test_the_last_words(folder: PhaseFolder) -> None:
    console = folder.console(private=True)
    console.write_text(
        "\n19:56:01.000 java.lang.RuntimeException: lun=/dev/sdx is gone\n\tat Vdb.common.failure(c:1)\n"
    )
    assert vdbench.find_failure_reason(folder) == "lun=/dev/sdx is gone"
    console.write_text("something else\n\n")
    assert vdbench.find_failure_reason(folder) == "something else"
    console.unlink()
    assert vdbench.find_failure_reason(folder) is None


def test_exit_status_is_understood() -> None:
    assert vdbench.decode_exit(ProcessExit(137, None)) == ProcessExit(None, 9)
    assert vdbench.decode_exit(ProcessExit(157, None)) == ProcessExit(157, None)
    assert vdbench.was_interrupted(ProcessExit(130, None))
    assert not vdbench.was_interrupted(ProcessExit(157, None))
    assert vdbench.has_complete_output(ProcessExit(0, None))
    assert not vdbench.has_complete_output(ProcessExit(None, 2))


@pytest.mark.parametrize("seconds", [1, 10, 3600])
def test_stop_signals_wait_for_an_interval(seconds: int) -> None:
    ladder = vdbench.stop_ladder(seconds)
    times = [at for at, _ in ladder]
    assert times == sorted(times)
    assert ladder[-1] == STOP_LADDER[-1]
    assert times[0] >= min(10 + 2 * seconds, 30)


def test_clear_makes_output_private(folder: PhaseFolder) -> None:
    folder.output.chmod(0o777)
    folder.flat_file.chmod(0o666)
    vdbench.request_stop(folder)
    assert (folder.root / "monitor").read_text() == "end_vdbench\n"
    vdbench.clear(folder)
    assert not (folder.root / "monitor").exists()
    assert (folder.output.stat().st_mode & 0o777, folder.flat_file.stat().st_mode & 0o777) == (0o700, 0o600)
