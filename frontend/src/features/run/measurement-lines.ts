/** Exact measurements of each phase as lines of a CSV file, with the names and units of the REST API. */
import type { Phase } from "@/api/types";
import type { Cell } from "@/charts/definition";
import { METRIC_NAMES } from "@/lib/metrics";
import { workloadText } from "./workload-text";

const FACTS = ["phase_ordinal", "phase_name", "kind", "round", "state", "workload"];
const NUMBERS = ["runtime_ms", "ios", "bytes", "outstanding_ios", ...METRIC_NAMES] as const;
const REMARKS = ["value_kind", "badges"];

/** Return the head and one line for each phase that has a measurement; a cell without a value is null. */
export function measurementLines(phases: readonly Phase[]): Cell[][] {
  const lines = phases.flatMap((phase) => {
    const { measurement } = phase;
    if (!measurement) return [];
    return [
      [
        ...[phase.ordinal, phase.name, phase.kind, phase.round, phase.state, workloadText(phase)],
        ...NUMBERS.map((name) => measurement[name]),
        ...[measurement.value_kind, measurement.badges.map(({ code }) => code).join(" ")],
      ],
    ];
  });
  return [[...FACTS, ...NUMBERS, ...REMARKS], ...lines];
}
