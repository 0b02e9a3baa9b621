/** Exact measurements of each phase as lines of a CSV file, with the names and units of the REST API. */
import type { Measurement, Phase, PublishedFigure } from "@/api/types";
import type { Cell } from "@/charts/definition";
import { METRIC_NAMES } from "@/lib/metrics";
import { workloadText } from "./workload-text";

const FACTS = ["phase_ordinal", "phase_name", "kind", "round", "state", "workload"];
const NUMBERS = ["runtime_ms", "ios", "bytes", "outstanding_ios", ...METRIC_NAMES] as const;
const REMARKS = ["value_kind", "badges"];
/** The characters of the source for each figure, their place in it, and damaged ones that a value was read from. */
const PUBLISHED = ["value_printed", "place", "source_reads"];

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
        ...publishedCells(measurement),
      ],
    ];
  });
  return [[...FACTS, ...NUMBERS, ...REMARKS, ...PUBLISHED], ...lines];
}

function publishedCells({ published_figures: figures }: Measurement): Cell[] {
  const join = (read: (figure: PublishedFigure) => string | null): Cell => {
    const texts = figures.flatMap((figure) => {
      const text = read(figure);
      if (!text) return [];
      const name = figure.restated ? `${figure.metric}, restated` : figure.metric;
      return [figures.length === 1 ? text : `${name}: ${text}`];
    });
    return texts.length > 0 ? texts.join("; ") : null;
  };
  return [join(({ text }) => text), join(({ place }) => place), join(({ source_reads }) => source_reads)];
}
