/** The curves of a run, looked at more closely, and the notes that are pinned to them. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { menuItem, openChartMenu } from "@/testing/chart-menu";
import { AT, aRun, aSeries } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aPhase } from "@/testing/result-objects";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const phase = aPhase({ has_series: true });
const values = Array.from({ length: 1500 }, () => 1000);
/** Six thousand seconds as means of four. */
const WHOLE = {
  step_ms: 4000,
  min: values.map((value) => value - 1),
  mean: values,
  max: values.map((value) => value + 1),
  points: 6000,
  last_ms: 6_000_000,
  complete: true,
};
const STRETCH = { start_ms: [900_000, 901_000], end_ms: [901_000, 902_000] };
const NOTE = {
  id: "note-1",
  from_ms: 900_000,
  to_ms: 1_200_000,
  metric: "latency_max_ns",
  text: "<b>The fan</b> stopped.",
  author: "grace",
  created_at: AT,
  edited_at: null,
  may_change: true,
};

function series(request: Request) {
  const query = new URL(request.url).searchParams;
  const metric = query.get("metric") ?? "iops";
  if (query.get("from_ms") === null) return aSeries({ ...WHOLE, metric });
  const two = [5, 6];
  return aSeries({
    metric,
    t0_ms: 900_000,
    min: two,
    mean: two,
    max: two,
    points: 2,
    last_ms: 902_000,
    intervals: STRETCH,
  });
}

/** The answer of a lab where r-1 has these notes. */
const notesOf = (items: readonly unknown[]) => ({ items: [{ run_id: "run-1", run: "r-1", items }] });

const answers = {
  "GET /api/v1/runs/r-1": aRun({ phases: [phase] }),
  "GET /api/v1/series": series,
  "GET /api/v1/notes": notesOf([NOTE]),
};
const zoomed = (requests: string[]) => requests.filter((request) => request.includes("from_ms="));

test("an address with a stretch asks for its samples alone and says that they are drawn", async () => {
  const lab = stubLab(answers);
  openPage("/runs/r-1?metric=all&from=900000&to=1200000", lab);

  expect(await screen.findByText("Drawn: every stored second.")).toBeTruthy();
  expect(zoomed(lab.requests)).toHaveLength(4);
  for (const request of zoomed(lab.requests))
    expect(request).toMatch(/from_ms=900000&to_ms=1200000.*resolution=stored/);
});

test.each(["", "&from=900000", "&from=5&to=5", "&from=0&to=6000000", "&from=1.5&to=soon"])(
  "the whole is drawn for %j, and nobody is asked for more",
  async (search) => {
    const lab = stubLab(answers);
    openPage(`/runs/r-1?metric=all${search}`, lab);

    expect(await screen.findByText("Drawn: 4-second means with minimum and maximum.")).toBeTruthy();
    expect(zoomed(lab.requests)).toEqual([]);
  },
);

test("a logarithmic axis is in the address, beside the stretch", async () => {
  const { router } = openPage("/runs/r-1?from=900000&to=1200000&log=true&metric=all", stubLab(answers));

  const figure = await screen.findByRole("figure");
  openChartMenu(figure);
  const choice = await menuItem(/^Logarithmic latency/);
  expect(choice.getAttribute("aria-checked")).toBe("true");
  fireEvent.click(choice);
  await waitFor(() => expect(router.state.location.search).toEqual({ metric: "all", from: 900_000, to: 1_200_000 }));
});

test("notes are listed as text, with number, time and author", async () => {
  openPage("/runs/r-1", stubLab(answers));

  const item = within(await screen.findByRole("list", { name: "Notes on this curve, by number" })).getByRole(
    "listitem",
  );
  for (const text of ["Note 1", "0:15:00 to 0:20:00", "Maximum latency", NOTE.text, "grace"])
    expect(item.textContent).toContain(text);
});

test("a note is written about what is in sight", async () => {
  const sent: unknown[] = [];
  const lab = stubLab({
    ...answers,
    "POST /api/v1/runs/r-1/notes": async (request) => {
      sent.push(await request.json());
      return NOTE;
    },
  });
  openPage("/runs/r-1?from=900000&to=1200000", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Add a note" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a note" });
  const save = within(dialog).getByRole("button", { name: "Save note" });
  fireEvent.click(save);
  expect(await within(dialog).findByText("Enter a text.")).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Text/), { target: { value: " Replaced. " } });
  fireEvent.change(within(dialog).getByLabelText(/^To/), { target: { value: "0:10:00" } });
  fireEvent.click(save);
  expect(await within(dialog).findByText(/Enter a time after the start/)).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText(/^To/), { target: { value: "0:16:00.5" } });
  fireEvent.click(save);

  await waitFor(() => expect(sent).toEqual([{ from_ms: 900_000, to_ms: 960_500, metric: null, text: "Replaced." }]));
});

test("a note that was changed meanwhile in another tab is shown, and overwritten only on purpose", async () => {
  let stored = NOTE;
  const sent: { text: string; before: unknown }[] = [];
  const lab = stubLab({
    ...answers,
    "GET /api/v1/notes": () => notesOf([stored]),
    [`PUT /api/v1/runs/r-1/notes/${NOTE.id}`]: async (request) => {
      sent.push((await request.json()) as { text: string; before: unknown });
      if (sent.length > 1) return NOTE;
      stored = { ...NOTE, text: "From the other tab." };
      return problem(409, "was changed by another user meanwhile", [{ path: "text", message: "was changed" }]);
    },
  });
  openPage("/runs/r-1", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Change note 1" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the note" });
  fireEvent.change(within(dialog).getByLabelText(/^Text/), { target: { value: "From this tab." } });
  const save = within(dialog).getByRole("button", { name: "Save note" });
  fireEvent.click(save);
  expect(await within(dialog).findByText("Text is now: From the other tab.")).toBeTruthy();
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveLength(2));
  const { from_ms, to_ms, metric } = NOTE;
  expect(sent.map(({ text, before }) => ({ text, before }))).toEqual([
    { text: "From this tab.", before: { from_ms, to_ms, metric, text: NOTE.text } },
    { text: "From this tab.", before: { from_ms, to_ms, metric, text: "From the other tab." } },
  ]);
});

test("who may only read is offered nothing else", async () => {
  const items = [{ ...NOTE, may_change: false }];
  openPage("/runs/r-1", stubLab({ ...answers, ...VIEWER, "GET /api/v1/notes": notesOf(items) }));

  await screen.findByText("0:15:00 to 0:20:00 \u00b7 Maximum latency");
  for (const name of ["Add a note", "Change note 1", "Delete note 1"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});
