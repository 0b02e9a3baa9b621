/** The lists of hardware, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { SavedFilter } from "@/api/types";
import { aController, anArray, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { AT, aDrive } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { problem, stubLab } from "@/testing/stub-lab";

afterEach(() => setWidth(USUAL_WIDTH));

const page = (...items: object[]) => ({ items, next_cursor: null });

test("drives stand with their place, one behind a controller too, and text of servers is only text", async () => {
  const behind = aDrive({ id: "drive-2", number: "d-2", path: null, kernel_name: null, location: "/c0/e252/s3" });
  const lab = stubLab({ "GET /api/v1/drives": page(behind, aDrive({ serial: HOSTILE, present: false })) });
  openPage("/drives", lab);

  const table = await screen.findByRole("table", { name: "Drives of the lab" });
  expect(within(table).getByText("/c0/e252/s3")).toBeTruthy();
  expect(within(table).getByText("no longer found")).toBeTruthy();
  expect(within(table).getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(within(table).getByRole("link", { name: "d-2" }).getAttribute("href")).toBe("/drives/d-2");
});

test("filters of an old address are one query, which is in the address and in what is asked", async () => {
  const lab = stubLab({ "GET /api/v1/drives": page(aDrive()) });
  const { router } = openPage("/drives?q=9271&standing=spare&seen=before&firmware=1.2&label=blue", lab);

  await screen.findByRole("table", { name: "Drives of the lab" });
  const q = "9271 lifecycle:spare present:no firmware:1.2 label:blue";
  expect(router.state.location.search).toEqual({ q });
  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" }).value).toBe(q);
  const request = lab.requests.findLast((line) => line.includes("/v1/drives")) ?? "";
  expect(Object.fromEntries(new URL(`http://lab${request.slice(4)}`).searchParams)).toMatchObject({ q, limit: "200" });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "label:red" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "label:red" }));
});

test("a query that names no field of the list is shown without that part, and says so", async () => {
  const lab = stubLab({
    "GET /api/v1/drives": ({ url }) =>
      url.includes("nonsense")
        ? new Response(JSON.stringify({ detail: "Unknown field.", code: "invalid_query", start: 10, end: 18 }), {
            status: 422,
            headers: { "Content-Type": "application/problem+json" },
          })
        : page(aDrive()),
  });
  const { router } = openPage("/drives?q=model%3ASSD%20nonsense%3A5", lab);

  await screen.findByRole("table", { name: "Drives of the lab" });
  expect(screen.getByText("Shown without nonsense:5")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "model:SSD" }));
});

const OLD = [
  ["/inventory/drives?q=samsung", "/drives?q=samsung"],
  ["/inventory/drives/d-7", "/drives/d-7"],
  ["/inventory/arrays?level=raid5", "/arrays?q=raid%3Araid5"],
  ["/inventory/arrays/v-7", "/arrays/v-7"],
] as const;

test.each(OLD)("%s leads on to %s", async (before, now) => {
  const { router } = openPage(before, stubLab({ "GET /api/v1/drives": NOTHING, "GET /api/v1/arrays": NOTHING }));
  await waitFor(() => expect(router.state.location.href).toBe(now));
});

const HOT = aDrive({
  id: "drive-3",
  number: "d-3",
  model: "PM9A3",
  serial: "S64GNE0R904471",
  health: { ...aDrive().health, used_percent: 84, temperature_c: 61, passed: true },
  arrays: [{ id: "array-1", number: "v-1", name: "md0" }],
});

test("a drive is shown beside the list, with its wear, heat, health, enrolment and place", async () => {
  setWidth(1440);
  const lab = stubLab({ "GET /api/v1/drives": page(aDrive(), HOT) });
  const { router } = openPage("/drives?peek=d-3", lab);

  const peek = within(await screen.findByRole("complementary", { name: "Preview of d-3" }));
  expect(peek.getByText("84 %")).toBeTruthy();
  expect(peek.getByText("61 °C")).toBeTruthy();
  expect(peek.getByText("passed")).toBeTruthy();
  expect(peek.getByText("S64GNE0R904471")).toBeTruthy();
  expect(peek.getByRole("link", { name: "md0" }).getAttribute("href")).toBe("/arrays/v-1");
  expect(peek.getByRole("link", { name: "Open drive" }).getAttribute("href")).toBe("/drives/d-3");
  expect(peek.getByText("Enrolment")).toBeTruthy();
  fireEvent.click(peek.getByRole("button", { name: "Previous row" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ peek: "d-1" }));
});

test("the lab sorts drives by their heads, and the order is in the address", async () => {
  const lab = stubLab({
    "GET /api/v1/drives": ({ url }) => (url.includes("sort=-temperature") ? page(HOT, aDrive()) : page(aDrive(), HOT)),
  });
  const { router } = openPage("/drives", lab);

  const table = within(await screen.findByRole("table", { name: "Drives of the lab" }));
  fireEvent.click(table.getByRole("button", { name: "Temperature" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "-temperature" }));
  await waitFor(() => expect(table.getAllByRole("row")[1]?.textContent).toContain("d-3"));
  fireEvent.click(table.getByRole("button", { name: "Location" }));
  await waitFor(() => expect(lab.requests.some((line) => line.includes("sort=device%2Cslot"))).toBe(true));
});

test("further drives are read at the end of the list, in its order", async () => {
  const more = Array.from({ length: 3 }, (_, index) => aDrive({ id: `more-${index}`, number: `d-${index + 10}` }));
  const lab = stubLab({
    "GET /api/v1/drives": (request) =>
      request.url.includes("cursor=") ? page(...more) : { items: [aDrive()], next_cursor: "more" },
  });
  openPage("/drives?sort=wear", lab);
  expect(await screen.findByRole("link", { name: "d-12" })).toBeTruthy();
  expect(screen.getByText("4 rows")).toBeTruthy();
  expect(lab.requests.find((line) => line.includes("cursor=more"))).toContain("sort=wear");
});

test("an array is shown beside the list with its members", async () => {
  setWidth(1440);
  openPage("/arrays?peek=v-1", stubLab({ "GET /api/v1/arrays": page(anArray()) }));
  const peek = within(await screen.findByRole("complementary", { name: "Preview of v-1" }));
  expect(peek.getByText("64 KiB")).toBeTruthy();
  expect(peek.getByRole("link", { name: "Open array" }).getAttribute("href")).toBe("/arrays/v-1");
  expect(peek.getByRole("link", { name: "SSD" })).toBeTruthy();
});

test("a query is saved as a view, which is a tab with its count, and deleted", async () => {
  const saved: SavedFilter[] = [];
  const lab = stubLab({
    "GET /api/v1/drives": page(aDrive()),
    "GET /api/v1/fields/matches": { items: [{ list: "drives", count: 17 }] },
    "GET /api/v1/saved-filters": () => ({ items: [...saved], next_cursor: null }),
    "POST /api/v1/saved-filters": async (request) => {
      const filter = { id: "filter-1", created_at: AT, owner: "ada", is_own: true, ...(await request.json()) };
      saved.push(filter);
      return filter;
    },
    "DELETE /api/v1/saved-filters/filter-1": () => {
      saved.pop();
      return new Response(null, { status: 204 });
    },
  });
  const { router } = openPage("/drives?q=a%20b&standing=spare", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog", { name: "Save view" });
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "Cold spares" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const tabs = within(await screen.findByRole("navigation", { name: "Saved views" }));
  expect((await tabs.findByRole("link", { name: /^Cold spares/ })).textContent).toContain("17");
  expect(saved[0]).toMatchObject({ page: "/inventory/drives", query: "q=a+b+lifecycle%3Aspare", shared: false });

  fireEvent.click(tabs.getByRole("link", { name: /^All/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  fireEvent.click(tabs.getByRole("link", { name: /^Cold spares/ }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "a b lifecycle:spare" }));
  fireEvent.click(screen.getByRole("button", { name: "View" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete view" }));
  await waitFor(() => expect(tabs.queryByRole("link", { name: /^Cold spares/ })).toBeNull());
});

test("a view with the filters of an earlier release opens as a query", async () => {
  const old = { id: "f-1", page: "/inventory/drives", name: "Old", query: "standing=spare&q=a", created_at: AT };
  const lab = stubLab({
    "GET /api/v1/drives": page(aDrive()),
    "GET /api/v1/saved-filters": page({ ...old, owner: "mary", is_own: false, shared: true }),
  });
  const { router } = openPage("/drives", lab);

  const link = await screen.findByRole("link", { name: /^Old/ });
  expect(link.title).toBe("Old · shared by mary");
  fireEvent.click(link);
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "a lifecycle:spare", view: "f-1" }));
});

test("an empty list says whether nothing is there or nothing matches", async () => {
  const lab = stubLab({ "GET /api/v1/arrays": NOTHING });
  const { router } = openPage("/arrays?condition=failed", lab);

  expect(await screen.findByText("No matches")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear all filters" }));
  expect(await screen.findByText("No arrays yet")).toBeTruthy();
  expect(router.state.location.search).toEqual({});
});

test("controllers and arrays stand with what tells them apart", async () => {
  const lab = stubLab({
    "GET /api/v1/controllers": page(aController({ battery: null })),
    "GET /api/v1/arrays": page(anArray()),
  });
  const { router } = openPage("/servers/controllers", lab);

  const controllers = within(await screen.findByRole("table", { name: "Controllers of the lab" }));
  expect(controllers.getByText("mpi3mr 8.9.1.0.51")).toBeTruthy();
  expect(controllers.getByText("unknown")).toBeTruthy();
  await router.navigate({ to: "/arrays" });
  const arrays = within(await screen.findByRole("table", { name: "Arrays of the lab" }));
  expect(arrays.getByText("rebuilding")).toBeTruthy();
  expect(arrays.getByText("64 KiB")).toBeTruthy();
});

test("a list that cannot be read says why and can be tried again", async () => {
  const answers: Response[] = [problem(503, "The database is away."), problem(503, "The database is away.")];
  const lab = stubLab({ "GET /api/v1/controllers": () => answers.pop() ?? problem(404, "It is gone.") });
  openPage("/servers/controllers", lab);

  expect(await screen.findByText(/The database is away|It is gone/, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
}, 10_000);
