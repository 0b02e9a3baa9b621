/** Addresses of things that are not there: every such page has a heading and a title of its own. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const NOWHERE = [
  ["/runs/r-999", "Could not load the run"],
  ["/runs/r-999/curves", "Could not load the run"],
  ["/jobs/j-999", "Could not load the job"],
  ["/campaigns/m-999", "Could not load the campaign"],
  ["/import/i-999", "Could not load the import"],
  ["/shares/p-999", "Could not load the permalink"],
  ["/configurations/c-999", "Could not load the configuration"],
  ["/configurations/c-999/history", "Could not load the history"],
  ["/servers/s-999", "Could not load the server"],
  ["/servers/controllers/k-999", "Could not load the controller"],
  ["/drives/d-999", "Could not load the drive"],
  ["/arrays/v-999", "Could not load the array"],
  ["/servers/models/none", "Could not load the model"],
  ["/servers/published/none", "Could not load the component"],
  ["/profiles/none", "none"],
  ["/profiles/none/edit", "Edit none"],
  ["/profiles/new?from=none@1", "New profile"],
  ["/profiles/none/diff?a=1&b=2", "none: two versions"],
  ["/configurations/diff?a=c-998&b=c-999", "Configuration diff"],
  ["/workbench?runs=r-998,r-999", "Workbench"],
  ["/nowhere", "Page not found"],
] as const;

test.each(NOWHERE)("%s has a heading, a title, and says what is missing", async (address, heading) => {
  openPage(address, stubLab({}));
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  await waitFor(() => expect(document.title).toMatch(/^.+ · Storage Lab$/));
});

test.each(["/nowhere", "/jobs/j-1/nowhere", "/settings/nowhere"])(
  "the address %s leads nowhere, and who is signed in keeps the navigation",
  async (address) => {
    openPage(address, stubLab({}));
    expect(await screen.findByRole("heading", { level: 1, name: "Page not found" })).toBeTruthy();
    expect(screen.getByRole("navigation", { name: "Main" })).toBeTruthy();
    expect(screen.getAllByRole("main")).toHaveLength(1);
    // A search is likely to find the intended page.
    expect(await screen.findByRole("dialog", { name: "Search and commands" })).toBeTruthy();
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
  expect(await screen.findByRole("heading", { level: 1, name: "Could not load the page" })).toBeTruthy();
  expect(document.title).toBe("Could not load the page · Storage Lab");
  expect(screen.getByText("The lab is broken.")).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Runs" })).toBeTruthy();
});
