"""Parts of a document that are raw output, which an address may withhold from its readers. Pure."""

from __future__ import annotations

from storagelab.shares.document.share import ShareDocument


def list_raw_parts(document: ShareDocument) -> set[str]:
    """Return the SHA-256 of the parts of a document that hold raw files of its runs and nothing else."""
    names = {file.part for run in document.runs for file in run.artifacts if file.part is not None}
    other = {part.sha256 for name, part in document.parts.items() if name not in names}
    return {document.parts[name].sha256 for name in names if name in document.parts} - other
