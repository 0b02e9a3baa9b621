/** Results by factors, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openPage } from "@/testing/open-page";
import { aPivot, aPivotCell } from "@/testing/pivot-objects";
import { stubLab } from "@/testing/stub-lab";

const ADDRESS = "/compare/pivot?runs=r-1,r-2";

const labWith = (pivot: object) => stubLab({ "GET /api/v1/pivot": pivot });

async function table() {
  return screen.findByRole("table", { name: "IOPS by RAID level and number of drives" });
}

test("rows and columns are headers, and every state says itself", async () => {
  const { cells } = aPivot();
  const more = [
    aPivotCell({ row: "RAID 6", column: "8", state: "impossible", reason: "RAID 6 needs at least 4 drives." }),
    aPivotCell({ row: "RAID 6", column: "16", state: "not_measured", reason: "Its campaign left it out." }),
    aPivotCell({ row: "JBOD", column: "8", state: "withheld", reason: "It was degraded." }),
    aPivotCell({ row: "JBOD", column: "16", value: null, low: 400_000, high: 450_000, value_kind: "range" }),
  ];
  openPage(ADDRESS, labWith(aPivot({ rows: ["RAID 10", "RAID 5", "RAID 6", "JBOD"], cells: [...cells, ...more] })));

  const found = await table();
  const rows = within(found).getAllByRole("row").slice(2);
  const texts = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  );

  expect(
    within(found)
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["RAID 10", "RAID 5", "RAID 6", "JBOD"]);
  expect(
    within(found)
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent),
  ).toEqual(["RAID level", "Number of drives · IOPS", "8", "16"]);
  expect(texts).toEqual([
    ["200.0kn = 3, 190.0k to 204.0kr-1", "≥ 300.0kr-1"],
    ["150.0kr-1", "failedThe power went away."],
    ["impossibleRAID 6 needs at least 4 drives.", "not measuredIts campaign left it out."],
    ["withheldIt was degraded.", "400.0k to 450.0kr-1"],
  ]);
});

test("differences and ratios are against a cell that the address names", async () => {
  const { router } = openPage(`${ADDRESS}&view=relative`, labWith(aPivot()));

  const found = await table();
  const cells = () =>
    within(found)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent?.replace(/r-1$/, ""));
  expect(cells().slice(0, 3)).toEqual(["0 % baselinen = 3, −5 % to +2 %", "≥ +50 %", "−25 %"]);

  await router.navigate({
    to: "/compare/pivot",
    search: { runs: "r-1,r-2", view: "ratio", baseline: ["RAID 5", "8"] },
  });

  await waitFor(() => expect(cells()[0]).toContain("1.33×"));
  expect(cells()[2]).toBe("1.00× baseline");
});

test("the first change writes down what the lab had proposed", async () => {
  const lab = labWith(aPivot());
  const { router } = openPage(ADDRESS, lab);
  await table();

  const panels = screen.getByRole("combobox", { name: "Panels" });
  fireEvent.click(panels);
  await waitFor(() => expect(panels.getAttribute("aria-controls")).toBeTruthy());
  // Every select has a list of its own with the same options.
  const list = document.getElementById(panels.getAttribute("aria-controls") ?? "") as HTMLElement;
  fireEvent.click(within(list).getByText("Controllers"));

  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      runs: "r-1,r-2",
      rows: "array.level",
      columns: "drives.count",
      panel: "controllers",
      metric: "iops",
      fixed: ["workload.name=reads"],
    }),
  );
  await waitFor(() => expect(lab.asked.at(-1)).toContain("panel=controllers"));
});

test("a cell with different results names the factor, and offers to make it a panel", async () => {
  const differs = [{ key: "controllers", label: "Controllers", levels: ["none", "H965i"], known: true }];
  const [first, ...others] = aPivot().cells;
  const mixed = { ...first, ...aPivotCell({ row: "RAID 10", state: "several", groups: 2, differs, n: 2 }) };
  const { router } = openPage(ADDRESS, labWith(aPivot({ cells: [mixed, ...others] })));

  expect(within(await table()).getByText("2 values differ by Controllers")).toBeTruthy();
  expect(screen.getByText("1 cell has different results")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show Controllers as panels" }));

  await waitFor(() => expect(router.state.location.search).toMatchObject({ panel: "controllers" }));
});

test("a choice that cannot be filled is told, with the way back", async () => {
  const refusal = {
    type: "about:blank",
    title: "Unprocessable Entity",
    status: 422,
    detail: "x is not a factor of these results",
    code: "invalid_input",
    responsible: "request",
  };
  const lab = labWith(() => Response.json(refusal, { status: 422 }));
  openPage(`${ADDRESS}&rows=x`, lab);

  expect(await screen.findByText(/x is not a factor of these results/)).toBeTruthy();
  const back = screen.getByRole("link", { name: "Choose automatically" });
  expect(back.getAttribute("href")).toBe("/compare/pivot?runs=r-1%2Cr-2");
});

test("without runs the page asks for words", async () => {
  const { router } = openPage("/compare/pivot", labWith(aPivot()));

  const field = await screen.findByRole("textbox", { name: "Find runs" });
  expect(screen.getByText("No runs selected")).toBeTruthy();
  fireEvent.change(field, { target: { value: "PERC 12" } });
  fireEvent.submit(field);

  await waitFor(() => expect(router.state.location.search).toEqual({ q: "PERC 12" }));
});

test("words that no run mentions are told, without an empty table", async () => {
  openPage("/compare/pivot?q=nothing", labWith(aPivot({ runs: [], cells: [], results: 0 })));
  await screen.findByText("No matches");
  expect(screen.queryByRole("table")).toBeNull();
});
