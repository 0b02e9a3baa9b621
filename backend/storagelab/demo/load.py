"""Puts the published figures into the lab once: one run per configuration, marked as not measured here."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, LabSetting, Measurement, Phase, Run
from storagelab.demo.published import SOURCE_TITLE, Figure, read_figures, read_hardware, snapshot
from storagelab.domain.configuration import class_hash, instance_hash
from storagelab.domain.lifecycle import PhaseState, RunState

SETTING = "demo_data"

PUBLISHED_BADGE = {
    "code": "published",
    "label": "Published, not measured here",
    "level": "info",
    "detail": f"Source: {SOURCE_TITLE}. Values as printed; conditions the source does not state are unknown.",
}


def ensure_demo_data(session: Session) -> bool:
    """Load the figures unless that was done before; True when this call did it.

    The setting is the guard: a second process that starts meanwhile waits on its row and then finds it taken.
    """
    claim = insert(LabSetting).values(key=SETTING, value={"source": SOURCE_TITLE}).on_conflict_do_nothing()
    if session.execute(claim.returning(LabSetting.key)).first() is None:
        return False
    figures = read_figures()
    hardware = read_hardware()
    groups: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.role == "measured":
            groups.setdefault(_title(figure), []).append(figure)
    for title, measured in groups.items():
        _add_run(session, title, measured, figures, snapshot(measured[0], hardware))
    return True


def _title(figure: Figure) -> str:
    return f"{figure.configuration}, rebuilding" if figure.condition == "rebuilding" else figure.configuration


def _add_run(
    session: Session, title: str, measured: list[Figure], figures: list[Figure], conditions: dict[str, Any]
) -> None:
    configuration = Configuration(
        name=title,
        origin="published",
        class_hash=class_hash(conditions),
        instance_hash=instance_hash(conditions),
        snapshot=conditions,
    )
    engines = {figure.engine for figure in measured}
    run = Run(
        title=title,
        origin="published",
        engine=engines.pop() if len(engines) == 1 else None,
        state=RunState.FINISHED,
        data="complete",
        badges=[PUBLISHED_BADGE],
        source_title=SOURCE_TITLE,
        source_note=_stated(measured[0], figures),
        configuration=configuration,
        # The clock, not the start of the transaction: lists show the runs in the reverse order of the tables.
        created_at=func.clock_timestamp(),
    )
    session.add_all([configuration, run])
    session.flush()
    for ordinal, figure in enumerate(measured, start=1):
        phase = _phase(run, ordinal, figure)
        session.add(phase)
        session.add(_measurement(run, phase, figure, figures))
    session.flush()


def _conditions(figure: Figure) -> dict[str, Any]:
    """The factors that stand as columns in both `phase` and `measurement`."""
    outstanding_ios = None
    if figure.threads is not None and figure.queue_depth is not None:
        outstanding_ios = figure.threads * figure.queue_depth
    return {
        "block_bytes": figure.block_bytes,
        "read_percent": figure.read_percent,
        "random_percent": figure.random_percent,
        "threads": figure.threads,
        "queue_depth": figure.queue_depth,
        "outstanding_ios": outstanding_ios,
        "offered_iops": None,
    }


def _phase(run: Run, ordinal: int, figure: Figure) -> Phase:
    conditions = _conditions(figure)
    sizes = [{"bytes": figure.block_bytes, "percent": 100.0}] if figure.block_bytes is not None else None
    workload = {key: value for key, value in conditions.items() if key != "block_bytes"}
    return Phase(
        run=run,
        ordinal=ordinal,
        name=figure.workload,
        kind="published",
        workload={"description": figure.workload, "block_sizes": sizes, "range": None, **workload},
        stop={},
        state=PhaseState.FINISHED,
        **conditions,
    )


def _measurement(run: Run, phase: Phase, figure: Figure, figures: list[Figure]) -> Measurement:
    badges: list[dict[str, str]] = [PUBLISHED_BADGE]
    if figure.oddity:
        badges.append({"code": "as_printed", "label": "As printed", "level": "warn", "detail": figure.oddity})
    notes = [figure.note, figure.oddity, *_restated(figure, figures)]
    return Measurement(
        run_id=run.id,
        phase=phase,
        engine=figure.engine,
        value_kind=figure.value_kind,
        badges=badges,
        source_note=". ".join(note for note in notes if note),
        **_conditions(figure),
        **{figure.column: figure.value},
    )


def _restated(figure: Figure, figures: list[Figure]) -> list[str]:
    """What the running text says of the same measurement, rounded."""
    return [
        f"text: {other.printed} ({other.value_kind})"
        for other in figures
        if figure.condition != "rebuilding"
        and (other.role, other.restates, other.configuration) == ("restated", figure.workload, figure.configuration)
    ]


def _stated(figure: Figure, figures: list[Figure]) -> str | None:
    """Numbers of the text that are no measurements: of this configuration, or of no one in particular."""
    sentences = [
        f"Stated, not measured: {other.subject}, {other.printed} ({other.value_kind}; {other.note})"
        for other in figures
        if other.role == "stated" and (other.configuration == figure.configuration or not other.controller)
    ]
    return ". ".join(sentences) or None
