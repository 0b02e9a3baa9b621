/** /settings/users: who may sign in. */
import { getRouteApi } from "@tanstack/react-router";
import { SettingsHead, SettingsLayout } from "@/features/settings/settings-layout";
import { UsersPage } from "@/features/settings/users-page";
import { settings as words } from "@/messages/settings";

const route = getRouteApi("/shell/settings/users");

export function UsersRoute() {
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SettingsLayout isWide>
      <SettingsHead title={words.users} />
      <UsersPage cursor={cursor} go={(next) => void navigate({ search: { cursor: next } })} />
    </SettingsLayout>
  );
}
