"""Sentences of computed findings in plain words, with short numbers; exact ones stand in the basis."""

from __future__ import annotations

import re
from dataclasses import dataclass

from storagelab.domain.metrics import Metric
from storagelab.evaluate.finding_figures import Direction

MAX_SHORT = 60
_ZEROS = re.compile(r"\.0+(?=\D|$)|(?<=\.\d)0+(?=\D|$)")
#: From here on a ratio is called by its times, below by its percent.
_TIMES = 1.95
_PLURAL = re.compile(r"(?:\d*[02-9]|\d+1|two|three|four|five|six|seven|eight|ten|twelve|sixteen|both) ", re.IGNORECASE)
_UNIT_WORDS = {"1/s": "IOPS"}
_SCALES = {
    "1/s": ((1e6, "M"), (1e3, "k"), (1, "")),
    "bytes/s": ((1e9, " GB/s"), (1e6, " MB/s"), (1e3, " kB/s"), (1, " B/s")),
    "ns": ((1e9, " s"), (1e6, " ms"), (1e3, " µs"), (1, " ns")),
}


@dataclass(frozen=True, slots=True)
class PreciseValue:
    """A value in the base unit of its metric, with the word that its precision needs: about, over, under."""

    value: float
    value_kind: str = "exact"


def format_short(value: float, unit: str) -> str:
    """Return a value with three significant digits and its prefix: `231k`, `5.57 GB/s`, `1.10 ms`."""
    scales = _SCALES.get(unit)
    if scales is None:
        return _format_three_digits(value)
    for place, (factor, name) in enumerate(scales):
        # A number that rounds up to a thousand takes the next prefix.
        if abs(value) >= factor * 0.9995 or place == len(scales) - 1:
            is_count = factor == 1 and value == int(value)
            return f"{value:.0f}{name}" if is_count else f"{_format_three_digits(value / factor)}{name}"
    return _format_three_digits(value)


def format_value(value: PreciseValue, unit: str) -> str:
    """Return a value with its unit and precision: `231k IOPS`, `about 150k IOPS`, `over 300k IOPS`."""
    word = _UNIT_WORDS.get(unit)
    return f"{_format_precise(value, unit)}{f' {word}' if word else ''}"


def format_pair(entry: PreciseValue, baseline: PreciseValue, unit: str) -> str:
    """Return two values with their unit: `11.3M against 3.47M IOPS`."""
    return f"{_format_precise(entry, unit)} against {format_value(baseline, unit)}"


def describe_difference(
    metric: Metric,
    *,
    ratio: float,
    direction: Direction | None,
    names: tuple[str, str],
    values: tuple[PreciseValue, PreciseValue],
    workload: str,
    is_rough: bool,
    is_bound: bool,
) -> str:
    """Return a difference in one sentence. `names` and `values` are those of the entry and of the baseline.

    Rates are read, written or reached. An example is `B writes 66 % more than A: 231k against 139k IOPS, 4K random
    write, QD 256.`
    """
    entry, baseline = names
    amount = _qualify(ratio, is_rough=is_rough, is_bound=is_bound)
    pair = f"{format_pair(*values, metric.unit)}, {workload}."
    is_plural = _PLURAL.match(entry) is not None
    if metric.better == "lower":
        has = "have" if is_plural else "has"
        label = metric.label[0].lower() + metric.label[1:]
        if ratio >= _TIMES:
            return f"{entry} {has} {amount} the {label} of {baseline}: {pair}"
        word = "higher" if ratio > 1 else "lower"
        return f"{entry} {has} {amount} {word} {label} than {baseline}: {pair}"
    verb = {"read": "read", "write": "write"}.get(direction or "", "reach")
    verb = verb if is_plural else f"{verb}{'es' if verb == 'reach' else 's'}"
    if direction not in ("read", "write"):
        noun = _UNIT_WORDS.get(metric.unit, metric.label.lower())
        if ratio >= _TIMES:
            return f"{entry} {verb} {amount} the {noun} of {baseline}: {pair}"
        return f"{entry} {verb} {amount} {_format_more(metric, ratio)} {noun} than {baseline}: {pair}"
    if ratio >= _TIMES:
        return f"{entry} {verb} {amount} as much as {baseline}: {pair}"
    return f"{entry} {verb} {amount} {'more' if ratio > 1 else 'less'} than {baseline}: {pair}"


def describe_change(ratio: float) -> str:
    """Return a change as tiles print it: `+66 %`, `−11 %`; below half a percent `±0 %`."""
    percent = (ratio - 1) * 100
    if abs(percent) < 0.5:
        return "±0 %"
    return f"{'+' if percent > 0 else '−'}{abs(percent):,.0f} %"


def find_reach_verb(name: str) -> str:
    """Return `reach` for a name that begins with a number of things, else `reaches`."""
    return "reach" if _PLURAL.match(name) else "reaches"


def build_short_title(entry: str, metric: Metric, ratio: float, workload: str) -> str | None:
    """Return a title such as `B: +66 % IOPS, 4K random write, QD 256`; None where it has over 60 characters."""
    label = metric.label if metric.label.isupper() else metric.label[0].lower() + metric.label[1:]
    title = f"{entry}: {describe_change(ratio)} {label}, {workload}"
    return title if len(title) <= MAX_SHORT else None


def _format_more(metric: Metric, ratio: float) -> str:
    if metric.unit == "1/s":
        return "more" if ratio > 1 else "fewer"
    return "more" if ratio > 1 else "less"


def _qualify(ratio: float, *, is_rough: bool, is_bound: bool) -> str:
    amount = _format_times(ratio) if ratio >= _TIMES else f"{_format_percent(abs(ratio - 1) * 100)} %"
    words = ["at least"] if is_bound else ["about"] if is_rough else []
    return " ".join((*words, amount))


def _format_times(ratio: float) -> str:
    number = f"{ratio:,.0f}" if ratio >= 9.95 else f"{ratio:.1f}".removesuffix(".0")
    return "twice" if number == "2" else f"{number} times"


def _format_percent(percent: float) -> str:
    if 99.5 <= percent < 100:
        return "over 99"
    return f"{percent:,.0f}" if percent >= 9.95 else f"{percent:.1f}".removesuffix(".0")


def _format_precise(value: PreciseValue, unit: str) -> str:
    word = {"approximate": "about ", "lower_bound": "over ", "upper_bound": "under "}.get(value.value_kind)
    short = format_short(value.value, unit)
    # Zeros after the point would claim digits that a rough figure does not have.
    return short if word is None else f"{word}{_ZEROS.sub('', short)}"


def _format_three_digits(value: float) -> str:
    """Return three significant digits with trailing zeros."""
    magnitude = abs(value)
    decimals = 0 if magnitude >= 99.95 else 1 if magnitude >= 9.995 else 2
    return f"{value:,.{decimals}f}"
