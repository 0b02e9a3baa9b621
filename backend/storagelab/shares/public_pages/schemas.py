"""The API's schemas of the public page, and of what is set on a published share."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from storagelab.http.schemas import Line, Strict
from storagelab.shares.citations import MAX_DOI, check_doi

MAX_LAB_NAME = 100
MAX_DESCRIPTION = 200
#: The longest address of a resolver before a DOI.
_RESOLVER = 40

Doi = Annotated[str, Field(max_length=MAX_DOI + _RESOLVER), AfterValidator(check_doi)]


class PublicPageSettings(Strict):
    """The public page of a lab. While `enabled` is false, each of its addresses answers 404.

    `indexing` permits search engines to list the page and the listed results. `address` is the page, `listed` the
    number of results on it.
    """

    enabled: bool
    lab_name: str
    description: str
    indexing: bool
    address: str
    listed: int


class PublicPageUpdate(Strict):
    """The settings to change. Those that are left out stay."""

    enabled: bool | None = None
    lab_name: Annotated[Line, Field(max_length=MAX_LAB_NAME)] | None = None
    description: Annotated[Line, Field(max_length=MAX_DESCRIPTION)] | None = None
    indexing: bool | None = None


class ShareUpdate(Strict):
    """Changes of a published share beside its frozen document. Fields that are left out stay.

    `listed` places it on the public page of the lab, `doi` is a DOI that was registered for it. Null removes the DOI.
    """

    listed: bool | None = None
    doi: Doi | None = None
