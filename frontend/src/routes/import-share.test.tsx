/** Import page with the zip of a share from another lab: its content before sending, then the result. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { ADDRESS, MANIFEST, RECEIVED, SHA256, zipOf } from "@/testing/share-zips";
import { problem, stubLab } from "@/testing/stub-lab";

const NONE = { items: [], next_cursor: null };
function choose(files: File[]): void {
  fireEvent.change(screen.getByLabelText<HTMLInputElement>("Choose files"), { target: { files } });
}

test.each([true, false])("a share says what it is, is sent as it is, and leads to what it became", async (deflated) => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": Response.json(RECEIVED, { status: 201 }),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  const zip = await zipOf(MANIFEST, { deflated });

  choose([zip]);
  expect(await screen.findByText("Permalink of another lab")).toBeTruthy();
  expect(screen.getByText(ADDRESS)).toBeTruthy();
  expect(screen.getByText(SHA256)).toBeTruthy();
  expect(screen.getByText("Storage Lab 0.9.0")).toBeTruthy();
  expect(lab.forms).toEqual([]);

  fireEvent.click(screen.getByRole("button", { name: "Receive" }));
  const taken = await screen.findByText("Received: Saturation");
  expect(taken.closest("[role=status]")).toBeTruthy();
  const [sent] = lab.forms;
  expect(sent?.form).toBe(zip);
  expect(sent?.headers["Content-Type"]).toBe("application/zip");
  expect(screen.getByRole("link", { name: "Open p-7" }).getAttribute("href")).toBe("/shares/p-7");
  expect(screen.getByRole("link", { name: "r-12 there is r-40 here" }).getAttribute("href")).toBe("/runs/r-40");
  expect(screen.getByText("r-13 there was removed here")).toBeTruthy();
});

test("a share that is here already says since when, and that nothing was added", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": Response.json({ ...RECEIVED, already: true }),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(MANIFEST)]);
  fireEvent.click(await screen.findByRole("button", { name: "Receive" }));
  expect(await screen.findByText("Already received as p-7: Saturation")).toBeTruthy();
  expect(screen.getByText(/^Received 22 Nov 2026, .* by ada\. Nothing was added\.$/)).toBeTruthy();
  expect(screen.queryByText("Received: Saturation")).toBeNull();
});

test("a refusal is said in the lab's words, and the share can be sent again", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/shares/received": () => problem(422, "This zip was damaged or changed."),
  });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(MANIFEST)]);
  fireEvent.click(await screen.findByRole("button", { name: "Receive" }));
  expect(await screen.findByText("This zip was damaged or changed.")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Receive" })).toBeTruthy());
});

test("a share among other files is not taken for results", async () => {
  openPage("/import", stubLab({ "GET /api/v1/imports": NONE }));
  await screen.findByText("No imports yet.");
  choose([new File(["{}"], "out.json"), await zipOf(MANIFEST)]);
  expect(await screen.findByText(/share.zip is a permalink of another lab\. Receive it alone/)).toBeTruthy();
});

test.each([
  ["of another schema", { ...MANIFEST, schema: "storagelab.share-zip/2" }],
  ["of something else", ["a list"]],
])("a zip %s is read like every other file", async (_, manifest) => {
  const lab = stubLab({ "GET /api/v1/imports": NONE, "POST /api/v1/imports": problem(422, "Not a result.") });
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([await zipOf(manifest)]);
  expect(await screen.findByText("Not a result.")).toBeTruthy();
  expect(lab.forms).toHaveLength(1);
});
