"""Loads the demo data into the lab once, updates them, removes and restores them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, LabSetting, Run, Server, Share
from storagelab.demo.dashboards import file_dashboards, trash_dashboards
from storagelab.demo.findings import load_findings, load_source_titles, remove_findings
from storagelab.demo.inventory import file_servers, read_packaged_servers, remove_servers
from storagelab.demo.measured import receive_set, remove_shares
from storagelab.demo.published import HARDWARE_VERSION, find_engine, read_hardware, read_set
from storagelab.demo.sets import MEASURED_SETS, PERC12, PRECONDITION, SETS, DemoSet
from storagelab.imports.filing import file_result, refile_result
from storagelab.inventory.published_lists import file_published_list, remove_published_lists
from storagelab.runs.held import select_held_runs

SETTING = "demo_data"
#: The list of hardware among the versions of sets.
_HARDWARE = "hardware"


@dataclass(frozen=True, slots=True)
class Removal:
    """Result of a removal. `preserved` are the runs that a live permalink still leads to."""

    removed: int
    preserved: tuple[Run, ...]


def claim_demo_data(session: Session) -> bool:
    """Record that this lab gets the demo data; return True when there was no such record before.

    The setting is the guard: a second process that starts meanwhile waits for its row and then finds the data.
    """
    claim = insert(LabSetting).values(key=SETTING, value={"sets": {}}).on_conflict_do_nothing()
    return session.execute(claim.returning(LabSetting.key)).first() is not None


def ensure_demo_data(session: Session) -> bool:
    """Load the demo sets that this lab lacks or has in an earlier version, unless the demo data was removed.

    A run of an earlier version gets the corrected content under its number, so that its notes and permalinks stay.
    Return True when the lab never had demo data before.
    """
    first = claim_demo_data(session)
    setting = _lock_setting(session)
    if not setting.value.get("removed"):
        _load_missing(session, setting)
    return first


def restore_demo_data(session: Session) -> int:
    """Restore the removed demo data; return the number of stored runs."""
    claim_demo_data(session)
    return _load_missing(session, _lock_setting(session))


def remove_demo_data(session: Session) -> Removal:
    """Delete the demo runs with their drafts and configurations, and the demo servers.

    The hardware and the findings of the published sources are deleted too. The dashboards go to the trash. A restart
    loads none of this again. Runs with a live permalink remain.
    """
    claim_demo_data(session)
    setting = _lock_setting(session)
    sets = _get_set_runs(session, setting)
    remove_published_lists(session, load_source_titles().values())
    remove_findings(session)
    remove_shares(session, _get_set_shares(setting).values())
    remove_servers(session, _list_server_ids(setting))
    trash_dashboards(session, _get_dashboard_ids(setting).values())
    ids = [run_id for runs in sets.values() for run_id in runs]
    removed, shared = _remove_runs(session, ids)
    left = {name: [run_id for run_id in runs if run_id in shared] for name, runs in sets.items()}
    _write(
        session,
        setting,
        {name: runs for name, runs in left.items() if runs},
        dashboards=_get_dashboard_ids(setting),
        versions=_get_versions(setting),
        removed=True,
    )
    preserved = session.scalars(select(Run).where(Run.id.in_(shared)).order_by(Run.number)).all()
    return Removal(removed, tuple(preserved))


def count_demo_runs(session: Session) -> int:
    """Count the runs of the demo data."""
    setting = session.get(LabSetting, SETTING)
    if setting is None:
        return 0
    ids = [run_id for runs in _get_set_runs(session, setting).values() for run_id in runs]
    return session.scalar(select(func.count()).where(Run.id.in_(ids))) or 0


@dataclass(frozen=True, slots=True)
class MeasuredRuns:
    """The runs of a set that Storage Lab measured, and the share they came with unless it was removed."""

    name: str
    share: Share | None
    runs: tuple[Run, ...]


def list_measured_sets(session: Session) -> list[MeasuredRuns]:
    """Return the demo sets that Storage Lab measured and that have runs in this lab, in order.

    A run may be in several sets.
    """
    setting = session.get(LabSetting, SETTING)
    if setting is None:
        return []
    sets = _get_set_runs(session, setting)
    ids = {run_id for measured in MEASURED_SETS for run_id in sets.get(measured.name, [])}
    runs = {run.id: run for run in session.scalars(select(Run).where(Run.id.in_(ids)))}
    share_ids = _get_set_shares(setting)
    shares = {share.id: share for share in session.scalars(select(Share).where(Share.id.in_(share_ids.values())))}
    listed = []
    for measured in MEASURED_SETS:
        there = tuple(runs[run_id] for run_id in sets.get(measured.name, []) if run_id in runs)
        if there:
            share_id = share_ids.get(measured.name)
            listed.append(MeasuredRuns(measured.name, shares.get(share_id) if share_id else None, there))
    return listed


def list_demo_servers(session: Session) -> Sequence[Server]:
    """Return the servers of the demo data, in the order of their numbers."""
    setting = session.get(LabSetting, SETTING)
    if setting is None:
        return ()
    return session.scalars(select(Server).where(Server.id.in_(_list_server_ids(setting))).order_by(Server.number)).all()


def has_demo_data(session: Session) -> bool:
    """Return whether this lab shows demo data: they were loaded, and not removed since."""
    setting = session.get(LabSetting, SETTING)
    return setting is not None and (not setting.value.get("removed") or bool(setting.value.get("sets")))


def _load_missing(session: Session, setting: LabSetting) -> int:
    sets = _get_set_runs(session, setting)
    removed = bool(setting.value.get("removed"))
    versions = _get_versions(setting)
    # Only once: a component that a user removed by itself remains removed.
    hardware_due = removed or not setting.value.get("hardware") or versions.get(_HARDWARE, 1) < HARDWARE_VERSION
    if hardware_due:
        titles = load_source_titles()
        remove_published_lists(session, titles.values())
        file_published_list(session, read_hardware(), source_titles=titles)
    # Only once, as the hardware: a finding that a user removed remains removed.
    findings_due = removed or not setting.value.get("findings")
    if findings_due:
        load_findings(session)
    filed = 0
    outdated = {demo_set.name for demo_set in SETS if versions.get(demo_set.name, 1) < demo_set.version} & sets.keys()
    for demo_set in SETS:
        there = sets.get(demo_set.name, [])
        if demo_set.name in outdated:
            there = _update_set(session, demo_set, there=there)
        elif demo_set.name in sets and not removed:
            continue
        runs = _file_set(session, demo_set, there=there)
        sets[demo_set.name] = [*there, *runs]
        filed += len(runs)
    retired = _remove_retired_sets(session, sets)
    versions = {_HARDWARE: HARDWARE_VERSION} | {demo_set.name: demo_set.version for demo_set in SETS}
    shares = {} if removed else _get_set_shares(setting)
    existing = {run_id for runs in sets.values() for run_id in runs}
    for measured in MEASURED_SETS:
        if measured.name in sets and not removed:
            continue
        shares[measured.name], runs = receive_set(session, measured)
        filed += len(set(runs) - existing)
        existing.update(runs)
        sets[measured.name] = runs
    servers = [] if removed else _list_server_ids(setting)
    servers_due = removed or "servers" not in setting.value
    if servers_due:
        servers = file_servers(session, read_packaged_servers())
    earlier = _get_dashboard_ids(setting)
    dashboards = file_dashboards(session, sets, earlier, rewrite=removed, changed=outdated)
    if filed or hardware_due or findings_due or servers_due or outdated or retired or dashboards != earlier:
        _write(
            session, setting, sets, shares=shares, servers=servers, dashboards=dashboards, versions=versions,
            removed=False,
        )  # fmt: skip
    return filed


def _remove_retired_sets(session: Session, sets: dict[str, list[uuid.UUID]]) -> bool:
    """Remove the runs of sets that this release no longer has; return whether there were any such sets.

    Runs that a live permalink leads to stay, and so does their set in `sets`.
    """
    present = {demo_set.name for demo_set in SETS} | {measured.name for measured in MEASURED_SETS}
    retired = sets.keys() - present
    for name in retired:
        _, held = _remove_runs(session, sets[name])
        if held:
            sets[name] = [run_id for run_id in sets[name] if run_id in held]
        else:
            del sets[name]
    return bool(retired)


def _update_set(session: Session, demo_set: DemoSet, *, there: Sequence[uuid.UUID]) -> list[uuid.UUID]:
    """Give the runs of an earlier version of a set their present content; return the runs that the set still has.

    A run is found by its title, or by the title that an earlier version gave it. A run without a result in this version
    is removed unless a live permalink leads to it.
    """
    runs = session.scalars(select(Run).where(Run.id.in_(there)).order_by(Run.number)).all()
    by_title = {run.title: run for run in reversed(runs)}
    replaced = {run.configuration_id for run in runs if run.configuration_id is not None}
    updated = []
    for result in read_set(demo_set):
        run = by_title.get(result.title) or by_title.get(demo_set.earlier_titles.get(result.title, ""))
        if run is not None and run.id not in updated:
            refile_result(
                session,
                run,
                result,
                engine=find_engine(result),
                source_title=demo_set.source_title,
                source_note=f"Listed as {demo_set.listed_as}",
            )
            updated.append(run.id)
    left = [run.id for run in runs if run.id not in updated]
    _, held = _remove_runs(session, left)
    _remove_unused_configurations(session, replaced)
    return [*updated, *(run_id for run_id in left if run_id in held)]


def _remove_runs(session: Session, run_ids: Sequence[uuid.UUID]) -> tuple[int, set[uuid.UUID]]:
    """Delete runs and the configurations that only they used; return the number of deleted runs, and the held ones.

    Held are those that a live permalink leads to. They stay.
    """
    held = set(session.scalars(select_held_runs(run_ids)))
    removable = [run_id for run_id in run_ids if run_id not in held]
    configurations = session.scalars(select(Run.configuration_id).where(Run.id.in_(removable)).distinct()).all()
    removed = len(session.scalars(delete(Run).where(Run.id.in_(removable)).returning(Run.id)).all())
    _remove_unused_configurations(session, configurations)
    return removed, held


def _remove_unused_configurations(session: Session, configuration_ids: Iterable[uuid.UUID | None]) -> None:
    still_used = select(Run.configuration_id).where(Run.configuration_id.is_not(None))
    session.execute(
        delete(Configuration).where(
            Configuration.id.in_([key for key in configuration_ids if key is not None]),
            Configuration.id.not_in(still_used),
        )
    )


def _file_set(session: Session, demo_set: DemoSet, *, there: Sequence[uuid.UUID]) -> list[uuid.UUID]:
    titles = set(session.scalars(select(Run.title).where(Run.id.in_(there))))
    return [
        file_result(
            session,
            result,
            origin="published",
            engine=find_engine(result),
            source_title=demo_set.source_title,
            source_note=f"Listed as {demo_set.listed_as}",
        ).id
        for result in read_set(demo_set)
        if result.title not in titles
    ]


def _get_set_shares(setting: LabSetting) -> dict[str, uuid.UUID]:
    """Return the share of each set that Storage Lab measured; keys are names of sets."""
    shares = setting.value.get("shares", {})
    # The first set that came as a share was listed without its name.
    named = dict(zip([PRECONDITION.name], shares, strict=False)) if isinstance(shares, list) else shares
    return {name: uuid.UUID(share_id) for name, share_id in named.items()}


def _list_server_ids(setting: LabSetting) -> list[uuid.UUID]:
    return [uuid.UUID(server_id) for server_id in setting.value.get("servers", [])]


def _get_dashboard_ids(setting: LabSetting) -> dict[str, uuid.UUID]:
    """Return the id of each dashboard of the reviews, in the trash or not; keys are names of dashboards."""
    return {name: uuid.UUID(dashboard_id) for name, dashboard_id in setting.value.get("dashboards", {}).items()}


def _get_versions(setting: LabSetting) -> dict[str, int]:
    """Return the version of each set and of the list of hardware; one without is of the first version."""
    return dict(setting.value.get("versions", {}))


def _lock_setting(session: Session) -> LabSetting:
    return session.get_one(LabSetting, SETTING, with_for_update=True, populate_existing=True)


def _get_set_runs(session: Session, setting: LabSetting) -> dict[str, list[uuid.UUID]]:
    """Return the runs of each loaded set; keys are names of sets."""
    value: Mapping[str, Any] = setting.value
    if "sets" in value:
        return {name: [uuid.UUID(run_id) for run_id in runs] for name, runs in value["sets"].items()}
    # The first release loaded this one set and noted nothing but its source.
    loaded = session.scalars(
        select(Run.id)
        .where(Run.origin == "published", Run.source_title == PERC12.source_title, Run.import_id.is_(None))
        .order_by(Run.number)
    )
    return {PERC12.name: list(loaded)}


def _write(
    session: Session,
    setting: LabSetting,
    sets: Mapping[str, Sequence[uuid.UUID]],
    *,
    shares: Mapping[str, uuid.UUID] = MappingProxyType({}),
    servers: Sequence[uuid.UUID] = (),
    dashboards: Mapping[str, uuid.UUID],
    versions: Mapping[str, int],
    removed: bool,
) -> None:
    setting.value = {
        "sets": {name: [str(run_id) for run_id in runs] for name, runs in sets.items()},
        "shares": {name: str(share_id) for name, share_id in shares.items()},
        "servers": [str(server_id) for server_id in servers],
        "dashboards": {name: str(dashboard_id) for name, dashboard_id in dashboards.items()},
        "versions": dict(versions),
        "removed": removed,
        "hardware": not removed,
        "findings": not removed,
    }
    session.flush()
