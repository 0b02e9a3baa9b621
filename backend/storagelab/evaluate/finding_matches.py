"""Findings about compared runs: subjects and objects found by rule, and ratios beside measured ones."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from storagelab.domain.finding import RATIO_RELATIONS, Finding
from storagelab.domain.metrics import METRICS, Metric
from storagelab.domain.result import PhaseResult, RequestedLoad, RunResult
from storagelab.domain.units import parse_size
from storagelab.evaluate.measured_runs import MeasuredRun, measure_run
from storagelab.evaluate.points import build_points

Agreement = Literal["agrees", "contradicts", "mixed"]
#: Measured ratios within this factor of a ratio that is said to be about a value agree with it.
ABOUT_FACTOR = 1.25
#: The rule in one sentence, as pages show it.
RULE = (
    "A finding is about a run when its subject names the configuration, a controller or a drive model of the run, with "
    "every detail behind a comma found in the configuration, and when its RAID level is that of the run. "
    "A ratio agrees when the ratio of the measured medians at a shared workload reaches the bound, or is within a "
    f"factor of {ABOUT_FACTOR:g} of a ratio that is about a value."
)
#: Metrics of the workloads of findings, by their names there.
_METRICS: Mapping[str, str] = {
    "iops": "iops",
    "throughput": "bandwidth",
    "bandwidth": "bandwidth",
    "latency_mean": "lat_mean",
    "latency_max": "lat_max",
    "latency_stddev": "lat_stddev",
}
_DEFAULT_METRICS = ("iops", "bandwidth")
_TOKEN = re.compile(r"[^\W_]+(?:[./-][^\W_]+)*")
_COUNT = re.compile(r"(?P<count>\d{1,4})\s*x\s+(?P<name>.+)", re.IGNORECASE)
_PIECES = re.compile(r"(?P<count>\d{1,4})\s+(?:SSDs?|HDDs?|drives?|disks?)", re.IGNORECASE)
#: Levels of findings that hold for every run: not stated, and said of all levels.
_EVERY_LEVEL = frozenset({None, "all"})
#: Level of a finding without an array, and the levels of configurations that mean the same.
_NO_ARRAY = frozenset({"none", "pass-through", "single"})


class MatchedSide(Struct, frozen=True, kw_only=True):
    """A run as findings name it: names with the number of pieces where known, and all words of its configuration."""

    number: str
    names: tuple[tuple[str, int | None], ...]
    words: frozenset[str]
    drive_count: int | None
    raid_level: str | None


class RatioCheck(Struct, frozen=True, kw_only=True):
    """Measured ratio of a subject to an object at one shared workload, and whether the finding's ratio fits it.

    `approximate` is true where a figure is not exact.
    """

    subject: str
    object: str
    workload: str
    metric: str
    ratio: float
    approximate: bool
    agreement: Agreement


class FindingMatch(Struct, frozen=True, kw_only=True):
    """A finding by its place in the list, the runs that are its subject and its object, and checks of its ratio."""

    place: int
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    checks: tuple[RatioCheck, ...]

    @property
    def agreement(self) -> Agreement | None:
        """Return the common agreement of all checks; None without any."""
        agreements = {check.agreement for check in self.checks}
        if not agreements:
            return None
        return agreements.pop() if len(agreements) == 1 else "mixed"


def match_findings(findings: Sequence[Finding], runs: Sequence[RunResult]) -> list[FindingMatch]:
    """Return the findings whose subject is one of the runs, those with checked ratios first, else in their order."""
    sides = [describe_side(run) for run in runs]
    results = {run.number: run for run in runs}
    matches = []
    for place, finding in enumerate(findings):
        subjects = tuple(side.number for side in sides if is_about(finding.subject, finding.raid_level, side))
        if not subjects:
            continue
        objects = tuple(
            side.number
            for side in sides
            if finding.object is not None and is_about(finding.object, finding.raid_level, side)
        )
        checks = tuple(_check_ratios(finding, subjects, objects, results))
        matches.append(FindingMatch(place=place, subjects=subjects, objects=objects, checks=checks))
    return sorted(matches, key=lambda match: not match.checks)


def describe_side(run: RunResult) -> MatchedSide:
    """Return the names and words by which findings mean a run."""
    configuration = run.configuration
    snapshot: Mapping[str, Any] = configuration.snapshot if configuration is not None else {}
    controllers = list(_iterate_models(snapshot.get("controllers")))
    drives = list(_iterate_models(snapshot.get("drives")))
    own = [configuration.name if configuration is not None else None, snapshot.get("configuration"), run.title]
    names = [(str(name), None) for name in own if name] + controllers + drives
    # A published title begins with that of its review: `Dell PERC 12: RAID5 1x PERC 12`.
    names += [(str(name).partition(": ")[2], None) for name in own if name and ": " in str(name)]
    array = snapshot.get("array")
    level = array.get("level") if isinstance(array, Mapping) else None
    counts = [count for _, count in drives]
    return MatchedSide(
        number=run.number,
        names=tuple(dict.fromkeys((_normalise(name), count) for name, count in names)),
        words=frozenset(word for text in _iterate_texts(snapshot) for word in _list_words(text))
        | frozenset(word for name in own if name for word in _list_words(str(name))),
        drive_count=sum(filter(None, counts)) if counts and None not in counts else None,
        raid_level=str(level) if level else None,
    )


def is_about(name: str, raid_level: str | None, side: MatchedSide) -> bool:
    """Return whether a subject or object names a run at a RAID level of a finding."""
    if not _has_level(raid_level, side):
        return False
    if _normalise(name) in {own for own, _ in side.names}:
        return True
    head, *details = (part.strip() for part in name.split(", "))
    counted = _COUNT.fullmatch(head)
    count = int(counted["count"]) if counted is not None else None
    model = _normalise(counted["name"] if counted is not None else head)
    if not any(_is_model(model, own) and (count is None or own_count == count) for own, own_count in side.names):
        return False
    return all(_has_detail(detail, side) for detail in details)


def _has_level(raid_level: str | None, side: MatchedSide) -> bool:
    if raid_level in _EVERY_LEVEL:
        return True
    if raid_level in _NO_ARRAY:
        return side.raid_level is None or side.raid_level.casefold() in _NO_ARRAY
    return side.raid_level is not None and _normalise_level(side.raid_level) == _normalise_level(raid_level or "")


def _normalise_level(level: str) -> str:
    return re.sub(r"[\s-]+|^raid", "", level.casefold())


def _is_model(name: str, own: str) -> bool:
    """Return whether a name is a model, or that model with its vendor or detail left out.

    At least one word with a digit must be common: `PERC 12 H965i Front` is `Dell PERC H965i Front`, `PERC` is nothing.
    """
    if name == own:
        return True
    words, own_words = set(_list_words(name)), set(_list_words(own))
    shorter, longer = sorted((words, own_words), key=len)
    return shorter <= longer and len(shorter) > 1 and any(re.search(r"\d", word) for word in shorter)


def _has_detail(detail: str, side: MatchedSide) -> bool:
    pieces = _PIECES.fullmatch(detail)
    if pieces is not None:
        return side.drive_count == int(pieces["count"])
    return set(_list_words(detail)) <= side.words


def _check_ratios(
    finding: Finding,
    subjects: Sequence[str],
    objects: Sequence[str],
    results: Mapping[str, RunResult],
) -> Iterator[RatioCheck]:
    """Yield a check for each pair of runs and workload that both measured and that the finding is about."""
    if finding.relation not in RATIO_RELATIONS or finding.value is None or finding.value <= 0:
        return
    for subject in subjects:
        for other in (number for number in objects if number != subject):
            for metric in _list_metrics(finding):
                pair = [_measure(results[number], metric, finding) for number in (other, subject)]
                for point in build_points([[run.figures] for run in pair], baseline=0):
                    cell = point.cells[1]
                    ratio = cell.ratio
                    if not ratio:
                        continue
                    performance = ratio if metric.better == "higher" else 1 / ratio
                    yield RatioCheck(
                        subject=subject,
                        object=other,
                        workload=point.name,
                        metric=metric.name,
                        ratio=performance,
                        approximate=cell.approximate or point.cells[0].approximate,
                        agreement="agrees" if _fits(finding, performance) else "contradicts",
                    )


def _fits(finding: Finding, ratio: float) -> bool:
    value = finding.value or 0.0
    if finding.relation == "at_least_times":
        return ratio >= value
    return abs(math.log(ratio / value)) <= math.log(ABOUT_FACTOR) if ratio > 0 else False


def fits_workload(workload: Mapping[str, str], load: RequestedLoad) -> bool:
    """Return whether a measured load is one that a finding is about.

    A key that the finding has as a plain number or size must be that of the load; words such as `mixed` are no bounds.
    An unknown value of the load does not fit a stated one.
    """
    pairs: tuple[tuple[float | None, float | None], ...] = (
        (_read_size(workload.get("block")), load.block_bytes),
        (_read_number(workload.get("read")), load.read_percent),
        (_read_number(workload.get("qd")), load.queue_depth),
        (_read_number(workload.get("threads")), load.threads),
        ({"random": 100.0, "sequential": 0.0}.get(workload.get("pattern", "")), load.random_percent),
    )
    return all(stated is None or (own is not None and own == stated) for stated, own in pairs)


def _read_size(text: str | None) -> float | None:
    try:
        return float(parse_size(text)) if text else None
    except ValueError:
        return None


def _read_number(text: str | None) -> float | None:
    return float(text) if text and re.fullmatch(r"\d{1,6}", text) else None


def _list_metrics(finding: Finding) -> list[Metric]:
    named = finding.workload.get("metric")
    if named is not None:
        return [METRICS[_METRICS[named]]] if named in _METRICS else []
    return [METRICS[name] for name in _DEFAULT_METRICS]


def _measure(run: RunResult, metric: Metric, finding: Finding) -> MeasuredRun:
    """Return the figures of the phases of a run that the finding is about."""
    phases = tuple(phase for phase in run.phases if fits_workload(finding.workload, _find_load(phase)))
    return measure_run(replace(run, phases=phases), metric)


def _find_load(phase: PhaseResult) -> RequestedLoad:
    return phase.measurement.load if phase.measurement is not None else phase.load


def _iterate_models(value: Any) -> Iterator[tuple[str, int | None]]:
    for part in value if isinstance(value, list) else ():
        if isinstance(part, Mapping) and part.get("model"):
            count = part.get("count")
            yield str(part["model"]), count if isinstance(count, int) else None


def _iterate_texts(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _iterate_texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iterate_texts(item)
    elif isinstance(value, str):
        yield value


def _list_words(text: str) -> Iterable[str]:
    return _TOKEN.findall(text.casefold())


def _normalise(name: str) -> str:
    return " ".join(name.casefold().split())
