/** One drive with its tabs, one controller, one array, one piece of published hardware, opened as pages. */
import { focusManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  aChange,
  aController,
  aForecast,
  aLife,
  anArray,
  HOSTILE,
  NOTHING,
  SERVER,
  someDriveHealth,
} from "@/testing/hardware-objects";
import { AT, aDrive, anEnrolmentOf, aRunSummary, aServer, someHealth } from "@/testing/objects";
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
    "GET /api/v1/drives/d-1/life": aLife(),
    "GET /api/v1/drives/d-1/runs": NOTHING,
    "GET /api/v1/drives/d-1/health": someDriveHealth(),
    "GET /api/v1/drives/d-1/states": NOTHING,
    "GET /api/v1/inventory/changes": { items: [aChange()], next_cursor: null },
    "GET /api/v1/photos": NOTHING,
    "GET /api/v1/servers/s-1": aServer(),
    ...answers,
  });
}

test("a drive without a kernel name is called by its place, and its serial number is only text", async () => {
  openPage("/drives/d-1", labWithDrive(VIEWER));

  expect(await screen.findByRole("heading", { level: 1, name: /^DRIVE 1\sTB$/ })).toBeTruthy();
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  await waitFor(() => expect(document.title).toContain("rack-4, /c0/e252/s3 · DRIVE"));
  expect(screen.queryByRole("link", { name: "New run here" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Enrol/ })).toBeNull();
});

test("too few readings have their reason, and no forecast is drawn", async () => {
  openPage("/drives/d-1", labWithDrive());

  const forecast = within(await screen.findByRole("region", { name: "Forecast" }));
  expect(await forecast.findByText("There are too few readings.")).toBeTruthy();
  expect(forecast.queryByText("95 % interval")).toBeNull();
});

test("a drive without readings has one sentence in place of three empty charts", async () => {
  openPage("/drives/d-1", labWithDrive());

  expect(await screen.findByText("No readings in this period")).toBeTruthy();
  expect(screen.queryByRole("figure")).toBeNull();
});

test("a forecast without an interval says how many weeks are missing", async () => {
  const forecast = aForecast({ exhausted_earliest_at: null, exhausted_latest_at: null, week_count: 1, span_days: 9 });
  openPage("/drives/d-1", labWithDrive({ "GET /api/v1/drives/d-1/life": aLife({ forecast }) }));

  const shown = within(await screen.findByRole("region", { name: "Forecast" }));
  expect(await shown.findByText(/An interval needs 4 weeks of readings. There are 1./)).toBeTruthy();
  expect(shown.getByText("Aug 2027")).toBeTruthy();
});

test("the life of a drive has its numbers, forecast, neighbours and places", async () => {
  const health = someHealth({
    passed: true,
    media_errors: 0,
    written_bytes: 8.14e15,
    power_on_hours: 9412,
    power_cycles: 41,
    unsafe_shutdowns: 3,
    spare_percent: 97,
    spare_threshold_percent: 10,
    temperature_c: 61,
  });
  const wear = [{ at: AT, used_percent: 22 }];
  const life = aLife({
    forecast: aForecast(),
    neighbours: { scope: "server", drive_count: 15, wear, used_percent: 22, temperature_c: 43 },
    wear: [{ at: AT, used_percent: 58 }],
    places: [
      ...aLife().places,
      { ...aLife().places[0], server: { ...SERVER, name: "rack-1" }, slot: "3", present: false },
    ] as ReturnType<typeof aLife>["places"],
  });
  const lab = labWithDrive({
    "GET /api/v1/drives/d-1": aDrive({ ...BEHIND, slot: "7", health }),
    "GET /api/v1/drives/d-1/life": life,
  });
  openPage("/drives/d-1", lab);

  const checks = within(await screen.findByRole("region", { name: "Health" }));
  expect(await checks.findByText("18 K hotter than other drives of this model. Check the airflow.")).toBeTruthy();
  expect(checks.getByText("SMART health passed, no media errors")).toBeTruthy();
  expect(screen.getByText("same model: 22 %")).toBeTruthy();
  expect(screen.getByText("of 14 PB rated")).toBeTruthy();
  expect(screen.getByText("41 cycles, 3 unsafe")).toBeTruthy();
  const forecast = within(screen.getByRole("region", { name: "Forecast" }));
  expect(forecast.getByText("Jun to Nov 2027")).toBeTruthy();
  const places = within(screen.getByRole("region", { name: "Where it was" }));
  expect(places.getByText("rack-1, slot 3")).toBeTruthy();
  expect(screen.getByText(/before that in rack-1/)).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/drives/d-1/life?days=365");
});

test("tab and period are in the address", async () => {
  const lab = labWithDrive();
  const { router } = openPage("/drives/d-1?span=all&tab=other", lab);

  expect(await screen.findByRole("radio", { name: "All" })).toBeTruthy();
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/drives/d-1/life"));
  fireEvent.click(screen.getByRole("radio", { name: "30 d" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ span: "30d" }));
  expect(lab.requests).toContain("GET /api/v1/drives/d-1/life?days=30");
  fireEvent.click(screen.getByRole("link", { name: "SMART" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ span: "30d", tab: "smart" }));
  expect(await screen.findByText("No health readings yet.")).toBeTruthy();
});

