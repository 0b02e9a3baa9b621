/** One configuration, opened as a page: its history, variants and facts, and what people call it. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AT, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const CONFIGURATION = {
  id: "c",
  number: "c-7",
  name: "lab1, 8 drives",
  derived_name: null,
  class_hash: "a".repeat(64),
  instance_hash: "b".repeat(64),
  origin: "discovered",
  snapshot: {},
  run_count: 2,
  labels: {},
  created_at: AT,
  facts: [],
  use: null,
  histories: [],
};

test("people give it a name, and see what it was filed as", async () => {
  let stored: object = CONFIGURATION;
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": () => stored,
    "PATCH /api/v1/configurations/c-7": async (request) => {
      sent.push(await request.json());
      stored = { ...CONFIGURATION, name: "2x PERC 12, RAID 5, rebuild", derived_name: CONFIGURATION.name };
      return stored;
    },
  });
  openPage("/configurations/c-7?tab=snapshot", lab);

  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: " 2x PERC 12, RAID 5, rebuild " } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("heading", { level: 1, name: "2x PERC 12, RAID 5, rebuild" })).toBeTruthy();
  expect(screen.getByText(/Original name: "lab1, 8 drives"/)).toBeTruthy();
  expect(sent).toEqual([{ name: "2x PERC 12, RAID 5, rebuild", before: { name: CONFIGURATION.name } }]);

  // The form stays open: what was saved is what the next change begins with.
  fireEvent.change(name, { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(sent[1]).toEqual({ name: null, before: { name: "2x PERC 12, RAID 5, rebuild" } }));
});

test("a name that somebody else has given meanwhile is shown, and overwritten only on purpose", async () => {
  let stored = CONFIGURATION;
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": () => stored,
    "PATCH /api/v1/configurations/c-7": async (request) => {
      sent.push(await request.json());
      if (sent.length === 1) {
        stored = { ...CONFIGURATION, name: "theirs" };
        return problem(409, "was changed by another user meanwhile", [{ path: "name", message: "was changed" }]);
      }
      stored = { ...CONFIGURATION, name: "mine" };
      return stored;
    },
  });
  openPage("/configurations/c-7?tab=snapshot", lab);

  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText("Name is now: theirs")).toBeTruthy();
  expect(name.value).toBe("mine");

  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("heading", { level: 1, name: "mine" })).toBeTruthy();
  expect(screen.queryByText(/says now/)).toBeNull();
  expect(sent).toEqual([
    { name: "mine", before: { name: CONFIGURATION.name } },
    { name: "mine", before: { name: "theirs" } },
  ]);
});

test("viewers are not offered what would be refused", async () => {
  openPage("/configurations/c-7?tab=snapshot", stubLab({ ...VIEWER, "GET /api/v1/configurations/c-7": CONFIGURATION }));
  await screen.findByRole("heading", { level: 1, name: "lab1, 8 drives" });
  expect(screen.queryByRole("button", { name: "Save name" })).toBeNull();
});

const RUN = aRunSummary({
  id: "id-3",
  number: "r-3",
  configuration: { id: "c", number: "c-7", name: CONFIGURATION.name },
  started_at: AT,
});
const MEASURED = {
  ...CONFIGURATION,
  facts: [
    { key: "array.level", label: "RAID level", group: "array", value: "RAID 10" },
    { key: "controllers.firmware", label: "Firmware of the controller", group: "controller", value: "8.8" },
    { key: "server.bios", label: "BIOS", group: "server", value: null },
  ],
  use: {
    first_run_at: AT,
    last_run_at: AT,
    last_run: "r-3",
    server: { id: "s", number: "s-1", name: "rack-4" },
    is_in_place: true,
  },
  histories: [
    { newest: "r-3", title: "Quick 4K", version: 1, server: null, role: "file", scale: "full", run_count: 3 },
  ],
};
const OTHER_RUN = { ...RUN, id: "id-1", number: "r-1", configuration: { id: "o", number: "c-4", name: "before" } };
const HISTORY = {
  key: { scope: "server s", role: "file", profile: "quick", version: 1 },
  items: [
    { run: OTHER_RUN, class_hash: "o".repeat(64) },
    { run: RUN, class_hash: CONFIGURATION.class_hash },
  ],
  markers: [
    {
      run_id: "id-3",
      before: { id: "o", number: "c-4", name: "before" },
      after: { id: "c", number: "c-7", name: CONFIGURATION.name },
      factors: [
        { key: "controllers.firmware", label: "Firmware", group: "controller", a: "8.5", b: "8.8", known: true },
      ],
    },
  ],
  complete: true,
  figures: {
    metric: "iops",
    label: "IOPS",
    unit: "1/s",
    better: "higher",
    scale: "full",
    left_out: [],
    other_scale: [],
    lines: [
      { workload: "4K write", values: [100, 106], changes: [], newest: null },
      { workload: "4K read", values: [900, 901], changes: [], newest: null },
    ],
  },
};
const VARIANTS = {
  metric: "iops",
  label: "IOPS",
  unit: "1/s",
  better: "higher",
  scale: "full",
  items: [
    {
      configuration: { id: "o", number: "c-4", name: "before" },
      factor: { key: "controllers.firmware", label: "Firmware", group: "controller", a: "8.8", b: "8.5", known: true },
      unknown: ["BIOS"],
      points: [{ workload: "4K write", own: 106, own_n: 1, median: 100, n: 1, ratio: 100 / 106, better: false }],
    },
  ],
};

function measuredLab() {
  return stubLab({
    "GET /api/v1/configurations/c-7": MEASURED,
    "GET /api/v1/configurations/c-7/variants": VARIANTS,
    "GET /api/v1/history": HISTORY,
    "GET /api/v1/runs": { items: [RUN], next_cursor: null },
  });
}

test("the overview shows where it is, what is known of it, its history and its latest runs", async () => {
  const lab = measuredLab();
  openPage("/configurations/c-7", lab);

  expect(await screen.findByRole("heading", { level: 1, name: "lab1, 8 drives" })).toBeTruthy();
  expect(screen.getByText("In place on rack-4")).toBeTruthy();
  expect(screen.getByText("2 factors known, 1 unknown")).toBeTruthy();
  const figure = await screen.findByRole("figure", { name: "4K write, over all runs" });
  expect(within(figure).getByText(/IOPS, median and lowest to highest/)).toBeTruthy();
  expect(await screen.findByRole("row", { name: /r-3 .*106 .*\u00b10/ })).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/runs?configuration=c-7&limit=50");
  const workbench = screen.getByRole("link", { name: "Open in workbench" });
  expect(workbench.getAttribute("href")).toBe("/workbench?runs=r-3");
});

test("one factor away leads to the diff, and says where unknown factors leave the cause open", async () => {
  openPage("/configurations/c-7", measuredLab());
  const link = await screen.findByRole("link", { name: "Firmware 8.5" });
  expect(link.getAttribute("href")).toBe("/configurations/diff?a=c-7&b=c-4");
  expect(screen.getByTitle("BIOS").textContent).toBe("1 factor unknown");
  expect(screen.getByText(/the difference has no known cause/)).toBeTruthy();
  expect(screen.getByText(/\u22126 %/)).toBeTruthy();
});

test("the workload of the address is shown, and variants without it are left out", async () => {
  openPage("/configurations/c-7?workload=4K read", measuredLab());
  expect(await screen.findByRole("figure", { name: "4K read, over all runs" })).toBeTruthy();
  expect(screen.getByText(/No configuration with this workload/)).toBeTruthy();
});

test("a configuration without a finished run says so and still shows its facts", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": { ...MEASURED, use: null, histories: [], run_count: 0 },
    "GET /api/v1/configurations/c-7/variants": { ...VARIANTS, items: [] },
    "GET /api/v1/runs": { items: [], next_cursor: null },
  });
  openPage("/configurations/c-7", lab);
  expect(await screen.findByText("No finished run yet")).toBeTruthy();
  expect(screen.getByText("RAID 10")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Open in workbench" })).toBeNull();
  expect(await screen.findByText("No run on this configuration.")).toBeTruthy();
});

test("the snapshot and both fingerprints have a view of their own", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": { ...CONFIGURATION, snapshot: { board: "X13", arrays: [{ level: "raid5" }] } },
    "GET /api/v1/runs": { items: [], next_cursor: null },
  });
  openPage("/configurations/c-7?tab=snapshot", lab);
  expect(await screen.findByText("raid5")).toBeTruthy();
  expect(screen.getByText("b".repeat(64))).toBeTruthy();
});

test("another configuration is found by its words and opens the diff", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": CONFIGURATION,
    "GET /api/v1/configurations/c-7/variants": { ...VARIANTS, items: [] },
    "GET /api/v1/runs": { items: [], next_cursor: null },
    "GET /api/v1/configurations": {
      items: [
        { ...CONFIGURATION, id: "d", number: "c-8", name: "RAID 6 of 8" },
        { ...CONFIGURATION, id: "e", number: "c-9", name: "RAID 10 of 8" },
      ],
      next_cursor: null,
    },
    "GET /api/v1/configurations/comparison": () => problem(404, "There is no configuration c-9."),
  });
  const { router } = openPage("/configurations/c-7", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Diff with…" }));
  const field = await screen.findByRole("textbox", { name: "Diff with…", hidden: true });
  fireEvent.change(field, { target: { value: "raid 10" } });
  fireEvent.click(await screen.findByRole("option", { name: /RAID 10 of 8/, hidden: true }));
  await waitFor(() => expect(router.state.location.href).toBe("/configurations/diff?a=c-7&b=c-9"));
});
