/** The query of an address as the lab can read it: without the parts that it refused before anything was shown. */
import { useRef, useState } from "react";
import { ApiProblem } from "@/api/problem";
import { partAt, withoutPart } from "@/lib/query-parts";

export interface LeftOutPart {
  part: string;
  problem: ApiProblem;
}

export interface ReadableQuery<Data> {
  /** Query sent to the lab. */
  requested: string | undefined;
  leftOut: readonly LeftOutPart[];
  /**
   * Returns the part of an answer that is shown. A faulty query keeps the current list, since it may still be
   * incomplete.
   */
  settle: (data: Data | undefined, error: unknown) => SettledAnswer<Data>;
}

export interface SettledAnswer<Data> {
  data: Data | undefined;
  /** Error from reading the list; faults of its query are in `queryError`. */
  error: unknown;
  queryError: unknown;
}

export function useReadableQuery<Data>(q: string | undefined): ReadableQuery<Data> {
  const [refused, setRefused] = useState<readonly (LeftOutPart & { of: string | undefined })[]>([]);
  const last = useRef<Data>(undefined);
  const leftOut = refused.filter(({ of }) => of === q);
  const requested = leftOut.reduce((text, { part }) => withoutPart(text, part), q ?? "") || undefined;
  return {
    requested,
    leftOut,
    settle: (data, error) => {
      if (data !== undefined) last.current = data;
      const problem = error instanceof ApiProblem && error.query?.parameter === "q" ? error : null;
      if (problem?.query && last.current === undefined) {
        const part = partAt(requested ?? "", problem.query);
        if (part !== undefined && !leftOut.some((one) => one.part === part))
          setRefused([...refused, { of: q, part, problem }]);
      }
      return {
        data: data ?? (problem ? last.current : undefined),
        error: problem ? null : error,
        queryError: problem ?? leftOut[0]?.problem ?? null,
      };
    },
  };
}
