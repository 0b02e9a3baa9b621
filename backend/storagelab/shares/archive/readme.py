"""README.txt of a zip: its contents, and how to check them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.shares.page.model import SharePageModel, fill_citation


def format_readme(
    page: SharePageModel, *, address: str, sha256: str, notices: Sequence[str], left_out: Sequence[tuple[str, str]]
) -> str:
    """Return the text. `notices` are what has become known since, `left_out` the missing prints with the reasons."""
    lines = [
        page.title,
        page.byline,
        *notices,
        "",
        f"Permalink    {address}",
        f"Fingerprint  {sha256} (SHA-256 of document.json)",
        "",
        "What is frozen, and never changes:",
        "  document.json     everything that the page says, as canonical JSON",
        "  parts/<SHA-256>   what the document names: series at full rate, bins, data of charts, raw files",
        "",
        "What is printed from it, and may be printed anew:",
        "  page.html  page.pdf  tables.xlsx  measurements.csv  charts/*.svg",
        "",
        "manifest.json lists every file with its size and its SHA-256.",
        "",
        "To check it without this lab: unpack it and compare the hashes with any tool,",
        "  sha256sum document.json",
        "or let every number be computed again from what lies under it:",
        "  storagelab verify SHARE.zip",
        "To read it in another lab, hand it over as it is: one that was packed again is refused.",
    ]
    if left_out:
        lines += ["", "Left out, because it could not be made when this was packed:"]
        lines += [f"  {name}: {reason}" for name, reason in left_out]
    lines += ["", "How to cite", fill_citation(page.citation, address=address, sha256=sha256), ""]
    return "\n".join(lines)
