/** /compare: several runs side by side; everything that a reader chooses is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Stretch } from "@/api/series-detail";
import type { CompareChoice } from "@/features/compare/choice";
import { ComparePage } from "@/features/compare/compare-page";
import { comparedBy } from "@/features/compare/compared-by";
import { readRunList, readTooMany, writeRunList } from "@/lib/run-list";
import type { CompareSearch } from "./search";

const route = getRouteApi("/shell/compare");

export function CompareRoute() {
  const search = route.useSearch({ select: withoutStretch, structuralSharing: true });
  const navigate = route.useNavigate();
  const { runs, view, numbers = "absolute", sweep = {} } = search;
  const { metric, baseline, pooled } = comparedBy(search);
  const references = useMemo(() => readRunList(runs), [runs]);
  return (
    <ComparePage
      references={references}
      tooMany={readTooMany(runs)}
      metric={metric}
      view={view}
      baseline={baseline}
      numbers={numbers}
      pooled={pooled}
      allFactors={search.factors === "all"}
      log={search.log === true}
      hidden={readRunList(search.hidden)}
      looks={readRunList(search.looks)}
      sweep={sweep}
      change={(choice) =>
        void navigate({ search: (before) => ({ ...before, ...asSearch(choice) }), resetScroll: false })
      }
      useStretch={useStretch}
      chooseStretch={(stretch) =>
        void navigate({
          search: (before) => ({ ...before, from: stretch?.from, to: stretch?.to }),
          // Looking nearer and nearer is no way that somebody wants to go back step by step.
          replace: true,
          resetScroll: false,
        })
      }
    />
  );
}

function withoutStretch({ from: _from, to: _to, ...choices }: CompareSearch) {
  return choices;
}

function useStretch(): Stretch | null {
  const { from, to } = route.useSearch();
  return useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
}

/** What was chosen as search parameters; what is as usual leaves the address. */
function asSearch({ references, hidden, looks, pooled, allFactors, log, ...plain }: Partial<CompareChoice>) {
  return {
    ...plain,
    ...(references ? { runs: writeRunList(references) } : {}),
    ...(hidden ? { hidden: writeRunList(hidden) } : {}),
    ...(looks ? { looks: writeRunList(looks) } : {}),
    ...(pooled === undefined ? {} : { pooled: pooled || undefined }),
    ...(allFactors === undefined ? {} : { factors: allFactors ? ("all" as const) : undefined }),
    ...(log === undefined ? {} : { log: log || undefined }),
  };
}
