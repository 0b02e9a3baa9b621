/** Reservations and health checks of one server, opened as a page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HealthCheck, ServerWindow } from "@/api/types";
import { aServerSummary } from "@/testing/hardware-objects";
import { AT, aJob, aServer } from "@/testing/objects";
import { openPage } from "@/testing/open-page";
import { ADMIN, type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

const NOTHING = { items: [], next_cursor: null };

function lab(answers: Record<string, Answer> = {}) {
  return stubLab({ "GET /api/v1/servers/s-1": aServer(), "GET /api/v1/drives": NOTHING, ...answers });
}

function aReservation(changes: Partial<ServerWindow> = {}): ServerWindow {
  return {
    id: "v-1",
    kind: "reservation",
    starts_at: AT,
    ends_at: "2099-01-01T12:00:00Z",
    reason: "firmware series",
    created_by_id: "u-1",
    created_by: "ada",
    is_on: true,
    released_at: null,
    created_at: AT,
    ...changes,
  };
}

/** Answer requests for reservations with these, and those for maintenance with none. */
function reserved(items: readonly ServerWindow[]) {
  return ({ url }: Request) => ({ items: url.includes("kind=reservation") ? [...items] : [], next_cursor: null });
}

test("a server is reserved for a month at most, and given back", async () => {
  const windows: ServerWindow[] = [];
  const sent: unknown[] = [];
  const served = lab({
    "GET /api/v1/servers/s-1/windows": reserved(windows),
    "POST /api/v1/servers/s-1/windows": async (request) => {
      sent.push(await request.json());
      windows.push(aReservation());
      return aReservation();
    },
    "DELETE /api/v1/servers/s-1/windows/v-1": () => {
      windows[0] = aReservation({ is_on: false, released_at: AT });
      return new Response(null, { status: 204 });
    },
  });
  openPage("/servers/s-1?tab=maintenance", served);

  expect(await screen.findByText("No reservations.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Reserve…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reserve this server" }));
  fireEvent.change(dialog.getByLabelText(/^From/), { target: { value: "2098-12-01T12:00" } });
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: "2099-01-02T12:00" } });
  fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: " firmware series " } });
  fireEvent.click(dialog.getByRole("button", { name: "Reserve" }));
  expect(await dialog.findByText("At most 31 days.")).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: "2099-01-01T12:00" } });
  fireEvent.click(dialog.getByRole("button", { name: "Reserve" }));
  await waitFor(() => expect(sent).toMatchObject([{ kind: "reservation", reason: "firmware series" }]));

  fireEvent.click(await screen.findByRole("button", { name: "End the reservation of ada for firmware series" }));
  const question = within(await screen.findByRole("dialog", { name: "End this reservation?" }));
  fireEvent.click(question.getByRole("button", { name: "End" }));
  expect(await screen.findByText(/^ended /)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^End/ })).toBeNull();
});

test("reserving takes four actions at most: the list, the server, Reserve, and the reason with Enter", async () => {
  const sent: unknown[] = [];
  const { router } = openPage(
    "/servers",
    lab({
      "GET /api/v1/server-summaries": { items: [aServerSummary()], next_cursor: null },
      "GET /api/v1/servers": { items: [aServer()], next_cursor: null },
      "POST /api/v1/servers/s-1/windows": async (request) => {
        sent.push(await request.json());
        return aReservation();
      },
    }),
  );

  fireEvent.click(await screen.findByRole("link", { name: /^rack-4/ }));
  fireEvent.click(await screen.findByRole("button", { name: "Reserve" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ dialog: "reserve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reserve this server" }));
  const until = dialog.getByLabelText(/^Until/) as HTMLInputElement;
  expect(Date.parse(until.value) - Date.now()).toBeGreaterThan(3 * 3_600_000);
  const reason = dialog.getByLabelText(/^Reason/);
  fireEvent.change(reason, { target: { value: "firmware series" } });
  fireEvent.submit(reason);
  await waitFor(() =>
    expect(sent).toMatchObject([{ kind: "reservation", starts_at: null, reason: "firmware series" }]),
  );
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test("only an administrator gives back the reservation of somebody else", async () => {
  const others = aReservation({ created_by_id: "u-9", created_by: "mary" });
  const answers = {
    "GET /api/v1/servers/s-1": aServer({ reservation: others }),
    "GET /api/v1/servers/s-1/windows": reserved([others]),
  };
  const { unmount } = openPage("/servers/s-1?tab=maintenance", lab(answers));
  expect(await screen.findByText(/^Reserved by mary until /)).toBeTruthy();
  expect(await screen.findByText("firmware series")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^End/ })).toBeNull();
  unmount();

  openPage("/servers/s-1?tab=maintenance", lab({ ...answers, ...ADMIN }));
  expect(await screen.findByRole("button", { name: /^End the reservation of mary/ })).toBeTruthy();
});

