/** Several runs in the workbench, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Series } from "@/api/types";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { aDashboard, aDocument } from "@/testing/dashboard-objects";
import { aRunLatency } from "@/testing/latency-objects";
import { aRunSummary, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPivot } from "@/testing/pivot-objects";
import { someMeasurements } from "@/testing/result-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { someAvailableOptions } from "@/testing/share-objects";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

const READINGS = { mean: [3, 2, 1], min: [3, 2, 1], max: [3, 2, 1], points: 3 };
const SWEEP = ["r-1", "r-2"].flatMap((run, place) =>
  [1, 4, 16].map((outstanding) => ({ run, outstanding, iops: outstanding * 1234.5 * (place + 1) })),
);

/** One panel, so that tests of the rest of the page do not wait for others. */
const DEPTH = "panels=p1.queue-depth.iops.0-0-12-9";

beforeEach(() => setWidth(1440));
afterEach(() => setWidth(USUAL_WIDTH));

type Comparison = ReturnType<typeof aComparison>;

const level = (...values: string[]): Comparison["factors"] => ({
  rows: [
    {
      key: "array.level",
      label: "RAID level",
      group: "array",
      state: "differs",
      cells: values.map((value, place) => ({ value, state: place === 0 ? "same" : "differs" })),
    },
  ],
  known_count: 1,
  unknown_count: 0,
  by: "RAID level",
  sentence: "RAID level differs.",
  without: [],
});

/** Return the same readings for each requested run. */
const someCurves = (request: Request, readings: Partial<Series>) => ({
  curves: new URL(request.url).searchParams
    .getAll("run_id")
    .map((run_id) => aSeries({ ...readings, run_id, metric: "iops" })),
});

/** Two runs with a sweep over depths and a curve each. */
function labWith(changes: Partial<Comparison> = {}, more: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/comparison": (request) => {
      const baseline = new URL(request.url).searchParams.get("baseline") ?? "r-1";
      return aComparison({ baseline, factors: level("RAID 10", "RAID 5"), ...changes });
    },
    "GET /api/v1/measurements": someMeasurements(SWEEP),
    "GET /api/v1/curves": (request) => someCurves(request, READINGS),
    "GET /api/v1/runs/r-1/latency": aRunLatency({ run_number: "r-1" }),
    "GET /api/v1/runs/r-2/latency": aRunLatency({ run_number: "r-2" }),
    ...more,
  });
}

const figures = () => screen.getAllByRole("figure").map((figure) => figure.querySelector("h2")?.textContent);
const panelNames = () =>
  [...document.querySelectorAll("[data-figure-head]")].map((head) => head.querySelector("h2")?.textContent);
const shown = () => within(screen.getByRole("list", { name: "Shown entries" })).getAllByRole("listitem");

test("a sweep with curves opens with panels that fit it", async () => {
  openPage("/workbench?runs=r-1,r-2", labWith());

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  await screen.findByRole("figure", { name: "Latency percentiles" });
  expect(figures()).toEqual([
    "IOPS by queue depth",
    "Mean latency by queue depth",
    "IOPS over time",
    "Latency percentiles",
    "By workload",
    "IOPS against Mean latency",
  ]);
  expect(screen.getByText("RAID level").closest("button")?.textContent).toContain("10 / 5");
  expect(shown().map((row) => row.querySelector("bdi")?.textContent)).toEqual(["System r-1", "System r-2"]);
});

test("tables of panels give exact numbers", async () => {
  openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, labWith());

  const figure = await screen.findByRole("figure", { name: "IOPS by queue depth" });
  await chooseInChartMenu(figure, /^Show data table/);
  const rows = within(await within(figure).findByRole("table")).getAllByRole("row");
  expect(rows.at(-1)?.textContent).toContain("39,504");
});

