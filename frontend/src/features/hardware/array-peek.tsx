/** An array beside its list: how it is built, the condition it is in, its members, and where it is. */
import type { HardwareArray } from "@/api/types";
import { ButtonLink } from "@/components/link";
import { PieceLink } from "@/components/piece-link";
import { formatBinaryBytes, formatBytes } from "@/lib/units";
import { messages } from "@/messages";
import { hardwareLists } from "@/messages/hardware-lists";
import { KeyValueRail, type RailFact } from "@/parts/key-value-rail";
import { ArrayMembers } from "./array-facts";
import { activityText, levelText } from "./hardware-text";
import { PeekHead } from "./peek-head";

const { facts: names, ...words } = hardwareLists;

export function ArrayPeek({ array }: { array: HardwareArray }) {
  return (
    <>
      <PeekHead
        title={array.name}
        piece={array}
        open={
          <ButtonLink variant="default" size="xs" to="/arrays/$ref" params={{ ref: array.number }}>
            {words.openArray}
          </ButtonLink>
        }
      />
      <KeyValueRail facts={factsOf(array)} />
      <ArrayMembers array={array} />
    </>
  );
}

function factsOf(array: HardwareArray): RailFact[] {
  const { level, strip_bytes, size_bytes, drive_count, server, controller, implementation, redundancy } = array;
  return [
    { name: names.level, value: levelText(level) },
    { name: names.strip, value: strip_bytes === null ? null : formatBinaryBytes(strip_bytes) },
    { name: names.size, value: size_bytes === null ? null : formatBytes(size_bytes) },
    { name: names.members, value: drive_count },
    { name: names.activity, value: activityText(array) ?? messages.none },
    ...(redundancy ? [{ name: names.redundancy, value: redundancy }] : []),
    { name: names.server, value: <PieceLink kind="server" piece={server} /> },
    {
      name: names.controller,
      value: controller ? <PieceLink kind="controller" piece={controller} /> : implementation,
    },
  ];
}
