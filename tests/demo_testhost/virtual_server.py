"""Virtual servers whose drives have a model, a firmware, a response time and a limit of IOPS."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
import uuid
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.integration.testhost.machine import SCRIPT, Machine, MachineProblem, call, free_port

#: What a boot may take while another server measures.
_BOOT_SECONDS = 300
#: The first of the names that are not assigned.
_WWN = 0x3000_0000_0000_0000
#: The image has one id for all; a lab takes servers of one id for one machine, and lets it do one run at a time.
_KERNEL_WORDS = (
    "console=ttyS0 root=/dev/nvme0n1 rw net.ifnames=0 panic=1 mitigations=off systemd.hostname={} systemd.machine_id={}"
)


@dataclass(frozen=True)
class Drives:
    """The drives of a server. The limit is of reads and writes together; the two delays are of each request."""

    count: int
    mib: int
    vendor: str
    product: str
    firmware: str
    iops_limit: int
    read_ms: int
    write_ms: int


@dataclass(frozen=True)
class VirtualServer(Machine):
    """One virtual server. Its images, sockets and process ids are in its folder."""

    kind: Drives = field(kw_only=True)

    def start(self) -> None:
        """Boot, and return once SSH answers. Raises MachineProblem."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "port").write_text(f"{self.port}\n")
        base = self.folder.parents[1] / "base"
        boot = self.folder / "root.qcow2"
        if not boot.exists():
            _run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", base / "root.img", boot)
        drives: list[str | Path] = []
        for number in range(1, self.kind.count + 1):
            drives += self._drive(number, self.kind)
        _run(
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-M", "q35", "-cpu", "max", "-smp", "2"),
            *("-m", "1024", "-display", "none", "-serial", f"file:{self.folder}/console.log"),
            *("-monitor", f"unix:{self.folder}/monitor,server,nowait"),
            *("-pidfile", self.folder / "pid", "-daemonize", "-kernel", base / "vmlinuz"),
            *("-append", _KERNEL_WORDS.format(self.name, uuid.uuid5(uuid.NAMESPACE_OID, self.name).hex)),
            *("-netdev", f"user,id=net0,hostfwd=tcp:127.0.0.1:{self.port}-:22"),
            *("-device", "virtio-net-pci,netdev=net0,id=nic0"),
            *("-drive", f"file={boot},if=none,id=boot,format=qcow2"),
            *("-device", f"nvme,drive=boot,serial={self.serial_prefix}-boot"),
            *("-device", "virtio-scsi-pci,id=scsi0", *drives),
        )
        self._wait()

    def update_firmware(self, firmware: str, *, iops_limit: int) -> VirtualServer:
        """Return the server after a shutdown and a boot in which its drives got another, slower firmware."""
        self.power_off()
        changed = replace(self, kind=replace(self.kind, firmware=firmware, iops_limit=iops_limit))
        changed.start()
        return changed

    def power_off(self) -> None:
        """Shut down cleanly, and close the images."""
        process = int((self.folder / "pid").read_text())
        with contextlib.suppress(MachineProblem):
            # The connection may be cut before the command has answered.
            self.shell("systemctl poweroff")
        while Path("/proc", str(process)).exists():
            time.sleep(0.5)
        self._close_images()

    def remove(self) -> None:
        """Power off the server and delete its disks."""
        call(self.script, "stop", self.name)
        self._close_images()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _drive(self, number: int, kind: Drives) -> list[str | Path]:
        """Return the emulator arguments for a drive whose image is served with delays."""
        image, socket = self.folder / f"drive{number}.img", self.folder / f"drive{number}.sock"
        if not image.exists():
            with image.open("wb") as made:
                made.truncate(kind.mib << 20)
        socket.unlink(missing_ok=True)
        _run(
            *("nbdkit", "-U", socket, "-P", self.folder / f"drive{number}.pid", "--filter=delay"),
            *("file", image, f"rdelay={kind.read_ms}ms", f"wdelay={kind.write_ms}ms"),
        )
        serial = f"{self.serial_prefix}-{number:02d}"
        source = f"file=nbd+unix:///?socket={socket},if=none,id=drive{number},format=raw"
        return [
            *("-drive", f"{source},throttling.iops-total={kind.iops_limit}"),
            "-device",
            f"scsi-hd,drive=drive{number},bus=scsi0.0,scsi-id={number},vendor={kind.vendor},product={kind.product},"
            f"ver={kind.firmware},serial={serial},wwn={_WWN + (self.port << 8) + number:#x},rotation_rate=1",
        ]

    def _close_images(self) -> None:
        for file in self.folder.glob("drive*.pid"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(file.read_text()), signal.SIGTERM)
            file.unlink()

    def _wait(self) -> None:
        deadline = time.monotonic() + _BOOT_SECONDS
        while True:
            try:
                self.shell("true")
            except MachineProblem:
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)
            else:
                return


def new_virtual_server(home: Path, name: str, kind: Drives) -> VirtualServer:
    """Return a server that is not running yet."""
    return VirtualServer(SCRIPT, name, free_port(), home / "hosts" / name, kind.count, kind=kind)


def _run(*argv: str | Path) -> None:
    done = subprocess.run([str(word) for word in argv], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise MachineProblem(f"{argv[0]}: {(done.stderr or done.stdout).strip()}")
