"""Recipes: made of a run, read by a stranger, fitted to another target, compared with what came of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.domain.recipe_samples import HEADLINE, build_full_recipe

from storagelab.domain.access import AddressRange
from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import lay_out, parse_profile
from storagelab.domain.recipe import MAX_DEFINITION_CHARACTERS, RecipeInvalid, compute_fingerprint, parse_recipe
from storagelab.domain.recipe_outcome import compare_outcome
from storagelab.domain.recipe_scaling import scale_document
from storagelab.domain.recipe_writing import FigureSpread, JobFacts, TargetFacts, build_recipe, list_recipes
from storagelab.profiles.catalogue import load_catalogue_texts
from storagelab.profiles.validation import judge
from storagelab.profiles.yaml_text import read_yaml

MIB, GIB = 1 << 20, 1 << 30
THERE, HERE = 256 * GIB, 640 * GIB
PRIVATE = ("SERIAL-1", "nvme-eui.1234", "lab-7.example.org", "/srv/scratch")

#: Those that state bytes of the target; all others fit any target.
IN_BYTES = ("crystaldiskmark-3", "crystaldiskmark-8", "iometer-workstation-32g")


def described(plans: tuple[PhasePlan, ...], **values: Any) -> dict[str, Any]:
    """Return a run in the form of the API, as far as a recipe reads it, with much that a recipe must not reveal."""
    phases = [{"ordinal": plan.ordinal, "name": plan.name, "state": "finished", "measurement": None} for plan in plans]
    return {
        "number": "r-12",
        "title": "Run on lab-7.example.org",
        "server": {"name": "lab-7.example.org"},
        "engine": "fio",
        "engine_version": "fio-3.36",
        "duration_seconds": 61.5,
        "state": "finished",
        "completeness": "complete",
        "verdict": None,
        "headline": [HEADLINE],
        "phases": phases,
        **values,
    }


def document_of(name: str) -> dict[str, Any]:
    return read_yaml(load_catalogue_texts()[name].text).value


def made(name: str = "quick-4k", *, target: TargetFacts | None = None, **values: Any) -> dict[str, Any]:
    document = document_of(name)
    profile = parse_profile(document)
    job = JobFacts(parameters={parameter.name: parameter.default for parameter in profile.parameters}, scale="full")
    job = replace(job, **values.pop("job", {}))
    run = described(lay_out(profile, job.parameters).phases, **values)
    facts = target or TargetFacts("devices", 1, THERE, THERE)
    return build_recipe(run, document=document, target=facts, job=job)


def scaled_range(span: AddressRange) -> AddressRange:
    """Return a range in bytes as expected on the other target, where it ends on whole requests of 1 MiB."""
    if span.size_bytes is None:
        return span
    return replace(span, size_bytes=span.size_bytes * HERE // THERE // MIB * MIB)


@pytest.mark.parametrize("name", list(load_catalogue_texts()))
def test_catalogue_recipe_scales_to_another_target_size(name: str) -> None:
    # As it travels: in canonical JSON, which sorts keys.
    recipe = parse_recipe(json.loads(json.dumps(made(name), sort_keys=True)))
    judged = judge(recipe.document)
    assert judged.profile is not None
    there = lay_out(parse_profile(document_of(name)), recipe.profile.parameters)
    document, sizes = scale_document(recipe.document, judged.profile, recipe.profile.parameters, there=THERE, here=HERE)
    here = lay_out(parse_profile(document), recipe.profile.parameters)
    expected = [
        replace(
            plan,
            workload=replace(plan.workload, address_range=scaled_range(plan.workload.address_range)),
        )
        for plan in there.phases
    ]
    assert list(here.phases) == expected
    assert here.loops == there.loops
    in_bytes = any(plan.workload.address_range.size_bytes is not None for plan in there.phases)
    assert bool(sizes) == in_bytes == (name in IN_BYTES)
    same, none = scale_document(recipe.document, judged.profile, recipe.profile.parameters, there=THERE, here=THERE)
    assert (same, none) == (recipe.document, [])


def test_range_in_bytes_scales_with_the_target() -> None:
    value = made("iometer-workstation-32g")
    assert value["sizes"] == [
        {"place": f"phases.{index}.workload.range.size", "bytes": 32 * GIB, "fraction": 0.125} for index in (0, 1)
    ]
    recipe = parse_recipe(value)
    profile = parse_profile(recipe.document)
    document, sizes = scale_document(recipe.document, profile, recipe.profile.parameters, there=THERE, here=HERE)
    assert [(size.source_bytes, size.target_bytes) for size in sizes] == [(32 * GIB, 80 * GIB)] * 2
    assert document["phases"][0]["workload"]["range"] == {"size": 80 * GIB}
    # Both parts end at the same byte, whatever the size of the target: every byte that is read was written before.
    odd, _ = scale_document(recipe.document, profile, recipe.profile.parameters, there=THERE, here=HERE + 12345)
    ends = {odd["phases"][index]["workload"]["range"]["size"] for index in (0, 1)}
    assert len(ends) == 1
    assert ends.pop() % (128 << 10) == 0


def test_too_small_scaled_range_is_refused() -> None:
    recipe = parse_recipe(made("iometer-workstation-32g"))
    with pytest.raises(RecipeInvalid, match=r"would be 1M of the .* need 8M or more: bind a larger target") as refused:
        scale_document(
            recipe.document, parse_profile(recipe.document), recipe.profile.parameters, there=THERE, here=8 << 20
        )
    assert refused.value.path == "profile.definition.phases.0.workload.range.size"


def test_parameter_and_sweep_ranges_scale_without_gaps() -> None:
    document = {
        "name": "zones",
        "version": 1,
        "title": "Zones",
        "description": "Two zones.",
        "parameters": {"zone": {"title": "Zone", "unit": "bytes", "default": GIB, "minimum": 1, "maximum": 1e15}},
        "phases": [
            {
                "name": "zone {range}",
                "kind": "measure",
                "workload": {"block_size": "4k", "read": 100, "random": 100},
                "sweep": {"range": [{"size": "$zone"}, {"offset": "$zone", "size": "$zone"}, {"size": "50%"}]},
                "stop": {"kind": "time", "seconds": 2},
            }
        ],
    }
    profile = parse_profile(document)
    scaled, _ = scale_document(document, profile, {"zone": 2 * GIB}, there=8 * GIB, here=3 * GIB)
    third = 3 * GIB // 4 // 4096 * 4096
    assert scaled["phases"][0]["sweep"]["range"] == [  # type: ignore[index]
        {"size": third},
        {"offset": third, "size": third},
        {"size": "50%"},
    ]
    # Nothing was changed in the document that was given.
    assert document["phases"][0]["sweep"]["range"][0] == {"size": "$zone"}  # type: ignore[index]


def test_recipe_contains_no_private_lab_data() -> None:
    preparation = [
        {"kind": "nvme_format", "lbaf": 3, "ses": 1},
        {
            "kind": "storcli_vd_create",
            "level": "raid5",
            "strip_bytes": 65536,
            "members": ["SERIAL-1", "SERIAL-2", "SERIAL-3"],
            "name": "lab-7",
        },
        {"kind": "mdadm_fail", "member": "nvme-eui.1234"},
    ]
    value = made(job={"preparation": preparation}, target=TargetFacts("devices", 1, THERE, None))
    serialised = json.dumps(value)
    assert not [word for word in PRIVATE if word in serialised]
    assert value["preparation"] == [
        {"kind": "nvme_format", "ses": 1},
        {"kind": "storcli_vd_create"},
        {"kind": "mdadm_fail"},
    ]
    assert value["array"] == {"by": "controller", "level": "raid5", "strip_bytes": 65536, "members": 3, "spares": 0}
    assert [words.partition(" ")[0] for words in value["unknown"]] == ["How", "Which", "Which"]
    assert parse_recipe(value).by_hand == ["storcli_vd_create", "mdadm_fail"]


def test_conditioning_is_in_multiples_of_the_capacity() -> None:
    value = made("quick-4k")
    fill = value["conditioning"][0]
    assert (fill["kind"], fill["ends"], fill["planned_multiple"], fill["written_multiple"]) == (
        "fill",
        "volume",
        1.0,
        None,
    )
    document = document_of("quick-4k")
    plans = lay_out(parse_profile(document), value["profile"]["parameters"]).phases
    run = described(plans)
    parts = [{"direction": "write", "bytes": THERE // 2}, {"direction": "read", "bytes": 17}]
    run["phases"][0]["measurement"] = {"parts": parts}
    facts = TargetFacts("devices", 1, THERE, THERE)
    job = JobFacts(parameters=value["profile"]["parameters"], scale="full")
    half = build_recipe(run, document=document, target=facts, job=job)
    assert half["conditioning"][0]["written_multiple"] == 0.5
    # The number of bytes that a phase wrote in total is unknown when it was cut off.
    run["phases"][0]["state"] = "cancelled"
    assert build_recipe(run, document=document, target=facts, job=job)["conditioning"][0]["written_multiple"] is None


def test_run_of_a_changed_profile_has_no_recipe() -> None:
    document = document_of("quick-4k")
    parameters = {parameter.name: parameter.default for parameter in parse_profile(document).parameters}
    run = described(lay_out(parse_profile(document_of("four-corners")), {}).phases)
    with pytest.raises(RecipeInvalid, match="other phases by now"):
        build_recipe(
            run,
            document=document,
            target=TargetFacts("devices", 1, THERE, THERE),
            job=JobFacts(parameters=parameters, scale="full"),
        )


def test_fingerprint_ignores_the_share_document_hash() -> None:
    value = made()
    shared = copy.deepcopy(value)
    shared["from"]["document_sha256"] = "a" * 64
    assert compute_fingerprint(shared) == compute_fingerprint(value)
    shared["profile"]["version"] = 2
    assert compute_fingerprint(shared) != compute_fingerprint(value)


def test_several_recipes_are_a_list() -> None:
    assert [entry["from"]["run"] for entry in list_recipes([made(), made(number="r-13")])["recipes"]] == [
        "r-12",
        "r-13",
    ]


def _set(*keys: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(value: dict[str, Any]) -> None:
        holder: Any = value
        for key in keys[:-1]:
            holder = holder[key]
        holder[keys[-1]] = to

    return change


def _definition(change: Callable[[str], str]) -> Callable[[dict[str, Any]], None]:
    def apply(value: dict[str, Any]) -> None:
        value["profile"]["definition"] = change(value["profile"]["definition"])

    return apply


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (_set("schema", to="storagelab.recipe/2"), "schema"),
        (_set("schema", to=["storagelab.recipe/1"]), "schema"),
        (_set("exec", to="rm -rf /"), "exec"),
        (_set("profile", "exec_prerun", to="id"), "profile.exec_prerun"),
        (_set("from", "run", to="../../etc/passwd"), "from.run"),
        (_set("from", "document_sha256", to="A" * 64), "from.document_sha256"),
        (_set("engine", "name", to="fio; id"), "engine.name"),
        (_set("engine", "version", to="fio\x1b[2J"), "engine.version"),
        (_set("engine", "version", to="fio\u202e"), "engine.version"),
        (_set("profile", "name", to="../x"), "profile.name"),
        (_set("profile", "name", to="another"), "profile.name"),
        (_set("profile", "version", to=True), "profile.version"),
        (_set("profile", "parameters", to={"a": float("inf")}), "profile.parameters.a"),
        (_set("profile", "parameters", to={"a": "1"}), "profile.parameters.a"),
        (_set("profile", "parameters", to={"a": 10**400}), "profile.parameters.a"),
        (_set("profile", "scale", to="huge"), "profile.scale"),
        (_set("target", "count", to=10**9), "target.count"),
        (_set("target", "capacity_bytes", to=0), "target.capacity_bytes"),
        (_set("target", "kind", to="shell"), "target.kind"),
        (_set("target", to={"path": "/dev/sda"}), "target.path"),
        (_set("preparation", to=[{"kind": "shell", "command": "id"}]), "preparation.0.kind"),
        (_set("preparation", to=[{"kind": []}]), "preparation.0.kind"),
        (_set("preparation", to=[{"kind": "discard", "member": "sda"}]), "preparation.0.member"),
        (_set("preparation", to=[{"kind": "storcli_vd_create", "members": ["X"]}]), "preparation.0.members"),
        (_set("preparation", to=[{"kind": "discard"}] * 65), "preparation"),
        (_set("expected", "headline", 0, "label", to="\x1b]0;owned\x07"), "expected.headline.0.label"),
        (_set("expected", "headline", 0, "value", to=float("nan")), "expected.headline.0.value"),
        (_set("unknown", to=["x"] * 51), "unknown"),
        (_set("repeats", "until", to={"cv_percent": 0, "at_least": 3}), "repeats.until.cv_percent"),
        (_definition(lambda text: "[" * 100_000), "profile.definition"),
        (_definition(lambda text: "[" * 50 + "]" * 50), "profile.definition"),
        (_definition(lambda text: '{"a":' * 50 + "1" + "}" * 50), "profile.definition"),
        (_definition(lambda text: text + " " * MAX_DEFINITION_CHARACTERS), "profile.definition"),
        (_definition(lambda text: text.replace('"version"', '"name"')), "profile.definition"),
        (_definition(lambda text: text.replace('"version":1', '"version":1e999')), "profile.definition"),
        (_definition(lambda text: text.replace('"version":1', '"version":NaN')), "profile.definition"),
        (_definition(lambda text: "!!python/object/apply:os.system [id]"), "profile.definition"),
    ],
)
def test_hostile_recipe_is_refused_at_its_path(change: Callable[[dict[str, Any]], None], path: str) -> None:
    value = made()
    change(value)
    with pytest.raises(RecipeInvalid) as refused:
        parse_recipe(value)
    assert refused.value.path == path


def _places(value: Any, keys: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield every place of a recipe with its value; the definition of a profile is no place of its own."""
    yield keys, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _places(item, (*keys, key))


