/** /shares/new: the editor of a share; its subject is in the address, typed text is stored for the tab. */
import { getRouteApi } from "@tanstack/react-router";
import { NewShare } from "@/features/shares/new-share";

const route = getRouteApi("/shell/shares/new");

export function NewShareRoute() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <NewShare
      search={search}
      change={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      leave={() => void navigate({ to: "/shares", search: {} })}
    />
  );
}
