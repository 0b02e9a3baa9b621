/** The list of profiles and one profile, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { HOSTILE } from "@/testing/hardware-objects";
import { AT, aProfile } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aProfileDetail } from "@/testing/profile-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

test("profiles are found by the words in the address", async () => {
  const lab = stubLab({
    "GET /api/v1/profiles": {
      items: [
        aProfile(),
        aProfile({ name: "my-reads", title: HOSTILE, origin: "custom", writes: false, archived: true, version: 3 }),
      ],
      next_cursor: "more",
    },
  });
  const { router } = openPage("/profiles?q=4k&archived=true&other=1", lab);

  const table = within(await screen.findByRole("table", { name: "Profiles by name" }));
  expect(table.getByRole("link", { name: HOSTILE }).getAttribute("href")).toBe("/profiles/my-reads");
  expect(table.getByText("archived")).toBeTruthy();
  expect(table.getByText("reads only")).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(lab.asked).toContain("GET /api/v1/profiles?q=4k&archived=true&limit=50");
  fireEvent.click(screen.getByRole("button", { name: "Older" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ cursor: "more", q: "4k" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Include archived" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("cursor"));
  expect(screen.getByRole("link", { name: "New profile" }).getAttribute("href")).toBe("/profiles/new");
});

const VERSIONS = [
  { version: 2, title: "", note: "Longer", based_on: "my-reads@1", sha256: "", created_by: "ada", created_at: AT },
  { version: 1, title: "", note: "", based_on: "quick-4k@1", sha256: "", created_by: "ada", created_at: AT },
];

test("a profile that begins on purged drives says so", async () => {
  const purged = aProfileDetail({ name: "snia-iops", title: "SNIA IOPS", origin: "catalogue", purge: true });
  const lab = stubLab({ "GET /api/v1/profiles/snia-iops": purged });
  openPage("/profiles/snia-iops", lab);

  expect(await screen.findByText(/purged drives, through the preparation of the run/)).toBeTruthy();
});

test("a profile shows its plan, its history and its text, and is archived after a question", async () => {
  const sent: unknown[] = [];
  let archived = false;
  const lab = stubLab({
    "GET /api/v1/profiles/my-reads": () =>
      aProfileDetail({ version: 1, latest_version: 2, archived, versions: VERSIONS }),
    "PATCH /api/v1/profiles/my-reads": async (request) => {
      sent.push(await request.json());
      archived = true;
      return aProfileDetail({ archived });
    },
  });
  openPage("/profiles/my-reads?version=1", lab);

  expect(await screen.findByRole("heading", { name: "My reads" })).toBeTruthy();
  expect(screen.getByText("This is version 1. The newest is version 2.")).toBeTruthy();
  expect(screen.getByText("3 phases, 1 min 15 s in all, at most 3 min 20 s.")).toBeTruthy();
  expect(screen.getByText("Grid: 2 phases, 4 s")).toBeTruthy();
  expect(screen.getByText(/^# mine/)).toBeTruthy();
  const versions = within(await screen.findByRole("table", { name: "Versions, newest first" }));
  expect(versions.getByRole("link", { name: "quick-4k, version 1" }).getAttribute("href")).toBe(
    "/profiles/quick-4k?version=1",
  );
  // A new job runs the newest version: this one does not offer what would be another.
  expect(screen.queryByRole("link", { name: "New run with this profile" })).toBeNull();
  expect(screen.getByRole("link", { name: "Copy" }).getAttribute("href")).toBe("/profiles/new?from=my-reads%401");
  fireEvent.click(screen.getByRole("button", { name: "Archive" }));
  const question = within(await screen.findByRole("dialog", { name: "Archive this profile?" }));
  fireEvent.click(question.getByRole("button", { name: "Archive" }));
  expect(await screen.findByRole("button", { name: "Restore" })).toBeTruthy();
  expect(sent).toEqual([{ archived: true }]);
});

test("the newest version begins a job", async () => {
  openPage("/profiles/my-reads", stubLab({ "GET /api/v1/profiles/my-reads": aProfileDetail() }));
  const link = await screen.findByRole("link", { name: "New run with this profile" });
  expect(link.getAttribute("href")).toBe("/new?profile=my-reads");
});

test("a viewer reads a profile, and one that is gone says so", async () => {
  const lab = stubLab({ ...VIEWER, "GET /api/v1/profiles/my-reads": aProfileDetail() });
  const { router } = openPage("/profiles/my-reads", lab);

  expect(await screen.findByRole("heading", { name: "My reads" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Archive" })).toBeNull();
  await router.navigate({ to: "/profiles/$name", params: { name: "other" } });
  expect(await screen.findByText("There is nothing at /api/v1/profiles/other.")).toBeTruthy();
});

test("a version that cannot be run any more says why", async () => {
  const lab = stubLab({
    "GET /api/v1/profiles/my-reads": aProfileDetail({ problem: "phases.0: is not known", phases: [] }),
    "GET /api/v1/profiles/gone": problem(404, "There is no profile gone."),
  });
  openPage("/profiles/my-reads", lab);
  expect(await screen.findByText("phases.0: is not known")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Plan" })).toBeNull();
});
