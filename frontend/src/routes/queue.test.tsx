/** The queue, its moves, what is done, and the pause of the lab, opened as pages. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ScheduledJob } from "@/api/types";
import { AT, aJob, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aServerGlance } from "@/testing/overview-objects";
import { aLabState, aSchedule, aScheduledJob, aWait } from "@/testing/queue-objects";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const job = (number: number, changes: Partial<ScheduledJob> = {}) =>
  aScheduledJob({ job_number: `j-${number}`, run_number: `r-${number}`, title: `Job ${number}`, ...changes });

const RUNNING = job(1, { state: "running", position: null });
const WAITING = [
  job(2, { position: 1, wait: aWait({ kind: "running", until: AT, ahead: ["r-1"], ahead_count: 1 }) }),
  job(3, { position: 2, wait: aWait({ ahead: ["r-1", "r-2"], ahead_count: 2 }) }),
  job(4, { position: 3, starts_at: null, ends_at: null, wait: aWait({ kind: "other", reason: "S1 is not enrolled" }) }),
];

/** A lab whose queue follows the moves that are sent. */
function labWithQueue(jobs: ScheduledJob[], answers: Record<string, Answer> = {}) {
  const sent: [string, object][] = [];
  let current = jobs;
  const patch = (number: string) => async (request: Request) => {
    const change = await request.json();
    sent.push([number, change]);
    const moved = current.find(({ job_number }) => job_number === number);
    const rest = current.filter((job) => job !== moved && job.position !== null);
    const index = rest.findIndex(({ job_number }) => job_number === (change.move_before ?? change.move_after));
    if (moved && index >= 0) rest.splice(index + ("move_after" in change ? 1 : 0), 0, moved);
    const placed = new Map(rest.map(({ job_number }, place) => [job_number, place + 1]));
    current = current.map((job) => ({ ...job, position: placed.get(job.job_number) ?? job.position }));
    return {};
  };
  const lab = stubLab({
    "GET /api/v1/queue/schedule": ({ url }) => {
      const params = new URL(url).searchParams;
      const text = (params.get("q") ?? "").toLowerCase();
      const [offset, limit] = [Number(params.get("job_offset") ?? 0), Number(params.get("job_limit") ?? 5_000)];
      const matches = current.filter(({ title, wait }) => `${title} ${wait?.reason}`.toLowerCase().includes(text));
      return aSchedule({
        jobs: matches.slice(offset, offset + limit),
        job_count: current.length,
        found_count: matches.length,
        servers: [aServerGlance()],
        under_way: { items: [], count: 1, waiting_count: WAITING.length },
      });
    },
    ...Object.fromEntries(jobs.map(({ job_number }) => [`PATCH /api/v1/jobs/${job_number}`, patch(job_number)])),
    ...answers,
  });
  return { lab, sent };
}

const rows = () =>
  within(screen.getByRole("table", { name: "Measuring and waiting" }))
    .getAllByRole("row")
    .slice(1);
const rowOf = (run: string) => screen.getByRole("button", { name: `Actions for ${run}` }).closest("tr") as HTMLElement;

async function choose(run: string, item: RegExp) {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${run}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
}

test("the queue says what measures, what waits for what, and what cannot be foreseen", async () => {
  const { lab } = labWithQueue([RUNNING, ...WAITING]);
  openPage("/queue", lab);

  expect(await screen.findByRole("heading", { level: 1, name: "Three runs wait on one server." })).toBeTruthy();
  expect(rows().map((row) => within(row).getAllByRole("link")[0]?.textContent)).toEqual([
    "Job 1",
    "Job 2",
    "Job 3",
    "Job 4",
  ]);
  expect(screen.getByText(/^r-1 measures until about/)).toBeTruthy();
  expect(screen.getByText("2 runs ahead: r-1, r-2")).toBeTruthy();
  expect(screen.getByText("S1 is not enrolled")).toBeTruthy();
  expect(within(rowOf("r-4")).getByText("unknown")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Timeline of the queue, 24 hours" })).toBeTruthy();
});

test("a run goes to the head of the queue in two actions, and back again", async () => {
  const { lab, sent } = labWithQueue([RUNNING, ...WAITING]);
  openPage("/queue", lab);

  await choose("r-4", /^Move to head of the queue/);
  expect(await screen.findByText("r-4 is now 1st in its queue")).toBeTruthy();
  expect(sent).toEqual([["j-4", { move_before: "j-2" }]]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent.at(-1)).toEqual(["j-4", { move_after: "j-3" }]));
});

