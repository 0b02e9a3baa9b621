/** The list of servers, and how a list is taken away as a file, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ServerSummary } from "@/api/types";
import { aServerSummary, NOTHING } from "@/testing/hardware-objects";
import { AT, aDrive, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const QUIET = {
  "GET /api/v1/alerts": { next_cursor: null, items: [], counts: { critical: 0, warning: 0, notice: 0 } },
  "GET /api/v1/inventory/conflicts": { items: [], next_cursor: null, truncated: false },
  "GET /api/v1/inventory/changes": NOTHING,
  "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
};
const listed = (...servers: ServerSummary[]) => ({
  ...QUIET,
  "GET /api/v1/server-summaries": { items: servers, next_cursor: null },
});

test("servers are narrowed by what of the address is understood", async () => {
  const lab = stubLab(listed(aServerSummary({ use: "quarantined" })));
  openPage("/servers?q=epyc&state=quarantined&label=blue&other=1", lab);

  const list = within(await screen.findByRole("complementary", { name: "Servers" }));
  const entry = await list.findByRole("link", { name: /^rack-4 ?quarantine/ });
  expect(entry.getAttribute("href")).toBe("/servers/s-1?q=epyc+state%3Aquarantined+label%3Ablue");
  const request = lab.requests.findLast((line) => line.includes("/server-summaries")) ?? "";
  expect(new URL(`http://lab${request.slice(4)}`).searchParams.get("q")).toBe("epyc state:quarantined label:blue");
  expect(list.getByRole("img", { name: "2 drives, 1 empty, 1 need attention" })).toBeTruthy();
  expect(list.getByText("1 server · 2 drives")).toBeTruthy();
});

test("what is typed narrows the list and stands in the address", async () => {
  const lab = stubLab(listed(aServerSummary()));
  const { router } = openPage("/servers", lab);

  fireEvent.change(await screen.findByRole("searchbox", { name: "Search" }), { target: { value: "r760" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "r760" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("/server-summaries?q=r760&"))).toBe(true));
});

test("hundreds of servers come page by page", async () => {
  const pages = [
    { items: [aServerSummary()], next_cursor: "two" },
    { items: [aServerSummary({ id: "server-2", number: "s-2", name: "rack-5" })], next_cursor: null },
  ];
  const lab = stubLab({
    ...QUIET,
    "GET /api/v1/server-summaries": ({ url }) => pages[url.includes("cursor=two") ? 1 : 0] ?? {},
  });
  openPage("/servers", lab);

  expect(await screen.findByText("the first 1 server · 2 drives")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("link", { name: /^rack-5/ })).toBeTruthy();
  expect(screen.getByText("2 servers · 4 drives")).toBeTruthy();
});

test("the search of servers is saved as a view, and one with old filters opens as a query", async () => {
  const saved: unknown[] = [];
  const old = { id: "f-1", page: "/inventory/servers", name: "Spares", query: "label=spare&q=r750", created_at: AT };
  const lab = stubLab({
    ...listed(aServerSummary()),
    "GET /api/v1/saved-filters": {
      items: [{ ...old, owner: "ada", is_own: true, shared: false }],
      next_cursor: null,
    },
    "POST /api/v1/saved-filters": async (request) => {
      saved.push(await request.json());
      return { id: "f-2" };
    },
  });
  const { router } = openPage("/servers?state=quarantined", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Saved views" }));
  fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Save view" }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: "In quarantine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  const query = "q=state%3Aquarantined";
  await waitFor(() =>
    expect(saved).toEqual([{ page: "/inventory/servers", name: "In quarantine", query, shared: false }]),
  );
  fireEvent.click(await screen.findByText("Spares"));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "r750 label:spare", saved: "f-1" }));
});

test("a lab without servers says how to add one, to those who may", async () => {
  const answers = { ...listed(), "GET /api/v1/servers": NOTHING };
  const { unmount } = openPage("/servers", stubLab(answers));
  expect((await screen.findAllByText("No servers yet")).length).toBeGreaterThan(0);
  expect(screen.getByRole("link", { name: "Add a server" }).getAttribute("href")).toBe("/servers/new");
  unmount();

  openPage("/servers", stubLab({ ...answers, ...VIEWER }));
  expect((await screen.findAllByText("No servers yet")).length).toBeGreaterThan(0);
  expect(screen.queryByRole("link", { name: "Add a server" })).toBeNull();
});

test("a list is exported by the lab with the filters of its address, and with all of its pages", async () => {
  const lab = stubLab({
    "GET /api/v1/drives": { items: [aDrive()], next_cursor: null },
    ...listed(aServerSummary()),
  });
  const { router } = openPage(
    "/drives?q=a%20b&standing=spare&seen=before&server=s-1&label=a%3B%20b%3D1&cursor=older",
    lab,
  );

  const file = new URL((await screen.findByRole<HTMLAnchorElement>("link", { name: "Export this list as CSV" })).href);
  expect(file.pathname).toBe("/api/v1/inventory/export");
  expect(Object.fromEntries(file.searchParams)).toMatchObject({
    kind: "drives",
    format: "csv",
    q: "a b server:s-1 lifecycle:spare present:no label:a label:b=1",
  });
  await router.navigate({ to: "/servers", search: { q: "state:ready" } });
  fireEvent.click(await screen.findByRole("button", { name: "Saved views" }));
  const document = await screen.findByLabelText<HTMLAnchorElement>("Export this list as JSON");
  expect(document.href).toMatch(/\/inventory\/export\?kind=servers&format=json&q=state%3Aready&/);
});
