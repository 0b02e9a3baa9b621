"""Calls that the SSH code may never contain."""

from __future__ import annotations

import re
from pathlib import Path

import storagelab_workers
from storagelab_workers.transports.ssh import ENCRYPTION_ALGORITHMS, HOST_KEY_ALGORITHMS

SOURCES = sorted(Path(storagelab_workers.__file__).parent.rglob("*.py"))


def test_host_keys_are_always_verified() -> None:
    unverified = re.compile(r"known_hosts\s*=\s*None")
    assert len(SOURCES) > 10
    assert [path.name for path in SOURCES if unverified.search(path.read_text())] == []


def test_weak_algorithms_are_not_offered() -> None:
    assert "ssh-rsa" not in HOST_KEY_ALGORITHMS
    assert not [name for name in ENCRYPTION_ALGORITHMS if "cbc" in name or "3des" in name]


def test_no_child_process_gets_a_shell() -> None:
    assert [path.name for path in SOURCES if re.search(r"shell\s*=\s*True|os\.system", path.read_text())] == []
