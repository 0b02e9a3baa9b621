/** The palette: what it lists at once, what the lab finds, and its keys. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { rememberWorkbench } from "@/lib/last-workbench";
import { HOSTILE } from "@/testing/hardware-objects";
import { aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { anOverview } from "@/testing/overview-objects";
import { type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

const hit = (reference: string, title: string, context: string | null = null) => ({
  id: `id-${reference}`,
  reference,
  title,
  context,
});

const PROFILES = [
  { name: "quick-4k", title: "Quick look, 4K random read", description: "Reads at six depths" },
  { name: "snia-iops", title: "SNIA IOPS", description: "Until steady" },
];

const SETTINGS_HITS = [
  ["density", "Settings: appearance"],
  ["settings notif", "Settings: notifications"],
  ["settings demo", "Settings: demo data"],
  ["settings ssh", "Settings: public key of the lab"],
] as const;

const HITS = [
  { kind: "run", count: 30, hits: [hit("r-7", "4K write xs", "rack-4")] },
  { kind: "drive", count: 1, hits: [hit("d-9", HOSTILE, "rack-4")] },
  { kind: "hardware_model", count: 12, hits: [hit("0191", "MZ-XSL21T9", "drive, Samsung")] },
  { kind: "published_hardware", count: 1, hits: [hit("0190", "PERC xs H965i", "controller, review 2")] },
  { kind: "moon", count: 1, hits: [hit("m-1", "xs of a kind that no page knows")] },
];

function labThatFinds(groups: { kind: string; count: number; hits: object[] }[], more: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/campaigns": { items: [], next_cursor: null },
    "GET /api/v1/overview": anOverview(),
    "GET /api/v1/profiles": { items: PROFILES, next_cursor: null },
    "GET /api/v1/runs": { items: [aRunSummary()], next_cursor: null },
    "GET /api/v1/search": (request) => {
      const q = new URL(request.url).searchParams.get("q") ?? "";
      return { q, count: groups.reduce((sum, { count }) => sum + count, 0), groups };
    },
    ...more,
  });
}

async function openPalette(lab = labThatFinds(HITS), address = "/campaigns") {
  const { router } = openPage(address, lab);
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const dialog = await screen.findByRole("dialog", { name: "Search and commands" });
  const field = within(dialog).getByRole<HTMLInputElement>("combobox");
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const press = (key: string, more: object = {}) => fireEvent.keyDown(field, { key, ...more });
  return { router, lab, dialog, field, type, press };
}

/** Marked words are elements of their own, which simulated browsers take for words apart. */
const option = (text: RegExp) => {
  const match = screen.getAllByRole("option").find(({ textContent }) => text.test(textContent));
  if (!match) throw new Error(`no option has ${text}`);
  return match;
};
const findOption = (text: RegExp) => waitFor(() => option(text));
const palette = () => within(screen.getByRole("dialog"));
const chosen = () => palette().getByRole("option", { selected: true });

test("the keys open it and put the focus into it; Escape leads back", async () => {
  openPage("/campaigns", labThatFinds([]));
  const button = await screen.findByRole("button", { name: /^Search or jump…/ });
  button.focus();
  fireEvent.keyDown(button, { key: "k", metaKey: true });
  const field = await screen.findByRole("combobox", { name: "Search and commands" });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(button);
});

test("a slash opens it where the page has no search field of its own", async () => {
  openPage("/settings", labThatFinds([]));
  await screen.findByRole("heading", { level: 1 });
  fireEvent.keyDown(document.body, { key: "/" });
  expect(await screen.findByRole("dialog", { name: "Search and commands" })).toBeTruthy();
});

