import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { renderPart } from "@/testing/render-part";
import { Timeline, type TimelineRow } from "./timeline";

const at = (hour: number, minute = 0) => new Date(2026, 10, 24, hour, minute).getTime();
const ROWS: TimelineRow[] = [
  {
    id: "one",
    name: "lab-r760-01",
    bars: [
      {
        id: "r-486",
        kind: "running",
        start: at(12, 2),
        end: at(16, 42),
        title: "RAID 5",
        link: { to: "/runs/$ref", params: { ref: "r-486" } },
      },
      { id: "r-487", kind: "queued", start: at(17), end: at(22), title: "RAID 10", detail: "Steady-state write" },
    ],
  },
  { id: "two", name: "lab-r730", bars: [] },
];

function show() {
  return renderPart(
    <Timeline label="Queue, next 24 hours" rows={ROWS} range={{ from: at(12), to: at(36) }} now={at(13, 33)} />,
  );
}

test("each bar says what it is and when, in the row of its server", async () => {
  await show();
  const timeline = screen.getByRole("region", { name: "Queue, next 24 hours" });
  const [first] = within(timeline).getAllByRole("listitem");
  expect(first?.textContent).toContain("lab-r760-01");
  expect(
    within(timeline).getByRole("img", { name: "RAID 10 Steady-state write, queued, 17:00 to 22:00" }),
  ).toBeTruthy();
  expect(within(timeline).getByRole("img", { name: "Now, 13:33" })).toBeTruthy();
  expect(within(timeline).getByText("Nothing planned")).toBeTruthy();
});

test("a bar that leads somewhere is a link by its name", async () => {
  const { router } = await show();
  fireEvent.click(screen.getByRole("link", { name: "RAID 5, running, 12:02 to 16:42" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/runs/r-486"));
});

test("of hundreds of servers those in sight have a row, and a few more once there is time", async () => {
  const idle: IdleRequestCallback[] = [];
  vi.stubGlobal("requestIdleCallback", (come: IdleRequestCallback) => idle.push(come));
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  const rows = Array.from({ length: 500 }, (_, index) => ({
    ...ROWS[0],
    id: `${index}`,
    name: `s-${index}`,
    bars: [],
  }));
  await renderPart(<Timeline label="Queue" rows={rows} range={{ from: at(12), to: at(36) }} now={at(13)} isLarge />);
  expect(await screen.findByText("s-0")).toBeTruthy();
  expect(screen.queryByText("s-499")).toBeNull();
  expect(screen.getByText("s-1").closest("li")?.getAttribute("aria-setsize")).toBe("500");

  const first = screen.getAllByText(/^s-/).length;
  act(() => {
    for (const come of idle) come({ didTimeout: false, timeRemaining: () => 50 });
  });
  expect(screen.getAllByText(/^s-/).length).toBe(first + 10);
  // Clean up before the simulated browser of this test ends.
  cleanup();
});

describe("a waiting bar that may be moved", () => {
  const WAITING: TimelineRow[] = [
    {
      id: "one",
      name: "lab-r760-01",
      bars: ["a", "b", "c"].map((id, index) => ({
        id,
        kind: "queued",
        start: at(14 + 4 * index),
        end: at(18 + 4 * index),
        title: `Run ${id}`,
        moveId: id,
        link: { to: "/runs/$ref", params: { ref: id } },
      })),
    },
  ];
  const reorder = { preview: vi.fn(), drop: vi.fn(), step: vi.fn() };
  const DAY_WIDTH = 480;

  async function showMovable() {
    vi.clearAllMocks();
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, DAY_WIDTH, 36));
    return renderPart(
      <Timeline
        label="Queue"
        rows={WAITING}
        range={{ from: at(12), to: at(36) }}
        now={at(13)}
        isLarge
        reorder={reorder}
        note="The new starts"
      />,
    );
  }
  const lift = (name: RegExp) =>
    fireEvent.pointerDown(screen.getByRole("link", { name }), { button: 0, clientX: 220, clientY: 10 });
  const moveTo = (clientX: number) => fireEvent.pointerMove(window, { clientX, clientY: 10 });

  test("is dropped between its new neighbours, after a preview of its place", async () => {
    const { router } = await showMovable();
    lift(/^Run c/);
    moveTo(50);
    expect(reorder.preview).toHaveBeenLastCalledWith(
      "c",
      expect.objectContaining({ id: "c", before: "a", after: null }),
    );
    expect(screen.getByText("The new starts")).toBeTruthy();
    fireEvent.pointerUp(window);
    fireEvent.click(screen.getByRole("link", { name: /^Run c/ }));
    expect(reorder.drop).toHaveBeenCalledWith(expect.objectContaining({ id: "c", before: "a", after: null }));
    expect(reorder.preview).toHaveBeenLastCalledWith("c", null);
    expect(screen.queryByText("The new starts")).toBeNull();
    expect(router.state.location.pathname).toBe("/");
  });

  test("stays where it is with Esc, and where the pointer has hardly moved", async () => {
    await showMovable();
    lift(/^Run c/);
    moveTo(50);
    fireEvent.keyDown(window, { key: "Escape" });
    fireEvent.pointerUp(window);
    lift(/^Run c/);
    moveTo(222);
    fireEvent.pointerUp(window);
    expect(reorder.drop).not.toHaveBeenCalled();
    expect(screen.queryByText("The new starts")).toBeNull();
  });

  test("is asked for its place only where that changes", async () => {
    await showMovable();
    lift(/^Run c/);
    for (let x = 60; x > 40; x -= 1) moveTo(x);
    expect(reorder.preview).toHaveBeenCalledTimes(1);
  });

  test("is moved with Alt and the arrows", async () => {
    await showMovable();
    fireEvent.keyDown(screen.getByRole("link", { name: /^Run b/ }), { key: "ArrowUp", altKey: true });
    fireEvent.keyDown(screen.getByRole("link", { name: /^Run b/ }), { key: "ArrowDown" });
    expect(reorder.step.mock.calls).toEqual([["b", "up"]]);
  });
});
