/** One drive, one controller, one array, one piece of published hardware, opened as pages. */
import { focusManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aChange, aController, anArray, HOSTILE, NOTHING, someDriveHealth } from "@/testing/hardware-objects";
import { AT, aDrive, someHealth } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const BEHIND = { path: null, kernel_name: null, location: "/c0/e252/s3", serial: HOSTILE } as const;

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

function labWithDrive(answers: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/drives/d-1": aDrive(BEHIND),
    "GET /api/v1/drives/d-1/health": someDriveHealth(),
    "GET /api/v1/drives/d-1/states": NOTHING,
    "GET /api/v1/inventory/changes": { items: [aChange()], next_cursor: null },
    ...answers,
  });
}

test("a drive without a kernel name is called by its place, and its serial number is only text", async () => {
  openPage("/inventory/drives/d-1", labWithDrive(VIEWER));

  expect(await screen.findByRole("heading", { level: 1, name: "d-1 · DRIVE (/c0/e252/s3)" })).toBeTruthy();
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(await screen.findByText("Remaining life unknown.")).toBeTruthy();
  expect(screen.getByText("There are too few readings.")).toBeTruthy();
  expect(screen.queryByText(/From 0 readings/)).toBeNull();
  expect(await screen.findByText(/State unknown/)).toBeTruthy();
  expect(await screen.findByText("1.1")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Edit…" })).toBeNull();
});

test("readings of minutes have their reason alone", async () => {
  const { forecast } = someDriveHealth();
  const reason = "The readings span 2 minutes. A forecast needs at least a day.";
  const health = someDriveHealth({ forecast: { ...forecast, reading_count: 3, span_days: 0.0014, reason } });
  openPage("/inventory/drives/d-1", labWithDrive({ "GET /api/v1/drives/d-1/health": health }));

  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByText(/From 3 readings/)).toBeNull();
});

test("readings that are days apart keep the reason of the lab", async () => {
  const { forecast } = someDriveHealth();
  const reason = "Nothing was written to it between the readings.";
  const health = someDriveHealth({ forecast: { ...forecast, reading_count: 4, span_days: 3, reason } });
  openPage("/inventory/drives/d-1", labWithDrive({ "GET /api/v1/drives/d-1/health": health }));

  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByText("From 4 readings over 3 days.")).toBeTruthy();
});

test("health is told in words and as a table, and the ledger of states below", async () => {
  const values = someHealth({ passed: true, used_percent: 3, written_bytes: 4e12, temperature_c: 31, media_errors: 0 });
  const { forecast } = someDriveHealth();
  const health = someDriveHealth({
    items: [{ id: "reading-1", at: AT, taken_during: "after_run", run_number: "r-7", values }],
    latest: values,
    forecast: {
      ...forecast,
      remaining_days: 812.4,
      basis: "rated_endurance",
      reason: "By its rated endurance.",
      bytes_per_day: 1.6e12,
      drive_writes_per_day: 1,
      write_amplification: 1.25,
      span_days: 30,
      reading_count: 12,
    },
  });
  const states = {
    items: [
      {
        id: 1,
        at: AT,
        state: "random_conditioned",
        workload: { description: "4K random write" },
        written_bytes: 3.2e12,
        reason: "Two passes of random writes ended.",
        run_number: "r-7",
      },
    ],
    next_cursor: null,
  };
  openPage(
    "/inventory/drives/d-1",
    labWithDrive({ "GET /api/v1/drives/d-1/health": health, "GET /api/v1/drives/d-1/states": states }),
  );

  expect(await screen.findByText(/About 812 days until/)).toBeTruthy();
  expect(screen.getByText("1.6 TB written per day, 1 times its size.")).toBeTruthy();
  expect(screen.getByText("Write amplification: 1.25.")).toBeTruthy();
  const readings = within(screen.getByRole("table", { name: "Health readings, newest first" }));
  expect(readings.getByText("4 TB")).toBeTruthy();
  expect(readings.getByRole("link", { name: "r-7" })).toBeTruthy();
  const ledger = within(await screen.findByRole("table", { name: /^Drive states after each run/ }));
  expect(ledger.getByText("conditioned with random writes")).toBeTruthy();
  expect(ledger.getByText("4K random write")).toBeTruthy();
});

