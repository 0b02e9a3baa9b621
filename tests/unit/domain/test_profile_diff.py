"""Two versions of a profile, field by field and line by line."""

from __future__ import annotations

import copy
from typing import Any

from storagelab.domain.profile_diff import MAX_LINES, Difference, Line, diff_documents, diff_lines

PROFILE: dict[str, Any] = {
    "name": "mine",
    "version": 1,
    "title": "Mine",
    "description": "Reads.",
    "parameters": {"seconds": {"title": "Length", "unit": "s", "default": 60, "minimum": 1, "maximum": 600}},
    "phases": [
        {
            "name": "Fill",
            "kind": "fill",
            "workload": {"block_size": "128k", "read": 0, "random": 0},
            "stop": {"kind": "volume", "passes": 1},
        },
        {
            "loop": "IOPS",
            "max_rounds": 25,
            "window": 5,
            "tracked": [{"phase": "4K", "metric": "iops"}],
            "phases": [
                {"name": "4K", "kind": "measure", "workload": {"block_size": "4k"}, "sweep": {"read": [100, 0]}}
            ],
        },
    ],
}


def changed(**values: Any) -> dict[str, Any]:
    return copy.deepcopy(PROFILE) | values


def told(a: dict[str, Any], b: dict[str, Any]) -> list[tuple[str, ...]]:
    return [(each.group, each.place, each.field, str(each.a), str(each.b)) for each in diff_documents(a, b)]


def test_a_version_alone_is_no_difference() -> None:
    assert diff_documents(PROFILE, changed(version=2)) == []


def test_fields_are_told_by_the_group_and_the_phase_they_belong_to() -> None:
    other = changed(title="Yours", report="iops")
    other["parameters"]["seconds"]["default"] = 30
    other["phases"][0]["stop"] = {"kind": "volume", "passes": 2, "seconds": 60}
    other["phases"][1]["window"] = 4
    other["phases"][1]["phases"][0]["workload"]["queue_depth"] = 8
    other["phases"][1]["phases"][0]["sweep"]["read"] = [100, 50, 0]
    assert told(PROFILE, other) == [
        ("about", "", "title", "Mine", "Yours"),
        ("parameters", "seconds", "default", "60", "30"),
        ("phases", "IOPS: 4K", "workload.queue_depth", "None", "8"),
        ("phases", "IOPS: 4K", "sweep.read", "[100, 0]", "[100, 50, 0]"),
        ("judging", "Fill", "stop.passes", "1", "2"),
        ("judging", "Fill", "stop.seconds", "None", "60"),
        ("judging", "IOPS", "window", "5", "4"),
        ("judging", "", "report", "None", "iops"),
    ]


def test_a_phase_in_between_leaves_those_behind_it_as_they_are() -> None:
    other = changed()
    other["phases"].insert(1, {"name": "Settle", "kind": "precondition", "stop": {"kind": "time", "seconds": 5}})
    short = "{name: Settle, kind: precondition, stop: {kind: time, seconds: 5}}"
    assert diff_documents(PROFILE, other) == [Difference("phases", "Settle", "", None, short)]
    assert diff_documents(other, PROFILE) == [Difference("phases", "Settle", "", short, None)]


def test_a_phase_with_another_name_in_its_place_is_that_phase() -> None:
    other = changed()
    other["phases"][0]["name"] = "Fill twice"
    assert told(PROFILE, other) == [("phases", "Fill", "name", "Fill", "Fill twice")]


def test_phases_of_one_name_are_told_apart() -> None:
    phase = {"name": "4K", "kind": "measure", "ramp": 1}
    other = {**PROFILE, "phases": [phase, {**phase, "ramp": 2}]}
    assert told({**PROFILE, "phases": [phase, phase]}, other) == [("phases", "4K (2)", "ramp", "1", "2")]


def test_a_parameter_that_is_gone_is_one_difference() -> None:
    (gone,) = diff_documents(PROFILE, changed(parameters={}))
    assert (gone.group, gone.place, gone.field, gone.b) == ("parameters", "seconds", "", None)
    assert gone.a == "{title: Length, unit: s, default: 60, minimum: 1, maximum: 600}"


def test_true_is_no_one_and_one_is_one() -> None:
    assert told({"x": 1}, {"x": True}) == [("about", "", "x", "1", "true")]
    assert diff_documents({"x": 1}, {"x": 1.0}) == []
    assert told({"x": None}, {}) == [("about", "", "x", "null", "None")]


def test_documents_of_another_shape_are_compared_all_the_same() -> None:
    assert told({"phases": ["x"], "parameters": []}, {"phases": "x"}) == [("phases", "phase 1", "", "x", "None")]


def test_lines_that_differ_have_their_numbers_and_some_around_them() -> None:
    before = "\n".join(f"line {number}" for number in range(1, 21))
    after = before.replace("line 10\n", "line ten\nline ten and a half\n")
    found = diff_lines(before, after)
    assert found is not None
    assert [(line.kind, line.a, line.b) for line in found] == [
        *(("same", number, number) for number in (7, 8, 9)),
        ("removed", 10, None),
        ("added", None, 10),
        ("added", None, 11),
        *(("same", number, number + 1) for number in (11, 12, 13)),
    ]
    assert found[4] == Line("added", None, 10, "line ten")


def test_the_first_and_the_last_line_may_differ() -> None:
    found = diff_lines("a\nb\nc", "x\nb\ny")
    assert found is not None
    assert [(line.kind, line.text) for line in found] == [
        ("removed", "a"), ("added", "x"), ("same", "b"), ("removed", "c"), ("added", "y"),
    ]  # fmt: skip
    assert diff_lines("a\nb", "a\nb") == []


def test_too_many_lines_are_not_compared_unless_they_are_the_same() -> None:
    many = "\n".join(str(number) for number in range(MAX_LINES + 1))
    assert diff_lines("x", many) is None
    grown = diff_lines(many, f"{many}\nlast")
    assert grown is not None
    assert [line.text for line in grown if line.kind == "added"] == ["last"]
