/** One campaign, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Campaign } from "@/api/types";
import {
  aCampaign,
  aCell,
  aColumn,
  aMatrix,
  aMeasuredCell,
  aPart,
  aProposal,
  aQuestion,
  aResultLine,
  aRow,
  aSlot,
  someFigures,
  someResults,
} from "@/testing/campaign-objects";
import { openPage } from "@/testing/open-page";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const MATRIX = aMatrix({
  rows: [aRow(), aRow({ row: 1, name: "RAID 6 of 2", layout: "raid6", drives: 2 })],
  columns: [aColumn(), aColumn({ column: 1, state: "rebuilding" })],
  cells: [
    aMeasuredCell(),
    aCell({
      column: 1,
      state: "withheld",
      reason: "The cell was planned for the rebuilding array, and it was optimal.",
      job_number: "j-8",
      run_number: "r-8",
      value: 12_345,
      unit: "1/s",
    }),
    aCell({ row: 1, state: "impossible", reason: "RAID 6 needs at least 4 drives.", position: null }),
    aCell({ row: 1, column: 1, state: "running", job_number: "j-9", estimated_seconds: 600 }),
  ],
});

/** A lab whose campaign a test changes under the page. */
function labWith(campaign: Campaign, answers: Record<string, Answer> = {}) {
  const current = { campaign };
  const sent: string[] = [];
  const steer = (verb: string, state: Campaign["state"]) => ({
    [`POST /api/v1/campaigns/m-1/${verb}`]: async (request: Request) => {
      sent.push(`${verb} ${await request.text()}`.trim());
      current.campaign = aCampaign({ state });
      return current.campaign;
    },
  });
  const lab = stubLab({
    "GET /api/v1/campaigns/m-1": () => current.campaign,
    "GET /api/v1/campaigns/m-1/matrix": MATRIX,
    "GET /api/v1/campaigns/m-1/calendar": { items: [] },
    "GET /api/v1/campaigns/m-1/results": someResults(),
    ...steer("pause", "paused"),
    ...steer("resume", "running"),
    ...steer("cancel", "cancelled"),
    ...steer("decision", "running"),
    ...answers,
  });
  return { lab, sent };
}

const matrix = async () => screen.findByRole("table", { name: "Configurations by workloads" });
/** The cells of the matrix, without what rows take. */
const cells = async () => [...(await matrix()).querySelectorAll<HTMLElement>("[data-cell]")];
const seen = (cell: HTMLElement | undefined) => cell?.querySelector('[aria-hidden="true"]')?.textContent;
const heard = (cell: HTMLElement | undefined) => cell?.querySelector(".visually-hidden")?.textContent;

test("the matrix shows what became of each cell, with its figure, its run and its reason", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);

  const [measured, impossible, withheld, running, impossibleToo] = await cells();

  expect(seen(measured)).toBe("863k");
  // Cells of one column may be of different phases, so the name of the cell contains the phase.
  expect(heard(measured)).toBe("RAID 5 of 8, 4K random write: 862.8k IOPS, Read QD32, r-7, array optimal");
  expect(measured?.getAttribute("href")).toBe("/runs/r-7");
  expect(heard(withheld)).toContain("withheld");
  expect(impossible?.textContent).toBe("Impossible: RAID 6 needs at least 4 drives.");
  expect(running?.getAttribute("href")).toBe("/jobs/j-9");
  expect(running?.dataset.state).toBe("running");
  expect(impossibleToo).toBeUndefined();
});

test("a figure that was measured in another condition is not shown as one of the cell", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);

  const withheld = (await cells()).find(({ dataset }) => dataset.state === "withheld");

  expect(seen(withheld)).toBe("r-8");
  expect(heard(withheld)).not.toContain("12.3");
});

test("results on both sides of a change are groups, and the change stands in the cell", async () => {
  const results = [
    aMeasuredCell({ generation: 1, value: 200, run_number: "r-1" }),
    aMeasuredCell({ generation: 2, value: 100, run_number: "r-2" }),
  ];
  openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/matrix": aMatrix({ cells: results }) }).lab,
  );

  expect((await cells()).map(seen)).toEqual(["200", "100−50\u00a0%"]);
  expect(screen.getByRole("rowheader", { name: /measured again ± against the first results/ })).toBeTruthy();

  fireEvent.click(screen.getByRole("radio", { name: "± %" }));
  await waitFor(async () => expect((await cells()).map(seen)).toEqual(["–", "−50\u00a0%"]));
});

