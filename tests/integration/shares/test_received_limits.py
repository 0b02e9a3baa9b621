"""Tests of zips that exceed limits or kill their reader: refused with a sentence, nothing is stored."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.integration.shares.packed import Frozen, frozen_of, receive
from tests.integration.shares.sharing import freeze

from storagelab.config import Settings
from storagelab.db.models import Run
from storagelab.errors import InvalidInput, LabUnavailable
from storagelab.shares.archive import frame, limits
from storagelab.shares.receiving import checking
from storagelab.shares.receiving.checking import Limits, check_in_child

MIB = 1 << 20


@pytest.fixture
def frozen(operator: TestClient, anonymous: TestClient, whole_run: Run) -> Frozen:
    """Provide a share of this lab, which every test changes."""
    return frozen_of(anonymous, freeze(operator, whole_run, author="Jo"))


def limited(monkeypatch: pytest.MonkeyPatch, **values: Any) -> None:
    """Set other limits for the whole lab."""
    monkeypatch.setattr(checking, "LIMITS", Limits(**values))


def refused(client: TestClient, zipped: bytes, settings: Settings, *, status: int = 422) -> dict[str, Any]:
    """Return the problem that answers a zip, and check that nothing of it is stored and the lab answers others."""
    problem = receive(client, zipped, status=status)
    assert not settings.import_dir.exists() or not list(settings.import_dir.iterdir())
    assert client.get("/api/v1/shares").status_code == 200
    assert problem["preserved"] == "Nothing of the share." or "preserved" not in problem or problem["preserved"] is None
    return problem


def a_bomb(frozen: Frozen) -> Frozen:
    """Return a share with a curve of 20 million equal points: some KiB in the zip, and a lot in memory."""
    count = 20_000_000

    def change(document: dict[str, Any], parts: dict[str, bytes]) -> None:
        series = document["runs"][0]["series"][0]
        series["points"] = count
        column = b"[" + b",".join([b"0"] * count) + b"]"
        parts[series["part"]] = b'{"t_ms":' + column + b',"integers":' + column + b"}"

    return frozen.changed(change)


@pytest.mark.in_turn
def test_zip_that_exceeds_memory_is_refused(
    operator: TestClient, frozen: Frozen, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    zipped = a_bomb(frozen).zipped()
    assert len(zipped) < MIB
    limited(monkeypatch, memory_bytes=512 * MIB)
    problem = refused(operator, zipped, settings)
    assert problem["detail"].startswith("Reading this zip took more than 0.5 GiB of memory and was stopped")


@pytest.mark.in_turn
def test_a_zip_of_very_many_files(operator: TestClient, settings: Settings) -> None:
    content = bytearray()
    for number in range(limits.MAX_ENTRIES + 1):
        content += frame.build_local_header(frame.ZipEntry(f"parts/{number:064x}", frame.STORED, 0, 0, 0, len(content)))
    sealed = bytes(content) + frame.seal(hashlib.sha256(content).hexdigest())
    assert "holds more than 65,000 files" in refused(operator, sealed, settings)["detail"]


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("program", "values", "words", "status"),
    [
        ("while True: pass", {"cpu_s": 1}, "took more than 1 s of computing and was stopped", 422),
        ("import time; time.sleep(600)", {"wall_s": 1.0}, "took more than 1 s and was stopped", 422),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", {}, "took more than 2 GiB of memory", 422),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", {}, "ended without an answer", 503),
        ("raise SystemExit(1)", {}, "ended without an answer", 503),
    ],
)
def test_abnormal_end_of_check_process_is_reported(
    operator: TestClient,
    frozen: Frozen,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    values: dict[str, Any],
    words: str,
    status: int,
) -> None:
    limited(monkeypatch, **values)
    monkeypatch.setattr(checking, "PROGRAM", (sys.executable, "-c", program))
    problem = refused(operator, frozen.zipped(), settings, status=status)
    assert words in problem["detail"]


def test_zip_is_not_read_before_its_check_succeeds(
    operator: TestClient, frozen: Frozen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise AssertionError("it was read here")

    monkeypatch.setattr(checking, "PROGRAM", (sys.executable, "-c", "raise SystemExit(1)"))
    monkeypatch.setattr("storagelab.shares.receiving.service.reopen_zip", stumble)
    monkeypatch.setattr("storagelab.shares.receiving.service.read_document", stumble)
    receive(operator, frozen.zipped(), status=503)


@pytest.mark.in_turn
def test_one_is_looked_at_at_a_time(frozen: Frozen, tmp_path: Path) -> None:
    path = tmp_path / "share.zip"
    path.write_bytes(frozen.zipped())
    check_in_child(path)
    with checking._ONE_AT_A_TIME, pytest.raises(LabUnavailable, match="Another share is being received"):
        check_in_child(path, Limits(turn_seconds=0.01))
    # After any outcome of one check, the next has its turn.
    with pytest.raises(InvalidInput):
        check_in_child(tmp_path / "nowhere.zip")
    check_in_child(path)
