import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Measurements } from "@/api/types";
import { SweepOrBars } from "./sweep-or-bars";

it("holds the bars of runs that varied nothing against the baseline, under the names of the entries", () => {
  const source = {
    configuration: ["A", "B"],
    run_number: ["r-1", "r-2"],
    phase_name: ["read", "read"],
    value_kind: ["exact", "exact"],
    iops: [1000, 3000],
  };
  render(
    <MantineProvider>
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
  const told = screen.getByRole("img").getAttribute("aria-label");
  expect(told).toContain("read: best is RAID 5 with +200 %.");
});
