/** The views of one server: hardware tree, slot map and history, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aChange, aTree, aTreeDrive, HOSTILE, NOTHING } from "@/testing/hardware-objects";
import { aDrive, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

function lab(answers: Record<string, Answer> = {}) {
  return stubLab({ "GET /api/v1/servers/s-1": aServer(), "GET /api/v1/drives": NOTHING, ...answers });
}

test("every view of a server has an address, and its link is marked", async () => {
  const { router } = openPage("/inventory/servers/s-1", lab({ "GET /api/v1/servers/s-1/tree": aTree() }));

  const views = within(await screen.findByRole("navigation", { name: "Views of this server" }));
  expect(views.getByRole("link", { name: "Facts" }).getAttribute("aria-current")).toBe("page");
  fireEvent.click(views.getByRole("link", { name: "Hardware" }));

  await waitFor(() => expect(router.state.location.href).toBe("/inventory/servers/s-1?tab=tree"));
  expect(await screen.findByRole("heading", { name: /PERC H965i/ })).toBeTruthy();
  expect(views.getByRole("link", { name: "Hardware" }).getAttribute("aria-current")).toBe("page");
  expect(views.getByRole("link", { name: "Facts" }).getAttribute("aria-current")).toBeNull();
  expect(screen.queryByRole("heading", { name: "Facts" })).toBeNull();
});

test("the tree shows controllers, enclosures, drives, and arrays with members, policies and progress", async () => {
  const drives = [aTreeDrive({ id: "drive-3", number: "d-3", name: HOSTILE, serial: HOSTILE, slot: null, arrays: [] })];
  openPage("/inventory/servers/s-1?tab=tree", lab({ "GET /api/v1/servers/s-1/tree": aTree({ drives }) }));

  const controllers = within(await screen.findByRole("region", { name: "Controllers" }));
  expect(controllers.getByText("Enclosure BP16")).toBeTruthy();
  expect(controllers.getByText(/16.0 GT\/s x8|16 GT\/s x8/)).toBeTruthy();
  expect(controllers.getAllByRole("link", { name: "SSD (/c0/e252/s3)" })).toHaveLength(2);
  expect(controllers.getByText("1 empty slot")).toBeTruthy();
  const arrays = within(screen.getByRole("region", { name: "Arrays" }));
  expect(arrays.getByText("rebuilding")).toBeTruthy();
  expect(arrays.getByText(/RAID 5 · storcli · strip 64 KiB/)).toBeTruthy();
  expect(arrays.getByText(/42 % done/)).toBeTruthy();
  expect(arrays.getByRole("table", { name: "Members of vd0" })).toBeTruthy();
  const write = within(arrays.getByRole("row", { name: /^Write/ }));
  expect(write.getByText("differs from the request")).toBeTruthy();
  const loose = within(screen.getByRole("region", { name: "Drives without a known controller" }));
  expect(loose.getByRole("link").textContent).toBe(HOSTILE);
  expect(document.querySelector("main img")).toBeNull();
});

test("the slot map is a list of slots: occupied, failed, empty", async () => {
  openPage("/inventory/servers/s-1?tab=slots", lab({ "GET /api/v1/servers/s-1/tree": aTree() }));

  const slots = within(await screen.findByRole("list", { name: "Slots of Enclosure BP16" })).getAllByRole("listitem");
  const texts = slots.map((slot) => slot.textContent);
  expect(texts[0]).toMatch(/^Slot 3occupied/);
  expect(texts[1]).toMatch(/^Slot 4failed/);
  expect(texts[2]).toBe("Unknown slotempty");
  expect(screen.getByText("2 of 3 slots occupied")).toBeTruthy();
});

test("the history says what was before and after, when, how and by whom, page by page", async () => {
  const changes = [
    aChange(),
    aChange({ id: 2, field: "labels", before: {}, after: { blue: null }, source: "person", changed_by: "ada" }),
    aChange({
      id: 3,
      kind: "vanished",
      field: null,
      before: null,
      after: null,
      component: "array",
      component_id: "unknown",
      component_number: null,
      component_name: null,
      source: "run",
      run_number: "r-7",
    }),
  ];
  const served = lab({
    "GET /api/v1/inventory/changes": (request) =>
      request.url.includes("cursor=3")
        ? { items: [aChange({ id: 4, after: HOSTILE })], next_cursor: null }
        : { items: changes, next_cursor: "3" },
  });
  openPage("/inventory/servers/s-1?tab=history", served);

  const table = await screen.findByRole("table", { name: "Changes, newest first" });
  const cells = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].slice(1).map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["SSD", "Firmware", "1.0", "1.1", "discovery", "–"],
    ["SSD", "Labels", "–", "blue", "by hand", "ada"],
    ["removed array", "no longer found", "–", "–", "r-7", "–"],
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  expect(await screen.findByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a drive behind a controller has no path, and is called by its place", async () => {
  const drive = aDrive({ path: null, kernel_name: null, location: "/c0/e252/s3", serial: HOSTILE });
  openPage("/inventory/servers/s-1", lab({ ...VIEWER, "GET /api/v1/drives": { items: [drive], next_cursor: null } }));

  const link = await screen.findByRole("link", { name: "/c0/e252/s3" });
  expect(link.getAttribute("href")).toBe("/drives/d-1");
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
});

test("a tree that cannot be read says so, and a server without hardware as well", async () => {
  const answers: object[] = [aTree({ controllers: [], arrays: [] })];
  openPage("/inventory/servers/s-1?tab=slots", lab({ "GET /api/v1/servers/s-1/tree": () => answers[0] ?? {} }));

  expect(await screen.findByText("No enclosure with slots found in this server.")).toBeTruthy();
});
