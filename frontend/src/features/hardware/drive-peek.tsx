/** A drive beside its list: its wear and heat, whether it is healthy and may be erased, and where it is. */
import type { ReactNode } from "react";
import type { Drive } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { Moment } from "@/components/moment";
import { PieceLink, PieceLinks } from "@/components/piece-link";
import { drivePlace } from "@/lib/drive-place";
import { shortPercent, shortTemperature } from "@/lib/short-values";
import { formatBytes, formatCount } from "@/lib/units";
import { messages } from "@/messages";
import { pieces } from "@/messages/hardware";
import { hardwareLists } from "@/messages/hardware-lists";
import { Badge } from "@/parts/badge";
import { Copyable } from "@/parts/copyable";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { NumberTile, NumberTiles } from "@/parts/number-tile";
import { PeekHead } from "./peek-head";

const { facts: names, ...words } = hardwareLists;

export function DrivePeek({ drive, enrolment }: { drive: Drive; enrolment: ReactNode }) {
  const { number, model, health } = drive;
  return (
    <>
      <PeekHead
        title={model ?? messages.unknown}
        piece={drive}
        open={
          <ButtonLink variant="default" size="xs" to="/drives/$ref" params={{ ref: number }}>
            {words.openDrive}
          </ButtonLink>
        }
      />
      <NumberTiles>
        <NumberTile label={names.wear} size={20} value={{ number: shortPercent(health.used_percent), unit: "" }} />
        <NumberTile
          label={names.temperature}
          size={20}
          value={{ number: shortTemperature(health.temperature_c), unit: "" }}
        />
      </NumberTiles>
      <KeyValueRail facts={factsOf(drive, enrolment)} />
    </>
  );
}

function factsOf(drive: Drive, enrolment: ReactNode): RailFact[] {
  const { serial, firmware, size_bytes, server, arrays, health, in_use_reasons, last_seen_at } = drive;
  return [
    { name: names.health, value: <Health passed={health.passed} warnings={health.warnings} /> },
    { name: names.enrolment, value: enrolment },
    { name: names.serial, value: serial && <Copyable value={serial} label={names.serial.toLowerCase()} /> },
    { name: names.firmware, value: firmware },
    { name: names.size, value: size_bytes === null ? null : formatBytes(size_bytes) },
    { name: names.server, value: <PieceLink kind="server" piece={server} /> },
    { name: names.place, value: drive.present ? drivePlace(drive) : pieces.absent },
    { name: names.arrays, value: arrays.length > 0 ? <PieceLinks kind="array" pieces={arrays} /> : words.noArray },
    { name: names.spare, value: health.spare_percent === null ? null : shortPercent(health.spare_percent) },
    { name: names.hours, value: health.power_on_hours === null ? null : formatCount(health.power_on_hours) },
    { name: names.use, value: in_use_reasons.join(" · ") || words.free },
    { name: names.seen, value: <Moment at={last_seen_at} /> },
  ];
}

/** Show the health of a drive; null if the drive does not report it. */
function Health({ passed, warnings }: { passed: boolean | null; warnings: readonly string[] }) {
  if (warnings.length > 0) return <Badge tone="warn">{warnings.join(" · ")}</Badge>;
  if (passed === null) return messages.unknown;
  return <Badge tone={passed ? "ok" : "err"}>{passed ? words.passed : words.failed}</Badge>;
}
