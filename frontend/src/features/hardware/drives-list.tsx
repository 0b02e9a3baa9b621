/** The drives of all servers. */
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { driveList } from "@/api/hardware";
import type { Drive } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import type { LabColumn } from "@/components/lab-table/columns";
import { PieceLink } from "@/components/piece-link";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes, formatCount, formatPercent, formatTemperature } from "@/lib/units";
import { messages } from "@/messages";
import { pieces as words } from "@/messages/hardware";
import { hardwareLists } from "@/messages/hardware-lists";
import { DrivePeek } from "./drive-peek";
import { HardwareList, type HardwarePageProps } from "./hardware-list";
import { PieceLabels } from "./piece-labels";

const COLUMNS: readonly LabColumn<Drive>[] = [
  {
    key: "drive",
    title: words.columns.drive,
    width: 84,
    sortFields: ["number"],
    cell: ({ number }) => <PieceLink kind="drive" piece={{ number, name: number }} />,
  },
  {
    key: "model",
    title: words.columns.model,
    width: 200,
    grows: true,
    sortFields: ["model"],
    cell: ({ model }) => model ?? messages.unknown,
    onCard: "note",
  },
  {
    key: "serial",
    title: words.columns.serial,
    width: 160,
    sortFields: ["serial"],
    cell: ({ serial }) => (serial === null ? messages.unknown : <code>{serial}</code>),
    onCard: "note",
  },
  {
    key: "firmware",
    title: words.columns.firmware,
    width: 100,
    sortFields: ["firmware"],
    cell: ({ firmware }) => firmware ?? messages.unknown,
  },
  {
    key: "size",
    title: words.columns.size,
    width: 86,
    numeric: true,
    sortFields: ["size"],
    cell: ({ size_bytes }) => (size_bytes === null ? messages.unknown : formatBytes(size_bytes)),
  },
  {
    key: "server",
    title: words.columns.server,
    width: 130,
    sortFields: ["server"],
    cell: ({ server }) => <PieceLink kind="server" piece={server} />,
    onCard: "note",
  },
  {
    key: "place",
    title: words.columns.place,
    width: 130,
    sortFields: ["device", "slot"],
    cell: (drive) => (drive.present ? drivePlace(drive) : words.absent),
  },
  {
    key: "wear",
    title: words.columns.wear,
    width: 128,
    numeric: true,
    sortFields: ["wear"],
    cell: ({ health }) => (health.used_percent === null ? messages.unknown : formatPercent(health.used_percent)),
    onCard: "side",
  },
  {
    key: "temperature",
    title: words.columns.temperature,
    width: 112,
    numeric: true,
    sortFields: ["temperature"],
    cell: ({ health }) => (health.temperature_c === null ? messages.unknown : formatTemperature(health.temperature_c)),
    onCard: "figure",
  },
  {
    key: "power-on",
    title: words.columns.powerOn,
    width: 124,
    numeric: true,
    sortFields: ["power_on"],
    cell: ({ health }) => (health.power_on_hours === null ? messages.unknown : formatCount(health.power_on_hours)),
  },
  {
    key: "written",
    title: words.columns.written,
    width: 96,
    numeric: true,
    sortFields: ["written"],
    cell: ({ health }) => (health.written_bytes === null ? messages.unknown : formatBytes(health.written_bytes)),
  },
  {
    key: "state",
    title: words.columns.state,
    width: 120,
    sortFields: ["state"],
    cell: ({ drive_state }) => <ConditionLabel condition={drive_state} />,
  },
  {
    key: "lifecycle",
    title: words.columns.lifecycle,
    width: 120,
    sortFields: ["lifecycle"],
    cell: ({ lifecycle }) => <ConditionLabel condition={lifecycle} />,
  },
  {
    key: "labels",
    title: words.columns.labels,
    width: 150,
    cell: ({ labels }) => <PieceLabels labels={labels} />,
  },
];

export interface DrivesListProps extends HardwarePageProps {
  /** Draw the erasure state of a drive. */
  enrolment: (drive: Drive) => ReactNode;
}

export function DrivesList({ enrolment, ...props }: DrivesListProps) {
  const api = useApi();
  return (
    <HardwareList
      {...props}
      list="drives"
      path="/drives"
      exported="drives"
      text={hardwareLists.drives}
      columns={COLUMNS}
      rowKey={({ number }) => number}
      read={(q, sort) => driveList(api, q, sort)}
      peek={(drive) => <DrivePeek drive={drive} enrolment={enrolment(drive)} />}
    />
  );
}