def _faults() -> Iterator[tuple[Callable[[dict[str, Any]], None], str]]:
    """Yield for every place of a recipe each change that makes it invalid, and the place at which it is refused."""
    for keys, value in _places(build_full_recipe()):
        place = ".".join(map(str, keys))
        if isinstance(value, dict) and place != "profile.parameters":
            yield _set(*keys, "exec", to="id"), f"{place}.exec".removeprefix(".")
            for key in value:
                yield _drop(*keys, key), f"{place}.{key}".removeprefix(".")
        if not keys:
            continue
        yield _set(*keys, to=[] if isinstance(value, (dict, str)) else {}), place
        if isinstance(value, list):
            yield _set(*keys, to=value[:1] * 501), place
        elif isinstance(value, str) and place != "profile.definition":
            yield _set(*keys, to="\x1b" + "x" * 501), place
        elif isinstance(value, (int, float)):
            yield _set(*keys, to=str(value)), place
            yield _set(*keys, to=10**400), place
            if place not in ("profile.parameters.fill_passes", "expected.headline.0.value"):
                yield _set(*keys, to=-1 if isinstance(value, int) else -0.1), place
        if isinstance(value, int) and not isinstance(value, bool):
            yield _set(*keys, to=float(value)), place


def _drop(*keys: Any) -> Callable[[dict[str, Any]], None]:
    def change(value: dict[str, Any]) -> None:
        holder: Any = value
        for key in keys[:-1]:
            holder = holder[key]
        del holder[keys[-1]]

    return change


