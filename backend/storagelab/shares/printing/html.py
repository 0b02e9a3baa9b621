"""Page as HTML that reads without JavaScript, without login and on paper, from the page model alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from urllib.parse import quote, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from storagelab.shares.page import model
from storagelab.shares.page.headline import NO_VERDICT
from storagelab.shares.page.words import clean
from storagelab.shares.printing.author_html import render_author_html
from storagelab.shares.printing.html_tables import format_cell, format_signed_percent, format_table
from storagelab.shares.public_pages.head import PublicHead, ReaderTools
from storagelab.shares.style import style_sheet

#: Name, width in CSS px and the screens for it; heights are the chart's own. The last is for every other screen.
SIZES: dict[str, int] = {"narrow": 360, "medium": 720, "wide": 1040}
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
#: An embedded chart is made for the pages of others.
EMBED_HEADERS = HEADERS | {
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors *",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "unsafe-none",
}


@dataclass(frozen=True, slots=True)
class Download:
    """A file that exists: `href` is its path on this server, `hint` what is in it."""

    label: str
    href: str
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
    first = page.charts()[0].key if page.charts() else None
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            **_build_shared_context(page, address=address, sha256=sha256),
            notices=[_clean_notice(notice) for notice in notices],
            downloads=downloads,
            chart_formats=chart_formats,
            embed=find_embed_path(address),
            first_chart=first,
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
    return template.render(**shared, chart=chart, first_chart=chart_key, notices=notices)


def describe(page: model.SharePageModel) -> str:
    """Return the verdict and the numbers in one line, for previews of a link."""
    words: list[str] = []
    for block in page.summary:
        if isinstance(block, model.Sentence) and block.text != NO_VERDICT and len(words) == 0:
            words.append(block.text)
        if isinstance(block, model.Headlines):
            words += [f"{item.label}: {format_cell(item.value, item.unit)}." for item in block.items]
    return " ".join(words) or page.kicker


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
        "fill": lambda text: model.fill_citation(text, address=address, sha256=sha256),
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
        "amount": format_cell,
        "signed": format_signed_percent,
        "picture_height": compute_picture_height,
        "picture_width": compute_picture_width,
        "grid_style": format_grid_style,
        "place": find_panel_place,
        "part": lambda text: quote(text, safe=""),
        "day": lambda moment: moment[:10],
        "shown_table": format_table,
    }
    environment.globals |= {"SIZES": SIZES, "SCREENS": SCREENS}
    return environment
