/** Reads the run that another one is compared with, and the history that both belong to. */
import { useQuery } from "@tanstack/react-query";
import { historyFiguresQuery } from "@/api/comparison";
import { useApi } from "@/api/context";
import { historyQuery, isTerminalRun, runQuery } from "@/api/runs";
import type { Run } from "@/api/types";
import { NO_BASELINE } from "./baseline-picker";
import { type ComparedRun, lastOfConfiguration } from "./compared-run";
import { type MainResult, mainResult, sameResult } from "./main-result";
import { type OwnHistory, ownHistory } from "./own-history";

export interface Compared {
  compared: ComparedRun | null;
  /** Number of the last run of this configuration. */
  last: string | null;
  main: MainResult | null;
  other: { number: string; result: MainResult } | null;
  history: OwnHistory | null;
}

const NOTHING: Compared = { compared: null, last: null, main: null, other: null, history: null };

/** `baseline` is what the address names: a run, nothing, or by default the last run of this configuration. */
export function useCompared(run: Run | undefined, baseline: string | undefined): Compared {
  const api = useApi();
  const isMeasured = run !== undefined && run.origin !== "published";
  const series = useQuery({ ...historyQuery(api, run?.id ?? ""), enabled: isMeasured, retry: false });
  const figures = useQuery({
    ...historyFiguresQuery(api, run?.id ?? "", "iops"),
    enabled: isMeasured && isTerminalRun(run.state),
    retry: false,
  });
  const last = run && series.data ? lastOfConfiguration(run, series.data) : null;
  const named = baseline === undefined ? (last?.number ?? null) : baseline === NO_BASELINE ? null : baseline;
  const fetched = useQuery({ ...runQuery(api, named ?? ""), enabled: named !== null, retry: false });
  if (!run) return NOTHING;
  const before = named !== null && fetched.data && fetched.data.id !== run.id ? fetched.data : null;
  const main = mainResult(run);
  const result = main && before ? sameResult(main, before) : null;
  return {
    compared: before ? { run: before, kind: baseline === undefined ? "last" : "baseline" } : null,
    last: last?.number ?? null,
    main,
    other: before && result ? { number: before.number, result } : null,
    history: figures.data ? ownHistory(run, figures.data, main?.measurement.iops ?? null) : null,
  };
}
