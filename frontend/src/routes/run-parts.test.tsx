/** Tabs of a run page: each has its own address and title, requests its own data, and stores choices in its address. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { menuItem, openChartMenu } from "@/testing/chart-menu";
import { aDistribution, aPhaseLatency, aRunLatency } from "@/testing/latency-objects";
import { AT, aRun, aRunSummary, aSeries, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aMeasurement, aPhase, someMeasurements } from "@/testing/result-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const LATENCY = "GET /api/v1/runs/r-1/latency";
const RUN = "GET /api/v1/runs/r-1";

test("every tab is a link, and the title of the page names the run first", async () => {
  const { router } = openPage("/runs/r-1", stubLab({ [RUN]: aRun(), [LATENCY]: aRunLatency({ items: [] }) }));

  const parts = await screen.findByRole("navigation", { name: "Views of this run" });
  expect(
    within(parts)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Result", "Phases", "Environment", "Files", "History"]);
  await waitFor(() => expect(document.title).toMatch(/^r-1 · Quick 4K on rack-4 · Storage Lab$/));

  fireEvent.click(within(parts).getByRole("link", { name: "Files" }));
  expect(await screen.findByText("Attempts and events")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/runs/r-1/files");
  expect(document.title).toMatch(/^r-1 · Quick 4K on rack-4 · Files · Storage Lab$/);
  expect(screen.getByRole("link", { name: "Files" }).getAttribute("data-status")).toBe("active");
  expect(screen.getByRole("link", { name: "Result" }).getAttribute("data-status")).toBeNull();
});

test("an address that names a phase shows the curve of that phase", async () => {
  const phases = [1, 2].map((ordinal) => aPhase({ id: `phase-${ordinal}`, ordinal, name: `Phase ${ordinal}` }));
  const lab = stubLab({ [RUN]: aRun({ phases }), "GET /api/v1/series": aSeries() });
  openPage("/runs/r-1?phase=2", lab);

  expect(await screen.findByRole("combobox", { name: "Phase" })).toHaveProperty("value", "2. Phase 2");
  expect(
    lab.requests.filter((request) => request.includes("/series")).every((request) => request.includes("phase=2")),
  ).toBe(true);
});

test.each([
  ["/runs/r-1/curves?phase=2&from=1000&to=2000", "/runs/r-1", { phase: "2", from: 1000, to: 2000, metric: "all" }],
  ["/runs/r-1/sweeps?metric=latency_mean_ns", "/runs/r-1/phases", { sweep: { metric: "latency_mean_ns" } }],
  ["/runs/r-1/latency?phases=2&direction=read", "/runs/r-1/phases", { phases: "2", direction: "read" }],
])("the earlier address %s leads on", async (address, pathname, search) => {
  const { router } = openPage(address, stubLab({ [RUN]: aRun(), [LATENCY]: aRunLatency({ items: [] }) }));

  await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
  expect(router.state.location.search).toEqual(search);
});

test("a result is compared with the last run of its configuration, and writes out what limits it", async () => {
  const badge = {
    code: "file_target",
    label: "file, not device",
    level: "info",
    detail: "The load went to a file.",
  } as const;
  const workload = { block_sizes: [{ bytes: 4096, percent: 100 }], read_percent: 0, random_percent: 100 };
  const resultOf = (iops: number) => [
    aPhase({
      name: "Write QD16",
      workload,
      measurement: aMeasurement({ iops, outstanding_ios: 16 }),
      has_series: false,
    }),
  ];
  const started_at = "2026-11-21T05:00:00Z";
  const run = aRun({ badges: [badge], verdict: aVerdict(), phases: resultOf(150_000), headline: [], started_at });
  const before = aRunSummary({ id: "run-0", number: "r-0", started_at: AT });
  const history = { key: {}, items: [{ run: before, class_hash: "ab" }], markers: [], complete: true, figures: null };
  const lab = stubLab({
    [RUN]: run,
    "GET /api/v1/runs/r-0": aRun({ id: "run-0", number: "r-0", phases: resultOf(100_000) }),
    "GET /api/v1/history": history,
    "GET /api/v1/measurements": someMeasurements([]),
  });
  openPage("/runs/r-1", lab);

  const numbers = await screen.findByRole("region", { name: "Headline numbers" });
  expect(within(numbers).getByText("4K random write, QD 16")).toBeTruthy();
  expect(await within(numbers).findByText("100k · vs r-0")).toBeTruthy();
  expect(within(numbers).getByText("+50 %")).toBeTruthy();
  expect(screen.getByText("Steady since round 1")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Caveats" })).getByText("The load went to a file.")).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "Compare" }).map((link) => link.getAttribute("href"));
  expect(links).toContain("/workbench?runs=r-1%2Cr-0&baseline=r-0");
});

test("without an earlier run the page offers to choose a baseline", async () => {
  const phases = [aPhase({ measurement: aMeasurement() })];
  const { router } = openPage("/runs/r-1", stubLab({ [RUN]: aRun({ phases }) }));

  fireEvent.click(await screen.findByRole("button", { name: "Choose a baseline" }));
  const field = await screen.findByRole("textbox", { name: "Run number" });
  fireEvent.change(field, { target: { value: "r-451" } });
  fireEvent.submit(field);
  await waitFor(() => expect(router.state.location.search).toEqual({ baseline: "r-451" }));
});

const items = [
  aPhaseLatency({ phase_ordinal: 1, name: "Read QD1" }),
  aPhaseLatency({
    phase_ordinal: 2,
    name: "Mixed QD1",
    distributions: [aDistribution(), aDistribution({ direction: "read", n: 40_000 })],
  }),
  aPhaseLatency({ phase_ordinal: 3, name: "Nothing told", distributions: [] }),
];

/** Answers as the lab does: the chosen phases, or all without their shares. */
function latencyOf(request: Request) {
  const chosen = new URL(request.url).searchParams.getAll("phase").map(Number);
  return aRunLatency({
    items: chosen.length > 0 ? items.filter((item) => chosen.includes(item.phase_ordinal)) : items,
  });
}

