/** One dashboard, opened as a page: what it shows of the lab, and where it leads. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Dashboard, DashboardEntries } from "@/api/types";
import { aComparison } from "@/testing/comparison-objects";
import { aDashboard, aDocument, aPanel } from "@/testing/dashboard-objects";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { someMeasurements } from "@/testing/result-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

const ADDRESS = "/api/v1/dashboards/b-1";
const VALUES = ["r-1", "r-2"].map((run, place) => ({ run, outstanding: null, iops: 1000 * (place + 1) }));
const QUERY = aDocument({ entries: { query: "raid:10", newest: 2, time_zone: "UTC" } });

beforeEach(() => setWidth(1440));
afterEach(() => {
  setWidth(USUAL_WIDTH);
  vi.useRealTimers();
});

function labWith(
  dashboard: Partial<Dashboard> = {},
  meant: Partial<DashboardEntries> = {},
  more: Record<string, Answer> = {},
) {
  const runs = ["r-1", "r-2"].map((number) => aRunSummary({ number }));
  return stubLab({
    [`GET ${ADDRESS}`]: aDashboard(dashboard),
    [`GET ${ADDRESS}/entries`]: { runs, missing: [], total: 2, newest: null, ...meant },
    "GET /api/v1/comparison": aComparison(),
    "GET /api/v1/measurements": someMeasurements(VALUES),
    ...more,
  });
}

test("a dashboard draws its panels of the runs that it means", async () => {
  const lab = labWith();
  openPage("/dashboards/b-1", lab);

  await screen.findByRole("figure", { name: "By workload" });
  expect(screen.getByRole("heading", { level: 1, name: "RAID levels" })).toBeTruthy();
  expect(lab.requests.some((request) => request.includes("comparison?run_id=r-1&run_id=r-2"))).toBe(true);
  const edit = screen.getByRole("link", { name: "Edit" }).getAttribute("href");
  expect(edit).toContain("/workbench?runs=r-1%2Cr-2&panels=p1.bars.iops.0-0-6-10");
  expect(edit).toContain("dashboard=b-1");
});

test("a query with more runs shows how many it leaves out", async () => {
  openPage("/dashboards/b-1", labWith({ document: QUERY }, { total: 12_000, newest: 2 }));

  expect(await screen.findByText("Showing the newest 2 of 12,000")).toBeTruthy();
  expect(screen.getByTitle("raid:10")).toBeTruthy();
});

test("missing runs are named", async () => {
  openPage("/dashboards/b-1", labWith({}, { missing: ["r-9"] }));

  expect(await screen.findByText("This run is not in the lab any more: r-9.")).toBeTruthy();
});

test("numbers are in the address, the dashboard stays", async () => {
  const lab = labWith();
  const { router } = openPage("/dashboards/b-1", lab);

  fireEvent.click(within(await screen.findByRole("radiogroup", { name: "Numbers" })).getByLabelText("Ratio"));
  await waitFor(() => expect(router.state.location.search).toEqual({ numbers: "ratio" }));
  expect(lab.requests.filter((request) => request.startsWith("PATCH"))).toEqual([]);
});

test("a dashboard without runs is empty, an unknown one is not found", async () => {
  const { unmount } = openPage("/dashboards/b-1", labWith({ document: QUERY }, { runs: [], total: 0, newest: 2 }));
  expect(await screen.findByText("No runs to show")).toBeTruthy();
  unmount();

  const refusal = problem(404, "There is no dashboard b-1.");
  openPage("/dashboards/b-1", labWith({}, {}, { [`GET ${ADDRESS}`]: () => refusal.clone() }));
  expect(await screen.findByText("There is no dashboard b-1.")).toBeTruthy();
});

test("F shows the panels alone and dark, Esc leaves", async () => {
  const { router } = openPage("/dashboards/b-1", labWith());
  await screen.findByRole("figure", { name: "By workload" });

  fireEvent.keyDown(document.body, { key: "f" });
  const wall = await screen.findByRole("dialog", { name: "RAID levels" });
  await within(wall).findByRole("figure", { name: "By workload" });
  expect(router.state.location.search).toEqual({ full: true });
  expect(document.documentElement.dataset.mantineColorScheme).toBe("dark");
  expect(within(wall).getByText(/^updated .+ ago$/)).toBeTruthy();

  fireEvent.keyDown(wall, { key: "Escape" });
  await screen.findByRole("link", { name: "Edit" });
  expect(document.documentElement.dataset.mantineColorScheme).toBe("light");
});

const ROWS = [0, 10, 20, 30].map((y) => aPanel({ id: `p${y}`, y, w: 12 }));
const otherBoard = {
  "GET /api/v1/dashboards/b-2": aDashboard({ number: "b-2", name: "Nightly" }),
  "GET /api/v1/dashboards/b-2/entries": { runs: [], missing: [], total: 0, newest: null },
};

test("→ shows the pages of a wall, then the dashboards that follow", async () => {
  const lab = labWith({ document: aDocument({ panels: ROWS }) }, {}, otherBoard);
  const { router } = openPage("/dashboards/b-1?full=true&rotate=b-2&every=0", lab);
  const wall = await screen.findByRole("dialog", { name: "RAID levels" });
  const panels = () => [...wall.querySelectorAll("[id^=panel-]")].map(({ id }) => id);
  await waitFor(() => expect(panels()).toEqual(["panel-p0", "panel-p10", "panel-p20"]));
  expect(within(wall).queryByText(/next page in/)).toBeNull();

  fireEvent.keyDown(wall, { key: "ArrowRight" });
  await waitFor(() => expect(panels()).toEqual(["panel-p30"]));
  fireEvent.keyDown(wall, { key: "ArrowRight" });
  expect(await within(wall).findByText("No runs to show")).toBeTruthy();
  expect(wall.getAttribute("aria-label")).toBe("Nightly");
  fireEvent.click(within(wall).getByRole("button", { name: "Next page" }));
  await waitFor(() => expect(wall.getAttribute("aria-label")).toBe("RAID levels"));
  expect(router.state.location.search).toEqual({ full: true, rotate: "b-2", every: 0 });
});

test("a wall turns by itself", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openPage("/dashboards/b-1?full=true&rotate=b-2&every=5", labWith({}, {}, otherBoard));
  await screen.findByText(/next page in \d s/);
  await vi.advanceTimersByTimeAsync(6_000);
  await screen.findByRole("dialog", { name: "Nightly" });
});

test("a wall that is not updated shows since when", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isLost = false;
  const entries = () => (isLost ? problem(503, "The lab is down.") : { runs: [], missing: [], total: 0, newest: null });
  openPage("/dashboards/b-1?full=true", labWith({}, {}, { [`GET ${ADDRESS}/entries`]: entries }));
  expect(await screen.findByText(/^updated .+ ago$/)).toBeTruthy();
  isLost = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await screen.findByText(/^Not updated since /)).toBeTruthy();
});
