import { describe, expect, it } from "vitest";
import { drawSvg } from "../runtime";
import { telemetrySample } from "../samples";
import { THEMES } from "../theme";
import { telemetry } from "./definition";
import { telemetryOption, telemetryPanels } from "./option";

const VIEW = { width: 800, height: 660, interactive: true };
const data = telemetrySample();

describe("telemetryOption", () => {
  it("draws a panel for each series with readings, in a fixed order", () => {
    const option = telemetryOption(data, THEMES.light, VIEW);
    expect(option.yAxis.map(({ name }) => name)).toEqual([
      "IOPS",
      "Throughput (MB/s)",
      "Device utilisation (%)",
      "I/Os in flight",
      "Processor utilisation (%)",
    ]);
  });

  it("leaves a gap where the server was not read", () => {
    const [iops] = telemetryPanels(data);
    const gaps = [...(iops?.curves[0]?.value ?? [])].flatMap((value, index) => (Number.isNaN(value) ? [index] : []));
    expect(gaps).toEqual([10, 11]);
  });

  it("has room for its panels in both forms, and draws without any", () => {
    expect([telemetry.height(data, 400), telemetry.height(data, 1200)]).toEqual([1060, 660]);
    expect(telemetry.describe({ series: [] })).toBe("No readings of the server.");
    expect(drawSvg(telemetryOption({ series: [] }, THEMES.dark, VIEW), 800, 660)).toContain("<svg");
  });

  it("shows the stretch that is looked at, with what was read of it and the notes on it", () => {
    const [first] = data.series;
    if (!first) throw new Error("the sample has a series");
    const range = { from: first.t0_ms + 10 * first.step_ms, to: first.t0_ms + 20 * first.step_ms };
    const fine = { ...first, t0_ms: range.from, step_ms: first.step_ms / 2, mean: Array<number>(20).fill(7) };
    const note = { number: 1, metric: null, from_ms: range.from, to_ms: null };
    const zoomed = {
      series: [{ ...first, detail: { ...fine, min: fine.mean, max: fine.mean } }, ...data.series.slice(1)],
      range,
      notes: [note],
    };
    const [panel] = telemetryPanels(zoomed);
    expect([...(panel?.curves[0]?.value ?? [])].filter((value) => value === 7)).toHaveLength(20);
    expect(telemetry.describe(zoomed)).toMatch(/^From .+Notes: 1\.$/);
    expect(telemetry.table(zoomed).rows.length).toBeLessThan(telemetry.table(data).rows.length);
    const panels = telemetryPanels(zoomed).length;
    const notes = telemetryOption(zoomed, THEMES.light, VIEW).series.filter(({ id }) =>
      String(id).startsWith("notes-"),
    );
    expect(notes).toHaveLength(panels);
    expect(telemetry.legend(zoomed, THEMES.light).at(-1)?.name).toBe(notes[0]?.name);
    expect(telemetry.extent?.(zoomed)).toEqual(telemetry.extent?.(data));
    expect(telemetry.provenance?.(data)).toMatch(/^Drawn: /);
  });

  it("says and tabulates what it draws", () => {
    expect(telemetry.describe(data)).toContain("Device utilisation goes from 90 % to 99 %.");
    expect(telemetry.describe(data)).toContain("Not available: Drive temperature.");
    const { columns, rows } = telemetry.table(data);
    expect(columns.map(({ unit }) => unit)).toContain("percent");
    expect(rows).toHaveLength(60);
  });
});
