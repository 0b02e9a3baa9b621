/** Meaning of a share that another lab froze, and its origin. */
import { Text } from "@mantine/core";
import { Notice } from "@/components/notice";
import { property } from "@/components/property-list";
import { formatDateTime } from "@/lib/units";
import { shares as words } from "@/messages/shares";
import type { Received } from "./status";

export function ReceivedNotice({ isDraft }: { isDraft: boolean }) {
  return (
    <Notice level="info" title={words.receivedTitle}>
      <Text maw="100ch">{words.receivedExplain}</Text>
      {isDraft && <Text>{words.receivedDraft}</Text>}
    </Notice>
  );
}

export function receivedProperties({ address, at, by, version, product, runs }: Received) {
  const names = words.properties;
  const pairs = runs.map(({ there, here }) => words.runThere(there, here)).join(", ");
  return [
    property(names.received, words.receivedFrom(address)),
    property(names.receivedAt, words.receivedBy(formatDateTime(at), by)),
    property(names.there, `${words.thereVersion(version, product)}${pairs && `, ${words.runsThere(pairs)}`}`),
  ];
}
