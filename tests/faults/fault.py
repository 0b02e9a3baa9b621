"""A fault: its number in the list of faults, and the function that provokes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.faults.trial import Trial


class Skip(Exception):
    """The fault cannot be provoked on this machine; the reason is its text."""


@dataclass(frozen=True)
class Fault:
    """One fault. `alone` ones strike the whole lab and have it for themselves; the others strike one server."""

    number: int
    title: str
    provoke: Callable[[Trial], None]
    alone: bool = False
    needs_root: bool = False
    #: About how long a short trial takes, by which the faults are shared out among rigs.
    seconds: int = 12
