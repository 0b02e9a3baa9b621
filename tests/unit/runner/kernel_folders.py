"""Copy of the folders in which a kernel shows a server.

It is made file by file, beside programs that answer from files.
"""

from __future__ import annotations

from pathlib import Path

from storagelab_runner.places import Places


class Tree:
    """A copy of the folders in which a kernel shows itself, made file by file."""

    def __init__(self, root: Path) -> None:
        self.places = Places(root / "sys", root / "proc", root / "dev", root / "run", root / "etc")
        for folder in self.places:
            folder.mkdir()
        self.places.by_id.mkdir(parents=True)
        (self.places.proc / "self").mkdir()

    def file(self, path: str, text: str | bytes) -> None:
        file = self.places.sys / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else f"{text}\n".encode())

    def link(self, path: str, target: str) -> None:
        link = self.places.sys / path
        link.parent.mkdir(parents=True, exist_ok=True)
        (self.places.sys / target).mkdir(parents=True, exist_ok=True)
        link.symlink_to(self.places.sys / target)

    def block(self, path: str, number: str, sectors: int = 2048) -> str:
        """Create a block device at that place."""
        name = path.rpartition("/")[2]
        for file, text in {"dev": number, "size": str(sectors), "ro": "0", "hidden": "0"}.items():
            self.file(f"{path}/{file}", text)
        self.link(f"class/block/{name}", path)
        return path

    def pci(self, path: str, kind: str, driver: str) -> None:
        self.file(f"{path}/class", kind)
        self.link(f"{path}/subsystem", "bus/pci")
        self.link(f"{path}/driver", f"bus/pci/drivers/{driver}")

    def nvme(self, number: int) -> str:
        """Create an NVMe drive of 1 MiB below a PCI function of its own; return the place of its namespace."""
        seat = f"devices/pci0000:00/0000:{number + 1:02x}:00.0"
        self.pci(seat, "0x010802", "nvme")
        self.link(f"bus/pci/devices/0000:{number + 1:02x}:00.0", seat)
        controller = f"{seat}/nvme/nvme{number}"
        self.file(f"{controller}/transport", "pcie")
        self.file(f"{controller}/address", f"0000:{number + 1:02x}:00.0")
        self.link(f"class/nvme/nvme{number}", controller)
        drive = self.block(f"{controller}/nvme{number}n1", f"259:{number}")
        self.link(f"{drive}/device", controller)
        self.link(f"dev/block/259:{number}", drive)
        return drive

    def array(self, number: int, *members: str) -> str:
        """Create a software array on members, given by their places."""
        array = self.block(f"devices/virtual/block/md{number}", f"9:{number}")
        for name, text in {"level": "raid5", "array_state": "clean", "degraded": "0", "sync_action": "idle"}.items():
            self.file(f"{array}/md/{name}", text)
        for member in members:
            self.link(f"{array}/slaves/{member.rpartition('/')[2]}", member)
            self.link(f"{member}/holders/md{number}", array)
        self.link(f"dev/block/9:{number}", array)
        self.link(f"block/md{number}", array)
        return array

    def volume(self, wwid: str) -> str:
        """Create a virtual drive of a MegaRAID controller."""
        seat = "devices/pci0000:00/0000:18:00.0"
        self.pci(seat, "0x010400", "megaraid_sas")
        self.link("bus/pci/devices/0000:18:00.0", seat)
        unit = f"{seat}/host0/target0:2:0/0:2:0:0"
        drive = self.block(f"{unit}/block/sdb", "8:16")
        self.link(f"{drive}/device", unit)
        self.file(f"{unit}/wwid", wwid)
        self.link("dev/block/8:16", drive)
        return drive


class Programs:
    """Programs that come first on PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    def install(self, name: str, script: str) -> None:
        """Install a program of that name from the text of a shell script."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
