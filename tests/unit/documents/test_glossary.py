"""Every word of the glossary is one word, and what carries it exists."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import storagelab.db.models  # noqa: F401 - defines the tables
from storagelab.config import CHECKOUT
from storagelab.db.base import Base

COLUMNS = ["term", "meaning", "not", "class", "table", "module"]
FOLDERS = [CHECKOUT / "backend", CHECKOUT / "workers", CHECKOUT / "workers" / "runner"]


@dataclass(frozen=True)
class Word:
    term: str
    refused: list[str]
    classes: list[str]
    tables: list[str]
    modules: list[str]

    def __str__(self) -> str:
        return self.term


def table_rows() -> Iterator[list[str]]:
    for line in (CHECKOUT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            yield [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def words() -> list[Word]:
    return [
        Word(term, refused.split(", "), names_in(classes), names_in(tables), names_in(modules))
        for term, _meaning, refused, classes, tables, modules in list(table_rows())[2:]
    ]


@pytest.fixture(scope="module")
def defined_classes() -> set[str]:
    files = [path for folder in ("backend", "workers") for path in (CHECKOUT / folder).rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in files]
    return {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}


def is_module(name: str) -> bool:
    paths = [folder.joinpath(*name.split(".")) for folder in FOLDERS]
    return any(path.with_suffix(".py").is_file() or (path / "__init__.py").is_file() for path in paths)


def test_glossary_is_one_table_of_six_columns() -> None:
    head, rule, *rows = table_rows()
    assert (head, rule) == (COLUMNS, ["---"] * len(COLUMNS))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert all(term and meaning for term, meaning, *_ in rows)


@pytest.mark.parametrize("word", words(), ids=str)
def test_classes_tables_and_modules_exist(word: Word, defined_classes: set[str]) -> None:
    missing = {
        "classes": [name for name in word.classes if name not in defined_classes],
        "tables": [name for name in word.tables if name not in Base.metadata.tables],
        "modules": [name for name in word.modules if not is_module(name)],
    }
    assert not any(missing.values()), f"{word}: {missing}"


def test_term_is_listed_once() -> None:
    counts = Counter(word.term.lower() for word in words())
    assert [term for term, count in counts.items() if count > 1] == []


def test_term_is_not_refused_by_another() -> None:
    terms = {word.term.lower() for word in words()}
    assert [(word.term, refused) for word in words() for refused in word.refused if refused.lower() in terms] == []
