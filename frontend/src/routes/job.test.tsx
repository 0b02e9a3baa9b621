/** One job while it is live, opened as a page. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Job } from "@/api/types";
import { AT, aJob, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

const PROGRESS = {
  run_number: "r-1",
  phase_ordinal: 1,
  phase_count: 8,
  phase_name: "fill",
  percent: 12,
  elapsed_s: 9,
  remaining_s: 66,
  eta_at: AT,
};

/** A lab with one job that a test changes under the page. */
function labWithJob(changes: Partial<Job>) {
  const standing = { job: aJob(changes) };
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": () => standing.job,
    "POST /api/v1/jobs/j-1/cancel": () => {
      standing.job = { ...standing.job, state: "cancelling", cancel_requested_at: AT };
      return standing.job;
    },
  });
  return { lab, standing };
}

test("a waiting job says why it waits", async () => {
  const { lab } = labWithJob({ waiting_reason: "rack-4 is busy with r-7." });
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("rack-4 is busy with r-7.")).toBeTruthy();
  expect(screen.getByText(/Closing this page changes nothing/)).toBeTruthy();
});

test("progress arrives through the stream", async () => {
  const { lab } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);
  await screen.findByText(/Closing this page changes nothing/);

  act(() => lab.send("progress", PROGRESS));

  expect(await screen.findByText("Phase 1 of 8: fill")).toBeTruthy();
  expect(screen.getByText("12 %")).toBeTruthy();
});

test("a change of state is read, announced, and leads to the run; the stream is closed", async () => {
  const { lab, standing } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);
  await waitFor(() => expect(lab.openStreams()).toBe(1));

  standing.job = aJob({ state: "finished", runs: [aRunSummary()] });
  act(() => lab.send("state", { job_state: "finished" }));

  expect((await screen.findByRole("link", { name: "Open run r-1" })).getAttribute("href")).toBe("/runs/r-1");
  expect(screen.getByText("The job is finished.").getAttribute("role")).toBe("status");
  expect(lab.openStreams()).toBe(0);
});

test("a broken stream is said", async () => {
  const { lab } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);
  await waitFor(() => expect(lab.openStreams()).toBe(1));

  act(() => lab.send("error"));

  expect(await screen.findByText(/The live stream is interrupted/)).toBeTruthy();
});

test("cancelling asks first, and tells a request from the end", async () => {
  const { lab, standing } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Cancel job" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Cancel job" }));
  expect(await screen.findByText(/Cancel requested/)).toBeTruthy();

  standing.job = aJob({ state: "cancelled", cancel_requested_at: AT });
  act(() => lab.send("state", { job_state: "cancelled" }));
  expect(await screen.findByText(/What was measured until then is kept/)).toBeTruthy();
});
