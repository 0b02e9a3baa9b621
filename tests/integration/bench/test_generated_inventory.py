"""Inventory of the benchmarks: the same in every run, searchable by its names, and removed afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import func, select

from storagelab.bench.generated_inventory import Inventory, write_inventory
from storagelab.bench.inventory_figures import list_typed_texts
from storagelab.bench.simulated_servers import remove_servers
from storagelab.config import get_settings
from storagelab.db.models import Drive, Server
from storagelab.db.session import session_scope
from storagelab.inventory.search import search


@pytest.fixture
def database(own_database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("STORAGELAB_DATABASE_URL", own_database_url)
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


def test_generated_inventory_is_searchable_and_removed(database: None) -> None:
    inventory = write_inventory(servers=10, drives=200)
    with session_scope() as session:
        drives = session.scalars(select(Drive)).all()
        assert len({drive.identity for drive in drives}) == len({drive.serial for drive in drives}) == 200
        assert {drive.server_id for drive in drives} == set(inventory.server_ids)
        assert len(inventory.names) == 200
        for server, model, serial, firmware in inventory.names[::20]:
            groups = {name: search(session, q=name, limit=5) for name in (server, model, serial, firmware)}
            assert groups[server][0].hits[0].title == server
            assert [(group.kind, group.count) for group in groups[serial]] == [("drive", 1)]
            assert min(len(groups[model]), len(groups[firmware])) >= 1
    remove_servers(inventory.server_ids)
    with session_scope() as session:
        assert session.scalars(select(func.count()).select_from(Server)).one() == 0
        assert session.scalars(select(func.count()).select_from(Drive)).one() == 0


def test_generated_inventory_is_identical_in_every_run(database: None) -> None:
    runs: list[Inventory] = []
    for _ in range(2):
        runs.append(write_inventory(servers=5, drives=100))
        remove_servers(runs[-1].server_ids)
    assert runs[0].names == runs[1].names


def test_searches_grow_letter_by_letter() -> None:
    names = [(f"node-{number}", "SAMSUNG MZ", f"S6CK{number:06d}", "GDC5302Q") for number in range(100)]
    texts = list_typed_texts(names, 60)
    assert len(texts) == 60
    assert texts[:6] == ["n", "no", "nod", "node", "node-", "node-0"]
    assert texts[6:16] == ["S", "SA", "SAM", "SAMS", "SAMSU", "SAMSUN", "SAMSUNG", "SAMSUNG M", "SAMSUNG MZ", "S"]
