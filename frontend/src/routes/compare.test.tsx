/** Several runs side by side, opened as a page. */
import { focusManager } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readTray, writeTray } from "@/lib/compare-tray";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { aCell, aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { aRunSummary, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { someMeasurements } from "@/testing/result-objects";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

const READINGS = { mean: [3, 2, 1], min: [3, 2, 1], max: [3, 2, 1], points: 3 };

beforeEach(() => writeTray([]));
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
});

function labWith(comparison: ReturnType<typeof aComparison>, more: Record<string, Answer> = {}) {
  const numbers = comparison.entries.flatMap(({ runs }) => runs.map(({ number }) => number));
  return stubLab({
    "GET /api/v1/notes": { items: numbers.map((number) => ({ run_id: `run-${number}`, run: number, items: [] })) },
    "GET /api/v1/comparison": comparison,
    "GET /api/v1/series": (request) => {
      const { searchParams } = new URL(request.url);
      const metric = searchParams.get("metric") ?? "iops";
      return aSeries({ ...READINGS, run_id: searchParams.get("run_id") ?? "", metric });
    },
    ...more,
  });
}

async function entry(name: string) {
  return within((await screen.findByRole("checkbox", { name: `Show ${name}` })).closest("li") as HTMLElement);
}

async function columnsOfTable(figure: HTMLElement) {
  if (within(figure).queryByRole("table") === null) await chooseInChartMenu(figure, /^Show data table/);
  const heads = within(await within(figure).findByRole("table")).getAllByRole("columnheader");
  return heads.map((head) => head.textContent);
}

test("two runs share one chart under the names of their systems", async () => {
  openPage("/compare?runs=r-1,r-2", labWith(aComparison()));

  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  expect(await columnsOfTable(figure)).toEqual(["Elapsed", "System r-1", "System r-2"]);
  const differences = screen.getByRole("link", { name: "All recorded differences" });
  expect(differences.getAttribute("href")).toBe("/configurations/diff?a=r-1&b=r-2");
  expect(screen.getByRole("link", { name: "Pivot table" }).getAttribute("href")).toBe("/compare/pivot?runs=r-1%2Cr-2");
});

test("curves are taken apart as the address says, and put together again there", async () => {
  const sweep = encodeURIComponent(JSON.stringify({ arrangement: "apart" }));
  const { router } = openPage(`/compare?runs=r-1,r-2&sweep=${sweep}`, labWith(aComparison()));

  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  await within(figure).findByText(/One panel per curve, same axes\.$/);
  await chooseInChartMenu(figure, "Small multiples");
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sweep: { arrangement: "one" } }));
  await waitFor(() => expect(figure.textContent).not.toContain("a panel of its own"));
});

test("one question for all runs and one for all notes are enough, beside the curves", async () => {
  const lab = labWith(aComparison());
  openPage("/compare?runs=r-1,r-2", lab);

  await screen.findByRole("figure", { name: "IOPS over time" });
  const asked = lab.asked.map((each) => each.replace(/\?.*/, "")).filter((each) => !each.includes("/session"));
  const count = (address: string) => asked.filter((each) => each === `GET /api/v1/${address}`).length;
  expect([count("comparison"), count("notes"), count("series")]).toEqual([1, 1, 2]);
  expect(asked.filter((each) => each.includes("/runs/"))).toEqual([]);
});

test("curves are drawn of the only phase that has one, and the verdict stands at its entry", async () => {
  const runs = [aDrawnRun("r-1", { verdict: "not_steady", series: [2] }), aDrawnRun("r-2", { series: [1, 3] })];
  const lab = labWith(aComparison({ runs }));
  openPage("/compare?runs=r-1,r-2", lab);

  await screen.findByRole("figure", { name: "IOPS over time" });
  const phases = lab.asked
    .filter((each) => each.startsWith("GET /api/v1/series"))
    .map((each) => new URLSearchParams(each.slice(each.indexOf("?"))).get("phase"));
  expect(phases).toEqual(["2", "all"]);
  expect((await entry("System r-1")).getByText("not steady")).toBeTruthy();
});

