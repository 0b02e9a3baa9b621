"""Checks of the code that need no running product, for `make check`; two run at a time."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = ROOT / ".venv" / "bin"
PYTHON = str(BIN / "python")


@dataclass(frozen=True)
class Check:
    """One command that must succeed, and what to do when it does not."""

    title: str
    command: list[str]
    remedy: str


def checks() -> list[Check]:
    """Return all checks, the slowest first so that both cores stay busy."""
    compose = [
        str(path.relative_to(ROOT)) for path in (ROOT / "docker-compose.yml", ROOT / "deploy" / "compose.prod.yml")
    ]
    return [
        Check("types", [str(BIN / "mypy")], "fix the type errors"),
        Check("front end", ["npm", "--prefix", "frontend", "run", "--silent", "check"], "npm run format in frontend/"),
        Check("tests", [PYTHON, "-m", "pytest", "--collect-only", "-qq", "tests"], "fix the imports of the tests"),
        Check("migrations", [PYTHON, "scripts/check_migrations.py"], "write the missing migration"),
        Check("import contracts", [str(BIN / "lint-imports"), "--no-cache"], "fix the imports"),
        Check("API document", [PYTHON, "scripts/export_openapi.py", "--check"], "make client"),
        Check("generated client", [PYTHON, "scripts/check_client.py"], "make client"),
        Check(
            "compose files",
            [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec", *compose],
            "fix the compose files",
        ),
        Check("lock files", [PYTHON, "scripts/check_locks.py"], "make the lock files again"),
        Check("language", [PYTHON, "scripts/check_language.py"], "use plain names, or update the pending list"),
        Check("transactions", [PYTHON, "scripts/check_commits.py"], "leave commits to session_scope()"),
        Check("format", [str(BIN / "ruff"), "format", "--check", "."], "ruff format ."),
        Check("lint", [str(BIN / "ruff"), "check", "."], "ruff check --fix ."),
    ]


def run(check: Check) -> bool:
    """Run one check and print its line, with what it wrote when it failed."""
    begun = time.monotonic()
    result = subprocess.run(check.command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    line = f"{'ok' if result.returncode == 0 else 'FAILED':<7}{check.title:<18}{time.monotonic() - begun:5.1f} s"
    if result.returncode == 0:
        print(line, flush=True)
    else:
        print(f"{line}  ({check.remedy})\n{(result.stdout + result.stderr).strip()}\n", flush=True)
    return result.returncode == 0


def main() -> int:
    """Run every check; return 1 when one failed."""
    begun = time.monotonic()
    with ThreadPoolExecutor(max_workers=2) as pool:
        outcomes = list(pool.map(run, checks()))
    failed = outcomes.count(False)
    print(f"{len(outcomes) - failed} passed, {failed} failed in {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
