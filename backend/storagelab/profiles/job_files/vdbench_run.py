"""Run of a Vdbench parameter file with its references, and lookup and refusal of its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from storagelab.profiles.job_files.vdbench_file import VdbenchDefinition, VdbenchParameter


class VdbenchParameterNotExpressible(ValueError):
    """A parameter that no phase can have."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


@dataclass(frozen=True, slots=True)
class VdbenchRun:
    """An rd with its one wd, the drives they select and the general parameters."""

    definition: VdbenchDefinition
    workload: VdbenchDefinition
    drives: tuple[VdbenchDefinition, ...]
    general: Mapping[str, VdbenchParameter]

    def find(self, *keys: str) -> VdbenchParameter | None:
        """Return the parameter for the first of these keywords that the rd has, else the wd, else the sd."""
        for definition in (self.definition, self.workload, self.drives[0]):
            for key in keys:
                if key in definition.parameters:
                    return definition.parameters[key]
        return None


def require_value(run: VdbenchRun, key: str, value: int | None) -> int:
    """Return `value`, the parsed parameter `key` of a run.

    Raises VdbenchParameterNotExpressible, with the line, when the value is None.
    """
    parameter = run.find(f"for{key}", key)
    if value is None:
        line = run.definition.line if parameter is None else parameter.line
        raise VdbenchParameterNotExpressible(
            line, f"{key}={'' if parameter is None else parameter.text} is not expressible"
        )
    return value
