/** The two ways a call can fail: the lab answered with a problem document, or it did not answer. */
import type { ProblemDocument, QueryProblem } from "./types";

export interface QueryFault {
  parameter: "q" | "columns" | "sort" | "group";
  /** In characters. */
  start: number;
  end: number;
  known: readonly string[];
  suggestion: string | null;
}

/** The lab refused or failed a call; `message` is its sentence for the user. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly responsible: ProblemDocument["responsible"] | null;
  readonly preserved: string | null;
  readonly fields: readonly { path: string; message: string }[];
  /** The characters that are wrong in `parameter`, from `start` up to `end`, what could be there and what is probably meant. */
  readonly query: QueryFault | null;

  constructor(status: number, document: Partial<ProblemDocument & QueryProblem>) {
    super(document.detail ?? document.title ?? `The lab answered with status ${status}.`);
    this.status = status;
    this.code = document.code ?? "unknown";
    this.responsible = document.responsible ?? null;
    this.preserved = document.preserved ?? null;
    this.fields = document.errors ?? [];
    const { start = null, end = null, known: available = [], suggestion = null, parameter } = document;
    this.query =
      start === null || end === null ? null : { parameter: parameter ?? "q", start, end, known: available, suggestion };
  }
}

/** The lab did not answer: it is down, or the network is. */
export class LabUnreachable extends Error {
  override readonly name = "LabUnreachable";
}

/** Return the problem of an unsuccessful answer; an answer without a problem document keeps only its status. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  if (!response.headers.get("content-type")?.includes("json")) {
    return new ApiProblem(response.status, {});
  }
  const document = (await response.json().catch(() => ({}))) as Partial<ProblemDocument & QueryProblem>;
  return new ApiProblem(response.status, document);
}

/** Return true if an unchanged retry may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof LabUnreachable || (error instanceof ApiProblem && error.status >= 502);
}
