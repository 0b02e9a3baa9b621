/** Notices as the bell lists them and browsers show them: a fact that names the thing, a grey line, and its page. */
import type { IconProps } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Notice } from "@/api/types";
import { figureValue } from "@/components/headline";
import { noticeIcon } from "@/components/notice-icon";
import { alertDetail, alertFact } from "@/features/home/attention-facts";
import { joinShort, shortChange } from "@/lib/short-values";
import { notices as words } from "@/messages/notices";

export interface NoticeFacts {
  title: string;
  detail: string;
  tone: "err" | "warn" | "ok" | "idle";
  Icon: ComponentType<IconProps>;
  /** The page of what it is about. */
  path: string;
}

const TONES = { critical: "err", warning: "warn", notice: "idle" } as const;

/** Return what a row of the bell shows. */
export function noticeFacts(notice: Notice, now: Date): NoticeFacts {
  return {
    title: titleOf(notice),
    detail: detailOf(notice, now),
    tone: toneOf(notice),
    Icon: noticeIcon(notice.kind),
    path: pathOf(notice.link),
  };
}

function titleOf(notice: Notice): string {
  const { kind, link, verdict } = notice;
  if (kind === "run_finished") return words.finished(link.number, verdict && (words.verdicts[verdict] ?? null));
  if (kind === "run_steady") return words.steady(link.number);
  if (kind === "import_finished") return words.imported(link.name || link.number);
  if (kind === "import_failed") return words.importFailed(link.name || link.number);
  return alertFact(notice);
}

function detailOf(notice: Notice, now: Date): string {
  const { kind, link, detail } = notice;
  if (kind === "run_finished") return resultOf(notice) ?? link.name;
  return detail === null ? link.name : alertDetail({ ...notice, message: detail }, now);
}

/** `231k IOPS, 4K random write, +66 % vs r-451.` */
function resultOf({ figure, change }: Notice): string | null {
  if (!figure) return null;
  const value = joinShort(figureValue(figure));
  return words.result(value, figure.workload, change && words.change(shortChange(change.percent), change.run_number));
}

function toneOf({ kind, severity, verdict }: Notice): NoticeFacts["tone"] {
  if (kind === "run_failed" || kind === "import_failed") return "err";
  if (severity) return TONES[severity];
  return verdict === "not_steady" || verdict === "insufficient_rounds" ? "warn" : "ok";
}

function pathOf({ component, number }: Notice["link"]): string {
  const ref = encodeURIComponent(number);
  if (component === "run") return `/runs/${ref}`;
  if (component === "campaign") return `/campaigns/${ref}`;
  if (component === "import") return `/import/${ref}`;
  if (component === "server") return `/servers/${ref}`;
  return component === "controller" ? `/servers/controllers/${ref}` : `/${component}s/${ref}`;
}
