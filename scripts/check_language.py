"""Checks names and docstrings of Python files against the rules of CONTRIBUTING.md.

Files in scripts/language_pending.txt were written before the rules and are not checked; every other file is, so a new
or renamed file has to hold to them. A pending file that holds to them is reported as well: its line is to be removed.
`--pending` writes the list anew from what fails.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PENDING = ROOT / "scripts" / "language_pending.txt"
PRODUCT = ("backend/", "workers/")
#: Words of no field: what a name with one of them means has to be guessed.
REFUSED = frozenset(
    {
        *("told", "said", "asked", "stands", "standing", "anew", "brought", "kept", "gone"),
        *("least", "rung", "mend", "forget", "what", "who", "why"),
    }
)
REFUSED_PAIRS = ("so_many", "second_place")
#: Names that hold a refused word as a term of the field, with the reason.
EXCEPTIONS: Mapping[str, str] = {}
#: First words of docstrings that describe in place of saying what is done.
CLAUSES = frozenset(["What", "Whether", "How", "Why", "Who", "Where", "Which", "Of", "So"])
MAX_MODULE_DOCSTRING = 100
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def split_name(name: str) -> list[str]:
    """Return the words of a name in lower case, in snake case and camel case alike."""
    return [word.lower() for word in _WORDS.findall(name)]


def is_refused(name: str) -> bool:
    """Return whether a name holds a refused word that is no exception."""
    words = split_name(name)
    return name not in EXCEPTIONS and (
        not REFUSED.isdisjoint(words) or any(pair in "_".join(words) for pair in REFUSED_PAIRS)
    )


def names_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of each function, class, parameter, and class attribute."""
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS):
            yield node.lineno, node.name
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                targets = (
                    statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
                )
                yield from ((statement.lineno, target.id) for target in targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def docstring_problems(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and fault of each docstring that breaks a rule."""
    for node in ast.walk(tree):
        text = ast.get_docstring(node) if isinstance(node, (ast.Module, *_DEFINITIONS)) else None
        if not text:
            continue
        line = getattr(node, "lineno", 1)
        if text.split(maxsplit=1)[0] in CLAUSES:
            yield line, f'docstring begins with "{text.split(maxsplit=1)[0]}": say what it does or is'
        if isinstance(node, ast.Module) and len(text.splitlines()[0]) > MAX_MODULE_DOCSTRING:
            yield line, f"first line of the module docstring is longer than {MAX_MODULE_DOCSTRING} characters"


def problems_of(path: str, tree: ast.Module, modules_of: Mapping[str, list[str]]) -> list[str]:
    """Return the faults of one file, each with its line."""
    found = [(line, f"refused word in the name {name}") for line, name in names_in(tree) if is_refused(name)]
    if is_refused(Path(path).stem):
        found.append((1, f"refused word in the module name {Path(path).stem}"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and path.startswith(PRODUCT) and len(modules_of[node.name]) > 1:
            others = ", ".join(each for each in modules_of[node.name] if each != path)
            found.append((node.lineno, f"class {node.name} is also in {others}"))
    return [f"{path}:{line}: {fault}" for line, fault in sorted([*found, *docstring_problems(tree)])]


def main() -> int:
    """Print every fault; return 1 when there is one."""
    listed = subprocess.run(["git", "ls-files", "-z", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [path for path in listed.stdout.split("\0") if path and (ROOT / path).exists()]
    trees = {path: ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in paths}
    modules_of: dict[str, list[str]] = defaultdict(list)
    for path, tree in trees.items():
        if path.startswith(PRODUCT):
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    modules_of[node.name].append(path)
    faults = {path: problems_of(path, tree, modules_of) for path, tree in trees.items()}
    if "--pending" in sys.argv[1:]:
        PENDING.write_text("".join(f"{path}\n" for path in sorted(faults) if faults[path]), encoding="utf-8")
        return 0
    pending = set(PENDING.read_text(encoding="utf-8").split())
    problems = [fault for path in sorted(faults.keys() - pending) for fault in faults[path]]
    problems += [f"{path}: no longer pending, remove its line" for path in sorted(pending) if not faults.get(path)]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
