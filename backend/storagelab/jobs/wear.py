"""What a job writes, by volumes and by the rates its configuration has shown, and what that takes of its drives."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.estimates import KnownRate, nearest_rate
from storagelab.config import get_settings
from storagelab.db.models import Array, Configuration, Drive, Job, Measurement, Run, Server
from storagelab.domain.plan import NOMINAL_BYTES_PER_S, PhasePlan
from storagelab.domain.workload import Workload
from storagelab.errors import RequestRefused
from storagelab.inventory.health import find_rated_bytes
from storagelab.inventory.under_load import Hardware, find_targets, inner_array, read_hardware
from storagelab.jobs.cost_schemas import EnduranceOut, ExpectedWritesOut
from storagelab.jobs.estimates import same_place
from storagelab.jobs.planning import Planned
from storagelab.jobs.schemas import JobIn

Basis = Literal["exact", "measured", "nominal"]
_WORST_FIRST: tuple[Basis, ...] = ("nominal", "measured", "exact")
#: So many runs and measurements are looked through for rates, the newest first.
_MOST_RUNS, _MOST_RATES = 50, 1000
#: Writes that reach the members of an array for one of its own, at the worst: a small write of RAID 5 rewrites its
#: parity as well. RAID 1 writes every member whole.
_MEMBER_WRITES = {"raid0": 1, "raid10": 2, "raid5": 2, "raid50": 2, "raid6": 3, "raid60": 3}


class WearNotAccepted(RequestRefused):
    """The job takes more of the endurance of a drive than the lab lets one job take unasked."""

    code = "wear_not_accepted"


@dataclasses.dataclass(frozen=True, slots=True)
class Written:
    """What one phase writes: typical and most, None where the most is not known."""

    typical: float
    most: float | None
    basis: Basis


@dataclasses.dataclass(frozen=True, slots=True)
class Under:
    """A drive under a target, and the bytes written to it for each byte of the job; None where that is not known."""

    name: str
    drive: Drive | None
    share: float | None


def add_wear(session: Session, planned: Planned, *, body: JobIn, server: Server) -> Planned:
    """The same plan with what all of its runs write, and what that takes of every drive."""
    rates = read_rates(session, planned, server=server)
    written = [each for phase in planned.phases if (each := phase_writes(phase, planned, rates)) is not None]
    found = {each.basis for each in written}
    basis: Basis = next((each for each in _WORST_FIRST if each in found), "exact")
    most = [each.most for each in written if each.most is not None]
    writes = ExpectedWritesOut(
        typical_bytes=round(sum(each.typical for each in written) * body.typical_repeats),
        maximum_bytes=round(sum(most) * body.repeats) if len(most) == len(written) else None,
        basis=basis,
        sentence=_describe(written, basis, body.repeats),
    )
    endurance = []
    if planned.writes:
        endurance = [_endurance(session, each, writes) for each in drives_under(session, planned, server=server)]
    out = planned.out.model_copy(
        update={
            "expected_writes": writes,
            "endurance": endurance,
            "wear_budget_percent": get_settings().wear_budget_percent,
        }
    )
    return dataclasses.replace(planned, out=out)


def why_worn(planned: Planned, body: JobIn) -> list[RequestRefused]:
    """The drives that the job wears more than the budget, as errors to be raised or shown."""
    if body.accept_wear:
        return []
    budget = get_settings().wear_budget_percent
    refused: list[RequestRefused] = []
    for each in planned.out.endurance:
        taken = each.maximum_percent if each.maximum_percent is not None else each.typical_percent
        if taken is not None and taken > budget:
            words = (
                f"the job takes up to {taken:.2g} % of the rated endurance of {each.drive}, and one job takes "
                f"{budget:g} % unasked: shorten it, or send accept_wear"
            )
            refused.append(WearNotAccepted(words, path="accept_wear"))
    return refused


def phase_writes(phase: PhasePlan, planned: Planned, rates: Sequence[KnownRate]) -> Written | None:
    """What one phase writes; None for one that only reads."""
    workload = phase.workload
    if not workload.writes:
        return None
    if workload.file_set is not None:
        return Written(workload.file_set.written_bytes, workload.file_set.written_bytes, "exact")
    share = (100 - workload.read_percent) / 100
    if phase.stop.kind == "volume":
        volume = share * phase.stop.volume_bytes(phase.addressed_bytes(planned.target_bytes))
        return Written(volume, volume, "exact")
    seconds = planned.seconds.get(phase.ordinal, phase.estimated_seconds(planned.target_bytes))
    if workload.offered_iops is not None:
        offered = workload.offered_iops * _mean_block(workload) * share
        return Written(offered * seconds, offered * phase.maximum_seconds, "exact")
    rate = nearest_rate(_as_rate(workload), rates)
    if rate is None:
        return Written(share * NOMINAL_BYTES_PER_S * seconds, None, "nominal")
    fastest = max(each.bytes_per_s for each in rates)
    return Written(share * rate * seconds, share * fastest * phase.maximum_seconds, "measured")


def read_rates(session: Session, planned: Planned, *, server: Server) -> list[KnownRate]:
    """Rates of workloads that write, measured on the configuration class that this target had last.

    Empty for a target that no run has measured, or that the preparation is going to change.
    """
    if planned.preparation.operations:
        return []
    target = planned.target.as_stored()
    rows = session.execute(
        select(Job.target, Configuration.class_hash)
        .join(Run, Run.job_id == Job.id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(Run.server_id == server.id, Job.preparation == [])
        .order_by(Run.created_at.desc())
        .limit(_MOST_RUNS)
    )
    class_hash = next((row.class_hash for row in rows if same_place(row.target, target)), None)
    if class_hash is None:
        return []
    found = session.execute(
        select(
            Measurement.block_bytes,
            Measurement.read_percent,
            Measurement.random_percent,
            Measurement.outstanding_ios,
            Measurement.bandwidth_bytes_per_s,
        )
        .join(Run, Run.id == Measurement.run_id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(
            Configuration.class_hash == class_hash,
            Run.origin == "measured",
            # What lasts seconds shows no rate that a drive keeps up.
            Run.scale == "full",
            Measurement.read_percent < 100,
            Measurement.block_bytes > 0,
            Measurement.random_percent.is_not(None),
            Measurement.outstanding_ios > 0,
            Measurement.offered_iops.is_(None),
            Measurement.bandwidth_bytes_per_s > 0,
        )
        .order_by(Measurement.created_at.desc())
        .limit(_MOST_RATES)
    )
    return [KnownRate(*(float(value) for value in row if value is not None)) for row in found]


def drives_under(session: Session, planned: Planned, *, server: Server) -> list[Under]:
    """Every drive that a target wears, those below its arrays in place of them. Empty for a file."""
    hardware = read_hardware(session, server)
    names = [item.stable_id for item in planned.target.drives]
    made = next((each for each in planned.preparation.operations if each["kind"] == "mdadm_create"), None)
    share: float | None = 1 / max(len(names), 1)
    if made is not None:
        share = _member_share(made["level"], len(names) - made["spares"])
    return [each for name in names for each in _drives_under(hardware, name, share)]


def _drives_under(hardware: Hardware, name: str, share: float | None) -> Iterator[Under]:
    target = next(iter(find_targets(hardware, {"kind": "devices", "stable_ids": [name]}, place="")), None)
    array = hardware.array_of(target) if target is not None else None
    if array is None:
        yield Under(name, target, share)
    else:
        yield from _members(hardware, array, share, frozenset())


def _members(hardware: Hardware, array: Array, share: float | None, above: frozenset[object]) -> Iterator[Under]:
    members = [each for each in array.members or [] if each.get("state") != "hot_spare"]
    own = _member_share(array.level, len(members))
    below = share * own if share is not None and own is not None else None
    if not members:
        yield Under(f"the members of {array.name}", None, None)
    for member in members:
        drive = hardware.drive_with(member.get("drive_id"))
        inner = inner_array(hardware, member, drive)
        if inner is not None and inner.id not in above:
            yield from _members(hardware, inner, below, above | {array.id})
        else:
            name = (drive.stable_id if drive is not None else None) or f"{member.get('key')} of {array.name}"
            yield Under(name, drive, below)


def _member_share(level: str | None, members: int) -> float | None:
    """Bytes written to each member for one byte that is written to the array, at the worst."""
    if level == "raid1":
        return 1.0
    writes = _MEMBER_WRITES.get(level or "")
    return min(writes / members, 1.0) if writes is not None and members > 0 else None


def _endurance(session: Session, under: Under, writes: ExpectedWritesOut) -> EnduranceOut:
    rated = find_rated_bytes(session, under.drive) if under.drive is not None else None
    typical = most = None
    if rated and under.share is not None:
        typical = 100 * writes.typical_bytes * under.share / rated
        most = 100 * writes.maximum_bytes * under.share / rated if writes.maximum_bytes is not None else None
    return EnduranceOut(
        drive=under.name,
        model=under.drive.model if under.drive is not None else None,
        rated_bytes=rated,
        typical_percent=typical,
        maximum_percent=most,
        sentence=_why_unknown(under, rated) or _words(typical, most),
    )


def _why_unknown(under: Under, rated: int | None) -> str | None:
    if under.drive is None:
        return "The drive is not known to the inventory, so its endurance is not known."
    if not rated:
        model = under.drive.model or "a drive that tells no model"
        return f"The rated endurance of {model} is not known: add it to the model in the inventory."
    if under.share is None:
        return "How its array spreads what is written over its members is not known."
    return None


def _words(typical: float | None, most: float | None) -> str:
    if most is None:
        return f"Typically {typical:.2g} % of its rated endurance, by an assumed rate; the most is not known."
    return f"Typically {typical:.2g} %, at most {most:.2g} % of its rated endurance."


def _describe(written: Sequence[Written], basis: Basis, repeats: int) -> str:
    if not written:
        return "Nothing is written: every phase only reads."
    count = sum(each.basis == "nominal" for each in written)
    source = {
        "exact": "By the volumes and rates of the plan",
        "measured": "By volumes, and by rates that were measured on this configuration",
        "nominal": f"No rate of this target is known for {count} of the {len(written)} phases that write: "
        f"{NOMINAL_BYTES_PER_S / 1e6:.0f} MB/s were assumed",
    }[basis]
    return f"{source}, over {repeats} runs." if repeats > 1 else f"{source}."


def _as_rate(workload: Workload) -> KnownRate:
    return KnownRate(
        block_bytes=_mean_block(workload),
        read_percent=workload.read_percent,
        random_percent=workload.random_percent,
        outstanding_ios=workload.outstanding_ios,
        bytes_per_s=math.nan,
    )


def _mean_block(workload: Workload) -> float:
    return sum(size.bytes * size.percent for size in workload.block_sizes) / 100
