"""Profiles, jobs, runs, attempts and phases, with the constraints that keep two off one device."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from sqlalchemy import CheckConstraint, Computed, ForeignKey, Identity, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from storagelab.db.base import Base, Keyed, Timestamped, build_number_column
from storagelab.db.models.configurations import Configuration
from storagelab.db.models.inventory import Server
from storagelab.db.models.users import User
from storagelab.domain.job_values import RepeatUntilValues, StoredTarget
from storagelab.domain.labels import CAMPAIGN_KEY, HEALTH_CHECK_KEY, Labels
from storagelab.domain.plan import StopValues
from storagelab.domain.profile import DefinitionValues
from storagelab.domain.runner_reports import ExitRecord, RunnerStatus
from storagelab.domain.runner_spec import RunnerSpec
from storagelab.domain.workload import WorkloadValues


def build_labelled_condition(column: str) -> str:
    """Return the SQL condition that a row has labels set by people.

    The text equals the condition of the partial indexes. Few rows have such labels, and only those are searched for a
    label. Labels that the lab sets on many jobs do not count.
    """
    return f"({column} - '{{{CAMPAIGN_KEY},{HEALTH_CHECK_KEY}}}'::text[]) <> '{{}}'::jsonb"


LABELLED = text(build_labelled_condition("labels"))
NOT_TERMINAL = "state not in ('succeeded', 'failed', 'cancelled', 'lost', 'refused')"


class Profile(Keyed, Timestamped, Base):
    """One version of a recipe as it was when a job first used it."""

    __tablename__ = "profile"
    __table_args__ = (UniqueConstraint("name", "version", "sha256"),)

    name: Mapped[str]
    version: Mapped[int]
    title: Mapped[str]
    description: Mapped[str]
    source: Mapped[str]
    definition: Mapped[DefinitionValues]
    sha256: Mapped[str]


class Job(Keyed, Timestamped, Base):
    """Job of a client, with the plan that was shown to it."""

    __tablename__ = "job"
    __table_args__ = (
        Index("ix_job_recent", text("created_at desc"), text("id desc")),
        Index("ix_job_labelled", text("created_at desc"), text("id desc"), postgresql_where=LABELLED),
    )

    number: Mapped[int] = build_number_column("job_number")
    name: Mapped[str]
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
    campaign_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("campaign.id", ondelete="SET NULL"), index=True)
    #: The one generation of a campaign's cell that it measures: however often it is submitted, there is one job.
    campaign_cell_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("campaign_cell.id", ondelete="SET NULL"), unique=True
    )
    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="RESTRICT"), index=True)
    profile_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("profile.id", ondelete="RESTRICT"), index=True)
    engine: Mapped[str]
    parameters: Mapped[Mapping[str, float]]
    target: Mapped[StoredTarget]
    configuration_name: Mapped[str | None]
    #: How many runs; with `repeat_until`, how many at most.
    repeats: Mapped[int]
    #: `{cv_percent, at_least}`: another run follows the last one until every point is repeatable.
    repeat_until: Mapped[RepeatUntilValues | None]
    #: What was decided when its last run ended (`analysis.repeating.RepeatVerdict`).
    repeat_verdict: Mapped[Mapping[str, object] | None]
    priority: Mapped[int]
    start_after: Mapped[dt.datetime | None]
    start_before: Mapped[dt.datetime | None]
    on_lost: Mapped[str]
    confirm_serials: Mapped[list[str]] = mapped_column(default=list, server_default="[]")
    #: Typed operations on the target before the first phase, in order (`domain.operations`).
    preparation: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    #: Order among jobs of one priority, lowest first: seconds since 1970 at submission, until the job is moved.
    queue_position: Mapped[float] = mapped_column(default=0.0, server_default="0")
    note: Mapped[str]
    plan: Mapped[dict[str, Any]]
    estimated_seconds: Mapped[float]
    maximum_seconds: Mapped[float]
    state: Mapped[str] = mapped_column(index=True)
    submitted_by: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    started_at: Mapped[dt.datetime | None]
    finished_at: Mapped[dt.datetime | None]
    cancel_requested_at: Mapped[dt.datetime | None]
    #: Until when a person watches this job live; a watched attempt is polled faster (decision 4).
    watched_until: Mapped[dt.datetime | None]

    server: Mapped[Server] = relationship(lazy="raise")
    profile: Mapped[Profile] = relationship(lazy="raise")
    runs: Mapped[list[Run]] = relationship(back_populates="job", lazy="raise", order_by="Run.repeat_index")


class JobFollower(Base):
    """A person who follows a job: its runs are among their notices."""

    __tablename__ = "job_follower"

    user_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("user.id", ondelete="CASCADE"), primary_key=True)
    job_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("job.id", ondelete="CASCADE"), primary_key=True, index=True)
    created_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())


class Run(Keyed, Timestamped, Base):
    """One execution of a profile on one server; or a result that was imported or published."""

    __tablename__ = "run"
    __table_args__ = (
        CheckConstraint("origin in ('measured', 'imported', 'published')", name="origin_known"),
        CheckConstraint("completeness in ('complete', 'partial')", name="completeness_known"),
        CheckConstraint("scale in ('full', 'smoke')", name="scale_known"),
        CheckConstraint("(invalid_at is null) = (invalid_reason is null)", name="invalid_has_reason"),
        # The table of runs is ordered and grouped by these columns, which are read from the index alone.
        Index(
            "ix_run_recent",
            text("created_at desc"),
            text("id desc"),
            postgresql_include=(
                *("trashed_at", "state", "origin", "completeness", "scale", "engine", "engine_version"),
                *("verdict_status", "invalid_at", "server_id", "configuration_id", "profile_id", "job_id"),
                *("started_at", "finished_at"),
            ),
        ),
        # Of the configurations that a query or a group means, the newest runs; it is far smaller than the one above.
        Index(
            "ix_run_configuration_id",
            "configuration_id",
            text("created_at desc"),
            text("id desc"),
            postgresql_include=("trashed_at",),
        ),
        Index("ix_run_labelled", text("created_at desc"), text("id desc"), postgresql_where=LABELLED),
        Index(
            "ix_run_invalid", text("created_at desc"), text("id desc"), postgresql_where=text("invalid_at is not null")
        ),
        Index(
            "ix_run_trash", text("created_at desc"), text("id desc"), postgresql_where=text("trashed_at is not null")
        ),
        Index("ix_run_started_at", "started_at"),
        Index("ix_run_finished_at", "finished_at"),
        Index("ix_run_duration", text("(finished_at - started_at)")),
        Index("ix_run_verdict_status", "verdict_status"),
        UniqueConstraint("job_id", "repeat_index"),
        UniqueConstraint("import_id", "import_index"),
        Index("uq_run_source_sha256", "source_sha256", unique=True, postgresql_where=text("source_sha256 is not null")),
        Index("uq_run_result_id", "result_id", unique=True, postgresql_where=text("result_id is not null")),
    )

    number: Mapped[int] = build_number_column("run_number")
    job_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("job.id", ondelete="RESTRICT"), index=True)
    repeat_index: Mapped[int] = mapped_column(default=1, server_default="1")
    server_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("server.id", ondelete="SET NULL"), index=True)
    configuration_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("configuration.id", ondelete="RESTRICT"))
    profile_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("profile.id", ondelete="RESTRICT"), index=True)
    title: Mapped[str]
    origin: Mapped[str]
    engine: Mapped[str | None]
    engine_version: Mapped[str | None]
    state: Mapped[str] = mapped_column(index=True)
    completeness: Mapped[str] = mapped_column(default="partial", server_default="partial")
    #: The steady-state verdict as the API returns it, None while there is none (methodology 1.1).
    verdict: Mapped[dict[str, Any] | None]
    verdict_status: Mapped[str | None] = mapped_column(Computed("verdict ->> 'status'", persisted=True))
    badges: Mapped[list[Any]] = mapped_column(default=list, server_default="[]")
    failure_kind: Mapped[str | None]
    failure_message: Mapped[str | None]
    failure_kept: Mapped[str | None]
    source_title: Mapped[str | None]
    source_note: Mapped[str | None]
    #: The upload it came with, and which of its results it is.
    import_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("import.id", ondelete="SET NULL"))
    import_index: Mapped[int | None]
    #: Identity of the files it was read from: the same bytes are filed once.
    source_sha256: Mapped[str | None]
    #: Identity of a result of another lab, which it has in every share (`shares.result_ids`).
    result_id: Mapped[str | None]
    #: It may take a place in a ranking: measured here, under known conditions.
    rankable: Mapped[bool] = mapped_column(default=True, server_default=text("true"))
    #: `smoke` is the whole profile with every time cut to seconds.
    scale: Mapped[str] = mapped_column(default="full", server_default="full")
    started_at: Mapped[dt.datetime | None]
    finished_at: Mapped[dt.datetime | None]
    labels: Mapped[Labels] = mapped_column(default=dict, server_default="{}")
    #: Since when no statistics count it; its history is in `run_mark`.
    invalid_at: Mapped[dt.datetime | None]
    invalid_reason: Mapped[str | None]
    invalid_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    #: Since when it lies in the trash, where no list and no statistics see it.
    trashed_at: Mapped[dt.datetime | None]
    trashed_reason: Mapped[str | None]
    trashed_by_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))

    invalid_by: Mapped[User | None] = relationship(lazy="raise", foreign_keys=[invalid_by_id])
    trashed_by: Mapped[User | None] = relationship(lazy="raise", foreign_keys=[trashed_by_id])
    job: Mapped[Job | None] = relationship(back_populates="runs", lazy="raise")
    server: Mapped[Server | None] = relationship(lazy="raise")
    configuration: Mapped[Configuration | None] = relationship(lazy="raise")
    profile: Mapped[Profile | None] = relationship(lazy="raise")
    phases: Mapped[list[Phase]] = relationship(back_populates="run", lazy="raise", order_by="Phase.ordinal")
    attempts: Mapped[list[Attempt]] = relationship(back_populates="run", lazy="raise", order_by="Attempt.ordinal")


class RunMark(Base):
    """Append-only: who declared a run invalid or took that back, put it into the trash or restored it, and why."""

    __tablename__ = "run_mark"
    __table_args__ = (CheckConstraint("kind in ('invalid', 'valid', 'trashed', 'restored')", name="kind_known"),)

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    kind: Mapped[str]
    reason: Mapped[str | None]


class RunNote(Keyed, Timestamped, Base):
    """Note of a person about a moment of a run, or about a stretch of its time axis."""

    __tablename__ = "run_note"
    __table_args__ = (
        CheckConstraint("from_ms >= 0 and (to_ms is null or to_ms > from_ms)", name="stretch"),
        CheckConstraint("length(text) between 1 and 2000", name="text_length"),
    )

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), index=True)
    #: The one metric that it is about; None for all of them.
    metric: Mapped[str | None]
    from_ms: Mapped[int]
    #: None is a moment.
    to_ms: Mapped[int | None]
    text: Mapped[str]
    user_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("user.id", ondelete="SET NULL"))
    edited_at: Mapped[dt.datetime | None]


class Attempt(Keyed, Timestamped, Base):
    """One try at a run on the server. `version` guards every transition; terminal states have an evidence event."""

    __tablename__ = "attempt"
    __table_args__ = (
        Index("uq_attempt_live_run", "run_id", unique=True, postgresql_where=text(NOT_TERMINAL)),
        Index("ix_attempt_due", "next_step_at", postgresql_where=text(NOT_TERMINAL)),
        # Pages count what is at work and what waits, of each server.
        Index("ix_attempt_live", "state", "server_id", postgresql_where=text(NOT_TERMINAL)),
        UniqueConstraint("run_id", "ordinal"),
        CheckConstraint("requested_state in ('run', 'cancel')", name="requested_state_known"),
        CheckConstraint("cancel_when in ('now', 'after_phase')", name="cancel_when_known"),
        CheckConstraint("connectivity in ('ok', 'unreachable')", name="connectivity_known"),
    )

    number: Mapped[int] = build_number_column("attempt_number")
    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    server_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("server.id", ondelete="RESTRICT"), index=True)
    state: Mapped[str] = mapped_column(default="queued")
    requested_state: Mapped[str] = mapped_column(default="run", server_default="run")
    #: When a cancel takes effect; "now" overrides "after_phase".
    cancel_when: Mapped[str] = mapped_column(default="now", server_default="now")
    connectivity: Mapped[str] = mapped_column(default="ok", server_default="ok")
    unreachable_since: Mapped[dt.datetime | None]
    waiting_reason: Mapped[str | None]
    version: Mapped[int] = mapped_column(default=0, server_default="0")
    fence: Mapped[int | None]
    claimed_until: Mapped[dt.datetime | None]
    next_step_at: Mapped[dt.datetime | None]
    enqueued_at: Mapped[dt.datetime | None]
    poll_failures: Mapped[int] = mapped_column(default=0, server_default="0")
    spec: Mapped[RunnerSpec]
    #: The attempt of the same run whose good phases this one goes on from; None for one that does the whole run.
    resumed_from_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("attempt.id", ondelete="SET NULL"))
    #: The runner's findings on the target, by when they were made: `prepare`, `start`.
    checks: Mapped[Mapping[str, object]] = mapped_column(default=dict, server_default="{}")
    boot_id: Mapped[str | None]
    started_boottime_ns: Mapped[int | None]
    io_started: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    #: The last status the runner gave, for the job page and for adopting an attempt.
    status: Mapped[RunnerStatus | None]
    exit_record: Mapped[ExitRecord | None]
    failure_kind: Mapped[str | None]
    failure_message: Mapped[str | None]
    started_at: Mapped[dt.datetime | None]
    finished_at: Mapped[dt.datetime | None]

    run: Mapped[Run] = relationship(back_populates="attempts", lazy="raise")
    server: Mapped[Server] = relationship(lazy="raise")
    events: Mapped[list[AttemptEvent]] = relationship(lazy="raise", order_by="AttemptEvent.id")


class AttemptEvent(Base):
    """Append-only: who saw or did what, and the evidence for it. Its id orders the job's event stream."""

    __tablename__ = "attempt_event"

    id: Mapped[int] = mapped_column(Identity(), primary_key=True)
    attempt_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("attempt.id", ondelete="CASCADE"), index=True)
    at: Mapped[dt.datetime] = mapped_column(server_default=func.clock_timestamp())
    who: Mapped[str]
    kind: Mapped[str]
    from_state: Mapped[str | None]
    to_state: Mapped[str | None]
    fence: Mapped[int | None]
    message: Mapped[str]
    evidence: Mapped[dict[str, Any] | None]
    evidence_sha256: Mapped[str | None]


