"""Duration of the fuzzing of each target."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fuzz-seconds", type=int, default=20, help="Processor seconds in which each target gets new inputs."
    )


@pytest.fixture(scope="session")
def fuzz_seconds(request: pytest.FixtureRequest) -> int:
    """Provide the value of the option, which exists only where this folder was named on the command line."""
    return int(request.config.getoption("--fuzz-seconds", default=20))
