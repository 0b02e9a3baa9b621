/** What changed in the whole lab: on which piece, before and after, when, how it was found and by whom. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labChangesQuery } from "@/api/hardware";
import { CHANGE_KINDS, CHANGED_COMPONENTS, type ChangeFilters } from "@/api/hardware-filters";
import { serversQuery } from "@/api/servers";
import type { FilterValues } from "@/components/filter-values";
import { word } from "@/messages";
import { hardware, history, pieces } from "@/messages/hardware";
import type { FilterField } from "./filter-bar";
import { CHANGES_WIDTH, LAB_CHANGE_COLUMNS } from "./history";
import { PieceList } from "./piece-list";

const FIELDS: readonly FilterField[] = [
  {
    name: "component",
    label: pieces.component,
    choices: CHANGED_COMPONENTS.map((value) => ({ value, label: word(hardware.kinds, value) })),
  },
  {
    name: "kind",
    label: pieces.change,
    choices: CHANGE_KINDS.map((value) => ({ value, label: word(history.kinds, value) })),
  },
  { name: "since", label: pieces.since, isDay: true },
];

export interface ChangesListProps {
  filters: ChangeFilters;
  change: (filters: FilterValues) => void;
}

export function ChangesList({ filters, change }: ChangesListProps) {
  const api = useApi();
  const { data: servers } = useQuery(serversQuery(api));
  const choices = (servers?.items ?? []).map(({ number, name }) => ({ value: number, label: name }));
  return (
    <PieceList
      page="/inventory/changes"
      text={pieces.changes}
      columns={LAB_CHANGE_COLUMNS}
      minWidth={CHANGES_WIDTH}
      fields={[{ name: "server", label: pieces.server, choices }, ...FIELDS]}
      filters={{ ...filters }}
      change={change}
      result={useQuery(labChangesQuery(api, filters))}
    />
  );
}
