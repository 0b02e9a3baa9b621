"""Printed figures by configuration: measurements, places of statements, and titles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from storagelab.formats.table.figures import PrintedFigure
from storagelab.formats.table.snapshot import SYSTEM_COLUMNS

#: Kinds whose figures belong together when they are of one load. The ends of two ranges need not be of one moment.
_JOINED = frozenset({"exact", "approximate"})

System = tuple[str, ...]


@dataclass(slots=True)
class FigureGroup:
    """Figures that become one measurement, and roundings of them in the text of their source."""

    figures: list[PrintedFigure]
    restated: list[PrintedFigure] = field(default_factory=list)


@dataclass(slots=True)
class Group:
    """Everything printed of one configuration. `first` is the figure that describes it."""

    first: PrintedFigure
    entries: list[FigureGroup] = field(default_factory=list)
    statements: list[PrintedFigure] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def group_figures(figures: Sequence[PrintedFigure]) -> list[Group]:
    """Group the figures by configuration, in the order of the table.

    Statements on a configuration without any measurement go to the first one on the same controller and drives, else to
    the first of their source. Only where a source has no measurement at all they form a group of their own.
    """
    groups: dict[System, Group] = {}
    loads: defaultdict[Hashable, list[FigureGroup]] = defaultdict(list)
    for figure in figures:
        group = groups.setdefault(_get_system_key(figure), Group(figure))
        group.lines.append(figure.line)
        if figure.role == "measured" and figure.quantity is not None:
            _join(group, figure, loads)
        elif figure.role != "restated":
            group.statements.append(figure)
    by_workload = {
        (system, entry.figures[0].row["workload"]): entry
        for system, group in groups.items()
        for entry in reversed(group.entries)
    }
    for figure in figures:
        if figure.role == "restated":
            entry = by_workload.get((_get_system_key(figure), figure.row["restates"]))
            if entry is not None:
                entry.restated.append(figure)
            else:
                groups[_get_system_key(figure)].statements.append(figure)
    return _attach_statements([group for group in groups.values() if group.entries or group.statements])


def build_group_titles(groups: Sequence[Group]) -> list[str]:
    """Return the title of each group: the printed name of its configuration.

    Groups that share a name also have the facts that distinguish them.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        places[group.first.row["configuration"]].append(place)
    titles = [""] * len(groups)
    for name, shared in places.items():
        words = _disambiguate_titles(name, [groups[place].first for place in shared])
        for place, title in zip(shared, words, strict=True):
            titles[place] = title
    return titles


def _get_system_key(figure: PrintedFigure) -> System:
    row = figure.row
    columns = ("source", "configuration", *SYSTEM_COLUMNS)
    return (*(row[column] for column in columns), figure.condition or "")


def _join(group: Group, figure: PrintedFigure, loads: defaultdict[Hashable, list[FigureGroup]]) -> None:
    """Add a printed figure to a measurement of its load in `group`, or begin a measurement with it.

    It joins the first measurement of the same load that lacks its metric. `loads` is an index that is updated here: it
    has the measurements of each load, and those of each load with each metric.
    """
    if figure.value_kind not in _JOINED:
        group.entries.append(FigureGroup([figure]))
        return
    load = (
        _get_system_key(figure),
        figure.row["workload"],
        figure.moment,
        figure.workload,
        figure.words,
        figure.value_kind,
    )
    of_load, with_metric = loads[load], loads[load, figure.quantity]
    if len(with_metric) < len(of_load):
        entry = of_load[len(with_metric)]
        entry.figures.append(figure)
    else:
        entry = FigureGroup([figure])
        of_load.append(entry)
        group.entries.append(entry)
    with_metric.append(entry)


def _attach_statements(groups: Sequence[Group]) -> list[Group]:
    """Return the groups that have a measurement, with the statements of related groups.

    Related are groups with the same controller and drives, else of the same source. A group without a related
    measurement remains as it is.
    """
    homes: dict[System, Group] = {}
    for group in groups:
        if group.entries:
            for kin in _list_kin_keys(group):
                homes.setdefault(kin, group)
    result = [group for group in groups if group.entries]
    for group in groups:
        if group.entries:
            continue
        home = next((homes[kin] for kin in _list_kin_keys(group) if kin in homes), None)
        if home is None:
            result.append(group)
            for kin in _list_kin_keys(group):
                homes.setdefault(kin, group)
        else:
            home.statements += group.statements
            home.lines += group.lines
    return result


def _list_kin_keys(group: Group) -> tuple[System, System]:
    """Return the keys by which a group may join others: the same controller and drives, else the same source."""
    row = group.first.row
    return (row["source"], row["controller"], row["drive_model"]), (row["source"],)


def _disambiguate_titles(name: str, figures: Sequence[PrintedFigure]) -> list[str]:
    """Return the titles of the systems of one name; only columns that distinguish some of them are used."""
    titles = [name] * len(figures)
    for column in ("condition", *SYSTEM_COLUMNS):
        longer = [
            ", ".join(filter(None, (title, _format_group_fact(figure, column))))
            for title, figure in zip(titles, figures, strict=True)
        ]
        if len(set(longer)) > len(set(titles)):
            titles = longer
    return titles


def _format_group_fact(figure: PrintedFigure, column: str) -> str:
    if column == "condition":
        return figure.condition if figure.condition not in (None, "optimal") else ""
    if column == "drives" and figure.row["drives"]:
        return "1 drive" if figure.row["drives"] == "1" else f"{figure.row['drives']} drives"
    return figure.row[column]
