"""Uploads over the real API: read in a process of their own, looked at, stored as runs, removed again."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.integration.imports.uploads import ImportLab, files_of, fio_json
from tests.speed.long_results import write_long_result

from storagelab.db.models import Artifact, Run, Series
from storagelab.db.session import session_scope
from storagelab.imports.staging import get_staging_folder

SWEEP = "fio/public/louwrentius+fio-plot/P420i_RAID0_4x_SSD"


def count_runs() -> int:
    with session_scope() as session:
        return session.scalars(select(func.count()).select_from(Run)).one()


def artifacts(imports: ImportLab, run: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the raw files of a run by their names."""
    items: list[dict[str, Any]] = []
    cursor = None
    while True:
        query = {"limit": 200} | ({"cursor": cursor} if cursor else {})
        page = imports.viewer.get(f"/api/v1/runs/{run['id']}/artifacts", params=query).json()
        items += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return {item["name"]: item for item in items}


def test_folder_of_fio_results_becomes_one_run(imports: ImportLab, corpus: Path) -> None:
    files = files_of(corpus / "fio/local/precond-16jobs-1s-logs")

    made = imports.read(files, title="Sixteen writers")

    assert (made["state"], made["error"], made["title"], made["number"]) == ("ready", None, "Sixteen writers", "i-1")
    (result,) = made["results"]
    assert (result["format"], result["version"], result["run"]) == ("fio", "fio-3.33", None)
    (measurement,) = result["measurements"]
    assert (measurement["workload"], measurement["iops"]) == ("4K random write, 16T/16Q", 3199.946668)
    assert {"metric": "iops", "direction": "write", "jobs": 16, "points": 944} in result["series"]

    stored = imports.store(made)

    assert stored["state"] == "stored"
    run = imports.run(stored)
    assert (run["title"], run["origin"], run["state"], run["completeness"], run["rankable"]) == (
        "Sixteen writers", "imported", "finished", "complete", False,
    )  # fmt: skip
    assert run["phases"][0]["measurement"]["latency_n"] == 192_000
    filed = artifacts(imports, run)
    assert {name: item["sha256"] for name, item in filed.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items()
    }
    for name, item in filed.items():
        assert imports.viewer.get(f"/api/v1/artifacts/{item['id']}/content").content == files[name]
    with session_scope() as session:
        without_text = select(func.count()).select_from(Artifact).where(Artifact.storage_key.is_(None))
        assert session.scalars(without_text).one() == 80, "the series of a log give its text back"
    assert not get_staging_folder(uuid.UUID(stored["id"])).exists()


def test_run_curve_combines_the_logs_of_all_jobs(imports: ImportLab, corpus: Path) -> None:
    stored = imports.store(imports.read(files_of(corpus / "fio/local/precond-16jobs-1s-logs")))
    run = imports.run(stored)

    answers = {
        metric: imports.viewer.get("/api/v1/series", params={"run_id": run["id"], "metric": metric}).json()
        for metric in ("iops", "latency_mean_ns", "latency_max_ns")
    }

    assert [answers[metric]["source"] for metric in answers] == ["logs", "logs", "none"]
    iops = [value for value in answers["iops"]["mean"] if value is not None]
    assert len(iops) >= 55
    assert sum(iops) / len(iops) == pytest.approx(3200, rel=0.03), "the sum over sixteen jobs"
    assert answers["latency_max_ns"]["points"] == 0, "the log of an average knows no maximum"


def test_sweep_of_many_files_becomes_one_run(imports: ImportLab, corpus: Path) -> None:
    files = files_of(corpus / SWEEP, "rand*-*-[0-9].json")
    assert len(files) > 20

    run = imports.run(imports.store(imports.read(files)))

    assert len(run["phases"]) == len(files)
    spans = [(phase["t0_ms"], phase["t1_ms"]) for phase in run["phases"]]
    assert all(before[1] <= after[0] for before, after in itertools.pairwise(spans))
    assert all(phase["measurement"]["iops"] > 0 for phase in run["phases"])


