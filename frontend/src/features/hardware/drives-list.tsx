/** The drives of all servers. */
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { driveList } from "@/api/hardware";
import type { ModelFilters } from "@/api/hardware-filters";
import type { Drive } from "@/api/types";
import { useWholeList } from "@/api/whole-list";
import { ConditionLabel } from "@/components/condition-label";
import type { FilterValues } from "@/components/filter-values";
import type { LabColumn } from "@/components/lab-table/columns";
import { PieceLink } from "@/components/piece-link";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes, formatPercent, formatTemperature } from "@/lib/units";
import { messages, word } from "@/messages";
import { hardware, pieces as words } from "@/messages/hardware";
import { hardwareLists } from "@/messages/hardware-lists";
import { DrivePeek } from "./drive-peek";
import { LABEL_FIELD, SEEN_FIELD, STANDING_FIELD } from "./filter-bar";
import { HardwareList } from "./hardware-list";
import { PieceLabels } from "./piece-labels";

const FIELDS = [STANDING_FIELD, SEEN_FIELD, LABEL_FIELD];

const COLUMNS: readonly LabColumn<Drive>[] = [
  {
    key: "drive",
    title: words.columns.drive,
    width: 84,
    value: ({ number }) => number,
    cell: ({ number }) => <PieceLink kind="drive" piece={{ number, name: number }} />,
  },
  {
    key: "model",
    title: words.columns.model,
    width: 200,
    grows: true,
    value: ({ model }) => model,
    cell: ({ model }) => model ?? messages.unknown,
    onCard: "note",
  },
  {
    key: "serial",
    title: words.columns.serial,
    width: 160,
    value: ({ serial }) => serial,
    cell: ({ serial }) => (serial === null ? messages.unknown : <code>{serial}</code>),
    onCard: "note",
  },
  {
    key: "firmware",
    title: words.columns.firmware,
    width: 100,
    value: ({ firmware }) => firmware,
    cell: ({ firmware }) => firmware ?? messages.unknown,
  },
  {
    key: "size",
    title: words.columns.size,
    width: 86,
    numeric: true,
    value: ({ size_bytes }) => size_bytes,
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "server",
    title: words.columns.server,
    width: 130,
    value: ({ server }) => server.name,
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
    onCard: "note",
  },
  {
    key: "place",
    title: words.columns.place,
    width: 130,
    value: (drive) => (drive.present ? drivePlace(drive) : null),
    cell: (drive) => (drive.present ? drivePlace(drive) : words.absent),
  },
  {
    key: "wear",
    title: words.columns.wear,
    width: 128,
    numeric: true,
    value: ({ health }) => health.used_percent,
    cell: ({ health }) => (health.used_percent === null ? messages.unknown : formatPercent(health.used_percent)),
    onCard: "side",
  },
  {
    key: "temperature",
    title: words.columns.temperature,
    width: 112,
    numeric: true,
    value: ({ health }) => health.temperature_c,
    cell: ({ health }) => (health.temperature_c === null ? messages.unknown : formatTemperature(health.temperature_c)),
    onCard: "figure",
  },
  {
    key: "state",
    title: words.columns.state,
    width: 120,
    value: ({ drive_state }) => drive_state,
    cell: ({ drive_state }) => <ConditionLabel condition={drive_state} />,
  },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    width: 120,
    value: ({ lifecycle }) => word(hardware.conditions, lifecycle),
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  {
    key: "labels",
    title: words.columns.labels,
    width: 150,
    cell: ({ labels }) => <PieceLabels labels={labels} />,
  },
];

export interface DrivesListProps {
  search: ModelFilters & { sort?: string; peek?: string };
  change: (search: FilterValues) => void;
  /** Whether a drive may be erased. */
  enrolment: (drive: Drive) => ReactNode;
}

export function DrivesList({ search, change, enrolment }: DrivesListProps) {
  const { sort, peek: _peek, ...filters } = search;
  return (
    <HardwareList
      savedAs="/inventory/drives"
      text={hardwareLists.drives}
      columns={COLUMNS}
      fields={FIELDS}
      search={{ ...search }}
      change={change}
      exported={{ kind: "drive", filters }}
      list={useWholeList({ ...driveList(useApi(), filters), isSorted: sort !== undefined })}
      peek={(drive) => <DrivePeek drive={drive} enrolment={enrolment(drive)} />}
    />
  );
}
