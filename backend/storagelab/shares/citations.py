"""Citations of a share as BibTeX, RIS and CSL-JSON, with its DOI. Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TypedDict

from storagelab.shares.attribution import format_sources, is_all_by_others, list_sources
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.citation import format_bibtex, format_citation, format_day
from storagelab.shares.page.model import SharePageModel, fill_citation
from storagelab.shares.page.words import clean, make_anchor

PUBLISHER = "Storage Lab"
#: ISO 26324: a prefix of the registrant, and a suffix of any visible characters.
DOI_PATTERN = r"^10\.[0-9]{4,9}(\.[0-9]+)*/[!-~]{1,200}$"
MAX_DOI = 220
#: What ends a field of BibTeX or a link early: no registered DOI needs them.
_DOI_REFUSED = frozenset("{}\\<>\"'`%")
_DOI = re.compile(DOI_PATTERN)
_NAME_CHARACTERS = 40


class CslName(TypedDict):
    """A name as it was given, which is not taken apart into given and family name."""

    literal: str


CslDate = TypedDict("CslDate", {"date-parts": list[list[int]]})


class CslItem(TypedDict, total=False):
    """A citation in the terms of CSL-JSON 1.0.2."""

    id: str
    type: str
    title: str
    author: list[CslName]
    issued: CslDate
    publisher: str
    version: str
    URL: str
    DOI: str
    note: str


@dataclass(frozen=True, slots=True)
class CitedShare:
    """Facts of every form of a citation: texts on one line each, the day of freezing as ISO 8601.

    `author` is the author of the figures, `note` names others who took part, and the hash of the document.
    """

    key: str
    title: str
    author: str
    day: str
    version: int
    address: str
    doi: str | None
    note: str


def check_doi(text: str) -> str:
    """Return a DOI without resolver and prefix, as in `10.5281/zenodo.123`.

    Raises ValueError for a text that is no DOI.
    """
    doi = re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", text.strip(), flags=re.IGNORECASE)
    if not _DOI.fullmatch(doi) or _DOI_REFUSED & set(doi):
        raise ValueError("must be a DOI such as 10.5281/zenodo.1234567")
    return doi


def make_doi_address(doi: str) -> str:
    """Return the address that resolves a DOI."""
    return f"https://doi.org/{doi}"


def add_doi(page: SharePageModel, doi: str | None) -> SharePageModel:
    """Return a page whose citations have the DOI that its share was given later; unchanged without one."""
    if doi is None:
        return page
    citation = f"{page.citation}. {make_doi_address(doi)}"
    return replace(page, citation=citation, bibtex=add_doi_to_bibtex(page.bibtex, doi))


def describe_citation(document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> CitedShare:
    """Return the facts of a citation of a document that is at `address` and has the hash `sha256`."""
    shown = clean(document)
    share = shown.share
    day, author, notes = format_day(share.frozen_at), _join_lines(share.author), []
    sources = _join_lines(format_sources(list_sources(shown)))
    if sources and is_all_by_others(shown):
        notes = [f"Shared by {author}"] if author else []
        author = sources
    elif sources:
        notes = [f"With figures of {sources}"]
    title = _join_lines(share.title) or "Untitled"
    return CitedShare(
        key=f"storagelab-{make_anchor(title)[:_NAME_CHARACTERS].strip('-')}-{day}-v{share.version}",
        title=title,
        author=author,
        day=day,
        version=share.version,
        address=address,
        doi=doi,
        note=". ".join([f"Frozen {day}", *notes, f"SHA-256 {sha256}"]),
    )


def cite_as_text(document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> str:
    """Return the citation of a document in one line."""
    text = fill_citation(format_citation(clean(document)), address=address, sha256=sha256)
    return f"{text}. {make_doi_address(doi)}" if doi else text


def cite_as_bibtex(document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> str:
    """Return the citation of a document as an entry of BibTeX."""
    return add_doi_to_bibtex(fill_citation(format_bibtex(clean(document)), address=address, sha256=sha256), doi)


def add_doi_to_bibtex(entry: str, doi: str | None) -> str:
    """Return an entry of BibTeX with the field `doi`; unchanged without a DOI."""
    if doi is None:
        return entry
    escaped = re.sub(r"[&#_$]", lambda sign: f"\\{sign[0]}", doi)
    return f"{entry.removesuffix('}')}  {'doi':<12} = {{{escaped}}},\n}}"


def cite_as_ris(document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> str:
    """Return the citation of a document as a record of RIS, with CRLF at the ends of lines."""
    cited = describe_citation(document, address=address, sha256=sha256, doi=doi)
    fields = (
        ("TY", "DATA"),
        ("ID", cited.key),
        ("AU", cited.author),
        ("TI", cited.title),
        ("PY", cited.day[:4]),
        ("DA", cited.day.replace("-", "/")),
        ("ET", str(cited.version)),
        ("PB", PUBLISHER),
        ("UR", cited.address),
        ("DO", cited.doi or ""),
        ("N1", cited.note),
    )
    lines = [f"{tag}  - {value}" for tag, value in fields if value]
    return "".join(f"{line}\r\n" for line in [*lines, "ER  - "])


def cite_as_csl(document: ShareDocument, *, address: str, sha256: str, doi: str | None = None) -> str:
    """Return the citation of a document as CSL-JSON: a list with one item."""
    cited = describe_citation(document, address=address, sha256=sha256, doi=doi)
    item: CslItem = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.title,
        "issued": {"date-parts": [[int(part) for part in cited.day.split("-")]]},
        "publisher": PUBLISHER,
        "version": str(cited.version),
        "URL": cited.address,
        "note": cited.note,
    }
    if cited.author:
        item["author"] = [{"literal": cited.author}]
    if cited.doi:
        item["DOI"] = cited.doi
    return json.dumps([item], ensure_ascii=False, indent=2) + "\n"


def _join_lines(text: str) -> str:
    return " ".join(text.split())
