"""Result set of a campaign by configuration, workload and state, for its report, charts and verdicts.

Pure: it reads the frozen answer of `GET /campaigns/{ref}/results` and computes nothing but spreads. Figures are means
of repeats, as the campaign gives them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.domain.campaigns import OPTIMAL
from storagelab.domain.metrics import METRICS, Metric
from storagelab.shares.document.answers import Figure, FrozenCellFigures, FrozenRepeat, FrozenResultLine, FrozenResults

#: A row of the plan and its generation; the workload and its phase.
Configuration = tuple[int, int]
Work = tuple[str, str | None]

METRIC_OF: Mapping[str, Metric] = {
    "iops": METRICS["iops"],
    "bytes_per_s": METRICS["bandwidth"],
    "latency_mean_ns": METRICS["lat_mean"],
    "latency_p99_ns": METRICS["lat_p99"],
}


@dataclass(frozen=True, slots=True)
class RepeatSpread:
    """Spread of the repeats of one figure; `percent` is the maximum less the minimum, in percent of the mean.

    From three repeats on there is Student's 95 % interval of their mean.
    """

    n: int
    least: float | None = None
    most: float | None = None
    percent: float | None = None
    ci95_low: float | None = None
    ci95_high: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the spread as charts read it, without `percent`."""
        fields = asdict(self)
        del fields["percent"]
        return fields


class Lines:
    """The lines of a result set, accessed by place.

    Names distinguish entries that would otherwise be called the same.
    """

    def __init__(self, results: FrozenResults | None) -> None:
        lines = results.lines if results is not None else []
        self.states = results.states if results is not None else []
        self._lines: dict[tuple[Configuration, Work], FrozenResultLine] = {}
        for line in lines:
            self._lines.setdefault((_get_configuration(line), _work(line)), line)
        self.configurations = _name_configurations(lines)
        measured = dict.fromkeys(_work(line) for line in lines if line.phase is not None)
        without = dict.fromkeys(_work(line) for line in lines)
        labels = {label for label, _ in measured}
        works = [*measured, *(work for work in without if work[0] not in labels)]
        # A profile of one phase is called by its workload alone.
        alone = {label for label in labels if sum(work[0] == label for work in works) == 1}
        self.works: dict[Work, str] = {
            work: work[0] if work[1] is None or work[0] in alone else f"{work[0]}, {work[1]}" for work in works
        }

    @property
    def baseline(self) -> Configuration | None:
        """The first configuration that was measured: the others are compared with it."""
        return next((candidate for candidate in self.configurations if self._is_measured(candidate)), None)

    def _is_measured(self, configuration: Configuration) -> bool:
        return any(self.value(configuration, work, OPTIMAL) is not None for work in self.works)

    def get_main_figure(self, work: Work) -> Figure:
        """Return the main figure of a workload."""
        figures = [line.figure for (_, other), line in self._lines.items() if other == work]
        return next((figure for figure in figures if figure is not None), "iops")

    def list_works(self, figure: Figure) -> list[Work]:
        """Return the measured workloads whose main figure is `figure`, in order."""
        return [work for work in self.works if work[1] is not None and self.get_main_figure(work) == figure]

    def figures(self, configuration: Configuration, work: Work, state: str) -> FrozenCellFigures | None:
        """Return the figures of a cell, or the cell with the reason why it has none.

        The cell is a configuration, workload and array state. None for a cell that was not requested.
        """
        line = self._lines.get((configuration, work)) or self._lines.get((configuration, (work[0], None)))
        if line is None:
            return None
        return next((candidate for candidate in line.figures if candidate.state == state), None)

    def value(self, configuration: Configuration, work: Work, state: str, figure: str | None = None) -> float | None:
        """Return a figure of a cell, by default the main figure of its workload.

        None where the cell was not measured.
        """
        cell = self.figures(configuration, work, state)
        if cell is None or cell.cell_state != "measured":
            return None
        return cell.get_figure(figure or self.get_main_figure(work))

    def missing(self) -> list[tuple[Configuration, Work, FrozenCellFigures]]:
        """Return every cell without figures as configuration, workload and cell; the cell has the reason.

        A workload without any measured phase is listed once, and not for each phase.
        """
        cells: dict[tuple[Configuration, str, str], tuple[Configuration, Work, FrozenCellFigures]] = {}
        for (configuration, work), line in self._lines.items():
            for cell in line.figures:
                if cell.cell_state != "measured":
                    cells.setdefault((configuration, work[0], cell.state), (configuration, work, cell))
        return list(cells.values())


def list_repeats(figures: FrozenCellFigures | None) -> list[FrozenRepeat]:
    """Return the repeats of a cell; none for a document from before they were frozen."""
    return (figures.repeats or []) if figures is not None else []


def list_repeat_figures(figures: FrozenCellFigures | None, figure: str) -> list[float]:
    """Return the values of `figure` in the repeats of a cell, without repeats that lack it."""
    return [value for repeat in list_repeats(figures) if (value := repeat.get_figure(figure)) is not None]


def spread_of(figures: FrozenCellFigures | None, figure: str) -> RepeatSpread:
    """Return the number and the spread of the repeats behind `figure` of a cell.

    Extremes exist from two repeats on, the 95 % interval from three.
    """
    values = list_repeat_figures(figures, figure)
    if len(values) < 2:
        return RepeatSpread(len(values))
    minimum, maximum = min(values), max(values)
    mean = sum(value / len(values) for value in values)
    low, high = (judge_repeatability(values).ci95 if len(values) >= MINIMUM_REPEATS else None) or (None, None)
    return RepeatSpread(
        len(values), minimum, maximum, 100 * (maximum - minimum) / mean if mean > 0 else None, low, high
    )


def compute_percent_difference(value: float | None, reference: float | None) -> float | None:
    """Return the difference of `value` from `reference` in percent; None where one is missing or 0."""
    return (value / reference - 1) * 100 if value is not None and reference else None


def _get_configuration(line: FrozenResultLine) -> Configuration:
    return line.row, line.generation


def _work(line: FrozenResultLine) -> Work:
    return line.workload, line.phase


def _name_configurations(lines: Sequence[FrozenResultLine]) -> dict[Configuration, str]:
    servers = {line.server.name for line in lines}
    generations: dict[int, set[int]] = {}
    for line in lines:
        row, generation = _get_configuration(line)
        generations.setdefault(row, set()).add(generation)
    names: dict[Configuration, str] = {}
    for line in lines:
        place = _get_configuration(line)
        words = [line.configuration]
        if len(servers) > 1:
            words.append(f"on {line.server.name}")
        if len(generations[place[0]]) > 1:
            words.append(f"generation {place[1]}")
        names.setdefault(place, ", ".join(words))
    return names
