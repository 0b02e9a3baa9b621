/** The queue and the pause of the lab, opened as pages. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { QueueItem } from "@/api/types";
import { AT } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { aLabState, aQueueItem } from "@/testing/queue-objects";
import { type Answer, problem, stubLab, VIEWER } from "@/testing/stub-lab";

const item = (job_number: string, changes: Partial<QueueItem> = {}) =>
  aQueueItem({ job_number, run_number: job_number.replace("j", "r"), ...changes });

/** A lab whose queue a test changes under the page. */
function labWithQueue(items: QueueItem[], answers: Record<string, Answer> = {}) {
  const standing = { items };
  const sent: unknown[] = [];
  const lab = stubLab({
    "GET /api/v1/queue": () => ({ items: standing.items, next_cursor: null }),
    "PATCH /api/v1/jobs/j-3": async (request) => {
      const change = await request.json();
      sent.push(change);
      if ("move_before" in change)
        standing.items = [items[0], items[2], items[1]].filter((entry) => entry !== undefined);
      return {};
    },
    ...answers,
  });
  return { lab, sent };
}

const QUEUE = [item("j-1", { state: "running", position: null, waiting_reason: null }), item("j-2"), item("j-3")];

test("the queue says what runs, what waits and why", async () => {
  const { lab } = labWithQueue(QUEUE);
  openPage("/queue", lab);

  const rows = await screen.findAllByRole("row", { name: /j-\d/ });
  expect(rows.map((row) => within(row).getAllByRole("link")[0]?.textContent)).toEqual(["j-1", "j-2", "j-3"]);
  expect(screen.getAllByText("rack-4 is busy with r-7.")).toHaveLength(2);
});

test("a waiting job moves past its neighbour; the new place is announced and the focus stays", async () => {
  const { lab, sent } = labWithQueue(QUEUE);
  openPage("/queue", lab);

  const up = await screen.findByRole("button", { name: "Move j-3 up" });
  expect(screen.getByRole("button", { name: "Move j-3 down" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.queryByRole("button", { name: "Move j-1 up" })).toBeNull();
  up.focus();
  fireEvent.click(up);

  expect(await screen.findByText("j-3 is now number 1 of 2.")).toBeTruthy();
  expect(sent).toEqual([{ move_before: "j-2" }]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move j-3 up");
});

test("a refused move is said", async () => {
  const refusal = () => problem(409, "j-3 is running: only a waiting job can be moved.");
  const { lab } = labWithQueue(QUEUE, { "PATCH /api/v1/jobs/j-3": refusal });
  openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Move j-3 up" }));
  expect(await screen.findByText("j-3 is running: only a waiting job can be moved.")).toBeTruthy();
});

test("a priority is saved when its field is left, and only if it changed", async () => {
  const { lab, sent } = labWithQueue(QUEUE);
  openPage("/queue", lab);

  const field = await screen.findByLabelText("Priority of j-3");
  fireEvent.blur(field);
  fireEvent.change(field, { target: { value: "80" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(sent).toEqual([{ priority: 80 }]));
});

test("the lab is paused with a reason, which every page then shows, and resumed", async () => {
  let lab_state = aLabState();
  const { lab, sent } = labWithQueue([], {
    "GET /api/v1/lab": () => lab_state,
    "POST /api/v1/lab/pause": async (request) => {
      const { reason } = await request.json();
      sent.push(reason);
      lab_state = aLabState({ paused: true, reason, since: AT, by: "ada" });
      return lab_state;
    },
    "POST /api/v1/lab/resume": () => {
      lab_state = aLabState();
      return lab_state;
    },
    "GET /api/v1/jobs": { items: [], next_cursor: null },
  });
  const { router } = openPage("/queue", lab);

  fireEvent.click(await screen.findByRole("button", { name: "Pause lab…" }));
  const dialog = await screen.findByRole("dialog", { name: "Pause the whole lab?" });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: "The cooling is off." } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Pause lab" }));
  expect(await screen.findByText(/Paused by ada at/)).toBeTruthy();
  expect(sent).toEqual(["The cooling is off."]);

  await router.navigate({ to: "/jobs" });
  expect(await screen.findByText("No jobs yet")).toBeTruthy();
  expect(screen.getByText(/The cooling is off\./)).toBeTruthy();

  await router.navigate({ to: "/queue" });
  fireEvent.click(await screen.findByRole("button", { name: "Resume lab" }));
  await waitFor(() => expect(screen.queryByText(/The cooling is off\./)).toBeNull());
});

test("a viewer sees the queue and changes nothing", async () => {
  const { lab } = labWithQueue(QUEUE, VIEWER);
  openPage("/queue", lab);

  expect((await screen.findAllByRole("row", { name: /j-\d/ })).length).toBe(3);
  expect(within(screen.getByRole("main")).queryAllByRole("button")).toEqual([]);
  expect(screen.queryByLabelText("Priority of j-3")).toBeNull();
});
