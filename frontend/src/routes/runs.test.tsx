/** The list of runs, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { RunColumn } from "@/api/run-table";
import { rememberWorkbench } from "@/lib/last-workbench";
import { aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aRunRow, aRunTable, runsAnswer, USUAL_COLUMNS } from "@/testing/run-table-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const RUNS = "GET /api/v1/runs";
const only = (...rows: ReturnType<typeof aRunRow>[]) => runsAnswer(() => aRunTable(rows));
const second = aRunRow({ id: "run-2", number: "r-2", title: "Another run" });
const QUERY_PROBLEM = { status: 422, code: "invalid_query", detail: "Unknown field.", known: [], suggestion: null };
const refused = (parameter: string, start: number, end: number) =>
  new Response(JSON.stringify({ ...QUERY_PROBLEM, parameter, start, end }), {
    status: 422,
    headers: { "content-type": "application/problem+json" },
  });
afterEach(() => vi.restoreAllMocks());

const rowOf = async (title: string) => (await screen.findByRole("link", { name: title })).closest("tr") as HTMLElement;

test("a row names run, configuration, verdict and figures, short to look at and exact on hover", async () => {
  const run = aRunRow({ verdict: aVerdict({ status: "not_steady" }), completeness: "partial" });
  openPage("/runs", stubLab({ [RUNS]: only(run) }));
  const row = await rowOf(run.title);
  for (const text of ["r-1", "NVMe scratch", "Not steady", "Partial"]) expect(row.textContent).toContain(text);
  expect(within(row).getByTitle("231,456").textContent).toBe("231k");
  expect(within(row).getByTitle("1.102 ms").textContent).toBe("1.10\u00a0ms");
  expect(within(row).getByTitle("948.04 MB/s").textContent).toBe("948\u00a0MB/s");
});

test("a row is named by its drives and what differs, and leads to the run by that name", async () => {
  const facts = { model: "PM9A3", drives: 8, firmware: "1.4.0", strip: 65_536 };
  const rows = [aRunRow({ facts }), { ...second, title: "Quick 4K on rack-4", facts: { ...facts, raid: "RAID 5" } }];
  openPage("/runs", stubLab({ [RUNS]: only(...rows) }));
  const link = await screen.findByRole("link", { name: "8 × PM9A3 · RAID 5" });
  expect([link.getAttribute("href"), link.title]).toEqual(["/runs/r-2", "Quick 4K on rack-4"]);
  expect(link.closest("tr")?.textContent).toContain("r-2 · fw 1.4.0 · strip 64 KiB · Quick 4K · rack-4");
});

test("unknown values are dashes, and several values are none of them", async () => {
  openPage("/runs", stubLab({ [RUNS]: only(aRunRow({ values: [null, 1, 2, "finished", null], ambiguous: [1] })) }));
  const row = await rowOf("Quick 4K on rack-4");
  expect(within(row).getByTitle("unknown").textContent).toBe("–");
  expect(within(row).getByText("several").title).toContain("Several results match");
});

test("a phone shows cards that lead to their runs, in place of the table", async () => {
  setWidth(390);
  try {
    openPage(
      "/runs",
      stubLab({ [RUNS]: only(aRunRow(), aRunRow({ id: "run-3", number: "r-3", origin: "published" })) }),
    );
    const list = await screen.findByRole("list", { name: "Runs of the lab" });
    const [first] = within(list).getAllByRole("link");
    expect(first?.getAttribute("href")).toBe("/runs/r-1");
    const [card] = within(list).getAllByRole("listitem");
    for (const text of ["231k", "p99 1.10\u00a0ms"]) expect(card?.textContent).toContain(text);
    expect(within(list).getByText("Published")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  } finally {
    setWidth(USUAL_WIDTH);
  }
});

test("cards take the place of the table where the address says so, and can be selected", async () => {
  const { router } = openPage("/runs?cards=true", stubLab({ [RUNS]: only(aRunRow(), second) }));
  const list = await screen.findByRole("list", { name: "Runs of the lab" });
  expect(screen.queryByRole("table")).toBeNull();
  fireEvent.click(within(list).getByRole("checkbox", { name: "Select r-2" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ cards: true, selected: "r-2" }));
  fireEvent.click(screen.getByRole("radio", { name: "Table" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ selected: "r-2" }));
  expect(await screen.findByRole("table")).toBeTruthy();
});

test("columns, order and groups of the address are what the lab is asked for", async () => {
  const searches: URLSearchParams[] = [];
  const lab = stubLab({
    [RUNS]: runsAnswer((search) => {
      searches.push(search);
      return aRunTable([aRunRow()]);
    }),
  });
  openPage("/runs?columns=iops%2Craid&sort=-iops&group=model", lab);
  await rowOf("Quick 4K on rack-4");
  expect(["columns", "sort", "group"].map((name) => searches.at(-1)?.get(name))).toEqual([
    "iops,raid",
    "-iops",
    "model",
  ]);
});

test("a key makes a row the baseline, and the others show how far they are from it", async () => {
  const percent = { "r-1": 0, "r-2": -50, "r-3": null } as Record<string, number | null>;
  const lab = stubLab({
    [RUNS]: runsAnswer((search) => {
      const expressions = (search.get("columns") ?? "").split(/,(?! )/);
      const columns = expressions.map((expression): RunColumn => {
        const isDifference = expression === "vs(iops, r-1)";
        const field = isDifference ? "iops" : expression;
        return {
          expression,
          field,
          title: field,
          workload: null,
          type: "number",
          unit: "1/s",
          baseline: isDifference ? "r-1" : null,
        };
      });
      const values: Record<string, number | string> = { iops: 231_456 };
      const row = (number: string, title: string) =>
        aRunRow({
          id: number,
          number,
          title,
          values: columns.map(({ expression, baseline }) =>
            baseline ? (percent[number] ?? null) : (values[expression] ?? null),
          ),
          not_comparable: number === "r-3" ? { 1: "The load generators differ." } : {},
        });
      return aRunTable([row("r-1", "Base"), row("r-2", "Slower"), row("r-3", "Other")], { columns });
    }),
  });
  const { router } = openPage("/runs?columns=iops", lab);
  const row = await rowOf("Base");
  fireEvent.keyDown(row, { key: "j" });
  fireEvent.keyDown(row, { key: "b" });
  await waitFor(() => expect(router.state.location.search).toEqual({ columns: "iops", baseline: "r-1" }));
  await screen.findByRole("columnheader", { name: "vs baseline" });
  expect(within(await rowOf("Slower")).getByTitle(/^.50 %$/).textContent).toContain("worse");
  expect(within(await rowOf("Other")).getByText("not comparable").title).toBe("The load generators differ.");
  expect(within(await rowOf("Base")).getByTitle("Baseline of this list")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear the baseline r-1" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ columns: "iops" }));
});

test("a head is dragged to the place of another, and figures are coloured on demand", async () => {
  const rows = [aRunRow(), { ...second, values: [10, 1, 2, "finished", null] }];
  const { router } = openPage("/runs", stubLab({ [RUNS]: only(...rows) }));
  await rowOf("Another run");
  const head = (name: string) => screen.getByRole("columnheader", { name });
  const dataTransfer = { setData: () => undefined };
  fireEvent.dragStart(head("Throughput"), { dataTransfer });
  fireEvent.dragOver(head("IOPS"), { dataTransfer });
  fireEvent.drop(head("IOPS"), { dataTransfer });
  const columns = "curve,throughput,iops,p99,state,created";
  await waitFor(() => expect(router.state.location.search).toEqual({ columns }));
  fireEvent.click(screen.getByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Colour figures by value" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ columns, shades: true }));
  const shades = async (title: string) =>
    (await rowOf(title)).querySelector("[data-shade]")?.getAttribute("data-shade");
  expect([await shades("Another run"), await shades("Quick 4K on rack-4")]).toEqual(["0", "4"]);
});

test("a head sorts by the server, the lowest latency and the most IOPS first", async () => {
  const { router } = openPage("/runs", stubLab({ [RUNS]: only(aRunRow()) }));
  await rowOf("Quick 4K on rack-4");
  fireEvent.click(screen.getByRole("button", { name: "p99" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "p99" }));
  fireEvent.click(screen.getByRole("button", { name: "IOPS" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: "-iops" }));
});

test("a figure of a workload becomes order and column with three actions", async () => {
  const lab = stubLab({
    [RUNS]: only(aRunRow()),
    "GET /api/v1/fields": {
      items: [{ ...FIELD, name: "p99", group: "figure", unit: "ns", title: "p99" }],
      next_cursor: null,
    },
    "GET /api/v1/labels": { items: [], next_cursor: null },
    "GET /api/v1/fields/completions": { start: 0, end: 0, field: "workload", proposals: [] },
  });
  const { router } = openPage("/runs", lab);
  await rowOf("Quick 4K on rack-4");
  fireEvent.click(screen.getByRole("button", { name: "Newest first" }));
  const field = await screen.findByRole("combobox", { name: "Sort", hidden: true });
  fireEvent.change(field, { target: { value: "p99 4K random read QD32" } });
  await screen.findByRole("option", { name: "p99, 4K random read QD32", hidden: true });
  fireEvent.keyDown(field, { key: "Enter", code: "Enter" });
  const column = "p99@(bs:4k random:100% read:100% qd:32)";
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      sort: column,
      columns: `curve,iops,p99,throughput,state,created,${column}`,
    }),
  );
});

const FIELD = {
  name: "x",
  title: "x",
  aliases: [],
  type: "number",
  unit: null,
  description: "",
  example: "",
  units: [],
  choices: [],
};

test("groups show how many runs they have in all, and their median", async () => {
  const groups = [
    {
      value: "PM9A3",
      run_count: 40,
      summaries: [{ min: 1e5, median: 2e5, max: 4e5, count: 40 }, null, null, null, null],
    },
    { value: null, run_count: 1, summaries: [null, null, null, null, null] },
  ];
  const rows = [aRunRow({ group: "PM9A3" }), { ...second, group: null }];
  const counted = groups.map((group) => ({ ...group, summaries: group.summaries.map(() => null) }));
  const answer = (search: URLSearchParams) =>
    aRunTable(rows, { groups: search.get("summaries") === "false" ? counted : groups });
  openPage("/runs?group=model", stubLab({ [RUNS]: runsAnswer(answer) }));
  const head = await screen.findByRole("button", { name: "PM9A3, 40 rows" });
  const row = head.closest("tr") as HTMLElement;
  await waitFor(() => expect(row.textContent).toContain("40 runs, median"));
  expect(
    within(row)
      .getAllByTitle("200,000")
      .map(({ textContent }) => textContent),
  ).toEqual(["200k", "200k"]);
  expect(screen.getByRole("button", { name: "unknown, 1 row" })).toBeTruthy();
});

/** Lays rows out as a browser would, and answers with 12,000 runs from any place on. */
function openLongList() {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(680);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW);
  const offsets = new Set<number>();
  const lab = stubLab({
    [RUNS]: runsAnswer(
      (search) => {
        const offset = Number(search.get("offset") ?? 0);
        offsets.add(offset);
        const places = Array.from({ length: 100 }, (_, step) => offset + step + 1);
        const rows = places.map((place) =>
          aRunRow({ id: `run-${place}`, number: `r-${place}`, title: `Run ${place}` }),
        );
        return aRunTable(rows, { next_cursor: "more" });
      },
      () => 12_000,
    ),
  });
  return { ...openPage("/runs", lab), offsets };
}