test("an entry is hidden in every panel, and undo brings it back", async () => {
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, labWith());

  const figure = await screen.findByRole("figure", { name: "IOPS by queue depth" });
  fireEvent.click(screen.getByRole("button", { name: "Show System r-2" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ runs: "r-1,r-2", hidden: "r-2" }));
  await waitFor(() => expect(within(figure).queryByText(/System r-2/)).toBeNull());
  expect(within(screen.getByRole("list", { name: "Hidden entries" })).getByText("System r-2")).toBeTruthy();

  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("hidden"));
  fireEvent.click(screen.getByRole("button", { name: "Redo" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ hidden: "r-2" }));
});

test("a chip narrows the entries to those with a value of its factor", async () => {
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, labWith());

  fireEvent.click(await screen.findByRole("button", { name: /^RAID level/ }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "RAID 10" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ hidden: "r-1" }));
  fireEvent.click(screen.getByRole("button", { name: "Show only RAID level RAID 10", hidden: true }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ hidden: "r-2" }));
});

test("an entry keeps its colour when another is removed, until that is undone", async () => {
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, labWith());

  fireEvent.click(await screen.findByRole("button", { name: "Remove System r-1" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ runs: "r-2", colours: "r-2.1" }));
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("colours"));
});

test("the star names the baseline, and the lab compares with it", async () => {
  const lab = labWith();
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, lab);

  fireEvent.click(await screen.findByRole("button", { name: "Set System r-2 as baseline" }));
  expect(await screen.findByRole("button", { name: "System r-2 is the baseline" })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ baseline: "r-2" });
  expect(
    lab.requests.filter((request) => request.includes("comparison?") && request.includes("baseline=r-2")),
  ).toHaveLength(1);
});

test("a panel is added, edited, and removed with undo", async () => {
  const { router } = openPage("/workbench?runs=r-1,r-2&panels=p1.bars.iops.0-0-12-9", labWith());

  await screen.findByRole("figure", { name: "By workload" });
  fireEvent.click(screen.getByRole("button", { name: "Add panel" }));
  const editor = within(await screen.findByRole("complementary", { name: "Edit By workload" }));
  fireEvent.click(editor.getByRole("button", { name: "Depth" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mean" }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      panels: "p1.bars.iops.0-0-12-9*p2.queue-depth.latency-mean-ns.0-9-6-9",
      edit: "p2",
    }),
  );
  fireEvent.click(screen.getByRole("switch", { name: "Logarithmic" }));
  await waitFor(() => expect(router.state.location.search.panels).toMatch(/0-9-6-9\.l$/));
  fireEvent.keyDown(document.body, { key: "ArrowRight", altKey: true });
  await waitFor(() => expect(router.state.location.search.panels).toContain("1-9-6-9"));

  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ runs: "r-1,r-2", panels: "p1.bars.iops.0-0-12-9" }),
  );
  const [undo] = screen.getAllByRole("button", { name: "Undo" });
  fireEvent.click(undo as HTMLElement);
  await waitFor(() => expect(router.state.location.search.panels).toContain("p2."));
});

test("the address restores panels, numbers and hidden entries", async () => {
  const panels = "p1.table.iops.0-0-12-9*p2.queue-depth.iops.0-9-6-9";
  openPage(`/workbench?runs=r-1,r-2&hidden=r-1&baseline=r-2&numbers=ratio&panels=${panels}`, labWith());

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  expect(panelNames()).toEqual(["Values", "IOPS by queue depth"]);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Ratio" }).checked).toBe(true);
  expect(within(screen.getByRole("list", { name: "Hidden entries" })).getByText("System r-1")).toBeTruthy();
});

test("panels without data say why in one line", async () => {
  const panels = ["load-curve", "heat-map", "percentiles", "over-time.latency-p50-ns", "queue-depth.latency-p99-ns"];
  const text = panels.map((panel, place) => {
    const [chart, metric = "iops"] = panel.split(".");
    return `p${place}.${chart}.${metric}.0-${9 * place}-12-9`;
  });
  const flat = { ...aPivot().choice, rows: null, columns: null, fixed: [] };
  const lab = labWith(
    {},
    {
      "GET /api/v1/pivot": aPivot({ choice: flat }),
      "GET /api/v1/runs/r-1/latency": aRunLatency({ items: [] }),
      "GET /api/v1/runs/r-2/latency": aRunLatency({ items: [] }),
    },
  );
  openPage(`/workbench?runs=r-1,r-2&panels=${text.join("*")}`, lab);

  expect(await screen.findByText("These runs have no measurements at percentages of a maximum.")).toBeTruthy();
  expect(await screen.findByText("A heat map needs two factors that differ.")).toBeTruthy();
  expect(await screen.findByText("These runs have no latency percentiles.")).toBeTruthy();
  expect(screen.getByText(/^Median latency has no curve\. Curves exist of IOPS, /)).toBeTruthy();
  expect(screen.getByText("No shown entry has a value for p99 latency.")).toBeTruthy();
});

