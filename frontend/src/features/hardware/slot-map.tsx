/** The slots of a server's enclosures as a grid: occupied, empty or failed, each with its drive. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { treeQuery } from "@/api/hardware";
import type { EnclosureNode, Server, ServerTree, Slot, TreeDrive } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { Loading } from "@/components/loading";
import { ErrorNotice } from "@/components/notice";
import { EmptyState, Section } from "@/components/page";
import { PieceLink } from "@/components/piece-link";
import { formatBytes } from "@/lib/units";
import { messages } from "@/messages";
import { tree as words } from "@/messages/hardware";
import classes from "./hardware.module.css";
import { slotState } from "./slot-state";

export function SlotMap({ server }: { server: Server }) {
  const { data: tree, error, refetch } = useQuery(treeQuery(useApi(), server));
  if (error && !tree) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!tree) return <Loading height={400} />;
  const enclosures = enclosuresOf(tree).filter(({ slots }) => slots.length > 0);
  if (enclosures.length === 0) return <EmptyState title={words.noSlots} />;
  return enclosures.map((enclosure) => <Enclosure key={enclosure.id} enclosure={enclosure} />);
}

function enclosuresOf({ controllers, enclosures }: ServerTree): EnclosureNode[] {
  return [...controllers.flatMap((node) => node.enclosures), ...enclosures];
}

function Enclosure({ enclosure }: { enclosure: EnclosureNode }) {
  const { slots } = enclosure;
  const name = words.enclosure(enclosure.product ?? enclosure.key);
  const occupied = slots.filter(({ drive }) => drive !== null).length;
  return (
    <Section title={name}>
      <Text c="dimmed">{words.slotCount(occupied, slots.length)}</Text>
      <ul className={classes.slots} aria-label={words.slotsCaption(name)}>
        {slots.map((slot, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty slots of unknown number have nothing else to tell them apart.
          <SlotCell key={place} slot={slot} />
        ))}
      </ul>
    </Section>
  );
}

/** What the drive is in, where that says more than that the slot is occupied. */
function conditionOf(drive: TreeDrive | null): string {
  const state = slotState(drive);
  if (drive === null || drive.passed === false) return drive === null ? state : "not_passed";
  return drive.drive_state === null || drive.drive_state === "online" ? state : drive.drive_state;
}

function SlotCell({ slot: { slot, drive } }: { slot: Slot }) {
  return (
    <li className={classes.slot} data-state={slotState(drive)}>
      <span className={classes.dim}>{slot === null ? words.noSlot : words.slot(slot)}</span>
      <ConditionLabel condition={conditionOf(drive)} />
      {drive && (
        <>
          <PieceLink kind="drive" piece={drive}>
            {drive.model ?? drive.name}
          </PieceLink>
          <span>{drive.serial ?? messages.unknown}</span>
          <span className={classes.dim}>
            {drive.size_bytes === null ? messages.unknown : formatBytes(drive.size_bytes)}
          </span>
        </>
      )}
    </li>
  );
}
