"""Facts of the host: processors, memory, firmware and operating system."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.collectors import host
from storagelab.collectors.base import ServerFacts


def test_a_machine_is_described_whole(inventory) -> None:
    facts = host.parse(inventory("host/qemu-q35"))
    assert facts.server == ServerFacts(
        hostname="lab1",
        os_name="Debian GNU/Linux 12 (bookworm)",
        kernel="6.1.0-56-cloud-amd64",
        architecture="x86_64",
        cpu_model="QEMU TCG CPU version 2.5+",
        cpu_sockets=1,
        cpu_cores=2,
        cpu_threads=2,
        memory_bytes=1019076608,
        product_name="Standard PC (Q35 + ICH9, 2009)",
        system_vendor="QEMU",
        board_name=None,
        bios_version="1.16.2-debian-1.16.2-1",
        fio_version="fio-3.33",
    )
    assert facts.warnings == ()


def test_firmware_without_product_name_gives_a_warning(inventory) -> None:
    facts = host.parse(inventory("host/virtual-machine"))
    assert facts.server is not None
    assert facts.server.product_name is None
    assert facts.server.cpu_threads == 2
    assert facts.warnings == ("The product name could not be read: the firmware does not report it.",)


def cpuinfo(*processors: tuple[int, int]) -> str:
    return "\n".join(
        f"processor\t: {index}\nmodel name\t: X\nphysical id\t: {socket}\ncore id\t\t: {core}\n"
        for index, (socket, core) in enumerate(processors)
    )


def test_sockets_cores_and_threads_are_counted_apart(inventory) -> None:
    outputs = inventory("host/qemu-q35") | {"cpuinfo": cpuinfo((0, 0), (0, 0), (0, 1), (0, 1), (1, 0), (1, 0))}
    server = host.parse(outputs).server
    assert server is not None
    assert (server.cpu_sockets, server.cpu_cores, server.cpu_threads) == (2, 3, 6)


def test_processors_without_ids_count_threads_only(inventory) -> None:
    facts = host.parse(inventory("host/qemu-q35") | {"cpuinfo": "processor\t: 0\nBogoMIPS\t: 50\n\nprocessor\t: 1\n"})
    assert facts.server is not None
    assert (facts.server.cpu_sockets, facts.server.cpu_cores, facts.server.cpu_threads) == (None, None, 2)
    assert facts.server.cpu_model is None
    assert len(facts.warnings) == 2


def test_different_processors_are_a_warning(inventory) -> None:
    mixed = "processor: 0\nmodel name: X\n\nprocessor: 1\nmodel name: Y\n"
    assert (
        "The processors are of different models: X, Y."
        in host.parse(inventory("host/qemu-q35") | {"cpuinfo": mixed}).warnings
    )


@pytest.mark.parametrize("missing", host.inputs)
def test_unreadable_file_is_a_warning_and_unknown(inventory, missing: str) -> None:
    for absent in (None, "", " \n"):
        facts = host.parse(inventory("host/qemu-q35") | {missing: absent})
        assert facts.warnings == (f"{missing} could not be read on the server.",)
        assert facts.server != host.parse(inventory("host/qemu-q35")).server


@pytest.mark.parametrize(
    ("key", "text", "warning"),
    [
        ("uname", "Linux lab1 6.1", "uname could not be understood: a JSON object was expected."),
        ("dmi", "[]", "dmi could not be understood: a JSON object was expected."),
        ("meminfo", "MemTotal: many", "The memory could not be read: meminfo has no MemTotal in kB."),
        ("os_release", "ID=x\n", "The operating system could not be read: os_release does not name it."),
    ],
)
def test_unexpected_content_is_a_warning(inventory, key: str, text: str, warning: str) -> None:
    assert warning in host.parse(inventory("host/qemu-q35") | {key: text}).warnings


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('PRETTY_NAME="A \\"B\\" C"', 'A "B" C'),
        ("PRETTY_NAME='Alpine'", "Alpine"),
        ("# PRETTY_NAME=no\nNAME=Void", "Void"),
    ],
)
def test_quotes_of_os_release_are_understood(inventory, line: str, name: str) -> None:
    server = host.parse(inventory("host/qemu-q35") | {"os_release": line}).server
    assert server is not None
    assert server.os_name == name


@given(st.dictionaries(st.sampled_from(host.inputs), st.none() | st.text(alphabet='{}[]":, \nab1=', max_size=40)))
def test_arbitrary_output_never_raises(outputs: dict[str, str | None]) -> None:
    assert host.parse(outputs).server is not None