test("readings of servers are drawn over time, and who has none is named", async () => {
  const runs = [aDrawnRun("r-1", { readings: ["temperature"] }), aDrawnRun("r-2")];
  const lab = labWith({ runs });
  openPage("/workbench?runs=r-1,r-2&panels=p1.over-time.temperature.0-0-12-9", lab);

  expect(await screen.findByRole("figure", { name: "Drive temperature over time" })).toBeTruthy();
  expect(screen.getByText("No readings: System r-2.")).toBeTruthy();
  const [curves, ...others] = lab.requests.filter((request) => request.startsWith("GET /api/v1/curves"));
  expect(curves).toContain("source=telemetry");
  expect(others).toEqual([]);
});

test("curves of one phase are aligned by it, and who has none is named", async () => {
  const phases = [{ kind: "precondition", name: "4K random write", t0_ms: 1000 }];
  const runs = [aDrawnRun("r-1", { phases, steady_ms: 2000 }), aDrawnRun("r-2", { phases })];
  const requestedPhases: (string | null)[] = [];
  const lab = labWith(
    { runs },
    {
      "GET /api/v1/curves": (request) => {
        requestedPhases.push(...new URL(request.url).searchParams.getAll("phase"));
        return someCurves(request, { ...READINGS, t0_ms: 1000 });
      },
    },
  );
  const { router } = openPage("/workbench?runs=r-1,r-2&edit=p1&panels=p1.over-time.iops.0-0-12-9", lab);

  const editor = within(await screen.findByRole("complementary", { name: "Edit IOPS over time" }));
  fireEvent.click(editor.getByRole("combobox", { name: "Phase" }));
  fireEvent.click(await screen.findByRole("option", { name: "Preconditioning", hidden: true }));
  await waitFor(() => expect(router.state.location.search.panels).toBe("p1.over-time.iops.0-0-12-9...precondition"));
  await waitFor(() => expect(requestedPhases.filter((phase) => phase === "precondition")).toHaveLength(2));

  fireEvent.click(screen.getByRole("button", { name: "Align: start" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Start of the steady window" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ align: "steady" }));
  expect(await screen.findByText("No steady window: System r-2.")).toBeTruthy();
  const figure = screen.getByRole("figure", { name: "IOPS over time" });
  await chooseInChartMenu(figure, /^Show data table/);
  const rows = within(await within(figure).findByRole("table")).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.firstElementChild?.textContent)).toEqual([
    "\u22120:00:01",
    "0:00:01",
    "0:00:02",
  ]);
});

test("repeats of one configuration are one entry, and their curves differ", async () => {
  const runs = ["r-1", "r-2"].map((number) => ({ id: `run-${number}`, number, title: number, left_out: null }));
  const drawn = runs.map(({ id, number }) => aDrawnRun(number, { id }));
  const entries = [anEntry("r-1", { runs, n: 2 })];
  const note = { id: "n-1", from_ms: 1000, to_ms: null, metric: null, text: "A drive was pulled.", author: "ada" };
  const written = { created_at: "2026-11-21T01:00:00Z", edited_at: null, may_change: true };
  openPage(
    "/workbench?runs=r-1,r-2&panels=p1.over-time.iops.0-0-12-9",
    labWith(
      { entries, runs: drawn, pooled: true, poolable: true },
      { "GET /api/v1/notes": { items: [{ run_id: "run-r-2", run: "r-2", items: [{ ...note, ...written }] }] } },
    ),
  );

  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  await chooseInChartMenu(figure, /^Show data table/);
  const heads = within(await within(figure).findByRole("table")).getAllByRole("columnheader");
  expect(heads.map((head) => head.textContent)).toEqual(["Elapsed", "System r-1 (r-1)", "System r-1 (r-2)"]);
  expect(screen.getByText("Note 1, r-2: A drive was pulled.")).toBeTruthy();
});

test("a query compares the newest runs that it finds", async () => {
  const lab = labWith(
    {},
    { "GET /api/v1/runs": { items: [aRunSummary({ number: "r-1" }), aRunSummary({ number: "r-2" })] } },
  );
  openPage(`/workbench?query=raid%3A10&newest=2&${DEPTH}`, lab);

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  expect(lab.requests.some((request) => request.includes("q=raid%3A10") && request.includes("limit=2"))).toBe(true);
  expect(screen.queryByRole("button", { name: "Add runs" })).toBeNull();
  const link = await screen.findByRole("link", { name: "Runs of this query" });
  expect(link.getAttribute("href")).toMatch(/^\/runs\?q=raid(%3A|:)10$/);
});

test("a panel that stays absolute says so while others are relative", async () => {
  const panels = "p1.over-time.iops.0-0-12-9*p2.queue-depth.iops.0-9-12-9";
  openPage(`/workbench?runs=r-1,r-2&numbers=ratio&panels=${panels}`, labWith());

  const curves = await screen.findByRole("figure", { name: "IOPS over time" });
  expect(within(curves).getByText("Absolute values.")).toBeTruthy();
  const sweep = await screen.findByRole("figure", { name: "IOPS by queue depth" });
  expect(within(sweep).queryByText("Absolute values.")).toBeNull();
});

test("runs that a workbench does not take are counted in one line", async () => {
  const runs = Array.from({ length: 60 }, (_, index) => `r-${index + 1}`).join(",");
  const { router } = openPage(`/workbench?runs=${runs}&${DEPTH}`, labWith());

  expect(await screen.findByText("Showing 48 of 60 runs. A workbench takes 48, 12 are left out.")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Ratio" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ numbers: "ratio", left: 12 }));
});

test("a query says how many runs it finds beside those that are shown", async () => {
  const items = [aRunSummary({ number: "r-1" }), aRunSummary({ number: "r-2" })];
  const lab = labWith({}, { "GET /api/v1/runs": { items, next_cursor: null, total: 12_345 } });
  openPage(`/workbench?query=&newest=2&${DEPTH}`, lab);

  expect(await screen.findByText("Showing the newest 2 of 12,345 runs of the query.")).toBeTruthy();
});

test("percentiles are ratios to the baseline where their panel says so", async () => {
  openPage("/workbench?runs=r-1,r-2&panels=p1.percentiles.latency-p99-ns.0-0-12-9.r", labWith());

  const figure = await screen.findByRole("figure", { name: "Latency percentiles" });
  expect(within(figure).getByText(/ratio to the baseline$/)).toBeTruthy();
  await chooseInChartMenu(figure, /^Show data table/);
  expect(within(figure).getByRole("columnheader", { name: /^System r-2, ratio to the baseline/ })).toBeTruthy();
});

test("a document without room in an address is stored, and opens again", async () => {
  const long = Array.from({ length: 24 }, (_, place) => `p${place}.table.iops.0-${9 * place}-12-9..${"x".repeat(299)}`);
  const stored = new Map<string, object>();
  const lab = labWith(
    {},
    {
      "POST /api/v1/workbenches": async (request) => {
        const { document } = (await request.json()) as { document: object };
        const digest = String(stored.size + 1).padStart(32, "a");
        const answer = { digest, document, created_at: "2026-11-29T00:00:00Z" };
        stored.set(digest, answer);
        return answer;
      },
      [`GET /api/v1/workbenches/${"a".repeat(31)}1`]: () =>
        stored.get(`${"a".repeat(31)}1`) ?? problem(404, "not_found"),
    },
  );
  const first = openPage(`/workbench?runs=r-1,r-2&panels=${long.join("*")}`, lab);
  await waitFor(() => expect(first.router.state.location.search).toEqual({ view: `${"a".repeat(31)}1` }));
  expect(panelNames()).toHaveLength(24);
  fireEvent.click(screen.getByRole("radio", { name: "Ratio" }));
  await waitFor(() => expect(first.router.state.location.search).toEqual({ view: `${"a".repeat(31)}2` }));
  expect(stored.get(`${"a".repeat(31)}2`)).toMatchObject({ document: { numbers: "ratio" } });
  first.unmount();

  openPage(`/workbench?view=${"a".repeat(31)}1`, lab);
  await waitFor(() => expect(panelNames()).toHaveLength(24));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Absolute" }).checked).toBe(true);
});

test("a workbench is shared with its panels, and the dialog and the editor name what is left out", async () => {
  const digest = "0f".repeat(16);
  const sent: unknown[] = [];
  const lab = labWith(
    {},
    {
      "POST /api/v1/workbenches": async (request) => {
        const { document } = (await request.json()) as { document: object };
        sent.push(document);
        return { digest, document, created_at: "2026-11-29T00:00:00Z" };
      },
      "POST /api/v1/shares/options": async (request) => {
        sent.push(await request.json());
        const left_out = [{ name: "r-2", reason: "is in the trash" }];
        return { ...someAvailableOptions(), kind: "comparison", left_out };
      },
      "POST /api/v1/shares/options/picture": () => new Response("<svg/>"),
    },
  );
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, lab);

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: /^Share / });
  await within(dialog).findByText("Not on the page: r-2 is in the trash.");
  fireEvent.click(within(dialog).getByRole("link", { name: "Edit the page…" }));
  await screen.findByText("r-2 is in the trash.");
  expect(router.state.location.search).toEqual({ kind: "comparison", workbench: digest });
  expect(sent[0]).toMatchObject({ entries: { runs: ["r-1", "r-2"] }, panels: [{ chart: "queue_depth" }] });
  expect(sent[1]).toMatchObject({ kind: "comparison", workbench: digest });
});

