"""Files of the runner that are fetched together."""

from __future__ import annotations

import pytest

from storagelab_workers.attempts.copying import SMALL_BYTES, RemoteFile, iterate_batches
from storagelab_workers.attempts.streams import READ_BYTES


def files_of(*sizes: int, sha256: str | None = "0" * 64) -> list[RemoteFile]:
    return [RemoteFile(f"phases/{number:02d}/job.fio", size, sha256) for number, size in enumerate(sizes)]


@pytest.mark.parametrize(
    ("sizes", "batches"),
    [
        ((), []),
        ((7,), [1]),
        ((0, 1, 2), [3]),
        ((1,) * 300, [257, 43]),
        ((SMALL_BYTES,) * 9, [8, 1]),
        ((1, SMALL_BYTES + 1, 1, 1), [1, 1, 2]),
        ((READ_BYTES, 5 * READ_BYTES), [1, 1]),
    ],
)
def test_small_neighbours_are_fetched_together(sizes: tuple[int, ...], batches: list[int]) -> None:
    files = files_of(*sizes)
    made = list(iterate_batches(files))
    assert [len(batch) for batch in made] == batches
    assert [file for batch in made for file in batch] == files


def test_unrecorded_files_are_fetched_alone() -> None:
    assert [len(batch) for batch in iterate_batches(files_of(1, 1, 1, sha256=None))] == [1, 1, 1]
