"""Page as HTML: complete without scripts, safe for any text, and small."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from tests.unit.shares.page.documents import (
    a_chart,
    a_document,
    a_measurement,
    a_phase,
    a_run,
    page_of,
    reader,
    the_parts,
)

from storagelab.shares.page.model import PageCell, PageColumn, PageFinding, PageSection, PageTable
from storagelab.shares.printing import html

ADDRESS = "https://lab.example/s/Zm9vYmFyYmF6cXV4"
SHA256 = "7d1c" * 16
MARKUP = """<img src=x onerror=alert(1)></title></style>"'><script>alert(2)</script>{{7*7}}<svg/onload=x>&lt;"""
HOSTILE = f"{MARKUP}\u202e"
_VOID = frozenset({"meta", "img", "source", "br", "hr"})


class Parsed(HTMLParser):
    """Elements of a page with their attributes, its text, and whether every one was closed."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def _render(document: dict[str, Any], parts: dict[str, Any] | None = None, **options: Any) -> str:
    page = page_of(document, reader(parts))
    return html.render(page, address=ADDRESS, sha256=SHA256, **options)


def _planted(value: Any, path: tuple[str | int, ...] = ()) -> Any:
    """Return a document with hostile text in every string that the lab does not choose itself."""
    ours = {"schema", "kind", "unit", "metric", "frozen_at", "status", "sha256", "state", "origin", "embargo_until",
            "data", "chart", "started_at", "finished_at", "media_type", "better", "class_hash", "instance_hash",
            "table", "key", "configuration", "part"}  # fmt: skip
    if isinstance(value, dict):
        return {
            key: item if key in ours and isinstance(item, str) else _planted(item, (*path, key))
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_planted(item, (*path, index)) for index, item in enumerate(value)]
    return f"{value}{HOSTILE}" if isinstance(value, str) else value


def test_hostile_text_in_every_field_stays_text() -> None:
    document = _planted(a_document())
    document["charts"] = {f"rounds{HOSTILE}": document["charts"]["rounds"]}
    document["charts"][f"rounds{HOSTILE}"]["runs"] = [document["runs"][0]["number"]]
    document["parts"] = a_document()["parts"]
    download = html.Download(f"JSON{MARKUP}", "/s/x.json", MARKUP)
    text = _render(document, _planted(the_parts()), notices=[HOSTILE], downloads=[download])
    page = Parsed(text)
    assert page.open == []
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "meta", "title", "style", "body", "a", "header", "p", "span", "h1", "h2", "h3", "aside", "main",
        "section", "dl", "dt", "dd", "div", "nav", "ul", "li", "small", "code", "table", "thead", "tbody", "tr", "th",
        "td", "details", "summary", "pre", "figure", "figcaption", "picture", "source", "img", "strong", "footer",
        "article", "b", "ol", "svg", "rect", "path",
    }  # fmt: skip
    names = {name for _, attributes in page.elements for name in attributes}
    assert not [name for name in names if name.startswith("on") or name == "style"]
    assert len(page.all("img")) == 1
    assert len(page.all("style")) == 1
    assert "\u202e" not in text
    assert "{{7*7}}" in page.text
    # Title, verdict, caveat, facts and job text all show what was written.
    assert page.text.count("<script>alert(2)</script>") > 20
    for attributes in page.all("a") + page.all("img") + page.all("source"):
        address = attributes.get("href") or attributes.get("src") or attributes.get("srcset") or ""
        assert re.match(r"/s/|/embed/|#|https?://lab\.example/|mailto:", address), address
        assert not re.search(r"[<>\"'\s]", address)


def test_page_loads_only_its_own_pictures() -> None:
    page = Parsed(_render(a_document()))
    assert page.all("script") == page.all("link") == page.all("iframe") == []
    sources = [*(element["srcset"] for element in page.all("source")), *(element["src"] for element in page.all("img"))]
    assert all(str(source).startswith("/s/Zm9vYmFyYmF6cXV4/charts/rounds.svg?theme=") for source in sources)
    assert "script-src" not in html.HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in html.HEADERS["Content-Security-Policy"]


def test_pictures_reserve_their_size_before_loading() -> None:
    charts = {"a": a_chart(), "b": a_chart(title="Second")}
    page = Parsed(_render(a_document(charts=charts, body=[])))
    for element in page.all("source") + page.all("img"):
        assert int(str(element["width"])) in (360, 720, 980)
        assert int(str(element["height"])) in (412, 430)
    first, second = page.all("img")
    assert "loading" not in first
    assert second["loading"] == "lazy"
    assert first["alt"] == "Steady from round 3 on. The vertical axis does not begin at zero."


def test_print_uses_light_and_wide_pictures() -> None:
    for source in Parsed(_render(a_document())).all("source"):
        assert str(source["media"]).startswith("screen and ")


def test_tables_have_every_digit_and_unknown_is_marked() -> None:
    text = Parsed(_render(a_document())).text
    for words in ("231,456.4", "948.0454144 MB/s", "1.104 ms", "\N{MINUS SIGN}1.1 %", "20 KiB", "95,200"):
        assert words in text
    bare = a_measurement(iops=None, latency_mean_ns=None)
    text = Parsed(_render(a_document(runs=[a_run(phases=[a_phase(1, measurement=bare), a_phase(2)])]))).text
    assert "n/a" in text
    assert "None" not in text


def test_a_difference_has_its_sign_and_tone() -> None:
    item = {"label": "IOPS", "value": 131.0, "unit": "1/s", "better": "higher", "configuration": "c1"}
    items = [{**item, "relative_percent": percent, "baseline": False} for percent in (31.0, -4, 0.2)]
    text = _render(a_document(headline=items))
    assert re.findall(r'class="value( good| bad)?">([^<]+)<', text) == [
        (" good", "+31 %"), (" bad", "\N{MINUS SIGN}4 %"), (" good", "±0 %"),
    ]  # fmt: skip


def test_long_chart_table_shows_some_rows_with_note() -> None:
    columns = [{"title": "Elapsed", "unit": "s"}, {"title": "IOPS", "unit": "1/s"}]
    table = {"caption": "All", "columns": columns, "rows": [[float(index), index + 0.5] for index in range(1500)]}
    text = _render(a_document(), {**the_parts(), "chart-rounds-table": table})
    assert "40 of 1,500 rows" in text
    assert text.count("<tr>") < 80


def test_a_page_of_sixty_phases_is_small() -> None:
    phases = [a_phase(index) for index in range(1, 61)]
    files = [{"ordinal": index, "name": f"Phase {index}", "text": "option=value\n" * 40} for index in range(1, 61)]
    artifacts = [
        {
            "name": f"phase-{index}.json",
            "size_bytes": 1,
            "sha256": f"{index:064x}",
            "part": None,
            "redacted_sha256": None,
        }
        for index in range(240)
    ]
    run = a_run(phases=phases, job_files=files, artifacts=artifacts)
    assert len(gzip.compress(_render(a_document(runs=[run])).encode())) < 60 * 1024


def test_link_preview_shows_title_verdict_and_numbers() -> None:
    tags = {
        meta.get("property"): meta["content"] for meta in Parsed(_render(a_document())).all("meta") if "content" in meta
    }
    assert tags["og:title"] == "Random reads of RAID 5"
    assert tags["og:description"] == "Steady from round 3 on. IOPS at steady state: 95.0k IOPS."
    assert tags["og:image"] == f"{ADDRESS}/preview.png"
    assert not [
        meta for meta in Parsed(_render(a_document(), preview=False)).all("meta") if meta.get("property") == "og:image"
    ]


def test_search_engines_and_referrers_are_excluded() -> None:
    metas = {meta.get("name"): meta.get("content") for meta in Parsed(_render(a_document())).all("meta")}
    assert metas["robots"] == "noindex, nofollow, noarchive"
    assert metas["referrer"] == "no-referrer"


def test_later_notices_precede_the_frozen_body() -> None:
    notices = [
        "Corrected on 2026-11-21: the strip was 64 KiB.",
        html.Notice("Newer data exist.", "/s/x/v3", "Version 3"),
    ]
    text = _render(a_document(), notices=notices)
    assert text.index("the strip was 64 KiB") < text.index("<main")
    assert '<a href="/s/x/v3">Version 3</a>' in text


def test_only_existing_downloads_are_linked() -> None:
    bare = Parsed(_render(a_document(), chart_formats=()))
    assert not [link for link in bare.all("a") if str(link["href"]).endswith((".csv", ".pdf", ".png", "download=1"))]
    full = Parsed(_render(a_document(), downloads=[html.Download("PDF", "/s/x.pdf")], chart_formats=("svg", "png")))
    assert {"/s/x.pdf", "/s/Zm9vYmFyYmF6cXV4/charts/rounds.png"} <= {link["href"] for link in full.all("a")}


def test_only_permalink_charts_can_be_embedded() -> None:
    assert 'href="/embed/Zm9vYmFyYmF6cXV4/rounds"' in _render(a_document())
    page = page_of(a_document())
    draft = html.render(page, address="https://lab.example/api/v1/shares/s-1/preview", sha256=SHA256)
    assert "/embed/" not in draft


def test_interactive_page_allows_one_same_origin_script() -> None:
    page = Parsed(_render(a_document(), script="/assets/share-x.js"))
    (script,) = page.all("script")
    assert (script["src"], script["type"]) == ("/assets/share-x.js", "module")
    policy = html.INTERACTIVE_HEADERS["Content-Security-Policy"]
    assert "script-src 'self'; connect-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'" in policy
    assert "frame-ancestors 'none'" in policy


def test_only_interactive_page_names_its_chart_data() -> None:
    document = a_document()
    name = document["charts"]["rounds"]["data"]
    (figure,) = Parsed(_render(document, script="/assets/share-x.js")).all("figure")
    assert figure["data-kind"] == document["charts"]["rounds"]["kind"]
    assert figure["data-part"] == f"/s/Zm9vYmFyYmF6cXV4/parts/{document['parts'][name]['sha256']}"
    (plain,) = Parsed(_render(document)).all("figure")
    assert set(plain) == {"aria-labelledby"}


def test_heading_levels_are_consecutive_and_table_heads_scoped() -> None:
    document = a_document(body=[{"text": "### Deep\n\n# Up\n\n###### Deepest"}, {"chart": "rounds"}])
    text = _render(document)
    levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", text)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert "<th>" not in text
    ids = [element["id"] for _, element in Parsed(text).elements if "id" in element]
    assert len(ids) == len(set(ids))
    assert {str(link["href"])[1:] for link in Parsed(text).all("a") if str(link["href"]).startswith("#")} <= set(ids)


def test_embedded_chart_shows_its_title_and_source() -> None:
    page = page_of(a_document())
    text = html.render_embed(page, "rounds", address=ADDRESS, sha256=SHA256)
    parsed = Parsed(text)
    assert len(parsed.all("img")) == 1
    for words in ("Random reads of RAID 5", "4K random read, 16T/16Q", ADDRESS, "frozen 2026-11-20"):
        assert words in parsed.text
    with pytest.raises(KeyError):
        html.render_embed(page, "nothing", address=ADDRESS, sha256=SHA256)


def test_embedded_chart_runs_its_own_script_only() -> None:
    text = html.render_embed(page_of(a_document()), "rounds", address=ADDRESS, sha256=SHA256)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = html.EMBED_HEADERS["Content-Security-Policy"]
    assert f"script-src 'sha256-{digest}';" in policy
    assert "frame-ancestors *" in policy


def test_two_hundred_charts_are_folded_and_light() -> None:
    charts = {f"c{index}": a_chart() for index in range(200)}
    text = _render(a_document(charts=charts, body=[]))
    assert "187 more charts" in text
    assert text.count("Data of this chart") == 13
    assert text.count('loading="lazy"') == 199
    assert len(gzip.compress(text.encode())) < 60 * 1024


def test_long_and_foreign_names_have_their_direction() -> None:
    document = a_document()
    document["share"]["title"] = "\u05e9\u05dc\u05d5\u05dd " * 60
    text = _render(document)
    assert '<h1 dir="auto" class="long">' in text
    assert '<p class="lead" dir="auto">' in text


def test_wide_table_has_a_region_of_its_own() -> None:
    columns = (PageColumn("Workload"), *(PageColumn(f"RAID {index}", "1/s") for index in range(7)))
    table = PageTable(columns, ((PageCell("4K"), *(PageCell(1.5) for _ in range(7))),), marked=1)
    page = replace(page_of(a_document()), sections=(PageSection("numbers", "All numbers", (table,)),))
    parsed = Parsed(html.render(page, address=ADDRESS, sha256=SHA256))
    (region,) = [element for element in parsed.all("div") if element.get("class") == "scroll"]
    assert (region["tabindex"], region["role"]) == ("0", "region")
    assert [element.get("class") for element in parsed.all("table")] == ["wide"]
    assert [element.get("class") for element in parsed.all("tr")] == [None, "differs"]


def test_numbers_of_results_are_bold_and_those_of_names_are_not() -> None:
    finding = PageFinding("A <22 %> writes 66 % more than 22 %: 1,108 MB/s, 4K.", names=("A <22 %>",))
    assert html.emphasise_numbers(finding) == (
        "A &lt;22 %&gt; writes <b>66 %</b> more than <b>22 %</b>: <b>1,108 MB/s</b>, 4K."
    )
