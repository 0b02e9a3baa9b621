/** The editor of a share, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { aDashboard } from "@/testing/dashboard-objects";
import { freezingLab } from "@/testing/freezing-lab";
import { openPage } from "@/testing/open-page";
import { aDraft, aShareOptions, someAvailableOptions } from "@/testing/share-objects";
import { problem, VIEWER } from "@/testing/stub-lab";

beforeEach(() => sessionStorage.clear());

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const blocks = () => [...document.querySelectorAll("[data-block]")].map((block) => block.textContent);
const open = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name, expanded: false }));
const isReady = (name = "Create permalink") => !screen.getByRole("button", { name }).hasAttribute("disabled");
/** Wait until the lab has frozen the draft, so that it can be published. */
const saved = (number = "p-2") => screen.findByText(`Saved as draft ${number}`);

test("a run is frozen after each change and published as it was seen", async () => {
  const { lab, frozen } = freezingLab();
  const { router } = openPage("/shares/new?kind=run&run=r-1", lab);

  expect(await screen.findByDisplayValue("Quick 4K")).toBeTruthy();
  const frame = await screen.findByTitle("Page of p-2");
  expect(frame.getAttribute("sandbox")).toBe("allow-same-origin");
  press("Add a text");
  type("Text at place 3", "Read **this** first.");
  press("Remove Percentiles (2)");
  open(/^Set-up and names/);
  type("Alias for PM1743", "Drive X");
  expect(isReady()).toBe(false);
  await waitFor(() => expect(frozen).toHaveLength(2));
  expect(frozen[1]).toMatchObject({
    kind: "run",
    run_id: "r-1",
    title: "Quick 4K",
    author: "ada",
    body: [{ chart: "over-time" }, { text: "Read **this** first." }],
    redaction: { serials: false, names: false, aliases: { PM1743: "Drive X" } },
    publish: false,
  });
  await saved();
  expect(lab.requests.filter((line) => line === "POST /api/v1/shares")).toHaveLength(1);
  expect(lab.requests).toContain("PUT /api/v1/shares/p-2");

  press("Create permalink");
  expect(await screen.findByText("https://lab.test/s/token")).toBeTruthy();
  expect(lab.requests).toContain("POST /api/v1/shares/p-2/publish");
  expect(sessionStorage.length).toBe(0);
  press("Done");
  await waitFor(() => expect(router.state.location.pathname).toBe("/shares"));
});

test("what was typed is still there after leaving and coming back, with its draft", async () => {
  const { lab } = freezingLab();
  const { unmount } = openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  press("Add a text");
  type("Text at place 3", "Last words.");
  await saved();
  unmount();

  openPage("/shares/new?kind=run&run=r-1", lab);
  expect(await screen.findByText("Last words.")).toBeTruthy();
  expect(await screen.findByTitle("Page of p-2")).toBeTruthy();
  expect(lab.requests).not.toContain("DELETE /api/v1/shares/p-2");
  press("Start over");
  await waitFor(() => expect(blocks()).toHaveLength(2));
});

test("a visit that changes nothing leaves no draft", async () => {
  const { lab } = freezingLab();
  const { unmount } = openPage("/shares/new?kind=run&run=r-1", lab);
  await saved();
  unmount();
  await waitFor(() => expect(lab.requests).toContain("DELETE /api/v1/shares/p-2"));
  openPage("/shares/new?kind=run&run=r-1", lab);
  await saved("p-3");
  expect(screen.queryByText(/work in this tab was restored/)).toBeNull();
});

test("a draft that was deleted meanwhile is replaced by another one", async () => {
  const { lab } = freezingLab();
  const { unmount } = openPage("/shares/new?kind=run&run=r-1", lab);
  await saved();
  type(/^Title/, "Another title");
  await saved();
  unmount();

  const missing = freezingLab({
    "GET /api/v1/shares/p-2": () => problem(404, "There is no p-2."),
    "POST /api/v1/shares": () => Response.json(aDraft({ number: "p-3" }), { status: 201 }),
  });
  openPage("/shares/new?kind=run&run=r-1", missing.lab);
  expect(await screen.findByText(/p-2 no longer exists/)).toBeTruthy();
  expect(await screen.findByTitle("Page of p-3")).toBeTruthy();
});