test("Alt and an arrow move the run that has the focus; at the end of its line nothing is sent", async () => {
  const { lab, sent } = labWithQueue([RUNNING, ...WAITING]);
  openPage("/queue", lab);

  const menu = await screen.findByRole("button", { name: "Actions for r-4" });
  act(() => menu.focus());
  fireEvent.keyDown(menu, { key: "ArrowDown", altKey: true });
  fireEvent.keyDown(menu, { key: "ArrowUp", altKey: true });
  expect(await screen.findByText("r-4 is now 2nd in its queue")).toBeTruthy();
  expect(sent).toEqual([["j-4", { move_before: "j-3" }]]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Actions for r-4");
});

test("what already runs, and the ends of the line, offer no move", async () => {
  const { lab } = labWithQueue([RUNNING, ...WAITING]);
  openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Actions for r-1" }));
  expect(await screen.findByRole("menuitem", { name: "Open run" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /Move/ })).toBeNull();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  fireEvent.click(screen.getByRole("button", { name: "Actions for r-2" }));
  const earlier = await screen.findByRole("menuitem", { name: /^Move earlier/ });
  expect((earlier as HTMLButtonElement).disabled).toBe(true);
});

test("a refused move is said", async () => {
  const refusal = () => problem(409, "j-3 is running: only a waiting job can be moved.");
  const { lab } = labWithQueue([RUNNING, ...WAITING], { "PATCH /api/v1/jobs/j-3": refusal });
  openPage("/queue", lab);

  await choose("r-3", /^Move earlier/);
  expect(await screen.findByText("Could not move r-3")).toBeTruthy();
  expect(screen.getByText("j-3 is running: only a waiting job can be moved.")).toBeTruthy();
});

test("a priority is a whole number up to 100", async () => {
  const { lab, sent } = labWithQueue([RUNNING, ...WAITING]);
  openPage("/queue", lab);

  await choose("r-3", /^Priority/);
  const dialog = await screen.findByRole("dialog", { name: "Priority of r-3" });
  const field = within(dialog).getByLabelText(/^Priority/);
  fireEvent.change(field, { target: { value: "101" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Change priority" }));
  expect(await within(dialog).findByText("Enter a whole number from 0 to 100.")).toBeTruthy();
  fireEvent.change(field, { target: { value: "80" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Change priority" }));
  await waitFor(() => expect(sent).toEqual([["j-3", { priority: 80 }]]));
});

test("the list is searched by a query in the address", async () => {
  const { lab } = labWithQueue([RUNNING, ...WAITING]);
  const { router } = openPage("/queue?view=list", lab);

  fireEvent.change(await screen.findByRole("searchbox", { name: "Search" }), { target: { value: "enrolled" } });
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(router.state.location.search).toMatchObject({ view: "list", q: "enrolled" });
  expect(screen.queryByRole("region", { name: /^Timeline/ })).toBeNull();
});

test("a saved view is a tab that opens its jobs in its order", async () => {
  const view = { id: "f-1", page: "/queue", name: "Failed", query: "sort=name&state=failed&tab=done", created_at: AT };
  const { lab } = labWithQueue([RUNNING], {
    "GET /api/v1/jobs": { items: [], next_cursor: null },
    "GET /api/v1/saved-filters": { items: [{ ...view, owner: "ada", is_own: true, shared: false }], next_cursor: null },
  });
  const { router } = openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("link", { name: "Failed" }));
  const search = { view: "done", state: "failed", sort: "name" };
  await waitFor(() => expect(router.state.location.search).toEqual({ ...search, saved: "f-1" }));
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/jobs?is_over=true&state=failed&sort=name&limit=50"));
  fireEvent.change(screen.getByRole("combobox", { name: "Order" }), { target: { value: "-finished" } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: "-finished", saved: "f-1" }));
  expect(screen.getByRole("link", { name: /^Failed • changed/ }).getAttribute("aria-current")).toBe("page");
});

test("of five thousand waiting runs only those in sight are drawn", async () => {
  const many = Array.from({ length: 5_000 }, (_, index) => job(index + 1, { position: index + 1 }));
  const { lab } = labWithQueue(many);
  openPage("/queue", lab);

  const table = await screen.findByRole("table", { name: "Measuring and waiting" });
  expect(table.getAttribute("aria-rowcount")).toBe("5001");
  expect(rows().length).toBeLessThan(100);
});

test("further jobs are read when they come into sight", async () => {
  const { lab } = labWithQueue(Array.from({ length: 55 }, (_, index) => job(index + 1, { position: index + 1 })));
  openPage("/queue?view=list", lab);

  await waitFor(() => expect(screen.getByRole("link", { name: "Job 55" })).toBeTruthy());
  const requests = lab.requests.filter((request) => request.includes("/queue/schedule"));
  const offsets = requests.map((request) => new URL(request.slice(4), "http://lab").searchParams.get("job_offset"));
  // Each part is read again after a while.
  expect(new Set(offsets)).toEqual(new Set([null, "50"]));
});

test("the range of the timeline is in the address", async () => {
  const { lab } = labWithQueue([RUNNING, ...WAITING]);
  const { router } = openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("radio", { name: "3 d" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ range: "3d" }));
  await waitFor(() =>
    expect(lab.requests.some((request) => request.includes("/queue/schedule?horizon=3d"))).toBe(true),
  );
  fireEvent.click(screen.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(router.state.location.search).toHaveProperty("from"));
  fireEvent.click(screen.getByRole("button", { name: "Now" }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty("from"));
});

test("the lab is paused with a reason, which every page then shows, and resumed", async () => {
  let lab_state = aLabState();
  const { lab, sent } = labWithQueue([], {
    "GET /api/v1/lab": () => lab_state,
    "POST /api/v1/lab/pause": async (request) => {
      const { reason } = await request.json();
      sent.push(["lab", { reason }]);
      lab_state = aLabState({ paused: true, reason, since: AT, by: "ada" });
      return lab_state;
    },
    "POST /api/v1/lab/resume": () => {
      lab_state = aLabState();
      return lab_state;
    },
  });
  const { unmount } = openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Pause lab…" }));
  const dialog = await screen.findByRole("dialog", { name: "Pause the whole lab?" });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: "The cooling is off." } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Pause lab" }));
  expect(await screen.findByText(/Paused by ada at/)).toBeTruthy();
  expect(sent).toEqual([["lab", { reason: "The cooling is off." }]]);

  unmount();
  openPage("/queue?view=done", lab);
  expect(await screen.findByText("Nothing has ended yet")).toBeTruthy();
  expect(screen.getByText(/The cooling is off\./)).toBeTruthy();

  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Resume lab" }));
  await waitFor(() => expect(screen.queryByText(/The cooling is off\./)).toBeNull());
});

test("a viewer sees the queue and changes nothing", async () => {
  const { lab } = labWithQueue([RUNNING, ...WAITING], VIEWER);
  openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Actions for r-3" }));
  expect(await screen.findByRole("menuitem", { name: "Open run" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: /Move|Priority/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  expect(screen.queryByRole("link", { name: /New run/ })).toBeNull();
});

test("the old list of jobs leads to those that are done, with its filters", async () => {
  const { lab } = labWithQueue([]);
  const { router } = openPage("/jobs?state=failed", lab);

  await waitFor(() => expect(router.state.location.pathname).toBe("/queue"));
  expect(router.state.location.search).toMatchObject({ view: "done", state: "failed" });
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/jobs?is_over=true&state=failed&limit=50"));
  expect(await screen.findByText("No job matches")).toBeTruthy();
});

test("a job of many repeats names a few runs and says how many more there are", async () => {
  const runs = [aRunSummary({ id: "run-1", number: "r-1" }), aRunSummary({ id: "run-2", number: "r-2" })];
  const many = aJob({ number: "j-1", state: "finished", runs, run_counts: { finished: 60, failed: 40 } });
  const { lab } = labWithQueue([], { "GET /api/v1/jobs": { items: [many], next_cursor: null } });
  openPage("/queue?view=done", lab);

  expect((await screen.findByRole("link", { name: "r-2" })).getAttribute("href")).toBe("/runs/r-2");
  expect(screen.getByRole("link", { name: "and 98 more" }).getAttribute("href")).toBe("/jobs/j-1");
});
