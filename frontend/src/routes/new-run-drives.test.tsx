/** The page of a new run on drives: what is locked, erased, prepared and checked. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Drive } from "@/api/types";
import { aProbeResult } from "@/testing/attempt-objects";
import { labWith, openSettings, startButton } from "@/testing/new-run-lab";
import { AT, aDrive, aJob, anEnrolmentOf, aPlan, aProfile } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem } from "@/testing/stub-lab";

const ENROLLED = anEnrolmentOf({ state: "active" });
const FIRST = aDrive({ stable_id: "nvme-A", serial: "S6CK0001", path: "/dev/nvme1n1", enrolment: ENROLLED });
const SECOND = aDrive({
  id: "drive-2",
  stable_id: "nvme-B",
  serial: "S6CK0002",
  path: "/dev/nvme2n1",
  enrolment: ENROLLED,
});
const ON_DRIVES = "/new?profile=quick-4k&target=devices";

function labWithDrives(...drives: Drive[]) {
  return labWith(({ dry }) => (dry ? { plan: aPlan() } : aJob()), {
    "GET /api/v1/drives": { items: drives, next_cursor: null },
  });
}

test("a drive that may not be written is locked for a profile that writes, with the reason", async () => {
  const { lab } = labWithDrives(
    aDrive({ id: "drive-0", path: "/dev/sda", stable_id: "ata-SYSTEM", in_use_reasons: ["mounted at /"] }),
    aDrive({ id: "drive-3", path: "/dev/sdb", stable_id: "ata-B" }),
    FIRST,
  );
  openPage(ON_DRIVES, lab);

  const system = await screen.findByRole("checkbox", { name: /\/dev\/sda/ });
  expect(system.hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("Mounted at /")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /\/dev\/sdb/ }).hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("Not enrolled")).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: /nvme1n1/ }).hasAttribute("disabled")).toBe(false);
  expect(screen.getByText("Enrolled, may be erased")).toBeTruthy();
});

test("nothing is erased before the end of a serial is typed, and no serial is in the address", async () => {
  const { lab, submissions } = labWithDrives(FIRST, SECOND);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A","nvme-B"]')}`, lab);

  expect(await screen.findByText("All data on 2 drives will be erased.")).toBeTruthy();
  const field = screen.getByLabelText("Last 4 characters of the serial of /dev/nvme1n1") as HTMLInputElement;
  expect(field.value).toBe("");
  await waitFor(() => expect(submissions.length).toBeGreaterThan(0));
  const submit = screen.getByRole("button", { name: "Start run" });
  expect(submit.hasAttribute("disabled")).toBe(true);

  fireEvent.change(field, { target: { value: "0002" } });
  fireEvent.blur(field);
  expect(screen.getByText("These are not the last characters of that serial.")).toBeTruthy();
  expect(submit.hasAttribute("disabled")).toBe(true);
  expect(submissions.every(({ body }) => JSON.stringify(body.confirm_serials) === "[]")).toBe(true);

  fireEvent.change(field, { target: { value: "0001" } });
  fireEvent.click(await startButton());
  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
  expect(router.state.location.href).not.toContain("0001");
  expect(submissions.at(-1)).toMatchObject({ dry: false, body: { confirm_serials: ["S6CK0001", "S6CK0002"] } });
});

test("a confirmation is for the drives it was typed for", async () => {
  const { lab, submissions } = labWithDrives(FIRST, SECOND);
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const field = (await screen.findByLabelText(/^Last 4 characters/)) as HTMLInputElement;
  fireEvent.change(field, { target: { value: "0001" } });
  await startButton();
  fireEvent.click(screen.getByRole("checkbox", { name: /nvme2n1/ }));

  expect(await screen.findByText("All data on 2 drives will be erased.")).toBeTruthy();
  expect(field.value).toBe("");
  const both = (body: Record<string, unknown>) => JSON.stringify(body.target).includes("nvme-B");
  await waitFor(() => expect(submissions.some(({ body }) => both(body))).toBe(true));
  expect(submissions.filter(({ body }) => both(body)).every(({ body }) => String(body.confirm_serials) === "")).toBe(
    true,
  );
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
});

test("without a choice drives are only read, and a file is the default target", async () => {
  const reading = aProfile({ name: "read-sweep", title: "Read sweep", writes: false });
  const { lab, submissions } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/profiles": { items: [aProfile(), reading], next_cursor: null },
    "GET /api/v1/drives": { items: [FIRST], next_cursor: null },
  });
  openPage("/new", lab);

  await startButton();
  expect(submissions.at(-1)?.body).toMatchObject({ target: { kind: "file" }, profile: { name: "quick-4k" } });
  fireEvent.click(screen.getByRole("radio", { name: "Drives" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: /nvme1n1/ }));
  await startButton();
  expect(submissions.at(-1)?.body).toMatchObject({ target: { kind: "devices" }, profile: { name: "read-sweep" } });
  expect(screen.queryByText(/will be erased/)).toBeNull();
});

test("Ctrl Enter starts the run, and goes to the serial while that is missing", async () => {
  const { lab, submissions } = labWithDrives(FIRST);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const field = await screen.findByLabelText(/^Last 4 characters/);
  await waitFor(() => expect(submissions.length).toBeGreaterThan(0));
  fireEvent.keyDown(document.body, { key: "Enter", ctrlKey: true });
  expect(document.activeElement).toBe(field);
  expect(submissions.every(({ dry }) => dry)).toBe(true);

  fireEvent.change(field, { target: { value: "0001" } });
  await startButton();
  fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-1"));
});

test("preparation is put together step by step and becomes part of the request", async () => {
  const { lab, submissions } = labWithDrives(FIRST);
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  await openSettings();
  await addStep("Discard everything (trim)");
  await addStep("Fill");
  fireEvent.change(await screen.findByLabelText("Passes"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Move 2. Fill up" }));
  expect(screen.getByText("Fill is now step 1 of 2.")).toBeTruthy();

  const fill = { kind: "fill", passes: 2, block_bytes: 1_048_576, pattern: "random" };
  await waitFor(() => expect(submissions.at(-1)?.body.preparation).toEqual([fill, { kind: "discard" }]));
  await waitFor(() => expect(router.state.location.search.preparation).toEqual([fill, { kind: "discard" }]));

  fireEvent.click(screen.getByRole("button", { name: "Remove 1. Fill" }));
  await waitFor(() => expect(router.state.location.search.preparation).toEqual([{ kind: "discard" }]));
  // The plan of this one step may have been read when the step was added; then it is not read again.
  await waitFor(() => expect(submissions.map(({ body }) => body.preparation)).toContainEqual([{ kind: "discard" }]));
});

async function addStep(title: string) {
  fireEvent.click(await screen.findByRole("combobox", { name: "Step to add" }));
  fireEvent.click(await screen.findByText(title));
  fireEvent.click(screen.getByRole("button", { name: "Add step" }));
}

async function check() {
  const button = await screen.findByRole("button", { name: "Check server" });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  fireEvent.click(button);
}

test("the check shows every reason of the server, and says when it is of another target", async () => {
  const answer = {
    id: "check-1",
    state: "done",
    writes: true,
    refused: true,
    probe_results: [
      aProbeResult({ device: "nvme-A" }),
      aProbeResult({ id: "I1", device: "nvme-A", title: "Stable ID", verdict: "pass", reason: "It is the only one." }),
    ],
    error: null,
    finished_at: AT,
  };
  const probes: unknown[] = [];
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "GET /api/v1/drives": { items: [FIRST, SECOND], next_cursor: null },
    "POST /api/v1/target-probes": async (request) => {
      probes.push(await request.json());
      return { ...answer, state: "requested", probe_results: null, refused: null };
    },
    "GET /api/v1/target-probes/check-1": answer,
  });
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  await check();
  expect(await screen.findByText("Blocked by 1 safety check")).toBeTruthy();
  expect(screen.getByText("It is mounted at /srv.").closest("details")?.open).toBe(true);
  expect(screen.getByText("It is the only one.").closest("details")?.open).toBe(false);
  expect(probes).toEqual([
    {
      server_id: "server-1",
      target: { kind: "devices", stable_ids: ["nvme-A"], layout: "parallel" },
      profile: { name: "quick-4k", parameters: {}, scale: "full" },
      preparation: [],
    },
  ]);

  fireEvent.click(screen.getByRole("checkbox", { name: /nvme2n1/ }));
  expect(await screen.findByText(/has changed since this check/)).toBeTruthy();
});

test("a check that is refused as entered says so, and names the fields as the form does", async () => {
  const errors = [
    { path: "target.path", message: "The path must be absolute." },
    { path: "target.size_bytes", message: "At least 16 MiB are needed." },
    { path: "target.other", message: "Nobody knows this." },
  ];
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "POST /api/v1/target-probes": () => problem(422, "The target cannot be like this.", errors),
  });
  openPage("/new?profile=quick-4k&path=relative.dat", lab);

  await check();

  const notice = (await screen.findByText("This target cannot be checked")).closest("[role=alert]");
  expect(notice?.textContent).toContain("Path: The path must be absolute.");
  expect(notice?.textContent).toContain("Size in MiB: At least 16 MiB are needed.");
  expect(notice?.textContent).toContain("Other: Nobody knows this.");
  expect(screen.queryByText("Could not check the server")).toBeNull();
});

test("a check that the lab could not ask for says that the server could not be asked", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }), {
    "POST /api/v1/target-probes": () => problem(503, "No broker."),
  });
  openPage("/new?profile=quick-4k", lab);

  await check();
  expect(await screen.findByText("Could not check the server")).toBeTruthy();
});

test("the plan says which part is still to be chosen", async () => {
  openPage(ON_DRIVES, labWithDrives(FIRST).lab);
  expect((await screen.findAllByText("Choose drives to see the plan.")).length).toBeGreaterThan(0);
});

test("the plan names every part that is missing", async () => {
  openPage("/new?server=s-99&target=devices", labWithDrives(FIRST).lab);
  const words = "Choose a server, drives and a profile to see the plan.";
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

test("a job can build on what its drives are: the choice tells what it saves, and is part of the address", async () => {
  const leftOut = [{ ordinal: 1, name: "Fill", estimated_seconds: 540, reason: "filled by r-12, 0 B written since" }];
  const { lab, submissions } = labWith(
    ({ body }) => ({
      plan: aPlan(
        body.conditioning === "reuse"
          ? { reuse_saves_seconds: 540, conditioning_choice: "reuse", left_out: leftOut }
          : { reuse_saves_seconds: 540, destroys: [{ stable_id: "nvme-A", model: "DRIVE", serial_ending: "CK0001" }] },
      ),
    }),
    { "GET /api/v1/drives": { items: [FIRST], next_cursor: null } },
  );
  const { router } = openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}`, lab);

  const again = await screen.findByRole("radio", { name: "Redo preparation" });
  expect((again as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(/already have their state: about 9 \S+ less/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("radio", { name: "Reuse the drive state" }));

  expect(await screen.findByText("1. Fill: filled by r-12, 0 B written since")).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ conditioning: "reuse" }));
  expect(submissions.at(-1)?.body).toMatchObject({ conditioning: "reuse" });
  // The remaining targets are only read, so no serial number is requested.
  expect(screen.queryByLabelText(/^Last 4/)).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Start run" }).hasAttribute("disabled")).toBe(false));
});

test("a file has no state that a job could build on", async () => {
  const { lab } = labWith(() => ({ plan: aPlan() }));
  openPage("/new?profile=quick-4k&conditioning=reuse", lab);

  await startButton();
  expect(screen.queryByRole("radio", { name: "Redo preparation" })).toBeNull();
});

test("where nothing can be left out the choice says so and can be taken back", async () => {
  const { lab } = labWith(() => ({ plan: aPlan({ reuse_saves_seconds: 0 }) }), {
    "GET /api/v1/drives": { items: [FIRST], next_cursor: null },
  });
  openPage(`${ON_DRIVES}&drives=${encodeURIComponent('["nvme-A"]')}&conditioning=reuse`, lab);

  expect(await screen.findByText(/No phase can be skipped/)).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Redo preparation" }));
  await waitFor(() =>
    expect((screen.getByRole("radio", { name: "Redo preparation" }) as HTMLInputElement).checked).toBe(true),
  );
});
