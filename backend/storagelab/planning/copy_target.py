"""The second place of a file target: named if and only if a profile copies to another file system."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import ProfileDefinition
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.planning.schemas import DevicesTarget, FileTarget

PATH = "target.copy_to"


def check_copy_target(
    target: FileTarget | DevicesTarget, profile: ProfileDefinition, phases: Sequence[PhasePlan]
) -> None:
    """Raise InvalidInput or RequestRefused, naming the first phase concerned, where one is missing or has no use."""
    across = next((phase for phase in phases if phase.workload.file_set and phase.workload.file_set.goes_across), None)
    if isinstance(target, DevicesTarget):
        if across is not None:
            raise RequestRefused(
                f"Phase {across.ordinal} ({across.name}) copies to another file system, and a prepared drive has "
                "only one. Choose a file as the target, and give copy_to.",
                path="target.kind",
            )
    elif across is not None and target.copy_to is None:
        raise InvalidInput(
            f"phase {across.ordinal} ({across.name}) copies to another file system, and the target has no path on "
            "one: give a new path there, such as /mnt/other/lab.dat, or choose a profile without copies across",
            path=PATH,
        )
    elif across is None and target.copy_to is not None:
        raise InvalidInput(f"nothing of {profile.name} is copied to another file system: leave it out", path=PATH)
