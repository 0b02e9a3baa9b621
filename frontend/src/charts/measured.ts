import { parallel as words } from "@/messages/parallel";
import { axesOf, exploredWorkloads } from "./parallel/candidates";
import { completeLines, type ParallelData } from "./parallel/option";
import { chartsFor } from "./sweeps/charts-for";
import { type Figure, type Section, type SectionsInput, sectionOf } from "./sweeps/figures";

export type MeasuredInput = Omit<SectionsInput, "choices">;

export interface MeasuredChart {
  /** Key that differs from any other of the same measurements, and remains the same for every request. */
  key: string;
  /** Its id in the registry. */
  chart: string;
  title: string;
  /** Note on the parts that are not drawn; null where all is. */
  note: string | null;
  /** Settings that a reader of the page could change. */
  settings: Record<string, string>;
  data: unknown;
}

/** More workloads or curves than these are for a page on which one can be chosen. */
const MAX_WORKLOADS = 12;
/** A line alone compares nothing. */
const MIN_LINES = 2;

/** The charts of what was varied, each workload of its own where one is drawn at a time, then parallel coordinates. */
export function measuredCharts(input: MeasuredInput): MeasuredChart[] {
  return [...sweepCharts(input), ...parallelCharts(input)];
}

function sweepCharts(input: MeasuredInput): MeasuredChart[] {
  return (
    chartsFor(input.measurements)
      // It finds its workloads by itself, and its data are the measurements.
      .filter(({ kind }) => kind !== "load-curve")
      .flatMap((chart) => {
        const section = sectionOf(chart, { ...input, choices: {} });
        const workloads = section.choices.find(({ name }) => name === "workload")?.options ?? [];
        if (workloads.length === 0) return chartsOf(section, chart.kind);
        return workloads
          .slice(0, MAX_WORKLOADS)
          .flatMap(({ value }, place) =>
            chartsOf(sectionOf(chart, { ...input, choices: { workload: value } }), `${chart.kind}-w${place + 1}`),
          );
      })
  );
}

/** Return true if the metric of a chart has a value; a chart without a metric of its own shows all of them. */
function hasValues({ data }: Figure): boolean {
  if (!("metric" in data)) return true;
  const { metric } = data;
  if (metric === undefined) return true;
  if ("source" in data) return (data.source[metric] ?? []).some((value) => value !== null);
  const curves = "curve" in data ? [data.curve] : data.curves;
  return curves.some(({ points }) => points.some(({ values }) => (values[metric] ?? null) !== null));
}

function chartsOf({ figures, choices, note }: Section, key: string): MeasuredChart[] {
  return figures.filter(hasValues).map((figure) => ({
    key: figures.length === 1 ? key : `${key}-${figure.key}`,
    chart: figure.chart,
    title: figure.title,
    note,
    settings: Object.fromEntries(choices.map(({ name, value }) => [name, value])),
    data: figure.data,
  }));
}

function parallelCharts({ measurements, runs }: MeasuredInput): MeasuredChart[] {
  return exploredWorkloads(measurements)
    .slice(0, MAX_WORKLOADS)
    .flatMap(({ name, candidates, cutShort }, place): MeasuredChart[] => {
      const axes = axesOf(candidates);
      const lines = candidates.map(({ run, name: own, values }, order) => {
        const chosenRun = runs.find(({ number }) => number === run);
        return { name: chosenRun?.name ?? own, values, look: { order: chosenRun?.order ?? order } };
      });
      const data: ParallelData = { axes, lines, ranges: {} };
      if (axes.length < 2 || completeLines(data).length < MIN_LINES) return [];
      return [
        {
          key: `parallel-${place + 1}`,
          chart: "parallel",
          title: `${words.chart}: ${name}`,
          note: cutShort.length > 0 ? words.cutShort(cutShort.join(", ")) : null,
          settings: { workload: name },
          data,
        },
      ];
    });
}
