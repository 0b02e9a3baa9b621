"""Report of a verification: each number with its place, its source and its formula. Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from storagelab.errors import InvalidInput, StorageLabError
from storagelab.shares.verification.earlier_words import have_equal_words
from storagelab.shares.verification.formulas import Formula

#: More differences than these are counted and not stored.
MAX_DIFFERENCES = 1000
#: What a document of another shape than shares have can raise anywhere.
MALFORMED = (
    KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError, StopIteration
)  # fmt: skip


class PartMissing(InvalidInput):
    """A part of a document that was handed over alone."""


@dataclass(frozen=True, slots=True)
class VerificationDifference:
    """A number that differs from its source. Both values are JSON; None also represents a missing one."""

    place: str
    frozen: Any
    computed: Any
    formula: Formula
    source: str


@dataclass(slots=True)
class LineageLine:
    """Lineage of the numbers at and below a place: their source, and the outcome of their check.

    `reason` is the reason why they have no source here.
    """

    place: str
    source: str
    formula: Formula | None
    equal: int = 0
    different: int = 0
    without_source: int = 0
    reason: str | None = None


@dataclass(slots=True)
class VerificationReport:
    """Collects what was compared; a value that is copied from elsewhere is compared there and counts there as well."""

    lines: list[LineageLine] = field(default_factory=list)
    differences: list[VerificationDifference] = field(default_factory=list)

    def compare(self, place: str, frozen: Any, computed: Any, *, formula: Formula, source: str) -> bool:
        """Compare a frozen JSON value with the computed one, and record each difference.

        Numbers are equal within the tolerance of `formula`, texts if they are identical. Return whether all are equal.
        """
        line = LineageLine(place, source, formula)
        self.lines.append(line)
        for where, was, now in _iterate_leaves(place, frozen, computed):
            if _is_equal(was, now, formula):
                line.equal += _count_value(was)
            else:
                line.different += 1
                if len(self.differences) < MAX_DIFFERENCES:
                    values = (_as_json(was), _as_json(now))
                    self.differences.append(VerificationDifference(where, *values, formula, source))
        return line.different == 0

    def add_unverified(self, place: str, frozen: Any, reason: str) -> None:
        """Add the numbers of a value that cannot be verified, because their source was not published."""
        self.count_unverified(place, count_numbers(frozen), reason)

    def count_unverified(self, place: str, count: int, reason: str) -> None:
        """Record `count` numbers as unverified; zero adds nothing."""
        if count:
            self.lines.append(LineageLine(place, "", None, without_source=count, reason=reason))

    def attempt(self, place: str, frozen: Any, compute: Callable[[], Any], *, formula: Formula, source: str) -> bool:
        """Compare a frozen value with the result of `compute`, and record each difference.

        Where `compute` fails on a malformed document, the failure is recorded as a difference. Returns whether all are
        equal.
        """
        try:
            computed = compute()
        except (*MALFORMED, StorageLabError) as error:
            self.add_malformed(place, error, formula=formula, source=source)
            return False
        return self.compare(place, frozen, computed, formula=formula, source=source)

    def add_malformed(self, place: str, error: Exception, *, formula: Formula, source: str) -> None:
        """Record that the value at `place` could not be computed because of `error`."""
        if isinstance(error, PartMissing):
            self.lines.append(
                LineageLine(place, "", None, without_source=1, reason="its parts are missing: only the zip holds them")
            )
            return
        self.lines.append(LineageLine(place, source, formula, different=1))
        problem = f"cannot be computed: {type(error).__name__} {str(error)[:80]}"
        if len(self.differences) < MAX_DIFFERENCES:
            self.differences.append(VerificationDifference(place, None, problem, formula, source))

    def total(self) -> Counter[str]:
        """Return the counts of numbers that are `equal`, `different` and `without_source`."""
        counts = Counter[str](equal=0, different=0, without_source=0)
        for line in self.lines:
            counts.update(equal=line.equal, different=line.different, without_source=line.without_source)
        return counts


def count_numbers(value: Any) -> int:
    """Return the count of numbers in a JSON value."""
    count, level = 0, [value]
    while level:
        item = level.pop()
        if isinstance(item, Mapping):
            level.extend(item.values())
        elif isinstance(item, list | tuple):
            level.extend(item)
        else:
            count += _is_number(item)
    return count


def _iterate_leaves(place: str, frozen: Any, computed: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(frozen, Mapping) and isinstance(computed, Mapping):
        for key in sorted({str(name) for name in (*frozen, *computed)}):
            yield from _iterate_leaves(f"{place}/{key}", frozen.get(key), computed.get(key))
    elif _is_list(frozen) and _is_list(computed):
        if len(frozen) != len(computed):
            yield f"{place}/length", len(frozen), len(computed)
        for index, (was, now) in enumerate(zip(frozen, computed, strict=False)):
            if isinstance(was, Mapping | list | tuple) or isinstance(now, Mapping | list | tuple):
                yield from _iterate_leaves(f"{place}/{index}", was, now)
            else:
                yield f"{place}/{index}", was, now
    else:
        yield place, frozen, computed


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _count_value(value: Any) -> int:
    return 0 if value is None else 1


def _as_json(value: Any) -> Any:
    """Return a value as JSON can hold it: in place of a number beyond all limits its name."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _is_equal(was: Any, now: Any, formula: Formula) -> bool:
    if _is_number(was) and _is_number(now):
        return was == now or math.isclose(was, now, rel_tol=formula.tolerance, abs_tol=formula.absolute)
    if isinstance(was, bool) or isinstance(now, bool):
        return was is now
    if isinstance(was, str) and isinstance(now, str):
        return have_equal_words(was, now)
    return bool(was == now)
