"""Tables and lists of a page as a parser of HTML reads them, for tests that compare their cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class ReadCell:
    """A cell: its text, the note in small letters beside it, and whether its column holds numbers.

    `marks` are the words of the signs in it.
    """

    text: str = ""
    note: str = ""
    is_number: bool = False
    marks: list[str] = field(default_factory=list)


@dataclass
class ReadTable:
    """A table with its title, in the section of this id. The first row has the heads."""

    section: str
    title: str
    lines: list[list[ReadCell]] = field(default_factory=list)

    @property
    def heads(self) -> list[str]:
        """The titles of the columns."""
        return [cell.text for cell in self.lines[0]]

    @property
    def rows(self) -> list[dict[str, ReadCell]]:
        """The rows below the heads, each by the title of its columns."""
        return [dict(zip(self.heads, line, strict=True)) for line in self.lines[1:]]


class PageReader(HTMLParser):
    """Tables of a page in their order, and the sentences of its findings."""

    _TITLES = frozenset({"h2", "h3", "summary"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[ReadTable] = []
        self.findings: list[str] = []
        self._sections: list[str] = [""]
        self._opened: list[str] = []
        self._title = ""
        self._lists = 0
        self._in_finding = False
        self.feed(text)
        self.close()

    def find(self, section: str) -> ReadTable:
        """Return the first table of a section."""
        return next(self.generate(section))

    def generate(self, section: str) -> Iterator[ReadTable]:
        """Yield the tables of a section."""
        return (table for table in self.tables if table.section == section)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a section, a title, a table, a row, a cell or a finding."""
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if tag in ("section", "details"):
            self._sections.append(given.get("id", self._sections[-1]))
        elif tag == "table":
            self.tables.append(ReadTable(self._sections[-1], self._title))
        elif tag == "tr":
            self.tables[-1].lines.append([])
        elif tag in ("th", "td"):
            self.tables[-1].lines[-1].append(ReadCell(is_number="n" in classes))
        elif tag == "span" and "mark" in classes and {"td", "th"}.intersection(self._opened):
            self.tables[-1].lines[-1][-1].marks.append(given["aria-label"])
        elif tag == "ol":
            self._lists += "findings" in classes
        elif tag == "p" and ("lead" in classes or (self._lists and self._opened[-1:] == ["li"])):
            self.findings.append("")
            self._in_finding = True
        if tag in self._TITLES:
            self._title = ""
        if tag not in ("meta", "link", "img", "source", "br"):
            self._opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close what was opened last under this name."""
        while self._opened and self._opened.pop() != tag:
            pass
        if tag in ("th", "td"):
            # A note is after a space.
            cell = self.tables[-1].lines[-1][-1]
            cell.text = cell.text.removesuffix(" ")
        if tag in ("section", "details"):
            self._sections.pop()
        elif tag == "ol":
            self._lists = max(self._lists - 1, 0)
        elif tag == "p":
            self._in_finding = False

    def handle_data(self, data: str) -> None:
        """Add text to the title, cell or finding that is open."""
        if self._TITLES.intersection(self._opened):
            self._title += data
        if {"td", "th"}.intersection(self._opened):
            cell = self.tables[-1].lines[-1][-1]
            if "small" in self._opened:
                cell.note += data
            else:
                cell.text += data
        elif self._in_finding:
            self.findings[-1] += data
