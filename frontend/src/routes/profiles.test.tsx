/** The list of profiles and one of them, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ProfileUse } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { AT, aJob, aProfile, aRun, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhasePlan, aProfileDetail, aProfileUse } from "@/testing/profile-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const PROFILES = [
  aProfile(),
  aProfile({ name: "snia-iops", title: "SNIA IOPS", report: "iops" }),
  aProfile({ name: "my-reads", title: HOSTILE, origin: "custom", writes: false, version: 3 }),
  aProfile({ name: "old-reads", title: "Old reads", origin: "custom", archived: true }),
];
const LISTED = {
  "GET /api/v1/profiles": ({ url }: Request) => {
    const q = new URL(url).searchParams.get("q") ?? "";
    return { items: PROFILES.filter(({ name }) => name.includes(q)), next_cursor: null };
  },
};

const titles = async () =>
  within(await screen.findByRole("list", { name: "Profiles" }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("each tab has its profiles as cards, and the address has the tab", async () => {
  const { router } = openPage("/profiles", stubLab(LISTED));

  expect(await titles()).toEqual(["/profiles/quick-4k", "/profiles/snia-iops"]);
  const tabs = within(screen.getByRole("navigation", { name: "Groups of profiles" }));
  fireEvent.click(tabs.getByRole("link", { name: "Mine" }));
  await waitFor(async () => expect(await titles()).toEqual(["/profiles/my-reads"]));
  const card = screen.getByRole("link", { name: (name) => name.startsWith(HOSTILE) });
  expect(card.textContent).toContain("reads only");
  expect(card.textContent).toContain("v3");
  expect(document.querySelector("main img")).toBeNull();
  expect(router.state.location.search).toEqual({ group: "mine" });
  fireEvent.click(tabs.getByRole("link", { name: "Archived" }));
  await waitFor(async () => expect(await titles()).toEqual(["/profiles/old-reads"]));
  expect(screen.getByRole("link", { name: "New profile" }).getAttribute("href")).toBe("/profiles/new");
});

test("a query looks through all tabs, and its field can be cleared", async () => {
  const { router } = openPage("/profiles?q=iops&other=1", stubLab(LISTED));

  expect(await titles()).toEqual(["/profiles/snia-iops"]);
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "nothing" } });
  expect(await screen.findByText("No matching profiles")).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ q: "nothing" });
  fireEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await titles()).toHaveLength(2);
});

test("addresses of the list before it had tabs find the same profiles", async () => {
  openPage("/profiles?origin=custom", stubLab(LISTED));
  expect(await titles()).toEqual(["/profiles/my-reads"]);
});

test("a saved view is a tab that opens its group and query", async () => {
  const view = { id: "f-1", page: "/profiles", name: "My reads", query: "group=mine&q=reads", created_at: AT };
  const saved = { items: [{ ...view, owner: "ada", is_own: true, shared: false }], next_cursor: null };
  const { router } = openPage("/profiles", stubLab({ ...LISTED, "GET /api/v1/saved-filters": saved }));

  fireEvent.click(await screen.findByRole("link", { name: "My reads" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ group: "mine", q: "reads", view: "f-1" }));
  expect(screen.getByRole("button", { name: "View" })).toBeTruthy();
});

test("a lab without profiles of its own says how to get one", async () => {
  openPage("/profiles?group=mine", stubLab({ ...VIEWER, "GET /api/v1/profiles": { items: [], next_cursor: null } }));
  expect(await screen.findByText("No profiles of your own yet")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "New profile" })).toBeNull();
});

const VERSIONS = [
  { version: 2, title: "", note: "Longer", based_on: "my-reads@1", sha256: "", created_by: "ada", created_at: AT },
  { version: 1, title: "", note: "", based_on: "quick-4k@1", sha256: "", created_by: "ada", created_at: AT },
];
const UNUSED = { "GET /api/v1/profiles/my-reads/use": aProfileUse() };

test("a profile that begins on purged drives says so", async () => {
  const purged = aProfileDetail({ name: "snia-iops", title: "SNIA IOPS", origin: "catalogue", purge: true });
  const lab = stubLab({
    "GET /api/v1/profiles/snia-iops": purged,
    "GET /api/v1/profiles/snia-iops/use": aProfileUse(),
  });
  openPage("/profiles/snia-iops", lab);

  expect(await screen.findByText(/purged drives, through the preparation of the run/)).toBeTruthy();
  expect(screen.getByText("erases drives")).toBeTruthy();
  // A built-in profile is copied and not edited.
  const copy = await screen.findByRole("link", { name: "Copy and edit" });
  expect(copy.getAttribute("href")).toBe("/profiles/new?from=snia-iops%401");
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
});

test("the plan without a run stands by its estimates, step by step", async () => {
  openPage("/profiles/my-reads", stubLab({ ...UNUSED, "GET /api/v1/profiles/my-reads": aProfileDetail() }));

  expect(await screen.findByText("No run of this profile yet. The first one shows its curve here.")).toBeTruthy();
  const bar = within(screen.getByRole("list", { name: "Phases to scale" }));
  expect(bar.getAllByRole("listitem").map(({ title }) => title.replaceAll("\u00a0", " "))).toEqual([
    "Fill, 2 s",
    "4K read, 4 s",
  ]);
  const phases = within(screen.getByRole("table", { name: "Planned phases" }));
  expect(phases.getByRole("row", { name: /^2 to 3 4K read .* 2 × 1\smin/ })).toBeTruthy();
  expect(screen.getByText("No run has used this profile yet.")).toBeTruthy();
  const link = await screen.findByRole("link", { name: "New run with this profile" });
  expect(link.getAttribute("href")).toBe("/new?profile=my-reads");
});

const HARDWARE = ["4 × A", "8 × B"].map((name, index): ProfileUse["configurations"][number] => ({
  version: 2,
  configuration: { id: `id-${index}`, number: `c-${index + 1}`, name },
  run: `r-${index + 7}`,
  run_count: 3,
  median_seconds: 3600,
}));

test("the newest run on the chosen hardware shows what to expect", async () => {
  const plan = { ...aJob().plan, phases: [aPhasePlan()], written_bytes: 46.1e12, max_seconds: 7200 };
  const phase = { ...aRun().phases[0], ordinal: 1, kind: "fill", t0_ms: 0, t1_ms: 60_000 };
  const lab = stubLab({
    "GET /api/v1/profiles/my-reads": aProfileDetail({ version: 2, latest_version: 2, versions: VERSIONS }),
    "GET /api/v1/profiles/my-reads/diff": {
      a: VERSIONS[1],
      b: VERSIONS[0],
      name: "my-reads",
      differences: [],
      lines: [{ kind: "added", a: null, b: 2, text: "seconds: 60" }],
    },
    "GET /api/v1/profiles/my-reads/use": aProfileUse({
      run_count: 4,
      configurations: HARDWARE,
      versions: [
        {
          version: 2,
          run_count: 4,
          steady_count: 2,
          not_steady_count: 1,
          finished_count: 3,
          failed_count: 1,
          median_rounds: 9,
        },
      ],
      campaigns: [{ id: "m", number: "m-1", name: "Firmware" }],
      campaign_count: 3,
    }),
    "GET /api/v1/runs/r-7": aRun({ number: "r-7", phases: [phase] as never }),
    "GET /api/v1/runs/r-8": aRun({ number: "r-8", phases: [phase] as never }),
    "GET /api/v1/jobs/j-3": { ...aJob(), plan },
    "GET /api/v1/series": aSeries({ mean: [1, 2, 3], min: [1, 2, 3], max: [1, 2, 3], points: 3 }),
  });
  const { router } = openPage("/profiles/my-reads", lab);

  expect(await screen.findByText("Typical, 4 × A")).toBeTruthy();
  expect(screen.getByText("2, after 9 rounds (median)")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Firmware" }).getAttribute("href")).toBe("/campaigns/m-1");
  expect(screen.getByText("2 more")).toBeTruthy();
  expect(await screen.findByText("seconds: 60")).toBeTruthy();
  await router.navigate({ to: "/profiles/$name", params: { name: "my-reads" }, search: { on: "c-2" } });
  expect(await screen.findByText("Typical, 8 × B")).toBeTruthy();
  await waitFor(() => expect(lab.requests.some((request) => request.startsWith("GET /api/v1/runs/r-8"))).toBe(true));
});

test("an older version has its history and its text, and offers no run", async () => {
  const lab = stubLab({
    ...UNUSED,
    "GET /api/v1/profiles/my-reads": aProfileDetail({ version: 1, latest_version: 2, versions: VERSIONS }),
    "POST /api/v1/profiles/validate": problem(500, "The lab is busy."),
  });
  const { router } = openPage("/profiles/my-reads?version=1", lab);

  expect(await screen.findByText("This is version 1. The newest is version 2.")).toBeTruthy();
  // A new run takes the newest version: this one does not offer what would be another.
  expect(screen.queryByRole("link", { name: "New run with this profile" })).toBeNull();
  await router.navigate({
    to: "/profiles/$name",
    params: { name: "my-reads" },
    search: { version: 1, tab: "versions" },
  });
  const versions = within(await screen.findByRole("table", { name: "Versions, newest first" }));
  expect(versions.getByRole("link", { name: "quick-4k, version 1" }).getAttribute("href")).toBe(
    "/profiles/quick-4k?version=1",
  );
  await router.navigate({ to: "/profiles/$name", params: { name: "my-reads" }, search: { version: 1, tab: "files" } });
  expect(await screen.findByText(/^# mine/)).toBeTruthy();
});

test("an own profile is archived at once, and can be brought back", async () => {
  const sent: unknown[] = [];
  let archived = false;
  const lab = stubLab({
    ...UNUSED,
    "GET /api/v1/profiles/my-reads": () => aProfileDetail({ archived }),
    "PATCH /api/v1/profiles/my-reads": async (request) => {
      const change = await request.json();
      sent.push(change);
      archived = change.archived;
      return aProfileDetail({ archived });
    },
  });
  openPage("/profiles/my-reads", lab);

  fireEvent.click(await screen.findByRole("button", { name: "More actions" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Archive" }));
  expect(await screen.findByText("This profile is archived. New runs cannot use it.")).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toEqual([{ archived: true }, { archived: false }]));
});

test("a viewer reads a profile, and one that is gone says so", async () => {
  const lab = stubLab({ ...VIEWER, ...UNUSED, "GET /api/v1/profiles/my-reads": aProfileDetail() });
  const { router } = openPage("/profiles/my-reads", lab);

  expect(await screen.findByRole("heading", { name: "My reads" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
  await router.navigate({ to: "/profiles/$name", params: { name: "other" } });
  expect(await screen.findByText("There is nothing at /api/v1/profiles/other.")).toBeTruthy();
});

test("a version that cannot be run any more says why", async () => {
  const lab = stubLab({
    ...UNUSED,
    "GET /api/v1/profiles/my-reads": aProfileDetail({ problem: "phases.0: is not known", phases: [] }),
  });
  openPage("/profiles/my-reads", lab);
  expect(await screen.findByText("phases.0: is not known")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Plan" })).toBeNull();
});
