/** The state of all hardware beside the list of servers, opened as a page. */
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { aChange, aServerSummary, HOSTILE, NOTHING, SERVER } from "@/testing/hardware-objects";
import { aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { type Answer, problem, stubLab } from "@/testing/stub-lab";

const DRIVE = { component: "drive", id: "drive-9", number: "d-9", name: "SSD" };

function lab(answers: Record<string, Answer> = {}) {
  return stubLab({
    "GET /api/v1/server-summaries": {
      items: [aServerSummary(), aServerSummary({ id: "server-2", number: "s-2", use: "unreachable" })],
      next_cursor: null,
    },
    "GET /api/v1/servers": {
      items: [
        aServer({ drive_count: 4 }),
        aServer({ id: "server-2", number: "s-2", state: "unreachable", drive_count: 8 }),
      ],
      next_cursor: null,
    },
    "GET /api/v1/alerts": { next_cursor: null, items: [], counts: { critical: 0, warning: 0, notice: 0 } },
    "GET /api/v1/inventory/conflicts": { items: [], next_cursor: null, truncated: false },
    "GET /api/v1/inventory/changes": NOTHING,
    ...answers,
  });
}

test("a calm lab says so, and counts what there is", async () => {
  openPage("/servers", lab());

  expect(await screen.findByText("Nothing needs attention.")).toBeTruthy();
  expect(await screen.findByText("No conflicts.")).toBeTruthy();
  expect(await screen.findByText("No changes yet.")).toBeTruthy();
  expect(await screen.findByText("2 servers · 4 drives")).toBeTruthy();
  expect(screen.getByText("offline")).toBeTruthy();
});

test("what needs attention has a severity, a sentence and a link; conflicts and changes stand below", async () => {
  const item = { severity: "critical", kind: "drive_failing", message: HOSTILE, link: DRIVE, server: SERVER };
  const conflict = {
    kind: "same_serial",
    message: "Two drives tell serial S1.",
    components: [DRIVE],
    servers: [SERVER],
  };
  openPage(
    "/servers",
    lab({
      "GET /api/v1/alerts": { next_cursor: null, items: [item], counts: { critical: 1, warning: 1, notice: 0 } },
      "GET /api/v1/inventory/conflicts": { items: [conflict], next_cursor: null, truncated: true },
      "GET /api/v1/inventory/changes": {
        items: [aChange({ id: 5, after: "newer" }), aChange({ id: 4, after: "older" })],
        next_cursor: "4",
      },
    }),
  );

  const alerts = within(await screen.findByRole("table", { name: /^Open problems/ }));
  expect(alerts.getByText("critical")).toBeTruthy();
  expect(alerts.getByText(HOSTILE)).toBeTruthy();
  expect(alerts.getByRole("link", { name: "SSD" }).getAttribute("href")).toBe("/drives/d-9");
  expect(screen.getByText("1 critical, 1 warning, 0 notices")).toBeTruthy();
  expect(screen.getByText("Showing the worst 1 of 2.")).toBeTruthy();
  expect(await screen.findByText("Two drives tell serial S1.")).toBeTruthy();
  expect(screen.getByText("Only the first are listed.")).toBeTruthy();
  const changes = await screen.findByRole("table", { name: "Changes, newest first" });
  expect(
    within(changes)
      .getAllByText(/^(newer|older)$/)
      .map((cell) => cell.textContent),
  ).toEqual(["newer", "older"]);
  expect(within(changes).getAllByRole("link", { name: "rack-4" })).not.toEqual([]);
  expect(screen.getByRole("link", { name: "All changes" }).getAttribute("href")).toBe("/servers/changes");
  expect(document.querySelector("main img")).toBeNull();
});

test("one part that cannot be read leaves the others", async () => {
  openPage("/servers", lab({ "GET /api/v1/alerts": () => problem(404, "It is not there.") }));

  expect(await screen.findByText("It is not there.")).toBeTruthy();
  expect(await screen.findByText("No conflicts.")).toBeTruthy();
});
