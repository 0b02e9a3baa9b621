/** The list of servers, and how a list is taken away as a file, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { NOTHING } from "@/testing/hardware-objects";
import { aDrive, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const IN_QUARANTINE = { items: [aServer({ state: "quarantined" })], next_cursor: null };

test("servers are narrowed by what of the address is understood", async () => {
  const lab = stubLab({ "GET /api/v1/servers": IN_QUARANTINE });
  openPage("/inventory/servers?q=epyc&state=quarantined&tag=blue&other=1", lab);

  await screen.findByRole("table", { name: "Servers of the lab" });
  expect(lab.asked).toContain("GET /api/v1/servers?q=epyc&state=quarantined&tag=blue&limit=50");
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

  fireEvent.click(await screen.findByText("Save this filter…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Save this filter" }));
  fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: "In quarantine" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(saved).toEqual([{ page: "/inventory/servers", name: "In quarantine", query: "state=quarantined" }]),
  );
});

test("a lab without servers says how to add one, to those who may", async () => {
  const answers = { "GET /api/v1/servers": NOTHING };
  const { unmount } = openPage("/inventory/servers", stubLab(answers));
  expect(await screen.findByText("No servers yet")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Add server" })).toHaveLength(2);
  unmount();

  openPage("/inventory/servers", stubLab({ ...answers, ...VIEWER }));
  expect(await screen.findByText("No servers yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Add server" })).toBeNull();
});

test("a list is exported with its filters and all of its pages", async () => {
  const files: Blob[] = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return make(file);
  };
  const lab = stubLab({
    "GET /api/v1/drives": (request) =>
      request.url.includes("cursor=2")
        ? { items: [aDrive({ id: "drive-2", number: "d-2" })], next_cursor: null }
        : { items: [aDrive()], next_cursor: request.url.includes("limit=200") ? "2" : null },
  });
  openPage("/inventory/drives?standing=spare&cursor=older", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Export this list as CSV" }));
  await waitFor(() => expect(files).toHaveLength(1));
  URL.createObjectURL = make;
  const lines = (await files[0]?.text())?.trim().split("\r\n");
  expect(lines?.map((line) => line.split(",")[1])).toEqual(["number", "d-1", "d-2"]);
  expect(lab.asked.filter((line) => line.includes("/drives?") && line.endsWith("limit=200"))).toEqual([
    "GET /api/v1/drives?standing=spare&limit=200",
    "GET /api/v1/drives?standing=spare&cursor=2&limit=200",
  ]);
});

test("an export that the lab refuses says why", async () => {
  const lab = stubLab({
    "GET /api/v1/servers": (request) =>
      request.url.includes("limit=200")
        ? problem(403, "This is not yours.")
        : { items: [aServer()], next_cursor: null },
  });
  openPage("/inventory/servers", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Export this list as JSON" }));
  expect(await screen.findByText("This is not yours.")).toBeTruthy();
});
