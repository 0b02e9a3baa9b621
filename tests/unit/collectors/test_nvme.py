"""NVMe drives in an inventory: identity, format, paths and health out of nvme-cli of several versions."""

import json
from pathlib import Path

import pytest

from storagelab.collectors import nvme
from storagelab.collectors.base import ToolReport

DATA = Path(__file__).parents[2] / "data" / "nvme"
LOCAL = {"controllers": ["nvme0"], "pci": {"address": "0000:3e:00.0"}}
#: By hand in the layout of nvme-cli, because no captured one was to be had.
ID_NS = {
    "nsze": 937703088,
    "ncap": 937703088,
    "nlbaf": 1,
    "flbas": 1,
    "dps": 0,
    "nmic": 0,
    "eui64": "6479a72801424331",
    "nguid": "00000000000000000000000000000000",
    "lbafs": [{"ms": 0, "ds": 9, "rp": 2}, {"ms": 8, "ds": 12, "rp": 0}],
}


def _text(name):
    return (DATA / name).read_text()


def _one(**outputs):
    """Return the facts about nvme0n1 from the answers to commands; an answer that is not text is put into JSON."""
    texts = {
        f"nvme_{command}/nvme0n1": answer if answer is None or isinstance(answer, str) else json.dumps(answer)
        for command, answer in outputs.items()
    }
    return nvme.parse({**texts, "block_devices": json.dumps({"nvme0n1": LOCAL})})


def _health(log):
    return _one(smart_log=log).details[0].health


def _listed(*controllers, namespaces=()):
    """Return a hand-written `nvme list -v` of 2.x with one subsystem."""
    subsystem = {"SubsystemNQN": "nqn.x", "Controllers": list(controllers), "Namespaces": list(namespaces)}
    return json.dumps({"Devices": [{"HostNQN": "nqn.host", "Subsystems": [subsystem]}]})


def test_a_controller_of_version_1():
    facts = _one(id_ctrl=_text("id-ctrl-1-wd-sn730.json"))
    (controller,), (detail,) = facts.controllers, facts.details
    assert (controller.key, controller.kind, controller.pci_address) == ("pci:0000:3e:00.0", "nvme", "0000:3e:00.0")
    assert (controller.model, controller.firmware) == ("WDC PC SN730 SDBQNTY-256G-1001", "11170101")
    assert controller.settings["nvme_version"] == "1.3"
    assert controller.settings["max_power_watts"] == 5
    assert (detail.serial, detail.medium, detail.controller_key) == ("1951B3444502", "flash", controller.key)
    assert detail.settings["has_volatile_write_cache"] is True
    assert (detail.settings["total_capacity_bytes"], detail.settings["unallocated_bytes"]) == (256060514304, 0)
    assert facts.warnings == ()


def test_a_controller_of_version_2():
    facts = _one(id_ctrl=_text("id-ctrl-2-samsung-980-pro.json"))
    (controller,), (detail,) = facts.controllers, facts.details
    assert (detail.model, detail.serial, detail.firmware) == ("Samsung SSD 980 PRO 1TB", "S5P2NG0R824326R", "3B2QGXA7")
    assert controller.settings["controller_number"] == 6
    assert controller.settings["max_power_watts"] == 8.49


def test_the_format_in_use():
    (detail,) = _one(id_ns=ID_NS).details
    assert (detail.logical_block_bytes, detail.size_bytes) == (4096, 937703088 * 4096)
    assert (detail.settings["lba_format"], detail.settings["metadata_bytes"]) == (1, 8)
    assert detail.settings["may_be_shared"] is False


def test_a_format_beyond_the_first_sixteen():
    formats = [{"ms": 0, "ds": 9}] * 17 + [{"ms": 16, "ds": 12}]
    (detail,) = _one(id_ns={**ID_NS, "nlbaf": 17, "flbas": 0b0100001, "lbafs": formats}).details
    assert (detail.settings["lba_format"], detail.logical_block_bytes) == (17, 4096)


