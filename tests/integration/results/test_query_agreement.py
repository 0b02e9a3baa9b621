"""Queries as SQL and as an independent filter in Python find the same generated runs."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Configuration
from storagelab.query.printing import print_query
from storagelab.query.resolving import read_query
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.query.tree import And, Condition, Not, Or, Query, Value, ValueRange, Word
from storagelab.results.queries import select_runs
from storagelab.results.search_filing import file_due

NOW = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
RUN_COUNT = 60
Row = dict[str, Any]


def utc(*parts: int) -> dt.datetime:
    return dt.datetime(*parts, tzinfo=dt.UTC)  # type: ignore[misc, arg-type]


#: Numbers as they are written, and what they are in base units.
NUMBERS: Mapping[str, Mapping[str, float]] = {
    "iops": {"1k": 1e3, "100k": 1e5, "500k": 5e5, "1M": 1e6},
    "throughput": {"1MB/s": 1e6, "1GB/s": 1e9, "1GiB/s": 2.0**30},
    "p99": {"100us": 1e5, "1ms": 1e6, "2ms": 2e6},
    "bs": {"4k": 4096, "128KiB": 131072},
    "read": {"0%": 0, "70": 70, "100%": 100},
    "qd": {"1": 1, "32": 32},
    "strip": {"64KiB": 65536, "128k": 131072},
    "drives": {"1": 1, "2": 2, "3": 3},
    "duration": {"1h": 3600, "90min": 5400, "2h": 7200},
}
TEXTS = {
    "model": ["pm9a3", "PM", "MX 500", "%"],
    "title": ["alpha", "A", "beta run", "_"],
    "workload": ["read", "WRITE", "mix"],
    "kernel": ["6.1", "6.12"],
    "server": ["atlas", "9"],
}
CHOICES = {
    "state": {"finished": "finished", "FAILED": "failed", "waiting": "waiting"},
    "raid": {"10": "raid10", "raid5": "raid5", "none": None},
    "validity": {"valid": False, "invalid": True},
}
LABELS = {
    "release": ("release", None), "Release=24.1": ("release", "24.1"), "release=23": ("release", "23"),
    "slow": ("slow", None), "slow=": ("slow", ""),
}  # fmt: skip
DATES = {
    "2026": (utc(2026, 1, 1), utc(2027, 1, 1)),
    "2026-01": (utc(2026, 1, 1), utc(2026, 2, 1)),
    "2026-02-03": (utc(2026, 2, 3), utc(2026, 2, 4)),
    "-30d": (NOW - dt.timedelta(days=30), NOW - dt.timedelta(days=30)),
    "yesterday": (utc(2026, 2, 28), utc(2026, 3, 1)),
}
WORKLOADS = {"workload": "name", "bs": "block_bytes", "read": "read_percent", "qd": "outstanding_ios"}
FIGURES = {"iops": "iops", "throughput": "bandwidth_bytes_per_s", "p99": "latency_p99_ns"}


@dataclass
class GeneratedRun:
    """One run as it was generated, before anything of it was filed."""

    title: str
    server: str
    state: str
    is_invalid: bool
    labels: dict[str, str | None]
    started: dt.datetime | None
    finished: dt.datetime | None
    configuration: str | None
    facts: dict[str, list[Any]]
    results: list[Row] = field(default_factory=list)


def generate_configurations(make: Factory, chance: random.Random) -> list[tuple[Configuration, dict[str, list[Any]]]]:
    generated = []
    for number in range(8):
        models = chance.choices(["Samsung PM9A3", "MX 500", "100% flash"], k=chance.randint(1, 3))
        level, strip = chance.choice(["raid10", "raid5", "raid50", None]), chance.choice([65536, 131072])
        kernel = chance.choice(["6.1.0", "6.12.3", None])
        arrays = [{"role": "under", "level": level, "strip_bytes": strip}] if level else []
        snapshot: dict[str, Any] = {
            "snapshot_version": 2,
            "arrays": arrays,
            "drives": [{"model": model} for model in models],
        }
        if kernel:
            snapshot["kernel"] = kernel
        facts = {
            "model": models, "drives": [len(models)], "raid": [level], "strip": [strip] if level else [],
            "kernel": [kernel] if kernel else [],
        }  # fmt: skip
        generated.append((make_configuration(make, f"Configuration {number}", **snapshot), facts))
    return generated


def generate_results(make: Factory, run: Any, chance: random.Random) -> list[Row]:
    """Make phases with measurements; return the results that they are, in order."""
    results: list[Row] = []
    ordinal = 0
    for number in range(chance.randint(0, 4)):
        load = {
            "block_bytes": chance.choice([4096, 131072]), "read_percent": chance.choice([0.0, 70.0, 100.0]),
            "random_percent": chance.choice([0.0, 100.0]), "outstanding_ios": chance.choice([1, 32, None]),
        }  # fmt: skip
        name = f"{chance.choice(['Random read', 'write', 'Mix'])} {number}"
        state, value_kind = chance.choice(["finished"] * 4 + ["failed"]), chance.choice(["exact"] * 4 + ["upper_bound"])
        rounds = chance.choice([1, 1, 3])
        counted: list[Row] = []
        for number_of_round in range(1, rounds + 1):
            ordinal += 1
            counts = rounds == 1 or number_of_round > 1
            phase = make.phase(
                run, ordinal=ordinal, state=state, name=name if rounds == 1 else f"Round {number_of_round}: {name}",
                loop=None if rounds == 1 else "all", round=None if rounds == 1 else number_of_round,
                in_measurement_window=None if rounds == 1 else counts,
            )  # fmt: skip
            figures = {
                "iops": chance.choice([1e3, 1e5, 5e5, 1e6, 2e6, None]),
                "bandwidth_bytes_per_s": chance.choice([1e6, 1e9, 2.0**30, 3e9, None]),
                "latency_p99_ns": chance.choice([1e5, 1e6, 2e6, 3e6, None]),
            }
            make_measurement(make, phase, **load, **figures, value_kind=value_kind)
            if counts:
                counted.append(figures)
        if state == "finished" and value_kind == "exact":
            means = {}
            for figure in FIGURES.values():
                present = [row[figure] for row in counted if row[figure] is not None]
                means[figure] = sum(present) / len(present) if present else None
            results.append({"name": name, **load, **means})
    return results


def generate_runs(make: Factory) -> list[GeneratedRun]:
    chance = random.Random(27)
    configurations = [*generate_configurations(make, chance), (None, {})]
    servers = [make.server(name=name) for name in ("atlas-1", "lab-9")]
    runs = []
    for number in range(RUN_COUNT):
        configuration, facts = chance.choice(configurations)
        server = chance.choice(servers)
        started = chance.choice(
            [None, utc(2025, 12, 31, 23, 59), utc(2026, 2, 3), utc(2026, 2, 28, 23), utc(2026, 2, 1)]
        )
        finished = started + dt.timedelta(seconds=chance.choice([3600, 5400, 7200, 9000])) if started else None
        labels = {
            key: value for key, value in (("Release", "24.1"), ("slow", None), ("slow", ""), ("release", "23"))
            if chance.random() < 0.3
        }  # fmt: skip
        if len({key.lower() for key in labels}) < len(labels):
            labels.pop("release")
        made = GeneratedRun(
            f"{chance.choice(['Alpha', 'beta run', '100_x'])} {number}", server.name,
            chance.choice(["finished", "failed", "waiting"]), chance.random() < 0.3, labels, started, finished,
            configuration.name if configuration else None, facts,
        )  # fmt: skip
        row = make.run(
            make.job(server), title=made.title, state=made.state, labels=labels, started_at=started,
            finished_at=finished, configuration_id=configuration.id if configuration else None,
            invalid_at=NOW if made.is_invalid else None, invalid_reason="Throttled." if made.is_invalid else None,
        )  # fmt: skip
        made.results = generate_results(make, row, chance)
        runs.append(made)
    return runs


# The independent filter: it reads the tree as it was typed, and knows nothing of tables and fields.


def finds(query: Query, run: GeneratedRun) -> bool:
    if isinstance(query, Not):
        return not finds(query.item, run)
    if isinstance(query, And):
        about_results = [item for item in query.items if is_about_results(item)]
        others = all(finds(item, run) for item in query.items if not is_about_results(item))
        return others and (not about_results or any_result_meets(about_results, run))
    if is_about_results(query):
        return any_result_meets([query], run)
    if isinstance(query, Or):
        return any(finds(item, run) for item in query.items)
    return shows_word(query.text, run) if isinstance(query, Word) else meets(query, values_of(query.field, run))


def is_about_results(query: Query) -> bool:
    if isinstance(query, And | Or):
        return all(is_about_results(item) for item in query.items)
    return isinstance(query, Condition) and query.field in {*WORKLOADS, *FIGURES}


def names_workload(query: Query) -> bool:
    if isinstance(query, And | Or):
        return any(names_workload(item) for item in query.items)
    return isinstance(query, Condition) and query.field in WORKLOADS


def any_result_meets(queries: list[Query], run: GeneratedRun) -> bool:
    if any(names_workload(query) for query in queries):
        return any(all(result_meets(query, row) for query in queries) for row in run.results)
    return all(headline_meets(query, run) for query in queries)


def result_meets(query: Query, row: Row | None) -> bool:
    if isinstance(query, And):
        return all(result_meets(item, row) for item in query.items)
    if isinstance(query, Or):
        return any(result_meets(item, row) for item in query.items)
    assert isinstance(query, Condition)
    value = row[(WORKLOADS | FIGURES)[query.field]] if row is not None else None
    return meets(query, [] if value is None else [value])


def headline_meets(query: Query, run: GeneratedRun) -> bool:
    if isinstance(query, And):
        return all(headline_meets(item, run) for item in query.items)
    if isinstance(query, Or):
        return any(headline_meets(item, run) for item in query.items)
    assert isinstance(query, Condition)
    if query.field == "throughput":
        return result_meets(query, highest(run.results, "bandwidth_bytes_per_s"))
    reads = [row for row in run.results if (row["random_percent"], row["read_percent"]) == (100, 100)]
    writes = [row for row in run.results if (row["random_percent"], row["read_percent"]) == (100, 0)]
    mixed = [row for row in run.results if row["random_percent"] > 0]
    bests = [highest(rows, "iops") for rows in (reads, writes, mixed, run.results)]
    return result_meets(query, next((best for best in bests if best), run.results[0] if run.results else None))


def highest(rows: list[Row], figure: str) -> Row | None:
    return max((row for row in rows if row[figure] is not None), key=lambda row: row[figure], default=None)


def values_of(name: str, run: GeneratedRun) -> list[Any]:
    if name in ("model", "drives", "raid", "strip", "kernel"):
        return run.facts.get(name, [])
    if name == "duration":
        return [(run.finished - run.started).total_seconds()] if run.finished and run.started else []
    values = {
        "title": run.title, "server": run.server, "state": run.state, "validity": run.is_invalid,
        "started": run.started, "label": {key.lower(): value for key, value in run.labels.items()} or None,
    }[name]  # fmt: skip
    return [] if values is None else [values]


def meets(condition: Condition, values: list[Any]) -> bool:
    name, written = condition.field, condition.value
    if isinstance(written, Value) and written.text == "*" and not written.is_quoted:
        return bool(values)
    if isinstance(written, ValueRange):
        limits = DATES if name == "started" else {text: (number, number) for text, number in NUMBERS[name].items()}
        low = limits[written.low.text][0] if written.low else None
        high = limits[written.high.text][1] if written.high else None
        if name == "started":
            return any((low is None or value >= low) and (high is None or value < high) for value in values)
        return any((low is None or value >= low) and (high is None or value <= high) for value in values)
    text = written.text
    if name in TEXTS:
        return any(text.lower() in value.lower() for value in values)
    if name in CHOICES:
        return CHOICES[name][text] in values
    if name == "label":
        key, label = LABELS[text]
        return any(key in labels and ("=" not in text or labels[key] == label) for labels in values)
    if name == "started":
        return any(is_within(condition.operator, text, value) for value in values)
    number = NUMBERS[name][text]
    compare = {":": number.__eq__, ">": number.__lt__, ">=": number.__le__, "<": number.__gt__, "<=": number.__ge__}
    return any(compare[condition.operator](type(number)(value)) is True for value in values)


def is_within(operator: str, text: str, moment: dt.datetime) -> bool:
    start, end = DATES[text]
    if operator == ":":
        return start <= moment < (NOW if text.startswith("-") else end)
    return {">": moment >= end, ">=": moment >= start, "<": moment < start, "<=": moment < end}[operator]


def shows_word(text: str, run: GeneratedRun) -> bool:
    labels = [key if value is None else f"{key}={value}" for key, value in run.labels.items()]
    shown = [run.title, run.server, run.configuration or "", *labels]
    return all(any(word in displayed.lower() for displayed in shown) for word in text.lower().split())


# Queries over the pools of values above.

any_value = st.just(Value("*"))
orders = st.sampled_from([":", ">", ">=", "<", "<="])


def ordered(name: str, texts: list[str]) -> st.SearchStrategy[Condition]:
    value = st.sampled_from(texts).map(Value)
    pairs = st.tuples(
        st.integers(0, len(texts) - 1), st.integers(0, len(texts) - 1), st.sampled_from(["both", "low", "high"])
    )

    def to_range(pair: tuple[int, int, str]) -> ValueRange:
        low, high = sorted(pair[:2])
        return ValueRange(
            Value(texts[low]) if pair[2] != "high" else None, Value(texts[high]) if pair[2] != "low" else None
        )

    return st.one_of(
        st.builds(Condition, st.just(name), orders, value),
        st.builds(Condition, st.just(name), st.just(":"), pairs.map(to_range) | any_value),
    )


def equal(name: str, texts: list[str]) -> st.SearchStrategy[Condition]:
    quoted = st.sampled_from(texts).map(lambda text: Value(text, True))
    return st.builds(Condition, st.just(name), st.just(":"), quoted | any_value)


#: In order of time, so that no range is empty.
DATE_ORDER = ["2026", "2026-01", "-30d", "2026-02-03", "yesterday"]
conditions = st.one_of(
    *(ordered(name, list(values)) for name, values in NUMBERS.items()),
    *(equal(name, values) for name, values in TEXTS.items()),
    *(equal(name, list(values)) for name, values in CHOICES.items()),
    equal("label", list(LABELS)),
    ordered("started", DATE_ORDER),
)
words = st.sampled_from(["alpha", "RUN 1", "release=2", "slow", "configuration 3", "lab-9", "%", "null"]).map(Word)
queries: st.SearchStrategy[Query] = st.recursive(
    conditions | words,
    lambda below: st.one_of(
        st.lists(below, min_size=2, max_size=3).map(lambda items: And(tuple(items))),
        st.lists(below, min_size=2, max_size=3).map(lambda items: Or(tuple(items))),
        below.map(Not),
    ),
    max_leaves=6,
)


@pytest.mark.in_turn
def test_sql_and_python_find_the_same_runs(make: Factory, session: Session) -> None:
    runs = generate_runs(make)
    while file_due(session):
        pass

    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(queries)
    def agree(query: Query) -> None:
        text = print_query(query)
        wanted = read_query(text, RUN_FIELDS, NOW)
        titles = sorted(run.title for run in session.scalars(select_runs(wanted=wanted)))
        assert titles == sorted(run.title for run in runs if finds(query, run)), text

    agree()
    assert sum(bool(run.results) for run in runs) > RUN_COUNT / 2
