/** /profiles/$name/diff: what two versions of a profile differ in; both are in the address. */
import { getRouteApi } from "@tanstack/react-router";
import { ProfileDiffPage } from "@/features/profiles/profile-diff-page";

const route = getRouteApi("/shell/profiles/$name/diff");

export function ProfileDiffRoute() {
  const { name } = route.useParams();
  const { a, b } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ProfileDiffPage
      name={name}
      a={a}
      b={b}
      change={(sides) => void navigate({ search: (before) => ({ ...before, ...sides }), resetScroll: false })}
    />
  );
}
