import { describe, expect, it } from "vitest";
import { SAMPLES } from "@/charts/gallery-samples";
import { CHARTS } from "@/charts/registry";
import { renderChart } from "./entry";

describe("renderChart", () => {
  it.each(Object.keys(CHARTS))("draws %s in both themes from JSON", (id) => {
    for (const theme of ["light", "dark"] as const) {
      const svg = renderChart(id, JSON.stringify(SAMPLES[id]?.()), theme, 360, 900);
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
