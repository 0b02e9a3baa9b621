/** The overview, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { AT, aSeries, aServer, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { anOverview, aRecentResult, aRunUnderWay, aServerGlance } from "@/testing/overview-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const labWith = (overview: object, more: Record<string, object> = {}) =>
  stubLab({ "GET /api/v1/overview": overview, ...more });

test("each thing to look at says what is wrong and leads to where it is mended", async () => {
  const link = (component: "server" | "run" | "campaign", number: string, name: string) => ({
    component,
    id: number,
    number,
    name,
  });
  const items = [
    {
      severity: "critical" as const,
      kind: "server_quarantined" as const,
      message: "rack-4 is in quarantine: a drive has changed",
      link: link("server", "s-1", "rack-4"),
      at: null,
      server: null,
      waiting_count: 0,
    },
    {
      severity: "warning" as const,
      kind: "campaign_asks" as const,
      message: "m-3 waits for your decision: a drive failed",
      link: link("campaign", "m-3", "Matrix"),
      at: AT,
      server: null,
      waiting_count: 0,
    },
    {
      severity: "notice" as const,
      kind: "run_not_steady" as const,
      message: "r-7 did not become steady.",
      link: link("run", "r-7", "4K write"),
      at: AT,
      server: null,
      waiting_count: 0,
    },
  ];
  openPage("/", labWith(anOverview({ alerts: { items, counts: { critical: 1, warning: 1, notice: 9 } } })));

  const section = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(section.getByText("1 critical, 1 warning, 9 notices.")).toBeTruthy();
  expect(section.getByText("Showing the worst 3 of 11.")).toBeTruthy();
  expect(section.getByText("m-3 waits for your decision: a drive failed")).toBeTruthy();
  const addresses = section.getAllByRole("link").map((each) => each.getAttribute("href"));
  expect(addresses).toEqual(["/inventory/servers/s-1", "/campaigns/m-3", "/runs/r-7"]);
});

test("a run at work shows how far it is and when it should end", async () => {
  const waiting = aRunUnderWay({ id: "run-2", number: "r-2", state: "preparing", progress: null });
  const under_way = { items: [aRunUnderWay(), waiting], count: 2, waiting_count: 3 };
  openPage("/", labWith(anOverview({ under_way })));

  const first = (await screen.findByRole("link", { name: "r-1" })).closest("tr") as HTMLElement;
  expect(first.textContent).toContain("25 %");
  expect(first.textContent).toContain("Phase 2 of 8: Precondition");
  expect(first.textContent).toContain("1 min 30 s");
  expect(within(first).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
  const second = screen.getByRole("link", { name: "r-2" }).closest("tr") as HTMLElement;
  expect(second.textContent).toContain("Not measuring yet");
  expect(screen.getByRole("link", { name: "3 runs queued." }).getAttribute("href")).toBe("/queue");
});

test("a run at work shows its last minutes, read from where they begin", async () => {
  const waiting = aRunUnderWay({ id: "run-2", number: "r-2", state: "preparing", progress: null });
  const under_way = { items: [aRunUnderWay(), waiting], count: 2, waiting_count: 0 };
  const recent = (request: Request) => {
    const after = Number(new URL(request.url).searchParams.get("after") ?? 0);
    return aSeries({
      t0_ms: after,
      step_ms: 5000,
      mean: Array.from({ length: (900_000 - after) / 5000 }, () => 38_780),
      points: 1,
      last_ms: 900_000,
    });
  };
  const lab = labWith(anOverview({ under_way }), { "GET /api/v1/series": recent });
  openPage("/", lab);

  const curve = await screen.findByRole("img", { name: "IOPS over 5 min: last 38.8k, between 38.8k and 38.8k." });
  expect(curve.closest("tr")?.textContent).toContain("38.8k");
  // The first answer says how far the run is; nothing is asked about a run that does not measure yet.
  const asked = lab.asked.filter((each) => each.includes("/series"));
  const [first, ...later] = asked.map((each) => new URL(each.slice(4), "http://lab").searchParams.get("after"));
  expect(first).toBeNull();
  // On a slow machine it is asked about again meanwhile.
  expect([...new Set(later)]).toEqual(["600000"]);
  expect(asked.every((each) => each.includes("run_id=run-1&"))).toBe(true);
});

test("a run at work without a reading yet has none to show", async () => {
  const under_way = { items: [aRunUnderWay()], count: 1, waiting_count: 0 };
  const lab = labWith(anOverview({ under_way }), { "GET /api/v1/series": aSeries() });
  openPage("/", lab);

  await waitFor(() => expect(lab.asked.some((each) => each.includes("/series"))).toBe(true));
  const row = (await screen.findByRole("link", { name: "r-1" })).closest("tr") as HTMLElement;
  await waitFor(() => expect(row.textContent).toContain("Precondition–1 min"));
  expect(screen.queryByRole("img")).toBeNull();
});

test("servers say what they are used for, and runs that ended what became of them", async () => {
  const servers = {
    items: [
      aServerGlance({ id: "server-2", number: "s-2", name: "rack-5", use: "unreachable", reason: "No route to host" }),
      aServerGlance({ use: "leased", runs: ["r-1"], waiting_count: 2 }),
    ],
    counts: { unreachable: 1, leased: 1 },
  };
  const ended = [aRecentResult({ number: "r-9", verdict: aVerdict(), completeness: "partial", scale: "smoke" })];
  openPage("/", labWith(anOverview({ servers, ended })));

  const away = (await screen.findByRole("link", { name: "rack-5" })).closest("tr") as HTMLElement;
  expect(away.textContent).toContain("unreachable");
  expect(away.textContent).toContain("No route to host");
  const busy = screen.getByRole("link", { name: "rack-4" }).closest("tr") as HTMLElement;
  expect(within(busy).getByRole("link", { name: "r-1" })).toBeTruthy();
  const run = screen.getByRole("link", { name: "r-9" }).closest("tr") as HTMLElement;
  for (const word of ["finished", "partial data", "short test", "steady", "38.78k"])
    expect(run.textContent).toContain(word);
  expect(screen.queryByText("Get started")).toBeNull();
});

const FIRST = anOverview({
  has_measured: false,
  comparison: ["r-1", "r-2"],
  ended: [aRecentResult({ origin: "published", server: null, profile: null, job: null })],
});

test("a new lab offers a comparison, a test of its own machine and a server, and shows published figures", async () => {
  const local = { items: [aServerGlance({ is_local: true })], counts: { idle: 1 } };
  openPage("/", labWith({ ...FIRST, servers: local }, { "GET /api/v1/demo-data": { run_count: 14 } }));

  const compare = await screen.findByRole("link", { name: "Open comparison" });
  expect(compare.getAttribute("href")).toBe("/compare?runs=r-1%2Cr-2");
  const job = screen.getByRole("link", { name: "Run quick look" });
  expect(job.getAttribute("href")).toBe("/jobs/new?profile=quick-4k&server=s-1");
  expect(screen.getByRole("link", { name: "Add a server" }).getAttribute("href")).toBe("/inventory/servers/new");
  expect(screen.getByRole("region", { name: "Imported and published results" }).textContent).toContain("published");
  expect(screen.getByText("Published runs are included (14 runs)")).toBeTruthy();
});

test("a machine that is not registered yet is, before its test is set up", async () => {
  const lab = labWith(FIRST, {
    "POST /api/v1/servers": aServer({ number: "s-4" }),
    "GET /api/v1/servers": { items: [], next_cursor: null },
    "GET /api/v1/profiles": { items: [], next_cursor: null },
  });
  const { router } = openPage("/", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Add this machine" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/jobs/new"));
  expect(router.state.location.search).toMatchObject({ server: "s-4", profile: "quick-4k" });
});

test("a viewer of a new lab is offered what a viewer may do", async () => {
  openPage("/", labWith(FIRST, VIEWER));

  expect(await screen.findByRole("link", { name: "Open comparison" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add this machine" })).toBeNull();
  expect(screen.getByText(/An administrator can make you an operator/)).toBeTruthy();
});

test("an overview that cannot be read says so", async () => {
  openPage("/", stubLab({ "GET /api/v1/overview": () => problem(503, "The database is away.") }));
  expect(await screen.findByText("The database is away.", {}, { timeout: 20_000 })).toBeTruthy();
});