def test_vdbench_folder_preserves_intervals_and_is_judged(imports: ImportLab, corpus: Path) -> None:
    (folder,) = corpus.glob("vdbench/public/*/sd_random_write_4K_7HOST_40hour")

    run = imports.run(imports.store(imports.read(files_of(folder))))

    series = imports.viewer.get("/api/v1/series", params={"run_id": run["id"], "metric": "iops"}).json()
    assert (series["source"], series["points"]) == ("intervals", 2400)
    verdict = run["verdict"]
    assert (verdict["round_spacing_seconds"], verdict["strict"]["round_spacing_seconds"]) == (31 * 60, 60)
    assert len(verdict["rounds"]) == 2400 // 31
    assert verdict["status"] in ("steady", "not_steady")
    assert "one minute of every 31" in verdict["sentence"]
    assert 0 <= verdict["t0_ms"] < verdict["t1_ms"] <= run["phases"][0]["t1_ms"]


def test_vdbench_curve_becomes_a_load_curve(imports: ImportLab, corpus: Path) -> None:
    run = imports.run(imports.store(imports.read(files_of(corpus / "vdbench" / "local" / "curve"))))

    shares = [phase["workload"].get("load_percent") for phase in run["phases"]]
    assert shares == [None, *range(10, 101, 10)]
    source = imports.viewer.get("/api/v1/measurements", params={"run_id": run["id"]}).json()["source"]
    assert source["load_percent"] == shares
    assert len({phase["workload"]["description"] for phase in run["phases"]}) == 11
    assert [(item["label"], item["value"]) for item in run["headline"] if item["metric"] == "iops"] == [
        ("Best IOPS", 57611.0)
    ]
    codes = [[badge["code"] for badge in phase["measurement"]["badges"]] for phase in run["phases"]]
    assert "off_rate" in codes[10]
    assert "off_rate" not in codes[1]


def test_archive_content_is_read_and_archive_stored_unchanged(imports: ImportLab, tmp_path: Path) -> None:
    import shutil

    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_bytes(fio_json())
    archive = Path(shutil.make_archive(str(tmp_path / "results"), "gztar", tmp_path / "in"))
    plain = imports.store(imports.read({"a.json": fio_json()}))

    packed = imports.read({"results.tar.gz": archive.read_bytes()})

    assert packed["results"][0]["duplicate_of"]["number"] == plain["results"][0]["run"]["number"]
    other = imports.read({"b.tar.gz": archive.read_bytes(), "b.json": fio_json("other")})
    assert len(other["results"]) >= 1


def test_the_same_bytes_are_stored_once(imports: ImportLab) -> None:
    first = imports.store(imports.read({"x/a.json": fio_json()}))

    again = imports.read({"renamed.json": fio_json()})
    stored = imports.store(again)

    number = first["results"][0]["run"]["number"]
    assert again["results"][0]["duplicate_of"]["number"] == number
    assert (stored["state"], stored["results"][0]["run"]["number"]) == ("stored", number)
    assert count_runs() == 1


def test_chosen_results_are_stored_under_their_names(imports: ImportLab) -> None:
    made = imports.read({"a/one.json": fio_json("one"), "b/two.json": fio_json("two"), "b/readme.md": b"# two"})
    assert [result["title"] for result in made["results"]] == ["a", "b"]
    assert made["unrecognised"] == ["b/readme.md"]
    (refused,) = made["refused"]
    assert (refused["name"], refused["reason"][:11]) == ("b/readme.md", "Expected a ")
    choices = [
        {"index": 0, "include": False},
        {"index": 1, "title": "The second", "configuration": {"name": "RAID 5 of eight drives"}},
    ]

    stored = imports.store(made, {"results": choices})

    assert stored["results"][0]["run"] is None
    run = imports.run(stored, 1)
    assert (run["title"], run["configuration"]["name"]) == ("The second", "RAID 5 of eight drives")
    assert set(artifacts(imports, run)) == {"b/two.json", "b/readme.md"}, "a note beside results is kept with them"
    assert count_runs() == 1


