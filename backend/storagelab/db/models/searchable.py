"""Results, labels and facts as columns of queries and tables, and which are to be filed again."""

from __future__ import annotations

import uuid

from sqlalchemy import Computed, ForeignKey, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from storagelab.db.base import Base, StoredPercentiles
from storagelab.domain.metrics import METRICS

#: Figures of a result that a query compares, in the columns and units of `measurement`.
FIGURES = tuple(metric.column for metric in METRICS.values() if metric.field is not None)
#: The highest throughput of a run is seldom at its most IOPS.
THROUGHPUT = "bandwidth_bytes_per_s"
#: Columns that distinguish workloads, beside the name.
LOADS = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios")
_LOAD_TEXTS = " || ' ' || ".join(f"coalesce({name}::text, '')" for name in LOADS)
WORKLOAD_KEY = f"hashtextextended({_LOAD_TEXTS} || ' ' || name, 0)"


def get_flag_column(figure: str) -> str:
    """Return the name of the flag column that marks a run's representative result for `figure`."""
    return "is_best_throughput" if figure == THROUGHPUT else "is_main"


class SearchableResult(StoredPercentiles, Base):
    """One result of a run: a measured phase, or the mean of a cell over the rounds of its loop that count.

    Derived from `measurement` and `phase` by `results.search_filing`; no other code writes it.
    """

    __tablename__ = "run_result"
    __table_args__ = (
        *(
            Index(f"ix_run_result_{get_flag_column(name)}_{name}", name, postgresql_where=text(get_flag_column(name)))
            for name in FIGURES
        ),
        Index("ix_run_result_pattern", "block_bytes", "read_percent", "outstanding_ios", "iops"),
        # Figures of all runs, for the table of runs: of a workload, and of the results that represent the run.
        Index("ix_run_result_workload_key", "workload_key", "run_id", postgresql_include=FIGURES),
        Index(
            "ix_run_result_is_main",
            "run_id",
            postgresql_include=[name for name in FIGURES if name != THROUGHPUT],
            postgresql_where=text("is_main"),
        ),
        Index(
            "ix_run_result_is_best_throughput",
            "run_id",
            postgresql_include=[THROUGHPUT],
            postgresql_where=text("is_best_throughput"),
        ),
    )

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    #: The name of the phase without its round.
    name: Mapped[str]
    block_bytes: Mapped[int | None]
    read_percent: Mapped[float | None]
    random_percent: Mapped[float | None]
    threads: Mapped[int | None]
    queue_depth: Mapped[int | None]
    outstanding_ios: Mapped[int | None]
    #: The same for all results of one name and load.
    workload_key: Mapped[int] = mapped_column(Computed(WORKLOAD_KEY, persisted=True))
    iops: Mapped[float | None]
    bandwidth_bytes_per_s: Mapped[float | None]
    latency_mean_ns: Mapped[float | None]
    #: It represents the run where a query names no workload.
    is_main: Mapped[bool]
    is_best_throughput: Mapped[bool]


class RunLabel(Base):
    """One label of a run, its key in lower case; `value` is None for a label without one.

    Derived from `run.labels` by triggers; no code writes it.
    """

    __tablename__ = "run_label"
    __table_args__ = (Index("ix_run_label_key", "key", "run_id", postgresql_include=["value"]),)

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str | None]


class RunCounter(Base):
    """A part of the number of runs outside of the trash, which is the sum of all rows; one part may be negative.

    Derived from `run` by triggers; no code writes it. Connections that write at once have rows of their own.
    """

    __tablename__ = "run_counter"

    shard: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    run_count: Mapped[int]


class RunResultDue(Base):
    """A run whose results are to be filed again; triggers on `measurement` and `phase` add it."""

    __tablename__ = "run_result_due"

    run_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"), primary_key=True)


class FiledFact(Base):
    """One value of one fact of a configuration; a fact of several drives has one for each that differs.

    Derived from the snapshot by `results.search_filing`; `field` is a key of `domain.configuration_facts`.
    """

    __tablename__ = "configuration_fact"

    configuration_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("configuration.id", ondelete="CASCADE"), primary_key=True
    )
    field: Mapped[str] = mapped_column(primary_key=True)
    ordinal: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text_value: Mapped[str]
    #: The value in its base unit where it is a number with a unit or without.
    number_value: Mapped[float | None]


# A migration adds statistics of field and value together, which a model cannot have.
Index("ix_configuration_fact_text", FiledFact.field, func.lower(FiledFact.text_value))
Index("ix_configuration_fact_number", FiledFact.field, FiledFact.number_value)


class FiledFactDue(Base):
    """A configuration whose facts are to be filed; a trigger on `configuration` adds it."""

    __tablename__ = "configuration_fact_due"

    configuration_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("configuration.id", ondelete="CASCADE"), primary_key=True
    )
