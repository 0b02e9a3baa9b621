"""Page as HTML that reads without JavaScript, without login and on paper, from the page model alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Literal
from urllib.parse import quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from storagelab.shares import figures
from storagelab.shares.page import model
from storagelab.shares.page.words import clean
from storagelab.shares.printing.author_html import render_author_html
from storagelab.shares.printing.embedding import EMBED_SCRIPT, EMBED_SCRIPT_SOURCE
from storagelab.shares.printing.html_tables import format_rounded_change, format_table, format_tone
from storagelab.shares.public_pages.head import PublicHead, ReaderTools
from storagelab.shares.style import style_sheet

#: Name, width in CSS px and the screens for it; heights are the chart's own. The last is for every other screen.
SIZES: dict[str, int] = {"narrow": 360, "medium": 720, "wide": 980}
SCREENS = (("narrow", "(max-width: 560px)"), ("medium", "(max-width: 900px)"), ("wide", None))

_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
#: A page loads its own pictures and nothing else, and no other page may hold it in a frame.
HEADERS = {
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow, noarchive",
    "Cache-Control": "no-store",
}
#: With the script that makes charts answer to the pointer, a page also reads the data of its charts.
INTERACTIVE_HEADERS = HEADERS | {
    "Content-Security-Policy": f"{_POLICY}; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
}
#: An embedded chart is made for the pages of others, and gives them its height.
EMBED_HEADERS = HEADERS | {
    "Content-Security-Policy": f"{_POLICY}; script-src '{EMBED_SCRIPT_SOURCE}'; frame-ancestors *",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "unsafe-none",
}
#: More charts than these open on demand, without their tables.
MAX_OPEN_CHARTS = 12
#: A number with its unit, or a change, in a sentence.
_AMOUNT = re.compile(r"(?<![\w.])[+\u2212]?\d[\d,.]*[kMG]?(?:[ \u00a0](?:%|IOPS|[kMGT]?B/s|ms|\u00b5s|s|times)(?!\w))")


@dataclass(frozen=True, slots=True)
class Download:
    """A file that exists: `href` is its path on this server, `hint` what is in it.

    One without a path is not given out at this address.
    """

    label: str
    href: str | None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice of a change since a page was frozen, with its link."""

    text: str
    href: str | None = None
    link: str | None = None


def prepare() -> None:
    """Compile the templates and the style sheet of pages, so that the first reader does not wait."""
    for name in ("page.html.j2", "embed.html.j2"):
        _environment().get_template(name)
    style_sheet()


@dataclass(frozen=True, slots=True)
class PageContext:
    """Facts that the blocks of one page share: its links, and the numbers of its figures by the key of their chart."""

    path: str
    address: str
    sha256: str
    script: str | None = None
    embed: str | None = None
    first_chart: str | None = None
    chart_formats: Sequence[str] = ()
    figures: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """Blocks of a section that stand together: alone, two charts in a row, panels on a grid, or further charts."""

    form: Literal["single", "duo", "panels", "further"]
    blocks: tuple[model.Block, ...]


def render(
    page: model.SharePageModel,
    *,
    address: str,
    sha256: str,
    notices: Sequence[str | Notice] = (),
    downloads: Sequence[Download] = (),
    chart_formats: Sequence[str] = ("svg",),
    script: str | None = None,
    preview: bool = True,
    public: PublicHead | None = None,
    tools: ReaderTools | None = None,
) -> str:
    """Return the HTML of a page. `address` is its whole address without a query, the one that is cited.

    `notices` appear outside the frozen content. `chart_formats` are the file extensions under which a single chart is
    available. `script` is the path of the script for pointer interaction: such a page is sent with
    `INTERACTIVE_HEADERS`. `public` and `tools` are for readers of a published page, and no part of what is frozen.
    """
    charts = page.charts()
    context = PageContext(
        path=urlsplit(address).path,
        address=address,
        sha256=sha256,
        script=script,
        embed=find_embed_path(address),
        first_chart=charts[0].key if charts else None,
        chart_formats=chart_formats,
        figures={chart.key: number for number, chart in enumerate(charts, 1)} if len(charts) > 1 else {},
    )
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            **_build_shared_context(page, address=address, sha256=sha256),
            context=context,
            appendix=[section for section in page.sections if section.is_appendix],
            notices=[_clean_notice(notice) for notice in notices],
            downloads=downloads,
            script=script,
            preview=f"{address}/preview.png" if preview else None,
            description=describe(page),
            public=public,
            tools=tools,
        )
    )


def render_embed(
    page: model.SharePageModel, chart_key: str, *, address: str, sha256: str, notices: Sequence[str] = ()
) -> str:
    """Return the HTML of one chart for an article to frame.

    It has title, picture, settings, permalink and date. `notices` appear outside the frozen content. Raises KeyError
    for an unknown chart.
    """
    chart = next((chart for chart in page.charts() if chart.key == chart_key), None)
    if chart is None:
        raise KeyError(chart_key)
    shared = _build_shared_context(page, address=address, sha256=sha256)
    template = _environment().get_template("embed.html.j2")
    return template.render(**shared, chart=chart, notices=notices, script=Markup(EMBED_SCRIPT))  # noqa: S704 - ours.


def describe(page: model.SharePageModel) -> str:
    """Return the finding and the numbers in one line, for previews of a link."""
    words = [page.lead.text] if page.lead is not None else []
    for block in page.summary:
        if isinstance(block, model.Headlines):
            words += [f"{item.label}: {figures.format_short(item.value, item.unit)}." for item in block.items]
    return " ".join(words) or page.kicker


