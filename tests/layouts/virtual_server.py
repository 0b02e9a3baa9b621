"""A virtual server that plays layouts: booted, given the runner and the session, read line by line."""

from __future__ import annotations

import base64
import io
import itertools
import queue
import tarfile
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.integration.testhost.machine import DRIVE_MIB, Machine, MachineProblem, image_folder, new_machine
from tests.layouts.loop_drives import read_session
from tests.layouts.packing import COMPILE, pack_session
from tests.layouts.tables import MIB

from storagelab_runner.build import build

#: A run takes half a minute when emulated, a check several seconds.
CHECK_EVERY = 8
RUN_EVERY = 6
#: Two to use in turn, a neighbour, and a partner for arrays. Each further drive costs time in every check.
DRIVES = 4
_RUNNER = "/usr/local/bin/storagelab-runner"
_SESSION = "/root/layouts.pyz"
_FOLDER = "/root/layouts"
_SIGN_INS = 4
_INSTALL = f"""
install -m 755 runner {_RUNNER}
install -m 755 session {_SESSION}
python3 compile.py {_RUNNER}
# udev would start an array or a volume group again as soon as somebody has stopped it.
mkdir -p /etc/mdadm {_FOLDER} /etc/storagelab-runner
echo 'AUTO -all' >>/etc/mdadm/mdadm.conf
echo 'global {{ event_activation = 0 }}' >/etc/lvm/lvmlocal.conf
chmod 755 /etc/storagelab-runner
# Eight loop devices that nobody uses would cost time in every question.
modprobe loop max_loop=0
systemctl mask --quiet --now mdmonitor.service
"""


def play_on_server(*, seed: int, first: int, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Yield what the server can and the outcome of each layout. Raises MachineProblem or Problem."""
    machine = new_machine(image_folder(), drives=DRIVES)
    try:
        machine.start()
        install(machine)
        yield from _play(machine, seed=seed, first=first, count=count, seconds=seconds)
    finally:
        machine.remove()


def play_on_servers(servers: int, *, seed: int, first: int, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    """Divide the layouts among servers that play at once.

    Raises the problem of one of them, once all others are at their end.
    """
    lines: queue.Queue[dict[str, Any] | BaseException | None] = queue.Queue()

    def play(begin: int, share: int) -> None:
        try:
            for line in play_on_server(seed=seed, first=begin, count=share, seconds=seconds):
                lines.put(line)
        except BaseException as problem:
            lines.put(problem)
        lines.put(None)

    bounds = [first + count * index // servers for index in range(servers + 1)]
    for begin, end in itertools.pairwise(bounds):
        threading.Thread(target=play, args=(begin, end - begin)).start()
    problems = []
    for _ in range(servers):
        while (line := lines.get()) is not None:
            if isinstance(line, BaseException):
                problems.append(line)
            else:
                yield line
    if problems:
        raise problems[0]


def install(machine: Machine) -> None:
    """Install runner and session on a machine, in one sign-in. Raises MachineProblem."""
    with tempfile.TemporaryDirectory() as folder:
        runner, session, script = Path(folder, "runner"), Path(folder, "session"), Path(folder, "install.sh")
        build(runner)
        pack_session(session)
        script.write_text(_INSTALL)
        Path(folder, "compile.py").write_text(COMPILE)
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for file in (runner, session, script, Path(folder, "compile.py")):
                archive.add(file, file.name)
    text = base64.b64encode(packed.getvalue()).decode("ascii")
    for attempt in range(_SIGN_INS):
        try:
            machine.shell("mkdir -p /root/new && cd /root/new && base64 -d | tar x && sh -e ./install.sh", given=text)
        except MachineProblem:
            # One that is emulated on a busy host may not answer in time.
            if attempt == _SIGN_INS - 1:
                raise
        else:
            return


def _play(machine: Machine, *, seed: int, first: int, count: int, seconds: float) -> Iterator[dict[str, Any]]:
    serials = [f"{machine.serial_prefix}-{number:02d}" for number in range(1, DRIVES + 1)]
    nodes = [f"/dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_{serial}" for serial in serials]
    paths = machine.shell(f"readlink -e {' '.join(nodes)}").split()
    task = {
        "runner": ["/usr/bin/python3", _RUNNER],
        "state": "/var/lib/storagelab-runner",
        "config": "/etc/storagelab-runner",
        "folder": _FOLDER,
        "drives": [
            [path, f"nvme-QEMU_NVMe_Ctrl_{serial}", serial, DRIVE_MIB * MIB]
            for path, serial in zip(paths, serials, strict=True)
        ],
        "has_modules": True,
    }
    task |= {"check_every": CHECK_EVERY, "run_every": RUN_EVERY}
    task |= {"seed": seed, "first": first, "layouts": count, "limit_seconds": seconds}
    argv = ["bash", str(machine.script), "ssh", machine.name, f"python3 {_SESSION}"]
    yield from read_session(argv, task)
