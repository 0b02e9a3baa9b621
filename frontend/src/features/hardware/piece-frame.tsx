/** Common frame of controller and array pages: loading, errors, head, rail and history. */
import { Skeleton } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Controller, HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { DetailColumns, DetailHead, DetailPage } from "@/components/detail-page";
import { NotShown } from "@/components/not-shown";
import { Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { PieceLink } from "@/components/piece-link";
import { type Property, PropertyList } from "@/components/property-list";
import { snapshotGroups } from "@/components/snapshot-rows";
import { messages, word } from "@/messages";
import { hardware, history, piece as words } from "@/messages/hardware";
import { Card } from "@/parts/card";
import { KeyValueRail } from "@/parts/key-value-rail";
import { RailBlock } from "@/parts/rail-block";
import classes from "./hardware.module.css";
import { HardwareHistory } from "./history";
import { Photos } from "./photos";
import { WrittenDown } from "./written-down";

type Piece = Controller | HardwareArray;

export interface PieceFrameProps<Row extends Piece> {
  kind: "controller" | "array";
  result: UseQueryResult<Row>;
  nameOf: (row: Row) => string;
  conditionOf: (row: Row) => string | null;
  /** In the rail. */
  factsOf: (row: Row) => readonly Property[];
  /** The one filled button. */
  primary?: (row: Row) => ReactNode;
  /** The main column, above what became of it. */
  children: (row: Row) => ReactNode;
}

export function PieceFrame<Row extends Piece>(props: PieceFrameProps<Row>) {
  const { kind, result, nameOf, conditionOf, factsOf, primary, children } = props;
  const { data: row, error, refetch } = result;
  if (!row && error) {
    return <NotShown subject={word(hardware.kinds, kind)} error={error} retry={() => void refetch()} />;
  }
  if (!row) return <PieceSkeleton />;
  const condition = conditionOf(row);
  const name = nameOf(row);
  return (
    <DetailPage>
      <DetailHead
        title={name}
        crumb={name}
        documentTitle={`${row.number} · ${name}`}
        badges={
          <>
            {condition !== null && <ConditionLabel condition={condition} />}
            {row.lifecycle !== "in_service" && <ConditionLabel condition={row.lifecycle} />}
          </>
        }
        facts={[
          { key: "number", node: row.number },
          { key: "server", node: <PieceLink kind="server" piece={row.server} /> },
        ]}
        primary={primary?.(row)}
      />
      {!row.present && <Notice level="warn">{words.notPresent}</Notice>}
      <DetailColumns
        rail={
          <>
            <Card>
              <RailBlock icon={<IconListDetails size={15} stroke={1.75} />} title={words.facts}>
                <KeyValueRail facts={factsOf(row).map(([fact, value]) => ({ name: fact, value: value ?? null }))} />
              </RailBlock>
            </Card>
            <Card>
              <div className={classes.padded}>
                <WrittenDown kind={kind} piece={row} />
              </div>
            </Card>
            <Card>
              <div className={classes.padded}>
                <Photos kind={kind} reference={row.number} />
              </div>
            </Card>
          </>
        }
      >
        {children(row)}
        <SettingsSection settings={row.settings} />
        <Section title={history.title}>
          <HardwareHistory kind={kind} reference={row.number} />
        </Section>
      </DetailColumns>
    </DetailPage>
  );
}

/** Show the reported settings that have no field of their own. */
export function SettingsSection({ settings }: { settings: Record<string, unknown> }) {
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

export function PieceSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden">{messages.loading}</span>
      <Skeleton height={46} width="60%" mb={14} />
      <Skeleton height={320} mb={24} />
      <Skeleton height={160} />
    </div>
  );
}
