"""Whose import is worked on next."""

from __future__ import annotations

import uuid

import pytest

from storagelab_workers.import_line import MAX_CONCURRENT, MAX_CONCURRENT_OF_ONE, READING, Waiting, choose_next_imports

PEOPLE = {name: uuid.uuid5(uuid.NAMESPACE_DNS, name) for name in "abcde"}


def order(active: str, waiting: str) -> str:
    """Return the imports that get the free places, one letter for each in order of arrival."""
    line = [Waiting(uuid.uuid4(), PEOPLE[name], READING) for name in waiting]
    names = {person: name for name, person in PEOPLE.items()}
    chosen = choose_next_imports([PEOPLE[name] for name in active], line)
    assert len({item.id for item in chosen}) == len(chosen)
    return "".join(names[item.person] for item in chosen if item.person is not None)


@pytest.mark.parametrize(
    ("active", "waiting", "chosen"),
    [
        ("", "", ""),
        ("", "a", "a"),
        ("", "aaaaa", "aa"),
        ("a", "aaaaa", "a"),
        ("aa", "aaaaa", ""),
        ("aa", "aaab", "b"),
        ("", "aaab", "aba"),
        ("", "aaabcde", "abc"),
        ("a", "aaabc", "bc"),
        ("ab", "aabbc", "c"),
        ("ab", "aabb", "a"),
        ("abc", "d", ""),
    ],
)
def test_people_with_fewer_under_way_come_first(active: str, waiting: str, chosen: str) -> None:
    assert order(active, waiting) == chosen


def test_one_person_never_takes_all_places() -> None:
    assert 2 <= MAX_CONCURRENT_OF_ONE < MAX_CONCURRENT


def test_imports_of_removed_accounts_share_one_limit() -> None:
    line = [Waiting(uuid.uuid4(), None, READING) for _ in range(5)]
    assert choose_next_imports([], line) == line[:MAX_CONCURRENT_OF_ONE]