test("notes that cannot be read are said, and the curves are drawn all the same", async () => {
  const problem = { type: "about:blank", title: "No", status: 403, detail: "You may not read this.", code: "no" };
  openPage(
    "/compare?runs=r-1,r-2",
    labWith(aComparison(), { "GET /api/v1/notes": () => Response.json(problem, { status: 403 }) }),
  );

  await screen.findByRole("figure", { name: "IOPS over time" });
  expect(screen.getByText("You may not read this.")).toBeTruthy();
});

test("notes of the runs are on their curves, and the list says whose each is", async () => {
  const note = {
    id: "n-1",
    from_ms: 1000,
    to_ms: null,
    metric: null,
    text: "A drive was pulled.",
    author: "ada",
    created_at: "2026-11-21T01:00:00Z",
    edited_at: null,
    may_change: true,
  };
  const lab = labWith(aComparison(), {
    "GET /api/v1/notes": {
      items: [
        { run_id: "run-r-1", run: "r-1", items: [] },
        { run_id: "run-r-2", run: "r-2", items: [note, { ...note, id: "n-2", metric: "latency_max_ns" }] },
      ],
    },
  });
  openPage("/compare?runs=r-1,r-2", lab);

  const item = within(await screen.findByRole("list", { name: "Notes on this curve, by number" })).getByRole(
    "listitem",
  );
  expect(item.textContent).toContain("Note 11System r-2 · 0:00:01A drive was pulled.ada");
  expect(within(item).getByRole("link").getAttribute("href")).toBe("/runs/r-2/curves");
  // They are changed on the page of their run.
  expect(within(item).queryByRole("button")).toBeNull();
  const figure = screen.getByRole("figure", { name: "IOPS over time" });
  expect(figure.querySelector("figcaption")?.textContent).toContain("Notes: 1.");
  expect(within(figure).getByRole("button", { name: /^Notes/ })).toBeTruthy();
  expect(screen.getByText(/^1 note is about another metric or hidden data/)).toBeTruthy();
});

test("an entry is hidden everywhere by its box, and the address knows", async () => {
  const { router } = openPage("/compare?runs=r-1,r-2", labWith(aComparison()));

  fireEvent.click(await screen.findByRole("checkbox", { name: "Show System r-1" }));
  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  await waitFor(async () => expect(await columnsOfTable(figure)).toEqual(["Elapsed", "System r-2"]));
  expect(router.state.location.search).toMatchObject({ hidden: "r-1" });
});

test("the star names the baseline, and the lab is asked about it", async () => {
  const asked: (string | null)[] = [];
  const lab = labWith(aComparison(), {
    "GET /api/v1/comparison": (request) => {
      const baseline = new URL(request.url).searchParams.get("baseline");
      asked.push(baseline);
      return aComparison({ baseline: baseline ?? "r-1" });
    },
  });
  const { router } = openPage("/compare?runs=r-1,r-2", lab);

  fireEvent.click((await entry("System r-2")).getByRole("button", { name: "Set System r-2 as baseline" }));
  await waitFor(() => expect(asked).toEqual([null, "r-2"]));
  expect(router.state.location.search).toMatchObject({ baseline: "r-2" });
  expect((await entry("System r-2")).getByRole("button", { pressed: true })).toBeTruthy();
});

test("one factor names the chart, several are a warning and no chart is named after one", async () => {
  const row = (label: string, ...values: string[]) => ({
    key: label,
    label,
    group: "array" as const,
    state: "differs" as const,
    cells: values.map((value, place) => ({ value, state: place ? ("differs" as const) : ("same" as const) })),
  });
  const one = { rows: [row("RAID level", "RAID 5", "RAID 6")], known_count: 1, by: "RAID level" };
  const factors = { ...aComparison().factors, ...one, sentence: "One factor differs: RAID level." };
  const { unmount } = openPage("/compare?runs=r-1,r-2", labWith(aComparison({ factors })));
  expect(await screen.findByRole("figure", { name: "IOPS over time by RAID level" })).toBeTruthy();
  expect(screen.getByText("RAID 6").textContent).toBe("RAID 6, differs");
  unmount();

  const rows = [...one.rows, row("Strip size", "64 KiB", "256 KiB")];
  const several = { ...factors, rows, known_count: 2, by: null, sentence: "2 factors differ." };
  openPage("/compare?runs=r-1,r-2", labWith(aComparison({ factors: several })));
  expect(await screen.findByText("2 factors differ")).toBeTruthy();
  expect(await screen.findByRole("figure", { name: "IOPS over time" })).toBeTruthy();
});

