import { MantineProvider } from "@mantine/core";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DRAWN, figureHeights } from "@/charts/heights";
import { ChartSlot } from "./chart-slot";

afterEach(cleanup);

test("the place of a chart is as high as its figure will be, narrow and wide", () => {
  const { container } = render(
    <MantineProvider>
      <ChartSlot height={figureHeights(DRAWN.panels, { legend: 1, tools: true })}>{null}</ChartSlot>
    </MantineProvider>,
  );
  const style = container.querySelector<HTMLElement>('[style*="--height"]')?.style;
  expect(style?.getPropertyValue("--height-narrow")).toBe("1020px");
  expect(style?.getPropertyValue("--height-wide")).toBe("680px");
});
