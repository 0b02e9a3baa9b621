/** The frame of every page: navigation, top bar and status line, opened with pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { aDashboard } from "@/testing/dashboard-objects";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { someCounts } from "@/testing/overview-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { stubLab, VIEWER } from "@/testing/stub-lab";

afterEach(() => setWidth(USUAL_WIDTH));

const lab = (more: Record<string, object> = {}) =>
  stubLab({
    "GET /api/v1/runs": { items: [aRunSummary()], next_cursor: null },
    "GET /api/v1/queue": { items: [], next_cursor: null },
    "GET /api/v1/campaigns": { items: [], next_cursor: null },
    "GET /api/v1/overview/counts": someCounts({ server_count: 6, under_way_count: 2, waiting_count: 8 }),
    ...more,
  });

const navigation = async () => within(await screen.findByRole("navigation", { name: "Main" }));
const topBar = async () => {
  await navigation();
  return within(document.querySelector<HTMLElement>("header:not(main header)") ?? document.body);
};
const crumbs = () => within(screen.getByRole("navigation", { name: "Breadcrumb" }));

test("the sections stand in their groups, and the one of the page is marked", async () => {
  setWidth(1440);
  openPage("/runs", lab());
  const main = await navigation();
  const results = within(main.getByRole("list", { name: "Results" }));
  expect(results.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Runs",
    "Workbench",
    "Dashboards",
    "Permalinks",
  ]);
  expect(main.getByRole("link", { current: "page" }).textContent).toBe("Runs");
  const measure = within(main.getByRole("list", { name: "Measure" }));
  expect(measure.getByRole("link", { name: "New run" }).getAttribute("href")).toBe("/new");
});

test("a viewer is offered no new run", async () => {
  setWidth(1440);
  openPage("/runs", lab(VIEWER));
  expect((await navigation()).queryByRole("link", { name: "New run" })).toBeNull();
});

test("what runs and waits is counted, and leads to the queue", async () => {
  setWidth(1440);
  openPage("/campaigns", lab());
  const main = await navigation();
  const live = await main.findByRole("link", { name: "2 measuring 8 queued" });
  expect(live.getAttribute("href")).toBe("/queue");
  expect(main.getByRole("link", { name: "Servers" }).textContent).toBe("Servers6");
});

test("a new lab counts only what it came with", async () => {
  setWidth(1440);
  const counts = someCounts({ has_measured: false, entry_counts: { runs: 54, profiles: 33, drives: 1 } });
  const stub = lab({ "GET /api/v1/overview/counts": counts });
  openPage("/campaigns", stub);
  const main = await navigation();
  expect(await main.findByRole("link", { name: "Nothing running" })).toBeTruthy();
  expect(main.getByRole("link", { name: "Queue" }).textContent).toBe("Queue");
  expect(main.getByRole("link", { name: "Drives" }).textContent).toBe("Drives");
  expect(main.getByRole("link", { name: "Runs" }).textContent).toBe("Runs54");
  expect(main.getByRole("link", { name: "Profiles" }).textContent).toBe("Profiles33");
  expect(stub.requests).not.toContain("GET /api/v1/overview");
});

test("pinned dashboards follow the sections in their order", async () => {
  setWidth(1440);
  const pinned = [
    aDashboard({ pin_position: 2 }),
    aDashboard({ number: "b-2", id: "2", name: "Nightly", pin_position: 1 }),
  ];
  const stub = lab({ "GET /api/v1/dashboards": { items: pinned, next_cursor: null } });
  openPage("/campaigns", stub);
  const list = within(await (await navigation()).findByRole("list", { name: "Pinned" }));
  const links = list.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Nightly", "/dashboards/b-2"],
    ["RAID levels", "/dashboards/b-1"],
  ]);
  expect(stub.requests.filter((request) => request.includes("/dashboards"))).toEqual([
    "GET /api/v1/dashboards?pinned=true&limit=10",
  ]);
});

test("the navigation is collapsed by button and key, and stays so", async () => {
  setWidth(1440);
  const first = openPage("/campaigns", lab());
  const main = await navigation();
  expect(main.getByText("Search or jump…")).toBeTruthy();
  fireEvent.click(main.getByRole("button", { name: "Hide navigation labels" }));
  expect(main.queryByText("Search or jump…")).toBeNull();
  expect(main.getByRole("link", { name: "Queue" })).toBeTruthy();
  first.unmount();

  openPage("/campaigns", lab());
  const again = await navigation();
  expect(again.getByRole("button", { name: "Show navigation labels" })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: "[" });
  expect(again.getByText("Search or jump…")).toBeTruthy();
});

test("a narrow window has the rail, a phone the bar at its foot with a sheet of all sections", async () => {
  setWidth(800);
  const narrow = openPage("/campaigns", lab());
  const rail = await navigation();
  expect(rail.queryByText("Search or jump…")).toBeNull();
  expect(rail.queryByRole("button", { name: "Show navigation labels" })).toBeNull();
  narrow.unmount();

  setWidth(390);
  openPage("/campaigns", lab());
  const bar = await navigation();
  expect(bar.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Home",
    "Runs",
    "Workbench",
    "Queue",
  ]);
  fireEvent.click(bar.getByRole("button", { name: "More" }));
  const sheet = within(await screen.findByRole("dialog", { name: "All pages" }));
  fireEvent.click(sheet.getByRole("link", { name: "Queue" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Queue" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the bar names a section alone, and a thing behind its section", async () => {
  openPage("/runs", lab());
  await screen.findByRole("link", { name: "Quick 4K on rack-4" });
  expect(crumbs().queryByRole("link")).toBeNull();
  expect(crumbs().getByText("Runs").getAttribute("aria-current")).toBe("page");
  // The heading exists for screen readers; visually it is in the bar.
  expect(screen.getByRole("heading", { level: 1, name: "Runs" }).className).toContain("visually-hidden");
});

test("actions of a page stand in the bar where it is wide, and on the page elsewhere", async () => {
  setWidth(1440);
  const wide = openPage("/runs", lab());
  const bar = await topBar();
  expect(await bar.findByRole("link", { name: "Import" })).toBeTruthy();
  expect(bar.getByRole("link", { name: "New run" })).toBeTruthy();
  wide.unmount();

  setWidth(800);
  openPage("/runs", lab());
  const narrow = await topBar();
  expect(await within(screen.getByRole("main")).findByRole("link", { name: "Import" })).toBeTruthy();
  expect(narrow.queryByRole("link", { name: "Import" })).toBeNull();
  expect(narrow.getByRole("link", { name: "New run" })).toBeTruthy();
});

test("after a change of page the focus is on its content", async () => {
  const { router } = openPage("/runs", lab());
  await screen.findByRole("link", { name: "Quick 4K on rack-4" });
  void router.navigate({ to: "/campaigns" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

const PAUSED = { paused: true, reason: "The fan is off.", since: "2026-11-22T10:00:00Z", by: "ada" };

test("a pause is one line with its reason, and a page opened below it begins under it", async () => {
  openPage("/runs", lab({ "GET /api/v1/lab": PAUSED }));
  const line = await screen.findByText(/^Paused by ada at .*\. The fan is off\. Runs in progress finish\./);
  expect(line.closest('[role="status"]')).toBeTruthy();
  expect(document.querySelector("[data-below-line]")).toBeTruthy();
});

test("a line that comes later lies over the page, which stays where it is", async () => {
  openPage("/runs", lab());
  await screen.findByRole("link", { name: "Quick 4K on rack-4" });
  fireEvent(window, new Event("offline"));
  const online = Object.getOwnPropertyDescriptor(Navigator.prototype, "onLine");
  Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
  try {
    fireEvent(window, new Event("offline"));
    expect(await screen.findByText(/This computer is offline/)).toBeTruthy();
    expect(document.querySelector("[data-below-line]")).toBeNull();
  } finally {
    Object.defineProperty(navigator, "onLine", online ?? { value: true, configurable: true });
    fireEvent(window, new Event("online"));
  }
});
