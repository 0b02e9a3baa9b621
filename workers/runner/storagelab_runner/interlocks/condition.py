"""I22 to I25: the drive is healthy, writable, as registered, and not reserved by others."""

from __future__ import annotations

from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts, NvmeIdentity
from storagelab_runner.interlocks.nvme_commands import NvmeHealth
from storagelab_runner.interlocks.verdict import (
    InterlockVerdict,
    build_pass_verdict,
    build_refuse_verdict,
    does_not_apply,
    join_words,
)

_WORKING_STATES = ("running", "live")
_VIRTUAL = ("virtio", "loop", "md", "dm")
_LOCAL = ("sata", "usb", *_VIRTUAL)
_NVME_WARNINGS = (
    "its spare is used up",
    "its temperature is out of bounds",
    "its reliability is degraded",
    "it is read-only",
    "the backup of its volatile memory failed",
    "its persistent memory region is unreliable",
)


def check_health(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I22: the drive does not report itself as failing.

    A healthy drive is required for valid figures, not to protect data. The check therefore does not apply to a virtual
    drive. It does not apply either where the program to query (smartctl) is missing while the kernel shows the drive as
    running.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its health is not known.")
    if node.transport in _VIRTUAL:
        return does_not_apply(f"A drive of the kind {node.transport} keeps no record of its health.")
    if device.health is None:
        if node.state in _WORKING_STATES:
            return does_not_apply(f"No program reads its health. The kernel reports its state as {node.state}.")
        return build_refuse_verdict(
            f"Its health is not known, and the kernel reports its state as {node.state or 'unknown'}."
        )
    if device.health.doubt is not None:
        return build_refuse_verdict(f"Its health is not known: {device.health.doubt}.")
    if isinstance(device.health.value, NvmeHealth):
        return _judge_nvme_health(device.health.value)
    if device.health.value is not True:
        return build_refuse_verdict("The drive reports that it is failing.")
    return build_pass_verdict("The drive reports that it is healthy.")


def check_registered_state(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I23: the drive is writable where the job writes, and has the registered capacity."""
    node, opened = device.node, device.opened
    if node is None or opened is None:
        return build_refuse_verdict("The drive could not be opened, so its capacity is not known.")
    if device.writes and node.read_only is not False:
        return build_refuse_verdict("It is read-only." if node.read_only else "Whether it is read-only is not known.")
    expected = device.wanted.size_bytes
    if expected is not None and opened.size_bytes != expected:
        return build_refuse_verdict(
            f"It has {opened.size_bytes} bytes, not {expected}: it is another drive or was reformatted."
        )
    return build_pass_verdict(f"It has {opened.size_bytes} bytes{' and can be written' if device.writes else ''}.")


def check_reservation(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I24: no other host holds a reservation.

    Does not apply to drives that only this server reaches (SATA, USB, virtual). Does not apply to NVMe drives on PCIe
    whose namespace is not shared or whose controller has no reservations.
    """
    node = device.node
    if node is None:
        return build_refuse_verdict("The drive was not found, so its reservations are not known.")
    transport = node.transport or "unknown"
    if transport in _LOCAL:
        return does_not_apply(f"No other host reaches a drive of the kind {transport}.")
    if node.is_nvme:
        identity = device.nvme.value if device.nvme is not None else None
        if isinstance(identity, NvmeIdentity):
            if transport == "nvme-pcie" and not identity.is_shared:
                return does_not_apply("The namespace is not shared, so no other host reaches it.")
            if not identity.has_reservations:
                return does_not_apply("The controller has no reservations.")
    if device.opened is None:
        return build_refuse_verdict("The drive could not be opened, so its reservations are not known.")
    if device.reservations is None and node.is_nvme:
        return build_refuse_verdict(
            "Whether another host reserved it is not known: the drive does not report whether it supports reservations."
        )
    if device.reservations is None:
        return build_refuse_verdict(
            "Whether another host reserved it is not known: sg_persist, which reads it, is not installed."
        )
    if device.reservations.doubt is not None:
        return build_refuse_verdict(f"Whether another host reserved it is not known: {device.reservations.doubt}.")
    if device.reservations.value:
        return build_refuse_verdict(
            f"{device.reservations.value} reservation keys are registered: another host may use it."
        )
    return build_pass_verdict("No host has registered a reservation.")


def check_capacity(device: DeviceFacts, _: HostFacts) -> InterlockVerdict:
    """Check I25: the drive has the capacity that the job names, within which every phase was checked to stay."""
    if device.opened is None:
        return build_refuse_verdict("The drive could not be opened, so it is not known what fits on it.")
    size = device.wanted.size_bytes
    if size is None:
        return build_refuse_verdict("The job names no capacity, so what it does may not fit on the drive.")
    if size > device.opened.size_bytes:
        return build_refuse_verdict(f"The job reaches byte {size} of a drive of {device.opened.size_bytes} bytes.")
    return build_pass_verdict(f"The job stays within {size} bytes.")


def _judge_nvme_health(health: NvmeHealth) -> InterlockVerdict:
    warnings = [words for bit, words in enumerate(_NVME_WARNINGS) if health.warnings >> bit & 1]
    if warnings:
        return build_refuse_verdict(f"The drive warns: {join_words(warnings)}.")
    if health.spare_percent < health.spare_threshold_percent:
        return build_refuse_verdict(
            f"The drive has {health.spare_percent} % of its spare left, less than its own minimum."
        )
    return build_pass_verdict(
        f"It reports no warning: {health.spare_percent} % spare, {health.temperature_c} degrees Celsius."
    )
