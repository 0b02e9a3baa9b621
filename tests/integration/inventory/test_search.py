"""One search over everything: each word must occur, what is called exactly so comes first."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Campaign, Configuration, HardwareModel, PublishedHardware, Share
from storagelab.inventory.search_text import MAX_SEARCH_TEXT, search_text_of
from storagelab.profiles.catalogue import load_catalogue


def search_titles(client: TestClient, q: str, **params: Any) -> dict[str, list[str]]:
    """Return the titles that a search finds, by kind."""
    answer = client.get("/api/v1/search", params={"q": q, **params})
    assert answer.status_code == 200
    return {group["kind"]: [hit["title"] for hit in group["hits"]] for group in answer.json()["groups"]}


def index_row(make: Factory, row: Any) -> Any:
    """Return the row with the text that is searched."""
    row.search_text = search_text_of(row)
    make.session.flush()
    return row


@pytest.fixture
def server(make: Factory) -> Any:
    return make.server(name="bench-7")


def test_every_named_object_is_found(viewer: TestClient, make: Factory, server: Any) -> None:
    index_row(
        make,
        make.controller(
            server, model="Zebra 9", pci_address="0000:3b:00.0", firmware="12.12.0-0037", driver_version="4.32.0.64"
        ),
    )
    index_row(make, make.drive(server, model="Zebra X", path="/dev/sdq"))
    index_row(make, make.array(server, name="zebra vd"))
    make.session.add(
        Configuration(name="2x Zebra, RAID 5", origin="published", class_hash="a", instance_hash="b", snapshot={})
    )
    published = PublishedHardware(source="review.txt", component="controller", name="Zebra 8")
    published.attributes = {"firmware": "v11.5"}
    make.session.add(index_row(make, published))
    make.profile(name="zebra-stripes", title="Stripes")
    make.run(make.job(server), title="A zebra runs")
    make.session.add(Campaign(name="Zebra matrix", labels={"herd": "2"}))
    share = {"author": "ada", "document": b"", "document_sha256": "", "state": "draft", "schema": 2}
    make.session.add(Share(title="The fastest zebra", **share))
    make.session.flush()
    assert search_titles(viewer, "zEBRA") == {
        "campaign": ["Zebra matrix"],
        "share": ["The fastest zebra"],
        "drive_model": ["Zebra X"],
        "controller": ["Zebra 9 (0000:3b:00.0)"],
        "drive": ["Zebra X (/dev/sdq)"],
        "array": ["zebra vd"],
        "configuration": ["2x Zebra, RAID 5"],
        "run": ["A zebra runs"],
        "profile": ["Stripes"],
        "published_hardware": ["Zebra 8"],
    }
    for words in ("12.12.0-0037", "12.12", "4.32.0.64 zebra"):
        assert list(search_titles(viewer, words)) == ["controller"]
    assert list(search_titles(viewer, "v11.5")) == ["published_hardware"]
    assert search_titles(viewer, "zebra giraffe") == {}
    assert search_titles(viewer, "herd=2") == {"campaign": ["Zebra matrix"]}


@pytest.mark.in_turn
def test_every_runnable_profile_is_found(viewer: TestClient, make: Factory) -> None:
    for name, profile in load_catalogue().items():
        for words in (name, profile.title):
            assert search_titles(viewer, words)["profile"][0] == profile.title
    make.profile(name="perc12-fio", title="As a job used it")
    [group] = [
        group
        for group in viewer.get("/api/v1/search", params={"q": "PERC12-fio"}).json()["groups"]
        if group["kind"] == "profile"
    ]
    assert (group["count"], group["hits"][0]["reference"], group["hits"][0]["id"]) == (1, "perc12-fio", None)


def test_printed_configuration_is_found_by_its_models(viewer: TestClient, make: Factory) -> None:
    snapshot = {
        "source": "a review",
        "controllers": [{"model": "PERC 12 H965i Front", "firmware": "8.0"}],
        "drives": [{"model": "Solidigm P5520", "count": 8}],
        "system": {"model": "PowerEdge R760", "cpu": "Xeon Gold 6430"},
    }
    for origin in ("published", "imported", "discovered"):
        values = {"class_hash": origin, "instance_hash": origin, "snapshot": snapshot}
        make.session.add(Configuration(name=f"RAID 5, {origin}", origin=origin, **values))
    make.session.flush()
    for words in ("H965i", "p5520 raid", "poweredge", "gold 6430"):
        assert sorted(search_titles(viewer, words)["configuration"]) == ["RAID 5, imported", "RAID 5, published"]
    for words in ("controllers", "review", "8.0"):
        assert "configuration" not in search_titles(viewer, words)


def test_model_is_found_by_name_not_alias(viewer: TestClient, make: Factory) -> None:
    model = HardwareModel(component="drive", model="MZ-QL21T9", vendor="Samsung", nand="TLC", note="pricey")
    model.alias, model.firmware_aliases = "Vendor Quokka", {"GDC7": "firmware Quokka"}
    make.session.add(model)
    make.session.flush()
    for words in ("mz-ql21t9", "samsung ql21", "tlc"):
        assert search_titles(viewer, words) == {"hardware_model": ["MZ-QL21T9"]}
    [group] = viewer.get("/api/v1/search", params={"q": "MZ-QL21T9"}).json()["groups"]
    assert group["hits"] == [
        {
            "id": str(model.id),
            "reference": str(model.id),
            "title": "MZ-QL21T9",
            "context": "drive, Samsung",
            "rank": 0,
            "run": None,
        }
    ]
    for words in ("quokka", "vendor quokka", "gdc7", "samsung quokka"):
        assert search_titles(viewer, words) == {}
        assert viewer.get("/api/v1/hardware-models", params={"q": words}).json()["items"] == []


def test_run_is_found_by_configuration_and_server(viewer: TestClient, make: Factory, server: Any) -> None:
    configuration = make_configuration(make, "8x PM9A3, firmware 1.4.0")
    runs = []
    for number in range(10):
        run = make.run(
            make.job(server), title="4K random write", state="finished", configuration_id=configuration.id,
            finished_at=LONG_AGO, verdict={"status": "steady", "rounds": []},
        )  # fmt: skip
        phase = make.phase(run, state="finished")
        make_measurement(make, phase, iops=1000.0 + number, random_percent=100.0, read_percent=0.0)
        runs.append(run)
    make.run(make.job(), title="4K random write of another")
    groups = viewer.get("/api/v1/search", params={"q": "PM9A3 write bench-7"}).json()["groups"]
    assert [(group["kind"], group["count"], len(group["hits"])) for group in groups] == [("run", 10, 8)]
    hit = groups[0]["hits"][0]
    assert (hit["reference"], hit["context"], hit["rank"]) == (f"r-{runs[-1].number}", "bench-7", 2)
    assert (hit["run"]["state"], hit["run"]["verdict"]) == ("finished", "steady")
    assert hit["run"]["figure"]["value"] == 1009.0
    assert hit["run"]["thumbnail"]["lines"] == [[1009.0]]


def test_drive_model_counts_its_servers(viewer: TestClient, make: Factory, server: Any) -> None:
    for where in (server, server, make.server()):
        make.drive(where, vendor="Samsung", model="PM9A3")
    make.drive(server, model="PM9A3", present=False)
    [group] = viewer.get("/api/v1/search", params={"q": "samsung pm9"}).json()["groups"]
    assert group["hits"] == [
        {"id": None, "reference": "PM9A3", "title": "PM9A3", "context": "3 drives, 2 servers", "rank": 2, "run": None}
    ]


def test_every_number_leads_to_its_object(viewer: TestClient, make: Factory, server: Any) -> None:
    drive, array, controller = make.drive(server), make.array(server), make.controller(server)
    run = make.run(make.job(server))
    for number, kind in (
        (f"s-{server.number}", "server"),
        (f"k-{controller.number}", "controller"),
        (f"D-{drive.number}", "drive"),
        (f"v-{array.number}", "array"),
        (f"r-{run.number}", "run"),
    ):
        groups = viewer.get("/api/v1/search", params={"q": number}).json()["groups"]
        hits = {group["kind"]: group["hits"] for group in groups}
        assert hits[kind][0]["reference"] == number.lower()


def test_exact_matches_come_first(viewer: TestClient, make: Factory, server: Any) -> None:
    for serial in ("S12345", "XS123", "S123", "S1234"):
        index_row(make, make.drive(server, serial=serial, model=serial))
    groups = viewer.get("/api/v1/search", params={"q": "s123", "limit": 3}).json()["groups"]
    drives = next(group for group in groups if group["kind"] == "drive")
    assert (drives["count"], [(hit["title"].split(" ")[0], hit["rank"]) for hit in drives["hits"]]) == (
        4,
        [("S123", 0), ("S1234", 1), ("S12345", 1)],
    )
    assert drives["hits"][0]["context"] == "bench-7"
    models = next(group for group in groups if group["kind"] == "drive_model")
    assert (models["count"], [(hit["reference"], hit["rank"]) for hit in models["hits"]]) == (
        4,
        [("S123", 0), ("S1234", 1), ("S12345", 1)],
    )


@pytest.mark.parametrize("q", ["%", "_", "\\", "%%", "a%b", "' or 1=1 --", "  ", "*"])
def test_signs_stand_for_themselves(viewer: TestClient, make: Factory, server: Any, q: str) -> None:
    index_row(make, make.drive(server, model="plain"))
    assert search_titles(viewer, q) == {}


def test_invalid_search_is_refused(viewer: TestClient) -> None:
    for q in ("x" * 201, "a\nb", "a\0b"):
        assert viewer.get("/api/v1/search", params={"q": q}).status_code == 422
    assert viewer.get("/api/v1/search").status_code == 422
    assert viewer.get("/api/v1/search", params={"q": "d-9999999999999999999"}).json()["count"] == 0


def test_search_text_has_unique_words_and_a_limit(make: Factory, server: Any) -> None:
    drive = make.drive(server, vendor="ACME", model="ACME One", stable_id=None, stable_ids=[], path="/dev/x")
    drive.manual, drive.labels = {"Invoice": "17 ACME"}, {"Rack4": None}
    assert search_text_of(drive).split() == ["acme", "one", drive.kernel_name, "/dev/x", "rack4", "invoice", "17"]
    drive.note = " ".join(str(number) for number in range(5000))
    assert len(search_text_of(drive)) <= MAX_SEARCH_TEXT
