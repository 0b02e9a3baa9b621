"""Figure tables: what is a measurement, what a statement, what is left out, and what belongs together."""

from __future__ import annotations

import pytest

from storagelab.domain.configuration import compute_class_hash
from storagelab.domain.results import ParsedResult
from storagelab.domain.workload import BlockSize
from storagelab.formats import table
from storagelab.formats.base import BytesFile

HEAD = "source,configuration,controller,drives,drive_model,raid_level,state,os,workload,block_size,rw_mix,qd,threads"
TAIL = "metric,value,unit,value_kind,scrambled,note"


def read(text: str | bytes) -> list[ParsedResult]:
    """Return the results of a table given as text."""
    member = BytesFile("table.csv", text.encode() if isinstance(text, str) else text)
    claims = table.claim([member])
    assert [claim.members for claim in claims] == [(member,)]
    return list(table.read(claims[0]))


def read_rows(*rows: str) -> list[ParsedResult]:
    """Return the results of rows below the head of the published tables."""
    return read("\n".join([f"{HEAD},{TAIL}", *rows, ""]))


def test_row_becomes_a_measurement_in_base_units() -> None:
    row = "a.txt,R5,2x PERC,8,P5520,RAID5,optimal,RHEL 9,fio random write,4k,30/70,16,4,iops,479144,IOPS,exact,no,n"

    (result,) = read_rows(row)

    (entry,) = result.measurements
    assert (result.format, result.version, result.title, result.source) == ("table", None, "R5", "a.txt")
    assert (entry.name, entry.total.iops, entry.total.bandwidth_bytes_per_s) == ("fio random write", 479144.0, None)
    assert (entry.value_kind, entry.printed, entry.note, entry.badges) == ("exact", "479144 IOPS", "n", ())
    load = entry.workload
    assert load.block_sizes == (BlockSize(4096, 100.0),)
    assert (load.read_percent, load.random_percent, load.queue_depth, load.threads) == (30.0, 100.0, 16, 4)
    assert entry.parts == {}


@pytest.mark.parametrize(
    ("state", "moment"),
    [("burst", "burst"), ("preconditioning", "preconditioning"), ("Steady", None), ("steady state", None),
     ("optimal", None), ("", None)],
)  # fmt: skip
def test_figure_before_steady_state_has_its_moment(state: str, moment: str | None) -> None:
    row = f"a.txt,one,,,,,{state},,4K random write,4k,0/100,16,16,iops,550000,IOPS,exact,no,"

    (result,) = read_rows(row)

    assert result.measurements[0].moment == moment


def test_snapshot_has_only_values_of_the_columns() -> None:
    rows = (
        "a.txt,R5,2x PERC 12,8,P5520,RAID5,rebuild,RHEL 9,w,,,,,iops,1,IOPS,exact,no,",
        'a.txt,JBOD,"none (native PCIe)",8-16,P5520,,,,w,,,,,iops,2,IOPS,exact,no,',
        "a.txt,bare,,,,,,,w,,,,,iops,3,IOPS,exact,no,",
    )

    array, direct, bare = (result.configuration for result in read_rows(*rows))

    assert array is not None
    assert direct is not None
    assert bare is not None
    assert array["controllers"] == [{"model": "PERC 12", "count": 2, "firmware": None, "driver": None}]
    assert array["drives"] == [{"model": "P5520", "count": 8, "firmware": None}]
    assert (array["array"]["level"], array["array"]["condition"], array["system"]["os"]) == (
        "RAID5", "rebuilding", "RHEL 9",
    )  # fmt: skip
    assert (direct["controllers"], direct["drive_connection"]) == ([], "none (native PCIe)")
    assert direct["drives"][0] | {"model": None} == {
        "model": None, "count": None, "firmware": None, "count_as_printed": "8-16",
    }  # fmt: skip
    assert (bare["controllers"], bare["drives"], bare["array"]["level"]) == (None, None, None)


