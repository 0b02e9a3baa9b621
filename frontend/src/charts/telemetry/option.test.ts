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
    expect(telemetry.describe({ series: [] })).toBe("The server gave no readings.");
    expect(drawSvg(telemetryOption({ series: [] }, THEMES.dark, VIEW), 800, 660)).toContain("<svg");
  });

  it("says and tabulates what it draws", () => {
    expect(telemetry.describe(data)).toContain("Device utilisation goes from 90 % to 99 %.");
    expect(telemetry.describe(data)).toContain("Not available: Drive temperature.");
    const { columns, rows } = telemetry.table(data);
    expect(columns.map(({ unit }) => unit)).toContain("percent");
    expect(rows).toHaveLength(60);
  });
});
