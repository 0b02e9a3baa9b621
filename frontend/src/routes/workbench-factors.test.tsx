/** Results by factors in the workbench: the heat map, and the table behind it. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Comparison } from "@/api/comparison";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { aComparison } from "@/testing/comparison-objects";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPivot, aPivotCell } from "@/testing/pivot-objects";
import { someMeasurements } from "@/testing/result-objects";
import { setWidth } from "@/testing/set-width";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

const MAP = "panels=p1.heat-map.iops.0-0-12-12...array%7E.level.drives%7E.count";
const TWO = [aRunSummary({ number: "r-1" }), aRunSummary({ number: "r-2" })];

beforeEach(() => {
  setWidth(1440);
});

function labWith(pivot: Answer, comparison: Partial<Comparison> = {}) {
  return stubLab({
    "GET /api/v1/comparison": aComparison(comparison),
    "GET /api/v1/measurements": someMeasurements([]),
    "GET /api/v1/runs": { items: TWO, next_cursor: null },
    "GET /api/v1/pivot": pivot,
  });
}

type Lab = ReturnType<typeof labWith>;

const requests = ({ requests: sent }: Lab) =>
  sent.filter((request) => request.includes("/pivot?")).map((request) => new URLSearchParams(request.split("?")[1]));

const map = () => screen.findByRole("figure", { name: "RAID level × Number of drives" });

async function openTable() {
  await chooseInChartMenu(await map(), /^Table by factors/);
  return within(await screen.findByRole("dialog", { name: "IOPS by RAID level and number of drives" }));
}

test("chosen runs are laid out by the factors of the panel, of the workload with the most values", async () => {
  const lab = labWith(aPivot());
  openPage(`/workbench?runs=r-1,r-2&hidden=r-2&${MAP}`, lab);

  const figure = await map();
  const [request] = requests(lab);
  expect(request?.getAll("run_id")).toEqual(["r-1"]);
  expect(Object.fromEntries(request ?? [])).toMatchObject({
    rows: "array.level",
    columns: "drives.count",
    panel: "workload.name",
    max_panels: "1",
    metric: "iops",
  });
  expect(figure.textContent).not.toContain("of the query");
});

test("a query is laid out over all runs that it finds, and says how many", async () => {
  const lab = labWith(aPivot({ runs: TWO.map(({ id, number }) => ({ id, number, name: number })), more_runs: true }));
  openPage(`/workbench?query=a%20OR%20b&zone=Europe/Berlin&hidden=r-2&${MAP}`, lab);

  expect((await map()).textContent).toContain("The newest 2 runs of the query.");
  const [request] = requests(lab);
  expect(request?.get("q")).toBe("(a OR b) -number:2");
  expect(request?.get("time_zone")).toBe("Europe/Berlin");
  expect(request?.has("run_id")).toBe(false);
});

test("without chosen factors the lab proposes them, and everything that it fixes", async () => {
  const fixed = [
    { key: "array.condition", label: "Array condition", value: "optimal" },
    { key: "workload.name", label: "Workload", value: "reads" },
  ];
  const lab = labWith(aPivot({ choice: { ...aPivot().choice, fixed } }));
  openPage("/workbench?runs=r-1,r-2&panels=p1.heat-map.iops.0-0-12-12", lab);

  expect((await map()).textContent).toContain("reads, optimal, IOPS");
  const [proposal, table] = requests(lab);
  expect([...(proposal?.keys() ?? [])]).toEqual(["run_id", "run_id", "metric"]);
  expect(table?.getAll("fixed")).toEqual(["array.condition=optimal", "workload.name=reads"]);
  expect([table?.get("rows"), table?.get("panel")]).toEqual(["array.level", null]);
});

test("a map of one of several controllers names them, and what is not known", async () => {
  const fixed = [{ key: "array.strip", label: "Strip", value: "unknown" }];
  const choice = { ...aPivot().choice, panel: "controllers", panel_label: "Controllers", fixed };
  const cells = aPivot().cells.map((cell) => ({ ...cell, panel: "H965i" }));
  openPage(`/workbench?runs=r-1,r-2&${MAP}`, labWith(aPivot({ choice, cells, panels: ["H965i"] })));

  expect((await map()).textContent).toContain("Controllers: H965i, Strip: unknown, IOPS");
  expect((await map()).textContent).toContain("The table by factors has 1 more value of Controllers.");
});

test("arrays that are not optimal are not merged with those that are", async () => {
  const cells = ["optimal", "rebuilding"].map((value) => ({ value, state: "differs" as const }));
  const row = { key: "array.condition", label: "Condition", group: "array" as const, state: "differs" as const, cells };
  const lab = labWith(aPivot(), { factors: { ...aComparison().factors, rows: [row] } });
  openPage(`/workbench?runs=r-1,r-2&${MAP}`, lab);

  await map();
  expect(requests(lab)[0]?.getAll("fixed")).toEqual(["array.condition=optimal"]);
});

test.each([
  ["a factor", "", "array.level is not a factor of these results", "rows", /array\.level is not a factor/],
  ["a workload", "4K", "no result has 4K as its workload", "fixed", /^No shown entry has results of 4K\.$/],
])("%s that the runs no longer have is one line", async (_, workload, detail, path, reason) => {
  const lab = labWith(() => problem(422, detail, [{ path, message: detail }]));
  openPage(`/workbench?runs=r-1,r-2&${MAP.replace("12...", `12..${workload}.`)}`, lab);

  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test("every state of the table says itself, and differing factors are named", async () => {
  const differs = [{ key: "controllers", label: "Controllers", levels: ["none", "H965i"], known: true }];
  const more = [
    aPivotCell({ row: "RAID 6", column: "8", state: "impossible", reason: "RAID 6 needs at least 4 drives." }),
    aPivotCell({ row: "RAID 6", column: "16", state: "several", groups: 2, differs, n: 2 }),
    aPivotCell({ row: "JBOD", column: "8", state: "withheld", reason: "It was degraded." }),
    aPivotCell({ row: "JBOD", column: "16", value: null, low: 400_000, high: 450_000, value_kind: "range" }),
  ];
  const rows = ["RAID 10", "RAID 5", "RAID 6", "JBOD"];
  const along = [{ key: "x", label: "Strip size", value: "" }];
  const lab = labWith(aPivot({ rows, cells: [...aPivot().cells, ...more], along }));
  openPage(`/workbench?runs=r-1,r-2&${MAP}`, lab);

  expect((await map()).textContent).toContain("1 cell is not merged, different: Controllers.");
  const dialog = await openTable();
  const table = dialog.getByRole("table", { name: "IOPS by RAID level and number of drives" });
  const texts = within(table)
    .getAllByRole("row")
    .slice(2)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    );
  expect(texts).toEqual([
    ["200.0kn = 3, 190.0k to 204.0kr-1", "≥ 300.0kr-1"],
    ["150.0kr-1", "failedThe power went away."],
    ["impossibleRAID 6 needs at least 4 drives.", "2 values differ by Controllers"],
    ["withheldIt was degraded.", "400.0k to 450.0kr-1"],
  ]);
  expect(dialog.getByText("1 cell has different results")).toBeTruthy();
  expect(dialog.getByText(/^The cells also differ in: Strip size\./)).toBeTruthy();
  expect(dialog.getByText("1 run, 4 results. Workload: reads.")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Show Controllers as panels" }));
  await waitFor(() => expect(requests(lab).at(-1)?.get("panel")).toBe("controllers"));
  expect(requests(lab).at(-1)?.has("max_panels")).toBe(false);
});

test("a cell leads to its runs, many of them by a query", async () => {
  const run_numbers = ["r-3", "r-4", "r-5"];
  const cells = [aPivotCell({ row: "RAID 5", column: "8", n: 3, run_numbers })];
  openPage(`/workbench?runs=r-1,r-2&${MAP}`, labWith(aPivot({ rows: ["RAID 5"], columns: ["8"], cells })));

  const dialog = await openTable();
  const all = dialog.getByRole("link", { name: "All 3 runs" });
  expect(new URL((all as HTMLAnchorElement).href).searchParams.get("q")).toBe("number:3 OR number:4 OR number:5");
  expect(dialog.getByRole("link", { name: "r-3" }).getAttribute("href")).toBe("/runs/r-3");
});

test("the table is against a cell in the numbers of the workbench", async () => {
  openPage(`/workbench?runs=r-1,r-2&numbers=relative&${MAP}`, labWith(aPivot()));

  const dialog = await openTable();
  const cells = () => dialog.getAllByRole("cell").map(({ textContent }) => textContent?.replace(/r-1$/, ""));
  expect(cells().slice(0, 3)).toEqual(["0 % baselinen = 3, −5 % to +2 %", "≥ +50 %", "−25 %"]);
  fireEvent.click(dialog.getByRole("radio", { name: "Ratio" }));
  await waitFor(() => expect(cells()[2]).toContain("0.750×"));
});
