"""Distribution of the faults among the rigs of a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from tests.faults.catalogue.registry import FAULTS
from tests.faults.fault import Fault
from tests.faults.shard import RIGS, share_out


def _seconds(share: Sequence[Fault]) -> float:
    """Estimate how long one rig runs: three servers at a time, and faults of the whole lab one by one."""
    return sum(fault.seconds if fault.alone else fault.seconds / 3 for fault in share)


def test_every_fault_is_played_once_in_list_order() -> None:
    shares = share_out(FAULTS)
    assert len(shares) == RIGS
    assert sorted(fault.number for share in shares for fault in share) == sorted(fault.number for fault in FAULTS)
    places = {fault.number: place for place, fault in enumerate(FAULTS)}
    assert all(share == sorted(share, key=lambda fault: places[fault.number]) for share in shares)


def test_all_rigs_take_about_as_long() -> None:
    lengths = [_seconds(share) for share in share_out(FAULTS)]
    assert max(lengths) < 1.1 * min(lengths)


def test_single_server_faults_share_one_rig() -> None:
    shares = share_out(FAULTS)
    assert sum(any(not fault.alone for fault in share) for share in shares) == 1


def test_rig_without_faults_is_not_created() -> None:
    assert share_out(FAULTS[:1]) == [[FAULTS[0]]]