test("latency draws what is chosen, lists every result, and says what is not known", async () => {
  const lab = stubLab({ [RUN]: aRun(), [LATENCY]: latencyOf });
  const { router } = openPage("/runs/r-1/phases", lab);

  const figure = await screen.findByRole("figure", { name: "Latency percentiles" });
  expect(within(figure).getByLabelText(/1\. Read QD1: 50 % up to 100 µs, 99 % up to 400 µs/)).toBeTruthy();
  expect(figure.textContent).toContain("2. Mixed QD1");
  const table = screen.getByRole("table", { name: "Latency percentiles: Reads and writes" });
  expect(within(table).getAllByRole("row")).toHaveLength(3);
  expect(within(table).getAllByTitle("Too few I/Os: needs at least 10 slower ones.")).toHaveLength(2);
  expect(screen.getByText(/1 result without a distribution/)).toBeTruthy();
  expect(lab.requests.filter((request) => request.includes("/latency?"))).toEqual([
    "GET /api/v1/runs/r-1/latency?cdf=false",
    "GET /api/v1/runs/r-1/latency?phase=1&phase=2",
  ]);

  openChartMenu(figure);
  fireEvent.click(await menuItem(/^Cumulative distribution/));
  await waitFor(() => expect(router.state.location.search).toEqual({ cdf: true }));
});

test("latency shows the results and the direction of its address", async () => {
  const lab = stubLab({ [RUN]: aRun(), [LATENCY]: latencyOf });
  openPage("/runs/r-1/phases?phases=2&direction=read", lab);

  const figure = await screen.findByRole("figure", { name: "Latency percentiles" });
  expect(figure.textContent).not.toContain("Read QD1");
  const table = screen.getByRole("table", { name: "Latency percentiles: Reads" });
  expect(within(table).getAllByRole("row")).toHaveLength(2);
  expect(within(table).getByText("40,000")).toBeTruthy();
});

test("the environment leads to the differences from the run before, and to what changed since", async () => {
  const started_at = "2026-11-21T05:00:00Z";
  const before = aRunSummary({ id: "run-0", number: "r-0", started_at: AT });
  const lab = stubLab({
    [RUN]: aRun({ started_at, class_hash: "ab12" }),
    "GET /api/v1/history": {
      key: {},
      items: [{ run: before, class_hash: "ab" }],
      markers: [],
      complete: true,
      figures: null,
    },
    "GET /api/v1/runs/run-1/conditions": { run_id: "run-1", phases: [] },
  });
  openPage("/runs/r-1/environment", lab);

  const previous = await screen.findByRole("link", { name: "Differences from r-0, the previous run in this series" });
  expect(previous.getAttribute("href")).toBe("/configurations/diff?a=r-0&b=r-1");
  const since = screen.getByRole("link", { name: "Changes on rack-4 since 21 Nov 2026" });
  expect(since.getAttribute("href")).toBe("/servers/changes?q=server%3As-1+at%3E%3D2026-11-21");
  expect(screen.getByText("ab12")).toBeTruthy();
  expect(await screen.findByText(/No array or drive conditions recorded/)).toBeTruthy();
});

test("a run of no history has nothing before it, and that is no fault", async () => {
  const lab = stubLab({
    [RUN]: aRun({ server: null, origin: "imported" }),
    "GET /api/v1/history": () => problem(409, "r-1 belongs to no history."),
  });
  openPage("/runs/r-1/environment", lab);

  expect(await screen.findByText("No earlier run with the same server, role and profile.")).toBeTruthy();
  expect(screen.getByText("This run was not measured on a server of this lab.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a run without anything measured says so among its sweeps", async () => {
  openPage("/runs/r-1/phases", stubLab({ [RUN]: aRun() }));

  expect(await screen.findByText("This run has no measured phases.")).toBeTruthy();
});
