/** The form of a new campaign, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { CampaignRequest } from "@/api/types";
import {
  aCampaign,
  aCell,
  aColumn,
  aMatrix,
  aPlannedCell,
  aProposal,
  aRow,
  someCampaignPlan,
} from "@/testing/campaign-objects";
import { aDrive, anEnrolmentOf, aProfile, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

interface Submission {
  key: string | null;
  dry: boolean;
  body: CampaignRequest;
}

const DRIVES = ["A", "B", "C", "D"].map((letter, index) =>
  aDrive({
    id: `drive-${letter}`,
    stable_id: `nvme-${letter}`,
    serial: `S6CK000${index}`,
    path: `/dev/nvme${index}n1`,
    enrolment: anEnrolmentOf(),
  }),
);

function labWith(answer: (submission: Submission) => object, more: Record<string, Answer> = {}) {
  const submissions: Submission[] = [];
  const lab = stubLab({
    "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
    "GET /api/v1/profiles": { items: [aProfile()], next_cursor: null },
    "GET /api/v1/drives": { items: DRIVES, next_cursor: null },
    "POST /api/v1/campaigns": async (request) => {
      const submission = {
        key: request.headers.get("Idempotency-Key"),
        dry: new URL(request.url).searchParams.get("dry_run") === "true",
        body: await request.json(),
      };
      submissions.push(submission);
      return answer(submission);
    },
    "GET /api/v1/campaigns/m-1": aCampaign(),
    "GET /api/v1/campaigns/m-1/matrix": aMatrix(),
    ...more,
  });
  return { lab, submissions };
}

const address = (draft: Record<string, unknown>) =>
  `/campaigns/new?${new URLSearchParams(Object.entries(draft).map(([key, value]) => [key, JSON.stringify(value)]))}`;

const DRAFT = {
  layouts: ["raid5"],
  counts: [2, 4],
  drives: ["nvme-A", "nvme-B", "nvme-C", "nvme-D"],
  states: ["optimal", "rebuilding"],
  workloads: [{ profile: "quick-4k" }],
};
const FILE = { file_bytes: 268_435_456, workloads: [{ profile: "quick-4k" }] };

test("a campaign on a file needs no serial number, shows its plan, and leads to its page", async () => {
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: someCampaignPlan() } : aCampaign()));
  const { router } = openPage(address(FILE), lab);

  expect((await screen.findAllByText("1 cell")).length).toBeGreaterThan(0);
  const submit = screen.getByRole("button", { name: "Start campaign" });
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);

  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns/m-1"));
  const submitted = submissions.filter(({ dry }) => !dry);
  expect(submitted).toHaveLength(1);
  expect(submitted[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(submitted[0]?.body).toMatchObject({
    name: "Campaign on rack-4",
    server_id: "server-1",
    drives: null,
    configurations: [{ layout: "file", drives: 1, size_bytes: 268_435_456 }],
    states: ["optimal"],
    workloads: [{ profile: { name: "quick-4k", parameters: {}, scale: "full" }, label: null }],
    confirm_serials: [],
  });
});

/** Types the end of the serial number of the first drive. */
function confirmErasure() {
  fireEvent.change(screen.getByRole("textbox", { name: /^Last 4 characters of the serial/ }), {
    target: { value: "0000" },
  });
}

test("nothing is submitted before the end of the first serial is typed, and no serial is in the address", async () => {
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: someCampaignPlan() } : aCampaign()));
  const { router } = openPage(address(DRAFT), lab);

  expect(await screen.findByText(/All data on 4 drives will be erased/)).toBeTruthy();
  await screen.findByRole("tab", { name: "Steps" });
  const submit = screen.getByRole("button", { name: "Start campaign" });
  expect(submit.hasAttribute("disabled")).toBe(true);
  confirmErasure();
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));

  expect(router.state.location.href).not.toContain("S6CK");
  fireEvent.click(submit);
  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns/m-1"));
  expect(submissions.at(-1)).toMatchObject({
    dry: false,
    body: {
      axes: { layouts: ["raid5"], drive_counts: [2, 4], over_provisioned_percents: [0] },
      drives: { stable_ids: ["nvme-A", "nvme-B", "nvme-C", "nvme-D"], same_set_preferred: true },
      states: ["optimal", "rebuilding"],
      confirm_serials: ["S6CK0000", "S6CK0001", "S6CK0002", "S6CK0003"],
    },
  });
});

