/** The drives of all servers. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { driveListQuery } from "@/api/hardware";
import type { ModelFilters } from "@/api/hardware-filters";
import type { Drive } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { Column } from "@/components/data-table";
import type { FilterValues } from "@/components/filter-values";
import { PieceLink } from "@/components/piece-link";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes, formatPercent, formatTemperature } from "@/lib/units";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { LABEL_FIELD, SEEN_FIELD, STANDING_FIELD, TEXT_FIELD } from "./filter-bar";
import { PieceLabels } from "./piece-labels";
import { PieceList } from "./piece-list";

const FIELDS = [TEXT_FIELD, STANDING_FIELD, SEEN_FIELD, LABEL_FIELD];

const COLUMNS: readonly Column<Drive>[] = [
  {
    key: "drive",
    title: words.columns.drive,
    cell: ({ number }) => <PieceLink kind="drive" piece={{ number, name: number }} />,
  },
  { key: "model", title: words.columns.model, wrap: true, cell: ({ model }) => model ?? messages.unknown },
  { key: "serial", title: words.columns.serial, wrap: true, cell: ({ serial }) => serial ?? messages.unknown },
  { key: "firmware", title: words.columns.firmware, cell: ({ firmware }) => firmware ?? messages.unknown },
  {
    key: "size",
    title: words.columns.size,
    numeric: true,
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "server",
    title: words.columns.server,
    wrap: true,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
  },
  {
    key: "place",
    title: words.columns.place,
    cell: (drive) => (drive.present ? drivePlace(drive) : words.absent),
  },
  {
    key: "wear",
    title: words.columns.wear,
    numeric: true,
    cell: ({ health }) => (health.used_percent === null ? messages.unknown : formatPercent(health.used_percent)),
  },
  {
    key: "temperature",
    title: words.columns.temperature,
    numeric: true,
    cell: ({ health }) => (health.temperature_c === null ? messages.unknown : formatTemperature(health.temperature_c)),
  },
  { key: "state", title: words.columns.state, cell: ({ drive_state }) => <ConditionLabel condition={drive_state} /> },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  { key: "labels", title: words.columns.labels, cell: ({ labels }) => <PieceLabels labels={labels} /> },
];

export interface DrivesListProps {
  filters: ModelFilters;
  change: (filters: FilterValues) => void;
}

export function DrivesList({ filters, change }: DrivesListProps) {
  return (
    <PieceList
      page="/inventory/drives"
      text={words.drives}
      columns={COLUMNS}
      minWidth={1230}
      fields={FIELDS}
      filters={{ ...filters }}
      change={change}
      exported={{ kind: "drive", filters }}
      result={useQuery(driveListQuery(useApi(), filters))}
    />
  );
}
