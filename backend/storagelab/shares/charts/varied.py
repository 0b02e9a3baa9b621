"""Charts of varied parameters that the chart code finds, and entries of comparisons in charts.

The chart code runs in the V8 that draws (`shares.pictures`): a share shows what the page does, and nothing has a second
rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from storagelab.shares.charts.chart import ChartKind, CheckedChart, OfferedChart, Plan
from storagelab.shares.charts.material import Json, LabMaterial, Material, MaterialMissing
from storagelab.shares.charts.sweeps import build_charted_columns, find_sweep, get_usual_metric, list_charted_entries
from storagelab.shares.verification import formulas

#: A figure alone was not varied, and is no line between others.
_MIN_ROWS = 2
#: Number of colours; a place beyond it has the colour again with another symbol and dash.
_COLOURS = 8
_OTHERS = "it is of other measurements than those of its runs"
#: Charts from measurements, each with its caption.
_CAPTIONS = {
    "queue-depth": "IOPS and latency over outstanding I/O, a curve for each workload.",
    "write-share": "A cell for each write share and each load that were measured together.",
    "write-share-slice": "One cut through write shares and loads.",
    "thread-queue": "A cell for each number of threads and each queue depth that were measured together.",
    "block-size": "Small requests as IOPS, large ones as throughput.",
    "load-steps": "A step for each number of threads and queue depth, or of streams.",
    "address-space": "A point for each part of the target that was read or written, at its beginning.",
    "parallel": "A line for each run across its figures under one workload. Better is higher on every axis.",
}


def list_varied_charts(
    material: LabMaterial, numbers: tuple[str, ...], metric: str, *, without: Collection[str | None], default: bool
) -> list[OfferedChart]:
    """Return the charts that the measurements of these runs fill, without the kinds in `without`.

    Raises ChartImagesUnavailable.
    """
    if len(build_charted_columns(material, numbers)["run_number"]) < _MIN_ROWS:
        return []
    return [
        OfferedChart(
            chart["key"], chart["chart"], chart["title"],
            " ".join(filter(None, (_CAPTIONS[chart["chart"]], chart["note"]))),
            partial(dict, chart["data"]), numbers, default=default and chart["chart"] != "parallel",
            settings={"metric": metric, **chart["settings"]},
        )
        for chart in material.varied(numbers, metric)
        if chart["chart"] not in without
    ]  # fmt: skip


def build_request(material: Material, numbers: Sequence[str], metric: str) -> dict[str, object]:
    """Return what the chart code finds charts in: the measurements of these runs, their names and looks.

    Raises MaterialMissing for a view that is not a comparison.
    """
    entries = list_charted_entries(material.view, numbers)
    request: dict[str, object] = {"metric": metric}
    if material.view is None:
        run = material.run(numbers[0])
        name = run.configuration.name if run.configuration is not None else run.title
        request["runs"] = [{"number": run.number, "name": name, "linkLimit": material.link_limit(run.number)}]
    elif entries:
        request |= {"runs": describe_looks(material, entries), "baseline": material.view["answer"]["baseline"]}
    else:
        raise MaterialMissing(_OTHERS)
    return {**request, "measurements": {"source": build_charted_columns(material, numbers)}}


def describe_looks(material: Material, entries: Sequence[Json]) -> list[dict[str, object]]:
    """Return entries of a comparison in the form of charts, each under the number of its first run."""
    answer = (material.view or {})["answer"]
    orders = _assign_orders(answer["entries"])
    return [
        {
            "number": entry["key"],
            "name": _format_entry_name(entry),
            "order": orders[entry["key"]],
            "baseline": entry["key"] == answer["baseline"],
            "single": entry["n"] <= 1,
            "linkLimit": material.link_limit(entry["key"]),
        }
        for entry in entries
    ]


def _format_entry_name(entry: Json) -> str:
    name = f"{entry['label']} (n = {entry['n']})" if len(entry["runs"]) > 1 else str(entry["label"])
    left_out = entry["runs"][0]["left_out"] if entry["n"] == 0 else None
    return f"{name} ({left_out})" if left_out else name


def _assign_orders(entries: Sequence[Json]) -> Mapping[str, int]:
    """Return the order (colour and symbol) of each entry by its key.

    An order belongs to a configuration; a second entry of a configuration has another symbol.
    """
    owners = [entry["configuration"]["number"] if entry["configuration"] else entry["key"] for entry in entries]
    places = {owner: place for place, owner in enumerate(dict.fromkeys(owners))}
    orders: dict[str, int] = {}
    for entry, owner in zip(entries, owners, strict=True):
        place = places[owner]
        while place in orders.values():
            place += _COLOURS
        orders[entry["key"]] = place
    return orders


def _offer(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    """Yield the charts of varied parameters. A share has those by default that no other chart of it shows."""
    columns = material.columns([number])
    without = (find_sweep(columns),)
    yield from list_varied_charts(material, (number,), get_usual_metric(columns), without=without, default=True)


def _check(chart: CheckedChart) -> None:
    offered = chart.material.varied(chart.runs, chart.settings["metric"])
    data_by_key = {candidate["key"]: candidate["data"] for candidate in offered if candidate["chart"] == chart.kind}
    # A further metric, and each of several groups of a comparison, have their own ends of the keys.
    own = (key for key in data_by_key if chart.key == key or chart.key.startswith(f"{key}-"))
    computed = data_by_key.get(max(own, key=len, default=""))
    chart.compare(chart.data, computed, formula=formulas.COLUMNS, source=", ".join(chart.runs))


_LOADS = frozenset({"Threads", "Queue depth", "Outstanding I/O"})
WRITE_SHARE = ChartKind("write-share", _check, _offer, Plan("lines", ("Write share",), by="Outstanding I/O"))
WRITE_SHARE_SLICE = ChartKind(
    "write-share-slice", _check, _offer, Plan("lines", ("Write share",), by="Curve", without=_LOADS)
)
THREAD_QUEUE = ChartKind(
    "thread-queue", _check, _offer, Plan("lines", ("Queue depth",), by="Threads", without=_LOADS, log_x=2)
)
BLOCK_SIZE = ChartKind("block-size", _check, _offer, Plan("lines", ("Block size",), by="Curve", log_x=2))
LOAD_STEPS = ChartKind(
    "load-steps", _check, _offer, Plan("columns", ("Curve", "Threads", "Queue depth"), without=_LOADS)
)
ADDRESS_SPACE = ChartKind(
    "address-space", _check, _offer,
    Plan("lines", ("From",), by="Curve", without=frozenset({"Length", "From, share of the target"})),
)  # fmt: skip
PARALLEL = ChartKind("parallel", _check, _offer, Plan("columns", ("Run",)))
