/** The list of servers, and how a list is taken away as a file, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { NOTHING } from "@/testing/hardware-objects";
import { aDrive, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const IN_QUARANTINE = { items: [aServer({ state: "quarantined" })], next_cursor: null };

test("servers are narrowed by what of the address is understood", async () => {
  const lab = stubLab({ "GET /api/v1/servers": IN_QUARANTINE });
  openPage("/inventory/servers?q=epyc&state=quarantined&label=blue&other=1", lab);

  await screen.findByRole("table", { name: "Servers of the lab" });
  expect(lab.asked).toContain("GET /api/v1/servers?q=epyc&state=quarantined&label=blue&limit=50");
  expect(screen.getByText("State: quarantined")).toBeTruthy();
  expect(screen.queryByText("other: 1")).toBeNull();
});

test("the filter of servers is saved under a name", async () => {
  const saved: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/servers": IN_QUARANTINE,
    "POST /api/v1/saved-filters": async (request) => {
      saved.push(await request.json());
      return {};
    },
  });
  openPage("/inventory/servers?state=quarantined", lab);

  fireEvent.click(await screen.findByText("Save view…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Save view" }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: "In quarantine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(saved).toEqual([
      { page: "/inventory/servers", name: "In quarantine", query: "state=quarantined", shared: false },
    ]),
  );
});

test("a lab without servers says how to add one, to those who may", async () => {
  const answers = { "GET /api/v1/servers": NOTHING };
  const { unmount } = openPage("/inventory/servers", stubLab(answers));
  expect(await screen.findByText("No servers yet")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Add a server" })).toHaveLength(2);
  unmount();

  openPage("/inventory/servers", stubLab({ ...answers, ...VIEWER }));
  expect(await screen.findByText("No servers yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Add a server" })).toBeNull();
});

test("a list is exported by the lab with the filters of its address, and with all of its pages", async () => {
  const lab = stubLab({
    "GET /api/v1/drives": { items: [aDrive()], next_cursor: null },
    "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
  });
  const { router } = openPage(
    "/inventory/drives?q=a%20b&standing=spare&seen=before&server=s-1&label=a%3B%20b%3D1&cursor=older",
    lab,
  );

  const file = new URL((await screen.findByRole<HTMLAnchorElement>("link", { name: "Export this list as CSV" })).href);
  expect(file.pathname).toBe("/api/v1/inventory/export");
  expect(Object.fromEntries(file.searchParams)).toEqual({
    kind: "drives",
    format: "csv",
    q: "a b",
    lifecycle: "spare",
    present: "false",
    server_id: "s-1",
    label: "b=1",
  });
  expect(file.searchParams.getAll("label")).toEqual(["a", "b=1"]);
  await router.navigate({ to: "/inventory/servers", search: { state: "ready" } });
  await screen.findByRole("table", { name: "Servers of the lab" });
  const document = screen.getByRole<HTMLAnchorElement>("link", { name: "Export this list as JSON" });
  expect(document.href).toMatch(/\/inventory\/export\?kind=servers&format=json&state=ready$/);
});