test("a slash leads into the search field of a page, and in a field is a slash", async () => {
  openPage("/runs", labThatFinds([]));
  await screen.findByRole("link", { name: "Quick 4K on rack-4" });
  fireEvent.keyDown(document.body, { key: "/" });
  const field = screen.getByRole("searchbox", { name: "Search" });
  expect(document.activeElement).toBe(field);
  expect(fireEvent.keyDown(field, { key: "/" })).toBe(true);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("pages, settings, profiles and commands are listed before the lab has answered", async () => {
  const lab = labThatFinds([], { "GET /api/v1/search": () => new Promise<object>(() => undefined) });
  const { type } = await openPalette(lab);
  type("queue");
  expect(chosen().textContent).toContain("Queue");
  type("settings keyb");
  expect(chosen().textContent).toBe("Settings: keyboard shortcuts page");
  for (const [q, title] of SETTINGS_HITS) {
    type(q);
    expect(chosen().textContent).toContain(title);
  }
  type("snia iops");
  await waitFor(() => expect(chosen().textContent).toContain("SNIA IOPS"));
  type("dark theme");
  expect(chosen().textContent).toContain("Switch to dark theme");
});

const RESULT = {
  state: "finished",
  origin: "measured",
  verdict: "not_steady",
  finished_at: new Date(Date.now() - 9 * 3_600_000).toISOString(),
  figure: { metric: "iops", label: "IOPS", value: 1_360_000, unit: "1/s", better: "higher", workload: "4K write" },
  thumbnail: { kind: "time", lines: [[3, 2, 1]], window: null },
};

test("a run that was found shows its curve, its number and its age", async () => {
  const hits = [
    { ...hit("r-479", "xs with a result", "rack-4"), run: RESULT },
    { ...hit("r-480", "xs without one"), run: { ...RESULT, figure: null, thumbnail: null, finished_at: null } },
  ];
  const { type } = await openPalette(labThatFinds([{ kind: "run", count: 31, hits }]));
  type("xs");
  const row = await findOption(/with a result/);
  expect(row.textContent).toBe("xs with a result r-479 · 9\u00a0h ago · rack-4 1.36M IOPS");
  expect(row.querySelectorAll("svg")).toHaveLength(2);
  const without = option(/without one/);
  expect(without.textContent).toBe("xs without one r-480");
  expect(without.querySelectorAll("svg")).toHaveLength(1);
  const runs = within(screen.getByRole("group", { name: "Runs" })).getAllByRole("option");
  expect(runs.at(-1)?.textContent).toContain("All 31 runs with “xs”");
});

test("each profile of the lab is found by title, name and description", async () => {
  const { type } = await openPalette(labThatFinds([]));
  for (const q of ["quick look", "quick-4k", "six depths"]) {
    type(q);
    expect(await findOption(/Quick look, 4K random read/)).toBeTruthy();
  }
});

test("the lab is asked once for what was typed last, and what it found is counted aloud", async () => {
  const { lab, type } = await openPalette();
  type("x");
  type("xs ");
  expect(await findOption(/MZ-XSL21T9/)).toBeTruthy();
  expect(lab.requests.filter((line) => line.includes("/search"))).toEqual(["GET /api/v1/search?q=xs&limit=10"]);
  expect(screen.getByText("5 results").getAttribute("role")).toBe("status");
});

test("what was found stands in groups, is never read as HTML, and unknown kinds are left out", async () => {
  const { dialog, type } = await openPalette();
  type("xs");
  const runs = within(await screen.findByRole("group", { name: "Runs" }));
  expect(runs.getAllByRole("option")[0]?.textContent).toContain("r-7 · rack-4");
  expect(option(/MZ-XSL21T9/).textContent).toContain("model · drive, Samsung");
  expect(dialog.textContent).toContain(HOSTILE);
  expect(dialog.querySelector("img")).toBeNull();
  expect(screen.queryByText(/no page knows/)).toBeNull();
});

test.each([
  [/4K write xs/, "/runs/r-7"],
  [/MZ-XSL21T9/, "/servers/models/0191"],
  [/PERC xs H965i/, "/servers/published/0190"],
  [/30 runs with/, "/runs?q=xs"],
])("%s opens %s", async (name, address) => {
  const { router, type } = await openPalette();
  type("xs");
  fireEvent.click(await findOption(name));
  await waitFor(() => expect(router.state.location.href).toBe(address));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("arrows walk through all groups and around, Enter opens the chosen one", async () => {
  const { router, field, type, press } = await openPalette();
  type("xs");
  await findOption(/MZ-XSL21T9/);
  const first = chosen();
  expect(field.getAttribute("aria-activedescendant")).toBe(first.id);
  press("ArrowUp");
  expect(chosen()).toBe(palette().getAllByRole("option").at(-1));
  press("ArrowDown");
  expect(chosen()).toBe(first);
  press("ArrowDown");
  expect(field.getAttribute("aria-activedescendant")).toBe(chosen().id);
  type("campaign");
  press("Enter");
  await waitFor(() => expect(router.state.location.pathname).toBe("/campaigns"));
});

test("Ctrl and Enter open the list of runs with what was typed", async () => {
  const { router, type, press } = await openPalette();
  type("xs & more");
  press("Enter", { ctrlKey: true });
  await waitFor(() => expect(router.state.location.href).toMatch(/^\/runs\?q=xs(\+|%20)%26(\+|%20)more$/));
});

test("Tab lists what else can be done with the chosen one, and leads back", async () => {
  const { router, type, press } = await openPalette(labThatFinds([]));
  type("quick-4k");
  await findOption(/Quick look/);
  press("Tab");
  const actions = within(screen.getByRole("group", { name: "Actions" }));
  expect(actions.getAllByRole("option")).toHaveLength(3);
  press("Escape");
  expect(await findOption(/Quick look/)).toBeTruthy();
  press("Tab");
  press("ArrowDown");
  press("Enter");
  await waitFor(() => expect(router.state.location.href).toBe("/new?profile=quick-4k"));
});

test("behind > there are commands only, each with its keys", async () => {
  const { lab, type } = await openPalette();
  type(">");
  expect(option(/New run/).textContent).toBe("New run N");
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual(["Do"]);
  type("> navigation");
  expect(chosen().textContent).toContain("Show or hide navigation labels");
  expect(lab.requests.some((line) => line.includes("/search"))).toBe(false);
});

test("a command acts where it is, and a viewer is offered none that would be refused", async () => {
  const { type, press } = await openPalette(labThatFinds([], VIEWER));
  type("> new");
  expect(screen.queryByRole("option", { name: /New run/ })).toBeNull();
  type("> keyboard");
  press("Enter");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeTruthy();
});

test("the last workbench is opened by a command, and takes up a run that was found", async () => {
  rememberWorkbench({ search: { runs: "r-1,r-2", numbers: "ratio" }, runs: ["r-1", "r-2"] });
  const { router, type, press } = await openPalette();
  type("> last");
  expect(chosen().textContent).toContain("Open the last workbench");
  type("r-7");
  await findOption(/4K write xs/);
  press("Tab");
  fireEvent.click(await findOption(/Add to workbench/));
  await waitFor(() => expect(router.state.location.pathname).toBe("/workbench"));
  expect(router.state.location.search).toEqual({ runs: "r-1,r-2,r-7", numbers: "ratio" });
});

test("without words it shows the things that were opened last and the commands of the page", async () => {
  localStorage.setItem("storagelab-recent", JSON.stringify([{ path: "/runs/r-7", name: "r-7" }]));
  await openPalette(labThatFinds([]), "/runs");
  const recent = within(await screen.findByRole("group", { name: "Recent" }));
  expect(recent.getByRole("option").textContent).toContain("r-7");
  const acts = within(screen.getByRole("group", { name: "Do" }));
  expect(acts.getByRole("option", { name: /Compare selected runs/ }).textContent).toContain("C");
});

test("no match and a lab that cannot search are said", async () => {
  const { type } = await openPalette(labThatFinds([]));
  type("qqqqqq");
  expect(await screen.findByText("No matches. Try fewer words.")).toBeTruthy();
});

test("pages and commands stay when the search fails", async () => {
  const broken = () => new Response("{}", { status: 500, headers: { "content-type": "application/problem+json" } });
  const { type } = await openPalette(labThatFinds([], { "GET /api/v1/search": broken }));
  type("queue");
  expect(await screen.findByText(/Could not search the lab/)).toBeTruthy();
  expect(chosen().textContent).toContain("Queue");
});

test.each(["1e3", "true", "12345678901234567890", "007", "2012E98765"])(
  "an address from before it that was written by hand searches for %s as it stands",
  async (q) => {
    const lab = labThatFinds(HITS);
    const { router } = openPage(`/search?q=${q}`, lab);
    const field = await screen.findByRole<HTMLInputElement>("combobox", { name: "Search and commands" });
    expect(field.value).toBe(q);
    await waitFor(() => expect(lab.requests).toContain(`GET /api/v1/search?q=${q}&limit=10`));
    expect(router.state.location.pathname).toBe("/");
  },
);

test("a query offers the jobs of the queue and those that are done", async () => {
  const lab = labThatFinds([], {
    "GET /api/v1/fields/matches": ({ url }) => ({
      items: [{ list: "jobs", count: new URL(url).searchParams.get("q")?.includes("state:finished") ? 12 : 15 }],
    }),
  });
  const { router, type } = await openPalette(lab);
  type("profile:quick");

  expect(await findOption(/^Jobs where profile:quick.*3 in the queue/)).toBeTruthy();
  fireEvent.click(option(/^Jobs where profile:quick.*12 done/));
  await waitFor(() => expect(router.state.location.search).toEqual({ view: "done", q: "profile:quick" }));
});

test("a query offers each list that has its fields, with what it finds there", async () => {
  const items = [
    { list: "runs", count: 2 },
    { list: "drives", count: 12 },
  ];
  const { router, type } = await openPalette(labThatFinds([], { "GET /api/v1/fields/matches": { items } }));
  type("model:PM9A3");

  expect((await findOption(/^Drives where model:PM9A3/)).textContent).toContain("12 drives");
  expect(option(/^Runs where model:PM9A3/).textContent).toContain("2 runs");
  fireEvent.click(option(/^Drives where/));
  await waitFor(() => expect(router.state.location.href).toBe("/drives?q=model%3APM9A3"));
});
