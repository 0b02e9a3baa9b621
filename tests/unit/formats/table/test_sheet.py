"""Tables that are cut, broken, oddly encoded or absent: no wrong number, and errors name the line."""

from __future__ import annotations

import pytest

from storagelab.domain.results import ParsedResult
from storagelab.formats import table
from storagelab.formats.base import BytesFile, ParseFailed


def read(text: str | bytes) -> list[ParsedResult]:
    """Return the results of a table given as text."""
    (claim,) = table.claim([BytesFile("table.csv", text.encode() if isinstance(text, str) else text)])
    return list(table.read(claim))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251", "gbk"])
def test_a_table_is_read_in_any_encoding(encoding: str) -> None:
    name = {"cp1251": "Массив", "gbk": "四块固态硬盘阵列"}.get(encoding, "Größe")
    text = f"configuration,metric,value,unit\r\n{name},iops,1234567,IOPS\r\n{name},throughput,54396,MB/s\r\n"

    (result,) = read(text.encode(encoding))

    assert result.title == name
    assert (result.measurements[0].total.iops, result.measurements[0].total.bandwidth_bytes_per_s) == (
        1234567.0,
        54396e6,
    )


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("c,iops,NaN,IOPS,exact", "the value 'NaN' cannot be read (not a number)"),
        ("c,iops,-5,IOPS,exact", "iops cannot be negative (-5)"),
        ("c,iops,1e300,IOPS,exact", "the value is larger than any figure"),
        ("c,iops,5,IOPS,guessed", "'guessed' is not a kind of value. Available: exact, approx, approximate, range_low, "
         "range_high, lower_bound, upper_bound, ratio"),
        ("c,iops,5 ms,IOPS,exact", "the value has the unit 'ms' and its column 'IOPS'"),
        (",iops,5,IOPS,exact", "the configuration or the metric is empty"),
        ("c,iops,,IOPS,exact", "the value '' cannot be read (empty)"),
    ],
)  # fmt: skip
def test_broken_row_is_skipped_with_a_warning(row: str, reason: str) -> None:
    text = f"configuration,metric,value,unit,value_kind\n{row}\nc,iops,1,IOPS,exact\n"

    (result,) = read(text)

    assert [entry.total.iops for entry in result.measurements] == [1.0]
    assert result.warnings == (f"table.csv, line 2: {reason}, left out",)


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("configuration,workload,unit,metric\nc,w,IOPS,iops\n", "line 1", "a column named value"),
        (
            "configuration,metric,value,metric\nc,iops,1,iops\n",
            "line 1",
            "each column once, but 'metric' is listed twice",
        ),
        ("configuration,metric,value\n", "line 2", "at least one row with 3 columns below the header"),
        (
            "configuration,metric,value\nc,iops\n",
            "line 2: 2 columns instead of 3, left out",
            "at least one row with 3 columns below the header",
        ),
        (
            "configuration,metric,value\nc,iops,many\n",
            "line 2: the value 'many' cannot be read (not a number), left out",
            "at least one row whose value can be read",
        ),
    ],
)
def test_unreadable_table_has_a_place_and_reason(text: str, place: str, expected: str) -> None:
    with pytest.raises(ParseFailed) as failure:
        read(text)

    assert failure.value.message == f"table.csv, {place}: expected {expected}"


@pytest.mark.parametrize(
    "text", ["", "\n", "{}", "a,b,c\n1,2,3\n", "metric,value\niops,1\n", "1000, 5, 0, 4096\n", "\x00\x00", '"']
)
def test_other_files_are_not_claimed(text: str) -> None:
    assert table.claim([BytesFile("x.csv", text.encode())]) == []


TABLE = (
    "configuration,metric,value,unit,note\n"
    'A,iops,54396,IOPS,"first, of two\nlines"\n'
    "A,throughput,41.6,GB/s,second\n"
    "B,latency_mean,1.25,ms,third\n"
)
VALUES_LAST = "configuration,metric,value\nA,iops,54396\nA,latency,12\nB,iops,177\n"


@pytest.mark.parametrize("columns", ["as they are", "value last"])
def test_truncated_table_gives_no_wrong_number(columns: str) -> None:
    text = TABLE if columns == "as they are" else VALUES_LAST
    whole = {number.value for result in read(text) for number in result.numbers}
    for end in range(len(text)):
        member = BytesFile("table.csv", text[:end].encode())
        for claim in table.claim([member]):
            try:
                results = list(table.read(claim))
            except ParseFailed:
                continue
            assert {number.value for result in results for number in result.numbers} <= whole
            complete = text[end - 1] == "\n" and text[:end].count('"') % 2 == 0
            if columns == "value last" and not complete:
                assert any(warning.startswith("truncated: table.csv, line ") for warning in results[0].warnings)
