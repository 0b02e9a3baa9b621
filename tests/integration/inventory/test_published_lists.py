"""Lists of published hardware are read as printed and filed once, with their source."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import PublishedHardware
from storagelab.formats.table.hardware import Component, read_components
from storagelab.formats.table.sheet import read_sheet
from storagelab.inventory.published_lists import file_published_list, remove_published_lists

LIST = """source,component,name,attributes
a.txt,controller,LSI 9280,"firmware=v12.12; pcie=2.0 x8, 4000 MB/s"
a.txt,drive,<b>PM810</b>,
b.txt,drive,PM810,nand=MLC
b.txt,drive,,nand=MLC
"""


def read(text: str) -> list[Component]:
    return read_components(read_sheet(text.encode()))[0]


def rows(session: Session) -> dict[tuple[str, str], PublishedHardware]:
    session.expire_all()
    return {(row.source, row.name): row for row in session.scalars(select(PublishedHardware))}


def test_a_list_is_filed_once(session: Session) -> None:
    components = read(LIST)
    titles = {"a.txt": "Review A"}

    assert file_published_list(session, components, source_titles=titles) == 3
    assert file_published_list(session, components, source_titles=titles) == 0

    filed = rows(session)
    assert set(filed) == {("Review A", "LSI 9280"), ("Review A", "<b>PM810</b>"), ("b.txt", "PM810")}
    controller = filed["Review A", "LSI 9280"]
    assert controller.attributes == {"firmware": "v12.12", "pcie": "2.0 x8, 4000 MB/s"}
    assert "v12.12" in controller.search_text.split()


def test_corrected_list_replaces_its_previous_values(session: Session) -> None:
    file_published_list(session, read(LIST))
    corrected = LIST.replace("nand=MLC", "nand=SLC", 1)

    assert file_published_list(session, read(corrected)) == 1
    assert rows(session)["b.txt", "PM810"].attributes == {"nand": "SLC"}


def test_a_source_is_removed_as_a_whole(session: Session) -> None:
    file_published_list(session, read(LIST))

    assert remove_published_lists(session, ["a.txt"]) == 2
    assert [source for source, _ in rows(session)] == ["b.txt"]
