"""Supported keywords of a Vdbench parameter file, by full name; all others are refused."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab.profiles.job_files.findings import Findings, format_quotation
from storagelab.profiles.job_files.vdbench_file import Kind, VdbenchDefinition

_USED: Mapping[Kind, frozenset[str]] = {
    "general": frozenset({"compratio"}),
    "hd": frozenset(),
    "sd": frozenset({"size", "threads", "openflags", "range", "offset", "align", "hitarea", "streams"}),
    "wd": frozenset({"sd", "xfersize", "rdpct", "seekpct", "range", "threads", "skew", "rhpct", "whpct", "streams"}),
    "rd": frozenset(
        {
            *("wd", "sd", "iorate", "curve", "elapsed", "warmup", "pause", "distribution", "openflags"),
            *("forthreads", "threads", "forxfersize", "xfersize", "forrdpct", "rdpct", "forseekpct", "seekpct"),
            *("forcompratio", "compratio"),
        }
    ),
}
#: The lab's own business, or without effect on what is measured.
_DROPPED: Mapping[Kind, frozenset[str]] = {
    "general": frozenset({"messagescan", "histogram", "report", "abort_failed_skew"}),
    "hd": frozenset({"jvms"}),
    "sd": frozenset({"lun"}),
    "wd": frozenset(),
    "rd": frozenset({"interval"}),
}

_COMMAND = "it runs a command on the server"
_READS = "it makes Vdbench read another file"
_WRITES = "it makes Vdbench write, erase or format a file"
_SERVERS = "one load driven from several servers, or as another user, is not supported"
_VERIFY = "checking the data is not expressible yet"
_DEDUP = "data with duplicates is not expressible yet"
_FILES = "sets of files are not expressible yet"
_HIT = "areas that are hit more often are not expressible yet"
_BUS = "it resets a drive or a bus"
_REFUSED: Mapping[str, str] = {
    "include": _READS,
    "startcmd": _COMMAND,
    "endcmd": _COMMAND,
    "data_errors": _COMMAND,
    "heartbeat_error": _COMMAND,
    "timeout": _COMMAND,
    "auxreport": _COMMAND,
    "mount": _COMMAND,
    "shell": _COMMAND,
    "vdbench": _COMMAND,
    "system": _SERVERS,
    "user": _SERVERS,
    "clients": _SERVERS,
    "master": _SERVERS,
    "host": _SERVERS,
    "port": "it opens a connection",
    "pattern": _READS,
    "replay": _READS,
    "journal": _WRITES,
    "monitor": _WRITES,
    "swat": _WRITES,
    "formatsds": _WRITES,
    "formatxfersize": _WRITES,
    "create_anchors": _WRITES,
    "anchor": _FILES,
    "format": _FILES,
    "fwd": _FILES,
    "fsd": _FILES,
    "fwdrate": _FILES,
    "operations": _FILES,
    "validate": _VERIFY,
    "dedupratio": _DEDUP,
    "dedupunit": _DEDUP,
    "dedupsets": _DEDUP,
    "deduphotsets": _DEDUP,
    "dedupflipflop": _DEDUP,
    "concatenatesds": "drives strung together are not expressible yet",
    "loop": "repeats belong to the job",
    "debug": "it changes how Vdbench itself works",
    "misc": "it changes how Vdbench itself works",
    "count": "drives by number are not expressible: write one sd for each",
    "resetlun": _BUS,
    "resetbus": _BUS,
    "stride": "strides are not expressible yet",
    "hotband": _HIT,
    "forhitarea": _HIT,
    "forrhpct": _HIT,
    "forwhpct": _HIT,
    "iorate": "a rate belongs to a run, not to a workload",
    "priority": "priorities of workloads are not expressible yet",
    "stopcurve": "a curve that ends at a latency is not expressible, as it would end the whole file",
    "maxdata": "a phase that ends by its volume needs the size of the target: use elapsed",
    "curve": "a curve belongs to a run, not to a workload",
}


def check_keywords(definition: VdbenchDefinition, findings: Findings) -> None:
    """Add a remark for each keyword of a definition that the lab drops, and refuse unknown keywords.

    A refusal names the full keyword where the file has an abbreviation.
    """
    kind = definition.kind
    if kind == "hd" and definition.name not in ("default", "localhost"):
        findings.refuse(definition.line, f"hd={definition.name}: {_SERVERS}")
        return
    for key, parameter in definition.parameters.items():
        if key in _DROPPED[kind]:
            findings.drop(parameter.line, f"{key}: {_explain_drop(key)}")
        elif key not in _USED[kind]:
            findings.refuse(parameter.line, f"{format_quotation(key)}: {_explain_refusal(kind, key)}")


def _explain_drop(key: str) -> str:
    return "the target of the job takes its place" if key == "lun" else "decided by the lab"


def _explain_refusal(kind: Kind, key: str) -> str:
    if key in _REFUSED:
        return _REFUSED[key]
    lower = key.lower()
    full = sorted(name for name in _USED[kind] | _DROPPED[kind] if name.startswith(lower))
    if full:
        return f"keywords are not abbreviated: write {' or '.join(full[:3])} in full"
    refused = next((name for name in _REFUSED if name.startswith(lower)), None)
    if refused is not None:
        return f"it is short for {refused}, and that is refused: {_REFUSED[refused]}"
    return f"it is not among the keywords that are understood {_format_keyword_place(kind)}"


def _format_keyword_place(kind: Kind) -> str:
    return "before the first sd" if kind == "general" else f"in a line that begins with {kind}="
