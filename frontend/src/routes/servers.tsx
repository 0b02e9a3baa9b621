/** /inventory/servers: the list of servers. */
import { usePermissions } from "@/api/permissions";
import { InventoryLinks } from "@/components/inventory-links";
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { ServersList } from "@/features/inventory/servers-list";
import { servers as serversWords } from "@/messages/inventory";

export function ServersRoute() {
  const { operate } = usePermissions();
  return (
    <>
      <PageHeader
        title={serversWords.title}
        actions={
          operate && (
            <ButtonLink to="/inventory/servers/new" variant="default">
              {serversWords.add}
            </ButtonLink>
          )
        }
      />
      <InventoryLinks />
      <ServersList />
    </>
  );
}
