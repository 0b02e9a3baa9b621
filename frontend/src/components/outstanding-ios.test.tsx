/** Description of the load beside a job text. */
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PhasePlan } from "@/api/types";
import { OutstandingIos } from "./outstanding-ios";

const workload = { threads: 16, queue_depth: 16, outstanding_ios: 256 } as PhasePlan["workload"];

function show(changes: Partial<PhasePlan["workload"]>) {
  return render(
    <MantineProvider>
      <OutstandingIos workload={{ ...workload, ...changes }} />
    </MantineProvider>,
  );
}

test("the load is a total over the target, with what it is made of", () => {
  show({});
  expect(screen.getByText("256 outstanding I/Os over the whole target: 16 threads with 16 each.")).toBeTruthy();
});

test("one request at a time is not called many, and a load of each drive is told as that", () => {
  show({ threads: 1, queue_depth: 1, outstanding_ios: 1, per_device: true });
  expect(screen.getByText("1 outstanding I/O on each drive: 1 thread with 1 each.")).toBeTruthy();
});

test("files are worked on one after the other", () => {
  show({ file_set: { files: [], operation: "read", seed: 1 } });
  expect(screen.queryByText(/outstanding/)).toBeNull();
});
