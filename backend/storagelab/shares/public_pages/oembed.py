"""oEmbed 1.0: the permalink that an address names, and the description of its embedded chart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal, TypedDict
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from storagelab.shares.page.words import clean

Form = Literal["json", "xml"]
MAX_ADDRESS = 2000
#: Width in CSS px of a frame that has no limit.
WIDTH = 720
MIN_WIDTH, MIN_HEIGHT = 200, 120
CACHE_SECONDS = 3600
_NAME = r"[A-Za-z0-9_-]{1,100}"
_PATHS = (
    re.compile(
        rf"/s/(?P<token>{_NAME})(?:/v(?P<version>[1-9][0-9]{{0,8}}))?(?:/charts/(?P<key>[^/]+)\.(?:svg|png))?/?"
    ),
    re.compile(rf"/embed/(?P<token>{_NAME})/(?P<key>[^/]+)"),
    re.compile(rf"/p/(?P<slug>{_NAME})(?:/(?:charts/(?P<key>[^/]+)\.(?:svg|png)|embed/(?P<embedded>[^/]+)))?/?"),
)


@dataclass(frozen=True, slots=True)
class EmbeddedAddress:
    """A permalink of this lab, by its token or by the slug of a listed share, and the chart that is meant."""

    token: str = ""
    version: int | None = None
    slug: str | None = None
    key: str | None = None


class OEmbedAnswer(TypedDict, total=False):
    """The fields of an oEmbed answer. `rich` shows `html`, `link` has no chart to show."""

    version: str
    type: Literal["rich", "link"]
    title: str
    author_name: str
    provider_name: str
    provider_url: str
    cache_age: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
    html: str
    width: int
    height: int


def parse_address(address: str, *, base: str) -> EmbeddedAddress | None:
    """Return the permalink that `address` names; None for any address that is no permalink of the lab at `base`."""
    if len(address) > MAX_ADDRESS:
        return None
    try:
        given, own = urlsplit(address), urlsplit(base)
    except ValueError:
        return None
    if given.scheme not in ("http", "https") or given.netloc.lower() != own.netloc.lower():
        return None
    for pattern in _PATHS:
        if (match := pattern.fullmatch(given.path)) is not None:
            parts = match.groupdict()
            key = parts.get("key") or parts.get("embedded")
            return EmbeddedAddress(
                token=parts.get("token") or "",
                version=int(parts["version"]) if parts.get("version") else None,
                slug=parts.get("slug"),
                key=unquote(key) if key else None,
            )
    return None


def fit_size(width: int, height: int, *, max_width: int | None, max_height: int | None) -> tuple[int, int]:
    """Return the size of a frame in CSS px within the limits of the article, which win over every wish."""
    return min(width, max_width or width), min(height, max_height or height)


def parse_limit(text: str, *, smallest: int) -> int | None:
    """Return a limit in CSS px, None for none.

    Raises ValueError for a text that is no whole number, and for a limit under which nothing can be shown.
    """
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 6) or int(text) < smallest:
        raise ValueError(f"must be a whole number of at least {smallest}")
    return int(text)


def format_answer(answer: OEmbedAnswer, form: Form) -> tuple[bytes, str]:
    """Return an answer in the requested form, and its media type."""
    if form == "json":
        return json.dumps(clean(dict(answer)), ensure_ascii=False).encode(), "application/json"
    root = ET.Element("oembed")
    for name, value in answer.items():
        ET.SubElement(root, name).text = clean(str(value))
    content: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return content, "text/xml"
