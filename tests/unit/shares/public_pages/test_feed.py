"""Feed, site map and rules for search engines, for texts of any kind."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from xml.etree import ElementTree as ET

from hypothesis import example, given
from hypothesis import strategies as st

from storagelab.shares.public_pages.feed import format_feed, format_robots, format_sitemap
from storagelab.shares.public_pages.gallery import GalleryItem, parse_query
from storagelab.shares.public_pages.settings import PublicPage

BASE = "https://lab.example.org"
AT = dt.datetime(2026, 11, 20, 14, 2, tzinfo=dt.UTC)
ITEM = GalleryItem(
    slug="a-result-1", kind="run", version=1, title="A result", author="A. Author", finding="95,013 IOPS.",
    workload="4K random read", hardware="PERC H965i", frozen_at=AT, listed_at=AT, corrected_at=None, chart_key="rounds",
    chart_width=360, chart_height=300,
)  # fmt: skip
PAGE = PublicPage(enabled=True, lab_name="Lab Nord", description="Controllers under load")


@given(text=st.text(max_size=200))
@example(text="]]></title><script>alert(1)</script>&\x00\x0b\ufffe")
def test_feed_is_xml_for_any_text(text: str) -> None:
    page = replace(PAGE, lab_name=text, description=text)
    feed = ET.fromstring(format_feed([replace(ITEM, title=text, author=text, finding=text)], page, base=BASE))
    assert [child.tag.rpartition("}")[2] for child in feed].count("entry") == 1
    assert feed.findtext("{*}entry/{*}id") == f"{BASE}/p/a-result-1"


def test_feed_is_as_new_as_its_last_change() -> None:
    later = AT + dt.timedelta(days=1)
    feed = ET.fromstring(format_feed([ITEM, replace(ITEM, corrected_at=later)], PAGE, base=BASE))
    assert feed.findtext("{*}updated") == later.isoformat()
    assert ET.fromstring(format_feed([], PAGE, base=BASE)).findtext("{*}updated") == "1970-01-01T00:00:00+00:00"


def test_site_map_has_the_page_and_listed_results() -> None:
    addresses = [loc.text for loc in ET.fromstring(format_sitemap([ITEM], base=BASE)).iter() if loc.tag.endswith("loc")]
    assert addresses == [f"{BASE}/public", f"{BASE}/p/a-result-1"]


def test_search_engines_are_refused_unless_page_and_indexing_are_on() -> None:
    refused = "User-agent: *\nDisallow: /\n"
    for page in (PublicPage(), PAGE, PublicPage(indexing=True)):
        assert format_robots(page, base=BASE) == refused
    allowed = format_robots(replace(PAGE, indexing=True), base=BASE)
    assert f"Sitemap: {BASE}/sitemap.xml" in allowed
    assert "Allow: /s/" not in allowed


@given(q=st.text(max_size=400), kind=st.text(max_size=20), page=st.text(max_size=40))
@example(q="\x00\ud800", kind="campaign", page="-1")
@example(q="a  b", kind="run", page="١٢")
def test_fields_of_any_address_are_usable(q: str, kind: str, page: str) -> None:
    query = parse_query(q=q, kind=kind, page=page)
    assert query.page >= 1
    assert query.kind in ("", "run", "comparison", "ranking", "campaign")
    assert query.q.encode() == " ".join(query.q.split()).encode()
    assert query.format_address(2).endswith("page=2")
