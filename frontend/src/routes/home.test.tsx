/** Home, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Overview, RunMessage } from "@/api/types";
import { aDashboard } from "@/testing/dashboard-objects";
import { AT, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { anAlert, anOverview, aRecentResult, aRunUnderWay, aServerGlance } from "@/testing/overview-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

afterEach(() => void vi.useRealTimers());

/** A lab that has measured, so that Home is not a first visit. */
function labWith(changes: Partial<Overview>, more: Record<string, object> = {}) {
  return stubLab({
    "GET /api/v1/overview": anOverview({ ended: [aRecentResult({ figure: null })], ...changes }),
    ...more,
  });
}

const MEASURING: Partial<Overview> = {
  servers: { items: [aServerGlance({ use: "leased" })], counts: { leased: 1 } },
  under_way: { items: [aRunUnderWay()], count: 1, waiting_count: 3 },
};

function aMessage(changes: Partial<RunMessage> = {}): RunMessage {
  const { id, number, job, server, state, progress, live, temperature_c } = aRunUnderWay();
  const own = { run_id: id, run_number: number, job_number: job.number, server_id: server.id };
  return { ...own, state, progress, live, temperature_c, ...changes };
}

test("the headline says what measures, what waits and what needs a person", async () => {
  openPage("/", labWith({ ...MEASURING, alerts: { items: [], counts: { critical: 0, warning: 2, notice: 0 } } }));

  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("rack-4 is measuring.");
  expect(screen.getByText("Three runs wait. Two things need you.")).toBeTruthy();
});

test("each thing that needs a person leads to where it is dealt with, the worst first", async () => {
  const link = (component: "server" | "run" | "campaign", number: string, name: string) => ({
    component,
    id: number,
    number,
    name,
  });
  const items = [
    anAlert({ severity: "critical", kind: "server_quarantined", link: link("server", "s-1", "rack-4") }),
    anAlert({ kind: "campaign_asks", link: link("campaign", "m-3", "Matrix"), message: "m-3 waits: a drive failed" }),
    anAlert({ severity: "notice", kind: "run_not_steady", link: link("run", "r-7", "4K write"), at: AT }),
  ];
  openPage("/", labWith({ alerts: { items, counts: { critical: 1, warning: 1, notice: 9 } } }));

  const section = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(section.getByText("11 things")).toBeTruthy();
  expect(section.getByText("8 more")).toBeTruthy();
  expect(section.getAllByRole("listitem").map((row) => row.querySelector("strong")?.textContent)).toEqual([
    "rack-4: quarantined",
    "Matrix waits",
    "r-7 is not steady",
  ]);
  expect(section.getByText("a drive failed")).toBeTruthy();
  const addresses = section.getAllByRole("link").map((anchor) => anchor.getAttribute("href"));
  expect(addresses).toEqual(["/servers/s-1", "/campaigns/m-3", "/runs/r-7"]);
});

const AWAY = anAlert({
  severity: "critical",
  kind: "server_unreachable",
  link: { component: "server", id: "server-1", number: "s-1", name: "rack-4" },
});
const ONE_CRITICAL = { items: [AWAY], counts: { critical: 1, warning: 0, notice: 0 } };