class Phase(Keyed, Base):
    """One workload within a run. Times on the run's axis are ms since its first engine start."""

    __tablename__ = "phase"
    __table_args__ = (
        UniqueConstraint("run_id", "ordinal"),
        CheckConstraint("kind in ('fill', 'precondition', 'measure', 'published')", name="kind_known"),
    )

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    ordinal: Mapped[int]
    name: Mapped[str]
    kind: Mapped[str]
    #: The panel of a measuring point, from its profile.
    group: Mapped[str | None]
    #: The loop it is a part of, and the round of it, counted from 1.
    loop: Mapped[str | None]
    round: Mapped[int | None]
    #: It counts for the results of its loop; None while the loop goes on, and outside of loops.
    in_measurement_window: Mapped[bool | None]
    workload: Mapped[WorkloadValues]
    block_bytes: Mapped[int | None]
    read_percent: Mapped[float | None]
    random_percent: Mapped[float | None]
    threads: Mapped[int | None]
    queue_depth: Mapped[int | None]
    outstanding_ios: Mapped[int | None]
    offered_iops: Mapped[float | None]
    stop: Mapped[StopValues]
    ramp_seconds: Mapped[float] = mapped_column(default=0.0, server_default="0")
    planned_seconds: Mapped[float | None]
    state: Mapped[str] = mapped_column(default="planned")
    stop_reason: Mapped[str | None]
    message: Mapped[str | None]
    exit_code: Mapped[int | None]
    started_at: Mapped[dt.datetime | None]
    t0_ms: Mapped[int | None]
    t1_ms: Mapped[int | None]
    #: When its samples were folded into series; None while they are live chunks or absent.
    folded_at: Mapped[dt.datetime | None]

    run: Mapped[Run] = relationship(back_populates="phases", lazy="raise")


class Lease(Base):
    """An exclusive hold of one resource by one attempt. It never expires; only evidence or an override removes it."""

    __tablename__ = "lease"

    resource: Mapped[str] = mapped_column(primary_key=True)
    attempt_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("attempt.id", ondelete="RESTRICT"), index=True)
    fence: Mapped[int]
    acquired_at: Mapped[dt.datetime] = mapped_column(server_default=func.now())
