/** The bell and its panel. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Notice, Notices } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { anOverview } from "@/testing/overview-objects";
import { aNotice, aSession, NO_NOTICES, SETTINGS } from "@/testing/personal-objects";
import { type Answer, stubLab, VIEWER } from "@/testing/stub-lab";

const AWAY = aNotice({
  id: "away",
  category: "alert",
  kind: "server_unreachable",
  severity: "critical",
  link: { component: "server", id: "server-1", number: "s-1", name: "rack-4" },
  detail: "rack-4 cannot be reached",
  verdict: null,
});
const WAITS = aNotice({
  id: "waits",
  category: "decision",
  kind: "campaign_asks",
  severity: "warning",
  link: { component: "campaign", id: "campaign-1", number: "m-1", name: HOSTILE },
  detail: "m-1 waits for your decision: a drive failed",
  verdict: null,
});

/** Build a lab that stores which notices were read, as the real one does. */
function labWith(groups: Partial<Notices>, more: Record<string, Answer> = {}) {
  let answer: Notices = { ...NO_NOTICES, ...groups };
  const lab = stubLab({
    "GET /api/v1/campaigns": { items: [], next_cursor: null },
    "GET /api/v1/overview": anOverview(),
    "GET /api/v1/notices": () => answer,
    "PATCH /api/v1/notices": async (request) => {
      const { read } = (await request.json()) as { read: string[] };
      const marked = (those: Notice[]) =>
        those.map((notice) => ({ ...notice, unread: notice.unread && !read.includes(notice.id) }));
      answer = {
        ...answer,
        needs_decision: marked(answer.needs_decision),
        alerts: marked(answer.alerts),
        followed: marked(answer.followed),
      };
      return answer;
    },
    ...more,
  });
  return {
    lab,
    change: (groups: Partial<Notices>) => {
      answer = { ...answer, ...groups };
    },
  };
}

async function openBell(name: string) {
  fireEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: /^Notifications/ }));
}

test("notices stand in their groups, and one that is opened is read", async () => {
  const { lab } = labWith({ needs_decision: [WAITS], alerts: [AWAY], followed: [aNotice()] });
  const { router } = openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 3 unread");

  const decisions = within(await panel.findByRole("region", { name: "Needs a decision" }));
  const [decision] = decisions.getAllByRole("link");
  expect(decision?.textContent).toBe(`${HOSTILE} waits, unread`);
  expect(decision?.getAttribute("href")).toBe("/campaigns/m-1");
  expect(decisions.getByText("a drive failed")).toBeTruthy();
  const followed = within(panel.getByRole("region", { name: "Runs you follow" }));
  expect(followed.getByRole("link").getAttribute("href")).toBe("/runs/r-1");

  const alerts = within(panel.getByRole("region", { name: "Alerts" }));
  fireEvent.click(alerts.getByRole("link", { name: /rack-4 does not answer/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/servers/s-1"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByRole("button", { name: "Notifications, 2 unread" })).toBeTruthy();
});

test("all are marked read at once, in the lab", async () => {
  const { lab } = labWith({ alerts: [AWAY], followed: [aNotice(), aNotice({ id: "old", unread: false })] });
  const first = openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 2 unread");
  fireEvent.click(await panel.findByRole("button", { name: "Mark all read" }));
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  await waitFor(() => expect(lab.requests).toContain("PATCH /api/v1/notices"));
  first.unmount();

  openPage("/campaigns", lab);
  const again = await openBell("Notifications");
  expect(await again.findByRole("link", { name: "rack-4 does not answer" })).toBeTruthy();
});

test("a mark goes out even if the page is left at once", async () => {
  const sent: Request[] = [];
  const { lab } = labWith(
    { alerts: [AWAY] },
    {
      "PATCH /api/v1/notices": (request) => {
        sent.push(request);
        return new Response("{}", { status: 500 });
      },
    },
  );
  openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 1 unread");
  fireEvent.click(await panel.findByRole("button", { name: "Mark all read" }));
  await waitFor(() => expect(sent.map(({ keepalive }) => keepalive)).toEqual([true]));
});

test("a mark that the lab does not take is taken back and said", async () => {
  const { lab } = labWith({ alerts: [AWAY] }, { "PATCH /api/v1/notices": () => new Response("{}", { status: 500 }) });
  openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 1 unread");
  fireEvent.click(await panel.findByRole("button", { name: "Mark all read" }));
  expect(await screen.findByText("Could not mark notifications as read")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeTruthy();
});

test("a new notice comes over the stream", async () => {
  const { lab, change } = labWith({});
  openPage("/campaigns", lab);
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  await waitFor(() => expect(lab.openLabStreams()).toBe(1));
  await waitFor(() => expect(lab.requests).toContain("GET /api/v1/notices"));
  change({ followed: [aNotice()] });
  lab.send("notice", {});
  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeTruthy();
});

test("kinds that a person does not want in the bell are left out", async () => {
  const notices = { ...SETTINGS.notices, alert: { bell: false, browser: true } };
  const session = aSession({}, { ...SETTINGS, notices });
  const { lab } = labWith({ alerts: [AWAY], followed: [aNotice()] }, { "GET /api/v1/session": session });
  openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 1 unread");
  expect(await panel.findByRole("region", { name: "Runs you follow" })).toBeTruthy();
  expect(panel.queryByRole("region", { name: "Alerts" })).toBeNull();
});

const QUESTION = { campaign: "m-1", created_at: "2026-11-22T10:00:00Z", reason: "A drive failed.", cells: [] };

test("a campaign is answered and a server contacted in place", async () => {
  const decided: unknown[] = [];
  const { lab } = labWith(
    { needs_decision: [WAITS], alerts: [AWAY] },
    {
      "GET /api/v1/campaigns/m-1": {
        state: "waiting_for_decision",
        pending_decision: { ...QUESTION, choices: ["redo", "keep_both", "stop"] },
      },
      "POST /api/v1/campaigns/m-1/decision": async (request) => {
        decided.push(await request.json());
        return { state: "running", pending_decision: null };
      },
      "POST /api/v1/servers/s-1/discover": {},
    },
  );
  openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 2 unread");
  expect(panel.getByRole("link", { name: `Other choices: ${HOSTILE} waits` }).getAttribute("href")).toBe(
    "/campaigns/m-1",
  );
  fireEvent.click(await panel.findByRole("button", { name: /^Measure again/ }));
  await waitFor(() => expect(decided).toEqual([{ choice: "redo" }]));
  fireEvent.click(panel.getByRole("button", { name: "Retry: rack-4 does not answer" }));
  await waitFor(() => expect(lab.requests.some((line) => line.startsWith("POST /api/v1/servers/s-1/"))).toBe(true));
});

test("a viewer is offered no act", async () => {
  const { lab } = labWith({ needs_decision: [WAITS], alerts: [AWAY] }, VIEWER);
  openPage("/campaigns", lab);
  const panel = await openBell("Notifications, 2 unread");
  expect(await panel.findByRole("region", { name: "Alerts" })).toBeTruthy();
  expect(panel.queryByRole("button", { name: /Retry|Measure/ })).toBeNull();
});

test("no notices and the way to their settings", async () => {
  openPage("/campaigns", labWith({}).lab);
  const panel = await openBell("Notifications");
  expect(await panel.findByText("No notifications")).toBeTruthy();
  expect(panel.getByRole("link", { name: "Settings" }).getAttribute("href")).toBe("/settings/notifications");
});
