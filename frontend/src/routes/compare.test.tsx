/** Several runs laid over each other, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRun, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhase, someMeasurements } from "@/testing/result-objects";
import { type Answer, stubLab } from "@/testing/stub-lab";

const READINGS = { mean: [3, 2, 1], min: [3, 2, 1], max: [3, 2, 1], points: 3 };

function run(number: string, bytes = 4096) {
  const workload = { description: "", block_sizes: [{ bytes, percent: 100 }], read_percent: 0, random_percent: 100 };
  return aRun({ id: `run-${number}`, number, title: `Run ${number}`, phases: [aPhase({ workload })] });
}

function labWith(runs: ReturnType<typeof run>[], more: Record<string, Answer> = {}) {
  const details = Object.fromEntries(runs.map((each) => [`GET /api/v1/runs/${each.number}`, each]));
  return stubLab({
    ...details,
    "GET /api/v1/series": (request) => {
      const { searchParams } = new URL(request.url);
      const metric = searchParams.get("metric") ?? "iops";
      return aSeries({ ...READINGS, run_id: searchParams.get("run_id") ?? "", metric });
    },
    ...more,
  });
}

test("two runs share one chart: two entries in the legend and two columns in the table", async () => {
  openPage("/compare?runs=r-1,r-2", labWith([run("r-1"), run("r-2")]));

  const figure = await screen.findByRole("figure", { name: "IOPS over time" });
  const legend = within(figure).getByRole("list", { name: "Legend of IOPS over time" });

  expect(
    within(legend)
      .getAllByRole("button")
      .map((entry) => entry.textContent),
  ).toEqual(["r-1 · Run r-1", "r-2 · Run r-2"]);
  const details = within(figure).getByText("Data table").closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
  const heads = within(await within(figure).findByRole("table")).getAllByRole("columnheader");
  expect(heads.map((head) => head.textContent)).toEqual(["Elapsed", "r-1 · Run r-1", "r-2 · Run r-2"]);
  expect(screen.queryByText("Different workloads")).toBeNull();
  const differences = screen.getByRole("link", { name: "What differs between their configurations" });
  expect(differences.getAttribute("href")).toBe("/configurations/diff?a=r-1&b=r-2");
});

test("runs that did other work are overlaid with a warning", async () => {
  openPage("/compare?runs=r-1,r-2", labWith([run("r-1"), run("r-2", 131_072)]));

  expect(await screen.findByText("Different workloads")).toBeTruthy();
});

test("metric and view are in the address", async () => {
  const lab = labWith([run("r-1"), run("r-2")], {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 1, iops: 10 },
      { run: "r-1", outstanding: 4, iops: 30 },
      { run: "r-2", outstanding: 1, iops: 20 },
    ]),
  });
  const { router } = openPage("/compare?runs=r-1,r-2&metric=lat_mean", lab);

  expect(await screen.findByRole("figure", { name: "Average latency over time" })).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Over outstanding I/O" }));

  const figure = await screen.findByRole("figure", { name: "IOPS and latency over outstanding I/O" });
  expect(router.state.location.search).toEqual({ runs: "r-1,r-2", metric: "lat_mean", view: "sweep" });
  expect(within(figure).getByRole("button", { name: "r-2 · Run r-2" })).toBeTruthy();
});

test("without a sweep the figures stand side by side", async () => {
  const lab = labWith([run("r-1"), run("r-2")], {
    "GET /api/v1/measurements": someMeasurements([
      { run: "r-1", outstanding: 16, iops: 10 },
      { run: "r-2", outstanding: 16, iops: 20 },
    ]),
  });
  openPage("/compare?runs=r-1,r-2&view=sweep", lab);

  expect(await screen.findByText(/their figures stand side by side/)).toBeTruthy();
  expect(await screen.findByRole("figure", { name: "IOPS" })).toBeTruthy();
});

test("load curves are laid over each other", async () => {
  const rows = [
    { run: "r-1", outstanding: 16, iops: 10_000 },
    { run: "r-1", outstanding: 16, iops: 5000 },
    { run: "r-2", outstanding: 16, iops: 8000 },
    { run: "r-2", outstanding: 16, iops: 4000 },
  ];
  const { source, dimensions } = someMeasurements(rows);
  const phase_name = rows.map((_, index) => (index % 2 ? "4K: 50 %" : "4K: max"));
  const load_percent = rows.map((_, index) => (index % 2 ? 50 : null));
  const offered_iops = [null, 5000, null, 4000];
  const measurements = { dimensions, source: { ...source, phase_name, load_percent, offered_iops } };
  const lab = labWith([run("r-1"), run("r-2")], { "GET /api/v1/measurements": measurements });
  openPage("/compare?runs=r-1,r-2&view=sweep", lab);

  const figure = await screen.findByRole("figure", { name: "Latency over offered load" });
  expect(within(figure).getByRole("button", { name: "r-2 · Run r-2: 4K" })).toBeTruthy();
});

test("a run without readings is named, and one can be taken out", async () => {
  const lab = labWith([run("r-1"), run("r-2")], {
    "GET /api/v1/series": (request) => (request.url.includes("run-r-2") ? aSeries({ points: 0 }) : aSeries(READINGS)),
  });
  const { router } = openPage("/compare?runs=r-1,r-2", lab);

  expect(await screen.findByText("Without readings over time: r-2.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove r-2 from the comparison" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ runs: "r-1" }));
});

test("of a run with one curve among many phases, only that phase is drawn", async () => {
  const sweep = aRun({
    id: "run-r-1",
    number: "r-1",
    phases: [aPhase({ has_series: false }), aPhase({ id: "phase-2", ordinal: 2 })],
  });
  const lab = labWith([sweep, run("r-2")]);
  openPage("/compare?runs=r-1,r-2", lab);

  await screen.findByRole("figure", { name: "IOPS over time" });

  const asked = lab.asked
    .filter((line) => line.includes("/series"))
    .map((line) => new URLSearchParams(line.split("?")[1]));
  expect(asked.map((query) => [query.get("run_id"), query.get("phase")])).toEqual([
    ["run-r-1", "2"],
    ["run-r-2", "1"],
  ]);
});

test("a comparison of nothing leads to the list", async () => {
  openPage("/compare", stubLab({}));

  expect((await screen.findByRole("link", { name: "Go to the runs" })).getAttribute("href")).toBe("/runs");
});
