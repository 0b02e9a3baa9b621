"""Record of a drive after an attempt that never ended.

The first look afterwards closes it, where that look finds enough.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab_runner import lost_use
from storagelab_runner.descriptors import DescriptorScan, OpenUser
from storagelab_runner.interlocks.facts import DeviceFacts, Ends
from storagelab_runner.interlocks.kernel_users import KernelUser, KernelUsers
from storagelab_runner.last_use import read_last_use, start_of_use
from storagelab_runner.layout import StateFolder
from storagelab_runner.lost_use import close_lost_use


@pytest.fixture
def state(tmp_path: Path) -> StateFolder:
    folder = StateFolder(tmp_path / "state")
    folder.create()
    return folder


@pytest.fixture
def lost(facts, state: StateFolder) -> DeviceFacts:
    """Provide a drive with data on it whose last attempt never ended."""
    start_of_use(state, "S1", "a-1", facts.SIZE)
    contents = facts.contents("data", "more", ends=Ends("a", "b", False))
    device: DeviceFacts = facts.device(contents=contents, left=read_last_use(state, "S1"))
    assert facts.verdict("I16", device)[0] == "refuse"
    return device


def test_first_look_closes_the_record(facts, state: StateFolder, lost: DeviceFacts) -> None:
    closed = close_lost_use(lost, facts.host(), state)
    assert facts.verdict("I16", closed)[0] == "pass"
    assert closed.left == read_last_use(state, "S1")
    written = closed._replace(contents=facts.contents("data", "other", ends=Ends("a", "b", False)))
    assert facts.verdict("I16", close_lost_use(written, facts.host(), state))[0] == "refuse"


def test_record_without_a_size_is_closed(facts, state: StateFolder, lost: DeviceFacts) -> None:
    """Check a record of an older runner, which wrote no size; the enrolment pins the size."""
    assert lost.left is not None
    older = lost._replace(left=lost.left._replace(size_bytes=None))
    assert facts.verdict("I16", close_lost_use(older, facts.host(), state))[0] == "pass"


@pytest.mark.parametrize("doubt", ["signature", "partition", "process", "size", "serial", "unread", "not open"])
def test_doubt_leaves_the_record_open(facts, state: StateFolder, lost: DeviceFacts, doubt: str) -> None:
    part = facts.node("nvme1n1p1", whole="nvme1n1")
    other = facts.node(serials=("S2",))
    changes = {
        "signature": {"signatures": (facts.signature(content="xfs"),)},
        "partition": {"family": (facts.node(), part)},
        "process": {"users": DescriptorScan((OpenUser(7, "dd", "259:1", None),), ())},
        "size": {"left": lost.left._replace(size_bytes=1) if lost.left is not None else None},
        "serial": {"opened": lost.opened._replace(node=other) if lost.opened is not None else None},
        "unread": {"contents": None},
        "not open": {"opened": None},
    }[doubt]
    device = close_lost_use(lost._replace(**changes), facts.host(), state)
    left = read_last_use(state, "S1")
    assert left is not None
    assert left.in_use
    assert facts.verdict("I16", device)[0] == "refuse"


def test_loop_device_on_drive_leaves_record_open(facts, state: StateFolder, lost: DeviceFacts) -> None:
    loop = KernelUser("259:1", "the loop device loop0")
    host = facts.host(kernel_users=KernelUsers((loop,), None))
    assert close_lost_use(lost, host, state) == lost


def test_live_attempt_keeps_its_record(
    facts, state: StateFolder, lost: DeviceFacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost_use, "get_attempt_state", lambda _: "running")
    assert close_lost_use(lost, facts.host(), state) == lost


def test_record_that_cannot_be_written_stays_open(
    facts, state: StateFolder, lost: DeviceFacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lost_use, "close_use", full)
    assert close_lost_use(lost, facts.host(), state) == lost