def test_unknown_components_of_two_sources_differ() -> None:
    rows = [f"{source},same,,,,,,,w,,,,,iops,1,IOPS,exact,no," for source in ("a.txt", "b.txt")]

    first, second = read_rows(*rows)

    assert first.configuration is not None
    assert second.configuration is not None
    assert compute_class_hash(dict(first.configuration)) != compute_class_hash(dict(second.configuration))


def test_figures_of_one_load_join() -> None:
    rows = (
        "s,c,,,,,,,w,4k,0/100,16,16,iops,231456,IOPS,exact,reconstructed,checked",
        "s,c,,,,,,,w,4k,0/100,16,16,latency_mean,1.102,ms,exact,no,",
        "s,c,,,,,,,w,4k,0/100,16,16,latency_max,43,ms,exact,no,",
        "s,c,,,,,,,w,4k,0/100,16,16,latency_p99.9,20,ms,exact,no,",
        "s,c,,,,,,,w,4k,0/100,16,16,throughput,948,MB/s,approx,no,",
        "s,c,,,,,,,w,4k,0/100,16,2,iops,100,IOPS,exact,no,",
        "s,c,,,,,,,w,4k,0/100,16,16,iops,231000,IOPS,exact,no,again",
    )

    (result,) = read_rows(*rows)

    joined, rounded, other, again = result.measurements
    assert [entry.phase for entry in result.measurements] == [0, 1, 2, 3]
    assert (joined.total.iops, joined.total.latency.mean, joined.total.latency.max) == (231456.0, 1102000.0, 43000000.0)
    assert (joined.total.percentiles_ns, joined.total.percentiles_of) == ({99.9: 20000000.0}, "lat")
    assert joined.printed == "231456 IOPS; 1.102 ms; 43 ms; 20 ms"
    assert (joined.badges, joined.note) == (("reconstructed",), "iops: checked")
    assert (rounded.value_kind, rounded.total.bandwidth_bytes_per_s) == ("approximate", 948e6)
    assert (other.workload.threads, other.total.iops) == (2, 100.0)
    assert again.total.iops == 231000.0


@pytest.mark.parametrize(
    ("value", "unit", "kind", "expected"),
    [
        ("132000", "IOPS", "range_low", [("range_low", 132000.0)]),
        ("132000", "IOPS", "upper_bound", [("upper_bound", 132000.0)]),
        ("132000", "IOPS", "approx", [("approximate", 132000.0)]),
        ("~132000", "IOPS", "", [("approximate", 132000.0)]),
        (">= 132000", "IOPS", "exact", [("lower_bound", 132000.0)]),
        ("132-135", "kIOPS", "", [("range_low", 132000.0), ("range_high", 135000.0)]),
        ("132k", "IOPS", "", [("exact", 132000.0)]),
        ("132 kIOPS", "", "", [("exact", 132000.0)]),
        ("132000", "", "", [("exact", 132000.0)]),
    ],
)
def test_ranges_and_bounds_preserve_their_kind(
    value: str, unit: str, kind: str, expected: list[tuple[str, float]]
) -> None:
    (result,) = read_rows(f"s,c,,,,,,,w,,,,,iops,{value},{unit},{kind},no,")

    assert [(entry.value_kind, entry.total.iops) for entry in result.measurements] == expected
    assert result.statements == ()


def test_ends_of_different_ranges_are_not_joined() -> None:
    rows = (
        "s,c,,,,,,,w,,,16,16,iops,140000,IOPS,range_low,no,",
        "s,c,,,,,,,w,,,16,16,latency_mean,1.7,ms,range_low,no,",
    )

    (result,) = read_rows(*rows)

    assert [(entry.total.iops, entry.total.latency.mean) for entry in result.measurements] == [
        (140000.0, None),
        (None, 1700000.0),
    ]


