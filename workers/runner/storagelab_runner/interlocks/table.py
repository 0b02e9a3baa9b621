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
    Interlock("I1", "The stable id leads to exactly this drive", identity.stable_id),
    Interlock("I2", "No other drive has the same identity", identity.unique),
    Interlock("I3", "The drive is enrolled on this server", identity.enrolled),
    Interlock("I4", "The kernel lets no other program use the drive", usage.exclusive),
    Interlock("I5", "What was opened is what was checked", identity.same_after_opening),
    Interlock("I6", "The drive is not mounted", usage.not_mounted),
    Interlock("I7", "The server does not live on the drive", usage.not_the_system),
    Interlock("I8", "The server does not start from the drive", usage.not_a_boot_drive),
    Interlock("I9", "The server does not swap to the drive or name it for later use", usage.not_swap),
    Interlock("I10", "Nothing is stacked on the drive", stacking.unstacked),
    Interlock("I11", "The drive is not a path of a multipath device", stacking.no_path_of_another),
    Interlock("I12", "The drive is not a physical volume of LVM", stacking.no_logical_volume),
    Interlock("I13", "The drive is not a member of a software RAID", stacking.no_software_raid),
    Interlock("I14", "The drive belongs to no storage pool", stacking.no_pool),
    Interlock("I15", "The drive carries no signature", content.no_signature),
    Interlock("I16", "What is on the drive is blank or as we left it", content.known_contents),
    Interlock("I17", "No process has the drive open", usage.not_open),
    Interlock("I18", "An NVMe drive is the right namespace", paths.right_namespace),
    Interlock("I19", "What shares an NVMe drive is known", paths.siblings_known),
    Interlock("I20", "A virtual drive of a RAID controller is known", paths.known_volume),
    Interlock("I21", "An HBA passes the drive through", paths.passes_through),
    Interlock("I22", "The drive is healthy", condition.healthy),
    Interlock("I23", "The drive is writable and as large as registered", condition.unchanged),
    Interlock("I24", "No other host reserved the drive", condition.not_reserved),
    Interlock("I25", "The job fits on the drive", condition.fits),
)


def judge(device: DeviceFacts, host: HostFacts) -> list[ProbeFinding]:
    """Return one finding for each interlock, in order."""
    return [_finding(interlock, device, host) for interlock in INTERLOCKS]


def judge_use(device: DeviceFacts, host: HostFacts) -> list[ProbeFinding]:
    """Return the findings about the users of a drive that is held already."""
    return [_finding(interlock, device, host) for interlock in INTERLOCKS if interlock.id in _USE]


def _finding(interlock: Interlock, device: DeviceFacts, host: HostFacts) -> ProbeFinding:
    name = device.wanted.stable_id
    if not device.writes and interlock.id not in _READING_MATTERS:
        return ProbeFinding(interlock.id, interlock.title, NOT_APPLICABLE, _ONLY_READS, device=name)
    verdict, reason = interlock.judge(device, host)
    return ProbeFinding(interlock.id, interlock.title, verdict, reason, kind="infrastructure", device=name)
