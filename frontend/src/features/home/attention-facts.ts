/** Alerts as Home lists them: a bold fact that names the thing, a grey line, and one way on. */
import type { Overview, OverviewAlert } from "@/api/types";
import { home as words } from "@/messages/home";
import { sinceWords } from "./headline";

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
    fact: factOf(alert),
    detail: detailOf(alert, now),
    tone: TONES[severity],
    act: act === "compare" && other === null ? "open" : act,
    other: act === "compare" ? other : null,
  };
}

function factOf({ kind, link, server }: OverviewAlert): string {
  if (kind === "server_unreachable") return words.noAnswer(link.name);
  const fact = words.facts[kind] ?? kind;
  if (link.component === "run") return words.factOf(link.number, fact);
  if (link.component === "campaign") return words.factOf(link.name || link.number, fact);
  return words.fact(server?.name ?? (link.name || link.number), fact);
}

function detailOf(alert: OverviewAlert, now: Date): string {
  if (alert.kind === "server_unreachable") return awayDetail(alert, now);
  // Behind the colon is why; the fact has said the rest.
  const why = alert.kind === "campaign_asks" ? alert.message.split(": ").slice(1).join(": ") : "";
  return why === "" ? alert.message : why;
}

function awayDetail({ at, message, waiting_count }: OverviewAlert, now: Date): string {
  const parts = [
    at === null ? message : words.lastSeen(sinceWords(new Date(at), now)),
    ...(waiting_count > 0 ? [words.waitForIt(waiting_count)] : []),
  ];
  return parts.join(" ");
}