test("blocks are moved by buttons and by keys, and the focus goes with them", async () => {
  const { lab } = freezingLab();
  openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");

  press("Move Percentiles (2) up");
  await waitFor(() => expect(blocks()[0]).toContain("Percentiles"));
  // At the top it cannot go on: the button beside it has the focus.
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move Percentiles (1) down");
  expect(screen.getByText("Percentiles is now 1 of 2.")).toBeTruthy();
  const focused = document.activeElement as HTMLElement;
  fireEvent.keyDown(focused, { key: "ArrowDown", altKey: true });
  await waitFor(() => expect(blocks()[1]).toContain("Percentiles"));
  expect(document.activeElement?.closest("[data-block]")?.textContent).toContain("Percentiles");
  fireEvent.keyDown(document.activeElement as HTMLElement, { key: "ArrowUp" });
  expect(blocks()[1]).toContain("Percentiles");
});

test("a chart that was taken out can be added again", async () => {
  const { lab, frozen } = freezingLab();
  openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  press("Remove Run over time (1)");
  press("Remove Percentiles (1)");
  expect(screen.getByText(/No texts or charts/)).toBeTruthy();
  fireEvent.click(screen.getByRole("combobox", { name: "Chart to add" }));
  fireEvent.click(await screen.findByRole("option", { name: "Telemetry", hidden: true }));
  press("Add chart");
  await waitFor(() => expect(blocks()).toHaveLength(1));
  await waitFor(() => expect(frozen.at(-1)?.body).toEqual([{ chart: "telemetry" }]));
});

test("what would be hidden is listed, and shown as it is once it is switched on", async () => {
  const { lab } = freezingLab();
  openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  open(/^Set-up and names/);
  for (const details of document.querySelectorAll("details")) {
    details.open = true;
    fireEvent(details, new Event("toggle"));
  }
  const table = await screen.findByRole("table", { name: /^Serial numbers and IDs/ });
  expect(
    within(table)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["SN-123", "drive 1"]);
  fireEvent.click(screen.getByRole("checkbox", { name: /Show serial numbers/ }));
  expect(
    within(table)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  ).toEqual(["SN-123", "unchanged"]);
});

test("a refusal names the field, and nothing typed is lost", async () => {
  const refusal = problem(422, "expires_at: must be in the future", [
    { path: "expires_at", message: "must be in the future" },
  ]);
  const { lab } = freezingLab({ "PUT /api/v1/shares/p-2": () => refusal.clone() });
  openPage("/shares/new?kind=run&run=r-1", lab);
  await saved();
  type(/^Author/, "");
  expect(await screen.findByText("Enter an author.")).toBeTruthy();
  expect(screen.getByText("Complete the marked blocks to update the page.")).toBeTruthy();
  type(/^Author/, "Grace");
  expect((await screen.findByRole("alert")).textContent).toContain("Expires: must be in the future");
  expect(isReady()).toBe(false);
  open(/^Terms and dates/);
  expect(screen.getByText("must be in the future")).toBeTruthy();
  open(/^Title and finding/);
  expect(screen.getByDisplayValue("Grace")).toBeTruthy();
});

test("the next version begins where the last one ended, and does not tell by accident what that one hid", async () => {
  const { lab, frozen } = freezingLab({ "GET /api/v1/shares/p-1/options": aShareOptions({ had_aliases: true }) });
  openPage("/shares/new?version_of=p-1", lab);
  expect(await screen.findByText("As before.")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("New version of p-1");
  open(/^Set-up and names/);
  expect(screen.getByText("The previous version had aliases for models")).toBeTruthy();
  expect(frozen).toEqual([]);
  expect(isReady()).toBe(false);
  fireEvent.click(screen.getByRole("checkbox", { name: "Show the true names of models" }));
  await screen.findByTitle("Page of p-2");
  expect(frozen[0]).toMatchObject({
    version_of: "p-1",
    licence: "CC BY 4.0",
    body: [{ text: "As before." }, { chart: "percentiles" }],
  });
});

test("an address that names nothing leads on, and a viewer is told who can", async () => {
  const { unmount } = openPage("/shares/new?kind=ranking", freezingLab().lab);
  expect((await screen.findAllByText("Nothing to share")).length).toBeGreaterThan(0);
  unmount();
  openPage("/shares/new?kind=run&run=r-1", freezingLab(VIEWER).lab);
  expect(await screen.findByText("Only operators and administrators can share.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create permalink" })).toBeNull();
});

