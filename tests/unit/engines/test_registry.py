"""Registered engines."""

from __future__ import annotations

import pytest

from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput


def test_every_engine_is_found_by_its_name() -> None:
    assert {name: get_engine(name).name for name in ENGINES} == {
        "fio": "fio",
        "vdbench": "vdbench",
        "files": "files",
    }


def test_unknown_engine_error_lists_available_engines() -> None:
    with pytest.raises(InvalidInput, match=r"unknown engine 'dd'\. Available: files, fio, vdbench") as refused:
        get_engine("dd")
    assert refused.value.path == "engine"
