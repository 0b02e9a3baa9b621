"""Alerts: faults and risks of the hardware that need a person."""

from __future__ import annotations

import datetime as dt
import hashlib
import uuid
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Numeric, Select, and_, cast, func, or_, select
from sqlalchemy.orm import Load, Session, load_only

from storagelab.db.clock import read_clock
from storagelab.db.models import Array, Controller, Drive, Enrolment, HealthReading, Server
from storagelab.http.listing import decode_key, encode_key
from storagelab.inventory.alert_schemas import Alert, AlertCounts, AlertKind, AlertPage, Severity
from storagelab.inventory.arrays import find_lost_redundancy
from storagelab.inventory.conflicts import find_conflicts
from storagelab.inventory.controllers import is_narrowed
from storagelab.inventory.drive_condition import WORN_PERCENT
from storagelab.inventory.drives import describe_health
from storagelab.inventory.enrolments import get_enrolment_state, select_enrolments
from storagelab.inventory.naming import Piece, get_descriptive_name, make_component_link, make_numbered_name
from storagelab.inventory.needed_tools import find_missing

#: Media errors count while they are younger than this.
ERRORS_COUNT_FOR = dt.timedelta(days=30)
SEVERITY_ORDER: dict[Severity, int] = {"critical": 0, "warning": 1, "notice": 2}
_SortKey = tuple[int, str, str, str, str]
#: A reading that cannot be compared is not bad: such a path finds nothing, and raises nothing.
_FAILING = (
    f"$.passed == false || $.used_percent >= {WORN_PERCENT} || $.spare_percent <= $.spare_threshold_percent || "
    "$.media_errors > 0"
)
#: Some program of a server is not as it should be.
_NOT_WORKING = 'exists($.* ? (@.type() == "object" && !exists(@ ? (@.state == "ok"))))'
_OUT_OF_USE = ("unreachable", "quarantined")
_IN_USE = Server.state != "retired"
#: Whole rows are wide: a server has all its facts in one.
_NAME = (Server.number, Server.name)
_BATTERIES_AT_WORK = ("charging", "learning")


def find_alerts(
    session: Session, *, limit: int, cursor: str | None = None, severity: Severity | None = None
) -> AlertPage:
    """Return one page of the current alerts of hardware, servers and enrolments, most severe first.

    Raises InvalidInput for a cursor of another list.
    """
    alerts = [
        *_iterate_server_alerts(session),
        *_iterate_drive_alerts(session),
        *_iterate_array_alerts(session),
        *_iterate_controller_alerts(session),
        *_iterate_tool_alerts(session),
        *_iterate_enrolment_alerts(session),
        *_iterate_conflict_alerts(session),
    ]
    counts = AlertCounts(**{name: sum(item.severity == name for item in alerts) for name in SEVERITY_ORDER})
    wanted = sorted((item for item in alerts if severity is None or item.severity == severity), key=_build_sort_key)
    if cursor is not None:
        start = decode_key(cursor, int, str, str, str, str)
        wanted = [item for item in wanted if _build_sort_key(item) > start]
    shown = wanted[:limit]
    return AlertPage(
        items=shown,
        counts=counts,
        next_cursor=encode_key(_build_sort_key(shown[-1])) if len(wanted) > len(shown) else None,
    )


def _build_sort_key(alert: Alert) -> _SortKey:
    # Messages are long, and what orders equals is only to be the same for each page.
    digest = hashlib.sha256(alert.message.encode()).hexdigest()[:16]
    return SEVERITY_ORDER[alert.severity], alert.kind, alert.link.name, str(alert.link.id), digest


