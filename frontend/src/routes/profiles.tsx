/** /profiles: the list of profiles, its filters bound to the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfilesList } from "@/features/profiles/profiles-list";
import { parseProfilesSearch } from "@/routes/search";

const route = getRouteApi("/shell/profiles");

export function ProfilesRoute() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ProfilesList
      // The router hands on what no page knows as well.
      filters={parseProfilesSearch({ ...filters })}
      change={(search) => void navigate({ search, resetScroll: false })}
    />
  );
}
