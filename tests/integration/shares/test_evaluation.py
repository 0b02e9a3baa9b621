"""Results of generated runs evaluate alike from rows of the lab and from the document of their share."""

from __future__ import annotations

import datetime as dt
import json
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace as replace_fields
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Configuration, Run
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import RunResult
from storagelab.domain.workload import BlockSize, Workload
from storagelab.evaluate.campaign_means import compute_means, group_measurements
from storagelab.evaluate.columns import build_columns
from storagelab.evaluate.comparison import ComparedRun, ComparisonAnswer, compare_runs
from storagelab.evaluate.headline import choose_headline, find_best
from storagelab.evaluate.ranking import RankingAnswer, list_exclusions, rank_runs
from storagelab.results.load import load_results
from storagelab.results.measure import ESTIMATED_PERCENTILES
from storagelab.results.queries import find_runs_by_id
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.document import freeze
from storagelab.shares.options import ShareOptions
from storagelab.shares.run_results import read_run_results

RUN_COUNT = 12
PARTIAL = {"code": "partial", "label": "partial", "level": "warn"}


@dataclass(frozen=True)
class Evaluated:
    """One set of runs twice: as the lab reads them, and as the document of their share has them."""

    live: list[RunResult]
    frozen: list[RunResult]


class Maker:
    """Maker of runs that differ in everything that an evaluation looks at."""

    def __init__(self, make: Factory, seed: int) -> None:
        self.make, self.random = make, random.Random(seed)
        self.profile = make.profile(name="generated")
        self.configurations: list[Configuration] = [
            make_configuration(make, f"system {number}", array={"level": f"raid{number}"}) for number in range(3)
        ]

    def run(self, number: int) -> Run:
        """Return a run with two phases alone, three before or after an event, and a loop of two points."""
        is_measured = number % 5 != 4
        values: dict[str, Any] = {
            "state": self.random.choice(["finished", "finished", "finished", "failed"]),
            "completeness": "complete",
            "configuration_id": self.random.choice(self.configurations).id,
            "started_at": LONG_AGO + dt.timedelta(hours=number),
            "scale": self.random.choice(["full", "full", "smoke"]),
            "rankable": self.random.random() < 0.8,
            **({"invalid_at": LONG_AGO, "invalid_reason": "a fan stopped"} if self.random.random() < 0.2 else {}),
        }
        if is_measured:
            values |= {"profile_id": self.profile.id, "engine": "fio"}
            run = self.make.run(self.make.job(profile_id=self.profile.id), **values)
        else:
            run = Run(title="A review", origin="published", source_title="A review", **values | {"rankable": False})
            self.make.session.add(run)
            self.make.session.flush()
        kind = "measure" if is_measured else "published"
        ordinal = 0
        for name, group in (("4K", None), ("8K", None), ("4K", "before"), ("4K", "after"), ("64K", "after")):
            ordinal += 1
            state = self.random.choice(["finished", "finished", "finished", "failed", "skipped"])
            self.phase(run, ordinal, name, kind=kind, group=group, state=state)
        for number_of_round in range(1, 5):
            for name in ("4K", "8K"):
                ordinal += 1
                self.phase(
                    run,
                    ordinal,
                    f"Round {number_of_round}: {name}",
                    kind=kind,
                    loop="IOPS",
                    round=number_of_round,
                    in_measurement_window=number_of_round > 2,
                    state="finished",
                )
        return run

    def phase(self, run: Run, ordinal: int, name: str, **values: Any) -> None:
        """Add a phase, measured in most cases."""
        size = int(name.rpartition(" ")[2].removesuffix("K")) * 1024
        reads, depth = self.random.choice([0.0, 70.0, 100.0]), self.random.choice([1, 16])
        workload = Workload((BlockSize(size),), reads, 100, threads=1, queue_depth=depth).to_json()
        if self.random.random() < 0.1:
            workload["load_percent"] = 50.0
        phase = self.make.phase(run, ordinal=ordinal, name=name, workload=workload, **values)
        if values["state"] == "skipped" or self.random.random() < 0.1:
            return
        iops = self.random.uniform(1e3, 1e6)
        make_measurement(
            self.make,
            phase,
            iops=iops,
            bandwidth_bytes_per_s=iops * size,
            latency_mean_ns=self.random.choice([None, 1e9 * depth / iops]),
            latency_p99_ns=4e9 * depth / iops,
            latency_n=self.random.choice([None, 1000]),
            block_bytes=size,
            read_percent=reads,
            random_percent=100.0,
            threads=1,
            queue_depth=depth,
            outstanding_ios=depth,
            offered_iops=self.random.choice([None, None, None, 500.0]),
            value_kind=self.random.choice(["exact", "exact", "approximate", "upper_bound"]),
            steady=self.random.choice([None, True, False]),
            preconditioned=self.random.choice([None, True, False]),
            badges=self.random.choice([[], [ESTIMATED_PERCENTILES], [PARTIAL]]),
        )


