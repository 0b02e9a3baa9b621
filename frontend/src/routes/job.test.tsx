/** The page of a job with several runs, and the way from a job with one run to that run. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Job } from "@/api/types";
import { AT, aJob, aPlan, aRun, aRunSummary, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aRepeatVerdict, someRepeats } from "@/testing/repeat-objects";
import { type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

/** A lab with one job that a test changes under the page. */
function labWithJob(changes: Partial<Job>, answers: Record<string, Answer> = {}) {
  const current = { job: aJob(changes), run: aRun({ state: "running" }) };
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": () => current.job,
    "POST /api/v1/jobs/j-1/cancel": async (request) => {
      const { mode } = await request.json();
      current.job = { ...current.job, state: "cancelling", cancel_requested_at: AT, cancel_mode: mode };
      return current.job;
    },
    "GET /api/v1/runs/r-1": () => current.run,
    "GET /api/v1/series": aSeries(),
    ...answers,
  });
  return { lab, current };
}

test("a waiting job says why it waits", async () => {
  const { lab } = labWithJob({ waiting_reason: "rack-4 is busy with r-7." });
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("rack-4 is busy with r-7.")).toBeTruthy();
});

test("a job that waits for its server says so once, and its run no other state", async () => {
  const { lab } = labWithJob({ waiting_reason: "waiting for vm: another lab is using it", run_counts: { waiting: 1 } });
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("Waiting for vm: another lab is using it")).toBeTruthy();
  expect(screen.queryByText("Waiting")).toBeNull();
  expect(screen.getByText("Queued")).toBeTruthy();
});

test("a job of one run leads to that run, and Back does not return to it", async () => {
  const { lab } = labWithJob({ state: "running", runs: [aRunSummary({ state: "running" })] });
  const { router } = openPage("/jobs/j-1", lab);

  await waitFor(() => expect(router.state.location.pathname).toBe("/runs/r-1"));
  expect(router.history.length).toBe(1);
});

test("a job of several runs lists them with their results", async () => {
  const runs = [aRunSummary(), aRunSummary({ id: "run-2", number: "r-2", state: "running", headline: [] })];
  const { lab } = labWithJob({ state: "running", repeats: 3, runs }, { "GET /api/v1/jobs/j-1/repeats": someRepeats() });
  openPage("/jobs/j-1", lab);

  const table = within(await screen.findByRole("table", { name: "Runs of this job" }));
  expect(table.getByRole("link", { name: "r-1" }).getAttribute("href")).toBe("/runs/r-1");
  expect(table.getByText("38.8k IOPS")).toBeTruthy();
  expect(table.getByText("Measuring")).toBeTruthy();
});

test("the first of several runs does not take the place of its job", async () => {
  const { lab } = labWithJob(
    { state: "running", repeats: 3, runs: [aRunSummary({ state: "running" })] },
    { "GET /api/v1/jobs/j-1/repeats": someRepeats() },
  );
  const { router } = openPage("/jobs/j-1", lab);

  expect(await screen.findByRole("table", { name: "Runs of this job" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/jobs/j-1");
});

async function chooseCancel(when: string) {
  fireEvent.click(await screen.findByRole("button", { name: "Cancel job" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: `${when}…` }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: when }));
}

test("cancelling asks first, and tells a request from the end", async () => {
  const { lab, current } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);

  await chooseCancel("Cancel now");
  expect(await screen.findByText(/The engine is stopping/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cancel job" })).toBeNull();

  current.job = aJob({ state: "cancelled", cancel_requested_at: AT, cancel_mode: "now" });
  expect(await screen.findByText(/Data until then is kept/, {}, { timeout: 15_000 })).toBeTruthy();
});

test("a phase may be let run to its end", async () => {
  const { lab, current } = labWithJob({ state: "running" });
  openPage("/jobs/j-1", lab);

  await chooseCancel("Cancel after this phase");
  expect(await screen.findByText(/The present phase finishes and counts/)).toBeTruthy();
  expect(current.job.cancel_mode).toBe("after_phase");
});

test("a job that ends after its phase can still be ended at once", async () => {
  const { lab } = labWithJob({ state: "cancelling", cancel_requested_at: AT, cancel_mode: "after_phase" });
  openPage("/jobs/j-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Cancel job" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Cancel now…"]);
});

test("a viewer follows a job and cannot cancel it", async () => {
  const { lab } = labWithJob({ state: "running" }, VIEWER);
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("Request")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Notify me" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cancel job" })).toBeNull();
  expect(screen.queryByRole("link", { name: "New run" })).toBeNull();
});

test("a job on drives says which phases it left out, and what it builds on", async () => {
  const reason = "filled by r-12, 0 B written since";
  const { lab } = labWithJob({
    target: { kind: "devices", stable_ids: ["nvme-A"], layout: "parallel" },
    conditioning: "reuse",
    plan: aPlan({
      conditioning_choice: "reuse",
      left_out: [{ ordinal: 1, name: "Fill", estimated_seconds: 540, reason }],
    }),
  });
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("1. Fill: filled by r-12, 0 B written since")).toBeTruthy();
  expect(screen.getByText("drive state reused")).toBeTruthy();
});

test("a job that is repeated says why, and shows how well its runs agree", async () => {
  const { lab } = labWithJob(
    {
      state: "finished",
      repeats: 10,
      repeat_until: { cv_percent: 5, min_repeats: 3 },
      repeat_verdict: aRepeatVerdict({ outcome: "repeatable", sentence: "Every point is repeatable." }),
      run_counts: { finished: 3 },
      accuracy: { planned_seconds: 720, duration_seconds: 780, runs: 3 },
    },
    { "GET /api/v1/jobs/j-1/repeats": someRepeats() },
  );
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("Every point is repeatable.")).toBeTruthy();
  const table = within(await screen.findByRole("table", { name: "Agreement of the runs" }));
  expect(table.getByText("2. 4K random read")).toBeTruthy();
  expect(table.getByText("103")).toBeTruthy();
  expect(table.getByText("96.8 to 111")).toBeTruthy();
  const figure = await screen.findByRole("figure", { name: "Repeats and their median" });
  expect(figure.textContent).toContain("Each point was measured 3 times.");
  expect(screen.getByRole("button", { name: "Save as CSV" })).toBeTruthy();
  expect(screen.getByText(/planned 12 min.*, took 13 min.* \(median of 3 runs\)/)).toBeTruthy();
});

test("runs that do not count are named with the reason", async () => {
  const sentence = "r-2 is marked invalid: the wrong cable";
  const { lab } = labWithJob(
    { state: "finished", repeats: 3, run_counts: { finished: 3 } },
    { "GET /api/v1/jobs/j-1/repeats": { ...someRepeats(), left_out: [sentence] } },
  );
  openPage("/jobs/j-1", lab);

  expect(await screen.findByText("Not counted")).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("the runs of a job of one run are not compared", async () => {
  const { lab } = labWithJob({ state: "finished", run_counts: { finished: 1 } });
  openPage("/jobs/j-1", lab);

  await screen.findByText("Request");
  expect(screen.queryByText("Repeats", { selector: "h2" })).toBeNull();
  expect(lab.requests).not.toContain("GET /api/v1/jobs/j-1/repeats");
});
