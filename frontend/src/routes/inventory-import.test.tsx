/** Import and export of what people wrote down, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { InventoryImport } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const TABLE = "component,number,note\r\ndrive,d-9,new\r\n";

function someImport(changes: Partial<InventoryImport> = {}): InventoryImport {
  return { dry_run: true, added: 0, changed: 0, unchanged: 0, refused: 0, rows: [], warnings: [], ...changes };
}

function choose(file: File) {
  fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, { target: { files: [file] } });
}

test("every row is looked at before anything is imported", async () => {
  const requests: string[] = [];
  const made = someImport({
    added: 1,
    changed: 1,
    unchanged: 3,
    refused: 1,
    warnings: ["line 9: too many cells"],
    rows: [
      { row: 1, kind: "model", name: "drive X1", outcome: "add", changes: [], reason: null },
      {
        row: 2,
        kind: "component",
        name: "drive d-9",
        outcome: "change",
        changes: [
          { field: "note", before: "", after: HOSTILE },
          { field: "labels", before: { blue: null }, after: { blue: null, rack: "4" } },
        ],
        reason: null,
      },
      {
        row: 5,
        kind: "component",
        name: "drive d-8",
        outcome: "refuse",
        changes: [],
        reason: "There is no drive d-8.",
      },
    ],
  });
  const lab = stubLab({
    "POST /api/v1/inventory/import": async (request) => {
      const dryRun = new URL(request.url).searchParams.get("dry_run") === "true";
      requests.push(`${dryRun} ${request.headers.get("content-type")} ${await request.text()}`);
      return { ...made, dry_run: dryRun };
    },
  });
  openPage("/servers/import", lab);

  await screen.findByRole("button", { name: "Choose a file" });
  choose(new File([TABLE], "notes.csv", { type: "text/csv" }));
  expect(await screen.findByText("Preview: 1 to add, 1 to change, 3 unchanged, 1 row refused.")).toBeTruthy();
  const rows = within(screen.getByRole("table")).getAllByRole("row").slice(1);
  expect(rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent))).toEqual([
    ["5", "refused", "drive d-8", "There is no drive d-8."],
    ["1", "new", "drive X1", "–"],
    ["2", "changed", "drive d-9", `Note: – → ${HOSTILE}Labels: blue → blue, rack=4`],
  ]);
  expect(screen.getByText("line 9: too many cells")).toBeTruthy();
  expect(requests).toEqual([`true text/csv ${TABLE}`]);

  fireEvent.click(screen.getByRole("button", { name: "Import 2 rows" }));
  expect(await screen.findByText("Imported: 1 added, 1 changed, 3 unchanged, 1 refused.")).toBeTruthy();
  expect(requests[1]).toBe(`false text/csv ${TABLE}`);
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  expect(await screen.findByRole("button", { name: "Choose a file" })).toBeTruthy();
});

test("a file that changes nothing, one that the lab refuses, and one that is too large", async () => {
  const answers: object[] = [problem(422, "The format is not known here."), someImport({ unchanged: 2 })];
  const lab = stubLab({ "POST /api/v1/inventory/import": () => answers.pop() ?? {} });
  openPage("/servers/import", lab);

  await screen.findByRole("button", { name: "Choose a file" });
  const zone = screen.getByRole("region", { name: "Drop a CSV or JSON file here" });
  fireEvent.drop(zone, { dataTransfer: { files: [new File(["a"], "a.csv"), new File(["b"], "b.csv")] } });
  expect(await screen.findByText("Drop one file only.")).toBeTruthy();
  choose(new File([""], "empty.csv"));
  expect(await screen.findByText("The file is empty.")).toBeTruthy();
  choose(new File(["{}"], "same.JSON"));
  expect(await screen.findByText("No changes.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Choose another file" }));
  await waitFor(() => expect(screen.queryByText("No changes.")).toBeNull());
  choose(new File(["{}"], "other.json"));
  expect(await screen.findByText("The format is not known here.")).toBeTruthy();
});

test("a viewer exports and does not import", async () => {
  openPage("/servers/import", stubLab(VIEWER));

  const link = await screen.findByRole("link", { name: "Hardware (CSV)" });
  expect(link.getAttribute("href")).toBe("http://lab.test/api/v1/inventory/export?kind=components&format=csv");
  expect(screen.getByRole("link", { name: "Everything (JSON)" }).getAttribute("href")).toBe(
    "http://lab.test/api/v1/inventory/export?kind=all&format=json",
  );
  expect(screen.getByText("Your role can export the inventory but not change it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose a file" })).toBeNull();
});
