/** What changed in the whole lab: on which piece, before and after, when, how it was found and by whom. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { labChangesQuery } from "@/api/hardware";
import { CHANGE_KINDS, CHANGED_COMPONENTS, type ChangeFilters } from "@/api/hardware-filters";
import { serversQuery } from "@/api/servers";
import type { ViewForm } from "@/components/filed-view";
import { word } from "@/messages";
import { hardware, history, pieces } from "@/messages/hardware";
import type { FilterField } from "./filter-bar";
import { FilteredList, type FilteredSearch } from "./filtered-list";
import { CHANGES_WIDTH, LAB_CHANGE_COLUMNS } from "./history";

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
  change: (search: FilteredSearch) => void;
  /** How views of this list are saved. */
  form: ViewForm<FilteredSearch>;
}

export function ChangesList({ filters, change, form }: ChangesListProps) {
  const api = useApi();
  const { data: servers } = useQuery(serversQuery(api));
  const choices = (servers?.items ?? []).map(({ number, name }) => ({ value: number, label: name }));
  return (
    <FilteredList
      form={form}
      linkTo={(next) => ({ to: "/servers/changes", search: next })}
      text={pieces.changes}
      columns={LAB_CHANGE_COLUMNS}
      minWidth={CHANGES_WIDTH}
      fields={[{ name: "server", label: pieces.server, choices }, ...FIELDS]}
      search={{ ...filters }}
      change={change}
      result={useQuery(labChangesQuery(api, filters))}
    />
  );
}
