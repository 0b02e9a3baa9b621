"""Caps on what is read from files that people bring, and the sentence for each that is exceeded."""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Cap:
    """Limit of at most `max_count` of `things` in one place; `remedy` is the way out for the owner of the file."""

    max_count: int
    things: str
    remedy: str

    def exceeded(self, count: int | None = None) -> str:
        """Return the text of an exceeded limit: the maximum, the found count and the remedy.

        With None as `count`, the text reports only that there are more.
        """
        there = "more" if count is None else f"{count:,}"
        return f"at most {self.max_count:,} {self.things}, but there are {there}: {self.remedy}"


_SPLIT = "split the file and upload its parts"

#: Columns of a table, a report of Iometer or a flat file of Vdbench.
COLUMNS = Cap(1_000, "columns", "keep the columns that are needed, or split the file by columns")
#: Rows of a table, header included.
ROWS = Cap(100_000, "rows", _SPLIT)
#: The last rounds of all cells of a table of rounds, added up.
ROUNDS = Cap(200_000, "rounds in all cells together", _SPLIT)
#: Jobs of fio in one file.
JOBS = Cap(50_000, "jobs in one file", _SPLIT)
#: Runs of Vdbench in one page.
RUNS = Cap(20_000, "runs in one page", "split the output folder and upload its parts")
#: Options of all jobs of fio in one file; those that jobs share count for each of them.
OPTIONS = Cap(1_000_000, "options of all jobs in one file", _SPLIT)
#: Sections of a job file of fio.
SECTIONS = Cap(10_000, "sections in one job file", "upload the results without the job file")
#: Request sizes of one access specification of Iometer.
SPECIFICATION_SIZES = Cap(100, "request sizes in one access specification", "correct the specification in the file")
#: Lists and objects of JSON within one another; the decoder ends between this and the limit of the interpreter.
JSON_DEPTH = Cap(900, "levels of lists and objects", "this is not a result of a load generator")
#: Results of one upload.
RESULTS = Cap(5_000, "results", "upload the rest separately")
#: Files of one upload, those in archives included.
MEMBERS = Cap(20_000, "files", "upload the folder in parts")
#: An archive, and one in it.
ARCHIVE_DEPTH = Cap(2, "archives within one another", "unpack the outer ones before the upload")

#: All unpacked bytes of one upload.
UNPACKED_BYTES = 4 << 30
#: Maximum of unpacked bytes for each packed one, at all levels of archives together, above a minimum size.
UNPACKED_RATIO = 200
UNPACKED_RATIO_FROM_BYTES = 32 * MIB
#: Maximum length of a line of fio's text for people; longer lines do not count as one.
TEXT_LINE_CHARACTERS = 1_000

_SECONDS = 90
_MAX_SECONDS = 1_800


def compute_reading_seconds(size_bytes: int) -> int:
    """Return the processor seconds in which an upload is read: 90 and one for each MiB, at most 1,800."""
    return min(_SECONDS + size_bytes // MIB, _MAX_SECONDS)
