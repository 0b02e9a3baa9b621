/** A lab without a profile that several configurations ran: runs of one's own choice can be ranked all the same. */
import { Text } from "@mantine/core";
import { ButtonLink } from "@/components/link";
import { EmptyState, Section } from "@/components/page";
import { RunPicker } from "@/components/run-picker";
import { writeRunList } from "@/lib/run-list";
import { rankings as words } from "@/messages/rankings";

const LEAST_RUNS = 2;

export function NothingToRank() {
  return (
    <>
      <EmptyState title={words.nothing}>
        <Text>{words.nothingHint}</Text>
        <ButtonLink variant="default" to="/runs">
          {words.toRuns}
        </ButtonLink>
        <ButtonLink variant="default" to="/compare">
          {words.toCompare}
        </ButtonLink>
      </EmptyState>
      <Section title={words.chooseRuns}>
        <RunPicker
          actions={(runs) =>
            runs.length >= LEAST_RUNS && (
              <ButtonLink to="/rankings" search={{ runs: writeRunList(runs), all: true }}>
                {words.rankRuns}
              </ButtonLink>
            )
          }
        />
      </Section>
    </>
  );
}