test("an empty workbench finds runs by a query", async () => {
  const lab = labWith(
    {},
    { "GET /api/v1/runs": { items: [aRunSummary({ number: "r-1" }), aRunSummary({ number: "r-2" })] } },
  );
  const { router } = openPage("/workbench", lab);

  fireEvent.change(await screen.findByRole("searchbox", { name: "Search" }), { target: { value: "raid:10" } });
  fireEvent.click(await screen.findByRole("button", { name: "Compare 2 runs" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ query: "raid:10" }));
});

test("an unknown run can be left out of the others", async () => {
  const lab = labWith({}, { "GET /api/v1/comparison": problem(404, "There is no run r-9.") });
  const { router } = openPage("/workbench?runs=r-1,r-9", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Remove r-9" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ runs: "r-1" }));
});

const SAVED = "/api/v1/dashboards";
const FROM_B1 = `/workbench?runs=r-1,r-2&${DEPTH}&dashboard=b-1`;
const MEANT = { runs: [], missing: [], total: 0, newest: null };

test("a workbench is saved under a name and shown as a dashboard", async () => {
  let given: unknown;
  const lab = labWith(
    {},
    {
      [`POST ${SAVED}`]: async (request) => {
        given = await request.json();
        return aDashboard({ number: "b-7", name: "Levels" });
      },
      [`GET ${SAVED}/b-7`]: aDashboard({ number: "b-7", name: "Levels" }),
      [`GET ${SAVED}/b-7/entries`]: MEANT,
    },
  );
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}&numbers=ratio`, lab);

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  fireEvent.click(screen.getByRole("button", { name: "Save as dashboard" }));
  fireEvent.change(await screen.findByRole("textbox", { name: /Name/ }), { target: { value: " Levels " } });
  fireEvent.click(screen.getByRole("radio", { name: "Colour 3" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboards/b-7"));
  expect(given).toMatchObject({
    name: "Levels",
    colour: 2,
    shared: false,
    document: { version: 1, entries: { runs: ["r-1", "r-2"] }, numbers: "ratio", panels: [{ id: "p1", w: 12 }] },
  });
});

test("a dashboard that somebody changed is overwritten only on demand", async () => {
  const theirs = aDashboard({ document: aDocument({ numbers: "relative" }), updated_by: "anna" });
  let stored = aDashboard();
  const sent: { before: { document: { numbers: string } } }[] = [];
  const lab = labWith(
    {},
    {
      [`GET ${SAVED}/b-1`]: () => stored,
      [`GET ${SAVED}/b-1/entries`]: MEANT,
      [`PATCH ${SAVED}/b-1`]: async (request) => {
        sent.push((await request.json()) as (typeof sent)[number]);
        if (sent.length > 1) return stored;
        stored = theirs;
        return problem(409, "document: was changed.", [{ path: "document", message: "was changed" }]);
      },
    },
  );
  const { router } = openPage(FROM_B1, lab);

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText(/^anna changed it .+ ago\. Reload it, save yours as a copy, or overwrite it\.$/);
  fireEvent.click(screen.getByText("Save as a copy"));
  expect(await screen.findByText("Colour")).toBeTruthy();
  fireEvent.click(screen.getByText("Overwrite"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dashboards/b-1"));
  expect(sent.map(({ before }) => before.document.numbers)).toEqual(["absolute", "relative"]);
});

test("a dashboard that somebody changed is reloaded", async () => {
  let stored = aDashboard();
  const refuse = () => {
    stored = aDashboard({ document: aDocument({ numbers: "relative" }) });
    return problem(409, "document: was changed.", [{ path: "document", message: "was changed" }]);
  };
  const { router } = openPage(
    FROM_B1,
    labWith({}, { [`GET ${SAVED}/b-1`]: () => stored, [`PATCH ${SAVED}/b-1`]: refuse }),
  );

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  fireEvent.click(await screen.findByRole("button", { name: "Save" }));
  fireEvent.click(await screen.findByRole("button", { name: "Reload" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ numbers: "relative", dashboard: "b-1" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a dashboard of somebody else is saved as another one", async () => {
  openPage(FROM_B1, labWith({}, { [`GET ${SAVED}/b-1`]: aDashboard({ is_own: false, can_change: false }) }));

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  expect(screen.getByRole("button", { name: "Save as dashboard" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

test("an address of the earlier page for comparisons opens the same runs", async () => {
  const { router } = openPage("/compare?runs=r-1,r-2&baseline=r-2&numbers=ratio&looks=c-1", labWith());

  await screen.findByRole("button", { name: "System r-2 is the baseline" });
  expect(router.state.location.pathname).toBe("/workbench");
  expect(router.state.location.search).toEqual({ runs: "r-1,r-2", baseline: "r-2", numbers: "ratio", pooled: false });
});

const verdict = (sentence: string, better: boolean) => ({
  verdicts: [
    {
      entry: "System r-2",
      verdict: "different" as const,
      better,
      sentence,
      spread: "95 % intervals apart.",
      workload: null,
    },
  ],
});

test("entries are compared in every metric of the panels, by a stated rule", async () => {
  const lab = labWith(
    {},
    {
      "GET /api/v1/comparison": (request) => {
        const metric = new URL(request.url).searchParams.get("metric") ?? "";
        const more =
          metric === "iops"
            ? verdict("System r-2 has 12 % higher IOPS (n = 5 and 3).", true)
            : verdict("System r-2 has 9 % higher p99.", false);
        return aComparison({ metric, factors: { ...level("RAID 10", "RAID 5"), known_count: 2 }, ...more });
      },
    },
  );
  openPage("/workbench?runs=r-1,r-2&panels=p1.bars.iops.0-0-6-9*p2.bars.latency-p99-ns.6-0-6-9", lab);

  const rail = within(await screen.findByRole("complementary", { name: "Runs" }));
  const iops = await rail.findByText(/12 % higher IOPS \(n = 5 and 3\)/);
  expect(iops.textContent).toMatch(/better95 % intervals apart\.$/);
  expect(rail.getByText("The medians are compared.")).toBeTruthy();
  expect(rail.getByText("Several factors changed, so a difference has no single cause.")).toBeTruthy();
  const differences = rail.getByRole("link", { name: "All recorded differences" });
  expect(differences.getAttribute("href")).toBe("/configurations/diff?a=r-1&b=r-2");

  expect(lab.requests.filter((request) => request.includes("comparison?") && !request.includes("metric=iops"))).toEqual(
    [],
  );
  const other = rail.getByText("p99 latency compared with the baseline").closest("details") as HTMLDetailsElement;
  other.open = true;
  fireEvent(other, new Event("toggle"));
  expect((await rail.findByText(/9 % higher p99/)).textContent).toContain("worse");
});

test("hiding an entry asks for no other curves of those that stay", async () => {
  const lab = labWith({ entries: [anEntry("r-1"), anEntry("r-2"), anEntry("r-3")] });
  openPage("/workbench?runs=r-1,r-2,r-3&panels=p1.over-time.iops.0-0-12-9", lab);

  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  const curves = () => lab.requests.filter((request) => request.startsWith("GET /api/v1/curves"));
  expect(curves()).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Show System r-1" }));
  expect(await screen.findByRole("list", { name: "Hidden entries" })).toBeTruthy();
  expect(figure.isConnected).toBe(true);
  expect(curves()).toHaveLength(1);
});

test("curves are drawn of the phases that have one, also where notes cannot be read", async () => {
  const runs = [aDrawnRun("r-1", { series: [2] }), aDrawnRun("r-2", { series: [1, 3] })];
  const lab = labWith({ runs }, { "GET /api/v1/notes": problem(403, "You may not read this.") });
  openPage("/workbench?runs=r-1,r-2&panels=p1.over-time.iops.0-0-12-9", lab);

  await screen.findByRole("figure", { name: "IOPS over time" });
  const phases = lab.requests
    .filter((request) => request.startsWith("GET /api/v1/curves"))
    .flatMap((request) => new URLSearchParams(request.slice(request.indexOf("?"))).getAll("phase"));
  expect(phases).toEqual(["2", "all"]);
  expect(await screen.findByText("Could not load the notes of these runs.")).toBeTruthy();
});

test("repeats are taken apart by choice, and those that do not count say why", async () => {
  const runs = [anEntry("r-1").runs, anEntry("r-2").runs].flat();
  const [counted, left] = [runs[0], runs[1] && { ...runs[1], left_out: "in the trash" }];
  const lab = labWith(
    {},
    {
      "GET /api/v1/comparison": (request) => {
        const isPooled = new URL(request.url).searchParams.get("pooled") === "true";
        const pooled = [anEntry("r-1", { runs: counted && left ? [counted, left] : [] })];
        return aComparison({ poolable: true, pooled: isPooled, ...(isPooled ? { entries: pooled } : {}) });
      },
    },
  );
  const { router } = openPage(`/workbench?runs=r-1,r-2&${DEPTH}`, lab);

  expect(await screen.findByText("Not counted: r-2 (in the trash).")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Repeats and visibility" }));
  fireEvent.click(await screen.findByRole("menuitemcheckbox", { name: "Pool repeats" }));
  await waitFor(() => expect(shown()).toHaveLength(2));
  expect(router.state.location.search).toMatchObject({ pooled: false });
});

test("the navigation leads back to the last workbench, and from it to an empty one", async () => {
  const address = `/workbench?runs=r-1,r-2&${DEPTH}&numbers=ratio`;
  const { router } = openPage(address, labWith({}, { "GET /api/v1/drives": { items: [], next_cursor: null } }));
  const link = () => within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Workbench" });

  await screen.findByRole("figure", { name: "IOPS by queue depth" });
  expect(link().getAttribute("href")).toBe("/workbench");
  await router.navigate({ to: "/help" });
  await waitFor(() => expect(link().getAttribute("href")).toMatch(/^\/workbench\?runs=r-1%2Cr-2&.*numbers=ratio/));
  await router.navigate({ to: "/workbench", search: {} });
  const last = await screen.findByRole("link", { name: "r-1, r-2" });
  expect(last.getAttribute("href")).toMatch(/^\/workbench\?runs=r-1%2Cr-2/);
});
