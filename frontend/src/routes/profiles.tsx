/** /profiles: the list of profiles, its tab and search in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfilesList } from "@/features/profiles/profiles-list";

const route = getRouteApi("/shell/profiles");

export function ProfilesRoute() {
  const { group, q } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ProfilesList
      group={group ?? "suggested"}
      search={q ?? ""}
      find={(text) =>
        void navigate({ search: (before) => ({ ...before, q: text || undefined }), replace: true, resetScroll: false })
      }
    />
  );
}
