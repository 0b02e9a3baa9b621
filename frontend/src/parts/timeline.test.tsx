import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
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