test("standing, labels, note and facts by hand are edited, and only what changed is sent", async () => {
  const drive = aDrive({ ...BEHIND, labels: { blue: null }, manual: { rack: "4" } });
  const sent: unknown[] = [];
  const lab = labWithDrive({
    "GET /api/v1/drives/d-1": () => drive,
    "PATCH /api/v1/drives/d-1": async (request) => {
      const changes = await request.json();
      sent.push(changes);
      return Object.assign(drive, changes);
    },
  });
  openPage("/inventory/drives/d-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit d-1" }));
  fireEvent.change(dialog.getByLabelText(/^Labels/), { target: { value: "blue; room=cold" } });
  fireEvent.click(dialog.getByRole("button", { name: "Add a fact" }));
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("Enter a name for the fact.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Name of fact 2"), { target: { value: "bay" } });
  fireEvent.change(dialog.getByLabelText("Value of fact 2"), { target: { value: HOSTILE } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  const before = { labels: { blue: null }, manual: { rack: "4" } };
  await waitFor(() =>
    expect(sent).toEqual([{ labels: { blue: null, room: "cold" }, manual: { rack: "4", bay: HOSTILE }, before }]),
  );
  expect(await screen.findByText("room=cold")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a refusal stands in the dialog, and what was typed stays", async () => {
  const lab = labWithDrive({ "PATCH /api/v1/drives/d-1": () => problem(422, "The note is too long.") });
  openPage("/inventory/drives/d-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit d-1" }));
  fireEvent.change(dialog.getByLabelText("Note"), { target: { value: "from the old rack" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  expect(await dialog.findByText("The note is too long.")).toBeTruthy();
  expect((dialog.getByLabelText("Note") as HTMLTextAreaElement).value).toBe("from the old rack");
});

test("what was left alone is not taken back when somebody else changes it behind the form", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const drive = aDrive({ ...BEHIND, note: "as it was" });
  const sent: unknown[] = [];
  const lab = labWithDrive({
    "GET /api/v1/drives/d-1": () => ({ ...drive }),
    "PATCH /api/v1/drives/d-1": async (request) => {
      sent.push(await request.json());
      return drive;
    },
  });
  openPage("/inventory/drives/d-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit d-1" }));

  drive.note = "what somebody else wrote";
  vi.setSystemTime(Date.now() + 60_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(await screen.findByText("what somebody else wrote")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Labels/), { target: { value: "mine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  await waitFor(() => expect(sent).toEqual([{ labels: { mine: null }, before: { labels: {} } }]));
});

test("two people edit the same note: the second sees what the first wrote, and decides", async () => {
  const drive = aDrive({ ...BEHIND, note: "as it was" });
  const sent: Record<string, unknown>[] = [];
  const lab = labWithDrive({
    "GET /api/v1/drives/d-1": () => ({ ...drive }),
    "PATCH /api/v1/drives/d-1": async (request) => {
      const { before, ...changes } = await request.json();
      sent.push(before);
      if (before.note === drive.note) return Object.assign(drive, changes);
      return problem(409, "note: was changed by another user meanwhile. Your change is not saved.", [
        { path: "note", message: "it was changed by somebody else meanwhile." },
      ]);
    },
  });
  openPage("/inventory/drives/d-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit d-1" }));
  drive.note = HOSTILE;
  fireEvent.change(dialog.getByLabelText("Note"), { target: { value: "mine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));

  expect(await dialog.findByText(`Note is now: ${HOSTILE}`)).toBeTruthy();
  expect((dialog.getByLabelText("Note") as HTMLTextAreaElement).value).toBe("mine");
  expect(drive.note).toBe(HOSTILE);
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ note: "as it was" }, { note: HOSTILE }]));
  expect(await screen.findByText("mine")).toBeTruthy();
});

