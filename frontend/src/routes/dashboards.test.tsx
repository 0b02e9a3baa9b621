/** The list of dashboards, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Dashboard } from "@/api/types";
import { aDashboard, aDocument, aPanel } from "@/testing/dashboard-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const ADDRESS = "/api/v1/dashboards";
const QUERY = { query: "label:nightly", newest: 20, time_zone: "UTC" };

const mine = aDashboard({ pin_position: 1 });
const theirs = aDashboard({
  id: "dashboard-2",
  number: "b-2",
  name: "Nightly",
  shared: true,
  owner: "grace",
  is_own: false,
  can_change: false,
  updated_at: "2026-11-22T10:00:00Z",
  document: aDocument({ entries: QUERY, panels: [aPanel({ chart: "heat_map" }), aPanel({ id: "p2" })] }),
});

/** Build a lab whose dashboards change on request. */
function labWith(...dashboards: Dashboard[]) {
  let listed = dashboards;
  const changes: [string, unknown][] = [];
  const change = (answer: (given: Partial<Dashboard>) => Partial<Dashboard> | null) => async (request: Request) => {
    const given = request.method === "PATCH" ? ((await request.json()) as Partial<Dashboard>) : {};
    const number = new URL(request.url).pathname.split("/")[4];
    changes.push([request.method, given]);
    const old = dashboards.find((dashboard) => dashboard.number === number) ?? mine;
    const changed = answer(given);
    listed = listed.filter((dashboard) => dashboard.number !== number);
    if (changed) listed = [...listed, { ...old, ...changed }];
    return old;
  };
  const lab = stubLab({
    [`GET ${ADDRESS}`]: ({ url }) => {
      const params = new URL(url).searchParams;
      const q = params.get("q")?.toLowerCase() ?? "";
      const matches = listed.filter(({ name }) => name.toLowerCase().includes(q));
      const changed = matches.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
      return { items: params.get("sort") === "-changed" ? changed : matches, next_cursor: null };
    },
    [`PATCH ${ADDRESS}/b-1`]: change(({ name, shared }) => ({
      ...(name && { name }),
      ...(shared !== undefined && { shared }),
    })),
    [`DELETE ${ADDRESS}/b-1`]: change(() => null),
    [`POST ${ADDRESS}/b-1/restore`]: change(() => ({})),
    [`PUT ${ADDRESS}/b-1/pin`]: change(() => ({ pin_position: 1 })),
    [`DELETE ${ADDRESS}/b-1/pin`]: change(() => ({ pin_position: null })),
  });
  return { lab, changes };
}

