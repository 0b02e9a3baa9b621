"""NVMe controllers and namespaces from nvme-cli 1.x to 3.0: identity, format, paths and health."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from storagelab.collectors.base import CollectedFacts, ControllerFacts, DriveDetail
from storagelab.collectors.block_devices import BlockDevice, parse_block_devices
from storagelab.collectors.drive_values import build_tool_report, is_refusal, parse_json, read_counter, read_mapping
from storagelab.collectors.nvme_health import read_health
from storagelab.collectors.nvme_identify import (
    collect_controller_settings,
    drive_settings,
    read_namespace_format,
    read_namespace_name,
)
from storagelab.collectors.nvme_topology import NvmeController, NvmeNamespace, Topology, read_topology
from storagelab.collectors.values import get_output_text, read_word
from storagelab.domain.json_values import JsonObject, JsonValue

name = "nvme"
inputs: tuple[str, ...] = (
    "nvme_list",
    "nvme_subsystems",
    "nvme_id_ctrl/*",
    "nvme_id_ns/*",
    "nvme_smart_log/*",
    "block_devices",
)

#: Commands that run once per device, and their names in warnings.
_QUESTIONS = {"nvme_id_ctrl": "id-ctrl", "nvme_id_ns": "id-ns", "nvme_smart_log": "smart-log"}


@dataclass(slots=True)
class _Answers:
    """JSON objects of the outputs, by output; `problems` are the error messages of the tool where there is no
    object.
    """

    outputs: dict[str, JsonObject | list[JsonValue]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def of(self, question: str, device: str) -> JsonObject:
        return read_mapping(self.outputs.get(f"{question}/{device}"))


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse NVMe controllers, details of each namespace, and warnings.

    The warnings are about paths, ambiguous names and bad health.
    """
    answers = _read(outputs)
    topology = read_topology(answers.outputs.get("nvme_list"), answers.outputs.get("nvme_subsystems"))
    devices = parse_block_devices(outputs.get("block_devices"))
    queried = {device for output in answers.outputs for _, slash, device in [output.partition("/")] if slash}
    paths = {
        device: _list_device_controllers(device, topology, devices)
        for device in sorted(queried | set(topology.namespaces))
    }
    controllers = _collect_controllers(topology, devices, paths, answers)
    details = [
        _build_detail(device, answers, topology, [controllers[controller] for controller in path], path)
        for device, path in paths.items()
    ]
    details, doubts = _link_double_names(details)
    return CollectedFacts(
        controllers=tuple(controllers.values()),
        details=tuple(details),
        tools=build_tool_report("nvme", None, bool(queried), answers.problems),
        warnings=(*answers.warnings, *doubts, *_iterate_health_warnings(details), *_iterate_path_warnings(paths)),
    )


def _read(outputs: Mapping[str, str | None]) -> _Answers:
    answers = _Answers()
    for output in sorted(outputs):
        question, _, device = output.partition("/")
        if question in _QUESTIONS and device:
            _take(answers, output, get_output_text(outputs, output), f"nvme {_QUESTIONS[question]}", f" about {device}")
    for output, command in (("nvme_list", "nvme list"), ("nvme_subsystems", "nvme list-subsys")):
        # Without any drive nothing is printed, and where the tool is missing there is no text.
        if get_output_text(outputs, output) is not None:
            _take(answers, output, get_output_text(outputs, output), command, "")
    return answers


def _take(answers: _Answers, output: str, text: str | None, command: str, about: str) -> None:
    value = None if text is None else parse_json(text)
    error = read_word(value.get("error")) if isinstance(value, dict) else None
    if isinstance(value, dict | list) and error is None:
        answers.outputs[output] = value if "/" not in output or isinstance(value, dict) else {}
    elif error is not None or (text is not None and is_refusal(text)):
        problem = error or (read_word(text) or "")[:200]
        answers.problems.append(problem)
        answers.warnings.append(f"{command} reported nothing{about}: {problem}.")
    elif text is None:
        answers.problems.append(f"{command} printed nothing")
        answers.warnings.append(f"{command} returned nothing{about}.")
    else:
        answers.problems.append(f"what {command} prints was not understood")
        answers.warnings.append(f"The output of {command}{about} was not understood.")


def _list_device_controllers(device: str, topology: Topology, devices: Mapping[str, BlockDevice]) -> tuple[str, ...]:
    """Return the names of a namespace's controllers from nvme-cli, else from the kernel."""
    listed = topology.namespaces[device].controllers if device in topology.namespaces else ()
    return listed or (devices[device].controllers if device in devices else ())


def _collect_controllers(
    topology: Topology,
    devices: Mapping[str, BlockDevice],
    paths: Mapping[str, Sequence[str]],
    answers: _Answers,
) -> dict[str, ControllerFacts]:
    """Return controllers by their kernel names."""
    result = {}
    for controller_name in sorted(
        {*topology.controllers, *(controller for path in paths.values() for controller in path)}
    ):
        listed = topology.controllers.get(controller_name) or NvmeController(controller_name)
        own = [device for device, path in paths.items() if tuple(path) == (controller_name,)]
        identify = next((answer for device in own if (answer := answers.of("nvme_id_ctrl", device))), {})
        seats = (devices[device].pci_address for device in own if device in devices)
        address = listed.pci_address or next((seat for seat in seats if seat), None)
        result[controller_name] = _build_controller_facts(listed, address, identify)
    return _separate_shared_serials(result)