@pytest.mark.parametrize(
    "changes", [{"flbas": 5}, {"lbafs": [{"ds": 9}, {"ds": 0}]}, {"lbafs": [{}, {"ds": 99}]}, {"lbafs": "none"}]
)
def test_an_unknown_format_leaves_the_capacity_unknown(changes):
    (detail,) = _one(id_ns={**ID_NS, **changes}).details
    assert (detail.logical_block_bytes, detail.size_bytes) == (None, None)


@pytest.mark.parametrize(
    ("names", "wwn"),
    [
        ({}, "6479a72801424331"),
        ({"nguid": "36344730526000470025384300000001"}, "36344730526000470025384300000001"),
        ({"nguid": "3634-4730-5260-0047-0025-3843-0000-000A"}, "3634473052600047002538430000000a"),
        ({"eui64": "0000000000000000"}, None),
        ({"eui64": "ffffffffffffffff"}, None),
        ({"eui64": 0, "nguid": 0}, None),
        ({"eui64": "<b>6479a7280142"}, None),
    ],
)
def test_the_world_wide_name(names, wwn):
    assert _one(id_ns={**ID_NS, **names}).details[0].wwn == wwn


def test_health_with_counters_as_floats():
    health = _health(_text("smart-log-counters-as-floats.json"))
    assert (health.written_bytes, health.read_bytes) == (4445011 * 512_000, 1765656 * 512_000)
    assert (health.power_on_hours, health.power_cycles, health.unsafe_shutdowns) == (6282, 27, 21)
    assert (health.temperature_c, health.spare_percent, health.spare_threshold_percent) == (37, 100, 10)
    assert (health.passed, health.used_percent, health.throttled_minutes, health.warnings) == (True, 0, 0, ())


def test_critical_warning_object_is_read_as_warnings():
    log = json.loads(_text("smart-log-warning-as-object.json"))
    health = _health(log)
    assert (health.passed, health.temperature_c, health.written_bytes) == (True, 23, 16778 * 512_000)
    facts = _one(smart_log={**log, "critical_warning": {"value": 5, "available_spare": 1, "reliability_degraded": 1}})
    assert facts.details[0].health.warnings == ("spare_below_threshold", "reliability_degraded")
    assert facts.details[0].health.passed is False
    assert facts.warnings == (
        "nvme0n1 warns about itself: spare below threshold.",
        "nvme0n1 warns about itself: reliability degraded.",
    )


def test_text_counters_and_alternative_names_are_read():
    health = _health({"percentage_used": "3", "available_spare": "97", "data_units_written": "1844674407370"})
    assert (health.used_percent, health.spare_percent) == (3, 97)
    assert health.written_bytes == 1844674407370 * 512_000
    assert (health.passed, health.temperature_c, health.throttled_minutes) == (None, None, None)


@pytest.mark.parametrize("counter", [str(2**128 - 1), 2**128 - 1, 1e30, -1, 1.5, "many", True, None, [], {"value": 1}])
def test_invalid_health_counter_is_unknown(counter):
    health = _health({"critical_warning": 0, "data_units_written": counter, "power_on_hours": counter})
    assert (health.written_bytes, health.power_on_hours) == (None, None)


@pytest.mark.parametrize("temperature", [0, 36, "NaN", -300, 10**9])
def test_temperature_outside_kelvin_range_is_unknown(temperature):
    assert _health({"critical_warning": 0, "temperature": temperature}).temperature_c is None


@pytest.mark.parametrize(("reported", "used"), [(101, 101), (255, 255), (256, None), (-1, None), (1.5, None)])
def test_endurance_used_outside_one_byte_is_unknown(reported, used):
    assert _health({"critical_warning": 0, "percent_used": reported}).used_percent == used


def test_not_a_number_spoils_only_its_field():
    health = _health('{"critical_warning": 0, "percent_used": NaN, "temperature": Infinity, "media_errors": 3}')
    assert (health.used_percent, health.temperature_c, health.media_errors) == (None, None, 3)


