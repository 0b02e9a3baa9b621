"""Rows and columns of a campaign from its request, and the job that measures one of its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from pydantic import TypeAdapter
from sqlalchemy.orm import Session

from storagelab.campaigns.schemas import MAX_CELLS, CampaignAxes, CampaignConfiguration, CampaignCreate
from storagelab.domain.campaign_values import CampaignColumn
from storagelab.domain.campaigns import DEVICE, FILE, STATES, CampaignLayout, format_configuration_name
from storagelab.domain.plan import Scale
from storagelab.domain.profile import ProfileDefinition
from storagelab.errors import InvalidInput
from storagelab.planning.operation_schemas import Operation
from storagelab.planning.repeat_schemas import RepeatUntil
from storagelab.planning.schemas import DevicesTarget, FileTarget, JobCreate, ProfileSelection, SavedProfileSelection
from storagelab.profiles.store import find_profile

#: What a job between cells runs, since no job is without a load: it reads for seconds.
STEP_PROFILE = ProfileSelection(name="read-sweep", scale="smoke")
_OPERATION: TypeAdapter[Operation] = TypeAdapter(Operation)
_LONGEST_NAME = 200


class CampaignJobDefaults(Protocol):
    """Fields that all jobs of a campaign have in common."""

    @property
    def name(self) -> str:
        """Return the name of the campaign."""

    @property
    def engine(self) -> str:
        """The engine of all jobs."""

    @property
    def priority(self) -> int:
        """The priority of all jobs."""

    @property
    def server_id(self) -> Any:
        """Id or number of the server."""


def make_rows(body: CampaignCreate) -> list[CampaignLayout]:
    """Build the configurations (matrix rows) of a campaign.

    Raises InvalidInput for a repeated name and for too many cells.
    """
    rows = (
        _combine_axes(body.axes)
        if body.axes is not None
        else [_build_row(configuration) for configuration in body.configurations]
    )
    names = [row.name for row in rows]
    twice = next((index for index, name in enumerate(names) if name in names[:index]), None)
    if twice is not None:
        raise InvalidInput(
            f"{names[twice]} is listed twice: give each configuration its own name",
            path=f"configurations.{twice}",
        )
    cells = len(rows) * len(body.workloads) * len(body.states)
    if cells > MAX_CELLS:
        raise InvalidInput(
            f"the campaign would have {cells:,} cells, at most {MAX_CELLS:,} are allowed", path="workloads"
        )
    return rows


def _combine_axes(axes: CampaignAxes) -> list[CampaignLayout]:
    """Build the configuration of every combination of the axes; row names contain the differences."""
    counts: list[int | None] = [*axes.controller_counts] if axes.controller_counts else [None]
    models: list[str | None] = [*axes.models] if axes.models else [None]
    return [
        _build_row(
            CampaignConfiguration(
                layout=layout,
                drives=drives,
                chunk_bytes=axes.chunk_bytes if layout not in ("jbod", "raid1") else None,
                over_provisioned_percent=percent,
                controllers=controllers,
                model=model,
            )
        )
        for layout in dict.fromkeys(axes.layouts)
        for model in dict.fromkeys(models)
        for drives in dict.fromkeys(axes.drive_counts)
        for controllers in dict.fromkeys(counts)
        for percent in dict.fromkeys(axes.over_provisioned_percents)
    ]


def _build_row(configuration: CampaignConfiguration) -> CampaignLayout:
    stable_ids = tuple(configuration.stable_ids or ())
    name = configuration.name or format_configuration_name(
        configuration.layout,
        configuration.drives,
        chunk_bytes=configuration.chunk_bytes,
        over_provisioned_percent=configuration.over_provisioned_percent,
        controllers=configuration.controllers,
        stable_ids=stable_ids,
        model=configuration.model,
    )
    drives = {FILE: 0, DEVICE: len(stable_ids)}.get(configuration.layout, configuration.drives)
    return CampaignLayout(
        name,
        configuration.layout,
        drives,
        configuration.chunk_bytes,
        configuration.over_provisioned_percent,
        configuration.size_bytes,
        configuration.controllers,
        stable_ids,
        configuration.copy_to,
        configuration.model,
    )


def make_columns(session: Session, body: CampaignCreate) -> list[CampaignColumn]:
    """Build the matrix columns: each workload in each array state, in the form a campaign stores.

    States are in the order of measurement. Each profile stays in its current version, whatever is saved while the
    campaign runs. Raises InvalidInput for an unknown profile and for two workloads of one name.
    """
    profiles = [_profile(session, workload.profile, index) for index, workload in enumerate(body.workloads)]
    labels = [
        workload.label or _format_title(profile, workload.profile.scale)
        for workload, profile in zip(body.workloads, profiles, strict=True)
    ]
    for index, label in enumerate(labels):
        if label in labels[:index]:
            raise InvalidInput(f"{label} is listed twice: give each workload a label", path=f"workloads.{index}")
    return [
        {
            "workload": index,
            "label": labels[index],
            "state": state,
            "profile": {
                "name": workload.profile.name,
                "version": profiles[index].version,
                "parameters": dict(workload.profile.parameters),
                "scale": workload.profile.scale,
            },
            "conditioning": body.conditioning,
            "accept_wear": body.accept_wear,
            "goes_across": profiles[index].goes_across,
            "repeat_until": body.repeat_until.to_json() if body.repeat_until is not None else None,
        }
        for index, workload in enumerate(body.workloads)
        for state in STATES
        if state in body.states
    ]


def format_scaled_label(column: CampaignColumn) -> str:
    """Return the label of a workload with the scale of its runs.

    The scale is left out where it is the full one or in the label already.
    """
    label, scale = str(column["label"]), column["profile"]["scale"]
    return label if scale == "full" or label.endswith(f"({scale})") else f"{label} ({scale})"


def parse_layout(stored: Mapping[str, Any]) -> CampaignLayout:
    """Return the configuration of a matrix row from the form that a campaign stores."""
    return CampaignLayout(**{**stored, "stable_ids": tuple(stored.get("stable_ids", ()))})


def dump_layout(row: CampaignLayout) -> dict[str, object]:
    """Convert a configuration to the form that is stored."""
    return asdict(row)


def build_cell_job(
    campaign: CampaignJobDefaults,
    row: CampaignLayout,
    column: CampaignColumn,
    *,
    stable_ids: Sequence[str],
    preparation: Sequence[Mapping[str, Any]],
    confirm_serials: Sequence[str],
    repeats: int,
) -> JobCreate:
    """Build the job that measures one cell on the drives or the array `stable_ids`, or on a file.

    The job first carries out `preparation` on them.
    """
    is_file = row.layout == FILE
    return JobCreate(
        name=f"{campaign.name}: {row.name}, {column['label']}, {column['state']}"[:_LONGEST_NAME],
        server_id=str(campaign.server_id),
        engine=campaign.engine,
        profile=ProfileSelection.model_validate(column["profile"]),
        target=(
            FileTarget(
                kind="file",
                size_bytes=row.size_bytes or 0,
                copy_to=row.copy_to if column.get("goes_across") else None,
            )
            if is_file
            else DevicesTarget(kind="devices", stable_ids=list(stable_ids))
        ),
        preparation=[_OPERATION.validate_python(dict(operation)) for operation in preparation],
        conditioning="redo" if is_file else column["conditioning"],
        repeats=repeats,
        repeat_until=RepeatUntil.model_validate(rule) if (rule := column.get("repeat_until")) else None,
        priority=campaign.priority,
        confirm_serials=list(confirm_serials),
        accept_wear=column["accept_wear"],
    )


def build_step_job(
    campaign: CampaignJobDefaults,
    title: str,
    *,
    stable_ids: Sequence[str],
    preparation: Sequence[Mapping[str, Any]],
    serials: list[str],
) -> JobCreate:
    """Build the job of a step between cells, which only prepares drives."""
    return JobCreate(
        name=f"{campaign.name}: {title}"[:_LONGEST_NAME],
        server_id=str(campaign.server_id),
        engine=campaign.engine,
        profile=STEP_PROFILE,
        target=DevicesTarget(kind="devices", stable_ids=list(stable_ids)),
        preparation=[_OPERATION.validate_python(dict(operation)) for operation in preparation],
        priority=campaign.priority,
        confirm_serials=serials,
        # What the whole plan takes was looked at when it was submitted: refused now it would wait forever.
        accept_wear=True,
    )


def _profile(session: Session, selection: SavedProfileSelection, index: int) -> ProfileDefinition:
    try:
        return find_profile(session, selection.name, selection.version)
    except InvalidInput as wrong:
        raise InvalidInput(wrong.message, path=f"workloads.{index}.{wrong.path or 'profile.name'}") from None


def _format_title(profile: ProfileDefinition, scale: Scale) -> str:
    return profile.title if scale == "full" else f"{profile.title} ({scale})"
