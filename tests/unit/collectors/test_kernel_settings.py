"""Settings of the kernel by dotted names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.collectors import kernel_settings
from storagelab.collectors.base import CollectedFacts, ServerFacts

RECORDED = Path(__file__).parents[2] / "data" / "host" / "kernel-settings.json"


def settings(**values: Any) -> dict[str, Any]:
    return dict(kernel_settings.parse({"kernel_settings": json.dumps(values)}).settings)


def test_a_real_machine() -> None:
    facts = kernel_settings.parse({"kernel_settings": RECORDED.read_text()})
    assert facts.server == ServerFacts(numa_nodes=1)
    assert facts.warnings == ()
    chosen = {
        "block.vda.scheduler": "mq-deadline",
        "block.vda.nr_requests": 256,
        "block.vda.write_cache": "write back",
        "cpu.c_states": "POLL, haltpoll idle",
        "cpu.c_state_driver": "haltpoll",
        "mitigations.retbleed": "Vulnerable",
        "sysctl.vm.dirty_ratio": 20,
        "cmdline.mitigations": "auto,no_guest_host,no_guest_guest",
        "transparent_hugepage": "madvise",
    }
    assert facts.settings == facts.settings | chosen
    assert not {"cpu.governor", "cpu.driver", "cmdline.console", "cmdline.quiet"} & set(facts.settings)


def test_equal_governors_are_listed_once() -> None:
    assert settings(cpu={"governors": ["performance", "performance"]}) == {"cpu.governor": "performance"}
    assert settings(cpu={"governors": ["performance", "powersave"]}) == {"cpu.governor": "performance, powersave"}


def test_only_relevant_boot_options_are_recorded() -> None:
    line = "root=/dev/sda1 password=secret nosmt hugepagesz=1G hugepages=8 hugepagesz=2M hugepages=64 intel-iommu=off"
    assert settings(cmdline=line) == {
        "cmdline.nosmt": True,
        "cmdline.hugepagesz": "1G 2M",
        "cmdline.hugepages": "8 64",
        "cmdline.intel_iommu": "off",
    }


def test_booleans_and_numbers_preserve_their_type() -> None:
    parsed = settings(cpu={"boost": False, "smt": "1"}, sysctl={"vm.swappiness": 10, "kernel.x": -1, "kernel.y": "-1"})
    assert parsed == {
        "cpu.boost": False,
        "cpu.smt": 1,
        "sysctl.vm.swappiness": 10,
        "sysctl.kernel.x": -1,
        "sysctl.kernel.y": "-1",
    }


@pytest.mark.parametrize("answer", ["{", "[1]", "null", "block.sda.scheduler = none"])
def test_non_object_answer_gives_a_warning(answer: str) -> None:
    assert kernel_settings.parse({"kernel_settings": answer}) == CollectedFacts(
        warnings=("The settings of the kernel were not understood: a JSON object was expected.",)
    )


@pytest.mark.parametrize(
    "values",
    [
        {"block": [], "cpu": None, "mitigations": "none", "sysctl": 3, "cmdline": 5, "numa_nodes": "two"},
        {"block": {"sda": None, "sdb": 5, "sdc": {"scheduler": None, "nr_requests": {}}}},
        {"cpu": {"governors": [], "c_states": [None, {}]}, "transparent_hugepage": " \0"},
        {"sysctl": {"vm.x": float("inf"), "vm.y": float("nan")}},
    ],
)
def test_values_of_unexpected_type_are_unknown(values: dict[str, Any]) -> None:
    assert kernel_settings.parse({"kernel_settings": json.dumps(values)}) == CollectedFacts()


def test_markup_is_preserved_as_text() -> None:
    assert settings(mitigations={"<b>": "<i>\n on</i>"}) == {"mitigations.<b>": "<i> on</i>"}
