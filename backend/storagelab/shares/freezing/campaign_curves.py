"""Curves in the sweep charts of a campaign, and captions with the missing curves. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storagelab.domain.campaigns import OPTIMAL
from storagelab.shares.campaign_lines import Configuration, Lines, Work, list_repeats
from storagelab.shares.document.answers import FrozenCellFigures

#: More curves cannot be distinguished in one chart.
MAX_CURVES = 8
#: More names than these are counted.
_MAX_NAMES = 6
_CAPTION = "One curve for each configuration and state; of repeats the first, so nothing is averaged."
_CAPTION_OF_STATE = "One curve for each configuration, arrays {state}; of repeats the first, so nothing is averaged."
_SPLIT = (
    "There are {count} curves, too many to tell apart in one chart: this is chart {place} of {charts}, on its own axes."
)

#: Number of the run that represents a configuration in a state.
Curves = Mapping[tuple[Configuration, str], str]


@dataclass(frozen=True, slots=True)
class CampaignPanel:
    """Curves of one chart: what each run is called, its look, and the state of all; None where states are mixed."""

    names: Mapping[str, str]
    orders: Mapping[str, int]
    state: str | None

    def format_full_name(self, number: str) -> str:
        """Return the name of the curve of a run with the array state, for use outside of its chart."""
        return self.names[number] if self.state is None else _add_state(self.names[number], self.state)


def find_curves(lines: Lines, label: str) -> tuple[Curves, list[str]]:
    """Return one run for each configuration and array state, and the names of the missing curves.

    A curve is missing that was requested and not measured. `label` names the workload.
    """
    works = [work for work in lines.works if work[0] == label]
    curves: dict[tuple[Configuration, str], str] = {}
    missing: list[str] = []
    for configuration, name in lines.configurations.items():
        for state in lines.states:
            run = _find_first_run(lines, configuration, works, state)
            if run is not None:
                curves[configuration, state] = run
            elif any(_is_possible(lines.figures(configuration, work, state)) for work in works):
                missing.append(_add_state(name, state))
    return curves, missing


def build_panels(lines: Lines, curves: Curves) -> list[CampaignPanel]:
    """Return the charts of `curves`: one chart if all curves fit, else charts for each array state.

    A chart has at most MAX_CURVES curves.
    """
    if len(curves) <= MAX_CURVES:
        every = {
            run: _add_state(lines.configurations[configuration], state)
            for (configuration, state), run in curves.items()
        }
        return [CampaignPanel(every, {run: order for order, run in enumerate(every)}, None)] if every else []
    # A configuration has the same look in all of its charts.
    order_of = {configuration: order for order, configuration in enumerate(lines.configurations)}
    panels = []
    for state in lines.states:
        own = [(configuration, run) for (configuration, other), run in curves.items() if other == state]
        for first in range(0, len(own), MAX_CURVES):
            part = own[first : first + MAX_CURVES]
            names = {run: lines.configurations[configuration] for configuration, run in part}
            panels.append(CampaignPanel(names, {run: order_of[configuration] for configuration, run in part}, state))
    return panels


def format_caption(state: str | None, missing: Sequence[str], *, count: int, place: int, charts: int) -> str:
    """Return the caption of a chart: its curves, the other charts, and the curves that are missing."""
    return " ".join(
        [
            _CAPTION if state is None else _CAPTION_OF_STATE.format(state=state),
            *([_SPLIT.format(count=count, place=place, charts=charts)] if charts > 1 else []),
            *([f"{_format_count(len(missing))} without a curve: {_format_names(missing)}."] if missing else []),
        ]
    )


def _is_possible(figures: FrozenCellFigures | None) -> bool:
    """Return whether a cell could have figures: a single drive cannot rebuild, for example."""
    return figures is not None and figures.cell_state != "impossible"


def _format_count(count: int) -> str:
    return "1 is" if count == 1 else f"{count} are"


def _format_names(names: Sequence[str]) -> str:
    """Return `names` in one line; of many names the first ones and the number of the others."""
    listed = "; ".join(names[:_MAX_NAMES])
    return listed if len(names) <= _MAX_NAMES else f"{listed}; and {len(names) - _MAX_NAMES} more"


def _add_state(name: str, state: str) -> str:
    return name if state == OPTIMAL else f"{name}, {state}"


def _find_first_run(lines: Lines, configuration: Configuration, works: Sequence[Work], state: str) -> str | None:
    for work in works:
        if lines.value(configuration, work, state) is not None:
            return list_repeats(lines.figures(configuration, work, state))[0].run_number
    return None
