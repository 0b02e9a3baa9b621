"""Loop devices of simulated servers: drives that can be lost, swapped and written over without harm."""

from __future__ import annotations

import hashlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.fault import Skip
from tests.faults.hosts import Host

#: Below 64 MiB not every tool looks for the labels of storage pools.
SIZE_BYTES = 64 << 20


@dataclass
class Loop:
    """An image and the loop device on it."""

    image: Path
    device: str

    @property
    def stable_id(self) -> str:
        """As the runner names it on a sandbox."""
        return f"loop-{self.image.name}"

    @property
    def serial(self) -> str:
        """As the runner reads it on a sandbox: it belongs to the file and to no name."""
        status = self.image.stat()
        return f"{status.st_dev:x}-{status.st_ino}"

    def as_target(self) -> dict[str, Any]:
        """Return the device as a spec names it."""
        identity = {"stable_id": self.stable_id, "serial": self.serial}
        return {**identity, "path": self.device, "size_bytes": SIZE_BYTES}

    def sha256(self) -> str:
        """Return the SHA-256 of the whole image."""
        os.sync()
        return hashlib.sha256(self.image.read_bytes()).hexdigest()

    def blank(self) -> None:
        """Make it a drive fresh from the factory, the same one."""
        with self.image.open("r+b") as file:
            file.truncate(0)
            file.truncate(SIZE_BYTES)
        subprocess.run(["blockdev", "--flushbufs", self.device], check=True)

    def write(self, offset: int, data: bytes) -> None:
        """Put something on the drive."""
        with Path(self.device).open("r+b", buffering=0) as device:
            os.pwrite(device.fileno(), data, offset)
            os.fsync(device.fileno())

    def add_partition(self) -> None:
        """Add the first partition of the table to the kernel: not every kernel reads tables by itself."""
        subprocess.run(["partx", "--add", "--nr", "1", self.device], check=True)

    def remove_partition(self) -> None:
        """Remove the partition from the kernel."""
        subprocess.run(["partx", "--delete", "--nr", "1", self.device], check=True)

    def pull(self) -> None:
        """Set the capacity to 0, as the kernel does when a drive is pulled.

        It takes two steps, and a write that was under way between them makes the image grow again, to its full size if
        it was to the last block; an engine that meets the end of a smaller one ends, so the second try or third holds.
        """
        size = Path("/sys/block", Path(self.device).name, "size")
        while int(size.read_text()) != 0:
            os.truncate(self.image, 0)
            subprocess.run(["losetup", "--set-capacity", self.device], check=True)

    def detach(self) -> None:
        """Let go of the device."""
        subprocess.run(["losetup", "--detach", self.device], check=False, capture_output=True)


def sandbox(host: Host) -> None:
    """Mark the server as one whose loop devices may be tested."""
    folder = host.folder / "img"
    folder.mkdir(exist_ok=True)
    (host.folder / "swapped").mkdir(exist_ok=True)
    (host.folder / "config" / "sandbox").write_text(f"{folder}\n{host.folder / 'swapped'}\n", "utf-8")


def attach(image: Path, device: str | None = None) -> Loop:
    """Attach a loop device to an image, which is made if it is missing. Raises Skip when there are none."""
    if not image.exists():
        with image.open("wb") as file:
            file.truncate(SIZE_BYTES)
    where = [device] if device else ["--partscan", "--find", "--show"]
    done = subprocess.run(["losetup", *where, str(image)], check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip(f"no loop device: {done.stderr.strip()}")
    return Loop(image, device or done.stdout.strip())
