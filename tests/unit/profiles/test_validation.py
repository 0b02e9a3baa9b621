"""Faults of a document: all at once, by place, and never an exception."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from storagelab.domain.plan import MAX_PHASES
from storagelab.profiles.catalogue import load_catalogue, load_catalogue_texts
from storagelab.profiles.checking import check_profile
from storagelab.profiles.custom_schemas import ProfileValidationCreate
from storagelab.profiles.validation import MAX_PROBLEMS, judge
from storagelab.profiles.yaml_text import read_yaml

READ: dict[str, Any] = {"block_size": "4k", "read": 100, "random": 100}
SECOND: dict[str, Any] = {"kind": "time", "seconds": 1}


def a_profile(**changes: Any) -> dict[str, Any]:
    return {
        "name": "mine",
        "version": 1,
        "title": "Mine",
        "description": "For tests.",
        "phases": [{"name": "Read", "kind": "measure", "workload": READ, "stop": SECOND}],
        **changes,
    }


def a_phase(**changes: Any) -> dict[str, Any]:
    return {"name": "Read", "kind": "measure", "workload": READ, "stop": SECOND, **changes}


def problems(**changes: Any) -> dict[str, str]:
    return {problem.path: problem.message for problem in judge(a_profile(**changes)).problems}


def test_catalogue_profiles_validate_under_new_names() -> None:
    for name, entry in load_catalogue_texts().items():
        judged = judge({**read_yaml(entry.text).value, "name": f"{name[:50]}-copy"})
        assert judged.problems == (), name
        assert judged.profile is not None
        assert judged.profile.phases == load_catalogue()[name].phases


def test_all_problems_are_reported_at_once() -> None:
    reported = problems(
        parameters={"seconds": {"title": "x", "default": 5, "minimum": 6, "maximum": 7}},
        phases=[
            a_phase(workload={**READ, "block_size": "4x"}),
            a_phase(),
            a_phase(stop={"kind": "never"}),
            a_phase(surprise=1),
        ],
    )
    assert set(reported) == {"parameters.seconds", "phases.0.workload.block_size", "phases.2.stop.kind", "phases.3"}


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"name": "Quick 4K"}, "name"),
        ({"name": "-a"}, "name"),
        ({"name": "new"}, "name"),
        ({"name": 7}, "name"),
        ({"version": 0}, "version"),
        ({"version": True}, "version"),
        ({"version": 1.5}, "version"),
        ({"title": ["a"]}, "title"),
        ({"title": " "}, "title"),
        ({"title": "a\nb"}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"description": "a\x00b"}, "description"),
        ({"parameters": {"a b": {}}}, "parameters.a b"),
        ({"phases": []}, "phases"),
        ({"phases": "x"}, "phases"),
        ({"phases": [a_phase(name="x" * 201)]}, "phases.0.name"),
        ({"phases": [a_phase(name="a\u0007")]}, "phases.0.name"),
        ({"phases": [a_phase(workload={**READ, "block_size": ["4k"]})]}, "phases.0.workload.block_size"),
        ({"phases": [a_phase(workload={**READ, "block_size": 4.5})]}, "phases.0.workload.block_size"),
        ({"phases": [a_phase(stop={"kind": "time", "seconds": ["1"]})]}, "phases.0.stop.seconds"),
        ({"phases": [a_phase(stop={"kind": "time", "seconds": 1e12})]}, "phases"),
        ({"phases": [a_phase(ramp=-5)]}, "phases.0.ramp"),
        ({"phases": [a_phase(stop={"kind": "steady", "round": 1e300, "max_rounds": 1e300})]}, "phases.0.stop"),
        ({"phases": [a_phase(repeat=MAX_PHASES + 1)]}, "phases.0"),
        ({"surprise": 1}, "profile"),
    ],
)
def test_problem_is_reported_by_its_place(changes: dict[str, Any], path: str) -> None:
    assert path in problems(**changes)


def test_problems_have_a_limit() -> None:
    assert len(judge(a_profile(phases=[a_phase(kind="x")] * 50)).problems) == MAX_PROBLEMS


def test_validation_reports_lines_and_renders_job_files() -> None:
    text = (
        "name: mine\nversion: 1\ntitle: Mine\ndescription: d\nphases:\n"
        "  - name: Read\n    kind: measure\n    workload: {block_size: 4k, read: 100,\n"
        "      random: 100, range: {size: 9g}}\n"
        "    stop: {kind: time, seconds: 1}\n"
    )
    too_small = check_profile(ProfileValidationCreate(text=text, target_bytes=2**30))
    assert [problem.line for problem in too_small.problems] == [5]
    assert "do not fit" in too_small.problems[0].message
    fits = check_profile(ProfileValidationCreate(text=text, target_bytes=2**34))
    assert (fits.problems, fits.engine) == ([], "fio")
    assert "rw=randread" in fits.job_files[0].text
    wrong = check_profile(ProfileValidationCreate(text=text.replace("random: 100,", "random: 200,")))
    assert [(problem.path, problem.line) for problem in wrong.problems] == [("phases.0.workload.random", 9)]


ODD = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        0.5,
        1e300,
        -1e300,
        2**70,
        "",
        "x",
        "4k",
        "$seconds",
        "$nothing",
        "0..9 +1",
        "1..9 x2",
    ),
    *("9" * 190, "-1", "1e999", "nan", "50%", "0%..100% +1%", [], {}, [[]], [{}], {"a": 1}, [1, 2], ["4k"], [None]),
)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_profile_gives_plan_or_reason(seed: int) -> None:
    """Check a plan or a reason after each place of the catalogue's profiles got a different value once."""
    draw = random.Random(seed)
    documents = [read_yaml(entry.text).value for entry in load_catalogue_texts().values()]
    for _ in range(200):
        document = copy.deepcopy(draw.choice(documents))
        where: Any = document
        while True:
            keys = list(where) if isinstance(where, dict) else range(len(where))
            key = draw.choice(list(keys))
            if isinstance(where[key], dict | list) and where[key] and draw.random() < 0.8:
                where = where[key]
                continue
            if isinstance(where, dict) and draw.random() < 0.1:
                del where[key]
            else:
                where[key] = copy.deepcopy(draw.choice(ODD))
            break
        checked = check_profile(ProfileValidationCreate(document=document))
        assert checked.problems or len(checked.job_files) == len(checked.profile.phases if checked.profile else ())
        assert checked.model_dump_json()