test("a campaign of RAID 5 and 6 over two drive models starts after seven actions", async () => {
  const models = [...DRIVES, ...DRIVES].map((drive, index) =>
    aDrive({
      ...drive,
      id: `drive-${index}`,
      stable_id: `nvme-${index}`,
      serial: `S6CK000${index}`,
      model: index < 4 ? "PM9A3" : "S3710",
    }),
  );
  const { lab, submissions } = labWith(({ dry }) => (dry ? { plan: someCampaignPlan() } : aCampaign()), {
    "GET /api/v1/drives": { items: models, next_cursor: null },
  });
  const { router } = openPage("/campaigns/new", lab);

  const box = (name: string | RegExp) => screen.findByRole("checkbox", { name });
  fireEvent.click(await box("4 × PM9A3"));
  fireEvent.click(await box("4 × S3710"));
  fireEvent.click(await box("RAID 5"));
  fireEvent.click(await box("RAID 6"));
  expect(await box("4")).toHaveProperty("checked", true);
  (await box("Quick 4K")).focus();
  fireEvent.click(await box("Quick 4K"));
  // The box moved to the chosen workloads, and the focus with it.
  expect(document.activeElement).toBe(await screen.findByRole("checkbox", { name: "Quick 4K", checked: true }));
  await screen.findByText(/All data on 8 drives will be erased/);
  confirmErasure();
  const submit = screen.getByRole("button", { name: "Start campaign" });
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);

  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns/m-1"));
  expect(submissions.at(-1)?.body).toMatchObject({
    axes: { layouts: ["raid5", "raid6"], drive_counts: [4], models: ["PM9A3", "S3710"] },
    drives: { stable_ids: models.map(({ stable_id }) => stable_id) },
  });
});

test("a layout without a cell blocks the start, with its two ways out", async () => {
  const { lab } = labWith(() => ({ plan: someCampaignPlan() }));
  const { router } = openPage(address({ ...DRAFT, counts: [3], layouts: ["raid5", "raid6"] }), lab);

  const bar = await screen.findByRole("region", { name: "New campaign" });
  expect(within(bar).getByText("RAID 6 yields no cell.")).toBeTruthy();
  expect(within(bar).getByText("Tick 4 drives or remove RAID 6 to start.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Start campaign" }).hasAttribute("disabled")).toBe(true);
  const row = screen.getByRole("row", { name: /RAID 6 no cells/ });
  expect(row.textContent).toContain("RAID 6 needs at least 4 drives.");

  fireEvent.click(within(row).getByRole("button", { name: "Tick 4 drives" }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ counts: [3, 4] }));
  expect(within(bar).queryByText("RAID 6 yields no cell.")).toBeNull();
});

test("a layout without a cell is removed by its button", async () => {
  const { router } = openPage(
    address({ ...DRAFT, counts: [3], layouts: ["raid5", "raid6"] }),
    labWith(() => ({ plan: someCampaignPlan() })).lab,
  );

  fireEvent.click(await screen.findByRole("button", { name: "Remove RAID 6" }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ layouts: ["raid5"] }));
});

test("every ticked configuration has its row before the plan is there, and its minutes once it is", async () => {
  const answers: ((answer: object) => void)[] = [];
  const { lab } = labWith(() => new Promise<object>((resolve) => answers.push(resolve)) as unknown as object);
  openPage(address({ ...DRAFT, counts: [3, 4], states: ["optimal"] }), lab);

  const matrix = await screen.findByRole("table", { name: "Configurations by workloads" });
  const texts = () =>
    within(matrix)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent);
  await waitFor(() => expect(texts()).toEqual(["RAID 5 3 drives–", "RAID 5 4 drives–"]));
  await waitFor(() => expect(answers).toHaveLength(1));

  const rows = [aRow({ drives: 3 }), aRow({ row: 1, drives: 4 })];
  const order = [
    aPlannedCell({ estimated_seconds: 3000, preparation_seconds: 600 }),
    aPlannedCell({ row: 1, estimated_seconds: 3600, preparation_seconds: 600 }),
  ];
  const cells = [aCell(), aCell({ row: 1 })];
  answers[0]?.({ plan: someCampaignPlan({ order, matrix: aMatrix({ rows, cells }) }) });

  await waitFor(() =>
    expect(texts().map((text) => text?.replaceAll("\u00a0", " "))).toEqual([
      "RAID 5 3 drives40 min50 min",
      "RAID 5 4 drives50 min1 h",
    ]),
  );
  const plan = screen.getByRole("region", { name: "Plan" });
  expect(within(plan).getAllByRole("listitem")).toHaveLength(2);
});

