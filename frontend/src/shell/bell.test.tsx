/** The bell and its panel. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OverviewAlert } from "@/api/types";
import { HOSTILE } from "@/testing/hardware-objects";
import { openPage } from "@/testing/open-page";
import { anAlert, anOverview } from "@/testing/overview-objects";
import { stubLab } from "@/testing/stub-lab";

const alert = (changes: Partial<OverviewAlert>): OverviewAlert =>
  anAlert({
    severity: "critical",
    kind: "server_unreachable",
    message: "rack-4 does not respond",
    link: { component: "server", id: "server-1", number: "s-1", name: "rack-4" },
    at: "2026-11-22T10:00:00Z",
    ...changes,
  });

const lab = (items: readonly OverviewAlert[]) =>
  stubLab({
    "GET /api/v1/campaigns": { items: [], next_cursor: null },
    "GET /api/v1/overview": anOverview({
      alerts: { items: [...items], counts: { critical: items.length, warning: 0, notice: 0 } },
    }),
  });

const ASKING = alert({
  severity: "warning",
  kind: "campaign_asks",
  message: HOSTILE,
  link: { component: "campaign", id: "campaign-1", number: "ca-1", name: "matrix" },
});

test("notices stand in their groups and lead to their pages", async () => {
  const { router } = openPage("/campaigns", lab([alert({}), ASKING]));
  fireEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));

  const panel = within(await screen.findByRole("dialog", { name: /^Notifications/ }));
  const decisions = within(await panel.findByRole("region", { name: "Needs a decision" }));
  expect(decisions.getByRole("link").textContent).toBe(`${HOSTILE}, unread`);
  expect(decisions.getByRole("link").getAttribute("href")).toBe("/campaigns/ca-1");
  const alerts = within(panel.getByRole("region", { name: "Alerts" }));
  fireEvent.click(alerts.getByRole("link", { name: /rack-4 does not respond/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/inventory/servers/s-1"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeTruthy();
});

test("all are marked read at once, and stay so in this browser", async () => {
  const first = openPage("/campaigns", lab([alert({}), ASKING]));
  fireEvent.click(await screen.findByRole("button", { name: "Notifications, 2 unread" }));
  fireEvent.click(await screen.findByRole("button", { name: "Mark all read" }));
  expect(await screen.findByRole("button", { name: "Notifications" })).toBeTruthy();
  first.unmount();

  openPage("/campaigns", lab([alert({}), ASKING, alert({ message: "again", at: "2026-11-23T10:00:00Z" })]));
  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" })).toBeTruthy();
});

test("nothing to tell is said", async () => {
  openPage("/campaigns", lab([]));
  fireEvent.click(await screen.findByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("No notifications")).toBeTruthy();
});