test("what the lab cannot share says why", async () => {
  const { lab } = freezingLab({ "POST /api/v1/shares/options": () => problem(409, "r-1 has not ended.") });
  openPage("/shares/new?kind=run&run=r-1", lab);
  expect((await screen.findByRole("alert")).textContent).toContain("r-1 has not ended.");
});

test("another layout keeps the texts and has charts of its own", async () => {
  const layouts: string[] = [];
  const { lab, frozen } = freezingLab({
    "POST /api/v1/shares/options": async (request) => {
      const { layout = "plain" } = await request.json();
      layouts.push(layout);
      const tests = someAvailableOptions({ charts: someAvailableOptions().charts.slice(1, 2) });
      return layout === "snia" ? tests : someAvailableOptions();
    },
  });
  const { router } = openPage("/shares/new?kind=run&run=r-1", lab);
  await screen.findByDisplayValue("Quick 4K");
  press("Add a text");
  type("Text at place 3", "It stays.");
  fireEvent.click(screen.getByRole("radio", { name: "SNIA report" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ layout: "snia" }));
  await waitFor(() => expect(blocks()).toHaveLength(2));
  expect(layouts).toEqual(["plain", "snia"]);
  await waitFor(() =>
    expect(frozen.at(-1)).toMatchObject({ layout: "snia", body: [{ text: "It stays." }, { chart: "percentiles" }] }),
  );
});

test("what a dashboard cannot share is named before it is frozen", async () => {
  const left_out = [{ name: "Rank, IOPS", reason: "has no chart in a permalink of several runs" }];
  const { lab } = freezingLab({
    "POST /api/v1/shares/options": someAvailableOptions({ kind: "comparison", left_out }),
    "GET /api/v1/dashboards/b-3": aDashboard({ number: "b-3", name: "Nightly" }),
  });
  openPage("/shares/new?kind=comparison&dashboard=b-3", lab);

  expect(await screen.findByDisplayValue("Nightly")).toBeTruthy();
  expect(screen.getByText("Rank, IOPS has no chart in a permalink of several runs.")).toBeTruthy();
});

test("metrics are chosen among those that the lab offers, and bring their charts", async () => {
  const [first, second] = someAvailableOptions().charts;
  const requested: unknown[] = [];
  const metric = (name: string, label: string, selected: boolean) => ({ name, label, selected });
  const { lab, frozen } = freezingLab({
    "POST /api/v1/shares/options": async (request) => {
      const { view } = await request.json();
      requested.push(view?.metrics);
      const hasBoth = view?.metrics !== undefined;
      return someAvailableOptions({
        kind: "comparison",
        charts: [first, second].slice(0, hasBoth ? 2 : 1).flatMap((chart) => chart ?? []),
        metrics: [metric("iops", "IOPS", true), metric("latency_p99_ns", "p99 latency", hasBoth)],
        max_metrics: 2,
      });
    },
  });
  const { router } = openPage("/shares/new?kind=comparison&runs=r-1,r-2", lab);
  await waitFor(() => expect(blocks()).toHaveLength(1));
  open(/^All numbers 1 of 2 metrics/);
  expect((screen.getByRole("checkbox", { name: "IOPS" }) as HTMLInputElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole("checkbox", { name: "p99 latency" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ metrics: "iops,latency_p99_ns" }));
  await waitFor(() => expect(blocks()).toHaveLength(2));
  expect(requested).toEqual([undefined, ["iops", "latency_p99_ns"]]);
  await waitFor(() => expect(frozen.at(-1)?.view?.metrics).toEqual(["iops", "latency_p99_ns"]));
});

test("the open block is in the address", async () => {
  const { lab } = freezingLab();
  const { router, unmount } = openPage("/shares/new?kind=run&run=r-1&block=caveats", lab);
  expect(await screen.findByText("There are no caveats.", { selector: "p" })).toBeTruthy();
  open(/^Data and raw output/);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ block: "data" }));
  unmount();
});
