"""Files of an attempt that leave the server, all of them at once and each by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab_runner.layout import AttemptFolder


@pytest.fixture
def attempt(tmp_path: Path) -> AttemptFolder:
    """Provide an attempt of two phases, the second of Vdbench.

    It has an operation and files that remain on the server.
    """
    made = AttemptFolder(tmp_path / "attempt")
    for name in (
        "spec.json", "started.json", ".lock", "prepared.json",
        "operations/01/started.json", "operations/01/output.txt", "operations/01/.draft",
        "phases/01/job.fio", "phases/01/phase_lat.1.log", "phases/01/.draft",
        "phases/02/job.vdbench", "phases/02/started.json", "phases/02/out/flatfile.html",
        "phases/02/out/logfile.html", "phases/02/anything.txt",
    ):  # fmt: skip
        path = made.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (made.root / "phases" / "01" / "link").symlink_to("/etc/passwd")
    return made


def test_every_listed_file_is_readable_by_name(attempt: AttemptFolder) -> None:
    listed = [name for name, _ in attempt.list_readable_files()]
    assert "phases/01/phase_lat.1.log" in listed
    assert "phases/02/out/flatfile.html" in listed
    assert all(attempt.is_readable(name) for name in listed)


def test_unlisted_and_crafted_paths_are_unreadable(attempt: AttemptFolder) -> None:
    listed = {name for name, _ in attempt.list_readable_files()}
    there = {path.relative_to(attempt.root).as_posix() for path in attempt.root.rglob("*")}
    tricks = {
        "", "..", "../attempt/spec.json", "./spec.json", "/etc/passwd", "phases", "phases/01", "phases/../spec.json",
        "phases/01/../02/started.json", "phases//01/job.fio", "phases/01//job.fio", "phases/\u0661/job.fio",
        "operations/../spec.json", "phases/01/job.fio\n", "phases/1/job.fio",
    }  # fmt: skip
    assert there - listed >= {".lock", "phases/01/link", "phases/02/anything.txt", "phases/02/out/logfile.html"}
    assert [name for name in sorted((there - listed) | tricks) if attempt.is_readable(name)] == []


def test_readability_check_inspects_only_the_requested_file(
    attempt: AttemptFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    lstat = Path.lstat

    def watched(path: Path) -> object:
        looked.append(path.name)
        return lstat(path)

    monkeypatch.setattr(Path, "lstat", watched)
    assert attempt.is_readable("phases/01/job.fio")
    assert looked == ["job.fio"]
