"""Settings of the kernel from a copy of sysfs and procfs."""

from __future__ import annotations

from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.kernel_settings import read_kernel_settings

CPU = "devices/system/cpu"


def _proc(kernel: Tree, path: str, text: str) -> None:
    file = kernel.places.proc / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text}\n")


def test_settings_have_their_natural_types(kernel: Tree) -> None:
    drive = kernel.nvme(0)
    queue = {"scheduler": "[none] mq-deadline kyber", "nr_requests": "1023", "rotational": "0", "io_poll": "1"}
    for name, text in {**queue, "write_cache": "write through", "wbt_lat_usec": "0"}.items():
        kernel.file(f"{drive}/queue/{name}", text)
    for number, governor in enumerate(("powersave", "performance", "performance")):
        kernel.file(f"{CPU}/cpu{number}/cpufreq/scaling_governor", governor)
    for number, (name, disabled) in enumerate((("POLL", "0"), ("C1", "0"), ("C6", "1"))):
        kernel.file(f"{CPU}/cpu0/cpuidle/state{number}/name", name)
        kernel.file(f"{CPU}/cpu0/cpuidle/state{number}/disable", disabled)
    kernel.file(f"{CPU}/cpu0/cpufreq/scaling_driver", "intel_pstate")
    kernel.file(f"{CPU}/intel_pstate/no_turbo", "1")
    kernel.file(f"{CPU}/cpuidle/current_driver", "intel_idle")
    kernel.file(f"{CPU}/smt/control", "on")
    kernel.file(f"{CPU}/vulnerabilities/meltdown", "Mitigation: PTI")
    kernel.file("devices/system/node/node0/meminfo", "")
    kernel.file("devices/system/node/node1/meminfo", "")
    kernel.file("kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
    _proc(kernel, "sys/vm/dirty_ratio", "20")
    _proc(kernel, "cmdline", "quiet mitigations=off")
    settings = read_kernel_settings(read_tree(kernel.places), kernel.places)
    assert settings["block"]["nvme0n1"] == {
        "scheduler": "none",
        "nr_requests": 1023,
        "read_ahead_kb": None,
        "rotational": False,
        "write_cache": "write through",
        "nomerges": None,
        "rq_affinity": None,
        "wbt_lat_usec": 0,
        "io_poll": True,
    }
    assert settings["cpu"] == {
        "governors": ["performance", "powersave"],
        "driver": "intel_pstate",
        "boost": False,
        "c_states": ["POLL", "C1"],
        "c_state_driver": "intel_idle",
        "smt": "on",
    }
    assert settings["mitigations"] == {"meltdown": "Mitigation: PTI"}
    assert (settings["sysctl"]["vm.dirty_ratio"], settings["sysctl"]["vm.swappiness"]) == (20, None)
    assert (settings["cmdline"], settings["transparent_hugepage"]) == ("quiet mitigations=off", "madvise")
    assert settings["numa_nodes"] == 2


def test_empty_kernel_tree_leaves_settings_unknown(kernel: Tree) -> None:
    settings = read_kernel_settings({}, kernel.places)
    assert (settings["block"], settings["mitigations"], settings["cpu"]["governors"]) == ({}, {}, [])
    assert {settings["cpu"]["boost"], settings["cmdline"], settings["numa_nodes"], *settings["sysctl"].values()} == {
        None
    }
