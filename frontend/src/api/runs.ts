/** Reads runs, their artifacts and what charts are drawn from. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { SERIES_METRICS } from "@/lib/generated/metric-table";
import { isReading, READINGS, TELEMETRY_METRICS } from "@/lib/metrics";
import { type Api, body } from "./client";
import type {
  Artifact,
  Derived,
  Measurements,
  Page,
  Report,
  Run,
  RunConditions,
  RunHistory,
  RunLatency,
  RunSummary,
  Series,
} from "./types";

/** In the order a run goes through them. */
export const RUN_STATES = [
  "waiting",
  "preparing",
  "running",
  "collecting",
  "finished",
  "failed",
  "cancelled",
  "lost",
] as const satisfies readonly RunSummary["state"][];
export const ORIGINS = ["measured", "imported", "published"] as const satisfies readonly RunSummary["origin"][];

/** Metrics that an engine reports over time. */
export type SeriesMetric = (typeof SERIES_METRICS)[number];

/** Metrics that charts of several runs draw over time. */
export const CURVE_METRICS = [...SERIES_METRICS, ...READINGS] as const;
export type CurveMetric = (typeof CURVE_METRICS)[number];

/** Return the source of the samples of a curve where it is not the engine. */
export const sourceOf = (metric: CurveMetric) => (isReading(metric) ? { source: "telemetry" as const } : {});

export interface RunFilters {
  state?: RunSummary["state"];
  origin?: RunSummary["origin"];
  q?: string;
  server_id?: string;
  configuration?: string;
  /** Name of a profile. */
  profile?: string;
  /** Only runs that count, or only those marked invalid. */
  valid?: boolean;
  /** Those in the trash, in place of all others. */
  trashed?: true;
  /** Labels that a run must all have. */
  label?: string[];
  cursor?: string;
}

const TERMINAL = new Set(["finished", "failed", "cancelled", "lost"]);

export function isTerminalRun(state: string): boolean {
  return TERMINAL.has(state);
}

export const runsQuery = (api: Api, filters: RunFilters) =>
  queryOptions({
    queryKey: ["runs", "list", filters],
    queryFn: ({ signal }): Promise<Page<RunSummary>> =>
      body(api.GET("/api/v1/runs", { params: { query: { ...filters, limit: 50 } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** The newest runs that a query finds. */
export const queriedRunsQuery = (
  api: Api,
  { query, newest, time_zone }: { query: string; newest: number; time_zone: string },
) =>
  queryOptions({
    queryKey: ["runs", "newest", query, newest, time_zone],
    queryFn: async ({ signal }): Promise<RunSummary[]> => {
      const params = { query: { q: query, time_zone, limit: newest } };
      return (await body(api.GET("/api/v1/runs", { params, signal }))).items;
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const runQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["runs", "detail", ref],
    queryFn: ({ signal }): Promise<Run> => body(api.GET("/api/v1/runs/{ref}", { params: { path: { ref } }, signal })),
    refetchInterval: (query) => (query.state.data && !isTerminalRun(query.state.data.state) ? 5_000 : false),
  });

/** The ordinals of the phases of a run that have a curve. */
export function phasesWithCurve({ phases }: Pick<Run, "phases">): number[] {
  return phases.filter(({ has_series }) => has_series).map(({ ordinal }) => ordinal);
}

/**
 * Return the phase to draw over time without a choice of the user: the only one with a curve, so that it fills the
 * chart, or all of them.
 */
export function phaseOfCurves([only, ...others]: readonly number[]): string {
  return only !== undefined && others.length === 0 ? String(only) : "all";
}

export const artifactsQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ["runs", "artifacts", runId],
    queryFn: ({ signal }): Promise<Page<Artifact>> =>
      body(
        api.GET("/api/v1/runs/{ref}/artifacts", { params: { path: { ref: runId }, query: { limit: 200 } }, signal }),
      ),
  });

/** Return the address of the bytes of an artifact. */
export function artifactAddress(api: Api, artifactId: string): string {
  return `${api.baseUrl}/api/v1/artifacts/${artifactId}/content`;
}

/** Maximum number of intervals of a curve in a picture; with fewer, all of them are as stored. */
export const MAX_POINTS = 1500;

/** Maximum number of intervals of all curves in one picture together, and the minimum for each of them. */
const MAX_TOTAL_POINTS = 2 * MAX_POINTS;
const FEWEST_EACH = 400;

/** Return the maximum number of intervals per curve in a picture with this number of curves. */
export function pointsOfEach(curves: number): number {
  return Math.min(MAX_POINTS, Math.max(FEWEST_EACH, Math.floor(MAX_TOTAL_POINTS / curves)));
}

/** Some series of a run, read side by side; `phase` is an ordinal, `precondition` or `all`. */
export const seriesQuery = (
  api: Api,
  runId: string,
  phase: string,
  metrics: readonly CurveMetric[],
  points = MAX_POINTS,
) =>
  queryOptions({
    queryKey: ["series", runId, phase, metrics, points],
    queryFn: ({ signal }): Promise<Series[]> =>
      Promise.all(
        metrics.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: {
                  run_id: runId,
                  metric,
                  phase,
                  direction: "total",
                  ...sourceOf(metric),
                  max_points: points,
                  resolution: "stored",
                },
              },
              signal,
            }),
          ),
        ),
      ),
  });

