/** The list of runs, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aRunSummary, aVerdict } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { setWidth, USUAL_WIDTH } from "@/testing/set-width";
import { problem, stubLab, VIEWER } from "@/testing/stub-lab";

const page = (items: object[], next_cursor: string | null = null) => ({ items, next_cursor });

test("a row names run, state, verdict and headline in words", async () => {
  const run = aRunSummary({ verdict: aVerdict({ status: "not_steady" }), completeness: "partial" });
  openPage("/runs", stubLab({ "GET /api/v1/runs": page([run]) }));

  const row = (await screen.findByRole("link", { name: "r-1" })).closest("tr") as HTMLElement;

  expect(row.textContent).toContain("Partial");
  expect(row.textContent).toContain("Not steady");
  expect(within(row).getByTitle("38.78k").textContent).toBe("38.8k");
  expect(within(row).getByTitle(run.title).textContent).toBe(run.title);
});

test("a phone shows cards that lead to their runs, in place of the table", async () => {
  setWidth(390);
  try {
    openPage("/runs", stubLab({ "GET /api/v1/runs": page([aRunSummary(), PUBLISHED]) }));
    const list = await screen.findByRole("list", { name: "Runs of the lab, newest first" });
    const [first] = within(list).getAllByRole("link");
    expect(first?.getAttribute("href")).toBe("/runs/r-1");
    expect(first?.textContent).toContain("Quick 4K on rack-4");
    expect(first?.textContent).toContain("38.8k");
    expect(within(list).getByText("Published")).toBeTruthy();
    expect(screen.queryByRole("table")).toBeNull();
  } finally {
    setWidth(USUAL_WIDTH);
  }
});

test("the list shows the dates that it is in order of", async () => {
  const dates = ["2026-11-23T10:00:00Z", "2026-11-22T10:00:00Z"];
  // The one that was added first took longer; the other one was printed years ago.
  const runs = [
    aRunSummary({
      id: "run-2",
      number: "r-2",
      created_at: dates[0],
      started_at: null,
      finished_at: "2019-03-01T00:00:00Z",
    }),
    aRunSummary({ id: "run-1", number: "r-1", created_at: dates[1], finished_at: "2026-11-24T10:00:00Z" }),
  ];
  openPage("/runs", stubLab({ "GET /api/v1/runs": page(runs) }));
  await screen.findByRole("link", { name: "r-2" });
  expect(screen.getByRole("columnheader", { name: "Added" })).toBeTruthy();
  const shown = [...screen.getByRole("table").querySelectorAll("tbody time")];
  expect(shown.map((each) => each.getAttribute("datetime"))).toEqual(dates);
});

const PUBLISHED = aRunSummary({ id: "run-3", number: "r-3", origin: "published", server: null, profile: null });

test("published figures are labelled, announced with their number, and removed after a question", async () => {
  let present = true;
  const lab = stubLab({
    "GET /api/v1/demo-data": () => ({ run_count: present ? 14 : 0 }),
    "GET /api/v1/runs": () => page(present ? [PUBLISHED] : []),
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
  const lab = stubLab({
    "GET /api/v1/session": { user: { id: "u-1", name: "eve", role: "viewer" } },
    "GET /api/v1/demo-data": { run_count: 1 },
    "GET /api/v1/runs": page([PUBLISHED]),
  });
  openPage("/runs", lab);

  expect(await screen.findByText("Demo runs are included (1 run)")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Hide this note" }));

  expect(screen.queryByText(/Demo runs are included/)).toBeNull();
});

test("selected runs are in the address, stay over a change of filters, and lead to the comparison", async () => {
  const runs = [aRunSummary(), aRunSummary({ id: "run-2", number: "r-2" })];
  const { router } = openPage("/runs?selected=r-9", stubLab({ "GET /api/v1/runs": page(runs) }));

  fireEvent.click(await screen.findByRole("checkbox", { name: "Select r-2 for comparison" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ selected: "r-9,r-2" }));
  fireEvent.change(screen.getByRole("searchbox", { name: "Search" }), { target: { value: "nvme" } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: "nvme", selected: "r-9,r-2" }));

  expect(screen.getByText("2 runs selected")).toBeTruthy();
  const selection = within(screen.getByRole("main"));
  expect(selection.getByRole("link", { name: "Compare" }).getAttribute("href")).toBe("/compare?runs=r-9%2Cr-2");
});

test("no more runs can be selected than one chart takes", async () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `r-${index + 10}`).join(",");
  openPage(`/runs?selected=${twelve}`, stubLab({ "GET /api/v1/runs": page([aRunSummary()]) }));

  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select r-1 for comparison" });

  expect(box.disabled).toBe(true);
  expect(screen.getByText(/12 runs selected At most 12 runs/)).toBeTruthy();
});

test("the filters of the address are asked for, and can be cleared when nothing matches", async () => {
  const lab = stubLab({ "GET /api/v1/runs": page([]) });
  const { router } = openPage("/runs?state=failed&q=nvme", lab);

  const clear = await screen.findByRole("button", { name: "Clear all filters" });
  expect(lab.asked.some((line) => line.includes("state=failed") && line.includes("q=nvme"))).toBe(true);

  fireEvent.click(screen.getByRole("button", { name: "Remove the filter Search" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ state: "failed" }));

  fireEvent.click(clear);
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("older runs are a page of their own in the address", async () => {
  const lab = stubLab({ "GET /api/v1/runs": page([aRunSummary()], "abc") });
  const { router } = openPage("/runs", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Older" }));

  await waitFor(() => expect(router.state.location.search).toEqual({ cursor: "abc" }));
  expect(lab.asked.some((line) => line.includes("cursor=abc"))).toBe(true);
});

test("a failed read says what and who, and is tried again on demand", async () => {
  let broken = true;
  const lab = stubLab({
    "GET /api/v1/runs": () => (broken ? problem(500, "The database does not answer.") : page([aRunSummary()])),
  });
  openPage("/runs", lab);

  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The database does not answer.");
  broken = false;
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("link", { name: "r-1" })).toBeTruthy();
});

test("a place in the list that no longer exists leads back to the list's beginning, and keeps the filters", async () => {
  const lab = stubLab({
    "GET /api/v1/runs": (request) =>
      new URL(request.url).searchParams.has("cursor")
        ? problem(422, "cursor: is not a cursor of this list", [{ path: "cursor", message: "is not a cursor" }])
        : page([aRunSummary()]),
  });
  const { router } = openPage("/runs?state=finished&cursor=of-another-list", lab);

  expect(await screen.findByText("This link points to an old list")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Show the first page" }));
  expect(await screen.findByRole("link", { name: "r-1" })).toBeTruthy();
  expect(router.state.location.href).toBe("/runs?state=finished");
});

test("a viewer saves a filter, and is not offered to share it", async () => {
  const filter = { id: "f-1", page: "/runs", name: "Failed", query: "state=failed", shared: false, owner: "eve" };
  const items = [{ ...filter, is_own: true, created_at: "2026-11-22T06:00:00Z" }];
  const lab = stubLab({
    ...VIEWER,
    "GET /api/v1/runs": page([aRunSummary()]),
    "GET /api/v1/saved-filters": page(items),
  });
  openPage("/runs?state=finished", lab);

  expect(await screen.findByRole("button", { name: "Save view…" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Failed" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /[Ss]hare/ })).toBeNull();
  expect(screen.getByRole("button", { name: /Delete view/ })).toBeTruthy();
});