def test_every_invalid_field_is_refused_at_its_path() -> None:
    faults = list(_faults())
    assert len(faults) > 400
    for change, path in faults:
        value = build_full_recipe()
        change(value)
        with pytest.raises(RecipeInvalid) as refused:
            parse_recipe(value)
        assert refused.value.path == path
        assert "`" not in refused.value.message
        assert "Expected" not in refused.value.message


def test_valid_recipe_round_trips_unchanged() -> None:
    value = build_full_recipe()
    assert json.dumps(parse_recipe(value).value) == json.dumps(value)


def test_invalid_text_of_unicode_is_refused() -> None:
    for keys in (("engine", "\ud800"), ("target", "kind"), ("unknown", 0)):
        value = build_full_recipe()
        _set(*keys, to="\ud800")(value)
        with pytest.raises(RecipeInvalid):
            parse_recipe(value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_set("engine", to=1), "engine: must be a mapping"),
        (_set("unknown", to=1), "unknown: must be a list"),
        (_set("engine", "version", to=1), "engine.version: must be text"),
        (_set("target", "count", to=True), "target.count: must be a whole number"),
        (_set("expected", "headline", 0, "value", to="1"), "expected.headline.0.value: must be a number"),
        (_set("preparation", 5, "enhanced", to=0), "preparation.5.enhanced: must be true or false"),
        (_set("target", "count", to=65), "target.count: must be at most 64"),
        (_set("durations", "took_seconds", to=-1), "durations.took_seconds: must be at least 0"),
        (_set("unknown", to=["x"] * 51), "unknown: must have at most 50 entries"),
        (_set("unknown", 0, to="x" * 501), "unknown.0: must have at most 500 characters"),
        (_set("from", "run", to="12"), "from.run: does not have the required form"),
        (_set("profile", "scale", to="huge"), "profile.scale: has the unknown value 'huge'"),
        (_set("preparation", 0, "kind", to="shell"), "preparation.0.kind: has the unknown value 'shell'"),
        (_set("from", "a`\x1b", to=1), r"from.a`\x1b: is not a known field"),
        (_drop("from"), "from: is missing"),
    ],
)
def test_refusal_is_in_plain_words(change: Callable[[dict[str, Any]], None], message: str) -> None:
    value = build_full_recipe()
    change(value)
    with pytest.raises(RecipeInvalid) as refused:
        parse_recipe(value)
    assert str(refused.value) == message


