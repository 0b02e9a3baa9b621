/** What the compared configurations differ in, before any curve: a row for each factor, a column for each entry. */
import { Switch, Text } from "@mantine/core";
import type { Comparison, FactorRow } from "@/api/comparison";
import { type Column, DataTable } from "@/components/data-table";
import { Notice } from "@/components/notice";
import { compare as words } from "@/messages/compare";
import classes from "./compare.module.css";
import type { ShownEntry } from "./view-model";

export interface FactorTableProps {
  factors: Comparison["factors"];
  entries: readonly ShownEntry[];
  /** Whether factors that are the same or unknown are shown too. */
  all: boolean;
  showAll: (all: boolean) => void;
}

export function FactorTable({ factors, entries, all, showAll }: FactorTableProps) {
  const rows = factors.rows.filter(({ state }) => all || state === "differs");
  const several = factors.known_count > 1;
  return (
    <>
      {several ? (
        <Notice level="warn" title={words.several(factors.known_count)}>
          <div>{words.severalDetail}</div>
          {factors.unknown_count > 0 && <div>{words.unknownFactors(factors.unknown_count)}</div>}
        </Notice>
      ) : (
        <Text>{factors.sentence}</Text>
      )}
      {factors.without.length > 0 && <Text c="dimmed">{words.without(factors.without.join(", "))}</Text>}
      <Switch label={words.allFactors} checked={all} onChange={({ currentTarget }) => showAll(currentTarget.checked)} />
      {rows.length > 0 && (
        <DataTable
          caption={words.factorsCaption}
          columns={columnsOf(entries)}
          rows={rows}
          rowKey={({ key }) => key}
          minWidth={320 + 200 * entries.length}
          long
        />
      )}
    </>
  );
}

function columnsOf(entries: readonly ShownEntry[]): readonly Column<FactorRow>[] {
  return [
    {
      key: "group",
      title: words.part,
      cell: ({ group }) => words.groups[group],
    },
    { key: "factor", title: words.factor, wrap: true, cell: ({ label }) => label },
    ...entries.map(
      ({ key, label, isBaseline }, place): Column<FactorRow> => ({
        key,
        title: isBaseline ? `${label} (${words.baselineWord})` : label,
        wrap: true,
        cell: ({ cells }) => <FactorCell cell={cells[place]} />,
      }),
    ),
  ];
}

/** What differs stands out by weight and by a word that is read aloud. */
function FactorCell({ cell }: { cell: FactorRow["cells"][number] | undefined }) {
  if (!cell || cell.state === "not_applicable") return <span className={classes.muted}>{words.notApplicable}</span>;
  if (cell.value === null) return <span className={classes.muted}>{words.unknown}</span>;
  if (cell.state !== "differs") return cell.value;
  return (
    <span className={classes.differs}>
      {cell.value}
      <span className="visually-hidden">, {words.differsWord}</span>
    </span>
  );
}
