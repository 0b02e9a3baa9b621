"""Platform packages added to npm lock files that a registry did not offer when they were made.

npm leaves an optional package it cannot find out of the lock and later refuses that lock as incomplete (`npm ci`). The
entries added here name packages for other platforms only: they are never fetched on Linux with glibc, and so need no
hash there. Run it after every `npm install`; `make check` reports when it is due.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = [ROOT / folder / "package-lock.json" for folder in ("frontend", "tests/speed/lighthouse")]
SYSTEMS = {"android", "darwin", "freebsd", "linux", "openharmony", "win32"}


def missing_entries(packages: dict[str, Any]) -> dict[str, Any]:
    """Return the entries to add. Raises SystemExit for a package that this platform itself could need."""
    added: dict[str, Any] = {}
    for path, package in packages.items():
        for name, version in package.get("optionalDependencies", {}).items():
            if f"node_modules/{name}" not in packages and f"{path}/node_modules/{name}" not in packages:
                added[f"node_modules/{name}"] = foreign_entry(name, version, development=package.get("dev", False))
    return added


def foreign_entry(name: str, version: str, *, development: bool) -> dict[str, Any]:
    """Return the entry of a package whose name ends in its platform, such as `@biomejs/cli-linux-x64-musl`."""
    words = name.rpartition("/")[2].split("-")
    system = next((word for word in words if word in SYSTEMS), None)
    if system is None or (system == "linux" and words[-1] != "musl"):
        raise SystemExit(f"{name} is missing from the lock and may be needed here: the registry must offer it.")
    entry: dict[str, Any] = {"version": version, "cpu": [words[words.index(system) + 1]]}
    entry |= {"dev": True} if development else {}
    entry |= {"libc": ["musl"]} if system == "linux" else {}
    return entry | {"optional": True, "os": [system]}


def main() -> int:
    """Complete the lock files in place."""
    for path in LOCKS:
        lock = json.loads(path.read_text(encoding="utf-8"))
        packages = lock["packages"] | missing_entries(lock["packages"])
        # npm keeps the entries in this order, the project itself (the empty path) first.
        lock["packages"] = {name: packages[name] for name in sorted(packages)}
        path.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
