/** Home of a new lab, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRun, aRunSummary, aSeries, aServer, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { anOverview, aRecentResult, aRunUnderWay, aServerGlance } from "@/testing/overview-objects";
import { aPhase } from "@/testing/result-objects";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const LOCAL = { items: [aServerGlance({ is_local: true })], counts: { idle: 1 } };
const NEW_LAB = anOverview({
  has_measured: false,
  servers: LOCAL,
  ended: [aRecentResult({ origin: "published", server: null, profile: null, job: null })],
});
const DEMO = {
  run_count: 55,
  measured: [
    { name: "precondition", share: "p-1", runs: ["r-61"] },
    { name: "regression", share: "p-2", runs: ["r-62", "r-63"] },
    { name: "campaign", share: "p-3", runs: ["r-64", "r-65"] },
    { name: "rebuild", share: "p-4", runs: ["r-66"] },
  ],
  servers: ["s-2", "s-3"],
};
const IMPORTED = ["r-61", "r-62", "r-63", "r-64", "r-65"].map((number) =>
  aRunSummary({ id: number, number, origin: "imported", verdict: aVerdict() }),
);
const REBUILD = aRun({ number: "r-66", phases: [aPhase({ kind: "measure", ordinal: 3 })] });

function newLab(changes: Partial<typeof NEW_LAB> = {}, more: Record<string, object> = {}) {
  return stubLab({
    "GET /api/v1/overview": { ...NEW_LAB, ...changes },
    "GET /api/v1/demo-data": DEMO,
    "GET /api/v1/runs/r-66": REBUILD,
    "GET /api/v1/runs": { items: IMPORTED, next_cursor: null },
    "GET /api/v1/series": aSeries({ step_ms: 1_000, mean: Array.from({ length: 300 }, () => 170_000) }),
    "GET /api/v1/servers/s-1": aServer({ fio_version: "fio-3.33" }),
    "GET /api/v1/profiles": { items: [], next_cursor: null },
    ...more,
  });
}

test("a new lab shows the steps to a first result and what the demo data tell", async () => {
  openPage("/", newLab());

  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("Your lab is ready.");
  expect(await screen.findByText("The lab runs, and fio 3.33 was found.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add a server" }).getAttribute("href")).toBe("/servers/new");
  expect(screen.getByRole("link", { name: "Import results" }).getAttribute("href")).toBe("/import");
  expect(screen.getByText("55 runs, removable in one click")).toBeTruthy();
});

test("each story of the demo and its inventory are one click away", async () => {
  openPage("/", newLab());

  const links = [
    [/^Preconditioning to a plateau/, "/runs/r-61"],
    [/^A campaign over RAID levels/, "/shares/p-3"],
    [/^A regression after an update/, "/workbench?runs=r-62%2Cr-63"],
    ["Open the inventory of 2 virtual servers", "/servers?q=state%3Aretired"],
  ] as const;
  for (const [name, address] of links) {
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(address);
  }
});

test("the demo is played again, and can be paused", async () => {
  openPage("/", newLab());
  const demo = within(await screen.findByRole("region", { name: "RAID 5 rebuilds while the load runs" }));
  await waitFor(() => expect(demo.getByText("IOPS now").nextSibling?.textContent).toBe("170 k"));
  expect(demo.getByRole("link", { name: "Open run" }).getAttribute("href")).toBe("/runs/r-66");
  fireEvent.click(demo.getByRole("button", { name: "Pause" }));
  expect(demo.getByRole("button", { name: "Play" })).toBeTruthy();
});

test("one click starts a quick look on this machine", async () => {
  let request: unknown = null;
  const submit = async (sent: Request) => {
    request = await sent.json();
    return { id: "job-1", number: "j-7" };
  };
  const { router } = openPage("/", newLab({}, { "POST /api/v1/jobs": submit }));

  fireEvent.click(await screen.findByRole("button", { name: "Run quick look" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/j-7"));
  expect(request).toMatchObject({
    server_id: "s-1",
    profile: { name: "quick-4k" },
    target: { kind: "file", size_bytes: 268_435_456 },
  });
});

test("the second step follows the run that measures", async () => {
  openPage(
    "/",
    newLab({ has_measured: true, ended: [], under_way: { items: [aRunUnderWay()], count: 1, waiting_count: 0 } }),
  );
  expect(await screen.findByText("Measuring, 25 % done.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Watch r-1" }).getAttribute("href")).toBe("/runs/r-1");
  expect(screen.queryByRole("button", { name: "Run quick look" })).toBeNull();
});

test("a run that waits is told, too", async () => {
  openPage("/", newLab({ has_measured: true, ended: [], under_way: { items: [], count: 0, waiting_count: 1 } }));
  expect(await screen.findByText("The run is queued.")).toBeTruthy();
});

test("without fio the step shows the command that installs it", async () => {
  openPage("/", newLab({}, { "GET /api/v1/servers/s-1": aServer({ fio_version: null }) }));
  expect(await screen.findByText("sudo apt-get install fio")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Run quick look" })).toBeNull();
});

test("a machine that takes no runs says why", async () => {
  const quarantined = aServerGlance({ is_local: true, use: "quarantined", reason: "a drive has changed" });
  openPage("/", newLab({ servers: { items: [quarantined], counts: { quarantined: 1 } } }));
  expect(await screen.findByText("This machine takes no runs: a drive has changed")).toBeTruthy();
});

test("a machine that is not registered yet is, before its run is set up", async () => {
  const nothing = { items: [], counts: {} };
  const registering = {
    "POST /api/v1/servers": aServer({ number: "s-4" }),
    "GET /api/v1/servers": { items: [], next_cursor: null },
  };
  const { router } = openPage("/", newLab({ servers: nothing }, registering));

  fireEvent.click(await screen.findByRole("button", { name: "Register this machine" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/new"));
  expect(router.state.location.search).toMatchObject({ server: "s-4", profile: "quick-4k" });
  // The page has come before the test ends.
  expect(await screen.findByRole("heading", { name: "New run" })).toBeTruthy();
});

test("the demo data go with one click, and come back with another", async () => {
  let runCount = 55;
  const lab = newLab(
    {},
    {
      "GET /api/v1/demo-data": () => ({ ...DEMO, run_count: runCount }),
      "DELETE /api/v1/demo-data": () => {
        runCount = 0;
        return { removed_count: 54, preserved_runs: ["r-41"] };
      },
      "POST /api/v1/demo-data": () => {
        runCount = 55;
        return DEMO;
      },
    },
  );
  openPage("/", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Remove demo data" }));
  expect(await screen.findByText("54 demo runs removed")).toBeTruthy();
  expect(screen.getByText("A permalink leads to r-41. These stay.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove demo data" })).toBeNull());

  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Remove demo data" })).toBeTruthy();
});

test("a viewer is shown what a viewer may do", async () => {
  openPage("/", newLab({}, VIEWER));
  expect(await screen.findByText(/An administrator can give you the operator role/)).toBeTruthy();
  for (const name of ["Run quick look", "Remove demo data"]) expect(screen.queryByRole("button", { name })).toBeNull();
});

test("once an own run has ended Home shows the lab, and so it does without the demo", async () => {
  const { unmount } = openPage("/", newLab({ has_measured: true, ended: [aRecentResult()] }));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("No server is measuring.");
  unmount();
  openPage("/", newLab({}, { "GET /api/v1/demo-data": { run_count: 0, measured: [], servers: [] } }));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("No server is measuring.");
});

test("an empty lab has the steps alone", async () => {
  openPage("/", newLab({ ended: [] }, { "GET /api/v1/demo-data": { run_count: 0, measured: [], servers: [] } }));
  expect(await screen.findByRole("button", { name: "Run quick look" })).toBeTruthy();
  expect(screen.queryByText(/runs, removable/)).toBeNull();
});
