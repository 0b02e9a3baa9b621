"""A recipe becomes a job like any other: fitted to its target, under every check, or refused in words."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import AuditEvent, CustomProfile, Drive, Job, ProfileVersion, Server
from storagelab.domain.recipe import RecipeInvalid, parse_recipe

MIB, GIB = 2**20, 2**30
ADDRESS = "/api/v1/jobs/from-recipe"
WORKSTATION = "iometer-workstation-32g"


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1", fio_version="fio-3.36")


@pytest.fixture
def drives(make: Factory, server: Server) -> list[Drive]:
    """Provide four drives of 160 GiB that may be destroyed."""
    enrolled = [make.drive(server, stable_id=f"nvme-{n}", serial=f"SERIAL-{n}", size_bytes=160 * GIB) for n in "abcd"]
    for drive in enrolled:
        make.enrolment(drive)
    return enrolled


def file(size_bytes: int) -> dict[str, Any]:
    return {"kind": "file", "path": None, "size_bytes": size_bytes}


def on(drives: Sequence[Drive]) -> dict[str, Any]:
    return {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]}


def recipe_of_job(client: TestClient, server: Server, **body: Any) -> dict[str, Any]:
    """Return the recipe of a run that was submitted in this lab."""
    request = {"server_id": str(server.id), "profile": {"name": "quick-4k"}, "target": file(256 * MIB)} | body
    job = client.post("/api/v1/jobs", json=request)
    assert job.status_code == 202, job.text
    answer = client.get(f"/api/v1/runs/{job.json()['runs'][0]['number']}/recipe").json()
    assert answer["reason"] is None
    recipe: dict[str, Any] = answer["recipe"]
    return recipe


def bound(recipe: dict[str, Any], server: Server, target: dict[str, Any], **more: Any) -> dict[str, Any]:
    binding = {key: more.pop(key) for key in ("prepared", "sizes") if key in more}
    return {"recipe": recipe, "binding": {"server_id": str(server.id), "target": target, **binding}, **more}


def refusal(client: TestClient, body: dict[str, Any], *, dry_run: bool = False) -> tuple[str, str]:
    """Return the sentence and the place of a refusal."""
    answer = client.post(ADDRESS, json=body, params={"dry_run": dry_run})
    assert answer.status_code == 422, answer.text
    problem = answer.json()
    errors = problem.get("errors") or [{"path": None, "message": problem["detail"]}]
    return errors[0]["message"], errors[0]["path"]


def jobs(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Job)) or 0


def test_recipe_repeats_phases_on_another_file_size(operator: TestClient, server: Server, session: Session) -> None:
    parameters = {"point_seconds": 7}
    recipe = recipe_of_job(operator, server, profile={"name": "quick-4k", "parameters": parameters}, repeats=2)
    assert server.name not in json.dumps(recipe)
    body = bound(recipe, server, file(512 * MIB), name="again", labels={"customer": "acme"}, note="As agreed.")
    planned = operator.post(ADDRESS, json=body, params={"dry_run": True})
    assert planned.status_code == 200, planned.text
    assert jobs(session) == 1
    fit = planned.json()["recipe"]
    assert (fit["profile"], fit["profile_new"], fit["sizes"]) == ("quick-4k", False, [])
    assert (fit["source_capacity_bytes"], fit["target_capacity_bytes"]) == (256 * MIB, 512 * MIB)

    answer = operator.post(ADDRESS, json=body)
    assert answer.status_code == 202, answer.text
    job = answer.json()
    assert answer.headers["Location"] == f"/api/v1/jobs/{job['id']}"
    assert (job["repeats"], job["profile"]["parameters"]["point_seconds"]) == (2, 7)
    assert job["labels"] == {"customer": "acme", "recipe": fit["sha256"][:12]}
    assert job["note"].startswith(f"As agreed.\nRun again by the recipe of {recipe['from']['run']} with the SHA-256")
    first = session.scalars(select(Job).order_by(Job.number)).first()
    assert first is not None
    assert [phase["name"] for phase in job["plan"]["phases"]] == [phase["name"] for phase in first.plan["phases"]]
    assert session.scalar(select(func.count()).select_from(CustomProfile)) == 0


def test_repeated_request_submits_once(operator: TestClient, server: Server, session: Session) -> None:
    body = bound(recipe_of_job(operator, server), server, file(256 * MIB))
    first, second = (operator.post(ADDRESS, json=body, headers={"Idempotency-Key": "k"}) for _ in range(2))
    assert (first.status_code, second.json()["number"]) == (202, first.json()["number"])
    assert jobs(session) == 2
    other = operator.post(ADDRESS, json={**body, "name": "other"}, headers={"Idempotency-Key": "k"})
    assert other.status_code == 409


def test_scaled_sizes_are_stored_as_one_profile(operator: TestClient, server: Server, session: Session) -> None:
    recipe = recipe_of_job(operator, server, profile={"name": WORKSTATION}, target=file(64 * GIB))
    body = bound(recipe, server, file(128 * GIB))
    planned = operator.post(ADDRESS, json=body, params={"dry_run": True}).json()
    assert [(size["source_bytes"], size["target_bytes"]) for size in planned["recipe"]["sizes"]] == [
        (32 * GIB, 64 * GIB)
    ] * 2
    assert planned["recipe"]["profile_new"] is True
    # The plan was made with a profile that is not there.
    assert session.scalar(select(func.count()).select_from(CustomProfile)) == 0
    assert session.scalar(select(func.count()).where(AuditEvent.action == "profile_created")) == 0

    job = operator.post(ADDRESS, json=body).json()
    assert job["profile"]["name"] == planned["recipe"]["profile"]
    assert job["profile"]["name"].startswith(f"{WORKSTATION}-")
    assert f"size={64 * GIB}\n" in job["plan"]["job_files"][0]["text"]
    version = session.scalars(select(ProfileVersion)).one()
    assert planned["recipe"]["sha256"] in version.note
    again = operator.post(ADDRESS, json=body)
    assert (again.status_code, again.json()["profile"]["name"]) == (202, job["profile"]["name"])
    assert session.scalar(select(func.count()).select_from(ProfileVersion)) == 1
    # The recipe of the new run states the same share as the first one.
    second = operator.get(f"/api/v1/runs/{job['runs'][0]['number']}/recipe").json()["recipe"]
    assert [size["fraction"] for size in second["sizes"]] == [size["fraction"] for size in recipe["sizes"]]

    same = operator.post(ADDRESS, json=bound(recipe, server, file(128 * GIB), sizes="bytes")).json()
    assert (same["profile"]["name"], f"size={32 * GIB}\n" in same["plan"]["job_files"][0]["text"]) == (
        WORKSTATION,
        True,
    )


def test_foreign_profile_is_stored_under_its_own_name(operator: TestClient, server: Server, session: Session) -> None:
    recipe = recipe_of_job(operator, server)
    document = json.loads(recipe["profile"]["definition"])
    document["phases"][1]["name"] = "Read of another lab"
    document["version"] = recipe["profile"]["version"] = 7
    recipe["profile"]["definition"] = json.dumps(document)
    job = operator.post(ADDRESS, json=bound(recipe, server, file(256 * MIB))).json()
    assert job["profile"]["version"] == 1
    assert job["profile"]["name"].startswith("quick-4k-")
    assert "Read of another lab" in [phase["name"] for phase in job["plan"]["phases"]]
    own = session.scalars(select(CustomProfile)).one()
    assert operator.patch(f"/api/v1/profiles/{own.name}", json={"archived": True}).status_code == 200
    words, _ = refusal(operator, bound(recipe, server, file(256 * MIB)))
    assert "is archived: restore it" in words


def test_recipe_writes_drives_only_after_confirmation(
    operator: TestClient, server: Server, drives: list[Drive], session: Session
) -> None:
    recipe = recipe_of_job(operator, server)
    body = bound(recipe, server, on(drives[:1]))
    planned = operator.post(ADDRESS, json=body, params={"dry_run": True}).json()
    assert planned["plan"]["destroys"][0]["stable_id"] == "nvme-a"
    assert any("The job would be refused" in words for words in planned["plan"]["warnings"])
    assert any("It ran on a file, and this is drives" in words for words in planned["recipe"]["remarks"])
    words, path = refusal(operator, body)
    assert ("the whole serial number of nvme-a is missing" in words, path) == (True, "confirm_serials")
    words, _ = refusal(operator, {**body, "confirm_serials": ["SERIAL-a", "SERIAL-b"]})
    assert "belongs to none of the drives" in words
    assert jobs(session) == 1
    assert operator.post(ADDRESS, json={**body, "confirm_serials": ["SERIAL-a"]}).status_code == 202


def test_recipe_fixes_the_number_of_drives(operator: TestClient, server: Server, drives: list[Drive]) -> None:
    serials = [str(drive.serial) for drive in drives]
    array = {"kind": "mdadm_create", "level": "raid6", "chunk_bytes": 65536, "name": "of-that-lab"}
    recipe = recipe_of_job(operator, server, target=on(drives), preparation=[array], confirm_serials=serials)
    assert recipe["array"] == {"by": "mdadm", "level": "raid6", "strip_bytes": 65536, "members": 4, "spares": 0}
    assert not [word for word in ("of-that-lab", *serials, "nvme-a") if word in json.dumps(recipe)]

    words, path = refusal(operator, bound(recipe, server, on(drives[:2])))
    assert (words, path) == (
        "The recipe needs 4 drives for its RAID6, and 2 drives are bound: bind exactly 4.",
        "binding.target",
    )
    assert "not a file" in refusal(operator, bound(recipe, server, file(GIB)))[0]
    again = operator.post(ADDRESS, json=bound(recipe, server, on(drives), confirm_serials=serials))
    assert again.status_code == 202, again.text
    assert [operation["kind"] for operation in again.json()["preparation"]] == ["mdadm_create"]
    prepared = bound(recipe, server, on(drives[:1]), prepared=True, confirm_serials=serials[:1])
    job = operator.post(ADDRESS, json=prepared)
    assert (job.status_code, job.json()["preparation"]) == (202, [])

    # A changed recipe passes through the checks of every job.
    recipe["target"]["count"] = 2
    words, path = refusal(operator, bound(recipe, server, on(drives[:2])))
    assert ("RAID6 needs 4 drives beside its spares, and there are 2" in words, path) == (
        True,
        "recipe.preparation.0.level",
    )


def test_foreign_hardware_steps_are_left_to_people(operator: TestClient, server: Server, drives: list[Drive]) -> None:
    recipe = recipe_of_job(operator, server)
    recipe["preparation"] = [{"kind": "storcli_vd_create"}]
    body = bound(recipe, server, on(drives[:1]), confirm_serials=["SERIAL-a"])
    words, path = refusal(operator, body)
    assert ("took part in storcli vd create" in words, path) == (True, "recipe.preparation")
    body["binding"]["prepared"] = True
    assert operator.post(ADDRESS, json=body).status_code == 202


def test_file_system_scales_with_the_drive(
    operator: TestClient, server: Server, drives: list[Drive], make: Factory
) -> None:
    larger = make.drive(server, stable_id="nvme-big", serial="SERIAL-big", size_bytes=320 * GIB)
    make.enrolment(larger)
    made = {"kind": "make_file_system", "type": "ext4", "file_bytes": 40 * GIB}
    recipe = recipe_of_job(operator, server, target=on(drives[:1]), preparation=[made], confirm_serials=["SERIAL-a"])
    job = operator.post(ADDRESS, json=bound(recipe, server, on([larger]), confirm_serials=["SERIAL-big"])).json()
    assert job["preparation"][0]["file_bytes"] == 80 * GIB
    assert job["plan"]["target_bytes"] == 80 * GIB


def test_impossible_binding_is_refused_with_a_reason(
    operator: TestClient, server: Server, drives: list[Drive], make: Factory
) -> None:
    purged = recipe_of_job(
        operator,
        server,
        profile={"name": "snia-iops"},
        target=on(drives[:1]),
        preparation=[{"kind": "discard"}],
        confirm_serials=["SERIAL-a"],
        accept_wear=True,
    )
    words, path = refusal(operator, bound(purged, server, file(GIB)))
    assert ("a file is made by the runner and needs no preparation" in words, path) == (True, "recipe.preparation")
    words, path = refusal(operator, bound(purged, server, file(GIB), prepared=True))
    assert ("a file cannot be purged" in words, path) == (True, "binding.target.kind")

    recipe = recipe_of_job(operator, server)
    bare = make.server(name="bare", fio_version=None)
    words, path = refusal(operator, bound(recipe, bare, file(256 * MIB)))
    assert ("fio was not found on bare" in words, path) == (True, "recipe.engine.name")
    recipe["engine"]["name"] = "iozone"
    assert "iozone" in refusal(operator, bound(recipe, server, file(256 * MIB)))[0]


@pytest.mark.parametrize(
    ("place", "to", "path"),
    [
        ("phases.0.exec_prerun", "id", "recipe.profile.definition.phases.0"),
        ("phases.0.workload.filename", "/dev/sda", "recipe.profile.definition.phases.0.workload"),
        ("phases.0.workload.threads", 10**9, "recipe.profile.definition.phases.0.workload.threads"),
        ("phases.0.stop.seconds", 10**12, "recipe.profile.definition.phases"),
        ("title", "a\x1b[2J", "recipe.profile.definition.title"),
    ],
)
def test_hostile_profile_in_a_recipe_is_refused(
    operator: TestClient, server: Server, session: Session, place: str, to: Any, path: str
) -> None:
    recipe = recipe_of_job(operator, server)
    document = json.loads(recipe["profile"]["definition"])
    holder: Any = document
    *keys, last = place.split(".")
    for key in keys:
        holder = holder[int(key) if key.isdecimal() else key]
    holder[last] = to
    recipe["profile"]["definition"] = json.dumps(document)
    for dry_run in (True, False):
        assert refusal(operator, bound(recipe, server, file(256 * MIB)), dry_run=dry_run)[1] == path
    assert (jobs(session), session.scalar(select(func.count()).select_from(CustomProfile))) == (1, 0)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"recipe": {"schema": "storagelab.recipe/9"}}, "recipe.schema"),
        ({"recipe": {}}, "recipe.schema"),
        ({"preparation": []}, "preparation"),
        ({"labels": {"recipe": "mine"}}, "labels"),
        ({"repeats": 0}, "repeats"),
    ],
)
def test_invalid_recipe_request_is_refused_with_its_field(
    operator: TestClient, server: Server, change: dict[str, Any], path: str
) -> None:
    body = {**bound(recipe_of_job(operator, server), server, file(256 * MIB)), **change}
    answer = operator.post(ADDRESS, json=body)
    assert answer.status_code == 422
    assert path in json.dumps(answer.json()["errors"])


def test_recipe_with_contradicting_repeats_is_refused(operator: TestClient, server: Server) -> None:
    recipe = recipe_of_job(operator, server)
    recipe["repeats"] = {"count": 2, "until": {"cv_percent": 5.0, "at_least": 3}}
    assert refusal(operator, bound(recipe, server, file(256 * MIB)))[1] == "recipe.repeats.count"
    recipe["profile"]["parameters"]["point_seconds"] = 1e9
    assert refusal(operator, bound(recipe, server, file(256 * MIB)))[1] == "recipe.profile.parameters.point_seconds"


def test_imported_run_has_a_reason_without_recipe(operator: TestClient, make: Factory, session: Session) -> None:
    run = make.run(make.job(profile_id=make.profile().id))
    run.job_id, run.origin = None, "imported"
    session.flush()
    answer = operator.get(f"/api/v1/runs/{run.id}/recipe").json()
    assert (answer["recipe"], "not measured by a job" in answer["reason"]) == (None, True)


def leaves(value: Any, *keys: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the keys that lead to every value in a JSON value, the mappings and lists themselves included."""
    if keys:
        yield keys
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from leaves(item, *keys, key)


