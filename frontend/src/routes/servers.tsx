/** /inventory/servers: the list of servers. */
import { ButtonLink } from "@/components/link";
import { PageHeader } from "@/components/page";
import { ServersList } from "@/features/inventory/servers-list";
import { messages } from "@/messages";

export function ServersRoute() {
  return (
    <>
      <PageHeader
        title={messages.servers.title}
        actions={
          <ButtonLink to="/inventory/servers/new" variant="default">
            {messages.servers.add}
          </ButtonLink>
        }
      />
      <ServersList />
    </>
  );
}