@pytest.mark.parametrize(
    ("metric", "unit", "value", "base"),
    [
        ("throughput", "GB/s", "41.6", 41.6e9),
        ("throughput", "MB/s", "411.5", 411.5e6),
        ("throughput", "MiB/s", "20.5", 20.5 * 2**20),
        ("bandwidth", "KB/s", "7", 7000.0),
        ("latency_mean", "ms", "0.153", 153000.0),
        ("latency_mean", "us", "47", 47000.0),
        ("latency_max", "µs", "47", 47000.0),
        ("latency_max", "s", "1.018", 1.018e9),
        ("latency_p99", "ns", "9", 9.0),
        ("p999", "ns", "9", 9.0),
        ("iops", "KIOPS", "7958.204", 7958204.0),
    ],
)
def test_units_become_base_units(metric: str, unit: str, value: str, base: float) -> None:
    (result,) = read_rows(f"s,c,,,,,,,w,,,,,{metric},{value},{unit},exact,no,")

    (entry,) = result.measurements
    total = entry.total
    latency = [total.latency.mean, total.latency.max, *total.percentiles_ns.values()]
    figures = [value for value in (total.iops, total.bandwidth_bytes_per_s, *latency) if value is not None]
    assert figures == [pytest.approx(base, rel=1e-12)]
    assert result.numbers[0].value == figures[0]


@pytest.mark.parametrize(
    ("row", "metric", "value", "unit", "warned"),
    [
        ("w,,,,,ratio_to_raid0,0.25,ratio,upper_bound", "ratio_to_raid0", 0.25, "ratio", False),
        ("w,,,,,latency_gain_vs_worst,0.5,ms,approx", "latency_gain_vs_worst", 500000.0, "ns", False),
        ("w,,,,,block_size_at_max_throughput,16k,B,exact", "block_size_at_max_throughput", 16384.0, "bytes", False),
        ("w,,,,,best_qd,2,QD,exact", "best_qd", 2.0, "QD", False),
        ("w,,,,,capacity,3.7,TB,approx", "capacity", 3.7, "TB", False),
        ("w,,,,,iops,2,x,ratio", "iops", 2.0, "ratio", False),
        ("theoretical read,,,,,throughput,4176,MB/s,exact", "throughput", 4176e6, "bytes/s", False),
        ("text: sequential read,,,,,throughput,54.4,GB/s,approx", "throughput", 54.4e9, "bytes/s", False),
        ("w,,,,,throughput,800,Mb/s,exact", "throughput", 800.0, "Mb/s", True),
        ("w,,,,,throughput,800,,exact", "throughput", 800.0, None, True),
        ("w,,,,,iops,800,MB/s,exact", "iops", 800e6, "bytes/s", True),
    ],
)
def test_figure_that_is_not_measured_is_a_finding(
    row: str, metric: str, value: float, unit: str | None, warned: bool
) -> None:
    (result,) = read_rows(f"s,c,,,,RAID5,,,{row},no,why")

    (statement,) = result.statements
    assert result.measurements == ()
    assert (statement.metric, statement.value, statement.unit) == (metric, pytest.approx(value), unit)
    assert statement.conditions["raid_level"] == "RAID5"
    assert statement.note == "why"
    assert bool(result.warnings) is warned
    assert all(warning.startswith("table.csv, line 2: ") for warning in result.warnings)


def test_specification_becomes_a_finding_beside_measurements() -> None:
    rows = (
        "s,other,C1,1,D1,,,,w,,,,,iops,1,IOPS,exact,no,",
        "s,duo,C2,4,D2,,steady,,w,,,,,iops,2,IOPS,exact,no,",
        "s,duo vendor specification,C2,4,D2,,spec,,data sheet,512,100/0,,,iops,700000,IOPS,exact,no,",
    )

    other, duo = read_rows(*rows)

    assert (other.statements, [entry.name for entry in duo.measurements]) == ((), ["w, steady"])
    (claimed,) = duo.statements
    assert (claimed.subject, claimed.value, claimed.unit) == ("duo vendor specification, data sheet", 700000.0, "1/s")
    assert claimed.conditions == {
        "configuration": "duo vendor specification", "controller": "C2", "drives": "4", "drive_model": "D2",
        "state": "spec", "workload": "data sheet", "block_size": "512", "rw_mix": "100/0",
    }  # fmt: skip


