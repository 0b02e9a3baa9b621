/** The diff of two configurations or runs, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ConfigurationComparison } from "@/api/configurations";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

type Row = ConfigurationComparison["factors"]["rows"][number];

const row = (key: string, label: string, a: string | null, b: string | null): Row => {
  const state = a === null || b === null ? "unknown" : a === b ? "same" : "differs";
  return {
    key,
    label,
    group: "server",
    state,
    cells: [
      { value: a, state: a === null ? "unknown" : "same" },
      { value: b, state },
    ],
  };
};

const CELL = { low: null, high: null, ci95_low: null, ci95_high: null, approximate: false, estimated: false } as const;

function aComparison(changes: Partial<ConfigurationComparison> = {}): ConfigurationComparison {
  const side = (number: string) => ({
    configuration: { id: number, number, name: `Setup ${number}` },
    class_hash: "a".repeat(64),
    instance_hash: "b".repeat(64),
    run: null,
    runs: [],
  });
  return {
    a: side("c-1"),
    b: side("c-2"),
    metric: "iops",
    label: "IOPS",
    unit: "1/s",
    better: "higher",
    factors: {
      rows: [
        row("array.condition", "Array condition", "optimal", "rebuilding"),
        row("controllers.battery", "Battery", null, "optimal"),
        row("server.cpu", "CPU", HOSTILE, HOSTILE),
      ],
      known_count: 1,
      unknown_count: 1,
      by: "Array condition",
      sentence: "",
      without: [],
    },
    consequences: [],
    points: [],
    findings: [],
    effect_workload: null,
    effects: [],
    ...changes,
  };
}

const labWith = (comparison: ConfigurationComparison, more = {}) =>
  stubLab({ "GET /api/v1/configurations/comparison": comparison, ...more });

test("factors that differ and those that are unknown stand apart, and the title counts them", async () => {
  const lab = labWith(aComparison());
  openPage("/configurations/diff?a=c-1&b=c-2", lab);

  expect(await screen.findByRole("heading", { level: 2, name: "1 factor differs, 1 is unknown." })).toBeTruthy();
  expect(screen.getByText(/no known cause/)).toBeTruthy();
  const table = within(screen.getByRole("table", { name: "Factors" }));
  expect(table.getByRole("row", { name: "Array condition optimal rebuilding not measured" })).toBeTruthy();
  expect(table.getByRole("row", { name: "Battery unknown optimal unknown counts as different" })).toBeTruthy();
  expect(lab.requests).toContain("GET /api/v1/configurations/comparison?a=c-1&b=c-2&metric=iops");
});

test("what is the same unfolds, names of hardware stay text, and the address keeps it", async () => {
  const { router } = openPage("/configurations/diff?a=c-1&b=c-2", labWith(aComparison()));

  const fold = await screen.findByRole("button", { name: "Same, 1" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByText(HOSTILE)).toBeNull();
  fireEvent.click(fold);
  expect(await screen.findByText(HOSTILE)).toBeTruthy();
  expect(document.querySelector("main img")).toBeNull();
  expect(router.state.location.search).toEqual({ a: "c-1", b: "c-2", same: true });
});

test("the address can show only what differs", async () => {
  openPage("/configurations/diff?a=c-1&b=c-2&show=differs", labWith(aComparison()));
  const table = within(await screen.findByRole("table", { name: "Factors" }));
  expect(table.getByText("Array condition")).toBeTruthy();
  expect(table.queryByText("Battery")).toBeNull();
  expect(table.queryByRole("button", { name: /^Same/ })).toBeNull();
});

test("the results lead with their findings", async () => {
  const [lead, second] = ["B reads 66 % more than A: 4K random read, QD 16.", "B has 12 % higher mean latency than A."];
  const findings = [lead, second].map((sentence) => ({ sentence, support: "tested" as const, rule: "Repeats." }));
  openPage("/configurations/diff?a=c-1&b=c-2", labWith(aComparison({ findings })));
  await screen.findByText(lead as string);
  const items = screen.getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent).filter((text) => text?.startsWith("B "))).toEqual([lead, second]);
});

test("results of both are drawn, with the effect of a factor alone and its workload", async () => {
  const comparison = aComparison({
    points: [
      {
        workload: "4K write",
        a: { ...CELL, n: 3, median: 100, ratio: 1, better: null, verdict: "not_different" },
        b: { ...CELL, n: 1, median: 60, ratio: 0.6, better: false, verdict: "single_run" },
      },
    ],
    effect_workload: "4K write",
    effects: [{ key: "array.condition", before: "optimal", after: "rebuilding", ratio: 0.68, better: false, pairs: 1 }],
  });
  openPage("/configurations/diff?a=c-1&b=c-2", labWith(comparison));

  expect(await screen.findByRole("row", { name: /Array condition optimal rebuilding \u221232\u00a0%/ })).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Known effect alone, IOPS, 4K write" })).toBeTruthy();
  const figure = await screen.findByRole("figure", { name: "Results" });
  expect(within(figure).getByRole("img", { name: /4K write: A, c-1 100.*B, c-2 60 .*\u221240/ })).toBeTruthy();
});

test("two runs without a common workload say so, and lead to the workbench", async () => {
  const base = aComparison();
  const run = (number: string) => ({ id: number, number, title: `Run ${number}` });
  const side = (source: typeof base.a, number: string) => ({
    ...source,
    run: run(number),
    runs: [{ id: number, number }],
  });
  const lab = labWith(aComparison({ a: side(base.a, "r-1"), b: side(base.b, "r-2") }));
  openPage("/configurations/diff?a=r-1&b=r-2", lab);

  expect(await screen.findByText("No common workload with valid IOPS.")).toBeTruthy();
  const workbench = screen.getByRole("link", { name: "Compare in workbench" });
  expect(decodeURIComponent(workbench.getAttribute("href") ?? "")).toBe("/workbench?runs=r-1,r-2&baseline=r-1");
});

test("sides are chosen and swapped, and a refusal stands on the page", async () => {
  const lab = stubLab({
    "GET /api/v1/configurations/comparison": () => problem(404, "There is no configuration c-9."),
  });
  const { router } = openPage("/configurations/diff", lab);

  expect(await screen.findByText("Choose two configurations")).toBeTruthy();
  for (const [side, number] of [
    ["A", "c-9"],
    ["B", "c-2"],
  ] as const) {
    fireEvent.click(screen.getByRole("button", { name: new RegExp(`^Configuration ${side}:`) }));
    // Without a layout the list has no place, and counts as hidden.
    const field = await screen.findByRole("textbox", { name: `Find configuration ${side}`, hidden: true });
    fireEvent.change(field, { target: { value: ` ${number} ` } });
    fireEvent.click(await screen.findByRole("option", { name: new RegExp(number), hidden: true }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ [side.toLowerCase()]: number }));
  }
  expect(await screen.findByText("There is no configuration c-9.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Swap A and B" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ a: "c-2", b: "c-9" }));
});
