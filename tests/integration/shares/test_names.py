"""One name for each run on the page of a comparison and in its files."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.demo import load
from storagelab.demo.sets import SETS
from storagelab.results.queries import find_runs
from storagelab.shares.aliases import identifies_model
from storagelab.shares.document.share import decode_document
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.document import Frozen, freeze
from storagelab.shares.freezing.known_secrets import read_models
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.options import ShareOptions

DOCUMENTS = 10
MAX_RUNS = 7


@pytest.fixture
def runs(session: Session, monkeypatch: pytest.MonkeyPatch) -> list[Run]:
    """File the published tables of the demo data alone; return their runs."""
    monkeypatch.setattr(load, "MEASURED_SETS", ())
    monkeypatch.setattr(load, "file_servers", lambda *_: [])
    load.ensure_demo_data(session)
    titles = [demo_set.source_title for demo_set in SETS]
    return list(session.scalars(select(Run).where(Run.source_title.in_(titles)).order_by(Run.number)))


def freeze_comparison(session: Session, runs: list[Run], aliases: dict[str, str]) -> Frozen:
    """Freeze a comparison of runs without storing it."""
    options = ShareOptions(title="A comparison", aliases=aliases)
    named = find_runs(session, [str(run.id) for run in runs])
    subject = share_comparison(session, named, metric=None, baseline=None, pooled=False)
    return freeze(session, subject, options, lineage_id=uuid.uuid4(), version=1, now=dt.datetime.now(dt.UTC))


def list_aliases(session: Session, runs: list[Run]) -> dict[str, str]:
    """Return other names for two of the models."""
    models = dict.fromkeys(model.names[0] for model in read_models(session, runs))
    return {name: f"Model {place}" for place, name in enumerate(list(filter(identifies_model, models))[:2], 1)}


def generate_series_names(data: Any) -> Iterator[str]:
    """Yield the names of runs and curves in the data of a chart."""
    for item in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from generate_series_names(item)
    if isinstance(data, dict) and {"name", "order"} <= data.keys():
        yield data["name"]


def generate_names(frozen: Frozen) -> Iterator[tuple[str, str]]:
    """Yield each name of an entry in a document, with its place there."""
    document = decode_document(frozen.content)
    view = document.view
    assert view is not None
    for finding in document.findings:
        if finding.basis is None:
            continue
        sides = (finding.basis.entry, finding.basis.baseline)
        for name in (finding.finding.subject, finding.finding.object, *(side.label for side in sides if side)):
            if name is not None:
                yield f"findings/{finding.key}", name
    for item in document.headline:
        yield "headline", item.subject or ""
    for verdict in view.answer.verdicts:  # type: ignore[union-attr]
        yield "verdicts", verdict.entry  # type: ignore[union-attr]
    for key, chart in document.charts.items():
        for name in generate_series_names(json.loads(frozen.parts.by_name[chart.data].content)):
            # A chart adds the number of repeats, or of the run among them, and why a run is left out.
            yield f"charts/{key}", name.partition(" (n = ")[0].partition(" (marked")[0]
    for row in csv.DictReader(io.StringIO(format_measurements_csv(document))):
        yield "csv", row["configuration"]


@pytest.mark.in_turn
@pytest.mark.parametrize("seed", [20261130])
def test_every_name_is_that_of_an_entry(session: Session, runs: list[Run], seed: int) -> None:
    chance = random.Random(seed)
    by_source: dict[str | None, list[Run]] = {}
    for run in runs:
        by_source.setdefault(run.source_title, []).append(run)
    pools = [runs, *(own for own in by_source.values() if len(own) > 1)]
    counts: dict[str, int] = {}
    for place in range(DOCUMENTS):
        pool = chance.choice(pools)
        chosen = chance.sample(pool, min(len(pool), chance.randint(2, MAX_RUNS)))
        frozen = freeze_comparison(session, chosen, list_aliases(session, chosen) if place % 2 else {})
        view = decode_document(frozen.content).view
        entries = [entry.label for entry in view.answer.entries]  # type: ignore[union-attr]
        assert len(set(entries)) == len(chosen), entries
        for where, name in generate_names(frozen):
            assert name in entries, (where, [run.number for run in chosen])
            kind = where.partition("/")[0]
            counts[kind] = counts.get(kind, 0) + 1
    assert counts.keys() >= {"findings", "headline", "verdicts", "charts", "csv"}, counts
