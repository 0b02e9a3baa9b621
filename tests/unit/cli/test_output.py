"""Figures, tables and progress lines as people read them."""

from __future__ import annotations

import pytest

from storagelab.cli.jobs import parse_parameters, parse_size_option, run_title
from storagelab.cli.output import (
    format_count,
    format_duration,
    format_figure,
    format_latency,
    format_number,
    print_table,
)
from storagelab.cli.progress import format_progress
from storagelab.errors import InvalidInput


@pytest.mark.parametrize(
    ("value", "shown"),
    [(None, "-"), (0, "0"), (0.0123, "0.0123"), (82.55, "82.5"), (123.6, "124"), (1234567, "1,234,567")],
)
def test_number_is_formatted_for_display(value: float | None, shown: str) -> None:
    assert format_number(value) == shown


@pytest.mark.parametrize(
    ("nanoseconds", "shown"), [(None, "-"), (730, "730 ns"), (82_500, "82.5 µs"), (1_430_000, "1.43 ms"), (2e9, "2 s")]
)
def test_latency_is_formatted_in_readable_units(nanoseconds: float | None, shown: str) -> None:
    assert format_latency(nanoseconds) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"), [(None, "-"), (0.4, "0 s"), (59.6, "1 min 00 s"), (185, "3 min 05 s"), (7800, "2 h 10 min")]
)
def test_duration_is_formatted_in_readable_units(seconds: float | None, shown: str) -> None:
    assert format_duration(seconds) == shown


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (35556.7, "1/s", "35,557"),
        (145_640_331, "bytes/s", "146 MB/s"),
        (97240.07, "ns", "97.2 µs"),
        (3.5, "%", "3.5 %"),
        (None, "ns", "-"),
    ],
)
def test_figures_have_their_unit(value: float | None, unit: str, shown: str) -> None:
    assert format_figure(value, unit) == shown


def test_counts_have_their_noun() -> None:
    assert [format_count(number, "phase") for number in (0, 1, 1200)] == ["0 phases", "1 phase", "1,200 phases"]


def test_table_is_aligned_and_never_cut(capsys: pytest.CaptureFixture[str]) -> None:
    long = "x" * 300
    print_table(("Name", "Value"), [("a", None), (long, 1)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["a", "-"]
    assert lines[2] == f"{long}  1"
    assert {line.rindex(cell) for line, cell in zip(lines, ("Value", "-", "1"), strict=True)} == {302}


def test_finite_numeric_parameters_become_numbers() -> None:
    assert parse_parameters(["runtime=60", "share=0.5", "mode=fast", "note=a=b"]) == {
        "runtime": 60,
        "share": 0.5,
        "mode": "fast",
        "note": "a=b",
    }
    assert parse_parameters(["a=nan", "b=-inf", "c=1e999"]) == {"a": "nan", "b": "-inf", "c": "1e999"}


@pytest.mark.parametrize("text", ["runtime", "=60", ""])
def test_parameter_without_name_or_value_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is not NAME=VALUE"):
        parse_parameters([text])


def test_size_that_is_not_understood_is_named() -> None:
    assert parse_size_option("256M") == 256 * 2**20
    with pytest.raises(InvalidInput, match="'many' is not a size"):
        parse_size_option("many")


def test_run_is_titled_by_available_facts() -> None:
    assert run_title({"number": "r-1", "profile": {"title": "Quick 4K"}, "server": None}) == "r-1, Quick 4K"


@pytest.mark.parametrize(
    ("run_state", "words"),
    [
        ("waiting", "Queued"),
        ("preparing", "Preparing"),
        ("running", "Between phases"),
        ("collecting", "Collecting files"),
        (None, "Between phases"),
    ],
)
def test_progress_between_phases_names_no_phase(run_state: str | None, words: str) -> None:
    data = {"phase_ordinal": None, "phase_count": 8, "phase_name": None, "percent": 100.0}
    assert format_progress(data, run_state) == words
    at_work = {**data, "phase_ordinal": 3, "phase_name": "random read"}
    assert format_progress(at_work, run_state) == "3/8 random read"
