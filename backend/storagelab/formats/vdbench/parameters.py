"""Parameter file of a run: request sizes and the SDs that a run definition requests.

The flat file shows the first size of a mix as if it were the only one, so a mix can only be known from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from storagelab.domain.units import GIB, KIB, MIB
from storagelab.domain.workload import BlockSize
from storagelab.formats.text import read_number, split_lines

#: What iorate=curve appends to the name of a run that offers a share of the maximum: `oltp_(10%)`.
_STEP = re.compile(r"_\(([0-9]{1,6}(?:\.[0-9]{1,6})?)%\)$")
_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)([kmgt]?)b?", re.IGNORECASE)
_FACTORS = {"": 1, "k": KIB, "m": MIB, "g": GIB, "t": 1024 * GIB}
_KINDS = ("sd", "wd", "fwd", "rd")
#: No definition is longer, and what is longer is not looked at.
_LINE_CHARACTERS = 20_000
#: Limits of a parameter file: definitions, options of one of them, and patterns of names. A larger file is ignored.
_MAX_DEFINITIONS, _MAX_OPTIONS, _MAX_PATTERNS = 2_000, 100, 1_000
_WILDCARDS = frozenset("*?[")
#: Options that set sizes in a loop of a run definition, whatever its workloads state.
_SIZE_LOOPS = ("xfersize", "forxfersize")

Sizes = tuple[BlockSize, ...]
Definition = tuple[str, Mapping[str, str]]


@dataclass(frozen=True)
class Parameters:
    """Definitions by kind (`sd`, `wd`, `fwd`, `rd`), in order, with the defaults before them applied.

    Loops and curves run one definition many times, and many definitions name the same workloads: their options are
    worked out once.
    """

    definitions: Mapping[str, list[Definition]] = field(default_factory=dict)
    _matching: dict[tuple[str, str], list[Definition]] = field(default_factory=dict, init=False, repr=False)
    _values: dict[tuple[str, str, str], frozenset[str | None]] = field(default_factory=dict, init=False, repr=False)
    _targets: dict[frozenset[str], int | None] = field(default_factory=dict, init=False, repr=False)

    def find_request_sizes(self, run: str) -> Sizes | None:
        """Return the block sizes that a run requests, with their shares.

        None when the run loops over sizes, has several mixes of sizes, or is unclear.
        """
        options = self._run_options(run)
        if options is None or any(_get_option(options, loop) is not None for loop in _SIZE_LOOPS):
            return None
        mixes = {_parse_sizes(written or "") for written in self._list_option_values(options, "xfersize")}
        return mixes.pop() if len(mixes) == 1 else None

    def count_targets(self, run: str) -> int | None:
        """Return the number of SDs (storage definitions) of a run; None when it is unclear.

        Each SD has the number of threads in the flat file.
        """
        options = self._run_options(run) or {}
        chosen = [options["sd"]] if "sd" in options else self._list_option_values(options, "sd")
        names = frozenset(names for names in chosen if names)
        if names not in self._targets:
            self._targets[names] = self._count_targets(names)
        return self._targets[names]

    def find_random_percent(self, run: str) -> float | None:
        """Return 100 or 0 for file system workloads that are all random or all sequential, else None."""
        return {"random": 100.0, "sequential": 0.0}.get(self._find_agreed_option(run, "fileio") or "")

    def read_percent_of(self, run: str) -> float | None:
        """Return the share of reads that all file system workloads of a run agree upon, else None."""
        share = self._find_agreed_option(run, "rdpct")
        if share is not None:
            percent = read_number(share)
            return percent if percent is not None and 0 <= percent <= 100 else None
        return {"read": 100.0, "write": 0.0}.get(self._find_agreed_option(run, "operation") or "")

    def _find_agreed_option(self, run: str, name: str) -> str | None:
        """Return the value of an option that all file system workloads of a run share; None when they differ."""
        options = self._run_options(run) or {}
        values = self._list_option_values(options, name) if "fwd" in options else ()
        return next(iter(values)) if len(values) == 1 else None

    def _run_options(self, run: str) -> Mapping[str, str] | None:
        named = self._by_name["rd"].get(_STEP.sub("", run), [])
        return named[0][1] if len(named) == 1 else None

    def _list_option_values(self, options: Mapping[str, str], name: str) -> frozenset[str | None]:
        """Return all values of an option among the workloads of a run definition."""
        key = options.get("wd", ""), options.get("fwd", ""), name
        if key not in self._values:
            self._values[key] = frozenset(_get_option(workload, name) for workload in self._find_workloads(*key[:2]))
        return self._values[key]

    def _find_workloads(self, storage: str, file_system: str) -> list[Mapping[str, str]]:
        """Return the options of the workloads with these names; empty when a name is not defined.

        `storage` has the names of storage workloads, `file_system` the names of file system workloads.
        """
        workloads: list[Mapping[str, str]] = []
        for kind, names in (("wd", storage), ("fwd", file_system)):
            for pattern in _split_items(names):
                matching = self._find_definitions(kind, pattern)
                if not matching or len(workloads) > _MAX_DEFINITIONS:
                    return []
                workloads += [options for _, options in matching]
        return workloads

    def _count_targets(self, chosen: frozenset[str]) -> int | None:
        used: set[str] = set()
        for pattern in (pattern for names in chosen for pattern in _split_items(names)):
            matching = self._find_definitions("sd", pattern)
            if not matching:
                return None
            used.update(name for name, _ in matching)
        return len(used) or None

    @cached_property
    def _by_name(self) -> Mapping[str, Mapping[str, list[Definition]]]:
        """Return the definitions by kind and name."""
        by_name: dict[str, dict[str, list[Definition]]] = {kind: {} for kind in _KINDS}
        for kind, definitions in self.definitions.items():
            for definition in definitions:
                by_name[kind].setdefault(definition[0], []).append(definition)
        return by_name

    def _find_definitions(self, kind: str, pattern: str) -> list[Definition]:
        """Return the definitions whose name matches a pattern; none for more patterns than a parameter file has."""
        if not _WILDCARDS & set(pattern):
            return self._by_name[kind].get(pattern, [])
        if (kind, pattern) not in self._matching:
            if len(self._matching) >= _MAX_PATTERNS:
                return []
            self._matching[kind, pattern] = [
                definition for definition in self.definitions.get(kind, []) if fnmatchcase(definition[0], pattern)
            ]
        return self._matching[kind, pattern]


def load_percent_of(run: str) -> float | None:
    """Return the share of the maximum in percent that a run offered as a step of a curve; None for any other run."""
    step = _STEP.search(run)
    return (float(step[1]) or None) if step else None


def read_parameters(text: str) -> Parameters:
    """Read the definitions in parmfile.html. Unknown text is left out, as the file is only a second source."""
    definitions: dict[str, list[Definition]] = {}
    defaults: dict[str, dict[str, str]] = {kind: {} for kind in _KINDS}
    for line in _iterate_logical_lines(text):
        options = dict(_parse_options(line[:_LINE_CHARACTERS])[:_MAX_OPTIONS])
        kind = next(iter(options), "")
        if kind not in _KINDS:
            continue
        name = options.pop(kind)
        if sum(len(listed) for listed in definitions.values()) >= _MAX_DEFINITIONS:
            # Half of the definitions would prove nothing.
            return Parameters()
        if name == "default":
            defaults[kind] = options
        elif name != "format":
            definitions.setdefault(kind, []).append((name, {**defaults[kind], **options}))
    return Parameters(definitions)


def _iterate_logical_lines(text: str) -> Iterator[str]:
    """Yield lines without comments, with those that end in a comma joined to the next."""
    pieces: list[str] = []
    for raw in split_lines(text):
        if raw.startswith("eof"):
            break
        if not raw.strip() or raw[0] in "#*/<":
            continue
        # What follows the first blank is a comment.
        pieces.append(raw.split(maxsplit=1)[0])
        if not pieces[-1].endswith(","):
            yield "".join(pieces)
            pieces = []
    if pieces:
        yield "".join(pieces)


def _parse_options(line: str) -> list[tuple[str, str]]:
    pieces = re.findall(r"([A-Za-z_]{1,32})=((?:\([^()]*\)|\"[^\"]*\"|[^,()\"])*)", line)
    return [(name.lower(), value) for name, value in pieces]


def _get_option(options: Mapping[str, str], name: str) -> str | None:
    """Return the value of an option, which may be abbreviated to any leading part of its name."""
    exact = options.get(name)
    if exact is not None:
        return exact
    short = [value for key, value in options.items() if len(key) > 1 and name.startswith(key)]
    return short[0] if len(short) == 1 else None


def _split_items(value: str) -> list[str]:
    return [item for item in value.strip("()").split(",") if item]


def _parse_sizes(value: str) -> Sizes | None:
    """Parse `4k` or `(4k,60,8k,40)`; None for ranges, variables, and shares that are not 100 % together."""
    items = _split_items(value)
    if len(items) == 1:
        items.append("100")
    sizes = [_parse_size(item) for item in items[::2]]
    shares = [read_number(item) for item in items[1::2]]
    if not items or len(items) % 2 or None in sizes or None in shares:
        return None
    mix = tuple(BlockSize(size, share) for size, share in zip(sizes, shares, strict=True) if size and share)
    return mix if abs(sum(size.percent for size in mix) - 100.0) < 0.01 else None


def _parse_size(text: str) -> int | None:
    match = _SIZE.fullmatch(text)
    return round(float(match[1]) * _FACTORS[match[2].lower()]) if match else None