test("a label as long as labels may be does not stand in the way of an edit", async () => {
  const long = "x".repeat(63);
  const sent: unknown[] = [];
  const lab = labWithDrive({
    "GET /api/v1/drives/d-1": aDrive({ ...BEHIND, labels: { [long]: null } }),
    "PATCH /api/v1/drives/d-1": async (request) => {
      sent.push(await request.json());
      return aDrive(BEHIND);
    },
  });
  openPage("/inventory/drives/d-1", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Edit…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit d-1" }));
  fireEvent.change(dialog.getByLabelText(/^Labels/), { target: { value: `${long}; ${long}y` } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText("At most 63 characters in a key.")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Labels/), { target: { value: long } });
  fireEvent.change(dialog.getByLabelText("Note"), { target: { value: "mine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ note: "mine", before: { note: "" } }]));
});

test("an administrator protects a drive on its own page", async () => {
  const drive = aDrive(BEHIND);
  const lab = labWithDrive({
    ...ADMIN,
    "GET /api/v1/drives/d-1": () => drive,
    "PATCH /api/v1/drives/drive-1": async (request) => Object.assign(drive, await request.json()),
  });
  openPage("/inventory/drives/d-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Protect /c0/e252/s3" }));
  expect(await screen.findByRole("button", { name: "Unprotect /c0/e252/s3" })).toBeTruthy();
});

test("a controller says that its slot slows it, and what else a tool told", async () => {
  const lab = stubLab({
    "GET /api/v1/controllers/k-1": aController({ battery: "missing" }),
    "GET /api/v1/inventory/changes": NOTHING,
  });
  openPage("/inventory/controllers/k-1", lab);

  expect(await screen.findByText("The link is below its maximum")).toBeTruthy();
  expect(screen.getAllByText("16 GT/s x8 of 16 GT/s x16").length).toBeGreaterThan(0);
  expect(screen.getByText("missing")).toBeTruthy();
  expect(screen.getByText("Rebuild rate")).toBeTruthy();
  expect(await screen.findByText("No changes since it was first seen.")).toBeTruthy();
  expect(lab.asked).toContain("GET /api/v1/inventory/changes?controller_id=k-1&limit=50");
});

test("an array shows its members and what became of its policies", async () => {
  const lab = stubLab({
    "GET /api/v1/arrays/v-1": anArray({ name: HOSTILE }),
    "GET /api/v1/inventory/changes": NOTHING,
  });
  openPage("/inventory/arrays/v-1", lab);

  expect(await screen.findByRole("heading", { level: 1, name: `v-1 · ${HOSTILE}` })).toBeTruthy();
  const members = within(screen.getByRole("table", { name: /^Members of/ }));
  expect(members.getByRole("link", { name: "SSD" }).getAttribute("href")).toBe("/drives/d-9");
  expect(members.getByText("/c0/e252/s4")).toBeTruthy();
  expect(members.getByText("unknown")).toBeTruthy();
  expect(screen.getByText("write through")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a piece that is not there says so", async () => {
  openPage("/inventory/arrays/v-9", stubLab({}));

  expect(await screen.findByText("There is nothing at /api/v1/arrays/v-9.")).toBeTruthy();
});

test("published hardware says that it was never tested here", async () => {
  const lab = stubLab({
    "GET /api/v1/published-hardware/p1": {
      id: "p1",
      source: "review 2",
      component: "controller",
      name: "PERC 12",
      attributes: { firmware: "8.4.0.0.18-1" },
      created_at: AT,
    },
  });
  openPage("/inventory/published/p1", lab);

  expect(await screen.findByText(/Not measured in this lab/)).toBeTruthy();
  expect(screen.getByText("8.4.0.0.18-1")).toBeTruthy();
});
