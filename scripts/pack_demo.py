"""`python -m scripts.pack_demo SHARE.zip FOLDER/SET.zip`: a share as demo data, without its prints.

SHARE.zip is what another lab gives as `/shares/{ref}/zip`. Frozen files keep their bytes, and the document its hash.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from storagelab.shares.archive.reading import open_zip
from storagelab.shares.archive.writing import build_manifest, write_zip
from storagelab.shares.document.share import decode_document


def pack(share: Path, packed: Path) -> int:
    """Write the frozen files of a share to another zip; return its size in bytes."""
    with open_zip(share) as opened, packed.open("wb") as out:
        content = opened.document_bytes
        parts = decode_document(content).parts
        manifest = build_manifest(parts, content, address=opened.manifest.address, prints={})
        return write_zip(out, manifest, document=content, part=opened.part, prints={})


def main() -> None:
    """Pack what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("share", type=Path)
    parser.add_argument("packed", type=Path)
    given = parser.parse_args()
    print(f"{given.packed}: {pack(given.share, given.packed):,} bytes")


if __name__ == "__main__":
    main()
