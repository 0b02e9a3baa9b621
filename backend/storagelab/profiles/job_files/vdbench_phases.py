"""One run of a Vdbench parameter file as a phase: its workload, and the loops around it as a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storagelab.domain.access import AddressRange
from storagelab.domain.workload import Arrival, BlockSize, Workload
from storagelab.profiles.job_files.documents import Draft
from storagelab.profiles.job_files.findings import Findings
from storagelab.profiles.job_files.vdbench_file import VdbenchParameter
from storagelab.profiles.job_files.vdbench_loops import Loops, build_phase_name, read_curve, read_loops, read_rates
from storagelab.profiles.job_files.vdbench_run import VdbenchParameterNotExpressible, VdbenchRun, require_value
from storagelab.profiles.job_files.vdbench_values import (
    ORDERS,
    parse_mix,
    parse_number,
    parse_percent,
    parse_seconds,
    parse_size,
    parse_whole_number,
)

#: Defaults of Vdbench (users guide of 5.04.07).
_DEFAULT_THREADS = 8
_DEFAULT_ELAPSED_SECONDS = 30
#: A range whose ends are no larger than this is one of percentages.
_LARGEST_PERCENT = 200
_DIRECT = frozenset({"o_direct", "directio"})
#: What must be alike for all drives of a run.
_ALIKE = ("size", "threads", "range", "offset", "align", "openflags", "hitarea")


def build_drafts(run: VdbenchRun, findings: Findings) -> list[Draft]:
    """Build drafts of the phases that a Vdbench run definition makes.

    Loops become a sweep, and a curve becomes loads. The list is empty where the run cannot be expressed: `findings` has
    the reason.
    """
    try:
        _report_differences(run, findings)
        return _build_run_drafts(run, findings)
    except VdbenchParameterNotExpressible as problem:
        findings.refuse(problem.line, str(problem))
    except ValueError as problem:
        findings.refuse(run.definition.line, f"rd={run.definition.name}: {problem}")
    return []


def _build_run_drafts(run: VdbenchRun, findings: Findings) -> list[Draft]:
    loops, percents = read_loops(run), read_curve(run)
    rates = read_rates(run) if percents is None else []
    draft = Draft(
        line=run.definition.line,
        name=build_phase_name(run, loops.sweep),
        workload=_build_workload(run, loops, findings),
        stop={"kind": "time", "seconds": _read_time(run, "elapsed", _DEFAULT_ELAPSED_SECONDS)},
        ramp_seconds=_read_time(run, "warmup", 0),
        sweep=loops.sweep,
    )
    if percents is not None:
        # The first point has no limit; how requests are spaced holds for the others.
        offer = _read_arrival(run, 1, findings)
        points = [int(value) if value.is_integer() else value for value in percents]
        return [replace(draft, load={"of": "max", "percents": points, "offer": offer})]
    if len(rates) == 1:
        return [_set_offered_load(draft, run, rates[0], findings)]
    if None not in rates:
        sweep = {**loops.sweep, "offered_iops": rates}
        draft = replace(draft, name=build_phase_name(run, sweep), sweep=sweep)
        return [_set_offered_load(draft, run, rates[0], findings)]
    if loops.sweep:
        raise VdbenchParameterNotExpressible(
            run.definition.parameters["iorate"].line,
            "iorate: max in a list beside other loops is not expressible: write an rd for it",
        )
    # Arrivals are spaced under an offered load alone, so that a list with max in it is no axis.
    return [
        _set_offered_load(
            replace(draft, name=f"{draft.name} {'max' if rate is None else f'{rate} IOPS'}"), run, rate, findings
        )
        for rate in rates
    ]


def _set_offered_load(draft: Draft, run: VdbenchRun, rate: int | None, findings: Findings) -> Draft:
    workload = replace(draft.workload, offered_iops=rate, arrival=_read_arrival(run, rate, findings))
    return replace(draft, workload=workload)


def _build_workload(run: VdbenchRun, loops: Loops, findings: Findings) -> Workload:
    """Return the workload of a run at the first point of its loops, without the rate."""
    block, read, random = (loops.first(axis) for axis in ("block_size", "read", "random"))
    sizes = loops.blocks or (_read_block_sizes(run) if block is None else (BlockSize(block),))
    alignment = _read_alignment(run, sizes)
    streams, depth = _read_streams(run), loops.first("queue_depth") or _read_threads(run)
    if depth % streams or (streams > 1 and "queue_depth" in loops.sweep):
        raise ValueError(f"{depth} threads for {streams} streams are not expressible: give a multiple, without a loop")
    return Workload(
        block_sizes=sizes,
        read_percent=_share(run, "rdpct") if read is None else read,
        random_percent=_share(run, "seekpct") if random is None else random,
        threads=streams,
        queue_depth=depth // streams,
        address_range=_read_address_range(run, alignment or min(one.bytes for one in sizes)),
        streams=streams,
        block_align_bytes=alignment,
        compress_percent=_read_compression(run, findings),
        per_device=len(run.drives) > 1,
    )


def _read_streams(run: VdbenchRun) -> int:
    parameter = run.find("streams")
    return (
        1
        if parameter is None
        else require_value(run, "streams", None if parameter.listed else parse_whole_number(parameter.items[0]))
    )


def _read_block_sizes(run: VdbenchRun) -> tuple[BlockSize, ...]:
    parameter = run.workload.parameters.get("xfersize")
    if parameter is None:
        return (BlockSize(4096),)
    if not parameter.listed:
        return (BlockSize(require_value(run, "xfersize", parse_size(parameter.items[0]))),)
    sizes = parse_mix(parameter.items)
    if sizes is None:
        raise VdbenchParameterNotExpressible(
            parameter.line, f"xfersize=({parameter.text}) is not expressible: list sizes with shares that sum to 100"
        )
    return tuple(BlockSize(block, share) for block, share in sizes)


def _share(run: VdbenchRun, key: str) -> float:
    parameter = run.workload.parameters.get(key)
    if parameter is None:
        return 100.0
    share = ORDERS.get(parameter.items[0]) if key == "seekpct" else None
    if share is None and not parameter.listed:
        share = parse_percent(parameter.items[0])
    if share is None:
        raise VdbenchParameterNotExpressible(
            parameter.line, f"{key}={parameter.text} is not expressible: give a share from 0 to 100"
        )
    return share


def _read_threads(run: VdbenchRun) -> int:
    parameter = run.find("threads")
    if parameter is None:
        return _DEFAULT_THREADS
    return require_value(run, "threads", None if parameter.listed else parse_whole_number(parameter.items[0]))


def _read_time(run: VdbenchRun, key: str, default: int) -> int:
    parameter = run.definition.parameters.get(key)
    return default if parameter is None else require_value(run, key, parse_seconds(parameter.items[0]))


def _read_arrival(run: VdbenchRun, offered: int | None, findings: Findings) -> Arrival:
    parameter = run.definition.parameters.get("distribution")
    kind = "exponential" if parameter is None else parameter.items[0]
    line = run.definition.line if parameter is None else parameter.line
    if offered is None:
        if parameter is not None:
            findings.drop(line, "distribution: it has no effect with iorate=max")
        return "even"
    if kind == "exponential":
        return "poisson"
    if kind == "deterministic":
        return "even"
    raise VdbenchParameterNotExpressible(
        line, f"distribution={kind} is not expressible: exponential and deterministic are"
    )


def _read_address_range(run: VdbenchRun, alignment: int) -> AddressRange:
    """Return the part of each drive that a run addresses, from `size`, `offset` and `range`.

    Raises VdbenchParameterNotExpressible for a part that a profile cannot have.
    """
    covered, offset, span = run.find("size"), run.find("offset"), run.find("range")
    total = None if covered is None else require_value(run, "size", parse_size(covered.items[0]))
    if span is None:
        start = 0 if offset is None else require_value(run, "offset", parse_size(offset.items[0]))
        region = AddressRange(offset_bytes=start, size_bytes=total)
    else:
        region = _convert_range_part(span, total, alignment)
        if offset is not None:
            raise VdbenchParameterNotExpressible(
                offset.line, "offset beside range is not expressible: give one of them"
            )
    if len(run.drives) > 1 and (region.offset_bytes or region.size_bytes is not None):
        where = span or covered or offset
        raise VdbenchParameterNotExpressible(
            where.line if where is not None else run.definition.line,
            "bytes of each of several drives are not expressible: give range in percent",
        )
    return region


def _convert_range_part(span: VdbenchParameter, total: int | None, alignment: int) -> AddressRange:
    ends = [parse_size(item) for item in span.items]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0] >= ends[1]:
        raise VdbenchParameterNotExpressible(
            span.line, f"range={span.text} is not expressible: give two ends, the lower one first"
        )
    if ends[1] > _LARGEST_PERCENT:
        return AddressRange(offset_bytes=ends[0], size_bytes=ends[1] - ends[0])
    region = AddressRange(offset_percent=float(ends[0]) or None, size_percent=float(ends[1] - ends[0]))
    return region if total is None else region.resolve(total, alignment)


def _read_alignment(run: VdbenchRun, sizes: Sequence[BlockSize]) -> int | None:
    parameter = run.find("align")
    if parameter is None:
        return None
    aligned = require_value(run, "align", parse_size(parameter.items[0]))
    return None if aligned == min(block.bytes for block in sizes) else aligned


def _read_compression(run: VdbenchRun, findings: Findings) -> int:
    """Return the percentage by which written data can be compressed, from the ratio `compratio`.

    Returns 0 without `compratio`. Raises VdbenchParameterNotExpressible for a value that is not one ratio from 1 on.
    """
    parameter = run.definition.parameters.get("forcompratio") or run.definition.parameters.get("compratio")
    parameter = parameter or run.general.get("compratio")
    if parameter is None:
        return 0
    ratio = parse_number(parameter.items[0])
    if parameter.listed or ratio is None or ratio < 1:
        raise VdbenchParameterNotExpressible(
            parameter.line, f"compratio={parameter.text} is not expressible: give one ratio from 1 on"
        )
    share = 100 - 100 / ratio
    if share != round(share):
        findings.change(parameter.line, f"compratio={parameter.text}: data compressible by {round(share)} %")
    return round(share)


def check_drives(run: VdbenchRun, findings: Findings) -> None:
    """Refuse a run whose drives (sd) have different parameters.

    Several drives get a remark: threads are for each drive. One run is enough to check, as all runs have the same
    drives.
    """
    first = run.drives[0].parameters
    for drive in run.drives[1:]:
        for key in _ALIKE:
            here, there = first.get(key), drive.parameters.get(key)
            if (here.items if here else None) != (there.items if there else None):
                findings.refuse(
                    drive.line, f"sd={drive.name} has another {key} than sd={run.drives[0].name}. The target has one"
                )
    if len(run.drives) > 1:
        findings.change(run.drives[0].line, "threads are for each drive of the target, as they were for each sd")


def _report_differences(run: VdbenchRun, findings: Findings) -> None:
    """Add a remark for each parameter of a run that the lab handles otherwise than Vdbench.

    Raises VdbenchParameterNotExpressible where the difference would measure something else.
    """
    for key in ("hitarea", "rhpct", "whpct"):
        parameter = run.find(key)
        if parameter is not None and parse_number(parameter.items[0]) != 0:
            raise VdbenchParameterNotExpressible(
                parameter.line, f"{key}: areas that are hit more often are not expressible yet"
            )
    if (skew := run.workload.parameters.get("skew")) is not None:
        findings.drop(skew.line, "skew: it has no effect, as a phase has one workload")
    if (pause := run.definition.parameters.get("pause")) is not None:
        findings.change(pause.line, "pause: phases follow one another at once")
    flags = run.find("openflags")
    if flags is None:
        findings.change_once(run.drives[0].line, "no openflags=o_direct: requests bypass the page cache all the same")
    elif not _DIRECT.issuperset(flags.items):
        raise VdbenchParameterNotExpressible(
            flags.line, f"openflags={flags.text} is not expressible: only o_direct and directio are"
        )
