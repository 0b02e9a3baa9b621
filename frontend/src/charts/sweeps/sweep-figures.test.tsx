import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Measurements } from "@/api/types";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { type SampleRow, stepRows, surfaceRows, sweepSource } from "../samples-sweeps";
import { SweepFigures, type SweepFiguresProps } from "./sweep-figures";

const measurements = (rows: readonly SampleRow[]) =>
  ({ dimensions: [], source: sweepSource(rows).source }) as unknown as Measurements;
const show = (rows: readonly SampleRow[], props: Partial<SweepFiguresProps> = {}) =>
  render(
    <MantineProvider env="test">
      <SweepFigures
        measurements={measurements(rows)}
        runs={[
          { number: "r-1", name: "First" },
          { number: "r-2", name: "Second" },
        ]}
        metric="iops"
        {...props}
      />
    </MantineProvider>,
  );
const headings = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);

it("shows every chart that the measurements can fill", () => {
  show([...surfaceRows("r-1"), ...surfaceRows("r-2", 2)]);
  expect(headings()).toEqual([
    "Write share and depth: 8 KiB random, Second against First",
    "Write share and depth: 8 KiB random, First",
    "Write share and depth: 8 KiB random, Second",
    "Slice over the write share: 8 KiB random, 4 outstanding I/O",
    "Slice over the depth: 8 KiB random, 0 % writes",
  ]);
});

it("says in a sentence that nothing varies, and shows nothing else", () => {
  show([{ iops: 1000 }]);
  expect(screen.getByText("No sweep in these measurements.")).toBeTruthy();
  expect(screen.queryByRole("heading")).toBeNull();
});

it("tells the page all choices when one changes, and draws what the page says", async () => {
  const onChoose = vi.fn();
  show(surfaceRows(), { choices: { depth: "16", share: 50 }, onChoose });
  expect(headings()).toContain("Slice over the write share: 8 KiB random, 16 outstanding I/O");
  fireEvent.click(screen.getByRole("combobox", { name: "Write share" }));
  fireEvent.click(await screen.findByRole("option", { name: "100 %" }));
  expect(onChoose).toHaveBeenCalledWith({ depth: "16", share: 100 });
  expect(headings()).toContain("Slice over the depth: 8 KiB random, 50 % writes");
});

it("keeps choices itself where no page does", async () => {
  show([...stepRows(), ...stepRows().map((row) => ({ ...row, read_percent: 0 }))]);
  expect(headings()).toContain("Threads and queue depth: 4 KiB random read");
  fireEvent.click(screen.getByRole("combobox", { name: "Workload" }));
  fireEvent.click(await screen.findByRole("option", { name: "4 KiB random write" }));
  expect(headings()).toContain("Threads and queue depth: 4 KiB random write");
});

it("tells the page how crowded charts are laid out, all of them alike", async () => {
  const runs = Array.from({ length: 6 }, (_, place) => ({ number: `r-${place + 1}`, name: `Run ${place + 1}` }));
  const rows = runs.flatMap(({ number }, place) => surfaceRows(number, place + 1));
  const onChoose = vi.fn();
  show(rows, { runs, choices: { depth: "16" }, onChoose });
  const slices = screen.getAllByRole("figure", { name: /^Slice over / });
  expect(slices).toHaveLength(2);
  for (const slice of slices) {
    await chooseInChartMenu(slice, "Small multiples");
    expect(onChoose).toHaveBeenLastCalledWith({ depth: "16", arrangement: "apart" });
  }
  expect(onChoose).toHaveBeenCalledWith({ depth: "16", arrangement: "apart" });
});

it("tells the page which curves are hidden, by the chart, and hides those that the page says", () => {
  const rows = [...surfaceRows("r-1"), ...surfaceRows("r-2", 2)];
  const over = "Legend of Slice over the write share: 8 KiB random, 4 outstanding I/O";
  const pressed = (legend: string, name: string) =>
    within(screen.getByRole("list", { name: legend })).getByRole("button", { name });
  const onChoose = vi.fn();
  const { unmount } = show(rows, { choices: {}, onChoose });
  fireEvent.click(pressed(over, "First"));
  expect(onChoose).toHaveBeenLastCalledWith({ hidden: { "share-slice": ["First"] } });
  unmount();

  show(rows, { choices: { hidden: { "share-slice": ["First"] } }, onChoose });
  expect(pressed(over, "First").getAttribute("aria-pressed")).toBe("false");
  const depth = "Legend of Slice over the depth: 8 KiB random, 0 % writes";
  expect(pressed(depth, "First").getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(pressed(over, "First"));
  expect(onChoose).toHaveBeenLastCalledWith({ hidden: undefined });
});

it("says of which runs nothing counts, though they are drawn", () => {
  const { unmount } = show([...surfaceRows("r-1"), ...surfaceRows("r-2").map((row) => ({ ...row, invalid: 1 }))]);
  expect(screen.getByText("r-2 is drawn but invalid, not counted.")).toBeTruthy();
  unmount();
  show([...surfaceRows("r-1").map((row) => ({ ...row, invalid: 0 }))]);
  expect(screen.queryByText(/marked invalid/)).toBeNull();
});
