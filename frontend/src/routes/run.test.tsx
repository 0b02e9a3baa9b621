/** One run, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { messages } from "@/messages";
import { anAttempt, anOperation, aProbeResult } from "@/testing/attempt-objects";
import { aFinding } from "@/testing/finding-objects";
import { AT, aJob, aRun, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aMeasurement, aPhase, someMeasurements } from "@/testing/result-objects";
import { someAvailableOptions } from "@/testing/share-objects";
import { ADMIN, problem, stubLab } from "@/testing/stub-lab";

test("a failed run says what happened, who can mend it and what was kept", async () => {
  const failure = {
    kind: "infrastructure",
    message: "The file system is full.",
    responsible: "lab",
    preserved: "Phases 1 and 2.",
  } as const;
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": aRun({ state: "failed", failure }) }));

  expect(await screen.findByText("The file system is full.")).toBeTruthy();
  expect(screen.getByText(messages.problem.advice.lab)).toBeTruthy();
  expect(screen.getByText("Phases 1 and 2.")).toBeTruthy();
});

test("artifacts are listed among the files, with their digest and a download", async () => {
  const artifact = {
    id: "artifact-1",
    run_id: "run-1",
    phase_ordinal: 1,
    name: "phases/01/status.json",
    kind: "engine_output",
    media_type: "application/json",
    size_bytes: 2048,
    sha256: "ab".repeat(32),
    created_at: AT,
  };
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ artifact_count: 1 }),
    "GET /api/v1/runs/run-1/artifacts": { items: [artifact], next_cursor: null },
  });
  openPage("/runs/r-1/files", lab);

  const download = await screen.findByRole("link", { name: "Download phases/01/status.json" });

  expect(download.getAttribute("href")).toBe("http://lab.test/api/v1/artifacts/artifact-1/content");
  expect(screen.getByText("ab".repeat(32))).toBeTruthy();
  // Files of another tab are not requested before it is opened.
  expect(lab.requests.some((request) => request.includes("/series") || request.includes("/measurements"))).toBe(false);
});

test("sharing shows the address of the permalink once, to be copied", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun(),
    "POST /api/v1/shares/options": someAvailableOptions(),
    "POST /api/v1/shares/options/picture": () => new Response("<svg/>"),
    "POST /api/v1/shares": async (request) => {
      sent.push(await request.json());
      return { url: "http://lab.test/s/token", title: "Quick", document_sha256: "cd".repeat(32) };
    },
  });
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Share" }));
  const edit = await screen.findByRole("link", { name: "Edit the page…" });
  expect(edit.getAttribute("href")).toBe("/shares/new?kind=run&run=r-1");
  const finding = screen.getByRole("textbox", { name: "Finding, in one sentence" });
  expect((finding as HTMLTextAreaElement).value).toBe("IOPS: 231k.");
  fireEvent.change(finding, { target: { value: "It holds 231k IOPS." } });
  expect(screen.getByText("19 of 140")).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: /^Hide serial numbers and host names/ }));
  fireEvent.keyDown(finding, { key: "Enter", ctrlKey: true });

  expect(await screen.findByText("http://lab.test/s/token")).toBeTruthy();
  expect(sent).toMatchObject([
    {
      kind: "run",
      run_id: "r-1",
      layout: "plain",
      publish: true,
      title: "Quick 4K on rack-4",
      author: "ada",
      body: [{ text: "It holds 231k IOPS." }, { chart: "over-time" }, { chart: "percentiles" }],
      redaction: { serials: true, names: true },
    },
  ]);
});

test("a run that does not exist is said in the lab's own words", async () => {
  openPage("/runs/r-9", stubLab({ "GET /api/v1/runs/r-9": () => problem(404, "There is no run r-9.") }));

  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("There is no run r-9."));
});

const NOT_MEASURED = { job: null, server: null, profile: null, origin: "imported" } as const;
const BADGE = { code: "imported", label: "Imported, not measured here", level: "info", detail: null } as const;

test("an imported run works without job and server, and says once where it comes from", async () => {
  openPage(
    "/runs/r-1/phases",
    stubLab({ "GET /api/v1/runs/r-1": aRun({ ...NOT_MEASURED, badges: [BADGE], phases: [aPhase()] }) }),
  );

  expect(await screen.findByText("Imported")).toBeTruthy();
  expect(screen.queryByText(BADGE.label)).toBeNull();
  expect(screen.getByRole("region", { name: "Phases" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Attempts and events" })).toBeNull();
});

test("a published run has its badge and its source, and no date of its import", async () => {
  const run = aRun({
    origin: "published",
    job: null,
    server: null,
    started_at: null,
    finished_at: null,
    source: { title: "Review of a card", note: null },
    phases: [
      aPhase({
        kind: "published",
        has_series: false,
        measurement: aMeasurement({ value_kind: "approximate", iops: 110_000 }),
      }),
    ],
  });
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": run, "GET /api/v1/measurements": someMeasurements([]) }));

  expect(await screen.findByText("Published")).toBeTruthy();
  expect(screen.getByText("Review of a card")).toBeTruthy();
  expect(screen.getByText("≈ 110k")).toBeTruthy();
  expect(screen.queryByText(/2026/)).toBeNull();
});

test("the second verdict on a long curve is written out among the phases", async () => {
  const strict = aVerdict({ status: "not_steady", sentence: "Not steady: slope 14 % of 10 %.", strict: null });
  openPage(
    "/runs/r-1/phases",
    stubLab({ "GET /api/v1/runs/r-1": aRun({ ...NOT_MEASURED, verdict: aVerdict({ strict }) }) }),
  );

  expect(await screen.findByText("Not steady: slope 14 % of 10 %.")).toBeTruthy();
});

test("a curve too short for any round has no chart of rounds", async () => {
  const verdict = aVerdict({ status: "insufficient_rounds", rounds: [], window: null });
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": aRun({ ...NOT_MEASURED, verdict }) }));

  expect((await screen.findAllByText("Too short")).length).toBeGreaterThan(0);
  expect(screen.queryByRole("figure", { name: "Steady-state rounds" })).toBeNull();
});

test("derived figures and statements of the source stand with their rules and their print", async () => {
  const point = { phase_ordinal: 1, x: 32, outstanding_ios: 32, iops: 57_470, latency_mean_ns: 553_689 };
  const sweep = {
    by: "outstanding_ios",
    label: "4K random read",
    points: [point],
    best: point,
    knee: null,
    saturation: point,
    best_power: point,
    max_at_latency_limit: { limit_ns: 1e6, iops: 57_000, interpolated: true, limit_reached: true },
    retrograde: false,
  };
  const finding = aFinding({
    sentence: "PERC 12 is stated at 13 x, RAID5.",
    relation: "states",
    value: 13,
    unit: "x",
    value_kind: "ratio",
    printed: "up to 13x",
    workload: { metric: "latency gain" },
  });
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ ...NOT_MEASURED, phases: [aPhase({ measurement: aMeasurement() })] }),
    "GET /api/v1/measurements": someMeasurements([{ run: "r-1", outstanding: 32, iops: 57_470 }]),
    "GET /api/v1/runs/r-1/derived": { sweeps: [sweep], curve: null },
    "GET /api/v1/runs/r-1/findings": { items: [finding], next_cursor: null },
  });
  const { router } = openPage("/runs/r-1/sweeps", lab);

  const derived = await screen.findByRole("region", { name: "Derived values" });
  expect(within(derived).getByText("4K random read, over outstanding I/O")).toBeTruthy();
  expect(within(derived).getByRole("columnheader", { name: "Max within 1 ms" })).toBeTruthy();
  expect(within(derived).getByText("≈ 57.00k")).toBeTruthy();

  await router.navigate({ to: "/runs/$ref/files", params: { ref: "r-1" } });
  const findings = await screen.findByRole("region", { name: /^Findings( of this source)?$/ });
  expect(within(findings).getByText("up to 13x")).toBeTruthy();
  expect(within(findings).getByText("metric=latency gain")).toBeTruthy();
});

test("a percentile with too few I/Os beyond it says so", async () => {
  const measurement = aMeasurement({ latency_n: 50_000, latency_p99_ns: 900_000, latency_p9999_ns: 4_000_000 });
  openPage("/runs/r-1/phases", stubLab({ "GET /api/v1/runs/r-1": aRun({ phases: [aPhase({ measurement })] }) }));

  const thin = await screen.findByTitle("Only about 5 slower I/Os, too few for a firm percentile.");

  expect(thin.textContent).toContain("4 ms");
  expect(screen.getByText("900 µs").title).toBe("");
});

test("an attempt shows its interlocks, preparation and neighbours", async () => {
  const attempt = anAttempt({
    state: "refused",
    probe_results: {
      prepare: [aProbeResult({ verdict: "pass", reason: "Nothing is mounted." })],
      start: [aProbeResult()],
    },
    operations: [anOperation({ state: "failed", message: "The sample still holds the old blocks." })],
    neighbours: { state: "changed", changed: [{ device: "sdb", difference: "its first MiB is different" }] },
    resumed_from: "a-1",
  });
  const first = anAttempt({ id: "attempt-0", number: "a-1", ordinal: 1, state: "lost" });
  const run = aRun({ state: "failed", attempts: [first, { ...attempt, number: "a-2", ordinal: 2 }] });
  openPage("/runs/r-1/files", stubLab({ "GET /api/v1/runs/r-1": run }));

  const attempts = await screen.findByRole("region", { name: "Attempts and events" });
  expect(within(attempts).getByText("Resumes attempt 1 from its last complete phase.")).toBeTruthy();
  expect(within(attempts).getByText("The sample still holds the old blocks.")).toBeTruthy();
  expect(within(attempts).getByText("sdb: its first MiB is different")).toBeTruthy();
  // Refused checks are expanded, passed ones are collapsed.
  expect(within(attempts).getByText("It is mounted at /srv.")).toBeTruthy();
  expect(within(attempts).queryByText("Nothing is mounted.")).toBeNull();
});

test("a run that ended early is resumed after a question that says what is kept", async () => {
  const phases = [aPhase({ name: "Fill" }), aPhase({ id: "phase-2", ordinal: 2, name: "Read QD1", state: "lost" })];
  const run = aRun({ state: "lost", phases, resumption: { refusal: null, preserved: [1], repeated: [2] } });
  const lab = stubLab({
    "GET /api/v1/runs/r-1": run,
    "POST /api/v1/runs/r-1/resume": { ...run, state: "waiting" },
    "GET /api/v1/jobs/j-1": aJob({ state: "running" }),
  });
  const { router } = openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Retry from phase 2" }));
  const dialog = await screen.findByRole("dialog", { name: "Resume this run?" });
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["1. Fill", "2. Read QD1"]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Resume" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(lab.requests).toContain("POST /api/v1/runs/r-1/resume");
  expect(router.state.location.pathname).toBe("/runs/r-1");
});

test("a run that cannot be resumed offers nothing", async () => {
  const resumption = { refusal: "It worked on a file.", preserved: [], repeated: [] };
  openPage("/runs/r-1", stubLab({ "GET /api/v1/runs/r-1": aRun({ state: "failed", resumption }) }));

  expect(await screen.findByRole("button", { name: "Share" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume…" })).toBeNull();
});

test("only an administrator overrides, and types the name of the server", async () => {
  const sent: unknown[] = [];
  const run = aRun({ state: "running", attempts: [anAttempt()] });
  const lab = stubLab({
    ...ADMIN,
    "GET /api/v1/runs/r-1": run,
    "POST /api/v1/attempts/a-1/override": async (request) => {
      sent.push(await request.json());
      return anAttempt({ state: "lost" });
    },
  });
  openPage("/runs/r-1/files", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Override…" }));
  const dialog = await screen.findByRole("dialog", { name: "Declare this run lost?" });
  const name = within(dialog).getByLabelText(/Type the name of the server/);
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: "The machine burnt." } });
  fireEvent.change(name, { target: { value: "rack-5" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Declare lost" }));
  expect(await within(dialog).findByText("This is not the name of the server.")).toBeTruthy();
  expect(sent).toEqual([]);

  fireEvent.change(name, { target: { value: "rack-4" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Declare lost" }));
  await waitFor(() => expect(sent).toEqual([{ server_name: "rack-4", reason: "The machine burnt." }]));
});

test("an operator may not override", async () => {
  const run = aRun({ state: "running", attempts: [anAttempt()] });
  openPage("/runs/r-1/files", stubLab({ "GET /api/v1/runs/r-1": run }));

  expect(await screen.findByRole("region", { name: "Attempts and events" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Override…" })).toBeNull();
});

test("loads that were a share of a maximum are a curve, and no sweep of depths", async () => {
  const names = ["4K: max", "4K: 50 %", "4K: 120 %"];
  const shares = [null, 50, 120];
  const phases = names.map((name, index) =>
    aPhase({
      id: `phase-${index}`,
      ordinal: index + 1,
      name,
      group: "4K",
      has_series: false,
      workload: { description: name, ...(shares[index] ? { load_percent: shares[index] } : {}) },
      measurement: aMeasurement({ id: `measurement-${index}`, outstanding_ios: 128 }),
    }),
  );
  const source = {
    run_number: names.map(() => "r-1"),
    configuration: names.map(() => "RAID 10"),
    phase_name: names,
    outstanding_ios: [128, 128, 128],
    load_percent: shares,
    offered_iops: [null, 500, 1200],
    iops: [1000, 499, 950],
    latency_mean_ns: [500_000, 200_000, 600_000],
  };
  const lab = stubLab({
    "GET /api/v1/runs/r-1": aRun({ phases }),
    "GET /api/v1/measurements": { dimensions: [], source },
  });
  openPage("/runs/r-1", lab);

  const figure = await screen.findByRole("figure", { name: "Load" });
  expect(figure.textContent).toContain("4K reaches 1.00k IOPS without a limit and holds a load of 50 %");
  expect(screen.queryByRole("figure", { name: "Queue depth" })).toBeNull();
});

test("a phase that was left out says by which run its state was made", async () => {
  const message = "Left out: filled by r-12, 0 B written since.";
  const phases = [
    aPhase({ name: "Fill", kind: "fill", state: "skipped", stop_reason: "reused", message, t0_ms: null, t1_ms: null }),
    aPhase({ id: "phase-2", ordinal: 2 }),
  ];
  openPage("/runs/r-1/phases", stubLab({ "GET /api/v1/runs/r-1": aRun({ phases }) }));

  const table = await screen.findByRole("table", { name: /phases/i });
  expect(within(table).getByText(message)).toBeTruthy();
  expect(within(table).getByText("skipped")).toBeTruthy();
});
