/** The topology and hardware of one server, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aChange, anArray, aTree, aTreeDrive, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { aDrive, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

function lab(answers: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/servers/s-1": aServer(),
    "GET /api/v1/servers/s-1/tree": aTree(),
    "GET /api/v1/drives": NOTHING,
    "GET /api/v1/runs": NOTHING,
    "GET /api/v1/inventory/changes": NOTHING,
    "GET /api/v1/drives/d-9": aDrive({ number: "d-9" }),
    ...answers,
  });
}

test("every tab of a server has an address, and its link is marked", async () => {
  const { router } = openPage("/servers/s-1?view=array&slot=d-9", lab());

  const views = within(await screen.findByRole("navigation", { name: "Views of this server" }));
  expect(views.getByRole("link", { name: "Topology" }).getAttribute("aria-current")).toBe("page");
  fireEvent.click(views.getByRole("link", { name: "Changes" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ view: "array", slot: "d-9", tab: "changes" }));
  await waitFor(() => expect(views.getByRole("link", { name: "Changes" }).getAttribute("aria-current")).toBe("page"));
  expect(views.getByRole("link", { name: "Topology" }).getAttribute("aria-current")).toBeNull();
  expect(screen.queryByRole("region", { name: "Topology" })).toBeNull();
});

test("old addresses of the inventory lead on with what they name", async () => {
  const { router } = openPage("/inventory/servers/s-1?tab=history", lab());

  await waitFor(() => expect(router.state.location.pathname).toBe("/servers/s-1"));
  expect(await screen.findByRole("heading", { name: "Changes", level: 2 })).toBeTruthy();
});

test("slots are occupied, failed or empty, and the one that failed is shown first", async () => {
  openPage("/servers/s-1", lab());

  const slots = within(await screen.findByRole("radiogroup", { name: "Slots of rack-4" }));
  expect(slots.getAllByRole("radio").map((slot) => slot.getAttribute("aria-label"))).toEqual([
    "Slot 3, SSD, 31 °C, 3 % endurance used, in vd0, healthy",
    "Slot 4, SSD, 31 °C, 3 % endurance used, in vd0, failed",
    "Unknown slot, empty",
  ]);
  expect((slots.getByRole("radio", { name: /failed$/ }) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText("BP16, 3 slots")).toBeTruthy();
  expect(screen.getByText("16 GT/s x8 of 16 GT/s x16")).toBeTruthy();
  expect(screen.getByRole("link", { name: "PERC H965i" }).getAttribute("href")).toBe("/servers/controllers/k-1");
  expect(screen.getByRole("link", { name: "vd0 · RAID 5" }).getAttribute("href")).toMatch(/arrays\/v-1$/);
});

test("the chosen slot stands in the address, with its drive, its paths and whether it may be erased", async () => {
  const { router } = openPage("/servers/s-1", lab());

  const slots = within(await screen.findByRole("radiogroup", { name: "Slots of rack-4" }));
  fireEvent.click(slots.getByRole("radio", { name: /^Slot 3/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ slot: "d-9" }));
  const chosen = within(screen.getByRole("region", { name: "Chosen slot" }));
  expect(chosen.getByText("S1 · fw GDC5")).toBeTruthy();
  expect(chosen.getByText("healthy · Attached to PERC H965i · In vd0")).toBeTruthy();
  expect(await chosen.findByText("not enrolled")).toBeTruthy();
  expect(chosen.getByRole("link", { name: "Open drive" }).getAttribute("href")).toMatch(/drives\/d-9$/);
  fireEvent.keyDown(slots.getByRole("radio", { name: /^Slot 3/ }), { key: "End" });
  await waitFor(() => expect(router.state.location.search).toEqual({ slot: "e0.2" }));
  expect(chosen.getByText("No drive")).toBeTruthy();
});

test("the view stands in the address, and firmwares are counted", async () => {
  const { router } = openPage("/servers/s-1", lab());

  fireEvent.click(await screen.findByRole("radio", { name: "Firmware" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: "firmware" }));
  expect(await screen.findByText("GDC5: 2 drives")).toBeTruthy();
});

test("without enclosures the same boxes are a list, whatever its drives call themselves", async () => {
  const drives = [
    aTreeDrive({ id: "drive-3", number: "d-3", model: HOSTILE, serial: HOSTILE, slot: null, arrays: [] }),
  ];
  const tree = aTree({ controllers: [], arrays: [], drives });
  openPage("/servers/s-1", lab({ "GET /api/v1/servers/s-1/tree": tree }));

  const list = within(await screen.findByRole("radiogroup", { name: "Drives of rack-4" }));
  expect(list.getByText("CPU 0 · EPYC 9354P")).toBeTruthy();
  expect(list.getByText(HOSTILE)).toBeTruthy();
  expect(screen.getByText("no enclosure reported, shown as a list")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("the drives of a server stand above its arrays and controllers", async () => {
  const volume = { id: "drive-7", number: "d-7", name: "sda" };
  openPage(
    "/servers/s-1?tab=drives",
    lab({
      ...VIEWER,
      "GET /api/v1/drives": { items: [aDrive({ controller: null })], next_cursor: null },
      "GET /api/v1/servers/s-1/tree": aTree({ arrays: [anArray({ drive: volume })] }),
    }),
  );

  const table = within(await screen.findByRole("table", { name: "Drives found" }));
  expect((await table.findByRole("link", { name: "/dev/nvme1n1" })).getAttribute("href")).toMatch(/drives\/d-1$/);
  const arrays = within(await screen.findByRole("table", { name: "Arrays of this server" }));
  expect(arrays.getByRole("row", { name: /vd0 RAID 5 rebuilding none, 42 % done 64 KiB 3.2 TB 2 sda/ })).toBeTruthy();
  const controllers = within(screen.getByRole("table", { name: "Controllers of this server" }));
  expect(controllers.getByText("mpi3mr 8.9.1.0.51")).toBeTruthy();
  expect(controllers.getByText("optimal")).toBeTruthy();
});

test("changes of a server come page by page with what was found, and by what", async () => {
  const cursors: string[] = [];
  const served = lab({
    "GET /api/v1/inventory/changes": (request) => {
      cursors.push(new URL(request.url).searchParams.get("cursor") ?? "");
      return { items: [aChange({ component_name: HOSTILE, run_number: "r-7" })], next_cursor: "older" };
    },
  });
  openPage("/servers/s-1?tab=changes", served);

  const table = within(await screen.findByRole("table", { name: "Changes, newest first" }));
  expect(table.getByText(HOSTILE)).toBeTruthy();
  expect(table.getByText("1.0")).toBeTruthy();
  expect(table.getByText("1.1")).toBeTruthy();
  expect(table.getByRole("link", { name: "r-7" }).getAttribute("href")).toBe("/runs/r-7");
  expect(served.requests).toContain("GET /api/v1/inventory/changes?server_id=s-1&limit=50");
  expect(document.querySelector("main img")).toBeNull();
});

test("a tree that cannot be read says so, and a server without hardware as well", async () => {
  const { unmount } = openPage(
    "/servers/s-1",
    lab({ "GET /api/v1/servers/s-1/tree": () => problem(404, "It is not there.") }),
  );
  expect(await screen.findByText("It is not there.")).toBeTruthy();
  unmount();

  const nothing = aTree({ controllers: [], arrays: [] });
  openPage(
    "/servers/s-1",
    lab({
      "GET /api/v1/servers/s-1": aServer({ cpu_model: null }),
      "GET /api/v1/servers/s-1/tree": nothing,
    }),
  );
  expect(await screen.findByText("No hardware found yet. Discover the server.")).toBeTruthy();
});
