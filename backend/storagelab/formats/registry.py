"""The formats there are, and which of them reads what. Adding one is a module and a line here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from storagelab.domain.reading_limits import JSON_DEPTH
from storagelab.domain.results import ParsedResult
from storagelab.engines.base import ParseFailed
from storagelab.errors import InvalidInput
from storagelab.formats import crystaldiskmark, fio, iometer, table, vdbench
from storagelab.formats.base import Claim, Format, SourceFile

AUTO = "auto"
#: The order is that of recognition: a member that one format has claimed is not offered to the next.
FORMATS: dict[str, Format] = {module.name: module for module in (vdbench, fio, crystaldiskmark, iometer, table)}


def find_claims(
    members: Sequence[SourceFile], format_name: str = AUTO
) -> tuple[list[tuple[str, Claim]], list[SourceFile]]:
    """Return format and members of every result among the members, and the members that no format recognises.

    Raises InvalidInput for a format that does not exist.
    """
    if format_name != AUTO and format_name not in FORMATS:
        raise InvalidInput(f"unknown format {format_name!r}. Available: {', '.join([AUTO, *FORMATS])}", path="format")
    left = list(members)
    claims: list[tuple[str, Claim]] = []
    for name, reader in FORMATS.items():
        if format_name not in (AUTO, name):
            continue
        claimed = reader.claim(left)
        claims += [(name, claim) for claim in claimed]
        taken = {id(member) for claim in claimed for member in claim.members}
        left = [member for member in left if id(member) not in taken]
    return claims, left


def read_claim(format_name: str, claim: Claim) -> Iterator[ParsedResult]:
    """Yield the results of one claim. Raises ParseFailed.

    Any other failure on bad bytes is a bug and also becomes ParseFailed.
    """
    try:
        yield from FORMATS[format_name].read(claim)
    except RecursionError as deep:
        raise ParseFailed(claim.title, JSON_DEPTH.exceeded()) from deep