test("a file beside a layout without numbers of drives makes no campaign that drops the layout", async () => {
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }));
  openPage(address({ ...FILE, layouts: ["raid5"], drives: DRAFT.drives }), lab);

  // In the place of the plan, and beside the button that it closes.
  expect(await screen.findAllByText("Enter the drives per array for RAID 5, or clear this layout.")).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Start campaign" }).hasAttribute("disabled")).toBe(true);
  expect(submissions).toEqual([]);
});

test("what cannot be built says why in its row; what is unticked is left out of the request", async () => {
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }));
  const { router } = openPage(address({ ...DRAFT, layouts: ["jbod", "raid5"] }), lab);

  const impossible = await screen.findByRole("row", { name: /RAID 5 2 drives/ });
  expect(impossible.textContent).toContain("RAID 5 needs at least 3 drives.");
  fireEvent.click(screen.getByRole("checkbox", { name: /^JBOD 4 drives/ }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ without: ["jbod:4:0"] }));
  expect(screen.getByRole("row", { name: /JBOD 4 drives/ }).textContent).toContain("left out");
  await waitFor(() =>
    expect(submissions.at(-1)?.body.configurations).toMatchObject([
      { layout: "jbod", drives: 2 },
      { layout: "raid5", drives: 2 },
      { layout: "raid5", drives: 4 },
    ]),
  );
});

test("layouts, numbers and over-provisioning become part of the address", async () => {
  const { lab } = labWith(() => ({ plan: someCampaignPlan() }));
  const { router } = openPage("/campaigns/new", lab);

  fireEvent.click(await screen.findByRole("checkbox", { name: "RAID 10" }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "8" }));
  fireEvent.change(screen.getByLabelText("Other drive counts"), { target: { value: "8, 4" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "20 %" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "rebuilding" }));

  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      layouts: ["raid10"],
      counts: [4, 8],
      over: [0, 20],
      states: ["optimal", "rebuilding"],
    }),
  );
});

test("drives are bound late: any number of those that were named", async () => {
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }));
  openPage(address({ ...DRAFT, counts: [3, 4] }), lab);

  fireEvent.click(await screen.findByText("Drive selection", { selector: "summary" }));
  fireEvent.click(screen.getByRole("radio", { name: "Any, fixed number", hidden: true }));
  fireEvent.change(screen.getByLabelText("Number of drives"), { target: { value: "3" } });

  await waitFor(() => expect(submissions.at(-1)?.body.drives).toEqual({ any: 3, same_set_preferred: true }));
  expect(screen.getByText("Needs 4 drives, 3 available.")).toBeTruthy();
});

test("a drive that is not enrolled is not offered", async () => {
  const { lab } = labWith(() => ({ plan: someCampaignPlan() }), {
    "GET /api/v1/drives": { items: [...DRIVES, aDrive({ path: "/dev/sda" })], next_cursor: null },
  });
  openPage(address({ layouts: ["raid5"] }), lab);

  fireEvent.click(await screen.findByRole("button", { name: "Choose drives one by one (0 of 4)" }));
  expect(await screen.findByRole("checkbox", { name: /nvme0n1/ })).toBeTruthy();
  expect(screen.queryByRole("checkbox", { name: /sda/ })).toBeNull();
  expect(screen.getByText(/1 more drive is not enrolled/)).toBeTruthy();
});

