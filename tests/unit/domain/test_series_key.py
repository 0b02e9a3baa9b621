"""Keys that join runs into one history."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.series_key import SeriesKey, role_of, series_key

RUN: dict[str, Any] = {
    "server_id": "s",
    "class_hash": "c",
    "target": {"kind": "devices", "stable_ids": ["b", "a"]},
    "profile": "nightly",
    "version": 2,
}


def test_a_key_is_server_role_profile_and_version() -> None:
    assert series_key(**RUN) == SeriesKey("server s", "devices a b", "nightly", 2)


@pytest.mark.parametrize(
    "other",
    [
        {"server_id": "t"},
        {"target": {"kind": "devices", "stable_ids": ["a"]}},
        {"target": {"kind": "file", "path": None, "size_bytes": 1}},
        {"profile": "weekly"},
        {"version": 3},
    ],
)
def test_each_part_of_the_key_separates_histories(other: dict[str, Any]) -> None:
    assert series_key(**(RUN | other)) != series_key(**RUN)


def test_class_separates_only_runs_without_a_server() -> None:
    assert series_key(**(RUN | {"class_hash": "d"})) == series_key(**RUN)
    elsewhere = RUN | {"server_id": None}
    assert series_key(**elsewhere) == SeriesKey("class c", "devices a b", "nightly", 2)
    assert series_key(**(elsewhere | {"class_hash": "d"})) != series_key(**elsewhere)


@pytest.mark.parametrize("unknown", [{"server_id": None, "class_hash": None}, {"profile": None}])
def test_run_with_unknown_parts_has_no_history(unknown: dict[str, Any]) -> None:
    assert series_key(**(RUN | unknown)) is None


def test_a_role_is_the_drives_in_any_order_or_a_file_at_its_place() -> None:
    assert role_of({"kind": "devices", "stable_ids": ["a", "b"]}) == role_of(RUN["target"])
    assert role_of({"kind": "file", "path": "/data/x", "size_bytes": 1}) == "file /data/x"
    assert role_of({"kind": "file", "path": None, "size_bytes": 1}) == role_of({"kind": "file", "path": None}) == "file"
    assert role_of({"kind": "file", "path": "/data/x", "copy_to": "/other/x"}) == "file /data/x to /other/x"
    assert role_of({"kind": "file", "path": None, "copy_to": "/other/x"}) == "file to /other/x"
    assert role_of(None) == "unknown"
