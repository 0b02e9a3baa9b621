"""Keys that join runs into one history."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.series_key import SeriesKey, build_series_key, get_target_role

RUN: dict[str, Any] = {
    "server_id": "s",
    "class_hash": "c",
    "target": {"kind": "devices", "stable_ids": ["b", "a"]},
    "profile": "nightly",
    "version": 2,
}


def test_series_key_is_server_role_profile_version() -> None:
    assert build_series_key(**RUN) == SeriesKey("server s", "devices a b", "nightly", 2)


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
    assert build_series_key(**(RUN | other)) != build_series_key(**RUN)


def test_class_separates_only_runs_without_a_server() -> None:
    assert build_series_key(**(RUN | {"class_hash": "d"})) == build_series_key(**RUN)
    elsewhere = RUN | {"server_id": None}
    assert build_series_key(**elsewhere) == SeriesKey("class c", "devices a b", "nightly", 2)
    assert build_series_key(**(elsewhere | {"class_hash": "d"})) != build_series_key(**elsewhere)


@pytest.mark.parametrize("unknown", [{"server_id": None, "class_hash": None}, {"profile": None}])
def test_run_with_unknown_parts_has_no_history(unknown: dict[str, Any]) -> None:
    assert build_series_key(**(RUN | unknown)) is None


def test_target_role_is_sorted_drives_or_file_path() -> None:
    assert get_target_role({"kind": "devices", "stable_ids": ["a", "b"]}) == get_target_role(RUN["target"])
    assert get_target_role({"kind": "file", "path": "/data/x", "size_bytes": 1}) == "file /data/x"
    assert (
        get_target_role({"kind": "file", "path": None, "size_bytes": 1})
        == get_target_role({"kind": "file", "path": None})
        == "file"
    )
    assert get_target_role({"kind": "file", "path": "/data/x", "copy_to": "/other/x"}) == "file /data/x to /other/x"
    assert get_target_role({"kind": "file", "path": None, "copy_to": "/other/x"}) == "file to /other/x"
    assert get_target_role(None) == "unknown"
