"""Rating matrix of findings: who leads and who lags, by test, RAID level and configuration."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from storagelab.domain.finding import Finding, Relation, Strength

#: `mentioned` has findings that name neither a leader nor a laggard, as a comparison with one other configuration.
Rating = Literal["leads", "lags", "contradicted", "mentioned"]
#: Rating that a relation gives to its subject. Other relations describe the subject and give no place.
RATING_RELATIONS: Mapping[Relation, Literal["leads", "lags"]] = {
    "leads": "leads",
    "lags": "lags",
    "worst_of": "lags",
}
#: Relations that cannot both be true of one subject and one object.
_OPPOSITES: Mapping[Relation, frozenset[Relation]] = {
    "ahead_of": frozenset({"behind", "equal"}),
    "behind": frozenset({"ahead_of", "equal"}),
    "equal": frozenset({"ahead_of", "behind"}),
    "recommended": frozenset({"not_recommended"}),
    "not_recommended": frozenset({"recommended"}),
}
#: From the strongest to the weakest.
_STRENGTHS: Sequence[Strength] = ("tested", "clear", "stated", "slight", "untested")
#: RAID levels in the order of a page; others follow in order of their names.
_LEVELS = ("RAID0", "RAID1", "RAID10", "RAID5", "RAID50", "RAID6", "RAID60", "JBOD", "single", "none", "all")


class RatingFilter(Struct, frozen=True, kw_only=True):
    """Values that a finding must have; None leaves a field free. None in `raid_levels` is a finding without a level."""

    sources: Collection[str | None] | None = None
    raid_levels: Collection[str | None] | None = None
    states: Collection[str | None] | None = None
    tests: Collection[str | None] | None = None

    def matches(self, finding: Finding) -> bool:
        """Return whether the finding has one of the values in every field."""
        return all(
            values is None or value in values
            for values, value in (
                (self.sources, finding.source),
                (self.raid_levels, finding.raid_level),
                (self.states, finding.state),
                (self.tests, finding.test),
            )
        )


class RatingCell(Struct, frozen=True, kw_only=True):
    """Rating of one configuration in one test at one RAID level.

    `strength` is the strongest of the findings behind the rating, None where they contradict each other or give none.
    `findings` are their places in the list that the matrix was made of.
    """

    rating: Rating
    strength: Strength | None
    findings: tuple[int, ...]


class RatingRow(Struct, frozen=True, kw_only=True):
    """One test at one RAID level with a cell for each configuration; None where no finding speaks of it."""

    test: str
    raid_level: str | None
    cells: tuple[RatingCell | None, ...]


class RatingMatrix(Struct, frozen=True, kw_only=True):
    """Rows in the order of the first finding of their test and of RAID levels, configurations in order of their names.

    `levels` are all RAID levels of the rows. `unplaced` are the places of findings that have no cell: without a test,
    or about a subject that no finding rates.
    """

    configurations: tuple[str, ...]
    levels: tuple[str | None, ...]
    rows: tuple[RatingRow, ...]
    unplaced: tuple[int, ...]


def build_rating_matrix(findings: Sequence[Finding], chosen: RatingFilter | None = None) -> RatingMatrix:
    """Build the matrix of the findings that match `chosen`.

    A subject has a column when at least one finding rates it, and a row needs one rating. Pass only findings that
    count: those of invalid or withdrawn runs are left out by the caller.
    """
    chosen = chosen or RatingFilter()
    places = [place for place, finding in enumerate(findings) if chosen.matches(finding)]
    rated = [place for place in places if findings[place].test and findings[place].relation in RATING_RELATIONS]
    configurations = tuple(sorted({findings[place].subject for place in rated}, key=str.casefold))
    rows = _list_rows([findings[place] for place in rated])
    known_rows, named = frozenset(rows), frozenset(configurations)
    by_cell: dict[tuple[str, str | None, str], list[int]] = defaultdict(list)
    unplaced = []
    for place in places:
        finding = findings[place]
        if (finding.test or "", finding.raid_level) in known_rows and finding.subject in named:
            by_cell[finding.test or "", finding.raid_level, finding.subject].append(place)
        else:
            unplaced.append(place)
    return RatingMatrix(
        configurations=configurations,
        levels=sort_levels({level for _, level in rows}),
        rows=tuple(
            RatingRow(
                test=test,
                raid_level=level,
                cells=tuple(_rate_cell(findings, by_cell.get((test, level, name), ())) for name in configurations),
            )
            for test, level in rows
        ),
        unplaced=tuple(unplaced),
    )


def _list_rows(rated: Sequence[Finding]) -> list[tuple[str, str | None]]:
    """Return test and RAID level of each row: tests in order of appearance, the levels of one test together."""
    levels: dict[str, set[str | None]] = {}
    for finding in rated:
        levels.setdefault(finding.test or "", set()).add(finding.raid_level)
    return [(test, level) for test, own in levels.items() for level in sort_levels(own)]


def sort_levels(levels: Collection[str | None]) -> tuple[str | None, ...]:
    """Return RAID levels in the order of a page; a missing level is the last one."""
    places = {level: place for place, level in enumerate(_LEVELS)}
    return tuple(
        sorted(
            levels, key=lambda level: (level is None, places.get(level or "", len(_LEVELS)), (level or "").casefold())
        )
    )


def _rate_cell(findings: Sequence[Finding], places: Sequence[int]) -> RatingCell | None:
    if not places:
        return None
    ratings = {
        RATING_RELATIONS[relation] for place in places if (relation := findings[place].relation) in RATING_RELATIONS
    }
    if len(ratings) > 1 or _has_opposites([findings[place] for place in places]):
        return RatingCell(rating="contradicted", strength=None, findings=tuple(places))
    if not ratings:
        return RatingCell(rating="mentioned", strength=None, findings=tuple(places))
    strengths = {findings[place].strength for place in places if findings[place].relation in RATING_RELATIONS}
    strongest = next(strength for strength in _STRENGTHS if strength in strengths)
    return RatingCell(rating=ratings.pop(), strength=strongest, findings=tuple(places))


def _has_opposites(findings: Sequence[Finding]) -> bool:
    """Return whether two findings with one object and one workload exclude each other."""
    relations: dict[tuple[str | None, tuple[tuple[str, str], ...]], set[Relation]] = defaultdict(set)
    for finding in findings:
        relations[finding.object, tuple(sorted(finding.workload.items()))].add(finding.relation)
    return any(
        _OPPOSITES.get(relation, frozenset()) & together for together in relations.values() for relation in together
    )