const ROW = 43;
const scrollTo = (row: number) => {
  const scroller = screen.getByRole("region", { name: "Runs of the lab, scrolls" });
  scroller.scrollTop = (row - 1) * ROW;
  fireEvent.scroll(scroller);
};

test("a list has the length of all its runs, and rows are read where it is scrolled to", async () => {
  const { offsets } = openLongList();
  await rowOf("Run 1");
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("12001"));
  scrollTo(5_000);
  scrollTo(3_001);
  expect((await rowOf("Run 3001")).getAttribute("aria-rowindex")).toBe("3002");
  expect([...offsets]).toEqual([0, 2900, 3000]);
  expect(screen.queryByRole("link", { name: "Run 1" })).toBeNull();
});

test("a range is selected through rows that are not read yet", async () => {
  const { router } = openLongList();
  fireEvent.click(within(await rowOf("Run 2")).getByRole("checkbox"));
  await waitFor(() => expect(router.state.location.search).toEqual({ selected: "r-2" }));
  scrollTo(401);
  fireEvent.click(within(await rowOf("Run 401")).getByRole("checkbox"), { shiftKey: true });
  const through = Array.from({ length: 100 }, (_, step) => `r-${step + 2}`).join(",");
  await waitFor(() => expect(router.state.location.search).toEqual({ selected: through }));
});

