"""Events of a campaign as lines that can be checked later: every request and its answer."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Files of one campaign's history; the witness and the observer write theirs themselves.
LAB, WITNESS, OBSERVER = "lab.jsonl", "witness.jsonl", "observer.jsonl"


class History:
    """Appends to the lab's part of a history. Safe for use by several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._file = (folder / LAB).open("a", encoding="utf-8")

    def write(self, event: str, **facts: Any) -> None:
        """Append one fact."""
        with self._lock:
            self._file.write(json.dumps({"event": event, "monotonic_ns": time.monotonic_ns(), **facts}) + "\n")
            self._file.flush()

    def close(self) -> None:
        """Close the history; nothing more will happen."""
        self._file.close()


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the facts of one part of a history, in order; none if it was never begun. A torn last line is left out."""
    if not path.exists():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            if line.endswith("\n"):
                yield json.loads(line)
