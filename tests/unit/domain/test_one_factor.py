"""Systems that differ in one factor alone, and what that factor does."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.domain.configuration_samples import make_array, make_controller, make_snapshot

from storagelab.domain.configuration_facts import Fact, Facts, collect_facts
from storagelab.domain.one_factor import System, find_effect, find_one_factor, find_single_factor_pairs

KEYS = ("server.cpu", "controllers.firmware", "drives.firmware")
VALUES = st.sampled_from([None, "1", "2"])
FACTS = st.fixed_dictionaries(dict.fromkeys(KEYS, VALUES)).map(
    lambda values: {key: Fact(key, "server", value) for key, value in values.items()}
)
MEDIANS = st.dictionaries(st.sampled_from(["read", "write"]), st.floats(1.0, 1e6))
SYSTEMS = st.lists(st.builds(System, FACTS, MEDIANS), min_size=2, max_size=6)


def values_of(facts: Facts) -> list[object]:
    return [facts[key].value for key in KEYS]


@given(FACTS, FACTS)
def test_one_factor_is_the_only_known_difference(a: Facts, b: Facts) -> None:
    sides = dict(zip(KEYS, zip(values_of(a), values_of(b), strict=True), strict=True))
    differing = [key for key, (left, right) in sides.items() if None not in (left, right) and left != right]
    unknown = tuple(sorted(key for key, pair in sides.items() if None in pair))
    difference = find_one_factor(a, b)
    assert (difference is not None) == (len(differing) == 1)
    if difference is not None:
        assert (difference.factor.key, difference.factor.a, difference.factor.b) == (differing[0], *sides[differing[0]])
        assert (difference.unknown, difference.is_alone) == (unknown, unknown == ())
        assert difference.same == len(KEYS) - len(unknown) - 1
        assert difference.is_near == (difference.same > len(unknown))


@given(FACTS, FACTS)
def test_one_factor_is_equal_in_both_directions(a: Facts, b: Facts) -> None:
    there, back = find_one_factor(a, b), find_one_factor(b, a)
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        assert (there.factor.key, there.factor.a, there.factor.b) == (back.factor.key, back.factor.b, back.factor.a)
        assert there.unknown == back.unknown


@given(SYSTEMS, FACTS, FACTS)
def test_effect_requires_systems_with_a_single_difference(systems: list[System], a: Facts, b: Facts) -> None:
    question = find_one_factor(a, b)
    if question is None:
        return
    factor = question.factor
    effect = find_effect(systems, list(find_single_factor_pairs([system.facts for system in systems])), factor, "write")
    # Counted by hand: every other factor known and equal, both values known, a figure at this workload on both sides.
    by_hand: dict[tuple[object, object], list[float]] = {}
    others = [key for key in KEYS if key != factor.key]
    for before in systems:
        for after in systems:
            same = all(before.facts[key].value is not None for key in others) and all(
                before.facts[key].value == after.facts[key].value for key in others
            )
            pair = (before.facts[factor.key].value, after.facts[factor.key].value)
            measured = "write" in before.medians and "write" in after.medians
            if same and None not in pair and pair[0] != pair[1] and measured:
                by_hand.setdefault(pair, []).append(after.medians["write"] / before.medians["write"])
    exact = by_hand.get((factor.a, factor.b))
    # With two values in all, a pair with one of them has both.
    assert (effect is not None) == (exact is not None)
    if effect is not None and exact is not None:
        assert (effect.before, effect.after, effect.pairs) == (factor.a, factor.b, len(exact))
        assert min(exact) * 0.999 <= effect.ratio <= max(exact) * 1.001


@given(SYSTEMS, st.randoms())
def test_effect_ignores_order_and_inverts_with_direction(systems: list[System], random: object) -> None:
    shuffled = sorted(systems, key=lambda _: random.random())  # type: ignore[attr-defined]
    pairs = list(find_single_factor_pairs([system.facts for system in systems]))
    for _, _, factor in pairs:
        effect = find_effect(systems, pairs, factor, "read")
        again = find_effect(
            shuffled, list(find_single_factor_pairs([system.facts for system in shuffled])), factor, "read"
        )
        turned = type(factor)(factor.key, factor.label, factor.group, factor.b, factor.a)
        back = find_effect(systems, pairs, turned, "read")
        assert (effect is None, again is None) == (back is None, back is None)
        if effect and again and back:
            assert math.isclose(effect.ratio, again.ratio)
            assert math.isclose(effect.ratio * back.ratio, 1.0)


def firmware(version: str, value: float, **others: str) -> System:
    facts: Facts = {"firmware": Fact("Firmware", "controller", version)}
    return System(facts | {key: Fact(key, "server", text) for key, text in others.items()}, {"write": value})


def test_effect_of_other_values_names_them() -> None:
    systems = [firmware("8.5", 100.0, cpu="x"), firmware("8.8", 106.0, cpu="x"), firmware("52.1", 50.0, cpu="y")]
    pairs = list(find_single_factor_pairs([system.facts for system in systems]))
    question = find_one_factor(systems[1].facts, firmware("52.1", 0.0, cpu="x").facts)
    assert question is not None
    effect = find_effect(systems, pairs, question.factor, "write")
    assert effect is not None
    assert (effect.before, effect.after) == ("8.8", "8.5")
    assert effect.ratio == pytest.approx(100 / 106)
    assert find_effect(systems, pairs, question.factor, "read") is None


def test_size_change_is_attributed_to_a_level_change() -> None:
    one = collect_facts(make_snapshot())
    level = collect_facts(make_snapshot(arrays=[make_array(level="raid10", size_bytes=3_840_000_000_000)]))
    size = collect_facts(make_snapshot(arrays=[make_array(size_bytes=3_840_000_000_000)]))
    for other, key in ((level, "array.level"), (size, "array.size")):
        difference = find_one_factor(one, other)
        assert difference is not None
        assert difference.factor.key == key


def test_fact_missing_on_both_sides_is_unknown() -> None:
    one = collect_facts(make_snapshot(bios=None))
    other = collect_facts(make_snapshot(bios=None, controllers=[make_controller(firmware="8.5")]))
    difference = find_one_factor(one, other)
    assert difference is not None
    assert (difference.factor.key, "BIOS" in difference.unknown, difference.is_alone) == (
        "controllers.firmware",
        True,
        False,
    )
