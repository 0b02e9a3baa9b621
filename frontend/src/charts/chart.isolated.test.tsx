import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Chart } from "./chart";
import type { ChartOption } from "./definition";
import { queueDepthOption } from "./queue-depth/option";
import { MAX_SVG_POINTS } from "./runtime";
import { depthSample } from "./samples";
import { THEMES } from "./theme";

const { started } = vi.hoisted(() => ({ started: [] as string[] }));

// There is no canvas here: what would be drawn on one is drawn as SVG too.
vi.mock("./runtime", async (original) => {
  const actual = await original<typeof import("./runtime")>();
  return {
    ...actual,
    startChart: (element: HTMLElement, renderer: "canvas" | "svg") => {
      started.push(renderer);
      return actual.startChart(element, "svg");
    },
  };
});

beforeEach(() => {
  started.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "requestAnimationFrame"] });
  vi.spyOn(document, "hidden", "get").mockReturnValue(false);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(300);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function optionOf(points: number): ChartOption {
  const option = queueDepthOption(depthSample(), THEMES.light, { width: 600, height: 300, interactive: true });
  const data = Array.from({ length: points }, (_, place) => [1 + place, 1]);
  return { ...option, series: [{ type: "line", name: "one", data }] };
}

/** Run all timers twice: a restarted chart is drawn after the first time. */
function drawn() {
  act(() => vi.runAllTimers());
  act(() => vi.runAllTimers());
}

test("a chart that outgrows SVG is started anew on a canvas once, and stays there", () => {
  const chart = (points: number) => <Chart build={() => optionOf(points)} ariaLabel="Points" />;
  const { rerender, getByRole } = render(chart(10));
  drawn();
  for (const points of [20, MAX_SVG_POINTS]) {
    rerender(chart(points));
    drawn();
  }
  expect(started).toEqual(["svg"]);
  for (const points of [MAX_SVG_POINTS + 1, MAX_SVG_POINTS + 2, 10]) {
    rerender(chart(points));
    drawn();
    const option = window.storagelabCharts?.instance(getByRole("img"))?.getOption();
    expect(option).toMatchObject({ series: [{ data: { length: points } }] });
  }
  expect(started).toEqual(["svg", "canvas"]);
});

test("what lies over a chart is mounted again with its new instance", () => {
  const { getByTestId } = render(
    <Chart build={() => optionOf(MAX_SVG_POINTS + 1)} ariaLabel="Points">
      <i data-testid="over" />
    </Chart>,
  );
  const before = getByTestId("over");
  drawn();
  expect(getByTestId("over")).not.toBe(before);
});

test("an image is one thing for screen readers: the texts of its drawing are hidden", () => {
  const { getAllByRole } = render(<Chart build={() => optionOf(3)} ariaLabel="Points" />);
  drawn();
  expect(getAllByRole("img").map((image) => image.getAttribute("aria-label"))).toEqual(["Points"]);
  expect(getAllByRole("img")[0]?.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});
