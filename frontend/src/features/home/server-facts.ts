/** Facts of servers and of their runs as tiles show them. */
import type { HardwareCount, RunUnderWay, ServerGlance } from "@/api/types";
import { shortMoment } from "@/lib/short-times";
import { shortPercent } from "@/lib/short-values";
import { home as words } from "@/messages/home";

/** More tiles than these would hide the queue: idle servers are folded into one. */
export const MAX_OTHER_TILES = 8;

export type ServerTone = "ok" | "warn" | "err";

/** Return product and hardware in one line; a live tile names what it measures with alone. */
export function modelLine(server: ServerGlance, { isLive = false } = {}): string {
  const controllers = server.hardware.filter(({ component }) => component === "controller");
  const drives = server.hardware.filter(({ component }) => component === "drive");
  const hardware = isLive && controllers.length > 0 ? controllers : [...controllers, ...drives];
  const product = server.product_name ?? (server.is_local ? words.thisMachine : null);
  return [product, ...hardware.map(modelOf)].filter((part) => part !== null).join(" · ");
}

const modelOf = ({ count, model }: HardwareCount): string => words.models(count, model);

/** Return a time of day today, else the day: ends and starts of runs. */
export function shortClock(at: string, now: Date): string {
  return shortMoment(new Date(at), now);
}

export function serverTone({ use, rebuild }: ServerGlance): ServerTone {
  if (use === "unreachable" || use === "quarantined") return "err";
  return rebuild !== null || use === "maintenance" || use === "new" ? "warn" : "ok";
}

/** Return the state of a server that does not measure, in one line. */
export function serverNote(server: ServerGlance, now: Date): string {
  const { use, reason, rebuild, unreachable_since } = server;
  if (use === "unreachable") {
    return unreachable_since === null ? words.unreachable : words.unreachableSince(shortClock(unreachable_since, now));
  }
  if (use === "quarantined") return withReason(words.quarantined, reason);
  if (rebuild !== null) {
    const { condition, estimated_finish_at } = rebuild;
    return words.rebuilding(condition, estimated_finish_at === null ? null : shortClock(estimated_finish_at, now));
  }
  if (use === "new") return words.isNew;
  if (use === "maintenance") return withReason(words.maintenance, reason);
  if (use === "reserved") return withReason(words.reserved, reason);
  return use === "leased" ? words.inUse : idleNote(server, now);
}

function idleNote({ next_run, waiting_count }: ServerGlance, now: Date): string {
  if (next_run?.estimated_start_at) return words.idleNext(shortClock(next_run.estimated_start_at, now));
  return waiting_count > 0 ? words.idleWaiting(waiting_count) : words.idle;
}

const withReason = (state: string, reason: string | null): string =>
  reason === null ? state : words.because(state, reason);

export interface OtherServers {
  shown: readonly ServerGlance[];
  /** Number of idle servers that are not shown individually. */
  folded: number;
}

const TROUBLE: Record<ServerTone, number> = { ok: 0, warn: 1, err: 2 };

/** Return the servers that do not measure: trouble last, and idle ones folded where there are many. */
export function otherServers(
  servers: readonly ServerGlance[],
  measuring: ReadonlySet<string>,
  idleCount: number,
): OtherServers {
  const others = servers
    .filter(({ id }) => !measuring.has(id))
    .toSorted((a, b) => TROUBLE[serverTone(a)] - TROUBLE[serverTone(b)] || a.name.localeCompare(b.name));
  const idle = others.filter(isIdle);
  const all = others.length + Math.max(0, idleCount - idle.length);
  if (all <= MAX_OTHER_TILES) return { shown: others, folded: 0 };
  return { shown: others.filter((server) => !isIdle(server)), folded: Math.max(idleCount, idle.length) };
}

const isIdle = (server: ServerGlance): boolean => server.use === "idle" && serverTone(server) === "ok";

/** Return how far the steady state of the present phase is; undefined where nothing is judged. */
export function steadyNote({ progress }: Pick<RunUnderWay, "progress">): string | undefined {
  const steady = progress?.steady;
  if (!steady || steady.round === 0) return undefined;
  if (steady.tracked.length > 0 && steady.tracked.every((variable) => variable.steady))
    return words.steady(steady.round);
  // The variable farthest from its limit decides.
  const [worst] = steady.tracked.toSorted(
    (a, b) => (b.range_percent ?? 0) / b.range_limit_percent - (a.range_percent ?? 0) / a.range_limit_percent,
  );
  if (worst?.range_percent == null) return words.roundAlone(steady.round);
  return words.round(steady.round, shortPercent(worst.range_percent), shortPercent(worst.range_limit_percent));
}