@pytest.mark.parametrize("value", [None, [], "storagelab.recipe/1", 1, {}, {"schema": "storagelab.recipe/1"}])
def test_invalid_recipe_is_refused(value: Any) -> None:
    with pytest.raises(RecipeInvalid):
        parse_recipe(value)


def test_recipe_profile_is_validated_like_any_profile() -> None:
    value = made()
    document = json.loads(value["profile"]["definition"])
    document["phases"][0]["exec_prerun"] = "id"
    value["profile"]["definition"] = json.dumps(document)
    judged = judge(parse_recipe(value).document)
    assert judged.profile is None
    assert judged.problems[0].path == "phases.0"


def test_only_figures_of_the_same_label_are_compared() -> None:
    spread = {"cv_percent": 2.0, "runs": 5}
    steady = {**HEADLINE, "label": "IOPS at steady state", "value": 500.0, "spread": None}
    outcomes = compare_outcome(
        [{**HEADLINE, "spread": spread}, steady],
        [[{**HEADLINE, "value": 1100.0}], [{**HEADLINE, "value": 1000.0}], []],
    )
    assert (outcomes[0].there, outcomes[0].here, outcomes[0].runs) == (1000.0, 1050.0, 2)
    assert outcomes[0].relative_percent == pytest.approx(5.0)
    assert (outcomes[0].cv_percent, outcomes[0].beyond_spread) == (2.0, True)
    assert (outcomes[1].here, outcomes[1].relative_percent, outcomes[1].beyond_spread) == (None, None, None)


def test_relative_difference_to_zero_is_unknown() -> None:
    outcome = compare_outcome([{**HEADLINE, "value": 0.0, "spread": None}], [[HEADLINE]])[0]
    assert (outcome.here, outcome.relative_percent) == (1000.0, None)


def test_figure_has_its_spread() -> None:
    document = document_of("quick-4k")
    parameters = {parameter.name: parameter.default for parameter in parse_profile(document).parameters}
    value = build_recipe(
        described(lay_out(parse_profile(document), parameters).phases),
        document=document,
        target=TargetFacts("file", 1, THERE, THERE),
        job=JobFacts(parameters=parameters, scale="full"),
        spreads={HEADLINE["label"]: FigureSpread(1.5, 3)},  # type: ignore[dict-item]
    )
    assert value["expected"]["headline"] == [{**HEADLINE, "spread": {"cv_percent": 1.5, "runs": 3}}]
