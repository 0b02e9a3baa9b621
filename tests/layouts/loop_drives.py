"""Layouts on loop devices of this machine, which a sandbox makes drives of; needs root."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.layouts import system
from tests.layouts.packing import COMPILE, pack_session
from tests.layouts.tables import MIB

from storagelab_runner.build import build

CHECK_EVERY = 4
RUN_EVERY = 5
#: Two to use in turn, a neighbour, and a partner that is never needed.
_DRIVES = 4
#: libblkid knows no ZFS on anything smaller.
_SIZE_MIB = 64


def play_on_loops(folder: Path, *, seed: int, first: int, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the machine can and the outcome of each layout. Raises Problem."""
    images, config, files = folder / "images", folder / "config", folder / "files"
    for new in (images, config, files):
        new.mkdir()
        new.chmod(0o755)
    (config / "sandbox").write_text(f"{images}\n")
    runner, session = folder / "runner", folder / "layouts.pyz"
    build(runner)
    subprocess.run([sys.executable, "-c", COMPILE, str(runner)], check=True)
    pack_session(session)
    with ExitStack() as undo:
        drives = [_drive(images / f"drive{number}", undo) for number in range(_DRIVES)]
        task = {
            "runner": [sys.executable, str(runner)],
            "state": str(folder / "state"),
            "config": str(config),
            "folder": str(files),
            "drives": drives,
            "has_modules": False,
        }
        task |= {"check_every": CHECK_EVERY, "run_every": RUN_EVERY}
        task |= {"seed": seed, "first": first, "layouts": count, "limit_seconds": seconds}
        yield from read_session([sys.executable, str(session)], task)


def read_session(command: list[str], task: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a session that a command runs. Raises Problem when it does not come to its end."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.close()
        for line in process.stdout:
            yield json.loads(line)
        problem = process.stderr.read()
    if process.returncode != 0:
        raise system.Problem(f"the session ended with {process.returncode}: {problem.strip()[-2000:]}")


def _drive(image: Path, undo: ExitStack) -> list[Any]:
    image.touch()
    os.truncate(image, _SIZE_MIB * MIB)
    device = system.run("losetup", "--find", "--show", image)
    undo.callback(system.run, "losetup", "--detach", device)
    facts = image.stat()
    return [device, f"loop-{image.name}", f"{facts.st_dev:x}-{facts.st_ino}", _SIZE_MIB * MIB]
