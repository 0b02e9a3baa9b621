/** Importing: the page that takes files, and the page of one import. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Import, StoredResult } from "@/api/types";
import { openPage } from "@/testing/open-page";
import { aConfiguration, anImport, anImportResult } from "@/testing/result-objects";
import { problem, stubLab } from "@/testing/stub-lab";

const NONE = { items: [], next_cursor: null };

function choose(files: File[]): void {
  const input = screen.getByLabelText<HTMLInputElement>("Choose files");
  fireEvent.change(input, { target: { files } });
}

test("chosen files are sent under their paths with one key, and the page of the import opens", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/imports": Response.json(anImport({ state: "reading" }), { status: 202 }),
    "GET /api/v1/imports/i-1": anImport({ state: "reading" }),
  });
  const { router } = openPage("/import", lab);
  await screen.findByText("No imports yet.");

  choose([new File(["{}"], "out.json"), new File(["1"], "iops.log")]);
  await waitFor(() => expect(router.state.location.pathname).toBe("/import/i-1"));
  const [sent] = lab.forms;
  expect(sent?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f]{32}$/);
  const form = sent?.form as FormData;
  expect(form.getAll("files").map((file) => (file as File).name)).toEqual(["out.json", "iops.log"]);
  expect([form.get("format"), form.get("title")]).toEqual(["auto", null]);
});

test("a refusal is said, and a second press sends the same key", async () => {
  let refused = true;
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "POST /api/v1/imports": () =>
      refused ? problem(413, "An upload has at most 4 GiB.") : Response.json(anImport({ state: "reading" })),
    "GET /api/v1/imports/i-1": anImport({ state: "reading" }),
  });
  const { router } = openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([new File(["{}"], "out.json")]);

  expect(await screen.findByText("An upload has at most 4 GiB.")).toBeTruthy();
  refused = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/import/i-1"));
  expect(new Set(lab.forms.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
});

test("a stopped upload is no failure", async () => {
  const lab = stubLab({ "GET /api/v1/imports": NONE });
  lab.sendForm = ({ signal }) =>
    new Promise((_, reject) =>
      signal.addEventListener("abort", () => reject(new DOMException("cancelled", "AbortError"))),
    );
  openPage("/import", lab);
  await screen.findByText("No imports yet.");
  choose([new File(["{}"], "out.json")]);

  fireEvent.click(await screen.findByRole("button", { name: "Stop the upload" }));

  expect(await screen.findByText("Upload stopped. Nothing was kept.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a viewer is told why there is nothing to drop on", async () => {
  const lab = stubLab({
    "GET /api/v1/session": { user: { id: "u-1", name: "eve", role: "viewer" } },
    "GET /api/v1/imports": NONE,
  });
  openPage("/import", lab);

  expect(await screen.findByText(/Your role is viewer and cannot import/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose files" })).toBeNull();
});

test("reading shows how far it is, and the results appear once it is done", async () => {
  const current = {
    made: anImport({
      state: "reading",
      progress: { files_read: 3, files_total: 12, read_bytes: 1024, total_bytes: 4096, note: "Reading out.json" },
    }),
  };
  openPage("/import/i-1", stubLab({ "GET /api/v1/imports/i-1": () => current.made }));

  expect(await screen.findByText("3 of 12 files, 1 KiB of 4 KiB")).toBeTruthy();
  expect(screen.getByText("Reading out.json")).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");

  current.made = anImport({ results: [anImportResult()] });
  expect(await screen.findByRole("heading", { name: "4K random write" })).toBeTruthy();
  expect(screen.getByText("The import is ready.").getAttribute("role")).toBe("status");
});

test("a failed import says the place, and what was kept", async () => {
  const error = { message: "out.json, line 4: a closing brace was expected.", preserved: "The files, for a week." };
  openPage("/import/i-1", stubLab({ "GET /api/v1/imports/i-1": anImport({ state: "failed", error }) }));

  expect(await screen.findByText(error.message)).toBeTruthy();
  expect(screen.getByText("Kept: The files, for a week.")).toBeTruthy();
});

test("a card shows what was read and how; decisions go with the request", async () => {
  const stored: StoredResult[] = [];
  const made: Import = anImport({
    unrecognised: ["run/.DS_Store"],
    unrecognised_count: 1,
    refused: [{ name: "run/.DS_Store", reason: "Expected a result of fio.", line: "Bud1" }],
    results: [
      anImportResult({
        warnings: ["truncated: out.json ends in the middle of job 3."],
        series: [{ metric: "iops", direction: "write", jobs: 4, points: 14_400 }],
        numbers: [{ position: "line 2", text: "1.234,5", value: 1234.5, unit: "1/s", field: "iops" }],
      }),
      anImportResult({ index: 1, title: "Again", duplicate_of: { id: "run-7", number: "r-7" } }),
    ],
  });
  const lab = stubLab({
    "GET /api/v1/imports/i-1": made,
    "GET /api/v1/configurations": { items: [aConfiguration()], next_cursor: null },
    "POST /api/v1/imports/i-1/store": async (request) => {
      stored.push(...((await request.json()) as { results: StoredResult[] }).results);
      return anImport({ state: "storing" });
    },
  });
  openPage("/import/i-1", lab);

  const card = await screen.findByRole("region", { name: "4K random write" });
  expect(within(card).getByText("truncated: out.json ends in the middle of job 3.")).toBeTruthy();
  const read = within(within(card).getByRole("table", { name: "How 4K random write was read" }));
  expect(read.getByText("1.234,5")).toBeTruthy();
  expect(read.getByText("curve, 14,400 values")).toBeTruthy();
  open(within(card).getByText("1 measurement and its files"));
  expect(await within(card).findByText("38.78k")).toBeTruthy();
  expect(within(card).getByText("IOPS, write: 4 curves with 14,400 readings")).toBeTruthy();
  open(within(card).getByText("Values read (1)"));
  expect(await within(card).findByText("line 2")).toBeTruthy();

  // A duplicate is no result to choose: it names its run.
  expect(screen.queryByRole("region", { name: "Again" })).toBeNull();
  const rail = within(screen.getByRole("complementary", { name: "Files of this import" }));
  expect(rail.getByRole("link", { name: "r-7" }).getAttribute("href")).toBe("/runs/r-7");
  expect(rail.getByText("run/.DS_Store cannot be read")).toBeTruthy();
  expect(rail.getByText("Expected a result of fio.")).toBeTruthy();
  expect(rail.getByText("Bud1")).toBeTruthy();
  fireEvent.click(rail.getByRole("button", { name: "Supported formats" }));
  expect(rail.getByText(/Vdbench folders/)).toBeTruthy();

  fireEvent.change(within(card).getByLabelText("Title"), { target: { value: "4K write, stock" } });
  const configuration = within(card).getByLabelText("Configuration");
  fireEvent.change(configuration, { target: { value: "NVMe scratch" } });
  expect(await within(card).findByText("Matches c-1")).toBeTruthy();
  expect(screen.getByText("1 of 1 result chosen")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Import 1 result" }));

  expect(await screen.findByText("Importing the results")).toBeTruthy();
  expect(stored).toEqual([
    { index: 0, include: true, title: "4K write, stock", configuration: { id: "configuration-1" } },
    { index: 1, include: false, title: "Again", configuration: null },
  ]);
});

function open(summary: HTMLElement): void {
  const details = summary.closest("details") as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event("toggle"));
}

test("one configuration is given to all results", async () => {
  const stored: StoredResult[] = [];
  const results = [anImportResult(), anImportResult({ index: 1, title: "4K random read" })];
  const lab = stubLab({
    "GET /api/v1/imports/i-1": anImport({ results }),
    "GET /api/v1/configurations": { items: [aConfiguration()], next_cursor: null },
    "POST /api/v1/imports/i-1/store": async (request) => {
      stored.push(...((await request.json()) as { results: StoredResult[] }).results);
      return anImport({ state: "storing" });
    },
  });
  openPage("/import/i-1", lab);

  fireEvent.change(await screen.findByRole("combobox", { name: "Configuration of all" }), {
    target: { value: "NVMe scratch" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect((await screen.findAllByText("Matches c-1")).length).toBeGreaterThanOrEqual(2);
  fireEvent.click(screen.getByRole("button", { name: "Import 2 results" }));
  await waitFor(() =>
    expect(stored.map(({ configuration }) => configuration)).toEqual([
      { id: "configuration-1" },
      { id: "configuration-1" },
    ]),
  );
});

test("files that the lab has already name their runs, and there is nothing to import", async () => {
  const results = [anImportResult({ duplicate_of: { id: "run-7", number: "r-7" } })];
  openPage("/import/i-1", stubLab({ "GET /api/v1/imports/i-1": anImport({ results }) }));

  expect(await screen.findByText("Nothing new in these files")).toBeTruthy();
  expect(screen.getByRole("link", { name: "r-7" })).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 0 results" }).disabled).toBe(true);
});

test("nothing can be stored while nothing is chosen", async () => {
  const results = [anImportResult(), anImportResult({ index: 1 })];
  openPage("/import/i-1", stubLab({ "GET /api/v1/imports/i-1": anImport({ results }) }));

  fireEvent.click(await screen.findByRole("button", { name: "Select none" }));

  expect(screen.getByText("No results selected.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 0 results" }).disabled).toBe(true);
});

test("what was stored leads to its runs and to their comparison", async () => {
  const run = (number: string) => ({ id: number, number, title: `Title of ${number}`, href: `/runs/${number}` });
  const results = [anImportResult({ run: run("r-4") }), anImportResult({ index: 1, run: run("r-5") })];
  openPage("/import/i-1", stubLab({ "GET /api/v1/imports/i-1": anImport({ state: "stored", results }) }));

  const link = await screen.findByRole("link", { name: "r-4 · Title of r-4" });

  expect(link.getAttribute("href")).toBe("/runs/r-4");
  expect(screen.getByRole("link", { name: "Compare runs" }).getAttribute("href")).toBe("/workbench?runs=r-4%2Cr-5");
});

test("discarding asks first and leads back to the list", async () => {
  const lab = stubLab({
    "GET /api/v1/imports": NONE,
    "GET /api/v1/imports/i-1": anImport({ results: [anImportResult()] }),
    "DELETE /api/v1/imports/i-1": () => new Response(null, { status: 204 }),
  });
  const { router } = openPage("/import/i-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Discard" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/import"));
  expect(lab.requests).toContain("DELETE /api/v1/imports/i-1");
});

test("what was stored is removed by administrators only, and a refusal keeps its sentence", async () => {
  const lab = (role: string) =>
    stubLab({
      "GET /api/v1/session": { user: { id: "u-1", name: "ada", role } },
      "GET /api/v1/imports/i-1": anImport({ state: "stored" }),
      "DELETE /api/v1/imports/i-1": () => problem(409, "r-4 is shared as h-1: withdraw that permalink first."),
    });
  openPage("/import/i-1", lab("admin"));
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));

  expect((await within(dialog).findByRole("alert")).textContent).toContain("withdraw that permalink first");
});
