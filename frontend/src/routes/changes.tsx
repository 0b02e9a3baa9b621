/** /servers/changes: what changed in the whole lab, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ChangesList } from "@/features/hardware/changes-list";
import { CHANGE_VIEWS } from "@/routes/list-views";
import { parseChangesSearch } from "@/routes/search";

const route = getRouteApi("/shell/servers/changes");

export function ChangesRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ChangesList
      // The router hands on what no page knows as well.
      form={CHANGE_VIEWS}
      filters={parseChangesSearch({ ...filters })}
      change={(search) => void navigate({ search: parseChangesSearch(search) })}
    />
  );
}