def _iterate_server_alerts(session: Session) -> Iterator[Alert]:
    wanted = or_(Server.state.in_(_OUT_OF_USE), Server.offered_host_key.is_not(None))
    read = (*_NAME, Server.state, Server.state_reason, Server.last_error, Server.offered_host_key)
    for server in session.scalars(select(Server).where(_IN_USE, wanted).options(load_only(*read, raiseload=True))):
        reason = server.state_reason or server.last_error or "the reason is unknown"
        if server.state == "unreachable":
            yield _make_alert(
                "critical", "server_unreachable", f"{server.name} cannot be reached: {reason}", server, server
            )
        elif server.state == "quarantined":
            yield _make_alert(
                "critical", "server_quarantined", f"{server.name} is in quarantine: {reason}", server, server
            )
        else:
            words = f"{server.name} offers an unconfirmed host key."
            yield _make_alert("notice", "host_key_unconfirmed", words, server, server)


def _select_live(model: Any, *conditions: ColumnElement[bool]) -> Select[Any, Server]:
    """Select present hardware that meets `conditions`, each row with its server; nothing retired."""
    return (
        select(model, Server)
        .join(Server, Server.id == model.server_id)
        .where(model.present, model.lifecycle != "retired", _IN_USE, *conditions)
        .options(Load(Server).load_only(*_NAME, raiseload=True))
    )


def _iterate_drive_alerts(session: Session) -> Iterator[Alert]:
    is_failing = or_(Drive.health.path_match(_FAILING), Drive.drive_state.in_(("failed", "missing")))
    rows = session.execute(_select_live(Drive, is_failing)).all()
    earlier = _load_earlier_errors(session, [drive for drive, _ in rows])
    for drive, server in rows:
        health = describe_health(drive.health)
        name = f"{get_descriptive_name(drive)} in {server.name}"
        if drive.drive_state in ("failed", "missing"):
            yield _make_alert("critical", "drive_failing", f"{name} is {drive.drive_state}.", drive, server)
        if health.passed is False:
            warnings = f" ({'; '.join(health.warnings)})" if health.warnings else ""
            yield _make_alert(
                "critical", "drive_failing", f"{name} reports that it is failing{warnings}.", drive, server
            )
        spare, min_spare = health.spare_percent, health.spare_threshold_percent
        if spare is not None and min_spare is not None and spare <= min_spare:
            words = f"{name} has {spare:g} % of its spare blocks left. Its minimum is {min_spare:g} %."
            yield _make_alert("critical", "drive_failing", words, drive, server)
        if health.used_percent is not None and health.used_percent >= WORN_PERCENT:
            words = f"{name} has used {health.used_percent:g} % of its rated endurance."
            yield _make_alert("warning", "drive_wearing_out", words, drive, server)
        before = earlier.get(drive.id)
        if health.media_errors is not None and before is not None and health.media_errors > before:
            words = f"{name} has {health.media_errors - before:g} new media errors within {ERRORS_COUNT_FOR.days} days."
            yield _make_alert("warning", "drive_failing", words, drive, server)


def _load_earlier_errors(session: Session, drives: Any) -> dict[uuid.UUID, float]:
    """Return by drive id the fewest media errors that the drive reported lately."""
    suspects = [drive for drive in drives if drive.health.get("media_errors")]
    if not suspects:
        return {}
    reported = HealthReading.values["media_errors"]
    readings = select(HealthReading.identity, func.min(cast(reported, Numeric))).where(
        HealthReading.identity.in_({drive.identity for drive in suspects}),
        HealthReading.at > read_clock(session) - ERRORS_COUNT_FOR,
        func.jsonb_typeof(reported) == "number",
    )
    fewest = {row[0]: float(row[1]) for row in session.execute(readings.group_by(HealthReading.identity))}
    return {drive.id: fewest[drive.identity] for drive in suspects if drive.identity in fewest}


def _iterate_array_alerts(session: Session) -> Iterator[Alert]:
    for array, server in session.execute(_select_live(Array, Array.condition != "optimal")):
        progress = f", {array.progress_percent:g} % done" if array.progress_percent is not None else ""
        severity: Severity = "critical" if array.condition in ("failed", "degraded") else "warning"
        left = find_lost_redundancy(array)
        words = f"{array.name} in {server.name} is {array.condition}{f', {left}' if left else ''}{progress}."
        yield _make_alert(severity, "array_not_optimal", words, array, server)


