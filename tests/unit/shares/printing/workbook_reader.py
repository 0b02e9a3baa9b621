"""A workbook as its XML has it, read without the library that wrote it."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree as ET

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_COLUMN = re.compile(r"[A-Z]+")

Value = str | float


class Workbook:
    """Sheets by name, each a dictionary of cells by address, and the charts in the order of their making."""

    def __init__(self, content: bytes) -> None:
        self.archive = zipfile.ZipFile(io.BytesIO(content))
        self._strings = self._read_strings()
        book = self._xml("xl/workbook.xml")
        self.names = [sheet.attrib["name"] for sheet in book.iter(f"{MAIN}sheet")]
        self.sheets = {
            name: self._cells(f"xl/worksheets/sheet{number}.xml") for number, name in enumerate(self.names, start=1)
        }

    def rows(self, name: str) -> list[list[Value]]:
        """Return the filled cells of a sheet, row by row."""
        rows: dict[int, list[Value]] = {}
        for address, value in self.sheets[name].items():
            rows.setdefault(int(_COLUMN.sub("", address)), []).append(value)
        return [rows[number] for number in sorted(rows)]

    def charts(self) -> list[ET.Element]:
        """Return every chart."""
        names = [name for name in self.archive.namelist() if re.fullmatch(r"xl/charts/chart\d+\.xml", name)]
        return [self._xml(name) for name in sorted(names, key=lambda name: int(re.sub(r"\D", "", name)))]

    def formulas(self) -> int:
        """Return the count of cells with a formula."""
        sheets = [name for name in self.archive.namelist() if name.startswith("xl/worksheets/sheet")]
        return sum(len(list(self._xml(name).iter(f"{MAIN}f"))) for name in sheets)

    def number_format(self, name: str, address: str) -> str | None:
        """Return the format of a cell, None for the general one."""
        sheet = self._xml(f"xl/worksheets/sheet{self.names.index(name) + 1}.xml")
        cell = next(cell for cell in sheet.iter(f"{MAIN}c") if cell.attrib["r"] == address)
        styles = self._xml("xl/styles.xml")
        cells = styles.find(f"{MAIN}cellXfs")
        assert cells is not None
        number = cells[int(cell.attrib.get("s", 0))].attrib["numFmtId"]
        formats = {form.attrib["numFmtId"]: form.attrib["formatCode"] for form in styles.iter(f"{MAIN}numFmt")}
        return formats.get(number)

    def _xml(self, name: str) -> ET.Element:
        return ET.fromstring(self.archive.read(name))

    def _read_strings(self) -> list[str]:
        if "xl/sharedStrings.xml" not in self.archive.namelist():
            return []
        return [
            "".join(text.text or "" for text in item.iter(f"{MAIN}t"))
            for item in self._xml("xl/sharedStrings.xml").iter(f"{MAIN}si")
        ]

    def _cells(self, name: str) -> dict[str, Value]:
        cells: dict[str, Value] = {}
        for cell in self._xml(name).iter(f"{MAIN}c"):
            value = cell.find(f"{MAIN}v")
            kind = cell.attrib.get("t", "n")
            if kind == "inlineStr":
                cells[cell.attrib["r"]] = "".join(text.text or "" for text in cell.iter(f"{MAIN}t"))
            elif value is not None and value.text is not None:
                cells[cell.attrib["r"]] = self._strings[int(value.text)] if kind == "s" else float(value.text)
        return cells
