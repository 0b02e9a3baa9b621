/** Runs that are invalid or in the trash, as their pages and lists show them, and labels. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { labelTexts, parseLabel } from "@/lib/labels";
import { NOTHING } from "@/testing/hardware-objects";
import { AT, aJob, aRun, aRunSummary } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aRunRow, aRunTable } from "@/testing/run-table-objects";
import { stubLab, VIEWER } from "@/testing/stub-lab";

const REASON = "The fan had failed.";
const DECISION = { at: AT, by: "ada", reason: REASON };
const page = (...items: object[]) => ({ items, next_cursor: null });

function answers(run: object, more: object = {}) {
  return {
    "GET /api/v1/runs/r-1": run,
    "GET /api/v1/runs/r-1/derived": { sweeps: [], curve: null },
    "GET /api/v1/measurements": { dimensions: [], source: {} },
    "GET /api/v1/labels": { items: [{ key: "winter", value: null, count: 2 }] },
    ...more,
  };
}

test("an invalid run says so at its top, with the reason, and can count again", async () => {
  let run = aRun({ invalid: DECISION });
  const bodies: unknown[] = [];
  const lab = stubLab(
    answers(() => run, {
      "PUT /api/v1/runs/r-1/validity": async (request: Request) => {
        bodies.push(await request.json());
        run = aRun({ invalid: null });
        return run;
      },
    }),
  );
  openPage("/runs/r-1", lab);

  expect(await screen.findByText("Invalid run")).toBeTruthy();
  expect(screen.getByText(`Reason: ${REASON}`)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Mark invalid…" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Mark valid…" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Mark valid" }));
  expect(await within(dialog).findByText("Give a reason.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Another server's fan." } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Mark valid" }));

  await waitFor(() => expect(screen.queryByText("Invalid run")).toBeNull());
  expect(bodies).toEqual([{ validity: "valid", reason: "Another server's fan." }]);
});

test("a run is marked invalid with a reason, moved to the trash, and back by Undo", async () => {
  let run = aRun();
  const bodies: unknown[] = [];
  const lab = stubLab(
    answers(() => run, {
      "PUT /api/v1/runs/r-1/validity": async (request: Request) => {
        bodies.push(await request.json());
        run = aRun({ invalid: DECISION });
        return run;
      },
      "DELETE /api/v1/runs/r-1": () => {
        run = aRun({ invalid: DECISION, trashed: { ...DECISION, reason: null } });
        return run;
      },
      "POST /api/v1/runs/r-1/restore": () => {
        run = aRun({ invalid: DECISION });
        return run;
      },
    }),
  );
  openPage("/runs/r-1", lab);

  const openMenu = async () => fireEvent.click(await screen.findByRole("button", { name: "More" }));
  await openMenu();
  expect(await screen.findByText("Add to workbench")).toBeTruthy();
  fireEvent.click(screen.getByText("Mark invalid…"));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: REASON } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Mark invalid" }));
  expect(await screen.findByText("Invalid run")).toBeTruthy();
  expect(bodies).toEqual([{ validity: "invalid", reason: REASON }]);

  await openMenu();
  fireEvent.click(await screen.findByText("Move to trash"));
  expect(screen.queryByText("Mark invalid…")).toBeNull();
  expect(await screen.findByText("r-1 moved to trash")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Restore r-1" })).toBeTruthy();

  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Restore r-1" })).toBeNull());
});

test("a run is renamed with its job, and Undo gives it its name back", async () => {
  let name = "";
  const run = () => aRun({ title: name || "Quick 4K on rack-4" });
  const bodies: unknown[] = [];
  const lab = stubLab(
    answers(run, {
      "GET /api/v1/jobs/j-1": () => aJob({ name, runs: [run()] }),
      "PATCH /api/v1/jobs/j-1": async (request: Request) => {
        const body = (await request.json()) as { name: string };
        bodies.push(body);
        ({ name } = body);
        return aJob({ name, runs: [run()] });
      },
    }),
  );
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByText("Rename…"));
  const dialog = await screen.findByRole("dialog", { name: "Rename r-1" });
  const field = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect(field.value).toBe("Quick 4K on rack-4");
  fireEvent.change(field, { target: { value: " " } });
  fireEvent.submit(field);
  expect(await within(dialog).findByText("Enter a name.")).toBeTruthy();
  fireEvent.change(field, { target: { value: " After the update " } });
  fireEvent.submit(field);

  expect(await screen.findByRole("heading", { level: 1, name: "After the update" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByText("r-1 renamed")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Quick 4K on rack-4" })).toBeTruthy();
  expect(bodies).toEqual([{ name: "After the update" }, { name: "" }]);
});

test("the dialog says where other runs take the name too", async () => {
  const runs = [aRunSummary(), aRunSummary({ id: "run-2", number: "r-2" })];
  openPage("/runs/r-1", stubLab(answers(aRun(), { "GET /api/v1/jobs/j-1": aJob({ runs }) })));
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  fireEvent.click(await screen.findByText("Rename…"));
  expect(await screen.findByText("All 2 runs of j-1 take this name.")).toBeTruthy();
});

test("an imported run keeps the title of its source", async () => {
  openPage("/runs/r-1", stubLab(answers(aRun({ job: null, profile: null, origin: "imported" }))));
  fireEvent.click(await screen.findByRole("button", { name: "More" }));
  expect(await screen.findByText("Mark invalid…")).toBeTruthy();
  expect(screen.queryByText("Rename…")).toBeNull();
});

test("a viewer reads the decision and is offered none", async () => {
  openPage("/runs/r-1", stubLab({ ...VIEWER, ...answers(aRun({ invalid: DECISION, labels: { winter: null } })) }));

  expect(await screen.findByText("Invalid run")).toBeTruthy();
  for (const name of [/Mark valid/, /trash/, /Run again/, /Add a label/, /Remove the label/]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("labels are added from those in use and taken away", async () => {
  let labels: Record<string, string | null> = { winter: null };
  const bodies: unknown[] = [];
  const lab = stubLab(
    answers(() => aRun({ labels }), {
      "PATCH /api/v1/runs/r-1/labels": async (request: Request) => {
        const body = (await request.json()) as { add: Record<string, string | null>; remove: string[] };
        bodies.push(body);
        const left = labelTexts(labels).filter((label) => !body.remove.includes(label));
        labels = { ...Object.fromEntries(left.map((label) => parseLabel(label) ?? [])), ...body.add };
        return { labels };
      },
    }),
  );
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Add a label" }));
  const field = await screen.findByLabelText("New label", { selector: "input" });
  fireEvent.change(field, { target: { value: "a;b" } });
  expect(screen.getByText("A key cannot contain a semicolon.")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Add" }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(field, { target: { value: " season = spring; a " } });
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  fireEvent.click(await screen.findByRole("button", { name: "Remove the label season=spring; a" }));

  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove the label season=spring; a" })).toBeNull());
  expect(bodies).toEqual([
    { add: { season: "spring; a" }, remove: [] },
    { add: {}, remove: ["season=spring; a"] },
  ]);
  expect(await screen.findByText("The label season=spring; a was removed.")).toBeTruthy();
});

test("the list shows what does not count, and asks for labels and for runs that count", async () => {
  const searches: string[] = [];
  const lab = stubLab({
    "GET /api/v1/labels": { items: [{ key: "winter", value: null, count: 2 }] },
    "GET /api/v1/saved-filters": NOTHING,
    "GET /api/v1/runs": (request: Request) => {
      searches.push(new URL(request.url).search);
      return aRunTable([aRunRow({ invalid: DECISION, labels: { "re-test": null, winter: "2026" } })]);
    },
  });
  openPage("/runs?label=winter%3D2026%3Bre-test&counts=invalid", lab);

  const row = (await screen.findByRole("link", { name: "Quick 4K on rack-4" })).closest("tr") as HTMLElement;
  expect(within(row).getByText("Invalid").getAttribute("aria-description")).toContain(REASON);
  expect(within(row).getByText("winter=2026")).toBeTruthy();
  const query = new URLSearchParams(searches.find((search) => search.includes("columns")));
  expect(query.get("q")).toBe("validity:invalid label:winter=2026 label:re-test");
});

test("the trash lists who put a run there and why, and restores it", async () => {
  let items = [aRunSummary({ trashed: { ...DECISION, reason: "A trial." } })];
  const lab = stubLab({
    "GET /api/v1/runs": (request: Request) => {
      expect(new URL(request.url).searchParams.get("trashed")).toBe("true");
      return page(...items);
    },
    "POST /api/v1/runs/r-1/restore": () => {
      items = [];
      return aRun();
    },
  });
  openPage("/runs/trash", lab);

  const row = (await screen.findByRole("link", { name: "r-1" })).closest("tr") as HTMLElement;
  expect(row.textContent).toContain("ada");
  expect(row.textContent).toContain("A trial.");
  fireEvent.click(within(row).getByRole("button", { name: "Restore r-1" }));

  expect(await screen.findByText("The trash is empty")).toBeTruthy();
});

test("a job is cloned into the form, and nothing of it is confirmed", async () => {
  const job = aJob({
    state: "finished",
    request: {
      name: "Again",
      labels: {},
      server_id: "server-1",
      engine: "fio",
      profile: { name: "quick-4k", version: 1, parameters: { seconds: 20 }, scale: "full" },
      target: { kind: "devices", stable_ids: ["nvme-A"], layout: "parallel" },
      preparation: [],
      conditioning: "redo",
      configuration_name: null,
      repeats: 3,
      repeat_until: null,
      accept_wear: false,
      priority: 50,
      start_after: null,
      start_before: null,
      on_lost: "stop",
      confirm_serials: [],
      note: "",
    },
  });
  const lab = stubLab({ "GET /api/v1/jobs/j-1": job, "GET /api/v1/jobs/j-1/repeats": { items: [] } });
  const { router } = openPage("/jobs/j-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Run again" }));

  await waitFor(() => expect(router.state.location.pathname).toBe("/new"));
  expect(router.state.location.search).toMatchObject({
    server: "s-1",
    target: "devices",
    drives: ["nvme-A"],
    profile: "quick-4k",
    version: 1,
    parameters: { seconds: 20 },
    name: "Again",
    repeats: 3,
  });
  expect(JSON.stringify(router.state.location.search)).not.toMatch(/serial|wear/);
});
