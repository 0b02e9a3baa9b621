/** /configurations/diff: what two configurations or runs differ in; both are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { DiffPage } from "@/features/configurations/diff-page";

const route = getRouteApi("/shell/configurations/diff");

export function ConfigurationDiffRoute() {
  const { a, b, all } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <DiffPage
      a={a}
      b={b}
      all={all === true}
      change={(choice) =>
        void navigate({
          search: (before) => ({ ...before, ...choice, all: (choice.all ?? before.all) ? true : undefined }),
          resetScroll: false,
        })
      }
    />
  );
}
