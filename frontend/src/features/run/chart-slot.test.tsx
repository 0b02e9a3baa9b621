import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { WIDE_FROM } from "@/charts/definition";
import { preconditioning } from "@/charts/preconditioning/definition";
import { ChartSlot } from "./chart-slot";

afterEach(cleanup);

/** Title, tools, legend, sentence and the line that unfolds the table. */
const AROUND = { least: 128, most: 340 };

test("the place of a course is as high as its four panels and what stands around them, narrow and wide", () => {
  const { container } = render(
    <MantineProvider>
      <ChartSlot>{null}</ChartSlot>
    </MantineProvider>,
  );
  const style = container.querySelector<HTMLElement>('[style*="--height"]')?.style;
  for (const [name, width] of [
    ["--height-narrow", WIDE_FROM - 1],
    ["--height-wide", WIDE_FROM],
  ] as const) {
    const around =
      Number.parseInt(style?.getPropertyValue(name) ?? "", 10) -
      preconditioning.height({ series: [], verdict: null, logLatency: false }, width);
    expect(around).toBeGreaterThanOrEqual(AROUND.least);
    expect(around).toBeLessThanOrEqual(AROUND.most);
  }
});
