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
  aResultLine,
  aRow,
  aSlot,
  someFigures,
  someResults,
} from "@/testing/campaign-objects";
import { AT } from "@/testing/objects";
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
  const standing = { campaign };
  const sent: string[] = [];
  const steer = (verb: string, state: Campaign["state"]) => ({
    [`POST /api/v1/campaigns/m-1/${verb}`]: async (request: Request) => {
      sent.push(`${verb} ${await request.text()}`.trim());
      standing.campaign = aCampaign({ state });
      return standing.campaign;
    },
  });
  const lab = stubLab({
    "GET /api/v1/campaigns/m-1": () => standing.campaign,
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

const fields = async () => {
  const table = await screen.findByRole("table", { name: "Configurations by workloads" });
  return within(table).getAllByRole("cell");
};

test("the matrix tells what became of each cell in words, with its figure, its run and its reason", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);

  const [measured, withheld, impossible, running] = await fields();

  expect(measured?.textContent).toContain("862.8k IOPS");
  // Cells of one column may be of different phases: the figure says which.
  expect(measured?.textContent).toContain("Read QD32");
  expect(
    within(measured as HTMLElement)
      .getByRole("link", { name: "r-7" })
      .getAttribute("href"),
  ).toBe("/runs/r-7");
  expect(withheld?.textContent).toContain("withheld");
  expect(impossible?.textContent).toContain("impossible");
  expect(running?.textContent).toContain("running");
  expect(
    within(running as HTMLElement)
      .getByRole("link", { name: "j-9" })
      .getAttribute("href"),
  ).toBe("/jobs/j-9");

  const reason = within(impossible as HTMLElement).getByRole("button");
  expect(reason.getAttribute("aria-description")).toBe("RAID 6 needs at least 4 drives.");
});

test("a figure that was measured in another condition is not shown as one of the cell", async () => {
  openPage("/campaigns/m-1", labWith(aCampaign()).lab);

  const [, withheld] = await fields();

  expect(withheld?.textContent).not.toContain("12.3");
});

test("both generations of a cell stand side by side, the newest first", async () => {
  const cells = [
    aMeasuredCell({ generation: 1, superseded: true, value: 100, run_number: "r-1" }),
    aMeasuredCell({ generation: 2, value: 200, run_number: "r-2" }),
  ];
  openPage("/campaigns/m-1", labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/matrix": aMatrix({ cells }) }).lab);

  const [field] = await fields();

  expect(field?.textContent).toMatch(/200 IOPS.*r-2.*generation 2.*100 IOPS.*r-1.*generation 1, replaced/);
});

test("one state of the array can be looked at alone, and is part of the address", async () => {
  const { router } = openPage("/campaigns/m-1", labWith(aCampaign()).lab);
  await fields();

  fireEvent.click(screen.getByRole("radio", { name: "rebuilding" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ array: "rebuilding" }));
  expect((await fields()).map((field) => field.textContent)).toEqual(["withheldr-8", "runningj-9about 10 min"]);
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
  expect(screen.getByText("4 of 10 cells measured, 2 impossible")).toBeTruthy();
  expect(screen.getByText(/ends after its deadline of/)).toBeTruthy();
  expect(screen.getByText(/\(will be missed\)/)).toBeTruthy();
  expect(screen.getByText(/Shorter points: about 1 h less\. Points of 60 s/)).toBeTruthy();
  expect(screen.queryByText(/Cells dropped/)).toBeNull();
});

const ASKING = aCampaign({
  state: "waiting_for_decision",
  pending_decision: {
    campaign: "m-1",
    created_at: AT,
    reason: "The drive ending in 0001 failed while RAID 5 of 8 was measured.",
    cells: [[0, 0]],
    choices: ["redo", "keep_both", "stop"],
  },
});

test("a question tells its reason, its cells and what each answer means; nothing is chosen beforehand", async () => {
  const { lab, sent } = labWith(ASKING);
  openPage("/campaigns/m-1", lab);

  expect(await screen.findByText(/ending in 0001 failed/)).toBeTruthy();
  expect(await screen.findByText("RAID 5 of 8, 4K random write, optimal")).toBeTruthy();
  expect(screen.getAllByRole("radio", { checked: false }).length).toBeGreaterThanOrEqual(3);
  const decide = screen.getByRole("button", { name: "Decide" });
  expect(decide.hasAttribute("disabled")).toBe(true);

  fireEvent.click(screen.getByRole("radio", { name: "Measure again and keep both" }));
  fireEvent.click(decide);

  await waitFor(() => expect(screen.queryByRole("button", { name: "Decide" })).toBeNull());
  expect(sent).toEqual(['decision {"choice":"keep_both"}']);
});

test("a viewer reads the question and answers nothing", async () => {
  openPage("/campaigns/m-1", labWith(ASKING, VIEWER).lab);

  expect(await screen.findByText("An operator has to decide.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel campaign" })).toBeNull();
});

