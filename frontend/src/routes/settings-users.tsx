/** /settings/users: who may sign in. */
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/components/page";
import { SettingsLinks } from "@/features/settings/settings-links";
import { UsersPage } from "@/features/settings/users-page";
import { settings as words } from "@/messages/settings";

const route = getRouteApi("/shell/settings/users");

export function UsersRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={words.users} />
      <SettingsLinks />
      <UsersPage cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
    </>
  );
}
