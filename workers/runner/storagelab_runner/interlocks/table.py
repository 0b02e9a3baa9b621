"""The interlocks in order, and the findings they make about one drive."""

from __future__ import annotations

from typing import Callable, NamedTuple

from storagelab_runner.findings import NOT_APPLICABLE, ProbeFinding
from storagelab_runner.interlocks import condition, content, identity, paths, stacking, usage
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts
from storagelab_runner.interlocks.verdict import InterlockVerdict

#: Reading harms no data, so only the identity of the drive and the absence of other users count.
_READING_MATTERS = frozenset(("I1", "I4", "I5", "I6", "I10", "I17", "I23", "I25"))
#: Interlocks about the users of a drive at this moment.
_USE = frozenset(("I6", "I10", "I17"))
_ONLY_READS = "The job only reads."


class Interlock(NamedTuple):
    """One reason not to touch a drive."""

    id: str
    title: str
    judge: Callable[[DeviceFacts, HostFacts], InterlockVerdict]


INTERLOCKS = (
    Interlock("I1", "The stable id leads to exactly this drive", identity.check_stable_id),
    Interlock("I2", "No other drive has the same identity", identity.check_unique_identity),
    Interlock("I3", "The drive is enrolled on this server", identity.check_enrolment),
    Interlock("I4", "The kernel lets no other program use the drive", usage.check_exclusive_open),
    Interlock("I5", "What was opened is what was checked", identity.check_opened_device),
    Interlock("I6", "The drive is not mounted", usage.check_not_mounted),
    Interlock("I7", "The server does not live on the drive", usage.check_not_system),
    Interlock("I8", "The server does not start from the drive", usage.check_no_boot_partition),
    Interlock("I9", "The server does not swap to the drive or name it for later use", usage.check_not_swap),
    Interlock("I10", "Nothing is stacked on the drive", stacking.check_unstacked),
    Interlock("I11", "The drive is not a path of a multipath device", stacking.check_no_multipath),
    Interlock("I12", "The drive is not a physical volume of LVM", stacking.check_no_lvm),
    Interlock("I13", "The drive is not a member of a software RAID", stacking.check_no_software_raid),
    Interlock("I14", "The drive belongs to no storage pool", stacking.check_no_pool),
    Interlock("I15", "The drive carries no signature", content.check_no_signature),
    Interlock("I16", "What is on the drive is blank or as we left it", content.check_known_contents),
    Interlock("I17", "No process has the drive open", usage.check_not_open),
    Interlock("I18", "An NVMe drive is the right namespace", paths.check_nvme_namespace),
    Interlock("I19", "What shares an NVMe drive is known", paths.check_siblings_known),
    Interlock("I20", "A virtual drive of a RAID controller is known", paths.check_virtual_drive),
    Interlock("I21", "An HBA passes the drive through", paths.check_pass_through),
    Interlock("I22", "The drive is healthy", condition.check_health),
    Interlock("I23", "The drive is writable and as large as registered", condition.check_registered_state),
    Interlock("I24", "No other host reserved the drive", condition.check_reservation),
    Interlock("I25", "The job fits on the drive", condition.check_capacity),
)


def judge(device: DeviceFacts, host: HostFacts) -> list[ProbeFinding]:
    """Return one finding for each interlock, in order."""
    return [_judge_interlock(interlock, device, host) for interlock in INTERLOCKS]


def judge_use(device: DeviceFacts, host: HostFacts) -> list[ProbeFinding]:
    """Return the findings of the interlocks that look for other users of a held drive."""
    return [_judge_interlock(interlock, device, host) for interlock in INTERLOCKS if interlock.id in _USE]


def _judge_interlock(interlock: Interlock, device: DeviceFacts, host: HostFacts) -> ProbeFinding:
    name = device.wanted.stable_id
    if not device.writes and interlock.id not in _READING_MATTERS:
        return ProbeFinding(interlock.id, interlock.title, NOT_APPLICABLE, _ONLY_READS, device=name)
    verdict, reason = interlock.judge(device, host)
    return ProbeFinding(interlock.id, interlock.title, verdict, reason, kind="infrastructure", device=name)
