/** Shows new notices as notifications of the browser: one tab does so for all, and a page that is looked at needs none. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/api/context";
import { noticesQuery } from "@/api/notices";
import { sessionQuery } from "@/api/session";
import type { Notice, Notices, PersonalSettings } from "@/api/types";
import { useNotificationPermission } from "@/lib/notification-permission";
import { usePageShown } from "@/lib/page-shown";
import { usePreferences } from "@/lib/preferences";
import { createStored } from "@/lib/stored";
import { NOTICE_GROUPS } from "./notices";

/** Held by the tab that shows notifications. */
const ANNOUNCER = "storagelab-announcer";
/** Held, with a path behind it, by each tab whose page is looked at. */
const LOOKED_AT = "storagelab-looked-at ";
const MAX_REMEMBERED = 200;

/** The notices that some tab of this browser has shown. */
const announced = createStored("storagelab-announced", (raw): readonly string[] =>
  Array.isArray(raw) ? raw.filter((id) => typeof id === "string") : [],
);

/** Return whether this tab is the one that shows notifications; nothing is held where the browser may show none. */
export function useAnnouncer(): boolean {
  const { browserNotices } = usePreferences();
  const isWanted = useNotificationPermission() === "granted" && browserNotices;
  const isShown = usePageShown();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isAnnouncer = useLock(isWanted ? ANNOUNCER : null, "exclusive");
  useLock(isWanted && isShown ? `${LOOKED_AT}${path}` : null, "shared");
  return isAnnouncer;
}

/** Hold a lock of this name among all tabs, and return whether it is held; the browser frees it with the tab. */
function useLock(name: string | null, mode: LockMode): boolean {
  const [held, setHeld] = useState<string | null>(null);
  useEffect(() => {
    const { locks } = navigator;
    if (name === null || !locks) return;
    const leaving = new AbortController();
    let free = () => {};
    const until = new Promise<void>((resolve) => {
      free = resolve;
    });
    const hold = () => {
      if (!leaving.signal.aborted) setHeld(name);
      return until;
    };
    // A request that is withdrawn is rejected.
    locks.request(name, { mode, signal: leaving.signal }, hold).catch(() => undefined);
    return () => {
      leaving.abort();
      free();
      setHeld(null);
    };
  }, [name, mode]);
  return name !== null && held === name;
}

/** Show what is new since this tab began to announce. */
export function Announcer(): null {
  const api = useApi();
  const router = useRouter();
  const { data } = useQuery(noticesQuery(api));
  const { data: session } = useQuery(sessionQuery(api));
  /** Those of the first answer were there before. */
  const seen = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (!data || !session) return;
    const before = seen.current;
    seen.current = new Set([...(before ?? []), ...allOf(data).map(({ id }) => id)]);
    if (before === null) return;
    const fresh = noticesToAnnounce(data, session.settings, new Set([...before, ...announced.read()]));
    if (fresh.length > 0) void announce(fresh, (path) => router.history.push(path));
  }, [data, session, router]);
  return null;
}

/** Return the unread notices of kinds that a person wants in the browser, without those already known. */
export function noticesToAnnounce(
  answer: Notices,
  settings: PersonalSettings,
  seen: ReadonlySet<string>,
): readonly Notice[] {
  return allOf(answer).filter(
    ({ id, category, unread }) => unread && settings.notices[category].browser && !seen.has(id),
  );
}

function allOf(answer: Notices): readonly Notice[] {
  return NOTICE_GROUPS.flatMap((group) => answer[group]);
}

async function announce(fresh: readonly Notice[], open: (path: string) => void): Promise<void> {
  announced.write([...fresh.map(({ id }) => id), ...announced.read()].slice(0, MAX_REMEMBERED));
  const [{ noticeFacts }, { held = [] }] = await Promise.all([import("./notice-facts"), navigator.locks.query()]);
  const lookedAt = held.flatMap(({ name }) => (name?.startsWith(LOOKED_AT) ? [name.slice(LOOKED_AT.length)] : []));
  for (const notice of fresh) {
    const { title, detail, path } = noticeFacts(notice, new Date());
    if (lookedAt.some((shown) => shown === path || shown.startsWith(`${path}/`))) continue;
    show(title, { body: detail, tag: notice.id }, () => open(path));
  }
}

function show(title: string, options: NotificationOptions, open: () => void): void {
  try {
    const shown = new Notification(title, options);
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      open();
    });
  } catch {
    // Some phones show none from a page; the bell has it all the same.
  }
}
