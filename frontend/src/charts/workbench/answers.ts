/** Answers of the lab that panels of permalinks are drawn from. */
import type { Pivot, PivotRequest } from "@/api/pivot";
import type { Ranking } from "@/api/rankings";
import type { PhaseLatency } from "@/api/types";
import type { TimeSpan } from "./document";
import type { PanelData } from "./panel-data";

/** A table or a ranking that a panel needs of the lab. */
export type Question = { pivot: PivotRequest } | { ranking: { runs: readonly string[]; reference: string | null } };

export interface Answer {
  /** Key of the question as it was sent. */
  key: string;
  pivot?: Pivot;
  ranking?: Ranking;
  /** Reason why there is no answer, and the field of the question that caused it. */
  refused?: { message: string; path: string };
}

export interface FreezingData extends PanelData {
  range: TimeSpan | null;
  /** The results of runs by their numbers, for percentiles. */
  latencies: Readonly<Record<string, readonly PhaseLatency[]>>;
  /** Answers of the lab so far. */
  answers: readonly Answer[];
}

/** Missing data: curves over time, each at its index of `runs`, and results, each at its index of `curves`. */
export interface Lacking {
  curves?: { run: string; phase: string | null }[];
  results?: { run: string; ordinal: number }[];
  ranking?: string;
}

/** A chart by its id (`values` is the table) with the words of a panel, or why it has none. */
export type Frozen =
  | ({ chart: string; title: string; subtitle: string; remark?: string; data: unknown } & Lacking)
  | { reason: string };

/** A question without an answer. */
export class Unanswered extends Error {
  constructor(
    readonly key: string,
    readonly question: Question,
  ) {
    super(key);
  }
}

export function answerTo(question: Question, { answers }: Pick<FreezingData, "answers">): Answer {
  const key = JSON.stringify(question);
  const answer = answers.find((candidate) => candidate.key === key);
  if (!answer) throw new Unanswered(key, question);
  return answer;
}
