"""The parts of the campaign that judge import nothing of what they judge."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from tests.faults import independent

FOLDER = Path(independent.__file__).parent
MODULES = sorted(FOLDER.glob("*.py"))


def _imported(path: Path) -> set[str]:
    """Return the full names of the modules that a file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            names.add(str(node.module))
    return names


def test_there_are_such_parts() -> None:
    assert {"checker.py", "history.py", "observer.py", "proxy.py", "witness.py"} <= {path.name for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_only_the_standard_library_and_one_another(path: Path) -> None:
    for name in _imported(path):
        own = name.startswith("tests.faults.independent")
        assert own or name.split(".")[0] in sys.stdlib_module_names, name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_independent_modules_have_no_dynamic_imports(path: Path) -> None:
    calls = [node.func for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]
    called = {call.id if isinstance(call, ast.Name) else getattr(call, "attr", "") for call in calls}
    assert not called & {"__import__", "import_module", "exec", "eval", "run_module"}
