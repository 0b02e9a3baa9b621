import { describe, expect, it } from "vitest";
import { CHARTS } from "@/charts/registry";
import {
  depthSample,
  liveSample,
  loadSample,
  overlaySample,
  preconditioningSample,
  REPORT_HISTOGRAM_SAMPLE,
  REPORT_LINES_SAMPLE,
  REPORT_MATRIX_SAMPLE,
  ROUNDS_SAMPLE,
  telemetrySample,
} from "@/charts/samples";
import { renderChart } from "./entry";

const SAMPLES: Record<string, unknown> = {
  preconditioning: preconditioningSample(),
  "queue-depth": depthSample(),
  "load-curve": loadSample(),
  rounds: ROUNDS_SAMPLE,
  bars: { metric: "iops", measurements: depthSample() },
  live: liveSample(),
  overlay: overlaySample(),
  telemetry: telemetrySample(),
  "report-lines": REPORT_LINES_SAMPLE,
  "report-matrix": REPORT_MATRIX_SAMPLE,
  "report-bars": REPORT_MATRIX_SAMPLE,
  "report-histogram": REPORT_HISTOGRAM_SAMPLE,
};

describe("renderChart", () => {
  it.each(Object.keys(CHARTS))("draws %s in both themes from JSON", (id) => {
    for (const theme of ["light", "dark"] as const) {
      const svg = renderChart(id, JSON.stringify(SAMPLES[id]), theme, 360, 900);
      expect(svg).toMatch(/^<svg [^>]*role="img" width="360" height="900"/);
      expect(svg.endsWith("</svg>")).toBe(true);
    }
  });

  it("refuses an unknown chart, theme or size with a sentence", () => {
    expect(() => renderChart("toString", "{}", "light", 400, 300)).toThrow('There is no chart "toString"; there are');
    expect(() => renderChart("rounds", "{}", "blue" as "light", 400, 300)).toThrow('The theme is "light" or "dark"');
    expect(() => renderChart("rounds", "{}", "light", 10, 300)).toThrow("not 10 x 300");
  });
});
