/** Findings, opened as pages: their list, one beside it, a finding by hand, and the rating matrix. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aFinding } from "@/testing/finding-objects";
import { HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const LIST = "GET /api/v1/findings";

test("findings are listed with their validity, and one opens beside the list", async () => {
  const excluded = "r-7 is marked invalid: Throttled.";
  const linked = {
    side: "subject",
    id: "run-7",
    number: "r-7",
    title: "A run",
    validity: "invalid",
    reason: "Throttled.",
  } as const;
  const finding = aFinding({ sentence: HOSTILE, excluded, counted: false, runs: [linked] });
  const lab = stubLab({ [LIST]: { items: [finding], next_cursor: null } });
  openPage("/findings?peek=f-1", lab);

  const table = within(await screen.findByRole("table", { name: "Findings" }));
  expect(table.getByText(HOSTILE)).toBeTruthy();
  expect(table.getByText("Not counted")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(await screen.findByText(excluded)).toBeTruthy();
  expect(screen.getByRole("link", { name: "r-7 (subject)" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(lab.requests.some((line) => line.includes("sort=number"))).toBe(true);
});

test("a finding is written by hand, and its mistakes are shown beside its fields", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    [LIST]: NOTHING,
    "POST /api/v1/findings": async (request) => {
      sent.push(await request.json());
      return sent.length === 1 ? problem(404, "There is no run r-9.") : aFinding();
    },
  });
  openPage("/findings", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Write a finding" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Write a finding" }));
  fireEvent.change(dialog.getByLabelText(/^Workload/), { target: { value: "block" } });
  fireEvent.change(dialog.getByLabelText(/^Value/), { target: { value: "two" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter a value.")).toBeTruthy();
  expect(dialog.getByText("Write key=value, with semicolons between the pairs.")).toBeTruthy();
  expect(dialog.getByText("Enter a number, such as 2 or 0.25.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Subject/), { target: { value: " Areca " } });
  fireEvent.change(dialog.getByLabelText(/^Value/), { target: { value: "2.5" } });
  fireEvent.change(dialog.getByLabelText(/^Unit/), { target: { value: "x" } });
  fireEvent.change(dialog.getByLabelText(/^Workload/), { target: { value: "block=8k; qd=4" } });
  fireEvent.change(dialog.getByLabelText(/^Runs of the subject/), { target: { value: "r-9, r-8" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/There is no run r-9/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent[1]).toMatchObject({
    origin: "written",
    relation: "leads",
    subject: "Areca",
    value: 2.5,
    unit: "x",
    workload: { block: "8k", qd: "4" },
    subject_runs: ["r-9", "r-8"],
    object: null,
  });
});

test("an author changes only what was typed, with what was read before", async () => {
  const sent: unknown[] = [];
  const finding = aFinding({ origin: "written", may_change: true, note: "First" });
  const lab = stubLab({
    [LIST]: { items: [finding], next_cursor: null },
    "PATCH /api/v1/findings/f-1": async (request) => {
      sent.push(await request.json());
      return finding;
    },
  });
  openPage("/findings?peek=f-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit f-1" }));
  fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: "Second" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ note: "Second", before: { note: "First" } }]));
});

test("a viewer reads findings and writes none", async () => {
  openPage("/findings", stubLab({ ...VIEWER, [LIST]: NOTHING }));
  expect(await screen.findByText("No findings yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Write a finding" })).toBeNull();
});

test("the rating matrix has words in its cells, and unknown stays empty", async () => {
  const matrix = {
    configurations: ["Areca", "Promise"],
    levels: ["RAID5", "RAID6"],
    rows: [
      {
        test: "Reads",
        raid_level: "RAID5",
        cells: [
          { rating: "leads", strength: "clear", findings: ["f-1"] },
          { rating: "contradicted", strength: null, findings: ["f-2", "f-3"] },
        ],
      },
      { test: "Reads", raid_level: "RAID6", cells: [null, { rating: "lags", strength: "slight", findings: ["f-4"] }] },
    ],
    finding_count: 4,
    excluded_count: 1,
    sentences: { "f-1": "Areca clearly leads.", "f-2": "One", "f-3": "Other", "f-4": "Promise lags." },
  };
  const lab = stubLab({
    "GET /api/v1/findings/matrix": matrix,
    "GET /api/v1/findings/sources": { items: [{ title: "A review", count: 4 }] },
  });
  const { router } = openPage("/findings/matrix", lab);

  const table = within(await screen.findByRole("table", { name: "Ratings by test and configuration" }));
  fireEvent.click(table.getByRole("button", { name: "Areca, Leads, Clear" }));
  expect(await screen.findByText(/Areca clearly leads/)).toBeTruthy();
  expect(table.getByRole("button", { name: "Promise, Contradicted" })).toBeTruthy();
  expect(table.getByText("unknown")).toBeTruthy();
  expect(screen.getByText("1 finding is not counted because its runs do not count.")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "RAID6" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ level: "RAID6" }));
});
