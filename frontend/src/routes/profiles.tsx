/** /profiles: the list of profiles, its tab and search in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfilesList } from "@/features/profiles/profiles-list";
import { PROFILE_VIEWS } from "@/routes/list-views";

const route = getRouteApi("/shell/profiles");

export function ProfilesRoute() {
  const navigate = route.useNavigate();
  return (
    <ProfilesList
      search={route.useSearch()}
      form={PROFILE_VIEWS}
      change={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