test("other work has a chart of its own, with the reason in words", async () => {
  const groups = [
    { entries: ["r-1"], reason: null },
    { entries: ["r-2"], reason: "The workloads differ in block size (4 KiB and 128 KiB)." },
  ];
  openPage("/compare?runs=r-1,r-2", labWith(aComparison({ groups })));
  expect(await screen.findByText("The workloads differ in block size (4 KiB and 128 KiB).")).toBeTruthy();
  for (const run of ["r-1", "r-2"])
    expect(await screen.findByRole("figure", { name: `IOPS over time, ${run}` })).toBeTruthy();
});

test("who is ahead is said by the rule, and numbers are shown as chosen", async () => {
  const comparison = aComparison({
    verdicts: [
      {
        entry: "System r-2",
        verdict: "different",
        better: true,
        sentence: "System r-2 has 31 % higher IOPS than System r-1 at 4K.",
        spread: null,
      },
    ],
    points: [{ workload: "4K", cells: [aCell(), aCell({ median: 131_000, ratio: 1.31, better: true })] }],
  });
  openPage("/compare?runs=r-1,r-2&numbers=relative", labWith(comparison));
  const line = (await screen.findByText(/31 % higher IOPS/)).closest("li") as HTMLElement;
  expect(within(line).getByText("better")).toBeTruthy();
  expect(screen.getByText("The medians are compared.")).toBeTruthy();
  expect(screen.getByText("+31 %")).toBeTruthy();
  // The baseline stays what it is.
  expect(screen.getByText("100.0k")).toBeTruthy();
});

test("repeats are taken together only when the reader says so, and that is in the address", async () => {
  const asked: string[] = [];
  const both = [anEntry("r-1").runs, anEntry("r-2").runs].flat();
  const lab = labWith(aComparison({ poolable: true }), {
    "GET /api/v1/comparison": (request) => {
      const pooled = new URL(request.url).searchParams.get("pooled") === "true";
      asked.push(String(pooled));
      return aComparison({
        poolable: true,
        pooled,
        ...(pooled ? { entries: [anEntry("r-1", { n: 2, runs: both })] } : {}),
      });
    },
  });
  const { router } = openPage("/compare?runs=r-1,r-2", lab);
  fireEvent.click(await screen.findByRole("switch", { name: "Pool repeats" }));
  expect(await screen.findByText("n = 2")).toBeTruthy();
  expect(asked).toEqual(["false", "true"]);
  expect(router.state.location.search).toMatchObject({ pooled: true });
});