test("a workload is added, given parameters, and taken out again", async () => {
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }));
  const { router } = openPage(address({ file_bytes: FILE.file_bytes }), lab);

  fireEvent.click(await screen.findByRole("combobox", { name: "Another workload" }));
  fireEvent.click(await screen.findByRole("option", { name: "Quick 4K", hidden: true }));
  expect(await screen.findByText("Quick 4K was added.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Seconds per phase (s)"), { target: { value: "30" } });
  fireEvent.change(screen.getByLabelText("Name in tables"), { target: { value: "Short" } });
  await waitFor(() =>
    expect(submissions.at(-1)?.body.workloads).toEqual([
      { profile: { name: "quick-4k", parameters: { seconds: 30 }, scale: "full" }, label: "Short" },
    ]),
  );

  fireEvent.click(screen.getByRole("checkbox", { name: "Quick 4K" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ file_bytes: FILE.file_bytes }));
});

test("the plan shows what is impossible with its reason, the steps and the calendar", async () => {
  const plan = someCampaignPlan({
    cells_total: 2,
    cells_impossible: 1,
    warnings: ["The array is as conditioned as its worst member."],
    matrix: aMatrix({
      rows: [aRow({ drives: 4 }), aRow({ row: 1, name: "JBOD of 4", layout: "jbod", drives: 4 })],
      columns: [aColumn({ state: "rebuilding" })],
      cells: [aCell(), aCell({ row: 1, state: "impossible", reason: "JBOD has no redundancy." })],
    }),
  });
  openPage(
    address({ ...DRAFT, counts: [4], layouts: ["jbod", "raid5"], states: ["rebuilding"] }),
    labWith(() => ({ plan })).lab,
  );

  expect(await screen.findByText("1 cell, 1 impossible")).toBeTruthy();
  expect(screen.getByText("The array is as conditioned as its worst member.")).toBeTruthy();
  expect(screen.getByRole("row", { name: /JBOD 4 drives/ }).textContent).toContain("JBOD has no redundancy.");

  expect(await screen.findByText("Create an array")).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: "Calendar" }));
  expect(await screen.findByText("rough estimate")).toBeTruthy();
});

test("what does not fit says so, and a measure is taken into the plan by its button", async () => {
  const deadline = "2026-11-24T08:00:00.000Z";
  const { lab, submissions } = labWith(({ body }) => {
    const accepted = body.accept?.includes("shorter_points") === true;
    return { plan: someCampaignPlan({ deadline, fits: accepted, proposals: [aProposal({ accepted })] }) };
  });
  const { router } = openPage(address({ ...DRAFT, deadline }), lab);

  expect(await screen.findByText(/It ends after the deadline of/)).toBeTruthy();
  expect(screen.getByText(/about 1 h less, then it fits/)).toBeTruthy();
  const measure = screen.getByRole("button", { name: "Shorter points" });
  expect(measure.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(measure);

  expect(await screen.findByText("It ends before the deadline.")).toBeTruthy();
  expect(submissions.at(-1)?.body.accept).toEqual(["shorter_points"]);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ accept: ["shorter_points"], deadline }));
  expect(screen.getByRole("button", { name: "Shorter points" }).getAttribute("aria-pressed")).toBe("true");
});

