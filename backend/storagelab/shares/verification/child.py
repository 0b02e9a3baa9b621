"""The process that checks a share: it has limits and reads one file. It prints the outcome as JSON.

Run as `python -m storagelab.shares.verification.child PATH [BUNDLE]`: the zip of a share, or a document alone,
whose parts are then not here. A sentence on standard error and status 1 refuse what is neither.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sys
from pathlib import Path
from typing import Any, NoReturn

from storagelab.errors import InvalidInput, StorageLabError
from storagelab.shares.archive import limits
from storagelab.shares.archive.reading import open_zip, read_document
from storagelab.shares.verification.check import check_share
from storagelab.shares.verification.outcome import describe_outcome
from storagelab.shares.verification.readings import ChartCode
from storagelab.shares.verification.verification_report import PartMissing

MEMORY_BYTES = 4 << 30


def verify(path: Path, bundle: Path | None) -> dict[str, Any]:
    """Verify the zip or the document of a share at `path` and return the outcome.

    `bundle` is the front end with the chart code. Raises InvalidInput if the file is not a share.
    """
    code = start_chart_code(bundle)
    with path.open("rb") as file:
        head = file.read(4)
    if head == b"PK\x03\x04":
        with open_zip(path) as opened:
            hashes = len(opened.manifest.files)
            checked = check_share(opened.document, opened.part, code=code, hashes=hashes)
            return describe_outcome(checked, document_sha256=opened.manifest.document_sha256, of="zip")
    if path.stat().st_size > limits.MAX_DOCUMENT_BYTES:
        raise InvalidInput(
            f"{path.name} is larger than {limits.MAX_DOCUMENT_BYTES >> 20} MiB, the limit of a document."
        )
    content = path.read_bytes()
    document = read_document(content)

    def missing(sha256: str) -> NoReturn:
        raise PartMissing(f"The part {sha256} is missing: only the zip of a share holds its parts.")

    checked = check_share(document, missing, code=None, hashes=1)
    return describe_outcome(checked, document_sha256=hashlib.sha256(content).hexdigest(), of="document")


def start_chart_code(bundle: Path | None) -> ChartCode | None:
    """Start the runner of the chart code in `bundle`, the front end; return None without a bundle."""
    if bundle is None or not bundle.is_file():
        return None
    from storagelab.shares.pictures import Pictures  # noqa: PLC0415 - V8 is not needed without it.

    return Pictures(bundle, Path())


def limit_itself() -> None:
    """Limit the memory of this process and all that it starts, for the rest of their lives.

    The address space has no limit, because the chart code sets aside a terabyte that it does not use.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


def main(arguments: list[str]) -> int:
    """Check one file: 0 with the outcome on standard output, 1 with a sentence on standard error."""
    limit_itself()
    path = Path(arguments[0])
    bundle = Path(arguments[1]) if len(arguments) > 1 else None
    try:
        json.dump(verify(path, bundle), sys.stdout, allow_nan=False)
    except StorageLabError as refused:
        sys.stderr.write(f"{refused.message}\n")
        return 1
    except OSError as error:
        sys.stderr.write(f"{path} cannot be read: {error.strerror}.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