@pytest.mark.in_turn
def test_mutated_recipe_never_causes_a_server_error(operator: TestClient, server: Server, drives: list[Drive]) -> None:
    made = [
        {"kind": "over_provision", "percent": 10},
        {"kind": "make_file_system", "type": "xfs", "file_bytes": 40 * GIB},
        {"kind": "wait_quiet", "max_seconds": 60},
    ]
    recipe = recipe_of_job(
        operator,
        server,
        profile={"name": WORKSTATION},
        target=on(drives[:1]),
        preparation=made,
        confirm_serials=["SERIAL-a"],
        accept_wear=True,
        repeats=5,
        repeat_until={"cv_percent": 4.0, "at_least": 3},
    )
    refused = 0
    for keys in leaves(recipe):
        for odd in (None, True, 0, -1, 1, 64, 2**62, 10**400, 1e308, "x", "raid6", "reading\u0085", [], {}, [[]]):
            changed = copy.deepcopy(recipe)
            holder: Any = changed
            for key in keys[:-1]:
                holder = holder[key]
            holder[keys[-1]] = odd
            try:
                parse_recipe(changed)
            except RecipeInvalid:
                refused += 1
                continue
            answer = operator.post(ADDRESS, json=bound(changed, server, on(drives[:1])), params={"dry_run": True})
            assert answer.status_code in (200, 422), (keys, odd, answer.text)
    assert refused > 500
