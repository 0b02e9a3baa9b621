/** Outcome of the rows of a file: refused rows first, then each row with its changes. */
import { Button } from "@mantine/core";
import { IconCircleX, IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { InventoryImport, InventoryImportRow } from "@/api/types";
import { changeText } from "@/components/change-text";
import { type Column, DataTable } from "@/components/data-table";
import { Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { factName } from "@/components/snapshot-rows";
import { type Tone, ToneLabel } from "@/components/state-label";
import { messages } from "@/messages";
import { transfer as words } from "@/messages/transfer";
import classes from "./transfer.module.css";

type Outcome = InventoryImportRow["outcome"];

const ROWS_AT_ONCE = 200;

const TONES: Record<Outcome, readonly [Tone, typeof IconPlus]> = {
  add: ["ok", IconPlus],
  change: ["running", IconPencil],
  refuse: ["error", IconCircleX],
};

const COLUMNS: readonly Column<InventoryImportRow>[] = [
  { key: "row", title: words.columns.row, numeric: true, cell: ({ row }) => row },
  { key: "outcome", title: words.columns.outcome, cell: ({ outcome }) => <OutcomeLabel outcome={outcome} /> },
  { key: "name", title: words.columns.name, wrap: true, cell: ({ name }) => name || messages.unknown },
  { key: "detail", title: words.columns.detail, wrap: true, cell: (row) => <Detail row={row} /> },
];

export function ImportedRows({ made: { dry_run, rows, warnings } }: { made: InventoryImport }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const ordered = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
  return (
    <>
      {warnings.length > 0 && (
        <Notice level="warn" title={words.warnings}>
          <ul className={classes.lines}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {rows.length > 0 && (
        <Section title={dry_run ? words.preview : words.result}>
          <DataTable
            caption={words.rowsCaption}
            columns={COLUMNS}
            rows={ordered.slice(0, shown)}
            rowKey={({ kind, row }) => `${kind} ${row}`}
            minWidth={640}
          />
          {shown < rows.length && (
            <Button variant="default" w="fit-content" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
              {words.more(shown, rows.length)}
            </Button>
          )}
        </Section>
      )}
    </>
  );
}

function isRefused({ outcome }: InventoryImportRow): boolean {
  return outcome === "refuse";
}

function OutcomeLabel({ outcome }: { outcome: Outcome }) {
  const [tone, Icon] = TONES[outcome];
  return <ToneLabel tone={tone} Icon={Icon} text={words.outcomes[outcome]} />;
}

function Detail({ row: { outcome, reason, changes } }: { row: InventoryImportRow }) {
  if (outcome !== "change") return reason ?? messages.none;
  return (
    <ul className={classes.lines}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>{words.change(factName(field), valueText(field, before), valueText(field, after))}</li>
      ))}
    </ul>
  );
}

function valueText(field: string, value: unknown): string {
  return changeText(field, value) ?? messages.none;
}
