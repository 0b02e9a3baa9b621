"""Layouts are drawn from a seed alone, and their judgement follows from their layers."""

from collections import Counter

import pytest
from tests.layouts.building import Builder
from tests.layouts.drawing import DATA_MIB, draw_layout
from tests.layouts.layers import KINDS, Bench, Layer, Layout

EVERYTHING = Bench(frozenset(kind.needs for kind in KINDS.values() if kind.needs) | {"partitions"}, 256)
LOOPS_ALONE = Bench(frozenset(), 64)


def _drawn(bench=EVERYTHING, count=600):
    return [draw_layout(7, number, bench) for number in range(count)]


def _layers(layout):
    stacks = [*layout.target, *layout.before, *layout.beside, *layout.on_file]
    return [layer for stack in stacks for layer in stack.walk()]


def test_seed_and_number_determine_the_layout():
    assert _drawn() == _drawn()
    assert draw_layout(8, 1, EVERYTHING) != draw_layout(7, 1, EVERYTHING)


def test_every_kind_of_layer_is_drawn():
    assert {layer.kind for layout in _drawn() for layer in _layers(layout)} == set(KINDS)


def test_half_of_the_layouts_must_be_accepted():
    counts = Counter(layout.must_refuse for layout in _drawn())
    assert 0.4 < counts[True] / 600 < 0.6


def test_layouts_contain_only_buildable_layers():
    kinds = {layer.kind for layout in _drawn(LOOPS_ALONE) for layer in _layers(layout)}
    assert {KINDS[kind].needs for kind in kinds} == {None}


@pytest.mark.parametrize("bench", [EVERYTHING, LOOPS_ALONE], ids=["everything", "loops"])
def test_children_lie_inside_the_layer_below(bench):
    for layout in _drawn(bench):
        for layer in _layers(layout):
            for child in layer.children:
                assert child.offset >= 0
                assert child.offset + child.size <= layer.size, str(layout)


def test_data_is_long_enough_for_a_sample_block():
    stratum_mib = EVERYTHING.size / 512
    assert 2 * stratum_mib <= DATA_MIB


def test_builder_knows_every_kind(tmp_path):
    # Partitions, mounts and swapping are built with what they lie on.
    inside = {"partition", "mounted", "mounted in a namespace", "mount detached, a file open", "swapped to"}
    assert set(Builder(tmp_path, None, "").kinds) == set(KINDS) - inside


def test_only_layers_on_the_target_refuse_it():
    loop = Layer("loop", 64, 8, children=(Layer("ext4", 16, children=(Layer("mounted", 16),)),))
    assert Layout(1, target=(loop,)).obstacles == ("loop", "ext4", "mounted")
    elsewhere = Layout(2, target=(Layer("opened and closed", 256),), before=(loop,), beside=(loop,), on_file=(loop,))
    assert not elsewhere.must_refuse
    assert str(Layout(3, target=(loop,))) == "drive > loop at 8 MiB > ext4 > mounted"