test("how many of all runs are found stands in the search field", async () => {
  const counted = (q: string | null) => (q === null ? 2480 : 12);
  openPage("/runs?q=raid:10", stubLab({ [RUNS]: runsAnswer(() => aRunTable([aRunRow()]), counted) }));
  expect(await screen.findByText("12 of 2,480")).toBeTruthy();
});

test("selected runs are in the address, stay over a change of filters, and lead to the comparison", async () => {
  const { router } = openPage("/runs?selected=r-9", stubLab({ [RUNS]: only(aRunRow(), second) }));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select r-2" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ selected: "r-9,r-2" }));
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "nvme" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "nvme", selected: "r-9,r-2" }));
  const bar = within(screen.getByRole("region", { name: "Selected runs" }));
  expect(bar.getByRole("status").textContent).toBe("2 selected");
  expect(bar.getByRole("link", { name: "Compare" }).getAttribute("href")).toBe("/workbench?runs=r-9%2Cr-2");
});

test("all selected runs go to the trash, the one that refuses is named, and the others come back", async () => {
  const calls: string[] = [];
  const note = (request: Request) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return aRunRow();
  };
  const lab = stubLab({
    [RUNS]: only(aRunRow(), second),
    "DELETE /api/v1/runs/r-1": note,
    "DELETE /api/v1/runs/r-2": problem(409, "r-2 is running."),
    "POST /api/v1/runs/r-1/restore": note,
  });
  const { router } = openPage("/runs?selected=r-1%2Cr-2", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Move to trash" }));
  expect(await screen.findByText("1 run moved to trash")).toBeTruthy();
  expect(screen.getByText("r-2: r-2 is running.")).toBeTruthy();
  expect(router.state.location.search).toEqual({ selected: "r-2" });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(calls).toEqual(["DELETE /api/v1/runs/r-1", "POST /api/v1/runs/r-1/restore"]));
});

