import { describe, expect, it } from "vitest";
import { NOTES_NAME } from "../preconditioning/notes";
import { drawSvg } from "../runtime";
import { overlaySample } from "../samples";
import { smallMultiples } from "../small-multiples";
import { seriesStyle, THEMES } from "../theme";
import { overlay } from "./definition";
import { type OverlayData, overlayOption } from "./option";

const VIEW = { width: 1100, height: 440, interactive: true };
const data = overlaySample();
const theme = THEMES.light;
const option = (input: OverlayData = data) => overlayOption(input, theme, VIEW);
const lines = (input: OverlayData = data) =>
  option(input).series.filter(({ id }) => String(id).startsWith("line-")) as {
    name: string;
    symbol: string;
    lineStyle: { color: string; type: unknown };
  }[];

describe("overlayOption", () => {
  it("draws all runs into one panel, each with a colour, dash and symbol of its own", () => {
    expect(option().grid).toHaveLength(1);
    const looks = lines().map(({ symbol, lineStyle }) => `${lineStyle.color} ${lineStyle.type} ${symbol}`);
    expect(looks).toHaveLength(3);
    expect(new Set(looks).size).toBe(3);
  });

  it("keeps the look of a run when another one has no readings", () => {
    const [, second, third] = data.runs;
    if (!second || !third) throw new Error("the sample has three runs");
    const without = { ...data, runs: [{ ...third, order: 0, series: { ...third.series, mean: [] } }, second] };
    expect(lines(without).map(({ name, lineStyle }) => [name, lineStyle.color])).toEqual([
      [second.name, seriesStyle(theme, 1).colour],
    ]);
  });

  it("counts each run from the beginning of its own readings", () => {
    const late = data.runs.map((run) => ({ ...run, series: { ...run.series, t0_ms: run.order * 3_600_000 } }));
    const first = option({ ...data, runs: late }).series.filter(({ id }) => String(id).startsWith("line-"));
    const moments = first.map(({ data: pairs }) => (pairs as unknown as Float64Array)[0]);
    expect(moments).toEqual(data.runs.map(({ series }) => series.step_ms / 2));
  });

  it("puts symbols on the curves, under the name that the legend hides", () => {
    const symbols = option().series.filter((series) => series.type === "line" && series.lineStyle?.width === 0);
    expect(symbols.map(({ name }) => name)).toEqual(data.runs.map(({ name }) => name));
  });

  it("tells every run at the pointer, also those with other intervals", () => {
    const { formatter } = option().tooltip;
    if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
    // ECharts passes more than the formatter reads.
    const hit = [{ seriesId: "line-0", dataIndex: 3 }] as unknown as Parameters<typeof formatter>[0];
    const rows = String(formatter(hit, "")).split("\n");
    expect(rows).toHaveLength(4);
    // The runs of the sample are one below the other.
    for (const [index, { name }] of data.runs.entries()) expect(rows[index + 1]).toContain(name);
  });

  it("has a logarithmic latency axis on demand", () => {
    const latency = { ...data, metric: "latency_mean_ns" as const, log: true };
    expect(option(latency).yAxis.map(({ type }) => type)).toEqual(["log"]);
  });

  it("survives runs without readings", () => {
    const empty = { ...data, runs: [] };
    expect(drawSvg(option(empty), 1100, 440)).toContain("<svg");
    expect(overlay.describe(empty)).toBe("No curve of IOPS: these runs have totals only.");
  });
});

describe("the words and numbers beside it", () => {
  it("say where each of a few runs goes, and who is ahead among many", () => {
    expect(overlay.describe(data)).toMatch(/^r-1 · Sample: IOPS in Precondition, .* goes from .* to .*\. r-2/);
    const many = { ...data, runs: data.runs.flatMap((run) => [run, { ...run, name: `${run.name}, again` }]) };
    expect(overlay.describe(many)).toMatch(/^IOPS at the end of 6 runs: highest with .* is r-1 · Sample/);
  });

  it("have a column for each run", () => {
    const { columns, rows } = overlay.table(data);
    expect(columns.map(({ label }) => label)).toEqual(["Elapsed", ...data.runs.map(({ name }) => name)]);
    expect(rows[0]?.slice(1)).toEqual([data.runs[0]?.series.mean[0], null, null]);
  });

  it("name every run in the legend with its look", () => {
    expect(overlay.legend(data, theme).map(({ name, style }) => [name, style.symbol])).toEqual([
      ["r-1 · Sample", "circle"],
      ["r-2 · Sample", "rect"],
      ["r-3 · Sample", "triangle"],
    ]);
  });
});

it("says that its figures are absolute where others were chosen", () => {
  const absolute = "This chart shows absolute values only. ";
  expect(overlay.describe({ ...data, numbers: "ratio" })).toBe(absolute + overlay.describe(data));
});

describe("many runs", () => {
  const [first] = data.runs;
  if (!first) throw new Error("the sample has runs");
  const many = { ...data, runs: Array.from({ length: 9 }, (_, order) => ({ ...first, name: `r-${order}`, order })) };

  it("share a panel unless they are taken apart", () => {
    expect(option(many).grid).toHaveLength(1);
  });

  it("keep notes with their own curve, over all others and apart", () => {
    const pin = { number: 1, from_ms: 5000, to_ms: null, metric: null };
    const notes = [
      { ...pin, curve: "r-0" },
      { ...pin, number: 2, curve: "r-4" },
      { ...pin, number: 3, curve: "r-4", metric: "latency_max_ns" },
    ];
    const noted = option({ ...many, notes }).series.filter(({ name }) => name === NOTES_NAME);
    expect(noted.map(({ curve, id }) => [curve, id])).toEqual([
      ["r-0", "notes-0"],
      ["r-4", "notes-0-1"],
    ]);
    const apart = smallMultiples(overlay).option({ ...many, notes }, theme, { ...VIEW, height: 900 });
    const places = apart.series
      .filter(({ name }) => name === NOTES_NAME)
      .map((entry) => "xAxisIndex" in entry && entry.xAxisIndex);
    expect(places).toEqual([0, 4]);
    expect(drawSvg(apart, 1100, 900)).not.toMatch(/NaN/);
    expect(overlay.legend({ ...many, notes }, theme).at(-1)).toMatchObject({ name: NOTES_NAME, kind: "band" });
  });

  it("leave the baseline solid and thicker", () => {
    const runs = data.runs.map((run) => ({ ...run, order: 1, baseline: true }));
    expect(lines({ ...data, runs })[0]?.lineStyle.type).toBe("solid");
  });
});