test("what repeats are pooled from follows which of them count", async () => {
  const three = ["r-1", "r-2", "r-3"];
  let isTrashed = false;
  const runs = () =>
    three.map((number) => ({
      id: `run-${number}`,
      number,
      title: `Run ${number}`,
      left_out: isTrashed && number === "r-3" ? "in the trash" : null,
    }));
  const lab = labWith(aComparison(), {
    "GET /api/v1/comparison": () =>
      aComparison({
        pooled: true,
        poolable: true,
        entries: [anEntry("r-1", { n: isTrashed ? 2 : 3, runs: runs() })],
      }),
    "GET /api/v1/measurements": someMeasurements(
      [1000, 2000, 9000].flatMap((iops, place) => [
        { run: `r-${place + 1}`, outstanding: 1, iops: iops / 10 },
        { run: `r-${place + 1}`, outstanding: 16, iops },
      ]),
    ),
  });
  openPage("/compare?runs=r-1,r-2,r-3&pooled=true&view=sweep", lab);
  expect((await screen.findAllByRole("img", { name: /peaks at 2\.00k/ })).length).toBeGreaterThan(0);

  isTrashed = true;
  // What was answered just now is not asked again.
  vi.setSystemTime(Date.now() + 60_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  expect(await screen.findByText("Not counted: r-3 (in the trash).")).toBeTruthy();
  expect((await screen.findAllByRole("img", { name: /peaks at 1\.50k/ })).length).toBeGreaterThan(0);
});

test("who stays keeps the look when another run goes", async () => {
  const { router } = openPage("/compare?runs=r-1,r-2", labWith(aComparison()));
  fireEvent.click(await screen.findByRole("button", { name: "Remove r-1 from the comparison" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ runs: "r-2", looks: "c-1,c-2" }));
});

test("a metric that nobody has a figure of is told, without empty axes", async () => {
  const lab = labWith(aComparison(), {
    "GET /api/v1/measurements": someMeasurements([{ run: "r-1", outstanding: 1, iops: 10 }]),
  });
  openPage("/compare?runs=r-1,r-2&view=sweep&metric=throughput_bytes_per_s", lab);
  await screen.findByText(/^No run has a value for Throughput/);
  expect(screen.queryByRole("figure")).toBeNull();
});

test("sweeps are drawn in the other view", async () => {
  const lab = labWith(aComparison(), {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 1, iops: 10 },
      { run: "r-1", outstanding: 4, iops: 30 },
      { run: "r-2", outstanding: 1, iops: 20 },
      { run: "r-2", outstanding: 4, iops: 25 },
    ]),
  });
  const { router } = openPage("/compare?runs=r-1,r-2&metric=latency_mean_ns", lab);
  fireEvent.click(await screen.findByRole("radio", { name: "Sweeps and values" }));
  expect((await screen.findAllByRole("figure")).length).toBeGreaterThan(0);
  expect(router.state.location.search).toEqual({ runs: "r-1,r-2", metric: "latency_mean_ns", view: "sweep" });
});

test("runs that have nothing over time show their figures until somebody asks for curves", async () => {
  const drawn = ["r-1", "r-2"].map((number) => aDrawnRun(number, { series: [] }));
  const lab = labWith(aComparison({ runs: drawn }), {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 16, iops: 10 },
      { run: "r-2", outstanding: 16, iops: 20 },
    ]),
    "GET /api/v1/series": aSeries({ mean: [], min: [], max: [], points: 0 }),
  });
  const { router } = openPage("/compare?runs=r-1,r-2", lab);
  expect(await screen.findByRole("heading", { name: "Sweeps and values" })).toBeTruthy();
  expect((await screen.findAllByRole("figure")).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole("radio", { name: "Over time" }));
  expect(await screen.findByText("No curve: these runs have totals only.")).toBeTruthy();
  expect(router.state.location.search).toEqual({ runs: "r-1,r-2", view: "curve" });
});

test("one run with curves does not hide the figures of the others", async () => {
  const drawn = [aDrawnRun("r-1"), aDrawnRun("r-2", { series: [] })];
  const lab = labWith(aComparison({ runs: drawn }), {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 16, iops: 10 },
      { run: "r-2", outstanding: 16, iops: 20 },
    ]),
  });
  openPage("/compare?runs=r-1,r-2", lab);
  expect(await screen.findByRole("heading", { name: "Sweeps and values" })).toBeTruthy();
  expect((await screen.findAllByRole("figure")).length).toBeGreaterThan(0);
});

test("where nothing was varied the figures stand side by side", async () => {
  const lab = labWith(aComparison(), {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 16, iops: 10 },
      { run: "r-2", outstanding: 16, iops: 20 },
    ]),
  });
  openPage("/compare?runs=r-1,r-2&view=sweep", lab);
  expect(await screen.findByText(/Single values are shown/)).toBeTruthy();
  expect(await screen.findByRole("figure", { name: "IOPS" })).toBeTruthy();
});

test("what is compared is in the tray, so that more can be added elsewhere", async () => {
  openPage("/compare?runs=r-1,r-2", labWith(aComparison()));
  await screen.findByRole("figure", { name: "IOPS over time" });
  expect(readTray()).toEqual(["r-1", "r-2"]);
});

