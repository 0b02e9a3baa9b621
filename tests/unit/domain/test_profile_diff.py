"""Two versions of a profile, field by field and line by line."""

from __future__ import annotations

import copy
from typing import Any

from storagelab.domain.profile_diff import MAX_LINES, DiffLine, FieldDifference, diff_documents, diff_lines

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


def differences(a: dict[str, Any], b: dict[str, Any]) -> list[tuple[str, ...]]:
    return [(change.group, change.place, change.field, str(change.a), str(change.b)) for change in diff_documents(a, b)]


def test_version_change_alone_is_not_a_difference() -> None:
    assert diff_documents(PROFILE, changed(version=2)) == []


def test_changed_fields_have_their_group_and_phase() -> None:
    other = changed(title="Yours", report="iops")
    other["parameters"]["seconds"]["default"] = 30
    other["phases"][0]["stop"] = {"kind": "volume", "passes": 2, "seconds": 60}
    other["phases"][1]["window"] = 4
    other["phases"][1]["phases"][0]["workload"]["queue_depth"] = 8
    other["phases"][1]["phases"][0]["sweep"]["read"] = [100, 50, 0]
    assert differences(PROFILE, other) == [
        ("about", "", "title", "Mine", "Yours"),
        ("parameters", "seconds", "default", "60", "30"),
        ("phases", "IOPS: 4K", "workload.queue_depth", "None", "8"),
        ("phases", "IOPS: 4K", "sweep.read", "[100, 0]", "[100, 50, 0]"),
        ("judging", "Fill", "stop.passes", "1", "2"),
        ("judging", "Fill", "stop.seconds", "None", "60"),
        ("judging", "IOPS", "window", "5", "4"),
        ("judging", "", "report", "None", "iops"),
    ]


def test_inserted_phase_is_a_single_difference() -> None:
    other = changed()
    other["phases"].insert(1, {"name": "Settle", "kind": "precondition", "stop": {"kind": "time", "seconds": 5}})
    short = "{name: Settle, kind: precondition, stop: {kind: time, seconds: 5}}"
    assert diff_documents(PROFILE, other) == [FieldDifference("phases", "Settle", "", None, short)]
    assert diff_documents(other, PROFILE) == [FieldDifference("phases", "Settle", "", short, None)]


def test_renamed_phase_differs_only_in_its_name() -> None:
    other = changed()
    other["phases"][0]["name"] = "Fill twice"
    assert differences(PROFILE, other) == [("phases", "Fill", "name", "Fill", "Fill twice")]


def test_phases_with_one_name_are_disambiguated() -> None:
    phase = {"name": "4K", "kind": "measure", "ramp": 1}
    other = {**PROFILE, "phases": [phase, {**phase, "ramp": 2}]}
    assert differences({**PROFILE, "phases": [phase, phase]}, other) == [("phases", "4K (2)", "ramp", "1", "2")]


def test_removed_parameter_is_one_difference() -> None:
    (removed,) = diff_documents(PROFILE, changed(parameters={}))
    assert (removed.group, removed.place, removed.field, removed.b) == ("parameters", "seconds", "", None)
    assert removed.a == "{title: Length, unit: s, default: 60, minimum: 1, maximum: 600}"


def test_boolean_differs_from_integer_one() -> None:
    assert differences({"x": 1}, {"x": True}) == [("about", "", "x", "1", "true")]
    assert diff_documents({"x": 1}, {"x": 1.0}) == []
    assert differences({"x": None}, {}) == [("about", "", "x", "null", "None")]


def test_documents_of_different_shapes_are_compared() -> None:
    assert differences({"phases": ["x"], "parameters": []}, {"phases": "x"}) == [("phases", "phase 1", "", "x", "None")]


def test_line_diff_has_line_numbers_and_context() -> None:
    before = "\n".join(f"line {number}" for number in range(1, 21))
    after = before.replace("line 10\n", "line ten\nline ten and a half\n")
    lines = diff_lines(before, after)
    assert lines is not None
    assert [(line.kind, line.a, line.b) for line in lines] == [
        *(("same", number, number) for number in (7, 8, 9)),
        ("removed", 10, None),
        ("added", None, 10),
        ("added", None, 11),
        *(("same", number, number + 1) for number in (11, 12, 13)),
    ]
    assert lines[4] == DiffLine("added", None, 10, "line ten")


def test_first_and_last_lines_may_differ() -> None:
    lines = diff_lines("a\nb\nc", "x\nb\ny")
    assert lines is not None
    assert [(line.kind, line.text) for line in lines] == [
        ("removed", "a"), ("added", "x"), ("same", "b"), ("removed", "c"), ("added", "y"),
    ]  # fmt: skip
    assert diff_lines("a\nb", "a\nb") == []


def test_too_many_changed_lines_are_not_compared() -> None:
    many = "\n".join(str(number) for number in range(MAX_LINES + 1))
    assert diff_lines("x", many) is None
    grown = diff_lines(many, f"{many}\nlast")
    assert grown is not None
    assert [line.text for line in grown if line.kind == "added"] == ["last"]
