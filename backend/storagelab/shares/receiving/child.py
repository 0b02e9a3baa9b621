"""Process that checks whether the zip of a share can be received. It has limits and stores nothing.

Run as `python -m storagelab.shares.receiving.child PATH`. It reads one file. Status 0 is an acceptable zip, status 3 a
refused one: the last line of standard output has the reason, `{"message": ..., "preserved": ...}`. The author of the
zip is not trusted.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from storagelab.errors import InvalidInput, RequestRefused
from storagelab.shares.archive.reading import ShareZip, open_zip
from storagelab.shares.document.share import ShareDocument, decode_document
from storagelab.shares.measurements_csv import format_measurements_csv
from storagelab.shares.page.build import page_of
from storagelab.shares.printing import html
from storagelab.shares.receiving.reading import read_counts, read_document, read_points

REFUSED = 3
#: The errors of our readers for a document with content that no lab freezes.
STUMBLES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def check(path: Path) -> None:
    """Verify all of a received zip, parse its document and parts, and print its page once.

    Raises InvalidInput.
    """
    with open_zip(path) as opened:
        document = read_document(opened)
        _check_print(opened)
        _check_parts(opened, document)


def make_unreadable_refusal(problem: str) -> InvalidInput:
    """Return the error for a received document that the readers of this lab cannot process."""
    return InvalidInput(
        f"The document {problem}: it does not have the form of a share. Ask its author for the original zip.",
        preserved="Nothing of the share.",
    )


def _check_print(opened: ShareZip) -> None:
    """Check that the page of a received share can be printed.

    A page that cannot be printed now would be an error for every reader later. Raises InvalidInput.
    """
    document = decode_document(opened.document_bytes)
    try:
        page = page_of(document, lambda name: opened.part(document.parts[name].sha256))
        html.render(page, address="", sha256=opened.manifest.document_sha256, notices=[], downloads=[])
        format_measurements_csv(document)
    except STUMBLES as stumble:
        raise make_unreadable_refusal("cannot be printed") from stumble


def _check_parts(opened: ShareZip, document: ShareDocument) -> None:
    """Check every curve and distribution of a document by the functions that file it.

    Raises InvalidInput.
    """
    for run in document.runs:
        for series in run.series:
            read_points(opened, document, series)
        for bins in run.bins:
            read_counts(opened, document, bins)


def main(arguments: list[str]) -> int:
    """Check the zip named on the command line, and return the exit code."""
    try:
        check(Path(arguments[0]))
    except RequestRefused as refused:
        if refused.__cause__ is not None:
            sys.stderr.write(f"{type(refused.__cause__).__name__}: {refused.__cause__}\n")
        sys.stdout.write(json.dumps({"message": refused.message, "preserved": refused.preserved}) + "\n")
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
