/** The matrix of a draft: every configuration at once, its minutes as soon as the plan is there; nothing moves then. */
import { Button } from "@mantine/core";
import { IconAlertCircle, IconBan } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { ARRAY_STATES, type ArrayState } from "@/api/campaigns";
import type { CampaignPlan, MatrixCell } from "@/api/types";
import { shortSpan } from "@/lib/short-times";
import { NO_VALUE } from "@/lib/short-values";
import { messages, word } from "@/messages";
import { campaigns, matrix as matrixWords } from "@/messages/campaigns";
import { newCampaign as words } from "@/messages/new-campaign";
import { combinationKey } from "./combinations";
import type { CampaignDraft } from "./draft";
import classes from "./draft-matrix.module.css";
import { type DraftRow, type EmptyLayout, plannedTimes } from "./draft-rows";
import table from "./matrix-cells.module.css";
import type { KnownWorkload } from "./request";

export interface DraftMatrixProps {
  rows: readonly DraftRow[];
  empty: readonly EmptyLayout[];
  workloads: readonly KnownWorkload[];
  draft: CampaignDraft;
  change: (patch: Partial<CampaignDraft>) => void;
  /** The last plan that arrived; cells that it does not have are still calculated. */
  plan: CampaignPlan | undefined;
  /** True if it is the plan of the current draft. */
  isPlanned: boolean;
}

const CELL = `${table.cell} ${classes.cell}`;

interface Column {
  key: string;
  label: string;
  state: ArrayState | null;
}

