/** A page whose lazy parts have not come yet: what is loaded once is there for every later test. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aJob, aRun, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab } from "@/testing/stub-lab";

test("what adds a label has its place before it has come", async () => {
  const lab = stubLab({
    "GET /api/v1/jobs/j-1": aJob({ state: "finished" }),
    "GET /api/v1/runs/r-1": aRun({ state: "running" }),
    "GET /api/v1/series": aSeries(),
  });
  openPage("/jobs/j-1", lab);
  const labels = within(await screen.findByRole("region", { name: "Labels" }));
  expect(labels.getByRole("button", { name: "Add a label" })).toHaveProperty("disabled", true);
});
