"""Identity of the lab, which no share reveals unless its author chooses so."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import all_of, freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import (
    NAMES,
    SECRETS,
    SERIALS,
    TELLING,
    Place,
    add_file,
    make_place,
    make_subject,
    other_configuration,
)
from tests.result_factories import make_configuration
from tests.unit.domain.configuration_samples import make_snapshot

from storagelab.db.models import Artifact, Run
from storagelab.domain.recipe import parse_recipe

DATA = Path(__file__).resolve().parents[2] / "data"


def test_no_secret_is_anywhere_in_a_run(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    body = [{"text": "Measured" + TELLING}, {"chart": "over-time"}, {"chart": "queue-depth"}, {"chart": "percentiles"}]
    share = freeze(operator, whole_run, title="A title" + TELLING, body=body, raw_files=True)
    everything = all_of(anonymous, share)
    assert [secret for secret in SECRETS if secret.lower() in everything] == []
    document = read_document(anonymous, share)
    assert "server 1" in document["share"]["title"]
    assert "/dev/disk/by-id/drive 1\n" in document["runs"][0]["job_files"][0]["text"]


def test_no_secret_is_anywhere_in_a_comparison(
    operator: TestClient, anonymous: TestClient, whole_run: Run, place: Place, make: Factory
) -> None:
    other = make_subject(make, place, configuration=other_configuration(make))
    share = freeze(
        operator, kind="comparison", run_ids=[str(whole_run.id), str(other.id)], raw_files=True, title="Two" + TELLING
    )
    everything = all_of(anonymous, share)
    assert [secret for secret in SECRETS if secret.lower() in everything] == []


#: What real tools printed: files of real servers, whose pieces are in no inventory here.
PRINTED = (
    "smartctl/ata-ssd-samsung-860-evo.json",
    "ssacli/p816i-raid6-raid1.txt",
    "lvm/mirrored-pvs.json",
    "mdadm/examine-raid5.txt",
)
UNLISTED = (
    "ZA19G381", "PEYHD0CRHB00IZ", "BTYS8253008L960CGN", "51402EC010337940", "8dc830b7-304a-4b1e-9c55-0242ac120002",
    "filer07.storage.firm.de", "filer08", "jane doe", "2001:db8::ffff:17", "vg_firm-bench",
)  # fmt: skip
TEXT_WITH_IDS = (
    "uuid 8dc830b7-304a-4b1e-9c55-0242ac120002 on filer07.storage.firm.de, filer08:/export, [2001:db8::ffff:17], "
    "C:\\Users\\Jane Doe\\fio, /dev/mapper/vg_firm-bench"
)


def test_share_contains_no_unlisted_id(
    operator: TestClient, anonymous: TestClient, whole_run: Run, make: Factory
) -> None:
    held = TEXT_WITH_IDS
    for name in PRINTED:
        content = (DATA / name).read_bytes()
        add_file(make, whole_run, name.rpartition("/")[2], content, "text/plain")
        held += content.decode()
    add_file(make, whole_run, "said.txt", TEXT_WITH_IDS.encode(), "text/plain")
    whole_run.title = TEXT_WITH_IDS
    make.session.flush()
    listed = [secret for secret in UNLISTED if secret.lower() in held.lower()]
    ids = re.findall(r'"(?:serial_number|pv_uuid|vg_uuid)"\s*:\s*"([^"]+)"|UUID : ([0-9a-f:]{35})', held)
    listed += [first or second for first, second in ids]
    assert len(listed) > 12
    share = freeze(
        operator,
        whole_run,
        raw_files=True,
        title="At " + TEXT_WITH_IDS,
        body=[{"text": TEXT_WITH_IDS}, {"chart": "over-time"}],
    )
    everything = all_of(anonymous, share)
    assert [secret for secret in listed if secret.lower() in everything] == []


def test_only_the_chosen_groups_are_shown(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    with_serials = all_of(anonymous, freeze(operator, whole_run, redaction={"serials": True}, raw_files=True))
    assert all(secret.lower() in with_serials for secret in SERIALS if not secret.startswith("CTRL"))
    assert [secret for secret in NAMES if secret.lower() in with_serials] == []
    with_names = all_of(anonymous, freeze(operator, whole_run, redaction={"names": True}, raw_files=True))
    assert "atlas-17" in with_names
    assert "mgreve" in with_names
    assert [secret for secret in SERIALS if secret.lower() in with_names] == []


def test_frozen_hashes_equal_the_lab_hashes(
    operator: TestClient, anonymous: TestClient, whole_run: Run, place: Place
) -> None:
    document = read_document(anonymous, freeze(operator, whole_run))
    (configuration,) = document["configurations"]
    assert configuration["class_hash"] == place.configuration.class_hash
    assert configuration["instance_hash"] == place.configuration.instance_hash


def test_raw_files_are_redacted_or_withheld_with_reason(
    operator: TestClient, anonymous: TestClient, whole_run: Run
) -> None:
    share = freeze(operator, whole_run, raw_files=True)
    document = read_document(anonymous, share)
    parts = read_parts(anonymous, share, document)
    files: dict[str, Any] = {artifact["name"]: artifact for artifact in document["runs"][0]["artifacts"]}
    status = files["status.json"]
    assert parts[status["part"]] == b'{"hostname": "server 1", "serial": "drive 1"}'
    assert status["redacted_sha256"] == hashlib.sha256(parts[status["part"]]).hexdigest()
    assert parts[files["bw.log"]["part"]] == b"1000, 4096, 0, 0\n"
    assert files["bw.log"]["redacted_sha256"] is None
    assert files["bw.log"]["sha256"] == hashlib.sha256(b"1000, 4096, 0, 0\n").hexdigest()
    assert (files["smart.bin"]["part"], files["log.gz"]["part"]) == (None, None)
    assert "contains what is hidden" in files["smart.bin"]["withheld"]
    assert "packed" in files["log.gz"]["withheld"]


def test_hash_of_a_redacted_file_confirms_no_guess(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    originals = {
        row.name: row.sha256 for row in session.scalars(select(Artifact).where(Artifact.run_id == whole_run.id))
    }
    for raw_files in (True, False):
        share = freeze(operator, whole_run, raw_files=raw_files)
        everything = all_of(anonymous, share)
        files = {artifact["name"]: artifact for artifact in read_document(anonymous, share)["runs"][0]["artifacts"]}
        open_ones = {"bw.log"} if raw_files else set()
        assert {name for name, sha256 in originals.items() if sha256 in everything} == open_ones
        assert {name for name, file in files.items() if file["sealed_sha256"] is None} == open_ones
        assert {name for name, file in files.items() if file["sha256"] is None} == files.keys() - open_ones
        # The lab proves to chosen readers which file it was, and reveals nothing about the other files.
        commitments = f"/api/v1/shares/{share['number']}/hash-commitments"
        keys = {item["name"]: item for item in operator.get(commitments).json()["items"]}
        assert keys.keys() == files.keys() - open_ones
        for name, commitment in keys.items():
            key = bytes.fromhex(commitment["opening_key"])
            made = hmac.new(key, bytes.fromhex(originals[name]), "sha256").hexdigest()
            assert made == commitment["sealed_sha256"] == files[name]["sealed_sha256"]
        assert len({item["opening_key"] for item in keys.values()}) == len(keys)
        assert anonymous.get(commitments).status_code == 401
        assert "commitment" in anonymous.get(path_of(share)).text


def test_file_hashes_are_open_without_redaction(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    shown = {"serials": True, "names": True}
    for redaction, is_open in ((shown, True), (shown | {"aliases": {"PM1653": "A"}}, False)):
        document = read_document(anonymous, freeze(operator, whole_run, redaction=redaction))
        assert {artifact["sha256"] is not None for artifact in document["runs"][0]["artifacts"]} == {is_open}


def test_raw_files_are_not_published_by_default(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    document = read_document(anonymous, freeze(operator, whole_run))
    assert {artifact["part"] for artifact in document["runs"][0]["artifacts"]} == {None}
    assert not any("/files/" in name for name in document["parts"])


def test_a_model_under_another_name_is_nowhere(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    whole_run.title = "SAMSUNG pm1653 against PM1653, and Samsung_PM1653"
    session.flush()
    aliases = {"PM1653": "Drive A", "PERC H965i": "Controller X"}
    share = freeze(operator, whole_run, redaction={"aliases": aliases}, title="Is the PM1653 fast?")
    everything = all_of(anonymous, share)
    assert [word for word in ("pm1653", "samsung", "h965i", "perc h") if word in everything] == []
    document = read_document(anonymous, share)
    assert document["share"]["title"] == "Is the Drive A fast?"
    assert document["share"]["redaction"] == {"serials": False, "names": False, "aliases": True}
    rows = {row["label"]: row["value"] for row in document["configurations"][0]["rows"]}
    assert (rows["Drives"], rows["Controllers"]) == ("4 x Drive A 1.92 TB", "Controller X")
    # The hash of an open share of the same configuration would reveal what the alias represents.
    opened = read_document(anonymous, freeze(operator, whole_run))["configurations"][0]
    assert {document["configurations"][0][field] for field in ("class_hash", "instance_hash")}.isdisjoint(
        {opened["class_hash"], opened["instance_hash"]}
    )
    assert opened["class_hash"] not in everything


def test_alias_for_an_absent_model_is_refused(operator: TestClient, whole_run: Run) -> None:
    answer = freeze(operator, whole_run, status=422, redaction={"aliases": {"PM9999X": "Drive A"}})
    assert answer["errors"][0]["path"] == "redaction.aliases.PM9999X"


def test_the_authors_own_name_and_contact_stay(operator: TestClient, anonymous: TestClient, whole_run: Run) -> None:
    document = read_document(anonymous, freeze(operator, whole_run, author="M. Greve", contact="greve@atlas-17.org"))
    assert document["share"]["contact"] == "greve@atlas-17.org"


def test_options_list_the_hidden_texts(operator: TestClient, whole_run: Run) -> None:
    answer = operator.post("/api/v1/shares/options", json={"kind": "run", "run_id": str(whole_run.id)})
    assert answer.status_code == 200, answer.text
    offer = answer.json()
    assert [chart["key"] for chart in offer["charts"]] == ["queue-depth", "over-time", "percentiles"]
    hidden = {hidden_text["text"]: hidden_text["instead"] for hidden_text in offer["hidden"]}
    assert hidden["PHAX2140006B960"] == "drive 1"
    assert hidden["atlas-17"] == "server 1"
    assert "PM1653" in offer["models"]
    assert operator.get("/api/v1/shares").json()["items"] == []


@pytest.mark.parametrize("suffix", ["", ".json", ".csv"])
def test_foreign_text_is_never_markup(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session, suffix: str
) -> None:
    whole_run.title = "<script>alert(1)</script>"
    session.flush()
    share = freeze(
        operator, whole_run, title="<img src=x onerror=alert(1)>", author="<b>", body=[{"text": "<script>1"}]
    )
    answer = anonymous.get(share["url"].partition("/s/")[1] + share["token"] + suffix)
    assert answer.status_code == 200
    if suffix == "":
        assert "<script>" not in answer.text
        assert "<img src=x" not in answer.text
    if suffix == ".json":
        assert json.loads(answer.content)["share"]["title"] == "<img src=x onerror=alert(1)>"


@pytest.fixture
def machine_run(operator: TestClient, make: Factory, session: Session) -> Run:
    """Provide a run with instructions of the lab for running it again."""
    body = {
        "server_id": str(make.server(name="atlas-17").id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "file", "path": None, "size_bytes": 1 << 28},
    }
    answer = operator.post("/api/v1/jobs", json=body)
    assert answer.status_code == 202, answer.text
    run = session.scalars(select(Run).where(Run.job_id == answer.json()["id"])).one()
    run.state = "finished"
    session.flush()
    return run


def test_share_recipe_equals_the_recipe_of_its_run(
    operator: TestClient, anonymous: TestClient, machine_run: Run
) -> None:
    recipe = read_document(anonymous, freeze(operator, machine_run, redaction={"names": True, "serials": True}))[
        "recipe"
    ]
    assert recipe == operator.get(f"/api/v1/runs/{machine_run.id}/recipe").json()["recipe"]
    hidden = read_document(anonymous, freeze(operator, machine_run))["recipe"]
    assert parse_recipe(hidden).value == hidden


def test_reason_of_a_mark_is_redacted(
    operator: TestClient, anonymous: TestClient, whole_run: Run, session: Session
) -> None:
    before = freeze(operator, whole_run)
    renamed = freeze(operator, whole_run, redaction={"aliases": {"PM1653": "Drive A"}})
    reason = {"reason": "PM1653 too hot" + TELLING}
    assert (
        operator.put(f"/api/v1/runs/{whole_run.id}/validity", json={"validity": "invalid", **reason}).status_code == 200
    )
    session.expire_all()
    page = anonymous.get(path_of(before)).text
    assert "after this was frozen: PM1653 too hot on server 1" in page
    assert [secret for secret in SECRETS if secret.lower() in page.lower()] == []
    page = anonymous.get(path_of(renamed)).text
    assert "after this was frozen.<" in page
    assert "PM1653" not in page
    # What was known when it was frozen is no news, though its reason was redacted there.
    assert "after this was frozen" not in anonymous.get(path_of(freeze(operator, whole_run))).text


def test_redacted_server_name_leaves_setting_names_unchanged(
    operator: TestClient, anonymous: TestClient, make: Factory
) -> None:
    place = make_place(make)
    snapshot = {
        **{key: value for key, value in make_snapshot().items() if key != "name"},
        "settings": {"sysctl.vm.swappiness": 60, "cpu.driver": "acpi-cpufreq"},
    }
    run = make_subject(make, place, configuration=make_configuration(make, "with settings", **snapshot))
    run.title = "On vm, with vm.swappiness = 60"
    make.session.flush()
    before = read_document(anonymous, freeze(operator, run))
    place.server.name = "vm"
    make.session.flush()
    document = read_document(anonymous, freeze(operator, run))
    assert document["runs"][0]["title"] == "On server 1, with vm.swappiness = 60"
    assert document["configurations"][0]["rows"] == before["configurations"][0]["rows"]
    assert {"label": "sysctl.vm.swappiness", "value": "60"} in document["configurations"][0]["rows"]
