"""Registered engines."""

from __future__ import annotations

import pytest

from storagelab.cli.options import ENGINE_NAMES
from storagelab.engines.base import Engine
from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput


def test_every_engine_is_found_by_its_name() -> None:
    assert {name: get_engine(name).name for name in ENGINE_NAMES} == {name: name for name in ENGINES}


def test_unknown_engine_error_lists_available_engines() -> None:
    available = ", ".join(sorted(ENGINES))
    with pytest.raises(InvalidInput, match=rf"unknown engine 'dd'\. Available: {available}$") as refused:
        get_engine("dd")
    assert refused.value.path == "engine"


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
def test_remedy_of_each_engine_names_the_server(engine: Engine) -> None:
    assert " bare" in engine.remedy.format(server="bare")
