"""Prints of a document that go into its zip. A print that fails is left out and listed in README.txt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict
from urllib.parse import quote, urlsplit

from storagelab.errors import StorageLabError
from storagelab.shares import pictures
from storagelab.shares.archive import limits
from storagelab.shares.archive.writing import Print
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.page.build import page_of
from storagelab.shares.page.model import PageChart, SharePageModel, fill_citation
from storagelab.shares.page.words import make_anchor
from storagelab.shares.picture_process import ChartImagesUnavailable
from storagelab.shares.printing import html, pdf, xlsx
from storagelab.shares.printing.typesetting import PrintFailed

#: Width in CSS px of the charts that are files of their own.
_WIDTH = 1040
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ArchivePrintFacts(TypedDict):
    """Facts that a print shows and its page does not contain."""

    address: str
    sha256: str
    notices: Sequence[str]


@dataclass(frozen=True, slots=True)
class OmittedPrint:
    """A print that is not in the zip, and why."""

    name: str
    reason: str


def make_prints(
    document: ShareDocument,
    parts: Callable[[str], bytes],
    *,
    address: str,
    sha256: str,
    notices: Sequence[str],
) -> dict[str, Print]:
    """Make all prints of a document; return them by name, with a README.txt of the missing ones.

    `parts` gives the bytes of a part by its name. `notices` are facts that became known after the document was frozen:
    prints are read without their page, and contain the notices themselves.
    """
    page = page_of(document, parts)
    made = {
        limits.MEASUREMENTS: _make_text_print(
            limits.MEASUREMENTS, format_measurements_csv(document, notices), "text/csv"
        )
    }
    left_out: list[OmittedPrint] = []
    facts: ArchivePrintFacts = {"address": address, "sha256": sha256, "notices": notices}

    def attempt(name: str, media_type: str, make: Callable[[], bytes]) -> None:
        try:
            made[name] = Print(name, make(), media_type)
        except (ChartImagesUnavailable, PrintFailed) as error:
            left_out.append(OmittedPrint(name, _format_reason(error)))

    drawn = {chart.key: f"{limits.CHART_FOLDER}{name}.svg" for chart, name in _iterate_named_charts(page)}
    for chart in page.charts():
        name = drawn[chart.key]
        lines = (chart.settings_line, f"{address}, frozen {page.frozen_at[:10]}", *notices)
        attempt(name, "image/svg+xml", lambda chart=chart, lines=lines: _draw_with_lines(chart, lines))  # type: ignore[misc]
    here = {key: name for key, name in drawn.items() if name in made}
    text = _convert_to_offline(
        html.render(page, address=address, sha256=sha256, notices=notices, chart_formats=()), address, here
    )
    made[limits.PAGE] = _make_text_print(limits.PAGE, text, "text/html")
    attempt(
        limits.PDF, "application/pdf",
        lambda: pdf.render(page, svg=lambda chart: _draw_svg(chart, pdf.get_drawing_width(chart)), **facts),
    )  # fmt: skip
    attempt(limits.WORKBOOK, _XLSX, lambda: xlsx.render(page, **facts))
    missing = [(omission.name, omission.reason) for omission in left_out]
    words = format_readme(page, address=address, sha256=sha256, notices=notices, left_out=missing)
    made[limits.README] = _make_text_print(limits.README, words, "text/plain")
    return made


def _make_text_print(name: str, text: str, media_type: str) -> Print:
    return Print(name, text.encode("utf-8", "replace"), f"{media_type}; charset=utf-8")


def _iterate_named_charts(page: SharePageModel) -> Iterator[tuple[PageChart, str]]:
    """Yield every chart of a page with a unique name for its file."""
    seen: set[str] = set()
    for chart in page.charts():
        stem = name = make_anchor(chart.key)[: limits.MAX_NAME // 2]
        place = 1
        while name in seen:
            place += 1
            name = f"{stem}-{place}"
        seen.add(name)
        yield chart, name


def _draw_svg(chart: PageChart, width: int) -> str:
    # The data of a chart are read for its picture, and not retained for the next.
    whole = replace(chart, data=dict(chart.data))
    return pictures.draw(whole, theme="light", width=width, height=chart.height)


def _draw_with_lines(chart: PageChart, lines: tuple[str, ...]) -> bytes:
    svg = _draw_svg(chart, _WIDTH)
    return pictures.add_picture_lines(svg, lines, theme="light", width=_WIDTH, height=chart.height).encode()


def _convert_to_offline(page: str, address: str, drawn: Mapping[str, str]) -> str:
    """Return the HTML `page` for reading from a folder, with its pictures from files beside it.

    Links lead to the `address` where the page was published. `drawn` maps chart keys to file names.
    """
    path = urlsplit(address).path
    # One picture serves every screen here.
    text = re.sub(rf'<source [^>]*srcset="{re.escape(path)}/charts/[^>]*>\n?', "", page)
    for key, name in drawn.items():
        source = re.escape(f"{path}/charts/{quote(key, safe='')}.svg")
        text = re.sub(rf'src="{source}[^"]*"', f'src="{name}"', text)
    host = address.removesuffix(path)
    text = re.sub(r'<script [^>]*src="/[^>]*></script>\n?', "", text)
    return re.sub(rf'(src|href|content)="({re.escape(path)}|/embed/)', rf'\1="{host}\2', text)


def _format_reason(error: StorageLabError) -> str:
    return " ".join(error.message.split())[:300]


def format_readme(
    page: SharePageModel, *, address: str, sha256: str, notices: Sequence[str], left_out: Sequence[tuple[str, str]]
) -> str:
    """Return the text of README.txt in the zip of a share: title, address, hash, and what each file is.

    `notices` are facts that became known after the document was frozen. `left_out` has the missing prints with the
    reasons.
    """
    lines = [
        page.title,
        *filter(None, [page.byline, page.frozen]),
        *notices,
        "",
        f"Permalink    {address}",
        f"Fingerprint  {sha256} (SHA-256 of document.json)",
        "",
        "What is frozen, and never changes:",
        "  document.json     everything that the page says, as canonical JSON",
        "  parts/<SHA-256>   what the document names: series at full rate, bins, data of charts, raw files",
        "",
        "What is printed from it, and may be printed anew:",
        "  page.html  page.pdf  tables.xlsx  measurements.csv  charts/*.svg",
        "",
        "manifest.json lists every file with its size and its SHA-256.",
        "",
        "To check it without this lab: unpack it and compare the hashes with any tool,",
        "  sha256sum document.json",
        "or let every number be computed again from what lies under it:",
        "  storagelab verify SHARE.zip",
        "To read it in another lab, hand it over as it is: one that was packed again is refused.",
    ]
    if left_out:
        lines += ["", "Left out, because it could not be made when this was packed:"]
        lines += [f"  {name}: {reason}" for name, reason in left_out]
    lines += ["", "How to cite", fill_citation(page.citation, address=address, sha256=sha256), ""]
    return "\n".join(lines)
