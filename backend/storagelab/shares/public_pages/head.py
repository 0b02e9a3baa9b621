"""Parts of the page of a permalink beside the frozen result: for programs, citations and articles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from markupsafe import Markup

NOT_INDEXED = "noindex, nofollow, noarchive"
INDEXED = "all"


@dataclass(frozen=True, slots=True)
class PublicHead:
    """Elements in the head of the page of a listed share.

    `canonical` is its public address, `json_ld` its description as a Dataset, with all signs of markup escaped.
    """

    canonical: str
    json_ld: Markup
    oembed_address: str
    robots: str = NOT_INDEXED

    @property
    def oembed_json(self) -> str:
        """Return the address of its oEmbed description as JSON."""
        return f"{self.oembed_address}?{urlencode({'url': self.canonical, 'format': 'json'})}"

    @property
    def oembed_xml(self) -> str:
        """Return the address of its oEmbed description as XML."""
        return f"{self.oembed_address}?{urlencode({'url': self.canonical, 'format': 'xml'})}"


@dataclass(frozen=True, slots=True)
class CitationFile:
    """A citation as a file: `href` is its path on this server."""

    label: str
    href: str


@dataclass(frozen=True, slots=True)
class ReaderTools:
    """Things that readers take from a published page, beside its data: citations, a frame, a comparison.

    `doi_address` resolves the DOI, `embed_code` is HTML to copy, `compare_command` a command of the reader's own lab.
    """

    citations: Sequence[CitationFile]
    doi: str | None
    doi_address: str | None
    embed_code: str | None
    compare_command: str
    zip_path: str | None


def list_citation_files(path: str) -> tuple[CitationFile, ...]:
    """Return the citations of the page at `path` as files."""
    forms = (("BibTeX", "bib"), ("RIS", "ris"), ("CSL-JSON", "csl.json"))
    return tuple(CitationFile(label, f"{path}.{form}") for label, form in forms)


def make_embed_address(embed: str, base: str, key: str) -> str:
    """Return the whole address of the embedded chart `key` below the path `embed`."""
    return f"{base}{embed}/{quote(key, safe='')}"
