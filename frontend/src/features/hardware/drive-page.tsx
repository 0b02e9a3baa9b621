/** One drive: what it is and where, its health and how long it will last, its states, and what became of it. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/api/context";
import { driveQuery } from "@/api/hardware";
import type { Drive } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { PieceLink, PieceLinks } from "@/components/piece-link";
import { PropertyList, property } from "@/components/property-list";
import { drivePlace } from "@/lib/drive-place";
import { formatBytes } from "@/lib/units";
import { messages, word } from "@/messages";
import { driveLife } from "@/messages/drive-life";
import { hardware, piece as words } from "@/messages/hardware";
import { DriveHealth } from "./drive-health";
import { DriveStates } from "./drive-states";
import { linkText, mediumText } from "./hardware-text";
import { PieceFrame } from "./piece-frame";

export interface DrivePageProps {
  reference: string;
  /** What an administrator may do with it. */
  actions: (drive: Drive) => ReactNode;
}

export function DrivePage({ reference, actions }: DrivePageProps) {
  return (
    <PieceFrame
      kind="drive"
      result={useQuery(driveQuery(useApi(), reference))}
      nameOf={(drive) => (drive.model ? `${drive.model} (${drivePlace(drive)})` : drivePlace(drive))}
      conditionOf={({ drive_state, health }) => (health.passed === false ? "not_passed" : drive_state)}
      actions={actions}
    >
      {(drive) => (
        <>
          <Section title={words.facts}>
            <DriveFacts drive={drive} />
          </Section>
          <Section title={driveLife.health}>
            <DriveHealth reference={drive.number} />
          </Section>
          <Section title={driveLife.states}>
            <DriveStates reference={drive.number} />
          </Section>
        </>
      )}
    </PieceFrame>
  );
}

function DriveFacts({ drive }: { drive: Drive }) {
  const { properties: names } = words;
  const { controller, size_bytes, stable_id, in_use_reasons, drive_state } = drive;
  return (
    <PropertyList
      properties={[
        property(names.server, <PieceLink kind="server" piece={drive.server} />),
        property(names.controller, controller ? <PieceLink kind="controller" piece={controller} /> : messages.none),
        property(
          names.arrays,
          drive.arrays.length > 0 ? <PieceLinks kind="array" pieces={drive.arrays} /> : words.inNone,
        ),
        property(names.path, drive.path),
        property(names.location, drive.location),
        property(names.enclosureSlot, drive.slot),
        property(names.vendor, drive.vendor),
        property(names.model, drive.model),
        property(names.serial, drive.serial),
        property(names.wwn, drive.wwn && <code>{drive.wwn}</code>),
        property(names.firmware, drive.firmware),
        property(names.size, size_bytes === null ? null : formatBytes(size_bytes, { digits: 4 })),
        property(names.blocks, blocks(drive)),
        property(names.transport, drive.transport && word(hardware.transports, drive.transport)),
        property(names.medium, mediumText(drive)),
        property(names.link, linkText(drive)),
        property(names.state, drive_state && <ConditionLabel condition={drive_state} />),
        property(names.use, in_use_reasons.length > 0 ? in_use_reasons.join(" · ") : words.free),
        property(names.stableId, stable_id && <code>{stable_id}</code>),
        property(names.identity, drive.identity && <code>{drive.identity}</code>),
        property(names.firstSeen, <Moment at={drive.first_seen_at} />),
        property(names.lastSeen, <Moment at={drive.last_seen_at} />),
      ]}
    />
  );
}

function blocks({ logical_block_bytes, physical_block_bytes }: Drive): string | null {
  if (logical_block_bytes === null && physical_block_bytes === null) return null;
  return [logical_block_bytes, physical_block_bytes].map((size) => size ?? messages.unknown).join(" / ");
}
