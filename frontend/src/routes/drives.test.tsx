/** The lists of hardware, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SavedFilter } from "@/api/types";
import { aController, anArray, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { AT, aDrive } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const page = (...items: object[]) => ({ items, next_cursor: null });

test("drives stand with their place, one behind a controller too, and text of servers is only text", async () => {
  const behind = aDrive({ id: "drive-2", number: "d-2", path: null, kernel_name: null, location: "/c0/e252/s3" });
  const lab = stubLab({ "GET /api/v1/drives": page(behind, aDrive({ serial: HOSTILE, present: false })) });
  openPage("/inventory/drives", lab);

  const table = await screen.findByRole("table", { name: "Drives of the lab" });
  expect(within(table).getByText("/c0/e252/s3")).toBeTruthy();
  expect(within(table).getByText("no longer found")).toBeTruthy();
  expect(within(table).getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(within(table).getByRole("link", { name: "d-2" }).getAttribute("href")).toBe("/inventory/drives/d-2");
});

test("filters are in the address and in what is asked, and each can be taken away", async () => {
  const lab = stubLab({ "GET /api/v1/drives": page(aDrive()) });
  const { router } = openPage("/inventory/drives?q=9271&standing=spare&seen=before&firmware=1.2&label=blue", lab);

  await screen.findByRole("table", { name: "Drives of the lab" });
  const asked = lab.asked.findLast((line) => line.includes("/drives")) ?? "";
  expect(Object.fromEntries(new URL(`http://lab${asked.slice(4)}`).searchParams)).toEqual({
    q: "9271",
    lifecycle: "spare",
    present: "false",
    firmware: "1.2",
    label: "blue",
    limit: "50",
  });
  fireEvent.click(screen.getByRole("button", { name: "Remove the filter Firmware" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("firmware"));
  fireEvent.change(screen.getByRole("searchbox", { name: "Label" }), { target: { value: "red" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "9271", label: "red" }));
});

test("a filter is saved under a name, brought back and forgotten", async () => {
  const saved: SavedFilter[] = [];
  const lab = stubLab({
    "GET /api/v1/drives": page(aDrive()),
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
  const { router } = openPage("/inventory/drives?q=a%20b&standing=spare", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Save view…" }));
  const dialog = await screen.findByRole("dialog", { name: "Save view" });
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "Cold spares" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const apply = await screen.findByRole("button", { name: "Cold spares" });
  expect(saved[0]).toMatchObject({ page: "/inventory/drives", query: "q=a+b&standing=spare", shared: false });

  await router.navigate({ to: "/inventory/drives", search: {} });
  fireEvent.click(apply);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: "a b", standing: "spare" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete view Cold spares" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cold spares" })).toBeNull());
});

test("a filter is shared by its owner; that of somebody else is applied and left alone", async () => {
  const filter = { id: "filter-1", page: "/inventory/drives", name: "Mine", query: "q=a", created_at: AT };
  let shared = false;
  const lab = stubLab({
    "GET /api/v1/drives": page(aDrive()),
    "GET /api/v1/saved-filters": () =>
      page(
        { ...filter, owner: "ada", is_own: true, shared },
        { ...filter, id: "filter-2", name: "Hers", owner: "mary", is_own: false, shared: true },
      ),
    "PATCH /api/v1/saved-filters/filter-1": async (request) => {
      shared = (await request.json()).shared;
      return { ...filter, owner: "ada", is_own: true, shared };
    },
  });
  openPage("/inventory/drives", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Share view Mine with the lab" }));
  expect(await screen.findByRole("button", { name: "Make view Mine private" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Hers" }).title).toBe("Hers, shared by mary");
  expect(screen.queryByRole("button", { name: "Delete view Hers" })).toBeNull();
});

test("an empty list says whether nothing is there or nothing matches", async () => {
  const lab = stubLab({ "GET /api/v1/arrays": NOTHING });
  const { router } = openPage("/inventory/arrays?condition=failed", lab);

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
  const { router } = openPage("/inventory/controllers", lab);

  const controllers = within(await screen.findByRole("table", { name: "Controllers of the lab" }));
  expect(controllers.getByText("mpi3mr 8.9.1.0.51")).toBeTruthy();
  expect(controllers.getByText("unknown")).toBeTruthy();
  await router.navigate({ to: "/inventory/arrays" });
  const arrays = within(await screen.findByRole("table", { name: "Arrays of the lab" }));
  expect(arrays.getByText("rebuilding")).toBeTruthy();
  expect(arrays.getByText("64 KiB")).toBeTruthy();
});

test("a list that cannot be read says why and can be tried again", async () => {
  const answers: Response[] = [problem(503, "The database is away."), problem(503, "The database is away.")];
  const lab = stubLab({ "GET /api/v1/controllers": () => answers.pop() ?? problem(404, "It is gone.") });
  openPage("/inventory/controllers", lab);

  expect(await screen.findByText(/The database is away|It is gone/, {}, { timeout: 8_000 })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
}, 10_000);