def _iterate_controller_alerts(session: Session) -> Iterator[Alert]:
    narrowed = or_(
        Controller.link_speed_gts < Controller.max_link_speed_gts, Controller.link_width < Controller.max_link_width
    )
    has_bad_battery = and_(Controller.battery.is_not(None), Controller.battery != "optimal")
    for row, server in session.execute(_select_live(Controller, or_(narrowed, has_bad_battery))):
        name = f"{get_descriptive_name(row)} in {server.name}"
        if row.battery not in (None, "optimal"):
            severity: Severity = "notice" if row.battery in _BATTERIES_AT_WORK else "warning"
            words = f"The battery of {name} is {row.battery}: its write cache may be off."
            yield _make_alert(severity, "battery_not_optimal", words, row, server)
        if is_narrowed(row):
            has = _format_pcie_link(row.link_speed_gts, row.link_width)
            could = _format_pcie_link(row.max_link_speed_gts, row.max_link_width)
            words = f"{name} runs at {has} and could run at {could}. Check its slot."
            yield _make_alert("warning", "link_narrowed", words, row, server)


def _iterate_tool_alerts(session: Session) -> Iterator[Alert]:
    # Of most servers all programs work: those are not read.
    wanted = (_IN_USE, Server.tools.path_match(_NOT_WORKING))
    servers = session.scalars(
        select(Server).where(*wanted).options(load_only(*_NAME, Server.tools, raiseload=True))
    ).all()
    if not servers:
        return
    ids = select(Server.id).where(*wanted)
    drivers = _load_values_by_server(session, Controller, Controller.driver, ids)
    transports = _load_values_by_server(session, Drive, func.lower(Drive.transport), ids)
    implementations = _load_values_by_server(session, Array, Array.implementation, ids)
    for server in servers:
        for sentence in find_missing(
            server.tools,
            drivers=drivers[server.id],
            transports=transports[server.id],
            implementations=implementations[server.id],
        ):
            yield _make_alert("notice", "tool_missing", f"{server.name}: {sentence}", server, server)


def _iterate_enrolment_alerts(session: Session) -> Iterator[Alert]:
    in_use = Enrolment.server_id.in_(select(Server.id).where(_IN_USE))
    rows = session.scalars(select_enrolments(state="void").where(in_use)).all()
    if not rows:
        return
    now = read_clock(session)
    for row in rows:
        _, reason = get_enrolment_state(row, now)
        words = f"The enrolment of {row.stable_id} in {row.server.name} is no longer valid. {reason or ''}".strip()
        yield _make_alert("notice", "enrolment_void", words, row.server, row.server)


def _iterate_conflict_alerts(session: Session) -> Iterator[Alert]:
    for conflict in find_conflicts(session):
        if conflict.kind == "same_identity" and len(conflict.servers) == 1:
            # Several paths to one drive are how its server is wired.
            continue
        yield Alert(
            severity="warning",
            kind="conflict",
            message=conflict.message,
            link=conflict.components[0],
            server=conflict.servers[0],
        )


def _make_alert(severity: Severity, kind: AlertKind, message: str, row: Piece, server: Server) -> Alert:
    return Alert(
        severity=severity, kind=kind, message=message, link=make_component_link(row), server=make_numbered_name(server)
    )


def _format_pcie_link(speed_gts: float | None, width: int | None) -> str:
    parts = [f"{speed_gts:g} GT/s" if speed_gts is not None else "", f"x{width}" if width is not None else ""]
    return " ".join(part for part in parts if part)


def _load_values_by_server(
    session: Session, model: Any, value: Any, server_ids: Select[uuid.UUID]
) -> dict[uuid.UUID, set[str]]:
    """Return by server id the values of the column `value` of its present hardware."""
    values: dict[uuid.UUID, set[str]] = defaultdict(set)
    rows = session.execute(
        select(model.server_id, value)
        .where(model.present, model.server_id.in_(server_ids), value.is_not(None))
        .distinct()
    )
    for server_id, item in rows:
        values[server_id].add(item)
    return values
