"""The Atom feed of the public page, its site map, and the rules for search engines. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from storagelab.shares.page.words import clean
from storagelab.shares.public_pages.gallery import GalleryItem
from storagelab.shares.public_pages.settings import PublicPage

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: The moment of a feed without an entry, which has to have one.
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def format_feed(items: Sequence[GalleryItem], page: PublicPage, *, base: str) -> bytes:
    """Return the Atom feed of listed shares. `base` is the address of this lab, without a slash at its end."""
    feed = ET.Element("feed", {"xmlns": ATOM})
    _add(feed, "id", f"{base}/public")
    _add(feed, "title", page.title)
    if page.description:
        _add(feed, "subtitle", page.description)
    _add(feed, "updated", max((item.changed_at for item in items), default=_EPOCH).isoformat())
    ET.SubElement(feed, "link", {"rel": "self", "type": "application/atom+xml", "href": f"{base}/public/feed.xml"})
    ET.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}/public"})
    # Every feed has an author: that of an entry without one.
    _add(ET.SubElement(feed, "author"), "name", page.title)
    for item in items:
        entry = ET.SubElement(feed, "entry")
        _add(entry, "id", f"{base}/p/{item.slug}")
        _add(entry, "title", item.title)
        _add(entry, "updated", item.changed_at.isoformat())
        _add(entry, "published", item.listed_at.isoformat())
        ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": f"{base}/p/{item.slug}"})
        if item.author:
            _add(ET.SubElement(entry, "author"), "name", item.author)
        ET.SubElement(entry, "category", {"term": item.kind})
        _add(entry, "summary", item.finding)
    return _encode(feed)


def format_sitemap(items: Sequence[GalleryItem], *, base: str) -> bytes:
    """Return the site map: the public page and all listed shares. `base` is the address of this lab."""
    root = ET.Element("urlset", {"xmlns": SITEMAP})
    _add(ET.SubElement(root, "url"), "loc", f"{base}/public")
    for item in items:
        url = ET.SubElement(root, "url")
        _add(url, "loc", f"{base}/p/{item.slug}")
        _add(url, "lastmod", item.changed_at.isoformat())
    return _encode(root)


def format_robots(page: PublicPage, *, base: str) -> str:
    """Return the rules for search engines: nothing, or the public page and the listed shares alone."""
    if not page.can_be_indexed:
        return "User-agent: *\nDisallow: /\n"
    allowed = "".join(f"Allow: {path}\n" for path in ("/public", "/p/", "/assets/"))
    return f"User-agent: *\n{allowed}Disallow: /\n\nSitemap: {base}/sitemap.xml\n"


def _add(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = clean(text)


def _encode(root: ET.Element) -> bytes:
    content: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return content
