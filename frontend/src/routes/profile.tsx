/** /profiles/$name: one profile; its version, its tab and the hardware of its plan are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfilePage } from "@/features/profiles/profile-page";

const route = getRouteApi("/shell/profiles/$name");

export function ProfileRoute() {
  const { name } = route.useParams();
  const { version, tab = "plan", on } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ProfilePage
      key={name}
      name={name}
      view={{ version, tab, on }}
      showOn={(configuration) =>
        void navigate({ search: (before) => ({ ...before, on: configuration }), replace: true, resetScroll: false })
      }
    />
  );
}
