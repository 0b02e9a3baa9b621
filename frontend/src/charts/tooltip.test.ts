// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { queueDepth } from "./queue-depth/definition";
import { depthSample } from "./samples";
import { THEMES } from "./theme";
import { tooltipRows, withTooltipElements } from "./tooltip";

describe("tooltipRows", () => {
  it("parts a head, rows and their cells", () => {
    expect(tooltipRows("QD 32\nRAID 5  231k  −11 %\nof 3 runs")).toEqual({
      head: "QD 32",
      rows: [["RAID 5", "231k", "−11 %"], ["of 3 runs"]],
    });
  });
});

describe("withTooltipElements", () => {
  const option = queueDepth.option(depthSample(), THEMES.light, { width: 900, height: 520, interactive: true });
  const shown = (given: typeof option) => {
    const { formatter } = withTooltipElements(given).tooltip;
    if (typeof formatter !== "function") throw new Error("the tooltip has no formatter");
    return formatter([{ value: [32, 1], data: [32, 1] }] as never, "") as unknown as HTMLElement;
  };

  it("draws rows with the line of their curve, the highest first", () => {
    const box = shown(option);
    const bold = [...box.querySelectorAll("span")].filter(({ style }) => style.fontWeight === "600");
    expect(bold.map(({ textContent }) => textContent)).toEqual([
      "32 outstanding I/O",
      expect.stringMatching(/^129k/),
      expect.stringMatching(/^125k/),
      expect.stringMatching(/^66/),
    ]);
    const lines = [...box.querySelectorAll("span")].filter(({ style }) => style.borderTop !== "");
    expect(lines).toHaveLength(3);
  });

  it("takes a name for text, whatever it is", () => {
    const { source } = depthSample();
    const named = { source: { ...source, configuration: source.configuration?.map(() => "<img src=x>") ?? [] } };
    const box = shown(queueDepth.option(named, THEMES.light, { width: 900, height: 520, interactive: true }));
    expect(box.querySelector("img")).toBeNull();
    expect(box.textContent).toContain("<img src=x>");
  });
});
