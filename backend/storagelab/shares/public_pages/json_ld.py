"""Description of a listed share as a schema.org Dataset, as search engines read it. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypedDict

from markupsafe import Markup

from storagelab.domain.metrics import METRICS
from storagelab.shares.attribution import list_sources
from storagelab.shares.citations import PUBLISHER, make_doi_address
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.citation import format_day
from storagelab.shares.page.words import clean

#: Characters that a search engine shows of a description at most.
MAX_DESCRIPTION = 5000
MAX_TECHNIQUES = 20
_FORMATS = (
    ("csv", "text/csv"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("json", "application/json"),
)
#: Licences by the letters of their usual names.
_LICENCES = {
    "cc010": "https://creativecommons.org/publicdomain/zero/1.0/",
    "cc0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "ccby40": "https://creativecommons.org/licenses/by/4.0/",
    "ccbysa40": "https://creativecommons.org/licenses/by-sa/4.0/",
    "ccbync40": "https://creativecommons.org/licenses/by-nc/4.0/",
    "ccbynd40": "https://creativecommons.org/licenses/by-nd/4.0/",
    "ccbyncsa40": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "ccbyncnd40": "https://creativecommons.org/licenses/by-nc-nd/4.0/",
}
#: What would end the element or the text of a script.
_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}

Named = TypedDict("Named", {"@type": str, "name": str})
PropertyValue = TypedDict(
    "PropertyValue", {"@type": str, "name": str, "unitText": str, "propertyID": str, "value": str}, total=False
)
DataDownload = TypedDict("DataDownload", {"@type": str, "encodingFormat": str, "contentUrl": str})
Dataset = TypedDict(
    "Dataset",
    {
        "@context": str,
        "@type": str,
        "@id": str,
        "url": str,
        "name": str,
        "description": str,
        "creator": Named,
        "isBasedOn": list[Named],
        "publisher": Named,
        "datePublished": str,
        "version": str,
        "license": "str | Named",
        "isAccessibleForFree": bool,
        "identifier": "list[str | PropertyValue]",
        "variableMeasured": "list[PropertyValue]",
        "measurementTechnique": list[str],
        "distribution": list[DataDownload],
    },
    total=False,
)


def describe_dataset(
    document: ShareDocument, *, description: str, address: str, sha256: str, lab_name: str, doi: str | None = None
) -> Dataset:
    """Return a document as a Dataset of schema.org.

    `address` is the public address of its page, `description` its finding. Unknown facts are left out.
    """
    shown = clean(document)
    share = shown.share
    title = " ".join(share.title.split()) or "Untitled"
    dataset: Dataset = {
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "@id": address,
        "url": address,
        "name": title,
        "description": description[:MAX_DESCRIPTION] or title,
        "publisher": {"@type": "Organization", "name": lab_name or PUBLISHER},
        "datePublished": format_day(share.frozen_at),
        "version": str(share.version),
        "isAccessibleForFree": True,
        "identifier": [{"@type": "PropertyValue", "propertyID": "SHA-256", "value": sha256}],
        "variableMeasured": _list_variables(shown),
        "measurementTechnique": _list_techniques(shown),
        "distribution": [
            {"@type": "DataDownload", "encodingFormat": media_type, "contentUrl": f"{address}.{form}"}
            for form, media_type in _FORMATS
        ],
    }
    if doi is not None:
        dataset["identifier"].append(make_doi_address(doi))
    if share.licence:
        dataset["license"] = find_licence_address(share.licence) or {"@type": "CreativeWork", "name": share.licence}
    if author := " ".join(share.author.split()):
        dataset["creator"] = {"@type": "Person", "name": author}
    if sources := list_sources(shown):
        dataset["isBasedOn"] = [{"@type": "CreativeWork", "name": " ".join(source.split())} for source in sources]
    return dataset


def find_licence_address(licence: str) -> str | None:
    """Return the address of a licence by its name or address; None for one that is not known."""
    text = licence.strip()
    if re.fullmatch(r"https://[!-~]+", text):
        return text
    return _LICENCES.get(re.sub(r"[^a-z0-9]", "", text.lower()))


def format_json_ld(value: Dataset) -> Markup:
    """Return JSON for the element `script`, in which no text can end the element."""
    text = json.dumps(value, ensure_ascii=False)
    for sign, escaped in _ESCAPES.items():
        text = text.replace(sign, escaped)
    return Markup(text)  # noqa: S704 - every sign of markup is escaped above.


def _list_variables(document: ShareDocument) -> list[PropertyValue]:
    """Return the metrics that the document has values of."""
    measurements = [phase.measurement for run in document.runs for phase in run.phases if phase.measurement is not None]
    return [
        {"@type": "PropertyValue", "name": metric.label, "unitText": metric.unit}
        for metric in METRICS.values()
        if any(measurement.get_figure(metric.column) is not None for measurement in measurements)
    ]


def _list_techniques(document: ShareDocument) -> list[str]:
    """Return the load generators, the profiles, and the rule by which the load was found steady."""
    return list(dict.fromkeys(text for text in _iterate_techniques(document) if text))[:MAX_TECHNIQUES]


def _iterate_techniques(document: ShareDocument) -> Iterator[str]:
    for run in document.runs:
        yield " ".join(filter(None, (run.engine, run.engine_version)))
    for run in document.runs:
        if run.profile is not None:
            yield f"{run.profile.title or run.profile.name}, version {run.profile.version}"
    if any(run.verdict is not None for run in document.runs):
        yield "Steady state by range and slope of the last rounds"
