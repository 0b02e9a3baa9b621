"""Bootstrap: it notices changes and reports missing parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

Script = Callable[[str], ModuleType]


def test_fingerprint_follows_contents_and_names(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap = script("bootstrap")
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").write_text("1")
    first = bootstrap.fingerprint([tmp_path / "a"])
    assert bootstrap.fingerprint([tmp_path / "a"]) == first
    assert bootstrap.fingerprint([tmp_path / "b"]) != first
    (tmp_path / "a").write_text("2")
    assert bootstrap.fingerprint([tmp_path / "a"]) != first


def test_build_inputs_exclude_test_files(script: Script) -> None:
    names = [path.name for path in script("bootstrap").build_inputs()]
    assert "package-lock.json" in names
    assert any(name.endswith(".tsx") for name in names)
    assert not any(".test." in name for name in names)


def test_failed_tool_is_shown_at_both_ends(script: Script) -> None:
    bootstrap = script("bootstrap")
    result = bootstrap.run(["python3", "-c", "print(*range(1000), sep='\\n'); raise SystemExit(3)"])
    with pytest.raises(bootstrap.CannotInstall) as caught:
        bootstrap.require(result, "Counting failed")
    lines = str(caught.value).splitlines()
    assert (lines[0], lines[-2], lines[-1]) == ("0", "999", "Counting failed (status 3).")
    assert len(lines) == 2 * bootstrap.EDGE_LINES + 2


def test_unknown_part_is_refused(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    assert script("bootstrap").main(["everything"]) == 1
    assert "no part named everything" in capsys.readouterr().err


def test_dependent_parts_are_grouped_in_order(script: Script) -> None:
    parts = ["development", "packages", "fio", "frontend", "lighthouse", "chromium", "fonts-wqy-microhei"]
    assert script("bootstrap").independent(parts) == [
        ["development"],
        ["packages", "frontend"],
        ["fio", "chromium", "fonts-wqy-microhei"],
        ["lighthouse"],
    ]
    assert script("bootstrap").independent([]) == []


def test_failed_part_stops_only_its_own_group(
    script: Script, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bootstrap = script("bootstrap")
    installed: list[str] = []

    def install(part: str) -> None:
        if part == "packages":
            raise bootstrap.CannotInstall("npm is missing")
        installed.append(part)

    monkeypatch.setattr(bootstrap, "install", install)
    assert bootstrap.main(["runtime", "packages", "frontend", "fio"]) == 1
    assert sorted(installed) == ["fio", "runtime"]
    assert capsys.readouterr().err == "npm is missing\n"


def test_missing_font_is_reported_without_stopping(
    script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bootstrap = script("bootstrap")
    font = tmp_path / "font.ttc"
    monkeypatch.setattr(bootstrap, "FONTS", {"fonts-example": font})
    requested: list[list[str]] = []

    def refuse(packages: list[str], reason: str) -> None:
        requested.append(packages)
        raise bootstrap.CannotInstall(f"{reason}: ask root.")

    monkeypatch.setattr(bootstrap, "apt_install", refuse)
    bootstrap.install("fonts-example")
    assert "fonts-example is not installed: ask root." in capsys.readouterr().err
    font.touch()
    bootstrap.install("fonts-example")
    assert requested == [["fonts-example"]]
