"""Every file of the corpus is claimed and read."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from tests.unit.formats.fio.folders import CORPUS, NO_CORPUS, members_in, results

from storagelab.domain.results import ParsedResult
from storagelab.engines.base import ParseFailed
from storagelab.formats import fio
from storagelab.formats.fio.claims import classify_member
from storagelab.formats.fio.log_names import parse_log_name

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=NO_CORPUS)

FOLDERS = sorted(
    {path.parent for path in CORPUS.rglob("*") if path.is_file() and "clients" not in path.parent.parts}
    - {CORPUS / "local" / "error-bad-option"}
)


@lru_cache(maxsize=2)
def read(folder: Path) -> ParsedResult:
    (result,) = results(members_in(folder))
    return result


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_folder_is_one_result_with_all_files(folder: Path) -> None:
    files = members_in(folder)
    (claim,) = fio.claim(files)
    assert {member.name for member in claim.members} == {member.name for member in files}
    result = read(folder)
    wanted = {member.name for member in files if classify_member(member) in ("document", "log")}
    assert set(result.members) == wanted
    assert not any(warning.startswith(("truncated", "left out")) for warning in result.warnings)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_totals_are_the_merge_of_their_parts(folder: Path) -> None:
    for job in read(folder).measurements:
        parts = [part for part in job.parts.values() if part.ios]
        if not parts:
            continue
        total = job.total
        assert total.ios == sum(part.ios or 0 for part in parts)
        assert total.iops == pytest.approx(math.fsum(part.iops or 0 for part in parts))
        weighted = math.fsum((part.latency.n or 0) * (part.latency.mean or 0) for part in parts)
        assert total.latency.mean == pytest.approx(weighted / (total.latency.n or 1))
        assert total.latency.max == max(part.latency.max or 0 for part in parts)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_log_row_is_in_a_series(folder: Path) -> None:
    logs = [member for member in members_in(folder) if parse_log_name(member.name)]
    rows = {member.name: member.read().count(b"\n") for member in logs}
    points: Counter[str] = Counter()
    for one in read(folder).series:
        assert len(one.t_ms) == len(one.values)
        assert one.values.min() >= 0
        if one.metric != "lat_max":
            points[one.member or ""] += len(one.t_ms)
    assert points == Counter({name: count for name, count in rows.items() if count})


def test_sweep_phases_follow_natural_file_order() -> None:
    result = read(CORPUS / "public" / "louwrentius+fio-plot" / "P420i_INTEL_5min")
    assert [job.phase for job in result.measurements] == list(range(98))
    depths = [(job.workload.queue_depth, job.workload.threads) for job in result.measurements]
    grid = [1, 2, 4, 8, 16, 32, 64]
    assert depths == [(depth, threads) for depth in grid for threads in grid] * 2


def test_phases_of_a_document_are_its_groups() -> None:
    result = read(CORPUS / "local" / "qd-sweep-stonewall")
    assert [(job.phase, job.group, job.workload.queue_depth) for job in result.measurements] == [
        (group, group, 2**group) for group in range(6)
    ]


def test_sweep_logs_belong_to_file_with_same_prefix() -> None:
    result = read(CORPUS / "public" / "louwrentius+fio-plot" / "P420i_RAID0_4x_SSD")
    for one in result.series:
        workload = result.measurements[one.phase or 0].workload
        assert f"iodepth-{workload.queue_depth}-numjobs-{workload.threads}" in (one.member or "")
        assert workload.read_percent == (100 if one.direction == "read" else 0)
        assert one.window_ms == 1000


def test_logs_of_several_candidates_belong_to_none() -> None:
    result = read(CORPUS / "public" / "louwrentius+fio-plot" / "test-ceph-ssd_fio3.6")
    assert {one.phase for one in result.series} == {None}
    assert {one.window_ms for one in result.series} == {500}


def test_logs_in_client_folders_have_their_host() -> None:
    result = read(CORPUS / "public" / "distributed-system-analysis+pbench" / "client-server_fio3.7")
    assert {job.host for job in result.measurements} == {one.host for one in result.series} == {"perf36", "perf84"}
    assert {one.phase for one in result.series} == {0}
    assert {one.job for one in result.series} == {1, 2, 3, 4, 5}


def test_versions_of_one_folder_are_separated() -> None:
    result = read(CORPUS / "local" / "old-versions")
    assert result.version is None
    assert any("fio-2.1.10" in warning and "fio-3.28" in warning for warning in result.warnings)
    factors = {(one.member or "").split("_")[0]: one.factor for one in result.series if one.metric == "lat"}
    assert factors == {"v2.1.10": 1000.0, "v2.21": 1000.0, "v3.28": 1.0}


def test_failed_run_has_the_message_of_fio() -> None:
    with pytest.raises(ParseFailed) as failed:
        results(members_in(CORPUS / "local" / "error-bad-option"))
    assert failed.value.place == "stderr.txt, line 1"
    assert "Bad option <bogus=1>" in failed.value.expected
