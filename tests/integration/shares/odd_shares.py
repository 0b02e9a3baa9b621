"""Generator of odd shares: runs, names, texts and requests at every extreme that a lab can hold."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import add_chunk, make_configuration, make_measurement, make_samples
from tests.unit.domain.configuration_samples import make_snapshot

from storagelab.db.models import Configuration, Run
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.compaction import fold_phase

NAME_CHARACTERS = 300
#: In a page, each of these has to read as it was written.
NAMES = (
    "W" * NAME_CHARACTERS,
    "word " * 60,
    "مصفوفة التخزين رقم ١٢ (RAID 5)",
    "drive \u202e01 DIAR",
    "固态硬盘阵列性能测试四万八千次随机写入" * 15,
    "Z\u0351\u036b\u0343a\u0321\u0353\u0324l\u0363\u0308g\u0315o\u0336" + "\u0301" * 200,
    "👩\u200d🔧 🧪🇪🇺 naïve A\u030angström",
    "bell \u0007 escape \u001b[31m null-like \u0001",
    "nul\ufeff\u200b and \u2028 a line",
    "<script>window.pwned=1</script>",
    '"><img src=x onerror="window.pwned=2">',
    "'><svg/onload=window.pwned=3>",
    "</style></title></textarea><script>window.pwned=4</script>",
    "]]><script>window.pwned=5</script>",
    "=cmd|' /C calc'!A0",
    "\t=1+1",
    '#panic() #eval("1") $x$ *b* `c` @a <a>',
    "{{7*7}} ${7*7} {% raw %}",
    "-",
    " ",
    "a|b\\|c",
)
#: Pieces of an author's Markdown; a text has several, with and without empty lines between them.
MARKDOWN = (
    "# Heading\n\ntext",
    "**bold *nested __unbalanced `code",
    "![x](x) <javascript:window.pwned=8> <data:text/html,<script>1</script>>",
    "[a](javascript:window.pwned=7) [b](JaVaScRiPt:pwned=7) [c](java\tscript:pwned)",
    "[d](data:text/html;base64,PHN2Zz4=)",
    "[e](https://example.org/a?b=1&c=2 \"title\") [f][g] [h]: //evil",
    "[i](vbscript:msgbox) <https://example.org/<script>>",
    "<script>window.pwned=1</script><iframe src=x></iframe>",
    "<!-- never closed",
    "&lt;script&gt; &#x3c;script&#x3e; &amp;amp;",
    "```html\n<script>window.pwned=2</script>\n",
    "> " * 60 + "deep",
    "\n".join(f"{'  ' * depth}- item {depth}" for depth in range(60)),
    "[" * 200 + "x" + "](" * 200,
    "*" * 500,
    "| " + " | ".join(f"column {number}" for number in range(60)) + " |\n|" + "---|" * 60 + "\n| "
    + " | ".join("wide" * 10 for _ in range(60)) + " |",
    "| a | b |\n|---|---|\n" + "\n".join(f"| {number} | <b>{number}</b> |" for number in range(300)),
    "| a |\n|---|---|\n| 1 | 2 | 3 |\n|",
    "1. one\n1) two\n\n3. three",
    "a\\\nb  \nc\n\n---\n***\n",
    "W" * 5000,
    "$$\\frac{1}{0}$$ #set page(width: 1pt)",
)  # fmt: skip
#: Figures of a measurement: no reader of results lets a number pass that is not finite.
NUMBERS = (None, 0.0, 1.0, 1e-12, 0.1, 12_345.678, 999_999.5, 1e18, 1e300, -1.0)
USUAL = (None, 1.0, 40.0, 12_345.678, 999_999.5)
FIGURES = (
    "iops", "bandwidth_bytes_per_s", "latency_mean_ns", "latency_stddev_ns", "latency_min_ns", "latency_max_ns",
)  # fmt: skip
SAMPLES = (0, 0, 1, 2, 30)


@dataclass
class OddShare:
    """Request of a share, and the lab changes between draft and publication: `runs` are all that it can have."""

    request: dict[str, Any]
    runs: list[Run] = field(default_factory=list)


class OddShares:
    """Maker of odd shares from one seed."""

    def __init__(self, make: Factory, seed: int) -> None:
        self.make, self.random = make, random.Random(seed)
        self.configurations = [self._make_configuration() for _ in range(2)]

    def name(self, *, typed: bool = False, longest: int = NAME_CHARACTERS) -> str:
        """Return a name; one that people type in a field has no characters that fields refuse."""
        name = self.random.choice(NAMES)
        if self.random.random() < 0.3:
            name = f"{name} {self.random.choice(NAMES)}"
        if typed:
            allowed = (
                character
                for character in name
                if unicodedata.category(character) not in ("Cc", "Zl", "Zp", "Cs") and character != "\ufeff"
            )
            name = "".join(allowed).strip() or "-"
        return name[:longest].strip() or "-" if typed else name[:longest]

    def text(self) -> str:
        """Return an author's Markdown."""
        pieces = self.random.choices(MARKDOWN, k=self.random.randint(1, 6))
        return self.random.choice(("\n\n", "\n", " ")).join(pieces)[:20_000]

    def run(self) -> Run:
        """Return a run of ours with zero to three phases, measured or not."""
        make = self.make
        run = make.run(
            make.job(name=self.name()), state=self.random.choice(("finished", "finished", "failed", "cancelled")),
            completeness=self.random.choice(("complete", "partial")), started_at=LONG_AGO, engine="fio",
            title=self.name(), configuration_id=self.random.choice(self.configurations).id,
            badges=[{"code": "cpu_bound", "label": "CPU-bound", "level": "warn", "detail": self.name()}],
        )  # fmt: skip
        attempt = make.attempt(run, state="succeeded", started_at=LONG_AGO)
        begin = 0
        for ordinal in range(1, self.random.randint(0, 3) + 1):
            points = self.random.choice(SAMPLES)
            block, depth = self.random.choice((512, 4096, 1 << 20)), self.random.choice((1, 4, 256))
            workload = Workload(
                (BlockSize(block),), read_percent=self.random.choice((0, 70, 100)), random_percent=100,
                queue_depth=depth,
            )  # fmt: skip
            phase = make.phase(
                run, ordinal=ordinal, name=self.name(), state="finished", t0_ms=begin,
                t1_ms=begin + max(points, 1) * 1000, workload=workload.to_json(), message=self.name(),
                kind=self.random.choice(("measure", "measure", "precondition")),
                group=self.random.choice((None, self.name())),
            )  # fmt: skip
            begin += 60_000
            if points:
                add_chunk(make, attempt, phase, make_samples(points))
                fold_phase(make.session, phase=phase, attempt_id=attempt.id, now=LONG_AGO)
            if self.random.random() < 0.8:
                self._measure(phase, block=block, depth=depth, workload=workload)
        make.session.flush()
        return run

    def share(self, operator: TestClient) -> OddShare:
        """Return a share of odd runs, or of one run twice."""
        runs = [self.run() for _ in range(self.random.choice((1, 2, 2, 4)))]
        subject: dict[str, Any]
        if len(runs) == 1 and self.random.random() < 0.9:
            subject = {"kind": "run", "run_id": str(runs[0].id)}
        else:
            numbers = [str(run.id) for run in runs] + ([str(runs[0].id)] if self.random.random() < 0.1 else [])
            view = {"pooled": self.random.random() < 0.5}
            subject = {"kind": "comparison", "run_ids": numbers, "view": view}
        offered = operator.post("/api/v1/shares/options", json=subject)
        assert offered.status_code in (200, 409, 422), offered.text
        options = offered.json() if offered.status_code == 200 else {"charts": [], "findings": []}
        request = {
            **subject,
            "title": self.name(typed=True, longest=200),
            "author": self.name(typed=True, longest=200),
            "licence": self.name(typed=True, longest=200),
            "contact": self.name(typed=True, longest=200),
            "redaction": {"serials": True, "names": True},
            "raw_files": True,
        }
        if self.random.random() < 0.7:
            request["body"] = self._make_body([chart["key"] for chart in options["charts"]])
        if self.random.random() < 0.7:
            keys = [item["key"] for item in options["findings"] if item["key"] is not None]
            request["findings"] = self._choose_findings(operator, runs, keys)
        return OddShare(request, runs)

    def _make_body(self, charts: Sequence[str]) -> list[dict[str, str]]:
        body: list[dict[str, str]] = [{"text": self.text()} for _ in range(self.random.randint(0, 3))]
        body += [{"chart": key} for key in charts if self.random.random() < 0.8]
        if self.random.random() < 0.1:
            body.append({"chart": self.name(typed=True, longest=100)})
        self.random.shuffle(body)
        return body

    def _choose_findings(self, operator: TestClient, runs: Sequence[Run], keys: Sequence[str]) -> list[dict[str, str]]:
        """Return computed findings in any order, and written ones; seldom one twice or one that does not exist."""
        chosen = [{"key": key} for key in self.random.sample(keys, k=self.random.randint(0, len(keys)))]
        for _ in range(self.random.randint(0, 2)):
            written = operator.post("/api/v1/findings", json=self._make_finding(runs))
            assert written.status_code in (201, 422), written.text
            if written.status_code == 201:
                chosen.append({"finding": written.json()["number"]})
        if chosen and self.random.random() < 0.1:
            chosen.append(self.random.choice(chosen))
        if self.random.random() < 0.1:
            chosen.append({"key": "f999"})
        self.random.shuffle(chosen)
        if chosen and self.random.random() < 0.5:
            chosen[0] = {**chosen[0], "text": self.name(typed=True)}
        return chosen

    def _make_finding(self, runs: Sequence[Run]) -> dict[str, Any]:
        numbers = [f"r-{run.number}" for run in runs]
        relation = self.random.choice(("leads", "lags", "times", "ahead_of", "peaks_at", "limited_by"))
        finding: dict[str, Any] = {
            "relation": relation,
            "subject": self.name(typed=True),
            "object": self.name(typed=True),
            "test": self.name(typed=True),
            "workload": {"block": self.name(typed=True, longest=100)},
            "note": self.text()[:2000],
            # One run on both sides, and twice on one.
            "subject_runs": self.random.choices(numbers, k=self.random.randint(0, 3)),
            "object_runs": self.random.choices(numbers, k=self.random.randint(0, 2)),
        }
        if relation == "times":
            times = (0.0, 1e-9, 3.3, 1e300, -2.0)
            finding |= {"value": self.random.choice(times), "unit": "x"}
        return finding

    def _measure(self, phase: Any, *, block: int, depth: int, workload: Workload) -> None:
        numbers: Sequence[float | None] = NUMBERS if self.random.random() < 0.5 else USUAL
        figures = {name: self.random.choice(numbers) for name in FIGURES}
        make_measurement(
            self.make, phase, **figures, outstanding_ios=depth, queue_depth=depth, block_bytes=block,
            read_percent=workload.read_percent, random_percent=100.0, threads=1,
            latency_n=self.random.choice((None, 0, 1, 1000)), value_kind="exact", source_note=self.name(),
            steady=self.random.choice((None, True, False)),
        )  # fmt: skip

    def _make_configuration(self) -> Configuration:
        snapshot = make_snapshot()
        del snapshot["name"]
        for array in snapshot["arrays"]:
            array["name"] = self.name()
            for member in array["members"]:
                member["drive"]["model"] = self.name()
        return make_configuration(self.make, self.name(), **snapshot)