test("a plan that the lab refuses cannot be submitted, and its field is marked", async () => {
  const errors = [{ path: "deadline", message: "must be in the future" }];
  const { lab } = labWith(() => problem(422, "The campaign cannot run like this.", errors));
  openPage(address({ ...FILE, deadline: "2020-01-01T00:00:00Z" }), lab);

  await waitFor(() => expect(screen.getByLabelText("Deadline").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByRole("button", { name: "Start campaign" }).hasAttribute("disabled")).toBe(true);
});

test("a second press after a failure sends the same key again", async () => {
  let failed = false;
  const { lab, submissions } = labWith(({ dry }) => {
    if (dry) return { plan: someCampaignPlan() };
    if (failed) return aCampaign();
    failed = true;
    return problem(503, "The database does not answer.");
  });
  const { router } = openPage(address(FILE), lab);

  const submit = await screen.findByRole("button", { name: "Start campaign" });
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);
  expect(await screen.findAllByText("The database does not answer.")).toHaveLength(2);
  fireEvent.click(submit);

  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns/m-1"));
  const keys = submissions.filter(({ dry }) => !dry).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

const SECOND = aServer({ id: "server-2", number: "s-2", name: "rack-5" });
const SERVERS = { "GET /api/v1/servers": { items: [aServer(), SECOND], next_cursor: null } };
const LUN = aDrive({ id: "drive-L", stable_id: "scsi-L", serial: "LUN0", path: "/dev/sda", model: "PERC" });

test("another server is added with devices as they stand, and the lab is asked for both at once", async () => {
  const drivesOf = (request: Request) => {
    const second = new URL(request.url).searchParams.get("server_id") === "server-2";
    return { items: second ? [LUN] : DRIVES, next_cursor: null };
  };
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }), {
    ...SERVERS,
    "GET /api/v1/drives": drivesOf,
  });
  const draft = { ...DRAFT, server: "s-1", more: [{ server: "s-2", devices: [{ ids: ["scsi-L"], name: "LUN" }] }] };
  openPage(address(draft), lab);

  await waitFor(() => expect(submissions).toHaveLength(1));
  expect(submissions[0]?.body).toMatchObject({
    name: "Campaign on rack-4 and rack-5",
    servers: [
      { server_id: "server-1", drives: { stable_ids: DRAFT.drives }, axes: { layouts: ["raid5"] } },
      { server_id: "server-2", drives: null, configurations: [{ layout: "device", stable_ids: ["scsi-L"] }] },
    ],
  });
  // The serial numbers of both are typed; those of the device too, as the workload writes.
  expect(await screen.findByText(/All data on 5 drives will be erased/)).toBeTruthy();
  const second = screen.getByRole("region", { name: "rack-5" });
  expect(within(second).getByRole("textbox", { name: "Name of this configuration" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove server 2" }));
  await waitFor(() => expect(submissions.at(-1)?.body.server_id).toBe("server-1"));
});

test("what the lab says about one server stands with it", async () => {
  const errors = [{ path: "servers.1.server_id", message: "rack-5 is quarantined." }];
  const { lab } = labWith(() => problem(422, "The campaign cannot run like this.", errors), SERVERS);
  openPage(address({ ...FILE, server: "s-1", more: [{ server: "s-2" }] }), lab);

  const second = await screen.findByRole("region", { name: "Server 2" });
  expect(await within(second).findByText("rack-5 is quarantined.")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Server 1" })).queryByText("rack-5 is quarantined.")).toBeNull();
});

test("the plan says what is written, of which drive it takes most, and what each server does", async () => {
  const endurance = (drive: string, typical_percent: number | null) => ({
    drive,
    model: null,
    rated_bytes: null,
    typical_percent,
    max_percent: null,
    sentence: "",
  });
  const server = { id: "server-1", number: "s-1", name: "rack-4" };
  const part = {
    server,
    cells_total: 3,
    cells_impossible: 1,
    estimated_seconds: 3600,
    estimated_finish_at: null,
    fits: true,
  };
  const plan = someCampaignPlan({
    expected_writes: { typical_bytes: 2e12, max_bytes: null, basis: "nominal", sentence: "One rate was assumed." },
    endurance: [endurance("nvme-A", 0.5), endurance("nvme-B", 1.25), endurance("nvme-C", null)],
    parts: [part],
  });
  const { lab } = labWith(() => ({ plan }));
  openPage(address(FILE), lab);

  expect(await screen.findByText("2 TB. One rate was assumed.")).toBeTruthy();
  expect(screen.getByText(/1\.25 % of nvme-B, unknown for 1 drive/)).toBeTruthy();
  const table = screen.getByRole("table", { name: "Plan of each server" });
  expect(table.textContent).toContain("rack-42 cells, 1 impossible1 hyes");
});

test("cells repeat until their runs agree, and a file gets a second place for copies", async () => {
  const { lab, submissions } = labWith(() => ({ plan: someCampaignPlan() }));
  openPage(address(FILE), lab);
  fireEvent.change(await screen.findByLabelText("Copy target"), { target: { value: "/mnt/other/lab.dat" } });
  fireEvent.click(screen.getByLabelText("Repeat until repeatable"));
  expect(screen.getByLabelText("Max repeats")).toHaveProperty("value", "10");
  fireEvent.change(screen.getByLabelText("Coefficient of variation (%)"), { target: { value: "2.5" } });
  await waitFor(() =>
    expect(submissions.at(-1)?.body).toMatchObject({
      configurations: [{ layout: "file", copy_to: "/mnt/other/lab.dat" }],
      repeats: 10,
      repeat_until: { cv_percent: 2.5, min_repeats: 3 },
    }),
  );
});
