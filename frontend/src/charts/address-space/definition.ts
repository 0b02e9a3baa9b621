/** The transfer rate over the address space, from the first address to the last. */
import { METRICS } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { behindColumns } from "../repeats-behind";
import { panelPoints } from "../sweeps/line-panels";
import { pointChangeColumns } from "../sweeps/measured-by";
import {
  bytesColumn,
  kindText,
  lineLegend,
  lineRemarks,
  metricColumn,
  percentColumn,
  textColumn,
} from "../sweeps/words";
import { type AddressSpaceData, addressPanel, addressSpaceHeight, addressSpaceOption } from "./option";

function describe(data: AddressSpaceData): string {
  const panel = addressPanel(data);
  const ends = data.curves.flatMap((curve) => {
    const points = panelPoints(panel, curve);
    const [begin, last] = [points[0], points.at(-1)];
    if (!begin || !last) return [];
    const mean = points.reduce((sum, { value }) => sum + value / points.length, 0);
    const [first, final, average] = [begin.value, last.value, mean].map((value) =>
      METRICS.throughput_bytes_per_s.format(value),
    );
    return [words.addresses.ends(curve.name, first ?? "", final ?? "", average ?? "")];
  });
  if (ends.length === 0) return words.lines.none;
  return [...ends, remarksOf(data)].filter(Boolean).join(" ");
}

const remarksOf = (data: AddressSpaceData): string => lineRemarks(data, [METRICS.throughput_bytes_per_s]).join(" ");

function table(data: AddressSpaceData): DataTable {
  const panel = addressPanel(data);
  const behind = behindColumns(
    data.curves.flatMap(({ points }) => points),
    [METRICS.throughput_bytes_per_s],
  );
  const change = pointChangeColumns(data, [METRICS.throughput_bytes_per_s], data.curves);
  const rows = data.curves.flatMap(({ name, points }) =>
    points
      .toSorted((a, b) => (panel.x(a) ?? 0) - (panel.x(b) ?? 0))
      .map((point): Cell[] => [
        name,
        point.offsetBytes,
        point.sizeBytes,
        point.offsetPercent,
        point.values.throughput_bytes_per_s ?? null,
        ...change.cells(point),
        kindText(point.kind),
        ...behind.cells(point),
      ]),
  );
  return {
    caption: words.titles.addressSpace,
    columns: [
      textColumn(words.columns.curve),
      bytesColumn(words.columns.offset),
      bytesColumn(words.columns.size),
      percentColumn(words.columns.offsetPercent),
      metricColumn(METRICS.throughput_bytes_per_s),
      ...change.columns,
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows,
  };
}

export const addressSpace: ChartDefinition<AddressSpaceData> = {
  id: "address-space",
  title: words.titles.addressSpace,
  height: addressSpaceHeight,
  option: addressSpaceOption,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  caption: (data) => (data.curves.length > 0 ? remarksOf(data) : words.lines.none),
  table,
  zoomable: false,
  multiples: true,
  endNames: ({ curves }) => curves.map(({ name }) => name),
};
