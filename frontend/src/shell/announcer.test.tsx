/** Notifications of the browser: which notices, in which tab, and where none is needed. */
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notice } from "@/api/types";
import { changePreferences } from "@/lib/preferences";
import { stubNotifications } from "@/testing/browser-notifications";
import { openPage } from "@/testing/open-page";
import { anOverview } from "@/testing/overview-objects";
import { aNotice, NO_NOTICES, SETTINGS } from "@/testing/personal-objects";
import { stubLab } from "@/testing/stub-lab";
import { noticesToAnnounce } from "./announcer";

beforeEach(() => {
  localStorage.clear();
  changePreferences({ browserNotices: true });
});
afterEach(() => void vi.unstubAllGlobals());

const ANNOUNCER = "storagelab-announcer";
const FAILED = aNotice({ id: "failed", category: "run_failed", kind: "run_failed", detail: "fio died" });

function labWith(before: Notice[]) {
  let followed = before;
  const lab = stubLab({
    "GET /api/v1/campaigns": { items: [], next_cursor: null },
    "GET /api/v1/overview": anOverview(),
    "GET /api/v1/notices": () => ({ ...NO_NOTICES, followed }),
  });
  const reads = () => lab.requests.filter((line) => line === "GET /api/v1/notices").length;
  return {
    lab,
    /** Resolves when the page has read them. */
    bring: async (...fresh: Notice[]) => {
      followed = [...fresh, ...followed];
      const read = reads();
      act(() => lab.send("notice", {}));
      await waitFor(() => expect(reads()).toBe(read + 1));
    },
    isReady: () => waitFor(() => expect([lab.openLabStreams(), reads()]).toEqual([1, 1])),
  };
}

test("unread notices of kinds that a person wants in the browser are announced once", () => {
  const answer = {
    ...NO_NOTICES,
    alerts: [aNotice({ id: "alert", category: "alert", kind: "drive_failing" })],
    followed: [aNotice({ id: "new" }), aNotice({ id: "read", unread: false }), aNotice({ id: "known" })],
  };
  expect(noticesToAnnounce(answer, SETTINGS, new Set(["known"])).map(({ id }) => id)).toEqual(["new"]);
});

test("a new notice is shown with its title, and leads to its page", async () => {
  const { shown, locks } = stubNotifications("granted");
  const { lab, bring, isReady } = labWith([aNotice()]);
  const { router } = openPage("/campaigns", lab);
  await waitFor(() => expect(locks.names()).toContain(ANNOUNCER));
  await isReady();
  await bring(FAILED);
  await waitFor(() => expect(shown).toHaveLength(1));
  expect(shown[0]).toMatchObject({ title: "r-1 failed", options: { body: "fio died", tag: "failed" } });
  act(() => shown[0]?.click());
  await waitFor(() => expect(router.state.location.pathname).toBe("/runs/r-1"));
});

test("a tab beside the one that announces shows nothing, and takes over when that is closed", async () => {
  const { shown, locks } = stubNotifications("granted");
  const other = locks.hold(ANNOUNCER);
  const { lab, bring, isReady } = labWith([]);
  openPage("/campaigns", lab);
  await isReady();
  await bring(aNotice({ id: "first" }));
  await screen.findByRole("button", { name: "Notifications, 1 unread" });
  expect(shown).toEqual([]);

  await act(async () => other.free());
  await bring(FAILED);
  await waitFor(() => expect(shown.map(({ options }) => options.tag)).toEqual(["failed"]));
});

test("nothing is shown while the page of that run is looked at, in whichever tab", async () => {
  const { shown, locks } = stubNotifications("granted");
  const { lab, bring, isReady } = labWith([]);
  openPage("/campaigns", lab);
  await waitFor(() => expect(locks.names()).toContain(ANNOUNCER));
  await isReady();
  locks.hold("storagelab-looked-at /runs/r-1/curves");
  const link = { component: "run", id: "run-2", number: "r-2", name: "other" } as const;
  await bring(FAILED, aNotice({ id: "other", link }));
  await waitFor(() => expect(shown.map(({ options }) => options.tag)).toEqual(["other"]));
});

test("what another tab has shown is not shown again", async () => {
  const { shown, locks } = stubNotifications("granted");
  localStorage.setItem("storagelab-announced", JSON.stringify(["failed"]));
  const { lab, bring, isReady } = labWith([]);
  openPage("/campaigns", lab);
  await waitFor(() => expect(locks.names()).toContain(ANNOUNCER));
  await isReady();
  await bring(FAILED, aNotice({ id: "new" }));
  await waitFor(() => expect(shown.map(({ options }) => options.tag)).toEqual(["new"]));
});

test.each(["default", "denied"] as const)("with the permission %s nothing is held or asked", async (permission) => {
  const { requestCount, locks } = stubNotifications(permission);
  const { lab, isReady } = labWith([]);
  openPage("/campaigns", lab);
  await isReady();
  expect([requestCount(), locks.names()]).toEqual([0, []]);
});
