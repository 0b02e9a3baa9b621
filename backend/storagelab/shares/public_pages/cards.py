"""Card of a listed share: the texts by which readers find it, from its frozen document alone. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from storagelab.shares.attribution import format_sources, is_all_by_others, list_sources
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import SharePageModel
from storagelab.shares.page.words import clean, format_list, make_anchor
from storagelab.shares.printing import html

MAX_FINDING = 280
MAX_LINE = 160
MAX_SEARCH_TEXT = 20_000
NAMED_WORKLOADS = 3
#: Values of one filter that a share has at most.
MAX_PIECES = 20
_SLUG_CHARACTERS = 60
#: Labels of models in documents of this lab, of other labs and of published figures.
_CONTROLLER_LABEL = re.compile(r"controllers?( \d+)?( model)?", re.IGNORECASE)
_DRIVE_LABEL = re.compile(r"drives?( \d+)?( model)?", re.IGNORECASE)
_COUNT = re.compile(r"^\d+ x ")
_NO_PIECE = re.compile(r"|none|unknown|(\d+ )?missing", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CardChart:
    """The chart on a card, with the size of its narrow picture in CSS px."""

    key: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ShareCard:
    """The texts of a card. `controllers` and `drives` are the models, without their numbers."""

    title: str
    author: str
    finding: str
    workload: str
    hardware: str
    controllers: list[str]
    drives: list[str]
    search_text: str
    chart: CardChart | None


def build_card(document: ShareDocument, page: SharePageModel) -> ShareCard:
    """Return the card of a document and its page."""
    shown = clean(document)
    author = _join_lines(shown.share.author)
    if is_all_by_others(shown):
        author = _join_lines(format_sources(list_sources(shown)))
    controllers = _list_pieces(shown, _CONTROLLER_LABEL)
    drives = _list_pieces(shown, _DRIVE_LABEL)
    workloads = list(dict.fromkeys(_iterate_workloads(shown)))
    names = [configuration.name for configuration in shown.configurations]
    hardware = format_list([*controllers, *drives] or names)
    profiles = [run.profile.title or run.profile.name for run in shown.runs if run.profile is not None]
    texts = (page.title, author, html.describe(page), *workloads, *profiles, *controllers, *drives, *names)
    charts = page.charts()
    return ShareCard(
        title=page.title,
        author=author,
        finding=shorten(html.describe(page), MAX_FINDING),
        workload=shorten(_format_some(workloads), MAX_LINE),
        hardware=shorten(hardware, MAX_LINE),
        controllers=controllers,
        drives=drives,
        search_text=_join_lines(" ".join(texts)).lower()[:MAX_SEARCH_TEXT],
        chart=CardChart(
            charts[0].key,
            html.compute_picture_width(charts[0], "narrow"),
            html.compute_picture_height(charts[0], "narrow"),
        )
        if charts
        else None,
    )


def make_slug(title: str, number: int) -> str:
    """Return the last part of the public path of a share, which its frozen title and its number give."""
    return f"{make_anchor(title)[:_SLUG_CHARACTERS].strip('-') or 'x'}-{number}"


def shorten(text: str, max_characters: int) -> str:
    """Return a text of at most `max_characters`, cut between words and marked where it was cut."""
    joined = _join_lines(text)
    if len(joined) <= max_characters:
        return joined
    cut = joined[: max_characters - 1]
    return f"{cut.rpartition(' ')[0] or cut}…"


def _list_pieces(document: ShareDocument, label: re.Pattern[str]) -> list[str]:
    """Return the models that the configurations name under a label of this form, each once."""
    pieces: dict[str, None] = {}
    for configuration in document.configurations:
        for row in configuration.rows:
            if label.fullmatch(row.label):
                for piece in row.value.split(", "):
                    pieces[shorten(_COUNT.sub("", piece.strip()), MAX_LINE)] = None
    return [piece for piece in pieces if not _NO_PIECE.fullmatch(piece)][:MAX_PIECES]


def _iterate_workloads(document: ShareDocument) -> Iterator[str]:
    for run in document.runs:
        for phase in run.phases:
            description = phase.workload.get("description")
            if phase.kind in ("measure", "published") and isinstance(description, str) and description:
                yield _join_lines(description)


def _format_some(workloads: Sequence[str]) -> str:
    """Return the first workloads in words, and how many more there are."""
    if len(workloads) <= NAMED_WORKLOADS:
        return format_list(workloads)
    return f"{', '.join(workloads[:NAMED_WORKLOADS])} and {len(workloads) - NAMED_WORKLOADS} more"


def _join_lines(text: str) -> str:
    return " ".join(text.split())
