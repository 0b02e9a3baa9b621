"""Checks the lock files: every dependency is pinned with a hash, and no lock names a download address."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
NPM_FOLDERS = ("frontend", "tests/speed/lighthouse")
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)")
ADDRESS = re.compile(r"https?://|--(?:extra-)?index-url|--find-links")


def pins(text: str) -> dict[str, set[str]]:
    """Return each name that is pinned with a hash, and its versions (one per marker), out of a lock file."""
    versions: dict[str, set[str]] = {}
    for entry in re.split(r"\n(?=\S)", text):
        match = PIN.match(entry)
        if match is not None and "--hash=sha256:" in entry:
            versions.setdefault(canonicalize_name(match["name"]), set()).add(match["version"])
    return versions


def unsatisfied(requirements: list[str], pinned: dict[str, set[str]]) -> Iterator[str]:
    """Yield a sentence for each requirement that the lock does not meet."""
    for text in requirements:
        requirement = Requirement(text)
        versions = pinned.get(canonicalize_name(requirement.name), set())
        if not versions:
            yield f"{requirement.name} has no pin with a hash"
        elif not any(requirement.specifier.contains(version, prereleases=True) for version in versions):
            yield f"{requirement.name} is pinned to {', '.join(sorted(versions))}, which is not {requirement.specifier}"


def python_findings() -> Iterator[str]:
    """Yield what is wrong with the two Python locks."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime: list[str] = project["dependencies"]
    development: list[str] = runtime + project["optional-dependencies"]["dev"]
    for name, requirements in (("requirements.lock", runtime), ("requirements-dev.lock", development)):
        text = (ROOT / name).read_text(encoding="utf-8")
        yield from (f"{name}: {finding}" for finding in unsatisfied(requirements, pins(text)))
        if ADDRESS.search(text):
            yield f"{name}: holds a download address"


def npm_findings() -> Iterator[str]:
    """Yield what is wrong with the locks of npm."""
    for folder in NPM_FOLDERS:
        packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        project = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
        wanted = project.get("dependencies", {}) | project.get("devDependencies", {})
        yield from (f"{folder}/package-lock.json: {finding}" for finding in npm_lock_findings(packages, wanted))


def npm_lock_findings(packages: dict[str, Any], wanted: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for each thing wrong with the packages of a lock, of which `wanted` are requested by name."""
    for path, package in packages.items():
        if "resolved" in package:
            yield f"{path} has a download address"
        if path and "integrity" not in package and _used_here(package):
            yield f"{path} has no hash"
        for name in package.get("optionalDependencies", {}):
            if f"node_modules/{name}" not in packages and f"{path}/node_modules/{name}" not in packages:
                # npm leaves out what its registry does not offer, and then refuses its own lock file.
                yield f"{name}, which {path} may use, has no entry: run scripts/complete_npm_lock.py"
    for name, version in wanted.items():
        if packages.get(f"node_modules/{name}", {}).get("version") != version:
            yield f"{name} is not locked to {version}"


def _used_here(package: dict[str, Any]) -> bool:
    """Return whether a package can be installed on Linux with glibc; others are named and never fetched."""
    return "linux" in package.get("os", ["linux"]) and "glibc" in package.get("libc", ["glibc"])


def main() -> int:
    """Print every finding; return 1 when there is one."""
    findings = [*python_findings(), *npm_findings()]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