const cards = async () => (await screen.findAllByRole("article")).map((card) => card.getAttribute("aria-labelledby"));
const openMenu = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "More actions for RAID levels" }));
};
const choose = async (item: string) => {
  await openMenu();
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

test("a card shows panels, runs, owner and age", async () => {
  openPage("/dashboards", labWith(mine, theirs).lab);

  const card = await screen.findByRole("article", { name: "Nightly" });
  expect(within(card).getByRole("link", { name: "Nightly" }).getAttribute("href")).toBe("/dashboards/b-2");
  expect(card.textContent).toContain("Live");
  expect(card.textContent).toContain("2 panels · newest 20 runs of label:nightly");
  expect(card.textContent).toContain("grace");
  expect(card.textContent).toMatch(/changed .+ ago/);
  expect(within(card).getByRole("img", { name: "Shared with the lab" })).toBeTruthy();
  expect(within(card).queryByRole("button", { name: /More actions/ })).toBeNull();
  expect((await screen.findByRole("article", { name: "RAID levels" })).textContent).toContain("1 panel · 2 runs");
});

test("tab, query and order are in the address", async () => {
  const { router } = openPage("/dashboards", labWith(mine, theirs).lab);
  expect(await cards()).toEqual(["dashboard-b-2", "dashboard-b-1"]);

  fireEvent.click(await screen.findByRole("link", { name: "Pinned 1" }));
  await waitFor(async () => expect(await cards()).toEqual(["dashboard-b-1"]));
  expect(router.state.location.search).toEqual({ tab: "pinned" });

  fireEvent.click(screen.getByRole("link", { name: "All 2" }));
  const field = screen.getByRole("searchbox", { name: "Search" });
  fireEvent.change(field, { target: { value: "night" } });
  await waitFor(async () => expect(await cards()).toEqual(["dashboard-b-2"]));
  expect(router.state.location.search).toEqual({ q: "night" });
  fireEvent.change(screen.getByRole("combobox", { name: "Order" }), { target: { value: "name" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "night", sort: "name" }));
});

test("a dashboard is pinned for oneself", async () => {
  const { lab, changes } = labWith(aDashboard(), theirs);
  openPage("/dashboards", lab);

  const star = await screen.findByRole("button", { name: "Pin RAID levels" });
  expect(star.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(star);

  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Pin RAID levels" }).getAttribute("aria-pressed")).toBe("true"),
  );
  expect(changes).toEqual([["PUT", {}]]);
  expect(await screen.findByText("RAID levels pinned")).toBeTruthy();
});

test("a sixth pin is refused in words of the lab", async () => {
  const lab = stubLab({
    [`GET ${ADDRESS}`]: { items: [aDashboard()], next_cursor: null },
    [`PUT ${ADDRESS}/b-1/pin`]: () => problem(409, "You have pinned 5 dashboards."),
  });
  openPage("/dashboards", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Pin RAID levels" }));
  expect(await screen.findByText("You have pinned 5 dashboards.")).toBeTruthy();
});

test("a deleted dashboard is restored by Undo", async () => {
  const { lab, changes } = labWith(mine, theirs);
  openPage("/dashboards", lab);

  await choose("Delete");
  expect(await screen.findByText("RAID levels deleted")).toBeTruthy();
  await waitFor(async () => expect(await cards()).toEqual(["dashboard-b-2"]));

  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await cards()).toEqual(["dashboard-b-2", "dashboard-b-1"]));
  expect(changes.map(([method]) => method)).toEqual(["DELETE", "POST"]);
});

test("a dashboard is renamed against the name that was read", async () => {
  const { lab, changes } = labWith(mine);
  openPage("/dashboards", lab);

  await choose("Rename…");
  const field = await screen.findByRole("textbox", { name: /Name/ });
  fireEvent.change(field, { target: { value: "RAID 10" } });
  fireEvent.click(screen.getByRole("button", { name: "Rename" }));
  expect(await screen.findByRole("article", { name: "RAID 10" })).toBeTruthy();
  expect(changes).toEqual([["PATCH", { name: "RAID 10", before: { name: "RAID levels" } }]]);
});

test("what is wrong in a query is marked below its field", async () => {
  const fault = { title: "Invalid query", status: 422, detail: "The field nme is unknown.", code: "invalid_query" };
  const place = { start: 0, end: 3, known: [], suggestion: "name", parameter: "q", errors: [] };
  const lab = stubLab({
    [`GET ${ADDRESS}`]: ({ url }) =>
      url.includes("q=")
        ? Response.json({ ...fault, ...place }, { status: 422 })
        : { items: [mine], next_cursor: null },
  });
  openPage("/dashboards?q=nme%3Araid", lab);
  expect((await screen.findByRole("alert")).textContent).toContain("The field nme is unknown.");
  expect(await cards()).toEqual(["dashboard-b-1"]);
});

test("a viewer is not offered to share", async () => {
  openPage("/dashboards", stubLab({ ...VIEWER, [`GET ${ADDRESS}`]: { items: [mine], next_cursor: null } }));
  await openMenu();
  expect(await screen.findByRole("menuitem", { name: "Delete" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Share with the lab" })).toBeNull();
});

test("an empty list shows two ways to begin", async () => {
  openPage("/dashboards", labWith().lab);
  expect(await screen.findByText("No dashboards yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Find runs" }).getAttribute("href")).toBe("/runs");
});

test("a query that finds nothing is cleared", async () => {
  openPage("/dashboards?q=nothing", labWith(mine).lab);
  fireEvent.click(await screen.findByRole("link", { name: "Clear all filters" }));
  expect(await cards()).toEqual(["dashboard-b-1"]);
});
