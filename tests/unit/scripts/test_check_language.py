"""Names and docstrings are held to the rules of the language."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import ModuleType

import pytest

Script = Callable[[str], ModuleType]


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("load_runs", False),
        ("tell", True),
        ("told", True),
        ("each", True),
        ("each_run", False),
        ("_known", True),
        ("runs_told", True),
        ("ShareAsked", True),
        ("so_many_runs", True),
        ("SecondPlace", True),
        ("whole", False),
        ("asked2", True),
        ("HTTPKept", True),
    ],
)
def test_refused_words_are_found_as_whole_words(script: Script, name: str, refused: bool) -> None:
    assert script("check_language").is_refused(name) is refused


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def f(told): ...", "refused word in the name told"),
        ("class Kept: ...", "refused word in the name Kept"),
        ("class A:\n    asked: int = 1", "refused word in the name asked"),
        ("class A:\n    who = 1", "refused word in the name who"),
        ("async def why(): ...", "refused word in the name why"),
        ("def f():\n    for each in []: ...", "refused word in the name each"),
        ("def f(self):\n    self.told = 1", "refused word in the name told"),
        ("try: ...\nexcept E as why: ...", "refused word in the name why"),
        ("match x:\n    case [*gone]: ...", "refused word in the name gone"),
        ("import a as told", "refused word in the name told"),
        ('def f():\n    """Whether it is."""', 'docstring begins with "Whether"'),
        (f'"""{"x" * 101}"""', "longer than 100 characters"),
        ("class Twice: ...", "class Twice is also in backend/b.py"),
    ],
)
def test_each_rule_finds_its_fault(script: Script, source: str, fault: str) -> None:
    modules = {"Twice": ["backend/a.py", "backend/b.py"]}
    [problem] = script("check_language").problems_of(
        "backend/a.py", ast.parse(source), {**modules, "A": [], "Kept": []}
    )
    assert fault in problem


def test_plain_code_passes(script: Script) -> None:
    source = '"""Loads runs."""\nclass A:\n    """A run."""\n    def load(self, run):\n        """Return it."""'
    assert script("check_language").problems_of("backend/a.py", ast.parse(source), {"A": ["backend/a.py"]}) == []


def test_refused_words_are_found_in_typescript_names(script: Script) -> None:
    names = [("frontend/src/a.ts", 3, "toldRuns"), ("frontend/src/a.ts", 4, "runs"), ("frontend/src/kept.ts", 1, "x")]
    assert script("check_language").script_problems(names) == [
        "frontend/src/a.ts:3: refused word in the name toldRuns",
        "frontend/src/kept.ts:1: refused word in the module name",
    ]


def test_exception_without_its_name_is_a_fault(script: Script) -> None:
    check = script("check_language")
    names = {path: set(reasons) for path, reasons in check.EXCEPTIONS.items()}
    assert check.unused_exceptions(names) == []
    [fault, *_] = check.unused_exceptions({})
    assert "remove the exception" in fault


def test_refused_word_in_module_name_is_found(script: Script) -> None:
    [fault] = script("check_language").problems_of("backend/brought.py", ast.parse(""), {})
    assert "module name brought" in fault