@pytest.fixture(params=[1, 2], ids=["one seed", "another seed"])
def evaluated(request: pytest.FixtureRequest, make: Factory) -> Evaluated:
    """Provide generated runs from rows and from a frozen document."""
    maker = Maker(make, request.param)
    made = [maker.run(number) for number in range(RUN_COUNT)]
    make.session.flush()
    runs = find_runs_by_id(make.session, [run.id for run in made])
    frozen = freeze(
        make.session,
        share_comparison(make.session, runs, metric="iops", baseline=None, pooled=False),
        ShareOptions("Generated", serials=True, names=True),
        lineage_id=uuid.uuid4(),
        version=1,
        now=LONG_AGO,
    )
    live = load_results(make.session, [run.id for run in runs])
    # A document calls its runs by their numbers.
    return Evaluated([replace_fields(run, id=run.number) for run in live], read_run_results(json.loads(frozen.content)))


def compare(runs: Sequence[RunResult], *, metric: str, pooled: bool) -> ComparisonAnswer:
    compared = [ComparedRun(run, repeat_key=b"repeat" if place < 3 else None) for place, run in enumerate(runs)]
    return compare_runs(compared, baseline=runs[1].number, metric=METRICS[metric], pooled=pooled)


def rank(runs: Sequence[RunResult], *, everything: bool) -> RankingAnswer:
    systems = {run.configuration.class_hash: run.configuration for run in runs if run.configuration is not None}
    return rank_runs(runs, systems, everything=everything)


def test_frozen_results_have_the_same_measurements(evaluated: Evaluated) -> None:
    for every_round in (False, True):
        live = build_columns(evaluated.live, every_round=every_round)
        assert build_columns(evaluated.frozen, every_round=every_round) == live
        assert len(live["iops"]) > 5 * RUN_COUNT


@pytest.mark.parametrize("metric", ["iops", "lat_p99"])
@pytest.mark.parametrize("pooled", [False, True])
def test_frozen_results_compare_alike(evaluated: Evaluated, metric: str, pooled: bool) -> None:
    live = compare(evaluated.live, metric=metric, pooled=pooled)
    assert compare(evaluated.frozen, metric=metric, pooled=pooled) == live
    assert live.points


@pytest.mark.parametrize("everything", [False, True])
def test_frozen_results_rank_alike(evaluated: Evaluated, everything: bool) -> None:
    live = rank(evaluated.live, everything=everything)
    assert rank(evaluated.frozen, everything=everything) == live
    assert live.configurations
    reasons = [
        [[reason for _, reason in list_exclusions(run, everything=everything)] for run in runs]
        for runs in (evaluated.live, evaluated.frozen)
    ]
    assert reasons[0] == reasons[1]


def test_frozen_results_have_the_same_headline(evaluated: Evaluated) -> None:
    live, frozen = ([choose_headline(find_best(run), run.verdict) for run in runs] for runs in vars(evaluated).values())
    assert frozen == live


def test_frozen_results_have_the_same_campaign_means(evaluated: Evaluated) -> None:
    live, frozen = (
        [{name: compute_means(group) for name, group in group_measurements(run).items()} for run in runs]
        for runs in vars(evaluated).values()
    )
    assert frozen == live
