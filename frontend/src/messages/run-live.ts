/** Texts of a run that waits, measures or has just ended. */
import { ordinal } from "./parts";

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const course = {
  title: "Run over time",
  preconditioning: "Preconditioning",
  overTime: "Over time",
  metrics: { iops: "IOPS", latency_mean_ns: "Mean", latency_p99_ns: "p99", all: "4 panels" },
  liveMetrics: { iops: "IOPS", latency_mean_ns: "Mean", latency_p99_ns: "p99", all: "All" },
  metric: "Metric",
  titles: { iops: "IOPS", latency_mean_ns: "Mean latency", latency_p99_ns: "p99", all: "All metrics" },
  table: (metric: string) => `${metric} over time, one row per interval`,
  now: "now",
  lastRun: (run: string) => `${run}, last run of this configuration`,
  baseline: (run: string) => `${run}, baseline`,
  since: (clock: string) => `since ${clock}, one value per second`,
  between: (from: string, to: string) => `${from} to ${to}`,
  over: (metric: string, span: string) => `${metric} over ${span}`,
  toCome: (phases: number) => counted(phases, "phase to come", "phases to come"),
  steady: (first: number, last: number) => `steady, rounds ${first} to ${last}`,
  steadyWith: (first: number, last: number, range: string, slope: string) =>
    `steady, rounds ${first} to ${last}: range ${range}, slope ${slope}`,
  window: (filled: number, window: number) => `${filled} of ${window} rounds in the window`,
  pause: "Pause the chart",
  resume: "Resume the chart",
  paused: "paused",
  firstValue: "First value in about 2 s",
  notStarted: "The chart starts with the first phase.",
} as const;

export const live = {
  ends: "Ends",
  left: "Left",
  finished: "Finished",
  ended: "Ended",
  took: "Took",
  numbers: "Live numbers",
  iops: "IOPS",
  throughput: "Throughput",
  mean: "Mean latency",
  p99: "p99",
  versus: (run: string) => `vs ${run}`,
  blocks: (size: string) => `${size} blocks`,
  outstanding: (count: number) => `${count} outstanding`,

  phase: (ordinalOf: number, count: number, name: string) => `Phase ${ordinalOf} of ${count}: ${name}`,
  ofRun: (percent: string) => `${percent} of the run`,
  endsWhenSteady: (rounds: number) => `ends when steady, after ${counted(rounds, "round", "rounds")} at most`,
  planned: (span: string) => `about ${span}`,
  states: {
    waiting: "Queued",
    preparing: "Preparing the target",
    running: "Starting the first phase",
    collecting: "Collecting files",
  },
  waitingAt: (place: number) => `Queued, ${ordinal(place)}`,
  /** Reasons begin as "waiting for rack-4: …", or name another state instead. */
  waitingFor: (reason: string) => (reason.startsWith("waiting") ? `W${reason.slice(1)}` : `Waiting: ${reason}`),
  noReason: "It starts as soon as the server is free.",

  endedSteady: (clock: string, first: number, last: number) => `Finished ${clock}, steady, rounds ${first} to ${last}`,
  endedVerdict: (clock: string, verdict: string) => `Finished ${clock}, ${verdict.toLowerCase()}`,
  endedPlain: (clock: string) => `Finished ${clock}`,
  cancelledAt: (clock: string) => `Stopped ${clock}`,
  phasesDone: (done: number, count: number) => `${done} of ${counted(count, "phase", "phases")}`,
  range: (percent: string) => `range ${percent}`,
  slope: (percent: string) => `slope ${percent}`,
  viewResult: "View result",

  failedIn: (run: string, phase: number, count: number) => `${run} stopped in phase ${phase} of ${count}.`,
  failedBefore: (run: string) => `${run} stopped before its first phase.`,
  lost: (run: string) => `${run} is lost: the lab cannot reach its server.`,
  preservedPhases: (last: number) => (last === 1 ? "Phase 1 is kept." : `Phases 1 to ${last} are kept.`),
  nothingPreserved: "No phase was completed.",
  retryFrom: (phase: number) => `Retry from phase ${phase}`,
  retry: "Retry",
  log: "Log",

  steadyTitle: "Steady state",
  steadyFilled: (filled: number, window: number) => `${filled} of ${window} rounds in the window`,
  steadyOf: (name: string, metric: string) => `${name}, ${metric}`,
  steadyDone: (rounds: number) => counted(rounds, "round", "rounds"),
  steadyIn: (rounds: number) => `Steady in about ${counted(rounds, "round", "rounds")}`,
  steadyNone: "This phase has no steady-state check.",
  steadyToCome: "The check starts with the first round.",
  steadyOthers: (names: string) => `Also tracked: ${names}.`,

  server: "Server",
  lastMinutes: "last 5 min",
  wholeRun: "whole run",
  lanes: {
    cpu: "CPU",
    temperature: "Hottest drive",
    queue: "Outstanding I/O",
    utilisation: "Device utilisation",
  },
  lanesOver: {
    cpu: "CPU, mean",
    temperature: "Hottest drive, highest",
    queue: "Outstanding I/O, mean",
    utilisation: "Device utilisation, mean",
  },
  noLanes: "The server sends no readings for this run.",

  events: "Events",
  noEvents: "No events yet.",
  endurance: "Endurance",
  ofRated: (percent: string) => `${percent} of rated`,
  willWrite: (amount: string) => `About ${amount} in this run`,
  closing: "You can close this page. The run goes on, and the result appears here when it ends.",
  nextVisit: "The next visit to this address opens the result.",
  polling: "Updating every 2 s",
  announce: (run: string, state: string) => `${run}: ${state}`,

  stop: "Stop…",
  stopNow: "Stop now…",
  stopAfter: "Stop after this phase…",
  cancelRun: "Cancel run",
  stopTitle: (run: string) => `Stop ${run}`,
  stopExplain: {
    now: "The engine stops now. Everything measured so far is kept and marked partial.",
    after_phase: "The present phase runs to its end and counts. Later phases are skipped.",
  },
  cancelExplain: "The run leaves the queue. Nothing has been measured yet.",
  stopConfirm: { now: "Stop now", after_phase: "Stop after this phase" },
  cancel: "Cancel",
  stopping: {
    now: (clock: string) => `Stopping since ${clock}. Everything measured so far is kept.`,
    after_phase: (clock: string) => `Stops after this phase, requested ${clock}.`,
  },
} as const;

export const job = {
  notLoaded: (number: string) => `Could not load ${number}`,
  runs: "Runs",
  runsCaption: "Runs of this job",
  /** For a job that repeats until its runs agree, `max` is the limit. */
  runsOf: (count: number, max: number) => `${count} of at most ${max}`,
  columns: { run: "Run", curve: "Curve", state: "State", result: "Result", ended: "Ended" },
} as const;
