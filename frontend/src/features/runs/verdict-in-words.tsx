/** The verdict on steady state as sentences; its rounds are drawn among the curves. */
import { Group, Text } from "@mantine/core";
import type { Run, Verdict } from "@/api/types";
import { AnchorLink } from "@/components/link";
import { Notice } from "@/components/notice";
import { Section } from "@/components/page";
import { VerdictLabel } from "@/components/state-label";
import { run as words } from "@/messages/run";

export function VerdictInWords({ run }: { run: Run }) {
  const { verdict } = run;
  if (!verdict) return null;
  return (
    <Section title={words.verdict} aside={<VerdictLabel status={verdict.status} />}>
      <VerdictSentence run={run} verdict={verdict} />
      {verdict.strict && verdict.strict.rounds.length > 0 && <LastMinutes verdict={verdict.strict} />}
      {verdict.rounds.length > 0 && (
        <Text>
          <AnchorLink to="/runs/$ref/curves" params={{ ref: run.number }}>
            {words.howJudged}
          </AnchorLink>
        </Text>
      )}
    </Section>
  );
}

/** A verdict that is not the wanted one stands out, with what can be done about it. */
export function VerdictSentence({ run, verdict }: { run: Run; verdict: Verdict }) {
  if (verdict.status === "steady") return <Text>{verdict.sentence}</Text>;
  return (
    <Notice level="warn" title={verdict.sentence}>
      {run.origin === "measured" && words.verdictAdvice}
    </Notice>
  );
}

/** The second verdict on a long curve: a drive may be steady by rounds far apart and not at its end, or the other way round. */
export function LastMinutes({ verdict }: { verdict: Verdict }) {
  return (
    <Group gap={16}>
      <Text>{words.lastMinutes}</Text>
      <VerdictLabel status={verdict.status} />
      <Text c="dimmed">{verdict.sentence}</Text>
    </Group>
  );
}
