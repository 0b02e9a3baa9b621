"""Processors as lscpu counts them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.collectors import lscpu
from storagelab.collectors.base import CollectedFacts, ServerFacts

RECORDED = Path(__file__).parents[2] / "data" / "host" / "lscpu-2.38.json"


def printed(children: Any = None, **fields: Any) -> dict[str, str | None]:
    rows = [{"field": f"{field.replace('_', ' ')}:", "data": value} for field, value in fields.items()]
    rows[-1]["children"] = children
    return {"lscpu": json.dumps({"lscpu": rows})}


def server(outputs: dict[str, str | None]) -> ServerFacts:
    facts = lscpu.parse(outputs).server
    assert facts is not None
    return facts


def test_a_real_machine() -> None:
    assert lscpu.parse({"lscpu": RECORDED.read_text()}) == CollectedFacts(
        server=ServerFacts(
            architecture="x86_64",
            cpu_model="Intel(R) Xeon(R) Processor",
            cpu_sockets=1,
            cpu_cores=2,
            cpu_threads=2,
            numa_nodes=1,
        )
    )


def test_nested_rows_of_newer_versions() -> None:
    below = [
        {"field": "Model name:", "data": "AMD EPYC 9354", "children": [{"field": "CPU max MHz:", "data": "3799,0720"}]},
        {"field": "Socket(s):", "data": 5},
        {"field": "Core(s) per socket:", "data": "32"},
        {"field": "Socket(s):", "data": "2"},
        {"field": "NUMA node(s):", "data": "8"},
        {"field": "On-line CPU(s) list:", "data": "0-62,64,66-127"},
    ]
    facts = server(printed(below, Architecture="x86_64", **{"CPU(s)": "128"}))
    assert (facts.cpu_sockets, facts.cpu_cores, facts.cpu_threads) == (2, 64, 126)
    assert (facts.cpu_model, facts.cpu_max_mhz, facts.numa_nodes) == ("AMD EPYC 9354", 3799.072, 8)


def test_missing_values_are_unknown() -> None:
    fields = {"Socket(s)": "-", "Core(s)_per_socket": "16", "Model_name": "-", "NUMA_node(s)": "0", "CPU(s)": "x"}
    assert server(printed(Architecture="aarch64", **fields)) == ServerFacts(architecture="aarch64")


@pytest.mark.parametrize(
    "answer",
    [
        '{"lscpu": [{"field": "Architektur:", "data": "x86_64"}]}',
        '{"lscpu": [1, null, {"field": 3, "data": []}]}',
        '{"lscpu": {"field": "Architecture:"}}',
        "Architecture: x86_64",
        "{",
        "[]",
    ],
)
def test_unreadable_output_is_a_warning(answer: str) -> None:
    assert lscpu.parse({"lscpu": answer}) == CollectedFacts(warnings=("The output of lscpu was not understood.",))


def test_model_markup_is_preserved_as_text() -> None:
    assert server(printed(Architecture="x86_64", Model_name="<b>CPU</b>")).cpu_model == "<b>CPU</b>"


def test_empty_output_gives_no_facts() -> None:
    assert lscpu.parse({"lscpu": " "}) == lscpu.parse({}) == CollectedFacts()