test("runs are listed with what each wrote here, and the one that is under way is named", async () => {
  const runs = {
    items: [
      {
        run: aRunSummary({ number: "r-9", title: "RAID 5 write", state: "running" }),
        written_bytes: null,
        endurance_percent: null,
        highest_temperature_c: null,
      },
      {
        run: aRunSummary({ number: "r-8", title: "RAID 5 read" }),
        written_bytes: 5.74e12,
        endurance_percent: 0.04,
        highest_temperature_c: 58,
      },
    ],
    next_cursor: null,
  };
  openPage("/drives/d-1", labWithDrive({ "GET /api/v1/drives/d-1/runs": runs }));

  const table = within(await screen.findByRole("table", { name: "Runs on d-1, newest first" }));
  const row = within(await table.findByRole("row", { name: /r-8/ }));
  expect(row.getByText("5.74 TB")).toBeTruthy();
  expect(row.getByText("0.04 %")).toBeTruthy();
  expect(row.getByText("58 °C")).toBeTruthy();
  expect(within(table.getByRole("row", { name: /r-9/ })).getByText("unknown")).toBeTruthy();
  expect(screen.getByRole("link", { name: "in use by r-9" }).getAttribute("href")).toBe("/runs/r-9");
});

test("SMART values are a list and a table, and the ledger of states is among the changes", async () => {
  const values = someHealth({ passed: true, used_percent: 3, written_bytes: 4e12, temperature_c: 31, media_errors: 0 });
  const health = someDriveHealth({
    items: [{ id: "reading-1", at: AT, taken_during: "after_run", run_number: "r-7", values }],
    latest: values,
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
  const lab = labWithDrive({ "GET /api/v1/drives/d-1/health": health, "GET /api/v1/drives/d-1/states": states });
  const { router } = openPage("/drives/d-1?tab=smart", lab);

  const readings = within(await screen.findByRole("table", { name: "Health readings, newest first" }));
  expect(readings.getByText("4 TB")).toBeTruthy();
  expect(readings.getByRole("link", { name: "r-7" })).toBeTruthy();
  await router.navigate({ to: ".", search: { tab: "changes" } });
  const ledger = within(await screen.findByRole("table", { name: /^Drive states after each run/ }));
  expect(ledger.getByText("conditioned with random writes")).toBeTruthy();
  expect(ledger.getByText("4K random write")).toBeTruthy();
  expect(await screen.findByText("1.1")).toBeTruthy();
});

test("an unreachable server is said with the moment it was last seen", async () => {
  const server = aServer({ state: "unreachable", last_seen_at: AT });
  openPage("/drives/d-1", labWithDrive({ "GET /api/v1/servers/s-1": server }));

  expect(await screen.findByText("rack-4 is unreachable. These are the last readings.")).toBeTruthy();
  expect(screen.getByText(/^Last seen /)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
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
  openPage("/drives/d-1?tab=notes", lab);

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
  openPage("/drives/d-1?tab=notes", lab);

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
  openPage("/drives/d-1?tab=notes", lab);
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
  openPage("/drives/d-1?tab=notes", lab);
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
  openPage("/drives/d-1?tab=notes", lab);
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
  openPage("/drives/d-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Protect /c0/e252/s3" }));
  expect(await screen.findByRole("button", { name: "Unprotect /c0/e252/s3" })).toBeTruthy();
});

const ENROLMENT = {
  id: "enrolment-1",
  server_id: "server-1",
  server: SERVER,
  stable_id: "nvme-DRIVE_1",
  serial: "S6CKNX0W100001",
  model: "DRIVE",
  size_bytes: 1e12,
  state: "proposed",
  void_reason: null,
  proposed_by: "ada",
  created_at: AT,
  enrolled_at: null,
  expires_at: null,
  last_seen_at: null,
  command: "sudo storagelab-runner enrol --stable-id nvme-DRIVE_1",
  extend_command: null,
};

function labToEnrol(enrolment: Record<string, unknown>, answers: Record<string, Answer> = {}) {
  const drive = aDrive({ serial: "S6CKNX0W100001" });
  return labWithDrive({
    ...ADMIN,
    "GET /api/v1/drives/d-1": drive,
    "POST /api/v1/enrolments": () => ENROLMENT,
    "GET /api/v1/enrolments/enrolment-1": () => ({ ...ENROLMENT, ...enrolment }),
    ...answers,
  });
}

async function propose(typed = "100001") {
  fireEvent.click(await screen.findByRole("button", { name: "Enrol /dev/nvme1n1…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Enrol /dev/nvme1n1" }));
  fireEvent.change(dialog.getByLabelText(/Last 6 characters/), { target: { value: typed } });
  fireEvent.click(dialog.getByRole("button", { name: "Propose" }));
  return dialog;
}

test("enrolling waits for the server, and says when it has accepted it", async () => {
  const state = { state: "proposed" } as Record<string, unknown>;
  const base = aDrive({ serial: "S6CKNX0W100001" });
  const drive = () => (state.state === "active" ? { ...base, enrolment: anEnrolmentOf() } : base);
  openPage("/drives/d-1", labToEnrol(state, { "GET /api/v1/drives/d-1": drive }));

  const dialog = await propose();
  expect(await dialog.findByText("sudo storagelab-runner enrol --stable-id nvme-DRIVE_1")).toBeTruthy();
  expect(await dialog.findByText("Waiting for rack-4. You can close this and come back.")).toBeTruthy();
  Object.assign(state, { state: "active", command: null, expires_at: "2027-05-20T00:00:00Z" });
  expect(await dialog.findByText("The server has accepted it", {}, { timeout: 20_000 })).toBeTruthy();
  expect(dialog.getByText("Runs may erase this drive until 20 May 2027.")).toBeTruthy();
  // The page behind it knows, too, and the dialog stays until it is closed.
  expect(await screen.findByText("May be erased")).toBeTruthy();
  fireEvent.click(dialog.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a wrong ending is refused before anything is sent", async () => {
  const lab = labToEnrol({});
  openPage("/drives/d-1", lab);

  const dialog = await propose("100002");
  expect(await dialog.findByText("The serial number of this drive ends differently.")).toBeTruthy();
  expect(lab.requests).not.toContain("POST /api/v1/enrolments");
});

test.each([
  ["a refusal", { state: "void", void_reason: "Its size changed." }, {}, "Its size changed."],
  ["an expiry", { state: "void", void_reason: "It expired at 2026-11-20 10:00 UTC." }, {}, /^It expired at/],
  ["an end meanwhile", { state: "withdrawn", void_reason: "Withdrawn by bob." }, {}, "Withdrawn by bob."],
  ["an unreachable server", {}, { state: "unreachable" }, "rack-4 is unreachable"],
  ["a quarantine", {}, { state: "quarantined", state_reason: "Two runners." }, "Two runners."],
])("%s is said in words while somebody waits", async (_, enrolment, server, text) => {
  const lab = labToEnrol(enrolment, { "GET /api/v1/servers/s-1": aServer(server) });
  openPage("/drives/d-1", lab);

  const dialog = await propose();
  expect(await dialog.findByText(text)).toBeTruthy();
});

test("an enrolment says until when it holds, and how it is extended and ended", async () => {
  const active = { state: "active", command: null, expires_at: "2027-05-20T00:00:00Z", enrolled_at: AT };
  const extend = { extend_command: "sudo storagelab-runner enrol --stable-id nvme-DRIVE_1" };
  const drive = aDrive({ enrolment: anEnrolmentOf({ expires_at: "2027-05-20T00:00:00Z" }) });
  const lab = labToEnrol({ ...active, ...extend }, { "GET /api/v1/drives/d-1": drive });
  openPage("/drives/d-1", lab);

  expect(await screen.findByText("May be erased until 20 May 2027")).toBeTruthy();
  expect(await screen.findByText("Enrolled 21 Nov 2026 on rack-4, proposed by ada.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "End enrolment" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Extend…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Extend the enrolment of /dev/nvme1n1" }));
  expect(await dialog.findByText(extend.extend_command)).toBeTruthy();
});

test("a controller says that its slot slows it, and what else a tool told", async () => {
  const lab = stubLab({
    "GET /api/v1/controllers/k-1": aController({ battery: "missing" }),
    "GET /api/v1/inventory/changes": NOTHING,
  });
  openPage("/servers/controllers/k-1", lab);

  expect(await screen.findByText("The link is below its maximum")).toBeTruthy();
  expect(screen.getAllByText("16 GT/s x8 of 16 GT/s x16").length).toBeGreaterThan(0);
  expect(screen.getByText("missing")).toBeTruthy();
  expect(screen.getByText("Rebuild rate")).toBeTruthy();
  expect(await screen.findByText("No changes since it was first seen.")).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/inventory/changes?controller_id=k-1&limit=50");
});

test("an array shows its members and what became of its policies", async () => {
  const lab = stubLab({
    "GET /api/v1/arrays/v-1": anArray({ name: HOSTILE }),
    "GET /api/v1/inventory/changes": NOTHING,
  });
  openPage("/arrays/v-1", lab);

  expect(await screen.findByRole("heading", { level: 1, name: `${HOSTILE} · RAID 5` })).toBeTruthy();
  const members = within(screen.getByRole("table", { name: /^Members of/ }));
  expect(members.getByRole("link", { name: "SSD" }).getAttribute("href")).toBe("/drives/d-9");
  expect(members.getByText("/c0/e252/s4")).toBeTruthy();
  expect(members.getByText("unknown")).toBeTruthy();
  expect(screen.getByText("write through")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a piece that is not there says so", async () => {
  openPage("/arrays/v-9", stubLab({}));

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
  openPage("/servers/published/p1", lab);

  expect(await screen.findByText(/Not measured in this lab/)).toBeTruthy();
  expect(screen.getByText("8.4.0.0.18-1")).toBeTruthy();
});
