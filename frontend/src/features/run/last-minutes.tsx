/** The second verdict of a long curve, as a sentence. */
import { Group, Text } from "@mantine/core";
import type { Verdict } from "@/api/types";
import { run as words } from "@/messages/run";
import { VerdictBadge } from "@/parts/badge";

/** The second verdict on a long curve: a drive may be steady by rounds far apart and not at its end, or the other way round. */
export function LastMinutes({ verdict }: { verdict: Verdict }) {
  return (
    <Group gap={16}>
      <Text>{words.lastMinutes}</Text>
      <VerdictBadge verdict={verdict.status} />
      <Text c="dimmed">{verdict.sentence}</Text>
    </Group>
  );
}
