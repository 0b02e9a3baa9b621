"""Lock checks: accepted locks and reported problems."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

Script = Callable[[str], ModuleType]

LOCK = """\
alembic==1.20.1 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via storage-lab
numpy==2.4.6 ; python_version < '3.14' \\
    --hash=sha256:cc
unhashed==1.0
"""


def test_pins_are_read_with_their_hashes_only(script: Script) -> None:
    assert script("check_locks").pins(LOCK) == {"alembic": {"1.20.1"}, "numpy": {"2.4.6"}}


def test_requirements_without_a_fitting_pin_are_found(script: Script) -> None:
    module = script("check_locks")
    wanted = ["Alembic>=1.20.1,<1.21", "numpy>=2.5", "unhashed", "redis>=8"]
    assert list(module.unsatisfied(wanted, module.pins(LOCK))) == [
        "numpy is pinned to 2.4.6, which is not >=2.5",
        "unhashed has no pin with a hash",
        "redis has no pin with a hash",
    ]


@pytest.mark.parametrize(
    "line", ["--index-url https://index.example", "--find-links /wheels", "x @ https://a.example/b.whl"]
)
def test_download_addresses_are_found(script: Script, line: str) -> None:
    assert script("check_locks").ADDRESS.search(f"{LOCK}{line}\n")
    assert not script("check_locks").ADDRESS.search(LOCK)


def test_missing_foreign_platforms_are_completed(script: Script) -> None:
    packages = {
        "node_modules/tool": {
            "dev": True,
            "optionalDependencies": {"@tool/cli-linux-x64": "1.0.0", "@tool/cli-linux-x64-musl": "1.0.0"},
        },
        "node_modules/@tool/cli-linux-x64": {"version": "1.0.0", "integrity": "sha512-aa"},
    }
    assert script("complete_npm_lock").missing_entries(packages) == {
        "node_modules/@tool/cli-linux-x64-musl": {
            "version": "1.0.0",
            "cpu": ["x64"],
            "dev": True,
            "libc": ["musl"],
            "optional": True,
            "os": ["linux"],
        }
    }


def test_missing_package_of_this_platform_is_refused(script: Script) -> None:
    packages = {"node_modules/tool": {"optionalDependencies": {"@tool/cli-linux-x64": "1.0.0"}}}
    with pytest.raises(SystemExit, match="may be needed here"):
        script("complete_npm_lock").missing_entries(packages)


def test_problems_of_an_npm_lock_are_reported(script: Script) -> None:
    packages = {
        "": {"name": "tool"},
        "node_modules/good": {"version": "1.0.0", "integrity": "sha512-aa"},
        "node_modules/fetched": {"version": "1.0.0", "integrity": "sha512-aa", "resolved": "https://r.example/x.tgz"},
        "node_modules/unhashed": {"version": "1.0.0"},
        "node_modules/elsewhere": {"version": "1.0.0", "os": ["darwin"], "optional": True},
    }
    wanted = {"good": "1.0.0", "fetched": "2.0.0", "absent": "1.0.0"}
    assert list(script("check_locks").npm_lock_findings(packages, wanted)) == [
        "node_modules/fetched has a download address",
        "node_modules/unhashed has no hash",
        "fetched is not locked to 2.0.0",
        "absent is not locked to 1.0.0",
    ]


def test_npm_locks_of_this_checkout_are_valid(script: Script) -> None:
    assert list(script("check_locks").npm_findings()) == []