def test_a_list_by_subsystem_of_version_1():
    facts = nvme.parse({"nvme_list": _text("list-v-1-spdk-tcp.json")})
    (controller,), (detail,) = facts.controllers, facts.details
    assert (controller.key, controller.pci_address) == ("nvme:nvme0", None)
    assert controller.settings == {"subsystem": "nqn.2023-01.io.longhorn.spdk:raid01", "fabric": "tcp"}
    assert (detail.kernel_name, detail.size_bytes, detail.logical_block_bytes) == ("nvme0n1", 4194304, 4096)
    # What serves a namespace over a network is not known to be flash.
    assert (detail.medium, detail.controller_key) == (None, "nvme:nvme0")


def test_namespaces_of_one_controller():
    facts = nvme.parse({"nvme_list": _text("list-2-azure-five-namespaces.json")})
    assert [(detail.kernel_name, detail.settings["namespace_id"]) for detail in facts.details] == [
        (f"nvme0n{number}", number) for number in range(1, 6)
    ]
    assert {detail.controller_key for detail in facts.details} == {"pci:c05b:00:00.0"}
    assert facts.warnings == ()


def test_a_namespace_that_two_controllers_share():
    facts = nvme.parse({"nvme_list": _text("list-2.11-powerstore.json")})
    first, second = facts.controllers
    assert first.key != second.key
    assert (first.serial, second.serial) == (None, None), "one serial number would make one controller of two"
    assert first.settings["subsystem_serial"] == "883YCJ3"
    (detail,) = facts.details
    assert (detail.kernel_name, detail.serial) == ("nvme0n1", "883YCJ3")
    assert detail.settings["controllers"] == [first.key, second.key]
    assert facts.warnings == ("nvme0n1 is one namespace that is shared by 2 controllers: nvme0, nvme1.",)


def test_a_flat_list():
    facts = nvme.parse({"nvme_list": _text("list-flat-powerstore.json")})
    assert [(detail.kernel_name, detail.serial, detail.settings) for detail in facts.details] == [
        ("nvme0n1", "FP08RZ2", {"namespace_id": 9217}),
        ("nvme0n2", "FP08RZ2", {"namespace_id": 9222}),
    ]
    assert facts.controllers == ()


def test_version_3_namespace_paths_give_controllers():
    paths = [
        {"Path": f"nvme0c{n}n1", "Controller": f"nvme{n}", "Cntlid": str(n), "Transport": "pcie", "Address": address}
        for n, address in enumerate(("0000:01:00.0", "0000:41:00.0"))
    ]
    namespace = {"NameSpace": "nvme0n1", "NSID": 1, "PhysicalSize": 4096, "SectorSize": 512, "Paths": paths}
    facts = nvme.parse({"nvme_list": _listed(namespaces=[namespace])})
    assert [controller.key for controller in facts.controllers] == ["pci:0000:01:00.0", "pci:0000:41:00.0"]
    assert facts.details[0].settings["controllers"] == ["pci:0000:01:00.0", "pci:0000:41:00.0"]


def test_subsystems_of_both_versions():
    facts = nvme.parse({"nvme_subsystems": _text("list-subsys-2-powerstore.json")})
    assert [controller.key for controller in facts.controllers] == ["nvme:nvme2", "nvme:nvme3"]
    path = {"Name": "nvme0", "Transport": "pcie", "Address": "0000:3B:00.0"}
    first = {"Subsystems": [{"Name": "nvme-subsys0", "NQN": "nqn.x"}, {"Paths": [path]}]}
    (controller,) = nvme.parse({"nvme_subsystems": json.dumps(first)}).controllers
    assert (controller.key, controller.settings["subsystem"]) == ("pci:0000:3b:00.0", "nqn.x")


def test_a_namespace_that_is_seen_twice():
    identify = json.dumps({"sn": "S1   ", "mn": "A"})
    both = {
        f"nvme_{command}/{device}": answer
        for device in ("nvme0n1", "nvme1n1")
        for command, answer in (("id_ctrl", identify), ("id_ns", json.dumps(ID_NS)))
    }
    facts = nvme.parse(both)
    assert [detail.settings["also_seen_as"] for detail in facts.details] == [["nvme1n1"], ["nvme0n1"]]
    assert facts.warnings == (
        "nvme0n1, nvme1n1 have the same world-wide name 6479a72801424331: they are paths to one namespace. "
        "They are kept apart.",
    )


