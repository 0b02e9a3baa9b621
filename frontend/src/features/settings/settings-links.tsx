/** The settings and their parts; those of the lab are for administrators. */
import { Link } from "@tanstack/react-router";
import { usePermissions } from "@/api/permissions";
import { TabLinks } from "@/components/tab-links";
import { settings as words } from "@/messages/settings";

export function SettingsLinks() {
  const { administer } = usePermissions();
  if (!administer) return null;
  return (
    <TabLinks label={words.navigation}>
      <Link to="/settings" activeOptions={{ exact: true }}>
        {words.home}
      </Link>
      <Link to="/settings/tokens" search={{}} activeOptions={{ includeSearch: false }}>
        {words.tokens}
      </Link>
      <Link to="/settings/users" search={{}} activeOptions={{ includeSearch: false }}>
        {words.users}
      </Link>
    </TabLinks>
  );
}
