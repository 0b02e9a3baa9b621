/** One configuration, opened as a page: what people call it. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const CONFIGURATION = {
  id: "c",
  number: "c-7",
  name: "lab1, 8 drives",
  derived_name: null,
  class_hash: "a".repeat(64),
  instance_hash: "b".repeat(64),
  origin: "discovered",
  snapshot: {},
  run_count: 2,
  labels: {},
  created_at: AT,
};

test("people give it a name, and see what it was filed as", async () => {
  let known: object = CONFIGURATION;
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": () => known,
    "PATCH /api/v1/configurations/c-7": async (request) => {
      sent.push(await request.json());
      known = { ...CONFIGURATION, name: "2x PERC 12, RAID 5, rebuild", derived_name: CONFIGURATION.name };
      return known;
    },
  });
  openPage("/configurations/c-7", lab);

  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: " 2x PERC 12, RAID 5, rebuild " } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("heading", { level: 1, name: "c-7 · 2x PERC 12, RAID 5, rebuild" })).toBeTruthy();
  expect(screen.getByText(/Original name: "lab1, 8 drives"/)).toBeTruthy();
  expect(sent).toEqual([{ name: "2x PERC 12, RAID 5, rebuild", before: { name: CONFIGURATION.name } }]);

  // The form stays open: what was saved is what the next change begins with.
  fireEvent.change(name, { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(sent[1]).toEqual({ name: null, before: { name: "2x PERC 12, RAID 5, rebuild" } }));
});

test("a name that somebody else has given meanwhile is shown, and overwritten only on purpose", async () => {
  let known = CONFIGURATION;
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": () => known,
    "PATCH /api/v1/configurations/c-7": async (request) => {
      sent.push(await request.json());
      if (sent.length === 1) {
        known = { ...CONFIGURATION, name: "theirs" };
        return problem(409, "was changed by another user meanwhile", [{ path: "name", message: "was changed" }]);
      }
      known = { ...CONFIGURATION, name: "mine" };
      return known;
    },
  });
  openPage("/configurations/c-7", lab);

  const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: "mine" } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByText("Name is now: theirs")).toBeTruthy();
  expect(name.value).toBe("mine");

  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("heading", { level: 1, name: "c-7 · mine" })).toBeTruthy();
  expect(screen.queryByText(/says now/)).toBeNull();
  expect(sent).toEqual([
    { name: "mine", before: { name: CONFIGURATION.name } },
    { name: "mine", before: { name: "theirs" } },
  ]);
});

test("viewers are not offered what would be refused", async () => {
  openPage("/configurations/c-7", stubLab({ ...VIEWER, "GET /api/v1/configurations/c-7": CONFIGURATION }));
  await screen.findByRole("heading", { level: 1, name: "c-7 · lab1, 8 drives" });
  expect(screen.queryByRole("button", { name: "Save name" })).toBeNull();
});
