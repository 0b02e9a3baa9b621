/** The Gantt chart of the phases of a run (C13): when each of them ran, and what became of it. */
import { formatDuration, formatElapsed } from "@/lib/units";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { KIND_NAMES, kindStyle, kindsOf, phasesHeight, phasesOption } from "./option";
import { extentOf, type PhasesData } from "./rows";

function describe(data: PhasesData): string {
  const bars = data.rows.flatMap((row) => row.bars);
  if (bars.length === 0) return "This run has no phases.";
  const counts = new Map<string, number>();
  for (const { word } of bars) counts.set(word, (counts.get(word) ?? 0) + 1);
  const states = [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
  const begun = bars.some(({ t0_ms }) => t0_ms !== null);
  const [first, last] = extentOf(data);
  const took = begun ? ` They take ${formatDuration((last - first) / 1000)}.` : "";
  const open = bars.some(({ t0_ms, t1_ms }) => t0_ms !== null && t1_ms === null);
  return `${bars.length === 1 ? "1 phase" : `${bars.length} phases`}: ${states}.${took}${
    open ? " A running phase ends at its planned time." : ""
  }`;
}

const text = (value: Cell) => String(value ?? "");
const elapsed = (value: Cell) => (value === null ? "n/a" : formatElapsed(value as number));

function table({ rows }: PhasesData): DataTable {
  return {
    caption: "Phases over time",
    columns: [
      { label: "#", unit: null, format: text },
      { label: "Phase", unit: null, format: text },
      { label: "Kind", unit: null, format: text },
      { label: "State", unit: null, format: text },
      { label: "Begin", unit: "ms", format: elapsed },
      { label: "End", unit: "ms", format: elapsed },
    ],
    rows: rows.flatMap(({ bars }) =>
      bars.map(({ ordinal, name, kind, word, t0_ms, t1_ms }): Cell[] => [
        ordinal,
        name,
        KIND_NAMES[kind] ?? kind,
        word,
        t0_ms,
        t1_ms,
      ]),
    ),
  };
}

export const phases: ChartDefinition<PhasesData> = {
  id: "phases",
  title: "Phases over time",
  height: phasesHeight,
  option: phasesOption,
  legend: (data, theme) =>
    kindsOf(data).map((kind) => ({
      name: KIND_NAMES[kind] ?? kind,
      kind: "band",
      style: kindStyle(theme, kind),
      symbol: false,
    })),
  describe,
  table,
  zoomable: false,
};
