"""Tables that a history fills, in the order of their references, with the columns of their lines."""

from __future__ import annotations

from tests.seeding.recipes import PHASE_COLUMNS

FIGURES = ("iops", "bandwidth_bytes_per_s", "latency_mean_ns")
PERCENTILES = ("latency_p50_ns", "latency_p90_ns", "latency_p99_ns", "latency_p999_ns", "latency_p9999_ns")
LOADS = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios")
#: Columns of a job that its profile and its device decide.
PLANNED_JOB = (
    *("engine", "parameters", "target", "on_lost", "confirm_serials", "preparation", "note", "plan"),
    *("estimated_seconds", "maximum_seconds"),
)
TABLES: dict[str, tuple[str, ...]] = {
    "job": (
        *("id", "created_at", "name", "labels", "server_id", "profile_id", "repeats", "priority", "queue_position"),
        *("state", "start_after", "started_at", "finished_at", *PLANNED_JOB),
    ),
    "run": (
        *("id", "created_at", "job_id", "repeat_index", "server_id", "configuration_id", "profile_id", "title"),
        *("origin", "engine", "engine_version", "state", "completeness", "verdict", "badges", "failure_kind"),
        *("failure_message", "rankable", "started_at", "finished_at", "labels", "invalid_at", "invalid_reason"),
        *("trashed_at", "trashed_reason", "source_title"),
    ),
    "run_mark": ("run_id", "at", "kind", "reason"),
    "attempt": (
        *("id", "created_at", "run_id", "ordinal", "server_id", "state", "waiting_reason", "next_step_at"),
        *("io_started", "failure_kind", "failure_message", "started_at", "finished_at", "spec"),
    ),
    "attempt_event": (
        *("attempt_id", "at", "who", "kind", "from_state", "to_state", "message", "evidence", "evidence_sha256"),
    ),
    "phase": ("id", "run_id", "state", "started_at", "t0_ms", "t1_ms", "folded_at", *PHASE_COLUMNS),
    "measurement": (
        *("id", "created_at", "run_id", "phase_id", *FIGURES, *PERCENTILES, "runtime_ms", "ios", "bytes"),
        *("latency_n", "latency_stddev_ns", "latency_min_ns", "latency_max_ns", "little_ratio", "steady", "badges"),
        *("preconditioned", "percentiles_of", "engine", "estimated", "value_kind", *LOADS),
    ),
    "measurement_part": (
        *(
            "measurement_id",
            "direction",
            "group",
            "ios",
            "bytes",
            "iops",
            "bandwidth_bytes_per_s",
            "runtime_ms",
            "latency_n",
        ),
        *("latency_mean_ns", "latency_stddev_ns", "latency_min_ns", "latency_max_ns"),
    ),
    "run_result": (*("run_id", "ordinal", *FIGURES, *PERCENTILES, "is_main", "is_best_throughput", "name", *LOADS),),
}