test("a label is put on all selected runs, and an earlier value comes back", async () => {
  const bodies: unknown[] = [];
  const note = async (request: Request) => {
    bodies.push(await request.json());
    return { labels: {} };
  };
  const lab = stubLab({
    [RUNS]: only(aRunRow({ labels: { release: "24.1" } }), second),
    "PATCH /api/v1/runs/r-1/labels": note,
    "PATCH /api/v1/runs/r-2/labels": note,
  });
  openPage("/runs?selected=r-1%2Cr-2", lab);
  await rowOf("Another run");
  fireEvent.click(screen.getByRole("button", { name: "Label" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Label 2 runs" }));
  fireEvent.change(dialog.getByRole("textbox", { name: /Label/ }), { target: { value: "release=24.2" } });
  fireEvent.click(dialog.getByRole("button", { name: "Label" }));
  expect(await screen.findByText("2 runs labelled release=24.2")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(bodies).toHaveLength(4));
  expect(bodies).toContainEqual({ add: { release: "24.1" }, remove: [] });
  expect(bodies).toContainEqual({ add: {}, remove: ["release=24.2"] });
});

test("a viewer compares and exports, and changes nothing", async () => {
  openPage("/runs?selected=r-1", stubLab({ ...VIEWER, [RUNS]: only(aRunRow()) }));
  const bar = within(await screen.findByRole("region", { name: "Selected runs" }));
  const acts = [...bar.getAllByRole("link"), ...bar.getAllByRole("button")].map(
    (one) => one.getAttribute("aria-label") ?? one.textContent,
  );
  expect(acts).toEqual(["CompareC", "Export", "Clear the selection"]);
});

test("without a match each condition says how many runs there are without it", async () => {
  const counted = (q: string | null) => ({ "raid:10": 24, 'model:"a b"': 3 })[q ?? ""] ?? 0;
  const { router } = openPage(
    "/runs?q=raid:10%20model:%22a%20b%22",
    stubLab({ [RUNS]: runsAnswer(() => aRunTable([]), counted) }),
  );
  const conditions = within(await screen.findByRole("list", { name: "Conditions" }));
  const [first, last] = conditions.getAllByRole("listitem");
  await waitFor(() => expect(first?.textContent).toBe("raid:103 runs without it"));
  await waitFor(() => expect(last?.textContent).toBe('model:"a b"24 runs without it'));
  fireEvent.click(conditions.getByRole("button", { name: "Remove raid:10" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'model:"a b"' }));
});

test("an empty lab offers a run and an import", async () => {
  openPage(
    "/runs",
    stubLab({
      [RUNS]: runsAnswer(
        () => aRunTable([]),
        () => 0,
      ),
    }),
  );
  expect(await screen.findByText("No runs yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Import results" }).getAttribute("href")).toBe("/import");
});

test("a column that no longer exists is left out, and can be dropped", async () => {
  const columns: RunColumn[] = USUAL_COLUMNS.slice(0, 1);
  const lab = stubLab({
    [RUNS]: runsAnswer((search) =>
      search.get("columns")?.includes("gone") ? refused("columns", 5, 9) : aRunTable([aRunRow()], { columns: columns }),
    ),
  });
  const { router } = openPage("/runs?columns=iops%2Cgone", lab);
  expect(await screen.findByText("The column gone is not available")).toBeTruthy();
  expect(await rowOf("Quick 4K on rack-4")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove it" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ columns: "iops" }));
  expect(screen.queryByText("The column gone is not available")).toBeNull();
});

const VIEW = { id: "f-1", page: "/runs", name: "Old", query: "q=gone%3A1+raid%3A10", shared: false, owner: "eve" };
const viewsOf = (...views: object[]) => ({
  "GET /api/v1/saved-filters": {
    items: views.map((view) => ({ ...VIEW, is_own: true, created_at: "2026-11-22T06:00:00Z", ...view })),
    next_cursor: null,
  },
});

test("a view whose field no longer exists is shown with what is left", async () => {
  const lab = stubLab({
    ...viewsOf({}),
    [RUNS]: runsAnswer((search) => (search.get("q")?.includes("gone") ? refused("q", 0, 4) : aRunTable([aRunRow()]))),
  });
  openPage("/runs?q=gone:1%20raid:10&view=f-1", lab);
  expect(await screen.findByText("Shown without gone:1")).toBeTruthy();
  expect(await rowOf("Quick 4K on rack-4")).toBeTruthy();
});

test("views are tabs with counts, and an earlier filter is a query", async () => {
  const lab = stubLab({
    ...viewsOf({ name: "Failed", query: "origin=imported&state=failed" }),
    [RUNS]: runsAnswer(
      () => aRunTable([aRunRow()]),
      (q) => (q === "state:failed origin:imported" ? 7 : 31),
    ),
  });
  const { router } = openPage("/runs", lab);
  const tabs = within(await screen.findByRole("navigation", { name: "Saved views" }));
  const tab = await tabs.findByRole("link", { name: /^Failed/ });
  await waitFor(() => expect(tab.textContent).toBe("Failed 7"));
  expect(tabs.getByRole("link", { name: /^All/ }).getAttribute("aria-current")).toBe("page");
  fireEvent.click(tab);
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "state:failed origin:imported", view: "f-1" }));
  expect(tabs.getByRole("link", { name: /^All/ }).getAttribute("aria-current")).toBeNull();
});

