/** A published result of another lab, added to the workbench beside own runs. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aComparison, aDrawnRun, anEntry } from "@/testing/comparison-objects";
import { openPage } from "@/testing/open-page";
import { someMeasurements } from "@/testing/result-objects";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { MANIFEST, RECEIVED, zipOf } from "@/testing/share-zips";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const PANELS = "panels=p1.bars.iops.0-0-12-9";

beforeEach(() => setWidth(1440));
afterEach(() => setWidth(USUAL_WIDTH));

/** Build a lab that receives everything; runs from r-40 on are those of another lab. */
function labWithRuns(more: Parameters<typeof stubLab>[0] = {}) {
  return stubLab({
    "GET /api/v1/comparison": (request) => {
      const runs = new URL(request.url).searchParams.getAll("run_id");
      const entries = runs.map((run) => anEntry(run, run === "r-40" ? { lab: "Jo", origin: "imported" } : {}));
      return aComparison({
        entries,
        baseline: runs[0],
        runs: runs.map((run) => aDrawnRun(run)),
        points: [],
        verdicts: [],
      });
    },
    "GET /api/v1/measurements": someMeasurements([{ run: "r-1", outstanding: 1, iops: 1000 }]),
    "POST /api/v1/shares/received": Response.json(RECEIVED, { status: 201 }),
    ...more,
  });
}

async function chooseFile(file: File) {
  const dialog = within(await screen.findByRole("dialog", { name: "Add published result" }));
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("the dialog has no field for a file");
  fireEvent.change(input, { target: { files: [file] } });
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  return dialog;
}

test("its zip is received, and its runs join the own ones with their lab named", async () => {
  const lab = labWithRuns();
  openPage(`/workbench?runs=r-1,r-2&${PANELS}`, lab);
  fireEvent.click(await screen.findByRole("button", { name: "Add runs" }));
  fireEvent.click(await screen.findByRole("button", { name: "Add published result…" }));
  await chooseFile(await zipOf(MANIFEST));
  await waitFor(() => {
    const list = within(screen.getByRole("list", { name: "Shown entries" }));
    expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual(["r-1", "r-2", "r-40"]);
  });
  expect(await screen.findByText(/^Measured in another lab: Jo\. This lab cannot check how/)).toBeTruthy();
  expect(await screen.findByText("Added Saturation as p-7")).toBeTruthy();
});

test("a file that is no permalink is not sent", async () => {
  const lab = labWithRuns();
  openPage("/workbench", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Add published result…" }));
  const dialog = await chooseFile(new File(["nothing"], "share.zip"));
  expect(await dialog.findByText("This file is not the zip of a permalink.")).toBeTruthy();
  expect(lab.forms).toEqual([]);
});

test("an address leads to its zip and to the command, and is not opened by the lab", async () => {
  const lab = labWithRuns();
  openPage("/workbench", lab);
  fireEvent.click(await screen.findByRole("button", { name: "Add published result…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add published result" }));
  fireEvent.change(dialog.getByRole("textbox", { name: "Only its address?" }), {
    target: { value: "https://lab.example.org/p/a-result-1" },
  });
  const link = dialog.getByRole("link", { name: "Download the zip" });
  expect(link.getAttribute("href")).toBe("https://lab.example.org/p/a-result-1.zip");
  expect(dialog.getByText("storagelab compare https://lab.example.org/p/a-result-1 --with RUN")).toBeTruthy();
});

test("a viewer receives nothing", async () => {
  openPage("/workbench", labWithRuns(VIEWER));
  await screen.findByRole("heading", { name: "Compare runs" });
  expect(screen.queryByRole("button", { name: "Add published result…" })).toBeNull();
});
