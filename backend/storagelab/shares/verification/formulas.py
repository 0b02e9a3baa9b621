"""Formulas by which numbers of a share follow from one another, each with its version.

A version increases when the same input would result in another number: earlier frozen documents then state the old
version.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formula:
    """Formula that a number is computed by.

    `tolerance` is relative: 0 where the same code gives the same bits. `absolute` is a difference that counts as none,
    in the unit of the number.

    Sums of floating-point numbers depend on their order, and a database adds in an order of its own.
    """

    name: str
    version: int
    words: str
    tolerance: float = 0.0
    absolute: float = 0.0


_SUMS = 1e-12

PARSE = Formula("parse", 1, "the raw file read again by the parser of its engine")
FOLD = Formula("fold", 1, "the status documents of the raw file, one interval at a time")
LOG_MAXIMA = Formula("log-maxima", 1, "the highest value of each second over the latency logs")
READINGS = Formula("readings", 1, "what each reading of the server differs by from the one before")
MERGE = Formula("merge-parts", 1, "rates and counts add up, latencies are weighted by their I/Os", _SUMS)
PERCENTILES = Formula("percentiles", 1, "nearest rank in the merged bins")
LITTLE = Formula("littles-law", 1, "IOPS x mean latency / outstanding I/O", _SUMS)
STEADY = Formula("steady-state", 1, "range and slope over the window of rounds (SNIA SSS PTS 2.0.2, 2.1.24)")
ROUNDS = Formula(
    "rounds", 1, "each whole round of the curve, whose values are kept to a thousandth and its ends to a ms", 5e-3, 1e-3
)
MINUTES = Formula("minutes", 1, "the minutes of an imported curve as rounds, over all of it and over its last ones")
LOOP = Formula("loop", 1, "each tracked variable over the rounds of its loop", _SUMS)
BEST = Formula(
    "headline",
    2,
    "the best figure of each kind in phases that ended as planned, of a loop the mean over the rounds that count",
    _SUMS,
)
COPY = Formula("copy", 1, "copied unchanged")
BUCKETS = Formula(
    "buckets",
    2,
    "stored samples, or minimum, mean and maximum of parts of the time axis that hold one phase each, to five digits",
)
DISTRIBUTION = Formula("distribution", 1, "percentiles that ten I/Os at least lie beyond, in the merged bins")
COLUMNS = Formula("columns", 1, "a row for each result (of a loop the mean over the rounds that count)", _SUMS)
POOLED = Formula("pooled", 1, "medians, extremes and 95 % intervals of repeats", _SUMS)
COMPARE = Formula("comparison", 2, "medians of repeats, their ratios to the baseline, Welch's interval", _SUMS)
RANK = Formula("ranking", 2, "geometric mean of the ratios to the reference", _SUMS)
PIVOT = Formula("pivot", 2, "median over the runs of a cell of the table", _SUMS)
HISTORY = Formula("history", 1, "the figures of a workload by date, their range and changes of level", _SUMS)
SCALE = Formula("scaling", 1, "the share of what so many drives could do", _SUMS)
REPORT = Formula("report", 2, "the plots and tables of a test of SNIA PTS, by the code of its report", _SUMS)
TIMED = Formula("over-time", 1, "the histograms of slices of time, of the status documents of the raw file")
READING = Formula("chart-table", 2, "the sentence and the table of a chart by the code that draws it")
IDEAL = Formula("ideal", 1, "so many single drives behind a RAID level, by the model in docs/judging.md", _SUMS)
REBUILD = Formula("rebuild", 1, "from the return of the member to the array at rest, in the first of the repeats")
OUTSTANDING = Formula("outstanding", 1, "threads x queue depth")
FINDING = Formula(
    "finding", 1, "the largest supported difference of each workload and metric, by the rules in docs/judging.md", _SUMS
)
FINGERPRINT = Formula("fingerprint", 1, "SHA-256 of a finding with its place in the order, 16 digits")
COUNTED = Formula("count", 1, "counted over what is frozen")

ALL = (
    PARSE, FOLD, LOG_MAXIMA, READINGS, MERGE, PERCENTILES, LITTLE, STEADY, ROUNDS, MINUTES, LOOP, BEST, COPY, BUCKETS,
    DISTRIBUTION, COLUMNS, POOLED, COMPARE, RANK, PIVOT, HISTORY, SCALE, REPORT, TIMED, READING, IDEAL,
    REBUILD, OUTSTANDING, FINDING, FINGERPRINT, COUNTED,
)  # fmt: skip
