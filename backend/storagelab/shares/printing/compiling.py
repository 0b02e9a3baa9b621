"""Typesetting process with limits, without network and secrets, confined to one folder.

Run as `python -m storagelab.shares.printing.compiling FOLDER FORM TIMESTAMP`. FOLDER holds `main.typ` and the files
that it reads. After success it holds `print.pdf` or `print.png`.
"""

from __future__ import annotations

import ctypes
import json
import re
import sys
from pathlib import Path

#: Two pixels for each point, which is one CSS pixel in our templates.
PIXELS_PER_INCH = 144.0
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000
_NO_GLYPH = re.compile(r'the text `"(.+?)"` could not be displayed')


def leave_network() -> bool:
    """Move this process to an isolated network namespace; return False when the kernel does not allow it.

    Nothing here requests an address: the templates are ours, name no packages and take all text as data.
    """
    unshare = ctypes.CDLL(None).unshare
    return bool(unshare(_CLONE_NEWNET) == 0 or unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0)


def compile_print(folder: Path, form: str, timestamp: int) -> None:
    """Compile `main.typ` of a folder to `print.pdf` or `print.png`.

    The template gets the code points of characters that no font has. `timestamp` is the date of the PDF.
    """
    # Imported only after the network is cut off: with a first thread an ordinary user could no longer do that.
    import typst  # noqa: PLC0415

    nowhere = folder / "packages"
    fonts = typst.Fonts()
    families = json.dumps(sorted(set(fonts.families())))
    compiler = typst.Compiler(
        folder / "main.typ",
        root=folder,
        font_paths=fonts,
        sys_inputs={"families": families},
        package_path=nowhere,
        package_cache_path=nowhere,
    )
    if form == "png":
        compiler.compile(output=folder / "print.png", format="png", ppi=PIXELS_PER_INCH)
        return
    output = folder / "print.pdf"
    try:
        compiler.compile(output=output, format="pdf", pdf_standards="ua-1", timestamp=timestamp)
    except typst.TypstError as error:
        # PDF/UA requires text that everyone can read, so it refuses text that would appear as boxes.
        if "PDF/UA" not in error.diagnostic:
            raise
        characters = sorted({ord(character) for text in _NO_GLYPH.findall(error.diagnostic) for character in text})
        inputs = {"families": families, "missing": json.dumps(characters)}
        compiler.compile(output=output, format="pdf", timestamp=timestamp, sys_inputs=inputs)


def main(arguments: list[str]) -> None:
    """Compile one print without network access. The arguments are folder, form and timestamp."""
    folder, form, timestamp = arguments
    leave_network()
    compile_print(Path(folder), form, int(timestamp))


if __name__ == "__main__":
    main(sys.argv[1:])
