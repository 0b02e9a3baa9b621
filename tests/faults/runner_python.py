"""Python of a simulated server: runs the real runner on a machine with another boot, id and clock.

It is called as the interpreter would be, with the runner's file first. The server is described in `facts.json` two
folders up: {"boot_id", "machine_id", "clock_offset_ns"}. The file is read at every call, so that the clock can be set
meanwhile.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).absolute()
FACTS = HERE.parents[1] / "facts.json"


def fact(name: str) -> Any:
    """Return one property of the simulated server."""
    return json.loads(FACTS.read_text("utf-8"))[name]


def main(arguments: list[str]) -> int:
    """Run the runner's file with its arguments; returns its exit status."""
    while arguments[0].startswith("-"):
        arguments = arguments[1:]
    sys.path.insert(0, arguments[0])
    identity: Any = importlib.import_module("storagelab_runner.identity")
    identity.boot_id = lambda: fact("boot_id")
    identity.read_machine_id = lambda: fact("machine_id")
    identity.get_realtime_ns = lambda: time.time_ns() + int(fact("clock_offset_ns"))
    # The runner starts its supervisor with the interpreter it runs in: that shall be this one again.
    sys.executable = str(HERE)
    return int(importlib.import_module("storagelab_runner.main").main(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