def test_systems_of_one_name_are_disambiguated() -> None:
    rows = (
        "s,R,C,1,D,RAID0,,,w,,,,,iops,1,IOPS,exact,no,",
        "s,R,C,8,D,RAID0,,,w,,,,,iops,2,IOPS,exact,no,",
        "s,R,C,8,D,RAID5,,,w,,,,,iops,3,IOPS,exact,no,",
        "s,R,C,8,D,RAID5,rebuild,,w,,,,,iops,4,IOPS,exact,no,",
        "s,only,C,8,D,RAID5,,,w,,,,,iops,5,IOPS,exact,no,",
    )

    titles = [result.title for result in read_rows(*rows)]

    assert titles == [
        "R, 1 drive, RAID0",
        "R, 8 drives, RAID0",
        "R, 8 drives, RAID5",
        "R, rebuilding, 8 drives, RAID5",
        "only",
    ]


def test_size_mix_is_read_and_text_preserved() -> None:
    rows = (
        "s,c,,,,,,,Web server,512/22:1k/78,100/0,<128 effective,2-16,iops,1,IOPS,exact,no,",
        "s,c,,,,,,,other,>=512k,not stated,16,16,iops,1,IOPS,exact,no,",
    )

    (result,) = read_rows(*rows)

    mixed, worded = result.measurements
    assert mixed.workload.block_sizes == (BlockSize(512, 22.0), BlockSize(1024, 78.0))
    assert (mixed.workload.queue_depth, mixed.workload.threads) == (None, None)
    assert mixed.note == "queue depth as printed: <128 effective. threads as printed: 2-16"
    assert (worded.workload.block_sizes, worded.workload.read_percent) == (None, None)
    assert worded.note == "block size as printed: >=512k"


def test_roles_decide_the_kind_of_a_row() -> None:
    text = (
        "role,restates,configuration,workload,metric,value,unit,oddity\n"
        "measured,,c,w,iops,7003556,IOPS,more than the drives can do\n"
        "restated,w,c,text: w,iops,7000000,IOPS,\n"
        "restated,nothing here,c,text: v,iops,1,IOPS,\n"
        "stated,,c,design,iops,2,IOPS,\n"
        "guessed,,c,w,iops,3,IOPS,\n"
    )

    (result,) = read(text)

    (entry,) = result.measurements
    assert entry.badges == ("as_printed",)
    assert entry.note == "more than the drives can do. text: 7000000 IOPS (exact)"
    assert [statement.subject for statement in result.statements] == ["c, design", "v"]
    assert result.warnings == (
        "table.csv, line 6: the role 'guessed' is not one of measured, restated and stated, left out",
    )


def test_decimal_commas_are_read_and_shown() -> None:
    text = (
        "configuration;metric;value;unit\n"
        "A;throughput;41,6;GB/s\n"
        "A;iops;7.958.204;IOPS\n"
        "B;iops;13\u202f205\u202f656;IOPS\n"
        "B;latency_mean;１，１０２;ms\n"
    )

    first, second = read(text)

    assert first.measurements[0].total.bandwidth_bytes_per_s == 41.6e9
    assert first.measurements[0].total.iops == 7958204.0
    assert second.measurements[0].total.iops == 13205656.0
    assert second.measurements[0].total.latency.mean == 1102000.0, "the column shows that its commas are decimal"
    shown = [(number.place, number.text, number.value, number.unit, number.field) for number in first.numbers]
    assert shown == [
        ("line 2", "41,6 GB/s", 41.6e9, "bytes/s", "throughput"),
        ("line 3", "7.958.204 IOPS", 7958204.0, "1/s", "iops"),
    ]


def test_an_ambiguous_number_is_left_unknown() -> None:
    text = 'configuration,metric,value,unit\nA,iops,"1,234",IOPS\nA,latency_mean,5,ms\n'

    (result,) = read(text)

    assert [entry.total.iops for entry in result.measurements] == [None]
    assert result.warnings == ("table.csv, line 2: the value '1,234' can be 1234 or 1.234, left out",)
    assert (result.numbers[0].text, result.numbers[0].value) == ("1,234 IOPS", None)
