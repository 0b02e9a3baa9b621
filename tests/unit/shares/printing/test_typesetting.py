"""Process that sets type: its limits, and the messages when it fails."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.shares.printing.sample_pages import ADDRESS, SHA256, drawing, page_of

from storagelab.shares.page.model import Sentence
from storagelab.shares.printing import pdf, typesetting
from storagelab.shares.printing.typesetting import PrintFailed, is_complete, typeset

DATE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def test_process_has_no_network() -> None:
    program = (
        "from storagelab.shares.printing.compiling import leave_network as leave\n"
        "print(leave(), open('/proc/self/net/dev').read().count(':'))"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    if printed[0] == "False":
        pytest.skip("this kernel gives no process a network of its own")
    # Only its own loopback is left.
    assert printed[1] == "1"


@pytest.mark.parametrize(
    "source",
    [
        '#read("/etc/passwd")',
        '#read("../../../../../etc/passwd")',
        '#import "@preview/cetz:0.4.0": canvas',
        '#image("/proc/self/environ")',
    ],
)
def test_template_cannot_read_outside_its_folder(source: str, tmp_path: Path) -> None:
    (tmp_path / "main.typ").write_text(source)
    ended = typesetting._run(tmp_path, "pdf", DATE)
    assert ended.ending == "refused"
    assert not (tmp_path / "print.pdf").exists()
    assert "root:" not in ended.errors


def test_template_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "WALL_SECONDS", 1.0)
    (tmp_path / "main.typ").write_text("#let n = 0\n#while n >= 0 { n += 1; n -= 1; if false { break } }")
    assert typesetting._run(tmp_path, "pdf", DATE).ending in ("wall_time", "refused")


def test_failure_has_a_sentence_as_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "WALL_SECONDS", 0.0)
    with pytest.raises(
        PrintFailed, match=r"^The PDF could not be made\. The process did not finish within 0 s and was stopped\.$"
    ):
        pdf.render(page_of(Sentence("x")), svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)


def test_memory_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "MEMORY_BYTES", 48 << 20)
    with pytest.raises(PrintFailed, match="could not be made"):
        pdf.render(page_of(Sentence("x")), svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)


def test_malformed_drawing_is_refused_with_a_reason() -> None:
    with pytest.raises(PrintFailed, match="The PNG could not be made"):
        typeset("picture", {"width": 10, "height": 10}, files={"drawing.svg": "<svg"}, form="png", date=DATE)


def test_only_complete_documents_are_stored() -> None:
    whole = pdf.render(page_of(Sentence("x")), svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    boxes = pdf.render(page_of(Sentence("\U00016a0a")), svg=lambda _: drawing(), sha256=SHA256, address=ADDRESS)
    assert is_complete(whole)
    assert not is_complete(boxes)
    assert is_complete(b"\x89PNG")
