"""Board, BIOS and memory as the firmware reports them."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.collectors import dmidecode
from storagelab.collectors.base import CollectedFacts, MemoryModule, ServerFacts, ToolReport

DATA = Path(__file__).parents[2] / "data" / "dmidecode"
HEAD = "# dmidecode 3.3\nGetting SMBIOS data from sysfs.\nSMBIOS 3.2.0 present.\n\n"


def text(name: str) -> str:
    return (DATA / f"{name}.txt").read_text()


def module(**fields: str) -> str:
    lines = "".join(f"\t{field.replace('_', ' ')}: {value}\n" for field, value in fields.items())
    return f"Handle 0x1100, DMI type 17, 84 bytes\nMemory Device\n{lines}\n"


def server(answer: str) -> ServerFacts:
    facts = dmidecode.parse({"dmidecode": answer}).server
    assert facts is not None
    return facts


def test_a_server_its_bios_and_its_memory() -> None:
    assert dmidecode.parse({"dmidecode": text("qemu-q35")}) == CollectedFacts(
        server=ServerFacts(
            product_name="Standard PC (Q35 + ICH9, 2009)",
            system_vendor="QEMU",
            bios_vendor="SeaBIOS",
            bios_version="1.16.2-debian-1.16.2-1",
            bios_date="2014-04-01",
            memory_slots=1,
            memory_modules=(MemoryModule(locator="DIMM 0", size_bytes=1 << 30, kind="RAM", vendor="QEMU"),),
        ),
        tools=(ToolReport("dmidecode", "ok", "3.4"),),
    )


def test_memory_modules_are_listed_one_by_one() -> None:
    facts = server(HEAD + module(Size="16 GB", Locator="A1") + module(Size="16 GB", Locator="A2"))
    assert facts.memory_slots == 2
    assert [module_facts.locator for module_facts in facts.memory_modules] == ["A1", "A2"]


def test_memory_module_below_rated_speed_gives_warning() -> None:
    filled = module(Size="32 GB", Locator="A1", Type="DDR4", Speed="3200 MT/s", Configured_Memory_Speed="2933 MT/s")
    empty = module(Size="No Module Installed", Locator="A2", Speed="Unknown")
    facts = dmidecode.parse({"dmidecode": HEAD + filled + empty})
    assert facts.server is not None
    assert facts.server.memory_slots == 2
    assert facts.server.memory_modules == (
        MemoryModule(locator="A1", size_bytes=32 << 30, speed_mts=2933, rated_speed_mts=3200, kind="DDR4"),
    )
    assert facts.warnings == ("1 memory modules run at 2933 MT/s although they can run at 3200.",)


def test_legacy_speed_fields_and_mixed_sizes_are_recognised() -> None:
    facts = dmidecode.parse(
        {
            "dmidecode": HEAD
            + module(Size="16384 MB", Speed="2400 MHz", Configured_Clock_Speed="2400 MHz")
            + module(Size="8192 MB")
        }
    )
    assert facts.server is not None
    assert [module_facts.speed_mts for module_facts in facts.server.memory_modules] == [2400, None]
    assert facts.warnings == ("The memory modules are of different sizes.",)


@pytest.mark.parametrize("filler", ["To Be Filled By O.E.M.", "Default string", "Not Specified", " ", "Unknown"])
def test_filler_values_are_unknown(filler: str) -> None:
    board = "Handle 0x0002, DMI type 2, 15 bytes\nBase Board Information\n\tManufacturer: Dell Inc.\n"
    facts = server(f"{HEAD}{board}\tProduct Name: {filler}\n")
    assert (facts.board_vendor, facts.board_name) == ("Dell Inc.", None)


@pytest.mark.parametrize(
    ("printed", "date"), [("12/31/2024", "2024-12-31"), ("31/12/2024", "31/12/2024"), ("soon", "soon")]
)
def test_dates_of_the_bios(printed: str, date: str) -> None:
    assert server(text("qemu-q35").replace("04/01/2014", printed)).bios_date == date


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("# dmidecode 3.3\nScanning /dev/mem for entry point.\n", "not_permitted"),
        ("# dmidecode 3.3\n/sys/firmware/dmi/tables/smbios_entry_point: Permission denied\n", "not_permitted"),
        ("# dmidecode 3.3\n# No SMBIOS nor DMI entry point found, sorry.\n", "failed"),
        ("# dmidecode 3.3\nGriff 0x0000, DMI-Typ 0\n", "failed"),
    ],
)
def test_unreadable_dmi_table_sets_the_tool_state(answer: str, state: str) -> None:
    facts = dmidecode.parse({"dmidecode": answer})
    assert facts.server is None
    (report,) = facts.tools
    assert (report.name, report.state, report.version) == ("dmidecode", state, "3.3")
    assert report.message


def test_numbers_that_are_none_are_unknown() -> None:
    facts = server(HEAD + module(Size="many GB") + module(Size="16 GB", Speed="fast", Locator="<i>A1</i>"))
    assert facts.memory_modules == (MemoryModule(locator="<i>A1</i>", size_bytes=16 << 30),)


def test_truncated_output_is_parsed_without_error() -> None:
    whole = text("qemu-q35")
    for end in range(len(whole)):
        facts = dmidecode.parse({"dmidecode": whole[:end]})
        assert facts.server is None or len(facts.server.memory_modules) <= 2


def test_empty_output_gives_no_facts() -> None:
    assert dmidecode.parse({"dmidecode": None}) == dmidecode.parse({}) == CollectedFacts()