def _build_controller_facts(listed: NvmeController, address: str | None, identify: JsonObject) -> ControllerFacts:
    subsystem = listed.subsystem or read_word(identify.get("subnqn"))
    number = read_counter(identify.get("cntlid")) if listed.number is None else listed.number
    serial = listed.serial or read_word(identify.get("sn"))
    # Every controller of a subsystem has its serial number, so the number goes with it.
    keys = [
        address and f"pci:{address}",
        subsystem and number is not None and f"nvme:{subsystem}/{number}",
        serial and serial.strip("0") and f"serial:{serial}",
        f"nvme:{listed.name}",
    ]
    fabric = {} if listed.transport in (None, "pcie") else {"fabric": listed.transport}
    return ControllerFacts(
        key=next(key for key in keys if key),
        kind="nvme",
        model=listed.model or read_word(identify.get("mn")),
        serial=serial,
        firmware=listed.firmware or read_word(identify.get("fr")),
        pci_address=address,
        settings={**collect_controller_settings(identify, subsystem, number), **fabric},
    )


def _separate_shared_serials(controllers: dict[str, ControllerFacts]) -> dict[str, ControllerFacts]:
    """Move each serial number that several controllers share into a setting.

    Otherwise such controllers would be merged into one.
    """
    claims = Counter(facts.serial for facts in controllers.values() if facts.serial is not None)
    shared = {serial for serial, count in claims.items() if count > 1}
    return {
        controller_name: _remove_serial(controller_name, facts) if facts.serial in shared else facts
        for controller_name, facts in controllers.items()
    }


def _remove_serial(controller: str, facts: ControllerFacts) -> ControllerFacts:
    key = f"nvme:{controller}" if facts.key.startswith("serial:") else facts.key
    return replace(facts, key=key, serial=None, settings={**facts.settings, "subsystem_serial": facts.serial})


def _build_detail(
    device: str, answers: _Answers, topology: Topology, through: Sequence[ControllerFacts], path: Sequence[str]
) -> DriveDetail:
    identify = answers.of("nvme_id_ctrl", device)
    namespace = answers.of("nvme_id_ns", device)
    log = answers.of("nvme_smart_log", device)
    listed = topology.namespaces.get(device) or NvmeNamespace(device)
    first_controller = next(
        (topology.controllers[controller_name] for controller_name in path if controller_name in topology.controllers),
        NvmeController(device),
    )
    block_format = read_namespace_format(namespace)
    settings = drive_settings(identify, namespace, listed.number)
    if len(through) > 1:
        settings = {**settings, "controllers": [controller.key for controller in through]}
    # What is behind a network may be anything; on PCI Express there is nothing but flash.
    is_local = any(controller.pci_address is not None for controller in through)
    return DriveDetail(
        kernel_name=device,
        serial=read_word(identify.get("sn")) or listed.serial or first_controller.serial,
        wwn=read_namespace_name(namespace),
        model=read_word(identify.get("mn")) or listed.model or first_controller.model,
        firmware=read_word(identify.get("fr")) or listed.firmware or first_controller.firmware,
        size_bytes=block_format.size_bytes or listed.size_bytes,
        logical_block_bytes=block_format.block_bytes or listed.block_bytes,
        transport="nvme",
        medium="flash" if is_local else None,
        controller_key=through[0].key if through else None,
        settings=settings,
        health=read_health(log, kelvin=True) if log else None,
    )


def _link_double_names(details: Sequence[DriveDetail]) -> tuple[list[DriveDetail], list[str]]:
    """Link the devices that are the same namespace; return the devices and warnings.

    Devices with one world-wide name and one serial number are one namespace seen twice, and each gets the other's name.
    With different serial numbers they are clones, which cause a warning.
    """
    claims: dict[str, list[DriveDetail]] = defaultdict(list)
    for detail in details:
        if detail.wwn is not None:
            claims[detail.wwn].append(detail)
    result, warnings = [], []
    for detail in details:
        group = claims[detail.wwn] if detail.wwn is not None else [detail]
        others = [str(member.kernel_name) for member in group if member is not detail]
        is_same = detail.serial is not None and all(member.serial == detail.serial for member in group)
        result.append(
            replace(detail, settings={**detail.settings, "also_seen_as": others}) if others and is_same else detail
        )
        if others and group[0] is detail:
            names = ", ".join([str(detail.kernel_name), *others])
            meaning = "they are paths to one namespace" if is_same else "the name identifies none of them"
            warnings.append(f"{names} have the same world-wide name {detail.wwn}: {meaning}. They are kept apart.")
    return result, warnings


def _iterate_path_warnings(paths: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for device, path in paths.items():
        if len(path) > 1:
            yield f"{device} is one namespace that is shared by {len(path)} controllers: {', '.join(path)}."


def _iterate_health_warnings(details: Sequence[DriveDetail]) -> Iterator[str]:
    for detail in details:
        for problem in detail.health.warnings if detail.health is not None else ():
            yield f"{detail.kernel_name} warns about itself: {problem.replace('_', ' ')}."
