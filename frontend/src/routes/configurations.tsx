/** /configurations: the list of configurations; what it shows is in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ConfigurationList } from "@/features/configuration-list/configuration-list";

const route = getRouteApi("/shell/configurations");

export function ConfigurationsRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ConfigurationList
      search={search}
      change={(next) =>
        // Selecting adds no step to the history of the browser.
        void navigate({ search: next, replace: next.selected !== search.selected, resetScroll: false })
      }
    />
  );
}