/** Read the telemetry of the server during a run, metric by metric. */
export const telemetryQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ["series", runId, "telemetry"],
    queryFn: ({ signal }): Promise<Series[]> =>
      Promise.all(
        TELEMETRY_METRICS.map((metric) =>
          body<Series>(
            api.GET("/api/v1/series", {
              params: {
                query: { run_id: runId, metric, source: "telemetry", max_points: MAX_POINTS, resolution: "stored" },
              },
              signal,
            }),
          ),
        ),
      ),
  });

/** Read the measurements of the phases of some runs, one row for each. */
export const measurementsQuery = (api: Api, ...runIds: string[]) =>
  queryOptions({
    queryKey: ["measurements", ...runIds],
    queryFn: ({ signal }): Promise<Measurements> =>
      body(api.GET("/api/v1/measurements", { params: { query: { run_id: runIds, kind: "measure" } }, signal })),
  });

/** Figures that follow from the curves and sweeps of a run. */
export const derivedQuery = (api: Api, ref: string) =>
  queryOptions({
    queryKey: ["runs", "derived", ref],
    queryFn: ({ signal }): Promise<Derived> =>
      body(api.GET("/api/v1/runs/{ref}/derived", { params: { path: { ref } }, signal })),
  });

/** Every plot and table of the SNIA test that a run carried out; only a run that names its test has one. */
export const reportQuery = (api: Api, ref: string, isOver: boolean) =>
  queryOptions({
    queryKey: ["runs", "report", ref],
    queryFn: ({ signal }): Promise<Report> =>
      body(api.GET("/api/v1/runs/{ref}/report", { params: { path: { ref } }, signal })),
    refetchInterval: isOver ? false : 30_000,
  });

/** Percentiles of every result of a run, without the shares that charts are drawn from. */
export const percentilesQuery = (api: Api, ref: string, isOver: boolean) =>
  queryOptions({
    queryKey: ["runs", "latency", ref],
    queryFn: ({ signal }): Promise<RunLatency> =>
      body(api.GET("/api/v1/runs/{ref}/latency", { params: { path: { ref }, query: { cdf: false } }, signal })),
    refetchInterval: isOver ? false : 15_000,
  });

/** Read the distribution of the response times of some results; `phases` are their ordinals. */
export const distributionsQuery = (api: Api, ref: string, phases: readonly number[]) =>
  queryOptions({
    queryKey: ["runs", "latency", ref, phases],
    queryFn: ({ signal }): Promise<RunLatency> =>
      body(api.GET("/api/v1/runs/{ref}/latency", { params: { path: { ref }, query: { phase: [...phases] } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The runs of the same server, role and profile, oldest first; a run that belongs to no history is refused. */
export const historyQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ["runs", "history", runId],
    queryFn: ({ signal }): Promise<RunHistory> =>
      body(api.GET("/api/v1/history", { params: { query: { run_id: runId, limit: 100 } }, signal })),
    staleTime: 60_000,
  });

/** Read the state of arrays and drives at the measurement of each phase. */
export const conditionsQuery = (api: Api, runId: string) =>
  queryOptions({
    queryKey: ["runs", "conditions", runId],
    queryFn: ({ signal }): Promise<RunConditions> =>
      body(api.GET("/api/v1/runs/{ref}/conditions", { params: { path: { ref: runId } }, signal })),
  });