def test_upload_may_be_stored_without_review(imports: ImportLab) -> None:
    from storagelab_workers import import_step

    made = imports.read({"a.json": fio_json()}, store="true")
    assert made["state"] == "storing"

    import_step.store_import(uuid.UUID(made["id"]))

    assert imports.get(made["id"])["results"][0]["run"]["number"] == "r-1"


def test_table_becomes_one_published_run_per_configuration(imports: ImportLab, corpus: Path) -> None:
    table = (corpus.parent / "reviews_data" / "seed_001_perc_h730p.csv").read_bytes()

    stored = imports.store(imports.read({"figures.csv": table}))

    runs = [imports.run(stored, index) for index in range(len(stored["results"]))]
    assert len(runs) > 1
    assert {run["origin"] for run in runs} == {"published"}
    assert all(run["configuration"] is not None for run in runs)
    assert all(result["numbers"] for result in stored["results"])


def test_unrecognised_upload_is_reported_and_preserved(imports: ImportLab) -> None:
    made = imports.read({"notes.txt": b"nothing of interest", "more.bin": bytes(range(256))})

    assert made["state"] == "failed"
    assert "more.bin" in made["error"]["message"]
    assert "kept" in made["error"]["preserved"]
    assert get_staging_folder(uuid.UUID(made["id"])).exists()
    answer = imports.operator.post(f"/api/v1/imports/{made['id']}/store")
    assert (answer.status_code, answer.json()["responsible"]) == (409, "request")


@pytest.mark.in_turn
@pytest.mark.parametrize("content", [b"", b"{", fio_json()[:-40], b"\x00" * 5000, b"[" * 100_000, b'{"fio version'])
def test_bad_files_are_reported_in_a_sentence(imports: ImportLab, content: bytes) -> None:
    made = imports.read({"bad.json": content})

    assert made["state"] in ("failed", "ready")
    if made["state"] == "failed":
        assert "bad.json" in made["error"]["message"]
        assert "mistake" not in made["error"]["message"]
    else:
        warnings = made["warnings"] + made["results"][0]["warnings"]
        assert any(warning.startswith("truncated") for warning in warnings)


def test_characters_unsupported_by_the_database_are_accepted(imports: ImportLab) -> None:
    made = imports.read({"a.json": fio_json("null \x00 and half a pair \ud800")})

    run = imports.run(imports.store(made))

    assert run["phases"][0]["measurement"]["iops"] == 1000


def test_upload_can_be_discarded_before_and_after_storing(imports: ImportLab) -> None:
    staged = imports.read({"a.json": fio_json()})
    assert imports.operator.delete(f"/api/v1/imports/{staged['number']}").json()["state"] == "discarded"
    assert not get_staging_folder(uuid.UUID(staged["id"])).exists()
    stored = imports.store(imports.read({"a.json": fio_json()}))

    refused = imports.operator.delete(f"/api/v1/imports/{stored['number']}")
    assert (refused.status_code, count_runs()) == (403, 1)
    removed = imports.admin.delete(f"/api/v1/imports/{stored['number']}")
    assert (removed.status_code, removed.json()["results"][0]["run"], count_runs()) == (200, None, 0)
    assert imports.admin.delete(f"/api/v1/imports/{stored['number']}").status_code == 200
    with session_scope() as session:
        assert session.scalars(select(func.count()).select_from(Series)).one() == 0
    assert imports.read({"a.json": fio_json()})["results"][0]["duplicate_of"] is None


