import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Measurements } from "@/api/types";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { SweepOrBars } from "./sweep-or-bars";

/** Two runs held against the first, in percent. */
function show(source: Record<string, unknown>) {
  render(
    <MantineProvider env="test">
      <SweepOrBars
        measurements={{ dimensions: [], source } as unknown as Measurements}
        runs={[
          { number: "r-1", name: "RAID 1", order: 0 },
          { number: "r-2", name: "RAID 5", order: 1 },
        ]}
        metric="iops"
        baseline="r-1"
        numbers="relative"
      />
    </MantineProvider>,
  );
}

it("holds the bars of runs that varied nothing against the baseline, under the names of the entries", () => {
  const source = {
    configuration: ["A", "B"],
    run_number: ["r-1", "r-2"],
    phase_name: ["read", "read"],
    value_kind: ["exact", "exact"],
    iops: [1000, 3000],
  };
  show(source);
  const told = screen.getByRole("img").getAttribute("aria-label");
  expect(told).toContain("read: best is RAID 5 with +200 %.");
});

it("holds the lines of runs that varied something against the baseline, and lists the differences", async () => {
  const depths = [1, 2, 4, 1, 2, 4];
  const source = {
    configuration: depths.map((_, row) => (row < 3 ? "A" : "B")),
    run_number: depths.map((_, row) => (row < 3 ? "r-1" : "r-2")),
    phase_name: depths.map((depth) => `read ${depth}`),
    value_kind: depths.map(() => "exact"),
    block_bytes: depths.map(() => 4096),
    read_percent: depths.map(() => 100),
    random_percent: depths.map(() => 100),
    threads: depths.map(() => 1),
    queue_depth: depths,
    outstanding_ios: depths,
    iops: [1000, 2000, 4000, 1500, 1000, 4000],
  };
  show(source);
  await chooseInChartMenu(screen.getByRole("figure"), /^Show data table/);
  expect(await screen.findByRole("columnheader", { name: "IOPS, difference from the baseline" })).toBeTruthy();
  for (const text of ["+50 %", "\u221250 %"]) expect(screen.getByRole("cell", { name: text })).toBeTruthy();
});
