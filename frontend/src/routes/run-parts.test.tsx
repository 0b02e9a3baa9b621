/** The parts of a run page: each has its address and its title, asks for what it shows, and keeps choices in its address. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { chooseInChartMenu } from "@/testing/chart-menu";
import { aDistribution, aPhaseLatency, aRunLatency } from "@/testing/latency-objects";
import { AT, aRun, aRunSummary, aSeries, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aMeasurement, aPhase, someMeasurements } from "@/testing/result-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const LATENCY = "GET /api/v1/runs/r-1/latency";
const RUN = "GET /api/v1/runs/r-1";

test("every part is a link, and the title of the page names the run first", async () => {
  const { router } = openPage("/runs/r-1", stubLab({ [RUN]: aRun(), [LATENCY]: aRunLatency({ items: [] }) }));

  const parts = await screen.findByRole("navigation", { name: "Views of this run" });
  expect(
    within(parts)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Summary", "Curves", "Sweeps", "Latency", "Environment", "Files"]);
  await waitFor(() => expect(document.title).toMatch(/^r-1 · Quick 4K on rack-4 — /));

  fireEvent.click(within(parts).getByRole("link", { name: "Latency" }));
  expect(await screen.findByText("No latency distribution")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/runs/r-1/latency");
  expect(document.title).toMatch(/^r-1 · Quick 4K on rack-4 · Latency — /);
  expect(screen.getByRole("link", { name: "Latency" }).getAttribute("data-status")).toBe("active");
  expect(screen.getByRole("link", { name: "Summary" }).getAttribute("data-status")).toBeNull();
});

test("an address that names a phase leads to the curves of that phase", async () => {
  const phases = [1, 2].map((ordinal) => aPhase({ id: `phase-${ordinal}`, ordinal, name: `Phase ${ordinal}` }));
  const lab = stubLab({ [RUN]: aRun({ phases }), "GET /api/v1/series": aSeries() });
  const { router } = openPage("/runs/r-1?phase=2", lab);

  expect(await screen.findByRole("combobox", { name: "Phase" })).toHaveProperty("value", "2. Phase 2");
  expect([router.state.location.pathname, router.state.location.search]).toEqual(["/runs/r-1/curves", { phase: "2" }]);
  expect(lab.asked.filter((asked) => asked.includes("/series")).every((asked) => asked.includes("phase=2"))).toBe(true);
});

test("the summary says what the numbers were taken from, and writes out what limits them", async () => {
  const badge = {
    code: "file_target",
    label: "file, not device",
    level: "info",
    detail: "The load went to a file.",
  } as const;
  const measurement = aMeasurement({ iops: 38_780 });
  const run = aRun({
    badges: [badge],
    verdict: aVerdict(),
    phases: [aPhase({ name: "Write QD16", measurement, has_series: false })],
  });
  openPage("/runs/r-1", stubLab({ [RUN]: run, "GET /api/v1/measurements": someMeasurements([]) }));

  const numbers = await screen.findByRole("region", { name: "Headline numbers" });
  expect(within(numbers).getByText("phase 1. Write QD16, n = 2.33M I/Os")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Caveats" })).getByText("The load went to a file.")).toBeTruthy();
  const verdict = screen.getByRole("region", { name: "Verdict" });
  expect(within(verdict).getByText("Steady in rounds 1 to 5.")).toBeTruthy();
  expect(within(verdict).getByRole("link").getAttribute("href")).toBe("/runs/r-1/curves");
  expect(await screen.findByRole("figure", { name: "Phases over time" })).toBeTruthy();
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
  const { router } = openPage("/runs/r-1/latency", lab);

  const figure = await screen.findByRole("figure", { name: "Latency percentiles" });
  const said = within(figure).getByRole("img").getAttribute("aria-label");
  expect(said).toContain("1. Read QD1: 50 % up to 100 µs, 99 % up to 400 µs");
  expect(figure.textContent).toContain("2. Mixed QD1");
  const table = screen.getByRole("table", { name: "Latency percentiles: Reads and writes" });
  expect(within(table).getAllByRole("row")).toHaveLength(3);
  expect(within(table).getAllByTitle("Too few I/Os: needs at least 10 slower ones.")).toHaveLength(2);
  expect(screen.getByText(/1 result without a distribution/)).toBeTruthy();
  expect(lab.asked.filter((asked) => asked.includes("/latency?"))).toEqual([
    "GET /api/v1/runs/r-1/latency?cdf=false",
    "GET /api/v1/runs/r-1/latency?phase=1&phase=2",
  ]);

  await chooseInChartMenu(figure, "Cumulative distribution");
  await waitFor(() => expect(router.state.location.search).toEqual({ cdf: true }));
});

test("latency shows the results and the direction of its address", async () => {
  const lab = stubLab({ [RUN]: aRun(), [LATENCY]: latencyOf });
  openPage("/runs/r-1/latency?phases=2&direction=read", lab);

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
  expect(since.getAttribute("href")).toBe("/inventory/changes?server=s-1&since=2026-11-21");
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
  openPage("/runs/r-1/sweeps", stubLab({ [RUN]: aRun() }));

  expect(await screen.findByText("This run has no measured phases.")).toBeTruthy();
});