def test_the_same_key_uploads_once(imports: ImportLab) -> None:
    key = {"Idempotency-Key": "one"}
    first = imports.upload({"a.json": fio_json()}, headers=key)
    again = imports.upload({"a.json": fio_json()}, headers=key)
    other = imports.upload({"a.json": fio_json("other")}, headers=key)

    assert (first.status_code, again.status_code, other.status_code) == (202, 202, 409)
    assert again.json()["id"] == first.json()["id"]
    assert first.headers["Location"] == f"/api/v1/imports/{first.json()['id']}"
    assert [path.name for path in imports.lab.settings.import_dir.iterdir()] == [first.json()["id"]]


def test_lists_are_short(imports: ImportLab) -> None:
    for name in ("one", "two", "three"):
        imports.read({"a.json": fio_json(name)})

    page = imports.viewer.get("/api/v1/imports", params={"limit": 2}).json()
    rest = imports.viewer.get("/api/v1/imports", params={"limit": 2, "cursor": page["next_cursor"]}).json()

    assert [item["number"] for item in page["items"] + rest["items"]] == ["i-3", "i-2", "i-1"]
    assert page["items"][0]["results"][0]["measurements"] == []
    assert page["items"][0]["results"][0]["measurements_count"] == 1


def test_a_sweep_has_derived_rows(imports: ImportLab, corpus: Path) -> None:
    run = imports.run(imports.store(imports.read(files_of(corpus / SWEEP, "rand*.json"))))

    derived = imports.viewer.get(f"/api/v1/runs/{run['number']}/derived").json()

    sweep = next(candidate for candidate in derived["sweeps"] if candidate["label"] == "4K random read, 1 thread")
    steps = {point["x"]: point["iops"] for point in sweep["points"]}
    assert list(steps) == [1, 2, 4, 8, 16, 32, 64]
    assert sweep["best"]["iops"] == max(steps.values())
    assert sweep["saturation"]["x"] <= sweep["best"]["x"]
    assert sweep["saturation"]["iops"] >= 0.95 * sweep["best"]["iops"]


def test_a_long_curve_has_a_shape(imports: ImportLab, corpus: Path) -> None:
    (folder,) = corpus.glob("vdbench/public/*/sd_random_write_4K_7HOST_40hour")
    run = imports.run(imports.store(imports.read(files_of(folder))))

    curve = imports.viewer.get(f"/api/v1/runs/{run['number']}/derived").json()["curve"]

    assert curve["burst"]["iops"] > 1.2 * curve["plateau"] > 0
    assert 0 < curve["burst"]["length_ms"] <= run["phases"][0]["t1_ms"]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("metric", "column", "unit"),
    [("iops", "rate", 1.0), ("throughput_bytes_per_s", "MB/sec", 2**20), ("latency_max_ns", "resp_max", 1e6)],
)
def test_chart_of_a_long_curve_uses_base_units(
    imports: ImportLab, tmp_path: Path, metric: str, column: str, unit: float
) -> None:
    # Figures with decimals are stored as integers and a factor, and a long curve is drawn from what was prepared of it.
    folder = write_long_result(tmp_path / "night", seconds=7000, seed=3)
    rows = [line.split() for line in (folder / "flatfile.html").read_text(encoding="ascii").splitlines()[1:]]
    place = [name.lower() for name in rows[0]].index(column.lower())
    written = [float(row[place]) * unit for row in rows[1:-1]]
    run = imports.run(imports.store(imports.read(files_of(folder))))

    series = imports.viewer.get("/api/v1/series", params={"run_id": run["id"], "metric": metric, "phase": "1"}).json()

    assert (series["points"], len(series["max"])) == (7000, 1500)
    assert max(series["max"]) == pytest.approx(max(written), rel=1e-4)
    assert min(series["min"]) == pytest.approx(min(written), rel=1e-4)
    if metric != "latency_max_ns":
        assert sum(series["mean"]) / 1500 == pytest.approx(sum(written) / 7000, rel=0.01)
