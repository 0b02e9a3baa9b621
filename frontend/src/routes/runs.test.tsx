/** The list of runs, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRunSummary, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const page = (items: object[], next_cursor: string | null = null) => ({ items, next_cursor });

test("a row names run, state, verdict and headline in words", async () => {
  const run = aRunSummary({ verdict: aVerdict({ status: "not_steady" }), data: "partial" });
  openPage("/runs", stubLab({ "GET /api/v1/runs": page([run]) }));

  const row = (await screen.findByRole("link", { name: "r-1" })).closest("tr") as HTMLElement;

  expect(row.textContent).toContain("finished");
  expect(row.textContent).toContain("partial data");
  expect(row.textContent).toContain("not steady");
  expect(row.textContent).toContain("38.78k");
});

test("published figures are labelled, and the demo data is announced", async () => {
  const lab = stubLab({
    "GET /api/v1/lab": { version: "0.1.0", demo_data: true, server_time: "2026-11-21T01:00:00Z" },
    "GET /api/v1/runs": page([aRunSummary({ origin: "published", server: null, profile: null })]),
  });
  openPage("/runs", lab);

  expect(await screen.findByText("published")).toBeTruthy();
  expect(await screen.findByText(/This lab holds demo data/)).toBeTruthy();
});

test("the filters of the address are asked for, and can be cleared when nothing matches", async () => {
  const lab = stubLab({ "GET /api/v1/runs": page([]) });
  const { router } = openPage("/runs?state=failed&q=nvme", lab);

  const clear = await screen.findByRole("button", { name: "Clear all filters" });
  expect(lab.asked.some((line) => line.includes("state=failed") && line.includes("q=nvme"))).toBe(true);

  fireEvent.click(screen.getByRole("button", { name: "Remove the filter Search" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ state: "failed" }));

  fireEvent.click(clear);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("older runs are a page of their own in the address", async () => {
  const lab = stubLab({ "GET /api/v1/runs": page([aRunSummary()], "abc") });
  const { router } = openPage("/runs", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Older" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ cursor: "abc" }));
  expect(lab.asked.some((line) => line.includes("cursor=abc"))).toBe(true);
});

test("a failed read says what and who, and is tried again on demand", async () => {
  let broken = true;
  const lab = stubLab({
    "GET /api/v1/runs": () => (broken ? problem(500, "The database does not answer.") : page([aRunSummary()])),
  });
  openPage("/runs", lab);

  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The database does not answer.");
  broken = false;
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("link", { name: "r-1" })).toBeTruthy();
});