test("a server that does not answer is tried again from here", async () => {
  const lab = labWith({ alerts: ONE_CRITICAL }, { "POST /api/v1/servers/s-1/discover": { number: "s-1" } });
  openPage("/", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Retry: rack-4 does not answer" }));
  expect(await screen.findByText("Contacting rack-4")).toBeTruthy();
  expect(lab.requests).toContain("POST /api/v1/servers/s-1/discover");
});

test("a viewer is led to that server instead", async () => {
  openPage("/", labWith({ alerts: ONE_CRITICAL }, VIEWER));
  const link = await screen.findByRole("link", { name: "Open: rack-4 does not answer" });
  expect(link.getAttribute("href")).toBe("/servers/s-1");
});

test("a run at work shows its number, how far it is, and leads to its page", async () => {
  openPage("/", labWith(MEASURING));

  const servers = within(await screen.findByRole("region", { name: "Servers" }));
  const [tile] = servers.getAllByRole("link");
  expect(tile?.getAttribute("href")).toBe("/runs/r-1");
  for (const words of ["rack-4", "38.8k", "41\u00a0°C", "4K random write", "Precondition", "phase 2 of 8"]) {
    expect(tile?.textContent).toContain(words);
  }
  expect(servers.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("42");
  expect(servers.getAllByRole("link")).toHaveLength(1);
});

test("a run before its first phase has no number yet", async () => {
  const run = aRunUnderWay({ state: "preparing", progress: null, live: null, curve: null, segments: [] });
  openPage("/", labWith({ ...MEASURING, under_way: { items: [run], count: 1, waiting_count: 0 } }));
  const servers = within(await screen.findByRole("region", { name: "Servers" }));
  expect(servers.getByRole("link").textContent).toContain("Preparing");
  expect(servers.getByRole("link").textContent).not.toContain("ends");
});

test("values come over one stream and change in place", async () => {
  const lab = labWith(MEASURING);
  const { unmount } = openPage("/", lab);
  await screen.findByText("38.8k");
  await waitFor(() => expect(lab.openLabStreams()).toBe(1));

  const { live } = aRunUnderWay();
  lab.send("run_progress", aMessage({ live: live && { ...live, at_ms: 31_000, iops: 52_500 } }));
  expect(await screen.findByText("52.5k", {}, { timeout: 5_000 })).toBeTruthy();

  unmount();
  expect(lab.openLabStreams()).toBe(0);
});

test("a change of the lab is read at once, and so is the next phase", async () => {
  const lab = labWith(MEASURING);
  openPage("/", lab);
  await screen.findByText("38.8k");
  await waitFor(() => expect(lab.openLabStreams()).toBe(1));
  const reads = () => lab.requests.filter((request) => request === "GET /api/v1/overview").length;

  const before = reads();
  lab.send("state_changed", { changed: ["runs"] });
  await waitFor(() => expect(reads()).toBe(before + 1));

  const { progress } = aMessage();
  lab.send("run_progress", aMessage({ progress: progress && { ...progress, phase_ordinal: 3 } }));
  await waitFor(() => expect(reads()).toBe(before + 2), { timeout: 5_000 });
});

test("an interrupted stream says of when the values are", async () => {
  const lab = labWith(MEASURING);
  openPage("/", lab);
  await screen.findByText("38.8k");
  await waitFor(() => expect(lab.openLabStreams()).toBe(1));

  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  lab.send("error");
  vi.setSystemTime(Date.now() + 60_000);
  expect(
    await screen.findByText(/^Connection interrupted\. These are the values of /, {}, { timeout: 5_000 }),
  ).toBeTruthy();
});

test("servers that do not measure say their state, with trouble last", async () => {
  const items = [
    aServerGlance({ id: "server-2", number: "s-2", name: "rack-5", use: "unreachable", unreachable_since: AT }),
    aServerGlance(),
  ];
  openPage("/", labWith({ servers: { items, counts: { unreachable: 1, idle: 1 } } }));

  const tiles = within(await screen.findByRole("region", { name: "Servers" })).getAllByRole("link");
  expect(tiles.map((tile) => tile.getAttribute("href"))).toEqual(["/servers/s-1", "/servers/s-2"]);
  expect(tiles[0]?.textContent).toContain("Idle");
  expect(tiles[1]?.textContent).toContain("Unreachable since");
});

test("many idle servers are one tile that leads to their list", async () => {
  const items = Array.from({ length: 9 }, (_, index) => aServerGlance({ id: `${index}`, number: `s-${index}` }));
  openPage("/", labWith({ servers: { items, counts: { idle: 12 } } }));
  const tile = await screen.findByRole("link", { name: /^12 idle/ });
  expect(tile.getAttribute("href")).toBe("/servers?q=state%3Aready");
});

test("the queue reaches as far as its address says", async () => {
  const lab = labWith({});
  const { router } = openPage("/?range=3d", lab);
  await screen.findByRole("region", { name: "Queue, next 3 days" });
  expect(lab.requests).toContain("GET /api/v1/overview?horizon=3d");

  fireEvent.click(screen.getByRole("button", { name: "Time shown in the queue: Next 3 days" }));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: "Next 7 days" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ range: "7d" }));
  expect(await screen.findByRole("region", { name: "Queue, next 7 days" })).toBeTruthy();
});

test("the latest results are cards, and those since the last visit are marked", async () => {
  const ended = [
    aRecentResult({ id: "a", number: "r-9", verdict: aVerdict(), is_new: true }),
    aRecentResult({ id: "b", number: "r-8", state: "failed", figure: null }),
    aRecentResult({ id: "c", number: "r-7", completeness: "partial" }),
    aRecentResult({ id: "d", number: "r-6" }),
    aRecentResult({ id: "e", number: "r-5" }),
  ];
  openPage("/", labWith({ ended, new_result_count: 1, last_visit_at: AT }));

  const section = within(await screen.findByRole("region", { name: "Latest results" }));
  expect(section.getByText(/^1 new since /)).toBeTruthy();
  const cards = section.getAllByRole("link").slice(1);
  expect(cards.map((card) => card.getAttribute("href"))).toEqual(["/runs/r-9", "/runs/r-8", "/runs/r-7", "/runs/r-6"]);
  for (const words of ["NVMe scratch", "4K random write", "38.8k", "Steady"])
    expect(cards[0]?.textContent).toContain(words);
  expect(cards[1]?.textContent).toContain("Failed");
  expect(cards[2]?.textContent).toContain("Partial");
  expect(section.getAllByRole("img", { name: "New since your last visit" })).toHaveLength(1);
});

test("the visit is noted", async () => {
  const lab = labWith({});
  openPage("/", lab);
  await waitFor(() => expect(lab.requests).toContain("PATCH /api/v1/session"));
});

test("a lab that cannot be read says so", async () => {
  openPage("/", stubLab({ "GET /api/v1/overview": () => problem(503, "The database is away.") }));
  expect(await screen.findByText("Could not load Home", {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByText("The database is away.")).toBeTruthy();
});

test("the first three pinned dashboards end the page", async () => {
  const items = [1, 2, 3, 4].map((place) =>
    aDashboard({ id: `dashboard-${place}`, number: `b-${place}`, name: `Board ${place}`, pin_position: place }),
  );
  openPage("/", labWith({}, { "GET /api/v1/dashboards": { items, next_cursor: null } }));

  const section = within(await screen.findByRole("region", { name: "Pinned dashboards" }));
  const cards = section.getAllByRole("article");
  expect(cards.map((card) => within(card).getByRole("link").textContent)).toEqual(["Board 1", "Board 2", "Board 3"]);
  expect(cards[0]?.textContent).toContain("1 panel · 2 runs · changed");
  expect(section.getByRole("link", { name: "All dashboards" }).getAttribute("href")).toBe("/dashboards");
});
