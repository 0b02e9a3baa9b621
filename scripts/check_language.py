"""Names and docstrings of all source files, held to the rules of CONTRIBUTING.md.

`scripts/language.json` has the refused words and the exceptions: by file and name, each with its reason.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RULES = json.loads((ROOT / "scripts" / "language.json").read_text(encoding="utf-8"))
PRODUCT = ("backend/", "workers/")
#: Words of no field: the meaning of a name with one of them has to be guessed.
REFUSED = frozenset(RULES["refused"])
#: Those that texts may have.
REFUSED_IN_NAMES = REFUSED | frozenset(RULES["refused_in_names"])
REFUSED_PAIRS: Sequence[str] = RULES["refused_pairs"]
#: Words without meaning when they are the whole name.
REFUSED_WHOLE = frozenset(RULES["refused_whole"])
#: Reasons by file and name.
EXCEPTIONS: Mapping[str, Mapping[str, str]] = RULES["exceptions"]
#: First words of docstrings that describe in place of naming an action.
OPENINGS = frozenset(RULES["docstring_openings"])
MAX_MODULE_DOCSTRING = 100
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_CAPTURES = (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)


def split_name(name: str) -> list[str]:
    """Return the words of a name in lower case, in snake case and camel case alike."""
    return [word.lower() for word in _WORDS.findall(name)]


def is_refused(name: str, refused: Set[str] = REFUSED_IN_NAMES, whole: Set[str] = REFUSED_WHOLE) -> bool:
    """Return whether a name holds a refused word, or is one of those refused as a whole."""
    words = split_name(name)
    return (
        not refused.isdisjoint(words)
        or "_".join(words) in whole
        or any(pair in "_".join(words) for pair in REFUSED_PAIRS)
    )


def names_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of everything that a file names: definitions, parameters, attributes, variables."""
    for node in ast.walk(tree):
        if isinstance(node, _DEFINITIONS):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value):
            yield node.lineno, node.attr
        elif isinstance(node, _CAPTURES) and node.name:
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def docstrings_in(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield every docstring with the node that it belongs to."""
    for node in ast.walk(tree):
        text = ast.get_docstring(node) if isinstance(node, (ast.Module, *_DEFINITIONS)) else None
        if text:
            yield node, text


def docstring_problems(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and fault of each docstring that breaks a rule."""
    for node, text in docstrings_in(tree):
        line = getattr(node, "lineno", 1)
        opening = text.split(maxsplit=1)[0]
        if opening in OPENINGS:
            yield line, f'docstring begins with "{opening}": name the action or the thing'
        if isinstance(node, ast.Module) and len(text.splitlines()[0]) > MAX_MODULE_DOCSTRING:
            yield line, f"first line of the module docstring is longer than {MAX_MODULE_DOCSTRING} characters"


def problems_of(path: str, tree: ast.Module, modules_of: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the faults of one Python file, each with its line; `modules_of` has the modules of each class name."""
    allowed = EXCEPTIONS.get(path, {})
    faults = [
        (line, f"refused word in the name {name}")
        for line, name in names_in(tree)
        if is_refused(name) and name not in allowed
    ]
    if is_refused(Path(path).stem):
        faults.append((1, f"refused word in the module name {Path(path).stem}"))
    if path.startswith(PRODUCT):
        faults += [
            (node.lineno, f"class {node.name} is also in {', '.join(others)}")
            for node in tree.body
            if isinstance(node, ast.ClassDef) and node.name not in allowed
            if (others := [module for module in modules_of[node.name] if module != path])
        ]
    return [f"{path}:{line}: {fault}" for line, fault in sorted([*faults, *docstring_problems(tree)])]


def script_problems(names: Sequence[tuple[str, int, str]]) -> list[str]:
    """Return the faults of TypeScript names, given with file and line."""
    faults = [
        f"{path}:{line}: refused word in the name {name}"
        for path, line, name in names
        if is_refused(name) and name not in EXCEPTIONS.get(path, {})
    ]
    files = sorted({path for path, _, _ in names if is_refused(Path(path).name.split(".")[0])})
    return [*faults, *(f"{path}:1: refused word in the module name" for path in files)]


def unused_exceptions(names: Mapping[str, set[str]]) -> list[str]:
    """Return a fault for each exception whose file or name does not exist any more."""
    return [
        f"scripts/language.json: {path} has no name {name}, remove the exception"
        for path, reasons in EXCEPTIONS.items()
        for name in reasons
        if name not in names.get(path, set())
    ]


def _python_trees() -> dict[str, ast.Module]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.py"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = sorted(path for path in listed.split("\0") if path and (ROOT / path).exists())
    return {path: ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in paths}


def _typescript_names() -> list[tuple[str, int, str]]:
    """Return file, line and name of each declaration of the front end, from the parser of TypeScript."""
    command = ["node", "frontend/declared-names.mjs"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    rows = (line.split("\t") for line in printed.splitlines())
    return [(path, int(line), name) for path, line, name in rows]


def main() -> int:
    """Print every fault, or how much was looked at; return 1 when there is a fault."""
    trees, script_names = _python_trees(), _typescript_names()
    modules_of: dict[str, list[str]] = defaultdict(list)
    names: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees.items():
        names[path].update(name for _, name in names_in(tree))
        if path.startswith(PRODUCT):
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    modules_of[node.name] += [] if node.name.startswith("_") else [path]
    for path, _, name in script_names:
        names[path].add(name)
    problems = [fault for path, tree in trees.items() for fault in problems_of(path, tree, modules_of)]
    problems += script_problems(script_names) + unused_exceptions(names)
    print("\n".join(problems), end="\n" if problems else "")
    if not problems:
        counted = sum(1 for tree in trees.values() for _ in names_in(tree)) + len(script_names)
        docstrings = sum(1 for tree in trees.values() for _ in docstrings_in(tree))
        excepted = sum(map(len, EXCEPTIONS.values()))
        print(f"{counted} names and {docstrings} docstrings in {len(names)} files, {excepted} exceptions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