test("the cells show p99 from the results where that is chosen, and the address keeps it", async () => {
  const { router } = openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), {
      "GET /api/v1/campaigns/m-1/results": someResults({ lines: [aResultLine({ phase: "Read QD32" })] }),
    }).lab,
  );
  await matrix();

  fireEvent.click(screen.getByRole("radio", { name: "p99" }));

  await waitFor(async () => expect(seen((await cells())[0])).toBe("3.20 ms"));
  expect(router.state.location.search).toEqual({ show: "p99" });
});

test("the arrow keys lead from cell to cell, one of which is a stop of the Tab key", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);
  const [first, impossible] = await cells();
  expect((await cells()).map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);

  first?.focus();
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });

  expect(document.activeElement).toBe(impossible);
  expect((await cells()).map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1]);
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  expect((document.activeElement as HTMLElement).dataset.state).toBe("withheld");
});

test("the data table has every generation, with what gave way", async () => {
  const every = [
    aMeasuredCell({ generation: 1, superseded: true, run_number: "r-1" }),
    aMeasuredCell({ generation: 2, run_number: "r-2", rebuild_seconds: 720 }),
  ];
  openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/matrix": aMatrix({ cells: every }) }).lab,
  );

  fireEvent.click(await screen.findByRole("button", { name: "Show data table" }));

  const table = await screen.findByRole("table", { name: "All cells of the matrix" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/862\.8k IOPS.*1, replaced.*r-1/),
    expect.stringMatching(/862\.8k IOPS.*2.*12.min.*r-2/),
  ]);
});

test("one state of the array can be looked at alone, and is part of the address", async () => {
  const { router } = openPage("/campaigns/m-1", labWith(aCampaign()).lab);
  await matrix();

  fireEvent.click(screen.getByRole("radio", { name: "rebuilding" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ array: "rebuilding" }));
  await waitFor(async () => expect((await cells()).map(seen)).toEqual(["r-8", "j-9"]));
});

test("it says where it stands, why it waits, and that its deadline will be missed", async () => {
  const campaign = aCampaign({
    waiting_reason: "rack-4 is in maintenance until 04:00.",
    deadline: "2026-11-21T02:30:00Z",
    fits: false,
    proposals: [aProposal(), aProposal({ measure: "cells_dropped", title: "Cells dropped", available: false })],
  });
  openPage("/campaigns/m-1", labWith(campaign).lab);

  expect(await screen.findByText("rack-4 is in maintenance until 04:00.")).toBeTruthy();
  expect(screen.getByText("4 of 10")).toBeTruthy();
  expect(screen.getByText(/ends after its deadline of/)).toBeTruthy();
  expect(await screen.findByText(/\(will be missed\)/)).toBeTruthy();
  expect(screen.getByText(/Shorter points: about 1 h less\. Points of 60 s/)).toBeTruthy();
  expect(screen.queryByText(/Cells dropped/)).toBeNull();
});

const UNDECIDED = aCampaign({ state: "waiting_for_decision", pending_decision: aQuestion() });

test("a decision says what happened, which cells it is about and what each choice costs; nothing is chosen", async () => {
  const { lab, sent } = labWith(UNDECIDED);
  openPage("/campaigns/m-1", lab);

  const panel = await screen.findByRole("region", { name: "This campaign needs a decision" });
  expect(
    await within(panel).findByText(/ending in 0001 failed.*Affected: RAID 5 of 8, 4K random write, optimal/),
  ).toBeTruthy();
  expect(within(panel).getAllByRole("radio", { checked: false })).toHaveLength(3);
  expect(within(panel).getAllByText(/52.min more, ends/)).toHaveLength(2);
  expect(within(panel).queryByText(/left/)).toBeNull();
  const decide = screen.getByRole("button", { name: "Decide" });
  expect(decide.hasAttribute("disabled")).toBe(true);

  fireEvent.click(screen.getByRole("radio", { name: "Measure again and keep both" }));
  fireEvent.click(decide);

  await waitFor(() => expect(screen.queryByRole("button", { name: "Decide" })).toBeNull());
  expect(sent).toEqual(['decision {"choice":"keep_both"}']);
});

