"""The public page as HTML that works without a script, from the found shares alone."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, select_autoescape
from markupsafe import Markup

from storagelab.shares.page.words import format_count
from storagelab.shares.public_pages.gallery import KINDS, GalleryChoices, GalleryPage, GalleryQuery
from storagelab.shares.public_pages.head import INDEXED, NOT_INDEXED
from storagelab.shares.public_pages.settings import PublicPage
from storagelab.shares.style import style_sheet

POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
#: Pictures of cards that are loaded at once; those below wait until they are near.
_FIRST_CARDS = 3


def render_gallery(
    results: GalleryPage, query: GalleryQuery, choices: GalleryChoices, page: PublicPage, *, base: str
) -> str:
    """Return the HTML of one page of results. `base` is the address of this lab."""
    return _template().render(
        style=_style(),
        results=results,
        query=query,
        choices=choices,
        page=page,
        kinds=KINDS,
        count=format_count(results.total, "result"),
        robots=get_robots(page, query),
        canonical=f"{base}/public",
        first_cards=_FIRST_CARDS,
    )


def get_robots(page: PublicPage, query: GalleryQuery) -> str:
    """Return the rule for search engines: they list the first page of all results, and follow the rest."""
    if not page.can_be_indexed:
        return NOT_INDEXED
    return "noindex, follow" if query.is_narrowed or query.page > 1 else INDEXED


@lru_cache(maxsize=1)
def _style() -> Markup:
    own = resources.files("storagelab.shares").joinpath("templates/gallery.css").read_text(encoding="utf-8")
    return style_sheet() + Markup(own)  # noqa: S704 - the file is ours.


@lru_cache(maxsize=1)
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("storagelab.shares", "templates"),
        autoescape=select_autoescape(default=True, default_for_string=True, enabled_extensions=("j2",)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"part": lambda text: quote(text, safe=""), "day": lambda moment: f"{moment:%d %b %Y}"}
    return environment.get_template("gallery.html.j2")
