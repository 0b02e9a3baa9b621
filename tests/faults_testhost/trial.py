"""One trial of a fault: its jobs, and the conditions that must hold after any fault."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tests.faults_testhost.rig import NotSurvived, Rig
from tests.integration.testhost.lab_client import Document, LiveStream, devices, job_of

ENDED = ("finished", "failed", "cancelled", "lost")
_NOT_BEGUN = ("planned", "skipped")
_NEVER = frozenset({"overlaps", "orphans", "lost", "duplicated", "wrong_answers", "decoys_changed"})
_ORPHAN_SECONDS = 30.0
_END_SECONDS = 420.0


@dataclass
class Counts:
    """Counts that the figure adds up."""

    requested: int = 0
    executed: int = 0
    overlaps: int = 0
    orphans: int = 0
    acknowledged: int = 0
    lost: int = 0
    duplicated: int = 0
    wrong_answers: int = 0
    decoys_changed: int = 0
    to_truth_s: list[float] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Count another trial in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Trial:
    """The jobs of one trial. `targets` are the drives that may change; every other one is a decoy."""

    rig: Rig
    full: bool
    targets: tuple[int, ...] = (1,)
    jobs: list[tuple[Document, LiveStream]] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    healed_at: float = 0.0

    def __post_init__(self) -> None:
        """Remember how everything was before."""
        self._before = (self.rig.starts(), self.rig.recorded_starts(), self.rig.overlaps(), len(self.rig.wrong_answers))
        self._decoys = self._digests()

    def write(self, **parameters: float) -> Document:
        """Submit a job that writes to the first drive; it lasts about 10 s and 6 times `point_seconds`."""
        chosen = {"round_seconds": 1, "max_rounds": 5, "point_seconds": 10, **parameters}
        return self.submit(self.rig.writing_job(self.targets[0], **chosen))

    def read(self, **parameters: float) -> Document:
        """Submit a job that reads the first drive at nine queue depths."""
        drive = self.rig.drive(self.rig.stable_id(self.targets[0]))
        return self.submit(job_of(self.rig.server["id"], "read-sweep", devices(drive), **parameters))

    def submit(self, body: Document) -> Document:
        """Submit a job and follow it."""
        job = self.rig.lab.post("/jobs", body)
        self.jobs.append((job, self.rig.lab.follow(job)))
        return job

    def phase_runs(self, job: Document, ordinal: int) -> Document:
        """Return the run once this phase of it is running. Raises NotSurvived when the run ends before that is seen."""
        run = self.rig.lab.run_of(
            job, lambda run: run["phases"][ordinal - 1]["state"] == "running" or run["state"] in ENDED, seconds=240
        )
        if run["state"] in ENDED:
            raise NotSurvived(f"{run['number']} is {run['state']} before phase {ordinal} was seen: {run['failure']}")
        return run

    def healed(self) -> None:
        """Record the time from which nothing hides the true state from the lab."""
        self.healed_at = time.monotonic()

    def end(self, job: Document) -> Document:
        """Return the run once it is over, and record the time that took since the fault was healed."""
        run = self.rig.lab.ended_run(job, seconds=_END_SECONDS)
        if self.healed_at:
            self.counts.to_truth_s.append(time.monotonic() - self.healed_at)
        return run

    def expect(self, holds: bool, sentence: str) -> None:
        """Raise NotSurvived with the sentence unless it holds."""
        if not holds:
            raise NotSurvived(sentence)

    def judge(self) -> list[str]:
        """Count what happened; a sentence for everything that must not have."""
        starts, recorded, overlaps, wrong = self._before
        counts = self.counts
        runs = [self.rig.lab.ended_run(job, seconds=_END_SECONDS) for job, _ in self.jobs]
        counts.requested = sum(phase["state"] not in _NOT_BEGUN for run in runs for phase in run["phases"])
        counts.executed = self.rig.starts() - starts
        recorded_starts = self.rig.recorded_starts() - recorded
        counts.overlaps = self.rig.overlaps() - overlaps
        counts.orphans = self._orphans()
        counts.wrong_answers = len(self.rig.wrong_answers) - wrong
        for run, (_, stream) in zip(runs, self.jobs, strict=True):
            self._count_samples(run, stream)
        after = self._digests()
        counts.decoys_changed += sum(after[number] != digest for number, digest in self._decoys.items())
        if recorded_starts != counts.executed:
            return [
                f"{recorded_starts} engine starts by the runner's records, {counts.executed} by the witness",
                *self._problems(runs),
            ]
        return self._problems(runs)

    def _problems(self, runs: list[Document]) -> list[str]:
        counts = self.counts
        problems = [f"{name} {count}" for name, count in vars(counts).items() if name in _NEVER and count]
        if counts.requested != counts.executed:
            problems.append(f"{counts.requested} engine starts by the API, {counts.executed} by the witness")
        for run in runs:
            if run["state"] != "finished" and not (run["failure"] or {}).get("message"):
                problems.append(f"{run['number']} is {run['state']} without a reason")
            problems += [f"{run['number']}: {one}" for one in _changed_neighbours(run)]
        return problems

    def _orphans(self) -> int:
        deadline = time.monotonic() + _ORPHAN_SECONDS
        while (engines := self.rig.engines()) and time.monotonic() < deadline:
            time.sleep(1)
        return engines

    def _count_samples(self, run: Document, stream: LiveStream) -> None:
        """Check that every I/O of a measured phase is in exactly one point of its live curve."""
        stream.wait()
        self.counts.acknowledged += sum(name == "point" for name, _ in stream.messages)
        for phase in run["phases"]:
            if phase["measurement"] is None or phase["state"] != "finished":
                continue
            difference = stream.ios_of(phase["ordinal"]) - phase["measurement"]["ios"]
            self.counts.lost += difference < 0
            self.counts.duplicated += difference > 0

    def _digests(self) -> dict[int, str]:
        numbers = range(1, self.rig.machine.drives + 1)
        return {number: self.rig.machine.drive_digest(number) for number in numbers if number not in self.targets}


def _changed_neighbours(run: Document) -> list[str]:
    records = [attempt["neighbours"] for attempt in run["attempts"] if attempt.get("neighbours")]
    return [f"{change['device']} beside it: {change['difference']}" for one in records for change in one["changed"]]
