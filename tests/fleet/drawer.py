"""Server full of NVMe drives, with the files of a kernel and stand-ins for its programs.

The stand-ins print captured outputs (tests/data), with names, serial numbers and sizes of their own for each drive,
each after the same short time. The runner's own code queries them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.inventory import collect_inventory

DATA = Path(__file__).resolve().parents[1] / "data"
#: Digits in every serial number and world-wide name, in whose place each server has others.
_OWN = "8675300000"
_PROGRAM_SECONDS = 0.05
_MODEL, _FIRMWARE = "Micron_7450_MTFDKCC3T8TFR", "E2MU200"
_SECTOR_BYTES = 512
#: Programs of a server without arrays, which find nothing.
_FINDING_NOTHING = {
    "pvs": '{"report": [{"pv": []}]}',
    "vgs": '{"report": [{"vg": []}]}',
    "lvs": '{"report": [{"lv": []}]}',
    "lvm": "  LVM version:     2.03.16(2) (2022-05-18)",
    "mdadm": "mdadm - v4.2 - 2021-12-30",
    "multipath": "",
    "sensors": "{}",
}


class Drawer:
    """The server, below `folder`; its programs are installed in `programs`, which must lead PATH."""

    def __init__(self, folder: Path, programs: Path, drives: int) -> None:
        self._folder, self._programs = folder, programs
        folder.mkdir(parents=True)
        (folder / "answers").mkdir()
        self._kernel = Tree(folder)
        self._size_bytes = int(_captured("smartctl/nvme-micron-7450.json")["nvme_total_capacity"])
        for number in range(drives):
            self._add_drive(number)
            self._add_answers(number)
        self._add_host()
        self._add_programs(drives)
        self._recorded = json.dumps(self.read_inventory())

    def read_inventory(self) -> list[dict[str, Any]]:
        """Return the outputs of its inventory, queried now."""
        return collect_inventory(self._folder / "config", self._kernel.places)

    def recorded(self, number: int) -> list[dict[str, Any]]:
        """Return the outputs that were recorded once, as those of another server with drives of its own."""
        outputs: list[dict[str, Any]] = json.loads(self._recorded.replace(_OWN, f"{_OWN[:5]}{number:05d}"))
        return outputs

    def _add_drive(self, number: int) -> None:
        place = self._kernel.nvme(number)
        controller, seat = place.rpartition("/")[0], place.split("/nvme/")[0]
        texts = {
            f"{controller}/model": _MODEL,
            f"{controller}/serial": _serial(number),
            f"{controller}/firmware_rev": _FIRMWARE,
            f"{controller}/state": "live",
            f"{place}/size": self._size_bytes // _SECTOR_BYTES,
            f"{place}/wwid": f"eui.{_nguid(number)}",
            f"{place}/queue/logical_block_size": _SECTOR_BYTES,
            f"{place}/queue/scheduler": "[none] mq-deadline",
            f"{place}/queue/nr_requests": 1023,
            f"{place}/queue/read_ahead_kb": 128,
            f"{place}/queue/rotational": 0,
            f"{place}/queue/write_cache": "write through",
            f"{seat}/vendor": "0x1344",
            f"{seat}/device": "0x51c3",
            f"{seat}/current_link_speed": "16.0 GT/s PCIe",
            f"{seat}/current_link_width": 4,
            f"{seat}/max_link_speed": "16.0 GT/s PCIe",
            f"{seat}/max_link_width": 4,
            f"{seat}/numa_node": number % 2,
        }
        for path, text in texts.items():
            self._kernel.file(path, str(text))
        device = self._kernel.places.dev / f"nvme{number}n1"
        device.touch()
        for name in (f"nvme-eui.{_nguid(number)}", f"nvme-{_MODEL}_{_serial(number)}"):
            (self._kernel.places.by_id / name).symlink_to(device)

    def _add_answers(self, number: int) -> None:
        """Add the output of nvme-cli and smartctl for one drive."""
        identity = {"sn": _serial(number), "mn": _MODEL, "fr": _FIRMWARE}
        sectors = self._size_bytes // _SECTOR_BYTES
        size = {"nsze": sectors, "ncap": sectors, "nuse": sectors, "nguid": _nguid(number)}
        inquiry = {"model_name": _MODEL, "serial_number": _serial(number), "firmware_version": _FIRMWARE}
        smart = _captured("smartctl/nvme-micron-7450.json")
        answers = {
            "id-ctrl": _captured("nvme/id-ctrl-2.3-qemu.json") | identity,
            "id-ns": _captured("nvme/id-ns-2.3-qemu.json") | size,
            "smart-log": _captured("nvme/smart-log-2.3-qemu.json") | _same_health(smart),
            "smartctl": smart | inquiry,
        }
        for command, answer in answers.items():
            self._write(f"{command}-nvme{number}n1", json.dumps(answer, indent=2))

    def _add_host(self) -> None:
        host = _captured("host/virtual-machine.json")
        for name in ("cpuinfo", "meminfo"):
            (self._kernel.places.proc / name).write_text(host[name])
        for field, text in json.loads(_captured("host/qemu-q35.json")["dmi"]).items():
            self._kernel.file(f"class/dmi/id/{field}", text or "")

    def _add_programs(self, drives: int) -> None:
        self._write("lsblk", json.dumps({"blockdevices": [self._block_device(number) for number in range(drives)]}))
        self._write("lspci", "\n\n".join(_pci_function(number) for number in range(drives)))
        self._write("lscpu", (DATA / "host" / "lscpu-2.38.json").read_text())
        self._write("dmidecode", (DATA / "dmidecode" / "qemu-q35.txt").read_text())
        hosts = {"HostNQN": "nqn.2014-08.org.nvmexpress:uuid:8dc830b7", "HostID": "8dc830b7"}
        listed = [self._subsystem(number) for number in range(drives)]
        self._write("nvme-list", json.dumps({"Devices": [{**hosts, "Subsystems": listed}]}))
        paths = [
            {"Name": subsystem["Subsystem"], "NQN": subsystem["SubsystemNQN"], "Paths": _paths(subsystem)}
            for subsystem in listed
        ]
        self._write("nvme-list-subsys", json.dumps([{**hosts, "Subsystems": paths}]))
        for name in ("lsblk", "lspci", "lscpu", "dmidecode"):
            self._install(name, f'[ "$1" = --version ] && echo "{name} 2.38" && exit', self._print(name))
        self._install(
            "nvme",
            f'case "$1" in version) echo "nvme version 2.3";; list*) {self._print("nvme-$1")};;',
            f"*) {self._print('$1-${2##*/}')};; esac",
        )
        self._install(
            "smartctl", '[ "$1" = --version ] && echo "smartctl 7.3" && exit', self._print("smartctl-${3##*/}")
        )
        for name, text in _FINDING_NOTHING.items():
            self._write(name, text)
            self._install(name, self._print(name))

    def _block_device(self, number: int) -> dict[str, Any]:
        name = f"nvme{number}n1"
        machine = json.loads(_captured("lsblk/nvme-lvm-raid.json")["lsblk"])
        [free] = [node for node in machine["blockdevices"] if node["name"] == "nvme4n1"]
        path = str(self._kernel.places.dev / name)
        return {
            **free, "name": name, "kname": name, "path": path, "maj:min": f"259:{number}", "model": _MODEL,
            "serial": _serial(number), "size": self._size_bytes, "wwn": f"eui.{_nguid(number)}",
        }  # fmt: skip

    def _subsystem(self, number: int) -> dict[str, Any]:
        namespace = {
            "NameSpace": f"nvme{number}n1", "NSID": 1, "UsedBytes": self._size_bytes,
            "MaximumLBA": self._size_bytes // _SECTOR_BYTES, "PhysicalSize": self._size_bytes,
            "SectorSize": _SECTOR_BYTES,
        }  # fmt: skip
        controller = {
            "Controller": f"nvme{number}", "SerialNumber": _serial(number), "ModelNumber": _MODEL,
            "Firmware": _FIRMWARE, "Transport": "pcie", "Address": _address(number), "Namespaces": [namespace],
            "Paths": [],
        }  # fmt: skip
        return {
            "Subsystem": f"nvme-subsys{number}", "SubsystemNQN": f"nqn.2016-08.com.micron:{_serial(number)}",
            "Controllers": [controller], "Namespaces": [],
        }  # fmt: skip

    def _write(self, name: str, text: str) -> None:
        (self._folder / "answers" / name).write_text(text)

    def _print(self, name: str) -> str:
        return f'exec /bin/cat "{self._folder}/answers/{name}"'

    def _install(self, name: str, *lines: str) -> None:
        path = self._programs / name
        path.write_text("\n".join(("#!/bin/sh", f"/bin/sleep {_PROGRAM_SECONDS}", *lines, "")))
        path.chmod(0o755)


def _captured(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((DATA / path).read_bytes())
    return document


def _same_health(smart: dict[str, Any]) -> dict[str, Any]:
    """Return a drive's health from smartctl in the words of nvme-cli."""
    log = smart["nvme_smart_health_information_log"]
    names = {
        "available_spare": "avail_spare", "available_spare_threshold": "spare_thresh",
        "percentage_used": "percent_used", "data_units_read": "data_units_read",
        "data_units_written": "data_units_written", "host_reads": "host_read_commands",
        "host_writes": "host_write_commands", "power_cycles": "power_cycles", "power_on_hours": "power_on_hours",
        "unsafe_shutdowns": "unsafe_shutdowns", "media_errors": "media_errors",
    }  # fmt: skip
    return {"temperature": log["temperature"] + 273, **{name: log[key] for key, name in names.items()}}


def _serial(number: int) -> str:
    return f"2237{_OWN}{number:02d}"


def _nguid(number: int) -> str:
    return f"000000{_OWN}00a0752237{number:06x}"


def _address(number: int) -> str:
    return f"0000:{number + 1:02x}:00.0"


def _paths(subsystem: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"Name": controller["Controller"], "Transport": "pcie", "Address": controller["Address"], "State": "live"}
        for controller in subsystem["Controllers"]
    ]


def _pci_function(number: int) -> str:
    lines = {
        "Slot": _address(number), "Class": "Non-Volatile memory controller", "Vendor": "Micron Technology Inc",
        "Device": "7450 PRO NVMe SSD", "Driver": "nvme",
    }  # fmt: skip
    return "\n".join(f"{name}:\t{text}" for name, text in lines.items())
