/** /compare: several runs in one chart; runs, metric and view are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ComparePage } from "@/features/compare/compare-page";
import { readRunList, writeRunList } from "@/lib/run-list";

const route = getRouteApi("/shell/compare");

export function CompareRoute() {
  const { runs, metric = "iops", view = "curve" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ComparePage
      references={readRunList(runs)}
      metric={metric}
      view={view}
      change={({ references, ...choice }) =>
        void navigate({
          search: (before) => ({ ...before, ...choice, runs: references ? writeRunList(references) : before.runs }),
        })
      }
    />
  );
}