test("the choice that is used when time is up is marked, with the time left", async () => {
  const decides_at = new Date(Date.now() + 99.5 * 60_000).toISOString();
  const pending_decision = aQuestion({ decides_at, default_choice: "redo" });
  openPage("/campaigns/m-1", labWith(aCampaign({ state: "waiting_for_decision", pending_decision })).lab);

  const panel = await screen.findByRole("region", { name: "This campaign needs a decision" });
  expect(within(panel).getByText(/^1.h (39|40).min left$/)).toBeTruthy();
  expect(within(panel).getByRole("radio", { name: "Measure the affected cells again", checked: true })).toBeTruthy();
  expect(within(panel).getByText(/this choice is used: Measure the affected cells again\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Decide" }).hasAttribute("disabled")).toBe(false);
});

test("planned cells of an affected row wait for the decision, and are counted apart", async () => {
  const waiting = aMatrix({
    columns: [aColumn(), aColumn({ column: 1, label: "Reads" })],
    cells: [aCell({ state: "failed", run_number: "r-7" }), aCell({ column: 1 })],
  });
  openPage("/campaigns/m-1", labWith(UNDECIDED, { "GET /api/v1/campaigns/m-1/matrix": waiting }).lab);

  expect((await cells()).map(({ dataset }) => dataset.state)).toEqual(["failed", "blocked"]);
  const legend = screen.getByRole("list", { name: "States of cells" });
  expect(
    within(legend)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["Waiting for the decision1", "Failed1"]);
});

test("a viewer reads the question and answers nothing", async () => {
  openPage("/campaigns/m-1", labWith(UNDECIDED, VIEWER).lab);

  expect(await screen.findByText(/An operator has to decide\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  expect(await screen.findByRole("menuitem", { name: "Download as CSV" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Cancel campaign…" })).toBeNull();
});

test("a refused decision is said", async () => {
  const refused = () => problem(409, "The campaign was decided on already.");
  openPage("/campaigns/m-1", labWith(UNDECIDED, { "POST /api/v1/campaigns/m-1/decision": refused }).lab);

  fireEvent.click(await screen.findByRole("radio", { name: "Stop the campaign" }));
  fireEvent.click(screen.getByRole("button", { name: "Decide" }));

  expect(await screen.findByText("The campaign was decided on already.")).toBeTruthy();
});

test("it is paused at once and can be undone; it is cancelled after a question", async () => {
  const { lab, sent } = labWith(aCampaign());
  openPage("/campaigns/m-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Pause" }));
  expect(await screen.findByRole("button", { name: "Resume" })).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("button", { name: "Pause" });

  fireEvent.click(screen.getByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Cancel campaign…" }));
  const cancel = await screen.findByRole("dialog", { name: "Cancel this campaign?" });
  fireEvent.click(within(cancel).getByRole("button", { name: "Cancel campaign" }));

  await waitFor(() => expect(sent).toEqual(["pause", "resume", "cancel"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Pause" })).toBeNull());
});

test("figures of runs that did not become steady say so", async () => {
  const judged = [
    aMeasuredCell({ verdict: "not_steady" }),
    aMeasuredCell({ row: 1, verdict: "steady", run_number: "r-8" }),
  ];
  const rows = [aRow(), aRow({ row: 1, name: "RAID 10 of 8" })];
  openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/matrix": aMatrix({ rows, cells: judged }) }).lab,
  );

  const [doubtful, steady] = await cells();
  expect(heard(doubtful)).toContain("Not steady");
  expect(doubtful?.querySelector("svg")).toBeTruthy();
  expect(steady?.querySelector("svg")).toBeNull();
});

test("a change that the stream tells of is read at once", async () => {
  const { lab } = labWith(aCampaign());
  openPage("/campaigns/m-1", lab);
  await cells();
  await waitFor(() => expect(lab.openLabStreams()).toBe(1));
  const before = lab.requests.filter((line) => line === "GET /api/v1/campaigns/m-1/matrix").length;

  lab.send("state_changed", { changed: ["campaigns"] });

  await waitFor(() =>
    expect(lab.requests.filter((line) => line === "GET /api/v1/campaigns/m-1/matrix").length).toBeGreaterThan(before),
  );
});

test("the newest results stand below, with their change, p99 and time", async () => {
  const both = aMatrix({
    columns: [aColumn(), aColumn({ column: 1, state: "rebuilding" })],
    cells: [
      aMeasuredCell({ verdict: "steady" }),
      aMeasuredCell({ column: 1, value: 431_384.5, run_number: "r-8", verdict: "not_steady" }),
    ],
  });
  const items = [
    aSlot({ certainty: "known", run_number: "r-7" }),
    aSlot({ column: 1, certainty: "known", run_number: "r-8", ends_at: "2026-11-22T02:00:00Z" }),
  ];
  const lines = [aResultLine({ phase: "Read QD32" })];
  openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), {
      "GET /api/v1/campaigns/m-1/matrix": both,
      "GET /api/v1/campaigns/m-1/calendar": { items },
      "GET /api/v1/campaigns/m-1/results": someResults({ lines }),
    }).lab,
  );

  const table = await screen.findByRole("table", { name: "Latest results" });
  await within(table).findByText("3.20 ms");
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^r-8.*431k.IOPS.*−50.%.*Not steady/),
    expect.stringMatching(/^r-7.*863k.IOPS.*3\.20 ms.*Steady/),
  ]);
  const timeline = screen.getByRole("region", { name: "Cells and layouts over time" });
  expect(timeline.textContent).toContain("Layout");
});

test("the workbench is the one filled button, and is closed until there is a result", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);
  const link = await screen.findByRole("link", { name: "Open in workbench" });
  expect(link.getAttribute("href")).toContain("/workbench?query=campaign%3Am-1&newest=48");
});

