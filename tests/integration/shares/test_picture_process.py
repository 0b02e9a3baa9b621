"""The process that draws: what it does with charts that never end, take all memory, or crash it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storagelab.shares.picture_process import ChartImagesUnavailable, PictureProcess

BUNDLE = """
globalThis.renderChart = (kind, text) => {
  const data = JSON.parse(text);
  if (kind === "loop") for (;;) {}
  if (kind === "memory") { const held = []; for (;;) held.push(new Array(1e6).fill(held.length + 0.5)); }
  if (kind === "buffers") { const held = []; for (;;) held.push(new Uint8Array(64e6).fill(7)); }
  if (kind === "throw") throw new RangeError("There is no such chart.");
  if (kind === "number") return 7;
  globalThis.calls = (globalThis.calls ?? 0) + 1;
  return `${kind} ${data.x} ${globalThis.calls}`;
};
"""

Make = Callable[..., PictureProcess]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Provide a function that makes processes with a bundle of one function."""
    made: list[PictureProcess] = []

    def make(text: str = BUNDLE, **limits: float) -> PictureProcess:
        bundle = tmp_path / "charts.js"
        bundle.write_text(text, encoding="utf-8")
        made.append(PictureProcess(bundle, **limits))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for process in made:
        process.close()


def _draw(process: PictureProcess, kind: str, data: str = '{"x": 1}') -> str:
    return process.call("renderChart", kind, data)


def test_chart_after_an_endless_one_is_drawn(make: Make) -> None:
    process = make(seconds=1.0)
    with pytest.raises(ChartImagesUnavailable, match="more time than a chart may take"):
        _draw(process, "loop")
    assert _draw(process, "after").startswith("after 1")


@pytest.mark.parametrize("kind", ["memory", "buffers"])
def test_chart_after_one_above_memory_limit_is_drawn(make: Make, kind: str) -> None:
    process = make(memory_bytes=64 << 20)
    with pytest.raises(ChartImagesUnavailable):
        _draw(process, kind)
    # A new process, which has drawn nothing before.
    assert _draw(process, "after") == "after 1 1"


def test_a_process_that_died_is_replaced(make: Make) -> None:
    process = make()
    assert _draw(process, "first") == "first 1 1"
    child = process._child
    assert child is not None
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert _draw(process, "second") == "second 1 1"


def test_hanging_process_is_killed(make: Make) -> None:
    process = make(seconds=0.2)
    assert _draw(process, "first") == "first 1 1"
    child = process._child
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    with pytest.raises(ChartImagesUnavailable, match="too long"):
        _draw(process, "second", json.dumps({"x": "y" * 500_000}))
    assert child.poll() is not None
    assert _draw(process, "third") == "third 1 1"


def test_bundle_error_is_reported_without_a_restart(make: Make) -> None:
    process = make()
    with pytest.raises(ChartImagesUnavailable, match="There is no such chart"):
        _draw(process, "throw")
    with pytest.raises(ChartImagesUnavailable, match="no text"):
        _draw(process, "number")
    with pytest.raises(ChartImagesUnavailable, match="no function eval"):
        process.call("eval", "1")
    child = process._child
    assert _draw(process, "after") == "after 1 1"
    assert process._child is child


def test_broken_bundle_is_reported(make: Make) -> None:
    with pytest.raises(ChartImagesUnavailable):
        _draw(make("this is no script"), "any")


def test_process_is_renewed_after_its_answer_limit(make: Make) -> None:
    process = make(answers=2)
    assert [_draw(process, "x")[-1] for _ in range(5)] == ["1", "2", "1", "2", "1"]


def test_picture_process_inherits_no_environment(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", "postgresql://secret")
    process = make()
    _draw(process, "first")
    child = process._child
    assert child is not None
    assert Path(f"/proc/{child.pid}/environ").read_bytes() == b""
    limits = Path(f"/proc/{child.pid}/limits").read_text(encoding="utf-8")
    assert "Max data size             unlimited" not in limits


def test_large_and_special_text_passes_unchanged(make: Make) -> None:
    text = 'µ\U0001f600 \\"</script>' * 50_000
    process = make()
    encoded = json.dumps({"x": text})
    assert _draw(process, "big", encoded) == f"big {text} 1"


def test_failure_has_the_message_without_the_line_of_source(make: Make) -> None:
    with pytest.raises(ChartImagesUnavailable) as failed:
        _draw(make(), "throw")
    assert str(failed.value) == "The chart could not be drawn: RangeError: There is no such chart."