def test_a_cloned_world_wide_name():
    outputs = {"nvme_id_ns/nvme0n1": json.dumps(ID_NS), "nvme_id_ns/nvme1n1": json.dumps(ID_NS)}
    facts = nvme.parse({**outputs, "nvme_id_ctrl/nvme0n1": '{"sn": "S1"}', "nvme_id_ctrl/nvme1n1": '{"sn": "S2"}'})
    assert not any("also_seen_as" in detail.settings for detail in facts.details)
    assert "the name identifies none of them" in facts.warnings[0]


def test_controllers_with_one_serial_number_stay_apart():
    twins = [{"Controller": f"nvme{n}", "SerialNumber": "S1", "Transport": "tcp"} for n in range(2)]
    facts = nvme.parse({"nvme_list": _listed(*twins)})
    assert [(controller.key, controller.serial) for controller in facts.controllers] == [
        ("nvme:nvme0", None),
        ("nvme:nvme1", None),
    ]


def test_no_serial_number_and_padding():
    (detail,) = _one(id_ctrl={"sn": "                    ", "mn": "  A   drive  "}).details
    assert (detail.serial, detail.model) == (None, "A drive")


def test_serial_preserves_markup_and_drops_unprintables():
    (detail,) = _one(id_ctrl={"sn": "<script>alert(1)</script>\u0000\ud800", "mn": "A"}).details
    assert detail.serial == "<script>alert(1)</script>"


def test_a_capacity_that_overflowed_is_not_known():
    namespace = {"NameSpace": 1, "DevicePath": "/dev/nvme0n1", "PhysicalSize": -2147483648, "SectorSize": 512}
    assert nvme.parse({"nvme_list": json.dumps({"Devices": [namespace]})}).details[0].size_bytes is None


@pytest.mark.parametrize(
    ("answer", "warning"),
    [
        ("{", "The output of nvme smart-log about nvme0n1 was not understood."),
        ("temperatura: 36 C", "The output of nvme smart-log about nvme0n1 was not understood."),
        ("[" * 100_000, "The output of nvme smart-log about nvme0n1 was not understood."),
        ('{"a":' + "9" * 5000 + "}", "The output of nvme smart-log about nvme0n1 was not understood."),
        ("  \n", "nvme smart-log returned nothing about nvme0n1."),
        (None, "nvme smart-log returned nothing about nvme0n1."),
    ],
)
def test_an_answer_that_is_not_understood(answer, warning):
    facts = _one(smart_log=answer)
    assert facts.warnings == (warning,)
    assert [report.state for report in facts.tools] == ["failed"]
    assert facts.details == ()


@pytest.mark.parametrize("answer", ['{"error": "open: Permission denied"}', "open: Permission denied"])
def test_missing_rights_are_reported(answer):
    facts = _one(smart_log=answer)
    assert facts.tools == (ToolReport("nvme", "not_permitted", None, "open: Permission denied"),)
    assert facts.warnings == ("nvme smart-log reported nothing about nvme0n1: open: Permission denied.",)


def test_empty_input_gives_no_facts():
    assert nvme.parse({}) == nvme.parse({"nvme_list": None, "nvme_subsystems": "", "nvme_list/": "x"})
    assert nvme.parse({}).tools == ()


@pytest.mark.parametrize("value", ["{}", "[]", "null", "1", '"x"', '{"Devices": {"a": 1}}', '{"Devices": [[], 3, {}]}'])
def test_json_of_another_shape_gives_no_drive(value):
    outputs = {"nvme_list": value, "nvme_subsystems": value}
    assert nvme.parse(outputs).details == ()
    assert nvme.parse(outputs).controllers == ()


@pytest.mark.parametrize("fixture", sorted(path.name for path in DATA.glob("*.json")))
def test_no_cut_or_swapped_answer_breaks_it(fixture):
    text = _text(fixture)
    for name in (
        "nvme_list",
        "nvme_subsystems",
        "nvme_id_ctrl/nvme0n1",
        "nvme_id_ns/nvme0n1",
        "nvme_smart_log/nvme0n1",
    ):
        nvme.parse({name: text})
        for end in range(1, len(text.rstrip()), 97):
            assert nvme.parse({name: text[:end]}).warnings
