"""Systems that differ in one factor alone, and what that factor does to a figure."""

from __future__ import annotations

import math
import statistics
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from storagelab.domain.configuration_diff import DifferingFactor, diff_facts, is_equal
from storagelab.domain.configuration_facts import Facts

#: Facts that follow from others, and from which: where one of those differs, they are no factor of their own.
_CONSEQUENCES = {"array.size": frozenset({"array.level", "drives"})}


@dataclass(frozen=True, slots=True)
class OneFactor:
    """The only factor that is known to differ between two systems, and the labels of those that may differ as well.

    `same` is the number of factors that are known to be the same.
    """

    factor: DifferingFactor
    unknown: tuple[str, ...]
    same: int

    @property
    def is_alone(self) -> bool:
        """Return whether every other factor is known to be the same, so that a difference has one cause."""
        return not self.unknown

    @property
    def is_near(self) -> bool:
        """Return whether more factors are known to be the same than are unknown.

        Otherwise the two systems are too different for a comparison.
        """
        return self.same > len(self.unknown)


@dataclass(frozen=True, slots=True)
class System:
    """The facts of a system, and its figure at each workload: a median over its runs, each the mean of a phase."""

    facts: Facts
    medians: Mapping[Any, float]


@dataclass(frozen=True, slots=True)
class Effect:
    """The change of a figure when a factor goes from one value to another and nothing else changes.

    `ratio` is after / before, over `pairs` pairs of systems.
    """

    before: str
    after: str
    ratio: float
    pairs: int


def is_consequence(key: str, changed: Set[str]) -> bool:
    """Return whether the fact `key` follows from one of the facts in `changed`."""
    return bool(_CONSEQUENCES.get(key, frozenset()) & changed)


def find_one_factor(a: Facts, b: Facts) -> OneFactor | None:
    """Return the only factor in which two systems are known to differ; None for none or several.

    A factor that is unknown in one system or in both never counts as equal, even within one source. The result lists it
    as unknown, and the difference then has no known cause. The size of an array follows from its level and drives.
    """
    differences = diff_facts(a, b, one_source=False)
    changed = {factor.key for factor in differences if factor.is_known}
    factors = [factor for factor in differences if not is_consequence(factor.key, changed)]
    known_factors = [factor for factor in factors if factor.is_known]
    if len(known_factors) != 1:
        return None
    same = sum(is_equal(a[key].value, b[key].value, one_source=False, key=key) for key in a.keys() & b.keys())
    return OneFactor(known_factors[0], tuple(sorted(factor.label for factor in factors if not factor.is_known)), same)


def find_single_factor_pairs(systems: Sequence[Facts]) -> Iterator[tuple[int, int, DifferingFactor]]:
    """Yield each pair of systems that differ in one factor alone: both indexes and the factor."""
    for (place_a, a), (place_b, b) in combinations(enumerate(systems), 2):
        difference = find_one_factor(a, b)
        if difference is not None and difference.is_alone:
            yield place_a, place_b, difference.factor


def find_effect(
    systems: Sequence[System],
    pairs: Sequence[tuple[int, int, DifferingFactor]],
    factor: DifferingFactor,
    workload: Hashable,
) -> Effect | None:
    """Return the effect of `factor` alone at a workload; None where no pair of systems shows it.

    Only pairs that differ in this factor alone count. Both systems need a figure above 0 at this very workload. Pairs
    with both values of `factor` take precedence, from its `a` to its `b`. Otherwise the value pair with the most system
    pairs counts, if it includes `a` as its start or `b` as its end. The ratio over several pairs is the median of their
    logarithms, so that the opposite direction has the reciprocal.
    """
    ratios: dict[tuple[str, str], list[float]] = {}
    for place_a, place_b, own in pairs:
        before, after = systems[place_a].medians.get(workload, 0.0), systems[place_b].medians.get(workload, 0.0)
        if own.key != factor.key or own.a is None or own.b is None or before <= 0 or after <= 0:
            continue
        ratios.setdefault((own.a, own.b), []).append(math.log(after / before))
        ratios.setdefault((own.b, own.a), []).append(math.log(before / after))
    wanted = [
        values
        for values in ratios
        if (values[0] == factor.a or values[1] == factor.b) and values != (factor.b, factor.a)
    ]
    if not wanted:
        return None
    best = min(wanted, key=lambda values: (values != (factor.a, factor.b), -len(ratios[values]), values))
    logarithms = ratios[best]
    return Effect(*best, ratio=math.exp(statistics.median(logarithms)), pairs=len(logarithms))
