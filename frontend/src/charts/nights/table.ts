/** Every run of a chart of nights with its value, its change from usual and its verdict. */
import { METRICS } from "@/lib/metrics";
import { formatDateTime } from "@/lib/units";
import type { Cell, DataTable, TableColumn } from "../definition";
import { panel as nightly } from "../nightly/panel";
import { changeFrom, changeText, firmwareText, judgedLines, type NightsData } from "./lines";
import { words } from "./words";

export const textColumn = (label: string): TableColumn => ({
  label,
  unit: null,
  format: (value) => String(value ?? ""),
});

export function valueColumn(label: string, metric: NightsData["metric"]): TableColumn {
  const { unit, format } = METRICS[metric];
  return { label, unit, format: (value) => (value === null ? "" : format(value as number, { digits: 4 })) };
}

export const changeColumn: TableColumn = {
  label: words.columns.change,
  unit: "percent",
  format: (value) => (value === null ? "" : changeText(value as number)),
};

const VERDICTS = { ...words.outcomes, insufficient_rounds: words.outcomes.other };

export function nightsTable(data: NightsData): DataTable {
  const { label } = METRICS[data.metric];
  const { columns } = words;
  const lines = judgedLines(data);
  const hasChanges = lines.some(({ runs }) => runs.some(({ firmware }) => firmware));
  return {
    caption: [nightly.title(METRICS[data.metric]), data.workload].filter(Boolean).join(", "),
    columns: [
      textColumn(columns.configuration),
      textColumn(columns.run),
      { label: columns.started, unit: null, format: (value) => formatDateTime(value as string | null) },
      valueColumn(label, data.metric),
      changeColumn,
      textColumn(columns.judged),
      textColumn(columns.verdict),
      ...(hasChanges ? [textColumn(columns.firmware)] : []),
    ],
    rows: lines.flatMap(({ name, runs, usual }) =>
      runs.map(({ run, at, value, isWorse, verdict, firmware }): Cell[] => [
        name,
        run,
        at,
        value,
        changeFrom(usual, value),
        isWorse ? words.judged.worse : usual ? words.judged.usual : null,
        verdict && VERDICTS[verdict],
        ...(hasChanges ? [firmware ? firmwareText(firmware) : null] : []),
      ]),
    ),
  };
}
