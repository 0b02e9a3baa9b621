"""Permitted contents of a drive before a test: nothing, or the remains of the last test."""

from __future__ import annotations

import pytest

from storagelab_runner.interlocks.facts import Ends, Left, Partition

OURS = Ends("a", "b", False)


def test_blank_drive_passes(facts) -> None:
    blank = facts.device(contents=facts.contents("", "", ""))
    assert facts.verdict("I16", blank) == ("pass", "The ends and 3 sample blocks between them are blank.")
    assert facts.verdict("I16", facts.device(contents=None))[0] == "refuse"


def test_data_between_blank_ends_is_refused_with_offset(facts) -> None:
    verdict, reason = facts.verdict("I16", facts.device(contents=facts.contents("", "data", "more")))
    assert verdict == "refuse"
    assert f"data at byte {2 << 20} that no test of this lab left" in reason
    assert "blkdiscard" in reason


def test_unknown_ends_are_refused(facts) -> None:
    reason = facts.verdict("I16", facts.device(contents=facts.contents(ends=OURS)))[1]
    assert "The first or the last MiB holds data that no test of this lab left" in reason


def test_drive_unchanged_since_last_test_passes(facts) -> None:
    contents = facts.contents("one", "", "two", ends=OURS)
    device = facts.device(contents=contents, left=facts.left(contents))
    assert facts.verdict("I16", device)[0] == "pass"
    found_later = device._replace(left=facts.left(contents, is_late=True))
    assert "found after attempt a-1, which never ended" in facts.verdict("I16", found_later)[1]


@pytest.mark.parametrize(
    ("digests", "verdict"),
    [
        pytest.param(("one", "", "other"), "refuse", id="one block was written"),
        pytest.param(("one", "new", "two"), "refuse", id="a blank block was written"),
        pytest.param(("one", "", ""), "pass", id="a block was discarded"),
    ],
)
def test_changed_sample_block_is_judged_by_present_content(facts, digests: tuple[str, ...], verdict: str) -> None:
    left = facts.left(facts.contents("one", "", "two", ends=OURS))
    device = facts.device(contents=facts.contents(*digests, ends=OURS), left=left)
    assert facts.verdict("I16", device)[0] == verdict


def test_cleared_ends_pass_with_unchanged_samples(facts) -> None:
    left = facts.left(facts.contents("one", "two", ends=OURS))
    assert facts.verdict("I16", facts.device(contents=facts.contents("one", "two"), left=left))[0] == "pass"


def test_changed_ends_are_refused_despite_same_samples(facts) -> None:
    left = facts.left(facts.contents("one", ends=OURS))
    device = facts.device(contents=facts.contents("one", ends=Ends("a", "c", False)), left=left)
    assert facts.verdict("I16", device)[0] == "refuse"


def test_twin_with_other_contents_is_refused(facts) -> None:
    """Check a twin of the same serial, size and ends: only the area of its partition table was imaged."""
    left = facts.left(facts.contents("one", "two", ends=OURS))
    twin = facts.device(contents=facts.contents("uno", "dos", ends=OURS), left=left)
    verdict, reason = facts.verdict("I16", twin)
    assert (verdict, f"data at byte {1 << 20} that no test" in reason) == ("refuse", True)


@pytest.mark.parametrize("changes", [{"seed": "another"}, {"size_bytes": 1}], ids=["seed", "size"])
def test_samples_with_other_seed_or_size_are_refused(facts, changes) -> None:
    contents = facts.contents("one", ends=OURS)
    device = facts.device(contents=contents, left=facts.left(contents, **changes))
    assert facts.verdict("I16", device)[0] == "refuse"


def test_record_of_older_runner_covers_only_the_ends(facts) -> None:
    older = Left("a-0", False, "a", "b")
    blank_between = facts.device(contents=facts.contents("", "", ends=OURS), left=older)
    assert facts.verdict("I16", blank_between)[0] == "pass"
    written = facts.device(contents=facts.contents("", "data", ends=OURS), left=older)
    verdict, reason = facts.verdict("I16", written)
    assert verdict == "refuse"
    assert "attempt a-0 ran under an older runner" in reason
    assert "blkdiscard" in reason


def test_record_in_use_excuses_no_data(facts) -> None:
    written = facts.contents("data", ends=OURS)
    never_ended = facts.device(contents=written, left=Left("x", True, None, None))
    verdict, reason = facts.verdict("I16", never_ended)
    assert (verdict, "Attempt x wrote to it and never ended" in reason) == ("refuse", True)
    signed = never_ended._replace(signatures=(facts.signature(content="xfs"),))
    assert "It carries xfs" in facts.verdict("I16", signed)[1]


def test_signature_of_the_last_test_passes(facts) -> None:
    contents = facts.contents("one", ends=OURS)
    ours = facts.device(signatures=(facts.signature(content="ext4"),), contents=contents, left=facts.left(contents))
    assert facts.verdict("I15", ours) == ("pass", "It carries ext4 on nvme1n1, as attempt a-1 left it.")


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"last_sha256": "c"}, id="ends"),
        pytest.param({"sample_digests": ("two",)}, id="samples"),
        pytest.param({"sample_digests": None}, id="samples not recorded"),
        pytest.param({"partitions": (Partition(1 << 20, 1 << 20),)}, id="partitions"),
        pytest.param({"partitions": None}, id="partitions not recorded"),
    ],
)
def test_signature_is_refused_after_any_change(facts, changes) -> None:
    contents = facts.contents("one", ends=OURS)
    signed = facts.device(signatures=(facts.signature(content="ext4"),), contents=contents)
    assert facts.verdict("I15", signed._replace(left=facts.left(contents, **changes)))[0] == "refuse"


def test_known_contents_do_not_excuse_new_partition(facts) -> None:
    """Check that case: a partition can be added to the kernel without a byte written, and a loop device can use it."""
    contents = facts.contents("one", ends=OURS)
    part = facts.node("nvme1n1p1", whole="nvme1n1")
    now = contents._replace(partitions=(Partition(1 << 20, 1 << 20),))
    device = facts.device(contents=now, left=facts.left(contents))._replace(family=(facts.node(), part))
    verdict, reason = facts.verdict("I15", device)
    assert (verdict, "the partition nvme1n1p1" in reason) == ("refuse", True)
