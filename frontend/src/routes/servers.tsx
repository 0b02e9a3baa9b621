/** /servers: the state of all hardware beside the list of servers. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { usePermissions } from "@/api/permissions";
import { serversQuery } from "@/api/servers";
import { InventoryLinks } from "@/components/inventory-links";
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { LabState } from "@/features/hardware/lab-state";
import { parseServersSearch } from "@/features/inventory/server-view";
import { servers as words } from "@/messages/inventory";
import { EmptyState } from "@/parts/empty-state";

const route = getRouteApi("/shell/servers-frame/servers");

export function ServersRoute() {
  const { q } = parseServersSearch({ ...route.useSearch() });
  const { operate } = usePermissions();
  const { data } = useQuery(serversQuery(useApi()));
  const isEmpty = data?.items.length === 0 && !q;
  return (
    <>
      <PageHeader title={words.title} primary={operate && <ButtonLink to="/servers/new">{words.add}</ButtonLink>} />
      <InventoryLinks />
      {isEmpty && <EmptyState title={words.empty} text={words.emptyHint} />}
      <LabState />
    </>
  );
}
