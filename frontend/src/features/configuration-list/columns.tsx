/** The columns of the list of configurations. */
import type { ConfigurationRow } from "@/api/configuration-list";
import type { LabColumn } from "@/components/lab-table/columns";
import { NO_VALUE } from "@/lib/short-values";
import { configurationList as words } from "@/messages/configuration-list";
import { CurveCell, FirmwareCell, LastCell, MedianCell, NameCell, PlaceCell, RangeCell, UnknownCell } from "./cells";
import { rangeScale, titleOf, unusualFirmware } from "./rows";

const spread = ({ result }: ConfigurationRow) => result && (result.high - result.low) / result.median;
const time = ({ last_run_at }: ConfigurationRow) => last_run_at && new Date(last_run_at).getTime();

/**
 * Return the columns of the list. Cells depend on the neighbouring rows: the scale of ranges and the usual firmware.
 */
export function columnsOf(rows: readonly ConfigurationRow[], now: Date): LabColumn<ConfigurationRow>[] {
  const { columns } = words;
  const scale = rangeScale(rows);
  const unusual = unusualFirmware(rows);
  return [
    {
      key: "configuration",
      title: columns.configuration,
      width: 220,
      grows: true,
      value: titleOf,
      cell: (row) => <NameCell row={row} />,
    },
    {
      key: "level",
      title: columns.level,
      width: 110,
      value: ({ level }) => level,
      cell: ({ level }) => level ?? NO_VALUE,
      onCard: "note",
    },
    {
      key: "firmware",
      title: columns.firmware,
      width: 104,
      value: ({ firmware }) => firmware,
      cell: (row) => <FirmwareCell row={row} isUnusual={unusual.has(row.number)} />,
      onCard: "note",
    },
    {
      key: "place",
      title: columns.place,
      width: 140,
      value: ({ is_in_place, is_measuring, server }) => (is_in_place || is_measuring ? server?.name : null),
      cell: (row) => <PlaceCell row={row} now={now} />,
      onCard: "side",
    },
    {
      key: "runs",
      title: columns.runs,
      width: 70,
      numeric: true,
      value: ({ run_count }) => run_count,
      cell: ({ run_count }) => run_count,
    },
    {
      key: "last",
      title: columns.last,
      width: 66,
      numeric: true,
      value: time,
      cell: (row) => <LastCell row={row} now={now} />,
    },
    {
      key: "median",
      title: columns.median,
      width: 112,
      numeric: true,
      value: ({ result }) => result?.median,
      cell: (row) => <MedianCell row={row} />,
      onCard: "figure",
    },
    {
      key: "range",
      title: columns.range,
      width: 120,
      value: spread,
      cell: (row) => <RangeCell row={row} scale={scale} />,
    },
    { key: "curve", title: columns.curve, width: 126, cell: (row) => <CurveCell row={row} /> },
    {
      key: "unknown",
      title: columns.unknown,
      width: 92,
      numeric: true,
      value: ({ unknown_count }) => unknown_count,
      cell: (row) => <UnknownCell row={row} />,
    },
  ];
}
