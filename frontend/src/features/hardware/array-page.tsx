/** One array: how it is built, what it is in, its members, its cache policies, and what became of it. */
import { IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/context";
import { arrayQuery } from "@/api/hardware";
import { usePermissions } from "@/api/permissions";
import type { HardwareArray } from "@/api/types";
import { ConditionLabel } from "@/components/condition-label";
import { ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { Section } from "@/components/page";
import { PieceLink } from "@/components/piece-link";
import { type Property, property } from "@/components/property-list";
import { formatBinaryBytes, formatBytes, formatPercent } from "@/lib/units";
import { messages, word } from "@/messages";
import { driveLife } from "@/messages/drive-life";
import { hardware, piece as words } from "@/messages/hardware";
import { ArrayMembers, ArrayPolicies } from "./array-facts";
import { levelText } from "./hardware-text";
import { PieceFrame } from "./piece-frame";

export function ArrayPage({ reference }: { reference: string }) {
  return (
    <PieceFrame
      kind="array"
      result={useQuery(arrayQuery(useApi(), reference))}
      nameOf={({ name, level }) => (level === null ? name : `${name} · ${levelText(level)}`)}
      conditionOf={({ condition }) => condition}
      factsOf={arrayFacts}
      primary={(array) => <NewRunOnArray array={array} />}
    >
      {(array) => (
        <>
          <Section title={words.members}>
            <ArrayMembers array={array} />
          </Section>
          <Section title={words.policies}>
            <ArrayPolicies array={array} />
          </Section>
        </>
      )}
    </PieceFrame>
  );
}

/** An array is a target by the block device that it appears as. */
function NewRunOnArray({ array: { server, stable_id, present } }: { array: HardwareArray }) {
  const { operate } = usePermissions();
  if (!operate || stable_id === null || !present) return null;
  return (
    <ButtonLink
      to="/new"
      search={{ server: server.number, target: "array", drives: [stable_id] }}
      leftSection={<IconPlayerPlay size={15} stroke={1.75} aria-hidden="true" />}
    >
      {driveLife.newRun}
    </ButtonLink>
  );
}

function arrayFacts(array: HardwareArray): Property[] {
  const { properties: names } = words;
  const { controller, drive, strip_bytes, size_bytes, condition, activity, progress_percent } = array;
  return [
    property(names.controller, controller ? <PieceLink kind="controller" piece={controller} /> : messages.none),
    property(names.implementation, array.implementation),
    property(names.device, drive && <PieceLink kind="drive" piece={drive} />),
    property(names.level, array.level === null ? null : levelText(array.level)),
    property(names.strip, strip_bytes === null ? null : formatBinaryBytes(strip_bytes)),
    property(names.size, size_bytes === null ? null : formatBytes(size_bytes, { digits: 4 })),
    property(names.drives, array.drive_count),
    property(
      names.condition,
      condition && (
        <>
          <ConditionLabel condition={condition} />
          {array.redundancy && ` (${array.redundancy})`}
        </>
      ),
    ),
    property(names.activity, activity && word(hardware.activities, activity)),
    property(names.progress, progress_percent === null ? messages.none : formatPercent(progress_percent)),
    property(names.stableId, array.stable_id && <code>{array.stable_id}</code>),
    property(names.key, <code>{array.key}</code>),
    property(names.firstSeen, <Moment at={array.first_seen_at} />),
    property(names.lastSeen, <Moment at={array.last_seen_at} />),
  ];
}