test("hiding an entry asks for no other intervals of those that stay", async () => {
  const entries = [anEntry("r-1"), anEntry("r-2"), anEntry("r-3")];
  const lab = labWith(aComparison({ entries }));
  openPage("/compare?runs=r-1,r-2,r-3", lab);
  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  const curves = () => lab.asked.filter((each) => each.startsWith("GET /api/v1/series"));
  expect(curves()).toHaveLength(3);

  fireEvent.click(screen.getByRole("checkbox", { name: "Show System r-1" }));
  await waitFor(async () => expect(await columnsOfTable(figure)).toEqual(["Elapsed", "System r-2", "System r-3"]));
  // The same chart as before, of the same curves.
  expect(figure.isConnected).toBe(true);
  expect(curves()).toHaveLength(3);
});

test("a run that is not there is said, with nothing drawn", async () => {
  const problem = {
    type: "about:blank",
    title: "Not Found",
    status: 404,
    detail: "There is no run r-9.",
    code: "not_found",
  };
  const lab = labWith(aComparison(), {
    "GET /api/v1/comparison": () => Response.json(problem, { status: 404 }),
  });
  openPage("/compare?runs=r-9", lab);
  expect(await screen.findByText("There is no run r-9.")).toBeTruthy();
});

test("without runs the page offers the newest ones and what was gathered before", async () => {
  writeTray(["r-7"]);
  const runs = { items: [aRunSummary({ id: "one", number: "r-1" })], next_cursor: null };
  const lab = stubLab({ "GET /api/v1/runs": runs });
  openPage("/compare", lab);
  expect(await screen.findByText("Selected: r-7")).toBeTruthy();
  expect(screen.queryByText("No runs selected")).toBeNull();

  fireEvent.click(await screen.findByRole("checkbox", { name: "Select r-1 for comparison" }));
  const chosen = within(screen.getByRole("region", { name: "Select runs" }));
  expect(chosen.getByRole("link", { name: "Compare" }).getAttribute("href")).toBe("/compare?runs=r-7%2Cr-1");
  expect(readTray()).toEqual(["r-7", "r-1"]);

  fireEvent.change(screen.getByRole("searchbox", { name: "Find runs" }), { target: { value: "perc" } });
  await waitFor(() => expect(lab.asked.some((each) => each.includes("q=perc"))).toBe(true));
});

test("the navigation leads to the runs that were gathered", async () => {
  writeTray(["r-1", "r-2"]);
  openPage("/compare/pivot", stubLab({}));
  const navigation = within(await screen.findByRole("navigation", { name: "Main" }));
  expect(navigation.getByRole("link", { name: "Workbench" }).getAttribute("href")).toBe("/workbench?runs=r-1%2Cr-2");
});

test("a comparison whose last run is removed leaves nothing gathered", async () => {
  const { router } = openPage("/compare?runs=r-1,r-2", labWith(aComparison(), { "GET /api/v1/runs": { items: [] } }));
  await screen.findByRole("checkbox", { name: "Show System r-1" });
  expect(readTray()).toEqual(["r-1", "r-2"]);
  await router.navigate({ to: "/compare", search: {} });
  await screen.findByText("No runs selected");
  expect(readTray()).toEqual([]);
});

test("runs beyond those that one comparison takes are named, not dropped in silence", async () => {
  const runs = Array.from({ length: 13 }, (_, place) => `r-${place + 1}`);
  const { router } = openPage(
    `/compare?runs=${runs.join(",")}`,
    labWith(aComparison({ entries: runs.slice(0, 12).map((key) => anEntry(key)) })),
  );

  expect(await screen.findByText("A comparison takes at most 12 runs. Left out: r-13.")).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ runs: runs.join(",") });
});

test("a run that nobody knows takes the others with it only until it is removed", async () => {
  const lab = stubLab({
    "GET /api/v1/comparison": ({ url }: Request) =>
      url.includes("r-999") ? problem(404, "There is no run r-999.") : new Promise<Response>(() => undefined),
  });
  const { router } = openPage("/compare?runs=r-1,r-999", lab);
  const asked = within(await screen.findByRole("region", { name: "Compared runs" }));
  expect(asked.getByRole("link", { name: "r-1" })).toBeTruthy();
  expect(readTray()).not.toContain("r-999");
  fireEvent.click(asked.getByRole("button", { name: "Remove r-999 from the comparison" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ runs: "r-1" }));
});
