/** Reader for curves of several runs; the requests that charts make in one task become one request to the lab. */
import { type Api, body } from "./client";
import { type CurveMetric, sourceOf } from "./runs";
import type { Stretch } from "./series-detail";
import type { Series } from "./types";

export interface WantedCurve {
  run: string;
  phase: string;
  metric: CurveMetric;
  /** Part of the time axis of the run; null for all of it. */
  stretch: Stretch | null;
  /** Maximum number of its intervals. */
  points: number;
}

interface Waiting {
  curve: WantedCurve;
  signal: AbortSignal;
  resolve: (series: Series) => void;
  reject: (error: unknown) => void;
}

/** A question with more curves than these would be too long an address. */
const MAX_CURVES_PER_REQUEST = 48;

/** By client, and then by what the curves of one question have in common. */
const waiting = new WeakMap<Api, Map<string, Waiting[]>>();

const sharedKey = ({ metric, points, stretch }: WantedCurve): string => `${metric} ${points} ${stretch !== null}`;

/** Read a curve at the finest resolution within the number of intervals; it has every stored sample where they fit. */
export function readCurve(api: Api, curve: WantedCurve, signal: AbortSignal): Promise<Series> {
  const groups = waiting.get(api) ?? new Map<string, Waiting[]>();
  waiting.set(api, groups);
  const key = sharedKey(curve);
  return new Promise((resolve, reject) => {
    const own = { curve, signal, resolve, reject };
    const others = groups.get(key);
    if (others) {
      others.push(own);
      return;
    }
    groups.set(key, [own]);
    // In a task of its own the browser first paints where the reader went.
    setTimeout(() => {
      const all = groups.get(key) ?? [];
      groups.delete(key);
      const wanted = all.filter((entry) => !entry.signal.aborted);
      for (let first = 0; first < wanted.length; first += MAX_CURVES_PER_REQUEST) {
        void answer(api, wanted.slice(first, first + MAX_CURVES_PER_REQUEST));
      }
    });
  });
}

async function answer(api: Api, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  const curves = batch.map(({ curve }) => curve);
  const { metric, points } = first.curve;
  const stretches = curves.flatMap(({ stretch }) => stretch ?? []);
  try {
    const query = {
      run_id: curves.map(({ run }) => run),
      phase: curves.map(({ phase }) => phase),
      from_ms: stretches.map(({ from }) => from),
      to_ms: stretches.map(({ to }) => to),
      metric,
      direction: "total",
      ...sourceOf(metric),
      max_points: points,
      resolution: "stored",
    } as const;
    const signal = abortedByAll(batch.map((entry) => entry.signal));
    const response = await body(api.GET("/api/v1/curves", { params: { query }, signal }));
    batch.forEach(({ resolve, reject }, place) => {
      const series = response.curves[place];
      if (series) resolve(series);
      else reject(new Error("The lab left out a curve."));
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Return a signal for a request shared by several callers; it aborts once all of them have aborted. */
function abortedByAll(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let left = signals.length;
  const leave = () => {
    left -= 1;
    if (left === 0) controller.abort();
  };
  for (const signal of signals) {
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }
  return controller.signal;
}
