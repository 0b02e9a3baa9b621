/** What the pages of one controller, drive or array have in common: loading, errors, header, and what people wrote down. */
import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PieceKind } from "@/api/hardware";
import type { Controller, Drive, HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { InventoryLinks } from "@/components/inventory-links";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { PageHeader, Section } from "@/components/page";
import { PropertyList } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { messages, word } from "@/messages";
import { hardware, history, piece as words } from "@/messages/hardware";
import classes from "./hardware.module.css";
import { HardwareHistory } from "./history";
import { Photos } from "./photos";
import { WrittenDown } from "./written-down";

type Piece = Controller | Drive | HardwareArray;

export interface PieceFrameProps<Row extends Piece> {
  kind: Exclude<PieceKind, "server">;
  result: UseQueryResult<Row>;
  nameOf: (row: Row) => string;
  conditionOf: (row: Row) => string | null;
  actions?: (row: Row) => ReactNode;
  children: (row: Row) => ReactNode;
}

export function PieceFrame<Row extends Piece>(props: PieceFrameProps<Row>) {
  const { kind, result, nameOf, conditionOf, actions, children } = props;
  const { data: row, error, refetch } = result;
  if (!row && error) {
    return (
      <NotShown what={word(hardware.kinds, kind)} error={error} retry={() => void refetch()}>
        <InventoryLinks />
      </NotShown>
    );
  }
  if (!row) return <PieceSkeleton />;
  const condition = conditionOf(row);
  const title = `${row.number} · ${nameOf(row)}`;
  return (
    <>
      <PageHeader title={title} actions={actions?.(row)}>
        {condition !== null && <ConditionLabel condition={condition} />}
        {row.lifecycle !== "in_service" && <ConditionLabel condition={row.lifecycle} />}
      </PageHeader>
      <InventoryLinks />
      {!row.present && <Notice level="warn">{words.notPresent}</Notice>}
      {children(row)}
      <WrittenDown kind={kind} piece={row} />
      <Photos kind={kind} reference={row.number} />
      <SettingsSection settings={row.settings} />
      <Section title={history.title}>
        <HardwareHistory kind={kind} reference={row.number} />
      </Section>
    </>
  );
}

/** Whatever a tool told that has no field of its own. */
function SettingsSection({ settings }: { settings: Record<string, unknown> }) {
  const groups = snapshotGroups(settings);
  if (groups.length === 0) return null;
  return (
    <Section title={words.settings}>
      <div className={classes.groups}>
        {groups.map(({ title, rows }) => (
          <div key={title} className={classes.group}>
            {groups.length > 1 && <h3>{title}</h3>}
            <PropertyList properties={rows} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function PieceSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={28} width="40%" mb={24} />
      <Skeleton height={320} mb={24} />
      <Skeleton height={160} />
    </div>
  );
}
