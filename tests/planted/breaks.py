"""One broken rule of each kind, and the test of the gate that must fail on it."""

from __future__ import annotations

from dataclasses import dataclass

_PYTEST = ("-m", "pytest", "-q", "--no-header", "-x", "-p", "no:cacheprovider")


@dataclass(frozen=True)
class Break:
    """A line of the product or of the campaign as it must not be, and the Python command that finds it."""

    title: str
    command: tuple[str, ...]
    expected_output: str
    """What the command prints when it finds this break, and not when it fails for another reason."""
    path: str = ""
    old: str = ""
    new: str = ""
    builds_pages: bool = False
    """Whether the pages are built anew before the command."""


BREAKS = (
    Break(
        "a percentile one bin too high",
        (*_PYTEST, "tests/unit/analysis"),
        expected_output="1 failed",
        path="backend/storagelab/analysis/bins.py",
        old="            if reached >= wanted:\n",
        new="            if reached > wanted:\n",
    ),
    Break(
        "a runner that starts an attempt a second time",
        (*_PYTEST, "tests/integration/runner/test_start_once.py"),
        expected_output="1 failed",
        path="workers/runner/storagelab_runner/verbs.py",
        old="        again = attempt.started.exists()\n",
        new="        again = False\n",
    ),
    Break(
        "an engine that is started twice",
        ("-m", "tests.faults", "--planted=double-start"),
        expected_output="FAILED seed",
    ),
    Break(
        "a supervisor that leaves processes of an engine behind",
        (*_PYTEST, "tests/integration/runner/test_engine_process.py"),
        expected_output="1 failed",
        path="workers/runner/storagelab_runner/engine_process.py",
        old="    for pid in list_descendants(ancestor):\n        _send(pid, signal.SIGKILL)\n",
        new="    return\n",
    ),
    Break("a process that outlives its run", ("-m", "tests.faults", "--planted=orphan"), expected_output="FAILED seed"),
    Break(
        "a route that no policy names",
        (*_PYTEST, "tests/integration/auth/test_policy.py"),
        expected_output="1 failed",
        path="backend/storagelab/labels/endpoints.py",
        old='@router.get("/labels")\n',
        new='@router.get("/all-labels")\n@router.get("/labels")\n',
    ),
    Break(
        "pages that do not say their language",
        (*_PYTEST, "tests/e2e/test_every_page.py", "-k", "hold_to_the_rules"),
        expected_output="html-has-lang",
        path="frontend/index.html",
        old='<html lang="en"',
        new="<html",
        builds_pages=True,
    ),
    Break(
        "an import upwards",
        ("-c", "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"),
        expected_output="BROKEN",
        path="backend/storagelab/analysis/bins.py",
        old="from __future__ import annotations\n",
        new="from __future__ import annotations\n\nimport storagelab.planning.plan  # noqa: F401\n",
    ),
)
