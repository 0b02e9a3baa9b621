/** /configurations/$ref: one configuration. */
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { ConfigurationPage } from "@/features/configurations/configuration-page";

const route = getRouteApi("/shell/configurations/$ref");

export function ConfigurationRoute() {
  const { ref } = route.useParams();
  const navigate = useNavigate();
  return (
    <ConfigurationPage
      key={ref}
      reference={ref}
      compare={(a, b) => void navigate({ to: "/configurations/diff", search: { a, b } })}
    />
  );
}