test("the matrix is read once more when the campaign is known to have ended", async () => {
  const answers = [aCell({ state: "planned" }), aMeasuredCell()];
  const { lab } = labWith(aCampaign({ state: "finished" }), {
    "GET /api/v1/campaigns/m-1/matrix": () => aMatrix({ cells: [answers.shift() ?? aMeasuredCell()] }),
  });
  openPage("/campaigns/m-1", lab);

  await waitFor(async () => expect(seen((await cells())[0])).toBe("863k"));
});

test("the calendar lists cells by day with how certain each time is", async () => {
  const items = [
    aSlot({ certainty: "known" }),
    aSlot({ title: "Take the array apart", starts_at: "2026-11-23T12:00:00Z", ends_at: "2026-11-23T12:10:00Z" }),
  ];
  openPage(
    "/campaigns/m-1?tab=calendar",
    labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/calendar": { items } }).lab,
  );

  const days = await screen.findAllByRole("heading", { level: 3 });
  expect(days.map((day) => day.textContent)).toEqual([
    expect.stringContaining("November 2026"),
    expect.stringContaining("23 November 2026"),
  ]);
  const row = screen.getByText("Take the array apart").closest("tr") as HTMLElement;
  expect(row.textContent).toContain("10 min");
  expect(row.textContent).toContain("rough estimate");
});

