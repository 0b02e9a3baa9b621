/** /configurations/$ref: one configuration. */
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { ConfigurationPage } from "@/features/configurations/configuration-page";
import { useRunAgain } from "@/features/new-run/use-run-again";

const route = getRouteApi("/shell/configurations/$ref");

export function ConfigurationRoute() {
  const { ref } = route.useParams();
  const choice = route.useSearch();
  const navigate = useNavigate();
  const change = route.useNavigate();
  const runAgain = useRunAgain((search) => void navigate({ to: "/new", search }));
  return (
    <ConfigurationPage
      key={ref}
      reference={ref}
      choice={choice}
      choose={(chosen) => void change({ search: (before) => ({ ...before, ...chosen }), resetScroll: false })}
      compare={(a, b) => void navigate({ to: "/configurations/diff", search: { a, b } })}
      runAgain={runAgain}
    />
  );
}
