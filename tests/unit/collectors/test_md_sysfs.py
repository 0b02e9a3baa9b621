"""The kernel's words for the state of a software array in the words of the inventory."""

from __future__ import annotations

import pytest

from storagelab.collectors.md_sysfs import read_state


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        (("clean", 0, "idle"), ("optimal", "none")),
        (("active", 0, "idle"), ("optimal", "none")),
        (("write-pending", 0, "idle"), ("optimal", "none")),
        # RAID 0 and linear arrays have no files for what they cannot do.
        (("clean", None, None), ("optimal", "none")),
        (("clean", 1, "idle"), ("degraded", "none")),
        (("active", 1, "recover"), ("rebuilding", "none")),
        (("active", 0, "reshape"), ("rebuilding", "none")),
        (("active", 0, "resync"), ("initialising", "none")),
        (("active", 1, "resync"), ("degraded", "none")),
        (("clean", 0, "check"), ("optimal", "consistency_check")),
        (("clean", 0, "repair"), ("optimal", "consistency_check")),
        (("broken", None, None), ("failed", "none")),
        (("inactive", None, None), ("failed", "none")),
        ((None, None, None), (None, None)),
    ],
)
def test_every_state_has_its_word(contents: tuple, expected: tuple) -> None:
    assert read_state(*contents) == expected
