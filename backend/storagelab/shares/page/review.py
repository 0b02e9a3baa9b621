"""Campaign as a review prints it: set-up, method, findings, tables by workloads, rebuilds, gaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from storagelab.shares.campaign_lines import Lines, Work
from storagelab.shares.document.answers import Figure
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.caveats import build_caveats
from storagelab.shares.page.charts import Parts, build_chart, build_charts
from storagelab.shares.page.data import build_data
from storagelab.shares.page.headline import build_headline
from storagelab.shares.page.job_texts import merge_job_texts
from storagelab.shares.page.method import group_runs
from storagelab.shares.page.model import AuthorText, Block, PageChart, PageSection, Sentence
from storagelab.shares.page.numbers import build_numbers
from storagelab.shares.page.review_tables import build_missing_table, generate_group_tables, rebuild_table
from storagelab.shares.page.set_up import set_up
from storagelab.shares.page.steadiness import build_steadiness
from storagelab.shares.page.words import format_count, format_list, format_sentence

MEANS = (
    "Every value is the mean of the repeats of its cell. Runs in rounds count with the mean over the rounds of the "
    "measurement window, also for percentiles. n is the number of repeats."
)
CONDITIONS = (
    "An array counts as optimal or degraded only if it was in this condition during all measured phases. Rebuild "
    "values cover the time in which the array was rebuilding. Values in another condition than planned are withheld."
)

_GROUPS: tuple[tuple[Figure, str, str], ...] = (
    ("bytes_per_s", "throughput", "Throughput"),
    ("iops", "iops", "Small random requests"),
)


def review(document: ShareDocument, parts: Parts) -> Iterator[PageSection]:
    """Yield the sections of a review in order.

    A chart is beside the table that it draws, whatever its place in the author's layout.
    """
    lines = Lines(document.results)
    placed: set[str] = set()
    yield set_up(document, title="Test set-up")
    yield review_method(document)
    yield build_headline(document)
    words = [AuthorText(item.text) for item in document.body if item.text is not None and item.text.strip()]
    if words:
        yield PageSection("words", "Comments of the author", tuple(words))
    yield build_caveats(document)
    for figure, anchor, title in _GROUPS:
        works = set(lines.list_works(figure))
        if works:
            blocks: list[Block] = [*generate_group_tables(lines, figure)]
            for key in _find_work_charts(document, works):
                blocks.append(_build_result_chart(key, document, parts))
                placed.add(key)
            yield PageSection(anchor, title, tuple(blocks))
    yield from _generate_rebuild_section(document, parts, lines, placed)
    gaps = build_missing_table(lines)
    if gaps is not None:
        yield PageSection("missing", "Missing results", (gaps,))
    rest = build_charts(document, parts, without=placed)
    drawn = tuple(block for block in rest.blocks if isinstance(block, PageChart))
    if drawn:
        yield PageSection("charts", "More charts", drawn)
    yield build_numbers(document)
    texts = merge_job_texts(document.runs)
    if texts:
        yield PageSection("jobs", "Appendix: job files", tuple(texts))
    yield build_data(document)


def _generate_rebuild_section(
    document: ShareDocument, parts: Parts, lines: Lines, placed: set[str]
) -> Iterator[PageSection]:
    table = rebuild_table(lines)
    if table is None:
        return
    blocks: list[Block] = [table]
    for key, chart in document.charts.items():
        if chart.kind == "optimal-rebuild" and key not in placed:
            blocks.append(_build_result_chart(key, document, parts))
            placed.add(key)
    yield PageSection("rebuild", "Degraded and rebuilding arrays", tuple(blocks))


def _build_result_chart(key: str, document: ShareDocument, parts: Parts) -> PageChart:
    """Return a chart of the result set of a campaign.

    The line of the chart names the workload, the number of repeats, and the steadiness of the runs.
    """
    chart = build_chart(key, document, parts)
    settings = document.charts[key].settings
    numbers = sorted({cell["n"] for cell in chart.data.get("cells") or () if cell["value"] is not None})
    if numbers:
        n = f"mean, n = {numbers[0]}" if len(numbers) == 1 else f"mean, n = {numbers[0]} to {numbers[-1]}"
    else:
        n = "mean of the repeats" if settings.get("statistic") == "mean" else "1 run each"
    # The line of a chart always ends with the steadiness of the runs.
    line = [settings.get("workload") or "", n, chart.settings_line.rpartition(" · ")[2]]
    return replace(chart, settings_line=" · ".join(filter(None, line)))


def _find_work_charts(document: ShareDocument, works: set[Work]) -> list[str]:
    """Return the keys of the charts of `works`: bars, and curves of a whole workload."""
    labels = {label for label, _ in works}
    keys = []
    for key, chart in document.charts.items():
        settings = chart.settings
        if "phase" in settings:
            is_own = (settings.get("workload"), settings["phase"]) in works
        else:
            is_own = settings.get("workload") in labels
        if is_own:
            keys.append(key)
    return keys


def review_method(document: ShareDocument) -> PageSection:
    """Return the section on the method; job files are in the appendix."""
    runs = document.runs
    states = document.results.states if document.results is not None else []
    blocks: list[Block] = [Sentence(_describe_method(facts, own)) for facts, own in group_runs(runs)]
    blocks.append(Sentence(MEANS))
    if len(states) > 1:
        blocks.append(Sentence(CONDITIONS))
    blocks += build_steadiness(document)
    if not runs:
        blocks = [Sentence("No runs included.", "warn")]
    return PageSection("method", "Method", tuple(blocks))


def _describe_method(facts: Mapping[str, str], runs: Sequence[FrozenRun]) -> str:
    """Describe one way of testing in a sentence, from `facts` on the method of `runs`.

    Facts that were not recorded are omitted, never guessed.
    """
    numbers = format_list(run.number for run in runs)
    profile, engine = facts.get("Profile"), facts.get("Engine")
    verb = "uses" if len(runs) == 1 else "use"
    parts = [f"{numbers} {verb} the profile {profile}" if profile else f"{numbers}: the profile was not recorded"]
    parts[0] += f" with {engine}" if engine else ", the load generator was not recorded"
    if "Target" in facts:
        direct = {"yes": " with direct I/O"}.get(facts.get("Direct I/O", ""), "")
        parts[0] += f" on {facts['Target'][0].lower()}{facts['Target'][1:]}{direct}"
    if "Scale" in facts:
        parts.append(f"The times are {facts['Scale']}: a short test, not a measurement")
    if "Conditioning" in facts:
        parts.append(f"Conditioning: {facts['Conditioning']}")
    if "Measured for" in facts:
        parts.append(f"Each run measures for {facts['Measured for']}")
    if "Steady-state rule" in facts:
        parts.append(f"Steady state: {facts['Steady-state rule']}")
    parts.append(f"{format_count(len(runs), 'run')} in all")
    return " ".join(format_sentence(part) for part in parts)
