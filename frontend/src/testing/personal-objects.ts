/** Data of a signed-in person, for tests: session, settings, notices. */
import type { Notice, Notices, PersonalSettings, Session } from "@/api/types";

const BELL = { bell: true, browser: false };
const BOTH = { bell: true, browser: true };

export const SETTINGS: PersonalSettings = {
  follow_started: true,
  has_seen_tour: true,
  notices: {
    decision: BOTH,
    alert: BELL,
    run_finished: BOTH,
    run_failed: BOTH,
    run_steady: BELL,
    import_finished: BELL,
  },
};

export function aSession(user: Partial<Session["user"]> = {}, settings: PersonalSettings = SETTINGS): Session {
  return { user: { id: "u-1", name: "ada", role: "operator", ...user }, settings, last_visit_at: null };
}

export const NO_NOTICES: Notices = { needs_decision: [], alerts: [], followed: [], unread_count: 0, following: [] };

export function aNotice(changes: Partial<Notice> = {}): Notice {
  return {
    id: "run_finished:run-1",
    category: "run_finished",
    kind: "run_finished",
    severity: null,
    link: { component: "run", id: "run-1", number: "r-1", name: "4K write" },
    server: { id: "server-1", number: "s-1", name: "rack-4" },
    waiting_count: 0,
    detail: null,
    verdict: "steady",
    figure: null,
    change: null,
    at: "2026-11-22T10:00:00Z",
    unread: true,
    ...changes,
  };
}
