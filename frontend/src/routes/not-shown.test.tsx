/** Addresses of things that are not there: every such page has a heading and a title of its own. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const NOWHERE = [
  ["/runs/r-999", "This run cannot be shown"],
  ["/runs/r-999/curves", "This run cannot be shown"],
  ["/jobs/j-999", "This job cannot be shown"],
  ["/campaigns/m-999", "This campaign cannot be shown"],
  ["/import/i-999", "This import cannot be shown"],
  ["/shares/p-999", "This permalink cannot be shown"],
  ["/configurations/c-999", "This configuration cannot be shown"],
  ["/configurations/c-999/history", "This history cannot be shown"],
  ["/inventory/servers/s-999", "This server cannot be shown"],
  ["/inventory/controllers/k-999", "This controller cannot be shown"],
  ["/inventory/drives/d-999", "This drive cannot be shown"],
  ["/inventory/arrays/v-999", "This array cannot be shown"],
  ["/inventory/models/none", "This model cannot be shown"],
  ["/inventory/published/none", "This component cannot be shown"],
  ["/profiles/none", "none"],
  ["/profiles/none/edit", "Edit none"],
  ["/profiles/new?from=none@1", "New profile"],
  ["/profiles/none/diff?a=1&b=2", "none: two versions"],
  ["/configurations/diff?a=c-998&b=c-999", "What differs"],
  ["/compare?runs=r-998,r-999", "Compare"],
  ["/nowhere", "There is no such page"],
] as const;

test.each(NOWHERE)("%s has a heading, a title, and says what is missing", async (address, heading) => {
  openPage(address, stubLab({}));
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  await waitFor(() => expect(document.title).toMatch(/^.+ — Storage Lab$/));
});

test.each(["/nowhere", "/jobs/j-1/nowhere", "/settings/nowhere"])(
  "the address %s leads nowhere, and who is signed in keeps the navigation",
  async (address) => {
    openPage(address, stubLab({}));
    expect(await screen.findByRole("heading", { level: 1, name: "There is no such page" })).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(screen.getAllByRole("main")).toHaveLength(1);
  },
);

test("a lab that fails before there is a page shows one with a heading, from which one can try again", async () => {
  let broken = true;
  const lab = stubLab({
    "GET /api/v1/session": () =>
      broken ? problem(500, "The lab is broken.") : { user: { id: "u-1", name: "ada", role: "operator" } },
    "GET /api/v1/runs": { items: [], next_cursor: null },
  });
  openPage("/runs", lab);
  expect(await screen.findByRole("heading", { level: 1, name: "This page cannot be shown" })).toBeTruthy();
  expect(document.title).toBe("This page cannot be shown — Storage Lab");
  expect(screen.getByText("The lab is broken.")).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Runs" })).toBeTruthy();
});
