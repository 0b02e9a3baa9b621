/** The one map from states, verdicts and origins of the API to words, tones and glyphs. */
import { parts as words } from "@/messages/parts";

export type BadgeTone = "ok" | "warn" | "err" | "run" | "idle" | "outlined";
export type Glyph = "steady" | "dot" | "ready" | "failed" | "cancelled" | "lost" | "warning" | "unreachable";

export interface BadgeLook {
  tone: BadgeTone;
  glyph: Glyph | null;
  text: string;
}

type Looks = Readonly<Record<string, BadgeLook>>;

const look = (tone: BadgeTone, glyph: Glyph | null, text: string): BadgeLook => ({ tone, glyph, text });

const { runStates, verdicts, origins, serverStates } = words;
const PREPARING = look("run", "dot", runStates.preparing);
const FINISHED = look("ok", "ready", runStates.finished);

/** Runs, their jobs and their attempts share one word for one state. */
const RUN_LOOKS: Looks = {
  waiting: look("outlined", null, runStates.waiting),
  queued: look("outlined", null, runStates.waiting),
  planned: look("outlined", null, runStates.waiting),
  preparing: PREPARING,
  leased: PREPARING,
  prepared: PREPARING,
  starting: PREPARING,
  running: look("run", "dot", runStates.running),
  collecting: look("run", "dot", runStates.collecting),
  cancelling: look("warn", "cancelled", runStates.cancelling),
  finished: FINISHED,
  succeeded: FINISHED,
  failed: look("err", "failed", runStates.failed),
  refused: look("err", "failed", runStates.refused),
  cancelled: look("idle", "cancelled", runStates.cancelled),
  lost: look("err", "lost", runStates.lost),
  partial: look("warn", "warning", runStates.partial),
};

const VERDICT_LOOKS: Looks = {
  steady: look("ok", "steady", verdicts.steady),
  not_steady: look("warn", "steady", verdicts.not_steady),
  insufficient_rounds: look("idle", "steady", verdicts.insufficient_rounds),
};

const ORIGIN_LOOKS: Looks = {
  published: look("outlined", null, origins.published),
  imported: look("outlined", null, origins.imported),
};

const IDLE = look("ok", "ready", serverStates.idle);
const IN_USE = look("run", "dot", serverStates.in_use);

const SERVER_LOOKS: Looks = {
  new: look("outlined", null, serverStates.new),
  ready: IDLE,
  idle: IDLE,
  busy: IN_USE,
  leased: IN_USE,
  reserved: look("outlined", null, serverStates.reserved),
  maintenance: look("warn", "warning", serverStates.maintenance),
  unreachable: look("err", "unreachable", serverStates.unreachable),
  quarantined: look("err", "warning", serverStates.quarantined),
  retired: look("idle", "cancelled", serverStates.retired),
};

/** A state that this version does not know is shown as it came. */
const unknown = (text: string): BadgeLook => look("outlined", null, text);

export interface RunFacts {
  /** Place in the queue, from 1. */
  place?: number | null;
  /** Shown instead of the state once the run is finished. */
  verdict?: string | null;
}

/** Return the look of a run in a state: a queued one has its place, a finished one its verdict. */
export function runLook(state: string, { place = null, verdict = null }: RunFacts = {}): BadgeLook {
  const own = RUN_LOOKS[state] ?? unknown(state);
  if (own === FINISHED && verdict !== null) return verdictLook(verdict);
  if (place !== null && own.text === runStates.waiting) return { ...own, text: words.queuedAt(place) };
  return own;
}

export function verdictLook(verdict: string): BadgeLook {
  return VERDICT_LOOKS[verdict] ?? unknown(verdict);
}

/** Return the look of where results came from; null for those measured here, which need no badge. */
export function originLook(origin: string): BadgeLook | null {
  if (origin === "measured") return null;
  return ORIGIN_LOOKS[origin] ?? unknown(origin);
}

/** Return the look of a server; one in use that measures for this lab is labelled as such. */
export function serverLook(state: string, { isMeasuring = false } = {}): BadgeLook {
  const own = SERVER_LOOKS[state] ?? unknown(state);
  return own === IN_USE && isMeasuring ? { ...own, text: serverStates.measuring } : own;
}
