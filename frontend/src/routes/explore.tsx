/** /compare/explore: many configurations across several figures; runs, workload, axes and ranges are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ExplorePage } from "@/features/explore/explore-page";

const route = getRouteApi("/shell/compare/explore");

export function ExploreRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ExplorePage
      search={search}
      change={(next) =>
        void navigate({
          search: (before) => ({ ...before, ...next }),
          // Narrowing a range further and further is no way that somebody wants to go back step by step.
          replace: "ranges" in next,
          resetScroll: false,
        })
      }
    />
  );
}
