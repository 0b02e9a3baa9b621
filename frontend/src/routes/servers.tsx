/** /inventory/servers: the list of servers, its filters bound to the address. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "@/api/context";
import { SERVER_STATES } from "@/api/hardware-filters";
import { usePermissions } from "@/api/permissions";
import { serverListQuery } from "@/api/servers";
import { ButtonLink } from "@/components/link";
import { type FilterField, LABEL_FIELD, TEXT_FIELD } from "@/features/hardware/filter-bar";
import { PieceList } from "@/features/hardware/piece-list";
import { SERVER_COLUMNS, SERVERS_WIDTH } from "@/features/inventory/server-columns";
import { messages, word } from "@/messages";
import { pieces } from "@/messages/hardware";
import { servers as serversWords } from "@/messages/inventory";
import { parseServersSearch } from "@/routes/search";

const FIELDS: readonly FilterField[] = [
  { ...TEXT_FIELD, hint: serversWords.textHint },
  {
    name: "state",
    label: pieces.state,
    choices: SERVER_STATES.map((value) => ({ value, label: word(messages.states, value) })),
  },
  LABEL_FIELD,
];

const route = getRouteApi("/shell/inventory/servers");

export function ServersRoute() {
  // The router hands on what no page knows as well.
  const filters = parseServersSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const { operate } = usePermissions();
  return (
    <PieceList
      page="/inventory/servers"
      text={serversWords}
      columns={SERVER_COLUMNS}
      minWidth={SERVERS_WIDTH}
      fields={FIELDS}
      filters={{ ...filters }}
      change={(search) => void navigate({ search: parseServersSearch(search) })}
      result={useQuery(serverListQuery(useApi(), filters))}
      exported={{ kind: "server", filters }}
      actions={
        operate && (
          <ButtonLink to="/inventory/servers/new" variant="default">
            {serversWords.add}
          </ButtonLink>
        )
      }
      emptyAction={operate && <ButtonLink to="/inventory/servers/new">{serversWords.add}</ButtonLink>}
    />
  );
}
