/** The queue as rows of the timeline: bars with their run and profile, and the free times between them. */
import type { QueueBar, QueueLane, ServerGlance } from "@/api/types";
import { distinctNames, placedBar } from "@/components/queue-rows";
import { shortSpan } from "@/lib/short-times";
import { shortPercent } from "@/lib/short-values";
import { queue as words } from "@/messages/queue";
import type { DotTone } from "@/parts/dot";
import type { LinkedBar, TimelineRow } from "@/parts/timeline";
import { freeGaps, type Range } from "@/parts/timeline-layout";
import { queueTime } from "./times";

/** A gap from here on has room for its words. */
const LONG_GAP_MS = 3 * 3_600_000;

export interface RowOptions {
  now: Date;
  /** True if waiting runs may be moved and free times may be used. */
  operate: boolean;
  /** Names without what all of them share, where there is little room. */
  isShort: boolean;
}

/** Return a row for each lane; those of which only the index is known are empty. */
export function scheduleRows(
  lanes: readonly (QueueLane | number)[],
  glances: ReadonlyMap<string, ServerGlance>,
  range: Range,
  options: RowOptions,
): TimelineRow[] {
  const names = lanes.flatMap((lane) => (typeof lane === "number" ? [] : [lane.server.name]));
  const short = options.isShort ? new Map(distinctNames(names).map((name, index) => [names[index], name])) : null;
  return lanes.map((lane) => {
    if (typeof lane === "number") return { id: `lane ${lane}`, name: "", bars: [], isPending: true };
    const { id, name } = lane.server;
    return rowOf(lane, glances.get(id), short?.get(name) ?? name, range, options);
  });
}

function rowOf(
  { server, bars }: QueueLane,
  glance: ServerGlance | undefined,
  name: string,
  range: Range,
  { now, operate }: RowOptions,
): TimelineRow {
  const unplaced = bars.filter(({ kind, starts_at }) => kind === "queued" && starts_at === null);
  const placed = bars.flatMap((bar, index) => {
    const drawn = placedBar(bar, bar.job_number ?? `${server.id} ${bar.kind} ${index}`, range);
    return drawn ? [detailed(drawn, bar, unplaced, { now, operate })] : [];
  });
  const isOpen = operate && glance !== undefined && (glance.state === "ready" || glance.state === "busy");
  const gaps = isOpen && unplaced.length === 0 ? gapBars(server.number, placed, range, now) : [];
  return {
    id: server.id,
    name,
    bars: [...placed, ...gaps],
    ...(glance ? { note: serverLine(glance, bars, now), tone: serverTone(glance) } : {}),
  };
}

/** The second line of a bar, and what it can be moved by. A run that ended has the place of its run number alone. */
function detailed(
  drawn: LinkedBar,
  bar: QueueBar,
  unplaced: readonly QueueBar[],
  { now, operate }: Pick<RowOptions, "now" | "operate">,
): LinkedBar {
  const run = bar.run_number ?? bar.job_number ?? "";
  switch (bar.kind) {
    case "running":
      return { ...drawn, detail: words.detail(run, bar.profile_title ?? "") };
    case "queued": {
      const waiting = { ...drawn, detail: words.detail(run, bar.profile_title ?? "") };
      return operate && bar.job_number !== null ? { ...waiting, moveId: bar.job_number } : waiting;
    }
    case "failed":
      return { ...drawn, title: words.failedRun(run), detail: bar.title };
    case "finished":
      return { ...drawn, detail: run };
    case "rebuilding":
      return bar.ends_at === null
        ? { ...drawn, title: words.rebuilding }
        : { ...drawn, title: words.rebuilding, detail: words.ready(queueTime(bar.ends_at, now)) };
    case "unreachable":
    case "quarantined": {
      const title = bar.reason === null ? drawn.title : words.unreachableBecause(drawn.title, bar.reason);
      const [first] = unplaced;
      return first ? { ...drawn, title, detail: waitsText(first, unplaced.length) } : { ...drawn, title };
    }
    default:
      return drawn;
  }
}

const waitsText = (bar: QueueBar, count: number): string =>
  count === 1 ? words.oneWaits(bar.run_number ?? bar.title) : words.manyWait(count);

/** Free times lead to the form of a run there; one that begins now needs no start. */
function gapBars(server: string, bars: readonly LinkedBar[], { to }: Range, now: Date): LinkedBar[] {
  return freeGaps(bars, now.getTime(), to).map(({ start, end }) => {
    const span = shortSpan((end - start) / 1000);
    const search = start <= now.getTime() ? { server } : { server, start_after: new Date(start).toISOString() };
    return {
      id: `free ${start}`,
      kind: "free",
      start,
      end,
      title: end - start < LONG_GAP_MS ? span : words.freeFor(span),
      link: { to: "/new", search },
    };
  });
}

export function serverTone({ use, rebuild, runs }: ServerGlance): DotTone {
  if (use === "unreachable" || use === "quarantined") return "err";
  if (runs.length > 0) return "run";
  return rebuild !== null || use === "maintenance" || use === "new" ? "warn" : "ok";
}

/** Return the state of a server and until when it lasts. */
export function serverLine(server: ServerGlance, bars: readonly QueueBar[], now: Date): string {
  const { server: texts } = words;
  const { use, rebuild, unreachable_since, runs } = server;
  if (use === "unreachable") {
    return unreachable_since === null ? texts.unreachable : texts.unreachableSince(queueTime(unreachable_since, now));
  }
  if (use === "quarantined") return texts.quarantined;
  if (runs.length > 0) {
    const end = bars.findLast(({ kind }) => kind === "running")?.ends_at ?? null;
    return end === null ? texts.measuring : texts.measuringFree(queueTime(end, now));
  }
  if (rebuild !== null) {
    return rebuild.percent === null ? texts.rebuilding : texts.rebuildingPercent(shortPercent(rebuild.percent));
  }
  if (use === "new") return texts.isNew;
  if (use === "maintenance") return texts.maintenance;
  if (use === "reserved") return texts.reserved;
  if (use === "leased") return texts.inUse;
  const next = bars.find(({ starts_at, kind }) => kind !== "finished" && kind !== "failed" && isAhead(starts_at, now));
  return next?.starts_at ? texts.idleUntil(queueTime(next.starts_at, now)) : texts.idle;
}

const isAhead = (at: string | null, now: Date) => at !== null && Date.parse(at) > now.getTime();
