/** The report of a run: a tab of its own for a run of an SNIA test, with header, plots and tables. */
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Report } from "@/api/types";
import { REPORT_MATRIX_SAMPLE } from "@/charts/samples";
import { aRun } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab } from "@/testing/stub-lab";

const report: Report = {
  test: "iops",
  title: "IOPS",
  header: [
    {
      title: "Storage platform",
      facts: [
        { name: "Drives", value: "Toshiba HG6" },
        { name: "Write cache of the drives", value: null },
      ],
    },
  ],
  steady: false,
  sentence: "Steady state was not achieved, the figures are those of rounds 21 to 25.",
  panels: [
    { ...matrix(), id: "matrix", kind: "matrix", empty: null, note: "Cells without a value were not measured." },
    { ...matrix(), id: "bars", title: "As bars", kind: "bars", empty: "No round is complete.", note: null },
    {
      id: "determination",
      title: "Determination data",
      kind: "table",
      empty: null,
      note: null,
      columns: [
        { label: "Tracking variable", unit: null },
        { label: "Average", unit: "1/s" },
        { label: "Best linear fit", unit: null },
      ],
      rows: [["4 KiB, 0/100", 11_726.8, "-6.4 * R + 11746"]],
    },
  ],
};

function matrix() {
  const { rows, columns, values, ...rest } = REPORT_MATRIX_SAMPLE;
  return { ...rest, rows: [...rows], columns: [...columns], values: values.map((row) => [...row]) };
}

const lab = (answer: Parameters<typeof stubLab>[0] = { "GET /api/v1/runs/r-1/report": report }) =>
  stubLab({ "GET /api/v1/runs/r-1": aRun({ report: "iops" }), ...answer });

test("a run of an SNIA test has its report behind a tab with an address of its own", async () => {
  const { router } = openPage("/runs/r-1", lab());

  fireEvent.click(await screen.findByRole("link", { name: "SNIA report" }));

  expect(await screen.findByRole("heading", { name: "SNIA report: IOPS" })).toBeTruthy();
  expect(router.state.location.pathname).toBe("/runs/r-1/report");
  expect(screen.queryByRole("heading", { name: "Conditions" })).toBeNull();
});

test("any other run has neither tab nor report, and its address says why", async () => {
  openPage("/runs/r-1/report", stubLab({ "GET /api/v1/runs/r-1": aRun() }));

  expect(await screen.findByText("No report")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "SNIA report" })).toBeNull();
  expect(screen.getByRole("link", { name: "Go to the summary" }).getAttribute("href")).toBe("/runs/r-1");
});

test("the header names what is unknown, and the verdict stands above everything", async () => {
  openPage("/runs/r-1/report", lab());

  const block = await screen.findByRole("region", { name: "Storage platform" });
  expect(within(block).getByText("Toshiba HG6")).toBeTruthy();
  expect(within(block).getByText("unknown")).toBeTruthy();
  expect(screen.getByText(report.sentence)).toBeTruthy();
});

test("tables write numbers with their units, empty panels say why and notes stand below", async () => {
  openPage("/runs/r-1/report", lab());

  const table = await screen.findByRole("table", { name: "Determination data" });
  expect(within(table).getByText("11.73k")).toBeTruthy();
  expect(within(table).getByText("-6.4 * R + 11746")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save Determination data as CSV" })).toBeTruthy();
  expect(screen.getByText("No round is complete.")).toBeTruthy();
  expect(screen.getByText("Cells without a value were not measured.")).toBeTruthy();
});

test("a report that cannot be read says so in the lab's own words", async () => {
  openPage("/runs/r-1/report", lab({ "GET /api/v1/runs/r-1/report": () => problem(404, "Run r-1 has no report.") }));

  expect((await screen.findByRole("alert")).textContent).toContain("Run r-1 has no report.");
});
