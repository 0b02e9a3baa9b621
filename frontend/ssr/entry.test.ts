import { describe, expect, it } from "vitest";
import { CHARTS } from "@/charts/definitions";
import { SAMPLES } from "@/charts/gallery-samples";
import type { MeasuredChart } from "@/charts/measured";
import { surfaceRows, sweepSource } from "@/charts/samples-sweeps";
import { offerCharts, type Reading, readChart, renderChart, renderMiniature } from "./entry";

describe("renderChart", () => {
  it.each([...CHARTS.keys()])("draws %s in both themes from JSON", (id) => {
    for (const theme of ["light", "dark"] as const) {
      const svg = renderChart(id, JSON.stringify(SAMPLES[id]?.()), theme, 360, 900);
      expect(svg).toMatch(/^<svg [^>]*role="img" width="360" height="900"/);
      expect(svg.endsWith("</svg>")).toBe(true);
    }
  });

  it("draws under the title it is given", () => {
    const data = JSON.stringify(SAMPLES.rounds?.());
    expect(renderChart("rounds", data, "light", 400, 300, "Was <it> steady?")).toContain(
      "<title>Was &lt;it&gt; steady?",
    );
  });

  it("refuses an unknown chart, theme or size with a sentence", () => {
    expect(() => renderChart("toString", "{}", "light", 400, 300)).toThrow('There is no chart "toString"; there are');
    expect(() => renderChart("rounds", "{}", "blue" as "light", 400, 300)).toThrow('The theme is "light" or "dark"');
    expect(() => renderChart("rounds", "{}", "light", 10, 300)).toThrow("not 10 x 300");
  });
});

describe("renderMiniature", () => {
  it.each([...CHARTS.keys()])("draws %s in the size of a row, without texts", (id) => {
    const data = JSON.stringify(SAMPLES[id]?.());
    for (const theme of ["light", "dark"] as const) {
      const svg = renderMiniature(id, data, theme, 54, 32);
      expect(svg).toMatch(/^<svg [^>]*width="54" height="32" viewBox="0 0 /);
      expect(svg).toMatch(/<(?:path|rect|circle|polyline)\b/);
      expect(svg).not.toMatch(/<text|<style|style=|NaN/);
    }
  });

  it("refuses an unknown theme or size with a sentence", () => {
    expect(() => renderMiniature("rounds", "{}", "blue" as "light", 54, 32)).toThrow('The theme is "light" or "dark"');
    expect(() => renderMiniature("rounds", "{}", "light", 5, 32)).toThrow("not 5 x 32");
  });
});

describe("readChart", () => {
  it.each([...CHARTS.keys()])("says in words and numbers what %s shows", (id) => {
    const reading: Reading = JSON.parse(readChart(id, JSON.stringify(SAMPLES[id]?.())));
    expect(reading.sentence.length).toBeGreaterThan(10);
    expect(reading.heights).toHaveLength(2);
    for (const row of reading.table.rows) expect(row).toHaveLength(reading.table.columns.length);
    for (const { unit } of reading.table.columns) {
      expect([null, "1/s", "bytes/s", "ns", "bytes", "s", "percent", "ratio", "count"]).toContain(unit);
    }
  });

  it("gives exact values in base units, and null for what is unknown", () => {
    const { table }: Reading = JSON.parse(readChart("bars", JSON.stringify(SAMPLES.bars?.())));
    expect(table.columns.map(({ unit }) => unit)).toEqual([null, null, "1/s", null]);
    expect(table.rows[0]).toEqual(["4K read", "RAID 0", 310_000, "exact"]);
    const timed: Reading = JSON.parse(readChart("preconditioning", JSON.stringify(SAMPLES.preconditioning?.())));
    expect(timed.table.columns[0]).toEqual({ title: "Elapsed", unit: "s" });
    expect(timed.table.rows.at(-1)?.[0]).toBeLessThan(100_000);
  });
});

describe("offerCharts", () => {
  it("says which charts some measurements fill, each with data that it is drawn and read from", () => {
    const measurements = sweepSource(surfaceRows());
    const request = { measurements, runs: [{ number: "r-1", name: "RAID 10" }], metric: "iops" };
    const offered: MeasuredChart[] = JSON.parse(offerCharts(JSON.stringify(request)));
    expect(offered.map(({ key }) => key)).toEqual(["write-share", "share-slice", "depth-slice"]);
    for (const { chart, data, title } of offered) {
      const drawn = renderChart(chart, JSON.stringify(data), "light", 800, 500, title);
      expect(drawn).toContain(`<title>${title}`);
      const { table }: Reading = JSON.parse(readChart(chart, JSON.stringify(data)));
      expect(table.rows.length).toBeGreaterThan(2);
    }
  });
});
