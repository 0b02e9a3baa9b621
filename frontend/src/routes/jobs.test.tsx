/** The list of jobs, opened as a page. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { aJob, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

test("a job of many repeats names a few runs and says how many more there are", async () => {
  const runs = [aRunSummary({ id: "run-1", number: "r-1" }), aRunSummary({ id: "run-2", number: "r-2" })];
  const job = aJob({ number: "j-1", runs, run_counts: { finished: 60, waiting: 40 } });
  openPage("/jobs", stubLab({ "GET /api/v1/jobs": { items: [job], next_cursor: null } }));

  expect((await screen.findByRole("link", { name: "r-2" })).getAttribute("href")).toBe("/runs/r-2");
  expect(screen.getByRole("link", { name: "and 98 more" }).getAttribute("href")).toBe("/jobs/j-1");
});
