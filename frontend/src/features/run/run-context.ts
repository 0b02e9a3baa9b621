/** The run of the page: read once by the page, and shared with whichever tab of it is open. */
import { createContext, useContext } from "react";
import type { Job, LivePoint, Progress, Run } from "@/api/types";
import type { ComparedRun } from "./compared-run";
import type { RunMode } from "./course";
import type { MainResult } from "./main-result";
import type { OwnHistory } from "./own-history";

export const RunContext = createContext<Run | null>(null);

export function useRun(): Run {
  const run = useContext(RunContext);
  if (!run) throw new Error("there is no run around this part");
  return run;
}

/** State of the page about its run, besides the run itself. */
export interface RunState {
  mode: RunMode;
  /** Leaves the end of a run that was watched for its result. */
  viewResult: () => void;
  job: Job | undefined;
  progress: Progress | null;
  streamed: readonly LivePoint[];
  isBroken: boolean;
  /** Place in the queue of its server, from 1. */
  place: number | null;
  compared: ComparedRun | null;
  main: MainResult | null;
  other: { number: string; result: MainResult } | null;
  history: OwnHistory | null;
}

export const RunStateContext = createContext<RunState | null>(null);

export function useRunState(): RunState {
  const state = useContext(RunStateContext);
  if (!state) throw new Error("there is no run around this part");
  return state;
}
