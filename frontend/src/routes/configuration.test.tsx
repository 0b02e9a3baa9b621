/** One configuration, opened as a page: what people call it. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const CONFIGURATION = {
  id: "c",
  number: "c-7",
  name: "lab1, 8 drives",
  found_name: null,
  class_hash: "a".repeat(64),
  instance_hash: "b".repeat(64),
  origin: "discovered",
  snapshot: {},
  run_count: 2,
  tags: [],
  created_at: AT,
};

test("people give it a name, and see what it was filed as", async () => {
  let known: object = CONFIGURATION;
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/configurations/c-7": () => known,
    "PATCH /api/v1/configurations/c-7": async (request) => {
      sent.push(await request.json());
      known = { ...CONFIGURATION, name: "2x PERC 12, RAID 5, rebuild", found_name: CONFIGURATION.name };
      return known;
    },
  });
  openPage("/configurations/c-7", lab);

  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.change(name, { target: { value: " 2x PERC 12, RAID 5, rebuild " } });
  fireEvent.click(screen.getByRole("button", { name: "Save name" }));
  expect(await screen.findByRole("heading", { level: 1, name: "c-7 · 2x PERC 12, RAID 5, rebuild" })).toBeTruthy();
  expect(screen.getByText(/It was filed as "lab1, 8 drives"/)).toBeTruthy();
  expect(sent).toEqual([{ name: "2x PERC 12, RAID 5, rebuild" }]);
});

test("viewers are not offered what would be refused", async () => {
  openPage("/configurations/c-7", stubLab({ ...VIEWER, "GET /api/v1/configurations/c-7": CONFIGURATION }));
  await screen.findByRole("heading", { level: 1, name: "c-7 · lab1, 8 drives" });
  expect(screen.queryByRole("button", { name: "Save name" })).toBeNull();
});
