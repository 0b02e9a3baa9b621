/** /profiles/$name: one profile, in the version that the address names. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfilePage } from "@/features/profiles/profile-page";

const route = getRouteApi("/shell/profiles/$name");

export function ProfileRoute() {
  const { name } = route.useParams();
  const { version } = route.useSearch();
  return <ProfilePage key={`${name} ${version}`} name={name} version={version} />;
}
