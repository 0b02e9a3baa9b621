/** The query of an address as the lab can read it: without the parts that it refused before anything was shown. */
import { useRef, useState } from "react";
import { ApiProblem } from "@/api/problem";
import { partAt, withoutPart } from "@/lib/query-parts";

export interface LeftOutPart {
  part: string;
  problem: ApiProblem;
}

export interface ReadableQuery<Data> {
  /** What the lab is asked for. */
  requested: string | undefined;
  leftOut: readonly LeftOutPart[];
  /** Says what of an answer is shown. A wrong query keeps the list that is there: somebody may still be typing it. */
  settle: (data: Data | undefined, error: unknown) => SettledAnswer<Data>;
}

export interface SettledAnswer<Data> {
  data: Data | undefined;
  /** Why the list could not be read; what is wrong in its query is in `queryError`. */
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
