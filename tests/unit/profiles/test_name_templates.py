"""Words in braces in names of phases: axes of the phase, or refused where a profile is written."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.profile import lay_out, parse_profile
from storagelab.errors import InvalidInput
from storagelab.profiles.catalogue import load_catalogue_texts
from storagelab.profiles.checking import check_profile, require_sound
from storagelab.profiles.custom_schemas import ProfileSource, ProfileValidationCreate
from storagelab.profiles.validation import judge
from storagelab.profiles.yaml_text import read_yaml

READ: dict[str, Any] = {"block_size": "4k", "read": 100, "random": 100}


def a_phase(**changes: Any) -> dict[str, Any]:
    return {"name": "x", "kind": "measure", "workload": READ, "stop": {"kind": "time", "seconds": 1}, **changes}


def a_profile(*phases: dict[str, Any]) -> dict[str, Any]:
    return {"name": "mine", "version": 1, "title": "Mine", "description": "For tests.", "phases": list(phases)}


def problems(*phases: dict[str, Any]) -> dict[str, str]:
    checked = check_profile(ProfileValidationCreate(document=a_profile(*phases)))
    assert (checked.profile is None) == bool(checked.problems)
    return {problem.path: problem.message for problem in checked.problems}


SWEEP = {"sweep": {"queue_depth": [1, 2], "read": [0, 100]}}


def test_unknown_axis_is_refused_with_available_axes() -> None:
    assert problems(a_phase(name="QD{queuedepth}", **SWEEP)) == {
        "phases.0.name": "{queuedepth} is not an axis of this phase and would stay as it is written: "
        "it has {queue_depth}, {read}, {write}"
    }
    assert problems(a_phase(name="{a} and {b}")) == {
        "phases.0.name": "{a} and {b} are not axes of this phase and would stay as they are written: "
        "it has none, so write its name without braces"
    }
    assert list(problems(a_phase(group="{QD}", **SWEEP))) == ["phases.0.group"]
    looped = {"loop": "L", "phases": [a_phase(name="ok"), a_phase(name="{Queue_depth}", **SWEEP)]}
    assert "phases.0.phases.1.name" in problems({**looped, "stop": {"kind": "rounds", "rounds": 1}})


@pytest.mark.parametrize(
    "phase",
    [
        a_phase(name="QD{queue_depth} {read}/{write}", group="{read} %", **SWEEP),
        a_phase(name="{threads}T {block_size}", points=[{"threads": 1, "block_size": 4096}, {"threads": 2}]),
        a_phase(name="run {repeat}", repeat=2),
        a_phase(name="an open { brace"),
    ],
)
def test_axes_and_derived_values_may_be_named(phase: dict[str, Any]) -> None:
    assert problems(phase) == {}


def test_unknown_axis_is_refused_only_on_save() -> None:
    document = a_profile(a_phase(name="QD{queuedepth}", **SWEEP))
    with pytest.raises(InvalidInput, match="queuedepth"):
        require_sound(ProfileSource(document=document))
    assert judge(document).problems == ()
    assert lay_out(parse_profile(document)).phases[0].name.startswith("QD{queuedepth}")


def test_the_whole_catalogue_could_be_written_now() -> None:
    for name, entry in load_catalogue_texts().items():
        require_sound(ProfileSource(document={**read_yaml(entry.text).value, "name": f"{name[:50]}-copy"}))