test("a changed view stays open, says so, and is saved under its name", async () => {
  const saved: unknown[] = [];
  const lab = stubLab({
    ...VIEWER,
    ...viewsOf({ name: "RAID", query: "q=raid%3A10" }),
    [RUNS]: only(aRunRow()),
    "PATCH /api/v1/saved-filters/f-1": async (request: Request) => {
      saved.push(await request.json());
      return VIEW;
    },
  });
  openPage("/runs?q=raid:10&view=f-1&sort=-iops", lab);
  const tab = await screen.findByRole("link", { name: /^RAID.*changed/ });
  expect(tab.getAttribute("aria-current")).toBe("page");
  fireEvent.click(screen.getByRole("button", { name: "View" }));
  expect(screen.queryByRole("menuitem", { name: "Share with the lab" })).toBeNull();
  fireEvent.click(await screen.findByRole("menuitem", { name: "Save changes" }));
  await waitFor(() => expect(saved).toEqual([{ query: "q=raid%3A10&sort=-iops" }]));
});

test("a run beside the list has its facts, and joins the last workbench", async () => {
  setWidth(1440);
  try {
    const lab = stubLab({ [RUNS]: only(aRunRow(), second) });
    rememberWorkbench({ search: { runs: "r-8,r-9", numbers: "ratio" }, runs: ["r-8", "r-9"] });
    openPage("/runs?peek=r-1", lab);
    const peek = within(await screen.findByRole("complementary", { name: "Preview of r-1" }));
    expect((await peek.findByRole("link", { name: "Open" })).getAttribute("href")).toBe("/runs/r-1");
    const add = await peek.findByRole("link", { name: "Add to workbench" });
    expect(add.getAttribute("href")).toBe("/workbench?runs=r-8%2Cr-9%2Cr-1&numbers=ratio");
  } finally {
    setWidth(USUAL_WIDTH);
  }
});

