/** What the bell tells, and which of it a person has seen. The one place that knows where notices come from. */
import { IconAlertTriangle, IconHourglass, IconPlugConnectedX, type IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { OverviewAlert } from "@/api/types";
import { createStored } from "@/lib/stored";
import { useLabOverview } from "./use-lab-counts";

export const NOTICE_GROUPS = ["decision", "alert", "followed"] as const;

export interface LabNotice {
  id: string;
  group: (typeof NOTICE_GROUPS)[number];
  tone: "err" | "warn" | "ok" | "idle";
  Icon: ComponentType<IconProps>;
  title: string;
  detail: string | null;
  at: string | null;
  /** The page of what it is about. */
  path: string;
  isUnread: boolean;
}

export interface Notices {
  /** Undefined until they are known. */
  items: readonly LabNotice[] | undefined;
  unread: number;
  markRead: (ids: readonly string[]) => void;
}

const MOST_REMEMBERED = 500;

const seen = createStored("storagelab-seen-notices", (raw): readonly string[] =>
  Array.isArray(raw) ? raw.filter((id) => typeof id === "string") : [],
);

export function useNotices(): Notices {
  const alerts = useLabOverview()?.alerts.items;
  const known = new Set(seen.use());
  const items = alerts?.map((alert) => noticeOf(alert, known));
  return {
    items,
    unread: items?.filter(({ isUnread }) => isUnread).length ?? 0,
    markRead: (ids) => seen.write([...new Set([...ids, ...known])].slice(0, MOST_REMEMBERED)),
  };
}

const TONES = { critical: "err", warning: "warn", notice: "idle" } as const;

function noticeOf(alert: OverviewAlert, known: ReadonlySet<string>): LabNotice {
  const { kind, severity, message, link, at } = alert;
  const isDecision = kind === "campaign_asks";
  const id = `${kind} ${link.id} ${at ?? message}`;
  return {
    id,
    group: isDecision ? "decision" : "alert",
    tone: TONES[severity],
    Icon: isDecision ? IconHourglass : kind === "server_unreachable" ? IconPlugConnectedX : IconAlertTriangle,
    title: message,
    detail: link.name ? `${link.number} · ${link.name}` : link.number,
    at,
    path: pathOf(link),
    isUnread: !known.has(id),
  };
}

function pathOf({ component, number }: OverviewAlert["link"]): string {
  const ref = encodeURIComponent(number);
  if (component === "run") return `/runs/${ref}`;
  if (component === "campaign") return `/campaigns/${ref}`;
  return `/inventory/${component}s/${ref}`;
}
