"""`python -m tests.demo_testhost FOLDER` measures the demo data in about two hours.

It leaves in FOLDER the shares `campaign.zip`, `sweep.zip`, `rebuild.zip` and `regression.zip` for `scripts.pack_demo`,
and the lab that measured, with its inventory, in `data`.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.demo_testhost.recording import (
    Recorder,
    new_recorder,
    record_campaign,
    record_firmware,
    record_life,
    record_rebuild,
    stamped,
)
from tests.demo_testhost.virtual_server import Drives, new_virtual_server
from tests.integration.testhost.installation import Installation
from tests.integration.testhost.machine import SCRIPT, Machine, free_port, image_folder

_LARGER = Drives(4, 512, "VIRTUAL", "SSD 512", "1.0", iops_limit=600, read_ms=3, write_ms=1)
_SMALLER = Drives(1, 256, "VIRTUAL", "SSD 256", "1.0", iops_limit=600, read_ms=3, write_ms=1)


def main() -> int:
    """Record all parts side by side; return 1 when one of them failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.demo_testhost", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    home = image_folder()
    installation = Installation(folder / "data", free_port(), folder / "runner")
    installation.up()
    failed: list[str] = []

    def part(machine: Machine, record: Callable[[Recorder], None]) -> threading.Thread:
        def play() -> None:
            report = stamped(machine.name)
            try:
                with new_recorder(installation, machine, report) as recorder:
                    record(recorder)
                report("recorded")
            except BaseException as problem:
                failed.append(machine.name)
                report(f"FAILED: {problem!r}")

        thread = threading.Thread(target=play)
        thread.start()
        return thread

    def arrays(recorder: Recorder) -> None:
        record_campaign(recorder, folder)
        record_rebuild(recorder, folder)

    def firmware(recorder: Recorder) -> None:
        record_firmware(recorder, folder, firmware="1.1", iops_limit=450)

    plain = Machine(SCRIPT, "virtual-1", free_port(), home / "hosts" / "virtual-1")
    life = part(plain, record_life)
    larger = part(new_virtual_server(home, "virtual-2", _LARGER), arrays)
    life.join()
    smaller = part(new_virtual_server(home, "virtual-3", _SMALLER), firmware)
    for thread in (larger, smaller):
        thread.join()
    installation.down()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
