"""Build layers on real devices, remember how to take them down, and what must survive on them."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.layouts import survivors, system, tables
from tests.layouts.layers import Layer
from tests.layouts.survivors import Survivor
from tests.layouts.tables import MIB, Part

_NUMBERS = itertools.count(1)
_CONFIGFS = Path("/sys/kernel/config")
_ZRAM = Path("/sys/block/zram0")
_PROBE_BYTES = MIB
#: A volume may lie on another one.
_LVM = ("--config", "activation{udev_sync=0} devices{scan_lvs=1}", "-qq")


class Builder:
    """The stacks of one layout."""

    def __init__(self, folder: Path, spare: Path | None, title: str) -> None:
        self.survivors: list[Survivor] = []
        self._folder = folder
        self._spare = spare
        self._title = title
        self._undo: list[Callable[[], object]] = []
        self.kinds: dict[str, Callable[[Layer, Path], object]] = {
            "partition table": self._table,
            "added partition": self._added_partition,
            "loop": self._loop,
            "linear": self._linear,
            "crypt": self._crypt,
            "raid": self._array,
            "stopped raid": self._stopped_array,
            "volume": self._volume,
            "inactive volume": self._inactive_volume,
            "ext4": self._file_system,
            "xfs": self._file_system,
            "swap area": self._swap,
            "header of LUKS": lambda _, device: self._write(device, 0, tables.luks_header()),
            "data": self._data,
            "NVMe export": self._nvme_export,
            "prepared NVMe export": self._nvme_export,
            "SCSI export": self._scsi_export,
            "SCSI export as a file": self._scsi_export,
            "backing of zram": self._zram,
            "open for reading": lambda _, device: self._hold(lambda: os.open(device, os.O_RDONLY)),
            "open for writing": lambda _, device: self._hold(lambda: os.open(device, os.O_RDWR)),
            "mapped": lambda _, device: self._hold(lambda: system.map_device(device)),
            "registered with io_uring": lambda _, device: self._hold(lambda: system.register_ring(device)),
            "generic device open": lambda _, device: self._hold(lambda: os.open(_generic(device), os.O_RDWR)),
            "controller open": lambda _, device: self._hold(lambda: os.open(_controller(device), os.O_RDWR)),
            "named in fstab": lambda _, device: self._name("fstab", f"{_by_id(device)} /nowhere ext4 noauto 0 0\n"),
            "named in crypttab": lambda _, device: self._name("crypttab", f"lay {device} none noauto\n"),
            "named in a unit": self._unit,
            "named in a comment": lambda _, device: self._name("fstab", f"# {device} was here\n"),
            "opened and closed": lambda _, device: os.close(os.open(device, os.O_RDONLY)),
        }

    def build(self, layer: Layer, device: Path) -> None:
        """Put a layer and all on it on a device. Raises Problem or OSError."""
        before = len(self.survivors)
        self.kinds[layer.kind](layer, device)
        if not layer.is_obstacle or len(self.survivors) > before:
            return
        # Nothing was written: what is there must stay all the same.
        self._survive(f"the middle of {device.name}", device, layer.size * MIB // 2, _PROBE_BYTES)

    def take_down(self) -> list[str]:
        """Undo everything, the last first; return what did not work."""
        trouble = []
        while self._undo:
            try:
                self._undo.pop()()
            except (system.Problem, OSError, subprocess.SubprocessError) as problem:
                trouble.append(f"taking down: {problem}")
        return trouble

    def on_file(self, layer: Layer) -> None:
        """Build a loop device on a new file of the server, with what lies on it."""
        image = self._folder / f"file{next(_NUMBERS)}"
        with image.open("wb") as file:
            file.truncate(layer.size * MIB)
        self._undo.append(image.unlink)
        self._attach(layer, image)

    def _inside(self, layer: Layer, device: Path) -> None:
        for child in layer.children:
            self.build(child, device)

    def _table(self, layer: Layer, drive: Path) -> None:
        parts = [Part(int(child.option), child.offset, child.size) for child in layer.children]
        if layer.option.startswith("gpt"):
            pieces = tables.gpt(parts, _size(drive))
        else:
            pieces = [(0, tables.mbr(parts))]
        for offset, data in pieces:
            self._write(drive, offset, data)
        # udev reads the table at a time of its own choosing. After that the kernel knows the partitions in any case.
        for part in parts:
            self._undo.append(functools.partial(system.remove_partition, drive, part.number))
        if layer.option.endswith("only on disk"):
            return
        _settle()
        for child, part in zip(layer.children, parts, strict=True):
            node = _partition_node(drive, part.number)
            if not node.exists():
                system.add_partition(drive, part.number, part.start * MIB, part.size * MIB)
            system.eventually(node.exists, f"{node} is there")
            self._inside(child, node)

    def _added_partition(self, layer: Layer, drive: Path) -> None:
        _settle()
        system.add_partition(drive, 1, layer.offset * MIB, layer.size * MIB)
        self._undo.append(lambda: system.remove_partition(drive, 1))
        node = _partition_node(drive, 1)
        system.eventually(node.exists, f"{node} is there")
        self._inside(layer, node)

    def _loop(self, layer: Layer, device: Path) -> None:
        self._attach(layer, device)

    def _attach(self, layer: Layer, below: Path) -> None:
        options = ["--offset", layer.offset * MIB, "--sizelimit", layer.size * MIB]
        options += ["--direct-io=on"] if layer.option == "direct" else []
        loop = Path(system.run("losetup", "--find", "--show", *options, below))
        self._undo.append(lambda: _detach(loop))
        self._inside(layer, loop)

    def _linear(self, layer: Layer, device: Path) -> None:
        self._map(layer, f"0 {layer.size * 2048} linear {device} {layer.offset * 2048}")

    def _crypt(self, layer: Layer, device: Path) -> None:
        self._map(layer, f"0 {layer.size * 2048} crypt aes-xts-plain64 {'5a' * 64} 0 {device} {layer.offset * 2048}")

    def _map(self, layer: Layer, table: str) -> None:
        name = f"lay{next(_NUMBERS)}"
        system.run("dmsetup", "create", "--noudevsync", name, "--table", table)
        self._undo.append(lambda: system.eventually(lambda: _try("dmsetup", "remove", name), f"{name} is removed"))
        node = Path("/dev/mapper", name)
        system.eventually(node.exists, f"{node} is there")
        self._inside(layer, node.resolve())

    def _array(self, layer: Layer, device: Path) -> None:
        array = self._make_array(layer, device)
        self._inside(layer, array)

    def _make_array(self, layer: Layer, device: Path) -> Path:
        number = next(_NUMBERS)
        array = Path(f"/dev/md{number}")
        words = layer.option.split()
        level = words[words.index("level") + 1].strip(",") if "level" in words else "1"
        metadata = words[words.index("metadata") + 1] if "metadata" in words else "1.2"
        partner = self._spare if "spare" in words and self._spare is not None else "missing"
        options = ["--run", "--assume-clean", f"--level={level}", "--raid-devices=2", f"--metadata={metadata}"]
        options += ["--chunk=64"] if level == "0" else []
        system.run("mdadm", "--quiet", "--create", array, *options, device, partner)
        self._undo.append(lambda: system.eventually(lambda: _stop_array(array), f"{array} is stopped"))
        system.eventually(array.exists, f"{array} is there")
        return array

    def _stopped_array(self, layer: Layer, device: Path) -> None:
        array = self._make_array(layer, device)
        system.write(array, MIB, tables.pattern(self._title, 3 * MIB))
        self._undo.pop()()
        self._survive(f"member {device.name}", device, 0, 4 * MIB)

    def _volume(self, layer: Layer, device: Path) -> None:
        name, node = self._make_volume(layer, device)
        self._undo.append(lambda: system.run("vgchange", *_LVM, "-an", name))
        self._inside(layer, node)

    def _make_volume(self, layer: Layer, device: Path) -> tuple[str, Path]:
        name = f"lay{next(_NUMBERS)}"
        system.run("vgcreate", *_LVM, "-y", "--physicalextentsize", "1m", name, device)
        system.run("lvcreate", *_LVM, "-y", "-Wn", "-Zn", "--noudevsync", "-n", "v", "-l", "100%FREE", name)
        node = Path("/dev/mapper", f"{name}-v")
        system.eventually(node.exists, f"{node} is there")
        return name, node.resolve()

    def _inactive_volume(self, layer: Layer, device: Path) -> None:
        name, node = self._make_volume(layer, device)
        system.write(node, 0, tables.pattern(self._title, 3 * MIB))
        _settle()
        system.run("vgchange", *_LVM, "-an", name)
        self._undo.append(lambda: system.run("vgchange", *_LVM, "-an", name))
        self._survive(f"physical volume {device.name}", device, 0, 6 * MIB)

    def _file_system(self, layer: Layer, device: Path) -> None:
        blocks = layer.size * 256
        if layer.kind == "xfs":
            system.run("mkfs.xfs", "--unsupported", "-q", "-f", "-K", "-d", f"size={layer.size}m", device)
        else:
            options = ["-E", "nodiscard,lazy_itable_init=1", "-O", "^has_journal", "-b", "4096"]
            system.run("mkfs.ext4", "-q", "-F", *options, device, blocks)
        point = self._folder / f"point{next(_NUMBERS)}"
        point.mkdir()
        self._undo.append(point.rmdir)
        system.mount(device, point, layer.kind)
        system.write(point / "file", 0, tables.pattern(self._title, 3 * MIB))
        system.unmount(point)
        if not layer.children:
            self._survive(f"{layer.kind} on {device.name}", device, 0, layer.size * MIB)
        for child in layer.children:
            self._mount(child, device, point, layer.kind)

    def _mount(self, layer: Layer, device: Path, point: Path, kind: str) -> None:
        read_only = layer.option == "read-only"
        file = point / "file"

        def mount_privately() -> None:
            system.leave_namespace()
            system.mount(device, point, kind, read_only=read_only)

        if layer.kind == "mounted in a namespace":
            process = self._hold(mount_privately)
            file = Path(f"/proc/{process}/root", *file.parts[1:])
        else:
            system.mount(device, point, kind, read_only=read_only)
            if layer.kind == "mounted":
                self._undo.append(lambda: system.unmount(point))
            else:
                process = self._hold(lambda: os.dup2(os.open(point / "file", os.O_RDONLY), 200))
                system.unmount(point, detach=True)
                file = Path(f"/proc/{process}/fd/200")
        self.survivors.append(survivors.of_file(f"file on {device.name}", file))

    def _swap(self, layer: Layer, device: Path) -> None:
        system.run("mkswap", "-q", device)
        self._survive(f"swap area on {device.name}", device, 0, 4096)
        if layer.children:
            system.run("swapon", device)
            self._undo.append(lambda: system.run("swapoff", device))

    def _data(self, layer: Layer, device: Path) -> None:
        self._write(device, layer.offset * MIB, tables.pattern(self._title, layer.size * MIB))

    def _write(self, device: Path, offset: int, data: bytes) -> None:
        system.write(device, offset, data)
        whole = -(-len(data) // 4096) * 4096 if offset % 4096 == 0 else len(data)
        self._survive(f"data on {device.name}", device, offset, whole)

    def _nvme_export(self, layer: Layer, device: Path) -> None:
        subsystem = _CONFIGFS / "nvmet" / "subsystems" / f"lay{next(_NUMBERS)}"
        namespace = subsystem / "namespaces" / "1"
        self._folders(subsystem, namespace)
        (namespace / "device_path").write_text(str(device))
        if layer.kind == "NVMe export":
            (namespace / "enable").write_text("1")
            self._undo.append(lambda: (namespace / "enable").write_text("0"))

    def _scsi_export(self, layer: Layer, device: Path) -> None:
        number = next(_NUMBERS)
        kind = "iblock" if layer.kind == "SCSI export" else "fileio"
        backstore = _CONFIGFS / "target" / "core" / f"{kind}_{number}"
        store = backstore / f"lay{number}"
        self._folders(backstore, store)
        words = f"udev_path={device}" if kind == "iblock" else f"fd_dev_name={device},fd_dev_size={layer.size * MIB}"
        (store / "control").write_text(words)
        (store / "enable").write_text("1")

    def _folders(self, *folders: Path) -> None:
        for folder in folders:
            folder.mkdir(parents=True)
            self._undo.append(folder.rmdir)

    def _zram(self, _: Layer, device: Path) -> None:
        (_ZRAM / "backing_dev").write_text(str(device))
        self._undo.append(lambda: (_ZRAM / "reset").write_text("1"))

    def _hold(self, action: Callable[[], object]) -> int:
        process = system.background(action)
        self._undo.append(lambda: system.end(process))
        return process

    def _name(self, file: str, line: str) -> None:
        path = Path("/etc", file)
        before = path.read_text() if path.exists() else None
        path.write_text((before or "") + line)
        self._undo.append(lambda: path.unlink() if before is None else path.write_text(before))

    def _unit(self, _: Layer, device: Path) -> None:
        path = Path("/etc/systemd/system/layout.service")
        path.write_text(f"[Service]\nExecStart=/usr/bin/dd if=/dev/zero of={device}\n")
        self._undo.append(path.unlink)

    def _survive(self, words: str, device: Path, offset: int, size: int) -> None:
        # The direct reads need whole blocks.
        lead = offset % 4096
        self.survivors.append(survivors.of_device(words, device, offset - lead, -(-(size + lead) // 4096) * 4096))


def _size(device: Path) -> int:
    descriptor = os.open(device, os.O_RDONLY)
    try:
        return os.lseek(descriptor, 0, os.SEEK_END)
    finally:
        os.close(descriptor)


def _settle() -> None:
    if Path("/run/udev/control").exists():
        system.run("udevadm", "settle", "--timeout=20")


def _partition_node(drive: Path, number: int) -> Path:
    return Path(f"{drive}{'p' if drive.name[-1].isdigit() else ''}{number}")


def _generic(device: Path) -> Path:
    return device.with_name(device.name.replace("nvme", "ng"))


def _controller(device: Path) -> Path:
    return device.with_name(device.name.rpartition("n")[0])


def _by_id(device: Path) -> Path:
    links = sorted(link for link in Path("/dev/disk/by-id").iterdir() if link.resolve() == device)
    return links[0] if links else device


def _detach(loop: Path) -> None:
    backing = Path("/sys/block", loop.name, "loop", "backing_file")
    before = backing.read_text()
    system.run("losetup", "--detach", loop)

    def is_detached() -> bool:
        with contextlib.suppress(OSError):
            return backing.read_text() != before
        return True

    system.eventually(is_detached, f"{loop} is detached")


def _stop_array(array: Path) -> bool:
    _try("mdadm", "--quiet", "--stop", array)
    return not Path("/sys/block", array.name, "md", "array_state").exists() or _array_state(array) == "clear"


def _array_state(array: Path) -> str:
    try:
        return Path("/sys/block", array.name, "md", "array_state").read_text().strip()
    except OSError:
        return "clear"


def _try(*argv: object) -> bool:
    return system.can_run(*argv)