test("a refused decision is said", async () => {
  const refused = () => problem(409, "The campaign was decided on already.");
  openPage("/campaigns/m-1", labWith(ASKING, { "POST /api/v1/campaigns/m-1/decision": refused }).lab);

  fireEvent.click(await screen.findByRole("radio", { name: "Stop the campaign" }));
  fireEvent.click(screen.getByRole("button", { name: "Decide" }));

  expect(await screen.findByText("The campaign was decided on already.")).toBeTruthy();
});

test("it is paused after a question, resumed, and cancelled after another", async () => {
  const { lab, sent } = labWith(aCampaign());
  openPage("/campaigns/m-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Pause campaign" }));
  const pause = await screen.findByRole("dialog", { name: "Pause this campaign?" });
  fireEvent.click(within(pause).getByRole("button", { name: "Pause campaign" }));
  fireEvent.click(await screen.findByRole("button", { name: "Resume campaign" }));
  await screen.findByRole("button", { name: "Pause campaign" });

  fireEvent.click(screen.getByRole("button", { name: "Cancel campaign" }));
  const cancel = await screen.findByRole("dialog", { name: "Cancel this campaign?" });
  fireEvent.click(within(cancel).getByRole("button", { name: "Cancel campaign" }));

  await waitFor(() => expect(sent).toEqual(["pause", "resume", "cancel"]));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel campaign" })).toBeNull());
});

test("a figure of runs that did not become steady says so", async () => {
  const cells = [
    aMeasuredCell({ verdict: "not_steady" }),
    aMeasuredCell({ row: 1, verdict: "steady", run_number: "r-8" }),
  ];
  const rows = [aRow(), aRow({ row: 1, name: "RAID 10 of 8" })];
  openPage(
    "/campaigns/m-1",
    labWith(aCampaign(), { "GET /api/v1/campaigns/m-1/matrix": aMatrix({ rows, cells }) }).lab,
  );

  const field = (run: string) => screen.getByRole("link", { name: run }).closest("td") as HTMLElement;
  await screen.findByRole("link", { name: "r-8" });
  expect(within(field("r-7")).getByText("not steady")).toBeTruthy();
  expect(within(field("r-8")).queryByText(/steady/)).toBeNull();
});

test("the matrix is read once more when the campaign is known to have ended", async () => {
  const answers = [aCell({ state: "planned" }), aMeasuredCell()];
  const { lab } = labWith(aCampaign({ state: "finished" }), {
    "GET /api/v1/campaigns/m-1/matrix": () => aMatrix({ cells: [answers.shift() ?? aMeasuredCell()] }),
  });
  openPage("/campaigns/m-1", lab);

  await waitFor(async () => expect((await fields())[0]?.textContent).toContain("measured"));
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
  expect(screen.getByText("For the review.")).toBeTruthy();
});

test("an address that leads to no campaign says so", async () => {
  openPage("/campaigns/m-9", stubLab({}));

  expect((await screen.findByRole("alert")).textContent).toContain("There is nothing at");
});

const OTHER = { id: "server-2", number: "s-2", name: "rack-5" };
const QUESTION = {
  campaign: "m-3",
  created_at: AT,
  reason: "The firmware of nvme-A was 1.0 and is now 2.0.",
  cells: [[1, 0]],
  choices: ["redo" as const, "keep_both" as const, "stop" as const],
};
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
  const table = await screen.findByRole("table", { name: "Configurations by workloads" });
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((each) => each.textContent),
  ).toEqual(["rack-4", "RAID 5 of 8", "rack-5", "JBOD of 8"]);
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
  expect(await within(panel).findByText("JBOD of 8, 4K random write, optimal")).toBeTruthy();
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
