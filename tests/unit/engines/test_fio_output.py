"""Results of fio files: versions, surroundings, damage."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.bins import compute_bin_value, find_percentile
from storagelab.engines.base import ParseFailed
from storagelab.engines.fio.output import parse, read_error, read_options
from storagelab.engines.fio.typed_document import decode_clean

RECORDED = Path(__file__).parents[2] / "data" / "fio"
CORPUS = Path(__file__).parents[4] / "shared" / "corpus" / "fio"


def document(**part: object) -> dict[str, object]:
    """Return a small fio 3.33 result with one job that read."""
    read = {
        "io_bytes": 4096,
        "io_kbytes": 4,
        "bw_bytes": 4096,
        "iops": 1.0,
        "runtime": 1000,
        "total_ios": 1,
        "lat_ns": {"min": 5, "max": 5, "mean": 5.0, "stddev": 0.0, "N": 1},
    }
    job = {"jobname": "a", "groupid": 0, "error": 0, "elapsed": 2, "read": read | part}
    return {"fio version": "fio-3.33", "timestamp": 1000, "jobs": [job]}


def text(value: object) -> bytes:
    return json.dumps(value, indent=2).encode()


def test_a_json_plus_result_is_read_whole(recorded) -> None:
    output = parse(recorded("jsonplus-3.33.json"))
    assert output.warnings == ()
    (job,) = output.jobs
    assert (job.name, job.group) == ("jp", 0)
    assert set(job.parts) == {"read", "write"}
    read = job.parts["read"]
    assert (read.ios, read.runtime_s, read.latency.n) == (18806, 3.001, 18806)
    assert read.percentiles_of == "lat"
    assert read.bins is not None
    assert sum(read.bins.values()) == read.ios
    for percent, value in read.percentiles_ns.items():
        assert find_percentile(read.bins, percent) == value


@pytest.mark.parametrize(
    ("name", "version", "ios", "size", "mean_ns"),
    [
        ("fio-2.1.10.json", "fio-2.1.10", 1516, 6064 * 1024, 189_650.0),
        ("fio-2.21.json", "fio-2.21", 1501, 6148096, 160_379.747),
        ("fio-3.28.json", "fio-3.28", 1500, 6144000, 155_792.462667),
    ],
)
def test_units_of_every_version_become_ours(
    recorded, name: str, version: str, ios: int, size: int, mean_ns: float
) -> None:
    output = parse(recorded(name))
    read = output.jobs[0].parts["read"]
    assert (read.ios, read.bytes, read.percentiles_of) == (ios, size, "clat")
    assert read.latency.mean == pytest.approx(mean_ns, rel=1e-6)
    assert read.bandwidth_bytes_per_s == pytest.approx(size / read.runtime_s, rel=0.01)
    assert ("estimated" in " ".join(output.warnings)) is (version == "fio-2.1.10")


def test_microsecond_bins_become_nanoseconds(recorded) -> None:
    read = parse(recorded("jsonplus-2.21.json")).jobs[0].parts["read"]
    assert read.bins is not None
    assert min(read.bins) == 49_000
    assert sum(read.bins.values()) == read.ios


def test_cancelled_run_is_read_after_a_message(recorded) -> None:
    output = parse(recorded("cancelled-sigint-3.33.json"))
    assert [job.parts["write"].ios for job in output.jobs] == [4828, 4829]


def test_a_failed_job_keeps_its_ios(recorded) -> None:
    (job,) = parse(recorded("error-enospc-3.33.json")).jobs
    write = job.parts["write"]
    assert (write.ios, write.latency.n) == (129, 128)


def test_last_document_of_a_status_stream_counts(recorded) -> None:
    output = parse(recorded("killed-status-interval-3.33.json"))
    assert [job.parts["write"].ios for job in output.jobs] == [3918]


def test_client_results_are_read(recorded) -> None:
    output = parse(recorded("client-3.33.json"))
    assert [(job.name, sorted(job.parts)) for job in output.jobs] == [("r", ["read"]), ("w", ["write"])]


def test_a_sum_over_hosts_is_left_out() -> None:
    value = document()
    value["client_stats"] = [*value.pop("jobs"), {"jobname": "All clients", "read": {"total_ios": 9, "io_bytes": 9}}]
    assert [job.name for job in parse(text(value)).jobs] == ["a"]


def test_figures_over_all_directions_stand_apart(recorded) -> None:
    (job,) = parse(recorded("unified-both.json")).jobs
    assert job.mixed is not None
    assert job.mixed.ios == sum(part.ios for part in job.parts.values()) == 1024


def test_other_formats_around_the_json_are_skipped(recorded) -> None:
    (job,) = parse(recorded("normal-and-json.txt")).jobs
    assert (job.name, job.parts["read"].ios) == ("u", 496)


def test_control_characters_are_not_passed_on(recorded) -> None:
    (job,) = json.loads(recorded("tab-in-description.json"), strict=False)["jobs"]
    assert "\t" in job["desc"]
    assert all(value.isprintable() for value in read_options(job["job options"]).values())


@pytest.mark.parametrize("name", [b"\xff\xfe", b"\\ud800", b"a\tb"])
def test_job_name_is_always_storable_text(name: bytes) -> None:
    (job,) = parse(text(document()).replace(b'"a"', b'"' + name + b'"')).jobs
    assert job.name.isprintable()
    assert job.name.encode()


def test_an_idle_job_is_there_without_parts() -> None:
    (job,) = parse(text(document(total_ios=0, io_bytes=0, iops=0, lat_ns={"N": 0, "mean": 0.0}))).jobs
    assert job.parts == {}


def test_two_runs_in_one_file_are_two_results() -> None:
    second = document(total_ios=7)
    second["timestamp"] = 5000
    output = parse(text(document()) + b"\n" + text(second))
    assert [job.parts["read"].ios for job in output.jobs] == [1, 7]


def test_repeated_document_is_one_result() -> None:
    assert len(parse(text(document()) + text(document())).jobs) == 1


def test_duplicate_keys_and_unused_percentiles_are_ignored() -> None:
    raw = text(document(clat_ns={"N": 1, "mean": 5.0, "percentile": {"99.0": 5}}))
    raw = raw.replace(b'"99.0": 5', b'"0.00": 0, "99.0": 5, "0.00": 0')
    assert parse(raw).jobs[0].parts["read"].percentiles_ns == {99.0: 5}


def test_completion_latency_replaces_total_with_a_warning() -> None:
    output = parse(text(document(lat_ns={"N": 0, "mean": 0.0}, clat_ns={"N": 1, "mean": 7.0, "stddev": 0.0})))
    assert output.jobs[0].parts["read"].latency.mean == 7.0
    assert output.warnings == ("job a, read: there is no total latency, so completion latency (clat) is used",)


@pytest.mark.parametrize("word", ["nan", "-nan", "inf", "-inf", "NaN", "Infinity", "-5", "1e999", '"5"', "true"])
def test_non_numeric_value_is_unknown(word: str) -> None:
    output = parse(text(document()).replace(b'"mean": 5.0', b'"mean": ' + word.encode()))
    read = output.jobs[0].parts["read"]
    assert read.latency.mean is None
    assert (read.ios, read.latency.n) == (1, 1)
    assert "mean" in output.warnings[0]


def test_old_indexed_bins_are_skipped_with_a_warning() -> None:
    output = parse(text(document(clat={"mean": 1, "bins": {"FIO_IO_U_PLAT_NR": 1216, "3": 1}})))
    assert output.jobs[0].parts["read"].bins is None
    assert "left out" in output.warnings[0]


def test_numbered_bins_of_fio_2_become_nanoseconds() -> None:
    bins = {"0": 0, "9": 2, "128": 3, "700": 1, "FIO_IO_U_PLAT_BITS": 6, "FIO_IO_U_PLAT_VAL": 64}
    value = document(clat={"mean": 1, "bins": bins | {"FIO_IO_U_PLAT_NR": 1216}})
    assert parse(text(value)).jobs[0].parts["read"].bins == {9_000: 2, 129_000: 3, 1000 * compute_bin_value(700): 1}


def test_excess_numbered_bins_are_skipped() -> None:
    bins = {"5000": 1, "FIO_IO_U_PLAT_BITS": 6, "FIO_IO_U_PLAT_NR": 1216}
    output = parse(text(document(clat={"mean": 1, "bins": bins})))
    assert output.jobs[0].parts["read"].bins is None
    assert "more bins than there can be" in output.warnings[0]


@pytest.mark.parametrize(
    ("bins", "expected", "warned"),
    [
        ({"5": 1, "7": 0, "9": 2}, {5: 1, 9: 2}, False),
        ({"5": 1.0}, {5: 1}, False),
        ({}, None, False),
        ([1], None, False),
        ({"5": 1, "many": 2}, {5: 1}, True),
        ({"5": 1, "-7": 2}, {5: 1}, True),
        ({"5": 1, "7": -2}, {5: 1}, True),
        ({"5": 1, "7": 10**30}, {5: 1}, True),
        ({"5": 1, "9" * 30: 2}, {5: 1}, True),
    ],
)
def test_bins_that_cannot_be_are_left_out(bins: object, expected: dict[int, int] | None, warned: bool) -> None:
    output = parse(text(document(lat_ns={"N": 1, "mean": 5.0, "bins": bins})))
    assert output.jobs[0].parts["read"].bins == expected
    assert bool(output.warnings) is warned


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDED.glob("*.json")))
def test_the_fast_and_the_lenient_reading_agree(recorded, name: str) -> None:
    """Check documents with text after them, for which the fast reader falls back to the lenient one."""
    whole = recorded(name)
    assert parse(whole + b"\n}") == parse(whole)


def test_clean_decoder_accepts_only_one_clean_document(recorded) -> None:
    whole = recorded("jsonplus-3.33.json")
    clean = decode_clean(b"fio: terminating on signal 2\n" + whole)
    assert clean is not None
    assert set(clean["jobs"][0]["read"]) <= set(json.loads(whole)["jobs"][0]["read"])
    assert isinstance(clean["jobs"][0]["read"]["lat_ns"]["bins"], msgspec.Raw)
    for other in (
        whole + whole,
        whole[:-9],
        whole.replace(b"0.0", b"nan", 1),
        b"{}",
        b"",
        b'{"fio version": ' + b"[" * 9**5,
    ):
        assert decode_clean(other) is None


def test_only_common_options_of_several_clients_remain() -> None:
    assert read_options([{"bs": "4k", "rw": "read"}, {"bs": "4k", "rw": "write"}]) == {"bs": "4k"}


def test_nonfatal_job_errors_are_counted() -> None:
    assert [read_error({"error": code}) for code in (0, 28)] == [None, "28"]
    assert read_error({"error": 0, "first_error": 84, "total_err": 256}) == "84 (256 errors)"


@pytest.mark.parametrize(
    ("data", "place", "expected"),
    [
        (b"", "line 1", "the file is empty"),
        (b"\n  \n", "line 1", "the file is empty"),
        (b"Bad option <bogus=1>\nfio: job a dropped\n", "line 1", "no part of the file begins with"),
        (b"{}", "line 1", "no part of the file begins with"),
        (b'{\n  "fio ver', "line 1", "no part of the file begins with"),
        (b'text\n{\n "fio version": "fio-3', "line 3", "the file ends before its version"),
        (b'{\n "fio version": "fio-3.33",\n "jobs": [}\n]}', "line 3", "it is damaged here"),
        (b'{"fio version":' + b"[" * 100_000, "line 1", "at most 900 levels"),
        (b'{"fio version": ' + b"9" * 5000 + b"}", "line 1", "unreadable"),
        (b'{"fio version":1,' * 2000, "line 1", "not so many broken ones"),
        (b"\xff\xfe\x00{", "line 1", "no part of the file begins with"),
    ],
)
def test_parse_error_names_place_and_expectation(data: bytes, place: str, expected: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        parse(data)
    assert failed.value.place == place
    assert expected in failed.value.expected
    assert failed.value.message == f"{place}: expected {failed.value.expected}"


def test_a_cut_document_proves_its_complete_parts() -> None:
    value = document()
    value["jobs"].append({"jobname": "b", "groupid": 1, "read": value["jobs"][0]["read"], "write": {"io_bytes": 9}})
    raw = text(value)
    cut = raw[: raw.index(b'"io_bytes": 9')]
    output = parse(cut)
    assert [(job.name, sorted(job.parts)) for job in output.jobs] == [("a", ["read"]), ("b", ["read"])]
    assert output.warnings[0].startswith("truncated: the last document ends in the middle at line ")


def test_truncated_document_after_complete_ones_is_ignored(recorded) -> None:
    whole = recorded("killed-status-interval-3.33.json")
    output = parse(whole + b'{\n  "fio version" : "fio-3.33",\n  "jobs" : [\n    {\n')
    assert output.jobs == parse(whole).jobs
    assert output.warnings[0].startswith("truncated")


def test_run_appended_to_a_truncated_document_is_found() -> None:
    raw = text(document())
    assert len(parse(raw[: len(raw) // 2] + raw).jobs) == 1


def test_damaged_document_after_a_complete_one_is_reported() -> None:
    output = parse(text(document()) + b'\n{"fio version": "fio-3.33", ]}')
    assert len(output.jobs) == 1
    assert "a damaged document was left out" in output.warnings[0]


@pytest.mark.parametrize("name", ["jsonplus-3.33.json", "client-3.33.json", "fio-2.1.10.json"])
def test_truncated_output_invents_no_results(recorded, name: str) -> None:
    whole = recorded(name)
    complete_parts = [part for job in parse(whole).jobs for part in (*job.parts.values(), job.mixed)]
    for end in range(0, len(whole.rstrip()), 97):
        try:
            output = parse(whole[:end])
        except ParseFailed:
            continue
        assert output.warnings[0].startswith("truncated"), end
        assert all(part in complete_parts for job in output.jobs for part in job.parts.values()), end


@settings(max_examples=200)
@given(st.data())
def test_no_bytes_crash_it(data: st.DataObject) -> None:
    raw = bytearray(text(document(clat_ns={"N": 1, "mean": 5.0, "percentile": {"99.0": 5}, "bins": {"5": 1}})))
    for place, byte in data.draw(st.lists(st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255)), max_size=8)):
        raw[place] = byte
    with contextlib.suppress(ParseFailed):
        parse(bytes(raw))


words = st.text(alphabet="N 1.", max_size=4) | st.sampled_from(["N", "mean", "percentile", "bins", "jobname", "read"])
json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["total_ios", "lat_ns", "clat_ns", "iops", "bw", "runtime"]), json_values))
def test_no_values_crash_it(part: dict[str, object]) -> None:
    parse(text(document(**part)))


@given(json_values, json_values, json_values)
def test_no_shape_crashes_it(job: object, options: object, error: object) -> None:
    value = {"fio version": options, "timestamp": error, "global options": options}
    parse(text(value | {"jobs": [job, {"jobname": job, "error": error, "job options": options, "mixed": job}]}))
    parse(text(value | {"jobs": job, "client_stats": options}))


def test_the_public_corpus_is_read_without_failure() -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus of result files is not beside this checkout")
    results = [path for path in sorted((CORPUS / "public").rglob("*")) if path.suffix in (".json", ".txt")]
    outputs = [parse(path.read_bytes()) for path in results[::7]]
    assert len(outputs) > 50
    assert all(job.parts for output in outputs for job in output.jobs)
