/** The sweep over block sizes (C6). */
import { METRICS } from "@/lib/metrics";
import { sweeps as words } from "@/messages/sweeps";
import { isMeasured } from "../changes";
import type { Cell, ChartDefinition, DataTable } from "../definition";
import { behindColumns } from "../repeats-behind";
import { bestOf } from "../sweeps/best";
import { limitSentences } from "../sweeps/limit-lines";
import { pointChangeColumns } from "../sweeps/measured-by";
import { bytesColumn, kindText, lineLegend, lineRemarks, metricColumn, textColumn } from "../sweeps/words";
import { blockSizeHeight, blockSizeOption } from "./option";
import { type BlockSizeData, blockPanels, dualPanels } from "./panels";

function describe(data: BlockSizeData): string {
  const panels = data.dual ? dualPanels(data) : blockPanels(data);
  const best = panels.flatMap((panel) => bestOf(panel, data.curves));
  if (best.length === 0) return words.lines.none;
  return [...best, remarksOf(data)].filter(Boolean).join(" ");
}

function remarksOf(data: BlockSizeData): string {
  const panels = data.dual ? dualPanels(data) : blockPanels(data);
  return [
    ...(data.dual ? [] : [words.blocks.rule]),
    // A link limit is a rate, so it is not drawn where rates are not.
    ...(isMeasured(data) ? [] : limitSentences(data.curves, panels)),
    ...lineRemarks(
      data,
      panels.map(({ metric }) => metric),
    ),
  ].join(" ");
}

const TABLED = [METRICS.iops, METRICS.throughput_bytes_per_s, METRICS.latency_mean_ns];

function table(data: BlockSizeData): DataTable {
  const behind = behindColumns(
    data.curves.flatMap(({ points }) => points),
    TABLED,
  );
  const change = pointChangeColumns(data, TABLED, data.curves);
  const rows = data.curves.flatMap(({ name, points }) =>
    points
      .toSorted((a, b) => (a.blockBytes ?? 0) - (b.blockBytes ?? 0))
      .map((point): Cell[] => [
        name,
        point.blockBytes,
        ...TABLED.map(({ name: metric }) => point.values[metric] ?? null),
        ...change.cells(point),
        kindText(point.kind),
        ...behind.cells(point),
      ]),
  );
  return {
    caption: words.titles.blockSize,
    columns: [
      textColumn(words.columns.curve),
      bytesColumn(words.columns.blockSize),
      ...TABLED.map(metricColumn),
      ...change.columns,
      textColumn(words.columns.kind),
      ...behind.columns,
    ],
    rows,
  };
}

export const blockSize: ChartDefinition<BlockSizeData> = {
  id: "block-size",
  title: words.titles.blockSize,
  height: blockSizeHeight,
  option: blockSizeOption,
  legend: ({ curves }, theme) => lineLegend(curves, theme),
  describe,
  caption: (data) => (data.curves.length > 0 ? remarksOf(data) : words.lines.none),
  table,
  zoomable: false,
  multiples: true,
  endNames: ({ curves }) => curves.map(({ name }) => name),
  toggle: { label: words.blocks.dual, apply: (data, dual) => ({ ...data, dual }) },
};
