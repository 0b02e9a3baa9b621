"""Fills an empty lab: hardware and queue, then two years of runs in batches."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from sqlalchemy import text
from sqlalchemy.orm import Session
from tests.seeding.configurations import FiledStage, file_all_facts, file_elsewhere, file_stages
from tests.seeding.copying import copy_tables, take_time
from tests.seeding.emptiness import require_empty
from tests.seeding.hardware import YEARS, Machine, make_machines
from tests.seeding.history import History, draw_elsewhere, draw_history, in_order
from tests.seeding.queue import MAINTAINED, Place, make_queue, next_night, plan_maintenance
from tests.seeding.recipes import PROFILES, Recipe, plan_for, submit_recipes, without_preparation
from tests.seeding.rows import RowMaker, Target, planned_fields
from tests.seeding.tables import TABLES
from tests.seeding.verdicts import make_verdicts

from storagelab.config import get_settings
from storagelab.db.clock import read_clock
from storagelab.db.models import Array, Controller, Drive, Enrolment
from storagelab.db.session import get_database, session_scope

_BATCH = 5_000
#: The newest run ended so long ago.
_REST = dt.timedelta(hours=1)

#: Share of runs that came from elsewhere, and the kinds of their phases by their origin.
_ELSEWHERE_SHARE = 0.08
_KINDS = {"imported": "measure", "published": "published"}

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SeedSize:
    """Numbers of everything. `seed` decides all that is drawn."""

    servers: int = 500
    drives: int = 2_000
    queued: int = 5_000
    runs: int = 500_000
    seed: int = 27


def seed_lab(size: SeedSize, report: Report) -> None:
    """Fill the lab that the settings name. Raises Conflict for one that is in use."""
    began = time.monotonic()
    with session_scope() as session:
        require_empty(session)
        now = read_clock(session)
    random = np.random.default_rng(size.seed)
    recipes, machines, stages = _seed_hardware(size, now, random)
    report(f"{size.servers} servers, {size.drives} drives, {size.queued} queued runs: {time.monotonic() - began:.0f} s")
    with session_scope() as session:
        file_all_facts(session)
        elsewhere = file_elsewhere(session)
    with session_scope() as session:
        file_all_facts(session)
    report(f"{sum(map(len, stages)) + len(elsewhere)} configurations: {time.monotonic() - began:.0f} s")
    _seed_history(size, now, random, recipes, machines, stages, elsewhere, report)
    report(f"{size.runs} runs: {time.monotonic() - began:.0f} s")
    _analyze()
    report(f"analyzed: {time.monotonic() - began:.0f} s")


def _analyze() -> None:
    """Do what autovacuum would need minutes for, in which every plan is a guess; only the owner of the tables can."""
    database = get_database(get_settings().migration_url)
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("set statement_timeout = 0"))
        connection.execute(text("vacuum (analyze)"))


def _seed_hardware(
    size: SeedSize, now: dt.datetime, random: np.random.Generator
) -> tuple[list[Recipe], list[Machine], list[list[FiledStage]]]:
    with session_scope() as session:
        take_time(session)
        machines = make_machines(servers=size.servers, drives=size.drives, now=now, seed=size.seed)
        _add_hardware(session, machines)
        machines = [machine for machine in machines if machine.drives]
        stages = file_stages(session, machines)
        places = [_find_place(session, number, seeded_machine, now) for number, seeded_machine in enumerate(machines)]
        first = next(place for place in places if place.window is None)
        recipes = submit_recipes(session, server=first.server, device=first.device, start_after=next_night(now))
        session.flush()
        queued = make_queue(max(size.queued - len(recipes), 0), places, recipes, now=now, random=random)
        copy_tables(session, TABLES, queued)
    return recipes, machines, stages


def _add_hardware(session: Session, machines: Sequence[Machine]) -> None:
    """Add pieces after those that they refer to."""
    session.add_all(machine.server for machine in machines)
    session.flush()
    for model in (Controller, Drive, Array, Enrolment):
        session.add_all(row for machine in machines for row in machine.rows if isinstance(row, model))
        session.flush()


def _find_place(session: Session, number: int, machine: Machine, now: dt.datetime) -> Place:
    window = plan_maintenance(machine.server, number, now) if number % MAINTAINED == MAINTAINED - 1 else None
    if window is not None:
        session.add(window)
    return Place(machine.server, machine.device or machine.drives[0], window)


def _seed_history(
    size: SeedSize,
    now: dt.datetime,
    random: np.random.Generator,
    recipes: Sequence[Recipe],
    machines: Sequence[Machine],
    stages: Sequence[Sequence[FiledStage]],
    elsewhere: Sequence[Target],
    report: Report,
) -> None:
    end = (now - _REST).timestamp()
    begin = end - YEARS.total_seconds()
    history = _draw(size.runs, begin, end, recipes, len(machines), elsewhere, random)
    find = _target_finder(machines, stages, elsewhere, begin, end)
    foreign = [without_preparation(recipe, kind) for kind in _KINDS.values() for recipe in recipes]
    verdicts = [make_verdicts(recipe, random) for recipe in [*recipes, *foreign]]
    maker = RowMaker([*recipes, *foreign], verdicts, seed=size.seed)
    for place in range(0, len(history), _BATCH):
        part = history.part(place, place + _BATCH)
        with session_scope() as session:
            take_time(session)
            copy_tables(session, TABLES, maker.make(part, list(find(part))))
        if place % (10 * _BATCH) == 0:
            report(f"{place + len(part)} of {len(history)} runs")


def _draw(
    runs: int,
    begin: float,
    end: float,
    recipes: Sequence[Recipe],
    servers: int,
    elsewhere: Sequence[Target],
    random: np.random.Generator,
) -> History:
    """Draw all runs. Sources and recipes from elsewhere are numbered after the servers and the recipes of the lab."""
    seconds = [recipe.seconds for recipe in recipes]
    shares = [PROFILES[recipe.name] for recipe in recipes]
    others = round(runs * _ELSEWHERE_SHARE)
    own = draw_history(
        runs - others,
        servers=servers,
        recipe_seconds=seconds,
        recipe_shares=shares,
        begin=begin,
        end=end,
        random=random,
    )
    foreign = draw_elsewhere(
        others,
        sources=len(elsewhere),
        first_source=servers,
        recipe_seconds=[sum(phase.seconds for phase in recipe.measured) for recipe in recipes],
        begin=begin,
        end=end,
        random=random,
    )
    first = np.array([len(recipes) * (1 + list(_KINDS).index(target.origin)) for target in elsewhere])
    return in_order([own, replace(foreign, recipe=foreign.recipe + first[foreign.source - servers])])


def _target_finder(
    machines: Sequence[Machine],
    stages: Sequence[Sequence[FiledStage]],
    elsewhere: Sequence[Target],
    begin: float,
    end: float,
) -> Callable[[History], Iterator[Target]]:
    """Return a function that finds the target of each run: the stage in which its server was then."""
    targets = [[_target_of(machine, stage) for stage in filed] for machine, filed in zip(machines, stages, strict=True)]
    begins = [[begin + stage.begins * (end - begin) for stage in machine.stages] for machine in machines]

    def find(history: History) -> Iterator[Target]:
        for source, started in zip(history.source.tolist(), history.started.tolist(), strict=True):
            if source >= len(machines):
                yield elsewhere[source - len(machines)]
            else:
                yield targets[source][max(int(np.searchsorted(begins[source], started, side="right")) - 1, 0)]

    return find


def _target_of(machine: Machine, stage: FiledStage) -> Target:
    device = stage.device

    @cache
    def plan(recipe: Recipe) -> str:
        return planned_fields(plan_for(recipe, device))

    return Target(
        configuration_id=stage.configuration_id,
        speed=stage.speed,
        engine_version=stage.engine_version,
        server_id=machine.server.id,
        server_name=machine.server.name,
        plan=plan,
    )