const PUBLISHED = aRunRow({ id: "run-3", number: "r-3", origin: "published", server: null, profile: null });

test("published figures are labelled, announced with their number, and removed after a question", async () => {
  let present = true;
  const lab = stubLab({
    "GET /api/v1/demo-data": () => ({ run_count: present ? 14 : 0 }),
    [RUNS]: runsAnswer(() => aRunTable(present ? [PUBLISHED] : [])),
    "DELETE /api/v1/demo-data": () => {
      present = false;
      return { removed_count: 14, preserved_runs: [] };
    },
  });
  openPage("/runs", lab);
  expect(await screen.findByText("Demo runs are included (14 runs)")).toBeTruthy();
  expect(await screen.findByText("Published")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No runs yet")).toBeTruthy();
  expect(screen.queryByText(/Demo runs are included/)).toBeNull();
});

test("a viewer is not offered to remove the published figures, and can hide the note", async () => {
  const lab = stubLab({ ...VIEWER, "GET /api/v1/demo-data": { run_count: 1 }, [RUNS]: only(PUBLISHED) });
  openPage("/runs", lab);
  expect(await screen.findByText("Demo runs are included (1 run)")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Hide this note" }));
  expect(screen.queryByText(/Demo runs are included/)).toBeNull();
});

test("a failed read says what and who, and is tried again on demand", async () => {
  let broken = true;
  const lab = stubLab({
    [RUNS]: runsAnswer(() => (broken ? problem(500, "The database does not answer.") : aRunTable([aRunRow()]))),
  });
  openPage("/runs", lab);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The database does not answer.");
  broken = false;
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await rowOf("Quick 4K on rack-4")).toBeTruthy();
});

test("an address with a place in the list of before opens the list from its start", async () => {
  const { router } = openPage("/runs?state=finished&cursor=of-another-list", stubLab({ [RUNS]: only(aRunRow()) }));
  expect(await rowOf("Quick 4K on rack-4")).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe("/runs?q=state%3Afinished"));
});
