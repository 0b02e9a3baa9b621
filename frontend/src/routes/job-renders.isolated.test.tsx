/** What of a live job is rendered every second: what moves, and nothing around it. */
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { AT, aJob, aRun, aRunSummary, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

const rendered = vi.hoisted(() => ({ labels: 0, setup: 0 }));
vi.mock("@/components/labels", () => ({
  Labels: () => {
    rendered.labels += 1;
    return null;
  },
}));
vi.mock("@/features/jobs/job-setup", () => ({
  JobSetup: () => {
    rendered.setup += 1;
    return "The setup";
  },
}));
vi.mock("@/features/jobs/live-figure", () => ({
  LiveFigure: ({ points }: { points: readonly unknown[] }) => `Points: ${points.length}`,
}));

const progress = (percent: number) => ({
  run_number: "r-1",
  phase_ordinal: 1,
  phase_count: 8,
  phase_name: "fill",
  percent,
  elapsed_seconds: 9,
  remaining_seconds: 66,
  estimated_finish_at: AT,
});
const point = (t_ms: number) => ({ run_id: "run-1", t_ms, dt_ms: 1000, iops: 5, latency_mean_ns: 50 });

let job = aJob();
beforeEach(() => {
  job = aJob({ state: "running", runs: [aRunSummary({ id: "run-1", state: "running" })], progress: progress(1) });
});

async function openLive() {
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": () => job,
    "GET /api/v1/runs/r-1": aRun({ state: "running" }),
    "GET /api/v1/series": aSeries(),
  });
  openPage("/jobs/j-1", lab);
  await screen.findByText("The setup");
  await waitFor(() => expect(lab.openStreams()).toBe(1));
  return lab;
}

test("the progress of a job has nothing else rendered", async () => {
  const lab = await openLive();
  const before = { ...rendered };

  act(() => lab.send("progress", progress(12)));
  expect(await screen.findByText("12 %")).toBeTruthy();
  act(() => lab.send("progress", progress(13)));
  expect(await screen.findByText("13 %")).toBeTruthy();

  expect(rendered).toEqual(before);
});

test("a point of its curve has nothing else rendered", async () => {
  const lab = await openLive();
  expect(screen.getByText(/^No samples yet/)).toBeTruthy();
  const before = { ...rendered };

  act(() => lab.send("point", point(1000)));
  // Points are drawn once a second.
  expect(await screen.findByText("Points: 1", {}, { timeout: 20_000 })).toBeTruthy();

  expect(rendered).toEqual(before);
}, 30_000);

test("what else changes of it is rendered", async () => {
  const lab = await openLive();
  const before = { ...rendered };

  job = { ...job, progress: progress(14), waiting_reason: "rack-4 is busy with r-7." };
  act(() => lab.send("state", { job_state: "running" }));

  expect(await screen.findByText("rack-4 is busy with r-7.")).toBeTruthy();
  expect(rendered.setup).toBeGreaterThan(before.setup);
});
