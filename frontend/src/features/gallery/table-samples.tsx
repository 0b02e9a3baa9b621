/** Tables with sample rows: a short one with groups, and one as long as a list of runs can be. */
import { useState } from "react";
import type { LabColumn, RowGrouping } from "@/components/lab-table/columns";
import { LabTable } from "@/components/lab-table/lab-table";
import { LabTableSkeleton } from "@/components/lab-table/table-skeleton";
import { AnchorLink } from "@/components/link";
import { shortValue } from "@/lib/short-values";
import { VerdictBadge } from "@/parts/badge";
import { Curve } from "@/parts/curve";
import { KeyValueRail } from "@/parts/key-value-rail";

interface SampleRow {
  number: string;
  name: string;
  system: string;
  iops: number | null;
  verdict: string;
}

const SYSTEMS = ["PERC 12 H965i Front", "Linux md, no controller", "PERC 11 H755N Front"];
const VERDICTS = ["steady", "steady", "not_steady", "insufficient_rounds"];

const rows = (count: number) =>
  Array.from(
    { length: count },
    (_, index): SampleRow => ({
      number: `r-${count - index}`,
      name: `${[16, 8, 4][index % 3]} × P5520`,
      system: SYSTEMS[(index * 7) % 3] ?? "",
      iops: index % 11 === 5 ? null : 80_000 + ((index * 7919) % 97) * 41_300,
      verdict: VERDICTS[index % 4] ?? "steady",
    }),
  );

const wave = (base: number) => Array.from({ length: 24 }, (_, index) => base * (1 + 0.3 * Math.exp(-index / 5)));

const COLUMNS: readonly LabColumn<SampleRow>[] = [
  {
    key: "run",
    title: "Run",
    width: 190,
    grows: true,
    value: ({ number }) => number,
    cell: ({ number, name }) => (
      <>
        <AnchorLink to="/gallery">{name}</AnchorLink> {number}
      </>
    ),
  },
  {
    key: "curve",
    title: "Over time",
    width: 120,
    cell: ({ iops }) => <Curve values={wave(iops ?? 0)} height={26} fromZero />,
  },
  {
    key: "iops",
    title: "IOPS",
    width: 90,
    numeric: true,
    value: ({ iops }) => iops,
    cell: ({ iops }) => shortValue("iops", iops).number,
    ofGroup: (group) => shortValue("iops", Math.max(...group.map(({ iops }) => iops ?? 0))).number,
    onCard: "figure",
  },
  {
    key: "system",
    title: "System",
    width: 200,
    value: ({ system }) => system,
    cell: ({ system }) => system,
    onCard: "note",
  },
  {
    key: "verdict",
    title: "State",
    width: 130,
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
    onCard: "side",
  },
];

const GROUPING: RowGrouping<SampleRow> = {
  of: ({ system }) => ({ key: system, title: system }),
  note: (group) => `${group.length} runs, highest`,
};

const FEW = rows(9);
const MANY = rows(12_000);

export function GroupedTable() {
  const [selected, select] = useState<string[]>(["r-9", "r-8"]);
  return (
    <SampleTable
      caption="Runs by system, sample"
      rows={FEW}
      grouping={GROUPING}
      selection={{ selected, change: select }}
    />
  );
}

export function LongTable() {
  return <SampleTable caption="12,000 runs, sample" rows={MANY} lines={1} />;
}

export function WaitingTable() {
  return (
    <div style={{ display: "flex", height: 200 }}>
      <LabTableSkeleton columns={COLUMNS} rows={4} />
    </div>
  );
}

type SampleTableProps = Pick<
  Parameters<typeof LabTable<SampleRow>>[0],
  "caption" | "rows" | "grouping" | "selection" | "lines"
>;

function SampleTable({ lines = 2, ...rest }: SampleTableProps) {
  const [sort, changeSort] = useState<string | undefined>("-iops");
  const [shown, show] = useState<string | undefined>();
  return (
    <div style={{ display: "flex", flexDirection: "column", height: 380 }}>
      <LabTable
        {...rest}
        lines={lines}
        columns={COLUMNS}
        rowKey={({ number }) => number}
        sort={sort}
        changeSort={changeSort}
        peek={{
          shown,
          change: show,
          render: ({ name, system }) => (
            <KeyValueRail
              facts={[
                { name: "Drives", value: name },
                { name: "System", value: system },
              ]}
            />
          ),
        }}
      />
    </div>
  );
}
