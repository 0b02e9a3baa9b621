"""Folders of results: the grouping of files, the notes on them, and the effect of damage."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
from typing import Any

import pytest
from tests.unit.formats.fio.folders import RECORDED, members, result, results

from storagelab.engines.base import ParseFailed
from storagelab.formats import fio
from storagelab.formats.base import MEMBER_BYTES

#: Recorded results whose damage is tried at many places; none repeats itself.
RECORDINGS = [
    "jsonplus-3.33.json",
    "jsonplus-2.21.json",
    "client-3.33.json",
    "fio-2.1.10.json",
    "unified-both.json",
    "cancelled-sigint-3.33.json",
]


def job(name: str = "a", *, group: int = 0, ios: int = 8, **more: Any) -> dict[str, Any]:
    read = {
        "io_bytes": 4096 * ios,
        "io_kbytes": 4 * ios,
        "bw_bytes": 4096.0 * ios,
        "iops": float(ios),
        "runtime": 1000,
        "total_ios": ios,
        "lat_ns": {"min": 5, "max": 9, "mean": 7.0, "stddev": 1.0, "N": ios},
    }
    return {"jobname": name, "groupid": group, "error": 0, "read": read} | more


def document(*jobs: dict[str, Any], version: str = "fio-3.33", **more: Any) -> bytes:
    return json.dumps({"fio version": version, **more, "jobs": list(jobs)}, indent=2).encode()


def threads(*jobs: dict[str, Any], **more: Any) -> list[int | None]:
    return [one.workload.threads for one in result({"j.json": document(*jobs, **more)}).measurements]


def test_entry_per_clone_has_one_thread() -> None:
    clone = job(**{"job options": {"numjobs": "2"}})
    assert threads(clone, clone) == [1, 1]


@pytest.mark.parametrize("flag", [{"group_reporting": "1"}, {"group_reporting": ""}, {}])
def test_grouped_entry_has_the_threads_of_all_clones(flag: dict[str, str]) -> None:
    assert threads(job(**{"job options": {"numjobs": "4", **flag}})) == [4]


def test_group_of_several_jobs_has_unknown_threads() -> None:
    grouped = job(**{"job options": {"numjobs": "2", "group_reporting": "1"}, "job_runtime": 4000})
    parsed = result({"j.json": document(grouped)})
    assert parsed.measurements[0].workload.threads is None
    assert "represents its whole group" in parsed.warnings[0]


def test_workload_comes_from_options_or_one_job_file() -> None:
    text = document(job(), version="fio-2.1.10")
    assert result({"j.json": text}).measurements[0].workload.queue_depth is None
    beside = result({"j.json": text, "job.fio": b"[global]\niodepth=8\n[a]\nrw=randread\n"})
    workload = beside.measurements[0].workload
    assert (workload.queue_depth, workload.random_percent, workload.threads) == (8, 100, 1)
    several = result({"j.json": text, "job.fio": b"[a]\niodepth=8\n", "other.fio": b"[a]\n"})
    assert several.measurements[0].workload.queue_depth is None


def test_synchronous_engine_warns_of_one_io_in_flight() -> None:
    options = {"ioengine": "psync", "iodepth": "16"}
    parsed = result({"j.json": document(job(**{"job options": options}))})
    assert parsed.measurements[0].workload.queue_depth == 16
    assert "has one I/O in flight" in parsed.warnings[0]


def test_groups_and_documents_follow_one_another() -> None:
    parsed = result(
        {
            "x10.json": document(job("last", group=3)),
            "x2.json": document(job("a", group=0), job("b", group=0), job("c", group=1)),
        }
    )
    assert [(one.name, one.phase) for one in parsed.measurements] == [("a", 0), ("b", 0), ("c", 1), ("last", 2)]
    assert parsed.members == ("x2.json", "x10.json")


def test_runs_appended_to_one_file_are_phases() -> None:
    runs = [document(job(ios=ios, elapsed=2), timestamp=stamp) for ios, stamp in ((8, 1000), (9, 5000))]
    parsed = result({"j.json": b"\n".join(runs)})
    assert [(one.total.ios, one.phase) for one in parsed.measurements] == [(8, 0), (9, 1)]


def test_start_time_comes_from_job_or_only_group() -> None:
    timed = document(job(elapsed=10), timestamp=1_700_000_010)
    (one,) = result({"j.json": timed}).measurements
    assert one.started_at == dt.datetime.fromtimestamp(1_700_000_000, dt.UTC)
    two = result({"j.json": document(job(elapsed=10), job(group=1, job_start=1_700_000_005_250), timestamp=17)})
    assert [m.started_at for m in two.measurements] == [None, dt.datetime.fromtimestamp(1_700_000_005.25, dt.UTC)]


def test_run_time_is_the_longest_direction_time() -> None:
    write = job()["read"] | {"runtime": 2500}
    (one,) = result({"j.json": document(job(write=write, job_runtime=12000))}).measurements
    assert one.runtime_s == 2.5


def test_an_idle_job_is_there() -> None:
    (one,) = result(
        {"j.json": document(job(ios=0) | {"read": {"io_bytes": 0, "total_ios": 0, "runtime": 0}})}
    ).measurements
    assert (one.parts, one.total.ios, one.runtime_s) == ({}, None, 0.0)


def test_a_sum_over_hosts_is_left_out() -> None:
    parsed = result({"j.json": document(job(hostname="h1"), job("All clients"))})
    assert [(one.name, one.host) for one in parsed.measurements] == [("a", "h1")]


def test_sum_over_directions_fills_only_the_total() -> None:
    only = job(mixed=job()["read"])
    del only["read"]
    (one,) = result({"j.json": document(only)}).measurements
    assert (one.parts, one.total.ios) == ({}, 8)


def test_fios_own_steady_state_is_a_note() -> None:
    state = {"ss": "iops_slope:5.000000%", "attained": 1}
    (one,) = result({"j.json": document(job(steadystate=state))}).measurements
    assert one.note == "fio's own steady state (iops_slope:5.000000%) was attained"


@pytest.mark.parametrize("word", ["nan", "-nan", "inf", "-inf", "-5", "1e999", "1e30", "9" * 400])
@pytest.mark.parametrize("key", ["iops", "io_bytes", "total_ios", "bw_bytes", "runtime", "mean", "max", "N"])
def test_impossible_value_is_unknown_and_valid_values_remain(key: str, word: str) -> None:
    text = document(job())
    value = text.split(f'"{key}": '.encode())[1].split(b",")[0].split(b"\n")[0]
    damaged = text.replace(f'"{key}": '.encode() + value, f'"{key}": {word}'.encode(), 1)
    parsed = result({"j.json": damaged})
    part = parsed.measurements[0].parts["read"]
    seen = {
        "iops": part.iops,
        "io_bytes": part.bytes,
        "total_ios": part.ios,
        "bw_bytes": part.bandwidth_bytes_per_s,
        "runtime": part.runtime_s,
        "mean": part.latency.mean,
        "max": part.latency.max,
        "N": part.latency.n,
    }
    assert [name for name, number in seen.items() if number is None] == [key]
    assert any(key in warning and "j.json" in warning for warning in parsed.warnings)


def test_repeated_warning_is_listed_once() -> None:
    text = document(job()).replace(b"7.0", b"nan")
    parsed = result({f"x{number}.json": text for number in range(5)})
    (warning,) = parsed.warnings
    assert warning.endswith("(x0.json and 4 more)")


def test_nonzero_exit_code_is_a_warning() -> None:
    assert result({"j.json": document(job()), "exit_code": b"0\n"}).warnings == ()
    (warning,) = result({"j.json": document(job()), "exit_code": b"128\n"}).warnings
    assert warning == "fio did not end well: its exit code was 128 (exit_code)"


def test_terminal_output_beside_json_is_ignored() -> None:
    normal = b"a: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1\n"
    parsed = result({"j.json": document(job()), "stdout.txt": normal})
    assert (len(parsed.measurements), parsed.warnings) == (1, ())


def test_document_after_long_text_is_found() -> None:
    progress = b"Jobs: 1 (f=1): [r(1)][50.0%][r=4KiB/s][r=1 IOPS][eta 00m:01s]\n" * 2000
    parsed = result({"out.txt": progress + document(job())})
    assert [one.total.ios for one in parsed.measurements] == [8]


def test_damaged_document_does_not_affect_valid_ones() -> None:
    parsed = result({"a.json": document(job()), "b.json": b'{\n "fio version": "fio-3.33",\n "jobs": [}\n]}'})
    assert [one.total.ios for one in parsed.measurements] == [8]
    assert parsed.warnings[0].startswith("left out: b.json, line 3: expected a JSON document of fio")


@pytest.mark.parametrize(
    ("files", "place", "expected"),
    [
        ({"out.txt": b"fio: job a dropped\n"}, "out.txt, line 1", '"fio: job a dropped"'),
        (
            {"c.json": b"", "stdout.txt": b"x\nBad option <bogus=1>\n", "exit_code": b"1"},
            "stdout.txt, line 2",
            '"Bad option <bogus=1>"',
        ),
        ({"out.txt": b"Jobs: 1 (f=1): [r(1)]\n"}, "out.txt", "only messages"),
        ({"j.json": b'{"fio version": "fio-3.33", "jobs": [}'}, "j.json, line 1", "damaged here"),
        ({"j.json": b'{"fio version": ' + b"[" * 100_000}, "j.json, line 1", "at most 900 levels"),
    ],
)
def test_unreadable_files_have_a_place_and_reason(files: dict[str, bytes], place: str, expected: str) -> None:
    with pytest.raises(ParseFailed) as failed:
        results(members(files))
    assert failed.value.place == place
    assert expected in failed.value.expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "cp1251", "gbk"])
def test_document_is_read_in_every_encoding(encoding: str) -> None:
    name = {"cp1251": "Запись", "gbk": "随机写入测试"}.get(encoding, "a")
    text = document(job("NAME")).decode().replace("NAME", name)
    (one,) = result({"j.json": text.encode(encoding)}).measurements
    assert (one.name, one.total.ios) == (name, 8)


def test_names_of_other_programs_are_left_alone() -> None:
    others = {
        "notes.txt": b"we ran fio on Monday\n",
        "table.csv": b"a,b\n1,2\n",
        "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00",
        "my_lat.log": b"hello\n",
        "empty.json": b"",
        "job.fio": b"[a]\nrw=read\n",
    }
    assert fio.claim(members(others)) == []


def test_claim_includes_files_beside_a_run() -> None:
    files = {
        "r/j.json": document(job()),
        "r/job.fio": b"[a]\n",
        "r/exit_code": b"0",
        "r/stderr.txt": b"",
        "r/n.md": b"n",
    }
    (claim,) = fio.claim(members(files))
    assert claim.title == "r"
    assert [member.name for member in claim.members] == ["r/exit_code", "r/j.json", "r/job.fio", "r/stderr.txt"]


def known_of(name: str) -> list[Any]:
    (single,) = results(members({"x.json": (RECORDED / name).read_bytes()}))
    return list(single.measurements)


@pytest.mark.parametrize("name", RECORDINGS)
def test_truncated_document_changes_no_results(name: str) -> None:
    whole = (RECORDED / name).read_bytes()
    whole_jobs = known_of(name)
    for end in range(0, len(whole.rstrip()), max(len(whole) // 400, 1)):
        try:
            cut_results = results(members({"x.json": whole[:end]}))
        except ParseFailed:
            continue
        for one in cut_results:
            assert one.warnings[0].startswith("truncated"), end
            for place, cut in enumerate(one.measurements):
                full = whole_jobs[place]
                assert (cut.name, cut.group, cut.phase) == (full.name, full.group, full.phase)
                # The host is printed at the end of a job.
                assert cut.host in (None, full.host)
                assert all(part == full.parts[direction] for direction, part in cut.parts.items()), end
                assert cut.total == full.total or (cut.total.ios is None and cut.badges == ("truncated",)), end
                cut_workload, wanted = cut.workload, full.workload
                for field in ("threads", "queue_depth", "read_percent", "block_sizes", "random_percent"):
                    assert getattr(cut_workload, field) in (None, getattr(wanted, field)), (end, field)


@pytest.mark.parametrize("name", RECORDINGS)
def test_no_flipped_byte_crashes_it(name: str) -> None:
    whole = bytearray((RECORDED / name).read_bytes())
    for place in range(7, len(whole), max(len(whole) // 300, 1)):
        for byte in (0, 0x22, 0x2D, 0x39, 0xFF):
            original, whole[place] = whole[place], byte
            with contextlib.suppress(ParseFailed):
                results(members({"x.json": bytes(whole)}))
            whole[place] = original


def test_the_limit_of_a_member_is_known() -> None:
    """Check that the limit leaves room for JSON+ of a thousand jobs (300 MB)."""
    assert MEMBER_BYTES >= 300 << 20
