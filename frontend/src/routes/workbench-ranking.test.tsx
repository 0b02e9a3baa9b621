/** Ratings in the workbench: the panel, the ranking behind it, and the choices of people beside its places. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Award } from "@/api/awards";
import { anAward } from "@/testing/award-objects";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { aComparison } from "@/testing/comparison-objects";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { aRanking } from "@/testing/ranking-objects";
import { someMeasurements } from "@/testing/result-objects";
import { setWidth } from "@/testing/set-width";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const ADDRESS = "/workbench?runs=r-1,r-2&panels=p1.rank.iops.0-0-12-12";

beforeEach(() => {
  setWidth(1440);
});

function labWith(items: readonly Award[], more: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/comparison": aComparison(),
    "GET /api/v1/measurements": someMeasurements([]),
    "GET /api/v1/rankings": aRanking(),
    "GET /api/v1/awards": { items, next_cursor: null },
    ...more,
  });
}

const panel = () => screen.findByRole("figure", { name: "Rating" });

async function openRanking() {
  await chooseInChartMenu(await panel(), /^Ranking and editors' choice/);
  return within(await screen.findByRole("dialog", { name: "Ranking" }));
}

async function choices() {
  return within(await (await openRanking()).findByRole("region", { name: "Editors' choice" }));
}

async function choose(section: Awaited<ReturnType<typeof choices>>) {
  fireEvent.click(section.getByRole("combobox", { name: "Configuration" }));
  // The reference is chosen among the same names, further up.
  const options = await screen.findAllByRole("option", { name: "c-2 RAID 5", hidden: true });
  fireEvent.click(options.at(-1) as HTMLElement);
}

test("entries are rated against the baseline, with their names and what is left out", async () => {
  const lab = labWith([anAward()], {
    "GET /api/v1/rankings": ({ url }) => aRanking({ reference: url.includes("reference=c-1") ? "c-1" : "c-2" }),
  });
  openPage(ADDRESS, lab);

  const figure = await panel();
  expect(figure.textContent).toContain("★ Best value: RAID 5. Not included: 2 values, such as: not measured in");
  expect(lab.requests).toContain("GET /api/v1/rankings?run_id=r-1&run_id=r-2&all=true&reference=c-1");
});

test("a baseline without a place leaves the rating against the best", async () => {
  const [, ...others] = aRanking().configurations;
  const lab = labWith([], { "GET /api/v1/rankings": aRanking({ configurations: others, reference: "c-2" }) });
  openPage(ADDRESS, lab);

  await panel();
  expect(lab.requests.filter((request) => request.includes("reference="))).toEqual([]);
});

test("the ranking has every figure and its reasons, and is of other runs on demand", async () => {
  const lab = labWith([]);
  openPage(ADDRESS, lab);

  const dialog = await openRanking();
  const table = within(await dialog.findByRole("table", { name: "Configurations by rating" }));
  expect(table.getByRole("cell", { name: "40.00k × 1.00 · n = 3 · 36.0k to 44.0k" })).toBeTruthy();
  expect(table.getByRole("columnheader", { name: /4K write.*missing in a configuration/ })).toBeTruthy();
  expect(dialog.getByText("2 values: not measured in steady state")).toBeTruthy();
  fireEvent.click(dialog.getByRole("checkbox", { name: "4K read" }));
  await waitFor(() => expect(lab.requests.some((request) => request.includes("without=aaaaaaaaaaaa"))).toBe(true));

  fireEvent.click(dialog.getByRole("combobox", { name: "Ranked" }));
  fireEvent.click(await screen.findByRole("option", { name: /^shoot-out@2/, hidden: true }));
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/rankings?profile=shoot-out%402"));
  await waitFor(() =>
    expect(lab.requests).toContain("GET /api/v1/awards?profile=shoot-out%402&withdrawn=true&limit=200"),
  );
});

test("a ranking without a rating says so", async () => {
  const none = { rating: null, rank: null, podium_rank: null, worst_ratio: null, best_ratio: null };
  const [first] = aRanking().configurations;
  const unrated = aRanking({ configurations: first ? [{ ...first, ...none }] : [], reference: null, left_out: [] });
  openPage(ADDRESS, labWith([], { "GET /api/v1/rankings": unrated }));
  expect(await screen.findByText("These runs have no workload in common to rate.")).toBeTruthy();
});

test("a ranking of nothing says what is not included in whole sentences", async () => {
  const left_out = [{ reason: "a bound, a ratio or the end of a range", figures: 2, runs: [] }];
  openPage(
    ADDRESS,
    labWith([], { "GET /api/v1/rankings": aRanking({ configurations: [], reference: null, left_out }) }),
  );
  const reason = /^These runs have no workload in common to rate\. Not included: 2 values, such as: a bound.*\.$/;
  expect(await screen.findByText(reason)).toBeTruthy();
});

test("an award stands in the row of its class, told apart from places, and no number changes", async () => {
  openPage(ADDRESS, labWith([anAward({ reason: HOSTILE })]));

  const dialog = await openRanking();
  const table = within(await dialog.findByRole("table", { name: "Configurations by rating" }));
  const row = table.getByText("★ Best value").closest("tr") as HTMLElement;
  expect(within(row).getByRole("link", { name: "RAID 5" })).toBeTruthy();
  expect(within(row).getByText("second")).toBeTruthy();
  expect(within(row).getByText("50.00")).toBeTruthy();
  const section = within(dialog.getByRole("region", { name: "Editors' choice" }));
  expect(section.getByText(/^Editors' choice by ann, 22 Nov 2026/)).toBeTruthy();
  expect(section.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a withdrawn award leaves the table and stays in its list", async () => {
  openPage(ADDRESS, labWith([anAward({ withdrawn_at: "2026-11-22T07:00:00Z", withdrawn_by: "bob" })]));
  const section = await choices();
  expect(section.getByText("1 withdrawn")).toBeTruthy();
  expect(section.getByText(/^Withdrawn by bob, 22 Nov 2026/)).toBeTruthy();
  expect(section.getByText("No choices in this ranking yet.")).toBeTruthy();
  expect(within(screen.getByRole("table")).queryByText("★ Best value")).toBeNull();
});

test("an award to a configuration that left the ranking says so", async () => {
  openPage(ADDRESS, labWith([anAward({ class_hash: "another", configuration: null })]));
  const section = await choices();
  expect(section.getByText("This configuration is no longer in the ranking.")).toBeTruthy();
  expect(section.queryByRole("link", { name: "RAID 5" })).toBeNull();
});

test("an award is given with its words, and only then", async () => {
  const sent: unknown[] = [];
  const lab = labWith([], {
    "POST /api/v1/awards": async (request) => {
      sent.push(await request.json());
      return Response.json(anAward(), { status: 201 });
    },
  });
  openPage(ADDRESS, lab);
  const section = await choices();
  const submit = section.getByRole("button", { name: "Add choice" });
  fireEvent.click(submit);
  expect(await section.findByText("Choose a configuration of this ranking.")).toBeTruthy();
  expect(section.getByText("Give a reason.")).toBeTruthy();
  expect(sent).toEqual([]);

  await choose(section);
  fireEvent.change(section.getByRole("textbox", { name: "Title" }), { target: { value: " Best value " } });
  fireEvent.change(section.getByRole("textbox", { name: "Reason" }), { target: { value: "Half the price." } });
  fireEvent.click(submit);
  expect(await section.findByText("“Best value” was added to the ranking.")).toBeTruthy();
  expect(sent).toEqual([
    {
      configuration: "c-2",
      title: "Best value",
      reason: "Half the price.",
      run_ids: ["r-1", "r-2"],
      all: true,
      without: [],
    },
  ]);
});

test("what the lab refuses is said, and nothing typed is lost", async () => {
  const lab = labWith([], { "POST /api/v1/awards": () => problem(422, "no such configuration") });
  openPage(ADDRESS, lab);
  const section = await choices();
  await choose(section);
  fireEvent.change(section.getByRole("textbox", { name: "Title" }), { target: { value: "Best value" } });
  const reason = section.getByRole("textbox", { name: "Reason" });
  fireEvent.change(reason, { target: { value: "Half the price." } });
  fireEvent.click(section.getByRole("button", { name: "Add choice" }));
  expect(await section.findByText(/no such configuration/)).toBeTruthy();
  expect((reason as HTMLTextAreaElement).value).toBe("Half the price.");
});

test("an award is withdrawn after a question", async () => {
  const lab = labWith([anAward()], {
    [`DELETE /api/v1/awards/${anAward().id}`]: anAward({ withdrawn_at: "2026-11-22T07:00:00Z" }),
  });
  openPage(ADDRESS, lab);
  const section = await choices();
  fireEvent.click(section.getByRole("button", { name: "Withdraw “Best value” of RAID 5" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Withdraw/ }));
  fireEvent.click(dialog.getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(lab.requests).toContain(`DELETE /api/v1/awards/${anAward().id}`));
});

test("who may only look is offered neither", async () => {
  openPage(ADDRESS, labWith([anAward()], VIEWER));
  const section = await choices();
  expect(section.getByText("★ Best value")).toBeTruthy();
  expect(section.queryByRole("button")).toBeNull();
});