function aCheck(changes: Partial<HealthCheck> = {}): HealthCheck {
  return {
    job_number: "j-7",
    run_number: "r-9",
    created_at: AT,
    finished_at: AT,
    scheduled: true,
    requested_by: null,
    state: "finished",
    passed: true,
    reason: null,
    ...changes,
  };
}

test("each health check stands with its run, its result, and why it failed", async () => {
  const state_reason = "Its health check j-7 ended as failed: fio wrote nothing.";
  openPage(
    "/servers/s-1?tab=maintenance",
    lab({
      ...VIEWER,
      "GET /api/v1/servers/s-1": aServer({ state: "quarantined", state_reason, health_check_hours: 24 }),
      "GET /api/v1/servers/s-1/health-checks": {
        items: [
          aCheck({ state: "failed", passed: false, reason: "fio wrote nothing." }),
          aCheck({ job_number: "j-6", run_number: "r-8", scheduled: false, requested_by: "ada" }),
          aCheck({ job_number: "j-5", run_number: null, state: "cancelled", passed: null }),
        ],
        next_cursor: "older",
      },
    }),
  );

  const section = within(await screen.findByRole("region", { name: "Health check" }));
  expect((await section.findByRole("link", { name: "j-7" })).getAttribute("href")).toBe("/jobs/j-7");
  expect(section.getByRole("link", { name: "r-9" }).getAttribute("href")).toBe("/runs/r-9");
  expect(section.getByRole("row", { name: /failed fio wrote nothing. r-9 j-7 the schedule/ })).toBeTruthy();
  expect(section.getByRole("row", { name: /passed – r-8 j-6 ada/ })).toBeTruthy();
  expect(section.getByRole("row", { name: /cancelled – – j-5/ })).toBeTruthy();
  expect(section.getByText("Showing the newest 3.")).toBeTruthy();
  expect(section.getByText(`yes: ${state_reason}`)).toBeTruthy();
  expect(section.getByText("every 24 hours")).toBeTruthy();
  expect(section.queryAllByRole("button")).toEqual([]);
});

test("a check is run now, and the schedule is changed and taken away", async () => {
  const sent: unknown[] = [];
  let checks: object[] = [];
  const served = lab({
    "GET /api/v1/servers/s-1": () => aServer({ health_check_hours: sent.length === 1 ? 12 : null }),
    "GET /api/v1/servers/s-1/health-checks": () => ({ items: checks, next_cursor: null }),
    "POST /api/v1/servers/s-1/health-checks": () => {
      checks = [aCheck({ state: "running", passed: null })];
      return aJob({ state: "running" });
    },
    "PATCH /api/v1/servers/s-1": async (request) => {
      sent.push(await request.json());
      return aServer();
    },
  });
  openPage("/servers/s-1?tab=maintenance", served);

  const section = within(await screen.findByRole("region", { name: "Health check" }));
  expect(await section.findByText("No health checks yet.")).toBeTruthy();
  fireEvent.click(section.getByRole("button", { name: "Check now" }));
  expect(await section.findByText("running")).toBeTruthy();
  expect(section.getByRole("button", { name: "Check now" })).toHaveProperty("disabled", true);

  fireEvent.click(section.getByRole("button", { name: "Change schedule…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Health check schedule" }));
  fireEvent.change(dialog.getByLabelText(/^Hours/), { target: { value: "9000" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/^Enter a whole number/)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Hours/), { target: { value: "12" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(await section.findByText("every 12 hours")).toBeTruthy();
  expect(sent).toEqual([{ health_check_hours: 12, before: { health_check_hours: null } }]);
});
