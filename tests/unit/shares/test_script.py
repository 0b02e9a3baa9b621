"""The script of permalinks: named as it was built, and left out where it was not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from storagelab.config import get_settings
from storagelab.shares.script import get_script_path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide a front end that is not built yet."""
    monkeypatch.setenv("STORAGELAB_FRONTEND_DIR", str(tmp_path))
    get_settings.cache_clear()
    yield tmp_path
    get_settings.cache_clear()


def test_script_path_comes_from_build_manifest(folder: Path) -> None:
    entry = {"file": "assets/share-Ab1.js", "isEntry": True}
    (folder / "share.json").write_text(json.dumps({"src/share/main.ts": entry}), encoding="utf-8")
    assert get_script_path() == "/assets/share-Ab1.js"


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"src/share/main.ts": {}}'])
def test_unbuilt_script_has_no_path(folder: Path, text: str | None) -> None:
    if text is not None:
        (folder / "share.json").write_text(text, encoding="utf-8")
    assert get_script_path() is None
