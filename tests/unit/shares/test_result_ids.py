"""Identities of results: stable, unreadable for others, and recognised by their own lab alone."""

from __future__ import annotations

import re
import uuid

from hypothesis import given
from hypothesis import strategies as st

from storagelab.shares.result_ids import PATTERN, make_result_id, read_result_id

KEYS = st.binary(min_size=32, max_size=32)


@given(KEYS, st.uuids())
def test_own_lab_reads_its_identity_back(key: bytes, run_id: uuid.UUID) -> None:
    result_id = make_result_id(key, run_id)
    assert re.search(PATTERN, result_id)
    assert make_result_id(key, run_id) == result_id
    assert read_result_id(key, result_id) == run_id
    assert run_id.hex not in result_id


@given(KEYS, KEYS, st.uuids())
def test_another_lab_cannot_read_the_id(key: bytes, other: bytes, run_id: uuid.UUID) -> None:
    if key != other:
        assert read_result_id(other, make_result_id(key, run_id)) is None


@given(KEYS, st.binary(min_size=32, max_size=32))
def test_forged_id_is_not_recognized(key: bytes, content: bytes) -> None:
    assert read_result_id(key, content.hex()) is None
