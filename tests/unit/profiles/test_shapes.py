"""The workloads of a profile as pictures show them."""

from __future__ import annotations

from storagelab.domain.profile import lay_out
from storagelab.profiles.catalogue import get_profile, load_catalogue
from storagelab.profiles.schemas import DEFAULT_TARGET_BYTES, MAX_SHAPES, ProfileShape, summarise_profile


def shapes_of(name: str) -> list[ProfileShape]:
    """Return the shapes of a built-in profile."""
    profile = get_profile(name)
    return summarise_profile(profile, lay_out(profile)).shapes


def test_phases_stand_in_their_order() -> None:
    shapes = shapes_of("quick-4k")
    assert [shape.kind for shape in shapes] == ["fill", "precondition", *["measure"] * 6]
    assert [shape.until_steady for shape in shapes] == [False, True, *[False] * 6]
    assert [shape.outstanding_ios for shape in shapes[2:]] == [1, 2, 4, 8, 16, 32]


def test_rounds_of_a_loop_are_one_shape() -> None:
    profile = get_profile("snia-iops")
    plan = lay_out(profile)
    shapes = summarise_profile(profile, plan).shapes
    measured = [shape for shape in shapes if shape.kind == "measure"]
    assert len({shape.block_bytes for shape in measured}) * len({shape.read_percent for shape in measured}) == 56
    total = sum(phase.estimated_seconds(DEFAULT_TARGET_BYTES) for phase in plan.phases)
    assert round(sum(shape.seconds for shape in shapes)) == round(total)


def test_catalogue_profiles_stay_within_shape_limit() -> None:
    assert max(len(shapes_of(name)) for name in load_catalogue()) == MAX_SHAPES
