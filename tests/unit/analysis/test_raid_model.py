"""Write penalties, the two models, and what a rebuild costs."""

from __future__ import annotations

import pytest

from storagelab.analysis import raid_model
from storagelab.analysis.raid_model import RAIDLevel, compute_model_iops, get_back_end


@pytest.mark.parametrize(("level", "penalty"), [("RAID0", 1), ("RAID1", 2), ("RAID10", 2), ("RAID5", 4), ("RAID6", 6)])
def test_write_penalties(level: RAIDLevel, penalty: int) -> None:
    assert get_back_end(level).write_penalty == penalty
    assert raid_model.compute_classic_iops(8, 100, 1.0, penalty) == 800 / penalty


def test_equal_drive_rates_follow_the_classic_model() -> None:
    for level in raid_model.LEVELS:
        for writes in (0.0, 0.3, 1.0):
            split = compute_model_iops(12, writes, get_back_end(level), drive_read_iops=150, drive_write_iops=150)
            assert split == pytest.approx(
                raid_model.compute_classic_iops(12, 150, writes, get_back_end(level).write_penalty)
            )


def test_split_model_matches_published_direct_drive_figures() -> None:
    figures = {"drive_read_iops": 875e3, "drive_write_iops": 747e3}
    assert compute_model_iops(8, 1, get_back_end("RAID10"), **figures) == pytest.approx(2.99e6, rel=0.005)
    assert compute_model_iops(8, 1, get_back_end("RAID5"), **figures) == pytest.approx(1.61e6, rel=0.005)


def test_the_lowest_ceiling_holds() -> None:
    figures = {"drive_read_iops": 100.0, "drive_write_iops": 50.0}
    assert compute_model_iops(10, 0, get_back_end("RAID0"), **figures, ceilings=(900, 700)) == 700
    assert compute_model_iops(10, 0, get_back_end("RAID0"), **figures, ceilings=(5000,)) == 1000


def test_model_needs_only_the_figures_of_its_mix() -> None:
    costs = get_back_end("RAID10")
    assert compute_model_iops(4, 0, costs, drive_read_iops=10, drive_write_iops=None) == 40
    assert compute_model_iops(4, 1, costs, drive_read_iops=None, drive_write_iops=10) == 20
    assert compute_model_iops(4, 0.5, costs, drive_read_iops=None, drive_write_iops=10) is None
    # Parity is computed from what the drives hold, so that RAID 5 reads even when its host only writes.
    assert compute_model_iops(4, 1, get_back_end("RAID5"), drive_read_iops=None, drive_write_iops=10) is None


@pytest.mark.parametrize(
    ("drives", "writes", "read_iops", "reason"),
    [
        (0, 0.5, 100, "at least 1"),
        (4, 1.5, 100, "between 0 and 1"),
        (4, float("nan"), 100, "between 0 and 1"),
        (4, 0.5, 0, "drive_read_iops is 0"),
        (4, 0.5, -1, "drive_read_iops is -1"),
    ],
)
def test_figures_outside_their_range_are_refused(drives: int, writes: float, read_iops: float, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compute_model_iops(drives, writes, get_back_end("RAID5"), drive_read_iops=read_iops, drive_write_iops=100)


def test_full_stripes_write_data_and_parity() -> None:
    assert raid_model.compute_full_stripe_factor("RAID0", 4) == 1
    assert raid_model.compute_full_stripe_factor("RAID5", 8) == pytest.approx(8 / 7)
    assert raid_model.compute_full_stripe_factor("RAID6", 8) == pytest.approx(8 / 6)
    assert raid_model.compute_full_stripe_factor("RAID10", 8) == 2
    with pytest.raises(ValueError, match="leave none for data"):
        raid_model.compute_full_stripe_factor("RAID6", 2)


def test_losses_against_references() -> None:
    assert raid_model.compute_efficiency(30, 40) == 0.75
    assert raid_model.compute_effective_penalty(10, 40) == 4
    assert raid_model.rebuild_loss_pct(100, 20) == 80


def test_unknown_or_idle_reference_gives_no_efficiency() -> None:
    assert raid_model.compute_efficiency(30, 0) is None
    assert raid_model.compute_efficiency(30, None) is None
    assert raid_model.compute_effective_penalty(0, 40) is None
    assert raid_model.rebuild_loss_pct(0, 20) is None
    with pytest.raises(ValueError, match="negative"):
        raid_model.compute_efficiency(-1, 40)
