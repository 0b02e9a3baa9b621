/** Alerts as Home lists them: a bold fact that names the thing, a grey line, and one way on. */
import type { Notice, Overview, OverviewAlert } from "@/api/types";
import { sinceWords } from "@/components/when-words";
import { home as words } from "@/messages/home";

/** Longer lists are for the bell. */
export const MAX_ALERTS = 5;

export type AlertAct = "retry" | "decide" | "compare" | "open";

export interface AlertFacts {
  key: string;
  fact: string;
  detail: string;
  tone: "err" | "warn" | "idle";
  act: AlertAct;
  /** The run to compare with; of a result that got worse alone. */
  other: string | null;
}

const TONES = { critical: "err", warning: "warn", notice: "idle" } as const;
const STATED_BY_FACT = new Set<string>(["campaign_asks", "run_failed", "run_not_steady"]);
const ACTS: Partial<Record<OverviewAlert["kind"], AlertAct>> = {
  server_unreachable: "retry",
  campaign_asks: "decide",
  run_regression: "compare",
};

/** Return what a row shows; `ended` has the runs that results got worse against. */
export function alertFacts(alert: OverviewAlert, ended: Overview["ended"], now: Date): AlertFacts {
  const { kind, link, message, severity } = alert;
  const act = ACTS[kind] ?? "open";
  const other = ended.find(({ number }) => number === link.number)?.change?.run_number ?? null;
  return {
    key: `${kind} ${link.id} ${message}`,
    fact: alertFact(alert),
    detail: alertDetail(alert, now),
    tone: TONES[severity],
    act: act === "compare" && other === null ? "open" : act,
    other: act === "compare" ? other : null,
  };
}

/** Return the bold fact of an alert, which names the thing. */
export function alertFact({ kind, link, server }: Pick<Notice, "kind" | "link" | "server">): string {
  if (kind === "server_unreachable") return words.noAnswer(link.name);
  const fact = words.facts[kind] ?? kind;
  if (link.component === "run") return words.factOf(link.number, fact);
  if (link.component === "campaign") return words.factOf(link.name || link.number, fact);
  return words.fact(server?.name ?? (link.name || link.number), fact);
}

type AlertDetail = Pick<OverviewAlert, "at" | "message" | "waiting_count"> & Pick<Notice, "kind">;

/** Return the grey line of an alert. */
export function alertDetail(alert: AlertDetail, now: Date): string {
  const { kind, message } = alert;
  if (kind === "server_unreachable") return awayDetail(alert, now);
  // The reason follows the colon; the fact already contains the rest.
  const reason = STATED_BY_FACT.has(kind) ? message.split(": ").slice(1).join(": ") : "";
  if (reason === "") return message;
  // Others begin with a name, as that of a tool.
  return kind === "run_not_steady" ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason;
}

function awayDetail({ at, message, waiting_count }: AlertDetail, now: Date): string {
  const parts = [
    at === null ? message : words.lastSeen(sinceWords(new Date(at), now)),
    ...(waiting_count > 0 ? [words.waitForIt(waiting_count)] : []),
  ];
  return parts.join(" ");
}
