"""Expected writes of a job, by volumes and measured rates, and their share of drive endurance."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.estimates import KnownRate, find_nearest_rate
from storagelab.config import get_settings
from storagelab.db.models import Configuration, Job, Measurement, Run, Server
from storagelab.domain.operations import KINDS
from storagelab.domain.plan import NOMINAL_BYTES_PER_S, PhasePlan
from storagelab.domain.workload import Workload
from storagelab.errors import RequestRefused
from storagelab.inventory.health import find_rated_bytes
from storagelab.planning.cost_schemas import EnduranceUse, ExpectedWrites
from storagelab.planning.drive_shares import Under, list_worn_drives
from storagelab.planning.estimates import is_same_place
from storagelab.planning.plan import RunnablePlan
from storagelab.planning.preparation_writes import (
    NOTHING,
    Amount,
    PreparedDrive,
    compute_formatted_bytes,
    compute_written_bytes,
    list_unknown_kinds,
)
from storagelab.planning.schemas import JobCreate
from storagelab.runs.validity import COUNTED

Basis = Literal["exact", "measured", "nominal"]
_WORST_FIRST: tuple[Basis, ...] = ("nominal", "measured", "exact")
#: At most this many runs and measurements are searched for rates, the newest first.
_MAX_RUNS, _MAX_RATES = 50, 1000


class WearNotAccepted(RequestRefused):
    """The job takes more of the endurance of a drive than the lab lets one job take unasked."""

    code = "wear_not_accepted"


@dataclasses.dataclass(frozen=True, slots=True)
class PhaseWrites:
    """Bytes that one phase writes: typical and maximum, None for an unknown maximum."""

    typical: float
    maximum: float | None
    basis: Basis


def add_wear(session: Session, planned: RunnablePlan, *, body: JobCreate, server: Server) -> RunnablePlan:
    """Return the plan with the bytes that all its runs write and the endurance used of each drive."""
    rates = read_rates(session, planned, server=server)
    written = [
        volume for phase in planned.phases if (volume := compute_phase_writes(phase, planned, rates)) is not None
    ]
    bases = {item.basis for item in written}
    basis: Basis = next((candidate for candidate in _WORST_FIRST if candidate in bases), "exact")
    maxima = [item.maximum for item in written if item.maximum is not None]
    typical_bytes = round(sum(item.typical for item in written) * body.typical_repeats)
    maximum_bytes = round(sum(maxima) * body.repeats) if len(maxima) == len(written) else None
    worn = list_worn_drives(session, planned, server=server) if planned.writes else []
    prepared, unknown = _prepare(planned, worn, body)
    together = sum(prepared, start=NOTHING)
    writes = ExpectedWrites(
        typical_bytes=typical_bytes + together.known_bytes,
        maximum_bytes=_add_known_amounts(maximum_bytes, together.max_bytes),
        preparation_bytes=together.known_bytes if together.is_all else None,
        basis=basis,
        sentence=" ".join([_describe(written, basis, body.repeats, together), *unknown]),
    )
    endurance = tuple(
        _compute_endurance(session, worn_drive, typical_bytes, maximum_bytes, by_preparation)
        for worn_drive, by_preparation in zip(worn, prepared, strict=True)
    )
    return dataclasses.replace(
        planned,
        expected_writes=writes,
        endurance=endurance,
        wear_budget_percent=get_settings().wear_budget_percent,
    )


def list_job_endurance_refusals(planned: RunnablePlan, body: JobCreate) -> list[RequestRefused]:
    """Return the drives that the job wears more than the budget, as errors to be raised or shown."""
    if body.accept_wear:
        return []
    budget = get_settings().wear_budget_percent
    refused: list[RequestRefused] = []
    for use in planned.endurance:
        taken = use.maximum_percent if use.maximum_percent is not None else use.typical_percent
        if taken is not None and taken > budget:
            words = (
                f"the job takes up to {taken:.2g} % of the rated endurance of {use.drive}, and the budget of one "
                f"job is {budget:g} %: shorten it, or send accept_wear"
            )
            refused.append(WearNotAccepted(words, path="accept_wear"))
    return refused


def compute_phase_writes(phase: PhasePlan, planned: RunnablePlan, rates: Sequence[KnownRate]) -> PhaseWrites | None:
    """Return the typical and maximum bytes that a phase writes, with the basis of the figures.

    Returns None for a phase that only reads.
    """
    workload = phase.workload
    if not workload.writes:
        return None
    if workload.file_set is not None:
        return PhaseWrites(workload.file_set.written_bytes, workload.file_set.written_bytes, "exact")
    share = (100 - workload.read_percent) / 100
    if phase.stop.kind == "volume":
        volume = share * phase.stop.compute_volume_bytes(phase.addressed_bytes(planned.target_bytes))
        return PhaseWrites(volume, volume, "exact")
    seconds = planned.estimate_phase_seconds(phase)
    if workload.offered_iops is not None:
        offered = workload.offered_iops * _compute_mean_block_bytes(workload) * share
        return PhaseWrites(offered * seconds, offered * phase.maximum_seconds, "exact")
    rate = find_nearest_rate(_convert_to_known_rate(workload), rates)
    if rate is None:
        return PhaseWrites(share * NOMINAL_BYTES_PER_S * seconds, None, "nominal")
    fastest = max(item.bytes_per_s for item in rates)
    return PhaseWrites(share * rate * seconds, share * fastest * phase.maximum_seconds, "measured")


def read_rates(session: Session, planned: RunnablePlan, *, server: Server) -> list[KnownRate]:
    """Read the measured rates of write workloads for the target's last configuration class.

    The list is empty for a target that no run has measured, or that the preparation changes.
    """
    if planned.preparation.operations:
        return []
    target = planned.target.build_stored_target()
    rows = session.execute(
        select(Job.target, Configuration.class_hash)
        .join(Run, Run.job_id == Job.id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(Run.server_id == server.id, Job.preparation == [])
        .order_by(Run.created_at.desc())
        .limit(_MAX_RUNS)
    )
    class_hash = next((row.class_hash for row in rows if is_same_place(row.target, target)), None)
    if class_hash is None:
        return []
    measured = session.execute(
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
            COUNTED,
            # A phase of seconds shows no rate that a drive sustains.
            Run.scale == "full",
            Measurement.read_percent < 100,
            Measurement.block_bytes > 0,
            Measurement.random_percent.is_not(None),
            Measurement.outstanding_ios > 0,
            Measurement.offered_iops.is_(None),
            Measurement.bandwidth_bytes_per_s > 0,
        )
        .order_by(Measurement.created_at.desc())
        .limit(_MAX_RATES)
    )
    return [KnownRate(*(float(value) for value in row if value is not None)) for row in measured]


def _prepare(planned: RunnablePlan, worn: Sequence[Under], body: JobCreate) -> tuple[list[Amount], list[str]]:
    """Return the bytes that the preparation writes to each drive over all runs, in order of `worn`.

    The second value has a sentence on operations whose amount is unknown.
    """
    operations, names = planned.preparation.operations, planned.target.drives
    target_bytes = compute_formatted_bytes(
        operations, device_bytes=planned.target.smallest_bytes, devices=max(len(names), 1)
    )
    drives = [
        PreparedDrive(
            names=worn_drive.names,
            position=worn_drive.position,
            drives=len(names),
            size_bytes=worn_drive.drive.size_bytes if worn_drive.drive is not None else None,
            share=worn_drive.share,
        )
        for worn_drive in worn
    ]
    amounts = [compute_written_bytes(drive, operations, target_bytes=target_bytes) for drive in drives]
    repeated = [amount.times(body.typical_repeats, body.repeats) for amount in amounts]
    kinds = dict.fromkeys(
        kind for drive in drives for kind in list_unknown_kinds(drive, operations, target_bytes=target_bytes)
    )
    titles = ", ".join(KINDS[kind].title for kind in kinds)
    return repeated, [f"How much the preparation writes is not known and not counted: {titles}."] if kinds else []


def _compute_endurance(
    session: Session, under: Under, typical_bytes: int, maximum_bytes: int | None, prepared: Amount
) -> EnduranceUse:
    """Return the percentage of one drive's rated endurance that a job uses, typical and maximum.

    It counts the phases' writes to the target and the preparation's writes to this drive.
    """
    rated = find_rated_bytes(session, under.drive) if under.drive is not None else None
    typical = maximum = None
    if rated and under.share is not None:
        typical = 100 * (typical_bytes * under.share + prepared.known_bytes) / rated
        if maximum_bytes is not None and prepared.max_bytes is not None:
            maximum = 100 * (maximum_bytes * under.share + prepared.max_bytes) / rated
    return EnduranceUse(
        drive=under.name,
        model=under.drive.model if under.drive is not None else None,
        rated_bytes=rated,
        typical_percent=typical,
        maximum_percent=maximum,
        sentence=_explain_unknown_endurance(under, rated)
        or _format_endurance_use(typical, maximum, assumed=maximum_bytes is None),
    )


def _explain_unknown_endurance(under: Under, rated: int | None) -> str | None:
    if under.drive is None:
        return "The drive is not known to the inventory, so its endurance is not known."
    if not rated:
        model = under.drive.model or "a drive without a model"
        return f"The rated endurance of {model} is not known: add it to the model in the inventory."
    if under.share is None:
        return "How its array distributes writes over the members is unknown."
    return None


def _format_endurance_use(typical: float | None, maximum: float | None, *, assumed: bool) -> str:
    if maximum is None:
        basis = "by an assumed rate" if assumed else "as far as it is known what the preparation writes"
        return f"Typically {typical:.2g} % of its rated endurance, {basis}, maximum unknown."
    return f"Typically {typical:.2g} %, at most {maximum:.2g} % of its rated endurance."


def _add_known_amounts(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _describe(written: Sequence[PhaseWrites], basis: Basis, repeats: int, prepared: Amount) -> str:
    if not written:
        return "Nothing is written: every phase only reads." if prepared == NOTHING else "Every phase only reads."
    count = sum(item.basis == "nominal" for item in written)
    source = {
        "exact": "By the volumes and rates of the plan",
        "measured": "By volumes, and by rates that were measured on this configuration",
        "nominal": f"No rate of this target is known for {count} of the {len(written)} phases that write: "
        f"{NOMINAL_BYTES_PER_S / 1e6:.0f} MB/s were assumed",
    }[basis]
    return f"{source}, over {repeats} runs." if repeats > 1 else f"{source}."


def _convert_to_known_rate(workload: Workload) -> KnownRate:
    return KnownRate(
        block_bytes=_compute_mean_block_bytes(workload),
        read_percent=workload.read_percent,
        random_percent=workload.random_percent,
        outstanding_ios=workload.outstanding_ios,
        bytes_per_s=math.nan,
    )


def _compute_mean_block_bytes(workload: Workload) -> float:
    return sum(size.bytes * size.percent for size in workload.block_sizes) / 100