export function DraftMatrix({ rows, empty, workloads, draft, change, plan, isPlanned }: DraftMatrixProps) {
  const columns = columnsOf(workloads, draft);
  const groups = groupsOf(rows);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys too.
    <section className={classes.scroller} aria-label={messages.scrollTable(words.matrixCaption)} tabIndex={0}>
      <table
        className={`${table.matrix} ${classes.matrix}`}
        style={{ "--columns": Math.max(1, columns.length) } as CSSProperties}
      >
        <caption className="visually-hidden">{words.matrixCaption}</caption>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="visually-hidden">{matrixWords.configuration}</span>
            </th>
            {columns.map(({ key, label, state }) => (
              <th key={key} scope="col" className={table.head} dir="auto">
                {label}
                <small>{state === null ? "" : word(campaigns.arrayStates, state)}</small>
              </th>
            ))}
            {columns.length === 0 && (
              <th scope="col" className={table.head}>
                {words.noWorkloads}
              </th>
            )}
            <th scope="col" className={table.takesHead}>
              {matrixWords.takesHead}
            </th>
          </tr>
        </thead>
        {empty.length > 0 && (
          <tbody>
            {empty.map((emptyLayout) => (
              <EmptyRow
                key={emptyLayout.layout}
                empty={emptyLayout}
                columns={Math.max(1, columns.length)}
                draft={draft}
                change={change}
              />
            ))}
          </tbody>
        )}
        {groups.map((group) => (
          <tbody key={group[0]?.key} className={classes.group}>
            {group.map((row) => (
              <Row key={row.key} {...{ row, columns, plan, isPlanned, draft, change }} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** One column per workload and state of the array, numbered as the lab numbers them. */
function columnsOf(workloads: readonly KnownWorkload[], { states = ["optimal"] }: CampaignDraft): Column[] {
  const shown = ARRAY_STATES.filter((state) => states.includes(state));
  return workloads.flatMap(({ workload, profile }, index) =>
    shown.map((state) => ({
      key: `${index} ${state}`,
      label: workload.label?.trim() || profile.title,
      state: shown.length > 1 || state !== "optimal" ? state : null,
    })),
  );
}

/** Rows of one layout on one server belong together. */
function groupsOf(rows: readonly DraftRow[]): DraftRow[][] {
  const groups = new Map<string, DraftRow[]>();
  for (const row of rows) {
    const key = `${row.server} ${row.label} ${row.combination?.model ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

interface RowProps extends Pick<DraftMatrixProps, "plan" | "isPlanned" | "draft" | "change"> {
  row: DraftRow;
  columns: readonly Column[];
}

function Row({ row, columns, plan, isPlanned, draft, change }: RowProps) {
  const planned = row.isOut ? undefined : plan?.matrix.rows.find(row.isPlanned);
  const times = plan && planned ? plannedTimes(plan) : null;
  const cells = columns.map((_, column) => {
    if (!plan || !planned) return null;
    return plan.matrix.cells.find((cell) => cell.row === planned.row && cell.column === column) ?? null;
  });
  const impossible = row.isOut ? null : (row.impossible ?? commonReason(cells));
  const total = planned
    ? columns.reduce((sum, _, column) => {
        const time = times?.(planned.row, column);
        return sum + (time ? time.measure + time.build : 0);
      }, 0)
    : 0;
  return (
    <tr data-stale={!isPlanned || undefined}>
      <RowName row={row} draft={draft} change={change} />
      {row.isOut || impossible !== null ? (
        <td colSpan={Math.max(1, columns.length)}>
          <span className={CELL} data-state={row.isOut ? "out" : "impossible"}>
            {row.isOut ? (
              words.leftOut
            ) : (
              <>
                <IconBan size={13} stroke={1.75} aria-hidden="true" />
                {impossible}
              </>
            )}
          </span>
        </td>
      ) : (
        columns.map(({ key }, column) => (
          <td key={key}>
            <Cell cell={cells[column] ?? null} seconds={(planned && times?.(planned.row, column)?.measure) ?? null} />
          </td>
        ))
      )}
      <td className={`${table.takes} ${classes.takes}`} data-numeric>
        {total > 0 && impossible === null ? shortSpan(total) : ""}
      </td>
    </tr>
  );
}

function commonReason(cells: readonly (MatrixCell | null)[]): string | null {
  const isImpossible = cells.length > 0 && cells.every((cell) => cell?.state === "impossible");
  return isImpossible ? (cells[0]?.reason ?? "") : null;
}

function RowName({ row, draft, change }: Pick<RowProps, "row" | "draft" | "change">) {
  const { label, detail, server, combination, isOut } = row;
  const text = (
    <>
      <strong>{label}</strong> <span dir="auto">{[detail, server].filter(Boolean).join(" · ")}</span>
    </>
  );
  if (combination === null) {
    return (
      <th scope="row" className={`${table.name} ${classes.name}`}>
        {text}
      </th>
    );
  }
  const key = combinationKey(combination);
  return (
    <th scope="row" className={`${table.name} ${classes.name}`}>
      <label title={words.keepHint}>
        <input
          type="checkbox"
          checked={!isOut}
          onChange={({ currentTarget }) => {
            const others = (draft.without ?? []).filter((other) => other !== key);
            const next = currentTarget.checked ? others : [...others, key];
            change({ without: next.length > 0 ? next : undefined });
          }}
        />
        <span>{text}</span>
      </label>
    </th>
  );
}

function Cell({ cell, seconds }: { cell: MatrixCell | null; seconds: number | null }) {
  if (!cell) return <span className={CELL}>{NO_VALUE}</span>;
  if (cell.state === "impossible" || cell.state === "not_measured") {
    return (
      <span
        className={CELL}
        data-state={cell.state === "impossible" ? "impossible" : "out"}
        title={cell.reason ?? undefined}
      >
        <IconBan size={13} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">
          {word(matrixWords.states, cell.state)}: {cell.reason}
        </span>
      </span>
    );
  }
  return (
    <span className={CELL} data-state="planned" data-numeric>
      {seconds === null ? NO_VALUE : shortSpan(seconds)}
    </span>
  );
}

/** A layout without a cell, with its two ways out. */
function EmptyRow({
  empty: { layout, reason, count },
  columns,
  draft,
  change,
}: Pick<DraftMatrixProps, "draft" | "change"> & { empty: EmptyLayout; columns: number }) {
  const name = words.layoutNames[layout];
  const without = draft.layouts?.filter((other) => other !== layout);
  return (
    <tr>
      <th scope="row" className={`${table.name} ${classes.name}`} data-empty>
        <strong>{name}</strong> {words.noCells}
      </th>
      <td colSpan={columns + 1}>
        <div className={classes.empty} id={emptyId(layout)} tabIndex={-1}>
          <IconAlertCircle size={15} stroke={2} aria-hidden="true" />
          <span>{reason}</span>
          <span className={classes.ways}>
            {count !== null && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => change({ counts: [...(draft.counts ?? []), count].sort((one, other) => one - other) })}
              >
                {words.tickCount(count)}
              </Button>
            )}
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => change({ layouts: without?.length ? without : undefined })}
            >
              {words.removeLayout(name)}
            </Button>
          </span>
        </div>
      </td>
    </tr>
  );
}

/** Return the id of the row of a layout without cells. */
export function emptyId(layout: string): string {
  return `empty-${layout}`;
}