def group_blocks(blocks: Sequence[model.Block]) -> list[BlockGroup]:
    """Return the blocks of a section in groups that stand together; many charts are folded from a number on."""
    groups: list[BlockGroup] = []
    further: list[model.Block] = []
    count = 0
    for block in blocks:
        is_chart = isinstance(block, model.PageChart)
        count += is_chart
        if is_chart and count > MAX_OPEN_CHARTS and find_panel_place(block) is None:
            further.append(block)
            continue
        form = _find_form(block)
        last = groups[-1] if groups else None
        is_full = form == "single" or (form == "duo" and last is not None and len(last.blocks) == 2)
        if last is not None and last.form == form and not is_full:
            groups[-1] = BlockGroup(form, (*last.blocks, block))
        else:
            groups.append(BlockGroup(form, (block,)))
    return [*groups, *([BlockGroup("further", tuple(further))] if further else [])]


def _find_form(block: model.Block) -> Literal["single", "duo", "panels"]:
    if find_panel_place(block) is not None:
        return "panels"
    return "duo" if isinstance(block, model.PageChart) and block.is_half else "single"


def emphasise_numbers(finding: model.PageFinding) -> Markup:
    """Return the sentence of a finding as markup whose numbers with units are bold, except those in names."""
    names = "|".join(re.escape(str(escape(name))) for name in sorted(finding.names, key=len, reverse=True) if name)
    amount = re.compile(f"(?P<name>{names})|{_AMOUNT.pattern}") if names else _AMOUNT
    text = str(escape(finding.text))
    marked = amount.sub(lambda match: match[0] if names and match["name"] else f"<b>{match[0]}</b>", text)
    return Markup(marked)  # noqa: S704 - escaped before.


def compute_picture_height(chart: model.PageChart, size: str) -> int:
    """Return the height in CSS px of the picture of a chart at `size`: narrow, medium or wide."""
    return chart.narrow_height or chart.height if size == "narrow" else chart.height


def compute_picture_width(chart: model.PageChart, size: str) -> int:
    """Return the width in CSS px of the picture of a chart at `size`: narrow, medium or wide."""
    return chart.width if size == "wide" else SIZES[size]


def format_grid_style(block: model.Block, blocks: Sequence[model.Block]) -> str | None:
    """Return the CSS style that places a panel among adjacent panels; None if `block` is no panel.

    Panels that their author put in another order follow each other, each with its own width.
    """
    place = find_panel_place(block)
    if place is None:
        return None
    group = _list_adjacent_panels(block, blocks)
    if group != sorted(group, key=lambda position: (position.y, position.x)):
        return f"grid-column:span {place.w}"
    row = place.y - min(position.y for position in group) + 1
    return f"grid-column:{place.x + 1}/span {place.w};grid-row:{row}/span {place.h}"


def _list_adjacent_panels(block: model.Block, blocks: Sequence[model.Block]) -> list[model.GridPlace]:
    """Return the grid places of a panel and of the panels next to it in `blocks`.

    Panels are adjacent if no other block is between them.
    """
    index = next(number for number, candidate in enumerate(blocks) if candidate is block)
    first = index
    while first > 0 and find_panel_place(blocks[first - 1]) is not None:
        first -= 1
    return [
        place
        for candidate in takewhile(lambda candidate: find_panel_place(candidate), blocks[first:])
        if (place := find_panel_place(candidate))
    ]


def find_panel_place(block: model.Block) -> model.GridPlace | None:
    """Return the grid place of a panel; None for a block that is no panel."""
    return block.place if isinstance(block, model.PageChart | model.PageTable) else None


def find_embed_path(address: str) -> str | None:
    """Return the path below which the charts of a permalink can be embedded in an article.

    None for drafts and versions.
    """
    start, _, name = urlsplit(address).path.rpartition("/")
    return {"/s": f"/embed/{name}", "/p": f"/p/{name}/embed"}.get(start)


def _clean_notice(notice: str | Notice) -> Notice:
    """Return a notice without invisible characters in its text.

    The page model has not cleaned notices that are added today.
    """
    whole = Notice(notice) if isinstance(notice, str) else notice
    return replace(whole, text=clean(whole.text))


def _build_shared_context(page: model.SharePageModel, *, address: str, sha256: str) -> dict[str, object]:
    return {
        "style": style_sheet(),
        "page": page,
        "address": address,
        # Links and pictures point to the requested server, whatever its name.
        "path": urlsplit(address).path,
        "sha256": sha256,
        "citation": model.fill_citation(page.citation, address=address, sha256=sha256),
        "bibtex": model.fill_citation(page.bibtex, address=address, sha256=sha256),
    }


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("storagelab.shares", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True, enabled_extensions=("j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "kind": lambda block: type(block).__name__,
        "author_html": render_author_html,
        "short": figures.format_short,
        "rounded_change": format_rounded_change,
        "with_numbers": emphasise_numbers,
        "grouped": group_blocks,
        "filled": lambda text, context: model.fill_citation(text, address=context.address, sha256=context.sha256),
        "picture_height": compute_picture_height,
        "picture_width": compute_picture_width,
        "grid_style": format_grid_style,
        "place": find_panel_place,
        "part": lambda text: quote(text, safe=""),
        "day": lambda moment: moment[:10],
        "shown_table": format_table,
        "table_tone": format_tone,
    }
    environment.globals |= {"SIZES": SIZES, "SCREENS": SCREENS}
    return environment
