/** The page that explores configurations, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type SampleRow, sweepSource } from "@/charts/samples-sweeps";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const row = (place: number, more: SampleRow = {}): SampleRow => ({
  run_number: `r-${place}`,
  configuration: `System ${place}`,
  iops: 10_000 * place,
  latency_mean_ns: 1e6 / place,
  ...more,
});
const ROWS = [row(1), row(2), row(3), row(4, { read_percent: 0 })];

function labWith(rows: readonly SampleRow[]) {
  return stubLab({
    "GET /api/v1/runs": { items: [1, 2, 3, 4].map((n) => aRunSummary({ number: `r-${n}` })), next_cursor: null },
    "GET /api/v1/measurements": { dimensions: [], ...sweepSource(rows) },
  });
}

const runsIn = async () => {
  const table = await screen.findByRole("table", { name: /^Matching runs/ });
  return within(table)
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
};

test("the newest runs that count are drawn, those of one workload alone", async () => {
  const lab = labWith(ROWS);
  openPage("/compare/explore", lab);

  const figure = await screen.findByRole("figure", { name: "Configurations by metric" });
  expect(figure.textContent).toContain("3 runs on IOPS, Throughput, Mean latency. Better is higher on every axis.");
  expect(await runsIn()).toEqual(["r-1", "r-2", "r-3"]);
  expect(screen.getByText(/1 run has other workloads\./)).toBeTruthy();
  expect(lab.asked.find((each) => each.includes("/runs?"))).toContain("valid=true");
});

test("what is asked for filters the table, and is in the address", async () => {
  const { router } = openPage("/compare/explore?runs=r-1,r-2,r-3,r-4", labWith(ROWS));

  fireEvent.change(await screen.findByRole("textbox", { name: "IOPS, at least" }), { target: { value: "15000" } });
  await waitFor(async () => expect(await runsIn()).toEqual(["r-2", "r-3"]));
  expect(router.state.location.search).toMatchObject({ ranges: { iops: [15_000, null] } });
  expect(screen.getByText("2 of 3 runs match.")).toBeTruthy();

  // The unit is that of the axis; the address keeps base units.
  fireEvent.change(screen.getByRole("textbox", { name: "Mean latency (ms), at most" }), {
    target: { value: "0.4" },
  });
  await waitFor(async () => expect(await runsIn()).toEqual(["r-3"]));
  expect(router.state.location.search).toMatchObject({ ranges: { latency_mean_ns: [null, 400_000] } });

  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(async () => expect(await runsIn()).toHaveLength(3));
  expect(router.state.location.search).not.toHaveProperty("ranges.iops");
});

test("a number with a point is typed without losing what stands before it", async () => {
  const { router } = openPage("/compare/explore?runs=r-1,r-2,r-3", labWith(ROWS));
  const name = "Mean latency (ms), at most";
  const field = (await screen.findByRole("textbox", { name })) as HTMLInputElement;

  fireEvent.focus(field);
  for (const value of ["0", "0.", "0.5"]) {
    fireEvent.change(field, { target: { value } });
    expect(field.value).toBe(value);
  }
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ ranges: { latency_mean_ns: [null, 500_000] } }),
  );
  expect(field.value).toBe("0.5");

  fireEvent.blur(field);
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(field.value).toBe(""));
});

test("a workload with a single metric is not the first choice, and says that two are needed", async () => {
  const alone = { iops: null, latency_mean_ns: null, latency_p99_ns: 5e6, read_percent: 0 };
  const rows = [row(1, alone), row(2, alone), row(3)];
  const { unmount } = openPage("/compare/explore", labWith(rows));
  await screen.findByRole("figure", { name: "Configurations by metric" });
  expect(await runsIn()).toEqual(["r-3"]);
  unmount();

  openPage(`/compare/explore?workload=${encodeURIComponent("4 KiB random write, 1T/1Q")}`, labWith(rows));
  expect(await screen.findByText(/^The chart needs at least two metrics/)).toBeTruthy();
  expect(screen.queryByRole("figure")).toBeNull();
  expect(await runsIn()).toEqual(["r-1", "r-2"]);
});

test("an address opens with its workload and ranges, and what nobody meets is said", async () => {
  const ranges = encodeURIComponent(JSON.stringify({ iops: [1e9, null], bogus: [1, 2] }));
  const { router } = openPage(
    `/compare/explore?runs=r-1,r-4&workload=${encodeURIComponent("4 KiB random write, 1T/1Q")}&ranges=${ranges}`,
    labWith(ROWS),
  );
  expect(await screen.findByText(/0 of 1 runs match\. No runs match all filters\./)).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ ranges: { iops: [1e9, null] } });
});

test("runs that are invalid or were cut short are left out and named", async () => {
  const rows = [row(1), row(2, { invalid: 1 }), row(3, { phase_state: "cancelled" })];
  openPage("/compare/explore?runs=r-1,r-2,r-3", labWith(rows));
  expect(await runsIn()).toEqual(["r-1"]);
  expect(
    screen.getByText(/Incomplete for this workload, not included: r-3\. Invalid, not counted: r-2\./),
  ).toBeTruthy();
});

test("nothing to explore, and a lab that does not answer, are said", async () => {
  const { unmount } = openPage("/compare/explore", stubLab({ "GET /api/v1/runs": { items: [], next_cursor: null } }));
  expect(await screen.findByText("Nothing to explore")).toBeTruthy();
  unmount();
  openPage(
    "/compare/explore?runs=r-9",
    stubLab({ "GET /api/v1/measurements": () => problem(404, "There is no run r-9.") }),
  );
  expect(await screen.findByText("There is no run r-9.")).toBeTruthy();
});