test("the results have the states side by side; what is withheld has its reason instead of figures", async () => {
  const line = aResultLine({
    figures: [
      someFigures(),
      someFigures({
        state: "rebuilding",
        cell_state: "withheld",
        reason: "The array was optimal throughout.",
        iops: 243_349,
        run_numbers: ["r-8"],
      }),
    ],
  });
  const results = someResults({ states: ["optimal", "rebuilding"], lines: [line] });
  openPage(
    "/campaigns/m-1?tab=results",
    labWith(aCampaign({ state: "finished" }), { "GET /api/v1/campaigns/m-1/results": results }).lab,
  );

  const row = (await screen.findByRole("rowheader", { name: "RAID 5 of 8" })).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("862.8k3.534 GB/s1.480 ms3.200 ms");
  expect(row.textContent).toContain("withheldThe array was optimal throughout.");
  expect(row.textContent).not.toContain("243.3k");
  expect(within(row).getByRole("link", { name: "r-8" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download as CSV" }).getAttribute("href")).toContain(
    "/campaigns/m-1/results",
  );
});

test("what was submitted is told in words", async () => {
  const campaign = aCampaign({ request: { conditioning: "reuse", on_drive_failure: "ask" }, note: "For the review." });
  openPage("/campaigns/m-1?tab=setup", labWith(campaign).lab);

  expect(await screen.findByText("Reuse the drive state")).toBeTruthy();
  const tabs = screen.getByRole("navigation", { name: "Views of the campaign" });
  expect(within(tabs).getByRole("link", { name: "Settings" }).getAttribute("aria-current")).toBe("page");
  expect(screen.getByText("For the review.")).toBeTruthy();
});

test("an address that leads to no campaign says so", async () => {
  openPage("/campaigns/m-9", stubLab({}));

  expect((await screen.findByRole("alert")).textContent).toContain("There is nothing at");
});

const OTHER = { id: "server-2", number: "s-2", name: "rack-5" };
const QUESTION = aQuestion({
  campaign: "m-3",
  reason: "The firmware of nvme-A was 1.0 and is now 2.0.",
  cells: [[1, 0]],
});
const WHOLE = aCampaign({
  state: "waiting_for_decision",
  server: null,
  pending_decision: QUESTION,
  parts: [
    aPart(),
    aPart({
      id: "campaign-3",
      number: "m-3",
      server: OTHER,
      state: "waiting_for_decision",
      waiting_reason: "The firmware changed.",
      pending_decision: QUESTION,
    }),
  ],
});
const WHOLE_MATRIX = aMatrix({
  rows: [aRow(), aRow({ row: 1, server: OTHER, name: "JBOD of 8" })],
  cells: [aCell(), aMeasuredCell({ row: 1 })],
});

test("a campaign over several servers shows its parts, and the rows of each server under its name", async () => {
  openPage("/campaigns/m-1", labWith(WHOLE, { "GET /api/v1/campaigns/m-1/matrix": WHOLE_MATRIX }).lab);

  const parts = await screen.findByRole("table", { name: "Part of each server" });
  expect(within(parts).getByRole("link", { name: "m-3" }).getAttribute("href")).toBe("/campaigns/m-3");
  expect(parts.textContent).toContain("2 of 5 cells measured");
  expect(parts.textContent).toContain("your decision (above)");
  expect(screen.getByText("on 2 servers")).toBeTruthy();
  expect(
    within(await matrix())
      .getAllByRole("rowheader")
      .map((header) => header.textContent),
  ).toEqual(["rack-40 of 1", "RAID 5 of 8", "rack-51 of 1", "JBOD of 8"]);
});

test("the question of a part names its server, its cells, and is answered for the part", async () => {
  const answered: string[] = [];
  const { lab } = labWith(WHOLE, {
    "GET /api/v1/campaigns/m-1/matrix": WHOLE_MATRIX,
    "POST /api/v1/campaigns/m-3/decision": async (request) => {
      answered.push(await request.text());
      return aCampaign({ number: "m-3" });
    },
  });
  openPage("/campaigns/m-1", lab);

  const panel = await screen.findByRole("region", { name: "The part on rack-5 needs a decision" });
  expect(await within(panel).findByText(/JBOD of 8, 4K random write, optimal/)).toBeTruthy();
  fireEvent.click(within(panel).getByRole("radio", { name: "Measure the affected cells again" }));
  fireEvent.click(within(panel).getByRole("button", { name: "Decide" }));
  await waitFor(() => expect(answered).toEqual(['{"choice":"redo"}']));
});

test("a part says which campaign it belongs to", async () => {
  const parent = { id: "campaign-9", number: "m-9", name: "PERC 12" };
  openPage("/campaigns/m-1", labWith(aCampaign({ parent })).lab);

  const link = await screen.findByRole("link", { name: "Part of m-9 · PERC 12" });
  expect(link.getAttribute("href")).toBe("/campaigns/m-9");
});

test("the calendar of several servers names them, and leads to runs and jobs", async () => {
  const items = [
    aSlot({ certainty: "known", run_number: "r-7", job_number: "j-7" }),
    aSlot({ server: OTHER, title: "Make the array", job_number: "j-8" }),
    aSlot({ server: OTHER, title: "still to come" }),
  ];
  openPage("/campaigns/m-1?tab=calendar", labWith(WHOLE, { "GET /api/v1/campaigns/m-1/calendar": { items } }).lab);

  const done = await screen.findByRole("link", { name: /4K random write/ });
  expect(done.getAttribute("href")).toBe("/runs/r-7");
  expect(screen.getByRole("link", { name: "Make the array" }).getAttribute("href")).toBe("/jobs/j-8");
  expect(screen.queryByRole("link", { name: "still to come" })).toBeNull();
  expect(screen.getByText("still to come").closest("tr")?.textContent).toContain("rack-5");
});

test("the results of several servers say where each was measured", async () => {
  const lines = [aResultLine(), aResultLine({ row: 1, server: OTHER, configuration: "JBOD of 8" })];
  openPage(
    "/campaigns/m-1?tab=results",
    labWith(WHOLE, { "GET /api/v1/campaigns/m-1/results": someResults({ lines }) }).lab,
  );

  expect((await screen.findByRole("rowheader", { name: /JBOD of 8/ })).textContent).toBe("JBOD of 8rack-5");
});
