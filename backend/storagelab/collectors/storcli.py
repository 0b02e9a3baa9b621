"""RAID controllers from storcli or perccli: what is behind them, and what spoils a measurement on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from storagelab.collectors.base import CollectedFacts, ToolReport
from storagelab.collectors.raid_words import is_refusal
from storagelab.collectors.storcli_answers import Answers, read
from storagelab.collectors.storcli_controllers import build_controllers, build_enclosures, find_patrol_reads
from storagelab.collectors.storcli_drives import build_drives, rebuild_progress
from storagelab.collectors.storcli_volumes import VirtualDrive, build_virtual_array, list_virtual_drives, parse_volumes
from storagelab.collectors.values import get_output_text

__all__ = ["inputs", "name", "parse", "parse_volumes"]

name = "storcli"
_SUBJECTS = {
    "storcli_controllers": "controllers",
    "storcli_volumes": "virtual drives",
    "storcli_drives": "drives",
    "storcli_enclosures": "enclosures",
    "storcli_bbu": "batteries",
    "storcli_cv": "cache modules",
    "storcli_patrol": "patrol reads",
    "storcli_rebuild": "rebuilds",
}
inputs: tuple[str, ...] = tuple(_SUBJECTS)
_OPTIMAL = "Optl"


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse controllers with their drives and arrays, and warn about busy or degraded virtual drives."""
    texts = {subject: text for subject in inputs if (text := get_output_text(outputs, subject)) is not None}
    parsed = {subject: read(text) for subject, text in texts.items()}
    by_subject: Answers = {subject: answers for subject, answers in parsed.items() if answers is not None}
    answered = any(answer.complaint is None for answers in by_subject.values() for answer in answers)
    refusals = [*_iterate_complaints(by_subject), *(text for subject, text in texts.items() if parsed[subject] is None)]
    if not answered and any(is_refusal(refusal) for refusal in refusals):
        return CollectedFacts(tools=(ToolReport(name, "not_permitted", message="The RAID tool needs more rights."),))
    controllers_by_number = build_controllers(by_subject)
    keys = {number: facts.key for number, facts in controllers_by_number.items()}
    virtual, rebuilds, patrols = (
        list_virtual_drives(by_subject.get("storcli_volumes", ())),
        rebuild_progress(by_subject),
        find_patrol_reads(by_subject),
    )
    return CollectedFacts(
        controllers=tuple(controllers_by_number.values()),
        enclosures=build_enclosures(by_subject, keys),
        details=build_drives(by_subject, keys),
        arrays=tuple(
            build_virtual_array(
                drive, controllers_by_number.get(drive.controller), rebuilds, patrol_read=drive.controller in patrols
            )
            for drive in virtual
        ),
        warnings=(
            *_iterate_unreadable_warnings(
                [_SUBJECTS[subject] for subject, answers in parsed.items() if answers is None]
            ),
            *_iterate_failures(by_subject),
            *(doubt for drive in virtual for doubt in _iterate_warnings(drive)),
        ),
    )


def _iterate_complaints(by_subject: Answers) -> Iterator[str]:
    for answers in by_subject.values():
        yield from (answer.complaint for answer in answers if answer.complaint is not None)


def _iterate_unreadable_warnings(subjects: list[str]) -> Iterator[str]:
    if subjects:
        listed = " and ".join(filter(None, (", ".join(subjects[:-1]), subjects[-1])))
        yield f"The output of the RAID tool about {listed} was not understood."


def _iterate_failures(by_subject: Answers) -> Iterator[str]:
    """Yield a sentence for each failure of a controller, once across all commands."""
    complaints = {
        (answer.controller, answer.complaint) for answers in by_subject.values() for answer in answers if answer.failed
    }
    for number, complaint in sorted(complaints, key=str):
        of = "" if number is None else f" of controller {number}"
        yield f"The RAID tool reports a failure{of}: {complaint}."


def _iterate_warnings(drive: VirtualDrive) -> Iterator[str]:
    if drive.state != _OPTIMAL:
        yield f"The virtual drive {drive.address} is not optimal: {drive.state or 'its state is not reported'}."
    if drive.activity is not None:
        yield f"The virtual drive {drive.address} is busy with {drive.activity}."
